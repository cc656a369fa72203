pub mod due;
pub(crate) mod people;
