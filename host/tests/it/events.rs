//! What a run tells while it goes on.

use std::time::Duration;

use isolate_host::{
    CallStatus, FunctionError, Functions, RunEvent, RunEvents, RunOptions, Workspace,
};

use crate::one_thread;

async fn shown(mut events: RunEvents) -> Vec<String> {
    let mut shown = Vec::new();
    while let Some(event) = events.next().await {
        shown.push(match event {
            RunEvent::Begun => "begun".to_owned(),
            RunEvent::Log(entry) => format!("log {}", entry.text),
            RunEvent::Called { call, function } => format!("called {function} {call}"),
            RunEvent::Ended {
                call,
                function,
                status,
            } => {
                let status = match status {
                    CallStatus::Answered => "answered".to_owned(),
                    CallStatus::Failed { code } => code,
                    _ => "unfinished".to_owned(),
                };
                format!("ended {function} {call} {status}")
            }
            other => format!("{other:?}"),
        });
    }
    shown
}

#[tokio::test]
async fn a_run_tells_its_log_and_its_calls_while_it_goes_on() {
    let mut functions = Functions::new();
    let mut tools = functions.namespace("tools");
    tools.add("wait", |(): ()| async {
        tokio::time::sleep(Duration::from_millis(5)).await;
        Ok(1)
    });
    tools.add("fail", |(): ()| async {
        Err::<(), _>(FunctionError::new("no").with_code("E_NO"))
    });
    tools.add("never", |(): ()| {
        std::future::pending::<Result<(), FunctionError>>()
    });
    let code = "async () => {
        console.log('one');
        await tools.wait();
        console.log('two');
        await tools.fail().catch(() => {});
        tools.never();
        console.log('three');
        throw new Error('over');
    }";
    let heard = std::sync::Arc::new(std::sync::Mutex::new(0));
    let hearing = std::sync::Arc::clone(&heard);
    let options = RunOptions::new()
        .functions(functions)
        .on_log(move |_| *hearing.lock().unwrap() += 1);
    let workspace = Workspace::memory().unwrap();
    let mut handle = one_thread().run(&workspace, code).options(options).start();
    let events = handle.events();
    let again = handle.events();
    let (run, shown_events) = tokio::join!(handle, shown(events));
    let run = run.unwrap();
    // The last is a note of the sandbox about the call that had not ended.
    let note = run.logs.last().unwrap().text.clone();
    let expected = [
        "begun",
        "log one",
        "called tools.wait 1",
        "ended tools.wait 1 answered",
        "log two",
        "called tools.fail 2",
        "ended tools.fail 2 E_NO",
        "called tools.never 3",
        "log three",
        "ended tools.never 3 unfinished",
        &format!("log {note}"),
    ];
    assert_eq!(shown_events, expected);
    assert_eq!(*heard.lock().unwrap(), run.logs.len());
    assert!(shown(again).await.is_empty());
}

/// Whoever reads learns that the run is over, however it ends.
#[tokio::test]
async fn the_events_end_with_the_handle() {
    let workspace = Workspace::memory().unwrap();
    let sandbox = one_thread();
    let mut handle = sandbox
        .run(&workspace, "async () => { for (;;) {} }")
        .start();
    let mut events = handle.events();
    assert_eq!(events.next().await, Some(RunEvent::Begun));
    drop(handle);
    assert_eq!(events.next().await, None);

    // What was told before the stream was asked for is there.
    let mut handle = sandbox
        .run(&workspace, "() => console.log('early')")
        .start();
    let run = (&mut handle).await.unwrap();
    assert_eq!(run.logs.len(), 1);
    assert_eq!(shown(handle.events()).await, ["begun", "log early"]);
}
