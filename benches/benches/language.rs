//! Built-ins over a megabyte: `cargo bench -p isolate-benches --bench language [NAME…]`.
//!
//! The time of a built-in is that of a program which calls it several times, less that of the same
//! program which calls it once: what makes the input does not count.
#![expect(clippy::unwrap_used, reason = "a bench")]

use std::time::Duration;

use isolate_benches::{Samples, note, report, unhurried, wanted};
use isolate_host::{Outcome, Sandbox, Workspace};

/// Makes `text`, 1 MB in 25,000 lines, and `records`, which are 1 MB as JSON.
const INPUT: &str = r#"
    const text = Array.from({ length: 25000 }, (_, i) => `line ${i}`.padEnd(32, " x") + " word-" + i % 7).join("\n");
    const records = Array.from({ length: 12000 }, (_, i) => ({ id: i, name: "name" + i, tags: ["a", "b"], score: i / 8, ok: i % 2 === 0 }));
    const json = JSON.stringify(records);
"#;

/// Built-ins, their calls, and their bounds in milliseconds, where they have one.
const CALLS: &[(&str, &str, Option<f64>)] = &[
    ("JSON.parse", "JSON.parse(json).length", Some(40.0)),
    (
        "JSON.stringify",
        "JSON.stringify(records).length",
        Some(40.0),
    ),
    ("split", "text.split('\\n').length", Some(60.0)),
    (
        "replaceAll",
        "text.replaceAll('word-', 'w').length",
        Some(60.0),
    ),
    (
        "replace with a pattern",
        "text.replace(/x/g, 'yy').length",
        Some(60.0),
    ),
    (
        "replace with a function",
        "text.replace(/word-(\\d)/g, (all, digit) => digit).length",
        Some(60.0),
    ),
    ("match", "text.match(/word-\\d/g).length", Some(60.0)),
    ("matchAll", "[...text.matchAll(/word-(\\d)/g)].length", None),
];

const ROUNDS: usize = 7;
const CALLS_MORE: u32 = 5;

fn main() {
    let is_wanted = wanted();
    let sandbox = Sandbox::new().unwrap();
    let workspace = Workspace::memory().unwrap();
    let run = |call: &str, times: u32| {
        let code = format!(
            "() => {{ {INPUT} let sum = 0; for (let i = 0; i < {times}; i++) sum += {call}; return sum; }}"
        );
        let run = sandbox
            .run(&workspace, &code)
            .options(unhurried())
            .blocking()
            .unwrap();
        assert!(
            matches!(run.outcome, Outcome::Returned(_)),
            "{:?}",
            run.outcome
        );
        run.usage
    };
    for (name, call, bound) in CALLS.iter().filter(|(name, ..)| is_wanted(name)) {
        let mut times = Vec::new();
        let mut fuel = 0;
        for _ in 0..ROUNDS {
            let (once, often) = (run(call, 1), run(call, 1 + CALLS_MORE));
            times.push(often.wall.saturating_sub(once.wall) / CALLS_MORE);
            fuel = (often.fuel - once.fuel) / u64::from(CALLS_MORE);
        }
        let median = Samples::of(times).median();
        let title = format!("{name}, 1 MB");
        match bound {
            Some(bound) => report(&title, median, "ms", *bound),
            None => note(&title, median, "ms"),
        }
        #[expect(clippy::cast_precision_loss, reason = "millions are shown")]
        note("", fuel as f64 / 1e6, "M fuel");
    }
    if is_wanted("await") {
        waiting(&sandbox, &workspace);
    }
}

/// What one more awaited call costs, one after the other and all together.
fn waiting(sandbox: &Sandbox, workspace: &Workspace) {
    const CALLS_MADE: u32 = 1_000;
    let time = |code: String| {
        let run = sandbox
            .run(workspace, &code)
            .options(unhurried())
            .blocking()
            .unwrap();
        assert!(
            matches!(run.outcome, Outcome::Returned(_)),
            "{:?}",
            run.outcome
        );
        run.usage.wall
    };
    let each = |code: &dyn Fn(u32) -> String| {
        let times: Vec<Duration> = (0..ROUNDS * 3)
            .map(|_| time(code(2 * CALLS_MADE)).saturating_sub(time(code(CALLS_MADE))))
            .collect();
        Samples::of(times).median() * 1e3 / f64::from(CALLS_MADE)
    };
    let after = each(&|count| {
        format!("async () => {{ for (let i = 0; i < {count}; i++) await state.exists('/a'); }}")
    });
    let together = each(&|count| {
        format!(
            "async () => {{ await Promise.all(Array.from({{ length: {count} }}, () => state.exists('/a'))); }}"
        )
    });
    report("an awaited call, one after the other", after, "µs", 5.0);
    note("  all together, Promise.all", together, "µs");
    report("  together against one by one", together / after, "x", 1.0);
}
