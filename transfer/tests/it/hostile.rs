//! Archives and workspaces that were made to do harm.

use std::fs;
use std::io::Write as _;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};

use isolate_transfer::{Error, ErrorKind, Export, Import, Reason, Report};
use isolate_vfs::{OpenOptions, Tree};
use tempfile::{TempDir, tempdir};

use crate::folders::{assert_sound, memory, names, path, tree_names};

/// A header of a tar archive.
fn header(name: &[u8], kind: u8, size: u64, link: &[u8], mode: u32) -> Vec<u8> {
    let mut block = vec![0_u8; 512];
    block[..name.len()].copy_from_slice(name);
    block[100..107].copy_from_slice(format!("{mode:07o}").as_bytes());
    block[124..136].copy_from_slice(format!("{size:012o}").as_bytes());
    block[136..147].copy_from_slice(b"00000000000");
    block[156] = kind;
    block[157..157 + link.len()].copy_from_slice(link);
    block[257..265].copy_from_slice(b"ustar\x0000");
    block[148..156].copy_from_slice(b"        ");
    let sum: u32 = block.iter().map(|&byte| u32::from(byte)).sum();
    block[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    block
}

fn file(name: &str, content: &str) -> Vec<u8> {
    let mut entry = header(name.as_bytes(), b'0', content.len() as u64, b"", 0o644);
    entry.extend_from_slice(content.as_bytes());
    entry.resize(entry.len().next_multiple_of(512), 0);
    entry
}

fn link(name: &str, target: &str) -> Vec<u8> {
    header(name.as_bytes(), b'2', 0, target.as_bytes(), 0o777)
}

fn hard_link(name: &str, target: &str) -> Vec<u8> {
    header(name.as_bytes(), b'1', 0, target.as_bytes(), 0o644)
}

fn archive(entries: &[Vec<u8>]) -> (TempDir, PathBuf) {
    let folder = tempdir().unwrap();
    let file = folder.path().join("x.tar");
    fs::write(&file, [entries.concat(), vec![0; 1024]].concat()).unwrap();
    (folder, file)
}

/// Imports an archive into a workspace that is not empty.
fn import(entries: &[Vec<u8>]) -> (Tree, Result<Report, Error>) {
    let (_folder, file) = archive(entries);
    let tree = memory();
    tree.write(&path("/outside"), b"untouched").unwrap();
    let done = Import::new().to(path("/in")).run(&tree, &file);
    assert_eq!(tree.read(&path("/outside")).unwrap(), b"untouched");
    assert_sound(&tree);
    if done.is_err() {
        assert_eq!(tree_names(&tree), ["/outside"], "as before");
    }
    (tree, done)
}

fn skipped(report: &Report) -> Vec<(&str, Reason)> {
    let all = report.skipped.iter();
    all.map(|skipped| (skipped.path.as_str(), skipped.reason))
        .collect()
}

#[test]
fn names_that_lead_out_of_an_archive_end_the_import() {
    for entries in [
        vec![file("a", ""), file("../outside", "x")],
        vec![file("a", ""), file("d/../../outside", "x")],
        vec![link("l", "d"), file("l/x", "x")],
        vec![link("l", "/in"), file("l/x", "x")],
        vec![link("l", ".."), file("l/outside", "x")],
        vec![hard_link("h", "../outside")],
        vec![link("l", "a"), hard_link("h", "l/outside")],
    ] {
        let (_, done) = import(&entries);
        let error = done.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Archive, "{error}");
        assert!(error.to_string().contains("archive entry '"), "{error}");
    }
}

#[test]
fn what_is_only_strange_in_an_archive_is_skipped_and_told() {
    let long = "n".repeat(99);
    let (tree, done) = import(&[
        file("/absolute", "a"),
        link("out", "../outside"),
        link("root", "/etc/passwd"),
        header(b"dev", b'3', 0, b"", 0o644),
        header(b"fifo", b'6', 0, b"", 0o644),
        header(b"\xff\xfe", b'0', 0, b"", 0o644),
        file("twice", "one"),
        file("twice", "second"),
        file("Case", "1"),
        file("case", "2"),
        file("\u{e9}", "composed"),
        file("e\u{301}", "decomposed"),
        hard_link("again", "twice"),
        hard_link("lost", "dev"),
        header(b"suid", b'0', 0, b"", 0o6755),
        file(&long, ""),
    ]);
    let report = done.unwrap();
    assert_eq!(
        skipped(&report),
        [
            ("out", Reason::LeadsOut),
            ("root", Reason::LeadsOut),
            ("dev", Reason::Special("a device")),
            ("fifo", Reason::Special("a pipe")),
            (
                "\u{fffd}\u{fffd}",
                Reason::Special("an entry whose name is not UTF-8")
            ),
            ("twice", Reason::Repeated),
            ("lost", Reason::NoTarget),
        ]
    );
    assert_eq!(tree.read(&path("/in/again")).unwrap(), b"second");
    assert_eq!(tree.read(&path("/in/absolute")).unwrap(), b"a");
    assert_eq!(tree.read(&path("/in/Case")).unwrap(), b"1");
    assert_eq!(tree.read(&path("/in/case")).unwrap(), b"2");
    assert_eq!(tree.read(&path("/in/e\u{301}")).unwrap(), b"decomposed");
    assert_eq!(tree.lstat(&path("/in/suid")).unwrap().unwrap().mode, 0o755);
    assert_eq!(report.files, 9);
}

/// Nothing is written through a link that the workspace already has.
#[test]
fn links_of_the_workspace_are_not_followed_by_an_import() {
    let (_folder, file) = archive(&[file("l/x", "x")]);
    let tree = memory();
    tree.symlink("/elsewhere", &path("/l")).unwrap();
    tree.write(&path("/elsewhere/x"), b"mine").unwrap();
    let error = Import::new().overwrite().run(&tree, &file).unwrap_err();
    assert_eq!(
        error.conflicts()[0].what,
        "a link, where a directory is needed"
    );
    assert_eq!(tree.read(&path("/elsewhere/x")).unwrap(), b"mine");
}

/// Ten gigabytes of zeros, as a sparse file of the disk and compressed.
#[test]
fn endless_archives_end_at_the_bounds_of_the_workspace() {
    let folder = tempdir().unwrap();
    let quota = isolate_vfs::Quota::new()
        .bytes_max(8 << 20)
        .file_bytes_max(4 << 20);
    let options = OpenOptions::new().quota(quota);
    let small = || Tree::open_memory(&isolate_vfs::MemoryStore::new().unwrap(), &options).unwrap();

    let big = folder.path().join("big.tar");
    let mut out = fs::File::create(&big).unwrap();
    out.write_all(&header(b"zeros", b'0', 10 << 30, b"", 0o644))
        .unwrap();
    out.set_len(10 << 30).unwrap();
    let error = Import::new().run(&small(), &big).unwrap_err();
    assert!(error.to_string().starts_with("file too large"), "{error}");

    // An entry that is not taken along is passed over, and counts.
    out = fs::File::create(&big).unwrap();
    out.write_all(&header(b"dev", b'S', 10 << 30, b"", 0o644))
        .unwrap();
    out.set_len(10 << 30).unwrap();
    let error = Import::new().run(&small(), &big).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge, "{error}");

    let many: Vec<Vec<u8>> = (0..9)
        .map(|index| {
            let mut entry = header(format!("f{index}").as_bytes(), b'0', 1 << 20, b"", 0o644);
            entry.resize(512 + (1 << 20), 0);
            entry
        })
        .collect();
    let (_folder, file) = archive(&many);
    let tree = small();
    let error = Import::new().run(&tree, &file).unwrap_err();
    assert!(error.to_string().starts_with("no space left"), "{error}");
    assert_eq!(tree_names(&tree), [""; 0]);
    // One file many times.
    let mut bomb = many[..1].to_vec();
    bomb.extend((0..100).map(|index| hard_link(&format!("h{index}"), "f0")));
    let (_folder, file) = archive(&bomb);
    assert!(
        Import::new()
            .run(&tree, &file)
            .unwrap_err()
            .to_string()
            .starts_with("no space left")
    );
    let few = OpenOptions::new().quota(isolate_vfs::Quota::new().entries_max(50));
    let tree = Tree::open_memory(&isolate_vfs::MemoryStore::new().unwrap(), &few).unwrap();
    let (_folder, file) = archive(
        &(0..60)
            .map(|index| super::hostile::file(&format!("f{index}"), ""))
            .collect::<Vec<_>>(),
    );
    assert!(Import::new().run(&tree, &file).is_err());
    assert_eq!(tree_names(&tree), [""; 0]);
}

#[test]
fn what_is_no_archive_is_told_with_what_would_be_one() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("notes.txt");
    fs::write(&file, "just text").unwrap();
    let error = Import::new().run(&memory(), &file).unwrap_err();
    assert_eq!(
        error.to_string(),
        format!(
            "{} is neither a directory nor a tar, tar.gz or zip archive",
            file.display()
        )
    );
    let (_folder, file) = archive(&[super::hostile::file("a", "content")]);
    let whole = fs::read(&file).unwrap();
    fs::write(&file, &whole[..515]).unwrap();
    let error = Import::new().run(&memory(), &file).unwrap_err();
    assert!(
        error
            .to_string()
            .ends_with("x.tar: archive entry 'a': the archive ends before its content does"),
        "{error}"
    );
}

/// A workspace that holds names, links and modes that no tree would store.
fn prepared(folder: &Path, statements: &str) -> Tree {
    let database = folder.join("w.sqlite");
    let tree = Tree::open(&database, &OpenOptions::new()).unwrap();
    tree.write(&path("/d/file"), b"content").unwrap();
    tree.write(&path("/d/file"), b"content 2").unwrap();
    drop(tree);
    let connection = rusqlite::Connection::open(&database).unwrap();
    connection.execute_batch(statements).unwrap();
    drop(connection);
    Tree::open(&database, &OpenOptions::new().read_only()).unwrap()
}

#[test]
fn names_in_a_workspace_cannot_lead_out_of_the_target() {
    for name in ["..", ".", "", "../escaped", "a/b", "/etc"] {
        let folder = tempdir().unwrap();
        let target = folder.path().join("in/out");
        let tree = prepared(
            folder.path(),
            &format!("UPDATE node SET name = '{name}' WHERE name = 'file'"),
        );
        let error = Export::new().run(&tree, &target).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Workspace, "{name}: {error}");
        assert!(
            !folder.path().join("escaped").exists() && !folder.path().join("in/escaped").exists()
        );
        // The same names in the history.
        let folder = tempdir().unwrap();
        let tree = prepared(
            folder.path(),
            &format!("UPDATE change SET path = '/d/{name}' WHERE run = 2"),
        );
        let at = isolate_vfs::Point::After(isolate_vfs::RunId::from(1));
        let done = Export::new()
            .at(at)
            .run(&tree, &folder.path().join("in/out"));
        assert!(name == "a/b" || done.is_err(), "{name}: {done:?}");
        assert!(
            !folder.path().join("escaped").exists() && !folder.path().join("in/escaped").exists()
        );
    }
}

#[test]
fn a_directory_that_holds_itself_ends_the_export() {
    let folder = tempdir().unwrap();
    let tree = prepared(
        folder.path(),
        "UPDATE node SET kind = 1, id = 1, size = 0, content = NULL WHERE name = 'd'; DELETE FROM node WHERE name = 'file'",
    );
    let error = Export::new()
        .run(&tree, &folder.path().join("out"))
        .unwrap_err();
    assert!(
        error.to_string().starts_with("workspace is damaged"),
        "{error}"
    );
}

#[test]
fn files_that_are_said_to_be_huge_are_refused_before_anything_is_written() {
    let folder = tempdir().unwrap();
    let tree = prepared(
        folder.path(),
        "UPDATE node SET size = 1 << 40 WHERE name = 'file'",
    );
    let target = folder.path().join("out");
    for target in [target.clone(), folder.path().join("out.tar")] {
        let error = Export::new().run(&tree, &target).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::TooLarge, "{error}");
        assert!(!target.exists());
    }
    // Where so much is allowed, the size is found to be wrong.
    let error = Export::new()
        .bytes_max(1 << 41)
        .run(&tree, &target)
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Workspace, "{error}");
    assert_eq!(names(&target), ["d"]);
}

#[test]
fn links_of_a_workspace_lead_nowhere_outside() {
    let folder = tempdir().unwrap();
    let tree = memory();
    tree.write(&path("/d/x"), b"").unwrap();
    for (target, name) in [
        ("/etc/passwd", "/a"),
        ("..", "/b"),
        ("../../x", "/d/c"),
        // Where `deep` is a link, `..` leads elsewhere on a disk than in a workspace.
        ("deep/../../x", "/e"),
        ("d/x", "/good"),
        ("../good", "/d/too"),
    ] {
        tree.symlink(target, &path(name)).unwrap();
    }
    tree.set_mode(&path("/d/x"), 0o7777).unwrap();
    let target = folder.path().join("out");
    let report = Export::new().run(&tree, &target).unwrap();
    assert_eq!(names(&target), ["d", "d/too", "d/x", "good"]);
    let out: Vec<&str> = report
        .skipped
        .iter()
        .map(|skipped| skipped.path.as_str())
        .collect();
    assert_eq!(out, ["/a", "/b", "/d/c", "/e"]);
    assert!(
        report
            .skipped
            .iter()
            .all(|skipped| skipped.reason == Reason::LeadsOut)
    );
    let mode = target.join("d/x").metadata().unwrap().permissions().mode();
    assert_eq!(
        mode & 0o7777,
        0o777,
        "no bit that gives the rights of its owner"
    );
}

/// A directory of the target that somebody replaces by a link is not written through: it stays open.
#[test]
fn a_directory_handle_stays_with_its_directory() {
    use isolate_transfer::directory::{Directory, Existing};
    use std::ffi::OsStr;
    let folder = tempdir().unwrap();
    fs::create_dir_all(folder.path().join("top/below")).unwrap();
    fs::create_dir(folder.path().join("victim")).unwrap();
    let top = Directory::open(&folder.path().join("top")).unwrap();
    let below = top.open_dir(OsStr::new("below")).unwrap();
    fs::rename(folder.path().join("top/below"), folder.path().join("moved")).unwrap();
    symlink(
        folder.path().join("victim"),
        folder.path().join("top/below"),
    )
    .unwrap();
    let mut file = below.create_file(0o600).unwrap();
    file.write_all(b"x").unwrap();
    file.commit(OsStr::new("f"), Some(0o644), None, Existing::Keep)
        .unwrap();
    assert_eq!(names(&folder.path().join("victim")), [""; 0]);
    assert_eq!(names(&folder.path().join("moved")), ["f"]);
    // And it is not entered through the link.
    let error = top.open_dir(OsStr::new("below")).unwrap_err();
    assert_eq!(error.kind(), std::io::ErrorKind::NotADirectory);
    for name in ["..", ".", "", "a/b", "/etc"] {
        assert!(top.open_dir(OsStr::new(name)).is_err(), "{name}");
        assert!(top.open_file(OsStr::new(name)).is_err(), "{name}");
        assert!(top.make_dir(OsStr::new(name)).is_err(), "{name}");
        assert!(
            top.make_link(OsStr::new(name), OsStr::new("x"), Existing::Replace)
                .is_err(),
            "{name}"
        );
    }
}
