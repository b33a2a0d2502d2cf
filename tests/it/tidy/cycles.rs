//! Files of a crate have no import cycles: what two of them need is in a module below both.
//!
//! A module counts together with the modules inside of it, so that a module and its own parts may
//! use each other; among the parts of one module there must be no circle again.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The sources of crates in which no files import each other in circles.
const WITHOUT_CYCLES: &[&str] = &[
    "benches/agent/src",
    "cli/src",
    "examples/agent/src",
    "guest-runtime/boundary/src",
    "guest-runtime/protocol/src",
    "guest-runtime/shell/src",
    "guest-runtime/src",
    "host/src",
    "intent/src",
    "mcp/src",
    "net/src",
    "prompt/src",
    "service/src",
    "stores/src",
    "tests/src",
    "tools/src",
    "vfs/src",
    "xtask/src",
];

/// The names of a module from the crate's root on.
pub(super) type Module = Vec<String>;

#[test]
fn files_have_no_import_cycles() {
    for folder in WITHOUT_CYCLES {
        let cycles = cycles(&modules_below(&super::root().join(folder)));
        assert!(cycles.is_empty(), "{folder}: {cycles:#?}");
    }
}

#[test]
fn a_cycle_is_found_and_a_module_with_its_submodules_is_not_one() {
    let sources = |list: &[(&str, &str)]| -> BTreeMap<Module, String> {
        let module = |name: &str| name.split("::").map(str::to_owned).collect();
        list.iter()
            .map(|(name, text)| (module(name), (*text).to_owned()))
            .collect()
    };
    let parts = sources(&[
        ("a", "use crate::a::inner::X; // crate::b::Y"),
        ("a::inner", "use super::Z; use crate::b::{self, c::{D, E}};"),
        (
            "b",
            "pub struct Y;\n#[cfg(test)]\nmod tests { use crate::a::X; }",
        ),
        ("b::c", "fn f() {}"),
    ]);
    assert_eq!(cycles(&parts), Vec::<String>::new());
    let circle = sources(&[
        ("a", "use crate::{b::Y, d};"),
        ("b", "fn f() -> crate::c::Z {}"),
        ("c::d", "use super::super::a::X;"),
        ("d", ""),
    ]);
    assert_eq!(cycles(&circle), ["a -> b -> c -> a"]);
}

/// The modules below a folder with their texts.
pub(super) fn modules_below(folder: &Path) -> BTreeMap<Module, String> {
    let files = super::files_under(folder, "rs").into_iter();
    files
        .filter_map(|path| {
            let name = path.strip_prefix(folder).unwrap().with_extension("");
            let mut module: Module = name
                .iter()
                .map(|part| part.to_string_lossy().into_owned())
                .collect();
            match module.last().map(String::as_str) {
                Some("tests") => return None,
                Some("mod" | "lib" | "main") => drop(module.pop()),
                _ => {}
            }
            Some((module, fs::read_to_string(&path).unwrap()))
        })
        .collect()
}

/// Every circle, as the names of its modules.
fn cycles(sources: &BTreeMap<Module, String>) -> Vec<String> {
    // Uses among the parts of each module.
    let mut graphs: BTreeMap<Module, BTreeMap<String, BTreeSet<String>>> = BTreeMap::new();
    for (module, text) in sources {
        for path in paths(&code_of(text)) {
            let used = resolved(module, &path, sources);
            let shared = module.iter().zip(&used).take_while(|(a, b)| a == b).count();
            if let (Some(user), Some(used)) = (module.get(shared), used.get(shared)) {
                let graph = graphs.entry(module[..shared].to_vec()).or_default();
                graph.entry(user.clone()).or_default().insert(used.clone());
            }
        }
    }
    graphs.values().flat_map(cycles_of).collect()
}

/// The circles of one graph, as the names in it.
pub(super) fn cycles_of(graph: &BTreeMap<String, BTreeSet<String>>) -> Vec<String> {
    let mut found = Vec::new();
    let mut done = BTreeSet::new();
    for name in graph.keys() {
        visit(graph, name, &mut Vec::new(), &mut done, &mut found);
    }
    found
}

fn visit(
    graph: &BTreeMap<String, BTreeSet<String>>,
    name: &str,
    way: &mut Vec<String>,
    done: &mut BTreeSet<String>,
    found: &mut Vec<String>,
) {
    if let Some(at) = way.iter().position(|passed| passed == name) {
        found.push(format!("{} -> {name}", way[at..].join(" -> ")));
        return;
    }
    if done.contains(name) {
        return;
    }
    way.push(name.to_owned());
    for used in graph.get(name).into_iter().flatten() {
        visit(graph, used, way, done, found);
    }
    way.pop();
    done.insert(name.to_owned());
}

/// The module that a path of a module leads to: what is behind it is an item.
fn resolved(module: &Module, path: &[String], sources: &BTreeMap<Module, String>) -> Module {
    let mut at = match path[0].as_str() {
        "crate" => Module::new(),
        _ => module.clone(),
    };
    for name in path {
        match name.as_str() {
            "crate" => {}
            "super" => drop(at.pop()),
            name => {
                at.push(name.to_owned());
                if !sources.keys().any(|known| known.starts_with(&at)) {
                    at.pop();
                    break;
                }
            }
        }
    }
    at
}

/// A text without comments, and without the tests at its end.
pub(super) fn code_of(text: &str) -> String {
    let end = text.find("#[cfg(test)]\nmod tests {");
    text[..end.unwrap_or(text.len())]
        .lines()
        .map(|line| line.split("//").next().unwrap_or_default())
        .fold(String::new(), |code, line| code + line + "\n")
}

/// Every path that begins with `crate` or `super`.
fn paths(code: &str) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    for start in ["crate::", "super::"] {
        for (at, _) in code.match_indices(start) {
            let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == ':' || c == '$';
            if !code[..at].ends_with(is_part) {
                branches(&code[at..], &[], &mut found);
            }
        }
    }
    found
}

/// Adds the paths of a tree such as `a::{b, c::d}`; answers the text behind it.
fn branches<'a>(text: &'a str, before: &[String], found: &mut Vec<Vec<String>>) -> &'a str {
    let mut path = before.to_vec();
    let mut rest = text.trim_start();
    loop {
        if let Some(mut inner) = rest.strip_prefix('{') {
            loop {
                inner = branches(inner, &path, found).trim_start();
                match inner.strip_prefix(',') {
                    Some(next) => inner = next,
                    None => return inner.strip_prefix('}').unwrap_or(inner),
                }
            }
        }
        let end = rest
            .find(|c: char| !c.is_alphanumeric() && c != '_')
            .unwrap_or(rest.len());
        if end == 0 {
            // `*`, or the comma after the last branch.
            found.push(path);
            return rest.strip_prefix('*').unwrap_or(rest);
        }
        if &rest[..end] != "self" {
            path.push(rest[..end].to_owned());
        }
        rest = &rest[end..];
        match rest.strip_prefix("::") {
            Some(next) => rest = next,
            None => {
                found.push(path);
                let renamed = rest.trim_start().strip_prefix("as ");
                return renamed.map_or(rest, |new| {
                    new.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_')
                });
            }
        }
    }
}
