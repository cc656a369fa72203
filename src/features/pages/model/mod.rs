//! What an address asks for, and what a page shows of a match or of a contest. Pure.

pub mod address;
pub mod bounds;
pub mod contest;
pub mod records;
pub mod refusal;
pub mod shown;
pub mod turns;

pub use address::{Asked, Look, PageName, Picture, RecordFile};
pub use bounds::Bounds;
pub use contest::{Content, GameStage, ListedGame, Part, ShownContest, Standing};
pub use refusal::PagesRefusal;
pub use shown::Shown;
pub use turns::{TurnLine, mark, turns};
