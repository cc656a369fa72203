//! The licences of the crates in the binary: `assets/licences.txt`, which `anteroom licences` prints.
//!
//! After a change of `Cargo.lock`, run this with `ANTEROOM_KEEP_LICENCES=1` to write the file.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/licences.txt");

/// The platform of the listed crates: that of the Docker image.
const PLATFORM: &str = "x86_64-unknown-linux-gnu";

fn metadata() -> Value {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--locked", "--offline", "--format-version", "1"])
        .args(["--filter-platform", PLATFORM])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo");
    assert!(output.status.success(), "{output:?}");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// Returns the third-party crates in the program, by name and version.
fn crates(metadata: &Value) -> BTreeMap<(&str, &str), &Value> {
    let packages: BTreeMap<&str, &Value> = list(&metadata["packages"])
        .map(|package| (text(&package["id"]), package))
        .collect();
    let nodes: BTreeMap<&str, &Value> = list(&metadata["resolve"]["nodes"])
        .map(|node| (text(&node["id"]), node))
        .collect();
    let own = packages
        .values()
        .filter(|package| package["name"] == "anteroom");
    let mut waiting: Vec<&str> = own.map(|package| text(&package["id"])).collect();
    let mut seen = BTreeSet::new();
    while let Some(id) = waiting.pop() {
        if seen.insert(id) {
            // Build scripts and tests are not in the binary.
            let needed = list(&nodes[id]["deps"])
                .filter(|needed| list(&needed["dep_kinds"]).any(|kind| kind["kind"].is_null()));
            waiting.extend(needed.map(|needed| text(&needed["pkg"])));
        }
    }
    let packages = seen.into_iter().map(|id| packages[id]);
    packages
        .filter(|package| package["source"].is_string())
        .map(|package| ((text(&package["name"]), text(&package["version"])), package))
        .collect()
}

/// Returns the texts of a crate: its licence (MIT if there is a choice) and its notices.
fn texts(package: &Value) -> Vec<String> {
    let manifest = Path::new(text(&package["manifest_path"]));
    let folder = manifest.parent().expect("a folder");
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("a file"))
        .filter(|entry| entry.path().is_file())
        .filter_map(|entry| entry.file_name().into_string().ok())
        .collect();
    names.sort();
    let starts = |name: &str, words: &[&str]| {
        let name = name.to_lowercase();
        words.iter().any(|word| name.starts_with(word))
    };
    let may_be_mit = |name: &str| name.to_lowercase().contains("mit");
    let has_mit = text(&package["license"]).contains("MIT")
        && names
            .iter()
            .any(|name| starts(name, &["licen"]) && may_be_mit(name));
    let wanted = names.iter().filter(|name| {
        starts(name, &["notice", "copyright"])
            || starts(name, &["licen", "copying"]) && (!has_mit || may_be_mit(name))
    });
    wanted
        .filter_map(|name| std::fs::read(folder.join(name)).ok())
        .map(|bytes| String::from_utf8_lossy(&bytes).replace("\r\n", "\n"))
        .collect()
}

fn licences(metadata: &Value) -> String {
    let mut file = String::from(
        "The crates of others in the program, and their licences. Where a crate may be used under several, the MIT licence is given.\n\n",
    );
    // Texts that differ only in their line breaks count as the same.
    let mut shared: Vec<(String, String, Vec<String>)> = Vec::new();
    for ((name, version), package) in crates(metadata) {
        let crate_name = format!("{name} {version}");
        let _ = writeln!(file, "{crate_name}: {}", text(&package["license"]));
        let own = texts(package);
        if own.is_empty() {
            let authors: Vec<_> = list(&package["authors"]).map(text).collect();
            let _ = writeln!(
                file,
                "    It has no text of its own. By {}, {}",
                if authors.is_empty() {
                    String::from("its contributors")
                } else {
                    authors.join(", ")
                },
                text(&package["repository"])
            );
        }
        for own in own {
            let words: Vec<_> = own.split_whitespace().collect();
            let words = words.join(" ");
            match shared.iter_mut().find(|(known, ..)| *known == words) {
                Some((_, _, crates)) if crates.last() == Some(&crate_name) => {}
                Some((_, _, crates)) => crates.push(crate_name.clone()),
                None => shared.push((words, own, vec![crate_name.clone()])),
            }
        }
    }
    for (_, text, crates) in shared {
        let lines: Vec<_> = text.trim_matches('\n').lines().map(str::trim_end).collect();
        let _ = write!(
            file,
            "\n{}\n{}\n\n{}\n",
            "-".repeat(80),
            crates.join(", "),
            lines.join("\n")
        );
    }
    file
}

#[test]
fn notice_names_a_licence_of_every_crate_in_the_program() {
    let notice = include_str!("../../../NOTICE.md");
    let kept = std::fs::read_to_string(FILE).expect("a file");
    let list = kept.split("-----").next().unwrap_or_default();
    for line in list.lines().skip(2).filter(|line| !line.starts_with(' ')) {
        let Some((_, licence)) = line.split_once(": ") else {
            continue;
        };
        for part in licence.replace(['(', ')'], "").split(" AND ") {
            let mut choices = part.split(" OR ").flat_map(|choice| choice.split('/'));
            assert!(
                choices.any(|choice| notice.contains(choice.trim())),
                "{line}"
            );
        }
    }
}

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
#[test]
fn licences_of_all_crates_in_the_program_go_with_it() {
    let licences = licences(&metadata());
    if std::env::var_os("ANTEROOM_KEEP_LICENCES").is_some() {
        std::fs::write(FILE, &licences).expect("a file");
    }
    let kept = std::fs::read_to_string(FILE).expect("a file");
    let list = |file: &str| file.split("-----").next().map(str::to_owned);
    assert_eq!(
        list(&kept),
        list(&licences),
        "the crates are others now: ANTEROOM_KEEP_LICENCES=1"
    );
    assert!(
        kept == licences,
        "a text is another now: ANTEROOM_KEEP_LICENCES=1"
    );
}
