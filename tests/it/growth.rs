//! No built-in costs more than in proportion to its input: each program of `growth.txt` is run with
//! sizes of which each is twice the one before, and may cost at most 2.3 times as much each time.
//!
//! `RUN_SLOW_TESTS` doubles up to ten million characters or elements, as far as memory goes.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use isolate_host::{Limit, Limits, Outcome, RunOptions};

use crate::run;

/// How much more twice the input may cost, in hundredths: growing tables cost a little more than
/// their share when they are rebuilt.
const GROWTH_MAX_HUNDREDTHS: u64 = 230;

/// The first size.
const SIZE_MIN: u64 = 10_000;

/// Doublings of every test, and of a slow one: to 40,000 and to 10,240,000.
const DOUBLINGS: u32 = 2;
const DOUBLINGS_SLOW: u32 = 10;

/// Doublings between the sizes of a test and those of its repetition.
const DOUBLINGS_AGAIN: u32 = 4;

/// Fuel at which a slow test stops doubling.
const FUEL_MAX: u64 = 20_000_000_000;

/// What the programs are made of.
const INPUTS: &str = "
    const text = (n) => 'ab,c'.repeat(n / 4);
    const list = (n) => Array.from({ length: n }, (_, i) => i);
    const words = (n) => Array.from({ length: n }, (_, i) => 'k' + i);
    const pairs = (n) => Array.from({ length: n }, (_, i) => ['k' + i, i]);
    const records = (n) => Array.from({ length: n }, (_, i) => ({ i, t: 'x' + i }));
    const table = (n) => Object.fromEntries(pairs(n));
    const numbers = (n) => Float64Array.from({ length: n }, (_, i) => i);
";

/// The text of a program of a size.
type Text = fn(u64) -> String;

/// Programs whose text grows: what they cover, and the text of a size.
const TEXTS: &[(&str, Text)] = &[
    ("declarations", |n| {
        join(n / 4, "\n", |i| format!("const a{i} = {i};"))
    }),
    ("functions", |n| {
        join(n / 8, "\n", |i| {
            format!("function f{i}(a) {{ return a + {i}; }}")
        })
    }),
    ("variables", |n| {
        join(n / 4, "\n", |i| format!("var v{i} = {i};"))
    }),
    ("a sum of literal texts", |n| {
        let parts = join(n / 8, " ", |i| format!("+ 'line {i}\\n'"));
        format!("const text = '' {parts}; return text.length;")
    }),
    ("a chain of members", |n| {
        format!(
            "const a = {{}}; a.b = a; return a{} === a;",
            join(n / 8, "", |_| ".b".to_owned())
        )
    }),
    ("a chain of calls", |n| {
        format!(
            "const a = {{ b() {{ return this; }} }}; return a{} === a;",
            join(n / 16, "", |_| ".b()".to_owned())
        )
    }),
    ("a sum of many", |n| {
        let parts = join(n / 8, " ", |i| format!("+ n + 'a{i}'"));
        format!("const n = ''; return '' {parts};")
    }),
    ("a literal of many", |n| {
        format!(
            "return {{ {} }}.a1;",
            join(n / 4, ", ", |i| format!("a{i}: [{i}, 'x']"))
        )
    }),
    ("a switch of many", |n| {
        let cases = join(n / 4, " ", |i| format!("case {i}: return {i};"));
        format!("switch (-1) {{ {cases} }}")
    }),
    ("a class of many", |n| {
        format!(
            "class A {{ {} }} return new A();",
            join(n / 4, " ", |i| format!("m{i}() {{ return {i}; }}"))
        )
    }),
    ("a pattern of many words", |n| {
        format!(
            "return /\\b(?:{})\\b/.test('nothing of it');",
            join(n / 8, "|", |i| format!("w{i}x"))
        )
    }),
];

fn join(count: u64, between: &str, part: impl Fn(u64) -> String) -> String {
    (0..count).map(part).collect::<Vec<_>>().join(between)
}

/// The lines of the table: what each covers, and its program.
fn lines() -> impl Iterator<Item = (&'static str, &'static str)> {
    include_str!("growth.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split_once(": ").unwrap())
}

/// Fuel of a program; none where memory or the stack ends.
fn fuel(name: &str, program: &str) -> Option<u64> {
    let limits = Limits::new()
        .fuel(4 * FUEL_MAX)
        .memory_bytes(1 << 30)
        // Fuel is what ends it, however busy the machine is.
        .timeout(Duration::from_secs(6_000));
    let options = RunOptions::new().seed(1).limits(limits);
    let run = run(program, options);
    match run.outcome {
        Outcome::Returned(_) => Some(run.usage.fuel),
        // A long text of a program or a pattern also nests.
        Outcome::LimitExceeded(exceeded)
            if matches!(exceeded.limit, Limit::Memory | Limit::Stack) =>
        {
            None
        }
        Outcome::LimitExceeded(exceeded) if exceeded.limit == Limit::Fuel => Some(run.usage.fuel),
        Outcome::Threw(thrown) if thrown.message == "Maximum call stack size exceeded" => None,
        outcome => panic!("{name}: {outcome:?}"),
    }
}

/// Costs of sizes that double from `first` on, less what the run costs whatever the size.
fn costs(name: &str, program: &impl Fn(u64) -> String, first: u64, doublings: u32) -> Vec<u64> {
    let Some(base) = fuel(name, &program(0)) else {
        return Vec::new();
    };
    let mut costs = Vec::new();
    for doubling in 0..=doublings {
        let Some(cost) = fuel(name, &program(first << doubling)) else {
            break;
        };
        let cost = cost.saturating_sub(base);
        costs.push(cost);
        if cost > FUEL_MAX {
            break;
        }
    }
    costs
}

/// A doubling within which the first collection of garbage falls, or a large table is made anew,
/// costs more, without any growth behind it. So a program that is too dear has to hold the same
/// bound at larger sizes, of which these are a small part.
fn check(name: &str, program: impl Fn(u64) -> String, doublings: u32) -> Option<String> {
    let mut seen = Vec::new();
    let mut first = SIZE_MIN;
    for _ in 0..2 {
        let costs = costs(name, &program, first, doublings);
        // Nor does it clear a dear doubling that the sizes beyond are not reached.
        let needed = if seen.is_empty() { DOUBLINGS } else { 1 };
        if costs.len() <= needed as usize {
            return Some(format!(
                "{name}: too dear to be compared: {seen:?} {costs:?}"
            ));
        }
        // A few thousand instructions are what one job more or less makes.
        let is_too_steep =
            |pair: &[u64]| pair[1] > 100_000 && pair[1] * 100 > pair[0] * GROWTH_MAX_HUNDREDTHS;
        let last = costs.windows(2).rposition(is_too_steep)?;
        first = (first << (last + 1)).max(SIZE_MIN << DOUBLINGS_AGAIN);
        seen.push(costs);
    }
    Some(format!("{name}: {seen:?}"))
}

#[test]
fn built_ins_cost_no_more_than_in_proportion() {
    let is_slow = std::env::var_os("RUN_SLOW_TESTS").is_some();
    let doublings = if is_slow { DOUBLINGS_SLOW } else { DOUBLINGS };
    let mut rows: Vec<Box<dyn Fn() -> Option<String> + Sync>> = Vec::new();
    for (name, program) in lines().filter(|(name, _)| *name != "fixed") {
        let program =
            move |size| format!("async () => {{ {INPUTS} return await ({program})({size}); }}");
        rows.push(Box::new(move || check(name, program, doublings)));
    }
    for (name, text) in TEXTS {
        let program = |size| format!("() => {{\n{}\n}}", text(size));
        // Text is compiled on a stack and held in memory several times: a few thousand names are
        // enough.
        rows.push(Box::new(move || check(name, program, DOUBLINGS)));
    }
    let next = AtomicUsize::new(0);
    let failures = Mutex::new(Vec::new());
    let work = || {
        while let Some(row) = rows.get(next.fetch_add(1, Ordering::Relaxed)) {
            failures.lock().unwrap().extend(row());
        }
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(work);
        }
    });
    let failures = failures.into_inner().unwrap();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn every_built_in_is_in_the_table() {
    let program = "() => {
        const TypedArray = Object.getPrototypeOf(Uint8Array);
        const generator = Object.getPrototypeOf(function* () {}).prototype;
        const holders = { String, Array, RegExp, Map, Set, JSON, Object, TypedArray, Iterator };
        for (const [name, holder] of Object.entries(holders)) {
            if (holder.prototype) holders[name + '.prototype'] = holder.prototype;
        }
        holders['Generator.prototype'] = generator;
        const names = [];
        for (const [name, holder] of Object.entries(holders)) {
            for (const key of Reflect.ownKeys(holder)) {
                names.push(name + '.' + (typeof key === 'symbol' ? key.description.replace('Symbol.', '@@') : key));
            }
        }
        return names.join(' ');
    }";
    let run = run(program, RunOptions::default());
    let Outcome::Returned(isolate_host::Value::String(names)) = run.outcome else {
        panic!("{:?}", run.outcome);
    };
    let mut covered = BTreeSet::new();
    for (name, program) in lines() {
        let names = if name == "fixed" { program } else { name };
        covered.extend(names.split([' ', ',']));
    }
    let is_plain = |name: &str| {
        let own = name.rsplit_once('.').map_or(name, |(_, own)| own);
        [
            "length",
            "name",
            "prototype",
            "constructor",
            "@@species",
            "@@toStringTag",
            "@@unscopables",
        ]
        .contains(&own)
    };
    let text = names.text;
    let missing: Vec<&str> = text
        .split(' ')
        .filter(|name| !is_plain(name) && !covered.contains(name))
        .collect();
    assert!(missing.is_empty(), "not in growth.txt: {missing:?}");
}
