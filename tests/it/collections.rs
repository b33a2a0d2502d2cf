//! Collecting garbage costs at most a fifth of a run that makes it.
//!
//! What it costs to look for what is alive is the fuel that a program takes to make garbage while
//! it holds much, beyond what it takes to make that garbage and to make what it holds. Fuel is
//! exact, so the bound is too.

use std::time::Duration;

use isolate_host::{Outcome, RunOptions};

use crate::run;

/// What a program holds while it makes garbage: 60,000 boxes and more.
const HELD: &[(&str, &str)] = &[
    (
        "objects",
        "for (let i = 0; i < 60_000; i++) held.push({ i, t: [i] });",
    ),
    (
        "texts",
        "for (let i = 0; i < 60_000; i++) held.push('a text of some length ' + i);",
    ),
    (
        "maps",
        "for (let i = 0; i < 20_000; i++) held.push(new Map([[i, { i }]]));",
    ),
    (
        "functions",
        "for (let i = 0; i < 60_000; i++) held.push(() => i);",
    ),
];

/// What makes garbage of every kind.
const GARBAGE: &[(&str, &str)] = &[
    (
        "objects",
        "for (let i = 0; i < 300_000; i++) { const o = { a: i, b: { c: i } }; if (o.a < 0) held.push(o); }",
    ),
    (
        "functions",
        "for (let i = 0; i < 200_000; i++) { const f = () => i; f(); }",
    ),
    (
        "arrays",
        "for (let i = 0; i < 200_000; i++) { const a = [i, i + 1, i + 2]; a.push(4); }",
    ),
    (
        "texts",
        "for (let i = 0; i < 300_000; i++) { if (('some text ' + i + ' and more').length < 3) held.push(i); }",
    ),
    (
        "maps",
        "for (let i = 0; i < 60_000; i++) { new Map([[1, i], [2, i]]).get(1); }",
    ),
    (
        "cycles",
        "for (let i = 0; i < 200_000; i++) { const a = {}; const b = { a }; a.b = b; }",
    ),
    (
        "generators",
        "for (let i = 0; i < 50_000; i++) { const g = (function* () { yield 1; yield 2; })(); g.next(); }",
    ),
    (
        "pieces",
        "for (let i = 0; i < 10_000; i++) { 'a,b,c,d,e,f,g,h,i,j,k,l'.split(',').map((x) => x + 1); }",
    ),
];

fn fuel(held: &str, garbage: &str) -> u64 {
    let program = format!("() => {{ const held = []; {held} {garbage} return held.length; }}");
    let options = RunOptions::new()
        .seed(1)
        .fuel(u64::MAX / 2)
        .timeout(Duration::from_mins(5));
    let run = run(&program, options);
    assert!(
        matches!(run.outcome, Outcome::Returned(_)),
        "{program}: {:?}",
        run.outcome
    );
    run.usage.fuel
}

#[test]
fn tracing_live_objects_costs_at_most_a_fifth() {
    let nothing = fuel("", "");
    let mut is_any_walked = false;
    for (held_name, held) in HELD {
        let making_held = fuel(held, "") - nothing;
        for (garbage_name, garbage) in GARBAGE {
            let making_garbage = fuel("", garbage) - nothing;
            let both = fuel(held, garbage) - nothing;
            let looking = both.saturating_sub(making_held + making_garbage);
            is_any_walked |= looking > both / 100;
            assert!(
                looking * 5 <= both,
                "{garbage_name} beside {held_name}: {looking} of {both} is for looking"
            );
        }
    }
    assert!(
        is_any_walked,
        "nothing was collected: the programs are too small"
    );
}

/// A buffer is made with less work for a byte than anything else is.
#[test]
fn buffers_cost_at_most_a_fifth_more_where_little_is_alive() {
    let few = fuel("", "for (let i = 0; i < 20; i++) new Uint8Array(100_000);");
    let more = fuel("", "for (let i = 0; i < 40; i++) new Uint8Array(100_000);");
    let one = (more - few) / 20;
    let count = 5_000;
    let many = fuel(
        "",
        "for (let i = 0; i < 5_000; i++) new Uint8Array(100_000);",
    );
    let collecting = many.saturating_sub(one * count);
    assert!(
        collecting * 5 <= many,
        "{collecting} of {many} is for collecting"
    );
}
