//! Programs that import files of the workspace.

use isolate_host::text::VPath;
use isolate_host::vfs::{BranchOptions, RunId};
use isolate_host::{Limit, Limits, Outcome, Replay, ReplayOptions, RunOptions, Workspace};

use crate::{one_thread, result, run};

/// A workspace with these files.
fn with(files: &[(&str, &str)]) -> Workspace {
    let records = Workspace::builder().records(true);
    let workspace = records.memory().unwrap();
    let tree = workspace.tree().unwrap();
    for (path, text) in files {
        let path = VPath::parse(path).unwrap();
        tree.write(&path, text.as_bytes()).unwrap();
    }
    drop(tree);
    workspace
}

/// The limit that ends a program.
fn limit_of(workspace: &Workspace, code: &str, limits: Limits) -> Limit {
    let options = RunOptions::new().limits(limits);
    let run = one_thread()
        .run(workspace, code)
        .options(&options)
        .blocking();
    match run.unwrap().outcome {
        Outcome::LimitExceeded(exceeded) => exceeded.limit,
        other => panic!("{other:?}"),
    }
}

#[test]
fn reads_of_modules_count_and_are_allowed_where_nothing_may_change() {
    let workspace = with(&[("/lib/x.js", "export const x = 1;")]);
    let options = RunOptions::new().read_only();
    let code = "import { x } from '/lib/x.js'; export default async () => x;";
    let run = one_thread()
        .run(&workspace, code)
        .options(&options)
        .blocking();
    let run = run.unwrap();
    assert_eq!(result(&run), "1");
    assert_eq!(run.usage.host_calls, 2);
    assert_eq!(run.usage.bytes_read, 19);
    let once = Limits::new().host_calls(1);
    assert_eq!(limit_of(&workspace, code, once), Limit::HostCalls);
}

#[test]
fn limits_apply_while_modules_are_loaded() {
    let large = format!("/*{}*/ export const x = 1;", " ".repeat(9 << 20));
    let workspace = with(&[
        ("/endless.js", "for (;;) {}"),
        ("/waits.js", "for (;;) await 1;"),
        (
            "/greedy.js",
            "const a = []; for (;;) a.push(new Array(1e5).fill(1.5));",
        ),
        ("/large.js", &large),
    ]);
    let small = || Limits::new().fuel(100_000_000).memory_bytes(8 << 20);
    for (path, limit) in [
        ("/endless.js", Limit::Fuel),
        ("/waits.js", Limit::Fuel),
        ("/greedy.js", Limit::Memory),
        ("/large.js", Limit::Memory),
    ] {
        for code in [
            format!("import '{path}'; 1"),
            format!("async () => {{ try {{ await import('{path}'); }} catch {{}} return 1; }}"),
            format!("async () => {{ try {{ require('{path}'); }} catch {{}} return 1; }}"),
        ] {
            if path == "/waits.js" && code.contains("require") {
                continue;
            }
            assert_eq!(limit_of(&workspace, &code, small()), limit, "{code}");
        }
    }
}

#[test]
fn what_a_module_changes_is_part_of_an_atomic_run() {
    let workspace = with(&[(
        "/lib/x.js",
        "await state.writeFile('/made', '1'); export const x = 1;",
    )]);
    let options = RunOptions::new().atomic();
    let code = "import { x } from '/lib/x.js'; throw new Error(`after ${x}`);";
    let run = one_thread()
        .run(&workspace, code)
        .options(&options)
        .blocking();
    assert!(matches!(run.unwrap().outcome, Outcome::Threw(_)));
    let made = crate::run(&one_thread(), &workspace, "state.exists('/made')");
    assert_eq!(result(&made), "false");
}

#[test]
fn a_file_that_changes_stays_what_it_was_loaded_as_and_a_replay_is_the_same() {
    let workspace = with(&[("/lib/x.js", "export const x = 1;")]);
    let code = "import { x } from '/lib/x.js';
        await state.writeFile('/lib/x.js', 'export const x = 2;');
        const again = await import('/lib/x.js');
        return [x, again.x];";
    assert_eq!(result(&run(&one_thread(), &workspace, code)), "[1,1]");
    let (_, newest) = workspace.tree().unwrap().run_span().unwrap().unwrap();
    let next = run(&one_thread(), &workspace, "(await import('/lib/x.js')).x");
    assert_eq!(result(&next), "2");
    for number in [newest, RunId::from(i64::from(newest) + 1)] {
        let replay = one_thread().replay(&workspace, number, &ReplayOptions::new());
        assert_eq!(replay.unwrap(), Replay::Same, "{number:?}");
    }
}

#[test]
fn a_long_chain_of_modules_takes_no_stack() {
    const COUNT: usize = 3_000;
    let workspace = Workspace::memory().unwrap();
    let code = format!(
        "async () => {{
            for (let i = 0; i < {COUNT}; i++) {{
                await state.writeFile(`/chain/${{i}}.js`, `import {{ n as m }} from './${{i + 1}}.js'; export const n = m + 1;`);
            }}
            await state.writeFile('/chain/{COUNT}.js', 'export const n = 0;');
        }}"
    );
    assert_eq!(result(&run(&one_thread(), &workspace, &code)), "undefined");
    let code = "import { n } from '/chain/0.js'; return n;";
    assert_eq!(
        result(&run(&one_thread(), &workspace, code)),
        COUNT.to_string()
    );
}

#[test]
fn calls_of_require_within_each_other_have_a_bound() {
    let code = "async () => {
        for (let i = 0; i < 300; i++) {
            await state.writeFile(`/r/${i}.cjs`, `exports.n = require('./${i + 1}.cjs').n + 1;`);
        }
        await state.writeFile('/r/300.cjs', 'exports.n = 0;');
        const depth = (from) => { try { return require(`/r/${from}.cjs`).n; } catch (error) { return error.name; } };
        return [depth(0), depth(101), depth(0)];
    }";
    let run = run(&one_thread(), &Workspace::memory().unwrap(), code);
    assert_eq!(result(&run), "[\"RangeError\",199,300]");
}

#[test]
fn a_module_is_that_of_the_branch() {
    let folder = tempfile::tempdir().unwrap();
    let workspace = Workspace::open(folder.path().join("w.sqlite")).unwrap();
    run(
        &one_thread(),
        &workspace,
        "state.writeFile('/x.js', 'export const x = 1;')",
    );
    workspace
        .tree()
        .unwrap()
        .create_branch("other", &BranchOptions::new())
        .unwrap();
    let other = workspace.on_branch("other").unwrap();
    run(
        &one_thread(),
        &other,
        "state.writeFile('/x.js', 'export const x = 2;')",
    );
    let code = "import { x } from '/x.js'; return x;";
    assert_eq!(result(&run(&one_thread(), &workspace, code)), "1");
    assert_eq!(result(&run(&one_thread(), &other, code)), "2");
}
