//! The licences of the crates in the binary: `assets/licences.txt`, which `anteroom licences` prints.
//!
//! After a change of `Cargo.lock`, run this with `ANTEROOM_KEEP_LICENCES=1` to write the file.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::PathBuf;
use std::process::Command;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/licences.txt");

/// The platform of the listed crates: that of the Docker image.
const PLATFORM: &str = "x86_64-unknown-linux-gnu";

/// A crate of others in the program.
struct Package {
    folder: PathBuf,
    /// Its `Cargo.toml`.
    manifest: toml::Table,
}

impl Package {
    /// Returns a text of the manifest's `[package]`, or an empty one.
    fn text(&self, field: &str) -> &str {
        self.field(field)
            .and_then(toml::Value::as_str)
            .unwrap_or_default()
    }

    fn field(&self, field: &str) -> Option<&toml::Value> {
        self.manifest.get("package")?.get(field)
    }
}

/// Returns the third-party crates in the program, by name and version.
///
/// `cargo tree` needs only what the build of the program has downloaded. `cargo metadata` asks for the crates of every
/// member of the workspace, and fails on a machine that has built nothing but the default members.
fn crates() -> BTreeMap<(String, String), Package> {
    let output = Command::new(env!("CARGO"))
        .args(["tree", "--locked", "--offline", "--package", "anteroom"])
        // Build scripts and tests are not in the binary.
        .args(["--edges", "normal", "--target", PLATFORM])
        .args(["--prefix", "none", "--format", "{p}"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo");
    assert!(output.status.success(), "{output:?}");
    let listed = String::from_utf8(output.stdout).expect("UTF-8");
    let mut found = BTreeMap::new();
    for line in listed.lines() {
        // `serde v1.0.228`, with `(proc-macro)` or `(*)` behind it. Our own crates have their path there.
        let mut words = line.split(' ');
        let (Some(name), Some(version)) = (words.next(), words.next()) else {
            continue;
        };
        if words.any(|word| word.starts_with("(/")) {
            continue;
        }
        let version = version.trim_start_matches('v');
        let folder = downloaded(&format!("{name}-{version}"));
        let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).expect("a manifest");
        let manifest = manifest.parse().expect("TOML");
        found.insert(
            (name.to_owned(), version.to_owned()),
            Package { folder, manifest },
        );
    }
    found
}

/// Returns the folder into which Cargo has unpacked a crate.
fn downloaded(name: &str) -> PathBuf {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(std::env::home_dir()?.join(".cargo")));
    let sources = home.expect("Cargo's home").join("registry/src");
    let registries = std::fs::read_dir(&sources).expect("downloaded crates");
    registries
        .map(|registry| registry.expect("a folder").path().join(name))
        .find(|folder| folder.is_dir())
        .unwrap_or_else(|| panic!("{name} is not below {}", sources.display()))
}

/// Returns the texts of a crate: its licence (MIT if there is a choice) and its notices.
fn texts(package: &Package) -> Vec<String> {
    let folder = &package.folder;
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
    let has_mit = package.text("license").contains("MIT")
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

fn licences() -> String {
    let mut file = String::from(
        "The crates of others in the program, and their licences. Where a crate may be used under several, the MIT licence is given.\n\n",
    );
    // Texts that differ only in their line breaks count as the same.
    let mut shared: Vec<(String, String, Vec<String>)> = Vec::new();
    for ((name, version), package) in crates() {
        let crate_name = format!("{name} {version}");
        let _ = writeln!(file, "{crate_name}: {}", package.text("license"));
        let own = texts(&package);
        if own.is_empty() {
            let authors = package.field("authors").and_then(toml::Value::as_array);
            let authors: Vec<_> = authors
                .into_iter()
                .flatten()
                .filter_map(toml::Value::as_str)
                .collect();
            let _ = writeln!(
                file,
                "    It has no text of its own. By {}, {}",
                if authors.is_empty() {
                    String::from("its contributors")
                } else {
                    authors.join(", ")
                },
                package.text("repository")
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
    let licences = licences();
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
