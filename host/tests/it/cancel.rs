//! Dropping the future of a run cancels it.

use isolate_host::{RunOptions, Workspace};
use tokio::sync::Notify;

use crate::{one_thread, result, run};

/// The program tells that it has begun, and then never ends.
#[tokio::test]
async fn a_dropped_run_frees_its_thread_and_keeps_what_it_committed() {
    let sandbox = one_thread();
    let workspace = Workspace::memory().unwrap();
    let begun = std::sync::Arc::new(Notify::new());
    let mut functions = isolate_host::HostFunctions::new();
    functions.add("begun", {
        let begun = std::sync::Arc::clone(&begun);
        move |_| {
            begun.notify_one();
            async { Ok(isolate_host::Value::Undefined) }
        }
    });
    let options = RunOptions {
        functions,
        ..RunOptions::default()
    };
    let endless = tokio::spawn({
        let (sandbox, workspace) = (sandbox.clone(), workspace.clone());
        async move {
            let code = r#"await state.writeFile("/kept", "x"); tools.begun(); for (;;);"#;
            sandbox.run(&workspace, code, options).await.map(|_| ())
        }
    });
    begun.notified().await;
    endless.abort();
    assert!(endless.await.unwrap_err().is_cancelled());

    let next = tokio::task::spawn_blocking(move || {
        run(&sandbox, &workspace, r#"state.readFile("/kept")"#)
    });
    assert_eq!(result(&next.await.unwrap()), r#""x""#);
}
