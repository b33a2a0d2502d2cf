//! What is reported of an error.

use isolate_protocol::wire::message::Step;

use crate::fake::{Run, logged, one_file, run};
use crate::programs::shown;

#[test]
fn errors_are_worded_and_placed() {
    let mut failures = Vec::new();
    for (source, expected) in [
        (
            "async () => { throw new Error('boom'); }",
            "Error: boom @1:21",
        ),
        ("async () => { throw 'boom'; }", "Error: boom"),
        ("throw { a: 1 }", "Error: { a: 1 }"),
        (
            "async () => { return null.x; }",
            "TypeError: Cannot read properties of null (reading 'x') @1:27",
        ),
        (
            "const a = {};\na.b.c",
            "TypeError: Cannot read properties of undefined (reading 'c') @2:5",
        ),
        (
            "const a = {};\na.b.c = 1",
            "TypeError: Cannot set properties of undefined (setting 'c') @2:1",
        ),
        (
            "const a = {};\na.foo()",
            "TypeError: a.foo is not a function @2:3",
        ),
        (
            "const a = {};\nreturn a.b.foo(1)",
            "TypeError: Cannot read properties of undefined (reading 'foo') @2:12",
        ),
        ("const f = 1;\nf()", "TypeError: f is not a function @2:1"),
        ("undefined()", "TypeError: undefined is not a function @1:1"),
        ("const [a] = 1", "TypeError: 1 is not iterable @1:7"),
        (
            "for (const x of 5) {}",
            "TypeError: 5 is not iterable @1:17",
        ),
        (
            "const o = {};\nfor (const x of o) {}",
            "TypeError: o is not iterable @2:17",
        ),
        (
            "const { a } = null",
            "TypeError: Cannot destructure property 'a' of 'null' as it is null. @1:7",
        ),
        (
            "new (class A { #x; static t(o) { return o.#x } }).t({})",
            "TypeError: not a constructor @1:1",
        ),
        ("new 5", "TypeError: 5 is not a constructor @1:1"),
        (
            "const f = () => 1;\nnew (f())(2, 3)",
            "TypeError: f(...) is not a constructor @2:1",
        ),
        (
            "const a = { b: [1] };\nnew ((a.b[0]))",
            "TypeError: a.b[0] is not a constructor @2:1",
        ),
        (
            "const f = () => ({ x: 1 });\nnew ( f( 1 ).x )()",
            "TypeError: f(...).x is not a constructor @2:1",
        ),
        (
            "const a = { b: 1 };\nnew (a).b()",
            "TypeError: not a constructor @2:1",
        ),
        (
            "const a = 1, b = 2;\nnew (a || b)()",
            "TypeError: not a constructor @2:1",
        ),
        (
            "const a = class {}, b = 2;\nnew (a, b)()",
            "TypeError: not a constructor @2:1",
        ),
        (
            "const a = 1, b = 2;\nnew (a\n|| b)()",
            "TypeError: not a constructor @2:1",
        ),
        (
            "const k = 1;\nk = 2",
            "TypeError: Assignment to constant variable. @2:1",
        ),
        (
            "x; let x = 1",
            "ReferenceError: Cannot access 'x' before initialization @1:1",
        ),
        (
            "async () => notDefinedAnywhere",
            "ReferenceError: notDefinedAnywhere is not defined @1:13",
        ),
        ("process.env.X", "undefined"),
        (
            "stat.readFile('/a')",
            "ReferenceError: stat is not defined; did you mean state.stat? @1:1",
        ),
        (
            "consol.log(1)",
            "ReferenceError: consol is not defined; did you mean console? @1:1",
        ),
        (
            "const a = 'it';\nconst s = \"abc;\n return s",
            "SyntaxError: Unexpected end of input: a quote or template is not closed @2:11",
        ),
        (
            "f('abc",
            "SyntaxError: Unexpected end of input: a quote or template is not closed @1:3",
        ),
        (
            "const a = `${`x${1}`} y`;\n  const b = `${a} + ${'`'} }\n return b; /* ' */",
            "SyntaxError: Unexpected end of input: a quote or template is not closed @2:13",
        ),
        (
            "const a = {}; a.aLongNameThatBeginsHereAndThenGoesOnAndOnAndOnForMoreThanEightyBytesUntilItEnds()",
            "TypeError: a.aLongNameThatBeginsHereAndThenGoesOnAn…OnAndOnForMoreThanEightyBytesUntilItEnds is not a function @1:17",
        ),
        (
            "async () => state.readFil('/a')",
            "TypeError: state.readFil is not a function. Did you mean state.readFile(path, options?)? @1:19",
        ),
        (
            "await state.readFile('/nope')",
            "Error: ENOENT: no such file or directory, readFile '/nope' @1:13",
        ),
        (
            "const x = 1;\n  await state.readFile('/nope')",
            "Error: ENOENT: no such file or directory, readFile '/nope' @2:15",
        ),
        (
            "await state.writeFile('/a', state.readFile('/a'))",
            "TypeError: state.writeFile: an argument is a Promise; write `await` before what gives it @1:13",
        ),
        (
            "await fetch('http://x')",
            "ReferenceError: fetch is not defined; there is no network in this sandbox; files are reached through state, and whatever else the host offers through tools @1:7",
        ),
        (
            "require('axios')",
            "Error: Cannot find module 'axios': there is no network in this sandbox @1:1",
        ),
        (
            "import axios from 'axios';\naxios",
            "Error: Cannot find module 'axios': there is no network in this sandbox @1:19",
        ),
        ("typeof (await import('fs')).readFile", "\"function\""),
        (
            "const x = y as string;",
            "ReferenceError: y is not defined @1:11",
        ),
        (
            "const x = ;",
            "SyntaxError: Unexpected token ';': primary expression @1:11",
        ),
        (
            "foo(",
            "SyntaxError: Unexpected end of input: a bracket, quote or block is not closed @1:5",
        ),
        (
            "foo())",
            "SyntaxError: Unexpected token ')', expected ';' @1:6",
        ),
        (
            "if (x) {\n  foo()\n",
            "SyntaxError: Unexpected end of input: a bracket, quote or block is not closed @2:8",
        ),
        (
            "let a = 1;\nlet a = 2;",
            "SyntaxError: Identifier 'a' has already been declared @2:5",
        ),
        (
            "Here is what I think about it",
            "SyntaxError: Unexpected token 'is', expected ';'. This looks like prose around the program: give the code only, or put it into a ``` fence @1:6",
        ),
        (
            "const f = () => { await x; }",
            "SyntaxError: Unexpected token 'x', expected ';'. `await` works at the top level and inside async functions only: write `async` before the function around it @1:25",
        ),
        (
            "return <div/>",
            "SyntaxError: Unexpected token '<': primary expression. JSX is not supported: build the text with template literals @1:8",
        ),
        (
            "'abc",
            "SyntaxError: Unexpected end of input: a quote or template is not closed @1:1",
        ),
        (
            "new Intl.DisplayNames('en')",
            "TypeError: Intl.DisplayNames needs the option type, one of \"language\", \"region\", \"script\", \"currency\", \"calendar\", \"dateTimeField\" @1:1",
        ),
        (
            "new Intl.DisplayNames('en', { type: 'region' }).of('USA')",
            "RangeError: Invalid argument to Intl.DisplayNames.prototype.of: a region is two letters or three digits @1:49",
        ),
        (
            "new Intl.DurationFormat('en')",
            "TypeError: Intl.DurationFormat is not a constructor; format the parts with Intl.NumberFormat (style: \"unit\") and join them with Intl.ListFormat (type: \"unit\") @1:1",
        ),
        (
            "new Intl.DateTimeFormat('en', { timeZone: 'Berlin' })",
            "RangeError: Invalid time zone specified: Berlin; names such as `Europe/Berlin` and offsets such as `+02:00` are known @1:1",
        ),
        (
            "crypto.subtle.importKey('raw')",
            "TypeError: crypto.subtle.importKey is not a function; no keys, signatures or ciphers can be had here: there are digests, with createHash of `require(\"crypto\")` or crypto.subtle.digest @1:15",
        ),
        (
            "globalThis.fetch('/')",
            "TypeError: globalThis.fetch is not a function; there is no network in this sandbox; files are reached through state, and whatever else the host offers through tools @1:12",
        ),
        (
            "JSON.parse('{bad')",
            "SyntaxError: Expected property name or '}' in JSON at position 1 (line 1 column 2) @1:6",
        ),
        (
            "const f = (n) => f(n + 1);\nf(0)",
            "RangeError: Maximum call stack size exceeded @1:18",
        ),
        (
            "Promise.any([Promise.reject(new Error('a')), Promise.reject(new TypeError('b'))])",
            "AggregateError: All promises were rejected\n  - Error: a\n  - TypeError: b",
        ),
        (
            "using a = { [Symbol.dispose]() { throw 1 } }; using b = { [Symbol.dispose]() { throw new TypeError('b') } }; throw new Error('c')",
            "SuppressedError: An error was suppressed during disposal\n  - 1\n  - TypeError: b\n  - Error: c @1:7",
        ),
        (
            "throw new Error('outer', { cause: new TypeError('inner') })",
            "Error: outer @1:7",
        ),
        (
            "class MyError extends Error { constructor(m) { super(m); this.name = 'MyError'; this.code = 'E1'; } }\nthrow new MyError('m')",
            "MyError: m @2:7",
        ),
        (
            "'é😀'; null.x",
            "TypeError: Cannot read properties of null (reading 'x') @1:13",
        ),
        ("decodeURIComponent('%')", "URIError: URI malformed @1:1"),
        (
            "null.x",
            "TypeError: Cannot read properties of null (reading 'x') @1:6",
        ),
        (
            "[].reduce((a, b) => a)",
            "TypeError: Reduce of empty array with no initial value @1:4",
        ),
        (
            "BigInt(1.5)",
            "RangeError: cannot convert 1.5 to a BigInt @1:1",
        ),
        ("new Array(-1)", "RangeError: Invalid array length @1:1"),
        ("'x'.repeat(-1)", "RangeError: Invalid count value: -1 @1:5"),
        (
            "Symbol() + ''",
            "TypeError: Cannot convert a Symbol value to a string @1:1",
        ),
        (
            "1n + 1",
            "TypeError: Cannot mix BigInt and other types, use explicit conversions @1:1",
        ),
        (
            "({}).x.y",
            "TypeError: Cannot read properties of undefined (reading 'y') @1:8",
        ),
        (
            "let u; u.length",
            "TypeError: Cannot read properties of undefined (reading 'length') @1:10",
        ),
        (
            "let u; u[0]",
            "TypeError: Cannot read properties of undefined (reading '0') @1:10",
        ),
        (
            "let u; u['a b']",
            "TypeError: Cannot read properties of undefined (reading 'a b') @1:10",
        ),
        (
            "Object.defineProperty(Object.freeze({}), 'a', {})",
            "TypeError: Cannot redefine property: a @1:8",
        ),
        (
            "'use strict'; Object.freeze({a:1}).a = 2",
            "TypeError: Cannot assign to read only property 'a' of object '#<Object>' @1:22",
        ),
        (
            "tools.nope(1)",
            "TypeError: tools.nope is not a function. The functions of tools are slow @1:7",
        ),
    ] {
        let got = shown(&run(source));
        if got != expected {
            failures.push(format!("{source}\n   gives {got}\n  wanted {expected}"));
        }
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

#[test]
fn frames_are_the_users_own() {
    let source = "async function inner() {\n  throw new Error('deep');\n}\nasync function main() {\n  await inner();\n}\nawait main();";
    let Step::Threw(thrown) = run(source) else {
        panic!("should throw");
    };
    assert_eq!(
        thrown.stack,
        "    at inner (main.js:2:9)\n    at main (main.js:5:9)\n    at main.js:7:7"
    );
    assert_eq!(
        logged("try {\n  throw new TypeError('x');\n} catch (e) { console.log(e.stack); }"),
        "TypeError: x\n    at main.js:2:9"
    );
}

#[test]
fn a_rejection_that_nobody_handles_fails_the_program() {
    let mut run = Run::new(one_file);
    let step = run.start("state.readFile('/nope');\nstate.readFile('/none');\nreturn 1;");
    assert_eq!(
        shown(&step),
        "Error: ENOENT: no such file or directory, readFile '/nope' @1:7"
    );
    assert_eq!(
        run.logs(),
        [
            "note: line 1: nobody waited for what failed here: write `await` before it, or handle it with .catch",
            "Unhandled rejection: Error: ENOENT: no such file or directory, readFile '/none' (line 2; is an `await` missing?)"
        ]
    );
}
