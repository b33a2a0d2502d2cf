//! Modules of a crate do not call each other in circles, also where imports do not show it: a method
//! of a type is called without naming the module that it is written in.
//!
//! A call is recognised by the name of the method, so only methods count whose name is defined once in
//! their crate for other modules, and is called by no crate that cannot see them: `count` is a method of
//! every iterator. Functions that are no methods need an import, and `cycles` looks at those.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use super::EDGES;
use super::cycles::{Module, code_of, cycles_of, modules_below};

/// The crates whose modules are checked.
const CRATES: &[&str] = &["host", "ops", "tools", "transfer", "vfs"];

/// Calls between two modules of a crate that are allowed although they close a circle, and why.
const ALLOWED: &[(&str, &str, &str, &str)] = &[];

#[test]
fn modules_do_not_call_each_other_in_circles() {
    let foreign = called_by_crate();
    let mut unused: BTreeSet<_> = ALLOWED.iter().map(|(a, b, c, _)| (*a, *b, *c)).collect();
    let mut problems = Vec::new();
    for member in CRATES {
        let sources = modules_below(&super::root().join(member).join("src"));
        let not_ours: BTreeSet<&str> = foreign
            .iter()
            .filter(|(other, _)| **other != *member && !sees(other, member))
            .flat_map(|(_, names)| names.iter().map(String::as_str))
            .collect();
        let mut calls = calls_between_modules(&sources, &not_ours);
        for (krate, from, to, _) in ALLOWED {
            if krate == member
                && calls
                    .get_mut(*from)
                    .is_some_and(|of| of.remove(*to).is_some())
            {
                unused.remove(&(krate, from, to));
            }
        }
        problems.extend(
            circles(&calls)
                .into_iter()
                .map(|circle| format!("{member}: {circle}")),
        );
    }
    assert!(problems.is_empty(), "\n{}", problems.join("\n"));
    assert!(
        unused.is_empty(),
        "exceptions that nothing needs: {unused:?}"
    );
}

#[test]
fn a_circle_of_calls_is_found() {
    let sources: BTreeMap<Module, String> = [
        ("tree", "pub(crate) fn write_row(&self) { self.note_change(); }\npub fn count(&self) {}"),
        ("history", "pub(crate) fn note_change(\n    &self,\n) { self.prune_old() }\nfn prune_old(&self) {}"),
        ("history::undo", "fn undo(tree: &Tree) { tree.write_row(); } // tree.merge_into()"),
        ("branch", "pub(crate) fn merge_into(&self) { self.note_change(); self.count(); }"),
    ]
    .into_iter()
    .map(|(name, text)| (name.split("::").map(str::to_owned).collect(), text.to_owned()))
    .collect();
    let calls = |not_ours| calls_between_modules(&sources, &BTreeSet::from(not_ours));
    assert_eq!(
        circles(&calls(["count"])),
        ["history -> tree -> history (write_row; note_change)"]
    );
    assert_eq!(circles(&calls(["note_change"])), Vec::<String>::new());
}

/// For each module the modules that it calls, with the names of what is called.
type Calls = BTreeMap<String, BTreeMap<String, BTreeSet<String>>>;

/// The calls among the outermost modules; what lies at the crate's root is `crate`.
fn calls_between_modules(sources: &BTreeMap<Module, String>, not_ours: &BTreeSet<&str>) -> Calls {
    let outermost = |module: &Module| module.first().map_or("crate", String::as_str).to_owned();
    let codes: Vec<(String, String)> = sources
        .iter()
        .map(|(module, text)| (outermost(module), code_of(text)))
        .collect();
    let mut defined: BTreeMap<&str, (usize, &str)> = BTreeMap::new();
    for (module, code) in &codes {
        for name in definitions(code) {
            defined.entry(name).or_insert((0, module)).0 += 1;
        }
    }
    let mut calls = Calls::new();
    for (module, code) in &codes {
        for name in called(code) {
            if let Some((1, home)) = defined.get(name)
                && home != module
                && !not_ours.contains(name)
            {
                let of = calls.entry(module.clone()).or_default();
                of.entry((*home).to_owned())
                    .or_default()
                    .insert(name.to_owned());
            }
        }
    }
    calls
}

/// The circles of calls, each with what is called in it.
fn circles(calls: &Calls) -> Vec<String> {
    let graph = calls
        .iter()
        .map(|(module, of)| (module.clone(), of.keys().cloned().collect()))
        .collect();
    let shown = |circle: String| {
        let modules: Vec<&str> = circle.split(" -> ").collect();
        let names = modules.windows(2).map(|pair| {
            let names: Vec<&str> = calls[pair[0]][pair[1]].iter().map(String::as_str).collect();
            names.join(", ")
        });
        let names: Vec<String> = names.collect();
        format!("{circle} ({})", names.join("; "))
    };
    cycles_of(&graph).into_iter().map(shown).collect()
}

/// The methods that each crate calls.
fn called_by_crate() -> BTreeMap<&'static str, BTreeSet<String>> {
    let of = |member: &'static str| {
        let files = super::files_under(&super::root().join(member), "rs");
        let names = files.iter().flat_map(|path| {
            let code = code_of(&fs::read_to_string(path).unwrap());
            called(&code).map(str::to_owned).collect::<Vec<_>>()
        });
        (member, names.collect())
    };
    EDGES.iter().map(|(member, _)| of(member)).collect()
}

/// Whether a crate can use another one, directly or through others.
fn sees(user: &str, used: &str) -> bool {
    let Some((_, edges)) = EDGES.iter().find(|(member, _)| *member == user) else {
        return false;
    };
    edges.iter().any(|name| {
        let member = name.strip_prefix("isolate-").unwrap_or(name);
        // A package names itself for its tests.
        member == used || (member != user && sees(member, used))
    })
}

/// The names of the methods that are defined for other modules.
fn definitions(code: &str) -> impl Iterator<Item = &str> {
    code.match_indices("fn ").filter_map(|(at, _)| {
        let line = code[..at].rsplit('\n').next().unwrap_or_default();
        let signature = &code[at + 3..];
        let name = name_at(signature);
        let end = signature.find(['{', ';']).unwrap_or(signature.len());
        let dense: String = signature[..end].split_whitespace().collect();
        let is_method = ["(self", "(&self", "(mutself", "(&mutself", "(&'"]
            .iter()
            .any(|start| dense.contains(start));
        (line.trim_start().starts_with("pub") && is_method).then_some(name)
    })
}

/// The names of the methods that are called.
fn called(code: &str) -> impl Iterator<Item = &str> {
    code.match_indices('.').filter_map(|(at, _)| {
        let name = name_at(&code[at + 1..]);
        let rest = &code[at + 1 + name.len()..];
        let is_call = rest.starts_with('(') || rest.starts_with("::<");
        (is_call && !name.is_empty()).then_some(name)
    })
}

fn name_at(code: &str) -> &str {
    let end = code.find(|c: char| !c.is_alphanumeric() && c != '_');
    &code[..end.unwrap_or(code.len())]
}
