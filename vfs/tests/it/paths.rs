//! Paths, links, trees and patterns.

use isolate_text::{PathError, VPath, glob::Glob};
use isolate_vfs::{
    ErrorKind, FileKind, FindOptions, FixedClock, GlobOptions, LogOptions, MkdirOptions, Point,
    RemoveOptions, Timestamp, Tree, WalkOptions,
};

use super::{assert_sound, bytes, listing, memory, path};

fn kind<T: std::fmt::Debug>(result: isolate_vfs::Result<T>) -> ErrorKind {
    result.unwrap_err().kind()
}

#[test]
fn text_becomes_a_path() {
    for (text, expected) in [
        ("", "/"),
        ("/", "/"),
        ("a", "/a"),
        ("a//b/", "/a/b"),
        ("./a/./b", "/a/b"),
        ("../../a", "/a"),
        ("a/../../b", "/b"),
        ("/..", "/"),
        ("a\\b", "/a\\b"),
        ("ä/…", "/ä/…"),
    ] {
        assert_eq!(path(text).as_str(), expected, "{text}");
    }
    for text in ["/q/", "q/.", "/q/r/..", "q//"] {
        assert!(path(text).names_directory(), "{text}");
    }
    for text in ["/", "", "/q", "/q/..", "/q/...", "/q/.a"] {
        assert!(!path(text).names_directory(), "{text}");
    }
    assert_eq!(path("/a/b").parent(), Some(path("/a")));
    assert_eq!((path("/").parent(), path("/").name()), (None, None));
    assert!(path("/a/b").starts_with(&path("/a")) && !path("/ab").starts_with(&path("/a")));
    assert_eq!(path("/a").join("../b/c").unwrap(), path("/b/c"));
}

#[test]
fn bounds_of_paths_pass_themselves() {
    let refused = |text: &str| VPath::parse(text).unwrap_err();
    assert_eq!(refused("a\0b"), PathError::NullCharacter);
    VPath::parse(&"n".repeat(255)).unwrap();
    assert_eq!(
        refused(&"n".repeat(256)),
        PathError::NameTooLong { bytes: 256 }
    );
    VPath::parse(&"/a".repeat(256)).unwrap();
    assert_eq!(
        refused(&"/a".repeat(257)),
        PathError::TooDeep { levels: 257 }
    );
    let long = format!("/{}", "n".repeat(15)).repeat(256);
    assert_eq!(long.len(), 4096);
    VPath::parse(&long).unwrap();
    assert_eq!(
        refused(&format!("{long}n")),
        PathError::PathTooLong { bytes: 4097 }
    );
    // As errors of the tree, with the same text.
    for (text, kind) in [
        ("a\0b", ErrorKind::Invalid),
        (&*"n".repeat(256), ErrorKind::NameTooLong),
        (&long.repeat(2), ErrorKind::NameTooLong),
    ] {
        let error = refused(text);
        let text = error.to_string();
        let error = isolate_vfs::Error::from(error);
        assert_eq!((error.kind(), error.to_string()), (kind, text));
    }
}

#[test]
fn moving_cannot_exceed_the_bounds_of_paths() {
    let tree = memory();
    let deep = "/d".repeat(200);
    tree.write(&path(&format!("{deep}/file")), b"x").unwrap();
    let before = listing(&tree);
    let far = "/e".repeat(57);
    assert_eq!(
        kind(tree.rename(&path("/d"), &path(&far))),
        ErrorKind::NameTooLong
    );
    assert_eq!(
        kind(tree.copy_tree(&path("/d"), &path(&far))),
        ErrorKind::NameTooLong
    );
    assert_eq!(listing(&tree), before);
    tree.rename(&path("/d"), &path(&"/e".repeat(56))).unwrap();
    assert_sound(&tree);
}

#[test]
fn forty_links_are_followed() {
    let tree = memory();
    tree.write(&path("/l0"), b"end").unwrap();
    for index in 1..=41 {
        tree.symlink(&format!("l{}", index - 1), &path(&format!("/l{index}")))
            .unwrap();
    }
    assert_eq!(tree.read(&path("/l40")).unwrap(), b"end");
    assert_eq!(kind(tree.read(&path("/l41"))), ErrorKind::Loop);
    assert!(!tree.exists(&path("/l41")).unwrap());
    assert_eq!(kind(tree.stat(&path("/l41"))), ErrorKind::Loop);
}

#[test]
fn links_are_followed_in_the_middle() {
    let tree = memory();
    tree.write(&path("/d/sub/a"), b"a").unwrap();
    tree.symlink("d", &path("/l")).unwrap();
    tree.symlink("../d/./sub/../sub", &path("/d/up")).unwrap();
    assert_eq!(tree.read(&path("/l/up/a")).unwrap(), b"a");
    assert_eq!(tree.real_path(&path("/l/up/a")).unwrap(), path("/d/sub/a"));
    assert_eq!(
        tree.real_path(&path("/l/sub/../sub/a")).unwrap(),
        path("/d/sub/a")
    );
    tree.write(&path("/l/new/b"), b"b").unwrap();
    assert_eq!(tree.read(&path("/d/new/b")).unwrap(), b"b");
    assert_eq!(kind(tree.real_path(&path("/l/none"))), ErrorKind::NotFound);
    assert_eq!(tree.read_dir(&path("/l")).unwrap().len(), 3);
    let stat = tree.lstat(&path("/d/up")).unwrap().unwrap();
    assert_eq!(
        (stat.kind, stat.size, stat.mode),
        (FileKind::Symlink, 17, 0o777)
    );
    assert_eq!(
        tree.stat(&path("/d/up")).unwrap().unwrap().kind,
        FileKind::Directory
    );
}

#[test]
fn a_write_follows_a_dangling_link() {
    let tree = memory();
    tree.symlink("/x/y", &path("/l")).unwrap();
    assert!(tree.stat(&path("/l")).unwrap().is_none());
    tree.write(&path("/l"), b"y").unwrap();
    assert_eq!(
        listing(&tree),
        ["/ dir", "/l link /x/y", "/x dir", "/x/y file y"]
    );
    assert_eq!(
        kind(tree.write(&path("/l/z"), b"z")),
        ErrorKind::NotDirectory
    );
    assert_eq!(kind(tree.write(&path("/q/"), b"z")), ErrorKind::IsDirectory);
    assert_eq!(kind(tree.write(&path("/"), b"z")), ErrorKind::IsDirectory);
    assert_eq!(kind(tree.read(&path("/x/y/z"))), ErrorKind::NotFound);
    assert_eq!(kind(tree.symlink("", &path("/e"))), ErrorKind::Invalid);
    assert_eq!(
        kind(tree.symlink(&"t".repeat(4097), &path("/e"))),
        ErrorKind::NameTooLong
    );
    tree.symlink(&"t".repeat(4096), &path("/e")).unwrap();
    assert_eq!(
        kind(tree.mkdir(&path("/"), &MkdirOptions::new())),
        ErrorKind::Exists
    );
}

#[test]
fn times_rise_and_are_kept_by_a_move() {
    let tree = memory();
    let time =
        |tree: &Tree, text: &str| tree.lstat(&path(text)).unwrap().unwrap().mtime.as_millis();
    tree.write(&path("/d/a"), b"a").unwrap();
    let made = time(&tree, "/d/a");
    tree.set_clock(Box::new(FixedClock(Timestamp::from_micros(
        1_700_000_005_000_000,
    ))));
    tree.rename(&path("/d/a"), &path("/b")).unwrap();
    assert_eq!(time(&tree, "/b"), made);
    assert_eq!(time(&tree, "/d"), 1_700_000_005_000);
    tree.set_clock(Box::new(FixedClock(Timestamp::from_micros(0))));
    tree.copy_tree(&path("/b"), &path("/c")).unwrap();
    assert_eq!(time(&tree, "/c"), 1_700_000_005_000);
}

fn forest() -> Tree {
    let tree = memory();
    for name in ["a/x.ts", "a/.hid", "a/b/y.ts", "a-b/z.ts", "B", "é.ts"] {
        tree.write(&path(name), name.as_bytes()).unwrap();
    }
    tree.mkdir(&path("/void"), &MkdirOptions::new()).unwrap();
    tree.symlink("/a", &path("/link")).unwrap();
    tree.write(&path("/void.txt"), b"").unwrap();
    tree
}

fn paths(tree: &Tree, root: &str, options: &FindOptions) -> String {
    let found = tree.find(&path(root), options).unwrap();
    found
        .iter()
        .map(|entry| entry.path.as_str())
        .collect::<Vec<_>>()
        .join(" ")
}

#[test]
fn find_goes_in_pre_order() {
    let tree = forest();
    let all = FindOptions::default();
    assert_eq!(
        paths(&tree, "/", &all),
        "/ /B /a /a/.hid /a/b /a/b/y.ts /a/x.ts /a-b /a-b/z.ts /link /void /void.txt /é.ts"
    );
    assert_eq!(paths(&tree, "/link", &all), "/link");
    assert_eq!(paths(&tree, "/none", &all), "");
    assert_eq!(paths(&tree, "/B/none", &all), "");
    assert_eq!(
        paths(&tree, "/a", &FindOptions::new().depth_min(1).depth_max(1)),
        "/a/.hid /a/b /a/x.ts"
    );
    assert_eq!(
        paths(&tree, "/", &FindOptions::new().empty(true)),
        "/void /void.txt"
    );
    assert_eq!(paths(&tree, "/", &FindOptions::new().kinds([])), "");
    assert_eq!(
        paths(
            &tree,
            "/",
            &FindOptions::new().size_min(8).kinds([FileKind::File])
        ),
        "/a/b/y.ts /a-b/z.ts"
    );
    let error = tree
        .find(&path("/"), &FindOptions::new().entries_max(12))
        .unwrap_err();
    assert_eq!(error.to_string(), "result too large: more than 12 entries");
    tree.find(&path("/"), &FindOptions::new().entries_max(13))
        .unwrap();
}

#[test]
fn glob_is_sorted_and_stays_below_its_prefix() {
    let tree = forest();
    let glob = |pattern: &str| {
        let found = tree
            .glob(&Glob::new(pattern).unwrap(), &GlobOptions::new())
            .unwrap();
        found
            .iter()
            .map(|(path, _)| path.as_str())
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(glob("**/*.ts"), "/a-b/z.ts /a/b/y.ts /a/x.ts /é.ts");
    assert_eq!(glob("*"), "/B /a /a-b /link /void /void.txt /é.ts");
    assert_eq!(glob("/a/**"), "/a/.hid /a/b /a/b/y.ts /a/x.ts");
    assert_eq!(glob("link/**"), "");
    assert_eq!(glob("/"), "");
    assert_eq!(glob("/B"), "/B");
    assert_eq!(
        kind(tree.glob(
            &Glob::new("**").unwrap(),
            &GlobOptions::new().entries_max(11)
        )),
        ErrorKind::TooLarge
    );
    tree.glob(
        &Glob::new("**").unwrap(),
        &GlobOptions::new().entries_max(12),
    )
    .unwrap();
}

#[test]
fn walk_and_summary_count_the_root() {
    let tree = forest();
    let summary = tree
        .summarize(&path("/"), &WalkOptions::new().entries_max(100))
        .unwrap();
    assert_eq!(
        (
            summary.files,
            summary.directories,
            summary.symlinks,
            summary.depth_max
        ),
        (7, 5, 1, 3)
    );
    assert_eq!(summary.bytes, 34);
    let walk = tree
        .walk(
            &path("/"),
            &WalkOptions::new().depth_max(1).entries_max(100),
        )
        .unwrap();
    let children = walk.children.unwrap();
    assert_eq!(children.len(), 7);
    assert!(children[1].children.is_none());
    let whole = tree
        .walk(&path("/"), &WalkOptions::new().entries_max(13))
        .unwrap();
    assert_eq!(whole.children.unwrap()[4].children, Some(vec![]));
    assert_eq!(
        kind(tree.walk(&path("/"), &WalkOptions::new().entries_max(12))),
        ErrorKind::TooLarge
    );
    assert_eq!(
        kind(tree.walk(&path("/none"), &WalkOptions::new().entries_max(10))),
        ErrorKind::NotFound
    );
    assert_eq!(
        kind(tree.summarize(&path("/none"), &WalkOptions::new().entries_max(100))),
        ErrorKind::NotFound
    );
}

#[test]
fn a_directory_of_many_entries_is_whole() {
    let tree = memory();
    tree.atomically(|tree| {
        (0..1005).try_for_each(|index| tree.write(&path(&format!("/d/{index}")), b"x"))
    })
    .unwrap();
    assert_eq!(tree.read_dir(&path("/d")).unwrap().len(), 1005);
    tree.rename(&path("/d"), &path("/e")).unwrap();
    tree.copy_tree(&path("/e"), &path("/f/g")).unwrap();
    assert_eq!(
        tree.summarize(&path("/e"), &WalkOptions::new().entries_max(2_000))
            .unwrap()
            .files,
        1005
    );
    assert_eq!(
        tree.summarize(&path("/f"), &WalkOptions::new().entries_max(2_000))
            .unwrap()
            .files,
        1005
    );
    tree.remove_tree(&path("/f")).unwrap();
    assert_eq!(tree.stored().unwrap().entries, 1006);
    assert_sound(&tree);
}

#[test]
fn ranges_and_pieces_of_large_files() {
    let tree = memory();
    let whole = bytes(300_000, 5);
    tree.write(&path("/a"), &whole[..100_000]).unwrap();
    for part in whole[100_000..].chunks(777) {
        tree.append(&path("/a"), part).unwrap();
    }
    assert_eq!(tree.read(&path("/a")).unwrap(), whole);
    for (offset, length) in [
        (0, 10),
        (65_530, 20),
        (99_990, 5000),
        (299_999, 10),
        (300_000, 1),
        (400_000, 1),
    ] {
        let end = (offset + length).min(whole.len());
        let expected = whole.get(offset.min(end)..end).unwrap();
        assert_eq!(
            tree.read_range(&path("/a"), offset as u64, length as u64)
                .unwrap(),
            expected
        );
    }
    let (mut size, mut total) = (0, 0);
    tree.read_with(&path("/a"), |reader| {
        size = reader.size();
        reader.for_each_piece(|piece| total += piece.len() as u64)
    })
    .unwrap();
    assert_eq!((size, total), (300_000, 300_000));
    assert_sound(&tree);
}

#[test]
fn a_deadline_stops_a_call() {
    let tree = forest();
    tree.set_deadline(Some(std::time::Instant::now()));
    assert_eq!(
        kind(tree.find(&path("/"), &FindOptions::default())),
        ErrorKind::Deadline
    );
    assert_eq!(kind(tree.remove_tree(&path("/a"))), ErrorKind::Deadline);
    tree.set_deadline(None);
    assert!(tree.exists(&path("/a/x.ts")).unwrap());
    assert_sound(&tree);
}

/// A file is not found where its path ends in a slash, and nothing is made or replaced there.
#[test]
fn a_slash_at_the_end_names_a_directory() {
    let tree = memory();
    tree.write(&path("/p/a"), b"a").unwrap();
    tree.write(&path("/p/d/x"), b"x").unwrap();
    tree.symlink("a", &path("/p/to_a")).unwrap();
    tree.symlink("d", &path("/p/to_d")).unwrap();
    let before = listing(&tree);
    for file in ["/p/a/", "/p/a/.", "/p/to_a/", "/p/to_d/x/", "/p/a/b/.."] {
        let file = path(file);
        assert_eq!(tree.stat(&file).unwrap(), None, "{file}");
        assert!(!tree.exists(&file).unwrap());
        assert_eq!(tree.version(&file).unwrap(), None);
        assert_eq!(tree.not_found(&file).kind(), ErrorKind::NotDirectory);
        assert_eq!(kind(tree.read(&file)), ErrorKind::NotDirectory);
        assert_eq!(kind(tree.write(&file, b"new")), ErrorKind::NotDirectory);
        assert_eq!(kind(tree.append(&file, b"new")), ErrorKind::NotDirectory);
        assert_eq!(kind(tree.set_mode(&file, 0o700)), ErrorKind::NotDirectory);
        assert_eq!(kind(tree.read_dir(&file)), ErrorKind::NotDirectory);
    }
    let force = RemoveOptions::new().force().recursive();
    for file in ["/p/a/", "/p/to_d/x/"] {
        let file = path(file);
        assert_eq!(tree.lstat(&file).unwrap(), None);
        assert_eq!(kind(tree.remove(&file, &force)), ErrorKind::NotDirectory);
        assert_eq!(
            kind(tree.walk(&file, &WalkOptions::new())),
            ErrorKind::NotDirectory
        );
        let copied = tree.copy_tree(&file, &path("/p/new"));
        assert_eq!(kind(copied), ErrorKind::NotDirectory);
        assert_eq!(
            kind(tree.rename(&file, &path("/p/new"))),
            ErrorKind::NotDirectory
        );
    }
    let new = path("/p/new/");
    assert_eq!(kind(tree.write(&new, b"")), ErrorKind::IsDirectory);
    assert_eq!(kind(tree.touch(&new)), ErrorKind::IsDirectory);
    assert_eq!(kind(tree.symlink("a", &new)), ErrorKind::NotDirectory);
    // The new path of a file, and of a link, is its whole path.
    for from in ["/p/a", "/p/to_a", "/p/to_d"] {
        for (to, expected, meant) in [
            ("/p/new/", ErrorKind::NotDirectory, Some("/p/new")),
            ("/p/to_d/", ErrorKind::NotDirectory, Some("/p/to_d")),
            ("/p/d/", ErrorKind::IsDirectory, None),
        ] {
            if from == to.trim_end_matches('/') {
                continue;
            }
            let (from, to) = (path(from), path(to));
            let meant = meant.map(|folder| path(folder).join(from.name().unwrap()).unwrap());
            for error in [
                tree.rename(&from, &to).unwrap_err(),
                tree.copy_tree(&from, &to).unwrap_err(),
            ] {
                assert_eq!(
                    (error.kind(), error.suggestion()),
                    (expected, meant.as_ref())
                );
            }
        }
    }
    assert_eq!(listing(&tree), before);
    // A link that is not followed is what it is, and a directory is one.
    assert_eq!(
        tree.lstat(&path("/p/to_a/")).unwrap().unwrap().kind,
        FileKind::Symlink
    );
    assert_eq!(tree.read_link(&path("/p/to_a/")).unwrap(), "a");
    assert!(tree.exists(&path("/p/to_d/")).unwrap());
    tree.copy_tree(&path("/p/d/"), &path("/p/e/")).unwrap();
    tree.rename(&path("/p/e/"), &path("/p/new/")).unwrap();
    tree.mkdir(&path("/p/made/"), &MkdirOptions::new()).unwrap();
    assert!(tree.exists(&path("/p/new/x")).unwrap());
    assert_sound(&tree);
}

/// Operations that look a path up in the history know what the slash means, too.
#[test]
fn a_slash_at_the_end_counts_in_the_history() {
    let tree = memory();
    tree.write(&path("/a"), b"a").unwrap();
    let before = tree.history(1).unwrap()[0].id;
    tree.write(&path("/a"), b"b").unwrap();
    let log = LogOptions::new().path(path("/a/"));
    assert_eq!(
        kind(tree.each_run(&log, |_| Ok(true))),
        ErrorKind::NotDirectory
    );
    let restored = tree.restore_at(Point::After(before), &[path("/a/")]);
    assert_eq!(kind(restored), ErrorKind::NotDirectory);
    let walked = tree.at(Point::After(before), |view| {
        view.walk(&path("/a/"), |_| Ok::<(), isolate_vfs::Error>(()))
    });
    assert_eq!(kind(walked), ErrorKind::NotDirectory);
    assert_eq!(tree.read(&path("/a")).unwrap(), b"b");
}
