//! `replay`: runs that are made again.

use expect_test::expect;
use serde_json::{Value as Json, json};

use super::{check, run};
use crate::Folder;

/// A workspace with runs of programs, of a command and of an ended program.
fn folder() -> Folder {
    let folder = Folder::new();
    for (program, more) in [
        (
            "async () => { await state.writeFile('/a.txt', String(Math.random())); return Date.now() }",
            &[][..],
        ),
        (
            "async () => { console.log(await state.readFile('/a.txt')); throw new Error('no') }",
            &["--atomic"],
        ),
        ("() => { for (;;) {} }", &["--fuel", "1M"]),
        ("() => { for (;;) {} }", &["--timeout", "100ms"]),
    ] {
        let arguments = [&["--db", "w.sqlite"], more].concat();
        folder.eval(program, &arguments);
    }
    run(&folder, &["write", "/b", "--content", "b"]);
    folder
}

#[test]
fn one_run_is_replayed() {
    let folder = folder();
    check(
        &folder,
        &["replay", "1"],
        expect![[r#"
            exit 0
            out: 1	same
        "#]],
    );
    check(
        &folder,
        &["replay", "1", "--json"],
        expect![[r#"
            exit 0
            out: {"ok":true,"run":1,"replay":"same"}
        "#]],
    );
    check(
        &folder,
        &["replay", "4"],
        expect![[r#"
            exit 2
            out: 4	not comparable: its time limit ended it
        "#]],
    );
    check(
        &folder,
        &["replay", "--json"],
        expect![[r#"
            exit 2
            out: {"ok":false,"run":5,"replay":"notComparable","reason":{"code":"notAProgram","text":"it is not a recorded program"},"error":{"code":"not_comparable","message":"run 5: not comparable: it is not a recorded program","hint":"docs/replay.md says what that can mean","retry":"never","details":{}}}
        "#]],
    );
    check(
        &folder,
        &["replay", "77"],
        expect![[r#"
            exit 2
            err: error: the history has no run 77: it has 1 to 5
        "#]],
    );
    check(
        &folder,
        &["replay", "1", "--all"],
        expect![[r#"
            exit 2
            err: error: the argument '[RUN]' cannot be used with '--all'
            err: 
            err: Usage: isolate-run replay --db <FILE> <RUN>
            err: 
            err: For more information, try '--help'.
        "#]],
    );
}

#[test]
fn a_whole_log_is_replayed() {
    let folder = folder();
    check(
        &folder,
        &["replay", "--all"],
        expect![[r#"
            exit 0
            out: 4	not comparable: its time limit ended it
            out: 3 same, 0 different, 2 not comparable: 1 by tools and commands, 1 ended by time or cancelled
        "#]],
    );
    let answer = run(&folder, &["replay", "--all", "--json"]).json();
    assert_eq!(answer["same"], 3);
    assert_eq!(answer["isWhole"], true);
    assert_eq!(answer["reasons"], json!({ "notAProgram": 1, "ended": 1 }));
    let runs: Vec<&Json> = answer["runs"].as_array().unwrap().iter().collect();
    let told: Vec<String> = runs
        .iter()
        .map(|run| format!("{} {}", run["run"], run["replay"]))
        .collect();
    assert_eq!(
        told,
        [
            "5 \"notComparable\"",
            "4 \"notComparable\"",
            "3 \"same\"",
            "2 \"same\"",
            "1 \"same\""
        ]
    );
}

/// Changes what the file says behind the back of the command.
fn tamper(folder: &Folder, from: &str, to: &str) {
    let path = folder.path("w.sqlite");
    let mut bytes = std::fs::read(&path).unwrap();
    let at = bytes
        .windows(from.len())
        .position(|window| window == from.as_bytes());
    let at = at.expect("the text is in the file");
    bytes[at..at + to.len()].copy_from_slice(to.as_bytes());
    std::fs::write(&path, bytes).unwrap();
}

#[test]
fn a_file_that_was_changed_in_the_history_is_found() {
    let folder = Folder::new();
    let programs = [
        "async () => { await state.writeFile('/a', 'the first' + ' content') }",
        "async () => { await state.appendFile('/b', await state.readFile('/a')) }",
        "async () => { await state.rm('/a'); await state.rm('/b') }",
    ];
    for program in programs {
        assert_eq!(folder.eval(program, &["--db", "w.sqlite"]).code, Some(0));
    }
    let sound = run(&folder, &["replay", "--all"]);
    assert_eq!(
        (sound.code, sound.out.as_str()),
        (Some(0), "3 same, 0 different, 0 not comparable\n")
    );
    tamper(&folder, "the first content", "the forge content");
    let answer = run(&folder, &["replay", "--all"]);
    assert_eq!(answer.code, Some(1), "{answer}");
    let lines: Vec<&str> = answer.out.lines().collect();
    assert!(
        lines.iter().any(|line| line.contains("\tdifferent: ")),
        "{answer}"
    );
    assert!(
        lines
            .last()
            .unwrap()
            .contains(" different, 0 not comparable"),
        "{answer}"
    );
}

#[test]
fn the_database_is_left_as_it_is_also_by_200_replays() {
    let folder = Folder::new();
    let mixed = [
        "async () => { await state.writeFile('/f' + Math.floor(Math.random() * 9), 'x'.repeat(5000 * Math.random())) }",
        "async () => (await state.find('/')).map(entry => [entry.path, entry.mtime])",
        "async () => { await state.rm('/f1', { force: true }); await state.mkdir('/d/e', { recursive: true }); throw new Error(String(Date.now())) }",
        "async () => { await state.undo() }",
        "async () => (await state.history({ limit: 3 })).map(run => [run.run, run.at])",
    ];
    // Many in one process, as an agent makes them.
    let workspace = isolate_host::Workspace::open(folder.path("w.sqlite")).unwrap();
    let sandbox = isolate_host::Sandbox::new().unwrap();
    for number in 0..200 {
        let mut options = isolate_host::RunOptions::new();
        if number % 3 == 0 {
            options = options.atomic();
        }
        if number % 7 == 0 {
            options = options.seed(number);
        }
        let program = mixed[usize::try_from(number).unwrap() % mixed.len()];
        sandbox
            .run(&workspace, program)
            .options(&options)
            .blocking()
            .unwrap();
    }
    drop(workspace);
    let before = std::fs::read(folder.path("w.sqlite")).unwrap();
    let answer = run(&folder, &["replay", "--all"]);
    assert_eq!(
        (answer.code, answer.out.as_str()),
        (Some(0), "200 same, 0 different, 0 not comparable\n"),
        "{answer}"
    );
    assert!(std::fs::read(folder.path("w.sqlite")).unwrap() == before);
}
