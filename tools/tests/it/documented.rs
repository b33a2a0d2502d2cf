//! The reference in `docs/tools.md` is made by calling the tools.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use isolate_prompt::ToolSpec;
use isolate_tools::Toolbox;
use serde_json::{Value as Json, json};

use crate::{call, content, tools};

const START: &str = "<!-- reference: written by a test -->\n";
const END: &str = "<!-- end of the reference -->\n";

const FILES: &[(&str, &str)] = &[
    (
        "/src/main.js",
        "import { add } from \"./add.js\";\n\nexport function main() {\n  return add(1, 2);\n}\n",
    ),
    ("/src/add.js", "export const add = (a, b) => a + b;\n"),
    ("/notes.md", "# Notes\n"),
];

/// A call that works and one that does not, for each tool.
fn examples() -> Vec<(&'static str, Json, Json)> {
    let edit = |old: &str| json!({ "path": "/src/add.js", "edits": [{ "oldText": old, "newText": "a - b" }] });
    vec![
        (
            "read",
            json!({ "path": "/src/main.js", "offset": 3, "limit": 2 }),
            json!({ "path": "/src/man.js" }),
        ),
        (
            "write",
            json!({ "path": "/b.txt", "content": "one\n" }),
            json!({ "path": "/notes.md", "content": "", "intent": "create" }),
        ),
        (
            "append",
            json!({ "path": "/notes.md", "content": "more\n" }),
            json!({ "path": "/n.md", "content": "", "create": false }),
        ),
        ("edit", edit("a + b"), edit("a * b")),
        (
            "grep",
            json!({ "pattern": "add", "include": ["*.js"] }),
            json!({ "pattern": "add(", "regex": true }),
        ),
        (
            "glob",
            json!({ "pattern": "src/**/*.js" }),
            json!({ "pattern": "[z-a]" }),
        ),
        (
            "ls",
            json!({ "path": "/src" }),
            json!({ "path": "/notes.md" }),
        ),
        ("tree", json!({}), json!({ "path": "/nowhere" })),
        (
            "stat",
            json!({ "path": "/notes.md" }),
            json!({ "path": "notes.md" }),
        ),
        (
            "mkdir",
            json!({ "path": "/a/b" }),
            json!({ "path": "/notes.md/b" }),
        ),
        (
            "rm",
            json!({ "path": "/src/add.js" }),
            json!({ "path": "/src" }),
        ),
        (
            "mv",
            json!({ "from": "/notes.md", "to": "/docs/notes.md" }),
            json!({ "from": "/notes.md", "to": "/src" }),
        ),
        (
            "cp",
            json!({ "from": "/notes.md", "to": "/copy.md" }),
            json!({ "from": "/src", "to": "/copy" }),
        ),
        (
            "explain",
            json!({ "path": "/src/main.js" }),
            json!({ "path": "/src" }),
        ),
        (
            "changes",
            json!({ "glob": "*.md", "sinceRev": 2 }),
            json!({ "limit": 0 }),
        ),
        ("undo", json!({ "opId": 3 }), json!({ "opId": 99 })),
        (
            "run",
            json!({ "code": "async () => (await state.readdir('/')).length" }),
            json!({ "code": "1", "input": "{" }),
        ),
        (
            "exec",
            json!({ "command": "async ({ cwd }) => { console.log(cwd) }" }),
            json!({ "command": "1", "timeoutMs": 0 }),
        ),
    ]
}

fn fresh() -> Toolbox {
    let sandbox = isolate_host::Sandbox::new().unwrap();
    tools(FILES).with_sandbox(sandbox)
}

/// Takes away what differs from run to run.
fn steady(value: &mut Json) {
    match value {
        Json::Object(object) => {
            for (key, member) in object.iter_mut() {
                match key.as_str() {
                    "etag" | "previousEtag" => *member = "…".into(),
                    "mtimeMs" | "atMs" | "fuel" | "fuelUsed" | "peakMemoryBytes" => {
                        *member = 0.into()
                    }
                    _ => steady(member),
                }
            }
        }
        Json::Array(items) => items.iter_mut().for_each(steady),
        _ => {}
    }
}

fn section(text: &mut String, spec: &ToolSpec, good: &Json, bad: &Json) {
    let description = spec.description.split("\n\n").next().unwrap();
    writeln!(text, "### `{}`\n\n{description}\n", spec.name).unwrap();
    writeln!(text, "| argument | type | |\n|---|---|---|").unwrap();
    let required = spec.input["required"].as_array().unwrap();
    for (name, member) in spec.input["properties"].as_object().unwrap() {
        let kind = match (&member["enum"], member["type"].as_str()) {
            (Json::Array(values), _) => {
                let values: Vec<String> = values.iter().map(ToString::to_string).collect();
                values.join(" or ")
            }
            (_, Some("array")) => match member["items"]["properties"].as_object() {
                None => format!("list of {}", member["items"]["type"].as_str().unwrap()),
                Some(inner) => {
                    let names: Vec<&str> = inner.keys().map(String::as_str).collect();
                    format!("list of {{{}}}", names.join(", "))
                }
            },
            (_, kind) => kind.unwrap_or("any").to_owned(),
        };
        let needed = if required.contains(&name.as_str().into()) {
            "required. "
        } else {
            ""
        };
        let about = member["description"].as_str().unwrap();
        writeln!(text, "| `{name}` | {kind} | {needed}{about} |").unwrap();
    }
    for args in [good, bad] {
        let reply = call(&fresh(), &spec.name, args.clone());
        assert_eq!(
            reply.is_ok(),
            args == good,
            "{}: {:?}",
            spec.name,
            reply.error()
        );
        let mut answer = match reply.error() {
            None => reply.data(),
            Some(error) => error.to_json(),
        };
        steady(&mut answer);
        writeln!(text, "\n```json\n{args}\n→ {answer}\n```").unwrap();
    }
    text.push('\n');
}

#[test]
fn the_reference_is_what_the_tools_answer() {
    let specs = crate::schemas::all().specs();
    let examples = examples();
    let mut reference = String::from("\n");
    for spec in &specs {
        let (_, good, bad) = examples
            .iter()
            .find(|(name, ..)| *name == spec.name)
            .unwrap_or_else(|| panic!("no example of {}", spec.name));
        section(&mut reference, spec, good, bad);
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/tools.md");
    let text = fs::read_to_string(&path).unwrap();
    let (before, rest) = text.split_once(START).expect("the mark of the reference");
    let (found, after) = rest.split_once(END).expect("the end of the reference");
    if found != reference {
        fs::write(&path, format!("{before}{START}{reference}{END}{after}")).unwrap();
        panic!("docs/tools.md was not current; it is now: review it");
    }
    assert_eq!(content(&fresh(), "/notes.md"), "# Notes\n");
}
