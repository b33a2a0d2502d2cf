//! Written commands: files of TOML in `cases/`, each with a file of the same name in `recorded/`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use isolate_oracles::Oracle;
use serde::Deserialize;

use crate::case::{Case, Outcome, Outside, inside, recorded, title};
use crate::differences::Differences;
use crate::tree::{Entry, Tree, What};

/// A file of `cases/`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sheet {
    /// Trees that cases name.
    #[serde(default)]
    tree: BTreeMap<String, BTreeMap<String, Node>>,
    #[serde(default)]
    case: BTreeMap<String, Row>,
}

/// What is at a path: a text, or more.
#[derive(Deserialize)]
#[serde(untagged)]
enum Node {
    Text(String),
    Other(Other),
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Other {
    text: Option<String>,
    /// Bytes, as hexadecimal digits; spaces are left out.
    hex: Option<String>,
    link: Option<String>,
    /// The mode, as octal digits.
    mode: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    command: String,
    /// The tree that the command runs on. Default: an empty one.
    tree: Option<String>,
    /// More entries.
    #[serde(default)]
    files: BTreeMap<String, Node>,
    #[serde(default)]
    stdin: String,
    #[serde(default)]
    errors: Errors,
    /// Whether the name of the owner is in the output, which is another in the sandbox.
    #[serde(default)]
    owner: bool,
    /// Whether lines of the output come in any order.
    #[serde(default)]
    any_order: bool,
}

/// What has to be equal of the standard error.
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Errors {
    /// Whether there are any.
    #[default]
    Any,
    /// Each byte.
    Same,
}

struct Written {
    name: String,
    case: Case,
    errors: Errors,
    owner: bool,
    any_order: bool,
}

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("shell")
        .join(name)
}

fn entry(path: &str, node: &Node) -> Entry {
    let other = match node {
        Node::Text(text) => return Entry::new(path, What::File(text.clone().into_bytes())),
        Node::Other(other) => other,
    };
    let what = match (&other.text, &other.hex, &other.link) {
        (Some(text), None, None) => What::File(text.clone().into_bytes()),
        (None, Some(digits), None) => What::File(bytes(digits)),
        (None, None, Some(target)) => What::Link(target.clone()),
        (None, None, None) => What::Directory,
        _ => panic!("{path} is more than one thing"),
    };
    let mut entry = Entry::new(path, what);
    if let Some(mode) = &other.mode {
        entry.mode = u32::from_str_radix(mode, 8).unwrap();
    }
    entry
}

fn bytes(digits: &str) -> Vec<u8> {
    let digits: Vec<char> = digits.chars().filter(|digit| *digit != ' ').collect();
    let byte = |pair: &[char]| {
        let pair: String = pair.iter().collect();
        u8::from_str_radix(&pair, 16).unwrap()
    };
    digits.chunks(2).map(byte).collect()
}

/// The cases of each file.
fn sheets() -> BTreeMap<String, Vec<Written>> {
    let mut sheets = BTreeMap::new();
    let mut trees = BTreeMap::new();
    let mut rows = Vec::new();
    for file in fs::read_dir(folder("cases")).unwrap() {
        let path = file.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let sheet: Sheet =
            toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        for (name, nodes) in sheet.tree {
            let mut tree = Tree::default();
            for (path, node) in &nodes {
                tree.put(entry(path, node));
            }
            assert!(trees.insert(name, tree).is_none(), "a tree is there twice");
        }
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        rows.push((name, sheet.case));
    }
    for (sheet, rows) in rows {
        let written = rows.into_iter().map(|(name, row)| {
            let mut tree = row.tree.as_ref().map_or_else(Tree::default, |tree| {
                let tree = trees.get(tree);
                tree.unwrap_or_else(|| panic!("{name}: no such tree"))
                    .clone()
            });
            for (path, node) in &row.files {
                tree.put(entry(path, node));
            }
            Written {
                case: Case {
                    tree,
                    command: row.command,
                    stdin: row.stdin.into_bytes(),
                },
                name,
                errors: row.errors,
                owner: row.owner,
                any_order: row.any_order,
            }
        });
        let written: Vec<Written> = written.collect();
        if !written.is_empty() {
            sheets.insert(sheet, written);
        }
    }
    sheets
}

/// An answer without what need not be equal.
fn comparable(written: &Written, mut outcome: Outcome) -> String {
    if matches!(written.errors, Errors::Any) && !outcome.err.is_empty() {
        outcome.err = b"some".to_vec();
    }
    if written.any_order {
        let mut lines: Vec<&[u8]> = outcome.out.split_inclusive(|byte| *byte == b'\n').collect();
        lines.sort_unstable();
        outcome.out = lines.concat();
    }
    outcome.shown()
}

/// What bash answers, in the words of the sandbox.
fn outside(outside: &Outside, written: &Written) -> Outcome {
    let mut outcome = outside.run(&written.case);
    if written.owner {
        let text = String::from_utf8(outcome.out).unwrap();
        outcome.out = text.replace("root", "user").into_bytes();
    }
    outcome
}

/// The programs whose answers are recorded, with their versions.
fn versions() -> String {
    let mut text = String::new();
    for program in [
        "bash", "ls", "grep", "sed", "find", "xargs", "diff", "patch", "tar", "gzip", "jq",
        "column", "bc",
    ] {
        let output = Command::new(program).arg("--version").output().unwrap();
        let output = String::from_utf8(output.stdout).unwrap();
        writeln!(text, "# {program}: {}", output.lines().next().unwrap()).unwrap();
    }
    let mawk = Command::new("mawk").args(["-W", "version"]).output();
    let mawk = String::from_utf8(mawk.unwrap().stdout).unwrap();
    writeln!(text, "# awk: {}\n", mawk.lines().next().unwrap()).unwrap();
    text
}

fn record(sheets: &BTreeMap<String, Vec<Written>>) {
    assert!(
        Oracle::Bash.find().is_some() && Oracle::Coreutils.find().is_some(),
        "all programs are needed"
    );
    let root = Outside::new();
    for (sheet, cases) in sheets {
        let mut text = versions();
        for written in cases {
            text.push_str(&title(&written.name, &written.case));
            text.push_str(&comparable(written, outside(&root, written)));
            text.push('\n');
        }
        fs::create_dir_all(folder("recorded")).unwrap();
        fs::write(folder("recorded").join(format!("{sheet}.txt")), text).unwrap();
    }
}

#[test]
fn written_commands_answer_as_in_bash() {
    let sheets = sheets();
    if std::env::var_os("UPDATE_RECORDED").is_some() {
        record(&sheets);
    }
    let mut differences = Differences::written();
    for (sheet, cases) in &sheets {
        let answers = folder("recorded").join(format!("{sheet}.txt"));
        let answers = fs::read_to_string(answers).unwrap();
        for written in cases {
            let theirs = recorded(&answers, &written.name, &written.case);
            let ours = comparable(written, inside(&written.case));
            let command = &written.case.command;
            let shown = || format!("$ {command}\nours:\n{ours}bash:\n{theirs}");
            differences.seen(&written.name, (ours != theirs).then(shown));
        }
    }
    differences.check();
}
