//! Generated commands beside bash.
//!
//! `SHELL_CASES` sets how many there are, `SHELL_SEED` where they begin, and `SHELL_REPORT` names a file for
//! all differences, grouped by cause. `SHELL_SECOND` names another shell, and the report says with whom it
//! agrees. Where bash is another one than that of the recorded answers, nothing is compared.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;

use isolate_oracles::Oracle;

use crate::case::{Case, Outcome, Outside, inside};
use crate::choices::{Choices, shrunk};
use crate::differences::Causes;
use crate::grammar;
use crate::tree::What;

/// Commands in every run of the tests, and with `RUN_SLOW_TESTS`.
const CASES: u64 = 60;
const CASES_SLOW: u64 = 3000;

/// Trials to make a case smaller.
const TRIALS: usize = 100;

fn number(name: &str) -> Option<u64> {
    let value = std::env::var(name).ok()?;
    Some(value.parse().unwrap())
}

fn count() -> u64 {
    number("SHELL_CASES").unwrap_or(if std::env::var_os("RUN_SLOW_TESTS").is_some() {
        CASES_SLOW
    } else {
        CASES
    })
}

/// What has to be equal of an answer to a generated command: messages are compared by written ones.
pub(crate) fn comparable(mut outcome: Outcome) -> Outcome {
    outcome.err.clear();
    outcome
}

/// In which of these parts two answers differ.
fn kind(ours: &Outcome, theirs: &Outcome) -> &'static str {
    if ours.err.ends_with(b"]\n") && [124, 137, 139, 152].contains(&ours.code) {
        return "limit";
    }
    match (ours.out == theirs.out, ours.changes == theirs.changes) {
        (true, true) => "exit code",
        (false, true) => "output",
        (true, false) => "files",
        (false, false) => "output and files",
    }
}

/// How a case differs; the two answers.
fn difference(outside: &Outside, case: &Case) -> Option<(&'static str, Outcome, Outcome)> {
    let ours = inside(case);
    let theirs = outside.run_harmless(case);
    // Bash has hung, or is not to be compared.
    if theirs.code == 124 || theirs.code == 137 {
        return None;
    }
    let kind = kind(&ours, &theirs);
    (comparable(ours.clone()) != comparable(theirs.clone())).then_some((kind, ours, theirs))
}

/// What makes a case of choices.
type Grammar = fn(&mut Choices) -> Case;

/// The smallest case found that differs in the same way. None where it does not always differ: two processes
/// of bash were as fast as each other.
fn smallest(
    outside: &Outside,
    grammar: Grammar,
    kind: &str,
    used: Vec<u32>,
) -> Option<(Case, Outcome, Outcome)> {
    let fails = |candidate: Vec<u32>| {
        let mut choices = Choices::given(candidate);
        let case = grammar(&mut choices);
        let (found, ..) = difference(outside, &case)?;
        (found == kind).then(|| choices.used())
    };
    let best = shrunk(used.clone(), TRIALS, fails);
    [best, used].into_iter().find_map(|choices| {
        let case = grammar(&mut Choices::given(choices));
        let (_, ours, theirs) = difference(outside, &case)?;
        Some((case, ours, theirs))
    })
}

/// With whom the shell of `SHELL_SECOND` agrees about a case that differs.
fn second(outside: &Outside, case: &Case, ours: &Outcome, theirs: &Outcome) -> String {
    let Ok(shell) = std::env::var("SHELL_SECOND") else {
        return String::new();
    };
    let answer = comparable(outside.run_harmless_in(&shell, case));
    let side = match () {
        () if answer == comparable(theirs.clone()) => "bash",
        () if answer == comparable(ours.clone()) => "ours",
        () => "neither",
    };
    format!("{shell} agrees with {side}\n")
}

/// The known cause of the difference of a generated case.
pub(crate) fn cause(outside: &Outside, causes: &Causes, seed: u64) -> Option<String> {
    let mut choices = Choices::seeded(seed);
    let case = grammar::case(&mut choices);
    let (kind, ..) = difference(outside, &case)?;
    let (case, ..) = smallest(outside, grammar::case, kind, choices.used())?;
    causes.of(&case).map(str::to_owned)
}

pub(crate) fn shown(case: &Case) -> String {
    let mut text = String::new();
    for entry in &case.tree.0 {
        let what = match &entry.what {
            What::File(bytes) => format!("'{}'", bytes.escape_ascii()),
            What::Directory => "directory".to_owned(),
            What::Link(target) => format!("-> '{}'", target.as_bytes().escape_ascii()),
        };
        let path = entry.path.as_bytes().escape_ascii();
        writeln!(text, "  {path} {:o} {what}", entry.mode).unwrap();
    }
    if !case.stdin.is_empty() {
        writeln!(text, "  stdin '{}'", case.stdin.escape_ascii()).unwrap();
    }
    writeln!(text, "$ {}", case.command).unwrap();
    text
}

/// Differences with one cause.
#[derive(Default)]
struct Group {
    count: usize,
    /// The smallest of them.
    example: String,
}

/// By whether the cause is known, and its name.
type Groups = BTreeMap<(bool, String), Group>;

/// All groups, and how many of them are not known.
fn report(groups: &Groups, equal: u64, sometimes: u64, count: u64) -> (String, usize) {
    let mut report = format!("{equal} of {count} are equal, {sometimes} only sometimes\n");
    let mut unknown = 0;
    let mut sorted: Vec<_> = groups.iter().collect();
    sorted.sort_by_key(|((is_known, _), group)| (*is_known, Reverse(group.count)));
    for ((is_known, name), group) in sorted {
        unknown += usize::from(!is_known);
        let word = if *is_known { "known" } else { "unknown" };
        let Group { count, example } = group;
        writeln!(report, "\n=== {count} {word}: {name}\n{example}").unwrap();
    }
    (report, unknown)
}

#[test]
fn generated_commands_answer_as_in_bash() {
    check(grammar::case, count());
}

/// Those of one part of the language each: there are fewer of them to be different.
#[test]
fn generated_parts_of_the_language_answer_as_in_bash() {
    check(grammar::part, count() / 2);
}

fn check(grammar: Grammar, count: u64) {
    if Oracle::Bash.find().is_none() || Oracle::Coreutils.find().is_none() {
        return;
    }
    let outside = Outside::new();
    let causes = Causes::known();
    let first = number("SHELL_SEED").unwrap_or(1);
    let mut groups = Groups::new();
    let written = std::env::var_os("SHELL_REPORT");
    let (mut equal, mut sometimes) = (0, 0);
    for seed in first..first + count {
        let mut choices = Choices::seeded(seed);
        let case = grammar(&mut choices);
        let Some((kind, ..)) = difference(&outside, &case) else {
            equal += 1;
            continue;
        };
        let Some((case, ours, theirs)) = smallest(&outside, grammar, kind, choices.used()) else {
            sometimes += 1;
            continue;
        };
        let known = causes.of(&case);
        let name = known.map_or_else(|| format!("{kind}: {}", words(&case)), str::to_owned);
        let group = groups.entry((known.is_some(), name)).or_default();
        group.count += 1;
        let example = format!(
            "seed {seed}\n{}ours:\n{}bash:\n{}{}",
            shown(&case),
            ours.shown(),
            theirs.shown(),
            second(&outside, &case, &ours, &theirs)
        );
        if group.example.is_empty() || example.len() < group.example.len() {
            group.example = example;
        }
        // What is known so far, while the rest goes on.
        if let Some(path) = &written {
            fs::write(path, report(&groups, equal, sometimes, seed + 1 - first).0).unwrap();
        }
    }
    let (report, unknown) = report(&groups, equal, sometimes, count);
    assert_eq!(unknown, 0, "{report}");
}

/// A command of this machine's bash can do harm nowhere, since it names nothing outside its folder.
#[test]
fn generated_commands_stay_in_their_folder() {
    for seed in 0..5000 {
        let case = grammar::case(&mut Choices::seeded(seed));
        let mut command = case.command.clone();
        for text in ["/dev/null", "gsub(/", "$0, /", "x=/", "<&>/"] {
            command = command.replace(text, "");
        }
        while let Some((before, after)) = command.split_once("${") {
            let (_, after) = after.split_once('}').unwrap();
            command = format!("{before}$x{after}");
        }
        assert!(
            !command.contains("../") && !command.contains("/.."),
            "{seed}: {command}"
        );
        let bytes = command.as_bytes();
        for (at, _) in command.match_indices('/').filter(|(at, _)| *at > 0) {
            let before = bytes[at - 1];
            let after = bytes.get(at + 1).copied().unwrap_or_default();
            let begins = before.is_ascii_whitespace() || b"\"=>(`".contains(&before);
            let is_path = after.is_ascii_alphanumeric() || b"*?.~$[{".contains(&after);
            assert!(!(begins && is_path), "{seed}: {command}");
        }
        for name in ["$x/", "$y/", "$n/", "$i/", "$f/", "~/"] {
            assert!(
                !command.contains(name) || command.contains("$1~/"),
                "{seed}: {command}"
            );
        }
    }
}

/// The commands that a case names, which tell one cause from another where none is known.
fn words(case: &Case) -> String {
    let is_name = |word: &&str| {
        word.len() > 1
            && word
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte == b'-')
    };
    let mut words: Vec<&str> = case.command.split_whitespace().filter(is_name).collect();
    words.dedup();
    words.truncate(4);
    words.join(" ")
}
