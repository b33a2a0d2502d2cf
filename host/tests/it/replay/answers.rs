//! Answers of functions are given again, and no function is called.

use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};

use isolate_host::{Decision, FunctionError, Functions, ObstacleKind, Replay, RunOptions, Value};
use serde_json::{Value as Json, json};

use super::{File, check_same, kind};

/// Calls that end in the order that `order` says, when all of them have begun.
#[derive(Clone)]
struct Gate {
    shared: Arc<Mutex<Queue>>,
}

struct Queue {
    order: Vec<usize>,
    wakers: Vec<Waker>,
    /// Calls that have begun.
    begun: usize,
    is_open: bool,
}

struct Turn {
    gate: Gate,
    number: usize,
}

impl Future for Turn {
    type Output = ();

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        let mut queue = self.gate.shared.lock().unwrap();
        queue.is_open |= queue.begun == queue.order.len();
        if queue.is_open && queue.order.first() == Some(&self.number) {
            queue.order.remove(0);
            for waker in queue.wakers.drain(..) {
                waker.wake();
            }
            return Poll::Ready(());
        }
        queue.wakers.push(context.waker().clone());
        Poll::Pending
    }
}

fn gated(order: &[usize]) -> Functions {
    let gate = Gate {
        shared: Arc::new(Mutex::new(Queue {
            order: order.to_vec(),
            wakers: Vec::new(),
            begun: 0,
            is_open: false,
        })),
    };
    let mut functions = Functions::new();
    functions
        .namespace("slow")
        .add("get", move |number: usize| {
            gate.shared.lock().unwrap().begun += 1;
            let gate = gate.clone();
            async move {
                Turn { gate, number }.await;
                match number % 3 {
                    2 => Err(FunctionError::new(format!("no {number}"))
                        .with_code("E_NO")
                        .with_data(json!({ "number": number }))),
                    _ => Ok(json!({ "number": number, "text": "ä\u{1F600}" })),
                }
            }
        });
    functions
}

#[test]
fn parallel_calls_end_in_the_order_of_then() {
    let file = File::new();
    let code = "async () => {
        const order = [];
        const one = async number => {
            try { order.push((await slow.get(number)).number) } catch (error) { order.push([error.code, error.data.number, error.message]) }
            await state.writeFile('/' + number, String(order.length));
            console.log(number, order.length);
        };
        await Promise.all([0, 1, 2, 3].map(one));
        return order;
    }";
    let mut orders = Vec::new();
    for order in [
        [0, 1, 2, 3],
        [3, 2, 1, 0],
        [2, 0, 3, 1],
        [1, 3, 0, 2],
        [3, 0, 1, 2],
    ] {
        for options in [RunOptions::new(), RunOptions::new().atomic().seed(4)] {
            let run = check_same(&file, code, &options.functions(gated(&order)));
            orders.push(run.result::<serde_json::Value>().unwrap().to_string());
        }
    }
    orders.sort();
    orders.dedup();
    assert_eq!(orders.len(), 5, "{orders:?}");
    let (_, others) = file.all();
    assert_eq!(others, [""; 0]);
}

/// Functions that answer otherwise each time, and count their calls.
fn counting() -> (Functions, Arc<AtomicU64>) {
    let count = Arc::new(AtomicU64::new(0));
    let mut functions = Functions::new();
    functions.on_approval(|request| async move {
        match request.argument == json!({ "yes": true }) {
            true => Decision::Approve,
            false => Decision::refuse("not today"),
        }
    });
    let mut namespace = functions.namespace("api");
    let counter = Arc::clone(&count);
    let next = move || counter.fetch_add(1, Ordering::Relaxed);
    let counted = next.clone();
    namespace
        .add_dynamic("next", move |_: Json, _| {
            let number = counted();
            async move { Ok(json!(number)) }
        })
        .describe("The next number.")
        .input(json!({ "type": "object", "properties": { "n": { "type": "integer" } }, "additionalProperties": false }));
    let counted = next.clone();
    namespace.add_dynamic("bytes", move |value: Value, _| {
        let number = counted();
        async move {
            Ok(Value::Array(vec![
                value,
                Value::Bytes(number.to_le_bytes().to_vec()),
                Value::Date(5.0),
                Value::BigInt("12345678901234567890".into()),
                Value::Undefined,
                Value::Number(f64::NAN),
            ]))
        }
    });
    let counted = next.clone();
    namespace
        .add_dynamic("asks", move |_: Json, _| {
            let number = counted();
            async move { Ok(json!(number)) }
        })
        .approval(isolate_host::Approval::Always);
    let counted = next.clone();
    namespace.add_dynamic("writes", move |_: Json, _| {
        let number = counted();
        async move { Ok(json!(number)) }
    });
    namespace.add_dynamic("large", move |_: Json, _| {
        next();
        async move { Ok(json!("x".repeat(3 << 20))) }
    });
    namespace.add_dynamic::<Json, Json, _, _>("never", |_, _| std::future::pending());
    namespace.add_dynamic::<Json, Json, _, _>("panics", |_, _| async { panic!("it is a test") });
    (functions, count)
}

#[test]
fn whatever_functions_answered_is_answered_again() {
    let file = File::new();
    let (functions, count) = counting();
    // A run waits for what never answers until its time is over.
    let options = RunOptions::new().functions(functions).suspend_after(None);
    for code in [
        "() => api.next()",
        "async () => [await api.next({ n: 1 }), await api.next()]",
        "() => api.next({ n: 'text' })",
        "() => api.next({ other: 1 }).catch(error => [error.name, error.code, error.message])",
        "() => api.bytes([new Date(1), new Uint8Array(3), 5n, '\\ud800', new Map([[1, 2]])])",
        "() => api.bytes('x'.repeat(5000))",
        "() => api.asks({ yes: true })",
        "() => api.asks({ yes: false })",
        "() => api.missing()",
        "() => functions.search('number')",
        "() => functions.describe('api.next')",
        "() => functions.describe('api.nxt').catch(error => error.message)",
        "() => { api.never(); return 1 }",
        "async () => { const left = api.never().catch(error => console.log(error.code)); await api.next(); return 2 }",
        "() => api.panics()",
        "async () => { for (let i = 0; i < 100; i++) { const n = await api.next(); await state.writeFile('/' + n % 7, String(n)) } }",
        "async () => { await state.mkdir('/d', { recursive: true }); await api.next(); return [await state.stat('/d'), await api.next(), await state.find('/')] }",
    ] {
        let before = count.load(Ordering::Relaxed);
        file.run_with(code, &options);
        let after = count.load(Ordering::Relaxed);
        assert_eq!(file.again(), Replay::Same, "{code}");
        assert_eq!(count.load(Ordering::Relaxed), after, "{code}");
        assert!(after >= before);
    }
    let reads = options.read_only();
    check_same(
        &file,
        "() => api.writes().catch(error => error.code)",
        &reads,
    );
    let (_, others) = file.all();
    assert_eq!(others, [""; 0]);
}

#[test]
fn answers_of_more_than_4_mib_are_not_kept() {
    let file = File::new();
    let (functions, _) = counting();
    let options = RunOptions::new().functions(functions);
    check_same(&file, "async () => (await api.large()).length", &options);
    let code = "async () => (await api.large()).length + (await api.large()).length";
    file.run_with(code, &options);
    let replay = file.again();
    assert_eq!(kind(&replay), ObstacleKind::Answers);
    assert_eq!(
        replay.to_string(),
        "not comparable: it was answered more than is kept: at most 4 MiB"
    );
}

#[test]
fn a_function_keeps_its_answers_out_of_the_history() {
    let file = File::new();
    let (mut functions, _) = counting();
    functions
        .namespace("secret")
        .add_dynamic("token", |argument: Json, _| async move {
            Ok(json!(format!("the {} token", argument.as_str().unwrap())))
        })
        .unrecorded();
    let options = RunOptions::new().functions(functions);
    let code = "async () => { await api.next({ n: 5 }); return (await secret.token('hid' + 'den')).length }";
    file.run_with(code, &options);
    let replay = file.again();
    assert_eq!(kind(&replay), ObstacleKind::Answers);
    let tree = file.workspace.tree().unwrap();
    for (name, _) in tree.parts(file.last()).unwrap() {
        let part = tree.part(file.last(), &name).unwrap().unwrap();
        let text = String::from_utf8_lossy(&part);
        assert!(!text.contains("hidden"), "{name}: {text}");
    }
    drop(tree);
    // Runs that do not call it can be replayed.
    check_same(&file, "() => api.next()", &options);
}

#[test]
fn a_run_that_a_limit_ended_in_a_function_is_the_same() {
    let file = File::new();
    let (functions, _) = counting();
    let options = RunOptions::new().functions(functions).fuel(30_000_000);
    check_same(&file, "async () => { for (;;) await api.next() }", &options);
    let timed = options.timeout(std::time::Duration::from_millis(200));
    file.run_with("() => api.never()", &timed);
    assert_eq!(kind(&file.again()), ObstacleKind::Ended);
}
