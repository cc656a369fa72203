//! The answers of the page's API.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use super::Refusal;

/// A refusal: 400 and a sentence.
pub(super) struct Refused(Refusal);

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Self {
        Refused(refusal)
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        (StatusCode::BAD_REQUEST, Json(json!({ "error": self.0 }))).into_response()
    }
}

pub(super) type Answer = Result<Json<Value>, Refused>;
