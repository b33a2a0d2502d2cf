//! Calls in other spellings, and what each is read as.

use expect_test::{Expect, expect};

use isolate_protocol::{Called, METHODS, Value, lookup, method_index};

use super::{object, text};
use crate::calls::{Arguments, bind};

fn check(method: &str, values: Vec<Value>, expected: Expect) {
    let found = method_index(method).map(|index| (&METHODS[index], None));
    let (method, alias) = found.unwrap_or_else(|| {
        let found = lookup(method).expect("a name");
        let called = Called::from_wire(found.number).expect("a row");
        (called.method, called.alias)
    });
    let shown = match bind(method, alias, values) {
        Ok(Arguments(values)) => values.iter().map(shown).collect::<Vec<_>>().join(", "),
        Err(error) => error.message,
    };
    expected.assert_eq(&shown);
}

fn shown(value: &Value) -> String {
    match value {
        Value::Undefined => "-".to_owned(),
        Value::String(text) => format!("{:?}", text.text),
        Value::Number(number) => number.to_string(),
        Value::Boolean(value) => value.to_string(),
        Value::Array(items) => format!(
            "[{}]",
            items.iter().map(shown).collect::<Vec<_>>().join(", ")
        ),
        Value::Object(members) => {
            let members: Vec<String> = members
                .iter()
                .map(|(key, value)| format!("{}: {}", key.text, shown(value)))
                .collect();
            format!("{{ {} }}", members.join(", "))
        }
        other => other.described(),
    }
}

#[test]
fn shorthands() {
    check(
        "hashFile",
        vec![text("/a"), text("MD5")],
        expect![[r#""/a", { algorithm: "md5" }"#]],
    );
    check(
        "hashFile",
        vec![text("/a"), text("sha-256")],
        expect![[r#""/a", { algorithm: "sha256" }"#]],
    );
    check(
        "hashFile",
        vec![text("/a"), text("sha512")],
        expect![[
            r#"state.hashFile: "options.algorithm" must be "md5" or "sha1" or "sha256", but is the string "sha512" — expected state.hashFile(path, options?)"#
        ]],
    );
    check(
        "mkdir",
        vec![text("/a"), Value::Boolean(true)],
        expect![[r#""/a", { recursive: true }"#]],
    );
    check(
        "find",
        vec![text("/"), text("*.ts")],
        expect![[r#""/", { glob: "*.ts" }"#]],
    );
    check(
        "find",
        vec![text("/"), object(&[("type", text("f"))])],
        expect![[r#""/", { type: "file" }"#]],
    );
    check(
        "find",
        vec![
            text("/"),
            object(&[("type", Value::Array(vec![text("dir"), text("files")]))]),
        ],
        expect![[r#""/", { type: ["directory", "file"] }"#]],
    );
    check(
        "find",
        vec![text("/"), object(&[("regex", text("x"))])],
        expect![[
            r#"state.find: "options.regex" is no option; write (await state.find("/")).filter((entry) => /x/.test(entry.path)) — expected state.find(path, options?)"#
        ]],
    );
    check(
        "writeJson",
        vec![text("/a"), Value::Null, Value::Null, Value::Number(4.0)],
        expect![[r#""/a", null, -, 4"#]],
    );
    check(
        "writeJson",
        vec![text("/a"), Value::Null, Value::Number(4.0)],
        expect![[r#""/a", null, { spaces: 4 }, -"#]],
    );
    check(
        "readFile",
        vec![text("/a"), text("utf-8")],
        expect![[r#""/a", { encoding: "utf-8" }"#]],
    );
    check(
        "readFile",
        vec![text("/a"), text("ebcdic")],
        expect![[r#""/a", { encoding: "ebcdic" }"#]],
    );
    check(
        "createArchive",
        vec![text("/a.tar"), text("/src")],
        expect![[r#""/a.tar", ["/src"], -"#]],
    );
    check(
        "extractArchive",
        vec![text("/a.tar"), object(&[("to", text("/x"))])],
        expect![[r#""/a.tar", "/x", -"#]],
    );
    check(
        "glob",
        vec![Value::Array(vec![text("*.a"), text("!b.a")])],
        expect![[r#"["*.a", "!b.a"], -"#]],
    );
    check(
        "exists",
        vec![Value::Array(vec![text("/a")])],
        expect![[
            r#"state.exists: "path" must be a string, but is an array of 1 — expected state.exists(path); for several: await Promise.all(paths.map((path) => state.exists(path)))"#
        ]],
    );
    check(
        "readFile",
        vec![text("/a"), text("utf8"), Value::Function(String::new())],
        expect![
            "state.readFile: it takes no callback: it gives a promise, so write const result = await state.readFile(\"/a\", \"utf8\")"
        ],
    );
    check(
        "replaceInFiles",
        vec![text("**"), text("a"), Value::Function(String::new())],
        expect![
            "state.replaceInFiles: a function as replacement works for one file: for (const { path } of await state.searchFiles(\"**\", \"a\")) await state.replaceInFile(path, \"a\", replacement)"
        ],
    );
    check(
        "writeFile",
        vec![text("/a.json"), object(&[("a", Value::Number(1.0))])],
        expect![[
            r#"state.writeFile: "content" must be a string or bytes, but is an object {a} — expected state.writeFile(path, content); as JSON it is await state.writeJson("/a.json", value), or pass JSON.stringify(value)"#
        ]],
    );
    check(
        "readFile",
        vec![object(&[
            ("path", text("/a")),
            ("type", text("file")),
            ("name", text("a")),
        ])],
        expect![[
            r#"state.readFile: unknown parameter "name" — expected state.readFile(path, options?), or one object with these names; of what find or readdir gave, pass the path: state.readFile(entry.path)"#
        ]],
    );
}

#[test]
fn other_names_of_methods() {
    check(
        "unlink",
        vec![text("/a")],
        expect![[r#""/a", { only: "file" }"#]],
    );
    check(
        "remove",
        vec![text("/a"), object(&[("recursive", Value::Boolean(true))])],
        expect![[r#""/a", { recursive: true }"#]],
    );
    check(
        "rmrf",
        vec![text("/a")],
        expect![[r#""/a", { recursive: true, force: true }"#]],
    );
    check(
        "grep",
        vec![text("TODO"), text("/src")],
        expect![[r#""/src", "TODO", -"#]],
    );
    check(
        "grep",
        vec![text("/src"), text("TODO")],
        expect![[r#""/src", "TODO", -"#]],
    );
    check(
        "grep",
        vec![text("TODO"), text("src")],
        expect![
            "state.searchFiles: state.grep is state.searchFiles(pattern, query, options?): the files come first, and which argument they are cannot be told; write the call so"
        ],
    );
    check(
        "sed",
        vec![text("a"), text("b"), text("/src/**/*.ts")],
        expect![[r#""/src/**/*.ts", "a", "b", -"#]],
    );
    check(
        "grep",
        vec![object(&[("query", text("x")), ("path", text("/src"))])],
        expect![[r#""/src", "x", -"#]],
    );
}

#[test]
fn data() {
    check(
        "updateJson",
        vec![
            text("/a"),
            object(&[("type", text("module")), ("data", Value::Number(1.0))]),
        ],
        expect![[
            r#""/a", [{ op: "merge", path: "$", plain: true, value: { type: "module", data: 1 } }], -"#
        ]],
    );
    check(
        "updateJson",
        vec![text("/a"), object(&[("k", Value::Number(1.0))])],
        expect![[r#""/a", [{ op: "merge", path: "$", plain: true, value: { k: 1 } }], -"#]],
    );
    check(
        "updateJson",
        vec![
            text("/a"),
            object(&[
                ("op", text("set")),
                ("path", text("a")),
                ("value", Value::Null),
            ]),
        ],
        expect![[r#""/a", [{ op: "set", path: "a", value: null }], -"#]],
    );
    check(
        "updateJson",
        vec![
            text("/a"),
            Value::Array(vec![object(&[
                ("op", text("add")),
                ("path", text("/a")),
                ("value", Value::Number(1.0)),
            ])]),
        ],
        expect![[r#""/a", [{ op: "add", path: "/a", value: 1 }], -"#]],
    );
    check(
        "updateJson",
        vec![
            text("/a"),
            Value::Array(vec![object(&[
                ("op", text("set")),
                ("path", text("/a")),
                ("value", Value::Null),
                ("note", text("x")),
            ])]),
        ],
        expect![[
            r#"state.updateJson: "operations[0].note" is no member; the members are op, path, value — expected state.updateJson(path, operations)"#
        ]],
    );
    check(
        "planEdits",
        vec![Value::Array(vec![object(&[
            ("path", text("/a")),
            ("content", text("x")),
        ])])],
        expect![[r#"[{ kind: "write", path: "/a", content: "x" }]"#]],
    );
    check(
        "planEdits",
        vec![Value::Array(vec![object(&[
            ("path", text("/a")),
            ("find", text("x")),
            ("replace", text("y")),
            ("regex", Value::Boolean(true)),
        ])])],
        expect![[
            r#"[{ kind: "replace", path: "/a", search: "x", replacement: "y", options: { regex: true } }]"#
        ]],
    );
    check(
        "planEdits",
        vec![Value::Array(vec![object(&[
            ("type", text("create")),
            ("path", text("/a")),
            ("content", text("x")),
        ])])],
        expect![[r#"[{ kind: "write", path: "/a", content: "x" }]"#]],
    );
    check(
        "planEdits",
        vec![Value::Array(vec![object(&[
            ("kind", text("write")),
            ("path", text("/a")),
            ("content", text("x")),
            ("mode", text("x")),
        ])])],
        expect![[
            r#"state.planEdits: "instructions[0].mode" is no member; the members are kind, path, content — expected state.planEdits(instructions)"#
        ]],
    );
    check(
        "applyEdits",
        vec![
            text("/a"),
            Value::Array(vec![object(&[
                ("oldText", text("x")),
                ("newText", text("y")),
            ])]),
        ],
        expect![[r#"[{ kind: "replace", search: "x", replacement: "y", path: "/a" }], -"#]],
    );
    check(
        "applyEdits",
        vec![object(&[("path", text("/a")), ("content", text("y"))])],
        expect![[r#"[{ path: "/a", content: "y" }], -"#]],
    );
    check(
        "applyEdits",
        vec![object(&[
            ("edits", Value::Array(vec![])),
            ("dryRun", Value::Boolean(true)),
        ])],
        expect!["[], { dryRun: true }"],
    );
    check(
        "applyEdits",
        vec![Value::Array(vec![object(&[
            ("path", text("/a")),
            ("content", text("y")),
            ("diff", text("")),
        ])])],
        expect![[r#"[{ path: "/a", content: "y", diff: "" }], -"#]],
    );
}

#[test]
fn operations_in_other_forms_are_no_keys_of_the_file() {
    let set = || object(&[("set", text(".version")), ("to", text("9"))]);
    let operation = || {
        object(&[
            ("op", text("set")),
            ("path", text("a")),
            ("value", text("b")),
        ])
    };
    let calls = [
        vec![text("/a"), Value::Array(vec![set()])],
        vec![
            text("/a"),
            object(&[("ops", Value::Array(vec![operation()]))]),
        ],
        vec![
            text("/a"),
            object(&[("set", object(&[("version", text("2"))]))]),
        ],
        vec![
            text("/a"),
            object(&[("unset", Value::Array(vec![text("k")]))]),
        ],
    ];
    let [list, under_ops, under_set, under_unset] = calls;
    check(
        "updateJson",
        list,
        expect![[
            r#"state.updateJson: "operations[0].op" must be one of "set", "delete", "insert", "append", "merge", "test", but is undefined — expected state.updateJson(path, operations)"#
        ]],
    );
    let only_a_path = Value::Array(vec![object(&[("path", text("a"))])]);
    check(
        "updateJson",
        vec![text("/a"), only_a_path],
        expect![[
            r#"state.updateJson: "operations[0].op" must be one of "set", "delete", "insert", "append", "merge", "test", but is undefined — expected state.updateJson(path, operations)"#
        ]],
    );
    check(
        "updateJson",
        under_ops,
        expect![[
            r#"state.updateJson: "ops" would be a key in the file, and names an operation: pass the operations themselves: await state.updateJson(path, [{ op: …, path: … }]), or for a key of that name [{ op: "merge", path: "$", value: { "ops": … } }]"#
        ]],
    );
    check(
        "updateJson",
        under_set,
        expect![[
            r#"state.updateJson: "set" would be a key in the file, and names an operation: write await state.updateJson(path, [{ op: "set", path: "version", value: "2" }]), or for a key of that name [{ op: "merge", path: "$", value: { "set": … } }]"#
        ]],
    );
    check(
        "updateJson",
        under_unset,
        expect![[
            r#"state.updateJson: "unset" would be a key in the file, and names an operation: write await state.updateJson(path, [{ op: "delete", path: "k" }]), or for a key of that name [{ op: "merge", path: "$", value: { "unset": … } }]"#
        ]],
    );
}

#[test]
fn paths_in_other_forms() {
    check(
        "queryJson",
        vec![
            text("/a"),
            Value::Array(vec![text("list"), Value::Number(0.0), text("a b")]),
        ],
        expect![[
            r#"state.queryJson: a JSON path is one text: await state.queryJson("/a", ".list[0][\"a b\"]")"#
        ]],
    );
}

#[test]
fn bounds_of_a_whole_search() {
    check(
        "searchFiles",
        vec![
            text("/src/**"),
            text("x"),
            object(&[("limit", Value::Number(2.0))]),
        ],
        expect![[
            r#"state.searchFiles: "options.limit" is no option; write (await state.searchFiles("/src/**", "x")).slice(0, 2) for the first files; maxMatches bounds the matches of each file — expected state.searchFiles(pattern, query, options?)"#
        ]],
    );
    check(
        "searchText",
        vec![
            text("/a"),
            text("x"),
            object(&[("limit", Value::Number(2.0))]),
        ],
        expect![[r#""/a", "x", { maxMatches: 2 }"#]],
    );
    check(
        "cp",
        vec![
            text("/a"),
            text("/b"),
            object(&[("filter", Value::Boolean(true))]),
        ],
        expect![[
            r#"state.cp: "options.filter" is no option; what is copied is chosen entry by entry: for (const entry of await state.find("/a", { type: ["file", "symlink"] })) if (…) await state.cp(entry.path, path.join("/b", path.relative("/a", entry.path))) — expected state.cp(src, dest, options?)"#
        ]],
    );
}

#[test]
fn map_callback_passes_only_the_path() {
    check(
        "readFile",
        vec![text("/a"), Value::Number(0.0), Value::Array(vec![])],
        expect![[r#""/a", -"#]],
    );
}

#[test]
fn wrong_calls_say_what_is_right() {
    check(
        "readFile",
        vec![],
        expect![[
            r#"state.readFile: missing required parameter "path" — expected state.readFile(path, options?)"#
        ]],
    );
    check(
        "writeFile",
        vec![text("/a"), Value::Number(5.0)],
        expect![[
            r#"state.writeFile: "content" must be a string or bytes, but is the number 5 — expected state.writeFile(path, content); as JSON it is await state.writeJson("/a", value), or pass JSON.stringify(value)"#
        ]],
    );
    check(
        "readFile",
        vec![object(&[("path", text("/a")), ("encoding", text("utf8"))])],
        expect![[r#""/a", { encoding: "utf8" }"#]],
    );
    check(
        "rm",
        vec![text("/a"), object(&[("recursiv", Value::Boolean(true))])],
        expect![[
            r#"state.rm: "options.recursiv" is no option; did you mean "recursive"? the options are recursive, force — expected state.rm(path, options?)"#
        ]],
    );
    check(
        "updateJson",
        vec![
            text("/a"),
            Value::Array(vec![object(&[("op", text("set")), ("path", text("a"))])]),
        ],
        expect![[
            r#"state.updateJson: "operations[0].value" must be a JSON value, but is undefined — expected state.updateJson(path, operations)"#
        ]],
    );
}
