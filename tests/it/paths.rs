//! Texts that are no paths, and paths that end in a slash, for every parameter that is a path.

use isolate_host::{Outcome, RunOptions, Workspace, to_json};
use isolate_intent::other_names;
use isolate_protocol::{METHODS, MORE, Method, Param, Type};
use serde_json::Value as Json;

use crate::habits::{FILES, argument, call_with};
use crate::{ending, run, run_in};

/// What an empty path is answered with, where that is no error that names the parameter.
const ANSWERED: &[(&str, &str)] = &[
    ("exists", "returned false"),
    ("stat", "returned null"),
    ("lstat", "returned null"),
    ("rm", "threw Error: EPERM"),
    ("readFile", "threw Error: EISDIR"),
];

/// Parameters that only look as if they were paths: where a link leads is kept as it is given, and a
/// text is joined to a path.
const OTHERS: &[(&str, &str)] = &[
    ("symlink", "target"),
    ("resolvePath", "path"),
    ("queryJson", "query"),
];

fn is_path(method: &Method, param: &Param) -> bool {
    let says_path = |name: &&str| name.to_ascii_lowercase().ends_with("path");
    let mut names = other_names(method, param).chain([param.name]);
    matches!(param.ty, Type::String) && !param.optional && names.any(|name| says_path(&name))
}

#[test]
fn an_empty_path_is_no_path() {
    let mut tried = 0;
    for method in METHODS.iter().chain(MORE) {
        for param in method.params.iter().filter(|param| is_path(method, param)) {
            if OTHERS.contains(&(method.name, param.name)) {
                continue;
            }
            let call = call_with(method, Some((param, "")));
            let result = ending(&run(
                &format!("async () => await {call}"),
                RunOptions::default(),
            ));
            let answered = ANSWERED.iter().find(|(name, _)| *name == method.name);
            let expected = answered.map_or_else(
                || {
                    format!(
                        "threw TypeError: state.{}: {:?} is empty;",
                        method.name, param.name
                    )
                },
                |(_, expected)| (*expected).to_owned(),
            );
            assert!(
                result.starts_with(&expected),
                "{call} gives {result}, not {expected}"
            );
            tried += 1;
        }
    }
    assert!(tried > 40, "{tried}");
}

/// Whether a parameter takes paths, also as the items of an array, and may be left out.
fn takes_paths(method: &Method, param: &Param) -> bool {
    let says_path = |name: &&str| {
        let name = name.to_ascii_lowercase();
        name.contains("path") || name == "destination"
    };
    let mut names = other_names(method, param).chain([param.name]);
    let is_text = matches!(param.ty, Type::String | Type::Array(Type::String));
    let is_other = OTHERS.contains(&(method.name, param.name)) || method.name == "resolvePath";
    is_text && !is_other && names.any(|name| says_path(&name))
}

/// Calls with one path after another, each on the same files.
fn calls_with_path(path: &str) -> Vec<(&'static Method, String)> {
    let mut calls = Vec::new();
    for method in METHODS.iter().chain(MORE) {
        for param in method.params.iter() {
            if takes_paths(method, param) {
                calls.push((method, call_with(method, Some((param, path)))));
            }
        }
    }
    assert!(calls.len() > 45, "{}", calls.len());
    // Paths within an argument, and plans.
    let row = |name: &str| METHODS.iter().find(|method| method.name == name);
    for (name, call) in [
        (
            "planEdits",
            format!("state.planEdits([{{ kind: 'write', path: {path:?}, content: 'x' }}])"),
        ),
        (
            "planEdits",
            format!("state.planEdits([{{ kind: 'writeJson', path: {path:?}, value: 1 }}])"),
        ),
        (
            "planEdits",
            format!(
                "state.planEdits([{{ kind: 'replace', path: {path:?}, search: 'one', replacement: 'x' }}])"
            ),
        ),
        (
            "applyEdits",
            format!("state.applyEdits([{{ path: {path:?}, content: 'x' }}])"),
        ),
        (
            "applyEdits",
            format!("state.applyEdits([{{ path: {path:?}, content: 'x' }}], {{ dryRun: true }})"),
        ),
        (
            "applyEditPlan",
            format!("state.applyEditPlan({{ edits: [{{ path: {path:?}, content: 'x' }}] }})"),
        ),
    ] {
        calls.push((row(name).expect("it is a method"), call));
    }
    calls
}

/// What each call answers, and whether the files are as before.
fn answers(calls: &[(&Method, String)], place: &str) -> Vec<(String, Json)> {
    let mut program = String::from(
        r#"async () => {
const files = async () => {
  const found = [];
  for (const { path, type } of await state.find("/w"))
    found.push([path, type, type === "file" ? await state.hashFile(path) : ""]);
  return JSON.stringify(found);
};
const answers = [];
const tried = async (call) => {
  await state.removeTree("/w");
  await state.copyTree("/f", "/w");
  const before = await files();
  const answer = {};
  try { answer.value = (await call()) ?? null; } catch (error) { answer.error = error.message; answer.code = error.code; }
  answer.same = before === await files();
"#,
    );
    program.push_str(&format!(
        "  answer.there = (await state.lstat({place:?}))?.type ?? null;\n  answers.push(answer);\n}};\n"
    ));
    for (_, call) in calls {
        program.push_str(&format!("await tried(() => {call});\n"));
    }
    program.push_str("return answers;\n}");
    let workspace = Workspace::memory().unwrap();
    run_in(&workspace, FILES, RunOptions::default());
    let run = run_in(&workspace, &program, RunOptions::default());
    let Outcome::Returned(value) = &run.outcome else {
        panic!("{}", ending(&run));
    };
    let Some(Json::Array(answers)) = to_json(value) else {
        panic!("it gave no data");
    };
    let texts = calls.iter().map(|(_, call)| call.clone());
    texts.zip(answers).collect()
}

#[test]
fn a_file_is_not_found_with_a_slash_at_its_end() {
    for path in ["/w/a.txt/", "/w/a.txt/.", "w//a.txt//", "/w/a.txt/x/.."] {
        for (call, answer) in answers(&calls_with_path(path), "/w/a.txt") {
            assert_eq!(answer["same"], true, "{call}: {answer}");
            let expected = match call.split(['.', '(']).nth(1).unwrap() {
                "exists" | "isFile" | "isDirectory" => answer["value"] == false,
                "stat" | "lstat" => answer["value"].is_null() && answer["code"].is_null(),
                _ => answer["code"] == "ENOTDIR",
            };
            assert!(expected, "{call}: {answer}");
        }
    }
}

#[test]
fn a_missing_path_with_a_slash_at_its_end_does_not_become_a_file() {
    for path in ["/w/none/", "/w/none/."] {
        for (call, answer) in answers(&calls_with_path(path), "/w/none") {
            let there = &answer["there"];
            assert!(there.is_null() || there == "directory", "{call}: {answer}");
            assert!(
                answer["code"].is_null() || answer["same"] == true,
                "{call}: {answer}"
            );
        }
    }
}

/// Every line that an error tells to write is written, and does not fail for the same reason.
#[test]
fn the_line_to_write_without_the_slash_works() {
    let mut lines = Vec::new();
    for path in ["/w/a.txt/", "/w/none/"] {
        let calls = calls_with_path(path);
        for ((method, call), (_, answer)) in calls.iter().zip(answers(&calls, "/w/none")) {
            let error = answer["error"].as_str().unwrap_or_default();
            let Some((_, line)) = error.split_once("; write state.") else {
                continue;
            };
            let params = method.params.iter().filter(|param| !param.optional);
            let given: String = params
                .map(|param| format!("const {} = {};", param.name, argument(method, param)))
                .collect();
            assert!(!line.contains("/\""), "{call}: {line}");
            lines.push((*method, format!("{{ {given} return state.{line}; }}")));
        }
    }
    assert!(lines.len() > 40, "{}", lines.len());
    for (line, answer) in answers(&lines, "/w/none") {
        let code = answer["code"].as_str().unwrap_or_default();
        assert!(
            !["ENOTDIR", "EISDIR", "ENOENT"].contains(&code),
            "{line}: {answer}"
        );
    }
}
