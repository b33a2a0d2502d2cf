//! Directories of the disk as workspaces, and changes that are written back.

mod refusals;
mod undoing;

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{MetadataExt as _, symlink};
use std::path::PathBuf;

use isolate_text::hash::{Algorithm, hash};
use isolate_transfer::{Checkout, CheckoutOptions, ErrorKind, Written, undo};
use isolate_vfs::{ErrorKind as VfsErrorKind, OpenOptions, RemoveOptions, Tree};
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
