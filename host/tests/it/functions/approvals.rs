//! Asking a person before a function is called.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use isolate_host::{Approval, CallStatus, Decision, Limit, Outcome, RunOptions};
use serde_json::json;

use super::{caught, github, run_with};

#[test]
fn an_approval_is_asked_for_where_it_is_needed() {
    let asked = Arc::new(AtomicUsize::new(0));
    let mut functions = github();
    functions
        .namespace("github")
        .add("close", |number: u32| async move { Ok(number) })
        .describe("Closes an issue.")
        .needs_approval();
    functions
        .namespace("github")
        .add("pay", |sum: u32| async move { Ok(sum) })
        .approval(Approval::when(|argument| argument.as_u64() > Some(100)));
    // Nobody to ask.
    let (_, code, message) = caught(functions.clone(), "github.close(5)");
    assert_eq!(code, "EAPPROVAL", "{message}");
    let (_, _, sum) = caught(functions.clone(), "github.pay(100)");
    assert_eq!(sum, "100");
    assert_eq!(caught(functions.clone(), "github.pay(101)").1, "EAPPROVAL");
    let counted = Arc::clone(&asked);
    functions.on_approval(move |request| {
        counted.fetch_add(1, Ordering::Relaxed);
        async move {
            assert_eq!(request.function, "github.close");
            match request.argument == json!(5) {
                true => Decision::Approve,
                false => Decision::refuse("5 alone"),
            }
        }
    });
    assert_eq!(caught(functions.clone(), "github.close(5)").2, "5");
    let (_, code, message) = caught(functions.clone(), "github.close(6)");
    assert_eq!(
        (code.as_str(), message.as_str()),
        ("EAPPROVAL", "github.close was not approved: 5 alone")
    );
    // What does not fit is never asked about.
    assert_eq!(caught(functions.clone(), "github.close('x')").1, "EINVAL");
    assert_eq!(asked.load(Ordering::Relaxed), 2);
    // Whoever is asked may fail, and the call is not made.
    functions.on_approval(|_| async { panic!("gone") });
    assert_eq!(caught(functions, "github.close(5)").1, "EAPPROVAL");
}

/// A panic of the embedder's ends the call that it belongs to, and the program goes on.
#[test]
fn a_predicate_or_an_approver_that_panics_ends_its_call() {
    let mut functions = github();
    functions
        .namespace("github")
        .add("close", |number: u32| async move { Ok(number) })
        .approval(Approval::when(|_| panic!("predicate")));
    let (_, code, message) = caught(functions.clone(), "github.close(5)");
    assert_eq!(code, "EHOSTFN", "{message}");
    assert!(
        message.contains("failed by a defect of its own"),
        "{message}"
    );
    let mut functions = github();
    functions
        .namespace("github")
        .add("close", |number: u32| async move { Ok(number) })
        .needs_approval();
    functions.on_approval(|request| {
        assert!(request.function.is_empty(), "approver");
        async { Decision::Approve }
    });
    let (_, code, message) = caught(functions, "github.close(5)");
    assert_eq!(code, "EAPPROVAL", "{message}");
}

#[test]
fn the_deadline_applies_while_an_approval_is_pending() {
    let mut functions = github();
    functions
        .namespace("github")
        .add("close", |(): ()| async { Ok(()) })
        .needs_approval();
    functions.on_approval(|_| std::future::pending());
    let options = RunOptions::new().timeout(Duration::from_millis(80));
    let run = run_with(functions, "github.close()", options);
    assert!(matches!(&run.outcome, Outcome::LimitExceeded(limit) if limit.limit == Limit::Timeout));
    assert_eq!(run.calls.entries[0].status, CallStatus::Unfinished);
}
