//! Programs that mean harm or go wrong: each ends inside its limits, with a stable answer, and
//! the next run on the same sandbox notices nothing.

use std::time::Duration;

use expect_test::{Expect, expect};
use isolate_host::RunOptions;

use crate::{ending, run};

/// Small enough for a quick test, large enough for what must work.
fn bounded() -> RunOptions {
    RunOptions::new()
        .fuel(400_000_000)
        .memory_bytes(64 << 20)
        .timeout(Duration::from_secs(20))
        .seed(1)
}

fn check(program: &str, expected: &Expect) {
    let text = ending(&run(program, bounded()));
    let cut: String = text.chars().take(300).collect();
    expected.assert_eq(&cut);
    assert_eq!(
        ending(&run("() => [1, 2].map((n) => n * 2)", bounded())),
        "returned [2, 4]"
    );
}

#[test]
fn an_endless_loop() {
    check(
        "() => { for (;;); }",
        &expect![
            "limit fuel: the program used all of its fuel (400000000): look for an endless loop, do less in one run, or raise the fuel limit"
        ],
    );
}

#[test]
fn an_endless_loop_that_catches() {
    check(
        "() => { for (;;) { try { for (;;); } catch {} finally {} } }",
        &expect![
            "limit fuel: the program used all of its fuel (400000000): look for an endless loop, do less in one run, or raise the fuel limit"
        ],
    );
}

#[test]
fn an_endless_promise_chain() {
    check(
        "async () => { const again = () => Promise.resolve().then(again); await again(); }",
        &expect![
            "limit fuel: the program used all of its fuel (400000000): look for an endless loop, do less in one run, or raise the fuel limit"
        ],
    );
}

#[test]
fn an_endless_chain_of_timers() {
    check(
        "() => new Promise(() => { const again = () => setTimeout(again, 0); again(); })",
        &expect![
            "limit fuel: the program used all of its fuel (400000000): look for an endless loop, do less in one run, or raise the fuel limit"
        ],
    );
}

#[test]
fn a_promise_that_never_settles() {
    check(
        "async () => { await new Promise(() => {}); }",
        &expect![
            "threw Error: the program awaits a promise that can never settle: nothing is left that could resolve or reject it"
        ],
    );
}

#[test]
fn endless_recursion() {
    check(
        "() => { const f = () => f() + 1; return f(); }",
        &expect!["threw RangeError: Maximum call stack size exceeded"],
    );
}

#[test]
fn endless_recursion_that_is_caught() {
    check(
        "() => { const f = () => f() + 1; try { f(); } catch (error) { return error.name; } }",
        &expect![[r#"returned "RangeError""#]],
    );
}

#[test]
fn endless_recursion_through_native_code() {
    check(
        "() => { const f = () => [1].map(f); return f(); }",
        &expect!["threw RangeError: Maximum call stack size exceeded"],
    );
}

#[test]
fn endless_recursion_through_accessors() {
    check(
        "() => { const o = { get a() { return this.a; }, toString() { return `${this}`; } }; return o.a + o; }",
        &expect!["threw RangeError: Maximum call stack size exceeded"],
    );
}

#[test]
fn endless_recursion_through_proxies() {
    check(
        "() => { let p = {}; for (let i = 0; i < 1e5; i++) p = new Proxy(p, {}); return p.x; }",
        &expect!["threw RangeError: Maximum call stack size exceeded"],
    );
}

#[test]
fn functions_that_are_compiled_where_the_stack_ends() {
    let deep = format!("{}1{}", "(".repeat(250), ")".repeat(250));
    let long = ["a"; 1_500].join(" + ");
    check(
        &format!(
            "() => {{ const deep = () => {deep}, long = (a) => {long}; const f = () => {{ \
             try {{ return [1].map(f)[0]; }} catch {{ return deep() + long(1); }} }}; return f(); }}"
        ),
        &expect!["returned 1501"],
    );
}

#[test]
fn deep_brackets_in_the_source() {
    let program = format!("() => {}1{}", "[".repeat(100_000), "]".repeat(100_000));
    check(
        &program,
        &expect![
            "does not parse: SyntaxError: brackets or operators are nested deeper than 300 levels"
        ],
    );
}

#[test]
fn deep_parentheses_in_the_source() {
    let program = format!("() => {}1{}", "(".repeat(100_000), ")".repeat(100_000));
    check(
        &program,
        &expect![
            "does not parse: SyntaxError: brackets or operators are nested deeper than 300 levels"
        ],
    );
}

#[test]
fn deep_operators_in_the_source() {
    check(
        &format!("() => {}1", "!".repeat(100_000)),
        &expect![
            "does not parse: SyntaxError: brackets or operators are nested deeper than 300 levels"
        ],
    );
    check(
        &format!("() => 1{}", " + 1".repeat(100_000)),
        &expect![
            "does not parse: SyntaxError: too many operators, members and calls in one expression, which may have 12000: write several statements, or a list"
        ],
    );
    check(
        &format!("() => {}1", "1 ? 1 : ".repeat(100_000)),
        &expect![
            "does not parse: SyntaxError: too many conditions in a row, `? :` or `else if`, of which there may be 4000: look values up in an object or an array"
        ],
    );
}

#[test]
fn deep_blocks_and_templates_in_the_source() {
    check(
        &format!("() => {{ {}{} }}", "{".repeat(50_000), "}".repeat(50_000)),
        &expect![
            "does not parse: SyntaxError: brackets or operators are nested deeper than 300 levels"
        ],
    );
    check(
        &format!("() => {}1{}", "`${".repeat(50_000), "}`".repeat(50_000)),
        &expect![
            "does not parse: SyntaxError: brackets or operators are nested deeper than 300 levels"
        ],
    );
}

#[test]
fn brackets_that_never_close() {
    check(
        &"[".repeat(200_000),
        &expect![
            "does not parse: SyntaxError: brackets or operators are nested deeper than 300 levels"
        ],
    );
    check(
        &"/*".repeat(100_000),
        &expect![
            "does not parse: SyntaxError: too many operators, members and calls in one expression, which may have 12000: write several statements, or a list"
        ],
    );
}

#[test]
fn deep_nesting_in_json() {
    check(
        "() => { let v = JSON.parse('['.repeat(1e5) + ']'.repeat(1e5)), n = 0; while (v) { v = v[0]; n++; } return n; }",
        &expect!["returned 100000"],
    );
    check(
        "() => { let v = []; for (let i = 0; i < 1e5; i++) v = [v]; return JSON.stringify(v); }",
        &expect!["threw RangeError: Maximum call stack size exceeded"],
    );
}

#[test]
fn deep_nesting_in_a_regex() {
    check(
        "() => {
            try { new RegExp('('.repeat(1e5) + ')'.repeat(1e5)); }
            catch (error) { throw new SyntaxError(error.message.replace(/\\(+/, '(')); }
        }",
        &expect![
            "threw SyntaxError: Invalid regular expression: /(…/: Regular expression is too deeply nested"
        ],
    );
}

#[test]
fn a_regex_that_backtracks_for_ever() {
    check(
        "() => /^(a+)+$/.test('a'.repeat(40) + '!')",
        &expect![
            "limit fuel: the program used all of its fuel (400000000): look for an endless loop, do less in one run, or raise the fuel limit"
        ],
    );
    check(
        "() => /(?:a?){30}a{30}b/.test('a'.repeat(30))",
        &expect![
            "limit fuel: the program used all of its fuel (400000000): look for an endless loop, do less in one run, or raise the fuel limit"
        ],
    );
    check(
        "() => /(?:a|a)*?$/.test('a'.repeat(40) + '!')",
        &expect![
            "limit fuel: the program used all of its fuel (400000000): look for an endless loop, do less in one run, or raise the fuel limit"
        ],
    );
    check(
        "() => /(?:.*.*.*)*x/.test('a'.repeat(5000))",
        &expect![
            "limit fuel: the program used all of its fuel (400000000): look for an endless loop, do less in one run, or raise the fuel limit"
        ],
    );
}

#[test]
fn giant_strings() {
    check(
        "() => 'x'.repeat(2 ** 29).length",
        &expect![
            "threw RangeError: Invalid string length: a string has 536,870,888 characters at most"
        ],
    );
    check(
        "() => 'x'.repeat(2 ** 28).length",
        &expect![
            "limit memory: the program needs more memory than its limit of 64 MiB: work on smaller pieces, or raise the memory limit"
        ],
    );
    check(
        "() => { let s = 'x'; for (;;) s += s; }",
        &expect![
            "limit memory: the program needs more memory than its limit of 64 MiB: work on smaller pieces, or raise the memory limit"
        ],
    );
    check(
        "() => 'x'.padStart(2 ** 31)",
        &expect![
            "threw RangeError: cannot create a string longer than the maximum allowed length (536870888)"
        ],
    );
}

#[test]
fn giant_arrays() {
    check(
        "() => new Array(2 ** 32 - 1).fill(0)",
        &expect![
            "limit fuel: the program used all of its fuel (400000000): look for an endless loop, do less in one run, or raise the fuel limit"
        ],
    );
    check(
        "() => { const a = []; for (;;) a.push(a.length); }",
        &expect![
            "limit fuel: the program used all of its fuel (400000000): look for an endless loop, do less in one run, or raise the fuel limit"
        ],
    );
    check(
        "() => Array.from({ length: 1e9 })",
        &expect![
            "limit fuel: the program used all of its fuel (400000000): look for an endless loop, do less in one run, or raise the fuel limit"
        ],
    );
}

#[test]
fn giant_typed_arrays() {
    check(
        "() => new Uint8Array(2 ** 31)",
        &expect!["threw RangeError: Array buffer allocation failed"],
    );
    check(
        "() => new ArrayBuffer(2 ** 53)",
        &expect!["threw RangeError: Index must be between 0 and  2^53 - 1"],
    );
    check(
        "() => { const a = []; for (;;) a.push(new Uint8Array(1 << 20)); }",
        &expect![
            "limit memory: the program needs more memory than its limit of 64 MiB: work on smaller pieces, or raise the memory limit"
        ],
    );
    check(
        "() => { for (let i = 0; i < 200; i++) new Uint8Array(1 << 20); return 'collected'; }",
        &expect![[r#"returned "collected""#]],
    );
}

#[test]
fn a_flood_of_logs() {
    let run = run(
        "() => { for (let i = 0; i < 1e5; i++) console.log('x'.repeat(100)); }",
        bounded(),
    );
    assert!(run.logs.len() <= 10_000);
    assert!(run.logs_dropped.entries > 0 || ending(&run).starts_with("limit"));
}

#[test]
fn a_huge_result() {
    check(
        "() => Array.from({ length: 1000 }, (_, i) => 'x'.repeat(1 << 17) + i).join().length",
        &expect![
            "limit memory: the program needs more memory than its limit of 64 MiB: work on smaller pieces, or raise the memory limit"
        ],
    );
    let run = run("() => 'x'.repeat(9 << 20)", bounded());
    let text = ending(&run);
    assert!(text.len() < (8 << 20) + 200, "{}", text.len());
}

#[test]
fn results_without_a_json_form() {
    check(
        "() => { const a = { b: {} }; a.b.c = a; return a; }",
        &expect!["returned { b: { c: reference($) } }"],
    );
    check(
        "() => [() => 1, function named() {}, class C {}]",
        &expect![[r#"returned [function(""), function(named), function(C)]"#]],
    );
    check(
        "() => [Symbol('s'), 2n ** 70n, NaN, -0, undefined]",
        &expect!["returned [Symbol(s), 1180591620717411303424n, NaN, -0, undefined]"],
    );
    check(
        "() => [new Map([[1, { a: 2 }]]), new Set([1]), /x/g, new Error('e')]",
        &expect![[r#"returned [Map { 1: { a: 2 } }, Set { 1 }, "/x/g", Error("e")]"#]],
    );
    check(
        "() => ({ get a() { throw new Error('from a getter'); } })",
        &expect!["threw Error: from a getter"],
    );
    check(
        "() => new Proxy({}, { ownKeys() { throw new Error('from a trap'); } })",
        &expect!["threw Error: from a trap"],
    );
    check(
        "() => ({ toJSON() { for (;;); } })",
        &expect![
            "limit fuel: the program used all of its fuel (400000000): look for an endless loop, do less in one run, or raise the fuel limit"
        ],
    );
    check(
        "() => ({ typed: typeof state, method: state.readFile })",
        &expect![[r#"returned { typed: "object", method: function(readFile) }"#]],
    );
    check(
        "() => { let o = {}; for (;;) o = { o }; return o; }",
        &expect![
            "limit fuel: the program used all of its fuel (400000000): look for an endless loop, do less in one run, or raise the fuel limit"
        ],
    );
}

#[test]
fn thrown_values_that_are_not_errors() {
    check("() => { throw 'text'; }", &expect!["threw Error: text"]);
    check(
        "() => { throw { code: 7 }; }",
        &expect!["threw Error: { code: 7 }"],
    );
    check("() => { throw null; }", &expect!["threw Error: null"]);
    check(
        "() => { throw undefined; }",
        &expect!["threw Error: undefined"],
    );
    check("() => { throw new Error(''); }", &expect!["threw Error: "]);
    check(
        "() => { throw { get message() { throw 1; }, toString() { throw 2; } }; }",
        &expect!["threw Error: { message: [Getter], toString: [Function: toString] }"],
    );
    check(
        "() => { const e = new Error('x'.repeat(1e7)); e.name = 'N'.repeat(1e7); throw e; }",
        &expect![
            "limit fuel: the program used all of its fuel (400000000): look for an endless loop, do less in one run, or raise the fuel limit"
        ],
    );
}

#[test]
fn a_contradicting_comparator() {
    check(
        "() => Array.from({ length: 1000 }, (_, i) => i).sort(() => Math.random() - 0.5).length",
        &expect!["returned 1000"],
    );
}

#[test]
fn a_buffer_resized_while_it_is_read() {
    check(
        "() => {
            const buffer = new ArrayBuffer(16, { maxByteLength: 1024 });
            const view = new Uint8Array(buffer);
            return view.fill(1, { valueOf() { buffer.resize(0); return 0; } }).length;
        }",
        &expect!["returned 0"],
    );
}

#[test]
fn built_in_objects_turned_against_the_engine() {
    check(
        "async () => {
            Object.prototype.then = function () {};
            Array.prototype[Symbol.iterator] = function () { throw new Error('no'); };
            Promise.prototype.then = undefined;
            JSON.stringify = String.prototype.toString = undefined;
            return { a: 1 };
        }",
        &expect![
            "threw Error: the program awaits a promise that can never settle: nothing is left that could resolve or reject it"
        ],
    );
    check(
        "async () => { delete globalThis.Promise; globalThis.state = 1; return typeof state; }",
        &expect![[r#"returned "object""#]],
    );
}

#[test]
fn text_that_breaks_out_of_a_wrapper() {
    check(
        "async () => 1); (async () => 2",
        &expect!["does not parse: SyntaxError: Unexpected token ')', expected ';'"],
    );
    check(
        "}, (() => { console.log('out') })(), async () => {",
        &expect!["does not parse: SyntaxError: Unexpected token '}': a closing bracket too many"],
    );
}

#[test]
fn ways_out_of_the_sandbox() {
    for program in [
        "() => eval('1 + 1')",
        "() => new Function('return this')()",
        "() => (() => {}).constructor('return process.env')()",
        "() => (0, eval)('fetch(`http://localhost/`)')",
        "() => eval('import(`fs`)')",
        "() => import('fs')",
        "() => require('fs')",
        "() => fetch('http://localhost/')",
        "() => process.env",
    ] {
        let text = ending(&run(program, bounded()));
        assert!(!text.starts_with("limit"), "{program}: {text}");
    }
}
