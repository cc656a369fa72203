//! The body of a request: JSON, or files with JSON in `payload_json`.

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{DefaultBodyLimit, FromRequest, Multipart, Request};
use axum::http::{HeaderMap, HeaderValue, header};
use serde_json::Value;

use super::super::errors::{ApiError, Code};
use super::super::limits::REQUEST_SIZE;
use super::super::limits::messages::Upload;

#[derive(Debug, Default)]
pub(super) struct Payload {
    pub json: Option<Value>,
    pub uploads: Vec<Upload>,
}

impl Payload {
    /// Reads a body to its end, even if it will be refused.
    pub async fn read(headers: &HeaderMap, body: Body) -> Result<Payload, ApiError> {
        let kind = headers
            .get(header::CONTENT_TYPE)
            .and_then(|value| value.to_str().ok())
            .unwrap_or("")
            .to_owned();
        let bytes = to_bytes(body, REQUEST_SIZE)
            .await
            .map_err(|_| Code::TooLarge)?;
        if kind.starts_with("multipart/form-data") {
            return Payload::multipart(&kind, bytes).await;
        }
        if bytes.is_empty() {
            return Ok(Payload::default());
        }
        if !kind.starts_with("application/json") {
            let message = format!(
                "Expected \"Content-Type\" header to be one of {{'application/json'}}, got {kind:?}"
            );
            return Err(ApiError {
                message,
                ..Code::InvalidForm.into()
            });
        }
        let json = serde_json::from_slice(&bytes).map_err(|_| Code::InvalidJson)?;
        Ok(Payload {
            json: Some(json),
            uploads: Vec::new(),
        })
    }

    async fn multipart(kind: &str, bytes: Bytes) -> Result<Payload, ApiError> {
        let kind = HeaderValue::from_str(kind).map_err(|_| Code::InvalidForm)?;
        let mut request = Request::new(Body::from(bytes));
        request.headers_mut().insert(header::CONTENT_TYPE, kind);
        // The size was checked before.
        DefaultBodyLimit::disable().apply(&mut request);
        let mut multipart = Multipart::from_request(request, &())
            .await
            .map_err(|_| Code::InvalidForm)?;
        let mut payload = Payload::default();
        while let Some(part) = multipart
            .next_field()
            .await
            .map_err(|_| Code::InvalidForm)?
        {
            let name = part.name().unwrap_or("").to_owned();
            let filename = part.file_name().map(str::to_owned);
            let content_type = part.content_type().map(str::to_owned);
            let bytes = part.bytes().await.map_err(|_| Code::InvalidForm)?;
            if name == "payload_json" {
                payload.json = Some(serde_json::from_slice(&bytes).map_err(|_| Code::InvalidJson)?);
            } else if let Some(filename) = filename {
                let number = name
                    .strip_prefix("files[")
                    .and_then(|rest| rest.strip_suffix(']'))
                    .and_then(|number| number.parse().ok());
                let number = number.unwrap_or(payload.uploads.len() as u64);
                payload.uploads.push(Upload {
                    number,
                    filename,
                    content_type,
                    bytes,
                });
            }
        }
        Ok(payload)
    }
}
