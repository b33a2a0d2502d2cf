//! The same seed gives the same bytes, in any process.

use crate::{Folder, is_slow};

const PROGRAM: &str = "async (input) => {
    const words = new Set();
    for (let i = 0; i < 50; i++) words.add(Math.random().toString(36).slice(2));
    const map = new Map([...words].map((word) => [word, word.length]));
    await Promise.all([...words].map((word) => state.writeFile(`/w/${word}`, word)));
    console.log(new Date(), Date.now(), map);
    const files = await state.find('/w');
    return { input, files, sorted: [...words].sort((a, b) => a.length - b.length) };
}";

fn run(seed: &str) -> String {
    let folder = Folder::new();
    let arguments = [
        "--json",
        "--db",
        "s.sqlite",
        "--seed",
        seed,
        "--input",
        r#"{"b":1,"a":2}"#,
    ];
    let answer = folder.eval(PROGRAM, &arguments);
    assert_eq!(answer.code, Some(0), "{answer}");
    let mut json = answer.json();
    json["usage"]["wallMs"] = 0.into();
    json.to_string()
}

#[test]
fn a_seed_fixes_every_byte() {
    assert_eq!(run("7"), run("7"));
}

#[test]
fn another_seed_is_another_run() {
    assert_ne!(run("7"), run("8"));
}

/// Processes that run the large program; [`PROCESSES_SLOW`] with `RUN_SLOW_TESTS`.
const PROCESSES: usize = 50;
const PROCESSES_SLOW: usize = 1_000;

#[test]
fn processes_do_not_differ() {
    let program = include_str!("../../../tests/it/determinism_program.js");
    let folder = Folder::new().with("a.js", program);
    let once = || {
        let answer = folder.run(["a.js", "--json", "--seed", "5"]);
        assert_eq!(answer.code, Some(0), "{answer}");
        // Time is what no seed fixes.
        let (before, after) = answer.out.split_once("\"wallMs\":").unwrap();
        let after = after.trim_start_matches(|unit: char| unit.is_ascii_digit() || unit == '.');
        (format!("{before}{after}"), answer.err)
    };
    let first = once();
    let processes = if is_slow() { PROCESSES_SLOW } else { PROCESSES };
    for _ in 1..processes {
        assert_eq!(once(), first);
    }
}
