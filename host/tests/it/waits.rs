//! A waiting run holds no thread, and its waits overlap.

use std::sync::{Arc, Mutex};

use isolate_host::{FunctionError, Functions, Outcome, RunOptions, Value, Workspace};
use tokio::sync::{mpsc, oneshot};

use crate::{one_thread, result};

type Answer = oneshot::Sender<Result<Value, FunctionError>>;

/// A function `ask`, each call of which appears in the channel and waits for its answer.
fn ask() -> (Functions, mpsc::UnboundedReceiver<(Value, Answer)>) {
    let (sender, receiver) = mpsc::unbounded_channel();
    let mut functions = Functions::new();
    functions
        .namespace("tools")
        .add_dynamic("ask", move |value: Value, _| {
            let (answer, answered) = oneshot::channel();
            sender.send((value, answer)).unwrap();
            async move { answered.await.unwrap() }
        });
    (functions, receiver)
}

#[tokio::test]
async fn two_waits_overlap_and_hold_no_thread() {
    let sandbox = one_thread();
    let workspace = Workspace::memory().unwrap();
    let (functions, mut calls) = ask();
    let waiting = tokio::spawn({
        let (sandbox, workspace) = (sandbox.clone(), workspace.clone());
        async move {
            let code = r#"async () => {
                await state.writeFile("/before", "1");
                const answers = await Promise.all([tools.ask("a"), tools.ask("b")]);
                await state.writeFile("/after", "2");
                return answers;
            }"#;
            let options = RunOptions::new().functions(functions);
            sandbox
                .run(&workspace, code)
                .options(&options)
                .await
                .unwrap()
        }
    });

    // Both calls are made before either is answered.
    let (first, answer_first) = calls.recv().await.unwrap();
    let (second, answer_second) = calls.recv().await.unwrap();
    assert_eq!(
        (first, second),
        (Value::String("a".into()), Value::String("b".into()))
    );

    // The only thread of the sandbox is free, and so is the workspace.
    let other = sandbox
        .run(&workspace, r#"state.readdir("/")"#)
        .await
        .unwrap();
    assert_eq!(result(&other), r#"["before"]"#);

    answer_second.send(Ok(Value::Number(2.0))).unwrap();
    answer_first.send(Ok(Value::Number(1.0))).unwrap();
    let run = waiting.await.unwrap();
    assert_eq!(result(&run), "[1,2]");
    assert_eq!(run.effects.created.len(), 2);
}

/// The answers come in the order of the calls, so that such a run is the same every time.
#[test]
fn functions_that_answer_at_once_do_so_in_the_order_of_their_calls() {
    let mut functions = Functions::new();
    let mut tools = functions.namespace("tools");
    tools.add_dynamic("now", |value: Value, _| async move { Ok(value) });
    // Asks to be polled again, as `yield_now` of a runtime does.
    tools.add_dynamic("soon", |value: Value, _| async move {
        for _ in 0..3 {
            let mut has_yielded = false;
            std::future::poll_fn(|context| {
                context.waker().wake_by_ref();
                match std::mem::replace(&mut has_yielded, true) {
                    true => std::task::Poll::Ready(()),
                    false => std::task::Poll::Pending,
                }
            })
            .await;
        }
        Ok(value)
    });
    let code = r#"async () => {
        const answered = [];
        const calls = [];
        for (let n = 0; n < 300; n++) {
            calls.push(tools.now(n).then((n) => answered.push(n)));
        }
        for (let n = 300; n < 600; n++) {
            calls.push(tools.soon(n).then((n) => answered.push(n)));
            calls.push(tools.now(n).then((n) => answered.push(-n)));
        }
        await Promise.all(calls);
        const now = answered.filter((n) => n < 300).map(Math.abs);
        const soon = answered.filter((n) => n >= 300);
        const is_sorted = (list) => list.every((n, at) => at === 0 || list[at - 1] < n);
        return [now.length, soon.length, is_sorted(now), is_sorted(soon)];
    }"#;
    let options = RunOptions::new().functions(functions);
    let run = one_thread()
        .run(&Workspace::memory().unwrap(), code)
        .options(&options)
        .blocking()
        .unwrap();
    assert_eq!(result(&run), "[600,300,true,true]");
}

/// Each call that hangs ends at its own time, whatever else is under way.
#[test]
fn many_calls_that_hang_end_each_at_its_time() {
    let mut functions = Functions::new();
    let mut tools = functions.namespace("tools");
    for milliseconds in [20, 60] {
        tools
            .add_dynamic::<Value, Value, _, _>(format!("hang{milliseconds}"), |_, _| {
                std::future::pending()
            })
            .timeout(std::time::Duration::from_millis(milliseconds));
    }
    let code = r#"async () => {
        const ended = [];
        const calls = [];
        for (let n = 0; n < 400; n++) {
            calls.push(tools.hang60().catch((e) => ended.push(e.code + 60)));
            calls.push(tools.hang20().catch((e) => ended.push(e.code + 20)));
        }
        await Promise.all(calls);
        return [ended.length, ended[0], ended[799]];
    }"#;
    let options = RunOptions::new()
        .functions(functions)
        .timeout(std::time::Duration::from_secs(10));
    let run = one_thread()
        .run(&Workspace::memory().unwrap(), code)
        .options(&options)
        .blocking()
        .unwrap();
    assert_eq!(result(&run), r#"[800,"ETIMEDOUT20","ETIMEDOUT60"]"#);
}

tokio::task_local! {
    static USER: &'static str;
}

/// What belongs to the caller's task is there whenever a function is polled.
#[tokio::test(flavor = "multi_thread")]
async fn a_function_has_the_task_locals_of_its_caller_from_its_first_poll_on() {
    let mut functions = Functions::new();
    functions.namespace("tools").add("user", |(): ()| async {
        let first = USER.try_with(|user| *user).unwrap_or("nobody");
        tokio::time::sleep(std::time::Duration::from_millis(1)).await;
        let later = USER.try_with(|user| *user).unwrap_or("nobody");
        Ok(format!("{first} {later}"))
    });
    let code = "async () => [await tools.user(), await tools.user()]";
    let options = RunOptions::new().functions(functions);
    let (sandbox, workspace) = (one_thread(), Workspace::memory().unwrap());
    let seen = async |options: RunOptions| {
        let run = sandbox.run(&workspace, code).options(options);
        let run = USER.scope("ann", async { run.await.unwrap() });
        result(&run.await)
    };
    assert_eq!(seen(options.clone()).await, r#"["ann ann","ann ann"]"#);
    let faster = options.calls_on_workers();
    assert_eq!(seen(faster).await, r#"["nobody ann","nobody ann"]"#);
}

#[tokio::test]
async fn a_failed_function_is_an_error_that_the_program_catches() {
    let (functions, mut calls) = ask();
    tokio::spawn(async move {
        while let Some((_, answer)) = calls.recv().await {
            answer
                .send(Err(FunctionError::new("no such city")))
                .unwrap();
        }
    });
    let code =
        "async () => { try { await tools.ask(1) } catch (e) { return [e.message, e.code] } }";
    let options = RunOptions::new().functions(functions);
    let run = one_thread()
        .run(&Workspace::memory().unwrap(), code)
        .options(&options)
        .await
        .unwrap();
    assert_eq!(result(&run), r#"["no such city","EHOSTFN"]"#);
}

#[tokio::test]
async fn a_wait_ends_at_the_deadline() {
    let (functions, calls) = ask();
    let options = RunOptions::new()
        .functions(functions)
        .timeout(std::time::Duration::from_millis(50));
    let run = one_thread()
        .run(&Workspace::memory().unwrap(), "tools.ask(1)")
        .options(&options)
        .await
        .unwrap();
    let Outcome::LimitExceeded(limit) = &run.outcome else {
        panic!("{:?}", run.outcome);
    };
    assert_eq!(limit.limit, isolate_host::Limit::Timeout);
    drop(calls);
}

#[test]
fn a_blocking_run_waits_too() {
    let sum = Arc::new(Mutex::new(0.0));
    let mut functions = Functions::new();
    functions.namespace("tools").add_dynamic("add", {
        let sum = Arc::clone(&sum);
        move |value, _| {
            let sum = Arc::clone(&sum);
            async move {
                let Value::Number(number) = value else {
                    return Err(FunctionError::new("add needs a number"));
                };
                *sum.lock().unwrap() += number;
                Ok(Value::Undefined)
            }
        }
    });
    let options = RunOptions::new().functions(functions);
    let run = one_thread()
        .run(
            &Workspace::memory().unwrap(),
            "await tools.add(1); await tools.add(2); 'done'",
        )
        .options(&options)
        .blocking()
        .unwrap();
    assert_eq!(result(&run), r#""done""#);
    assert!((*sum.lock().unwrap() - 3.0).abs() < f64::EPSILON);
}

/// What a function would never see is refused, and not lost.
#[test]
fn a_second_argument_is_refused() {
    let mut functions = Functions::new();
    functions
        .namespace("tools")
        .add_dynamic("echo", |value: Value, _| async move { Ok(value) });
    let options = RunOptions::new().functions(functions);
    let code = r#"async () => {
        const one = [await tools.echo("a", undefined), ...(await Promise.all(["b"].map(tools.echo)))];
        try { return await tools.echo("a", "b") } catch (error) { return [...one, error.name, error.message] }
    }"#;
    let run = one_thread()
        .run(&Workspace::memory().unwrap(), code)
        .options(&options)
        .blocking()
        .unwrap();
    assert_eq!(
        result(&run),
        r#"["a","b","TypeError","tools.echo takes one value, and 2 were given: pass one object, such as tools.echo({ a, b })"]"#
    );
}
