//! Runs every case file, a test each.
//!
//! `cargo nextest` starts a process for each test, and each would read all files: there, a folder of
//! cases is one test.

use std::collections::BTreeMap;
use std::process::ExitCode;

use isolate_host::Sandbox;
use isolate_tests::{Case, Expectation, answer, cases, differs, run_everywhere};
use libtest_mimic::{Arguments, Failed, Trial};

/// What may be written to case files.
#[derive(Clone, Copy, PartialEq)]
enum Update {
    Nothing,
    /// Recorded answers that hold become complete answers.
    Pin,
    Everything,
}

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let update = match std::env::var("UPDATE_CASES").as_deref() {
        Ok("pin") => Update::Pin,
        Ok("" | "0") | Err(_) => Update::Nothing,
        Ok(_) => Update::Everything,
    };
    let sandbox = Sandbox::new().expect("this machine runs the sandbox");
    let is_process_each = std::env::var_os("NEXTEST").is_some();
    let mut tests: BTreeMap<String, Vec<Case>> = BTreeMap::new();
    for case in cases().expect("the case files are well-formed") {
        let name = if is_process_each {
            case.group.clone()
        } else {
            name(&case)
        };
        tests.entry(name).or_default().push(case);
    }
    let trials = tests
        .into_iter()
        .map(|(name, cases)| {
            let sandbox = sandbox.clone();
            Trial::test(name, move || check_all(&sandbox, &cases, update))
        })
        .collect();
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn name(case: &Case) -> String {
    format!("{}/{}", case.group, case.name)
}

/// Checks cases, also after one that fails.
fn check_all(sandbox: &Sandbox, cases: &[Case], update: Update) -> Result<(), Failed> {
    let failures: Vec<String> = cases
        .iter()
        .filter_map(|case| {
            let failed = check(sandbox, case, update).err()?;
            let why = failed.message().unwrap_or_default();
            Some(format!("{}: {why}", name(case)))
        })
        .collect();
    if failures.is_empty() {
        return Ok(());
    }
    Err(failures.join("\n").into())
}

fn check(sandbox: &Sandbox, case: &Case, update: Update) -> Result<(), Failed> {
    let run = run_everywhere(sandbox, case).map_err(|cause| Failed::from(format!("{cause:#}")))?;
    let got = answer(&run);
    let (wrong, is_complete) = match &case.expectation {
        Expectation::Exact(expected) if *expected == got => (None, true),
        Expectation::Exact(expected) => (Some(format!("expected:\n{expected}")), true),
        Expectation::Recorded(forms) => {
            let differences: Option<Vec<String>> = forms
                .iter()
                .map(|form| differs(&run.outcome, form))
                .collect();
            (differences.map(|list| list.join("\n")), false)
        }
    };
    let is_written = match update {
        Update::Nothing => false,
        Update::Pin => wrong.is_none() && !is_complete,
        Update::Everything => wrong.is_some() || !is_complete,
    };
    if is_written {
        std::fs::write(&case.path, case.with_answer(&got))?;
        return Ok(());
    }
    match wrong {
        None => Ok(()),
        Some(wrong) => Err(format!("{wrong}\ngot:\n{got}").into()),
    }
}
