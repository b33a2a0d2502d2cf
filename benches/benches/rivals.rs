//! What is ours against packages of the field, as `docs/packages.md` quotes it:
//! `cargo bench -p isolate-benches --bench rivals`.
#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a bench")]

use std::hint::black_box;

use isolate_benches::{Samples, lines, wanted};
use isolate_host::text::diff::unified;
use similar::algorithms::{Capture, myers};

const ROUNDS: usize = 3;

fn main() {
    let is_wanted = wanted();
    println!(
        "{:<44} {:>9} {:>9} {:>11}",
        "diff", "ours", "similar", "imara-diff"
    );
    for count in [10_000, 100_000, 400_000] {
        for (name, old, new) in texts(count) {
            let name = format!("{count} lines, {name}");
            if is_wanted(&name) {
                compare(&name, &old, &new);
            }
        }
    }
}

/// Pairs of texts that are hard to compare in different ways.
fn texts(count: usize) -> Vec<(String, String, String)> {
    let drawn = |different: u64| (lines(count, different, 1), lines(count, different, 2));
    let mut texts: Vec<(String, String, String)> = [5_000, 300, 10, 2]
        .into_iter()
        .map(|different| (different, drawn(different)))
        .map(|(different, (old, new))| (format!("drawn from {different}"), old, new))
        .collect();
    let (old, new) = drawn(u64::MAX);
    texts.push(("none in common".to_owned(), old, new));
    let numbers = |range: std::ops::Range<usize>| -> String {
        range.map(|number| format!("{number}\n")).collect()
    };
    let moved = numbers(count / 3..count) + &numbers(0..count / 3);
    texts.push(("a third moved".to_owned(), numbers(0..count), moved));
    let changed = numbers(0..count).replace("7\n", "x\n");
    texts.push(("a tenth changed".to_owned(), numbers(0..count), changed));
    texts
}

/// Prints milliseconds, and how many lines each of them changes.
fn compare(name: &str, old: &str, new: &str) {
    let mut changed = [0; 3];
    let ours = Samples::take(0, ROUNDS, || {
        let diff = unified(old, new, "a", "b").unwrap();
        let body = diff.lines().skip(2);
        changed[0] = body.filter(|line| line.starts_with(['+', '-'])).count();
    });
    let similar = Samples::take(0, ROUNDS, || {
        let old: Vec<&str> = old.split_inclusive('\n').collect();
        let new: Vec<&str> = new.split_inclusive('\n').collect();
        let mut capture = Capture::new();
        myers::diff(&mut capture, &old, 0..old.len(), &new, 0..new.len()).unwrap();
        let equal = |op: &similar::DiffOp| match op {
            similar::DiffOp::Equal { len, .. } => *len,
            _ => 0,
        };
        let kept: usize = capture.ops().iter().map(equal).sum();
        changed[1] = old.len() + new.len() - 2 * kept;
    });
    let imara = Samples::take(0, ROUNDS, || {
        let input = imara_diff::InternedInput::new(old, new);
        let diff = imara_diff::Diff::compute(imara_diff::Algorithm::Myers, black_box(&input));
        let sides = diff.count_additions() + diff.count_removals();
        changed[2] = usize::try_from(sides).unwrap();
    });
    println!(
        "{name:<44} {:>9.1} {:>9.1} {:>11.1} ms, changed {changed:?}",
        ours.median(),
        similar.median(),
        imara.median(),
    );
}
