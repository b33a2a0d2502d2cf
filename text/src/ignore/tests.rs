use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use isolate_oracles::Oracle;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use super::*;

#[track_caller]
fn check(file: &str, ignored: &[&str], kept: &[&str]) {
    let rules = Rules::parse(file.into());
    let ignores = |path: &str| {
        let entry = if path.ends_with('/') {
            Entry::Folder
        } else {
            Entry::Other
        };
        rules.ignores(path.trim_end_matches('/'), entry) == Some(true)
    };
    for path in ignored {
        assert!(ignores(path), "{path} is kept");
    }
    for path in kept {
        assert!(!ignores(path), "{path} is ignored");
    }
}

#[test]
fn names_match_at_any_depth_and_paths_from_the_folder() {
    check("a", &["a", "d/a", "a/"], &["ab", "a/b"]);
    check("/a", &["a"], &["d/a"]);
    check("d/a", &["d/a"], &["a", "x/d/a"]);
    check("a/", &["a/", "d/a/"], &["a", "d/a"]);
    check("*.log", &["x.log", "d/.log"], &["x.log1"]);
    check("d/*.log", &["d/x.log"], &["d/e/x.log", "x.log"]);
}

#[test]
fn two_stars_are_folders() {
    check("**/a", &["a", "d/a", "d/e/a"], &["ba"]);
    check("a/**", &["a/b", "a/b/c"], &["a", "a/"]);
    check("a/**/b", &["a/b", "a/x/b", "a/x/y/b"], &["b", "a/xb"]);
    check("**", &["a", "d/a"], &[]);
    check("a**b", &["ab", "axxb"], &["a/b"]);
}

#[test]
fn the_last_rule_decides() {
    check("*.log\n!keep.log", &["x.log"], &["keep.log"]);
    check("!keep.log\n*.log", &["keep.log"], &[]);
    assert_eq!(Rules::parse("a".into()).ignores("b", Entry::Other), None);
    assert_eq!(
        Rules::parse("!a".into()).ignores("a", Entry::Other),
        Some(false)
    );
}

#[test]
fn literal_characters_match_themselves() {
    check(
        "# a\n\n\\#b\n\\!c\r\nd  \ne\\ ",
        &["#b", "!c", "d", "e "],
        &["# a", "a", "d  "],
    );
    check("{a,b}", &["{a,b}"], &["a"]);
    check(
        "[a-c]x\n[!a-c]y\n[]]z",
        &["bx", "dy", "]z"],
        &["dx", "by", "z"],
    );
    check("[a\n\\", &[], &["[a", "a", "\\"]);
    check("??", &["é"], &["a", "abc"]);
    check("[[:digit:]]\n[c-a]", &["1", "c"], &["a", "b", ":"]);
    check("a/[x/y]\nb\\/c", &["a/x", "b/c"], &["a//", "c"]);
}

/// Names that patterns of the parts below speak of.
const NAMES: [&str; 15] = [
    "a", "b", "ab", "ba", "c", ".a", "a.b", "é", "{a,b}", "[", "]", "!a", "#a", "a ", "\\",
];

const PARTS: [&str; 34] = [
    "a",
    "b",
    "ab",
    "c",
    ".",
    "é",
    "*",
    "?",
    "**",
    "/",
    "**/",
    "/**",
    "[ab]",
    "[!a]",
    "[^b]",
    "[a-c]",
    "[b-a]",
    "[]a]",
    "[é]",
    "[a-]",
    "[a/b]",
    "[[:alpha:]]",
    "[[:x:]]",
    "[\\]]",
    "[",
    "]",
    "\\",
    "\\*",
    "!",
    "#",
    " ",
    "\\ ",
    "{a,b}",
    "\t",
];

/// Every folder and file of a tree below a folder; folders come before what is in them.
fn make_tree(folder: &Path) -> Vec<(String, Entry)> {
    let mut paths: Vec<(String, Entry)> = Vec::new();
    for parent in ["", "a/", "ab/", "é/", "a/b/", "a/b/a/"] {
        if !parent.is_empty() {
            std::fs::create_dir_all(folder.join(parent)).expect("created");
            paths.push((parent.trim_end_matches('/').to_owned(), Entry::Folder));
        }
    }
    for (parent, _) in [(String::new(), Entry::Folder)]
        .into_iter()
        .chain(paths.clone())
    {
        for name in NAMES {
            let path = Path::new(&parent).join(name);
            if !folder.join(&path).exists() {
                std::fs::write(folder.join(&path), "").expect("written");
                let path = path.to_str().expect("made of text").to_owned();
                paths.push((path, Entry::Other));
            }
        }
    }
    paths
}

/// Git in a folder, without the rules of the user.
fn git(program: &Path, folder: &Path) -> Command {
    let mut git = Command::new(program);
    git.current_dir(folder)
        .env_remove("GIT_DIR")
        .env_remove("XDG_CONFIG_HOME")
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env("HOME", folder);
    git
}

/// What git says is ignored.
fn ignored_by_git(mut git: Command, paths: &[(String, Entry)]) -> BTreeSet<&str> {
    let mut child = git
        .args(["check-ignore", "--no-index", "-z", "--stdin"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it is installed");
    let mut input = String::new();
    for (path, _) in paths {
        write!(input, "{path}\0").expect("written");
    }
    let mut stdin = child.stdin.take().expect("piped");
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().expect("git ends");
    writer.join().expect("no panic").expect("git reads all");
    let text = String::from_utf8(output.stdout).expect("paths are text");
    let ignored: BTreeSet<&str> = text.split_terminator('\0').collect();
    let names = paths.iter().map(|(path, _)| path.as_str());
    names.filter(|path| ignored.contains(path)).collect()
}

/// The ignored paths, with everything below them.
fn ignored_by_us<'p>(rules: &Rules, paths: &'p [(String, Entry)]) -> BTreeSet<&'p str> {
    let mut ignored = BTreeSet::new();
    for (path, entry) in paths {
        let is_below = path
            .match_indices('/')
            .any(|(at, _)| ignored.contains(&path[..at]));
        if is_below || rules.ignores(path, *entry) == Some(true) {
            ignored.insert(path.as_str());
        }
    }
    ignored
}

#[test]
fn git_ignores_the_same() {
    let Some(program) = Oracle::Git.find() else {
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let started = git(&program, folder).args(["init", "-q"]).status();
    assert!(started.expect("it is installed").success());
    let paths = make_tree(folder);
    let part = prop::sample::select(&PARTS[..]);
    let line = (
        prop::bool::weighted(0.25),
        prop::collection::vec(part, 1..5),
        prop::bool::weighted(0.2),
    )
        .prop_map(|(negated, parts, slash)| {
            let (front, back) = (if negated { "!" } else { "" }, if slash { "/" } else { "" });
            format!("{front}{}{back}\n", parts.concat())
        });
    let file = prop::collection::vec(line, 1..4).prop_map(|lines| lines.concat());
    // The same files in each run.
    let config = Config {
        cases: 300,
        failure_persistence: None,
        ..Config::default()
    };
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(config, rng);
    runner
        .run(&file, |file| {
            std::fs::write(folder.join(".gitignore"), &file).expect("written");
            let rules = Rules::parse(file.into_bytes());
            let expected = ignored_by_git(git(&program, folder), &paths);
            prop_assert_eq!(ignored_by_us(&rules, &paths), expected);
            Ok(())
        })
        .unwrap();
}

#[test]
fn rules_take_no_more_than_is_charged() {
    for line in ["a\n", "\n", "*?[a]\\b\n"] {
        let text = line.repeat(FILE_BYTES_MAX / line.len());
        let rules = Rules::parse(text.clone().into_bytes());
        let bytes = rules.text.len() + rules.rules.capacity() * size_of::<Rule>();
        assert!(
            bytes <= text.len() * RULE_BYTES_A_BYTE,
            "{bytes} for {line:?}"
        );
    }
}

proptest! {
    #[test]
    fn any_rule_answers(file in "[a*?/!\\\\\\[\\]-]{0,12}", path in "[ab/]{1,8}") {
        let _: Option<bool> = Rules::parse(file.into()).ignores(&path, Entry::Other);
    }
}
