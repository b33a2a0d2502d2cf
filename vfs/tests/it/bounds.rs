//! Bounds on one call: it succeeds at the bound and fails one past it; and stopping in the middle.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use isolate_text::glob::Glob;
use isolate_vfs::{
    CommitMode, ENTRIES_MAX_DEFAULT, ErrorKind, FindOptions, GlobOptions, Result, RunOptions, Skip,
    Tree, WalkOptions,
};

use super::{assert_sound, path};

/// The root, eight directories and their files: 801 entries.
fn wide() -> Tree {
    let tree = super::memory();
    for file in 0..99 {
        tree.write(&path(&format!("/d0/f{file}")), b"x").unwrap();
    }
    for directory in 1..8 {
        tree.copy_tree(&path("/d0"), &path(&format!("/d{directory}")))
            .unwrap();
    }
    tree
}

fn check(call: impl Fn(usize) -> Result<usize>, bound: usize) {
    call(bound).unwrap();
    let error = call(bound - 1).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge);
    assert_eq!(
        error.to_string(),
        format!("result too large: more than {} entries", bound - 1)
    );
}

#[test]
fn walks_are_bounded() {
    assert_eq!(ENTRIES_MAX_DEFAULT, 1_000_000);
    let tree = wide();
    let root = path("/");
    let find = |entries_max| {
        let options = FindOptions::new().entries_max(entries_max);
        tree.find(&root, &options).map(|found| found.len())
    };
    check(find, 801);
    check(
        |max| {
            tree.walk(&root, &WalkOptions::new().entries_max(max))
                .map(|_| 1)
        },
        801,
    );
    check(
        |max| {
            tree.summarize(&root, &WalkOptions::new().entries_max(max))
                .map(|_| 1)
        },
        801,
    );
    // A glob counts what it finds, which never is the root.
    let all = Glob::new("/**").unwrap();
    check(
        |max| {
            tree.glob(&all, &GlobOptions::new().entries_max(max))
                .map(|found| found.len())
        },
        800,
    );
}

#[test]
fn ignore_rules_are_bounded() {
    const BYTES_MAX: usize = 65_536;
    let ignored = |rules: &[u8]| {
        let tree = super::memory();
        tree.write(&path("/.gitignore"), rules).unwrap();
        tree.write(&path("/last"), b"").unwrap();
        tree.write(&path("/las"), b"").unwrap();
        let options = GlobOptions::new().skip(Skip::new(&[]).unwrap().gitignore());
        let found = tree.glob(&Glob::new("/l*").unwrap(), &options);
        let names: Vec<String> = found
            .unwrap()
            .into_iter()
            .map(|(path, _)| path.to_string())
            .collect();
        assert_eq!(options.skip.bytes_read(), rules.len().min(BYTES_MAX) as u64);
        names.join(" ")
    };
    let comment = |bytes: usize| [vec![b'#'; bytes - 1], b"\n".to_vec()].concat();
    let at_bound = [comment(BYTES_MAX - 4), b"last".to_vec()].concat();
    assert_eq!(at_bound.len(), BYTES_MAX);
    assert_eq!(ignored(&at_bound), "/las");
    // One byte more, and the rule is left out rather than cut into another one.
    let past = [comment(BYTES_MAX - 3), b"last".to_vec()].concat();
    assert_eq!(ignored(&past), "/las /last");
}

#[test]
fn ignore_rules_are_charged() {
    let tree = super::memory();
    tree.write(&path("/.gitignore"), b"*.log").unwrap();
    tree.write(&path("/d/.gitignore"), b"x").unwrap();
    let glob = |bytes_max| {
        let options = GlobOptions::new().skip(
            Skip::new(&[])
                .unwrap()
                .gitignore()
                .gitignore_bytes_max(bytes_max),
        );
        let found = tree.glob(&Glob::new("/**").unwrap(), &options);
        (found.map(|found| found.len()), options.skip.bytes_read())
    };
    let (found, bytes) = glob(6);
    assert_eq!((found.unwrap(), bytes), (3, 6));
    let (found, bytes) = glob(5);
    assert_eq!((found.unwrap_err().kind(), bytes), (ErrorKind::TooLarge, 6));
}

#[test]
fn a_pattern_that_names_nothing_is_refused() {
    for pattern in ["", "/"] {
        let error = Skip::new(&[pattern]).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Invalid);
    }
}

type Call = fn(&Tree) -> Result<()>;

const CALLS: &[(&str, Call)] = &[
    ("remove", |tree| tree.remove_tree(&path("/d"))),
    ("copy", |tree| tree.copy_tree(&path("/d"), &path("/e"))),
    ("merge", |tree| tree.copy_tree(&path("/d"), &path("/f"))),
    ("move", |tree| tree.rename(&path("/d"), &path("/g"))),
];

/// A directory with 800 files.
fn large() -> Tree {
    let tree = wide();
    for directory in 0..8 {
        let (from, to) = (format!("/d{directory}"), format!("/d/0/{directory}"));
        tree.copy_tree(&path(&from), &path(&to)).unwrap();
    }
    tree.write(&path("/f/0/0/f0"), b"other").unwrap();
    tree
}

/// Stops a call at the N-th time that it asks, for N = 0, 1, …: it happens whole or not at all.
#[test]
fn a_call_stops_in_the_middle_of_a_statement() {
    let summary = |tree: &Tree| {
        tree.summarize(&path("/"), &WalkOptions::new().entries_max(100_000))
            .unwrap()
    };
    for (name, call) in CALLS {
        for mode in [CommitMode::PerCall, CommitMode::Atomic] {
            let tree = large();
            let before = summary(&tree);
            let mut asks = 0;
            loop {
                let left = AtomicU64::new(asks);
                let options = RunOptions::new("").mode(mode);
                let run = tree.begin(&options).unwrap();
                tree.set_stop_signal(Some(Arc::new(move || {
                    left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| {
                        left.checked_sub(1)
                    })
                    .is_err()
                })));
                let result = call(&tree);
                tree.set_stop_signal(None);
                let Err(error) = result else {
                    run.commit().unwrap();
                    break;
                };
                assert_eq!(error.kind(), ErrorKind::Deadline, "{name}");
                let effects = run.abandon().unwrap();
                assert!(effects.is_empty(), "{name}");
                assert_eq!(summary(&tree), before, "{name}, stopped at {asks}");
                // Every early one, then fewer and fewer.
                asks += 1 + asks / 4;
            }
            // A loop between two statements asks once a statement; a statement asks by itself.
            assert!(asks > 4, "{name} asked {asks} times");
            let is_there = |text: &str| tree.exists(&path(text)).unwrap();
            assert!(
                !is_there("/d") || is_there("/e") || is_there("/f/0/1"),
                "{name}"
            );
            assert_sound(&tree);
        }
    }
}
