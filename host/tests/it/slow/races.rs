//! Runs that go on with the first answer, while other functions of theirs are under way.

use std::sync::atomic::Ordering;
use std::time::Duration;

use isolate_host::bridge::lose_memory;
use isolate_host::vfs::RunId;
use isolate_host::{
    Answer, Awaits, CallState, CallStatus, FunctionError, Functions, Outcome, RunOptions, Sandbox,
    Value, Workspace,
};
use serde_json::json;

use super::{Desk, NEVER, PATIENCE, SOON, refused, resumed, states, suspended, text, until};
use crate::{one_thread, result, with_functions};

/// Begins a program, which is put away.
pub(super) async fn begin(
    sandbox: &Sandbox,
    workspace: &Workspace,
    code: &str,
    options: RunOptions,
) -> RunId {
    let run = sandbox.run(workspace, code).options(options).await.unwrap();
    suspended(&run).run
}

pub(super) fn answered(workspace: &Workspace, run: RunId) -> usize {
    workspace.pending_run(run).unwrap().answered.len()
}

/// Waits until so many calls of a run have their answers in the workspace.
pub(super) async fn kept(workspace: &Workspace, run: RunId, count: usize) {
    let all = async {
        while answered(workspace, run) < count {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    };
    tokio::time::timeout(PATIENCE, all).await.unwrap();
}

/// The program goes on with the first answer. Its run ends when all functions have, as one in memory does.
#[tokio::test]
async fn a_program_goes_on_with_the_first_answer() {
    let folder = tempfile::tempdir().unwrap();
    let code = "async () => {
      await state.writeFile('/log', 'begins\\n');
      const first = await Promise.race([desk.writes(1), desk.reads(2), desk.writes(3)]);
      await state.appendFile('/log', `${first}\\n`);
      console.log(first);
      return await state.readFile('/log');
    }";
    for is_atomic in [false, true] {
        let workspace = Workspace::open(folder.path().join(is_atomic.to_string())).unwrap();
        let (sandbox, mut desk) = (one_thread(), Desk::new());
        let options = match is_atomic {
            true => desk.options().atomic(),
            false => desk.options(),
        };
        let id = begin(&sandbox, &workspace, code, options).await;
        let (first, second, third) = (desk.call().1, desk.call().1, desk.call().1);
        assert!(workspace.answered().unwrap().is_empty());
        second.send(Ok(text("two"))).unwrap();
        tokio::time::timeout(PATIENCE, workspace.until_answered(id))
            .await
            .unwrap();
        assert_eq!(workspace.answered().unwrap()[0].run, id);
        let under_way = Some(CallState::UnderWay);
        assert_eq!(states(&workspace, id), [under_way, under_way]);
        let run = sandbox.resume(&workspace, id).options(desk.options());
        let run = run.await.unwrap();
        let waiting = suspended(&run).waiting_for.iter();
        let waiting: Vec<_> = waiting.map(|call| (call.call, call.state)).collect();
        assert_eq!(waiting, [(1, under_way), (3, under_way)]);
        assert_eq!(run.logs[0].text, "two");
        assert_eq!(sandbox.stats().detached_calls, 2);
        assert!(workspace.answered().unwrap().is_empty());
        // What others see of it is as always.
        let path = isolate_host::text::VPath::parse("/log").unwrap();
        let log = workspace.tree().unwrap().read(&path);
        match is_atomic {
            true => assert!(log.is_err()),
            false => assert_eq!(log.unwrap(), b"begins\ntwo\n"),
        }
        third.send(Ok(text("three"))).unwrap();
        let run = resumed(&sandbox, &workspace, id, &desk).await;
        assert_eq!(suspended(&run).waiting_for.len(), 1);
        first.send(Ok(text("one"))).unwrap();
        let run = resumed(&sandbox, &workspace, id, &desk).await;
        assert_eq!(result(&run), r#""begins\ntwo\n""#);
        assert!(!desk.is_called());
        assert_eq!(sandbox.stats().detached_calls, 0);
        let statuses = run.calls.entries.iter().map(|call| &call.status);
        assert!(
            statuses
                .clone()
                .all(|status| *status == CallStatus::Answered)
        );
        assert_eq!(statuses.count(), 3);
    }
}

/// Without a runtime, threads of the sandbox drive what goes on, and the run when it is resumed.
#[test]
fn a_race_needs_no_runtime() {
    let (sandbox, workspace) = (one_thread(), Workspace::memory().unwrap());
    let mut desk = Desk::new();
    let code = "async () => {
      const all = [desk.writes(1), desk.reads(2)];
      return [await Promise.any(all), await Promise.all(all)];
    }";
    let run = sandbox.run(&workspace, code).options(desk.options());
    let id = suspended(&run.blocking().unwrap()).run;
    let (first, second) = (desk.call().1, desk.call().1);
    second.send(Ok(text("two"))).unwrap();
    until("the answer", || answered(&workspace, id) == 1);
    let resume = || sandbox.resume(&workspace, id).options(desk.options());
    let run = resume().blocking().unwrap();
    let waiting = &suspended(&run).waiting_for;
    assert_eq!((waiting.len(), waiting[0].call), (1, 1));
    assert_eq!(waiting[0].state, Some(CallState::UnderWay));
    assert_eq!(sandbox.stats().detached_calls, 1);
    let early = refused(resume().blocking());
    assert!(
        early.contains("desk.writes (call 1) is under way"),
        "{early}"
    );
    first.send(Ok(text("one"))).unwrap();
    until("the other answer", || answered(&workspace, id) == 1);
    let run = resume().blocking().unwrap();
    assert_eq!(result(&run), r#"["two",["one","two"]]"#);
    assert!(!desk.is_called());
}

/// The answer of what is still under way reaches the program while its run is in memory.
#[tokio::test]
async fn a_function_answers_to_a_run_that_is_in_memory_again() {
    let workspace = Workspace::builder().records(true).memory().unwrap();
    let (sandbox, mut desk) = (one_thread(), Desk::new());
    let code = "async () => {
      const all = [desk.writes(1), desk.reads(2), desk.writes(3)];
      const said = [await Promise.race(all)];
      await state.writeFile('/first', said[0]);
      said.push(...(await Promise.allSettled(all)).map((one) => one.value ?? one.reason.code));
      return said;
    }";
    let id = begin(&sandbox, &workspace, code, desk.options()).await;
    let (first, second, third) = (desk.call().1, desk.call().1, desk.call().1);
    second.send(Ok(text("two"))).unwrap();
    workspace.until_answered(id).await;
    let in_memory = desk.options().suspend_after(None);
    let run = sandbox.resume(&workspace, id).options(in_memory);
    let run = tokio::spawn(run.into_future());
    let tree = workspace.tree().unwrap();
    let path = isolate_host::text::VPath::parse("/first").unwrap();
    while tree.read(&path).is_err() {
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    assert_eq!(
        (sandbox.stats().detached_calls, sandbox.stats().runs),
        (0, 1)
    );
    // It is no run that waits for others.
    let again = sandbox.resume(&workspace, id).options(desk.options());
    assert!(refused(again.await).contains("it is going on"));
    tokio::time::sleep(4 * SOON).await;
    third
        .send(Err(FunctionError::new("no").with_code("ENO")))
        .unwrap();
    first.send(Ok(text("one"))).unwrap();
    let run = tokio::time::timeout(PATIENCE, run).await.unwrap();
    let run = run.unwrap().unwrap();
    assert_eq!(result(&run), r#"["two","one","two","ENO"]"#);
    for (number, entry) in run.calls.entries.iter().enumerate() {
        let number = number + 1;
        assert_eq!(entry.note, Some(format!("works on {number}")));
        assert!(entry.duration >= SOON, "{entry:?}");
    }
    assert!(!desk.is_called());
    drop(tree);
    let replay = tokio::task::spawn_blocking(move || {
        sandbox.replay(&workspace, id, &isolate_host::ReplayOptions::default())
    });
    assert_eq!(replay.await.unwrap().unwrap(), isolate_host::Replay::Same);
}

/// A failure is an answer too, and a run may be put away many times with the same function under way.
#[tokio::test]
async fn what_is_under_way_stays_so_however_often_its_run_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("w");
    let mut workspace = Workspace::open(&file).unwrap();
    let mut desk = Desk::new();
    let mut sandbox = one_thread();
    let code = "async () => {
      const slowest = desk.writes('slowest');
      const said = [];
      for (let i = 0; i < 5; i++) {
        said.push(await Promise.race([slowest, desk.reads(i)]).catch((error) => error.code));
        await state.appendFile('/log', `${said[i]}\\n`);
      }
      return [...said, await slowest];
    }";
    let id = begin(&sandbox, &workspace, code, desk.options()).await;
    let (_, slowest) = desk.call();
    for number in 0..5 {
        let (argument, sender) = desk.call();
        assert_eq!(argument, json!(number));
        let answer = match number % 2 {
            0 => Ok(Value::Number(f64::from(number))),
            _ => Err(FunctionError::new("no").with_code("ENO")),
        };
        sender.send(answer).unwrap();
        let run = resumed(&sandbox, &workspace, id, &desk).await;
        let waiting = &suspended(&run).waiting_for;
        assert_eq!(waiting[0].call, 1);
        assert_eq!(waiting[0].state, Some(CallState::UnderWay));
        assert_eq!(waiting.len(), 1 + usize::from(number < 4));
        // In another sandbox, over another handle: the function moves with its run.
        drop(std::mem::replace(&mut sandbox, one_thread()));
        workspace = Workspace::open(&file).unwrap();
    }
    slowest.send(Ok(text("slow"))).unwrap();
    let run = resumed(&sandbox, &workspace, id, &desk).await;
    assert_eq!(result(&run), r#"[0,"ENO",2,"ENO",4,"slow"]"#);
    assert!(!desk.is_called());
    assert_eq!(desk.over.load(Ordering::SeqCst), 6);
}

/// A function keeps the time limit that it began with.
#[tokio::test]
async fn a_time_limit_goes_on_with_its_function() {
    let (sandbox, workspace) = (one_thread(), Workspace::memory().unwrap());
    let mut functions = Functions::new();
    let after = |time: Duration| {
        move |_: Value, _| async move {
            tokio::time::sleep(time).await;
            Ok(text("done"))
        }
    };
    let mut namespace = functions.namespace("slow");
    namespace
        .add_dynamic("never", after(NEVER))
        .timeout(20 * SOON);
    namespace.add_dynamic("soon", after(4 * SOON));
    let code = "async () => {
      const never = slow.never();
      const first = await Promise.race([never, slow.soon()]);
      try { await never } catch (error) { return [first, error.code, error.message] }
    }";
    let options = with_functions(&functions).suspend_after(SOON);
    let begun = std::time::Instant::now();
    let mut run = sandbox
        .run(&workspace, code)
        .options(&options)
        .await
        .unwrap();
    let mut resumed = 0;
    while let Outcome::Suspended(waiting) = &run.outcome {
        workspace.until_answered(waiting.run).await;
        let request = sandbox.resume(&workspace, waiting.run).options(&options);
        run = request.await.unwrap();
        resumed += 1;
    }
    assert!(resumed >= 1);
    assert!(begun.elapsed() < 100 * SOON, "{:?}", begun.elapsed());
    assert_eq!(
        result(&run),
        r#"["done","ETIMEDOUT","slow.never did not answer within 400 ms"]"#
    );
}

/// One who has approved need not wait for functions, and the other way round.
#[tokio::test]
async fn an_approval_and_a_function_do_not_wait_for_each_other() {
    let (sandbox, workspace) = (one_thread(), Workspace::memory().unwrap());
    let mut desk = Desk::new();
    let code = "async () => {
      const all = [desk.writes(1), state.approve('Go on?')];
      const first = await Promise.race(all);
      await state.writeFile('/first', String(first));
      return [first, await Promise.all(all)];
    }";
    // The approval comes first: until it is there nobody waits for the function alone.
    let id = begin(&sandbox, &workspace, code, desk.options()).await;
    let waits = workspace.clone();
    let waits = tokio::spawn(async move { waits.until_answered(id).await });
    let pending = workspace.pending_run(id).unwrap();
    assert_eq!(pending.waiting_for[1].awaits, Awaits::Approval);
    workspace
        .answer(id, &pending.waiting_for[1], Answer::Approve)
        .unwrap();
    tokio::time::timeout(PATIENCE, waits)
        .await
        .unwrap()
        .unwrap();
    assert_eq!(workspace.answered().unwrap().len(), 1);
    let run = resumed(&sandbox, &workspace, id, &desk).await;
    assert_eq!(suspended(&run).waiting_for.len(), 1);
    desk.call().1.send(Ok(text("one"))).unwrap();
    let run = resumed(&sandbox, &workspace, id, &desk).await;
    assert_eq!(result(&run), r#"[true,["one",true]]"#);

    // The function comes first. Nobody but one who asks for it lets the run go on before the approval.
    let id = begin(&sandbox, &workspace, code, desk.options()).await;
    desk.call().1.send(Ok(text("one"))).unwrap();
    workspace.until_answered(id).await;
    assert!(workspace.answered().unwrap().is_empty());
    let run = resumed(&sandbox, &workspace, id, &desk).await;
    let waiting = suspended(&run).waiting_for.clone();
    assert_eq!((waiting.len(), waiting[0].awaits), (1, Awaits::Approval));
    // What is to be approved is another thing now.
    let stale = workspace.answer(id, &pending.waiting_for[1], Answer::Approve);
    assert!(refused(stale).contains("is not what was shown"));
    workspace.answer(id, &waiting[0], Answer::Approve).unwrap();
    let run = resumed(&sandbox, &workspace, id, &desk).await;
    assert_eq!(result(&run), r#"["one",["one",true]]"#);
}

/// A call that was given up holds its run up no longer than others that are under way.
#[tokio::test]
async fn what_was_given_up_waits_for_a_person_while_others_go_on() {
    let workspace = Workspace::memory().unwrap();
    let mut desk = Desk::new();
    let code = "async () => {
      const lost = desk.writes('lost');
      const first = await Promise.race([lost, desk.reads(1)]);
      const second = await Promise.race([lost, desk.reads(2)]);
      return [first, second, await lost];
    }";
    let first = one_thread();
    let id = begin(&first, &workspace, code, desk.options()).await;
    let (lost, one) = (desk.call().1, desk.call().1);
    one.send(Ok(text("one"))).unwrap();
    workspace.until_answered(id).await;
    first.drain(Duration::ZERO).await.unwrap();
    assert!(lost.is_closed());
    assert_eq!(workspace.answered().unwrap().len(), 1);
    let sandbox = one_thread();
    let run = resumed(&sandbox, &workspace, id, &desk).await;
    let waiting = suspended(&run).waiting_for.clone();
    let states_of: Vec<_> = waiting.iter().map(|call| call.state).collect();
    assert_eq!(
        states_of,
        [Some(CallState::Unknown), Some(CallState::UnderWay)]
    );
    assert_eq!(states(&workspace, id), states_of);
    let early = sandbox.resume(&workspace, id).options(desk.options());
    let early = refused(early.await);
    assert!(
        early.contains("whether it has done its work is not known"),
        "{early}"
    );
    desk.call().1.send(Ok(text("two"))).unwrap();
    let run = resumed(&sandbox, &workspace, id, &desk).await;
    let waiting = suspended(&run).waiting_for.clone();
    assert_eq!(
        (waiting.len(), waiting[0].state),
        (1, Some(CallState::Unknown))
    );
    assert!(workspace.answered().unwrap().is_empty());
    workspace
        .answer(id, &waiting[0], Answer::value("found"))
        .unwrap();
    let run = resumed(&sandbox, &workspace, id, &desk).await;
    assert_eq!(result(&run), r#"["one","two","found"]"#);
    assert!(!desk.is_called());
}

/// What only reads is called again when it was given up, and nothing else is.
#[tokio::test]
async fn what_may_be_called_again_is_called_beside_what_is_under_way() {
    let workspace = Workspace::memory().unwrap();
    let mut desk = Desk::new();
    let code = "async () => {
      const lost = desk.reads('lost');
      const first = await Promise.race([lost, desk.writes(1)]);
      return [first, ...await Promise.all([lost, desk.writes(2)])];
    }";
    let first = one_thread();
    let id = begin(&first, &workspace, code, desk.options()).await;
    let (lost, one) = (desk.call().1, desk.call().1);
    one.send(Ok(text("one"))).unwrap();
    workspace.until_answered(id).await;
    first.drain(Duration::ZERO).await.unwrap();
    assert!(lost.is_closed());
    let sandbox = one_thread();
    let run = resumed(&sandbox, &workspace, id, &desk).await;
    assert_eq!(suspended(&run).waiting_for.len(), 2);
    let (argument, again) = desk.call();
    assert_eq!(argument, json!("lost"));
    let (argument, two) = desk.call();
    assert_eq!(argument, json!(2));
    again.send(Ok(text("again"))).unwrap();
    let run = resumed(&sandbox, &workspace, id, &desk).await;
    assert_eq!(suspended(&run).waiting_for.len(), 1);
    two.send(Ok(text("two"))).unwrap();
    let run = resumed(&sandbox, &workspace, id, &desk).await;
    assert_eq!(result(&run), r#"["one","again","two"]"#);
    assert!(!desk.is_called());
}

/// A run whose memory cannot be used is repeated while its functions are under way.
#[tokio::test]
async fn a_run_is_repeated_while_its_functions_are_under_way() {
    let workspace = Workspace::builder().records(true).memory().unwrap();
    let (sandbox, mut desk) = (one_thread(), Desk::new());
    let code = "async () => {
      await state.writeFile('/a', 'a');
      const all = [desk.writes(1), desk.reads(2)];
      return [await Promise.race(all), ...await Promise.all(all)];
    }";
    let id = begin(&sandbox, &workspace, code, desk.options()).await;
    let (first, second) = (desk.call().1, desk.call().1);
    second.send(Ok(text("two"))).unwrap();
    workspace.until_answered(id).await;
    lose_memory(&workspace, id, Some("another engine")).unwrap();
    let run = resumed(&sandbox, &workspace, id, &desk).await;
    let call = &suspended(&run).waiting_for[0];
    assert_eq!((call.call, call.state), (1, Some(CallState::UnderWay)));
    lose_memory(&workspace, id, Some("another engine")).unwrap();
    first.send(Ok(text("one"))).unwrap();
    let run = resumed(&sandbox, &workspace, id, &desk).await;
    assert_eq!(result(&run), r#"["two","one","two"]"#);
    assert!(!desk.is_called());
}

/// A program that ends at once leaves nothing under way.
#[tokio::test]
async fn a_program_that_exits_drops_what_is_under_way() {
    let (sandbox, workspace) = (one_thread(), Workspace::memory().unwrap());
    let mut desk = Desk::new();
    let code = "async () => {
      const first = await Promise.race([desk.writes(1), desk.reads(2)]);
      await state.writeFile('/first', first);
      process.exit(0);
    }";
    let id = begin(&sandbox, &workspace, code, desk.options()).await;
    let (first, second) = (desk.call().1, desk.call().1);
    second.send(Ok(text("two"))).unwrap();
    let run = resumed(&sandbox, &workspace, id, &desk).await;
    assert!(matches!(run.outcome, Outcome::Returned(_)), "{run:?}");
    assert!(first.is_closed());
    assert_eq!(sandbox.stats().detached_calls, 0);
    assert!(workspace.pending().unwrap().is_empty());
}
