//! Commands and presses.

pub(crate) mod commands;
pub(crate) mod exports;
pub(crate) mod imports;

use crate::features::records::press::{Import, Press};
use strum::VariantArray;

use crate::discord::ui::refusals::unknown_component;
use crate::discord::ui::{App, Handle, Handling, Reply};
use crate::features::records::Format;

impl Handle for Press {
    fn handle<'a>(self: Box<Self>, app: &'a App, reply: &'a mut Reply<'_>) -> Handling<'a> {
        match *self {
            Press::ExportAll => Box::pin(exports::export_all(app, reply)),
            Press::AskExport(id) => Box::pin(exports::ask(app, reply, id)),
            Press::ImportList { number, page } => Box::pin(imports::list(app, reply, number, page)),
            Press::ImportOpen { number } => Box::pin(async move {
                let record = reply.chosen()?;
                imports::open(app, reply, Import { number, record }).await
            }),
            Press::ImportStep { import, ply, to } => {
                Box::pin(imports::turn_over(app, reply, import, ply, to))
            }
            Press::PlayOnFrom { import, ply } => Box::pin(imports::ask(app, reply, import, ply)),
            Press::PlayOn { import, ply, how } => {
                Box::pin(imports::play_on(app, reply, import, ply, how))
            }
            Press::Export { id, form } => Box::pin(async move {
                let format = Format::VARIANTS.get(usize::from(form));
                let format = format.ok_or_else(unknown_component)?;
                exports::export(app, reply, id, *format).await
            }),
        }
    }
}
