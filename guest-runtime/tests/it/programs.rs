//! Forms of programs and their results.

use isolate_protocol::Value;
use isolate_protocol::wire::message::Step;

use crate::fake::{Run, logged, one_file, run};

/// A step in one line.
pub(crate) fn shown(step: &Step) -> String {
    match step {
        Step::Returned(value) => text(value),
        Step::Threw(thrown) | Step::Unparsable(thrown) => {
            let place = match (thrown.line, thrown.column) {
                (Some(line), Some(column)) => format!(" @{line}:{column}"),
                _ => String::new(),
            };
            format!("{}: {}{place}", thrown.name, thrown.message)
        }
        Step::Waiting => "waiting".to_owned(),
        Step::Stalled => "stalled".to_owned(),
    }
}

pub(crate) fn text(value: &Value) -> String {
    match value {
        Value::Undefined => "undefined".to_owned(),
        Value::Null => "null".to_owned(),
        Value::Boolean(value) => value.to_string(),
        Value::Number(value) => value.to_string(),
        Value::String(text) => format!("{:?}", text.text),
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(text).collect();
            format!("[{}]", items.join(","))
        }
        Value::Object(members) => {
            let members: Vec<String> = members
                .iter()
                .map(|(key, value)| format!("{}:{}", key.text, text(value)))
                .collect();
            format!("{{{}}}", members.join(","))
        }
        other => format!("{other:?}"),
    }
}

#[track_caller]
pub(crate) fn check(source: &str, expected: &str) {
    assert_eq!(shown(&run(source)), expected, "{source}");
}

#[test]
fn every_form_of_program_gives_its_result() {
    let mut failures = Vec::new();
    for (source, expected) in [
        ("async () => 1", "1"),
        ("() => 1", "1"),
        ("async () => { return 1; };", "1"),
        ("async () => 1; // done", "1"),
        ("/* a */ async () => 1 /* b */", "1"),
        ("(async () => 1)", "1"),
        ("(async () => 1);", "1"),
        ("(async () => 1)()", "1"),
        ("(async function () { return 1; })", "1"),
        ("async function () { return 1; }", "1"),
        ("function () { return 1; }", "1"),
        ("async function () { return 1; };", "1"),
        ("async function main() { return 1; }", "1"),
        ("function f() { return 1; }", "1"),
        ("export default async function main() { return 1; }", "1"),
        ("export default async function () { return 1; }", "1"),
        ("export default async () => 1;", "1"),
        ("export default { a: 1 };", "{a:1}"),
        ("export default 1 + 1", "2"),
        (
            "async function main() { return 1; }\nexport default main;",
            "1",
        ),
        ("async function main() { return 1; }\nexport { main };", "1"),
        (
            "const k = 2;\nexport default async () => helper(k);\nfunction helper(x) { return x; }",
            "2",
        ),
        ("const main = async () => 1;", "1"),
        ("const main = async () => { return 1 }", "1"),
        ("let f = function () { return 1 }", "1"),
        ("var f = () => 1", "1"),
        ("const a = 1;\nasync function main() { return a; }", "1"),
        (
            "async function main() { return helper(); }\nfunction helper() { return 1; }",
            "1",
        ),
        ("async function main() { return 1; }\nmain();", "1"),
        ("async function main() { return 1; }\nawait main()", "1"),
        ("main();\nasync function main() { return 1; }", "1"),
        ("const x = 1;\nx + 1", "2"),
        ("const x = 1;\nx + 1;\n// end", "2"),
        ("const x = 1;\nreturn x + 1;", "2"),
        ("const x = await state.readFile('/a');\nx", "\"text\""),
        ("await state.readFile('/a')", "\"text\""),
        ("if (true) { return 5 }", "5"),
        ("for (const x of [1]) {}", "undefined"),
        ("1 + 1", "2"),
        ("({ a: 1 })", "{a:1}"),
        ("{ a: 1 }", "{a:1}"),
        ("{ a: 1, b: 2 }", "{a:1,b:2}"),
        ("[1, 2]", "[1,2]"),
        ("'use strict';\nasync () => 1", "1"),
        ("const a = 1; async () => a", "1"),
        ("`a\nb`", "\"a\\nb\""),
        ("", "undefined"),
        ("// nothing", "undefined"),
        (";;", "undefined"),
        ("\u{feff}async () => 1", "1"),
        ("#!/usr/bin/env node\nasync () => 1", "1"),
        ("#!/usr/bin/env node\nconst x = 1;\nx", "1"),
        ("```js\nasync () => 1\n```", "1"),
        ("```\nasync () => 1\n```", "1"),
        ("```mjs\nasync () => 1\n```", "1"),
        ("```TypeScript\nasync () => 1\n```", "1"),
        ("```js\nasync () => 1", "1"),
        ("```js async () => 1```", "1"),
        ("`async () => 1`", "1"),
        (
            "Here is the code:\n\n```js\nconst x = 1;\nx\n```\nIt returns 1.",
            "1",
        ),
        (
            "First:\n```js\n1\n```\nThen:\n```js\nasync () => 22222\n```\n",
            "SyntaxError: several blocks of code: put the program in one block @6:1",
        ),
        (
            "Run it:\n```bash\nnode a-very-long-command-line --with options\n```\n```js\n1\n```",
            "1",
        ),
        ("```js\n/*\n```\nx\n```\n*/\n15\n```", "15"),
        (
            "export const k = 1;\nexport async function main() { return k; }",
            "1",
        ),
        (
            "const s = `\nexport default 1\n`;\nexport default s.length",
            "18",
        ),
        ("const input = 3;\ninput", "3"),
        ("x => x", "undefined"),
        ("class A {}\nnew A().constructor.name", "\"A\""),
        ("label: for (;;) { break label }", "undefined"),
        ("const o = {\n  a: 1,\n};\no.a\n", "1"),
        ("let s = 0;\nfor (const n of [1,2]) s += n;\ns;", "3"),
        ("(1, 2)", "2"),
        ("a = 5;\na", "5"),
    ] {
        let got = shown(&run(source));
        if got != expected {
            failures.push(format!("{source:?}\n   gives {got}\n  wanted {expected}"));
        }
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

#[test]
fn text_cannot_break_out_of_its_wrapper() {
    for source in [
        "async () => 1); (async () => 2",
        "1 })); ((input) => async () => { return 2",
        "}, (() => 2)(), async () => {",
        "1\n})\n((input) => async () => {\n2",
        "1); (2",
    ] {
        assert!(matches!(run(source), Step::Unparsable(_)), "{source}");
    }
}

#[test]
fn the_input_is_the_argument() {
    for source in [
        "async (input) => input.n",
        "async ({ n }) => n",
        "input.n",
        "async function main(options) { return options.n }",
        "const main = async (x) => x.n",
        "const k = 'n';\nreturn input[k];",
        "export default async function (x) { return x.n }",
        "const z = 1;\nasync (x) => x.n",
    ] {
        let mut run = Run::new(one_file);
        run.start.input = Some(Value::Object(vec![("n".into(), Value::Number(4.0))]));
        assert_eq!(shown(&run.start(source)), "4", "{source}");
    }
}

/// `from.txt` is what Node 20 returns for `from.js`.
#[test]
fn arrays_are_made_from_what_has_a_length_as_by_node() {
    let program = include_str!("from.js").trim_end();
    let got = logged(&format!("() => console.log(({program})())"));
    assert_eq!(got, include_str!("from.txt").trim_end());
}

#[test]
fn what_stands_in_a_row_does_not_nest() {
    // Builds for tests have large frames.
    let checks = std::thread::Builder::new().stack_size(1 << 28).spawn(|| {
        let times = |count: usize, part: &str| part.repeat(count);
        for (source, expected) in [
            (format!("0{}", times(2_000, " + 1")), "2000"),
            (format!("0{}", times(1_500, " + -1 - -1")), "0"),
            (format!("0{}", times(1_500, " || !1 && !!1")), "false"),
            (format!("null{}", times(2_000, " ?? null")), "null"),
            (
                format!("[1]{}", times(1_000, "\n.map(v => v + 1)")),
                "[1001]",
            ),
            (
                format!("const o = {{}}; o.a = o;\no{} === o", times(1_000, "?.a")),
                "true",
            ),
            (format!("(x => {}4)(3)", times(500, "x === 2 ? 1 : ")), "4"),
            (
                format!(
                    "const f = x => {{ {} return 5 }};\nf(1)",
                    times(500, "if (x === 2) { return 1 } else ")
                ),
                "5",
            ),
            (
                format!(
                    "let x = 0\n{}x",
                    times(1_000, "x = [x].map(v => v + 1)[0]\n")
                ),
                "1000",
            ),
            (format!("`{}`.length", times(1_000, "${1 + 1}")), "1000"),
            (format!("[{}].length", times(400, "/\\(\\[/,")), "400"),
            (
                format!(
                    "switch (3) {{ {}case 3: return 'three' }}",
                    times(1_000, "case 1:\n")
                ),
                "\"three\"",
            ),
        ] {
            check(&source, expected);
        }
    });
    checks.unwrap().join().unwrap();
}

#[test]
fn a_name_is_exported_once() {
    let failures: Vec<String> = [
        (
            "export default async () => 1;\nexport default async () => 2;",
            "SyntaxError: Duplicate export of 'default' @2:1",
        ),
        (
            "export default function a() {}\n  export default class B {}",
            "SyntaxError: Duplicate export of 'default' @2:3",
        ),
        (
            "const a = () => 1;\nexport { a as default };\nexport default a;",
            "SyntaxError: Duplicate export of 'default' @3:1",
        ),
        (
            "export const a = 1;\nexport { a };",
            "SyntaxError: Duplicate export of 'a' @2:1",
        ),
        (
            "export default async (x: number) => 1;\nexport default 2;",
            "SyntaxError: Duplicate export of 'default' @2:1",
        ),
        (
            "export const a = 1, b = 2;\nexport { b as c };\nexport default () => a",
            "1",
        ),
    ]
    .into_iter()
    .filter_map(|(source, expected)| {
        let found = shown(&run(source));
        (found != expected).then(|| format!("{source}\n  {found}\n  not {expected}"))
    })
    .collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn what_nests_without_brackets_is_refused_at_its_place() {
    const DEPTH: usize = 100_000;
    for (before, repeated, after) in [
        ("", "@", "class {}"),
        ("", "@a ", "class {}"),
        ("x = ", "++", "a"),
        ("x = ", "-- ", "a"),
        ("", "a, ", "a"),
        ("if (", "a, ", "a) 1"),
        ("x[", "a, ", "a]"),
        ("x = `${", "a, ", "a}`"),
        ("if (x) { ", "a, ", "a }"),
        ("a", "``", ""),
        ("a", "`${b}`", ""),
    ] {
        let source = format!(
            "async () => {{ {before}{}{after} }}",
            repeated.repeat(DEPTH)
        );
        let text = shown(&run(&source));
        assert!(
            text.starts_with("SyntaxError: ") && text.contains(" @1:"),
            "{before}{repeated}: {}",
            &text[..text.len().min(200)]
        );
    }
}

#[test]
fn lists_have_any_length() {
    const LEN: usize = 20_000;
    let names = |before: &str, after: &str| -> String {
        (0..LEN).map(|at| format!("{before}{at}{after}")).collect()
    };
    for (source, expected) in [
        (format!("[...[{}]].length", names("", ",")), "20000"),
        (format!("return [{}].length", names("", ",")), "20000"),
        (
            format!("/* a table */ [{}].length", names("", ",")),
            "20000",
        ),
        (
            format!("export default [{}].length", names("", ",")),
            "20000",
        ),
        (
            format!("Object.keys({{ {} }}).length", names("a", ": 1,")),
            "20000",
        ),
        (format!("let {}last = 3;\nlast", names("a", ",")), "3"),
        (format!("Math.max({})", names("", ",")), "19999"),
        (format!("[{}].length", names("`", "`,")), "20000"),
    ] {
        let found = shown(&run(&source));
        assert_eq!(found, expected, "{}", &source[..60]);
    }
}
