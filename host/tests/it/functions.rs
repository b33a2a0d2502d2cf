//! Functions of the embedder, as programs see them.

mod approvals;
mod lookup;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use isolate_host::{
    CallStatus, FunctionError, Functions, Outcome, Run, RunOptions, Value, Workspace, to_json,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

use crate::{one_thread, result};

#[derive(Deserialize, JsonSchema)]
struct NewIssue {
    title: String,
    #[serde(default)]
    labels: Vec<String>,
    milestone: Option<u32>,
}

#[derive(Serialize, JsonSchema)]
struct Issue {
    number: usize,
    title: String,
    labels: Vec<String>,
    milestone: Option<u32>,
}

async fn create_issue(issue: NewIssue) -> Result<Issue, FunctionError> {
    if issue.title == "full" {
        return Err(FunctionError::new("too many issues")
            .with_code("E_QUOTA")
            .with_data(json!({ "limit": 5 })));
    }
    Ok(Issue {
        number: issue.title.len(),
        title: issue.title,
        labels: issue.labels,
        milestone: issue.milestone,
    })
}

fn github() -> Functions {
    let mut functions = Functions::new();
    let mut github = functions.namespace("github");
    github.describe("Issues of one repository.");
    github
        .add("createIssue", create_issue)
        .describe("Opens an issue.")
        .writes();
    github
        .add("count", |(): ()| async { Ok(3_u32) })
        .describe("How many issues there are.")
        .reads();
    functions
}

fn run_with(functions: Functions, code: &str, options: RunOptions) -> Run {
    let options = options.functions(functions);
    one_thread()
        .run(&Workspace::memory().unwrap(), code)
        .options(&options)
        .blocking()
        .unwrap()
}

fn run(functions: Functions, code: &str) -> Run {
    run_with(functions, code, RunOptions::default())
}

/// What the program catches of a call: name, code and message of the error.
fn caught(functions: Functions, call: &str) -> (String, String, String) {
    let code = format!(
        "async () => {{ try {{ return ['returned', '', JSON.stringify(await {call})] }} catch (e) {{ return [e.name, e.code, e.message] }} }}"
    );
    let options = RunOptions::new().no_suspension("it is a test");
    let run = run_with(functions, &code, options);
    let Outcome::Returned(value) = &run.outcome else {
        panic!("{:?}", run.outcome);
    };
    let json = to_json(value).unwrap();
    let text = |at: usize| json[at].as_str().unwrap_or_default().to_owned();
    (text(0), text(1), text(2))
}

#[test]
fn a_typed_function_takes_and_gives_values() {
    let run = run(
        github(),
        "async () => [await github.createIssue({ title: 'Crash', labels: ['bug'], milestone: null }), await github.count()]",
    );
    assert_eq!(
        result(&run),
        r#"[{"number":5,"title":"Crash","labels":["bug"],"milestone":null},3]"#
    );
    let names: Vec<&str> = run
        .calls
        .entries
        .iter()
        .map(|call| call.function.as_str())
        .collect();
    assert_eq!(names, ["github.createIssue", "github.count"]);
    assert!(
        run.calls
            .entries
            .iter()
            .all(|call| call.status == CallStatus::Answered)
    );
}

/// A model has to be able to repair its call from the message alone.
#[test]
fn an_argument_that_does_not_fit_names_the_member_and_the_type() {
    for (call, parts) in [
        (
            "github.createIssue({ titel: 'x' })",
            &[
                "github.createIssue",
                "there is no member \"titel\"",
                "\"title\" may be meant",
                "\"title\" is a required property",
                "title: string",
            ][..],
        ),
        (
            "github.createIssue({ title: 5 })",
            &[".title: 5 is not of type \"string\""],
        ),
        (
            "github.createIssue({ title: 'x', labels: ['a', 2] })",
            &[".labels[1]: 2 is not of type \"string\""],
        ),
        (
            "github.createIssue('x')",
            &[
                "\"x\" is not of type \"object\"",
                "title: string; labels?: string[]; milestone?: number",
            ],
        ),
        (
            "github.createIssue()",
            &["\"title\" is a required property"],
        ),
        (
            "github.createIssue({ title: 'x', milestone: -1 })",
            &[".milestone"],
        ),
        (
            "github.createIssue({ title: 'x', milestone: 1.5 })",
            &[".milestone"],
        ),
        ("github.count(5)", &["github.count"]),
    ] {
        let (name, code, message) = caught(github(), call);
        assert_eq!(
            (name.as_str(), code.as_str()),
            ("TypeError", "EINVAL"),
            "{call}: {message}"
        );
        for part in parts {
            assert!(message.contains(part), "{call}\n{message}\nhas no {part}");
        }
    }
}

#[test]
fn an_error_has_a_code_and_data() {
    let run = run(
        github(),
        "async () => { try { await github.createIssue({ title: 'full' }) } catch (e) { return [e instanceof Error, e.code, e.message, e.data.limit] } }",
    );
    assert_eq!(result(&run), r#"[true,"E_QUOTA","too many issues",5]"#);
    assert_eq!(
        run.calls.entries[0].status,
        CallStatus::Failed {
            code: "E_QUOTA".to_owned()
        }
    );
}

#[test]
fn a_schema_that_is_data_is_checked_on_both_sides() {
    let mut functions = Functions::new();
    let input = json!({ "type": "object", "required": ["n"], "properties": { "n": { "type": "integer" } } });
    let output = json!({ "type": "object", "required": ["double"], "properties": { "double": { "type": "integer" } } });
    functions
        .namespace("maths")
        .add_dynamic("double", |argument: Json, scope| async move {
            scope.note("counted");
            match argument["n"].as_i64() {
                Some(13) => Ok(json!({ "double": "many" })),
                Some(n) => Ok(json!({ "double": 2 * n })),
                None => Err(FunctionError::new("not reached")),
            }
        })
        .input(input)
        .output(output);
    functions.check().unwrap();
    let (_, _, answer) = caught(functions.clone(), "maths.double({ n: 4 })");
    assert_eq!(answer, r#"{"double":8}"#);
    let (_, code, message) = caught(functions.clone(), "maths.double({ n: '4' })");
    assert_eq!(code, "EINVAL", "{message}");
    let (_, code, message) = caught(functions.clone(), "maths.double({ n: 13 })");
    assert_eq!(code, "EBADMSG", "{message}");
    assert!(
        message.contains("maths.double answered what does not fit its own schema: .double:"),
        "{message}"
    );
    let run = run(functions, "maths.double({ n: 1 })");
    assert_eq!(run.calls.entries[0].note.as_deref(), Some("counted"));
}

/// A function that panics, hangs or answers too much ends that call alone.
#[test]
fn a_bad_function_ends_its_call_alone() {
    let mut functions = Functions::new();
    let mut bad = functions.namespace("bad");
    bad.add_dynamic::<Value, Value, _, _>("panics", |_, _| async { panic!("oh") });
    bad.add_dynamic("panicsAtOnce", |value: Value, _| {
        assert!(value == Value::Null, "oh");
        async { Ok(Value::Null) }
    });
    bad.add_dynamic::<Value, Value, _, _>("hangs", |_, _| std::future::pending())
        .timeout(Duration::from_millis(30));
    bad.add_dynamic("floods", |_: Value, _| async {
        Ok(Value::Bytes(vec![1; 100 << 20]))
    });
    bad.add_dynamic("floodsWithText", |_: Value, _| async {
        Ok(Value::Array(vec![
            Value::String(
                "x".repeat(1 << 20).as_str().into()
            );
            9
        ]))
    });
    bad.add_dynamic::<Value, Value, _, _>("complainsAtLength", |_, _| async {
        Err(FunctionError::new("x".repeat(1 << 20)).with_data("y".repeat(2 << 20).into()))
    });
    let code = r#"async () => {
        const told = [];
        for (const name of ["panics", "panicsAtOnce", "hangs", "floods", "floodsWithText", "complainsAtLength"]) {
            try { await bad[name](); told.push("returned"); } catch (e) { told.push(e.code + (e.message.length < 20_000 && e.data === undefined ? "" : "!")); }
        }
        await state.writeFile("/after", "1");
        return told;
    }"#;
    let run = run(functions, code);
    assert_eq!(
        result(&run),
        r#"["EHOSTFN","EHOSTFN","ETIMEDOUT","E2BIG","E2BIG","EHOSTFN"]"#
    );
    assert_eq!(run.effects.created.len(), 1);
}

/// A future that panics when it is dropped ends its call alone, too.
#[test]
fn a_function_that_cannot_be_dropped_ends_its_call_alone() {
    struct Bomb;
    impl Drop for Bomb {
        fn drop(&mut self) {
            panic!("oh");
        }
    }
    let mut functions = Functions::new();
    functions
        .namespace("bad")
        .add_dynamic::<Value, Value, _, _>("late", |_, _| {
            let bomb = Bomb;
            std::future::poll_fn(move |_| {
                let _held = &bomb;
                std::task::Poll::Pending
            })
        })
        .timeout(Duration::from_millis(30));
    let (_, code, _) = caught(functions, "bad.late()");
    assert_eq!(code, "EHOSTFN");
}

#[test]
fn calls_run_concurrently() {
    let mut functions = Functions::new();
    functions
        .namespace("slow")
        .add_dynamic("wait", |value: Value, _| async move {
            tokio::time::sleep(Duration::from_millis(100)).await;
            Ok(value)
        });
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_time()
        .build()
        .unwrap();
    let started = Instant::now();
    let run = runtime.block_on(async {
        let options = RunOptions::new().functions(functions);
        let code = "async () => (await Promise.all(Array.from({ length: 10 }, (_, i) => slow.wait(i)))).length";
        one_thread().run(&Workspace::memory().unwrap(), code).options(&options).await.unwrap()
    });
    assert_eq!(result(&run), "10");
    // One after the other they take a second.
    assert!(
        started.elapsed() < Duration::from_millis(900),
        "{:?}",
        started.elapsed()
    );
}

#[test]
fn a_run_that_may_not_write_calls_only_reading_functions() {
    for options in [RunOptions::new().read_only(), RunOptions::new().dry_run()] {
        let code = "async () => { const n = await github.count(); try { await github.createIssue({ title: 'x' }) } catch (e) { return [n, e.code, e.message] } }";
        let run = run_with(github(), code, options);
        let text = result(&run);
        assert!(text.starts_with("[3,\"EROFS\","), "{text}");
        assert!(text.contains("github.createIssue"), "{text}");
    }
}

/// A call that the program leaves behind gets an error in it, and its end is recorded.
#[test]
fn a_call_that_a_program_ends_before_is_ended_and_reported() {
    struct Dropped(Arc<AtomicUsize>);
    impl Drop for Dropped {
        fn drop(&mut self) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }
    let dropped = Arc::new(AtomicUsize::new(0));
    let mut functions = Functions::new();
    functions
        .namespace("slow")
        .add_dynamic::<Value, Value, _, _>("never", {
            let dropped = Arc::clone(&dropped);
            move |_, _| {
                let guard = Dropped(Arc::clone(&dropped));
                async move {
                    std::future::pending::<()>().await;
                    drop(guard);
                    Ok(Value::Null)
                }
            }
        });
    let run = run(
        functions,
        "async () => { slow.never().catch((e) => console.log('ended', e.code)); slow.never().catch(() => { for (;;) slow.never() }); throw new Error('over') }",
    );
    assert!(result(&run).contains("over"), "{}", result(&run));
    let logs: Vec<&str> = run.logs.iter().map(|entry| entry.text.as_str()).collect();
    assert!(logs.contains(&"ended ECANCELED"), "{logs:?}");
    assert!(
        logs.iter().any(|text| text.contains("slow.never")),
        "{logs:?}"
    );
    assert!(run.calls.entries.len() >= 2);
    assert!(
        run.calls
            .entries
            .iter()
            .all(|call| call.status == CallStatus::Unfinished)
    );
    assert!(dropped.load(Ordering::Relaxed) >= 2);
}

#[test]
fn many_calls_are_counted_and_few_are_listed() {
    let code = "async () => { for (let i = 0; i < 1500; i++) await github.count(); return 'done' }";
    let run = run(github(), code);
    assert_eq!(result(&run), r#""done""#);
    assert_eq!((run.calls.entries.len(), run.calls.omitted), (1_000, 500));
}

/// What waits takes memory of the host, which a program must not have without a bound.
#[test]
fn calls_under_way_and_arguments_are_bounded() {
    let mut functions = github();
    functions
        .namespace("slow")
        .add_dynamic::<Value, Value, _, _>("never", |_, _| std::future::pending())
        .timeout(Duration::from_secs(1));
    let code = "async () => {
        const ended = [];
        for (let i = 0; i < 1003; i++) slow.never(i).catch((e) => ended.push(e.code));
        await null; await null; await null;
        const large = await github.createIssue({ title: 'x'.repeat(9 << 20) }).catch((e) => e.code);
        return [ended.filter((code) => code === 'EAGAIN').length, large];
    }";
    let run = run(functions, code);
    assert_eq!(result(&run), r#"[3,"EAGAIN"]"#);
    assert_eq!(run.calls.entries.len(), 1_000);
    let large = caught(
        github(),
        "github.createIssue({ title: 'x'.repeat(9 << 20) })",
    );
    assert_eq!(large.1, "E2BIG", "{}", large.2);
    assert!(large.2.contains("8388608 bytes"), "{}", large.2);
}

/// `?` takes any error of Rust, and what caused it is told too.
#[test]
fn a_rust_error_becomes_an_error_of_the_function() {
    #[derive(Debug)]
    struct Outer(std::num::ParseIntError);
    impl std::fmt::Display for Outer {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("no port")
        }
    }
    impl std::error::Error for Outer {
        fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
            Some(&self.0)
        }
    }
    let options = RunOptions::new()
        .function("net", "port", |text: String| async move {
            let port: u16 = text.parse()?;
            Ok(port)
        })
        .function("net", "outer", |text: String| async move {
            let port: u16 = text.parse().map_err(Outer)?;
            Ok(port)
        });
    let code = "async () => {
        const said = [await net.port('80')];
        for (const f of [net.port, net.outer]) {
            try { await f('x'); } catch (error) { said.push(`${error.code} ${error.message}`); }
        }
        return said;
    }";
    let run = one_thread()
        .run(&Workspace::memory().unwrap(), code)
        .options(&options)
        .blocking()
        .unwrap();
    assert_eq!(
        run.result::<(u16, String, String)>().unwrap(),
        (
            80,
            "EHOSTFN invalid digit found in string".to_owned(),
            "EHOSTFN no port: invalid digit found in string".to_owned()
        )
    );
}
