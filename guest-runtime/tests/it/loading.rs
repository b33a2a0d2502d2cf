//! Functions are compiled when they are first called, and a program's tree is made once: nothing of
//! either is to be seen.

use crate::fake::run;
use crate::programs::shown;

#[test]
fn what_is_compiled_later_is_as_it_was() {
    let mut failures = Vec::new();
    for (source, expected) in [
        (
            "function f(a, b = 1, ...c) { 'use strict'; }\nreturn 1",
            "SyntaxError: Illegal 'use strict' directive in function with non-simple parameter list",
        ),
        (
            "function f(a,b) { return a }\nreturn [f.length, f.name, f.toString(), typeof f.prototype]",
            "[2, \"f\", \"function f(a,b) { return a }\", \"object\"]",
        ),
        (
            "const o = { get a() { return this.b }, async m() {}, *g() { yield* [1, 2] }, b: 3 };\n\
             return [o.a, [...o.g()], o.m.name, 'prototype' in o.m, 'prototype' in o.g]",
            "[3, [1, 2], \"m\", false, true]",
        ),
        (
            "function sloppy() { return this === globalThis }\n\
             function strict() { 'use strict'; return this }\n\
             return [sloppy(), strict() === undefined, (() => { 'use strict'; return 1 })()]",
            "[true, true, 1]",
        ),
        (
            "function made(a) { if (!new.target) return new made(a); this.a = a }\n\
             made.prototype.twice = function () { return this.a * 2 };\n\
             return [made(4).twice(), new made(5).a, Reflect.construct(made, [6]).a]",
            "[8, 5, 6]",
        ),
        (
            "let n = 0;\nfunction counter() { let own = 0; return () => [++own, ++n] }\n\
             const a = counter(), b = counter();\na(); a();\nreturn [a(), b(), n]",
            "[[3, 3], [1, 4], 4]",
        ),
        (
            "function f(a) { arguments[0] = 9; return [a, arguments.length, f === arguments.callee] }\n\
             return [f(1, 2), (function fact(n) { return n < 2 ? 1 : n * fact(n - 1) })(5)]",
            "[[9, 2, true], 120]",
        ),
        (
            "class A { static s = () => A.t(); static t() { return super.toString === undefined } #x = 7; \
             get x() { return (() => this.#x)() } }\nclass B extends A { get x() { return super.x + 1 } }\n\
             return [new B().x, A.s()]",
            "[8, false]",
        ),
        (
            "function f(a, b = () => a, c = b()) { var a = 5; return [a, b(), c] }\nreturn f(1)",
            "[5, 1, 1]",
        ),
        (
            "const out = [];\nasync function* g() { try { yield 1 } finally { out.push('end') } }\n\
             for await (const x of g()) { out.push(x); break }\nreturn out",
            "[1, \"end\"]",
        ),
    ] {
        let got = shown(&run(source));
        if !got.starts_with(&listed(expected)) {
            failures.push(format!("{source}\n  {got}\n  {expected}"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn tokens_are_read_alike_in_any_surroundings() {
    let mut failures = Vec::new();
    for (source, expected) in [
        (
            "return [1,10,0,0.5,.5,1.,1e3,0x1F,0b11,0o17,1_000,999999999,9999999999,String(5n)]",
            "[1, 10, 0, 0.5, 0.5, 1, 1000, 31, 3, 15, 1000, 999999999, 9999999999, \"5\"]",
        ),
        (
            "const \\u0061b = 1, é = 2, a$b_9 = 3, ünï = 4;\nreturn [ab, é, a$b_9, ünï]",
            "[1, 2, 3, 4]",
        ),
        (
            "return ['', \"a'b\", 'é', 'a\\n', \"x\\\ny\", 'of', 'true'.length]",
            "[\"\", \"a'b\", \"é\", \"a\\n\", \"xy\", \"of\", 4]",
        ),
        (
            "const of = 1, using = 2, async = 3, get = 4;\nreturn [of, using, async, get]",
            "[1, 2, 3, 4]",
        ),
        (
            "let a = 4, g = 2;\nreturn [a / 2 / g, a /2/ g, /2/g.test('2'), [1] / 1, (4) / 2]",
            "[1, 1, true, 1, 2]",
        ),
        (
            "// é comment\n/* many\nlines */ // more\nreturn 1 // end",
            "1",
        ),
        ("let x = 1\nx\n++\nx\nreturn x", "2"),
        (
            "return [1 < 2 === true, 2 ** 3 ** 0, 1 + 2 * 3 - 4 % 3, 1 << 2 + 1, 5 & 3 | 4 ^ 1, 'a' in { a: 1 } == 1]",
            "[true, 2, 6, 8, 5, true]",
        ),
        (
            "class A { #x; static has(o) { return #x in o && true } }\nreturn [A.has(new A()), A.has({})]",
            "[true, false]",
        ),
        ("return null ?? 1 ?? 2", "1"),
        (
            "/* a\r\nb */ let a;\r\n// c\r\nreturn [new Error().stack.match(/:4:/) !== null, 'x\\\r\ny']",
            "[true, \"xy\"]",
        ),
        ("let a\r\nreturn\r\na", "undefined"),
        (
            "let a = { b: null };\nreturn [a?.b, a.b?.c, a ?.5:1]",
            "[null, undefined, 0.5]",
        ),
        ("return 'tab' + '\t|' + 1", "\"tab\t|1\""),
    ] {
        let got = shown(&run(source));
        if got.replace("\\t", "\t") != listed(expected) {
            failures.push(format!("{source}\n  {got}\n  {expected}"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// An expected list, as values are shown.
fn listed(expected: &str) -> String {
    if expected.starts_with('[') {
        expected.replace(", ", ",")
    } else {
        expected.to_owned()
    }
}
