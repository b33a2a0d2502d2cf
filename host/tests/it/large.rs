//! Values that take far more memory and time than their messages.

use std::time::{Duration, Instant};

use isolate_host::{Functions, Limit, Outcome, ProgramErrorKind, Run, RunOptions, Workspace};
use serde_json::{Value as Json, json};

use crate::one_thread;

/// Room for results of every size that is returned here.
fn roomy() -> RunOptions {
    RunOptions::new()
        .result_bytes(64 << 20)
        .memory_bytes(1 << 30)
}

fn run(code: &str, options: &RunOptions) -> Run {
    let recorded = Workspace::builder().records(true);
    let workspace = recorded.memory().unwrap();
    one_thread()
        .run(&workspace, code)
        .options(options)
        .blocking()
        .unwrap()
}

fn limit_of(run: &Run) -> Option<Limit> {
    match &run.outcome {
        Outcome::LimitExceeded(exceeded) => Some(exceeded.limit),
        _ => None,
    }
}

const BIG_INTEGERS: &str = "() => Array(2_600_000).fill(1n)";

#[test]
fn the_values_of_a_result_are_charged() {
    let run = |code: &str, mebibytes: u64| run(code, &roomy().host_memory_bytes(mebibytes << 20));
    let small = run(BIG_INTEGERS, 64);
    assert_eq!(
        limit_of(&small),
        Some(Limit::HostMemory),
        "{:?}",
        small.usage
    );
    assert!(small.usage.peak_host_memory_bytes <= 64 << 20);
    // The values alone fit; the text that the history keeps does not.
    let fewer = "() => Array(300_000).fill(1n)";
    assert_eq!(limit_of(&run(fewer, 28)), Some(Limit::HostMemory));
    let whole = run(fewer, 48);
    assert!(matches!(whole.outcome, Outcome::Returned(_)));
    assert!(whole.usage.peak_host_memory_bytes > 28 << 20);
}

#[test]
fn the_deadline_holds_while_a_result_is_read_and_written() {
    let options = roomy().host_memory_bytes(2 << 30);
    let code = "() => Array(300_000).fill(1n)";
    let whole = Instant::now();
    assert!(matches!(
        run(BIG_INTEGERS, &options).outcome,
        Outcome::Returned(_)
    ));
    let whole = whole.elapsed();
    // Wherever the time ends, nothing goes on for long.
    for part in 1..5_u32 {
        let limit = whole * part / 5;
        let run = run(code, &options.clone().timeout(limit));
        let late = run.usage.wall.saturating_sub(limit);
        assert!(
            late < whole / 4 + Duration::from_millis(200),
            "{limit:?} {late:?} of {whole:?}"
        );
        if matches!(run.outcome, Outcome::LimitExceeded(_)) {
            assert_eq!(limit_of(&run), Some(Limit::Timeout));
        }
    }
}

#[test]
fn the_trees_of_arguments_and_answers_are_charged() {
    let mut functions = Functions::new();
    let mut big = functions.namespace("big");
    big.add_dynamic("json", |_: Json, _| async { Ok(Json::Null) });
    big.add_dynamic("checked", |_: Json, _| async { Ok(Json::Null) })
        .input(json!({ "type": "array" }));
    big.add_dynamic("value", |_: isolate_host::Value, _| async {
        Ok(isolate_host::Value::Undefined)
    });
    big.add("nulls", |(): ()| async { Ok(vec![(); 1_000_000]) });
    let options = roomy().functions(functions).host_memory_bytes(64 << 20);
    // Decoded, half a million values take 36 MB; their JSON forms take as much again and more.
    let ended = |code: &str| limit_of(&run(code, &options));
    assert_eq!(ended("() => big.value(Array(500_000).fill(null))"), None);
    for call in [
        "big.json(Array(500_000).fill(null))",
        "big.checked(Array(500_000).fill(null))",
        "big.json(Array(150_000).fill(1n))",
        "big.nulls()",
        "state.writeJson('/x', Array(1_000_000).fill(null))",
    ] {
        assert_eq!(
            ended(&format!("() => {call}")),
            Some(Limit::HostMemory),
            "{call}"
        );
    }
}

#[test]
fn a_result_that_was_cut_is_an_error_of_its_own_kind() {
    let options = RunOptions::new().result_bytes(1_000);
    let cut = |code: &str| {
        let run = run(code, &options);
        let error = run.result::<Json>().unwrap_err();
        assert_eq!(error.kind(), ProgramErrorKind::Cut);
        assert_eq!(run.cut_notice().as_deref(), Some(error.message()));
        let cuts = run.cuts.iter();
        let told: Vec<String> = cuts.map(ToString::to_string).collect();
        told.join("; ")
    };
    assert_eq!(
        cut("'x'.repeat(1_500)"),
        "500 characters of the result were left out"
    );
    assert_eq!(
        cut("({ a: [1, { text: 'é'.repeat(2_000) }] })"),
        "1039 characters of `a[1].text` were left out"
    );
    assert_eq!(
        cut("Array(2_000).fill(null)"),
        "1005 items of the result were left out"
    );
    assert_eq!(
        cut("({ list: [new Uint8Array(5_000)] })"),
        "5000 bytes of `list[0]` were left out"
    );
    assert_eq!(
        cut("Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`k${at}`, at]))"),
        "441 members of the result were left out"
    );
    let code =
        "() => { let deep = 1; for (let i = 0; i < 600; i++) deep = [deep]; return { deep }; }";
    let deep = run(code, &RunOptions::new()).cut_notice().unwrap();
    assert!(
        deep.starts_with("the result was cut: what `deep[0][0]"),
        "{deep}"
    );
    assert!(
        deep.ends_with("holds was left out, because it nests too deeply: return a flatter value")
    );
    // A text that ends as one that was cut is whole where nothing was.
    let text = "x... [5 more characters cut]";
    let whole = run(&format!("'{text}'"), &options);
    assert_eq!(whole.result::<String>().unwrap(), text);
    assert_eq!(whole.cut_notice(), None);
    let json = serde_json::to_value(run("'x'.repeat(1_500)", &options)).unwrap();
    assert_eq!(
        json["resultCut"],
        json!([{ "path": "", "leftOut": 500, "what": "characters" }])
    );
}
