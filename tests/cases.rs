//! Runs every case file, a test each.

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
    let trials = cases()
        .expect("the case files are well-formed")
        .into_iter()
        .map(|case| {
            let sandbox = sandbox.clone();
            let name = format!("{}/{}", case.group, case.name);
            Trial::test(name, move || check(&sandbox, &case, update))
        })
        .collect();
    libtest_mimic::run(&arguments, trials).exit_code()
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
