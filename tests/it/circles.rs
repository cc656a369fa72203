//! No files import each other in a circle, in any crate: re-exports, aliases and globs are followed to the file in which an
//! item stands. A folder's own file (`mod.rs`, `lib.rs`) is where its files meet, and counts for no circle.

use std::collections::{BTreeMap, BTreeSet};

use crate::house::{code, files, is_name, root};

/// The crates with the folders of their sources.
const CRATES: [(&str, &str); 7] = [
    ("src", "anteroom"),
    ("crates/anteroom-board/src", "anteroom_board"),
    ("crates/anteroom-games/src", "anteroom_games"),
    ("crates/anteroom-matches/src", "anteroom_matches"),
    ("crates/anteroom-render/src", "anteroom_render"),
    ("crates/anteroom-search/src", "anteroom_search"),
    ("crates/loopback-discord/src", "loopback_discord"),
];

/// A path of modules and items, from the name of its crate on.
type Names = Vec<String>;

/// The modules by their paths.
type Modules = BTreeMap<Names, Module>;

struct Module {
    /// Whether this is a folder's own file.
    is_folder: bool,
    uses: Vec<Use>,
    /// The code without its imports.
    body: String,
}

/// An import of one item.
struct Use {
    is_public: bool,
    path: Names,
    /// The name in this file; `*` for a glob.
    name: String,
}

impl Module {
    fn of(is_folder: bool, code: &str) -> Self {
        let (mut uses, mut body) = (Vec::new(), String::new());
        let mut rest = code;
        while let Some((before, statement, after, is_public)) = next_use(rest) {
            body.push_str(before);
            imports(statement, &[], is_public, &mut uses);
            rest = after;
        }
        body.push_str(rest);
        Self {
            is_folder,
            uses,
            body,
        }
    }
}

/// Splits code at its next import: what is before it, its tree, what is behind it, and whether it is public.
fn next_use(code: &str) -> Option<(&str, &str, &str, bool)> {
    let mut from = 0;
    loop {
        let place = from + code[from..].find("use ")?;
        let line = code[..place].rfind('\n').map_or(0, |end| end + 1);
        let visibility = code[line..place].trim();
        if visibility.is_empty() || visibility.starts_with("pub") && !visibility.contains(' ') {
            let (tree, after) = code[place + 4..].split_once(';')?;
            return Some((&code[..line], tree, after, !visibility.is_empty()));
        }
        from = place + 4;
    }
}

/// Adds the imports of a tree: `a::{b, c as d}`.
fn imports(tree: &str, before: &[String], is_public: bool, uses: &mut Vec<Use>) {
    let tree = tree.trim();
    if let Some((head, group)) = tree.split_once('{') {
        let mut path = before.to_vec();
        path.extend(names(head));
        let group = group.trim_end().trim_end_matches('}');
        let (mut depth, mut begun) = (0, 0);
        for (place, c) in group.char_indices() {
            match c {
                '{' => depth += 1,
                '}' => depth -= 1,
                ',' if depth == 0 => {
                    imports(&group[begun..place], &path, is_public, uses);
                    begun = place + 1;
                }
                _ => {}
            }
        }
        return imports(&group[begun..], &path, is_public, uses);
    }
    let (path, alias) = match tree.split_once(" as ") {
        Some((path, alias)) => (path, Some(alias.trim())),
        None => (tree, None),
    };
    let mut path: Names = before.iter().cloned().chain(names(path)).collect();
    if path.last().is_some_and(|last| last == "self") {
        path.pop();
    }
    let Some(last) = path.last() else { return };
    let name = alias.unwrap_or(last).to_owned();
    if name == "*" {
        path.pop();
    }
    uses.push(Use {
        is_public,
        path,
        name,
    });
}

fn names(path: &str) -> impl Iterator<Item = String> {
    let parts = path.split("::").map(str::trim);
    parts.filter(|part| !part.is_empty()).map(str::to_owned)
}

/// Returns the path from its crate on; `None` if it leads to no crate of ours.
fn absolute(modules: &Modules, module: &[String], path: &[String]) -> Option<Names> {
    let (first, rest) = path.split_first()?;
    let begin = match first.as_str() {
        "crate" => module[..1].to_vec(),
        "self" => module.to_vec(),
        "super" => {
            let parent = &module[..module.len() - 1];
            return match rest.first().map(String::as_str) {
                Some("super") => absolute(modules, parent, rest),
                _ => Some([parent, rest].concat()),
            };
        }
        name if CRATES.iter().any(|(_, one)| *one == name) => vec![first.clone()],
        _ => {
            let child = [module, std::slice::from_ref(first)].concat();
            modules.contains_key(&child).then_some(child)?
        }
    };
    Some([begin.as_slice(), rest].concat())
}

/// Returns the module in which the item of a path stands.
fn home(modules: &Modules, path: &[String], asked: &mut BTreeSet<Names>) -> Option<Names> {
    if !asked.insert(path.to_vec()) {
        return None;
    }
    let length = (1..=path.len())
        .rev()
        .find(|end| modules.contains_key(&path[..*end]))?;
    let (module, rest) = path.split_at(length);
    let Some((item, behind)) = rest.split_first() else {
        return Some(module.to_vec());
    };
    for one in &modules[module].uses {
        let is_glob = one.name == "*" && one.is_public;
        if one.name != *item && !is_glob {
            continue;
        }
        let Some(target) = absolute(modules, module, &one.path) else {
            continue;
        };
        let behind = if is_glob { rest } else { behind };
        let found = home(modules, &[&target, behind].concat(), asked);
        // A glob may lead to where the item is not.
        let is_there = |found: &Names| {
            let words = modules[found].body.split(|c: char| !is_name(c));
            found.as_slice() != target || words.into_iter().any(|word| word == item)
        };
        if found
            .as_ref()
            .is_some_and(|found| !is_glob || is_there(found))
        {
            return found;
        }
    }
    Some(module.to_vec())
}

/// Returns the paths in some code that begin with this name.
fn paths_behind<'a>(code: &'a str, name: &'a str) -> impl Iterator<Item = Names> + 'a {
    let begin = format!("{name}::");
    let places: Vec<_> = code.match_indices(&begin).map(|(place, _)| place).collect();
    places.into_iter().filter_map(move |place| {
        if code[..place].ends_with(|c: char| is_name(c) || c == ':') {
            return None;
        }
        let end = code[place..].find(|c: char| !is_name(c) && c != ':');
        let path = &code[place..end.map_or(code.len(), |end| place + end)];
        Some(names(path).collect())
    })
}

/// Returns the files that a module imports, without folders' own files.
fn known(modules: &Modules, own: &Names, module: &Module) -> BTreeSet<Names> {
    let mut paths: Vec<Names> = Vec::new();
    for one in &module.uses {
        let target = absolute(modules, own, &one.path);
        let is_module = target.is_some_and(|target| modules.contains_key(&target));
        if is_module && one.name != "*" {
            // A module is imported: what counts is what is used of it.
            let used = paths_behind(&module.body, &one.name);
            paths.extend(used.map(|path| [&one.path, &path[1..]].concat()));
        } else {
            paths.push(one.path.clone());
        }
    }
    for root in ["crate", "super", "self"] {
        paths.extend(paths_behind(&module.body, root));
    }
    let homes = paths.iter().filter_map(|path| {
        let path = absolute(modules, own, path)?;
        home(modules, &path, &mut BTreeSet::new())
    });
    homes
        .filter(|home| home != own && !modules[home].is_folder)
        .collect()
}

/// Returns the files of all circles, each with those of them that it imports, and the number of all imports.
fn circles(modules: &Modules) -> (BTreeMap<&Names, BTreeSet<Names>>, usize) {
    let of_files = modules.iter().filter(|(_, module)| !module.is_folder);
    let mut knows: BTreeMap<_, _> = of_files
        .map(|(own, module)| (own, known(modules, own, module)))
        .collect();
    let edges = knows.values().map(BTreeSet::len).sum();
    // Files that import only removed ones, and files that no other imports, are in no circle.
    loop {
        let imported: BTreeSet<_> = knows.values().flatten().cloned().collect();
        let before = knows.len();
        knows.retain(|own, others| !others.is_empty() && imported.contains(*own));
        let left: BTreeSet<_> = knows.keys().map(|own| (*own).clone()).collect();
        for others in knows.values_mut() {
            others.retain(|other| left.contains(other));
        }
        if knows.len() == before {
            return (knows, edges);
        }
    }
}

fn all_modules() -> Modules {
    let mut modules = Modules::new();
    for (folder, krate) in CRATES {
        let root = root().join(folder);
        for path in files(&root) {
            let below = path
                .strip_prefix(&root)
                .expect("a file below")
                .with_extension("");
            let mut names: Names = vec![krate.to_owned()];
            names.extend(
                below
                    .iter()
                    .map(|part| part.to_str().expect("a name").to_owned()),
            );
            let is_folder = ["mod.rs", "lib.rs"].iter().any(|end| path.ends_with(end));
            if is_folder {
                names.pop();
            }
            modules.insert(names, Module::of(is_folder, &code(&path)));
        }
    }
    modules
}

#[test]
fn no_files_import_each_other_in_a_circle() {
    let modules = all_modules();
    let (circles, edges) = circles(&modules);
    assert!(circles.is_empty(), "a circle among {circles:#?}");
    assert!(edges > 1500, "{edges}");
}

/// Whether two files are a circle if the second one, and the file of their folder, have this code.
fn is_circle(folder: &str, second: &str) -> bool {
    let module = |path: &str, code: &str| {
        let names: Names = names(path).collect();
        let is_folder = names.len() < 3;
        (names, Module::of(is_folder, code))
    };
    let modules = Modules::from([
        module("anteroom", "pub mod room;"),
        module("anteroom::room", folder),
        module(
            "anteroom::room::first",
            "use super::second::Second;\npub struct First;",
        ),
        module("anteroom::room::second", second),
    ]);
    !circles(&modules).0.is_empty()
}

#[test]
fn circles_of_each_kind_are_found() {
    let mods = "mod first;\nmod second;";
    let exported = "mod first;\nmod second;\npub use first::First;";
    let renamed = "mod first;\nmod second;\npub use first::First as Other;";
    let globbed = "mod first;\nmod second;\npub use first::*;";
    for (folder, second, is) in [
        (mods, "pub struct Second;", false),
        (mods, "use super::first::First;", true),
        (
            mods,
            "use crate::room::first as one;\nfn f() { one::First; }",
            true,
        ),
        (mods, "use crate::room::first as one;", false),
        (mods, "fn f() { super::first::First; }", true),
        (mods, "use super::{\n    first::{self, First},\n};", true),
        (exported, "use super::First;", true),
        (exported, "use crate::room;\nfn f() { room::First; }", true),
        (renamed, "use crate::room::Other;", true),
        (globbed, "use crate::room::First;", true),
        (exported, "use super::Second;", false),
    ] {
        assert_eq!(is_circle(folder, second), is, "{folder}\n{second}");
    }
}
