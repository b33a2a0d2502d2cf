//! Functions that are under way while their run is taken up, put away, ended, or is in the way of all that.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use isolate_host::{
    Answer, CallState, CancelToken, Functions, Outcome, Run, RunOptions, Sandbox, Workspace,
};

use super::races::{answered, begin, kept};
use super::{Desk, NEVER, PATIENCE, SOON, refused, resumed, states, suspended, text, until};
use crate::{one_thread, result, with_functions};

/// Answers that are not kept yet, because somebody else writes, come with the run.
#[tokio::test]
async fn an_answer_that_cannot_be_kept_yet_is_taken_along() {
    let folder = tempfile::tempdir().unwrap();
    let options = Workspace::builder().busy_timeout(Duration::from_millis(10));
    let workspace = options.open(folder.path().join("w")).unwrap();
    let other = Workspace::open(folder.path().join("w")).unwrap();
    let other = other.tree().unwrap();
    let (sandbox, mut desk) = (one_thread(), Desk::new());
    let code = "async () => {
      const all = [desk.writes(1), desk.writes(2), desk.reads(3)];
      return [await Promise.race(all), ...await Promise.all(all)];
    }";
    let id = begin(&sandbox, &workspace, code, desk.options()).await;
    let (first, second, third) = (desk.call().1, desk.call().1, desk.call().1);
    third.send(Ok(text("three"))).unwrap();
    kept(&workspace, id, 1).await;
    let mode = isolate_host::vfs::CommitMode::Atomic;
    let writes = other.begin(&isolate_host::vfs::RunOptions::new("other").mode(mode));
    let writes = writes.unwrap();
    let path = isolate_host::text::VPath::parse("/other").unwrap();
    writes.write(&path, b"").unwrap();
    first.send(Ok(text("one"))).unwrap();
    // By now the next try is a second away.
    tokio::time::sleep(Duration::from_millis(1_500)).await;
    assert_eq!(answered(&workspace, id), 1);
    writes.commit().unwrap();
    let run = sandbox
        .resume(&workspace, id)
        .options(desk.options().suspend_after(NEVER));
    let run = tokio::spawn(run.into_future());
    tokio::time::sleep(4 * SOON).await;
    second.send(Ok(text("two"))).unwrap();
    let run = tokio::time::timeout(PATIENCE, run).await.unwrap();
    assert_eq!(
        result(&run.unwrap().unwrap()),
        r#"["one","one","two","three"]"#
    );
    assert_eq!(sandbox.stats().detached_calls, 0);
    assert!(!desk.is_called());
}

/// A run that cannot be taken up after all is as before: its functions go on, and their answers are kept.
#[tokio::test]
async fn a_run_that_cannot_be_taken_up_leaves_its_functions_alone() {
    let (sandbox, workspace) = (one_thread(), Workspace::memory().unwrap());
    let mut desk = Desk::new();
    let code = "async () => {
      const all = [desk.writes(1), desk.reads(2)];
      return [await Promise.race(all), ...await Promise.all(all)];
    }";
    let id = begin(&sandbox, &workspace, code, desk.options()).await;
    let (first, second) = (desk.call().1, desk.call().1);
    second.send(Ok(text("two"))).unwrap();
    workspace.until_answered(id).await;
    // The same names with other schemas: that is found out when the run is there already.
    let mut others = Functions::new();
    for name in ["writes", "reads"] {
        let mut namespace = others.namespace("desk");
        namespace.add(name, |_: u32| async { Ok("another") });
    }
    let waiting = || {
        let pending = workspace.pending_run(id).unwrap();
        let calls = |calls: &[isolate_host::PendingCall]| {
            calls
                .iter()
                .map(|call| (call.call, call.state))
                .collect::<Vec<_>>()
        };
        (calls(&pending.waiting_for), calls(&pending.answered))
    };
    for _ in 0..3 {
        let other = sandbox
            .resume(&workspace, id)
            .options(with_functions(&others));
        assert!(refused(other.await).contains("is another now"));
        assert_eq!(
            waiting(),
            (vec![(1, Some(CallState::UnderWay))], vec![(2, None)])
        );
    }
    first.send(Ok(text("one"))).unwrap();
    kept(&workspace, id, 2).await;
    let other = sandbox
        .resume(&workspace, id)
        .options(with_functions(&others));
    assert!(refused(other.await).contains("is another now"));
    let run = resumed(&sandbox, &workspace, id, &desk).await;
    assert_eq!(result(&run), r#"["one","one","two"]"#);
    assert!(!desk.is_called());
}

/// What gives its functions up in the moment in which the run cannot be taken up is told all the same.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn functions_are_given_up_while_their_run_is_taken_up() {
    let mut others = Functions::new();
    for name in ["writes", "reads"] {
        let mut namespace = others.namespace("desk");
        namespace.add(name, |_: u32| async { Ok("another") });
    }
    for round in 0..30 {
        let (sandbox, workspace) = (one_thread(), Workspace::memory().unwrap());
        let mut desk = Desk::new();
        let code = "async () => await Promise.all([desk.writes(1), desk.reads(2)])";
        let id = begin(&sandbox, &workspace, code, desk.options()).await;
        let (_first, second) = (desk.call().1, desk.call().1);
        second.send(Ok(text("two"))).unwrap();
        workspace.until_answered(id).await;
        let fails = one_thread();
        let fails = fails
            .resume(&workspace, id)
            .options(with_functions(&others));
        let fails = tokio::spawn(fails.into_future());
        tokio::time::sleep(Duration::from_micros(round * 100)).await;
        sandbox.drain(Duration::ZERO).await.unwrap();
        let failed = fails.await.unwrap();
        assert!(refused(failed).contains("is another now"));
        assert_eq!(states(&workspace, id), [Some(CallState::Unknown)]);
        let holder = workspace.tree().unwrap().suspended_run(id).unwrap().holder;
        assert_eq!(holder.held(), isolate_host::vfs::Held::Ended);
        // It goes on with the answer that there is, and waits for a person then.
        let sandbox = one_thread();
        let run = sandbox.resume(&workspace, id).options(desk.options());
        let run = run.await.unwrap();
        let call = &suspended(&run).waiting_for[0];
        assert_eq!((call.call, call.state), (1, Some(CallState::Unknown)));
        workspace.answer(id, call, Answer::value("one")).unwrap();
        let run = resumed(&sandbox, &workspace, id, &desk).await;
        assert_eq!(result(&run), r#"["one","two"]"#);
        assert!(!desk.is_called());
    }
}

/// A run that ends, however it does, has no functions any more.
#[tokio::test]
async fn what_is_under_way_ends_with_its_run() {
    let (sandbox, workspace) = (one_thread(), Workspace::memory().unwrap());
    let mut desk = Desk::new();
    let code = "async () => {
      const all = [desk.writes(1), desk.reads(2)];
      await Promise.race(all);
      await state.writeFile('/first', '');
      await Promise.all(all);
    }";
    let first_answer = async |desk: &mut Desk| {
        let id = begin(&sandbox, &workspace, code, desk.options()).await;
        let (first, second) = (desk.call().1, desk.call().1);
        second.send(Ok(text("two"))).unwrap();
        workspace.until_answered(id).await;
        (id, first)
    };
    // Ended when it was put away again.
    let (id, first) = first_answer(&mut desk).await;
    let run = resumed(&sandbox, &workspace, id, &desk).await;
    suspended(&run);
    workspace.end_pending(id).unwrap();
    assert!(first.is_closed());
    assert_eq!(sandbox.stats().detached_calls, 0);
    // Ended with an answer that nobody has taken.
    let (id, first) = first_answer(&mut desk).await;
    workspace.end_pending(id).unwrap();
    assert!(first.is_closed());
    // Cancelled in memory, by a token and by its handle.
    for is_dropped in [false, true] {
        let (id, mut first) = first_answer(&mut desk).await;
        let token = CancelToken::new();
        let options = desk.options().suspend_after(NEVER).cancel(token.clone());
        let run = sandbox.resume(&workspace, id).options(options);
        let run = tokio::spawn(run.into_future());
        while sandbox.stats().detached_calls > 0 {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
        match is_dropped {
            true => run.abort(),
            false => token.cancel(),
        }
        tokio::time::timeout(PATIENCE, first.closed())
            .await
            .unwrap();
        let _ = run.await;
        let gone = sandbox.resume(&workspace, id).options(desk.options());
        refused(gone.await);
    }
    // Drained in memory.
    let (_, mut first) = first_answer(&mut desk).await;
    let run = workspace.pending().unwrap().pop().unwrap().run;
    let options = desk.options().suspend_after(NEVER);
    let resumes = sandbox.resume(&workspace, run).options(options);
    let resumes = tokio::spawn(resumes.into_future());
    while sandbox.stats().detached_calls > 0 {
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    sandbox.drain(Duration::ZERO).await.unwrap();
    tokio::time::timeout(PATIENCE, first.closed())
        .await
        .unwrap();
    let _ = resumes.await.unwrap();
    assert!(!desk.is_called());
    assert!(workspace.pending().unwrap().is_empty());
    assert!(workspace.tree().unwrap().findings().unwrap().is_empty());
}

/// A function that was called inside of one runtime goes on where its run is resumed inside of another, or of
/// none.
#[test]
fn a_function_keeps_its_runtime() {
    let (sandbox, workspace) = (one_thread(), Workspace::memory().unwrap());
    let mut functions = Functions::new();
    for (name, time) in [("soon", 4), ("late", 30)] {
        let mut namespace = functions.namespace("slow");
        namespace.add(name, move |(): ()| async move {
            for _ in 0..time {
                // Each needs the runtime.
                tokio::time::sleep(SOON).await;
            }
            Ok(name)
        });
    }
    let code = "async () => {
      const late = slow.late();
      return [await Promise.race([late, slow.soon()]), await late];
    }";
    let options = with_functions(&functions).suspend_after(SOON);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_time()
        .build()
        .unwrap();
    let request = sandbox.run(&workspace, code).options(&options);
    let mut run = runtime.block_on(async { request.await }).unwrap();
    let mut resumed = 0;
    while let Outcome::Suspended(waiting) = &run.outcome {
        runtime.block_on(workspace.until_answered(waiting.run));
        let request = sandbox.resume(&workspace, waiting.run).options(&options);
        run = request.blocking().unwrap();
        resumed += 1;
    }
    assert_eq!(
        (result(&run), resumed),
        (r#"["soon","late"]"#.to_owned(), 2)
    );
}

/// While a thread polls a function, its run waits for it: nothing is lost, whatever happens meanwhile.
#[tokio::test(flavor = "multi_thread", worker_threads = 3)]
async fn a_function_is_handed_over_when_nobody_polls_it() {
    #[derive(Clone, Copy, PartialEq)]
    enum Meanwhile {
        Nothing,
        GivenUp,
        Cancelled,
    }
    const POLL: Duration = Duration::from_millis(400);
    for meanwhile in [Meanwhile::Nothing, Meanwhile::GivenUp, Meanwhile::Cancelled] {
        let (sandbox, workspace) = (one_thread(), Workspace::memory().unwrap());
        let mut desk = Desk::new();
        let [polled, ends] = [(), ()].map(|()| Arc::new(tokio::sync::Notify::new()));
        let (of_poll, of_end) = (Arc::clone(&polled), Arc::clone(&ends));
        let called = Arc::<AtomicUsize>::default();
        let counted = Arc::clone(&called);
        let mut namespace = desk.functions.namespace("work");
        namespace.add("blocks", move |(): ()| {
            counted.fetch_add(1, Ordering::SeqCst);
            let (polled, ends) = (Arc::clone(&of_poll), Arc::clone(&of_end));
            async move {
                polled.notified().await;
                std::thread::sleep(POLL);
                ends.notified().await;
                Ok("blocked")
            }
        });
        let code = "async () => {
          const all = [work.blocks(), desk.reads(1)];
          await Promise.race(all);
          await state.writeFile('/first', '');
          return await Promise.all(all);
        }";
        let id = begin(&sandbox, &workspace, code, desk.options()).await;
        desk.call().1.send(Ok(text("one"))).unwrap();
        workspace.until_answered(id).await;
        polled.notify_one();
        tokio::time::sleep(POLL / 8).await;
        let other = one_thread();
        let token = CancelToken::new();
        let options = desk.options().cancel(token.clone());
        let options = match meanwhile {
            Meanwhile::GivenUp => options,
            _ => options.suspend_after(NEVER),
        };
        let run = other.resume(&workspace, id).options(options);
        let run = tokio::spawn(run.into_future());
        tokio::time::sleep(POLL / 8).await;
        let tree = workspace.tree().unwrap();
        let info = tree.run_info(id).unwrap().unwrap();
        assert_eq!(info.state, isolate_host::vfs::RunState::Open);
        let path = isolate_host::text::VPath::parse("/first").unwrap();
        assert!(tree.read(&path).is_err());
        match meanwhile {
            Meanwhile::Nothing => ends.notify_one(),
            Meanwhile::GivenUp => assert_eq!(sandbox.drain(Duration::ZERO).await.unwrap(), 0),
            Meanwhile::Cancelled => token.cancel(),
        }
        let run = tokio::time::timeout(PATIENCE, run).await.unwrap();
        let run = run.unwrap().unwrap();
        match meanwhile {
            Meanwhile::Nothing => assert_eq!(result(&run), r#"["blocked","one"]"#),
            Meanwhile::GivenUp => {
                let call = &suspended(&run).waiting_for[0];
                assert_eq!((call.call, call.state), (1, Some(CallState::Unknown)));
                workspace.answer(id, call, Answer::value("found")).unwrap();
                let run = resumed(&other, &workspace, id, &desk).await;
                assert_eq!(result(&run), r#"["found","one"]"#);
            }
            Meanwhile::Cancelled => {
                assert!(matches!(run.outcome, Outcome::LimitExceeded(_)), "{run:?}");
            }
        }
        until("that nothing is under way", || {
            Arc::strong_count(&ends) == 2 && sandbox.stats().detached_calls == 0
        });
        assert_eq!(called.load(Ordering::SeqCst), 1);
    }
}

/// A function whose runtime has ended fails where its run is in memory.
#[test]
fn a_function_ends_with_its_runtime() {
    let (sandbox, workspace) = (one_thread(), Workspace::memory().unwrap());
    let mut functions = Functions::new();
    for (name, time) in [("soon", 4 * SOON), ("late", NEVER)] {
        let mut namespace = functions.namespace("slow");
        namespace.add(name, move |(): ()| async move {
            tokio::time::sleep(time).await;
            Ok(name)
        });
    }
    let code = "async () => {
      const late = slow.late();
      await Promise.race([late, slow.soon()]);
      await state.writeFile('/first', '');
      try { await late } catch (error) { return error.message }
    }";
    let runtime = || tokio::runtime::Runtime::new().unwrap();
    let (first, second) = (runtime(), runtime());
    let options = with_functions(&functions).suspend_after(SOON);
    let request = sandbox.run(&workspace, code).options(&options);
    let run = first.block_on(async { request.await }).unwrap();
    let id = suspended(&run).run;
    first.block_on(workspace.until_answered(id));
    let in_memory = options.suspend_after(NEVER);
    let request = sandbox.resume(&workspace, id).options(in_memory);
    let run = second.spawn(request.into_future());
    let path = isolate_host::text::VPath::parse("/first").unwrap();
    let tree = workspace.tree().unwrap();
    until("the first answer", || tree.read(&path).is_ok());
    drop(first);
    let run = second.block_on(run).unwrap().unwrap();
    assert_eq!(result(&run), r#""slow.late failed by a defect of its own""#);
}

/// A function that waits for its own run would wait for ever.
#[tokio::test]
async fn a_function_does_not_resume_its_own_run() {
    let (sandbox, workspace) = (one_thread(), Workspace::memory().unwrap());
    let mut desk = Desk::new();
    let (sender, receiver) = tokio::sync::watch::channel(None);
    let own = (sandbox.clone(), workspace.clone(), desk.options());
    let mut namespace = desk.functions.namespace("work");
    namespace.add("resumes", move |(): ()| {
        let ((sandbox, workspace, options), mut id) = (own.clone(), receiver.clone());
        async move {
            let id = id.wait_for(Option::is_some).await?.unwrap();
            let run = sandbox.resume(&workspace, id).options(options).await;
            Ok(run.unwrap_err().to_string())
        }
    });
    let code = "Promise.all([work.resumes(), desk.reads(1)])";
    let id = begin(&sandbox, &workspace, code, desk.options()).await;
    desk.call().1.send(Ok(text("one"))).unwrap();
    workspace.until_answered(id).await;
    sender.send(Some(id)).unwrap();
    kept(&workspace, id, 2).await;
    let run = resumed(&sandbox, &workspace, id, &desk).await;
    assert_eq!(
        result(&run),
        r#"["run 1 cannot be resumed by a function of its own that is under way: let another task do it","one"]"#
    );
}

/// Many runs, whose functions answer at any time while their runs are put away and taken up: each function is
/// called once, and each answer arrives.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn answers_come_at_any_time() {
    let folder = tempfile::tempdir().unwrap();
    let rounds = match std::env::var_os("RUN_SLOW_TESTS") {
        Some(_) => 2_000,
        None => 60,
    };
    let sandbox = Sandbox::builder().threads(2).runs(8).build().unwrap();
    let called = Arc::<AtomicUsize>::default();
    let mut functions = Functions::new();
    for name in ["writes", "reads"] {
        let called = Arc::clone(&called);
        let mut namespace = functions.namespace("work");
        let function = namespace.add(name, move |micros: u64| {
            called.fetch_add(1, Ordering::SeqCst);
            async move {
                tokio::time::sleep(Duration::from_micros(micros)).await;
                Ok(micros)
            }
        });
        if name == "reads" {
            function.reads();
        }
    }
    let code = "async (times) => {
      const all = times.map((time, i) => work[i % 2 ? 'reads' : 'writes'](time));
      const winners = new Set();
      let left = new Set(all);
      for (const _ of all) {
        const [call, time] = await Promise.race([...left].map(async (one) => [one, await one]));
        left.delete(call);
        winners.add(time);
      }
      return [...winners].sort((a, b) => a - b);
    }";
    let options = with_functions(&functions).suspend_after(Duration::from_millis(1));
    let files = [
        Workspace::open(folder.path().join("w")).unwrap(),
        Workspace::builder().records(true).memory().unwrap(),
        Workspace::memory().unwrap(),
    ];
    let mut seed = 7_u64;
    let mut next = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        seed >> 33
    };
    let mut runs = tokio::task::JoinSet::new();
    for round in 0..rounds {
        let times: Vec<u64> = (0..6).map(|number| 8 * (next() % 4_000) + number).collect();
        let (sandbox, workspace) = (sandbox.clone(), files[round % 3].clone());
        let options = options.clone().input(&times).unwrap();
        let options = match round % 4 {
            0 => options.atomic(),
            _ => options,
        };
        while runs.len() >= 6 {
            let done: Result<(), _> = runs.join_next().await.unwrap();
            done.unwrap();
        }
        runs.spawn(async move {
            let mut run: Run = sandbox
                .run(&workspace, code)
                .options(&options)
                .await
                .unwrap();
            while let Outcome::Suspended(waiting) = &run.outcome {
                workspace.until_answered(waiting.run).await;
                let request = sandbox.resume(&workspace, waiting.run).options(&options);
                run = request.await.unwrap();
            }
            let mut expected = times;
            expected.sort_unstable();
            assert_eq!(run.result::<Vec<u64>>().unwrap(), expected);
        });
    }
    while let Some(done) = runs.join_next().await {
        done.unwrap();
    }
    assert_eq!(called.load(Ordering::SeqCst), 6 * rounds);
    assert_eq!(sandbox.stats().detached_calls, 0);
    for workspace in &files {
        assert!(workspace.pending().unwrap().is_empty());
        assert!(workspace.tree().unwrap().findings().unwrap().is_empty());
    }
}

/// Several resume one run at a time, some of whom cannot, while its functions answer, persons answer, and others
/// end it: no function is called twice, and whoever gets the result gets the right one.
#[tokio::test(flavor = "multi_thread", worker_threads = 3)]
async fn many_resume_one_run() {
    let rounds = match std::env::var_os("RUN_SLOW_TESTS") {
        Some(_) => 1_000,
        None => 30,
    };
    let sandbox = Sandbox::builder().threads(2).runs(8).build().unwrap();
    let called = Arc::<AtomicUsize>::default();
    let [mut functions, mut others] = [(), ()].map(|()| Functions::new());
    let counted = Arc::clone(&called);
    functions
        .namespace("work")
        .add("writes", move |micros: u64| {
            counted.fetch_add(1, Ordering::SeqCst);
            async move {
                tokio::time::sleep(Duration::from_micros(micros)).await;
                Ok(micros)
            }
        });
    // The same name with another schema: it is found out when the run is taken up already.
    let mut other = others.namespace("work");
    other.add("writes", |_: String| async { Ok(0) });
    let code = "async (times) => {
      const all = times.map((time) => work.writes(time));
      const winners = [];
      const left = new Set(all.map((call) => call.then((time) => { winners.push(time) })));
      for (const one of left) one.then(() => left.delete(one));
      while (left.size > 0) await Promise.race(left);
      return winners.sort((a, b) => a - b);
    }";
    let options = with_functions(&functions).suspend_after(Duration::from_millis(1));
    let (mut returned, mut ended) = (0, 0);
    for round in 0..rounds {
        let workspace = Workspace::memory().unwrap();
        let times: Vec<u64> = (0..5)
            .map(|number| (round * 7_919 + number * 5_003) % 30_000)
            .collect();
        let options = options.clone().input(&times).unwrap();
        let run = sandbox
            .run(&workspace, code)
            .options(&options)
            .await
            .unwrap();
        let id = match &run.outcome {
            Outcome::Suspended(waiting) => waiting.run,
            // It has not been slow.
            _ => {
                called.store(0, Ordering::SeqCst);
                continue;
            }
        };
        let is_there = || {
            workspace.pending_run(id).is_ok() || {
                let info = workspace.tree().unwrap().run_info(id).unwrap().unwrap();
                info.state == isolate_host::vfs::RunState::Open
                    || info.state == isolate_host::vfs::RunState::Suspended
            }
        };
        let resumes = async |options: RunOptions| {
            let mut result = None;
            while is_there() {
                let resumed = sandbox.resume(&workspace, id).options(&options).await;
                match resumed {
                    Ok(run) if matches!(run.outcome, Outcome::Returned(_)) => result = Some(run),
                    Ok(_) => {}
                    Err(error) => {
                        assert_eq!(error.kind(), isolate_host::ErrorKind::Refused, "{error}");
                    }
                }
                tokio::time::sleep(Duration::from_micros(300)).await;
            }
            result
        };
        let ends = async {
            tokio::time::sleep(Duration::from_micros(500 * (round % 16))).await;
            while round % 4 == 0 && is_there() {
                if workspace.end_pending(id).is_ok() {
                    return true;
                }
                tokio::time::sleep(Duration::from_micros(100)).await;
            }
            false
        };
        let wrong = with_functions(&others).suspend_after(Duration::ZERO);
        let all = async {
            tokio::join!(
                resumes(options.clone()),
                resumes(options.clone().suspend_after(Duration::from_millis(4))),
                resumes(wrong),
                ends
            )
        };
        let (first, second, third, is_ended) = tokio::time::timeout(PATIENCE, all).await.unwrap();
        assert!(third.is_none());
        let results: Vec<Run> = [first, second].into_iter().flatten().collect();
        assert_eq!(results.len(), usize::from(!is_ended), "round {round}");
        for run in results {
            let mut expected = times.clone();
            expected.sort_unstable();
            assert_eq!(run.result::<Vec<u64>>().unwrap(), expected);
            returned += 1;
        }
        ended += usize::from(is_ended);
        until("that nothing is under way", || {
            sandbox.stats().detached_calls == 0
        });
        assert_eq!(called.swap(0, Ordering::SeqCst), times.len());
        assert!(workspace.tree().unwrap().findings().unwrap().is_empty());
    }
    assert!(returned > 0, "{returned} {ended}");
    // In a few rounds nobody may come in time to end one.
    assert!(ended > 0 || rounds < 1_000, "{returned} {ended}");
}
