pub(crate) mod choices;
pub(crate) mod due;
