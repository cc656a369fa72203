//! What buttons, menus and forms of this feature ask for.

use crate::discord::ui::custom_id::words;

/// What pressing a component, or sending a form, asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Press {
    /// Get everything that is kept of oneself as a file.
    PrivacyExport,
    /// See what it means to have one's data deleted.
    ForgetAsk,
    /// Have one's data deleted.
    ForgetMe,
}

words! {
    Press;
    "privacy-export" => PrivacyExport;
    "forget" => ForgetAsk;
    "forget-yes" => ForgetMe;
}
