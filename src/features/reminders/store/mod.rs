pub(crate) mod calls;
pub mod due;
pub(crate) mod people;
