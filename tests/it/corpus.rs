//! The programs of `cases/corpus` that use the language alone give in Node what they give here.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use isolate_host::{Outcome, to_json};
use isolate_oracles::Oracle;
use serde_json::{Value as Json, json};

use crate::run;

/// Runs programs from standard input, `[{name, text}]`, and prints `{name: {result, logs}}`.
const NODE: &str = r"
const { format } = require('node:util');
const programs = JSON.parse(require('node:fs').readFileSync(0, 'utf8'));
const levels = ['log', 'info', 'debug', 'warn', 'error'];
(async () => {
  const answers = {};
  const print = console.log;
  for (const { name, text } of programs) {
    const logs = [];
    for (const level of levels) console[level] = (...args) => logs.push(format(...args));
    try {
      const program = (0, eval)(`(\n${text}\n)`);
      const result = JSON.parse(JSON.stringify(await program()) ?? 'null');
      answers[name] = { result, logs };
    } catch (error) { answers[name] = { error: String(error) }; }
  }
  print(JSON.stringify(answers));
})();
";

/// Programs with `state` have no meaning elsewhere.
fn is_portable(text: &str) -> bool {
    !text.contains("state.")
}

/// The answers of Node.
fn in_node(node: &Path, programs: &Json) -> Json {
    let mut node = Command::new(node)
        .args(["-e", NODE])
        .env("TZ", "UTC")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = node.stdin.take().unwrap();
    input.write_all(programs.to_string().as_bytes()).unwrap();
    drop(input);
    let output = node.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", output.status);
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn the_corpus_gives_the_same_in_node() {
    let Some(node) = Oracle::Node.find() else {
        return;
    };
    let cases: Vec<_> = isolate_tests::cases()
        .unwrap()
        .into_iter()
        .filter(|case| case.group == "corpus")
        .collect();
    assert!(cases.len() >= 80, "{}", cases.len());
    let portable: Vec<_> = cases
        .iter()
        .filter(|case| is_portable(&case.text))
        .collect();
    let programs: Vec<Json> = portable
        .iter()
        .map(|case| json!({ "name": case.name, "text": case.text }))
        .collect();
    let theirs = in_node(&node, &Json::Array(programs));
    let mut differences = Vec::new();
    for case in portable {
        let ran = run(&case.text, case.run_options().unwrap());
        let ours = match &ran.outcome {
            Outcome::Returned(value) => {
                let logs: Vec<&str> = ran.logs.iter().map(|log| log.text.as_str()).collect();
                json!({ "result": to_json(value).unwrap_or(Json::Null), "logs": logs })
            }
            other => json!({ "error": format!("{other:?}") }),
        };
        if ours != theirs[&case.name] {
            differences.push(format!(
                "{}\n  node {}\n  here {ours}",
                case.name, theirs[&case.name]
            ));
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}
