use std::sync::Arc;

use super::site::Site;
use crate::features::pages::model::bounds::Address;

/// The reader of a request, and what all requests share while it is answered.
pub(super) struct Reader {
    pub(super) site: Arc<Site>,
    pub(super) address: Address,
}
