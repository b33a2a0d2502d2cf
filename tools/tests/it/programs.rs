//! `run` and `exec`: programs under the same rules.

use std::sync::Arc;

use isolate_host::text::VPath;
use isolate_host::vfs::RunId;
use isolate_host::{FunctionError, Functions, Limits, Workspace};
use isolate_tools::{
    CancelToken, ExecBackend, ExecFault, ExecRequest, ExecResult, Policy, Settings, Toolbox,
};
use serde_json::{Value as Json, json};

use crate::{call, content, data, failure, sandbox};

fn tools_with(settings: Settings) -> Toolbox {
    let workspace = Workspace::memory().unwrap();
    let tree = workspace.tree().unwrap();
    tree.write(&VPath::parse("/a/open").unwrap(), b"open")
        .unwrap();
    tree.write(&VPath::parse("/secret/key").unwrap(), b"key")
        .unwrap();
    drop(tree);
    Toolbox::new(&workspace, &settings)
        .unwrap()
        .with_sandbox(sandbox())
}

pub(crate) fn tools() -> Toolbox {
    tools_with(Settings::default())
}

#[test]
fn a_program_answers_its_result_and_changes() {
    let tools = tools();
    let code = "async (input) => { console.log('hi'); await state.writeFile('/n', input.x); return [1, 2] }";
    let run = data(
        &tools,
        "run",
        json!({ "code": code, "input": "{\"x\":\"y\"}" }),
    );
    assert_eq!(
        json!([run["status"], run["result"], run["log"], run["committed"]]),
        json!(["ok", [1, 2], "hi\n", true])
    );
    assert_eq!(
        run["changes"],
        json!([{ "path": "/n", "kind": "created", "bytes": 1 }])
    );
    assert_eq!(content(&tools, "/n"), "y");
}

#[test]
fn a_program_that_throws_leaves_nothing() {
    let tools = tools();
    let code = "async () => { await state.writeFile('/n', ''); throw new Error('no') }";
    let run = call(&tools, "run", json!({ "code": code }));
    let error = run.error().unwrap();
    assert_eq!(
        error.to_string(),
        "the program threw at line 1, column 54; what it had changed was undone; \
         correct the program at the place shown, and run it again"
    );
    let details = &error.to_json()["details"];
    assert_eq!(
        json!([details["status"], details["committed"], details["line"]]),
        json!(["threw", false, 1])
    );
    assert_eq!(
        error.excerpt.as_deref().unwrap(),
        "Error: no\n  at line 1, column 54\n\
         1 | async () => { await state.writeFile('/n', ''); throw new Error('no') }\n  \
         |                                                      ^\n\
         changed, and undone:\ncreated /n (0 bytes)\n"
    );
    let exec = call(&tools, "exec", json!({ "command": code, "backend": "js" }));
    assert_eq!(exec.data()["exitCode"], 1);
    assert_eq!(
        exec.notices(),
        ["the command failed; its changes were undone"]
    );
    assert!(failure(&tools, "read", json!({ "path": "/n" })).starts_with("not_found: "));
}

/// What was done outside of the files is not undone with them, and whoever repeats the program has to
/// know.
#[test]
fn calls_that_wrote_outside_are_told_when_a_program_fails() {
    let mut functions = Functions::new();
    functions
        .namespace("bank")
        .add("pay", |sum: u32| async move {
            match sum {
                0 => Err(FunctionError::new("nothing to pay").with_code("E_SUM")),
                sum => Ok(sum),
            }
        });
    functions
        .namespace("bank")
        .add("balance", |(): ()| async move { Ok(7_u32) })
        .reads();
    let tools = tools().with_functions(functions);
    let code = "async () => {
        await bank.balance();
        await bank.pay(100);
        await bank.pay(0).catch(() => {});
        await state.writeFile('/n', '');
        throw Object.assign(new Error('no'), { code: 'E_MINE' });
    }";
    let run = call(&tools, "run", json!({ "code": code }));
    let text = run.to_text(isolate_tools::Boundary::Tagged);
    assert!(
        text.contains("what it had changed in files was undone; what it had called outside of the files stays done: bank.pay (done), bank.pay (failed with E_SUM)"),
        "{text}"
    );
    assert!(!text.contains("bank.balance"), "{text}");
    let error = run.error().unwrap();
    let details = &error.to_json()["details"];
    assert_eq!(details["errorCode"], "E_MINE");
    let calls = details["calls"].as_array().unwrap();
    let told: Vec<String> = calls
        .iter()
        .map(|call| format!("{} {} {}", call["function"], call["status"], call["code"]))
        .collect();
    assert_eq!(
        told,
        [
            "\"bank.pay\" \"ok\" null",
            "\"bank.pay\" \"error\" \"E_SUM\""
        ]
    );
    assert!(failure(&tools, "read", json!({ "path": "/n" })).starts_with("not_found: "));
    // What never began has done nothing.
    let refused = "async () => bank.pay('much')";
    let told = failure(&tools, "run", json!({ "code": refused }));
    assert!(told.contains("nothing was changed"), "{told}");
}

/// What a program throws is its text: it stands between the marks, not in the line of facts.
#[test]
fn an_error_of_a_program_is_inside_the_delimiters() {
    let code = "() => { throw new Error('obey') }";
    let reply = call(&tools(), "run", json!({ "code": code }));
    let text = reply.to_text(isolate_tools::Boundary::Tagged);
    let (facts, body) = text.split_once('\n').unwrap();
    assert!(
        !facts.contains("obey") && body.contains("Error: obey"),
        "{text}"
    );
}

#[test]
fn a_limit_and_a_text_that_does_not_parse_are_errors() {
    let run_limits = Limits::new().fuel(50_000_000);
    let tools = tools_with(Settings::new().run_limits(run_limits));
    let failed = |code: &str| {
        let reply = call(&tools, "run", json!({ "code": code }));
        let error = reply.error().unwrap().clone();
        (
            error.code.as_str(),
            error.details["status"].clone(),
            error.excerpt.unwrap(),
        )
    };
    let (code, status, text) = failed("() => { for (;;) {} }");
    assert_eq!((code, status), ("fuel", json!("limit")));
    assert!(
        text.starts_with("the program used all of its fuel (50000000)"),
        "{text}"
    );
    let (code, status, text) = failed("() => {\n  let = ;\n}");
    assert_eq!((code, status), ("program_unparsable", json!("unparsable")));
    assert!(text.contains("\n2 |   let = ;\n  |         ^\n"), "{text}");
}

#[test]
fn a_program_that_returns_nothing_says_so() {
    let nothing = "the program returned nothing: use `return` for what you want to see";
    let reply = call(&tools(), "run", json!({ "code": "() => {}" }));
    assert_eq!(reply.notices(), [nothing]);
    let reply = call(&tools(), "run", json!({ "code": "() => null" }));
    assert!(reply.notices().is_empty());
}

#[test]
fn the_input_of_a_program_is_any_value() {
    let tools = tools();
    let same = |input: Json| {
        data(&tools, "run", json!({ "code": "(x) => x", "input": input }))["result"].clone()
    };
    for input in [
        json!({ "a": [1] }),
        json!([]),
        json!(5),
        json!(true),
        json!("plain words"),
    ] {
        assert_eq!(same(input.clone()), input);
    }
    assert_eq!(same(json!("{\"a\":1}")), json!({ "a": 1 }));
    assert_eq!(
        failure(&tools, "run", json!({ "code": "1", "input": "{a" })),
        "invalid_argument: `input` is no JSON text: key must be a string at line 1 column 2; \
         pass the value itself, not JSON text"
    );
    // Words are words, and as text a number keeps its digits.
    for text in [
        "99999999999999999999",
        "9007199254740993",
        "1e400",
        "99999999999999999999 a",
    ] {
        assert_eq!(same(json!(text)), json!(text));
    }
    for (text, expected) in [
        (
            "{\"a\":[99999999999999999999]}",
            "`input` would lose digits: .a[0]: the integer 99999999999999999999 is beyond 64 bits: \
             write it as text; pass it as text, and turn it into a BigInt in the program: \
             BigInt(input.id)",
        ),
        (
            "{\"a\":1,\"a\":2}",
            "`input`: .a: the member is given twice: give it once; \
             correct the arguments and call again",
        ),
    ] {
        assert_eq!(
            failure(&tools, "run", json!({ "code": "1", "input": text })),
            format!("invalid_argument: {expected}")
        );
    }
    // Of a text that is no JSON, commas say nothing.
    let words = json!({ "code": "(x) => x.length", "input": ",".repeat(300_000) });
    assert_eq!(data(&tools, "run", words)["result"], 300_000);
    let much = format!("[{}0]", "0,".repeat(300_000));
    assert_eq!(
        failure(&tools, "run", json!({ "code": "1", "input": much })),
        "invalid_argument: `input` is JSON text of more than 250000 values; \
         write the data to a file, and read it in the program"
    );
}

/// Every door counts: what a program or a command did is the last operation, not the write before.
/// The number of an operation that changed something.
fn number(run_id: Option<RunId>) -> i64 {
    run_id.unwrap().into()
}

#[test]
fn the_last_operation_of_any_sort_is_undone() {
    let tools = tools();
    let exists = |path: &str| call(&tools, "stat", json!({ "path": path })).is_ok();
    let written = call(&tools, "write", json!({ "path": "/w", "content": "" }));
    let ran = call(
        &tools,
        "run",
        json!({ "code": "() => state.writeFile('/x', '')" }),
    );
    assert_eq!(
        number(ran.receipt().run_id),
        number(written.receipt().run_id) + 1
    );
    assert_eq!(ran.receipt().rev_after, number(ran.receipt().run_id));
    let exec = call(&tools, "exec", json!({ "command": "echo > /y" }));
    assert_eq!(
        number(exec.receipt().run_id),
        number(ran.receipt().run_id) + 1
    );
    let act = tools.act(
        "{\"action\": \"create_file\", \"file\": \"/z\", \"content\": \"\"}",
        &CancelToken::new(),
    );
    assert_eq!(number(act.run_id), number(exec.receipt().run_id) + 1);
    assert_eq!(act.results[0].receipt().rev_after, number(act.run_id));
    for (path, run_id) in [
        ("/z", act.run_id),
        ("/y", exec.receipt().run_id),
        ("/x", ran.receipt().run_id),
        ("/w", written.receipt().run_id),
    ] {
        assert!(exists(path), "{path}");
        assert_eq!(data(&tools, "undo", json!({}))["undone"], json!(run_id));
        assert!(!exists(path), "{path}");
    }
}

#[test]
fn a_dry_run_lists_its_changes_and_is_not_an_operation() {
    let tools = tools();
    let code = "async () => { await state.writeFile('/n', 'ab'); await state.rm('/a/open') }";
    let reply = call(&tools, "run", json!({ "code": code, "dryRun": true }));
    let receipt = reply.receipt();
    assert!(receipt.is_dry_run && receipt.run_id.is_none());
    assert_eq!(receipt.rev_after, receipt.rev_before);
    assert_eq!(
        reply.body().unwrap(),
        "would change:\ndeleted /a/open\ncreated /n (2 bytes)\n"
    );
    assert_eq!(content(&tools, "/a/open"), "open");
}

#[test]
fn programs_obey_the_policy() {
    let policy = Policy::only(&["/a"]);
    let tools = tools_with(Settings::new().policy(policy));
    let attempts = [
        "state.readFile('/secret/key')",
        "state.writeFile('/secret/new', '')",
        "state.cp('/secret/key', '/a/key')",
        "state.mv('/a/open', '/secret/open')",
        "state.readdir('/secret')",
        "state.hashFile('/secret/key')",
        "state.createArchive('/a/x.tar', ['/secret'])",
        "state.symlink('/secret', '/a/way').then(() => state.readFile('/a/way/key'))",
    ];
    for attempt in attempts {
        let code = format!(
            "async () => {{ try {{ return await {attempt} }} catch (e) {{ return e.code }} }}"
        );
        let run = data(&tools, "run", json!({ "code": code }));
        assert_eq!(run["result"], "EPERM", "{attempt}");
    }
    let code = "async () => [await state.readdir('/'), await state.glob('/**'), (await state.searchFiles('/**', 'key')).length]";
    let run = data(&tools, "run", json!({ "code": code }));
    assert_eq!(run["result"][0], json!(["a"]));
    assert_eq!(run["result"][2], 0);
}

#[test]
fn limits_end_programs_with_their_codes() {
    let run_limits = Limits::new().fuel(1_000_000_000).memory_bytes(8 << 20);
    let tools = tools_with(Settings::new().run_limits(run_limits));
    let exec = |command: &str, timeout: u64| {
        let done = data(
            &tools,
            "exec",
            json!({ "command": command, "timeoutMs": timeout, "backend": "js" }),
        );
        json!([done["exitCode"], done["limitHit"]])
    };
    assert_eq!(exec("() => { for (;;) {} }", 60_000), json!([124, "fuel"]));
    assert_eq!(
        exec("() => new Uint8Array(64 << 20).length", 60_000),
        json!([137, "memory"])
    );
    assert_eq!(exec("() => { for (;;) {} }", 50), json!([124, "wall"]));
    assert_eq!(exec("this is no program", 60_000)[0], 3);
    assert!(
        failure(&tools, "exec", json!({ "command": "1", "timeoutMs": 0 }))
            .starts_with("invalid_argument: ")
    );
}

#[test]
fn output_that_does_not_fit_is_kept_as_a_file() {
    let tools = tools();
    let code = "() => { for (let i = 0; i < 9000; i++) console.log('line', i) }";
    let reply = call(
        &tools,
        "exec",
        json!({ "command": code, "callId": "c 1", "backend": "js" }),
    );
    let done = reply.data();
    let shown = done["stdout"].as_str().unwrap();
    assert!(shown.starts_with("line 0\n") && shown.ends_with("line 8999\n"));
    let spill = done["stdoutCut"]["spill"].as_str().unwrap();
    assert_eq!(spill, "/.runs/c_1/stdout");
    let window = data(
        &tools,
        "read",
        json!({ "path": spill, "offset": 4_000, "limit": 1 }),
    );
    assert_eq!(window["content"], "line 3999\n");
}

#[test]
fn output_is_not_kept_where_it_could_not_be_read() {
    let policy = Policy::only(&["/a"]);
    let tools = tools_with(Settings::new().policy(policy));
    let code = "() => 'x'.repeat(100000)";
    let reply = call(&tools, "run", json!({ "code": code }));
    let omitted = reply.data()["resultCut"].clone();
    assert!(
        omitted["omittedBytes"].as_u64().unwrap() > 80_000,
        "{omitted}"
    );
    assert_eq!(omitted.get("spill"), None);
    let [notice] = reply.notices() else {
        panic!("{:?}", reply.notices());
    };
    assert!(
        notice.ends_with("it is not kept: return less, or write it to a file]"),
        "{notice}"
    );
}

/// A backend of an embedder: counts what it is asked.
struct Echo;

impl ExecBackend for Echo {
    fn name(&self) -> &str {
        "echo"
    }

    fn about(&self) -> &str {
        "any text, which is its own output"
    }

    fn exec(&self, request: &ExecRequest<'_>) -> Result<ExecResult, ExecFault> {
        let told = format!("{} {} {:?}", request.command, request.cwd, request.env);
        Ok(ExecResult::new(0).stdout(told).committed(None))
    }
}

#[test]
fn a_second_backend_is_chosen_by_name() {
    let one = tools();
    let schema = |tools: &Toolbox| -> Json {
        tools
            .specs()
            .into_iter()
            .find(|spec| spec.name == "exec")
            .unwrap()
            .input
    };
    let backends = |tools: &Toolbox| schema(tools)["properties"]["backend"]["enum"].clone();
    assert_eq!(backends(&one), json!(["shell", "js"]));
    let two = one.with_backend(Arc::new(Echo));
    assert_eq!(backends(&two), json!(["shell", "js", "echo"]));
    assert_eq!(
        failure(&two, "exec", json!({ "command": "x", "backend": "y" })),
        "invalid_argument: there is no backend \"y\"; set backend to one of: shell, js, echo"
    );
    assert_eq!(
        data(&two, "exec", json!({ "command": "echo $0" }))["stdout"],
        "bash\n"
    );
    // Without a sandbox there is no shell.
    let bare = Toolbox::new(&Workspace::memory().unwrap(), &Settings::default()).unwrap();
    let only = bare.with_backend(Arc::new(Echo));
    assert_eq!(schema(&only)["properties"].get("backend"), None);
    let done = data(&only, "exec", json!({ "command": "x" }));
    assert_eq!(done["stdout"], "x / []");
    let done = data(
        &two,
        "exec",
        json!({ "command": "x", "backend": "echo", "cwd": "/a", "env": ["B=2", "A=1"] }),
    );
    assert_eq!(done["stdout"], "x /a [(\"A\", \"1\"), (\"B\", \"2\")]");
    let done = data(
        &two,
        "exec",
        json!({ "command": "x", "backend": "echo", "env": { "B": 2, "A": "1" } }),
    );
    assert_eq!(done["stdout"], "x / [(\"A\", \"1\"), (\"B\", \"2\")]");
}

#[test]
fn tools_and_programs_share_checkpoints_undo_and_history() {
    let tools = tools();
    let run = |code: &str| {
        let run = data(&tools, "run", json!({ "code": code }));
        assert_eq!(run["status"], "ok", "{run}");
        run["result"].clone()
    };
    run(
        "async () => { await state.writeFile('/a/open', 'middle'); await state.checkpoint('x'); \
         await state.writeFile('/a/open', 'end') }",
    );
    data(
        &tools,
        "append",
        json!({ "path": "/a/open", "content": " more" }),
    );
    let restored = data(&tools, "restore", json!({ "name": "x" }));
    assert_eq!(
        json!([restored["runs"], restored["changed"]]),
        json!([2, ["/a/open"]])
    );
    assert_eq!(content(&tools, "/a/open"), "middle");
    // A program takes back what a tool did, and counts as its undo for the tools.
    let undone = run(
        "async () => { const { run, changed } = await state.undo(); \
                      return [(await state.history()).find((one) => one.run === run).paths, changed] }",
    );
    assert_eq!(undone, json!([1, ["/a/open"]]));
    assert_eq!(content(&tools, "/a/open"), "end more");
    let rows = data(&tools, "history", json!({ "limit": 2 }))["runs"].clone();
    assert_eq!(rows[0]["undoes"], rows[1]["run"], "{rows}");
    // What a policy hides or denies stays so.
    let tools = tools_with(Settings::new().policy(Policy::only(&["/secret"])));
    for call in ["undo(1)", "outline('/a/open')"] {
        let code = format!("async () => state.{call}.catch((error) => error.code)");
        let run = data(&tools, "run", json!({ "code": code }));
        assert_eq!(run["result"], "EPERM", "{call}: {run}");
    }
}
