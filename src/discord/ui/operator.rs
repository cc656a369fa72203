/// The operator of a bot, from its configuration.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Operator {
    pub name: Option<String>,
    /// How to reach them.
    pub contact: Option<String>,
    /// The address of their privacy policy.
    pub privacy: Option<String>,
    /// The address of their terms of service.
    pub terms: Option<String>,
    /// For how many days backups are kept; `None`: the bot makes none by itself.
    pub backup_days: Option<usize>,
}
