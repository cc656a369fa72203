pub(crate) mod commands;
pub(crate) mod page;

use crate::features::privacy::press::Press;

use crate::discord::ui::{App, Handle, Handling, Reply};

impl Handle for Press {
    fn handle<'a>(self: Box<Self>, app: &'a App, reply: &'a mut Reply<'_>) -> Handling<'a> {
        match *self {
            Press::PrivacyExport => Box::pin(page::export(app, reply)),
            Press::ForgetAsk => Box::pin(page::ask(app, reply)),
            Press::ForgetMe => Box::pin(page::delete(app, reply)),
        }
    }
}
