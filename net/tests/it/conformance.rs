//! `Headers`, `Request` and `Response` answer as Node does.
//!
//! `conformance.json` holds expressions and what Node answered. `UPDATE_CASES=1` asks the Node on
//! the `PATH`, or that in `ISOLATE_NODE`, again.

use std::fs;
use std::path::Path;
use std::process::Command;

use isolate_host::{Functions, Limits, RunOptions};
use serde_json::Value as Json;

use crate::{returned, run_by};

/// A program of all expressions; its result is a list of what they give or throw.
fn program(codes: &[&str]) -> String {
    let calls: Vec<String> = codes
        .iter()
        .map(|code| format!("await told(async () => ({code}))"))
        .collect();
    format!(
        "async () => {{
            const told = async (call) => {{ try {{ return (await call()) ?? null; }} catch (error) {{ return `${{error.name}}`; }} }};
            return [{}];
        }}",
        calls.join(",\n")
    )
}

fn node_answers(program: &str) -> Vec<Json> {
    let node = std::env::var("ISOLATE_NODE").unwrap_or_else(|_| "node".to_owned());
    let code = format!("({program})().then((all) => console.log(JSON.stringify(all)))");
    let output = Command::new(node).arg("-e").arg(code).output().unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn the_classes_of_fetch_answer_as_node_does() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/conformance.json");
    let text = fs::read_to_string(&path).unwrap();
    let cases: Vec<(String, Json)> = serde_json::from_str(&text).unwrap();
    assert!(cases.len() >= 100, "{} cases", cases.len());
    let codes: Vec<&str> = cases.iter().map(|(code, _)| code.as_str()).collect();
    let program = program(&codes);
    if std::env::var_os("UPDATE_CASES").is_some() {
        let lines: Vec<String> = codes
            .iter()
            .zip(node_answers(&program))
            .map(|(code, answer)| format!("  {}", serde_json::json!([code, answer])))
            .collect();
        fs::write(&path, format!("[\n{}\n]\n", lines.join(",\n"))).unwrap();
        return;
    }
    let options = RunOptions::new()
        .functions(Functions::new())
        .limits(Limits::default());
    let answers = returned(&run_by(options, &program));
    let mut wrong = Vec::new();
    for ((code, node), own) in cases.iter().zip(answers.as_array().unwrap()) {
        if node != own {
            wrong.push(format!("{code}\n  node: {node}\n  own:  {own}"));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {}:\n{}",
        wrong.len(),
        cases.len(),
        wrong.join("\n")
    );
}
