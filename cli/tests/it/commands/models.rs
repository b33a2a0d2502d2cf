//! Prompts, schemas, calls of tools, actions and the server.

use isolate_prompt::{Audience, ToolSet};
use serde_json::{Value as Json, json};

use super::{folder, run};
use crate::Folder;

#[test]
fn actions_and_calls_are_carried_out() {
    let folder = folder();
    let actions = br#"Of course:
{"action":"write_file","file":"n","content":"x"}
{"action":"delete_file","file":"b.md"}"#;
    let done = folder
        .run_with_stdin(actions, &["act", "--db", "w.sqlite", "--json"])
        .json();
    assert_eq!(
        (&done["data"]["committed"], &done["data"]["deleted"]),
        (&json!(true), &json!(["/b.md"]))
    );
    let arguments = r#"{"code":"state.readdir('/')"}"#;
    for given in [
        &[arguments][..],
        &["--args", arguments],
        &["--input", arguments],
    ] {
        let called = run(&folder, &[&["call", "run", "--json"], given].concat()).json();
        assert_eq!(called["data"]["result"], json!(["n", "src"]));
    }
}

#[test]
fn prompts_are_printed_in_every_form() {
    let folder = Folder::new();
    let types = folder.run(["prompt", "--types"]);
    assert_eq!(types.out, isolate_prompt::STATE_TYPES);
    let system = folder.run(["prompt", "--system"]);
    assert_eq!(system.out, isolate_prompt::STATE_SYSTEM_PROMPT);
    let readonly = folder.run(["prompt", "--types", "--for", "readonly"]);
    assert_eq!(readonly.out, isolate_prompt::STATE_TYPES_READONLY);
    let compact = folder.run(["prompt", "--types", "--compact"]);
    assert_eq!(compact.out, isolate_prompt::STATE_TYPES_COMPACT);
    let rules = folder.run(["prompt", "--system", "--compact"]);
    assert_eq!(rules.out, isolate_prompt::STATE_COMPACT_PROMPT);
    for (name, audience) in [("full", Audience::Full), ("readonly", Audience::ReadOnly)] {
        let told = |args: &[&str]| folder.run([&["prompt", "--for", name], args].concat()).out;
        assert_eq!(
            told(&["--compact"]),
            isolate_prompt::compact_prompt(audience)
        );
        assert_eq!(
            told(&["--actions"]),
            isolate_prompt::actions_prompt_with_commands(audience)
        );
        for (name, set) in ToolSet::NAMES {
            let expected = isolate_prompt::tools_prompt(set, audience);
            assert_eq!(told(&["--tools", name]), expected);
        }
    }
    assert_eq!(folder.run(["prompt", "--actions", "--types"]).code, Some(2));
    let whole = folder.run(["prompt"]);
    assert!(whole.out.contains(isolate_prompt::STATE_TYPES.trim_end()));
    for (words, method) in [("archive", "createArchive("), ("read lines", "readFile(")] {
        let named: Vec<&str> = ["describe"].into_iter().chain(words.split(' ')).collect();
        let found = folder.run(named);
        assert!(found.out.contains(method), "{words}: {}", found.out);
        let asked = folder.run(["prompt", "--describe", words]);
        assert_eq!(found.out, asked.out);
    }
    assert_eq!(folder.run(["describe"]).code, Some(2));
    let found = folder.run(["prompt", "--describe", "hashFile"]);
    assert_eq!(found.out.matches("Promise<").count(), 1);
    let mut counts = Vec::new();
    for form in ["openai", "anthropic", "mcp", "json-schema"] {
        let schema = folder.run(["schema", "--format", form]);
        let parsed: Json = serde_json::from_str(&schema.out).unwrap();
        let count = parsed
            .as_array()
            .map_or_else(|| parsed["properties"].as_object().unwrap().len(), Vec::len);
        counts.push(count);
    }
    assert!(counts[0] >= 18, "{counts:?}");
    assert_eq!(counts, [counts[0]; 4]);
}

#[test]
fn the_tools_are_served() {
    let folder = folder();
    let call = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": { "name": "read", "arguments": { "path": "/b.md" } } });
    let greeting = json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": {},
        "clientInfo": { "name": "test", "version": "0" } } });
    let served = folder.run_with_stdin(
        format!("{greeting}\n{call}\n").as_bytes(),
        &["serve", "--db", "w.sqlite", "--no-boundary"],
    );
    assert_eq!(served.code, Some(0), "{}", served.err);
    let last: Json = serde_json::from_str(served.out.lines().last().unwrap()).unwrap();
    assert_eq!(last["result"]["structuredContent"]["content"], "# Two\n");
}

#[test]
fn a_program_that_a_tool_runs_ends_with_the_codes_of_programs() {
    let folder = Folder::new();
    for (code, exit) in [("() => { throw 1 }", 1), ("() => {", 3), ("1", 0)] {
        let args = json!({ "code": code }).to_string();
        assert_eq!(
            run(&folder, &["call", "run", &args]).code,
            Some(exit),
            "{code}"
        );
    }
}
