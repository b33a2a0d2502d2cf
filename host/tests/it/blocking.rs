//! Waiting for a run on a thread that it needs, and sandboxes for numbers of runs that cannot be.

use isolate_host::{ErrorKind, FunctionError, RunOptions, Sandbox, Workspace};

use crate::one_thread;

fn blocked(sandbox: &Sandbox) -> Option<String> {
    let run = sandbox.run(&Workspace::memory().unwrap(), "1").blocking();
    let error = run.err()?;
    assert_eq!(error.kind(), ErrorKind::Refused);
    Some(error.to_string())
}

#[test]
fn a_function_that_waits_for_a_run_is_told_at_once() {
    let sandbox = one_thread();
    let inner = sandbox.clone();
    let options = RunOptions::new().function("outer", "run", move |(): ()| {
        let told = blocked(&inner).unwrap_or_default();
        async move { Err::<(), _>(FunctionError::new(told)) }
    });
    let workspace = Workspace::memory().unwrap();
    let code = "() => outer.run()";
    let run = sandbox
        .run(&workspace, code)
        .options(&options)
        .blocking()
        .unwrap();
    assert_eq!(
        run.outcome.error().unwrap().message(),
        "`blocking` would wait for itself inside of a function that a program calls: \
         await the run there"
    );
    // Afterwards the thread may wait again.
    assert_eq!(blocked(&sandbox), None);
}

#[test]
fn the_only_thread_of_a_runtime_does_not_wait() {
    let sandbox = one_thread();
    let build = |mut builder: tokio::runtime::Builder| builder.build().unwrap();
    let current = build(tokio::runtime::Builder::new_current_thread());
    let told = current.block_on(async { blocked(&sandbox) }).unwrap();
    assert!(
        told.contains("the only thread of a tokio runtime"),
        "{told}"
    );
    assert!(told.contains("spawn_blocking"), "{told}");
    let own = sandbox.clone();
    let aside =
        current.block_on(async { tokio::task::spawn_blocking(move || blocked(&own)).await });
    assert_eq!(aside.unwrap(), None);
    let several = build(tokio::runtime::Builder::new_multi_thread());
    assert_eq!(several.block_on(async { blocked(&sandbox) }), None);
    let told = futures_executor::block_on(async { blocked(&sandbox) }).unwrap();
    assert!(told.contains("another executor of this thread"), "{told}");
}

#[test]
fn a_number_of_runs_that_cannot_be_is_refused_with_what_to_change() {
    for (runs, told) in [
        (
            0,
            "a sandbox for 0 runs runs nothing: set `SandboxOptions::runs` to 1 or more",
        ),
        (
            u32::MAX,
            "a sandbox cannot have 4294967295 runs at the same time: set `SandboxOptions::runs` to 32767 or less; further runs wait for their turn",
        ),
    ] {
        let error = Sandbox::builder().runs(runs).build().unwrap_err();
        assert_eq!(
            (error.kind(), error.to_string().as_str()),
            (ErrorKind::Refused, told)
        );
    }
    let error = Sandbox::builder().runs(32_767).build().unwrap_err();
    assert!(
        error
            .to_string()
            .contains("set a lower `SandboxOptions::runs`"),
        "{error}"
    );
}
