//! The requests of this feature's buttons, menus and forms.

use crate::discord::ui::custom_id::words;

words! {
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Press {
        /// Export the person's data as a file.
        "privacy-export" => PrivacyExport;
        /// Ask for confirmation of a deletion.
        "forget" => ForgetAsk;
        /// Delete one's data.
        "forget-yes" => ForgetMe;
    }
}
