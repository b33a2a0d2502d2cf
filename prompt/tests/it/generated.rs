//! The committed files are those that are rendered from the table.

use std::fs;
use std::path::Path;
use std::process::Command;

use isolate_oracles::Oracle;
use isolate_prompt::{
    Audience, FunctionDoc, NamespaceDoc, STATE_TYPES, STATE_TYPES_READONLY, compact, declaration,
    declaration_beyond, declare_functions,
};
use isolate_protocol::{Effect, Group, METHODS};

/// Compares a committed file with what it must hold, byte for byte, and puts it right, so that
/// a second run of the tests passes and the change stands in the diff for review.
fn is_current(name: &str, expected: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    let found = fs::read_to_string(&path).unwrap_or_default();
    if found != expected {
        fs::write(&path, expected).unwrap();
        panic!("prompt/{name} was not current; it is now: review it and build again");
    }
}

#[test]
fn the_declaration_is_current() {
    is_current("state.d.ts", &declaration(Audience::Full));
}

#[test]
fn the_read_only_declaration_is_current() {
    is_current("readonly.d.ts", &declaration(Audience::ReadOnly));
}

#[test]
fn the_compact_declaration_is_current() {
    is_current("compact.txt", &compact(Audience::Full));
}

/// What the reference calls a group.
const fn title(group: Group) -> &'static str {
    match group {
        Group::Files => "files",
        Group::Json => "JSON",
        Group::Directories => "directories",
        Group::Trees => "trees",
        Group::Search => "searching",
        Group::Paths => "paths",
        Group::Diff => "comparing",
        Group::Archive => "archives and content",
        Group::Edits => "edits",
        Group::Beyond => "history and patches",
        Group::Formats => "other formats",
    }
}

/// All methods, a row for each group.
fn reference() -> String {
    let mut groups: Vec<(Group, String)> = Vec::new();
    for method in METHODS.iter().chain(isolate_protocol::beyond()) {
        let name = format!(" `{}`", method.name);
        match groups.iter_mut().find(|(group, _)| *group == method.group) {
            Some((_, names)) => names.push_str(&name),
            None => groups.push((method.group, name)),
        }
    }
    let rows = groups
        .iter()
        .map(|(group, names)| format!("| {} |{names} |\n", title(*group)));
    rows.collect()
}

#[test]
fn the_methods_in_the_readme_are_current() {
    let name = "../README.md";
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).unwrap();
    let head = "| | methods |\n|---|---|\n";
    is_current(name, &with_rows(&text, head, &reference()));
}

/// The methods that are told where they are asked for.
fn reference_beyond() -> String {
    let rows = isolate_protocol::beyond().map(|method| {
        let signature = method.signature();
        let call = signature.trim_start_matches("state.");
        let effect = match method.effect {
            Effect::Read => "reads",
            Effect::Write => "changes files",
        };
        format!("| `{call}` | {} | {effect} |\n", method.doc)
    });
    rows.collect()
}

/// A text with other rows in the table that has this head.
fn with_rows(text: &str, head: &str, rows: &str) -> String {
    let (before, table) = text.split_once(head).unwrap();
    let (_, after) = table.split_once("\n\n").unwrap();
    format!("{before}{head}{rows}\n{after}")
}

#[test]
fn the_methods_beyond_are_documented() {
    let name = "../docs/state.md";
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    let text = fs::read_to_string(&path).unwrap();
    let head = "| method | what it does | |\n|---|---|---|\n";
    let text = with_rows(&text, head, &reference_beyond());
    let (words, _) = text.split_once("\n## Types\n").unwrap();
    let types = declaration_beyond();
    let types = types.trim_end();
    is_current(name, &format!("{words}\n## Types\n\n```ts\n{types}\n```\n"));
}

/// A program that uses types of many methods, so that the check finds a declaration that
/// compiles and yet says the wrong thing.
const USE: &str = r#"
async function use(): Promise<string[]> {
  const text: string = await state.readFile("/a", { startLine: 1, endLine: 9 });
  await state.writeFile("/b", text);
  const stat = await state.stat("/b");
  const size: number = stat === null ? 0 : stat.size;
  const plan = await state.planEdits([
    { kind: "write", path: "/c", content: String(size) },
    { kind: "replace", path: "/b", search: "x", replacement: "y", options: { regex: true } },
  ]);
  await state.applyEditPlan(plan);
  await state.updateJson("/d.json", [{ op: "set", path: ".a", value: 1 }]);
  // @ts-expect-error: a misspelt option is an error
  await state.glob("/**", { excludes: "x" });
  // @ts-expect-error: so is a wrong type
  await state.writeFile("/a", 1);
  const found = await state.searchFiles("/**", "x");
  return found.flatMap((file) => file.matches.map((match) => match.lineText));
}
void use;
"#;

/// Schemas of every kind, as servers have them, and uses of what they are told as.
const FUNCTIONS_USE: &str = r#"
async function use(): Promise<number> {
  const issue = await api.createIssue({ title: "a", labels: ["b"], "x-y": null });
  await api.list();
  await api.list({ page: 1, order: "up" });
  // @ts-expect-error: a member is missing
  await api.createIssue({ labels: [] });
  // @ts-expect-error: a word that is none of the enumeration
  await api.list({ order: "sideways" });
  // @ts-expect-error: it takes nothing
  await api.now(1);
  const shape: { kind: "circle"; r: number } | { kind: "square"; side: number } = await api.shape([1, "a"]);
  return shape.kind === "circle" ? shape.r + issue.number : shape.side;
}
void use;
"#;

fn functions_declared() -> String {
    let schemas = [
        (
            "createIssue",
            serde_json::json!({ "type": "object", "required": ["title", "x-y"], "properties": {
            "title": { "type": "string", "description": "In */ short\n``` `x`" },
            "labels": { "type": "array", "items": { "type": ["string", "null"] } },
            "x-y": { "anyOf": [{ "type": "integer" }, { "type": "null" }] },
            "parent": { "$ref": "#/$defs/node" },
            "either": { "allOf": [{ "type": "object", "properties": { "a": { "type": "string" } } }, { "oneOf": [{ "type": "object", "properties": { "b": { "type": "number" } } }, { "type": "object" }] }] },
            "map": { "type": "object", "additionalProperties": { "type": "array", "items": { "enum": ["a", 1, null, true] } } },
            "open": { "type": "object", "properties": { "a": { "type": "string" } }, "additionalProperties": { "type": "number" } },
        }, "$defs": { "node": { "type": "object", "properties": { "next": { "$ref": "#/$defs/node" } } } } }),
            serde_json::json!({ "type": "object", "required": ["number"], "properties": { "number": { "type": "integer" } } }),
        ),
        (
            "list",
            serde_json::json!({ "type": "object", "properties": { "page": { "type": "integer" }, "order": { "enum": ["up", "down"] } } }),
            serde_json::json!(true),
        ),
        (
            "now",
            serde_json::json!({ "type": "null" }),
            serde_json::json!({ "type": "number" }),
        ),
        (
            "shape",
            serde_json::json!({ "type": "array", "prefixItems": [{ "type": "number" }, { "type": "string" }] }),
            serde_json::json!({ "oneOf": [
            { "type": "object", "required": ["kind", "r"], "properties": { "kind": { "const": "circle" }, "r": { "type": "number" } } },
            { "type": "object", "required": ["kind", "side"], "properties": { "kind": { "const": "square" }, "side": { "type": "number" } } },
        ] }),
        ),
    ];
    let functions = schemas.iter().map(|(name, input, output)| {
        FunctionDoc::new(name)
            .description("Does */ something.")
            .input(input)
            .output(output)
            .may_ask()
    });
    declare_functions(&[NamespaceDoc::new("api")
        .description("A service.")
        .functions(functions.collect())])
}

#[test]
fn the_declarations_compile() {
    let Some(tsc) = Oracle::Tsc.find() else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let functions = functions_declared();
    for (name, types, user) in [
        ("full", STATE_TYPES, USE),
        (
            "readonly",
            STATE_TYPES_READONLY,
            "void state.readdir(\"/\");\n",
        ),
        ("functions", functions.as_str(), FUNCTIONS_USE),
    ] {
        fs::write(folder.path().join("state.d.ts"), types).unwrap();
        fs::write(folder.path().join("use.ts"), user).unwrap();
        let output = Command::new(&tsc)
            .current_dir(folder.path())
            .args([
                "--strict",
                "--noEmit",
                "--target",
                "es2022",
                "state.d.ts",
                "use.ts",
            ])
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{name}: {said}");
    }
}
