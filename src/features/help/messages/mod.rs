pub(crate) mod about;
pub(crate) mod help;
pub(crate) mod rules;
pub(crate) mod rules_text;

pub use help::help;
pub use rules::rules;
