//! Functions that are answered later.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use isolate_host::{Answer, Awaits, FunctionError, Functions, Workspace};
use serde_json::json;

use super::{one_thread, result, suspended, with_functions};

#[test]
fn a_function_is_answered_later() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("w.sqlite");
    let begun = Arc::new(AtomicUsize::new(0));
    let bank = || {
        let counted = Arc::clone(&begun);
        let mut functions = Functions::new();
        functions
            .namespace("bank")
            .add("pay", move |cents: u32| {
                counted.fetch_add(1, Ordering::Relaxed);
                async move {
                    match cents {
                        0 => Err(FunctionError::new("nothing to pay").with_code("ENOTHING")),
                        _ => Ok(()),
                    }
                }
            })
            .answered_later()
            .output(json!({ "type": "object", "required": ["receipt"] }));
        functions
    };
    let code = r#"async (cents) => {
      await state.appendFile("/log", "pays\n");
      try { return [await bank.pay(cents), await state.readFile("/log")]; }
      catch (error) { return [error.code, error.message]; }
    }"#;
    let told = |error: isolate_host::Error| error.to_string();
    for is_atomic in [false, true] {
        for (answer, expected) in [
            (Answer::value(json!({ "receipt": 17 })), None),
            (
                Answer::failed(&FunctionError::new("the account is empty").with_code("EDECLINED")),
                Some(json!(["EDECLINED", "the account is empty"])),
            ),
            (
                Answer::value("17"),
                Some(json!([
                    "EBADMSG",
                    "bank.pay answered what does not fit its own schema: \"17\" is not of type \"object\""
                ])),
            ),
        ] {
            begun.store(0, Ordering::Relaxed);
            let mut options = with_functions(&bank()).input(&300).unwrap();
            if is_atomic {
                options = options.atomic();
            }
            let (sandbox, workspace) = (one_thread(), Workspace::open(&file).unwrap());
            let run = sandbox
                .run(&workspace, code)
                .options(&options)
                .blocking()
                .unwrap();
            let waiting = suspended(&run);
            let call = waiting.waiting_for[0].clone();
            assert_eq!((call.awaits, &call.argument), (Awaits::Answer, &json!(300)));
            for wrong in [Answer::Approve, Answer::deny("no")] {
                let error = workspace.answer(waiting.run, &call, wrong).map_err(told);
                assert!(
                    error
                        .unwrap_err()
                        .contains("waits for the answer of its function")
                );
            }
            workspace.answer(waiting.run, &call, answer).unwrap();
            drop((sandbox, workspace));
            let (sandbox, workspace) = (one_thread(), Workspace::open(&file).unwrap());
            let run = sandbox
                .resume(&workspace, waiting.run)
                .options(&options)
                .blocking()
                .unwrap();
            let value: serde_json::Value = run.result().unwrap();
            match expected {
                None => assert_eq!(value[0], json!({ "receipt": 17 })),
                Some(expected) => {
                    assert_eq!(value, expected);
                }
            }
            // It was called once.
            assert_eq!(begun.load(Ordering::Relaxed), 1);
        }
    }
    // What fails at once has its answer; what cannot wait is not called.
    let workspace = Workspace::memory().unwrap();
    begun.store(0, Ordering::Relaxed);
    let failed = with_functions(&bank()).input(&0).unwrap();
    let run = one_thread()
        .run(&workspace, code)
        .options(&failed)
        .blocking()
        .unwrap();
    assert_eq!(result(&run), r#"["ENOTHING","nothing to pay"]"#);
    let refused = with_functions(&bank())
        .input(&1)
        .unwrap()
        .no_suspension("for a reason");
    let run = one_thread()
        .run(&workspace, code)
        .options(&refused)
        .blocking()
        .unwrap();
    assert_eq!(
        result(&run),
        r#"["EAGAIN","bank.pay is answered later, and this run cannot wait for that: for a reason; it was not called"]"#
    );
    assert_eq!(begun.load(Ordering::Relaxed), 1);
}

#[test]
fn a_call_is_approved_and_then_answered() {
    let workspace = Workspace::memory().unwrap();
    let mut functions = Functions::new();
    functions
        .namespace("bank")
        .add("pay", |_: u32| async { Ok(()) })
        .needs_approval()
        .answered_later();
    let (sandbox, options) = (one_thread(), with_functions(&functions));
    let run = sandbox
        .run(&workspace, "await bank.pay(3)")
        .options(&options)
        .blocking()
        .unwrap();
    let first = suspended(&run);
    let value = Answer::value(7);
    let early = workspace.answer(first.run, &first.waiting_for[0], value.clone());
    assert!(
        early
            .unwrap_err()
            .to_string()
            .contains("waits for an approval")
    );
    workspace
        .answer(first.run, &first.waiting_for[0], Answer::Approve)
        .unwrap();
    let run = sandbox
        .resume(&workspace, first.run)
        .options(&options)
        .blocking()
        .unwrap();
    let then = suspended(&run);
    assert_eq!(
        (then.run, then.waiting_for[0].awaits),
        (first.run, Awaits::Answer)
    );
    workspace
        .answer(then.run, &then.waiting_for[0], value)
        .unwrap();
    let run = sandbox
        .resume(&workspace, then.run)
        .options(&options)
        .blocking()
        .unwrap();
    assert_eq!(result(&run), "7");
}

#[test]
fn a_function_whose_answers_are_not_kept_cannot_be_answered_later() {
    let mut functions = Functions::new();
    functions
        .namespace("bank")
        .add("pay", |_: u32| async { Ok(()) })
        .unrecorded()
        .answered_later();
    let code = "async () => { try { await bank.pay(1) } catch (error) { return [error.code, error.message] } }";
    let run = one_thread()
        .run(&Workspace::memory().unwrap(), code)
        .options(with_functions(&functions))
        .blocking()
        .unwrap();
    assert_eq!(
        result(&run),
        r#"["EAGAIN","bank.pay is answered later, and this run cannot wait for that: the answers of this function are not to be kept; it was not called"]"#
    );
}
