//! Every exit of a frame leaves the stack as it was: each is taken a million times.
//!
//! The exits are those of `tests/cases/corpus/stack-stays.js`, which takes each 300 times. Where
//! `CI` is not set, each is taken 50,000 times.

use std::collections::BTreeMap;
use std::time::Duration;

use isolate_host::{Outcome, RunOptions, Value};

use crate::run;

const PROGRAM: &str = include_str!("../cases/corpus/stack-stays.js");

/// What a program may have added to its memory: garbage until the next collection, of blocks of
/// many sizes. A frame that stayed would add a hundred bytes a time.
const MEMORY_BYTES_MAX: u64 = 96 << 20;

fn counts(program: &str) -> BTreeMap<String, f64> {
    let options = RunOptions::new()
        .fuel(u64::MAX / 2)
        .timeout(Duration::from_hours(1));
    let run = run(program, options);
    let Outcome::Returned(Value::Object(members)) = run.outcome else {
        panic!("{:?}", run.outcome);
    };
    assert!(
        run.usage.peak_memory_bytes <= MEMORY_BYTES_MAX,
        "{} bytes",
        run.usage.peak_memory_bytes
    );
    members
        .iter()
        .map(|(name, value)| match value {
            Value::Number(count) => (name.text.clone(), *count),
            other => panic!("{name:?}: {other:?}"),
        })
        .collect()
}

#[test]
fn every_exit_of_a_frame_leaves_the_stack_as_it_was() {
    let times: u32 = if std::env::var_os("RUN_SLOW_TESTS").is_some() {
        1_000_000
    } else if std::env::var_os("CI").is_some() {
        200_000
    } else {
        50_000
    };
    let few = counts(PROGRAM);
    let program = PROGRAM.replace("const N = 300;", &format!("const N = {times};"));
    assert_ne!(program, PROGRAM);
    let many = counts(&program);
    assert_eq!(few.len(), many.len());
    for (name, few) in few {
        let expected = if few == 300.0 { f64::from(times) } else { few };
        assert_eq!(many[&name], expected, "{name}");
    }
}
