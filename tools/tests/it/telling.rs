//! The output of a program in an answer: within a budget, with a reference to the rest.

use isolate_host::{Sandbox, Workspace};
use isolate_tools::{Boundary, Caps, Settings, Toolbox, tokens_estimated};
use serde_json::{Value as Json, json};

use crate::{call, data};

fn tools_on(workspace: &Workspace, caps: Caps) -> Toolbox {
    let settings = Settings::new().caps(caps);
    let sandbox = Sandbox::new().unwrap();
    Toolbox::new(workspace, &settings)
        .unwrap()
        .with_sandbox(sandbox)
}

fn tools() -> Toolbox {
    tools_on(&Workspace::memory().unwrap(), Caps::default())
}

const ROWS: &str =
    "Array.from({ length: 3000 }, (_, id) => ({ id, name: 'Ann', mail: 'ann@example.org' }))";

#[test]
fn a_large_result_stays_json_and_programs_can_read_the_rest() {
    let tools = tools();
    let code = format!("() => ({{ count: 3000, rows: {ROWS} }})");
    let reply = call(&tools, "run", json!({ "code": code, "callId": "big" }));
    let result = &reply.data()["result"];
    let rows = result["rows"].as_array().unwrap();
    let whole = rows.len() - 1;
    assert_eq!(result["count"], 3_000);
    assert!(whole > 50, "{whole}");
    assert_eq!(
        rows[whole],
        format!("[cut: {} of 3000 items left out]", 3_000 - whole)
    );
    assert!(reply.notices()[0].ends_with(
        " bytes of result left out; a program gets all of it with \
         state.readJson(\"/.runs/big/result.json\")]"
    ));
    // What stands in the text is the same JSON.
    let text = reply.to_text(Boundary::None);
    let body = text.lines().nth(1).unwrap();
    assert_eq!(serde_json::from_str::<Json>(body).unwrap(), *result);
    let rest = "async () => (await state.readJson('/.runs/big/result.json')).rows[2999].id";
    assert_eq!(
        data(&tools, "run", json!({ "code": rest }))["result"],
        2_999
    );
}

/// Paths and counts are what a model wants to see of a replacement in large files.
#[test]
fn contents_that_a_program_has_are_cut_first() {
    let tools = tools();
    let code = "async () => { for (let i = 0; i < 11; i++) await state.writeFile(`/f${i}.txt`, 'old\\n' + 'line of text\\n'.repeat(700)); \
                return await state.replaceInFiles('/f*.txt', 'old', 'new'); }";
    let reply = call(&tools, "run", json!({ "code": code, "callId": "many" }));
    let result = &reply.data()["result"];
    assert_eq!(result["totalReplacements"], 11);
    let files = result["files"].as_array().unwrap();
    assert_eq!(files.len(), 11);
    for file in files {
        assert_eq!(file["content"], "[cut: 9104 bytes]");
        assert!(file["diff"].as_str().unwrap().contains("+new"), "{file}");
    }
    let notice = &reply.notices()[0];
    assert!(
        notice.contains("of result (first of all its content) left out"),
        "{notice}"
    );
    let rest =
        "async () => (await state.readJson('/.runs/many/result.json')).files[10].content.length";
    assert_eq!(
        data(&tools, "run", json!({ "code": rest }))["result"],
        9_104
    );
}

#[test]
fn what_was_cut_before_is_not_called_whole() {
    let caps = Caps::default().spill_bytes(20_000);
    let tools = tools_on(&Workspace::memory().unwrap(), caps);
    let log = "() => { for (let i = 0; i < 9000; i++) console.log('line ' + i); }";
    let reply = call(&tools, "run", json!({ "code": log, "callId": "long" }));
    let notice = reply.notices().join("\n");
    assert!(
        notice
            .contains("a program gets the end of it with state.readFile(\"/.runs/long/log.txt\")"),
        "{notice}"
    );
    let deep = format!(
        "() => {{ let deep = 1; for (let i = 0; i < 300; i++) deep = {{ deep }}; return [deep, {ROWS}]; }}"
    );
    let reply = call(&tools, "run", json!({ "code": deep, "callId": "deep" }));
    let notice = reply.notices().join("\n");
    assert!(!notice.contains("gets all of it"), "{notice}");
}

/// The worst of each: all of them together are within what an answer may have.
#[test]
fn an_answer_is_within_its_tokens_for_any_content() {
    let log = "for (let i = 0; i < 5000; i++) { console.log('line', i); console.warn('warn', i) }";
    let write = "for (let i = 0; i < 400; i++) await state.writeFile('/out/file-' + i, '')";
    for end in [
        format!("return {ROWS}"),
        "return 'one two '.repeat(20000)".to_owned(),
        "return '\\u202e'.repeat(20000)".to_owned(),
        "throw new Error('wrong '.repeat(9000))".to_owned(),
        "return Object.fromEntries(Array.from({ length: 999 }, (_, i) => ['k'.repeat(i + 1), i]))"
            .to_owned(),
    ] {
        let code = format!("async () => {{ {log}; {write}; {end} }}");
        let reply = call(&tools(), "run", json!({ "code": code }));
        let text = reply.to_text(Boundary::Tagged);
        let tokens = tokens_estimated(&text);
        assert!(tokens <= 4_200, "{end}: {tokens}: {text}");
        assert!(tokens >= 2_500, "{end}: {tokens}: {text}");
        // Each part has its share.
        for part in ["line 4999", "warn 4999", "/out/file-", "… "] {
            assert!(text.contains(part), "{end}: {part}: {text}");
        }
    }
}

#[test]
fn a_smaller_budget_shows_less() {
    let caps = Caps::new().output_tokens(1_000);
    let tools = tools_on(&Workspace::memory().unwrap(), caps);
    let code = format!("() => {ROWS}");
    let reply = call(&tools, "run", json!({ "code": code }));
    let tokens = tokens_estimated(&reply.to_text(Boundary::Tagged));
    assert!((400..=1_000).contains(&tokens), "{tokens}");
}

#[test]
fn the_oldest_kept_output_is_removed() {
    let workspace = Workspace::memory().unwrap();
    let caps = Caps::new().kept_bytes(150_000);
    let tools = tools_on(&workspace, caps);
    let kept = |tools: &Toolbox| {
        let code = "() => state.readdir('/.runs')";
        data(tools, "run", json!({ "code": code }))["result"].clone()
    };
    for id in ["a", "b", "c"] {
        let code = "() => 'x'.repeat(60000)";
        call(&tools, "run", json!({ "code": code, "callId": id }));
    }
    assert_eq!(kept(&tools), json!(["b", "c"]));
    // And by number.
    let tools = tools_on(&workspace, Caps::default());
    for _ in 0..20 {
        call(&tools, "run", json!({ "code": "() => 'x'.repeat(30000)" }));
    }
    assert_eq!(kept(&tools).as_array().unwrap().len(), 16);
}

/// Calls of two toolboxes have the same names: neither reads what the other was told.
#[test]
fn calls_of_the_same_name_are_kept_apart() {
    let workspace = Workspace::memory().unwrap();
    let place = |text: &str| {
        let tools = tools_on(&workspace, Caps::default());
        let code = format!("() => '{text}'.repeat(60000)");
        let done = data(&tools, "run", json!({ "code": code }));
        done["resultCut"]["spill"].clone()
    };
    assert_eq!(place("a"), "/.runs/call-1/result.txt");
    assert_eq!(place("b"), "/.runs/call-1.2/result.txt");
}

#[test]
fn a_full_workspace_keeps_nothing_and_says_so() {
    let options = Workspace::builder().quota_bytes(50_000);
    let workspace = options.memory().unwrap();
    let tools = tools_on(&workspace, Caps::default());
    let reply = call(&tools, "run", json!({ "code": "() => 'x'.repeat(60000)" }));
    assert!(reply.is_ok());
    assert!(reply.notices()[0].ends_with("it is not kept: return less, or write it to a file]"));
    assert_eq!(data(&tools, "ls", json!({}))["total"], 0);
}

/// What is kept is no change that an undo could mean.
#[test]
fn undo_skips_kept_output() {
    let tools = tools();
    let code = "async () => { await state.writeFile('/a', ''); return 'x'.repeat(60000) }";
    let ran = call(&tools, "run", json!({ "code": code }));
    let undone = data(&tools, "undo", json!({}));
    assert_eq!(undone["undone"], json!(ran.receipt().run_id));
    assert_eq!(undone["deleted"], json!(["/a"]));
}

/// A model learns of libraries that are loaded where it asks for methods.
#[test]
fn libraries_are_listed_by_describe() {
    let sandbox = Sandbox::builder().prelude("text", "exports.a = 1;");
    let tools = Toolbox::new(&Workspace::memory().unwrap(), &Settings::new())
        .unwrap()
        .with_sandbox(sandbox.build().unwrap());
    let reply = call(&tools, "describe", json!({ "query": "read a file" }));
    let text = reply.to_text(Boundary::None);
    assert!(text.contains("text: import them by these names"), "{text}");
    let plain = Toolbox::new(&Workspace::memory().unwrap(), &Settings::new())
        .unwrap()
        .with_sandbox(Sandbox::new().unwrap());
    let reply = call(&plain, "describe", json!({ "query": "read a file" }));
    assert!(!reply.to_text(Boundary::None).contains("import them"));
}
