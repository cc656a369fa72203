pub(crate) mod calls;
pub(crate) mod choices;
pub(crate) mod due;
pub(crate) mod round;
