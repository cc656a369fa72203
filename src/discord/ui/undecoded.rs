//! Interactions that serenity cannot decode and drops silently. The bot reads the raw payload.

use std::time::Duration;

use serde_json::{Value, json};
use serenity::all::{Interaction, InteractionId, LightMethod};
use serenity::http::Route;
use tokio::time::Instant;

use super::modal::LABEL;
use super::refusals;
use super::reply::{FIRST_ANSWER, number, persist};
use super::wire::{Callback, Painted};
use crate::discord::transport::json_request::json_request;
use crate::discord::transport::rest::Rest;
use crate::telemetry;

/// Returns the payload of a submitted form with a row around each text, which serenity can decode, in place of a label.
/// `None` if the payload has no label. Serenity 0.12 reads a label as a row without components.
pub fn without_labels(payload: &str) -> Option<Value> {
    // Nearly all payloads have none and are not parsed twice.
    if !payload.contains("\"component\"") {
        return None;
    }
    let mut payload: Value = serde_json::from_str(payload).ok()?;
    let components = payload["d"]["data"]["components"].as_array_mut()?;
    for component in components {
        if component["type"] == LABEL {
            *component = json!({"type": 1, "components": [component["component"].take()]});
        }
    }
    Some(payload["d"].take())
}

/// The fields of a user that the bot uses.
const OF_A_USER: [&str; 4] = ["id", "username", "global_name", "bot"];

/// Fields that the bot never uses and whose form Discord changes.
const DECORATION: [&str; 4] = ["avatar", "banner", "avatar_decoration_data", "collectibles"];

/// Decodes an interaction without the looks of profiles. Serenity knows 32 flags of a user and two
/// forms of an image hash, and Discord has more. `None` if another part cannot be decoded.
pub fn without_profiles(payload: &Value) -> Option<Interaction> {
    let mut payload = payload.clone();
    strip(&mut payload);
    serde_json::from_value(payload).ok()
}

fn strip(value: &mut Value) {
    match value {
        Value::Object(map) => {
            if map.contains_key("username") {
                map.retain(|key, _| OF_A_USER.contains(&key.as_str()));
            }
            map.retain(|key, _| !DECORATION.contains(&key.as_str()));
            map.values_mut().for_each(strip);
        }
        Value::Array(list) => list.iter_mut().for_each(strip),
        _ => {}
    }
}

/// Answers an interaction of which only the id and the token can be read, and counts it.
pub async fn answer(rest: &Rest, payload: &Value) {
    let since = Instant::now();
    let kind = match payload["type"].as_u64() {
        Some(2) => "command",
        Some(3) => "component",
        Some(4) => "autocomplete",
        Some(5) => "modal",
        _ => "unknown",
    };
    telemetry::callback(kind, "undecoded", Duration::ZERO);
    let (Some(id), Some(token)) = (number(&payload["id"]), payload["token"].as_str()) else {
        return tracing::warn!(kind, "an interaction has no number or no token");
    };
    // The payload holds the token, so it is not logged.
    tracing::warn!(reference = id, kind, "an interaction cannot be decoded");
    let route = Route::InteractionResponse {
        interaction_id: InteractionId::new(id.max(1)),
        token,
    };
    let request = if kind == "autocomplete" {
        let none = json!({"type": 8, "data": {"choices": []}});
        json_request(route, LightMethod::Post, &none).into()
    } else {
        Painted::new(refusals::undecoded(&id.to_string()), Vec::new()).callback(
            Callback::Message,
            true,
            route,
        )
    };
    if let Err(failure) = persist(rest, request, since + FIRST_ANSWER).await {
        tracing::warn!(reference = id, %failure, "Discord did not take an answer");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn form_with_labels_is_decoded_with_rows() {
        let label = |id: &str, value: &str| json!({"type": 18, "id": 1, "component": {"type": 4, "id": 2, "custom_id": id, "value": value}});
        let user = json!({"id": "7", "username": "ana", "global_name": "Ana", "discriminator": "0", "avatar": null});
        let payload = json!({"op": 0, "t": "INTERACTION_CREATE", "s": 1, "d": {
            "id": "12", "application_id": "3", "type": 5, "token": "secret", "version": 1, "locale": "en-GB",
            "channel_id": "9", "entitlements": [], "user": user, "context": 1,
            "authorizing_integration_owners": {}, "attachment_size_limit": 10_485_760,
            "data": {"custom_id": "form", "components": [label("turn", "e4"), label("reason", "none")]},
        }});
        let read = without_labels(&payload.to_string()).expect("labels");
        let read: Interaction = serde_json::from_value(read).expect("an interaction");
        let form = crate::discord::ui::interaction::Interaction::Modal(
            read.as_modal_submit().expect("a form"),
        );
        assert_eq!([form.typed("turn"), form.typed("reason")], ["e4", "none"]);
        assert!(without_labels(r#"{"op":0,"d":{"data":{"components":[]}}}"#).is_none());
    }

    #[test]
    fn interaction_with_unknown_profile_fields_is_decoded_without_them() {
        let user = json!({
            "id": "7", "username": "ana", "global_name": "Ana", "discriminator": "0", "avatar": "v2_0123456789abcdef",
            "public_flags": 1_u64 << 40, "flags": 1_u64 << 40, "avatar_decoration_data": 5, "primary_guild": "x",
        });
        let payload = json!({
            "id": "12", "application_id": "3", "type": 2, "token": "secret", "version": 1, "locale": "en-GB",
            "channel_id": "9", "entitlements": [], "user": user, "context": 1,
            "authorizing_integration_owners": {}, "attachment_size_limit": 10_485_760,
            "data": {"id": "4", "name": "help", "type": 1, "resolved": {"users": {"7": user}}},
        });
        assert!(serde_json::from_value::<Interaction>(payload.clone()).is_err());
        let read = without_profiles(&payload);
        let Some(Interaction::Command(command)) = read else {
            panic!("{read:?}")
        };
        assert_eq!(command.user.global_name.as_deref(), Some("Ana"));
        assert_eq!(command.data.resolved.users.len(), 1);
    }
}
