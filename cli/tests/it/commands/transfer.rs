//! `import`, `export` and `fork`.

use std::fs;

use expect_test::expect;
use serde_json::json;

use super::{check, folder, run};
use crate::Folder;

/// A folder with a directory to read.
fn with_source() -> Folder {
    let folder = Folder::new();
    fs::create_dir_all(folder.path("source/d")).unwrap();
    for (name, text) in [
        ("a.txt", "one\n"),
        (".gitignore", "*.log\n"),
        ("d/b.txt", "two\n"),
        ("d/x.log", ""),
    ] {
        fs::write(folder.path("source").join(name), text).unwrap();
    }
    std::os::unix::fs::symlink("/etc/passwd", folder.path("source/out")).unwrap();
    folder
}

#[test]
fn a_directory_goes_in_and_comes_out() {
    let folder = with_source();
    check(
        &folder,
        &["import", "source", "--to", "/in"],
        expect![[r#"
            exit 0
            out: imported 3 files, 1 directory and 0 links with 14 bytes; 1 ignored; 1 skipped; run 1
            err: note: skipped out: a link that leads out
        "#]],
    );
    check(
        &folder,
        &["export", "target", "/in/d"],
        expect![[r#"
            exit 0
            out: exported 1 file, 2 directories and 0 links with 4 bytes
        "#]],
    );
    assert_eq!(
        fs::read_to_string(folder.path("target/in/d/b.txt")).unwrap(),
        "two\n"
    );
    let answer = run(
        &folder,
        &[
            "import",
            "source",
            "--no-ignore",
            "--exclude",
            "d",
            "--json",
        ],
    )
    .json();
    assert_eq!(
        answer,
        json!({
            "ok": true, "run": 2,
            "data": {
                "files": 2, "directories": 0, "links": 0, "bytes": 10, "unchanged": 0,
                "ignored": 1,
                "skipped": [
                    {"path": "out", "reason": "leads-out", "text": "a link that leads out"},
                ],
                "skippedTotal": 1,
                "created": ["/.gitignore", "/a.txt"], "changed": [], "deleted": [],
            },
            "conflicts": [],
            "notices": [],
        })
    );
    let undone = run(&folder, &["undo"]);
    assert_eq!(undone.code, Some(0), "{undone}");
    check(
        &folder,
        &["find", "*.txt"],
        expect![[r#"
            exit 0
            out: /in/a.txt
            out: /in/d/b.txt
        "#]],
    );
}

#[test]
fn what_is_in_the_way_is_listed_with_the_way_out() {
    let folder = with_source();
    run(&folder, &["write", "/a.txt", "mine"]);
    check(
        &folder,
        &["import", "source"],
        expect![[r#"
            exit 1
            err: error: 1 path is in the way: /a.txt (a file that differs); nothing was changed: --overwrite replaces them
        "#]],
    );
    let answer = run(&folder, &["import", "source", "--json"]);
    assert_eq!(answer.code, Some(1));
    let json = answer.json();
    assert_eq!(json["error"]["code"], "conflict");
    assert_eq!(json["error"]["details"], json!({ "total": 1 }));
    assert_eq!(
        json["conflicts"],
        json!([{"path": "/a.txt", "reason": "a file that differs", "canOverwrite": true}])
    );
    assert_eq!(run(&folder, &["ls", "/"]).out, "a.txt\t4\n");
    let done = run(&folder, &["import", "source", "--overwrite"]);
    assert_eq!(done.code, Some(0), "{done}");
    assert_eq!(run(&folder, &["cat", "/a.txt"]).out, "one\n");
}

#[test]
fn archives_go_in_and_come_out() {
    let folder = with_source();
    run(&folder, &["import", "source"]);
    for name in ["x.tar", "x.tar.gz", "x.zip"] {
        let packed = run(&folder, &["export", name]);
        assert_eq!(packed.code, Some(0), "{packed}");
        let database = format!("{name}.sqlite");
        let read = folder.run(["import", name, "--db", &database]);
        assert_eq!(read.code, Some(0), "{read}");
        assert_eq!(
            folder.run(["cat", "/d/b.txt", "--db", &database]).out,
            "two\n"
        );
    }
    check(
        &folder,
        &["import", "source/a.txt"],
        expect![[r#"
            exit 1
            err: error: source/a.txt is neither a directory nor a tar, tar.gz or zip archive
        "#]],
    );
    check(
        &folder,
        &["import", "none"],
        expect![[r#"
            exit 1
            err: error: cannot read none: no such file or directory
        "#]],
    );
}

#[test]
fn earlier_states_are_exported_and_forked() {
    let folder = folder();
    run(&folder, &["write", "/b.md", "--content", "# Three\n"]);
    run(&folder, &["checkpoint", "here"]);
    run(&folder, &["rm", "/b.md"]);
    for (at, text) in [("2", "# Two\n"), ("here", "# Three\n")] {
        let target = format!("out-{at}");
        let done = run(&folder, &["export", &target, "/b.md", "--at", at]);
        assert_eq!(done.code, Some(0), "{done}");
        assert_eq!(
            fs::read_to_string(folder.path(&target).join("b.md")).unwrap(),
            text
        );
        let new = format!("{at}.sqlite");
        let done = run(&folder, &["fork", &new, "--at", at]);
        assert_eq!(done.to_string(), "exit 0\n");
        assert_eq!(folder.run(["cat", "/b.md", "--db", &new]).out, text);
        let sound = folder.run(["check", "--db", &new]);
        assert_eq!(sound.out, "sound\n");
    }
    check(
        &folder,
        &["fork", "2.sqlite"],
        expect![[r#"
            exit 4
            err: error: cannot copy to 2.sqlite: there is a file of the name of the copy already
        "#]],
    );
    let done = run(&folder, &["fork", "shallow.sqlite", "--shallow", "--json"]);
    assert_eq!(done.json()["data"], json!({ "path": "shallow.sqlite" }));
    assert_eq!(folder.run(["history", "--db", "shallow.sqlite"]).out, "");
    check(
        &folder,
        &["export", "more", "--at", "99"],
        expect![[r#"
            exit 2
            err: error: the history has no run 99: it has 1 to 5
        "#]],
    );
}

/// A path that ends in a slash names a directory, in the workspace and on the disk.
#[test]
fn a_slash_at_the_end_names_a_directory() {
    let folder = folder();
    let refused = |arguments: &[&str]| {
        let answer = run(&folder, arguments);
        assert_ne!(answer.code, Some(0), "{arguments:?}: {answer}");
        let says = ["not a directory", "not_a_directory", "names a directory"];
        assert!(
            says.iter().any(|text| answer.to_string().contains(text)),
            "{arguments:?}: {answer}"
        );
    };
    fs::create_dir(folder.path("source")).unwrap();
    fs::write(folder.path("source/x"), "x").unwrap();
    for arguments in [
        &["cat", "/b.md/"][..],
        &["ls", "/b.md/"],
        &["stat", "/b.md/"],
        &["write", "/b.md/", "x"],
        &["write", "/new/", "x"],
        &["append", "/new/", "x"],
        &["edit", "/b.md/", "Two", "x"],
        &["rm", "/b.md/"],
        &["mv", "/b.md/", "/c.md"],
        &["mv", "/b.md", "/old/"],
        &["cp", "/b.md", "/old/"],
        &["mkdir", "/b.md/"],
        &["grep", "Two", "/b.md/"],
        &["find", "*", "/b.md/"],
        &["history", "/b.md/"],
        &["log", "/b.md/"],
        &["diff", "1", "/b.md/"],
        &["restore", "--at", "1", "/b.md/"],
        &["import", "source", "--to", "/b.md/"],
        &["export", "out", "/b.md/"],
    ] {
        refused(arguments);
    }
    let answer = run(&folder, &["export", "out.tar/"]);
    assert_eq!(answer.code, Some(0), "{answer}");
    assert!(folder.path("out.tar/b.md").is_file());
    let bytes = run(&folder, &["cat", "/b.md"]);
    assert_eq!(bytes.out, "# Two\n");
}
