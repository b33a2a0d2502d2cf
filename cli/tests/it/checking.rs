//! `check`, and subcommands on workspace files that were made by hand.

use expect_test::expect;
use isolate_host::text::quoting::quote;
use rusqlite::Connection;

use crate::Folder;

/// A workspace with a few files, changed by SQL.
fn workspace(sql: &str) -> Folder {
    let folder = Folder::new();
    for (path, content) in [
        ("/d/a.txt", "one\n"),
        ("/d/e/b.txt", "two\n"),
        ("/c.txt", "three\n"),
    ] {
        let written = folder.run(["write", path, "--content", content, "--db", "w.sqlite"]);
        assert_eq!(written.code, Some(0), "{written}");
    }
    let connection = Connection::open(folder.path("w.sqlite")).unwrap();
    connection.execute_batch(sql).unwrap();
    folder
}

#[test]
fn a_sound_file_is_sound() {
    let folder = workspace("");
    expect![[r#"
        exit 0
        out: sound
    "#]]
    .assert_eq(&folder.run(["check", "--db", "w.sqlite"]).to_string());
    expect![[r#"
        exit 0
        out: {"ok":true,"sound":true,"findings":[]}
    "#]]
    .assert_eq(
        &folder
            .run(["check", "--db", "w.sqlite", "--json"])
            .to_string(),
    );
}

#[test]
fn damage_is_reported_with_rule_and_place() {
    let folder = workspace(
        "UPDATE inline SET data = x'6f6e650a0a' WHERE data = CAST('one' || char(10) AS BLOB);
         UPDATE inline SET data = x'54776f0a' WHERE data = CAST('two' || char(10) AS BLOB);
         UPDATE state SET entries = 9",
    );
    expect![[r#"
        exit 1
        out: N6: without a content of its size: /d/a.txt
        out: H3: change of /d/a.txt in run 1
        out: T2: totals of main say 9 entries, there are 5
        out: C8: content 3 of /d/a.txt does not match its checksum
        out: C8: content 5 of /d/e/b.txt does not match its checksum
        out: what to do: what cannot be read answers EIO: write such a file anew or remove it, and the rest is sound
        out: what to do: the files are not concerned: the operation cannot be undone any more
        out: what to do: limits count wrongly: copy the files into a new workspace
        out: what to do: --repair repairs what can be repaired without guessing, after it has copied the file
    "#]]
    .assert_eq(&folder.run(["check", "--db", "w.sqlite"]).to_string());
    let json = folder.run(["check", "--db", "w.sqlite", "--json"]);
    assert_eq!(json.code, Some(1));
    assert_eq!(json.json()["findings"][2]["rule"], "T2");
    let read = folder.run(["cat", "/d/e/b.txt", "--db", "w.sqlite"]);
    expect![[r#"
        exit 4
        err: error: workspace is damaged: stored bytes do not match their checksum: /d/e/b.txt; this is a fault of the system, not of the call: tell the user
    "#]]
    .assert_eq(&read.to_string());
    let program = folder.eval("() => state.readFile('/d/e/b.txt')", &["--db", "w.sqlite"]);
    assert!(program.err.contains("EIO"), "{program}");
    assert!(program.err.contains("/d/e/b.txt"), "{program}");
    assert_eq!(program.code, Some(4));
    // A copy does not read the bytes; showing what it changed does.
    let copy = "() => state.cp('/d/e/b.txt', '/copy')";
    let copied = folder.eval(copy, &["--db", "w.sqlite", "--diff"]);
    assert_eq!(copied.code, Some(0), "{copied}");
    let expected = "the changes cannot be shown: workspace is damaged: stored bytes do not match their checksum: /copy";
    assert!(copied.err.contains(expected), "{copied}");
    let planned = folder.run(["cp", "/d/e/b.txt", "/c", "--dry-run", "--db", "w.sqlite"]);
    assert!(
        planned
            .err
            .contains("the changes cannot be shown: workspace is damaged"),
        "{planned}"
    );
}

#[test]
fn a_file_that_cannot_be_checked_is_a_storage_error() {
    let folder = Folder::new().with("other", "no workspace");
    for arguments in [["check", "--db", "other"], ["check", "--db", "missing"]] {
        assert_eq!(folder.run(arguments).code, Some(4));
    }
    let policy = folder.run(["check", "--db", "other", "--policy", "p.json"]);
    assert_eq!(policy.code, Some(2));
}

/// A directory in itself and in a thousand places: each command ends by itself.
#[test]
fn subcommands_terminate_on_files_with_cycles() {
    for sql in [
        "UPDATE node SET id = (SELECT id FROM node WHERE name = 'd') WHERE name = 'e'",
        "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
         INSERT INTO node SELECT (SELECT id FROM node WHERE name = 'd'), 'w' || i, 1,
            (SELECT id FROM node WHERE name = CASE i % 2 WHEN 0 THEN 'd' ELSE 'e' END), 493, 0, 0, NULL, NULL FROM n;
         UPDATE state SET entries = 1000000000",
    ] {
        let folder = workspace(sql);
        for command in [
            vec!["grep", "two"],
            vec!["find", "*.txt"],
            vec!["tree", "/"],
            vec!["rm", "-r", "/d"],
            vec!["cp", "-r", "/d", "/x"],
            vec!["mv", "/d", "/y"],
        ] {
            let started = std::time::Instant::now();
            let answer = folder.run(command.iter().chain(&["--db", "w.sqlite"]));
            assert_eq!(answer.code, Some(4), "{command:?}: {answer}");
            assert!(answer.err.contains("damaged"), "{command:?}: {answer}");
            assert!(started.elapsed().as_secs() < 10, "{command:?}");
        }
        let listed = folder.run(["ls", "/", "--db", "w.sqlite"]);
        assert_eq!(listed.code, Some(0), "{listed}");
        for call in ["find('/')", "glob('/**')", "walkTree('/')", "summarizeTree('/')"] {
            let code = format!("() => state.{call}");
            let answer = folder.eval(&code, &["--db", "w.sqlite"]);
            assert_eq!(answer.code, Some(4), "{call}: {answer}");
        }
    }
}

/// The name of the copy is that of the file on the disk, which is in a temporary folder.
fn repaired(folder: &Folder) -> String {
    let answer = folder
        .run(["check", "--repair", "--db", "w.sqlite"])
        .to_string();
    let place = folder.path("").canonicalize().unwrap();
    answer.replace(&*place.to_string_lossy(), "FOLDER")
}

#[test]
fn what_is_counted_wrongly_is_repaired() {
    let folder =
        workspace("UPDATE state SET entries = 9, bytes = -1; INSERT INTO piece VALUES (50, x'00')");
    expect![[r#"
        exit 0
        out: repaired: T3: raised the next number: 1
        out: repaired: C7: removed pieces that belong to no stream: 1
        out: repaired: T1: recounted the bytes of branches: 1
        out: repaired: T2: recounted the entries of branches: 1
        out: copy of the file before: FOLDER/w.sqlite.before-repair-1
        out: sound
    "#]]
    .assert_eq(&repaired(&folder));
    let copy = folder.run(["check", "--db", "w.sqlite.before-repair-1", "--json"]);
    assert_eq!(copy.code, Some(1), "{copy}");
    assert_eq!(
        copy.json()["findings"].as_array().unwrap().len(),
        4,
        "{copy}"
    );
    expect![[r#"
        exit 0
        out: sound
    "#]]
    .assert_eq(&repaired(&folder));
    assert!(!folder.path("w.sqlite.before-repair-2").exists());
    let read = folder.run(["cat", "/d/a.txt", "--db", "w.sqlite"]);
    assert_eq!(read.out, "one\n", "{read}");
}

#[test]
fn damaged_bytes_are_left_and_said() {
    let folder = workspace(
        "UPDATE inline SET data = x'54776f0a' WHERE data = CAST('two' || char(10) AS BLOB);
         UPDATE state SET entries = 9",
    );
    let answer = folder.run(["check", "--repair", "--db", "w.sqlite", "--json"]);
    assert_eq!(answer.code, Some(1), "{answer}");
    let json = &answer.json()["data"];
    assert_eq!(json["sound"], false);
    assert_eq!(json["repaired"][0]["rule"], "T2");
    assert_eq!(json["repaired"].as_array().unwrap().len(), 1);
    assert_eq!(json["findings"][0]["rule"], "C8");
    let copy = json["copy"].as_str().unwrap();
    assert!(copy.ends_with("w.sqlite.before-repair-1"), "{copy}");
    expect![[r#"
        exit 1
        out: nothing can be repaired without guessing
        out: C8: content 5 of /d/e/b.txt does not match its checksum
        out: what to do: what cannot be read answers EIO: write such a file anew or remove it, and the rest is sound
    "#]]
    .assert_eq(&repaired(&folder));
    assert!(!folder.path("w.sqlite.before-repair-2").exists());
    let read = folder.run(["cat", "/d/e/b.txt", "--db", "w.sqlite"]);
    assert_eq!(read.code, Some(4), "{read}");
}

#[test]
fn a_repair_is_refused_where_it_is_none() {
    let folder = workspace("UPDATE state SET entries = 9").with("other", "no workspace");
    let file = std::fs::read(folder.path("w.sqlite")).unwrap();
    for (more, code, reason) in [
        (["--db", "w.sqlite", "--policy", "p.json"], 2, "--policy"),
        (["--db", "w.sqlite", "--branch", "main"], 2, "--branch"),
    ] {
        let answer = folder.run(["check", "--repair"].iter().chain(&more));
        assert_eq!(answer.code, Some(code), "{answer}");
        assert!(answer.err.contains(reason), "{answer}");
    }
    for database in ["other", "missing"] {
        let answer = folder.run(["check", "--repair", "--db", database]);
        assert_eq!(answer.code, Some(4), "{answer}");
    }
    // No version, the next one, and the mark of development builds.
    for (place, word) in [(60, [0; 4]), (60, [0, 0, 0, 4]), (68, *b"iVFS")] {
        let mut changed = file.clone();
        changed[place..place + 4].copy_from_slice(&word);
        let folder = Folder::new().with("w.sqlite", &changed);
        let answer = folder.run(["check", "--repair", "--db", "w.sqlite"]);
        assert_eq!(answer.code, Some(4), "{answer}");
        assert_eq!(std::fs::read(folder.path("w.sqlite")).unwrap(), changed);
    }
}

/// A name may hold what a terminal obeys, and what turns text around. What is printed of it is one line,
/// also where nobody looks, and names the path as the next command takes it.
#[test]
fn findings_and_labels_print_names_that_can_be_given_back() {
    let folder = Folder::new();
    let name = "/d/a\n\u{1b}[31m\u{202e}b";
    let quoted = r"$'/d/a\n\033[31m\342\200\256b'";
    let written = folder.run(["write", quoted, "--content", "x", "--db", "w.sqlite"]);
    assert_eq!(written.code, Some(0), "{written}");
    let label = format!("cli:write {name}");
    for command in [
        &["log"][..],
        &["show"],
        &["history"],
        &["watch", "--since", "0", "--once"],
    ] {
        let printed = folder.run(command.iter().chain(&["--db", "w.sqlite"])).out;
        let line = printed
            .lines()
            .find(|line| line.contains("write "))
            .unwrap();
        assert!(line.contains(&*quote(&label)), "{command:?}: {printed}");
    }
    let connection = Connection::open(folder.path("w.sqlite")).unwrap();
    connection
        .execute_batch("UPDATE inline SET sum = sum + 1 WHERE length(data) = 1")
        .unwrap();
    drop(connection);
    let checked = folder.run(["check", "--db", "w.sqlite"]);
    assert_eq!(
        checked.out.lines().next().unwrap(),
        format!("C8: content 3 of {quoted} does not match its checksum")
    );
    let json = folder.run(["check", "--db", "w.sqlite", "--json"]).json();
    let text = json["findings"][0]["text"].as_str().unwrap();
    assert!(text.contains(quoted), "{text}");
    for command in [&["rm", quoted][..], &["check"]] {
        let sound = folder.run(command.iter().chain(&["--db", "w.sqlite"]));
        let expected = if command[0] == "rm" { 0 } else { 1 };
        assert_eq!(sound.code, Some(expected), "{command:?}: {sound}");
    }
}

/// What a check advises for a damaged file works, also where its bytes are gone.
#[test]
fn a_damaged_file_is_written_anew_or_removed_as_a_check_advises() {
    for damage in [
        "UPDATE inline SET sum = sum + 1",
        "DELETE FROM inline",
        "UPDATE inline SET data = x'00'",
    ] {
        for command in [
            &["write", "/d/a.txt", "--content", "new"][..],
            &["--eval", "() => state.writeFile('/d/a.txt', 'new')"],
            &["rm", "/d/a.txt"],
        ] {
            let folder = workspace(damage);
            let damaged = folder.run(["cat", "/d/a.txt", "--db", "w.sqlite"]);
            assert_eq!(damaged.code, Some(4), "{damage}: {damaged}");
            let done = folder.run(command.iter().chain(&["--db", "w.sqlite"]));
            assert_eq!(done.code, Some(0), "{damage}, {command:?}: {done}");
            let read = folder.run(["cat", "/d/a.txt", "--db", "w.sqlite"]);
            let expected = if command[0] == "rm" { "" } else { "new" };
            assert!(
                !read.err.contains("damaged"),
                "{damage}, {command:?}: {read}"
            );
            assert_eq!(
                read.out.trim_end(),
                expected,
                "{damage}, {command:?}: {read}"
            );
            let checked = folder.run(["check", "--db", "w.sqlite"]).out;
            assert!(!checked.contains("C8: content 3 of"), "{checked}");
        }
    }
}
