//! `git` beside the git of this machine: the same steps on two folders, and the same answers.

mod folders;

use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use isolate_shell_commands::Point;

use crate::tree::Random;
use folders::{Outcome, Pair, has_git, ours, state_of, theirs, without_hashes};

/// A text with lines that occur more than once, so that it is not clear which one has changed.
fn text(random: &mut Random) -> String {
    const LINES: &[&str] = &[
        "",
        "}",
        "fn a() {",
        "    one();",
        "    two();",
        "\treturn",
        "x",
        "y",
        "end",
        "int main()",
    ];
    let mut text = String::new();
    for _ in 0..random.below(14) {
        text.push_str(random.of::<&str>(LINES));
        text.push('\n');
    }
    if random.once_in(5) {
        text.pop();
    }
    text
}

const NAMES: &[&str] = &[
    "a.txt",
    "b.txt",
    "src/a.rs",
    "src/deep/b.rs",
    "with blank",
    "ä.txt",
    "src/c",
];

fn step(random: &mut Random, pair: &mut Pair) {
    let name = *random.of(NAMES);
    match random.below(14) {
        0..=3 => {
            let text = text(random);
            pair.write(name, &text);
        }
        4..=5 => {
            let more = text(random);
            pair.change(&format!("append {name} {more:?}"), |root| {
                let path = root.join(name);
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                let before = fs::read(&path).unwrap_or_default();
                fs::write(path, [before.as_slice(), more.as_bytes()].concat()).unwrap();
            });
        }
        6 => {
            let at = random.below(6);
            pair.change(&format!("take line {at} out of {name}"), |root| {
                if let Ok(text) = fs::read_to_string(root.join(name)) {
                    let lines = text
                        .split_inclusive('\n')
                        .enumerate()
                        .filter(|(line, _)| *line != at);
                    let text: String = lines.map(|(_, line)| line).collect();
                    fs::write(root.join(name), text).unwrap();
                }
            });
        }
        7 => pair.change(&format!("remove {name}"), |root| {
            drop(fs::remove_file(root.join(name)))
        }),
        8 => {
            let to = *random.of(NAMES);
            pair.change(&format!("rename {name} {to}"), |root| {
                fs::create_dir_all(root.join(to).parent().unwrap()).unwrap();
                drop(fs::rename(root.join(name), root.join(to)));
            });
        }
        9 => pair.change(&format!("executable {name}"), |root| {
            if root.join(name).is_file() {
                fs::set_permissions(root.join(name), fs::Permissions::from_mode(0o755)).unwrap();
            }
        }),
        10 => {
            let has_commits = !pair.folder.marks.lock().unwrap().is_empty();
            let is_there = pair.folder.at(Point::Now).unwrap();
            if has_commits && !is_there.is_empty() {
                pair.same(
                    "/",
                    &["checkout", "HEAD", "--", "."],
                    &["checkout", "HEAD", "--", "."],
                );
            }
        }
        11 => {
            let has_commits = !pair.folder.marks.lock().unwrap().is_empty();
            if has_commits {
                pair.same("/", &["stash", "push"], &["stash", "push"]);
                pair.same("/", &["stash", "list"], &["stash", "list"]);
                if !pair
                    .folder
                    .marks
                    .lock()
                    .unwrap()
                    .keys()
                    .any(|name| name.starts_with("stash"))
                {
                    return;
                }
                pair.same("/", &["stash", "pop", "-q"], &["stash", "pop", "-q"]);
            }
        }
        12 => {
            let has_commits = !pair.folder.marks.lock().unwrap().is_empty();
            if has_commits && random.once_in(2) {
                pair.same("/", &["reset", "--hard"], &["reset", "--hard"]);
            }
        }
        _ => {
            let message = format!("step {}", pair.steps.len());
            pair.same(
                "/",
                &["commit", "-m", &message],
                &["commit", "-m", &message],
            );
        }
    }
}

/// Generated steps; `GIT_SEED` and `GIT_CASES` choose others.
#[test]
fn generated_steps_look_as_in_git() {
    if !has_git() {
        return;
    }
    let number = |name: &str, default: u64| {
        std::env::var(name)
            .ok()
            .and_then(|text| text.parse().ok())
            .unwrap_or(default)
    };
    for seed in number("GIT_SEED", 1)..number("GIT_SEED", 1) + number("GIT_CASES", 6) {
        let mut random = Random(seed);
        let mut pair = Pair::new();
        pair.steps.push(format!("seed {seed}"));
        for _ in 0..20 {
            step(&mut random, &mut pair);
            if random.once_in(3) {
                pair.looks_same();
            }
        }
        pair.looks_same();
    }
}

/// Patches of git between generated texts are applied to others.
#[test]
fn patches_are_applied_as_by_git() {
    if !has_git() {
        return;
    }
    let mut random = Random(9);
    let mut fitted = 0;
    for _ in 0..40 {
        let mut pair = Pair::new();
        for name in &NAMES[..3] {
            pair.write(name, &text(&mut random));
        }
        pair.same(
            "/",
            &["commit", "-q", "-m", "base"],
            &["commit", "-q", "-m", "base"],
        );
        for _ in 0..3 {
            let name = *random.of(&NAMES[..5]);
            let new = text(&mut random);
            match random.below(4) {
                0 => pair.change(&format!("remove {name}"), |root| {
                    drop(fs::remove_file(root.join(name)))
                }),
                _ => pair.write(name, &new),
            }
        }
        let patch = ours(&pair.folder, "/", &["diff", "--cached"], b"").1;
        if patch.is_empty() {
            continue;
        }
        pair.same("/", &["reset", "-q", "--hard"], &["reset", "-q", "--hard"]);
        if random.once_in(2) {
            let (name, new) = (*random.of(&NAMES[..3]), text(&mut random));
            pair.write(name, &new);
        }
        for words in [
            &["apply", "--check"][..],
            &["apply", "--stat"],
            &["apply"],
            &["apply"],
            &["apply", "-R"],
        ] {
            pair.steps
                .push(format!("git {} with\n{patch}", words.join(" ")));
            let our = ours(&pair.folder, "/", words, patch.as_bytes());
            let their = theirs(&pair.mirror, "/", words, patch.as_bytes());
            let steps = pair.steps.join("\n  ");
            assert_eq!(
                (our.0, &our.1),
                (their.0, &their.1),
                "{steps}\nours {our:?}\ntheirs {their:?}"
            );
            assert_eq!(
                state_of(&pair.folder.root),
                state_of(&pair.mirror),
                "{steps}\n{our:?}\n{their:?}"
            );
            fitted += usize::from(our.0 == 0);
        }
    }
    assert!(fitted > 40, "{fitted} fitted");
}

/// Commands with their exit codes and all that they say.
#[test]
fn messages_are_those_of_git() {
    if !has_git() {
        return;
    }
    let mut pair = Pair::new();
    let wrong = std::cell::RefCell::new(Vec::new());
    let check = |pair: &mut Pair, directory: &str, line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        theirs(&pair.mirror, "/", &["add", "-A"], b"");
        let (our, their) = (
            ours(&pair.folder, directory, &words, b""),
            theirs(&pair.mirror, directory, &words, b""),
        );
        let clean = |outcome: &Outcome| {
            (
                outcome.0,
                without_hashes(&outcome.1),
                without_hashes(&outcome.2),
            )
        };
        if clean(&our) != clean(&their) {
            wrong
                .borrow_mut()
                .push(format!("git {line}\n  {our:?}\n  {their:?}"));
        }
    };
    for line in [
        "log",
        "status -s",
        "stash list",
        "branch --show-current",
        "ls-files",
        "commit -m x",
    ] {
        check(&mut pair, "/", line);
    }
    pair.write("a", "one\ntwo\n");
    pair.write("d/e/f", "deep\n");
    pair.write("d/g", "g\n");
    check(&mut pair, "/", "commit -m first");
    pair.write("d/e/f", "deeper\n");
    pair.write("new", "n\n");
    for line in [
        "status -s",
        "status --porcelain",
        "status",
        "diff --cached --name-only",
        "diff --cached --stat -- .",
        "ls-files",
        "ls-files e",
        "ls-files --error-unmatch nope",
        "rev-parse --show-prefix",
        "rev-parse --show-cdup",
        "rev-parse --is-inside-work-tree",
        "rev-parse --abbrev-ref HEAD",
        "show HEAD:d/g",
        "show HEAD:./g",
        "show HEAD:nope",
        "log --oneline -- e",
        "log --oneline ../new",
        "checkout nope -- g",
        "checkout -- nope",
        "restore nope",
        "restore",
        "switch nope",
        "switch main",
        "checkout main",
        "clean",
        "stash pop",
        "stash drop",
        "mv nope x",
        "mv g ../a",
        "rm nope",
        "rm e",
    ] {
        check(&mut pair, "/d", line);
    }
    check(&mut pair, "/", "rm -q -f d/g");
    check(&mut pair, "/", "mv a b");
    check(&mut pair, "/", "status -s");
    check(&mut pair, "/", "commit -m moved");
    check(&mut pair, "/", "show --stat --format=%s%n%b");
    check(
        &mut pair,
        "/",
        "log --reverse --format=format:%h|%s|%an|%ad",
    );
    check(&mut pair, "/", "diff HEAD~1 HEAD --shortstat");
    check(&mut pair, "/", "diff HEAD~1..HEAD --name-status");
    check(&mut pair, "/", "reset --soft HEAD~1");
    check(&mut pair, "/", "status -s");
    check(&mut pair, "/", "reset --hard");
    check(&mut pair, "/", "log --oneline -n 5");
    let wrong = wrong.into_inner();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Without a commit nothing is brought back or removed, and what is not there says what to use.
#[test]
fn nothing_is_taken_back_before_the_first_commit() {
    let mut pair = Pair::new();
    pair.write("a", "one\n");
    let say = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        ours(&pair.folder, "/", &words, b"")
    };
    for line in ["reset --hard", "clean -fd", "checkout -- .", "restore a"] {
        let (code, out, errors) = say(line);
        let expected = "fatal: your current branch 'main' does not have any commits yet\n";
        assert_eq!((code, &*out, &*errors), (128, "", expected), "{line}");
    }
    assert_eq!(state_of(&pair.folder.root).len(), 1);
    for line in [
        "push",
        "blame a",
        "rebase main",
        "tag v1",
        "commit --amend",
        "nothing",
        "log --nothing",
        "add -p",
    ] {
        let (code, out, errors) = say(line);
        assert_eq!((code, &*out), (1, ""), "{line}");
        assert!(
            errors.starts_with("git: ") && errors.matches('\n').count() == 1,
            "{errors}"
        );
    }
    assert_eq!(
        say("-c user.name=Ann -c user.email=ann@x commit -q -m one").0,
        0
    );
    assert_eq!(say("log --format=%an|%ae|%s").1, "Ann|ann@x|one\n");
}
