//! Patches that git and isolate print for pairs of trees lead from the first to the second.

mod pairs;

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use isolate_ops::patch::{PatchOptions, apply_patch};
use isolate_ops::{Access, Free, OpError, Problem};
use isolate_oracles::Oracle;
use isolate_text::VPath;
use isolate_text::git::BinaryFiles;
use isolate_text::patch::{self, FilePatch};
use isolate_text::text_edit::Fuzz;
use isolate_vfs::{FindOptions, MemoryStore, OpenOptions, Point, RemoveOptions, RunOptions, Tree};
use pairs::Pair;

use crate::disk_trees::{Entry, Files, Numbers, files_of, git_makes, is_slow, path, write_files};

/// Applies a patch, all of it or nothing.
fn apply(tree: &Tree, patch: &str, strip: Option<usize>) -> Result<(), String> {
    let files = patch::parse(patch, strip).map_err(|error| error.to_string())?;
    let options = PatchOptions {
        fuzz: Fuzz::Safe,
        is_dry_run: false,
        file_bytes_max: u64::MAX,
        reads_deleted: false,
        path_of: &|_: &FilePatch, name: &str| Ok(VPath::parse(name)?),
    };
    match apply_patch(&Access::new(tree, &Free), &files, &options, &mut |_| Ok(())) {
        Ok(_) | Err(OpError::Problem(Problem::PatchIsApplied)) => Ok(()),
        Err(OpError::Parts(parts)) => {
            let part = &parts[0];
            let path = part.path.as_ref().unwrap();
            Err(format!("{path}: {}", part.error))
        }
        Err(error) => Err(error.to_string()),
    }
}

/// Every entry, with the contents of files.
fn listing(tree: &Tree) -> (Files, Vec<String>) {
    let mut files = Files::new();
    files_of(tree, &VPath::root(), &mut files);
    let entries = tree.find(&VPath::root(), &FindOptions::default()).unwrap();
    let paths = entries.iter().map(|entry| entry.path.to_string());
    (files, paths.collect())
}

fn memory() -> Tree {
    Tree::open_memory(&MemoryStore::new().unwrap(), &OpenOptions::default()).unwrap()
}

fn tree_of(files: &Files) -> Tree {
    let tree = memory();
    files.iter().for_each(|(at, entry)| put(&tree, at, entry));
    tree
}

fn put(tree: &Tree, at: &str, entry: &Entry) {
    match entry {
        Entry::Link(target) => tree.symlink(target, &path(at)).unwrap(),
        Entry::File {
            bytes,
            is_executable,
        } => {
            tree.write(&path(at), bytes).unwrap();
            if *is_executable {
                tree.set_mode(&path(at), 0o755).unwrap();
            }
        }
    }
}

/// What a patch makes of a tree, or why it does not.
fn made(before: &Files, patch: &str, strip: Option<usize>) -> Result<Files, String> {
    let tree = tree_of(before);
    if !patch.is_empty() {
        apply(&tree, patch, strip)?;
    }
    let mut files = Files::new();
    files_of(&tree, &VPath::root(), &mut files);
    Ok(files)
}

/// A patch of which one part does not fit leaves everything as it is, in any order of its parts.
#[test]
fn nothing_is_half_applied() {
    let file = |text: &str| Entry::File {
        bytes: text.as_bytes().to_vec(),
        is_executable: false,
    };
    let before: Files = [
        ("/a", file("a\n")),
        ("/b", file("b\n")),
        ("/d/x", file("x\n")),
        ("/l", Entry::Link("a".to_owned())),
    ]
    .map(|(at, entry)| (at.to_owned(), entry))
    .into();
    let good = "diff --git a/a b/b\nrename from a\nrename to b\n\
        diff --git a/b b/a\nrename from b\nrename to a\n\
        diff --git a/d b/d\nnew file mode 100644\n--- /dev/null\n+++ b/d\n@@ -0,0 +1 @@\n+d\n\
        diff --git a/d/x b/d/x\ndeleted file mode 100644\n--- a/d/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n";
    let made_of = |patch: &str| made(&before, patch, None);
    let after = made_of(good).unwrap();
    assert_eq!(after["/a"], file("b\n"));
    assert_eq!(after["/b"], file("a\n"));
    assert_eq!(after["/d"], file("d\n"));
    for (bad, why) in [
        (
            "diff --git a/l b/l\nindex 1..2 100644\n--- a/l\n+++ b/l\n@@ -1 +1 @@\n-a\n+c\n",
            "/l: the patch changes a file, and here is a link to \"a\"",
        ),
        (
            "diff --git a/m b/l\nnew file mode 100644\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+c\n",
            "/l: /l exists",
        ),
        (
            "diff --git a/none b/none\nold mode 100644\nnew mode 100755\n",
            "/none: no such file or directory: /none",
        ),
        (
            "diff --git a/l b/l\nindex 1..2 120000\n--- a/l\n+++ b/l\n@@ -1 +1 @@\n-other\n+c\n",
            "/l: hunk 1: its lines are not in the file",
        ),
    ] {
        for patch in [
            format!("{good}{bad}"),
            format!("{bad}{good}"),
            bad.to_owned(),
        ] {
            let tree = tree_of(&before);
            let entries = listing(&tree);
            assert_eq!(apply(&tree, &patch, None).unwrap_err(), why);
            assert_eq!(listing(&tree), entries);
        }
    }
}

/// How many pairs are compared.
fn pairs() -> usize {
    if is_slow() { 3_000 } else { 150 }
}

/// A repository whose branches are the trees of pairs.
struct Repository {
    folder: tempfile::TempDir,
    git: std::path::PathBuf,
}

impl Repository {
    fn of(git: &Path, pairs: &[Pair]) -> Self {
        let mut import = Vec::new();
        for (number, pair) in pairs.iter().enumerate() {
            commit(&mut import, &format!("before{number}"), None, &pair.before);
            let from = format!("before{number}");
            commit(
                &mut import,
                &format!("after{number}"),
                Some(&from),
                &pair.after,
            );
        }
        Self::importing(git, &import)
    }

    /// A repository of what `git fast-import` reads.
    fn importing(git: &Path, import: &[u8]) -> Self {
        let repository = Self {
            folder: tempfile::tempdir().unwrap(),
            git: git.to_owned(),
        };
        repository.git(&["init", "-q", "--bare", "."]);
        let mut running = repository
            .command(&["fast-import", "--quiet"])
            .stdin(Stdio::piped())
            .spawn()
            .unwrap();
        running.stdin.take().unwrap().write_all(import).unwrap();
        assert!(running.wait().unwrap().success());
        repository
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(&self.git);
        command
            .args(arguments)
            .current_dir(self.folder.path())
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env(
                "GIT_CEILING_DIRECTORIES",
                self.folder.path().parent().unwrap(),
            );
        command
    }

    /// What git prints.
    fn git(&self, arguments: &[&str]) -> String {
        let output = self.command(arguments).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        // Of `diff --no-index`, 1 says that something differs.
        assert!(
            matches!(output.status.code(), Some(0 | 1)),
            "{arguments:?}: {said}"
        );
        String::from_utf8(output.stdout).unwrap()
    }
}

/// Appends a commit with a whole tree to the input of `git fast-import`.
fn commit(import: &mut Vec<u8>, branch: &str, from: Option<&str>, files: &Files) {
    let mut text =
        format!("commit refs/heads/{branch}\ncommitter A <a@b> 1700000000 +0000\ndata 5\nwords\n");
    if let Some(from) = from {
        let _infallible = writeln!(text, "from refs/heads/{from}");
    }
    text.push_str("deleteall\n");
    import.extend_from_slice(text.as_bytes());
    for (at, entry) in files {
        let (mode, bytes) = match entry {
            Entry::Link(target) => ("120000", target.as_bytes()),
            Entry::File {
                bytes,
                is_executable: true,
            } => ("100755", bytes.as_slice()),
            Entry::File { bytes, .. } => ("100644", bytes.as_slice()),
        };
        let quoted: String = at[1..]
            .bytes()
            .map(|byte| format!("\\{byte:03o}"))
            .collect();
        let length = bytes.len();
        let head = format!("M {mode} inline \"{quoted}\"\ndata {length}\n");
        import.extend_from_slice(head.as_bytes());
        import.extend_from_slice(bytes);
        import.push(b'\n');
    }
}

/// Options of git that change the form of a patch, and not what it says.
fn options(numbers: &mut Numbers) -> Vec<&'static str> {
    const FORMS: &[&[&str]] = &[
        &[
            "",
            "-M",
            "-C",
            "-C --find-copies-harder",
            "-M20%",
            "-C20% --find-copies-harder",
            "--no-renames",
        ],
        &[
            "-U3",
            "-U0",
            "-U1",
            "-U2",
            "-W",
            "-U1 --inter-hunk-context=3",
        ],
        &["", "", "--no-prefix", "--src-prefix=i/ --dst-prefix=w/"],
        &[
            "",
            "--binary",
            "--full-index",
            "--patience",
            "--histogram",
            "--minimal",
            "-D",
            "--stat -p",
            "--summary -p",
            "--raw -p",
        ],
    ];
    let pick = |forms: &&'static [&'static str]| forms[numbers.below(forms.len())];
    FORMS
        .iter()
        .map(pick)
        .flat_map(str::split_whitespace)
        .collect()
}

#[test]
fn what_git_prints_is_applied() {
    let Some(git) = Oracle::Git.find() else {
        return;
    };
    let mut numbers = Numbers(1);
    let pairs: Vec<Pair> = (0..pairs()).map(|_| Pair::of(&mut numbers)).collect();
    let repository = Repository::of(&git, &pairs);
    for (number, pair) in pairs.iter().enumerate() {
        let quotes = ["core.quotePath=true", "core.quotePath=false"][numbers.below(2)];
        let blanks = [
            "diff.suppressBlankEmpty=true",
            "diff.suppressBlankEmpty=false",
        ][numbers.below(2)];
        let (before, after) = (format!("before{number}"), format!("after{number}"));
        let range = format!("{before}..{after}");
        let mut arguments = vec!["-c", quotes, "-c", blanks];
        match numbers.below(8) {
            0 => arguments.extend(["format-patch", "--stdout", &range]),
            1 => arguments.extend(["show", &after]),
            _ => arguments.extend(["diff", &before, &after]),
        }
        arguments.extend(options(&mut numbers));
        if pair.before == pair.after {
            continue;
        }
        let patch = repository.git(&arguments);
        let made = made(&pair.before, &patch, None);
        assert_eq!(
            made.as_ref(),
            Ok(&pair.after),
            "{number} {arguments:?}\n{:#?}\n{patch}",
            pair.before
        );
    }
}

/// Two directories of the disk, whose names are a component more.
#[test]
fn what_git_prints_of_two_directories_is_applied() {
    let Some(git) = Oracle::Git.find() else {
        return;
    };
    let mut numbers = Numbers(2);
    for number in 0..pairs() / 5 {
        let pair = Pair::of(&mut numbers);
        let repository = Repository {
            folder: tempfile::tempdir().unwrap(),
            git: git.clone(),
        };
        for (folder, files) in [("old", &pair.before), ("later", &pair.after)] {
            fs::create_dir(repository.folder.path().join(folder)).unwrap();
            write_files(&repository.folder.path().join(folder), files);
        }
        let mut arguments = vec!["diff", "--no-index", "--src-prefix=a/", "--dst-prefix=b/"];
        arguments.push(["-M", "--no-renames", "-C"][numbers.below(3)]);
        arguments.extend(["old", "later"]);
        let patch = repository.git(&arguments);
        let made = made(&pair.before, &patch, Some(2));
        assert_eq!(
            made.as_ref(),
            Ok(&pair.after),
            "{number} {arguments:?}\n{patch}"
        );
    }
}

/// Makes the second tree of the first, moving what moves.
fn turn(tree: &Tree, pair: &Pair) {
    for (from, to) in &pair.moves {
        let _may_be_impossible = tree.rename(&path(from), &path(to));
    }
    let mut now = Files::new();
    files_of(tree, &VPath::root(), &mut now);
    for at in now.keys().filter(|at| pair.after.get(*at) != now.get(*at)) {
        tree.remove(&path(at), &RemoveOptions::new()).unwrap();
    }
    for (at, entry) in &pair.after {
        if now.get(at) == Some(entry) {
            continue;
        }
        // Directories that are left over.
        tree.remove_tree(&path(at)).unwrap();
        put(tree, at, entry);
    }
}

#[test]
fn what_isolate_prints_is_applied() {
    let git = Oracle::Git.find();
    let mut numbers = Numbers(3);
    for number in 0..pairs() {
        let pair = Pair::of(&mut numbers);
        let tree = tree_of(&pair.before);
        let start = tree.history(1).unwrap().first().map(|run| run.id);
        let run = tree.begin(&RunOptions::new("work")).unwrap();
        turn(&run, &pair);
        let ended = run.commit().unwrap().run;
        let from = start.map_or_else(|| ended.map_or(Point::Now, Point::Before), Point::After);
        let mut patch = String::new();
        for difference in tree.differences(from, Point::Now).unwrap() {
            let counts = tree.write_patch(&difference, BinaryFiles::Whole, &mut patch);
            counts.unwrap();
        }
        let ours = made(&pair.before, &patch, None);
        assert_eq!(ours.as_ref(), Ok(&pair.after), "{number}\n{patch}");
        if let (Some(git), 0) = (&git, number % 4) {
            assert_eq!(
                git_makes(git, &pair.before, &patch),
                pair.after,
                "{number}\n{patch}"
            );
        }
    }
}

/// The mails of several commits, of which each changes what those before it have made.
#[test]
fn the_mails_of_several_commits_are_applied_in_their_order() {
    let Some(git) = Oracle::Git.find() else {
        return;
    };
    let mut numbers = Numbers(4);
    for number in 0..pairs() / 5 {
        let one = Pair::of(&mut numbers);
        let two = one.next(&mut numbers);
        let three = two.next(&mut numbers);
        let mut import = Vec::new();
        commit(&mut import, "first", None, &one.before);
        commit(&mut import, "second", Some("first"), &one.after);
        commit(&mut import, "third", Some("second"), &two.after);
        commit(&mut import, "fourth", Some("third"), &three.after);
        let repository = Repository::importing(&git, &import);
        let mut arguments = vec!["format-patch", "--stdout", "first..fourth"];
        arguments.extend(options(&mut numbers));
        let patch = repository.git(&arguments);
        if !patch.contains("diff --git") {
            continue;
        }
        let made = made(&one.before, &patch, None);
        assert_eq!(
            made.as_ref(),
            Ok(&three.after),
            "{number} {arguments:?}\n{patch}"
        );
    }
}
