//! No built-in costs more than in proportion to its input: each program is run with `n`, `2n` and
//! `4n`, and may cost at most 2.3 times as much each time.

use isolate_host::{Outcome, RunOptions};

use crate::run;

/// How much more twice the input may cost, in hundredths: growing tables cost a little more than
/// their share when they are rebuilt.
const GROWTH_MAX_HUNDREDTHS: u64 = 230;

/// The first size.
const N: u64 = 4000;

/// A name, and a function of the size.
const PROGRAMS: &[(&str, &str)] = &[
    (
        "push",
        "(n) => { const a = []; for (let i = 0; i < n; i++) a.push(i); return a.length; }",
    ),
    (
        "pop",
        "(n) => { const a = Array(n).fill(1); while (a.length) a.pop(); }",
    ),
    (
        "shift",
        "(n) => { const a = Array(n).fill(1); while (a.length) a.shift(); }",
    ),
    (
        "shift of texts",
        "(n) => { const a = Array(n).fill('x'); while (a.length) a.shift(); }",
    ),
    (
        "unshift",
        "(n) => { const a = []; for (let i = 0; i < n; i++) a.unshift(i); return a[n - 1]; }",
    ),
    (
        "unshift of texts",
        "(n) => { const a = []; for (let i = 0; i < n; i++) a.unshift('x'); }",
    ),
    (
        "queue",
        "(n) => { const a = [1]; for (let i = 0; i < n; i++) { a.push(i, i); a.shift(); } return a.length; }",
    ),
    (
        "splice at the front",
        "(n) => { const a = Array(n).fill(1); while (a.length) a.splice(0, 2); }",
    ),
    (
        "splice in the middle",
        "(n) => { const a = Array(n).fill(1); a.splice(n / 2, 3, 4, 5, 6, 7); return a.length; }",
    ),
    (
        "concat",
        "(n) => Array(n).fill(1).concat(Array(n).fill('x')).length",
    ),
    (
        "spread",
        "(n) => [...Array(n).fill(1), ...Array(n).fill('x')].length",
    ),
    ("slice", "(n) => Array(n).fill(1).slice(1).length"),
    ("reverse", "(n) => Array(n).fill(1).reverse().length"),
    ("indexOf", "(n) => Array(n).fill(1).indexOf(2)"),
    ("includes", "(n) => Array(n).fill('x').includes('y')"),
    ("join", "(n) => Array(n).fill('x').join(',').length"),
    ("map", "(n) => Array(n).fill(1).map((x) => x + 1).length"),
    (
        "filter",
        "(n) => Array(n).fill(1).filter((x) => x > 0).length",
    ),
    (
        "forEach",
        "(n) => { let s = 0; Array(n).fill(1).forEach((x) => { s += x; }); return s; }",
    ),
    (
        "reduce",
        "(n) => Array(n).fill(1).reduce((a, b) => a + b, 0)",
    ),
    ("some", "(n) => Array(n).fill(1).some((x) => x > 1)"),
    ("every", "(n) => Array(n).fill(1).every((x) => x > 0)"),
    ("find", "(n) => Array(n).fill(1).find((x) => x > 1)"),
    ("flat", "(n) => Array(n).fill([1, 2]).flat().length"),
    (
        "flatMap",
        "(n) => Array(n).fill(1).flatMap((x) => [x, x]).length",
    ),
    (
        "Array.from",
        "(n) => Array.from({ length: n }, (_, i) => i).length",
    ),
    (
        "sort of numbers",
        "(n) => Array.from({ length: n }, (_, i) => (i * 7919) % 104729).sort((a, b) => a - b)[0]",
    ),
    (
        "sort of texts",
        "(n) => Array.from({ length: n }, (_, i) => 'k' + (i * 7919) % 104729).sort()[0]",
    ),
    (
        "toSorted, toSpliced, with",
        "(n) => { const a = Array(n).fill(1); return a.toSorted().toSpliced(1, 1).with(0, 2).toReversed().length; }",
    ),
    (
        "for of an array",
        "(n) => { let s = 0; for (const x of Array(n).fill(1)) s += x; return s; }",
    ),
    (
        "for of entries",
        "(n) => { let s = 0; for (const [i, x] of Array(n).fill(1).entries()) s += i + x; return s; }",
    ),
    (
        "for in",
        "(n) => { let s = 0; for (const i in Array(n).fill(1)) s += i.length; return s; }",
    ),
    (
        "destructuring",
        "(n) => { let s = 0; for (let i = 0; i < n; i++) { const { a, b } = { a: i, b: 2 }; const [x, y] = [a, b]; s += x + y; } return s; }",
    ),
    (
        "Map set, get, delete",
        "(n) => { const m = new Map(); for (let i = 0; i < n; i++) m.set('k' + i, i); let s = 0; for (let i = 0; i < n; i++) s += m.get('k' + i); for (let i = 0; i < n; i++) m.delete('k' + i); return s + m.size; }",
    ),
    (
        "for of a Map",
        "(n) => { const m = new Map(Array.from({ length: n }, (_, i) => [i, i])); let s = 0; for (const [k, v] of m) s += k + v; return s; }",
    ),
    (
        "Map forEach, keys, values",
        "(n) => { const m = new Map(Array.from({ length: n }, (_, i) => [i, i])); m.forEach((v) => v); return [...m.keys(), ...m.values()].length; }",
    ),
    (
        "delete while a Map is read",
        "(n) => { const m = new Map(Array.from({ length: n }, (_, i) => [i, i])); for (const [k] of m) m.delete(k); return m.size; }",
    ),
    (
        "Set",
        "(n) => { const s = new Set(); for (let i = 0; i < n; i++) s.add('k' + i); let c = 0; for (const x of s) if (s.has(x)) c++; for (const x of s) s.delete(x); return c; }",
    ),
    (
        "objects as tables",
        "(n) => { const o = {}; for (let i = 0; i < n; i++) o['k' + i] = i; let s = 0; for (const k in o) s += o[k]; return s; }",
    ),
    (
        "Object keys, values, entries",
        "(n) => { const o = Object.fromEntries(Array.from({ length: n }, (_, i) => ['k' + i, i])); return Object.keys(o).length + Object.values(o).length + Object.entries(o).length; }",
    ),
    (
        "Object.assign and spread",
        "(n) => { const o = Object.fromEntries(Array.from({ length: n }, (_, i) => ['k' + i, i])); return Object.keys({ ...Object.assign({}, o) }).length; }",
    ),
    (
        "Object.groupBy",
        "(n) => Object.keys(Object.groupBy(Array.from({ length: n }, (_, i) => i), (x) => 'g' + (x % 10))).length",
    ),
    (
        "structuredClone",
        "(n) => structuredClone(Array.from({ length: n }, (_, i) => ({ i, t: 'x' + i }))).length",
    ),
    (
        "JSON.stringify",
        "(n) => JSON.stringify(Array.from({ length: n }, (_, i) => ({ i, t: 'x' + i }))).length",
    ),
    (
        "JSON.stringify, indented",
        "(n) => JSON.stringify(Array.from({ length: n }, (_, i) => ({ i, t: 'x' + i })), null, 2).length",
    ),
    (
        "JSON.stringify, replaced",
        "(n) => JSON.stringify(Array.from({ length: n }, (_, i) => ({ i, t: 'x' + i })), (k, v) => v).length",
    ),
    (
        "JSON.stringify, deep",
        "(n) => { let o = 1; for (let i = 0; i < n; i++) o = [o]; return JSON.stringify(o).length; }",
    ),
    (
        "JSON.parse",
        "(n) => JSON.parse('[' + '{\"i\":1,\"t\":\"x\"},'.repeat(n) + '1]').length",
    ),
    (
        "JSON.parse, revived",
        "(n) => JSON.parse('[' + '{\"i\":1,\"t\":\"x\"},'.repeat(n) + '1]', (k, v) => v).length",
    ),
    (
        "JSON.parse, deep",
        "(n) => JSON.parse('['.repeat(n) + ']'.repeat(n)).length",
    ),
    (
        "JSON.parse of a table",
        "(n) => Object.keys(JSON.parse('{' + Array.from({ length: n }, (_, i) => '\"k' + i + '\":1').join() + '}')).length",
    ),
    (
        "typed arrays",
        "(n) => { const a = new Float64Array(n); for (let i = 0; i < n; i++) a[i] = i; return a.map((x) => x + 1).reduce((x, y) => x + y); }",
    ),
    (
        "generator",
        "(n) => { function* g() { for (let i = 0; i < n; i++) yield i; } let s = 0; for (const x of g()) s += x; return s; }",
    ),
    (
        "await",
        "async (n) => { let s = 0; for (let i = 0; i < n; i++) s += await i; return s; }",
    ),
    (
        "Promise.all",
        "async (n) => (await Promise.all(Array.from({ length: n }, (_, i) => Promise.resolve(i)))).length",
    ),
    (
        "chain of then",
        "async (n) => { let p = Promise.resolve(0); for (let i = 0; i < n; i++) p = p.then((x) => x + 1); return p; }",
    ),
];

fn fuel(name: &str, program: &str, size: u64) -> u64 {
    let options = RunOptions {
        seed: Some(1),
        ..RunOptions::default()
    };
    let run = run(&format!("async () => ({program})({size})"), options);
    assert!(
        matches!(run.outcome, Outcome::Returned(_)),
        "{name}, {size}: {:?}",
        run.outcome
    );
    run.usage.fuel
}

#[test]
fn built_ins_cost_no_more_than_in_proportion() {
    let mut failures = Vec::new();
    for (name, program) in PROGRAMS {
        let costs = [N, 2 * N, 4 * N].map(|size| fuel(name, program, size));
        // Over two doublings at once: the one in which the first collection of garbage falls
        // costs more, without any growth behind it.
        if costs[2] * 10_000 > costs[0] * GROWTH_MAX_HUNDREDTHS * GROWTH_MAX_HUNDREDTHS {
            failures.push(format!("{name}: {costs:?}"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
