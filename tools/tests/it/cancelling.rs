//! A program that is cancelled leaves nothing.

use std::thread;
use std::time::Duration;

use isolate_tools::{CancelToken, Reply, Toolbox};
use serde_json::{Value as Json, json};

use crate::{data, programs};

/// A call of a tool whose program is cancelled in the middle.
fn cancelled(tools: &Toolbox, name: &str, args: Json) -> Reply {
    let cancel = CancelToken::new();
    let pulled = cancel.clone();
    let pulling = thread::spawn(move || {
        thread::sleep(Duration::from_millis(200));
        pulled.cancel();
    });
    let reply = tools.call(name, args, &cancel);
    pulling.join().unwrap();
    reply
}

#[test]
fn cancelling_undoes_a_program_and_tells_what_it_did() {
    let tools = programs::tools();
    let code = "async () => { await state.writeFile('/n', ''); console.log('begun'); for (;;) {} }";
    let reply = cancelled(&tools, "run", json!({ "code": code }));
    let error = reply.error().unwrap();
    assert_eq!(error.code.as_str(), "cancelled");
    assert!(
        error
            .message
            .starts_with("the run was cancelled; what it had changed was undone"),
        "{error}"
    );
    let told = reply.body().unwrap();
    assert!(told.contains("begun"), "{told}");
    let reply = cancelled(&tools, "exec", json!({ "command": code, "backend": "js" }));
    let done = reply.data();
    assert_eq!(done["exitCode"], 130);
    assert_eq!(done["stdout"], "begun\n");
    assert_eq!(done["stderr"], "the run was cancelled\n");
    let names = data(&tools, "ls", json!({}));
    assert_eq!(names["total"], 2);
}
