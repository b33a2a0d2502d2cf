//! What a program cannot reach any more takes no memory after the next collection, however its
//! parts refer to each other.
//!
//! A collection is due when what is in use has doubled. What takes several of them to go therefore
//! adds up, without an end.

use std::time::Duration;

use isolate_host::{Outcome, RunOptions};

use crate::run;

/// What may be added to the sandbox: what is made until a collection is due, twice.
const MEMORY_BYTES_MAX: u64 = 24 << 20;

const TIMES: usize = 40_000;

/// Statements that leave something behind that refers to itself.
const CYCLES: &[&str] = &[
    "new (class extends (class {}) {})();",
    "new (class extends (class extends (class extends (class {}) {}) {}) {})();",
    "class A { #x = this; static s = new A(); y() { return this.#x; } } new A().y();",
    "class A { static { this.B = class extends A { m() { return super.m; } }; } m() { return A; } } new A.B().m();",
    "Object.create(Object.create(Object.create({ a: i })));",
    "let o = {}; for (let d = 0; d < 5; d++) { const p = { d }; Object.setPrototypeOf(p, o); o = p; }",
    "function A() {} A.prototype = { m() {} }; function B() {} B.prototype = Object.create(A.prototype); B.prototype.constructor = B; new B().m();",
    "const w = new WeakMap(), k = {}; w.set(k, { k, w, more: [i] });",
    "const w = new WeakMap(); let k = {}; for (let d = 0; d < 5; d++) { const v = {}; w.set(k, v); k = v; }",
    "const a = {}; a.r = new WeakRef(a);",
    "const r = new FinalizationRegistry(() => {}), o = {}; r.register(o, { i }); o.r = r;",
    "function* g() { yield g; } const it = g(); it.next();",
    "const f = () => f; f.self = f; f();",
    "const o = {}; o.p = new Proxy(o, { get: () => o }); o.p.x;",
    "const f = function () { return b; }; const b = f.bind(f); b();",
    "const m = new Map(); m.set(m, m); const s = new Set([m]); m.set(s, s);",
    "const it = [1, 2][Symbol.iterator](); it.next(); it.it = it;",
    "const k = Symbol(), o = {}; o[k] = o;",
    "const o = { ['key' + i]: 1 }; o.self = o;",
    "const o = { get a() { return o; }, set a(v) { o.v = v; } }; o.a = o;",
    "let done; const p = new Promise((resolve) => { done = resolve; }); p.self = done; p.then(() => p);",
    "const e = new Error('x'); e.self = e; try { throw e; } catch (c) { c.cause = e; }",
    "const r = /a(b)/g; r.self = r; r.exec('ab');",
    "const t = new Uint8Array(8); t.self = t; t.buffer.t = t;",
    "const [a, ...b] = [{}, {}]; a.b = b; b.push(a);",
    "(function f(n) { arguments.self = arguments; f.args = arguments; return n && f(n - 1); })(3);",
];

#[test]
fn cycles_of_every_kind_go_in_one_collection() {
    for cycle in CYCLES {
        let program = format!(
            "async () => {{
               for (let i = 0; i < {TIMES}; i++) {{
                 {cycle}
                 if (i % 1000 === 0) await null;
               }}
             }}"
        );
        let options = RunOptions::new()
            .fuel(u64::MAX / 2)
            .timeout(Duration::from_mins(5));
        let run = run(&program, options);
        assert!(
            matches!(run.outcome, Outcome::Returned(_)),
            "{cycle}: {:?}",
            run.outcome
        );
        assert!(
            run.usage.peak_memory_bytes <= MEMORY_BYTES_MAX,
            "{cycle}: {} MB",
            run.usage.peak_memory_bytes >> 20
        );
    }
}
