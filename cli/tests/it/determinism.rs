//! The same seed gives the same bytes, in any process.

use crate::Folder;

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
