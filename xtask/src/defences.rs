//! Takes defences out one by one, in a copy of the sources, and expects that a test of each fails.
//!
//! A test that holds without what it tests says nothing.

use std::path::Path;
use std::process::{Command, Output};

use anyhow::{Context as _, Result, bail, ensure};

use crate::sources;

/// A defence, and the test that guards it.
struct Defence {
    /// The id in `tests/threats.toml` of what it is against.
    threat: u32,
    file: &'static str,
    /// Text that stands in the file once, and what stands there without the defence.
    text: &'static str,
    without: &'static str,
    package: &'static str,
    /// The test binary: `lib`, or the name of a test target.
    binary: &'static str,
    test: &'static str,
}

impl Defence {
    /// Its file below a folder, which holds its text once.
    fn whole(&self, root: &Path) -> Result<String> {
        let whole = read(&root.join(self.file))?;
        ensure!(
            whole.matches(self.text).count() == 1,
            "{} does not hold this text once: {}",
            self.file,
            self.text
        );
        Ok(whole)
    }
}

const DEFENCES: &[Defence] = &[
    Defence {
        threat: 213,
        file: "vfs/src/store.rs",
        text: "\"PRAGMA synchronous = FULL\"",
        without: "\"PRAGMA synchronous = NORMAL\"",
        package: "isolate-vfs",
        binary: "it",
        test: "power::a_power_failure_leaves_a_past_state_with_all_finished_runs",
    },
    Defence {
        threat: 213,
        file: "vfs/src/store/open.rs",
        text: "header == [0; 100] && has_journal(path)",
        without: "header == [0; 100] && !has_journal(path)",
        package: "isolate-vfs",
        binary: "it",
        test: "power::a_power_failure_leaves_a_past_state_with_all_finished_runs",
    },
    Defence {
        threat: 89,
        file: "vfs/src/txn/scope.rs",
        text: "self.store.roll_back(\"ROLLBACK TO call\");",
        without: "",
        package: "isolate-vfs",
        binary: "it",
        test: "faults::a_call_that_fails_in_a_run_changes_nothing",
    },
    Defence {
        threat: 70,
        file: "vfs/src/store/interrupt.rs",
        text: "&& watched.is_due()",
        without: "&& watched.is_due() && false",
        package: "isolate-vfs",
        binary: "lib",
        test: "store::interrupt::tests::a_statement_stops_in_its_middle",
    },
    Defence {
        threat: 159,
        file: "vfs/src/store/schema.rs",
        text: "Err(Error::corrupt(\"unexpected schema\"))",
        without: "Ok(())",
        package: "isolate-vfs",
        binary: "it",
        test: "storage::newer_and_unexpected_schemas_are_refused",
    },
    Defence {
        threat: 79,
        file: "vfs/src/quota.rs",
        text: "after.bytes > self.bytes_max && after.bytes > before.bytes",
        without: "after.bytes > self.bytes_max && after.bytes < before.bytes",
        package: "isolate-vfs",
        binary: "it",
        test: "quota::bytes_are_bounded",
    },
    Defence {
        threat: 144,
        file: "text/src/archive/guard.rs",
        text: "\"..\" => return Err(\"its path holds '..'\"),",
        without: "",
        package: "isolate-text",
        binary: "lib",
        test: "archive::tests::nothing_is_unpacked_outside",
    },
    Defence {
        threat: 177,
        file: "vfs/src/tree/guarded.rs",
        text: "            Some(_) if guard.as_ref().is_some_and(|guard| guard.hides(path)) => {",
        without: "            Some(_) if verb == Verb::Write => Ok(()),\n            Some(_) if guard.as_ref().is_some_and(|guard| guard.hides(path)) => {",
        package: "isolate-vfs",
        binary: "it",
        test: "guard::no_operation_reaches_a_refused_path",
    },
    Defence {
        threat: 62,
        file: "text/src/search/backtrack/machine.rs",
        text: "*self.steps = self.steps.checked_sub(1).ok_or(Exhausted)?;",
        without: "*self.steps = self.steps.wrapping_sub(1);\n            if *self.steps == u64::MAX - 1_000_000_000 { return Ok(None); }",
        package: "isolate-text",
        binary: "lib",
        test: "search::tests::work_and_answers_are_bounded",
    },
];

/// Proves every defence.
pub(crate) fn prove() -> Result<()> {
    let copy = sources::copied_to("target/defences")?;
    println!("as the sources are:");
    for defence in DEFENCES {
        ensure!(
            test(&copy, defence)?,
            "{} fails before anything is taken out",
            defence.test
        );
    }
    let mut without_test = Vec::new();
    for defence in DEFENCES {
        let path = copy.join(defence.file);
        let whole = defence.whole(&copy)?;
        write(&path, &whole.replace(defence.text, defence.without))?;
        let holds = test(&copy, defence);
        write(&path, &whole)?;
        let told = if holds? { "HOLDS WITHOUT IT" } else { "fails" };
        println!(
            "without the defence against threat {}: {} {told}",
            defence.threat, defence.test
        );
        if told != "fails" {
            without_test.push(defence.test);
        }
    }
    if !without_test.is_empty() {
        bail!(
            "tests that hold without what they test: {}",
            without_test.join(", ")
        );
    }
    println!(
        "{} defences have a test that fails without them",
        DEFENCES.len()
    );
    Ok(())
}

/// Whether the test of a defence holds in the copy.
fn test(copy: &Path, defence: &Defence) -> Result<bool> {
    let built = cargo(copy, defence, &["--no-run"])?;
    ensure!(
        built.status.success(),
        "without the defence against threat {} nothing compiles: {}",
        defence.threat,
        String::from_utf8_lossy(&built.stderr)
    );
    let listed = cargo(copy, defence, &["--", "--exact", defence.test, "--list"])?;
    let listed = String::from_utf8_lossy(&listed.stdout);
    ensure!(
        listed
            .lines()
            .any(|line| line == format!("{}: test", defence.test)),
        "there is no test {}",
        defence.test
    );
    let ran = cargo(copy, defence, &["--", "--exact", defence.test])?;
    Ok(ran.status.success())
}

fn cargo(copy: &Path, defence: &Defence, arguments: &[&str]) -> Result<Output> {
    let mut command = Command::new("cargo");
    command.args(["test", "--locked", "--package", defence.package]);
    match defence.binary {
        "lib" => command.arg("--lib"),
        name => command.args(["--test", name]),
    };
    command
        .args(arguments)
        // Of its own: cargo would take what it has built here for that of the sources themselves.
        .env("CARGO_TARGET_DIR", copy.join("target"))
        .env_remove("RUN_SLOW_TESTS")
        .current_dir(copy)
        .output()
        .context("cargo cannot be started")
}

fn read(path: &Path) -> Result<String> {
    std::fs::read_to_string(path).with_context(|| path.display().to_string())
}

fn write(path: &Path, text: &str) -> Result<()> {
    std::fs::write(path, text).with_context(|| path.display().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is moved in the sources is noticed before the night in which it is taken out.
    #[test]
    fn every_defence_is_where_the_table_says() {
        for defence in DEFENCES {
            defence.whole(&crate::root()).unwrap();
        }
    }

    #[test]
    fn every_defence_is_against_a_listed_threat() {
        let table = read(&crate::root().join("tests/threats.toml")).unwrap();
        let areas: toml::Table = toml::from_str(&table).unwrap();
        let ids: Vec<i64> = areas
            .values()
            .flat_map(|area| area.as_array().unwrap())
            .map(|threat| threat["id"].as_integer().unwrap())
            .collect();
        for defence in DEFENCES {
            let id = defence.threat;
            assert!(ids.contains(&id.into()), "no threat has the id {id}");
        }
    }
}
