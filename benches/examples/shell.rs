//! Commands of the shell beside `state.searchFiles`, in turn, over 1,000 files:
//! `cargo run -p isolate-benches --example shell [ROUNDS]`, with `--release` or without.
//!
//! For each line: the median of its times, and of the ratios to `searchFiles`.
#![expect(clippy::unwrap_used, reason = "a bench")]

use isolate_benches::{Samples, note, time, unhurried};
use isolate_host::{Sandbox, Workspace};

const ROUNDS: usize = 20;

/// A thousand files of some lines, of which one in each matches `x`.
const FILES: &str = "mkdir /src; cd /src; for d in {1..20}; do mkdir d$d; for i in {1..50}; do
    printf '%s\n' 'export const a = 1;' \"const value = $i;\" '// a line of words' \"let x = $d;\" > d$d/f$i.ts
done; done";

const PROGRAM: &str = "async () => (await state.searchFiles('/src/**/*', 'x')).length";

/// Names, and the commands.
const LINES: &[(&str, &str)] = &[
    ("echo", "echo hi"),
    ("find | wc", "cd /src; find . -name '*.ts' | wc -l"),
    ("grep -rn, no match", "cd /src; grep -rn nowhere ."),
    (
        "grep -rn, one match a file",
        "cd /src; grep -rn x . | wc -l",
    ),
    (
        "find | xargs grep -l | wc",
        "cd /src; find . -name '*.ts' | xargs grep -l x | wc -l",
    ),
    ("rg -l", "cd /src; rg -l x | wc -l"),
    (
        "loop, sort and awk",
        "rm -f /f; for i in $(seq 200); do echo $i >> /f; done; sort -n /f | awk '{s+=$1} END {print s}'",
    ),
];

fn main() {
    let rounds = std::env::args().nth(1);
    let rounds = rounds.map_or(ROUNDS, |rounds| rounds.parse().unwrap());
    let (sandbox, workspace) = (Sandbox::new().unwrap(), Workspace::memory().unwrap());
    let command = |command: &str| {
        let run = sandbox.shell(&workspace, command).options(unhurried());
        run.blocking().unwrap()
    };
    command(FILES);
    let program = || {
        let run = sandbox.run(&workspace, PROGRAM).options(unhurried());
        assert_eq!(run.blocking().unwrap().result::<usize>().unwrap(), 1000);
    };
    let timed = |call: &mut dyn FnMut()| time(&mut || call()).as_secs_f64() * 1e3;
    let base = Samples::take(2, rounds, program);
    note("searchFiles", base.median(), "ms");
    for (name, line) in LINES {
        command(line);
        let (mut times, mut ratios) = (Vec::new(), Vec::new());
        for _ in 0..rounds {
            let beside = timed(&mut || program());
            let own = timed(&mut || drop(command(line)));
            times.push(own);
            ratios.push(own / beside);
        }
        note(name, median(times), "ms");
        note(&format!("{name}, to searchFiles"), median(ratios), "");
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
