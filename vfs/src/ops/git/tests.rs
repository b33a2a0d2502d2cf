use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::Path;
use std::process::{Command, Stdio};

use expect_test::{Expect, expect};
use isolate_oracles::Oracle;
use proptest::prelude::*;

use super::*;

/// An entry of a tree that git can store.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Entry {
    File { bytes: Vec<u8>, mode: u32 },
    Link(String),
}

impl Entry {
    fn version<'a>(&'a self, path: &'a str) -> Version<'a> {
        match self {
            Self::File { bytes, mode } => Version::file(path, mode & 0o100 != 0, bytes),
            Self::Link(target) => Version::link(path, target),
        }
    }
}

type Files = BTreeMap<String, Entry>;

fn text(text: &str) -> Entry {
    Entry::File {
        bytes: text.as_bytes().to_vec(),
        mode: 0o644,
    }
}

fn check(before: Option<(&str, Entry)>, after: Option<(&str, Entry)>, expect: Expect) {
    let mut patch = String::new();
    let before = before.as_ref().map(|(path, entry)| entry.version(path));
    let after = after.as_ref().map(|(path, entry)| entry.version(path));
    write(before, after, BinaryFiles::Whole, &mut patch).unwrap();
    expect.assert_eq(&patch);
}

#[test]
fn text_is_shown_line_by_line() {
    check(
        Some(("/src/a b", text("one\ntwo\n"))),
        Some(("/src/a b", text("one\nthree\n"))),
        expect![[r#"
            diff --git a/src/a b b/src/a b
            --- a/src/a b	
            +++ b/src/a b	
            @@ -1,2 +1,2 @@
             one
            -two
            +three
        "#]],
    );
}

#[test]
fn names_with_control_characters_are_quoted() {
    check(
        None,
        Some(("/a\n\"b\"", text(""))),
        expect![[r#"
            diff --git "a/a\n\"b\"" "b/a\n\"b\""
            new file mode 100644
        "#]],
    );
}

#[test]
fn a_link_in_the_place_of_a_file_is_two_changes() {
    check(
        Some(("/a", text("x"))),
        Some(("/a", Entry::Link("b".to_owned()))),
        expect![[r#"
            diff --git a/a b/a
            deleted file mode 100644
            --- a/a
            +++ /dev/null
            @@ -1,1 +0,0 @@
            -x
            \ No newline at end of file
            diff --git a/a b/a
            new file mode 120000
            --- /dev/null
            +++ b/a
            @@ -0,0 +1,1 @@
            +b
            \ No newline at end of file
        "#]],
    );
}

#[test]
fn a_file_that_moves_is_a_rename() {
    check(
        Some(("/a", text("x\n"))),
        Some(("/b/c", text("x\n"))),
        expect![[r#"
            diff --git a/a b/b/c
            similarity index 100%
            rename from a
            rename to b/c
        "#]],
    );
}

#[test]
fn permissions_and_bytes_are_kept() {
    let file = |bytes: &[u8], mode| Entry::File {
        bytes: bytes.to_vec(),
        mode,
    };
    check(
        Some(("/a", file(b"\0one", 0o644))),
        Some(("/a", file(b"\0two", 0o755))),
        expect![[r#"
            diff --git a/a b/a
            old mode 100644
            new mode 100755
            index eb2e937a24737d7e5ade6dc8e0bb3bdd4af15686..886adc15f115902428928b59754b5e78e19b0b02
            GIT binary patch
            literal 4
            Lc${M>DbEK00=)rS

            literal 4
            Lc${O%&r1aW0+Ink

        "#]],
    );
    check(
        Some(("/a", file(b"x", 0o600))),
        Some(("/a", file(b"x", 0o644))),
        expect![""],
    );
}

fn write_all(folder: &Path, files: &Files) {
    for (path, entry) in files {
        let path = folder.join(&path[1..]);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        match entry {
            Entry::File { bytes, mode } => {
                fs::write(&path, bytes).unwrap();
                fs::set_permissions(&path, fs::Permissions::from_mode(*mode)).unwrap();
            }
            Entry::Link(target) => symlink(target, &path).unwrap(),
        }
    }
}

fn read_all(root: &Path, folder: &Path, files: &mut Files) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let stat = path.symlink_metadata().unwrap();
        if stat.is_dir() {
            read_all(root, &path, files);
            continue;
        }
        let entry = match stat.is_symlink() {
            true => Entry::Link(fs::read_link(&path).unwrap().to_str().unwrap().to_owned()),
            false => Entry::File {
                bytes: fs::read(&path).unwrap(),
                mode: if stat.permissions().mode() & 0o100 == 0 {
                    0o644
                } else {
                    0o755
                },
            },
        };
        let name = path.strip_prefix(root).unwrap().to_str().unwrap();
        files.insert(format!("/{name}"), entry);
    }
}

/// The patch between two trees; `renames` pairs what goes with what comes.
fn patch(before: &Files, after: &Files) -> String {
    let mut gone: Vec<&String> = before
        .keys()
        .filter(|path| !after.contains_key(*path))
        .collect();
    let mut out = String::new();
    for (path, new) in after {
        let new_version = new.version(path);
        match before.get(path) {
            Some(old) => {
                let old = Some(old.version(path));
                write(old, Some(new_version), BinaryFiles::Whole, &mut out).unwrap();
            }
            None => {
                let from = gone.iter().position(|gone| &before[*gone] == new);
                let from = from.map(|at| gone.swap_remove(at));
                let old = from.map(|from| before[from].version(from));
                write(old, Some(new_version), BinaryFiles::Whole, &mut out).unwrap();
            }
        }
    }
    for path in gone {
        write(
            Some(before[path].version(path)),
            None,
            BinaryFiles::Whole,
            &mut out,
        )
        .unwrap();
    }
    out
}

fn git_applies(git: &Path, before: &Files, after: &Files) {
    let patch = patch(before, after);
    let folder = tempfile::tempdir().unwrap();
    write_all(folder.path(), before);
    if !patch.is_empty() {
        let mut apply = Command::new(git)
            .args(["apply", "--whitespace=nowarn", "-"])
            .current_dir(folder.path())
            .env("GIT_CEILING_DIRECTORIES", folder.path().parent().unwrap())
            .stdin(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        std::io::Write::write_all(&mut apply.stdin.take().unwrap(), patch.as_bytes()).unwrap();
        let output = apply.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{said}\n{patch}");
    }
    let mut found = Files::new();
    read_all(folder.path(), folder.path(), &mut found);
    assert_eq!(&found, after, "{patch}");
}

fn entries() -> impl Strategy<Value = Entry> {
    let lines = prop::collection::vec(
        prop::sample::select(vec![
            "a\n", "b\n", "\n", "c\r\n", "-- \n", "x", "é\n", "\\ No\n",
        ]),
        0..8,
    );
    let bytes = prop_oneof![
        4 => lines.prop_map(|lines| lines.concat().into_bytes()),
        1 => prop::collection::vec(any::<u8>(), 0..200),
    ];
    prop_oneof![
        6 => (bytes, any::<bool>()).prop_map(|(bytes, is_executable)| Entry::File {
            bytes,
            mode: if is_executable { 0o755 } else { 0o644 },
        }),
        1 => prop::sample::select(vec!["a", "../x y", "é"]).prop_map(|to| Entry::Link(to.to_owned())),
    ]
}

fn trees() -> impl Strategy<Value = Files> {
    let names = prop::sample::select(vec![
        "/a",
        "/b",
        "/d/a",
        "/d/e/b",
        "/a b",
        "/d/tab\there",
        "/\"q\"",
        "/é",
        "/-x",
        "/d/new\nline",
        "/back\\slash",
    ]);
    prop::collection::btree_map(names.prop_map(str::to_owned), entries(), 0..7)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn git_makes_of_one_tree_the_other((before, after) in (trees(), trees())) {
        if let Some(git) = Oracle::Git.find() {
            git_applies(&git, &before, &after);
        }
    }
}
