//! The web server of the pages: what an address asks for, and within which bounds it is answered.

mod answers;
mod connections;
mod contest_key;
mod handlers;
mod kept;
mod picture_key;
mod pictures;
mod reader;
mod server;
mod settings;
mod site;
mod streams;

pub use server::WebServer;
pub use settings::WebSettings;
