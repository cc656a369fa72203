//! Second opinions on games: their rules written again for the tests, slowly and plainly.

pub mod anaash;
pub mod anache;
pub mod anacund;
pub mod anchor;
pub mod chess;
pub mod connect;

/// A second opinion on a game: written for the test, slow, and sharing nothing with the program.
pub trait Oracle {
    /// The position text.
    fn text(&self) -> String;
    /// Every legal step, sorted.
    fn steps(&self) -> Vec<String>;
    /// What follows a legal step.
    fn after(&self, step: &str) -> Box<dyn Oracle>;
    /// The letter of the winner, `=` for a draw; nothing while the game goes on.
    fn result(&self) -> Option<char>;

    /// How many sequences of this many steps there are.
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

/// The second opinion on a position of this game.
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
