//! The same seed gives the same run.

use isolate_host::{Run, RunOptions};
use isolate_tests::{answer, cases, run};

use crate::{form, run as run_program, sandbox};

/// All of a run that must not differ: everything but the time it took.
fn seen(run: &Run) -> impl PartialEq + std::fmt::Debug + use<> {
    let usage = &run.usage;
    let counts = (
        usage.fuel,
        usage.host_calls,
        usage.bytes_read,
        usage.bytes_written,
    );
    (answer(run), counts)
}

#[test]
fn every_case_gives_the_same_answer_and_fuel_twice() {
    for case in cases().unwrap() {
        let once = || {
            let workspace = case.workspace_options().memory().unwrap();
            let run = run(sandbox(), &workspace, &case)
                .unwrap_or_else(|cause| panic!("{}/{}: {cause:#}", case.group, case.name));
            form::check(&run, &case.text);
            seen(&run)
        };
        assert_eq!(once(), once(), "{}/{}", case.group, case.name);
    }
}

#[test]
fn chance_and_time_follow_the_seed() {
    let program = "async () => {
        await state.writeFile('/a', '');
        return [Math.random(), Date.now(), new Date(), (await state.stat('/a')).mtime];
    }";
    let with = |seed| {
        let mut options = RunOptions::new();
        if let Some(seed) = seed {
            options = options.seed(seed);
        }
        answer(&run_program(program, options))
    };
    assert_eq!(with(Some(1)), with(Some(1)));
    assert_ne!(with(Some(1)), with(Some(2)));
    assert_ne!(with(None), with(None));
}

/// How often one process runs the large program; [`RUNS_SLOW`] with `RUN_SLOW_TESTS`.
const RUNS: usize = 100;
const RUNS_SLOW: usize = 1_000;

#[test]
fn runs_do_not_differ() {
    let program = include_str!("determinism_program.js");
    let once = || {
        let options = RunOptions::new().seed(5);
        seen(&run_program(program, options))
    };
    let first = once();
    let is_slow = std::env::var_os("RUN_SLOW_TESTS").is_some();
    let runs = if is_slow { RUNS_SLOW } else { RUNS };
    for _ in 1..runs {
        assert_eq!(once(), first);
    }
}
