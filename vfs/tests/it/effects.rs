//! The effects of runs with very many changes.

use std::time::{Duration, Instant};

use isolate_text::VPath;
use isolate_vfs::{EFFECTS_MAX, Effects, OpenRun, RunId, RunOptions, Tree};

use super::{memory, path};

fn begin(tree: &Tree) -> OpenRun<&Tree> {
    tree.begin(&RunOptions::new("test")).unwrap()
}

/// A folder of 500 files.
fn folder(tree: &Tree) -> VPath {
    let folder = path("/seed");
    tree.atomically(|tree| {
        for number in 0..500 {
            tree.write(&path(&format!("/seed/{number:03}")), b"x")?;
        }
        Ok::<(), isolate_vfs::Error>(())
    })
    .unwrap();
    folder
}

fn copies(tree: &Tree, from: &VPath, count: usize) {
    for number in 0..count {
        tree.copy_tree(from, &path(&format!("/copies/{number:03}")))
            .unwrap();
    }
}

fn listed(effects: &Effects) -> Vec<&str> {
    let lists = [&effects.created, &effects.changed, &effects.deleted];
    let mut all: Vec<&str> = lists
        .into_iter()
        .flatten()
        .map(|entry| entry.path.as_str())
        .collect();
    all.sort_unstable();
    all
}

#[test]
fn effects_list_the_first_paths_and_count_the_rest() {
    let tree = memory();
    let seed = folder(&tree);
    copies(&tree, &seed, 20);
    let run = begin(&tree);
    // Created, changed and deleted ones stand among each other by path.
    for number in 0..20 {
        let copy = format!("/copies/{number:03}");
        tree.remove_tree(&path(&format!("{copy}/000"))).unwrap();
        tree.write(&path(&format!("{copy}/001")), b"changed")
            .unwrap();
        tree.copy_tree(&seed, &path(&format!("{copy}/more")))
            .unwrap();
        tree.copy_tree(&seed, &path(&format!("{copy}/most")))
            .unwrap();
    }
    let told = tree.effects().unwrap();
    let effects = run.commit().unwrap();
    assert_eq!(
        (&told.created, told.omitted),
        (&effects.created, effects.omitted)
    );

    let run = effects.run.unwrap();
    let mut all = Vec::new();
    for change in tree.changes(run).unwrap() {
        // The folders themselves changed no more than their time.
        if change.before.is_none()
            || change.after.is_none()
            || change.path.as_str().ends_with("/001")
        {
            all.push(change.path.as_str().to_owned());
        }
    }
    assert_eq!(all.len(), 20 * (2 + 2 * 501));
    assert_eq!(listed(&effects), all[..EFFECTS_MAX]);
    let omitted = effects.omitted;
    assert_eq!(effects.created.len() as u64 + omitted.created, 20 * 1002);
    assert_eq!(effects.changed.len() as u64 + omitted.changed, 20);
    assert_eq!(effects.deleted.len() as u64 + omitted.deleted, 20);
    assert!(omitted.changed > 0 && omitted.deleted > 0 && !omitted.is_partial);
    assert!(!effects.is_empty());
}

#[test]
fn counting_effects_stops_in_time() {
    let tree = memory();
    let seed = folder(&tree);
    let run = begin(&tree);
    copies(&tree, &seed, 30);
    let past = Instant::now() - Duration::from_secs(1);
    let effects = run.commit_by(past).unwrap();
    assert_eq!(listed(&effects).len(), EFFECTS_MAX);
    let omitted = effects.omitted;
    assert!(
        omitted.is_partial && omitted.total() < 30 * 501 - 10_000,
        "{omitted:?}"
    );

    let run = begin(&tree);
    tree.remove_tree(&path("/copies")).unwrap();
    let later = Instant::now() + Duration::from_secs(3600);
    let effects = run.commit_by(later).unwrap();
    assert!(!effects.omitted.is_partial);
    assert_eq!(effects.omitted.total(), 30 * 501 + 1 - 10_000);
}

#[test]
fn exactly_as_many_as_are_listed_omit_nothing() {
    let tree = memory();
    let seed = folder(&tree);
    tree.mkdir(
        &path("/copies"),
        &isolate_vfs::MkdirOptions::new().recursive(),
    )
    .unwrap();
    let run = begin(&tree);
    copies(&tree, &seed, 19);
    for number in 0..(EFFECTS_MAX - 19 * 501) {
        tree.write(&path(&format!("/one-{number}")), b"").unwrap();
    }
    let effects = tree.effects().unwrap();
    assert_eq!(listed(&effects).len(), EFFECTS_MAX);
    assert!(effects.omitted.is_empty());
    tree.write(&path("/one-more"), b"").unwrap();
    let effects = run.commit().unwrap();
    assert_eq!(
        (listed(&effects).len(), effects.omitted.total()),
        (EFFECTS_MAX, 1)
    );
}

#[test]
fn changes_are_read_by_pages() {
    let tree = memory();
    let seed = folder(&tree);
    let run = begin(&tree);
    copies(&tree, &seed, 3);
    let run = run.commit().unwrap().run.unwrap();
    let all = tree.changes(run).unwrap();
    for limit in [1_000, 100, 7] {
        let mut read = Vec::new();
        loop {
            let page = tree
                .changes_page(
                    run,
                    read.last().map(|change: &isolate_vfs::Change| &change.path),
                    limit,
                )
                .unwrap();
            let is_last = page.len() < limit;
            read.extend(page);
            if is_last {
                break;
            }
        }
        assert_eq!(read, all);
    }
    assert_eq!(
        tree.changes_page(RunId::from(999), None, 1)
            .unwrap_err()
            .to_string(),
        "no run 999 in the history"
    );
}

#[test]
fn comparing_contents_is_bounded() {
    let tree = memory();
    let big = vec![b'a'; 20 << 20];
    for name in ["/1", "/2"] {
        tree.write(&path(name), &big).unwrap();
    }
    let run = begin(&tree);
    for name in ["/1", "/2"] {
        tree.write(&path(name), b"something else").unwrap();
        tree.write(&path(name), &big).unwrap();
    }
    let effects = run.commit().unwrap();
    // The first is the same as before; of the second that is not known.
    assert_eq!(listed(&effects), ["/2"]);
}
