//! A log that was changed afterwards does not pass.

use isolate_host::text::VPath;
use isolate_host::vfs::{Part, RunId, Tree};
use isolate_host::{Functions, Replay, RunOptions, Workspace};
use serde_json::{Value as Json, json};

use super::File;

/// Makes a run that says of itself what another one says, but for what `forge` changes of its parts.
/// `act` does what it says that it did.
fn forge(
    file: &File,
    run: RunId,
    forge: impl Fn(&str, Vec<u8>) -> Option<Vec<u8>>,
    act: impl Fn(&Tree),
) -> Replay {
    let tree = file.workspace.tree().unwrap();
    let mut options = isolate_host::vfs::RunOptions::new("").recorded();
    for (name, _) in tree.parts(run).unwrap() {
        let part = tree.part(run, &name).unwrap().unwrap();
        if let Some(bytes) = forge(&name, part) {
            options = options.part(Part::new(name, bytes));
        }
    }
    let status = tree.run_info(run).unwrap().unwrap().status.unwrap();
    let forged = tree.begin(&options).unwrap();
    act(&forged);
    forged.set_status(&status);
    forged.commit().unwrap();
    drop(tree);
    file.again()
}

fn write(tree: &Tree, path: &str, bytes: &str) {
    tree.write(&VPath::parse(path).unwrap(), bytes.as_bytes())
        .unwrap();
}

/// A run whose record holds something of everything.
fn genuine() -> (File, RunId) {
    let file = File::new();
    file.run("async () => { await state.writeFile('/in', 'in') }");
    let mut functions = Functions::new();
    functions
        .namespace("api")
        .add("double", |number: u64| async move { Ok(number * 2) });
    let options = RunOptions::new().functions(functions).input(&20).unwrap();
    let code = "async input => {
        const number = await api.double(input + 1);
        console.log('doubled', number);
        await state.writeFile('/out', await state.readFile('/in') + number);
        return { number };
    }";
    file.run_with(code, &options);
    let run = file.last();
    assert_eq!(file.replay(run), Replay::Same);
    (file, run)
}

fn honest(tree: &Tree) {
    write(tree, "/out", "in42");
}

fn text_in(
    part: &'static str,
    from: &'static str,
    to: &'static str,
) -> impl Fn(&str, Vec<u8>) -> Option<Vec<u8>> {
    move |name, mut bytes| {
        if name != part {
            return Some(bytes);
        }
        let at = bytes
            .windows(from.len())
            .position(|window| window == from.as_bytes());
        let at = at.expect("the text is in the part");
        bytes.splice(at..at + from.len(), to.bytes());
        Some(bytes)
    }
}

#[test]
fn a_copy_of_a_record_is_the_same() {
    let (file, run) = genuine();
    file.run("async () => { await state.rm('/out') }");
    // The clock of a forged run is another one; this program does not look at it.
    assert_eq!(
        forge(&file, run, |_, bytes| Some(bytes), honest),
        Replay::Same
    );
}

#[test]
fn every_change_of_a_record_is_found() {
    let (file, run) = genuine();
    file.run("async () => { await state.rm('/out') }");
    let digest = |text: &[u8]| isolate_host::text::hash::hash(Default::default(), text);
    let made = |text: &str| {
        format!(
            "creates a file of {} bytes with the SHA-256 {} and the mode 644",
            text.len(),
            digest(text.as_bytes())
        )
    };
    let cases: [(&str, &str, &str, &str, String); 6] = [
        ("result", "42", "43", "in42", r#"result: recorded {"number":43}, replayed {"number":42}"#.to_owned()),
        ("logs", "doubled 42", "doubled 40", "in42", r#"logs: recorded {"level":"log","text":"doubled 40"}, replayed {"level":"log","text":"doubled 42"}"#.to_owned()),
        ("program", "input + 1", "input + 2", "in42", r#"calls: recorded api.double(21), replayed api.double(22)"#.to_owned()),
        ("program", "'/out'", "'/put'", "in42", format!("changes of /out: recorded {}, replayed nothing", made("in42"))),
        ("result", "42", "42", "in43", format!("changes of /out: recorded {}, replayed {}", made("in43"), made("in42"))),
        ("options", "api.double", "api.treble", "in42", "calls: recorded api.double(21), replayed nothing".to_owned()),
    ];
    for (part, from, to, out, expected) in cases {
        let replay = forge(&file, run, text_in(part, from, to), |tree| {
            write(tree, "/out", out)
        });
        let Replay::Different(mismatch) = &replay else {
            panic!("{part} {from}: {replay:?}");
        };
        let told = mismatch.to_string();
        // Without the function the program throws before it asks.
        let is_expected = told == expected || part == "options" && told.starts_with("status: ");
        assert!(is_expected, "{told}\n{expected}");
        file.run("async () => { await state.rm('/out') }");
    }
}

#[test]
fn fuel_is_compared_exactly() {
    let (file, run) = genuine();
    file.run("async () => { await state.rm('/out') }");
    let one_more = |name: &str, bytes: Vec<u8>| {
        if name != "report" {
            return Some(bytes);
        }
        let mut report: Json = serde_json::from_slice(&bytes).unwrap();
        let fuel = report["usage"]["fuel"].as_u64().unwrap();
        report["usage"]["fuel"] = json!(fuel + 1);
        Some(report.to_string().into_bytes())
    };
    let replay = forge(&file, run, one_more, honest);
    assert!(
        replay.to_string().starts_with("different: fuel: recorded "),
        "{replay}"
    );
}

#[test]
fn answers_that_are_cut_off_or_changed_are_found() {
    let (file, run) = genuine();
    let tree = file.workspace.tree().unwrap();
    let answers = tree.part(run, "answers").unwrap().unwrap();
    drop(tree);
    file.run("async () => { await state.rm('/out') }");
    let mut found = 0;
    let some = (0..answers.len()).filter(|at| at % 7 == 0 || at + 5 > answers.len());
    let some: Vec<usize> = some.collect();
    for &at in &some {
        let mut cut = answers.clone();
        cut.truncate(at);
        let mut flipped = answers.clone();
        flipped[at] ^= 1;
        for forged in [cut, flipped] {
            let replay = forge(
                &file,
                run,
                |name, bytes| {
                    Some(if name == "answers" {
                        forged.clone()
                    } else {
                        bytes
                    })
                },
                honest,
            );
            // A bit of the time of an answer changes nothing that this program sees.
            found += u32::from(matches!(replay, Replay::Different(_)));
            assert!(
                !matches!(replay, Replay::NotComparable(_)),
                "{at}: {replay:?}"
            );
            file.run("async () => { await state.rm('/out') }");
        }
    }
    assert!(
        found as usize + 2 >= 2 * some.len(),
        "{found} of {}",
        2 * some.len()
    );
    let without = forge(
        &file,
        run,
        |name, bytes| (name != "answers").then_some(bytes),
        honest,
    );
    assert_eq!(
        without.to_string(),
        "not comparable: there was no room for what its functions answered"
    );
}

/// Replaces bytes of the database behind its back.
fn patch(file: File, from: &str, to: &str) -> File {
    let File { folder, workspace } = file;
    drop(workspace);
    let path = folder.path().join("w.sqlite");
    let mut bytes = std::fs::read(&path).unwrap();
    let places: Vec<usize> = bytes
        .windows(from.len())
        .enumerate()
        .filter(|(_, window)| *window == from.as_bytes())
        .map(|(at, _)| at)
        .collect();
    assert!(!places.is_empty(), "{from}");
    for at in places {
        bytes[at..at + to.len()].copy_from_slice(to.as_bytes());
    }
    std::fs::write(&path, bytes).unwrap();
    let workspace = Workspace::open(&path).unwrap();
    File { folder, workspace }
}

#[test]
fn damage_is_named_and_the_other_runs_are_replayed() {
    let file = File::new();
    file.run("async () => { await state.writeFile('/a', 'the earlier ' + 'content') }");
    file.run("async () => { return (await state.readFile('/a')).length }");
    file.run("async () => { await state.writeFile('/a', 'later') }");
    file.run("() => 'a result to be found'");
    file.run("() => 5");
    let file = patch(file, "the earlier content", "the altered content");
    let file = patch(file, "\"a result to be found\"", "\"a result to be built\"");
    let (counts, others) = file.all();
    assert_eq!((counts.same, counts.different), (2, 3), "{others:?}");
    assert!(
        others[0].starts_with("4: different: record: recorded "),
        "{others:?}"
    );
    assert!(
        others[1].starts_with("2: different: status: recorded \"ok\", replayed \"error\""),
        "{others:?}"
    );
    assert!(others[2].starts_with("1: different: changes of /a: recorded creates a file of 19 bytes that are damaged, replayed "), "{others:?}");
}

#[test]
fn options_that_no_run_can_have_are_damage() {
    let (file, run) = genuine();
    let forged = |member: &str, value: Json| {
        let replay = forge(
            &file,
            run,
            |name, bytes| {
                if name != "options" {
                    return Some(bytes);
                }
                let mut options: Json = serde_json::from_slice(&bytes).unwrap();
                match member.split_once('.') {
                    Some((outer, inner)) => options[outer][inner] = value.clone(),
                    None => options[member] = value.clone(),
                }
                Some(options.to_string().into_bytes())
            },
            honest,
        );
        file.run("async () => { await state.rm('/out') }");
        replay.to_string()
    };
    let memory = forged("limits.memoryBytes", json!(u64::MAX));
    assert!(
        memory.starts_with(
            "different: record: recorded options that no run can have: a memory limit of "
        ),
        "{memory}"
    );
    let name = forged(
        "functions",
        json!(["api.double", "state.readFile", "a b.c"]),
    );
    assert!(
        name.starts_with("different: record: recorded options that no run can have: "),
        "{name}"
    );
    for (member, value) in [
        ("limits.hostMemoryBytes", json!(u64::MAX)),
        ("limits.timeoutMs", json!(u64::MAX)),
        ("limits.resultBytes", json!(u32::MAX)),
        ("quota", json!([u64::MAX, u64::MAX, u64::MAX])),
        ("functions", json!(["api.double", "api", ""])),
    ] {
        assert_eq!(forged(member, value), "same", "{member}");
    }
    for now in [json!(-1e300), json!(1e300), json!(0.5)] {
        assert_eq!(forged("nowMs", now), "same");
    }
    let other = forged("guest", json!("0123456789abcdef"));
    assert!(other.starts_with("not comparable: it was made by version 0.1.0 with the engine 0123456789abcdef; this is version "), "{other}");
    let none = forged("guest", Json::Null);
    assert_eq!(none, "not comparable: it was recorded without its options");
    let fuel = forged("limits.fuel", json!(1000));
    assert!(
        fuel.starts_with("different: status: recorded \"ok\", replayed \"limit\""),
        "{fuel}"
    );
}
