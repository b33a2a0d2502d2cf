//! Edits of large files: they cost what they change.

use std::collections::BTreeMap;
use std::path::Path;

use isolate_vfs::testing::TreeTesting as _;
use isolate_vfs::{
    CheckpointError, CheckpointOptions, CopyOptions, OpenOptions, Quota, Retention, RunId,
    RunOptions, Tree,
};
use proptest::prelude::*;

use super::{assert_sound, memory, memory_with, noise, path};

fn used_bytes(tree: &Tree) -> u64 {
    tree.database_bytes().unwrap().1
}

fn file(folder: &tempfile::TempDir, options: &OpenOptions) -> Tree {
    Tree::open(&folder.path().join("w.sqlite"), options).unwrap()
}

/// A number from a query on the file of a tree.
fn number(folder: &Path, sql: &str) -> u32 {
    let connection = rusqlite::Connection::open(folder.join("w.sqlite")).unwrap();
    connection.query_row(sql, [], |row| row.get(0)).unwrap()
}

/// Replaces `removed` bytes at a place.
fn edit(bytes: &mut Vec<u8>, at: usize, removed: usize, inserted: &[u8]) {
    let at = at.min(bytes.len());
    let end = (at + removed).min(bytes.len());
    bytes.splice(at..end, inserted.iter().copied());
}

/// Small edits of a large file: in place, insertions and deletions, at the beginning, in the
/// middle and at the end.
#[test]
fn small_edits_of_a_large_file_store_what_they_change() {
    let (size, edits) = (50_000_000, 100);
    let folder = tempfile::tempdir().unwrap();
    let quota = Quota::new().bytes_max(200 << 20);
    let tree = file(&folder, &OpenOptions::new().quota(quota));
    let mut bytes = noise(size, 1);
    tree.write(&path("/a"), &bytes).unwrap();
    let before = used_bytes(&tree);
    let mut versions = Vec::new();
    for round in 0..edits {
        let at = match round % 3 {
            0 => round * 11,
            1 => bytes.len() / 2 + round * 1009,
            _ => bytes.len() - 1 - round * 7,
        };
        let (removed, inserted) = match round / 3 % 3 {
            0 => (10, 10),
            1 => (0, 100),
            _ => (100, 0),
        };
        let start = at..(at + 200).min(bytes.len());
        versions.push((bytes.len(), start.clone(), bytes[start].to_vec()));
        edit(&mut bytes, at, removed, &noise(inserted, round as u64));
        let run = tree.begin(&RunOptions::new("")).unwrap();
        tree.write(&path("/a"), &bytes).unwrap();
        run.commit().unwrap();
    }
    assert!(tree.read(&path("/a")).unwrap() == bytes);
    let added = used_bytes(&tree) - before;
    assert!(added < edits as u64 * 200_000, "{added}");
    super::nightly("edit_of_50_mb", added / edits as u64, "bytes");
    for (length, range, part) in versions.into_iter().rev() {
        let run = tree.last_undoable(|_| true).unwrap().unwrap();
        tree.undo(run).unwrap();
        assert_eq!(tree.stat(&path("/a")).unwrap().unwrap().size, length as u64);
        let (start, count) = (range.start as u64, (range.end - range.start) as u64);
        assert_eq!(tree.read_range(&path("/a"), start, count).unwrap(), part);
    }
    assert!(tree.read(&path("/a")).unwrap() == noise(size, 1));
    assert_sound(&tree);
}

/// Several edits at once that move what is between them.
#[test]
fn edits_at_several_places_share_what_is_between() {
    let tree = memory();
    let mut bytes = noise(4_000_000, 1);
    tree.write(&path("/a"), &bytes).unwrap();
    let before = used_bytes(&tree);
    for at in [3_900_000, 2_500_000, 1_000_000, 10] {
        edit(&mut bytes, at, 3, b"something longer");
    }
    edit(&mut bytes, 2_000_000, 500, b"");
    tree.write(&path("/a"), &bytes).unwrap();
    assert!(tree.read(&path("/a")).unwrap() == bytes);
    let added = used_bytes(&tree) - before;
    assert!(added < 5 * 100_000, "{added}");
    // Two that cancel each other out leave the size as it is.
    edit(&mut bytes, 1_000, 0, b"inserted");
    edit(&mut bytes, 3_000_000, 8, b"");
    let before = used_bytes(&tree);
    tree.write(&path("/a"), &bytes).unwrap();
    assert!(tree.read(&path("/a")).unwrap() == bytes);
    let added = used_bytes(&tree) - before;
    assert!(added < 3 * 100_000, "{added}");
    assert_sound(&tree);
}

/// What two versions share is not read to compare them, so a change at the end of a large file that
/// was taken back is none.
#[test]
fn what_versions_share_is_not_compared() {
    let tree = memory();
    let mut bytes = noise(40_000_000, 1);
    tree.write(&path("/a"), &bytes).unwrap();
    let run = tree.begin(&RunOptions::new("")).unwrap();
    for _ in 0..2 {
        for at in [1, 20_000_000, 39_999_999] {
            bytes[at] ^= 1;
        }
        tree.write(&path("/a"), &bytes).unwrap();
        let changed = bytes[1] != noise(2, 1)[1];
        assert_eq!(tree.effects().unwrap().is_empty(), !changed);
    }
    run.commit().unwrap();
    assert_sound(&tree);
}

/// Where all bytes are alike, the beginning and the end of a file have the same ones.
#[test]
fn bytes_that_are_alike_are_shared_once() {
    let tree = memory();
    for size in [
        300_000, 200_000, 70_000, 500_000, 131_072, 131_073, 65_536, 300_000,
    ] {
        tree.write(&path("/a"), &vec![b'x'; size]).unwrap();
        assert!(tree.read(&path("/a")).unwrap() == vec![b'x'; size]);
        assert_sound(&tree);
    }
}

/// A small file has one row of bytes, before and after.
#[test]
fn small_files_and_new_bytes_share_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let tree = file(&folder, &OpenOptions::new());
    let streams = || number(folder.path(), "SELECT count(*) FROM stream");
    tree.write(&path("/a"), &noise(8192, 1)).unwrap();
    let mut bytes = noise(8192, 1);
    bytes[4000] ^= 1;
    tree.write(&path("/a"), &bytes).unwrap();
    assert_eq!(streams(), 0);
    tree.write(&path("/a"), &noise(8193, 1)).unwrap();
    assert_eq!(streams(), 1);
    tree.write(&path("/a"), &bytes).unwrap();
    tree.write(&path("/b"), &noise(300_000, 1)).unwrap();
    tree.write(&path("/b"), &noise(300_000, 2)).unwrap();
    let shared =
        "SELECT count(*) FROM (SELECT piece FROM extent GROUP BY piece HAVING count(*) > 1)";
    assert_eq!(number(folder.path(), shared), 0);
    // The same bytes again are no new content.
    let next = || number(folder.path(), "SELECT next_id FROM state");
    let before = next();
    tree.write(&path("/b"), &noise(300_000, 2)).unwrap();
    assert_eq!(next(), before);
    assert_sound(&tree);
}

/// Pieces stay large, however often a file is edited.
#[test]
fn many_edits_leave_few_extents() {
    let folder = tempfile::tempdir().unwrap();
    let retention = Retention::new().runs_max(0);
    let tree = file(&folder, &OpenOptions::new().retention(retention));
    let mut bytes = noise(1 << 20, 1);
    tree.write(&path("/a"), &bytes).unwrap();
    let mut state = 1_usize;
    let mut random = |below: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let mut most = 0;
    for round in 0..10_000 {
        let (at, removed, inserted) = match round % 3 {
            0 => (0, 0, 300),
            1 => (random(bytes.len()), 300, 0),
            _ => (random(bytes.len()), random(300), random(300)),
        };
        edit(&mut bytes, at, removed, &noise(inserted, round));
        tree.write(&path("/a"), &bytes).unwrap();
        if round % 100 == 99 {
            most = most.max(number(folder.path(), "SELECT count(*) FROM extent"));
        }
    }
    assert!(tree.read(&path("/a")).unwrap() == bytes);
    // 16 pieces of 64 KiB are the fewest.
    assert!(most < 3 * 16, "{most}");
    super::nightly("extents_of_1_mib", most.into(), "extents");
    assert_sound(&tree);
}

/// What the versions of a file share is not counted for each.
#[test]
fn history_counts_what_edits_have_replaced() {
    let retention = Retention::new().bytes_max(8 << 20);
    let tree = memory_with(&OpenOptions::new().retention(retention));
    let mut bytes = noise(4 << 20, 1);
    tree.write(&path("/a"), &bytes).unwrap();
    for round in 0..60 {
        bytes[round * 60_000] ^= 1;
        let run = tree.begin(&RunOptions::new("")).unwrap();
        tree.write(&path("/a"), &bytes).unwrap();
        run.commit().unwrap();
        assert_sound(&tree);
    }
    assert_eq!(tree.history(100).unwrap().len(), 61);
    // Beyond the bound the oldest go, and only what they held.
    for round in 0..120 {
        bytes[round * 30_000] ^= 1;
        let run = tree.begin(&RunOptions::new("")).unwrap();
        tree.write(&path("/a"), &bytes).unwrap();
        run.commit().unwrap();
    }
    assert_sound(&tree);
    let kept = tree.history(1000).unwrap().len();
    assert!((80..=130).contains(&kept), "{kept}");
    // Without history there is nothing that only it holds.
    tree.collect(&Retention::new().runs_max(0).bytes_max(0))
        .unwrap();
    assert!(used_bytes(&tree) < 6 << 20, "{}", used_bytes(&tree));
    assert!(tree.read(&path("/a")).unwrap() == bytes);
    assert_sound(&tree);
}

/// A file that is edited in a workspace that is nearly full needs room for the edit alone.
#[test]
fn an_edit_fits_where_the_file_would_not() {
    let quota = Quota::new().bytes_max(31 << 20);
    let tree = memory_with(&OpenOptions::new().quota(quota));
    tree.write(&path("/gone"), &noise(30 << 20, 1)).unwrap();
    tree.remove_tree(&path("/gone")).unwrap();
    let mut bytes = noise(30 << 20, 2);
    tree.write(&path("/a"), &bytes).unwrap();
    let runs = tree.history(10).unwrap().len();
    // 2 MiB are enough, and nothing leaves the history for them.
    tree.fill_disk(Some(512)).unwrap();
    for round in 0..8 {
        edit(&mut bytes, 3_000_000 * round, 5, b"other");
        tree.write(&path("/a"), &bytes).unwrap();
        assert_eq!(tree.history(100).unwrap().len(), runs + 1 + round);
    }
    assert_sound(&tree);
}

/// The tail of a file is only rewritten where nothing else uses it, at any place.
#[test]
fn appending_leaves_pieces_that_are_shared_as_they_are() {
    let tree = memory();
    let mut bytes = noise(140_000, 1);
    tree.write(&path("/a"), &bytes[..138_000]).unwrap();
    tree.append(&path("/a"), &bytes[138_000..]).unwrap();
    let old = bytes.clone();
    // The small last piece is at another place now.
    edit(&mut bytes, 70_000, 0, b"inserted");
    tree.write(&path("/a"), &bytes).unwrap();
    tree.append(&path("/a"), b"tail").unwrap();
    bytes.extend_from_slice(b"tail");
    assert!(tree.read(&path("/a")).unwrap() == bytes);
    assert_sound(&tree);
    for expected in [&bytes[..bytes.len() - 4], &old[..], &old[..138_000]] {
        let run = tree.last_undoable(|_| true).unwrap().unwrap();
        tree.undo(run).unwrap();
        assert!(tree.read(&path("/a")).unwrap() == expected);
        assert_sound(&tree);
    }
}

/// Comparing stops at the deadline, and nothing is changed.
#[test]
fn an_edit_stops_at_its_deadline() {
    let tree = memory();
    let mut bytes = noise(1_000_000, 1);
    tree.write(&path("/a"), &bytes).unwrap();
    bytes[999_999] ^= 1;
    tree.set_deadline(Some(std::time::Instant::now()));
    let error = tree.write(&path("/a"), &bytes).unwrap_err();
    assert_eq!(error.kind(), isolate_vfs::ErrorKind::Deadline);
    tree.set_deadline(None);
    bytes[999_999] ^= 1;
    assert!(tree.read(&path("/a")).unwrap() == bytes);
    assert_sound(&tree);
}

#[derive(Debug, Clone)]
enum Step {
    /// Writes new bytes: length, seed, and whether nothing in them differs.
    Write(u8, usize, u64, bool),
    /// Replaces bytes: place in 65,536ths, how many, how many new ones, and their seed.
    Edit(u8, usize, usize, usize, u64),
    Append(u8, usize, u64),
    Copy(u8, u8),
    Remove(u8),
    RemoveAll,
    Undo,
    Checkpoint,
    Restore,
    Prune(u64),
}

fn any_step() -> impl Strategy<Value = Step> {
    let name = 0..3_u8;
    let some = prop_oneof![3 => 0..200_usize, 1 => 0..5_000_usize, 1 => 0..200_000_usize];
    prop_oneof![
        2 => (name.clone(), 0..(1_usize << 20), 1..4_u64, proptest::bool::weighted(0.2))
            .prop_map(|(name, length, seed, flat)| Step::Write(name, length, seed, flat)),
        10 => (name.clone(), 0..65_536_usize, some.clone(), some.clone(), 1..1000_u64)
            .prop_map(|(name, at, removed, inserted, seed)| Step::Edit(name, at, removed, inserted, seed)),
        3 => (name.clone(), some, 1..1000_u64).prop_map(|(name, length, seed)| Step::Append(name, length, seed)),
        3 => (name.clone(), name.clone()).prop_map(|(from, to)| Step::Copy(from, to)),
        1 => name.prop_map(Step::Remove),
        1 => Just(Step::RemoveAll),
        3 => Just(Step::Undo),
        1 => Just(Step::Checkpoint),
        1 => Just(Step::Restore),
        1 => (0..6_u64).prop_map(Step::Prune),
    ]
}

/// The files of a tree, which its model has, too.
type Files = BTreeMap<u8, Vec<u8>>;

struct Model {
    files: Files,
    /// The files before each run that can be undone.
    before: BTreeMap<RunId, Files>,
    checkpoint: Option<Files>,
}

fn name(number: u8) -> isolate_text::VPath {
    path(&format!("/d/{number}"))
}

fn change(tree: &Tree, files: &mut Files, step: &Step) {
    match step {
        Step::Write(number, length, seed, flat) => {
            let bytes = if *flat {
                vec![b'x'; *length]
            } else {
                noise(*length, *seed)
            };
            tree.write(&name(*number), &bytes).unwrap();
            files.insert(*number, bytes);
        }
        Step::Edit(number, at, removed, inserted, seed) => {
            let Some(bytes) = files.get_mut(number) else {
                return;
            };
            let at = bytes.len() * at / 65_536;
            edit(bytes, at, *removed, &noise(*inserted, *seed));
            tree.write(&name(*number), bytes).unwrap();
        }
        Step::Append(number, length, seed) => {
            let bytes = noise(*length, *seed);
            tree.append(&name(*number), &bytes).unwrap();
            files.entry(*number).or_default().extend(bytes);
        }
        Step::Copy(from, to) => {
            if let Some(bytes) = files.get(from).cloned() {
                tree.copy(&name(*from), &name(*to), &CopyOptions::new())
                    .unwrap();
                files.insert(*to, bytes);
            }
        }
        Step::Remove(number) => {
            if files.remove(number).is_some() {
                tree.remove_tree(&name(*number)).unwrap();
            }
        }
        Step::RemoveAll => {
            tree.remove_tree(&path("/d")).unwrap();
            files.clear();
        }
        Step::Undo | Step::Checkpoint | Step::Restore | Step::Prune(_) => {}
    }
}

fn play(tree: &Tree, steps: &[Step], per_run: usize) {
    let mut model = Model {
        files: Files::new(),
        before: BTreeMap::new(),
        checkpoint: None,
    };
    for steps in steps.chunks(per_run) {
        let before = model.files.clone();
        let run = tree.begin(&RunOptions::new("")).unwrap();
        for step in steps {
            change(tree, &mut model.files, step);
            compare(tree, &model.files, step);
        }
        if let Some(run) = run.commit().unwrap().run {
            model.before.insert(run, before);
        }
        for step in steps {
            settle(tree, &mut model, step);
            compare(tree, &model.files, step);
        }
    }
}

/// What is done between runs.
fn settle(tree: &Tree, model: &mut Model, step: &Step) {
    match step {
        Step::Undo => {
            let Some(run) = tree.last_undoable(|_| true).unwrap() else {
                return;
            };
            let Some(before) = model.before.get(&run).cloned() else {
                return;
            };
            let current = model.files.clone();
            if let Some(undo) = tree.undo(run).unwrap().run {
                model.before.insert(undo, current);
            }
            model.files = before;
        }
        Step::Checkpoint if model.checkpoint.is_none() => {
            tree.checkpoint("x", &CheckpointOptions::new()).unwrap();
            model.checkpoint = Some(model.files.clone());
        }
        Step::Restore => {
            if let Some(files) = &model.checkpoint {
                match tree.restore("x") {
                    Ok(_) => model.files = files.clone(),
                    // Its history is not kept.
                    Err(CheckpointError::Forgotten { .. }) => {}
                    Err(error) => panic!("{error}"),
                }
            }
        }
        Step::Prune(runs) => {
            tree.collect(&Retention::new().runs_max(*runs).bytes_max(1 << 40))
                .unwrap();
            tree.collect(&Retention::new().bytes_max(runs * 300_000))
                .unwrap();
        }
        _ => {}
    }
}

fn compare(tree: &Tree, files: &Files, step: &Step) {
    for number in 0..3 {
        let stored = tree.exists(&name(number)).unwrap();
        assert_eq!(stored, files.contains_key(&number), "{step:?}");
        if let Some(bytes) = files.get(&number) {
            assert!(tree.read(&name(number)).unwrap() == *bytes, "{step:?}");
        }
    }
    assert_sound(tree);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn edited_files_hold_what_a_model_holds(
        steps in proptest::collection::vec(any_step(), 1..25), per_run in 1..4_usize,
    ) {
        play(&memory(), &steps, per_run);
    }

    #[test]
    fn edited_files_without_history_hold_what_a_model_holds(
        steps in proptest::collection::vec(any_step(), 1..25),
    ) {
        let retention = Retention::new().runs_max(0).bytes_max(0);
        play(&memory_with(&OpenOptions::new().retention(retention)), &steps, 3);
    }
}
