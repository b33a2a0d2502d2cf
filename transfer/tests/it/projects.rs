//! Directories of the disk that tests open as workspaces.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::PathBuf;

use isolate_text::hash::{Algorithm, hash};
use isolate_transfer::{Checkout, CheckoutOptions, Written, undo};
use isolate_vfs::{OpenOptions, RemoveOptions, Tree};
use tempfile::{TempDir, tempdir};

use crate::folders::{Thing, chmod, path, things, write};

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
