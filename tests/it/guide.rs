//! The example of `docs/adding-a-feature.md`, copied as the guide says into a copy of everything.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::support::is_long;

/// The house looks at the copy. With `ANTEROOM_LONG_TESTS`, all tests of the bot run on it, which compiles it: the guide
/// names those that fail.
#[test]
fn example_passes_everything_but_what_the_guide_names() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let guide = fs::read_to_string(here.join("docs/adding-a-feature.md")).expect("the guide");
    let bullets = guide.lines().filter_map(|line| {
        let name = line.trim().strip_prefix("- `")?.split_once("`: ")?.0;
        name.contains("::").then(|| name.to_owned())
    });
    let named: BTreeSet<_> = bullets.collect();
    assert_eq!(named.len(), 2, "{named:?}");
    let list = said(own().arg("--list"));
    for name in &named {
        assert!(list.contains(&format!("{name}: test\n")), "{name}");
    }

    let folder = tempfile::tempdir().expect("a folder");
    let copy = folder.path();
    copied(here, copy);
    let feature = copy.join("src/features/ongoing");
    copied(&here.join("docs/example-feature"), &feature);
    let list = copy.join("src/features/mod.rs");
    let mut features = fs::read_to_string(&list).expect("the list");
    for (before, own) in [
        ("pub mod play;\n", "pub mod ongoing;\n"),
        ("    play::FEATURE,\n", "    ongoing::FEATURE,\n"),
    ] {
        assert_eq!(features.matches(before).count(), 1, "{before}");
        features = features.replace(before, &format!("{own}{before}"));
    }
    fs::write(&list, features).expect("the list");
    let looks = own()
        .args(["house::", "circles::"])
        .env("ANTEROOM_SOURCES", copy)
        .output();
    let looks = looks.expect("the house");
    assert!(looks.status.success(), "{looks:?}");

    if !is_long() {
        return;
    }
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args([
        "test",
        "--locked",
        "--no-fail-fast",
        "--lib",
        "--test",
        "it",
    ]);
    cargo.env_remove("ANTEROOM_LONG_TESTS").current_dir(copy);
    cargo.env(
        "CARGO_TARGET_DIR",
        Path::new(env!("CARGO_TARGET_TMPDIR")).join("guide"),
    );
    let told = said(&mut cargo);
    let failed = told.lines().filter_map(|line| {
        let name = line.strip_prefix("test ")?.strip_suffix(" ... FAILED")?;
        Some(name.to_owned())
    });
    assert_eq!(failed.collect::<BTreeSet<_>>(), named, "{told}");
}

/// Returns these tests as a command.
fn own() -> Command {
    Command::new(std::env::current_exe().expect("these tests"))
}

fn said(command: &mut Command) -> String {
    let output = command.output().expect("a process");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Copies a folder, but not what is built in it.
fn copied(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder") {
        let entry = entry.expect("an entry");
        let (name, path) = (entry.file_name(), entry.path());
        if [".git", "target", "sandbox-data"]
            .iter()
            .any(|left| name == *left)
        {
            continue;
        }
        if path.is_dir() {
            copied(&path, &to.join(name));
        } else {
            fs::copy(&path, to.join(name)).expect("a copy");
        }
    }
}
