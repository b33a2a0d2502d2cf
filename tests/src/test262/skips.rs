//! Tests that ask for what a program does not get, and why.
//!
//! Only what the sandbox leaves out on purpose, and what is not in the language yet, is a reason
//! to skip a test; what is merely missing or wrong is listed with the failures.

use super::{FrontMatter, Phase};

/// Where a test belongs to another specification or to nobody.
const FOLDERS: &[(&str, &str)] = &[
    ("intl402/", INTL),
    ("language/module-code/", MODULES),
    ("language/import/", MODULES),
];

const FLAGS: &[(&str, &str)] = &[
    ("module", MODULES),
    ("raw", "raw: the test must be the whole file"),
    ("CanBlockIsFalse", AGENTS),
    ("CanBlockIsTrue", AGENTS),
];

const FEATURES: &[(&str, &str)] = &[
    ("Atomics", AGENTS),
    ("Atomics.pause", AGENTS),
    ("Atomics.waitAsync", AGENTS),
    ("SharedArrayBuffer", AGENTS),
    ("ShadowRealm", PROPOSAL),
    ("Temporal", "Temporal"),
    ("cross-realm", REALMS),
    ("dynamic-import", MODULES),
    ("import.meta", MODULES),
    ("import-attributes", MODULES),
    ("json-modules", MODULES),
    ("top-level-await", MODULES),
    ("arbitrary-module-namespace-names", MODULES),
    ("host-gc-required", "collecting garbage at will"),
    ("IsHTMLDDA", "document.all"),
    // The suite's own list of what is no part of the language yet.
    ("legacy-regexp", PROPOSAL),
    ("decorators", PROPOSAL),
    ("source-phase-imports", PROPOSAL),
    ("source-phase-imports-module-source", PROPOSAL),
    ("import-defer", PROPOSAL),
    ("export-defer", PROPOSAL),
    ("import-text", PROPOSAL),
    ("import-bytes", PROPOSAL),
    ("immutable-arraybuffer", PROPOSAL),
    ("nonextensible-applies-to-private", PROPOSAL),
    ("await-dictionary", PROPOSAL),
    ("error-stack-accessor", PROPOSAL),
    ("Iterator.prototype.join", PROPOSAL),
];

/// Files of the harness that start agents, or test another specification.
const INCLUDES: &[(&str, &str)] = &[
    ("atomicsHelper.js", AGENTS),
    ("testAtomics.js", AGENTS),
    ("testIntl.js", INTL),
    ("temporalHelpers.js", "Temporal"),
];

/// Words in the code.
const WORDS: &[(&str, &str)] = &[
    ("$262.createRealm", REALMS),
    ("$262.evalScript", SCRIPTS),
    ("$262.agent", AGENTS),
    ("$262.AbstractModuleSource", PROPOSAL),
    ("$262.gc", "collecting garbage at will"),
];

const AGENTS: &str = "shared memory and agents";
const INTL: &str = "ECMA-402: Intl";
const MODULES: &str = "modules";
const PROPOSAL: &str = "proposals";
const REALMS: &str = "further realms";
const SCRIPTS: &str = "scripts beside the test: $262.evalScript";

/// Why a test is skipped, if it is.
#[must_use]
pub fn reason(path: &str, front: &FrontMatter, test: &str) -> Option<&'static str> {
    let listed = |list: &'static [(&str, &'static str)], names: &[String]| {
        let found = |(name, _): &&(&str, _)| names.iter().any(|given| given == name);
        list.iter().find(found).map(|(_, reason)| *reason)
    };
    let folder = FOLDERS.iter().find(|(folder, _)| path.starts_with(folder));
    if let Some((_, reason)) = folder {
        return Some(reason);
    }
    listed(FLAGS, &front.flags)
        .or_else(|| listed(FEATURES, &front.features))
        .or_else(|| listed(INCLUDES, &front.includes))
        .or_else(|| {
            // What must not parse never runs.
            let negative = front.negative.as_ref();
            let runs = negative.is_none_or(|negative| negative.phase != Phase::Parse);
            runs.then(|| in_code(&without_comments(test)))?
        })
}

fn in_code(code: &str) -> Option<&'static str> {
    let word = WORDS.iter().find(|(word, _)| code.contains(word));
    word.map(|(_, reason)| *reason)
}

/// The text without lines and blocks that are comments as a whole: they tell of more than the code
/// does.
fn without_comments(test: &str) -> String {
    let mut code = String::new();
    let mut is_inside = false;
    for line in test.lines() {
        let trimmed = line.trim_start();
        is_inside |= trimmed.starts_with("/*");
        if !is_inside && !trimmed.starts_with("//") {
            code.push_str(line);
            code.push('\n');
        }
        is_inside &= !trimmed.contains("*/");
    }
    code
}
