//! Differences between two points of the history; their patches are checked with git.

use isolate_oracles::Oracle;
use isolate_text::git::BinaryFiles;
use isolate_vfs::{
    ErrorKind, MemoryStore, MkdirOptions, OpenOptions, Point, Retention, RunId, RunOptions, Tree,
};
use proptest::prelude::*;

use crate::disk_trees::{Files, files_of, git_makes};
use crate::{memory, path};

/// Does some work as one run; returns its number.
fn run(tree: &Tree, work: impl FnOnce(&Tree)) -> Option<RunId> {
    let run = tree.begin(&RunOptions::new("work")).unwrap();
    work(&run);
    run.commit().unwrap().run
}

/// The changed paths between two points, each with what was and is there.
fn told(tree: &Tree, from: Point, to: Point) -> Vec<String> {
    let side = |side: &Option<isolate_vfs::Side>| {
        side.as_ref()
            .map_or_else(|| "-".to_owned(), |side| side.stat.size.to_string())
    };
    let differences = tree.differences(from, to).unwrap();
    let lines = differences.iter().map(|difference| {
        let from = difference.moved_from.as_ref();
        let from = from.map_or_else(String::new, |from| format!("{from} -> "));
        format!(
            "{from}{} {} {}",
            difference.path,
            side(&difference.before),
            side(&difference.after)
        )
    });
    lines.collect()
}

#[test]
fn points_are_compared_in_both_directions() {
    let tree = memory();
    let one = run(&tree, |tree| {
        tree.write(&path("/a"), b"1").unwrap();
        tree.write(&path("/b"), b"22").unwrap();
    });
    let two = run(&tree, |tree| tree.write(&path("/a"), b"333").unwrap());
    let three = run(&tree, |tree| {
        tree.rename(&path("/b"), &path("/c")).unwrap();
        tree.remove_tree(&path("/a")).unwrap();
    });
    let [one, two, three] = [one, two, three].map(Option::unwrap);
    assert_eq!(
        told(&tree, Point::Before(one), Point::After(one)),
        ["/a - 1", "/b - 2"]
    );
    assert_eq!(
        told(&tree, Point::After(one), Point::Before(two)),
        Vec::<String>::new()
    );
    assert_eq!(
        told(&tree, Point::After(one), Point::Now),
        ["/a 1 -", "/b -> /c 2 2"]
    );
    assert_eq!(
        told(&tree, Point::Now, Point::After(two)),
        ["/a - 3", "/c -> /b 2 2"]
    );
    assert_eq!(
        told(&tree, Point::Before(one), Point::After(three)),
        ["/c - 2"]
    );
    let missing = tree.differences(Point::After(RunId::from(9)), Point::Now);
    assert_eq!(missing.unwrap_err().kind(), ErrorKind::NotFound);
}

#[test]
fn interleaved_runs_are_compared_with_the_current_state() {
    let store = MemoryStore::new().unwrap();
    let tree = Tree::open_memory(&store, &OpenOptions::new()).unwrap();
    let other = Tree::open_memory(&store, &OpenOptions::new()).unwrap();
    let first = tree.begin(&RunOptions::new("first")).unwrap();
    first.write(&path("/a"), b"1").unwrap();
    let second = other.begin(&RunOptions::new("second")).unwrap();
    second.write(&path("/a"), b"22").unwrap();
    first.write(&path("/a"), b"333").unwrap();
    let first = first.commit().unwrap().run.unwrap();
    second.commit().unwrap();
    assert_eq!(told(&tree, Point::Before(first), Point::Now), ["/a - 3"]);
}

/// An open run stays in the history while later ones are pruned, which leaves a gap.
#[test]
fn a_span_with_a_forgotten_run_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("w.sqlite");
    let few = OpenOptions::new().retention(Retention::new().runs_max(2));
    let (open, tree) = (
        Tree::open(&file, &few).unwrap(),
        Tree::open(&file, &few).unwrap(),
    );
    let still_open = open.begin(&RunOptions::new("open")).unwrap();
    still_open.write(&path("/open"), b"1").unwrap();
    let first = tree.history(1).unwrap()[0].id;
    for number in 0..6 {
        let at = path(&format!("/{number}"));
        run(&tree, |tree| tree.write(&at, b"1").unwrap());
    }
    let kept: Vec<RunId> = tree
        .history(usize::MAX)
        .unwrap()
        .iter()
        .map(|run| run.id)
        .collect();
    assert!(kept.contains(&first) && kept.len() < 7, "{kept:?}");
    for from in [Point::Before(first), Point::After(first)] {
        let refused = tree.differences(from, Point::Now).unwrap_err();
        assert_eq!(refused.kind(), ErrorKind::NotFound);
        assert_eq!(
            refused.reason(),
            "the history no longer has all changes between these points; compare later ones"
        );
    }
    let last = kept[0];
    assert_eq!(told(&tree, Point::Before(last), Point::Now), ["/5 - 1"]);
    drop(still_open);
}

#[test]
fn differences_of_some_runs_leave_out_the_others() {
    let tree = memory();
    let [one, two, three] = [("/a", "1"), ("/b", "1"), ("/a", "22")].map(|(at, text)| {
        run(&tree, |tree| {
            tree.write(&path(at), text.as_bytes()).unwrap()
        })
        .unwrap()
    });
    let paths = |runs: &[RunId]| -> Vec<String> {
        let differences = tree.differences_of(runs).unwrap();
        differences
            .iter()
            .map(|difference| difference.path.to_string())
            .collect()
    };
    assert_eq!(paths(&[one, three]), ["/a"]);
    assert_eq!(paths(&[two]), ["/b"]);
    assert_eq!(paths(&[RunId::from(9)]), Vec::<String>::new());
}

/// Something that a run does; what is not possible is left out.
#[derive(Clone, Debug)]
enum Work {
    Write(&'static str, Vec<u8>),
    Append(&'static str, Vec<u8>),
    Mode(&'static str, bool),
    Remove(&'static str),
    Rename(&'static str, &'static str),
    Link(&'static str, &'static str),
    Folder(&'static str),
}

impl Work {
    fn do_in(&self, tree: &Tree) {
        let _may_be_impossible = match self {
            Self::Write(at, bytes) => tree.write(&path(at), bytes),
            Self::Append(at, bytes) => tree.append(&path(at), bytes),
            Self::Mode(at, is_executable) => {
                tree.set_mode(&path(at), if *is_executable { 0o755 } else { 0o600 })
            }
            Self::Remove(at) => tree.remove_tree(&path(at)),
            Self::Rename(from, to) => tree.rename(&path(from), &path(to)),
            Self::Link(target, at) => tree.symlink(target, &path(at)),
            Self::Folder(at) => tree.mkdir(&path(at), &MkdirOptions::new().recursive()),
        };
    }
}

fn works() -> impl Strategy<Value = Vec<Vec<Work>>> {
    let place = || {
        prop::sample::select(vec![
            "/a",
            "/b",
            "/d",
            "/d/a",
            "/d/e/f",
            "/x y",
            "/d/\"q\"",
            "/tab\there",
            "/é",
            "/-x",
            "/new\nline",
            "/back\\slash",
        ])
    };
    let bytes = || {
        prop_oneof![
            3 => prop::collection::vec(prop::sample::select(vec!["one\n", "two\n", "\n", "end"]), 0..6)
                .prop_map(|lines| lines.concat().into_bytes()),
            1 => prop::collection::vec(any::<u8>(), 0..100),
        ]
    };
    let work = prop_oneof![
        4 => (place(), bytes()).prop_map(|(at, bytes)| Work::Write(at, bytes)),
        1 => (place(), bytes()).prop_map(|(at, bytes)| Work::Append(at, bytes)),
        1 => (place(), any::<bool>()).prop_map(|(at, is)| Work::Mode(at, is)),
        2 => place().prop_map(Work::Remove),
        2 => (place(), place()).prop_map(|(from, to)| Work::Rename(from, to)),
        1 => (place(), place()).prop_map(|(target, at)| Work::Link(target, at)),
        1 => place().prop_map(Work::Folder),
    ];
    prop::collection::vec(prop::collection::vec(work, 1..5), 2..6)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn git_applies_the_difference_of_any_two_points(works in works()) {
        let Some(git) = Oracle::Git.find() else {
            return Ok(());
        };
        let tree = memory();
        let mut states = vec![(None, Files::new())];
        for work in &works {
            let ended = run(&tree, |tree| work.iter().for_each(|work| work.do_in(tree)));
            let mut files = Files::new();
            files_of(&tree, &path("/"), &mut files);
            if ended.is_some() {
                states.push((ended, files));
            }
        }
        for (from, before) in &states {
            for (to, after) in &states {
                let point = |run: &Option<RunId>| match (run, states.get(1)) {
                    (Some(run), _) => Point::After(*run),
                    (None, Some((Some(first), _))) => Point::Before(*first),
                    (None, _) => Point::Now,
                };
                let mut patch = String::new();
                for difference in tree.differences(point(from), point(to)).unwrap() {
                    tree.write_patch(&difference, BinaryFiles::Whole, &mut patch).unwrap();
                }
                prop_assert_eq!(&git_makes(&git, before, &patch), after, "{}", patch);
            }
        }
    }
}

/// A file that is written again with the same bytes has not changed, however its bytes are stored.
#[test]
fn files_with_the_same_bytes_are_no_difference() {
    let tree = memory();
    let large = super::bytes(200_000, 1);
    for (name, bytes) in [("/small", &b"text"[..]), ("/large", &large)] {
        tree.write(&path(name), bytes).unwrap();
    }
    let before = tree.history(1).unwrap()[0].id;
    tree.write(&path("/small"), b"text").unwrap();
    tree.write(&path("/large"), b"other").unwrap();
    tree.write(&path("/large"), &large).unwrap();
    tree.write(&path("/new"), b"").unwrap();
    let told = |from, to| -> Vec<String> {
        let all = tree.differences(from, to).unwrap();
        all.iter().map(|one| one.path.as_str().to_owned()).collect()
    };
    assert_eq!(told(Point::After(before), Point::Now), ["/new"]);
    assert_eq!(told(Point::Now, Point::After(before)), ["/new"]);
    let runs: Vec<RunId> = tree.history(9).unwrap().iter().map(|run| run.id).collect();
    let runs: Vec<RunId> = runs.into_iter().filter(|run| *run > before).rev().collect();
    let all = tree.differences_of(&runs).unwrap();
    assert_eq!(all.len(), 1, "{all:?}");
}

#[test]
fn internal_folders_are_no_difference() {
    let tree = super::memory();
    let at = |text: &str| super::path(text);
    tree.write(&at("/a"), b"a").unwrap();
    let first = tree.history(1).unwrap()[0].id;
    tree.checkpoint("here", &Default::default()).unwrap();
    tree.write(&at("/.runs/1/log.txt"), b"log").unwrap();
    tree.write(&at("/b"), b"b").unwrap();
    let runs: Vec<_> = tree
        .history(9)
        .unwrap()
        .iter()
        .rev()
        .map(|run| run.id)
        .collect();
    let since = isolate_vfs::Point::After(first);
    for (found, paths) in [
        (tree.differences(since, isolate_vfs::Point::Now), vec!["/b"]),
        (tree.differences_of(&runs), vec!["/a", "/b"]),
    ] {
        let found = found.unwrap();
        let found: Vec<&str> = found.iter().map(|one| one.path.as_str()).collect();
        assert_eq!(found, paths);
    }
}
