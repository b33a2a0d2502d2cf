//! The cost of some programs, so that a change of the engine that makes programs more expensive is noticed.
//!
//! `UPDATE_FUEL=1` rewrites `fuel.txt`.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use isolate_host::{Outcome, RunOptions};

use crate::run;

/// Parts in a hundred by which a cost may differ from its pin.
const TOLERANCE_PERCENT: u64 = 3;

const PROGRAMS: &[(&str, &str)] = &[
    ("nothing", "() => {}"),
    ("hello", "async () => 1 + 1"),
    (
        "loop",
        "() => { let sum = 0; for (let i = 0; i < 1e4; i++) sum += i; return sum; }",
    ),
    (
        "fibonacci",
        "() => { const f = (n) => (n < 2 ? n : f(n - 1) + f(n - 2)); return f(15); }",
    ),
    (
        "json",
        "() => JSON.parse(JSON.stringify(Array.from({ length: 500 }, (_, i) => ({ id: i, name: `n${i}` })))).length",
    ),
    (
        "sort",
        "() => Array.from({ length: 2000 }, (_, i) => (i * 7919) % 2003).sort((a, b) => a - b)[7]",
    ),
    (
        "regex",
        "() => 'one two three '.repeat(200).match(/\\bt\\w+/g).length",
    ),
    (
        "text",
        "() => { let s = ''; for (let i = 0; i < 1000; i++) s += i; return s.split('9').map((p) => p.trim()).join('-').length; }",
    ),
    (
        "JSON.parse",
        "() => JSON.parse('[' + '{\"id\":1,\"name\":\"a name\",\"tags\":[\"x\",null]},'.repeat(2000) + '0]').length",
    ),
    (
        "JSON.stringify",
        "() => JSON.stringify(Array(2000).fill({ id: 1, name: 'a name', tags: ['x', null] })).length",
    ),
    (
        "split",
        "() => 'some words in a line\\n'.repeat(5000).split('\\n').length",
    ),
    (
        "replaceAll",
        "() => 'some words in a line\\n'.repeat(5000).replaceAll('words', 'text').length",
    ),
    (
        "replace",
        "() => 'some words in a line\\n'.repeat(5000).replace(/in|a/g, '-').length",
    ),
    (
        "match",
        "() => 'some words in a line\\n'.repeat(5000).match(/[a-z]+s\\b/g).length",
    ),
    (
        "names",
        "() => { const counts = {}; for (let i = 0; i < 2000; i++) { const name = 'k' + (i % 50); counts[name] = (counts[name] || 0) + 1; } return counts.k7; }",
    ),
    (
        "members",
        "() => { const rows = [{ n: 1, of: { m: 2 } }, { n: 3, of: { m: 4 } }]; let sum = 0; for (let i = 0; i < 2000; i++) { const row = rows[i & 1]; row.n = row.of.m + row.n; if (row.n === 8) sum += row.n; } return sum + rows[0].n; }",
    ),
    (
        "exec",
        "() => { const r = /(\\d{4})-(\\d{2})|\\b[a-z]+ing\\b/g; const t = 'on 2026-11 running '.repeat(300); let c = 0; while (r.exec(t)) c++; return c; }",
    ),
    (
        "files",
        "async () => { for (let i = 0; i < 50; i++) await state.writeFile(`/f${i}`, 'x'); return (await state.glob('/*')).length; }",
    ),
    (
        "parallel",
        "async () => (await Promise.all(Array.from({ length: 100 }, () => state.exists('/')))).length",
    ),
];

#[test]
fn programs_cost_the_recorded_fuel() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("it/fuel.txt");
    let mut table = String::new();
    for (name, program) in PROGRAMS {
        let options = RunOptions::new().seed(1);
        let run = run(program, options);
        assert!(
            matches!(run.outcome, Outcome::Returned(_)),
            "{name}: {:?}",
            run.outcome
        );
        writeln!(table, "{name} {}", run.usage.fuel).unwrap();
    }
    if std::env::var_os("UPDATE_FUEL").is_some_and(|value| value == "1") {
        fs::write(path, table).unwrap();
        return;
    }
    let pinned = fs::read_to_string(path).unwrap();
    for (now, before) in table.lines().zip(pinned.lines()) {
        let (name, now) = now.split_once(' ').unwrap();
        let (pinned_name, before) = before.split_once(' ').unwrap();
        assert_eq!(name, pinned_name);
        let (now, before): (u64, u64) = (now.parse().unwrap(), before.parse().unwrap());
        assert!(
            now.abs_diff(before) * 100 <= before * TOLERANCE_PERCENT,
            "{name} costs {now}, before {before}; UPDATE_FUEL=1 accepts it"
        );
    }
    assert_eq!(table.lines().count(), pinned.lines().count());
}
