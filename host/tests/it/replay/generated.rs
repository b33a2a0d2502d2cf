//! Random programs are the same when they are made again.

use isolate_host::{Commit, FunctionError, Functions, RunOptions};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::ValueTree as _;
use serde_json::{Value as Json, json};

use super::File;

/// A statement that leaves something in `seen`; it may fail.
pub(crate) fn statement() -> impl Strategy<Value = String> {
    let path = || select(vec!["/a", "/b", "/a/c", "/a/d", "/d/e/f", "/", "/link"]);
    let text = || {
        select(vec![
            "''",
            "'one'",
            "'x'.repeat(20000)",
            "String(Math.random())",
            "new Date().toISOString()",
        ])
    };
    prop_oneof![
        (path(), text()).prop_map(|(path, text)| format!("await state.writeFile('{path}', {text})")),
        (path(), text()).prop_map(|(path, text)| format!("await state.appendFile('{path}', {text})")),
        path().prop_map(|path| format!("await state.readFile('{path}')")),
        path().prop_map(|path| format!("await state.stat('{path}')")),
        path().prop_map(|path| format!("await state.lstat('{path}')")),
        path().prop_map(|path| format!("await state.find('{path}')")),
        path().prop_map(|path| format!("await state.readdirWithFileTypes('{path}')")),
        path().prop_map(|path| format!("await state.summarizeTree('{path}')")),
        path().prop_map(|path| format!("await state.mkdir('{path}', {{ recursive: true }})")),
        path().prop_map(|path| format!("await state.rm('{path}', {{ recursive: true, force: true }})")),
        path().prop_map(|path| format!("await state.touch('{path}')")),
        path().prop_map(|path| format!("await state.hashFile('{path}')")),
        (path(), path()).prop_map(|(from, to)| format!("await state.cp('{from}', '{to}', {{ recursive: true }})")),
        (path(), path()).prop_map(|(from, to)| format!("await state.mv('{from}', '{to}')")),
        path().prop_map(|path| format!("await state.symlink('{path}', '/link')")),
        Just("await state.history()".to_owned()),
        Just("await state.undo()".to_owned()),
        Just("await state.checkpoint('c', { overwrite: true })".to_owned()),
        Just("await state.restore('c')".to_owned()),
        Just("await api.number()".to_owned()),
        Just("await Promise.all([api.number(), api.fails().catch(error => error.message), api.number()])".to_owned()),
        Just("await api.fails()".to_owned()),
        Just("await functions.search('number')".to_owned()),
        Just("await new Promise(done => setTimeout(() => done(Date.now()), Math.random() * 10))".to_owned()),
        Just("await Promise.race([api.number(), new Promise(done => setTimeout(done, 1))])".to_owned()),
        Just("console.log(seen.length, performance.now())".to_owned()),
        Just("for (let i = 0; i < 10; i++) await state.appendFile('/many/' + i % 3, String(i))".to_owned()),
        Just("void api.number()".to_owned()),
    ]
}

fn program() -> impl Strategy<Value = String> {
    program_of(statement())
}

/// A program of some statements.
pub(crate) fn program_of(
    statement: impl Strategy<Value = String>,
) -> impl Strategy<Value = String> {
    let statements = prop::collection::vec((statement, any::<bool>()), 1..8);
    statements.prop_map(|statements| {
        let mut code = "async () => {\n  const seen = [];\n".to_owned();
        for (statement, is_caught) in statements {
            let kept = match statement.strip_prefix("await ") {
                Some(value) => format!("seen.push(await {value})"),
                None => statement,
            };
            let line = match is_caught {
                true => format!("  try {{ {kept} }} catch (error) {{ seen.push(error.code) }}\n"),
                false => format!("  {kept};\n"),
            };
            code.push_str(&line);
        }
        code.push_str("  return seen;\n}");
        code
    })
}

fn options() -> impl Strategy<Value = RunOptions> {
    let commit = select(vec![Commit::PerCall, Commit::PerCall, Commit::Atomic]);
    let seed = prop_oneof![3 => Just(None), 1 => any::<u64>().prop_map(Some)];
    let fuel = prop_oneof![5 => Just(20_000_000_000), 1 => 1_000_000..20_000_000_u64];
    (commit, seed, fuel, any::<bool>()).prop_map(|(commit, seed, fuel, reads)| {
        let mut options = RunOptions::new().commit(commit).fuel(fuel);
        if let Some(seed) = seed {
            options = options.seed(seed);
            if reads {
                options = options.read_only();
            }
        }
        options
    })
}

/// Functions whose answers no replay can guess.
fn functions() -> Functions {
    use std::hash::{BuildHasher as _, RandomState};
    let mut functions = Functions::new();
    let mut namespace = functions.namespace("api");
    namespace.add_dynamic("number", |_: Json, _| async {
        let number = RandomState::new().hash_one(1);
        if number.is_multiple_of(2) {
            // Another order of the answers.
            yield_now().await;
        }
        Ok(json!({ "number": number % 1000 }))
    });
    namespace.add_dynamic::<Json, Json, _, _>("fails", |_, _| async {
        let number = RandomState::new().hash_one(2);
        Err(FunctionError::new(format!("no {}", number % 1000)))
    });
    functions
}

fn yield_now() -> impl Future<Output = ()> {
    let mut is_polled = false;
    std::future::poll_fn(move |context| {
        if std::mem::replace(&mut is_polled, true) {
            return std::task::Poll::Ready(());
        }
        context.waker().wake_by_ref();
        std::task::Poll::Pending
    })
}

fn check(runs: usize) {
    let file = File::new();
    let mut runner = proptest::test_runner::TestRunner::default();
    for _ in 0..runs {
        let made = (program(), options())
            .new_tree(&mut runner)
            .unwrap()
            .current();
        let (code, options) = made;
        file.run_with(&code, &options.functions(functions()));
    }
    let sandbox = crate::one_thread();
    let mut count = 0;
    let counts = sandbox.replay_all(
        &file.workspace,
        &isolate_host::ReplayOptions::new(),
        |info, replay| {
            count += 1;
            let program = || {
                let tree = file.workspace.tree().unwrap();
                isolate_host::recorded_run(&tree, info.id).unwrap().unwrap()
            };
            assert_eq!(
                replay.as_str(),
                "same",
                "{}: {replay}\n{:#?}",
                info.id,
                program()
            );
        },
    );
    assert_eq!(counts.unwrap().same, count);
    assert_eq!(count, runs as u64);
}

#[test]
fn random_programs_are_the_same() {
    let runs = match std::env::var_os("RUN_SLOW_TESTS") {
        Some(_) => 2_000,
        None => 200,
    };
    check(runs);
}
