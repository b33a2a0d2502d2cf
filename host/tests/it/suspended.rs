//! Runs that wait for an approval, and go on later.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use isolate_host::vfs::RunId;
use isolate_host::{
    Answer, Decision, ErrorKind, Functions, Outcome, PendingRun, RunOptions, Sandbox, Suspended,
    Workspace, recorded_run,
};
use serde_json::json;

use super::{one_thread, result, suspended, with_functions};

/// Functions of which `shop.pay` needs an approval, and what they were called with.
fn shop() -> (Functions, Arc<AtomicUsize>) {
    let paid = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&paid);
    let mut functions = Functions::new();
    functions
        .namespace("shop")
        .add("pay", move |sum: u32| {
            counted.fetch_add(sum as usize, Ordering::Relaxed);
            async move { Ok(format!("paid {sum}")) }
        })
        .describe("Pays.")
        .writes()
        .needs_approval();
    functions
        .namespace("shop")
        .add("price", |item: String| async move { Ok(item.len()) })
        .reads();
    (functions, paid)
}

fn only_pending(workspace: &Workspace) -> PendingRun {
    let mut pending = workspace.pending().unwrap();
    assert_eq!(pending.len(), 1, "{pending:?}");
    pending.remove(0)
}

fn approve_all(workspace: &Workspace, run: RunId) {
    for call in workspace.pending_run(run).unwrap().waiting_for {
        workspace.answer(run, &call, Answer::Approve).unwrap();
    }
}

const PROGRAM: &str = r#"async ({ start }) => {
  console.log("before");
  const kept = { list: Array.from({ length: 2000 }, (_, i) => ({ i, text: `item ${i}` })) };
  const map = new Map([["a", 1n]]);
  await state.writeFile("/log", `${start}\n`);
  const price = await shop.price("apple");
  const said = await shop.pay(price);
  await state.appendFile("/log", `${said}\n`);
  console.log("after");
  return [said, kept.list[1999].text, String(map.get("a")), await state.readFile("/log"), Math.random() < 1];
}"#;

#[test]
fn a_run_goes_on_in_another_sandbox_over_another_handle() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("w.sqlite");
    let (functions, paid) = shop();
    let options = with_functions(&functions)
        .label("buy")
        .input(&json!({ "start": 7 }))
        .unwrap();
    let (run, number) = {
        let (sandbox, workspace) = (one_thread(), Workspace::open(&file).unwrap());
        let run = sandbox
            .run(&workspace, PROGRAM)
            .options(&options)
            .blocking()
            .unwrap();
        let number = suspended(&run).run;
        (run, number)
    };
    assert_eq!(paid.load(Ordering::Relaxed), 0);
    assert_eq!(run.run_id, Some(number));
    assert_eq!(run.logs.len(), 1);
    assert_eq!(run.effects.created[0].path, "/log");
    let waiting = suspended(&run);
    assert_eq!(waiting.waiting_for.len(), 1);
    let call = &waiting.waiting_for[0];
    assert_eq!(
        (call.function.as_str(), &call.argument),
        ("shop.pay", &json!(5))
    );
    assert_eq!(call.description, "Pays.");
    let report = serde_json::to_value(&run).unwrap();
    assert_eq!(report["status"], "suspended");
    assert_eq!(report["waitingFor"][0]["function"], "shop.pay");

    let (sandbox, workspace) = (Sandbox::new().unwrap(), Workspace::open(&file).unwrap());
    let pending = only_pending(&workspace);
    assert_eq!(
        (pending.run, &pending.waiting_for),
        (number, &waiting.waiting_for)
    );
    // Others go on meanwhile.
    let other = sandbox
        .run(&workspace, "state.writeFile('/other', '')")
        .blocking()
        .unwrap();
    assert!(other.is_committed);
    workspace.answer(number, call, Answer::Approve).unwrap();
    let run = sandbox
        .resume(&workspace, number)
        .options(RunOptions::new().functions(functions))
        .blocking()
        .unwrap();
    assert_eq!(
        result(&run),
        r#"["paid 5","item 1999","1","7\npaid 5\n",true]"#
    );
    assert_eq!(paid.load(Ordering::Relaxed), 5);
    assert_eq!(run.run_id, Some(number));
    let logs: Vec<_> = run.logs.iter().map(|entry| entry.text.as_str()).collect();
    assert_eq!(logs, ["before", "after"]);
    let calls: Vec<_> = run
        .calls
        .entries
        .iter()
        .map(|call| call.function.as_str())
        .collect();
    assert_eq!(calls, ["shop.price", "shop.pay"]);
    assert!(workspace.pending().unwrap().is_empty());
    let tree = workspace.tree().unwrap();
    let recorded = recorded_run(&tree, number).unwrap().unwrap();
    assert_eq!(recorded.program.as_deref(), Some(PROGRAM));
    assert_eq!(recorded.report.unwrap()["status"], "ok");
    assert!(tree.findings().unwrap().is_empty());
    tree.undo(number).unwrap();
    assert!(
        !tree
            .exists(&isolate_host::text::VPath::parse("/log").unwrap())
            .unwrap()
    );
}

/// Fuel and logs are those of a run that was approved at once, and a replay is exact.
#[test]
fn a_run_that_waited_is_as_one_that_did_not() {
    let folder = tempfile::tempdir().unwrap();
    let runs = [false, true].map(|later| {
        let workspace = Workspace::open(folder.path().join(format!("{later}"))).unwrap();
        let (mut functions, _) = shop();
        functions.on_approval(move |_| async move {
            if later {
                Decision::Later
            } else {
                Decision::Approve
            }
        });
        let sandbox = one_thread();
        let options = with_functions(&functions)
            .seed(3)
            .input(&json!({ "start": 1 }))
            .unwrap();
        let mut run = sandbox
            .run(&workspace, PROGRAM)
            .options(&options)
            .blocking()
            .unwrap();
        if later {
            let number = suspended(&run).run;
            approve_all(&workspace, number);
            run = sandbox
                .resume(&workspace, number)
                .options(&options)
                .blocking()
                .unwrap();
        }
        let number = run.run_id.unwrap();
        let replay = sandbox.replay(&workspace, number, &isolate_host::ReplayOptions::default());
        let replay = replay.unwrap();
        assert_eq!(replay, isolate_host::Replay::Same);
        run
    });
    let [at_once, later] = &runs;
    assert_eq!(result(at_once), result(later));
    assert_eq!(at_once.usage.fuel, later.usage.fuel);
    assert_eq!(at_once.usage.host_calls, later.usage.host_calls);
    assert_eq!(at_once.logs, later.logs);
}

#[test]
fn a_program_asks_by_itself() {
    let (sandbox, workspace) = (one_thread(), Workspace::memory().unwrap());
    let code = "async () => {
      try { return await state.approve({ text: 'Delete 3 files?' }) } catch (error) {
        return [error.name, error.code, error.message];
      }
    }";
    for (answer, expected) in [
        (Answer::Approve, "true".to_owned()),
        (
            Answer::deny("not today"),
            r#"["Error","EAPPROVAL","state.approve was not approved: not today"]"#.to_owned(),
        ),
    ] {
        let run = sandbox.run(&workspace, code).blocking().unwrap();
        let call = &suspended(&run).waiting_for[0];
        assert_eq!(call.function, "state.approve");
        assert_eq!(call.argument, json!({ "text": "Delete 3 files?" }));
        let number = suspended(&run).run;
        workspace.answer(number, call, answer).unwrap();
        let run = sandbox.resume(&workspace, number).blocking().unwrap();
        assert_eq!(result(&run), expected);
    }
    for (code, expected) in [
        ("Object.keys(state).length", "45"),
        (
            "state.approve.name + ('approve' in state)",
            r#""approvetrue""#,
        ),
        (
            "async () => { try { await state.approve('  ') } catch (error) { return error.message } }",
            r#""state.approve takes what is to be approved, in words that a person understands: await state.approve(\"Delete 3 files?\")""#,
        ),
    ] {
        let run = sandbox.run(&workspace, code).blocking().unwrap();
        assert_eq!(result(&run), expected);
    }
    // Whoever can be asked is asked first.
    let mut functions = Functions::new();
    functions.on_approval(|request| async move {
        assert_eq!(request.function, "state.approve");
        Decision::Approve
    });
    let code = "async () => await state.approve('Go on?')";
    let run = sandbox
        .run(&workspace, code)
        .options(with_functions(&functions))
        .blocking()
        .unwrap();
    assert_eq!(result(&run), "true");
}

#[test]
fn several_calls_wait_together_and_are_answered_one_by_one() {
    let (functions, paid) = shop();
    let (sandbox, workspace) = (one_thread(), Workspace::memory().unwrap());
    let code = "async () => {
      const all = await Promise.allSettled([shop.pay(1), shop.price('abc'), shop.pay(20), shop.pay(300)]);
      return all.map((one) => one.value ?? one.reason.code);
    }";
    let options = with_functions(&functions);
    let run = sandbox
        .run(&workspace, code)
        .options(&options)
        .blocking()
        .unwrap();
    let Suspended {
        run: number,
        waiting_for,
        ..
    } = suspended(&run).clone();
    let arguments: Vec<_> = waiting_for
        .iter()
        .map(|call| call.argument.clone())
        .collect();
    assert_eq!(arguments, [json!(1), json!(20), json!(300)]);
    workspace
        .answer(number, &waiting_for[1], Answer::Approve)
        .unwrap();
    let run = sandbox
        .resume(&workspace, number)
        .options(&options)
        .blocking()
        .unwrap();
    assert_eq!(suspended(&run).run, number);
    assert_eq!(suspended(&run).waiting_for.len(), 2);
    assert_eq!(paid.load(Ordering::Relaxed), 20);
    // What is shown is what it is now.
    let still = suspended(&run).waiting_for.clone();
    workspace
        .answer(number, &still[0], Answer::Approve)
        .unwrap();
    workspace
        .answer(number, &still[1], Answer::deny("too much"))
        .unwrap();
    let run = sandbox
        .resume(&workspace, number)
        .options(&options)
        .blocking()
        .unwrap();
    assert_eq!(result(&run), r#"["paid 1",3,"paid 20","EAPPROVAL"]"#);
    assert_eq!(paid.load(Ordering::Relaxed), 21);
}

/// What is approved is bound to what was shown.
#[test]
fn answers_that_do_not_fit_are_refused() {
    let (functions, paid) = shop();
    let (sandbox, workspace) = (one_thread(), Workspace::memory().unwrap());
    let code = "async () => {
      await shop.pay(1);
      await state.writeFile('/changed', 'x');
      return await shop.pay(1);
    }";
    let options = with_functions(&functions);
    let run = sandbox
        .run(&workspace, code)
        .options(&options)
        .blocking()
        .unwrap();
    let number = suspended(&run).run;
    let first = suspended(&run).waiting_for[0].clone();
    let refused = |answered: Result<(), isolate_host::Error>| {
        let error = answered.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Refused, "{error}");
        error.to_string()
    };
    let resumed = |sandbox: &Sandbox| {
        let resumed = sandbox
            .resume(&workspace, number)
            .options(&options)
            .blocking();
        resumed.map(|run| run.outcome)
    };
    let said = refused(resumed(&sandbox).map(drop));
    assert_eq!(said, "run 1 cannot go on: it waits for shop.pay (call 1)");
    workspace.answer(number, &first, Answer::Approve).unwrap();
    let said = refused(workspace.answer(number, &first, Answer::deny("no")));
    assert_eq!(said, "call 1 of run 1 has an answer already");
    let outcome = resumed(&sandbox).unwrap();
    let Outcome::Suspended(second) = outcome else {
        panic!("{outcome:?}");
    };
    let second = &second.waiting_for[0];
    // The same call after another change is another.
    assert_ne!(second.digest, first.digest);
    let said = refused(workspace.answer(number, &first, Answer::Approve));
    assert_eq!(
        said,
        "run 1 does not wait for call 1: it waits for shop.pay (call 2)"
    );
    let mut stale = second.clone();
    stale.digest.clone_from(&first.digest);
    let said = refused(workspace.answer(number, &stale, Answer::Approve));
    assert!(
        said.starts_with("call 2 of run 1 is not what was shown: its digest is "),
        "{said}"
    );
    let said = refused(workspace.answer(number, second, Answer::deny("x".repeat(5000))));
    assert_eq!(said, "the reason has 5000 bytes, at most 4096 are allowed");
    workspace.answer(number, second, Answer::Approve).unwrap();
    assert!(matches!(resumed(&sandbox).unwrap(), Outcome::Returned(_)));
    let said = refused(workspace.answer(number, second, Answer::Approve));
    assert_eq!(said, "run 1 does not wait for an answer: it has ended");
    let said = refused(resumed(&sandbox).map(drop));
    assert_eq!(said, "run 1 does not wait for an answer: it has ended");
    assert_eq!(paid.load(Ordering::Relaxed), 2);
}

#[test]
fn a_run_that_cannot_wait_gets_an_error_that_says_why() {
    let folder = tempfile::tempdir().unwrap();
    let workspace = Workspace::open(folder.path().join("w")).unwrap();
    let (functions, _) = shop();
    let sandbox = one_thread();
    for (options, call, why) in [
        (
            RunOptions::new().dry_run(),
            "state.approve",
            "it is a dry run, which keeps nothing",
        ),
        (
            RunOptions::new().no_suspension("for a reason"),
            "shop.pay",
            "for a reason",
        ),
    ] {
        let options = options.functions(functions.clone());
        let code = format!(
            "async () => {{ try {{ await {call}(1) }} catch (error) {{ return [error.code, error.message] }} }}"
        );
        let run = sandbox
            .run(&workspace, &code)
            .options(&options)
            .blocking()
            .unwrap();
        let text = format!(
            "{call} needs an approval, and there is nobody to ask in this run, which cannot wait: {why}"
        );
        assert_eq!(result(&run), json!(["EAPPROVAL", text]).to_string());
    }
    assert!(workspace.pending().unwrap().is_empty());
}

#[test]
fn a_run_goes_on_only_where_it_can() {
    let (functions, _) = shop();
    let (sandbox, workspace) = (one_thread(), Workspace::memory().unwrap());
    let options = with_functions(&functions);
    let code = "async () => await shop.pay(1)";
    let run = sandbox
        .run(&workspace, code)
        .options(&options)
        .blocking()
        .unwrap();
    let number = suspended(&run).run;
    approve_all(&workspace, number);
    let refused = |sandbox: &Sandbox, options: RunOptions| {
        let resumed = sandbox
            .resume(&workspace, number)
            .options(options)
            .blocking();
        resumed.unwrap_err().to_string()
    };
    assert_eq!(
        refused(&sandbox, RunOptions::new()),
        "run 1 cannot go on: the function shop.pay, which it may call, is missing"
    );
    let mut other = functions;
    other
        .namespace("shop")
        .add("pay", |sum: String| async move { Ok(sum) });
    assert_eq!(
        refused(&sandbox, RunOptions::new().functions(other)),
        "run 1 cannot go on: the schema of shop.pay, which it has called, is another now"
    );
    let preluded = Sandbox::builder()
        .prelude("text", "exports.a = 1")
        .build()
        .unwrap();
    assert_eq!(
        refused(&preluded, options.clone()),
        "run 1 cannot go on: it was begun with other preludes, and cannot be repeated up to where it waits: its workspace keeps no record of runs; resume it with the engine and the preludes that it was begun with, or end it"
    );
    // It is where it was, with its answer.
    assert_eq!(only_pending(&workspace).answered.len(), 1);
    let run = sandbox
        .resume(&workspace, number)
        .options(&options)
        .blocking()
        .unwrap();
    assert_eq!(result(&run), r#""paid 1""#);
}

#[test]
fn a_run_with_preludes_goes_on() {
    let build = || Sandbox::builder().prelude("text", "exports.twice = (text) => text + text;");
    let (one, two) = (build().build().unwrap(), build().build().unwrap());
    let workspace = Workspace::memory().unwrap();
    let code = "async () => { const a = text.twice('ab'); await state.approve('go'); return a + text.twice('c'); }";
    let run = one.run(&workspace, code).blocking().unwrap();
    let number = suspended(&run).run;
    approve_all(&workspace, number);
    let run = two.resume(&workspace, number).blocking().unwrap();
    assert_eq!(result(&run), r#""ababcc""#);
}

/// The limits and what was used of them are those of then.
#[test]
fn limits_go_on_and_time_that_was_waited_does_not_count() {
    let (sandbox, workspace) = (one_thread(), Workspace::memory().unwrap());
    let code = "async () => { await state.approve('go'); for (;;) {} }";
    let options = RunOptions::new()
        .timeout(Duration::from_millis(300))
        .fuel(u64::MAX >> 2);
    let run = sandbox
        .run(&workspace, code)
        .options(&options)
        .blocking()
        .unwrap();
    let number = suspended(&run).run;
    std::thread::sleep(Duration::from_millis(400));
    approve_all(&workspace, number);
    let run = sandbox.resume(&workspace, number).blocking().unwrap();
    let Outcome::LimitExceeded(limit) = &run.outcome else {
        panic!("{:?}", run.outcome);
    };
    assert_eq!(
        limit.message,
        "the program ran longer than its time limit of 300 ms: do less in one run, or raise the time limit"
    );
    assert!(run.usage.wall < Duration::from_secs(2), "{:?}", run.usage);
}

#[test]
fn what_waits_too_long_fails_when_it_is_resumed() {
    let (sandbox, workspace) = (one_thread(), Workspace::memory().unwrap());
    let code =
        "async () => { try { await state.approve('go') } catch (error) { return error.code } }";
    let options = RunOptions::new().wait_max(Duration::from_millis(1));
    let run = sandbox
        .run(&workspace, code)
        .options(options)
        .blocking()
        .unwrap();
    let number = suspended(&run).run;
    std::thread::sleep(Duration::from_millis(20));
    let run = sandbox.resume(&workspace, number).blocking().unwrap();
    assert_eq!(result(&run), r#""ETIMEDOUT""#);
}

#[test]
fn a_run_that_waits_can_be_ended() {
    let folder = tempfile::tempdir().unwrap();
    let workspace = Workspace::open(folder.path().join("w")).unwrap();
    let sandbox = one_thread();
    let code = "async () => { await state.writeFile('/a', 'x'); await state.approve('go'); }";
    let run = sandbox.run(&workspace, code).blocking().unwrap();
    let number = suspended(&run).run;
    workspace.end_pending(number).unwrap();
    assert!(workspace.pending().unwrap().is_empty());
    let error = sandbox.resume(&workspace, number).blocking().unwrap_err();
    assert_eq!(
        error.to_string(),
        "run 1 does not wait for an answer: it was given up"
    );
    let tree = workspace.tree().unwrap();
    assert!(tree.findings().unwrap().is_empty());
    tree.undo(number).unwrap();
}

/// Texts that the program has not read yet, its unfinished lines and its timers are there.
#[test]
fn what_the_host_holds_for_a_run_is_there_again() {
    let workspace = Workspace::memory().unwrap();
    let sandbox = one_thread();
    let code = "async () => {
      await state.writeFile('/a.txt', 'x'.repeat(5000) + '\\nold\\n');
      const made = await state.replaceInFiles('/*.txt', 'old', 'new');
      process.stdout.write('begun ');
      let ticks = 0;
      const later = new Promise((resolve) => setTimeout(() => { ticks++; resolve(ticks); }, 50));
      await state.approve('go');
      process.stdout.write('and ended\\n');
      const diff = JSON.stringify(made);
      return [diff.includes('+new'), diff.length > 5000, await later];
    }";
    let run = sandbox.run(&workspace, code).blocking().unwrap();
    let number = suspended(&run).run;
    approve_all(&workspace, number);
    let run = sandbox.resume(&workspace, number).blocking().unwrap();
    assert_eq!(result(&run), "[true,true,1]");
    let logs: Vec<_> = run.logs.iter().map(|entry| entry.text.as_str()).collect();
    assert_eq!(logs, ["begun and ended"]);
}

/// Of many that resume a run one does, and it calls the function once.
#[test]
fn a_run_is_resumed_once() {
    let folder = tempfile::tempdir().unwrap();
    let workspace = Workspace::open(folder.path().join("w")).unwrap();
    let (functions, paid) = shop();
    let options = with_functions(&functions);
    let sandbox = Sandbox::builder().threads(2).runs(8).build().unwrap();
    let run = sandbox
        .run(&workspace, "async () => await shop.pay(1)")
        .options(&options);
    let number = suspended(&run.blocking().unwrap()).run;
    approve_all(&workspace, number);
    let ended: Vec<_> = std::thread::scope(|scope| {
        let resumed: Vec<_> = (0..8)
            .map(|_| {
                scope.spawn(|| {
                    sandbox
                        .resume(&workspace, number)
                        .options(&options)
                        .blocking()
                })
            })
            .collect();
        resumed
            .into_iter()
            .map(|thread| thread.join().unwrap())
            .collect()
    });
    let returned = ended.iter().filter(|ended| ended.is_ok()).count();
    assert_eq!(
        (returned, paid.load(Ordering::Relaxed)),
        (1, 1),
        "{ended:?}"
    );
}

/// What may happen to a run that waits, at any time.
#[derive(Clone, Copy, Debug)]
enum Event {
    Approve,
    Deny,
    Resume,
    Restart,
    End,
}

/// Programs ask a few times, and write down each answer; whatever happens to them in between, they say what
/// a model says, and each approved call is made once.
#[test]
fn random_schedules_go_as_a_model_says() {
    use proptest::prelude::*;

    let event = prop_oneof![
        4 => Just(Event::Approve),
        2 => Just(Event::Deny),
        4 => Just(Event::Resume),
        2 => Just(Event::Restart),
        1 => Just(Event::End),
    ];
    let schedules = prop::collection::vec(event, 1..14);
    let cases = match std::env::var("RUN_SLOW_TESTS") {
        Ok(_) => 10_000,
        Err(_) => 500,
    };
    let folder = tempfile::tempdir().unwrap();
    let sandbox = std::cell::RefCell::new(Sandbox::builder().threads(1).runs(2).build().unwrap());
    let number = std::cell::Cell::new(0);
    proptest!(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(cases) },
        |(questions in 1_u32..4, events in schedules)| {
        number.set(number.get() + 1);
        let file = folder.path().join(format!("{}", number.get()));
        let mut workspace = Workspace::open(&file).unwrap();
        let (functions, paid) = shop();
        let options = with_functions(&functions).input(&questions).unwrap();
        let code = "async (count) => {
          for (let i = 0; i < count; i++) {
            let said;
            try { said = await shop.pay(i + 1) } catch (error) { said = error.code }
            await state.appendFile('/log', `${said}\\n`);
          }
          return (await state.readFile('/log')).trim().split('\\n');
        }";
        let run = sandbox.borrow().run(&workspace, code).options(&options).blocking().unwrap();
        let id = suspended(&run).run;
        // The model: what was said so far, whether the present question has an answer, and the end.
        let (mut said, mut answer, mut is_over): (Vec<String>, Option<bool>, bool) = (vec![], None, false);
        let mut sum = 0;
        for event in events {
            let pending = workspace.pending().unwrap();
            prop_assert_eq!(pending.len(), usize::from(!is_over));
            match event {
                Event::Approve | Event::Deny => {
                    let is_approved = matches!(event, Event::Approve);
                    let given = if is_approved { Answer::Approve } else { Answer::deny("no") };
                    let call = pending.first()
                        .and_then(|run| run.waiting_for.first().or_else(|| run.answered.first()));
                    let Some(call) = call else { continue };
                    let answered = workspace.answer(id, call, given);
                    prop_assert_eq!(answered.is_ok(), answer.is_none());
                    answer.get_or_insert(is_approved);
                }
                Event::Resume => {
                    let resumed = sandbox.borrow().resume(&workspace, id).options(&options).blocking();
                    let (false, Some(is_approved)) = (is_over, answer.take()) else {
                        prop_assert_eq!(resumed.unwrap_err().kind(), ErrorKind::Refused);
                        continue;
                    };
                    let next = u32::try_from(said.len()).unwrap() + 1;
                    said.push(match is_approved {
                        true => format!("paid {next}"),
                        false => "EAPPROVAL".to_owned(),
                    });
                    sum += if is_approved { next as usize } else { 0 };
                    let run = resumed.unwrap();
                    match &run.outcome {
                        Outcome::Suspended(_) => prop_assert!(next < questions),
                        Outcome::Returned(_) => {
                            prop_assert_eq!(next, questions);
                            prop_assert_eq!(run.result::<Vec<String>>().unwrap(), said.clone());
                            is_over = true;
                        }
                        other => prop_assert!(false, "{other:?}"),
                    }
                }
                Event::Restart => workspace = Workspace::open(&file).unwrap(),
                Event::End => {
                    prop_assert_eq!(workspace.end_pending(id).is_ok(), !is_over);
                    is_over = true;
                }
            }
            prop_assert_eq!(paid.load(Ordering::Relaxed), sum);
        }
        let tree = workspace.tree().unwrap();
        prop_assert!(tree.findings().unwrap().is_empty());
        let log = tree.read(&isolate_host::text::VPath::parse("/log").unwrap());
        let log = log.map_or_else(|_| String::new(), |bytes| String::from_utf8(bytes).unwrap());
        prop_assert_eq!(log.lines().map(str::to_owned).collect::<Vec<_>>(), said);
        drop(tree);
        drop(workspace);
        std::fs::remove_file(&file).unwrap();
    });
}

/// A small program takes little, so that thousands may wait; and a page of them has a bound.
#[test]
fn a_small_run_takes_at_most_8_kilobytes_and_pages_have_all() {
    let (sandbox, workspace) = (one_thread(), Workspace::memory().unwrap());
    let code = "async () => { await state.approve('Go on?'); }";
    let mut all = Vec::new();
    for _ in 0..5 {
        let run = sandbox.run(&workspace, code).blocking().unwrap();
        all.push(suspended(&run).run);
    }
    let mut seen = Vec::new();
    while let Some(run) = workspace
        .pending_page(seen.last().copied(), 2)
        .unwrap()
        .first()
    {
        assert!(run.bytes <= 8 << 10, "{}", run.bytes);
        assert!(run.fuel > 0);
        seen.push(run.run);
    }
    assert_eq!(seen, all);
    // Where what they wait for is large, a page has fewer.
    let code = "() => state.approve('x'.repeat(700_000))";
    for _ in 0..3 {
        let run = sandbox.run(&workspace, code).blocking().unwrap();
        all.push(suspended(&run).run);
    }
    let page = workspace.pending_page(Some(all[4]), 100).unwrap();
    let page: Vec<_> = page.iter().map(|run| run.run).collect();
    assert_eq!(page, all[5..7]);
}

/// A run whose answer cannot be read is refused, and waits as before.
#[test]
fn an_answer_that_cannot_be_read_loses_no_run() {
    let (sandbox, workspace) = (one_thread(), Workspace::memory().unwrap());
    let code = "async () => { await state.approve('?'); return 'done'; }";
    let run = sandbox.run(&workspace, code).blocking().unwrap();
    let waiting = suspended(&run).clone();
    let call = waiting.waiting_for[0].call;
    let tree = workspace.tree().unwrap();
    tree.answer_suspended(waiting.run, call, b"no answer")
        .unwrap();
    drop(tree);
    for _ in 0..2 {
        let error = sandbox.resume(&workspace, waiting.run).blocking();
        let error = error.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Refused, "{error}");
        let text = format!("what is kept of run {} is damaged", waiting.run);
        assert!(error.to_string().contains(&text), "{error}");
        let pending = workspace.pending_run(waiting.run).unwrap();
        assert_eq!(pending.answered.len(), 1);
    }
    workspace.end_pending(waiting.run).unwrap();
}
