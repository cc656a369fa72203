//! Checkers of web pages: html-validate for HTML, and axe-core for accessibility in a browser.
//!
//! `tests/page-checkers/install` installs both to `target/page-checkers`, or to the folder `PAGE_CHECKERS`.
//! Without them nothing is found, and the reason is printed.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::LazyLock;

use fantoccini::Client;
use serde_json::Value;

/// The installed checkers.
struct Checkers {
    modules: PathBuf,
    /// The script of axe-core.
    axe: String,
}

static CHECKERS: LazyLock<Option<Checkers>> = LazyLock::new(|| match find() {
    Ok(checkers) => Some(checkers),
    Err(reason) => {
        // Not by a macro: the test runner hides the captured output of tests that pass.
        let _ = writeln!(
            std::io::stderr(),
            "Pages are not checked by html-validate and axe-core: {reason}."
        );
        None
    }
});

fn find() -> Result<Checkers, String> {
    let folder = std::env::var_os("PAGE_CHECKERS").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("target/page-checkers"),
        PathBuf::from,
    );
    let modules = folder.join("node_modules");
    let script = modules.join("axe-core/axe.min.js");
    let axe = std::fs::read_to_string(script);
    let axe = axe.map_err(|_| "tests/page-checkers/install was not run".to_owned())?;
    if !modules.join("html-validate").is_dir() {
        return Err("tests/page-checkers/install has not finished".to_owned());
    }
    let node = Command::new("node").arg("--version").output();
    node.map_err(|error| format!("node cannot be started: {error}"))?;
    Ok(Checkers { modules, axe })
}

/// Whether the checkers are installed. If not, the others of this file find nothing.
pub fn are_installed() -> bool {
    CHECKERS.is_some()
}

/// Returns what is wrong with an HTML document by the HTML standard, as sentences.
pub fn html_validate(html: &str) -> Vec<String> {
    html_validate_all(&[html]).pop().unwrap_or_default()
}

/// Returns what is wrong with each of several HTML documents, in one run of Node.js.
pub fn html_validate_all(documents: &[&str]) -> Vec<Vec<String>> {
    let Some(checkers) = &*CHECKERS else {
        return vec![Vec::new(); documents.len()];
    };
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/page-checkers/validate.js");
    let mut node = Command::new("node")
        .arg(script)
        .env("NODE_PATH", &checkers.modules)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("node starts");
    let input = node.stdin.take().expect("node's input");
    serde_json::to_writer(input, documents).expect("node reads the documents");
    let output = node.wait_with_output().expect("node ends");
    assert!(output.status.success(), "html-validate fails");
    serde_json::from_slice(&output.stdout).expect("findings")
}

/// Returns what axe-core finds on the page that is open in a browser, as sentences.
pub async fn axe(client: &Client) -> Vec<String> {
    let Some(checkers) = &*CHECKERS else {
        return Vec::new();
    };
    let loaded = client.execute(&checkers.axe, Vec::new()).await;
    loaded.expect("axe-core can be loaded");
    let run = "const done = arguments[0];
        axe.run(document, { resultTypes: ['violations'] }).then(
            ({ violations }) => done(violations.flatMap(({ id, help, nodes }) => nodes.map(
                ({ target, failureSummary }) => `${target.join(' ')}: ${help} (${id}). ${failureSummary.replace(/\\s+/g, ' ')}`))),
            (error) => done(`axe-core fails: ${error}`));";
    let found = client.execute_async(run, Vec::new()).await;
    match found.expect("axe-core can be run") {
        Value::Array(findings) => findings
            .iter()
            .map(|finding| finding.as_str().unwrap_or_default().to_owned())
            .collect(),
        other => vec![other.to_string()],
    }
}
