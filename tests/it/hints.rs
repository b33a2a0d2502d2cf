//! Hints that name code, carried out: `tests/hints/*.toml` has a wrong program for each, what the
//! program is told, and what it gives when it does what it was told.
//!
//! A hint is worse than none when following it gives wrong data.
//! So no text of the sources that names code goes without an example, and no code that an example
//! is told goes without being run.

mod sources;

use std::collections::BTreeMap;
use std::path::Path;

use isolate_host::{Decision, Functions, Outcome, Run, RunOptions, Value, Workspace};
use isolate_net::{FetchPolicy, add_fetch};
use isolate_protocol::{METHODS, MORE};
use isolate_tools::{Boundary, CancelToken, Settings, Toolbox};
use serde::Deserialize;
use serde_json::Value as Json;

use crate::{ending, run_in, sandbox};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Examples {
    hint: Vec<Example>,
}

/// A wrong program, what it is told, and what comes of it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Example {
    #[serde(default)]
    files: BTreeMap<String, String>,
    /// Programs that have run before.
    #[serde(default)]
    before: Vec<String>,
    /// Whether programs have the functions of [`functions`].
    #[serde(default)]
    functions: bool,
    /// Whether programs may run commands.
    #[serde(default)]
    exec: bool,
    /// The program as a model writes it.
    wrong: String,
    /// The code of the hint, each piece as the message has it.
    code: Vec<String>,
    /// What the program has where the hint has names of its own.
    #[serde(default)]
    given: String,
    /// What stands for each `…` of the code, in order.
    #[serde(default)]
    fill: Vec<String>,
    /// How the code is used: `$1` is the first piece. By default its value is the result.
    #[serde(default = "value_of_the_first")]
    r#use: String,
    /// The result, as JSON.
    answer: String,
}

fn value_of_the_first() -> String {
    "return $1".to_owned()
}

impl Example {
    fn workspace(&self) -> Workspace {
        let workspace = Workspace::memory().unwrap();
        let files = serde_json::to_string(&self.files).unwrap();
        let program = format!(
            "async () => {{ for (const [path, text] of Object.entries({files})) {{ \
             if (path.endsWith('/')) await state.mkdir(path, {{ recursive: true }}); \
             else await state.writeFile(path, text); }} }}"
        );
        let run = run_in(&workspace, &program, RunOptions::new());
        assert_eq!(ending(&run), "returned undefined");
        for program in &self.before {
            self.run(&workspace, program);
        }
        workspace
    }

    fn run(&self, workspace: &Workspace, program: &str) -> Run {
        let functions = if self.functions {
            functions()
        } else {
            Functions::new()
        };
        let options = RunOptions::new().functions(functions);
        let options = match self.exec {
            true => options.exec(),
            false => options,
        };
        run_in(workspace, program, options)
    }

    /// All that the wrong program is told: how it ended, and its notes.
    fn told(&self) -> String {
        let run = self.run(&self.workspace(), &self.wrong);
        let notes = run.logs.iter().map(|entry| entry.text.clone());
        let end = ending(&run);
        notes.chain([end]).collect::<Vec<_>>().join("\n")
    }

    /// The program that does what it was told.
    fn followed(&self) -> String {
        let mut fill = self.fill.iter();
        let mut program = format!("{}\n{}", self.given, self.r#use);
        for (index, code) in self.code.iter().enumerate().rev() {
            program = program.replace(&format!("${}", index + 1), code);
        }
        while program.contains('…') {
            let part = fill.next().expect("each … is filled");
            program = program.replacen('…', part, 1);
        }
        assert!(fill.next().is_none(), "more is filled than there is");
        program
    }

    fn check(&self) -> Result<String, String> {
        let told = self.told();
        let mut rest = told.clone();
        for code in &self.code {
            if !rest.contains(code.as_str()) {
                return Err(format!("the hint has no {code:?}:\n{told}"));
            }
            rest = rest.replace(code.as_str(), "");
        }
        for method in METHODS.iter().chain(MORE) {
            rest = rest.replace(&method.signature(), "");
        }
        if sources::names_code(&rest) {
            return Err(format!("code of the hint is not run: {rest:?}\nof: {told}"));
        }
        let program = self.followed();
        let run = self.run(&self.workspace(), &program);
        let found = result(&run).map_err(|end| format!("{end}\nof {program}\ntold: {told}"))?;
        let expected: Json = serde_json::from_str(&self.answer).unwrap();
        if found != expected {
            return Err(format!(
                "gives {found}, not {expected}\nof {program}\ntold: {told}"
            ));
        }
        Ok(told)
    }
}

/// More functions than a message lists, two that declare what they take, and `fetch`; somebody approves
/// everything.
fn functions() -> Functions {
    let mut functions = Functions::new();
    functions.on_approval(|_| async { Decision::Approve });
    let mut many = functions.namespace("many");
    for number in 0..30 {
        many.add_dynamic(format!("f{number}"), |_: Value, _| async {
            Ok(Value::Number(1.0))
        });
    }
    let mut typed = functions.namespace("typed");
    typed.add("half", |number: f64| async move { Ok(number / 2.0) });
    typed.add("text", |text: String| async move { Ok(text) });
    typed.add(
        "both",
        |given: BTreeMap<String, f64>| async move { Ok(given) },
    );
    functions
        .namespace("github")
        .add_dynamic("createIssue", |_: Value, _| async { Ok(Value::Null) });
    let mut policy = FetchPolicy::new();
    policy.allow("https://example.com").unwrap();
    add_fetch(&mut functions, &policy);
    functions
}

/// What the tool `run` says of a number that has no exact value, after doing what it says.
fn told_by_tools() -> String {
    let tools = Toolbox::new(&Workspace::memory().unwrap(), &Settings::default())
        .unwrap()
        .with_sandbox(sandbox().clone());
    let run = |id: &str| {
        let arguments: Result<Json, _> = serde_json::from_str(&format!(
            r#"{{ "code": "async (input) => String(BigInt(input.id) + 1n)", "input": {{ "id": {id} }} }}"#
        ));
        let reply = tools.call("run", arguments.unwrap(), &CancelToken::new());
        reply.to_text(Boundary::Tagged)
    };
    let told = run("9007199254740993");
    assert!(run("\"9007199254740993\"").contains("9007199254740994"));
    told
}

/// What the tool `run` says of commands, after doing what it says.
fn told_of_commands() -> String {
    let settings = Settings::default().program_commands();
    let tools = Toolbox::new(&Workspace::memory().unwrap(), &settings)
        .unwrap()
        .with_sandbox(sandbox().clone());
    let specs = tools.specs();
    let told = &specs
        .iter()
        .find(|spec| spec.name == "run")
        .unwrap()
        .description;
    let start = told.find("await state.exec(").unwrap();
    let code = &told[start..start + told[start..].find('`').unwrap()];
    let program = format!(
        "async () => {{ const cwd = '/', env = {{}}, stdin = ''; await state.writeFile('/a', 'b\\na\\n'); return {code}; }}"
    );
    let reply = tools.call(
        "run",
        serde_json::json!({ "code": program }),
        &CancelToken::new(),
    );
    let done = reply.to_text(Boundary::None);
    assert!(reply.is_ok() && done.contains("a\\nb"), "{done}");
    told.clone()
}

fn result(run: &Run) -> Result<Json, String> {
    match &run.outcome {
        Outcome::Returned(_) => Ok(run.result().map_err(|error| error.to_string())?),
        _ => Err(ending(run)),
    }
}

fn examples() -> Vec<(String, Example)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("hints");
    let mut paths: Vec<_> = folder
        .read_dir()
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    let mut examples = Vec::new();
    for path in paths {
        let text = std::fs::read_to_string(&path).unwrap();
        let file = path.file_name().unwrap().to_string_lossy().into_owned();
        let found: Examples =
            toml::from_str(&text).unwrap_or_else(|error| panic!("{file}: {error}"));
        examples.extend(
            found
                .hint
                .into_iter()
                .map(|example| (file.clone(), example)),
        );
    }
    examples
}

#[test]
fn what_a_hint_says_gives_what_was_meant() {
    let mut wrong = Vec::new();
    let mut told = vec![told_by_tools(), told_of_commands()];
    for (file, example) in examples() {
        match example.check() {
            Ok(text) => told.push(text),
            Err(error) => wrong.push(format!("{file}: {}\n{error}", example.wrong)),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    let unseen: Vec<String> = sources::hints()
        .into_iter()
        .filter(|hint| !told.iter().any(|text| hint.is_in(text)))
        .map(|hint| hint.to_string())
        .collect();
    assert!(
        unseen.is_empty(),
        "these hints name code and have no example in tests/hints:\n{}",
        unseen.join("\n")
    );
}
