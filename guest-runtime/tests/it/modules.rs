//! Modules of a workspace that the test holds.

use std::collections::BTreeMap;

use isolate_protocol::wire::message::Step;
use isolate_protocol::{ErrorCode, StateError, Value};

use crate::fake::{Answer, Run};

type Files = BTreeMap<String, String>;

fn files(list: &[(&str, &str)]) -> Files {
    list.iter()
        .map(|(path, text)| ((*path).to_owned(), (*text).to_owned()))
        .collect()
}

fn is_folder(files: &Files, path: &str) -> bool {
    let inside = format!("{}/", path.trim_end_matches('/'));
    files.keys().any(|file| file.starts_with(&inside))
}

fn missing(name: &str, path: &str) -> Answer {
    Answer::Error(StateError::at_path(
        ErrorCode::NotFound,
        "no such file or directory",
        name,
        path,
    ))
}

fn answer(files: &Files, name: &str, args: &[Value]) -> Answer {
    let Some(Value::String(path)) = args.first() else {
        return Answer::Value(Value::Undefined);
    };
    let path = path.text.as_str();
    match (name, files.get(path)) {
        ("readFile", Some(text)) => Answer::Value(Value::String(text.as_str().into())),
        ("realpath", Some(_)) => Answer::Value(Value::String(path.into())),
        ("realpath", None) if is_folder(files, path) => Answer::Value(Value::String(path.into())),
        ("readFile", None) if is_folder(files, path) => Answer::Error(StateError::at_path(
            ErrorCode::IsDirectory,
            "illegal operation on a directory",
            name,
            path,
        )),
        ("readdir", _) if is_folder(files, path) => {
            let inside = format!("{}/", path.trim_end_matches('/'));
            let mut names: Vec<String> = files
                .keys()
                .filter_map(|file| file.strip_prefix(&inside))
                .map(|rest| rest.split('/').next().unwrap_or(rest).to_owned())
                .collect();
            names.dedup();
            let names = names.iter().map(|name| Value::String(name.as_str().into()));
            Answer::Value(Value::Array(names.collect()))
        }
        _ => missing(name, path),
    }
}

/// Runs a program on files; what it logs and what it ends with.
pub(crate) fn run(list: &[(&str, &str)], program: &str) -> String {
    run_files(files(list), program)
}

pub(crate) fn run_files(files: Files, program: &str) -> String {
    let mut run = Run::new(move |name, args| answer(&files, name, &args));
    let step = run.start(program);
    let mut text = run.logs().join("\n");
    if !text.is_empty() {
        text.push('\n');
    }
    match step {
        Step::Returned(value) => text.push_str(&format!("= {value:?}")),
        Step::Threw(thrown) => text.push_str(&format!(
            "! {}: {}\n{}",
            thrown.name, thrown.message, thrown.stack
        )),
        other => text.push_str(&format!("{other:?}")),
    }
    text
}

fn check(list: &[(&str, &str)], program: &str, expected: &str) {
    assert_eq!(run(list, program), expected, "{program}");
}

#[test]
fn files_are_imported() {
    let tree = [
        (
            "/lib/x.js",
            "export let x = 1; export const up = () => { x += 1; }; export default 'd';",
        ),
        (
            "/lib/y.ts",
            "import { x, up } from './x';\ninterface A { a: number }\nexport function next(by: number): number { up(); return x + by; }",
        ),
        ("/lib/z.json", "{ \"a\": [1] }"),
        (
            "/dir/index.js",
            "export * from '../lib/x.js'; export { next as after } from '../lib/y.js';",
        ),
    ];
    check(
        &tree,
        "import d, { x, up } from \"/lib/x.js\";\nimport * as all from './dir';\nimport z from './lib/z.json' with { type: 'json' };\nconsole.log(x, d, z.a[0], all.x);\nup();\nconsole.log(x, all.after(10), x, Object.keys(all).join());\nreturn x;",
        "1 d 1 1\n2 13 3 after,up,x\n= Number(3.0)",
    );
    check(
        &tree,
        "async () => { const name = 'x'; const m = await import(`/lib/${name}.js`); m.up(); return m.x; }",
        "= Number(2.0)",
    );
    check(
        &tree,
        "import z from '/lib/z';\nexport default async () => z.a.length;",
        "= Number(1.0)",
    );
}

#[test]
fn meta_and_names_in_errors() {
    let tree = [
        (
            "/a b/m.js",
            "export default [import.meta.url, import.meta.dirname, import.meta.filename];",
        ),
        ("/lib/throws.js", "export function f() {\n\n  null.x;\n}"),
        ("/lib/bad.js", "export const a = 1;\n  const = 2;"),
        ("/lib/one.js", "export const yes = 1;"),
        (
            "/lib/wants.js",
            "// a comment\nimport {\n  no,\n} from './one.js';\nexport { no };",
        ),
    ];
    check(
        &tree,
        "import m from '/a b/m.js';\nreturn [...m, import.meta.url].join(' ');",
        "= String(Text { text: \"file:///a%20b/m.js /a b /a b/m.js file:///main.js\", ill_formed: None })",
    );
    check(
        &tree,
        "import { f } from '/lib/throws.js';\nf();",
        "! TypeError: Cannot read properties of null (reading 'x')\n    at f (/lib/throws.js:3:8)\n    at main.js:2:1",
    );
    check(
        &tree,
        "import '/lib/bad.js';",
        "! SyntaxError: Unexpected token '=', expected 'identifier' (/lib/bad.js:2:9)\n    at /lib/bad.js:2:9",
    );
    check(
        &tree,
        "const a = 1;\nimport { yes, no } from '/lib/one.js';\nreturn yes;",
        "! SyntaxError: The requested module '/lib/one.js' does not provide an export named 'no'; it exports yes\n    at main.js:2:15",
    );
    check(
        &tree,
        "await import('/lib/wants.js');",
        "! SyntaxError: The requested module './one.js' does not provide an export named 'no'; it exports yes\n    at /lib/wants.js:3:3",
    );
}

#[test]
fn what_is_missing() {
    let tree = [
        ("/lib/slug.js", "export const slug = 1;"),
        ("/lib/other.js", "import './none.js';"),
        ("/node_modules/left/index.js", "module.exports = 1;"),
    ];
    check(
        &tree,
        "import { slug } from '/lib/slugs.js';",
        "! Error: Cannot find module '/lib/slugs.js': there is no /lib/slugs.js; /lib has other.js, slug.js; slug.js may be meant\n    at main.js:1:22",
    );
    check(
        &tree,
        "\nimport '/lib/other.js';",
        "! Error: Cannot find module './none.js': there is no /lib/none.js; /lib has other.js, slug.js\n    at /lib/other.js:1:8",
    );
    check(
        &tree,
        "try { await import('right'); } catch (error) { return [error.code, error.message]; }",
        "= Array([String(Text { text: \"MODULE_NOT_FOUND\", ill_formed: None }), String(Text { text: \"Cannot find module 'right': /node_modules has left; known without a package are fs, fs/promises, fs-extra, path, path/posix, path/win32, buffer, process, url, os, util, crypto, perf_hooks, timers, timers/promises, async_hooks, zlib, stream/web, stream/consumers, assert, assert/strict, events, module, stream, stream/promises, string_decoder, querystring, readline, readline/promises, worker_threads, console, constants, sys, tty, util/types, @iarna/toml, csv-parse, csv-stringify, dotenv, fast-xml-parser, ini, js-yaml, papaparse, smol-toml, toml, xml2js, yaml, github, tools. Files are reached through state\", ill_formed: None })])",
    );
}

#[test]
fn packages_and_commonjs() {
    let tree = [
        (
            "/node_modules/esm/package.json",
            "{ \"type\": \"module\", \"exports\": { \".\": { \"require\": \"./no.js\", \"import\": \"./yes.js\" }, \"./parts/*\": \"./src/*.js\", \"./hidden\": null } }",
        ),
        ("/node_modules/esm/yes.js", "export const from = 'import';"),
        ("/node_modules/esm/no.js", "exports.from = 'require';"),
        ("/node_modules/esm/src/a.js", "export default 'part a';"),
        (
            "/node_modules/@scope/cjs/package.json",
            "{ \"main\": \"lib/main\" }",
        ),
        (
            "/node_modules/@scope/cjs/lib/main.js",
            "exports.a = 1;\nexports.b = () => require('./other').whole;\nexports.where = [__dirname, __filename];\nexports.data = require('./d.json');",
        ),
        (
            "/node_modules/@scope/cjs/lib/other.js",
            "const main = require('./main');\nmodule.exports = { whole: 'early ' + main.a, rest() { return 1; } };",
        ),
        ("/node_modules/@scope/cjs/lib/d.json", "[1, 2]"),
        (
            "/app/node_modules/esm/index.js",
            "module.exports = 'nearest';",
        ),
        ("/app/x.js", "import near from 'esm'; export { near };"),
    ];
    check(
        &tree,
        "import { from } from 'esm';\nimport part from 'esm/parts/a';\nimport cjs, { a, b } from '@scope/cjs';\nimport { near } from './app/x.js';\nreturn JSON.stringify([from, part, a, b(), cjs.where, cjs.data, near, require('esm').from, require('@scope/cjs') === cjs]);",
        "= String(Text { text: \"[\\\"import\\\",\\\"part a\\\",1,\\\"early 1\\\",[\\\"/node_modules/@scope/cjs/lib\\\",\\\"/node_modules/@scope/cjs/lib/main.js\\\"],[1,2],\\\"nearest\\\",\\\"require\\\",true]\", ill_formed: None })",
    );
    check(
        &tree,
        "import x from 'esm/hidden';",
        "! Error: Package subpath './hidden' is not defined by \"exports\" in /node_modules/esm/package.json\n    at main.js:1:15",
    );
    check(
        &tree,
        "import { createIssue } from 'github';\nreturn typeof createIssue;",
        "= String(Text { text: \"function\", ill_formed: None })",
    );
}

#[test]
fn names_of_the_own_package() {
    let tree = [
        (
            "/app/package.json",
            "{ \"imports\": { \"#a\": \"./src/a.js\", \"#lib/*\": { \"require\": \"./lib/*.cjs\", \"default\": \"./lib/*.js\" }, \"#out\": \"left\", \"#gone\": \"./gone.js\", \"#up\": \"../up.js\" } }",
        ),
        (
            "/app/src/a.js",
            "import { x } from '#lib/x'; import out from '#out'; import { createRequire } from 'module'; export default [x, out, createRequire(import.meta.url)('#lib/x').x];",
        ),
        ("/app/lib/x.js", "export const x = 'imported';"),
        ("/app/lib/x.cjs", "exports.x = 'required';"),
        ("/app/bad.js", "import '#gone';"),
        ("/app/none.js", "import '#nowhere';"),
        ("/app/up.js", "import '#up';"),
        ("/app/index.js", "export { default } from '#a';"),
        ("/node_modules/left/index.js", "module.exports = 'left';"),
        ("/up.js", "export {};"),
    ];
    check(
        &tree,
        "import all from '/app';\nconst failed = [];\nfor (const name of ['bad', 'none', 'up']) { try { await import(`/app/${name}.js`); } catch (error) { failed.push(error.code, error.message); } }\nreturn JSON.stringify([all, failed]);",
        "= String(Text { text: \"[[\\\"imported\\\",\\\"left\\\",\\\"required\\\"],[\\\"ERR_PACKAGE_IMPORT_NOT_DEFINED\\\",\\\"Cannot find module '#gone': \\\\\\\"imports\\\\\\\" in /app/package.json gives ./gone.js, which is not there\\\",\\\"ERR_PACKAGE_IMPORT_NOT_DEFINED\\\",\\\"Package import specifier '#nowhere' is not defined by \\\\\\\"imports\\\\\\\" in /app/package.json\\\",\\\"ERR_PACKAGE_IMPORT_NOT_DEFINED\\\",\\\"Package import specifier '#up' is not defined by \\\\\\\"imports\\\\\\\" in /app/package.json\\\"]]\", ill_formed: None })",
    );
    check(
        &tree,
        "import '#a';",
        "! Error: Cannot find module '#a': such names are defined by \"imports\" in a package.json, and there is none above /main.js\n    at main.js:1:8",
    );
}

#[test]
fn what_no_word_tells_apart() {
    let tree = [
        ("/empty.js", "export {};"),
        (
            "/star.js",
            "export * as nothing from './empty.js';\nexport default async () => 1",
        ),
        (
            "/sloppy.js",
            "// no import of anything, no export { found }\nvar octal = 010; globalThis.found = octal; with ({ x: 1 }) found += x;",
        ),
        (
            "/esm.js",
            "let a = 1, b = 2;\nfunction f() { return a; }\nexport { f, b }",
        ),
        ("/waits.js", "export const late = await 1;"),
        (
            "/common.js",
            "const found = [];\nfor (let i = 0; i < 3; i += 1) found.push(require('./esm.js').f());\nexports.found = found;",
        ),
        ("/resolves.js", "exports.path = require.resolve('./esm');"),
        (
            "/made.js",
            "import { createRequire } from 'module';\nconst require = createRequire(import.meta.url);\nexport const { found } = require('./common.js');",
        ),
    ];
    check(
        &tree,
        "import * as star from '/star.js';\nimport './sloppy.js';\nimport { found as all } from './common';\nimport { path } from './resolves';\nimport { found as made } from './made';\nconst { late } = await import('./waits.js');\nreturn JSON.stringify([await star.default(), Object.keys(star.nothing), found, all, late, path, made]);",
        "= String(Text { text: \"[1,[],9,[1,1,1],1,\\\"/esm.js\\\",[1,1,1]]\", ill_formed: None })",
    );
}

#[test]
fn long_chains_take_no_stack() {
    let mut tree = Files::new();
    const COUNT: usize = 10_000;
    for index in 0..COUNT {
        let next = index + 1;
        let text = format!(
            "import {{ value as before }} from './m{next}.js';\nexport const value = before + 1;\nexport * from './m{next}.js';"
        );
        tree.insert(format!("/m{index}.js"), text);
    }
    tree.insert(
        format!("/m{COUNT}.js"),
        "export const value = await 0; export const last = 'end';".to_owned(),
    );
    let ended = run_files(
        tree,
        "import { value, last } from './m0.js'; return `${value} ${last}`;",
    );
    assert_eq!(
        ended,
        "= String(Text { text: \"10000 end\", ill_formed: None })"
    );
}

#[test]
fn cycles_and_order() {
    let tree = [
        (
            "/a.js",
            "import { b } from './b.js'; import './x.js'; console.log('a'); export const a = () => 'a';",
        ),
        (
            "/b.js",
            "import { a } from './a.js'; console.log('b'); export const b = () => a();\ntry { a(); } catch (error) { console.log(error.message); }",
        ),
        (
            "/bad.js",
            "import './x.js'; console.log('bad'); throw new Error('no');",
        ),
        ("/top.js", "import './bad.js'; console.log('never');"),
        (
            "/x.js",
            "console.log('x'); await 1; console.log('x after');",
        ),
    ];
    check(
        &tree,
        "import { a } from './a.js';\nimport { b } from './b.js';\nreturn `${a()}${b()}`;",
        "b\nCannot access 'a' before initialization\nx\nx after\na\n= String(Text { text: \"aa\", ill_formed: None })",
    );
    check(
        &tree,
        "for (const _ of [1, 2]) { try { await import('./top.js'); } catch (error) { console.log(error.message); } }",
        "x\nx after\nbad\nno\nno\n= Undefined",
    );
}

#[test]
fn imports_of_types_are_left_out() {
    let tree = [
        (
            "/types.ts",
            "export interface A { a: number }\nexport type B = string;\nexport const c = 1;",
        ),
        (
            "/x.ts",
            "import { A, B, c } from './types';\nimport { type A as D, c as e } from './types';\nexport const f = (a: A, b: B, d: D): number => a.a + c + e;",
        ),
    ];
    check(
        &tree,
        "import { A } from './types';\nimport { f } from './x';\nconst a: A = { a: 2 };\nreturn f(a, 'b', a);",
        "= Number(4.0)",
    );
}

#[test]
fn exports_of_the_program_and_repeated_evaluation() {
    let tree = [
        (
            "/once.js",
            "console.log('once');\nexport const n = { count: 0 };",
        ),
        (
            "/again.cjs",
            "console.log('cjs');\nexports.same = require('./once.js').n;",
        ),
    ];
    check(
        &tree,
        "import { n } from './once.js';\nimport again, { same } from './again.cjs';\nexport { n } from './once.js';\nexport * from './once.js';\nexport const x = 1;\nexport default async function main() { const { n: m } = await import('./once.js'); return n === m && n === same && again.same === n && require('./again.cjs') === again; }",
        "once\ncjs\n= Boolean(true)",
    );
}

#[test]
fn an_es_module_with_a_default_export_is_marked_where_it_is_required() {
    let tree = [
        (
            "/both.js",
            "console.log('both');\nexport let n = 1;\nexport const add = () => { n += 1; };\nexport default 'd';",
        ),
        ("/named.js", "export const n = 1;"),
        (
            "/own.js",
            "export const __esModule = 'own';\nexport default 1;",
        ),
    ];
    check(
        &tree,
        "const both = require('./both.js'); both.add();\nconst { __esModule: named } = require('./named.js');\nconst imported = await import('./both.js');\nreturn [both.__esModule, both.default, both.n, both === require('./both.js'), named, require('./own.js').__esModule, imported.__esModule, imported.n].map(String).join(' ');",
        "both\n= String(Text { text: \"true d 2 true undefined own undefined 2\", ill_formed: None })",
    );
}

#[test]
fn what_a_policy_refuses_and_what_is_registered() {
    let mut run = crate::fake::Run::new(|name, args| {
        let Some(Value::String(path)) = args.first() else {
            return Answer::Value(Value::Undefined);
        };
        Answer::Error(StateError::at_path(
            ErrorCode::NotPermitted,
            "permission denied",
            name,
            &path.text,
        ))
    });
    let step = run.start("import x from '/secret/x.js';");
    let Step::Threw(thrown) = step else {
        panic!("{step:?}");
    };
    assert_eq!(thrown.stack, "    at main.js:1:15");
    assert!(
        thrown.message.contains("permission denied"),
        "{}",
        thrown.message
    );
}
