/// The operator of a bot, from its configuration.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Operator {
    pub name: Option<String>,
    /// The operator's contact address.
    pub contact: Option<String>,
    /// The address of their privacy policy.
    pub privacy: Option<String>,
    /// The address of their terms of service.
    pub terms: Option<String>,
    /// The number of days for which backups are kept; `None` if the bot makes none.
    pub backup_days: Option<usize>,
}
