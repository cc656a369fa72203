//! The page on which an organiser chooses the play-offs of a league, and how long they last.

use super::view::{View, play_offs_words};
use crate::contests::knock_out::usual_games;
use crate::discord::ui::words::{counted, list};
use crate::discord::ui::{Button, Composed};
use crate::features::leagues::model::{Cost, PLAY_OFFS, Refusal, Rules, play_off_days};
use crate::features::leagues::press::Press;
use crate::games::{self, Game, Values};

/// Returns the length of play-offs of some people with the game and the clock of a league, in days.
pub(crate) fn days(rules: &Rules, size: u32) -> Result<u32, Refusal> {
    play_off_days(rules.clock, usual_turns(rules).div_ceil(2), size)
}

/// Returns what the play-offs of a league cost; `None` without any.
pub(crate) fn cost(rules: &Rules) -> Option<Cost> {
    let game = games::find(&rules.game).filter(|_| rules.has_play_offs())?;
    Some(cost_of(game, &rules.options, rules.play_offs))
}

/// Returns what play-offs of some people cost with this game.
pub(super) fn cost_of(game: &Game, options: &Values, size: u32) -> Cost {
    let turns = (game.card.typical_turns)(options);
    Cost::of_play_offs(size, usual_games(game, options), turns)
}

/// Returns the usual number of turns of a match; 0 if this version does not know the game.
fn usual_turns(rules: &Rules) -> u32 {
    let game = games::find(&rules.game);
    game.map_or(0, |game| (game.card.typical_turns)(&rules.options))
}

/// Returns the page on which the number of people is chosen.
pub fn page(view: &View) -> Composed {
    let (id, rules) = (view.id(), view.contest.rules());
    let now = match rules.play_offs {
        0 => String::from("The first of the highest division is the champion, without play-offs."),
        size => play_offs_words(size),
    };
    let fits = |size: &u32| days(rules, *size).is_ok();
    let lengths: Vec<String> = PLAY_OFFS
        .iter()
        .filter_map(|size| {
            let days = counted(days(rules, *size).ok()?, "day");
            Some(format!("{days} with {size} people"))
        })
        .collect();
    let length = match lengths.is_empty() {
        true => String::from("This league's clock is too slow for play-offs."),
        false => format!("They last at most {}.", list(&lengths)),
    };
    let text = format!(
        "{} · play-offs\n{now}\n{length} The next season does not wait for them. A change counts from {} on, and everybody can read it.",
        view.title(),
        view.season_name(view.contest.next_season()).to_lowercase()
    );
    let choose = |label: String, size: u32| {
        let league = id;
        let changes = size != rules.play_offs;
        Button::plain(label, Press::SetPlayOffs { league, size }).enabled(changes && fits(&size))
    };
    let sizes = PLAY_OFFS.map(|size| choose(format!("First {size}"), size));
    let none = choose(String::from("No Play-offs"), 0);
    let back = Button::plain("Back", Press::Manage(id));
    Composed::text(text).with_row([none].into_iter().chain(sizes).chain([back]).collect())
}
