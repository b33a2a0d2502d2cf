//! Runs that wait and whose description is damaged.

use isolate_host::vfs::{Holder, Suspension};
use isolate_host::{Answer, ErrorKind, Workspace};

use super::{one_thread, suspended};

/// A run of which it cannot be read what it waits for is told in lists, and hides no other.
#[test]
fn a_run_whose_description_is_damaged_can_only_be_ended() {
    let (sandbox, workspace) = (one_thread(), Workspace::memory().unwrap());
    let code = "async () => { await state.approve('?'); return 'done'; }";
    let [damaged, other] = [(); 2].map(|()| {
        let run = sandbox.run(&workspace, code).blocking().unwrap();
        suspended(&run).clone()
    });
    for waiting in [&damaged, &other] {
        let call = &waiting.waiting_for[0];
        workspace
            .answer(waiting.run, call, Answer::Approve)
            .unwrap();
    }
    let tree = workspace.tree().unwrap();
    let known = tree.suspended_state(damaged.run).unwrap();
    let suspension = Suspension {
        waits: br#"{"version":7"#.to_vec(),
        state: known.state.clone(),
        memory: Vec::new(),
        until: known.until,
        holder: Holder::NOBODY,
    };
    tree.replace_suspended(damaged.run, &known, &suspension)
        .unwrap();
    drop(tree);

    let listed = workspace.pending().unwrap();
    assert_eq!(listed.len(), 2);
    let damage = listed[0].damage.as_deref().unwrap();
    assert!(damage.contains("cannot be read: EOF"), "{damage}");
    assert!(listed[0].waiting_for.is_empty() && listed[0].answered.is_empty());
    assert_eq!(listed[1].damage, None);
    assert_eq!(workspace.pending_page(None, 1).unwrap(), listed[..1]);
    // Who acts on answers is not told of it.
    let answered = workspace.answered().unwrap();
    assert_eq!(answered, listed[1..]);

    let (run, call) = (damaged.run, &damaged.waiting_for[0]);
    let refusals = [
        workspace.pending_run(run).map(drop),
        workspace.answer(run, call, Answer::Approve),
        sandbox.resume(&workspace, run).blocking().map(drop),
    ];
    for refused in refusals {
        let error = refused.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Storage, "{error}");
        let text = format!("it cannot be read what run {run} waits for: ");
        assert!(error.to_string().starts_with(&text), "{error}");
        assert!(error.to_string().contains("isolate-run end"), "{error}");
    }
    workspace.end_pending(run).unwrap();
    assert_eq!(workspace.pending().unwrap(), listed[1..]);
    let done = sandbox.resume(&workspace, other.run).blocking().unwrap();
    assert_eq!(done.result::<String>().unwrap(), "done");
}
