//! Checks the bot's requests and the sandbox's answers against Discord's own OpenAPI description.
//!
//! The description is not part of the project. Its path is `LOOPBACK_DISCORD_OPENAPI`, else
//! `shared/discord/openapi.json` in a folder above. Without it the checks are skipped with a message.

use std::collections::HashMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex};

use jsonschema::Validator;
use loopback_discord::JournalEntry;
use serde_json::{Value, json};

static DESCRIPTION: LazyLock<Option<Value>> = LazyLock::new(|| {
    let Some(path) = std::env::var_os("LOOPBACK_DISCORD_OPENAPI")
        .map(PathBuf::from)
        .or_else(beside)
    else {
        left_out("LOOPBACK_DISCORD_OPENAPI does not say where it is");
        return None;
    };
    match std::fs::read(&path) {
        Ok(text) => Some(serde_json::from_slice(&text).expect("Discord's description is JSON")),
        Err(error) => {
            left_out(&format!("{}: {error}", path.display()));
            None
        }
    }
});

/// Prints why the checks are skipped.
/// Not by a macro: the test runner hides the captured output of tests that pass.
fn left_out(why: &str) {
    let _ = writeln!(
        std::io::stderr(),
        "Requests are not checked against Discord's OpenAPI description: {why}."
    );
}

/// Returns the description in the nearest folder above that has one.
fn beside() -> Option<PathBuf> {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .map(|folder| folder.join("shared/discord/openapi.json"))
        .find(|path| path.is_file())
}

/// Validators by the path of their schema: building one takes longer than using it a thousand times.
static VALIDATORS: LazyLock<Mutex<HashMap<String, &'static Validator>>> =
    LazyLock::new(Mutex::default);

/// Fails with all errors in these requests and answers.
pub fn check_journal(entries: &[JournalEntry]) {
    let Some(description) = &*DESCRIPTION else {
        return;
    };
    let mut faults = Vec::new();
    for entry in entries {
        for fault in check(description, entry) {
            faults.push(format!("{} {}: {fault}", entry.method, entry.path));
        }
    }
    assert!(
        faults.is_empty(),
        "not as Discord describes it:\n{}",
        faults.join("\n")
    );
}

fn check(description: &Value, entry: &JournalEntry) -> Vec<String> {
    let operation = format!(
        "/paths/{}/{}",
        escape(entry.route),
        entry.method.to_lowercase()
    );
    if description.pointer(&operation).is_none() {
        return vec!["Discord describes no such request".to_owned()];
    }
    let mut faults = Vec::new();
    let refused = (400..500).contains(&entry.status);
    // A refused request broke a rule, often on purpose.
    if let Some(request) = entry.request.as_ref().filter(|_| !refused) {
        let place = format!("{operation}/requestBody/content/application~1json/schema");
        faults.extend(compare(
            description,
            &place,
            &as_described(request),
            "the request",
        ));
    }
    // What a fault answers is not Discord's.
    if entry.cut || entry.planned || entry.status >= 500 {
        return faults;
    }
    let Some(answer) = described_answer(description, &operation, entry.status) else {
        faults.push(format!(
            "Discord describes no answer with status {}",
            entry.status
        ));
        return faults;
    };
    let place = format!("{answer}/content/application~1json/schema");
    match (&entry.response, description.pointer(&place)) {
        (Some(response), Some(_)) => faults.extend(compare(
            description,
            &place,
            &with_number_codes(response),
            "the answer",
        )),
        (Some(_), None) => faults.push("the answer should have no body".to_owned()),
        (None, Some(_)) => faults.push("the answer has no body".to_owned()),
        (None, None) => {}
    }
    faults
}

/// Returns the path of the answer with this status.
fn described_answer(description: &Value, operation: &str, status: u16) -> Option<String> {
    let class = format!("{}XX", status / 100);
    let place = [status.to_string(), class]
        .into_iter()
        .map(|status| format!("{operation}/responses/{status}"));
    let place = place
        .into_iter()
        .find(|place| description.pointer(place).is_some())?;
    let reference = description
        .pointer(&place)
        .and_then(|answer| answer["$ref"].as_str());
    Some(reference.map_or(place.clone(), |reference| {
        reference.trim_start_matches('#').to_owned()
    }))
}

fn compare(description: &Value, place: &str, value: &Value, what: &str) -> Vec<String> {
    let mut validators = VALIDATORS
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner);
    let validator: &'static Validator = validators.entry(place.to_owned()).or_insert_with(|| {
        let schema = description
            .pointer(place)
            .cloned()
            .unwrap_or(Value::Bool(true));
        let schema = json!({ "allOf": [schema], "components": description["components"] });
        Box::leak(Box::new(
            jsonschema::validator_for(&schema).expect("Discord's schemas are schemas"),
        ))
    });
    validator
        .iter_errors(value)
        .map(|error| format!("{what}, at “{}”: {error}", error.instance_path()))
        .collect()
}

/// Converts ids and numbers: Discord accepts more forms than its description.
fn as_described(value: &Value) -> Value {
    match value {
        Value::Array(items) => items.iter().map(as_described).collect(),
        Value::Object(fields) => {
            let fields = fields.iter().map(|(key, value)| {
                let value = match (key.as_str(), value) {
                    ("attachments", Value::Array(files)) => {
                        files.iter().map(with_text_id).collect()
                    }
                    ("default_member_permissions", Value::String(bits)) => {
                        bits.parse::<u64>().map_or(value.clone(), Value::from)
                    }
                    _ => as_described(value),
                };
                (key.clone(), value)
            });
            Value::Object(fields.collect())
        }
        other => other.clone(),
    }
}

fn with_text_id(file: &Value) -> Value {
    let mut file = file.clone();
    if let Some(id) = file["id"].as_u64() {
        file["id"] = id.to_string().into();
    }
    file
}

/// Replaces the codes in the tree of invalid fields: they are words, but the description has numbers.
fn with_number_codes(response: &Value) -> Value {
    fn walk(value: &mut Value) {
        match value {
            Value::Array(faults) => faults.iter_mut().for_each(|fault| fault["code"] = 0.into()),
            Value::Object(fields) => fields.values_mut().for_each(walk),
            _ => {}
        }
    }
    let mut response = response.clone();
    if let Some(errors) = response.get_mut("errors") {
        walk(errors);
    }
    response
}

fn escape(route: &str) -> String {
    route.replace('~', "~0").replace('/', "~1")
}
