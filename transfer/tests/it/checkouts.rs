//! Directories of the disk as workspaces, and changes that are written back.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{MetadataExt as _, symlink};
use std::path::{Path, PathBuf};

use isolate_transfer::{ChangeKind, Checkout, CheckoutOptions, ErrorKind, Written, undo};
use isolate_vfs::ops::hash::{Algorithm, hash};
use isolate_vfs::{
    ErrorKind as VfsErrorKind, MkdirOptions, OpenOptions, Point, RemoveOptions, RunOptions, Tree,
};
use tempfile::{TempDir, tempdir};

use crate::folders::{Thing, assert_sound, chmod, path, things, tree_names, write};

/// A project on the disk, and a folder for journals.
pub(crate) struct Project {
    pub(crate) folder: TempDir,
}

impl Project {
    pub(crate) fn new(files: &[(&str, &str)]) -> Self {
        let folder = tempdir().unwrap();
        fs::create_dir(folder.path().join("project")).unwrap();
        write(&folder.path().join("project"), files);
        Self { folder }
    }

    pub(crate) fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join("project").join(name)
    }

    pub(crate) fn top(&self) -> PathBuf {
        self.folder.path().join("project")
    }

    pub(crate) fn state(&self) -> PathBuf {
        self.folder.path().join("state")
    }

    pub(crate) fn open(&self) -> (Checkout, Tree) {
        let checkout = Checkout::open(&self.top(), &self.state(), &CheckoutOptions::new()).unwrap();
        let tree = Tree::open_memory(checkout.store(), &OpenOptions::new()).unwrap();
        (checkout, tree)
    }

    pub(crate) fn things(&self) -> BTreeMap<String, Thing> {
        things(&self.top())
    }

    /// Names, kinds, permissions and bytes.
    pub(crate) fn contents(&self) -> BTreeMap<String, String> {
        contents_of(self.things())
    }

    pub(crate) fn undo(&self) -> isolate_transfer::Result<Written> {
        undo(&self.top(), &self.state(), None)
    }
}

pub(crate) fn contents_of(things: BTreeMap<String, Thing>) -> BTreeMap<String, String> {
    let shown = |thing| match thing {
        Thing::Folder { mode } => format!("folder {mode:o}"),
        Thing::File { mode, bytes, .. } if bytes.len() > 1_000 => {
            format!("file {mode:o} {}", hash(Algorithm::Sha256, &bytes))
        }
        Thing::File { mode, bytes, .. } => {
            format!("file {mode:o} {}", String::from_utf8_lossy(&bytes))
        }
        Thing::Link(target) => format!("link {target}"),
    };
    let things = things.into_iter();
    things.map(|(path, thing)| (path, shown(thing))).collect()
}

fn changes(written: &Written) -> Vec<String> {
    let changes = written.changes.iter();
    changes
        .map(|change| format!("{} {}", change.what, change.path))
        .collect()
}

/// A project in which everything can change.
pub(crate) fn everything() -> Project {
    let project = Project::new(&[
        ("a.txt", "one"),
        ("b.txt", "two"),
        ("run.sh", "echo"),
        ("src/main.rs", "fn main() {}"),
        ("src/deep/x", "x"),
        ("src/deep/y", "y"),
        ("becomes-folder", "file"),
        ("becomes-file/inner/z", "z"),
        ("still", "still"),
        (".gitignore", "/target\n*.log\n"),
        ("target/out", "out"),
        (".git/config", "git"),
    ]);
    fs::write(project.at("large"), vec![b'L'; 300_000]).unwrap();
    fs::write(project.at("empty"), "").unwrap();
    symlink("a.txt", project.at("link")).unwrap();
    symlink("/etc/passwd", project.at("outward")).unwrap();
    for name in ["a.txt", "b.txt", "run.sh", "src", "src/main.rs"] {
        let is_folder = project.at(name).is_dir();
        chmod(&project.at(name), if is_folder { 0o755 } else { 0o644 });
    }
    project
}

/// Changes everything of it.
pub(crate) fn change_everything(tree: &Tree) {
    let remove = RemoveOptions::new().recursive();
    tree.write(&path("/a.txt"), b"ONE, which is longer")
        .unwrap();
    tree.remove(&path("/b.txt"), &remove).unwrap();
    tree.set_mode(&path("/run.sh"), 0o755).unwrap();
    tree.rename(&path("/src/deep"), &path("/moved")).unwrap();
    tree.write(&path("/src/new/file"), b"new").unwrap();
    tree.set_mode(&path("/src"), 0o700).unwrap();
    tree.remove(&path("/becomes-folder"), &remove).unwrap();
    tree.write(&path("/becomes-folder/in"), b"in").unwrap();
    tree.remove(&path("/becomes-file"), &remove).unwrap();
    tree.write(&path("/becomes-file"), b"file").unwrap();
    tree.remove(&path("/link"), &remove).unwrap();
    tree.symlink("src/main.rs", &path("/link")).unwrap();
    tree.append(&path("/large"), b"more").unwrap();
    tree.write(&path("/empty"), b"not empty").unwrap();
    tree.copy(
        &path("/still"),
        &path("/copy"),
        &isolate_vfs::CopyOptions::new(),
    )
    .unwrap();
}

/// What the disk has after that.
pub(crate) fn changed(before: &BTreeMap<String, String>) -> BTreeMap<String, String> {
    let mut after = before.clone();
    for gone in [
        "b.txt",
        "src/deep",
        "src/deep/x",
        "src/deep/y",
        "becomes-file/inner",
        "becomes-file/inner/z",
    ] {
        after.remove(gone).unwrap();
    }
    let moved = |name: &str| before[&format!("src/deep{name}")].clone();
    let large = "L".repeat(300_000) + "more";
    let large = format!("file 644 {}", hash(Algorithm::Sha256, large.as_bytes()));
    for (name, thing) in [
        ("a.txt", "file 644 ONE, which is longer".to_owned()),
        ("run.sh", "file 755 echo".to_owned()),
        ("moved", moved("")),
        ("moved/x", moved("/x")),
        ("moved/y", moved("/y")),
        ("src", "folder 700".to_owned()),
        ("src/new", "folder 755".to_owned()),
        ("src/new/file", "file 644 new".to_owned()),
        ("becomes-folder", "folder 755".to_owned()),
        ("becomes-folder/in", "file 644 in".to_owned()),
        ("becomes-file", "file 644 file".to_owned()),
        ("link", "link src/main.rs".to_owned()),
        ("large", large),
        ("empty", "file 644 not empty".to_owned()),
        ("copy", before["still"].clone()),
    ] {
        after.insert(name.to_owned(), thing);
    }
    after
}

#[test]
fn files_are_read_when_they_are_needed_and_not_before() {
    let project = Project::new(&[("a", "one"), ("b", "two"), ("d/c", "three")]);
    let (checkout, tree) = project.open();
    assert_eq!(checkout.bytes(), 11);
    assert_eq!(tree_names(&tree), ["/a", "/b", "/d", "/d/c"]);
    assert_eq!(tree.read(&path("/a")).unwrap(), b"one");
    assert_eq!(tree.read_range(&path("/d/c"), 1, 3).unwrap(), b"hre");
    // What nobody has read yet may change, or go.
    fs::write(project.at("b"), "TWO").unwrap();
    fs::remove_file(project.at("d/c")).unwrap();
    for name in ["/b", "/d/c"] {
        let error = tree.read(&path(name)).unwrap_err();
        assert_eq!(error.kind(), VfsErrorKind::Stale, "{name}");
        assert!(
            error
                .to_string()
                .contains("has changed since the directory was opened")
        );
    }
    assert_sound(&tree);
}

#[test]
fn every_kind_of_change_is_written_and_taken_back() {
    let project = everything();
    let before = project.contents();
    let (mut checkout, tree) = project.open();
    change_everything(&tree);
    assert_eq!(project.contents(), before, "nothing is written by itself");
    let written = checkout.write_back(&tree, "a test").unwrap();
    assert_eq!(project.contents(), changed(&before));
    assert_eq!(written.number, Some(1));
    assert!(written.kept.is_empty());
    assert_eq!(
        changes(&written),
        [
            "changed a.txt",
            "deleted b.txt",
            "changed becomes-file",
            "deleted becomes-file/inner",
            "deleted becomes-file/inner/z",
            "changed becomes-folder",
            "created becomes-folder/in",
            "created copy",
            "changed empty",
            "changed large",
            "changed link",
            "created moved",
            "created moved/x",
            "created moved/y",
            "changed run.sh",
            "changed src",
            "deleted src/deep",
            "deleted src/deep/x",
            "deleted src/deep/y",
            "created src/new",
            "created src/new/file",
        ]
    );
    assert_sound(&tree);
    let undone = project.undo().unwrap();
    assert_eq!(undone.label, "a test");
    assert_eq!(project.contents(), before);
    let error = project.undo().unwrap_err();
    assert!(
        error.to_string().starts_with("nothing was written"),
        "{error}"
    );
}

#[test]
fn what_has_not_changed_is_not_touched() {
    let project = everything();
    let before = project.things();
    let numbers = |project: &Project| -> Vec<(String, u64, i64)> {
        let names = before.keys().filter(|name| *name != "a.txt");
        let stat = |name: &String| project.at(name).symlink_metadata().unwrap();
        names
            .map(|name| (name.clone(), stat(name).ino(), stat(name).ctime_nsec()))
            .collect()
    };
    let old = numbers(&project);
    let (mut checkout, tree) = project.open();
    let _everything_is_read: Vec<usize> = tree_names(&tree)
        .iter()
        .filter_map(|name| tree.read(&path(name)).ok().map(|bytes| bytes.len()))
        .collect();
    // The same bytes again are no change.
    let large = tree.read(&path("/large")).unwrap();
    tree.write(&path("/large"), &large).unwrap();
    tree.write(&path("/b.txt"), b"other").unwrap();
    tree.write(&path("/b.txt"), b"two").unwrap();
    tree.write(&path("/a.txt"), b"changed").unwrap();
    let written = checkout.write_back(&tree, "").unwrap();
    assert_eq!(changes(&written), ["changed a.txt"]);
    assert_eq!(numbers(&project), old);
    let nothing = checkout.write_back(&tree, "").unwrap();
    assert_eq!(nothing, Written::default());
}

#[test]
fn a_moved_file_keeps_its_time_and_a_written_one_gets_a_new_one() {
    let project = Project::new(&[("a", "one"), ("b", "two")]);
    let long_ago = std::time::SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1_000);
    for name in ["a", "b"] {
        let file = fs::File::options()
            .write(true)
            .open(project.at(name))
            .unwrap();
        file.set_modified(long_ago).unwrap();
    }
    let (mut checkout, tree) = project.open();
    tree.rename(&path("/a"), &path("/moved")).unwrap();
    tree.set_clock(Box::new(isolate_vfs::FixedClock(
        isolate_vfs::Timestamp::from_micros(5),
    )));
    tree.write(&path("/b"), b"new").unwrap();
    checkout.write_back(&tree, "").unwrap();
    let modified = |name| project.at(name).metadata().unwrap().modified().unwrap();
    assert_eq!(modified("moved"), long_ago);
    assert!(modified("b") > long_ago + std::time::Duration::from_secs(1_000_000));
}

#[test]
fn what_changed_on_the_disk_meanwhile_is_told_together_and_nothing_is_written() {
    let project = Project::new(&[
        ("edited", "1"),
        ("read-and-edited", "2"),
        ("removed", "3"),
        ("moded", "4"),
        ("fine", "5"),
        ("folder/x", "6"),
        ("untouched", "7"),
    ]);
    let (mut checkout, tree) = project.open();
    tree.read(&path("/read-and-edited")).unwrap();
    for name in [
        "edited",
        "read-and-edited",
        "removed",
        "moded",
        "fine",
        "made",
        "folder/new",
    ] {
        tree.write(&path(&format!("/{name}")), b"from the program")
            .unwrap();
    }
    write(
        &project.top(),
        &[("edited", "mine"), ("read-and-edited", "mine")],
    );
    write(&project.top(), &[("made", "mine"), ("untouched", "mine")]);
    fs::remove_file(project.at("removed")).unwrap();
    chmod(&project.at("moded"), 0o600);
    fs::remove_dir_all(project.at("folder")).unwrap();
    let before = project.things();
    let error = checkout.write_back(&tree, "").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Conflict);
    let conflicts: Vec<String> = error
        .conflicts()
        .iter()
        .map(|conflict| format!("{} {}", conflict.path, conflict.what))
        .collect();
    assert_eq!(
        conflicts,
        [
            "edited has changed on the disk",
            "folder/new its directory is not there any more",
            "made exists on the disk, but was left out or made since",
            "moded has changed on the disk",
            "read-and-edited has changed on the disk",
            "removed was removed on the disk",
        ]
    );
    assert_eq!(project.things(), before);
    let (_, journal) = (checkout, project.undo().unwrap_err());
    assert!(journal.to_string().starts_with("nothing was written"));
}

#[test]
fn a_change_that_keeps_size_and_time_is_found() {
    let project = Project::new(&[("a", "one")]);
    let (mut checkout, tree) = project.open();
    assert_eq!(tree.read(&path("/a")).unwrap(), b"one");
    tree.write(&path("/a"), b"program").unwrap();
    // Time and size stay, and only the time of the change of the entry tells.
    let modified = project.at("a").metadata().unwrap().modified().unwrap();
    fs::write(project.at("a"), "two").unwrap();
    let file = fs::File::options()
        .write(true)
        .open(project.at("a"))
        .unwrap();
    file.set_modified(modified).unwrap();
    let error = checkout.write_back(&tree, "").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Conflict);
    assert_eq!(fs::read(project.at("a")).unwrap(), b"two");
}

#[test]
fn what_was_left_out_is_invisible_and_never_overwritten() {
    let project = everything();
    fs::write(project.at("debug.log"), "log").unwrap();
    let (mut checkout, tree) = project.open();
    let names = tree_names(&tree);
    for hidden in ["/target", "/.git", "/debug.log", "/outward", "/target/out"] {
        assert!(!names.contains(&hidden.to_owned()), "{hidden}");
    }
    assert_eq!(checkout.report().ignored, 3);
    assert_eq!(checkout.report().skipped_total, 1);
    for name in ["/target/out", "/debug.log", "/outward"] {
        tree.write(&path(name), b"from the program").unwrap();
    }
    let before = project.things();
    let error = checkout.write_back(&tree, "").unwrap_err();
    let paths: Vec<&str> = error
        .conflicts()
        .iter()
        .map(|one| one.path.as_str())
        .collect();
    assert_eq!(paths, ["debug.log", "outward", "target"]);
    assert_eq!(project.things(), before);
}

#[test]
fn a_directory_with_ignored_files_stays_and_is_told() {
    let project = Project::new(&[
        (".gitignore", "*.log\n"),
        ("d/e/a", "a"),
        ("d/e/x.log", "log"),
        ("d/f/b", "b"),
    ]);
    let (mut checkout, tree) = project.open();
    tree.remove(&path("/d"), &RemoveOptions::new().recursive())
        .unwrap();
    let written = checkout.write_back(&tree, "").unwrap();
    assert_eq!(written.kept, ["d", "d/e"]);
    assert_eq!(
        changes(&written),
        ["deleted d/e/a", "deleted d/f", "deleted d/f/b"]
    );
    let names: Vec<String> = project.things().into_keys().collect();
    assert_eq!(names, [".gitignore", "d", "d/e", "d/e/x.log"]);
    project.undo().unwrap();
    assert_eq!(fs::read(project.at("d/e/a")).unwrap(), b"a");
    // A file cannot take the place of such a directory.
    let (mut checkout, tree) = project.open();
    tree.remove(&path("/d"), &RemoveOptions::new().recursive())
        .unwrap();
    tree.write(&path("/d"), b"file").unwrap();
    let error = checkout.write_back(&tree, "").unwrap_err();
    assert_eq!(
        error.conflicts()[0].what,
        "is a directory with entries that were left out"
    );
}

/// An agent writes back after each turn, and goes on with the same workspace.
#[test]
fn a_workspace_is_written_back_several_times_and_undone_in_between() {
    let project = everything();
    let before = project.contents();
    let (mut checkout, tree) = project.open();
    let run = tree.begin(&RunOptions::new("turn").atomic()).unwrap();
    change_everything(&tree);
    let turn = run.commit().unwrap().run.unwrap();
    checkout.write_back(&tree, "turn").unwrap();
    let after = project.contents();
    assert_eq!(tree.read(&path("/copy")).unwrap(), b"still");
    // The old bytes are in the journal now.
    let old = tree
        .at(Point::Before(turn), |view| {
            let mut bytes = Vec::new();
            let entry = view.entry(&path("/large"))?.unwrap();
            view.read(&entry, |piece| bytes.extend_from_slice(piece))?;
            Ok::<_, isolate_vfs::Error>(bytes)
        })
        .unwrap();
    assert_eq!(old, vec![b'L'; 300_000]);
    tree.undo(turn).unwrap();
    checkout.write_back(&tree, "undo of the turn").unwrap();
    assert_eq!(project.contents(), before);
    // What others change is a conflict also after a write-back.
    tree.write(&path("/a.txt"), b"again").unwrap();
    checkout.write_back(&tree, "again").unwrap();
    fs::write(project.at("a.txt"), "mine").unwrap();
    tree.write(&path("/a.txt"), b"and again").unwrap();
    let error = checkout.write_back(&tree, "").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Conflict);
    fs::write(project.at("a.txt"), "again").unwrap();
    // Each of the three can be taken back from outside.
    for _ in 0..3 {
        project.undo().unwrap();
        if project.contents() == after {
            continue;
        }
    }
    assert_eq!(project.contents(), before);
    assert_sound(&tree);
}

#[test]
fn a_write_back_that_others_have_changed_is_not_taken_back() {
    let project = Project::new(&[("a", "one"), ("b", "two")]);
    let (mut checkout, tree) = project.open();
    tree.write(&path("/a"), b"ONE").unwrap();
    tree.write(&path("/b"), b"TWO").unwrap();
    tree.write(&path("/d/new"), b"new").unwrap();
    checkout.write_back(&tree, "").unwrap();
    fs::write(project.at("b"), "mine").unwrap();
    let before = project.things();
    let error = project.undo().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Conflict);
    assert_eq!(error.conflicts()[0].path, "b");
    assert_eq!(project.things(), before);
    // What others have put beside it stays.
    fs::write(project.at("b"), "TWO").unwrap();
    fs::write(project.at("d/mine"), "mine").unwrap();
    let looked = isolate_transfer::preview_undo(&project.top(), &project.state(), None).unwrap();
    assert_eq!(looked.changes.len(), 4);
    assert_eq!(fs::read(project.at("a")).unwrap(), b"ONE");
    let undone = project.undo().unwrap();
    assert_eq!(undone.kept, ["d"]);
    assert_eq!(undone.changes[1].what, ChangeKind::Changed);
    assert_eq!(fs::read(project.at("d/mine")).unwrap(), b"mine");
    assert_eq!(fs::read(project.at("a")).unwrap(), b"one");
    assert!(!project.at("d/new").exists());
}

#[test]
fn the_folder_of_the_journals_is_not_part_of_the_directory() {
    let project = Project::new(&[("a", "one")]);
    let state = project.at("state");
    for turn in 0..2 {
        let options = CheckoutOptions::new();
        let mut checkout = Checkout::open(&project.top(), &state, &options).unwrap();
        let tree = Tree::open_memory(checkout.store(), &OpenOptions::new()).unwrap();
        assert_eq!(tree_names(&tree), ["/a"]);
        tree.write(&path("/a"), format!("{turn}").as_bytes())
            .unwrap();
        checkout.write_back(&tree, "").unwrap();
    }
    let mode = state.metadata().unwrap().mode() & 0o777;
    assert_eq!(mode, 0o700, "it holds files of projects");
}

#[test]
fn only_the_last_write_backs_are_kept() {
    let project = Project::new(&[("a", "one")]);
    let (mut checkout, tree) = project.open();
    for turn in 0..25 {
        tree.write(&path("/a"), format!("{turn}").as_bytes())
            .unwrap();
        checkout.write_back(&tree, "").unwrap();
    }
    let count = (0..25).take_while(|_| project.undo().is_ok()).count();
    assert_eq!(count, 20);
    assert_eq!(fs::read(project.at("a")).unwrap(), b"4");
    // A number is never that of another write-back.
    let (mut checkout, tree) = project.open();
    tree.write(&path("/a"), b"after them").unwrap();
    let written = checkout.write_back(&tree, "").unwrap();
    assert_eq!(written.number, Some(25 + 20 + 1));
}

#[test]
fn large_write_backs_can_all_be_undone_in_a_row() {
    // Together with what took them back they would not fit, and 20 fit by themselves.
    const BYTES: usize = 6 << 20;
    let project = Project::new(&[]);
    fs::write(project.at("a"), vec![b'x'; BYTES]).unwrap();
    let (mut checkout, tree) = project.open();
    for turn in 0..20_u8 {
        tree.write(&path("/a"), &vec![turn; BYTES]).unwrap();
        checkout.write_back(&tree, "").unwrap();
    }
    let count = (0..25).take_while(|_| project.undo().is_ok()).count();
    assert_eq!(count, 20);
    assert_eq!(fs::read(project.at("a")).unwrap(), vec![b'x'; BYTES]);
}

#[test]
fn what_an_undo_took_back_can_be_put_back_and_taken_back_again() {
    let project = Project::new(&[("a", "one")]);
    let (mut checkout, tree) = project.open();
    tree.write(&path("/a"), b"two").unwrap();
    checkout.write_back(&tree, "").unwrap();
    let undone = project.undo().unwrap();
    undo(&project.top(), &project.state(), undone.number).unwrap();
    assert_eq!(fs::read(project.at("a")).unwrap(), b"two");
    assert_eq!(project.undo().unwrap().undoes, Some(1));
    assert_eq!(fs::read(project.at("a")).unwrap(), b"one");
    project.undo().unwrap_err();
}

#[test]
fn modes_that_forbid_writing_are_respected_and_can_be_changed() {
    let project = Project::new(&[("d/a", "one"), ("locked", "two")]);
    chmod(&project.at("d"), 0o555);
    chmod(&project.at("locked"), 0o444);
    let (mut checkout, tree) = project.open();
    tree.set_mode(&path("/d"), 0o755).unwrap();
    tree.write(&path("/d/b"), b"new").unwrap();
    tree.write(&path("/locked"), b"changed").unwrap();
    tree.mkdir(&path("/sealed"), &MkdirOptions::new()).unwrap();
    tree.write(&path("/sealed/in"), b"in").unwrap();
    tree.set_mode(&path("/sealed"), 0o555).unwrap();
    checkout.write_back(&tree, "").unwrap();
    let contents = project.contents();
    assert_eq!(contents["d"], "folder 755");
    assert_eq!(contents["locked"], "file 444 changed");
    assert_eq!(contents["sealed"], "folder 555");
    project.undo().unwrap();
    assert_eq!(project.contents()["d"], "folder 555");
    chmod(&project.at("d"), 0o755);
}

#[test]
fn a_quota_bounds_what_is_added_and_not_what_is_there() {
    let project = Project::new(&[]);
    fs::write(project.at("a"), vec![1; 100_000]).unwrap();
    let (checkout, _) = project.open();
    let quota = isolate_vfs::Quota::new().bytes_max(checkout.bytes() + 10_000);
    let options = OpenOptions::new().quota(quota);
    let tree = Tree::open_memory(checkout.store(), &options).unwrap();
    tree.write(&path("/b"), &[1; 10_000]).unwrap();
    let error = tree.write(&path("/c"), &[1]).unwrap_err();
    assert_eq!(error.kind(), VfsErrorKind::NoSpace);
}

#[test]
fn a_directory_that_is_none_is_refused() {
    let project = Project::new(&[("a", "one")]);
    let open = |path: &Path| Checkout::open(path, &project.state(), &CheckoutOptions::new());
    for name in ["a", "missing"] {
        assert_eq!(
            open(&project.at(name)).unwrap_err().kind(),
            ErrorKind::Source
        );
    }
    let mut few = CheckoutOptions::new();
    few.entries_max = 0;
    let error = Checkout::open(&project.top(), &project.state(), &few).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge);
}

#[test]
fn it_is_told_whether_the_disk_has_changed() {
    let project = Project::new(&[("a", "one"), ("d/b", "two")]);
    symlink("a", project.at("l")).unwrap();
    let (mut checkout, tree) = project.open();
    assert!(checkout.is_current().unwrap());
    // The own write-backs are no change: not of a file, a link, nor a directory that gets an entry.
    tree.write(&path("/a"), b"changed").unwrap();
    tree.write(&path("/d/new"), b"new").unwrap();
    tree.remove(&path("/l"), &RemoveOptions::new()).unwrap();
    tree.symlink("a", &path("/d/l")).unwrap();
    checkout.write_back(&tree, "").unwrap();
    assert!(checkout.is_current().unwrap());

    type Change = fn(&Project);
    let changes: [Change; 5] = [
        |project| fs::write(project.at("a"), "one more").unwrap(),
        |project| fs::write(project.at("d/other"), "").unwrap(),
        |project| fs::remove_file(project.at("d/b")).unwrap(),
        |project| chmod(&project.at("d"), 0o700),
        |project| {
            fs::remove_file(project.at("d/l")).unwrap();
            symlink("new", project.at("d/l")).unwrap();
        },
    ];
    for change in changes {
        let (checkout, _tree) = project.open();
        assert!(checkout.is_current().unwrap());
        change(&project);
        assert!(!checkout.is_current().unwrap());
    }
    // What is ignored does not count.
    write(&project.top(), &[(".gitignore", "target\n")]);
    let (checkout, _tree) = project.open();
    write(&project.top(), &[("target/x", "")]);
    assert!(checkout.is_current().unwrap());
}

#[test]
fn what_belongs_to_the_workspace_alone_is_not_written() {
    let project = Project::new(&[("a", "one"), ("b", "two")]);
    let (mut checkout, tree) = project.open();
    tree.mkdir(&path("/.runs"), &MkdirOptions::new()).unwrap();
    tree.write(&path("/.runs/1"), b"output").unwrap();
    tree.write(&path("/.runs/2"), b"more output").unwrap();
    assert_eq!(checkout.changes(&tree).unwrap(), []);
    assert_eq!(checkout.write_back(&tree, "").unwrap(), Written::default());
    // Moves out of there, and into there.
    tree.rename(&path("/.runs/2"), &path("/c")).unwrap();
    tree.rename(&path("/a"), &path("/.runs/a")).unwrap();
    let written = checkout.write_back(&tree, "").unwrap();
    assert_eq!(changes(&written), ["deleted a", "created c"]);
    let expected = [("b", "file 644 two"), ("c", "file 644 more output")];
    let contents = project.contents();
    let contents: Vec<_> = contents
        .iter()
        .map(|(p, c)| (p.as_str(), c.as_str()))
        .collect();
    assert_eq!(contents, expected);
}

/// A workspace does not know which permissions the umask has left, and a later write-back keeps them.
#[test]
fn permissions_that_the_disk_gave_are_kept_by_later_write_backs() {
    let project = Project::new(&[]);
    let (mut checkout, tree) = project.open();
    tree.write(&path("/d/a"), b"one").unwrap();
    tree.write(&path("/d/b"), b"one").unwrap();
    checkout.write_back(&tree, "").unwrap();
    // As if the umask had been another.
    let program = "chmod 700 d && chmod 600 d/a d/b";
    let done = std::process::Command::new("sh")
        .args(["-c", program])
        .current_dir(project.top())
        .status();
    assert!(done.unwrap().success());
    let (mut checkout, tree) = project.open();
    tree.write(&path("/d/a"), b"two").unwrap();
    tree.rename(&path("/d/b"), &path("/d/c")).unwrap();
    checkout.write_back(&tree, "").unwrap();
    let contents = project.contents();
    assert_eq!(contents["d"], "folder 700");
    assert_eq!(contents["d/a"], "file 600 two");
    assert_eq!(contents["d/c"], "file 600 one");
}
