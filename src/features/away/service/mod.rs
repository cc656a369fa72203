pub(crate) mod absences;
pub(crate) mod time_off;
