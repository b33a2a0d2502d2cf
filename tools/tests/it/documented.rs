//! The reference in `docs/tools.md` is made by calling the tools.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use isolate_prompt::ToolSpec;
use isolate_tools::Toolbox;
use serde::Deserialize;
use serde_json::{Value as Json, json};

use crate::{call, content, data, tools};

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

/// A call that works and one that does not, as the case of a tool has them.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Example {
    works: Json,
    fails: Json,
}

/// The examples by the name of their tool.
fn examples() -> BTreeMap<String, Example> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/reference");
    let read = |path: &Path| {
        let text = fs::read_to_string(path).unwrap();
        let example = serde_json::from_str(&text)
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        (name, example)
    };
    fs::read_dir(folder)
        .unwrap()
        .map(|entry| read(&entry.unwrap().path()))
        .collect()
}

fn fresh() -> Toolbox {
    let sandbox = isolate_host::Sandbox::new().unwrap();
    let tools = tools(FILES).with_sandbox(sandbox);
    data(&tools, "checkpoint", json!({ "name": "start" }));
    tools
}

/// Takes away what differs from run to run.
fn steady(value: &mut Json) {
    match value {
        Json::Object(object) => {
            for (key, member) in object.iter_mut() {
                match key.as_str() {
                    "etag" | "previousEtag" | "currentEtag" => *member = "…".into(),
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
fn the_reference_shows_the_answers_of_the_tools() {
    let specs = crate::schemas::all().specs();
    let examples = examples();
    let mut reference = String::from("\n");
    for spec in &specs {
        let example = examples.get(&spec.name).unwrap_or_else(|| {
            panic!(
                "{0} needs an example: tests/cases/reference/{0}.json",
                spec.name
            )
        });
        section(&mut reference, spec, &example.works, &example.fails);
    }
    assert_eq!(specs.len(), examples.len(), "an example without a tool");
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
