//! What it says.

pub(crate) mod card;
pub(crate) mod challenge;
pub(crate) mod choose;
pub(crate) mod completion;
pub(crate) mod exchange;
pub(crate) mod frozen;
pub(crate) mod news;
pub(crate) mod preview;
pub(crate) mod rematch;
pub(crate) mod takebacks;

pub use card::{aborted_sentence, card, card_text, followed_card};
pub use challenge::{challenge, closed_challenge};
pub use choose::{LIKED_CLOCKS, challenged, choose_game, game_page, wish_rated, wish_time};
pub use completion::{PICK, completions, no_completion};
pub use frozen::frozen;
pub use news::{ended_question, news};
pub use preview::preview;
pub use rematch::{
    accepted_elsewhere, declined_elsewhere, rematch_accepted, rematch_asked, rematch_there,
    withdrawn_elsewhere,
};
