//! Declarations of modules are accepted here where they are accepted in Node, which `ISOLATE_NODE`
//! names.

use std::process::Command;

use boa_ast::scope::Scope;
use boa_interner::Interner;
use boa_parser::{Parser, Source};

/// Answers a line for each text of a list: whether it is a module.
const JUDGE: &str = "
const { SourceTextModule } = require('node:vm');
const texts = require('node:fs').readFileSync(0, 'utf8').split('\\0');
console.log(texts.map((text) => {
  try { new SourceTextModule(text); return 'yes'; } catch (error) { return 'no'; }
}).join('\\n'));
";

/// Declarations without what ends them.
fn declarations() -> Vec<String> {
    const NAMES: &[&str] = &[
        "a",
        "as",
        "from",
        "of",
        "async",
        "get",
        "set",
        "let",
        "static",
        "yield",
        "await",
        "default",
        "class",
        "null",
        "true",
        "this",
        "eval",
        "arguments",
        "if",
        "type",
        "using",
        "'a b'",
        "'\\ud800'",
        "1",
        "#a",
        "meta",
        "target",
        "enum",
        "accessor",
        "in",
        "implements",
        "undefined",
    ];
    const SPECIFIERS: &[&str] = &[
        "", ",", "a,", "a, b", "a b", "a,, b", ", a", "a as b,", "a as b c", "as as as", "as as",
        "a as",
    ];
    const VALUES: &[&str] = &[
        "async () => 1",
        "async (a) => { await a; }",
        "async a => a",
        "async",
        "async\nfunction f() {}",
        "async /*\n*/ function () {}",
        "async function () {}",
        "async function f() {}",
        "async function* () {}",
        "async function* f() {}",
        "function () {}",
        "function* () {}",
        "function f() {}",
        "class {}",
        "class A extends B {}",
        "(class {})",
        "{}",
        "{ a: 1 }",
        "[1]",
        "a",
        "a = 1",
        "a, b",
        "() => {}",
        "x => x",
        "(x, y) => ({})",
        "await 1",
        "new Map()",
        "`text`",
        "/x/",
        "-1",
        "var a",
        "let a",
        "let",
        "const a = 1",
        "async()",
        "async(1, 2)",
        "async.a",
        "async `t`",
        "async in a",
        "a in b",
        "yield",
        "import.meta",
        "import('x')",
        "null",
        "this",
        "function () {}()",
        "(function () {})()",
        "from",
        "of",
        "enum",
        "interface",
        "type",
        "static",
        "@d class {}",
        "using",
        "async ? 1 : 2",
        "async => async",
        "async async => async",
        "async function",
    ];
    const DECLARED: &[&str] = &[
        "var a",
        "var a, b = 2",
        "let a",
        "let a = 1, { b, c: [d] } = e",
        "const a = 1",
        "const a",
        "function f() {}",
        "function* f() {}",
        "async function f() {}",
        "async function* f() {}",
        "class A {}",
        "class {}",
        "function () {}",
        "async () => 1",
        "a",
        "1",
        "using a = b",
        "await using a = b",
        "default",
        "",
        "let",
        "async",
        "async\nfunction f() {}",
        "import a from 'x'",
        "var a; export { a }",
        "* as a",
        "*",
        "type A = 1",
        "let [a]",
        "let\na",
        "let await",
        "let yield",
        "function await() {}",
        "class await {}",
        "if (a) {}",
        "new A",
        "async function f() {} async function f() {}",
    ];
    const WITHS: &[&str] = &[
        "",
        " with { type: 'json' }",
        " with {}",
        " with { type: 'json', }",
        " with { 'type': 'json' }",
        " with { type: json }",
        " with { type: 'a', type: 'b' }",
        " with",
        " with { if: 'a' }",
        "\nwith { type: 'json' }",
        " with { type: 'json' 'x': 'y' }",
        " with { , }",
        " with { null: 'a' }",
        " with { 1: 'a' }",
        " assert { type: 'json' }",
        "\nassert\n{ type: 'json' }",
    ];
    let mut list = Vec::new();
    for name in NAMES {
        list.extend([
            format!("import {name} from 'x'"),
            format!("import {{ {name} }} from 'x'"),
            format!("import {{ {name} as b }} from 'x'"),
            format!("import {{ b as {name} }} from 'x'"),
            format!("import * as {name} from 'x'"),
            format!("import {name}, * as c from 'x'"),
            format!("import {name}, {{ c }} from 'x'"),
            format!("export {{ {name} }} from 'x'"),
            format!("export {{ {name} as b }} from 'x'"),
            format!("export {{ b as {name} }} from 'x'"),
            format!("export * as {name} from 'x'"),
            format!("var b; export {{ b as {name} }}"),
            format!("var {name}; export {{ {name} }}"),
            format!("export {{ {name} }}"),
            format!("export {{ {name} as c }}"),
            format!("export default {name}"),
            format!("export let {name} = 1"),
            format!("export function {name}() {{}}"),
            format!("export class {name} {{}}"),
            format!("import {name}"),
            format!("import.{name}"),
        ]);
    }
    for specifiers in SPECIFIERS {
        list.extend([
            format!("import {{{specifiers}}} from 'x'"),
            format!("import d, {{{specifiers}}} from 'x'"),
            format!("export {{{specifiers}}} from 'x'"),
            format!("var a, b, as; export {{{specifiers}}}"),
        ]);
    }
    list.extend(VALUES.iter().map(|value| format!("export default {value}")));
    list.extend(DECLARED.iter().map(|what| format!("export {what}")));
    for with in WITHS {
        list.extend([
            format!("import 'x'{with}"),
            format!("import a from 'x'{with}"),
            format!("import {{ a }} from 'x'{with}"),
            format!("import * as a from 'x'{with}"),
            format!("export * from 'x'{with}"),
            format!("export * as a from 'x'{with}"),
            format!("export {{ a }} from 'x'{with}"),
            format!("export {{}} from 'x'{with}"),
            format!("import('x'{with})"),
        ]);
    }
    for text in [
        "export",
        "export *",
        "export * from",
        "export {",
        "export { a",
        "import",
        "import {",
        "import { a",
        "import { a }",
        "import { a } from",
        "import *",
        "import * as",
        "import a,",
        "import a, b from 'x'",
        "import { a } 'x'",
        "import {} from x",
        "export {} from x",
        "export default",
        "export a from 'x'",
        "{ export {} }",
        "if (1) import 'x'",
        "() => { import 'x'; }",
        "() => { export {} }",
        "import 'x' from 'y'",
        "var a; export { a, a }",
        "export default 1; export default 2",
        "export default 1; var a; export { a as default }",
        "import a from 'x'; let a",
        "import { a, a } from 'x'",
        "import a from 'x'; import a from 'y'",
        "import a from 'x'; var a",
        "import a from 'x'; function a() {}",
        "export let a; export { a }",
        "export let a; export { a as b }",
        "export * from 'x'; export * from 'x'",
        "export * as a from 'x'; export * as a from 'y'",
        "export { 'a' }",
        "export { 'a' as b } from 'x'",
        "for await (const a of b) {}",
        "await 1",
        "await",
        "var await",
        "with (a) {}",
        "010",
        "<!-- a",
        "a\n--> b",
        "return 1",
        "import.meta = 1",
        "import.meta.a = 1",
        "new import.meta.A()",
        "new import('x')",
        "import()",
        "import(...a)",
        "import('x', {})",
        "import('x', {}, 1)",
        "import(a, b,)",
        "arguments",
        "new.target",
        "super.a",
        "async () => await 1",
        "function f() { await 1 }",
        "import a from 'x' var b",
        "label: export {}",
        "export default function a() {} a()",
        "export default class A {} A.b",
        "'use strict'; export {}",
        "export { undefined_name }",
        "import {a as eval} from 'x'",
        "import { default } from 'x'",
        "import { default as a } from 'x'",
        "import defer * as a from 'x'",
        "import defer from 'x'",
        "import source from 'x'",
        "import type from 'x'",
        "export { if }",
        "export { if } from 'x'",
        "import { if } from 'x'",
        "import { if as a } from 'x'",
        "im\\u0070ort 'x'",
        "exp\\u006frt {}",
        "import { a \\u0061s b } from 'x'",
        "export { a } fr\\u006fm 'x'",
        "export \\u0064efault 1",
        "export default \\u0061sync function f() {}",
        "var [a]",
        "let {a}",
        "const [a]",
        "var a, {b}",
        "let a, [b] = c",
        "for (var [a];;) break",
        "for (let {a};;) break",
        "for (const {a};;) break",
        "for (let [a] of b) break",
        "for (var {a} in b) break",
        "for (let [a] = b;;) break",
        "for (var a, [b];;) break",
    ] {
        list.push(text.to_owned());
    }
    list
}

fn is_module(text: &str) -> bool {
    let mut parser = Parser::new(Source::from_bytes(text));
    parser
        .parse_module(&Scope::new_global(), &mut Interner::default())
        .is_ok()
}

#[test]
fn declarations_are_accepted_where_node_accepts_them() {
    let Some(node) = std::env::var_os("ISOLATE_NODE") else {
        eprintln!("skipped: ISOLATE_NODE names no Node");
        return;
    };
    let texts: Vec<String> = declarations()
        .into_iter()
        .flat_map(|text| {
            [
                "",
                ";",
                "\n",
                " // end",
                "\n(1)",
                " /* end */ ;",
                "; export {}",
                "\nexport {}",
                " x",
            ]
            .map(|end| format!("{text}{end}"))
        })
        .collect();
    let file = std::env::temp_dir().join(format!("isolate-declarations-{}", std::process::id()));
    std::fs::write(&file, texts.join("\0")).unwrap();
    let output = Command::new(node)
        .args(["--experimental-vm-modules", "--no-warnings", "-e", JUDGE])
        .stdin(std::fs::File::open(&file).unwrap())
        .output()
        .unwrap();
    let _ = std::fs::remove_file(&file);
    let judged = String::from_utf8(output.stdout).unwrap();
    let judged: Vec<&str> = judged.lines().collect();
    assert_eq!(judged.len(), texts.len());
    let differing: Vec<String> = texts
        .iter()
        .zip(judged)
        .filter(|(text, judged)| is_module(text) != (*judged == "yes"))
        .map(|(text, judged)| format!("{judged} in Node: {text:?}"))
        .collect();
    assert!(
        differing.is_empty(),
        "{} of {}:\n{}",
        differing.len(),
        texts.len(),
        differing.join("\n")
    );
}
