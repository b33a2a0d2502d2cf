//! Patterns, compared with bash and git on random trees.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use isolate_oracles::Oracle;
use isolate_text::{VPath, glob::Glob};
use isolate_vfs::{FindOptions, GlobOptions, MkdirOptions, Skip, Tree};

use crate::{Numbers, is_slow, memory};

/// Trees of one test, and patterns for each of them.
const TREES: usize = 60;
const TREES_SLOW: usize = 5_000;
const PATTERNS: usize = 20;

const NAMES: &[&str] = &[
    "a", "b", "ab", "ba", "abc", "a.b", ".a", "b.c", "1", "2", "10", "01", "c1", "A", "é", "-",
];

impl Numbers {
    fn one<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len())]
    }

    /// A part of a pattern for names.
    fn part(&mut self, depth: usize) -> String {
        let nested = if depth < 3 { 16 } else { 9 };
        match self.below(nested) {
            0 | 1 => "*".to_owned(),
            2 => "?".to_owned(),
            3 => self
                .one(&["[ab]", "[!a]", "[^1-9]", "[a-c]", "[[:digit:]]"])
                .to_owned(),
            4 => self
                .one(&[
                    "[[:alpha:]1]",
                    "[![:lower:]]",
                    "[]a]",
                    "[a-]",
                    "[.]",
                    "[[:punct:]]",
                ])
                .to_owned(),
            5..=8 => self
                .one(&["a", "b", "c", ".", "1", "0", "ab", "é", "-"])
                .to_owned(),
            9 | 10 => format!("{{{}}}", self.list(depth, ",")),
            11 => self
                .one(&[
                    "{1..3}",
                    "{a..c}",
                    "{01..10}",
                    "{3..1..2}",
                    "{a}",
                    "{}",
                    "{a,b",
                    "{-1..1}",
                ])
                .to_owned(),
            _ => {
                let operator = self.one(&["!", "@", "?", "*", "+", "!"]);
                format!("{operator}({})", self.list(depth, "|"))
            }
        }
    }

    fn list(&mut self, depth: usize, separator: &str) -> String {
        let parts: Vec<String> = (0..2 + self.below(2))
            .map(|_| match self.below(8) {
                // An empty alternative of braces can make a path absolute.
                0 if separator == "|" => String::new(),
                _ => self.component(depth + 1),
            })
            .collect();
        parts.join(separator)
    }

    fn component(&mut self, depth: usize) -> String {
        let mut text = String::new();
        for _ in 0..1 + self.below(3) {
            let part = self.part(depth);
            // Two stars in a name mean more here than in bash, which also forgets that what follows a
            // star may match nothing at the end of a name.
            let may_end_in_star =
                text.ends_with(['*', ')', '}']) || text.contains('*') && text.ends_with('?');
            let is_group = part.ends_with([')', '}']) && !part.starts_with(['!', '?']);
            // At the end of a name bash takes `!(…)` behind a star for matched, whatever is in it and
            // behind it: `?*!(*|-)1` matches `b`. A test of `Glob` has these, by their definition.
            let is_negated = text.contains('*') && part.contains("!(");
            if !(is_negated || may_end_in_star && (is_group || part.starts_with('*'))) {
                text.push_str(&part);
            }
        }
        text
    }

    fn pattern(&mut self) -> String {
        let mut components: Vec<String> = Vec::new();
        for _ in 0..1 + self.below(4) {
            components.push(match self.below(6) {
                0 | 1 => "**".to_owned(),
                2 => self.one(NAMES).to_owned(),
                3 => "*".to_owned(),
                _ => self.component(0),
            });
        }
        let mut pattern = components.join("/");
        if self.below(5) == 0 {
            pattern.push('/');
        }
        pattern
    }

    /// Paths of a tree; those of folders end in a slash.
    fn tree(&mut self) -> Vec<String> {
        let mut folders = vec![String::new()];
        let mut paths = BTreeSet::new();
        for _ in 0..8 + self.below(16) {
            let folder = folders[self.below(folders.len())].clone();
            let name = self.one(NAMES);
            if paths.contains(&format!("{folder}{name}"))
                || paths.contains(&format!("{folder}{name}/"))
            {
                continue;
            }
            if self.below(2) == 0 && folder.matches('/').count() < 4 {
                folders.push(format!("{folder}{name}/"));
                paths.insert(format!("{folder}{name}/"));
            } else {
                paths.insert(format!("{folder}{name}"));
            }
        }
        paths.into_iter().collect()
    }
}

fn trees() -> usize {
    if is_slow() { TREES_SLOW } else { TREES }
}

/// The paths as a workspace, and below a folder of the disk.
fn planted(paths: &[String], folder: &Path) -> Tree {
    let tree = memory();
    for path in paths {
        let inside = VPath::parse(&format!("/{path}")).unwrap();
        if path.ends_with('/') {
            fs::create_dir_all(folder.join(path)).unwrap();
            tree.mkdir(&inside, &MkdirOptions::new()).unwrap();
        } else {
            fs::write(folder.join(path), "").unwrap();
            tree.write(&inside, b"").unwrap();
        }
    }
    tree
}

fn output(command: &mut Command, input: &str) -> String {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(input.as_bytes())
        .unwrap();
    String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap()
}

/// Whether bash is asked for the same: a path in its answer is written as the pattern is.
fn is_comparable(pattern: &str) -> bool {
    let mut components = pattern.split(['/', ',', '{', '}']);
    components.all(|component| !matches!(component, "." | ".."))
}

#[test]
fn patterns_match_what_they_match_in_bash() {
    let Some(bash) = Oracle::Bash.find() else {
        return;
    };
    let script = r#"
        shopt -s extglob globstar dotglob nullglob
        while IFS= read -r pattern; do
            eval "set -- $pattern"
            for path; do
                if [ -e "$path" ]; then printf '%s\n' "$path"; fi
            done
            printf '\0'
        done"#;
    let mut random = Numbers(0x9e37_79b9_7f4a_7c15);
    let mut wrong = Vec::new();
    let mut compared = 0;
    for nth in 0..trees() {
        let disk = tempfile::tempdir().unwrap();
        let paths = random.tree();
        let tree = planted(&paths, disk.path());
        let patterns: Vec<String> = (0..PATTERNS)
            .map(|_| random.pattern())
            .filter(|pattern| is_comparable(pattern))
            .collect();
        let mut input = String::new();
        for pattern in &patterns {
            // `**` at the end is a folder itself, too, in bash.
            let asked = match pattern.strip_suffix('/').unwrap_or(pattern) {
                "**" => pattern.replacen("**", "**/*", 1),
                short if short.ends_with("/**") => format!("{short}/*{}", &pattern[short.len()..]),
                _ => pattern.clone(),
            };
            writeln!(input, "{asked}").unwrap();
        }
        let mut command = Command::new(&bash);
        command
            .args(["-c", script])
            .current_dir(disk.path())
            .env("LC_ALL", "C.UTF-8");
        let answers = output(&mut command, &input);
        for (pattern, answer) in patterns.iter().zip(answers.split('\0')) {
            let expected: BTreeSet<String> = answer
                .lines()
                .map(|path| format!("/{}", path.trim_end_matches('/').trim_start_matches("./")))
                .map(|path| path.replace("//", "/"))
                .collect();
            let Ok(glob) = Glob::new(pattern) else {
                continue;
            };
            compared += 1;
            let found: BTreeSet<String> = tree
                .glob(&glob, &GlobOptions::new())
                .unwrap()
                .into_iter()
                .map(|(path, _)| path.to_string())
                .collect();
            if found != expected {
                wrong.push(format!(
                    "{nth}: {pattern}\n  bash {expected:?}\n  here {found:?}\n  tree {paths:?}"
                ));
            }
        }
    }
    assert!(compared > trees() * 10);
    assert!(
        wrong.is_empty(),
        "{} of {compared}:\n{}",
        wrong.len(),
        wrong[..wrong.len().min(12)].join("\n")
    );
}

#[test]
fn what_is_excluded_is_what_git_ignores_at_any_depth() {
    let Some(git) = Oracle::Git.find() else {
        return;
    };
    let mut random = Numbers(0x2545_f491_4f6c_dd1d);
    let mut wrong = Vec::new();
    for nth in 0..trees() {
        let disk = tempfile::tempdir().unwrap();
        let mut paths = random.tree();
        // git's `?` is one byte.
        paths.retain(|path| path.is_ascii());
        let tree = planted(&paths, disk.path());
        output(
            Command::new(&git)
                .args(["init", "-q"])
                .current_dir(disk.path()),
            "",
        );
        for _ in 0..PATTERNS / 5 {
            let pattern = random.ignored();
            if !is_comparable(&pattern) {
                continue;
            }
            let rule = match pattern.strip_suffix('/').unwrap_or(&pattern).contains('/') {
                true if !pattern.starts_with('/') => format!("**/{pattern}"),
                _ => pattern.clone(),
            };
            fs::write(disk.path().join(".git/info/exclude"), format!("{rule}\n")).unwrap();
            let asked: String = paths
                .iter()
                .map(|path| format!("{}\0", path.trim_end_matches('/')))
                .collect();
            let mut command = Command::new(&git);
            command
                .args(["check-ignore", "-z", "--no-index", "--stdin"])
                .current_dir(disk.path());
            let answer = output(&mut command, &asked);
            let ignored: BTreeSet<&str> = answer.split('\0').collect();
            let expected: BTreeSet<String> = paths
                .iter()
                .map(|path| path.trim_end_matches('/'))
                .filter(|path| !ignored.contains(path))
                .map(|path| format!("/{path}"))
                .collect();
            let skip = Skip::new(&[&pattern]).unwrap();
            let options = FindOptions::new().depth_min(1).skip(skip);
            let found: BTreeSet<String> = tree
                .find(&VPath::root(), &options)
                .unwrap()
                .into_iter()
                .map(|entry| entry.path.to_string())
                .collect();
            if found != expected {
                wrong.push(format!(
                    "{nth}: {pattern}\n  git {expected:?}\n  here {found:?}\n  tree {paths:?}"
                ));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{}:\n{}",
        wrong.len(),
        wrong[..wrong.len().min(8)].join("\n")
    );
}

impl Numbers {
    /// A pattern of what to leave out.
    fn ignored(&mut self) -> String {
        let mut components: Vec<String> = Vec::new();
        for _ in 0..1 + self.below(3) {
            components.push(match self.below(6) {
                0 => "**".to_owned(),
                1 | 2 => self.one(NAMES).to_owned(),
                3 => "*".to_owned(),
                _ => (0..1 + self.below(3))
                    .map(|_| {
                        self.one(&["*", "?", "a", "b", "1", ".", "[ab]", "[!a]", "[[:digit:]]"])
                    })
                    .collect::<String>()
                    .replace("**", "*"),
            });
        }
        let mut pattern = components.join("/");
        if self.below(4) == 0 {
            pattern.insert(0, '/');
        }
        if self.below(4) == 0 {
            pattern.push('/');
        }
        pattern
    }
}
