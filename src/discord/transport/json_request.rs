use serde_json::Value;
use serenity::all::LightMethod;
use serenity::http::{Request, Route};

/// Returns a request with a JSON body.
pub fn json_request<'a>(route: Route<'a>, method: LightMethod, json: &Value) -> Request<'a> {
    Request::new(route, method).body(Some(json.to_string().into_bytes()))
}
