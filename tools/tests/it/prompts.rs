//! Prompts are correct: every example runs, and every claim is tested.

use isolate_host::Sandbox;
use isolate_prompt::{
    Audience, STATE_TYPES, STATE_TYPES_COMPACT, ToolSet, actions_prompt, code_tool, compact_prompt,
    system_prompt, tools_prompt,
};
use isolate_tools::{Boundary, CancelToken, Settings, Toolbox};
use serde_json::{Value as Json, json};

use crate::{call, content, data, tools, tools_with};

const FILES: &[(&str, &str)] = &[
    ("/src/app.ts", "// TODO: one\nlet n = 1;\nfoo(1); foo(2);\n"),
    ("/src/app.js", "let n = 1;\n// TODO\n"),
    ("/src/lib/b.ts", "export const b = 1;\n"),
    ("/src/.hidden.ts", ""),
    ("/top.ts", "foo(3);\n"),
    ("/old.js", "old\n"),
    ("/node_modules/p/c.ts", "// TODO\n"),
    (
        "/package.json",
        r#"{ "name": "app", "version": "1.0.0", "scripts": { "old": "x" }, "files": ["src"],
  "keywords": ["a"], "engines": { "npm": "1" }, "items": [{ "name": "i" }] }
"#,
    ),
];

fn with_programs() -> Toolbox {
    tools(FILES).with_sandbox(Sandbox::new().unwrap())
}

fn run(tools: &Toolbox, code: &str) -> Json {
    data(tools, "run", json!({ "code": code }))["result"].clone()
}

/// The blocks of a language in a text.
fn blocks<'a>(text: &'a str, language: &str) -> Vec<&'a str> {
    let fence = format!("```{language}\n");
    text.split(&fence)
        .skip(1)
        .map(|block| block.split("```").next().unwrap())
        .collect()
}

/// Every text that has programs in it.
fn of_programs() -> Vec<String> {
    vec![
        system_prompt(STATE_TYPES),
        compact_prompt(Audience::Full),
        code_tool(STATE_TYPES_COMPACT).description,
    ]
}

#[test]
fn the_programs_of_prompts_run() {
    let mut count = 0;
    for text in of_programs() {
        for code in blocks(&text, "js") {
            let tools = with_programs();
            let result = run(&tools, code);
            // A program answers a summary; a statement is a change.
            if code.starts_with("async") {
                assert!(
                    result.is_object() && result.to_string().len() < 400,
                    "{code}"
                );
            } else {
                let package: Json =
                    serde_json::from_str(&content(&tools, "/package.json")).unwrap();
                assert_eq!(package["version"], "2.0.0");
                assert_eq!(package["scripts"], json!({ "old": "x" }));
                assert_eq!(package["files"], json!(["src"]));
                assert_eq!(package["keywords"], json!(["a"]));
                assert_eq!(package["engines"], json!({ "npm": "1" }));
            }
            count += 1;
        }
    }
    assert_eq!(count, 3);
}

/// The words of a claim, which a prompt must hold, and a program that answers `true` if it is so.
const CLAIMS: &[(&str, &str)] = &[
    ("`input` is what", "async (input) => input === undefined"),
    (
        "`stat` gives `null`",
        "async () => await state.stat('/none') === null",
    ),
    (
        "throw",
        "async () => { try { await state.readFile('/none'); } catch (e) { return e.code === 'ENOENT'; } }",
    ),
    (
        "`fs`",
        "async () => await fs.promises.readFile('/old.js', 'utf8') === 'old\\n'",
    ),
    (
        "`require`",
        "const { readFile } = require('node:fs/promises'); readFile('/old.js', 'utf8').then((text) => text === 'old\\n')",
    ),
    (
        "`import",
        "import { readFile } from 'node:fs/promises';\nexport default async () => await readFile('/old.js', 'utf8') === 'old\\n'",
    ),
    (
        "`path`",
        "async () => path.join('/a', '../b') === '/b' && Buffer.from('aGk=', 'base64').toString() === 'hi'",
    ),
    (
        "`*.ts`",
        "async () => String(await state.glob('*.ts')) === '/top.ts'",
    ),
    (
        "`**/*.ts`",
        "async () => { const all = await state.glob('**/*.ts'); return ['/top.ts', '/src/lib/b.ts', '/node_modules/p/c.ts'].every((path) => all.includes(path)); }",
    ),
    (
        "dotfiles",
        "async () => { const all = await state.glob('/src/*'); return all.includes('/src/lib') && all.includes('/src/.hidden.ts'); }",
    ),
    (
        "{ exclude: [\"node_modules\"] }",
        "async () => !String(await state.glob('**', { exclude: ['node_modules'] })).includes('node_modules')",
    ),
    (
        "literal",
        "async () => (await state.searchText('/src/app.ts', 'foo(1)')).length === 1 && (await state.searchText('/src/app.ts', 'fo+')).length === 0",
    ),
    (
        "{ regex: true }",
        "async () => (await state.searchText('/src/app.ts', 'fo+', { regex: true })).length === 2",
    ),
    (
        "RegExp",
        "async () => (await state.searchText('/src/app.ts', /FO+/i)).length === 2",
    ),
    (
        "`$1`",
        "async () => { const options = { dryRun: true }; const literal = await state.replaceInFile('/top.ts', 'foo', '$1$&', options); const regex = await state.replaceInFile('/top.ts', '(?<n>f)oo', '$1$&$<n>', { regex: true, ...options }); return literal.content === '$1$&(3);\\n' && regex.content === 'ffoof(3);\\n'; }",
    ),
    (
        "`.items[0].name`",
        "async () => { const all = await Promise.all(['.items[0].name', '/items/0/name', '$.items[0].name'].map((path) => state.queryJson('/package.json', path))); return String(all) === 'i,i,i'; }",
    ),
    (
        "startLine",
        "async () => await state.readFile('/src/app.ts', { startLine: 1, endLine: 2 }) === '// TODO: one\\nlet n = 1;'",
    ),
    (
        "byteLength",
        "async () => await state.readFile('/src/app.ts', { byteOffset: 3, byteLength: 4 }) === 'TODO'",
    ),
    (
        "dryRun",
        "async () => { const plan = await state.replaceInFiles('**/*.ts', 'foo', 'bar', { dryRun: true }); return plan.files[0].diff.includes('+bar(1)') && (await state.searchFiles('**', 'bar')).length === 0; }",
    ),
    (
        "test fails if the value differs",
        "async () => { try { await state.updateJson('/package.json', [{ op: 'delete', path: '.name' }, { op: 'test', path: '.version', value: '0' }]); } catch { return await state.queryJson('/package.json', '.name') === 'app'; } }",
    ),
    (
        "planEdits",
        "async () => { const plan = await state.planEdits([{ kind: 'write', path: '/old.js', content: 'new\\n' }]); await state.appendFile('/old.js', '!'); try { await state.applyEditPlan(plan); } catch (e) { return e.code === 'ESTALE'; } }",
    ),
    (
        "network, shell",
        "async () => { try { require('lodash'); } catch { return typeof fetch === 'undefined' && state.exec === undefined; } }",
    ),
];

#[test]
fn claims_of_prompts_are_true() {
    let texts = of_programs();
    for (words, program) in CLAIMS {
        assert!(texts.iter().any(|text| text.contains(words)), "{words}");
        assert_eq!(run(&with_programs(), program), true, "{words}: {program}");
    }
}

/// What is kept of a program that throws, at each door that the prompts speak of.
#[test]
fn changes_kept_after_an_error_are_reported() {
    let throws = "async () => { await state.writeFile('/new', ''); throw new Error('x'); }";
    let endless = "async () => { await state.writeFile('/new', ''); for (;;) {} }";
    let limits = isolate_host::Limits::new().fuel(50_000_000);
    let is_there = |tools: &Toolbox| run(tools, "state.exists('/new')") == true;

    let tool = with_programs();
    assert!(!call(&tool, "run", json!({ "code": throws })).is_ok());
    assert!(!is_there(&tool));
    let described = code_tool(STATE_TYPES_COMPACT).description;
    assert!(described.contains("kept when the program returns, none when it throws"));

    for (commit, code, expected) in [
        (isolate_host::Commit::PerCall, throws, true),
        (isolate_host::Commit::PerCall, endless, true),
        (isolate_host::Commit::Atomic, throws, false),
        (isolate_host::Commit::Atomic, endless, false),
    ] {
        let tools = with_programs();
        let options = isolate_host::RunOptions::new()
            .commit(commit)
            .limits(limits);
        let sandbox = Sandbox::new().unwrap();
        sandbox
            .run(tools.workspace(), code)
            .options(&options)
            .blocking()
            .unwrap();
        assert_eq!(is_there(&tools), expected, "{commit:?}: {code}");
    }
    for text in [system_prompt(STATE_TYPES), compact_prompt(Audience::Full)] {
        assert!(
            text.contains("earlier calls stay done, unless the run is atomic"),
            "{text}"
        );
    }
}

/// The actions of a prompt, each block as a model would answer it.
#[test]
fn the_actions_of_the_prompt_are_carried_out() {
    let text = actions_prompt(Audience::Full);
    let examples = blocks(&text, "json");
    assert_eq!(examples.len(), 2);
    let tools = tools(FILES);
    for example in examples {
        let done = tools.act(example, &CancelToken::new());
        assert!(done.is_ok() && done.is_committed, "{:?}", done.results);
        let told = done.to_text(Boundary::Tagged);
        for piece in [
            "{\"tool\":\"",
            "\"ok\":true",
            "<untrusted-",
            "\"committed\":true",
            "\"run\":",
        ] {
            assert!(told.contains(piece), "{piece} is not in {told}");
        }
    }
    assert_eq!(content(&tools, "/src/app.js"), "let n = 2;\n// TODO\n");
    assert_eq!(content(&tools, "/src/new.js"), "old\n");
    let failed = tools.act(
        r#"[{ "action": "delete_file", "file": "old.js" }, { "action": "delete_file", "file": "src" }]"#,
        &CancelToken::new(),
    );
    assert!(!failed.is_ok() && !failed.is_committed);
}

/// The rows of the prompt are those of the table: an error tells the table.
#[test]
fn the_prompt_lists_every_action() {
    let reply = tools(&[]).act(r#"{ "action": "frobnicate" }"#, &CancelToken::new());
    let error = reply.results[0].error().unwrap();
    let known = error.hint.as_str();
    let known = known.strip_prefix("the actions are: ").unwrap();
    let text = actions_prompt(Audience::Full);
    let rows: Vec<&str> = text
        .lines()
        .filter(|line| line.starts_with("| `"))
        .collect();
    assert_eq!(rows.len(), known.split("; ").count());
    for action in known.split("; ") {
        let (name, fields) = action.trim_end_matches(')').split_once(" (").unwrap();
        let row = rows
            .iter()
            .find(|row| row.starts_with(&format!("| `{name}` |")))
            .unwrap_or_else(|| panic!("{name} is not told"));
        let cell = row.split(" | ").nth(1).unwrap().replace('`', "");
        assert_eq!(cell, fields, "{name}");
    }
}

/// What a toolbox with a sandbox tells beside it.
#[test]
fn the_command_of_the_prompt_is_run() {
    let plain = tools(FILES);
    assert_eq!(plain.actions_prompt(), actions_prompt(Audience::Full));
    let tools = plain.with_sandbox(Sandbox::new().unwrap());
    let text = tools.actions_prompt();
    let told = blocks(&text, "json");
    let [.., command] = &told[..] else {
        panic!("no command is told")
    };
    let done = tools.act(command, &CancelToken::new());
    assert!(done.is_ok() && done.is_committed, "{:?}", done.results);
    assert_eq!(done.results[0].data()["stdout"], "2\n");
    assert!(text.contains("| `run_command` | `command`, `directory?`, `stdin?`, `session?` |"));
    let both = format!("[{command}, {command}]");
    assert!(!tools.act(&both, &CancelToken::new()).is_ok());
}

/// The names within backquotes that are names of tools, in any text about a set.
#[test]
fn the_prompt_of_a_set_names_its_tools() {
    for (name, set) in ToolSet::NAMES {
        let settings = Settings::new().tools(set);
        let toolbox = tools_with(&[], settings).with_sandbox(Sandbox::new().unwrap());
        assert_eq!(toolbox.prompt(), tools_prompt(set, Audience::Full));
        let specs = toolbox.specs();
        let text = toolbox.prompt();
        let named = |tool: &str| text.contains(&format!("`{tool}`"));
        for spec in &specs {
            assert!(
                !named(&spec.name) || set.has(&spec.name),
                "{name}: {}",
                spec.name
            );
        }
        // What it says of arguments is in their schemas.
        for (tool, argument) in [
            ("grep", "regex"),
            ("glob", "exclude"),
            ("edit", "ifMatch"),
            ("replace", "dryRun"),
            ("run", "dryRun"),
        ] {
            let spec = specs.iter().find(|spec| spec.name == tool).unwrap();
            assert!(
                spec.input["properties"][argument].is_object(),
                "{tool} {argument}"
            );
        }
    }
}
