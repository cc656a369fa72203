//! Oracles: the rules of the games again, written for the tests, slow and plain.

pub mod anaash;
pub mod anache;
pub mod anacund;
pub mod anchor;
pub mod chess;
pub mod connect;

/// A second opinion on a game: written for the tests, slow, without code of the program.
pub trait Oracle {
    /// Returns the position text.
    fn text(&self) -> String;
    /// Returns every legal step, sorted.
    fn steps(&self) -> Vec<String>;
    /// Returns the position after a legal step.
    fn after(&self, step: &str) -> Box<dyn Oracle>;
    /// Returns the letter of the winner, `=` for a draw; `None` while the game goes on.
    fn result(&self) -> Option<char>;

    /// Counts the sequences of this many steps.
    fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.steps().len() as u64,
            _ => self
                .steps()
                .iter()
                .map(|step| self.after(step).perft(depth - 1))
                .sum(),
        }
    }
}

pub fn second_opinion(game: &str, text: &str) -> Box<dyn Oracle> {
    match game {
        "anaash" => Box::new(anaash::Slow::read(text)),
        "anache" => Box::new(anache::Slow::read(text)),
        "anacund" => Box::new(anacund::Slow::read(text)),
        "anchor" => Box::new(anchor::Slow::read(text)),
        "antichess" => Box::new(chess::Slow::read(chess::Rules::Standard, text)),
        "connect-n" => Box::new(connect::Slow::read(text)),
        "encastle" => Box::new(chess::Slow::read(chess::Rules::EnCastle, text)),
        other => panic!("no second opinion on {other}"),
    }
}
