//! All operations on one file.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

use isolate_text::glob::Glob;
use isolate_vfs::{
    BranchOptions, CheckpointOptions, CommitMode, ErrorKind, FileKind, FindOptions, GlobOptions,
    MergeOptions, MkdirOptions, OpenOptions, Point, Result, Retention, RunId, RunOptions, Skip,
    Tree, WalkOptions,
};

use crate::path;

/// What the files of a sound workspace hold, and what they held before each run.
#[derive(Debug, Default)]
pub(crate) struct Expected {
    files: BTreeMap<String, Vec<u8>>,
    before: BTreeMap<(i64, String), Vec<u8>>,
}

impl Expected {
    /// What can be read of these files, of others, and of what they held before runs that are listed.
    pub(super) fn readable(&self, tree: &Tree) -> Self {
        let found = tree.find(&path("/"), &FindOptions::default());
        let found = found
            .into_iter()
            .flatten()
            .map(|entry| entry.path.to_string());
        let names = self.files.keys().cloned().chain(found);
        let files = names.filter_map(|name| Some((tree.read(&path(&name)).ok()?, name)));
        let runs = tree.history(10_000).unwrap_or_default();
        let runs: Vec<i64> = runs.iter().map(|run| run.id.into()).collect();
        let before = self.before.keys().filter(|(run, _)| runs.contains(run));
        let before = before.filter_map(|(run, name)| {
            let bytes = tree.read_before(RunId::from(*run), &path(name)).ok()?;
            Some(((*run, name.clone()), bytes))
        });
        Self {
            files: files.map(|(bytes, name)| (name, bytes)).collect(),
            before: before.collect(),
        }
    }

    /// The first that another has not, or not so.
    pub(super) fn first_missing(&self, other: &Self) -> Option<String> {
        let mut files = self.files.iter();
        let file = files.find(|(name, bytes)| other.files.get(*name) != Some(*bytes));
        let mut before = self.before.iter();
        let version = before.find(|(key, bytes)| other.before.get(*key) != Some(*bytes));
        let file = file.map(|(name, _)| name.clone());
        file.or_else(|| version.map(|((run, name), _)| format!("{name} before {run}")))
    }

    pub(crate) fn learn(&mut self, tree: &Tree) {
        for entry in tree.find(&path("/"), &FindOptions::default()).unwrap() {
            if entry.kind == FileKind::File {
                let bytes = tree.read(&entry.path).unwrap();
                self.files.insert(entry.path.to_string(), bytes);
            }
        }
        for run in tree.history(100).unwrap() {
            for change in tree.changes(run.id).unwrap() {
                if let Ok(bytes) = tree.read_before(run.id, &change.path) {
                    self.before
                        .insert((run.id.into(), change.path.to_string()), bytes);
                }
            }
        }
    }
}

/// Time of a processor that one operation has: far more than any needs.
const WITHIN: Duration = Duration::from_secs(1);
/// When an operation is stopped: a machine on which much else goes on may let it wait.
const STOPPED_AFTER: Duration = Duration::from_secs(20);

/// The time that processors have worked for this thread, where the system tells it.
fn worked(since: Instant) -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let spent = text
        .split(' ')
        .next()
        .and_then(|number| number.parse().ok());
    spent.map_or_else(|| since.elapsed(), Duration::from_nanos)
}

/// What is left of the time, and what came out.
#[derive(Debug)]
pub(crate) struct Budget {
    name: String,
    /// The longest that one operation took, with its name.
    pub(crate) worst: (Duration, &'static str),
    pub(crate) errors: u64,
    pub(crate) answers: u64,
}

impl Budget {
    pub(crate) fn new(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            worst: (Duration::ZERO, ""),
            errors: 0,
            answers: 0,
        }
    }

    /// Does one thing; an error is fine, unless it is that of a deadline.
    fn step<T>(
        &mut self,
        tree: &Tree,
        what: &'static str,
        f: impl FnOnce() -> Result<T>,
    ) -> Option<T> {
        let started = Instant::now();
        let before = worked(started);
        tree.set_deadline(Some(started + STOPPED_AFTER));
        let result = f();
        tree.set_deadline(None);
        let took = worked(started).saturating_sub(before);
        assert!(took < WITHIN, "{}: {what} took {took:?}", self.name);
        self.worst = self.worst.max((took, what));
        match result {
            Ok(answer) => {
                self.answers += 1;
                Some(answer)
            }
            Err(error) => {
                self.errors += 1;
                assert_ne!(error.kind(), ErrorKind::Deadline, "{}: {what}", self.name);
                None
            }
        }
    }
}

fn options(runs_max: u64) -> OpenOptions {
    OpenOptions::new()
        .busy_timeout(Duration::from_millis(10))
        .retention(Retention::new().runs_max(runs_max))
}

/// Does everything to a file, first what only looks.
pub(crate) fn run(file: &Path, expected: &Expected, budget: &mut Budget) {
    if let Ok(tree) = Tree::open(file, &options(100).read_only()) {
        look(&tree, expected, budget);
    }
    if let Ok(tree) = Tree::open(file, &options(100)) {
        look(&tree, expected, budget);
        change_beside(&tree, budget);
    }
    if let Ok(tree) = Tree::open(file, &options(100)) {
        change(&tree, budget);
        look_back(&tree, budget);
    }
    // A pruning, and what is left.
    if let Ok(tree) = Tree::open(file, &options(1)) {
        for name in ["/p1", "/p2"] {
            budget.step(&tree, "prune", || {
                let run = tree.begin(&RunOptions::new(""))?;
                let _ = tree.write(&path(name), b"p");
                run.commit()
            });
        }
        budget.step(&tree, "check", || tree.check());
    }
}

fn look(tree: &Tree, expected: &Expected, budget: &mut Budget) {
    let root = path("/");
    budget.step(tree, "usage", || tree.stored());
    for (name, right) in &expected.files {
        let name = path(name);
        if let Some(bytes) = budget.step(tree, "read", || tree.read(&name)) {
            let (told, stored) = (bytes.len(), right.len());
            assert!(
                bytes == *right,
                "{}: {name} is wrong, {told} {stored}",
                budget.name
            );
        }
        if let Some(bytes) = budget.step(tree, "range", || tree.read_range(&name, 3, 7)) {
            let end = right.len().min(10);
            assert_eq!(bytes, right[end.min(3)..end], "{}: {name}", budget.name);
        }
        budget.step(tree, "stat", || tree.stat(&name));
        budget.step(tree, "version", || tree.version(&name));
    }
    for ((run, name), right) in &expected.before {
        let bytes = budget.step(tree, "read before", || {
            tree.read_before(RunId::from(*run), &path(name))
        });
        assert!(
            bytes.is_none_or(|bytes| bytes == *right),
            "{}: {name} of {run}",
            budget.name
        );
    }
    let all = FindOptions::default();
    if let Some(found) = budget.step(tree, "find", || tree.find(&root, &all)) {
        for entry in found.iter().take(500) {
            match entry.kind {
                FileKind::File => drop(budget.step(tree, "read", || tree.read(&entry.path))),
                FileKind::Directory => {
                    drop(budget.step(tree, "list", || tree.read_dir(&entry.path)))
                }
                FileKind::Symlink => drop(budget.step(tree, "link", || {
                    tree.real_path(&entry.path)?;
                    tree.read_link(&entry.path)
                })),
            }
        }
    }
    let empty = FindOptions::new().empty(true);
    budget.step(tree, "find empty", || tree.find(&path("/d"), &empty));
    budget.step(tree, "walk", || {
        tree.walk(&root, &WalkOptions::new().entries_max(1_000_000))
    });
    budget.step(tree, "walk some", || {
        tree.walk(&path("/d"), &WalkOptions::new().depth_max(2))
    });
    budget.step(tree, "summarize", || {
        tree.summarize(&root, &WalkOptions::new().entries_max(1_000_000))
    });
    for pattern in ["/**", "/d/**/f*"] {
        let glob = Glob::new(pattern).unwrap();
        budget.step(tree, "glob", || {
            tree.glob(&glob, &GlobOptions::new().entries_max(1_000_000))
        });
        let options = GlobOptions::new().skip(Skip::new(&["*.log"]).unwrap().gitignore());
        budget.step(tree, "glob without", || tree.glob(&glob, &options));
    }
    budget.step(tree, "check", || tree.check());
    look_back(tree, budget);
    look_beside(tree, budget);
}

/// What is read of branches.
fn look_beside(tree: &Tree, budget: &mut Budget) {
    let branches = budget.step(tree, "branches", || tree.branches());
    for info in branches.unwrap_or_default().iter().take(3) {
        budget.step(tree, "differences of a branch", || {
            tree.differences_of_branch(&info.name)
        });
        budget.step(tree, "differences to a branch", || {
            tree.differences_to_branch(Point::Now, &info.name)
        });
        if budget
            .step(tree, "switch", || tree.switch_branch(&info.name))
            .is_none()
        {
            continue;
        }
        budget.step(tree, "find on a branch", || {
            tree.find(&path("/"), &FindOptions::default())
        });
        budget.step(tree, "read on a branch", || tree.read(&path("/d/s0/f3")));
        budget.step(tree, "history of a branch", || tree.history(50));
        tree.switch_branch("main").unwrap();
    }
}

/// What changes branches, and something on them.
fn change_beside(tree: &Tree, budget: &mut Budget) {
    budget.step(tree, "create", || {
        tree.create_branch("new", &BranchOptions::new())
    });
    budget.step(tree, "create at", || {
        let at = BranchOptions::new().at(Point::After(RunId::from(2)));
        tree.create_branch("old", &at)
    });
    for name in ["side", "new"] {
        if budget
            .step(tree, "switch", || tree.switch_branch(name))
            .is_none()
        {
            continue;
        }
        budget.step(tree, "write on a branch", || {
            tree.write(&path("/d/s1/f1"), b"here")
        });
        budget.step(tree, "remove on a branch", || {
            tree.remove_tree(&path("/d/s0"))
        });
        budget.step(tree, "move on a branch", || {
            tree.rename(&path("/d"), &path("/e"))
        });
        budget.step(tree, "undo on a branch", || {
            let last = tree.history(1)?;
            last.first().map(|run| tree.undo(run.id)).transpose()
        });
        budget.step(tree, "merge main", || {
            tree.merge_branch("main", &MergeOptions::new().markers())
        });
        tree.switch_branch("main").unwrap();
        budget.step(tree, "merge", || {
            tree.merge_branch(name, &MergeOptions::new().markers())
        });
    }
    for name in ["new", "side", "old"] {
        budget.step(tree, "delete", || tree.delete_branch(name));
    }
    budget.step(tree, "check", || tree.check());
}

/// What is read of history.
fn look_back(tree: &Tree, budget: &mut Budget) {
    let runs = budget.step(tree, "history", || tree.history(50));
    let mut runs = runs.unwrap_or_default();
    for run in &mut runs {
        budget.step(tree, "changes", || tree.changes(run.id));
        // So that each is compared with the one before it.
        run.undoes = Some(RunId::from(i64::from(run.id).saturating_sub(1)));
    }
    budget.step(tree, "undone", || tree.undone(&runs));
    budget.step(tree, "undoable", || tree.last_undoable(|_| true));
    budget.step(tree, "checkpoints", || tree.checkpoints());
}

type Call = (&'static str, fn(&Tree) -> Result<()>);

/// What changes something, each by itself.
const CALLS: &[Call] = &[
    ("write", |tree| {
        tree.write(&path("/d/new/file"), &[7; 20_000])
    }),
    ("write over", |tree| tree.write(&path("/d/s0/f0"), b"over")),
    ("append", |tree| tree.append(&path("/d/large"), b"more")),
    ("append to a fork", |tree| {
        tree.append(&path("/fork"), b"more")
    }),
    ("append to a small one", |tree| {
        tree.append(&path("/d/s0/f3"), b"more")
    }),
    ("mkdir", |tree| {
        tree.mkdir(&path("/a/b/c"), &MkdirOptions::new().recursive())
    }),
    ("symlink", |tree| tree.symlink("x", &path("/d/link2"))),
    ("mode", |tree| tree.set_mode(&path("/d/s0"), 0o700)),
    ("touch", |tree| tree.touch(&path("/d"))),
    ("remove a file", |tree| tree.remove_tree(&path("/d/s0/f0"))),
    ("remove a large file", |tree| {
        tree.remove_tree(&path("/d/large"))
    }),
    ("remove all", |tree| {
        tree.remove_tree(&path("/d"))?;
        tree.remove_tree(&path("/copy"))?;
        tree.remove_tree(&path("/fork"))
    }),
    ("copy", |tree| tree.copy_tree(&path("/d"), &path("/x/y"))),
    ("merge", |tree| tree.copy_tree(&path("/d"), &path("/none"))),
    ("move", |tree| tree.rename(&path("/d"), &path("/none/z"))),
    ("move a file", |tree| {
        tree.rename(&path("/d/large"), &path("/l"))
    }),
    ("undo", |tree| tree.undo(RunId::from(4)).map(drop)),
    ("undo all", |tree| {
        for run in tree.history(50)? {
            tree.undo(run.id)?;
        }
        Ok(())
    }),
    ("checkpoint", |tree| {
        told(tree.checkpoint("other", &CheckpointOptions::new()))
    }),
    ("restore", |tree| told(tree.restore("mark"))),
];

/// What a checkpoint says, as an error of the tree.
fn told<T>(result: std::result::Result<T, isolate_vfs::CheckpointError>) -> Result<()> {
    match result {
        Err(isolate_vfs::CheckpointError::Tree(error)) => Err(error),
        _ => Ok(()),
    }
}

fn change(tree: &Tree, budget: &mut Budget) {
    for mode in [CommitMode::DryRun, CommitMode::PerCall] {
        for (what, call) in CALLS {
            budget.step(tree, what, || {
                let run = tree.begin(&RunOptions::new((*what).to_owned()).mode(mode))?;
                let done = call(tree);
                let ended = run.commit();
                done?;
                ended
            });
        }
    }
}
