//! Libraries that are loaded once, when a sandbox is built.

use std::time::Duration;

use isolate_host::vfs::RunId;
use isolate_host::{
    ErrorKind, Limits, Outcome, Replay, ReplayOptions, RunOptions, Sandbox, SandboxOptions,
    Workspace,
};

use crate::{result, run};

/// A sandbox with these libraries, by name.
fn with(preludes: &[(&str, &str)]) -> Sandbox {
    options(preludes).build().unwrap()
}

fn options(preludes: &[(&str, &str)]) -> SandboxOptions {
    let one = Sandbox::builder().threads(1).runs(2);
    preludes.iter().fold(one, |options, (name, source)| {
        options.prelude(*name, *source)
    })
}

fn check(preludes: &[(&str, &str)], code: &str, expected: &str) {
    let workspace = Workspace::memory().unwrap();
    let run = run(&with(preludes), &workspace, code);
    assert_eq!(result(&run), expected, "{code}");
}

/// Why a library is refused.
fn refusal(source: &str) -> String {
    let limits = Limits::new()
        .fuel(200_000_000)
        .memory_bytes(16 << 20)
        .timeout(Duration::from_secs(20));
    let built = options(&[("x", source)]).prelude_limits(limits).build();
    let error = built.err().unwrap();
    assert_eq!(error.kind(), ErrorKind::Refused);
    let text = error.to_string();
    let reason = text.strip_prefix("the prelude \"x\" cannot be loaded: ");
    reason.unwrap_or_else(|| panic!("{text}")).to_owned()
}

#[test]
fn a_library_makes_code_from_text() {
    let library = "const double = new Function('n', 'return n * 2');
        exports.loaded = double(4);
        exports.later = (text) => { try { return new Function(text)(); } catch (error) { return error.name; } };";
    let code = "[lib.loaded, lib.later('return 3'), lib.later('return typeof code')]";
    check(&[("lib", library)], code, "[8,3,\"undefined\"]");
    let refusing = options(&[("lib", library)]).no_code_from_text().build();
    let workspace = Workspace::memory().unwrap();
    let run = run(&refusing.unwrap(), &workspace, code);
    assert_eq!(result(&run), "[8,\"EvalError\",\"EvalError\"]");
}

#[test]
fn a_library_is_a_global_of_its_name() {
    let common = "module.exports = { two: () => 2 };";
    check(&[("lib", common)], "lib.two()", "2");
    check(&[("lib", "exports.two = () => 2")], "lib.two()", "2");
    check(&[("lib", "export const two = () => 2;")], "lib.two()", "2");
    check(
        &[("lib", "export default { two: () => 2 };")],
        "lib.two()",
        "2",
    );
    let script = "function two() { return 2; }\nconst three = () => 3; class Four {}";
    check(
        &[("lib", script)],
        "[two(), three(), new Four() instanceof Four]",
        "[2,3,true]",
    );
    let bundle = "var lib = (() => { var exports = { two: () => 2 }; return exports; })();";
    check(&[("lib", bundle)], "lib.two()", "2");
    let universal = "(function (root, factory) {
        if (typeof define === 'function' && define.amd) define([], factory);
        else if (typeof module === 'object' && module.exports) module.exports = factory();
        else root.lib = factory();
    })(this, () => ({ two: () => 2 }));";
    check(&[("lib", universal)], "lib.two()", "2");
    let typed = "export function two(): number { return 2 as number; }";
    check(&[("lib", typed)], "lib.two()", "2");
    // A name that is taken stays what it is.
    check(&[("JSON", common)], "JSON.stringify([1])", "\"[1]\"");
}

#[test]
fn a_library_uses_those_before_it() {
    let preludes = [
        ("first", "exports.one = 1;"),
        ("second", "exports.two = first.one + 1;"),
    ];
    check(&preludes, "second.two", "2");
}

#[test]
fn what_a_run_changes_is_gone_in_the_next() {
    let source = "const seen = []; exports.see = (one) => { seen.push(one); return seen.length; };
        exports.table = Object.fromEntries(Array.from({ length: 20000 }, (_, i) => ['k' + i, { i }]));";
    let sandbox = with(&[("lib", source)]);
    let workspace = Workspace::memory().unwrap();
    let code = "() => {
        for (let i = 0; i < 20000; i++) lib.table['k' + i].i += 1;
        Array.prototype.extra = 1; lib.more = 1;
        const kept = [];
        for (let i = 0; i < 200000; i++) kept.push({ i, text: 'text ' + i });
        return [lib.see(kept.length), lib.table.k7.i, lib.table.k19999.i];
    }";
    for _ in 0..6 {
        let clean = "[Array.prototype.extra ?? null, lib.more ?? null, lib.table.k7.i]";
        assert_eq!(result(&run(&sandbox, &workspace, clean)), "[null,null,7]");
        assert_eq!(result(&run(&sandbox, &workspace, code)), "[1,8,20000]");
    }
}

/// Pages that were written to are copied for the next run, few or many, scattered or not.
#[test]
fn runs_that_write_here_and_there_find_the_same_library() {
    let source = "exports.table = Array.from({ length: 60000 }, (_, i) => ({ i, text: 't' + i }));
        exports.sum = () => exports.table.reduce((sum, { i, text }) => sum + i + text.length, 0);";
    let sandbox = with(&[("lib", source)]);
    let workspace = Workspace::memory().unwrap();
    let sum = result(&run(&sandbox, &workspace, "lib.sum()"));
    for round in 0..40 {
        let step = [60_000, 20_000, 3_000, 700, 50, 1][round % 6];
        let code = format!(
            "() => {{ const sum = lib.sum();
            for (let i = {round}; i < 60000; i += {step}) {{ lib.table[i].i = -1; lib.table[i].text = 'x' + {{ i }}; }}
            lib.table.length -= {round};
            return sum; }}"
        );
        assert_eq!(result(&run(&sandbox, &workspace, &code)), sum, "{round}");
    }
}

#[test]
fn a_run_does_not_count_what_the_libraries_hold() {
    let source = "exports.data = Array.from({ length: 100000 }, (_, i) => ({ i }));";
    let sandbox = with(&[("lib", source)]);
    let workspace = Workspace::memory().unwrap();
    let options = RunOptions::new().memory_bytes(4 << 20);
    let run = |code| {
        let run = sandbox.run(&workspace, code).options(&options).blocking();
        run.unwrap()
    };
    assert_eq!(result(&run("lib.data.length")), "100000");
    let run = run("() => { const a = []; for (;;) a.push({ a: [1, 2, 3] }); }");
    assert!(
        matches!(run.outcome, Outcome::LimitExceeded(_)),
        "{:?}",
        run.outcome
    );
}

#[test]
fn garbage_is_collected_in_a_run_with_libraries() {
    let source =
        "exports.data = Array.from({ length: 50000 }, (_, i) => ({ i, text: 'text ' + i }));";
    let code = "() => {
        let sum = 0;
        for (let i = 0; i < 400000; i++) sum += [i, { i }].length;
        return [sum, lib.data.every((one, i) => one.i === i && one.text === 'text ' + i)];
    }";
    check(&[("lib", source)], code, "[800000,true]");
}

#[test]
fn the_clock_and_random_numbers_are_those_of_the_run() {
    let source = "exports.loaded = Date.now(); exports.number = Math.random();";
    let sandbox = with(&[("lib", source)]);
    let workspace = Workspace::memory().unwrap();
    let run = |seed| {
        let code =
            "[lib.loaded, Date.now() > lib.loaded, lib.number, Math.random(), new Set([1]).size]";
        let options = RunOptions::new();
        let options = match seed {
            Some(seed) => options.seed(seed),
            None => options,
        };
        let run = sandbox.run(&workspace, code).options(&options).blocking();
        result(&run.unwrap())
    };
    assert!(
        run(None).starts_with("[1735689600000,true,"),
        "{}",
        run(None)
    );
    assert_eq!(run(Some(1)), run(Some(1)));
    assert_ne!(run(Some(1)), run(Some(2)));
    // A fresh sandbox loads the same memory.
    assert_eq!(run(Some(1)), {
        let sandbox = with(&[("lib", source)]);
        let code =
            "[lib.loaded, Date.now() > lib.loaded, lib.number, Math.random(), new Set([1]).size]";
        let options = RunOptions::new().seed(1);
        result(
            &sandbox
                .run(&workspace, code)
                .options(&options)
                .blocking()
                .unwrap(),
        )
    });
}

#[test]
fn a_library_that_cannot_be_loaded_says_why() {
    assert_eq!(refusal("throw new TypeError('no')"), "TypeError: no");
    assert!(refusal("let a = ;").starts_with("SyntaxError: "));
    for text in [
        "import x from './y.js'; export const a = 1;",
        "exports.a = require('y');",
    ] {
        let said = refusal(text);
        assert!(
            said.contains("a prelude is one file") && said.contains("y"),
            "{said}"
        );
    }
    assert!(refusal("state.readFile('/a')").contains("a prelude cannot use files"));
    assert!(
        refusal("export const a = await state.readFile('/a');")
            .contains("a prelude cannot use files")
    );
    assert!(
        refusal("export const a = await new Promise((done) => setTimeout(done, 5));")
            .contains("waits for a timer")
    );
    assert!(refusal("for (;;) {}").contains("more fuel than it may (200000000)"));
    assert!(
        refusal("const a = []; for (;;) a.push(new Array(10000).fill(1.5));")
            .contains("more memory than it may")
    );
    assert!(refusal("const f = () => f(); f();").starts_with("RangeError"));
    assert!(refusal(&"(".repeat(5000)).contains("nested"));
}

#[test]
fn names_and_sizes_are_checked() {
    let refused = |name: &str, source: String| {
        let built = Sandbox::builder().prelude(name, source).build();
        built.err().unwrap().to_string()
    };
    assert!(refused("", String::new()).contains("neither empty"));
    assert!(refused("a\nb", String::new()).contains("control characters"));
    assert!(refused(&"a".repeat(201), String::new()).contains("at most 200"));
    let large = format!("/*{}*/", " ".repeat(16 << 20));
    assert!(refused("a", large).contains("16 MiB"));
    let twice = options(&[("a", "1"), ("a", "2")]).build();
    assert!(twice.err().unwrap().to_string().contains("given twice"));
}

#[test]
fn runs_use_the_same_fuel_whether_libraries_come_from_the_cache_or_not() {
    let directory = tempfile::tempdir().unwrap();
    let folder = directory.path().join("cache");
    let source =
        "exports.words = 'a b c'.split(' '); exports.join = () => exports.words.join('-');";
    let options = options(&[("lib", source)]).prelude_cache(&folder);
    let workspace = Workspace::memory().unwrap();
    let fuel = |sandbox: &Sandbox| {
        let options = RunOptions::new().seed(3);
        let run = sandbox
            .run(&workspace, "lib.join()")
            .options(&options)
            .blocking();
        let run = run.unwrap();
        assert_eq!(result(&run), "\"a-b-c\"");
        run.usage.fuel
    };
    let files = || std::fs::read_dir(&folder).unwrap().count();
    let first = fuel(&options.build().unwrap());
    assert_eq!(files(), 1);
    // What the cache holds is used: nothing may be loaded now.
    let none = Limits::new().fuel(0);
    let kept = options.clone().prelude_limits(none).build().unwrap();
    assert_eq!(fuel(&kept), first);
    assert_eq!(fuel(&with(&[("lib", source)])), first);
    // A damaged file is replaced.
    let path = std::fs::read_dir(&folder)
        .unwrap()
        .next()
        .unwrap()
        .unwrap()
        .path();
    let whole = std::fs::read(&path).unwrap();
    std::fs::write(&path, &whole[..whole.len() / 2]).unwrap();
    assert_eq!(fuel(&options.build().unwrap()), first);
    assert_eq!(std::fs::read(&path).unwrap(), whole);
    // Another text is another library.
    let other = with(&[("lib", "exports.join = () => 1;")]);
    assert_eq!(result(&run(&other, &workspace, "lib.join()")), "1");
}

#[test]
fn a_folder_that_cannot_be_written_keeps_nothing() {
    let folder = tempfile::NamedTempFile::new().unwrap();
    let options = options(&[("lib", "exports.a = 1;")]).prelude_cache(folder.path());
    let sandbox = options.build().unwrap();
    assert_eq!(
        result(&run(&sandbox, &Workspace::memory().unwrap(), "lib.a")),
        "1"
    );
}

#[test]
fn a_replay_needs_the_same_libraries() {
    let records = Workspace::builder().records(true);
    let workspace = records.memory().unwrap();
    let preludes = [("lib", "exports.two = () => 2;")];
    run(
        &with(&preludes),
        &workspace,
        "state.writeFile('/a', String(lib.two()))",
    );
    run(&with(&[]), &workspace, "1");
    let replay = |preludes: &[(&str, &str)], number: i64| {
        let options = ReplayOptions::new();
        let replay = with(preludes).replay(&workspace, RunId::from(number), &options);
        replay.unwrap()
    };
    assert_eq!(replay(&preludes, 1), Replay::Same);
    assert_eq!(replay(&[], 2), Replay::Same);
    for (preludes, number) in [
        (&[][..], 1),
        (&[("lib", "exports.two = 2;")][..], 1),
        (&preludes[..], 2),
    ] {
        let Replay::NotComparable(obstacle) = replay(preludes, number) else {
            panic!("{preludes:?}");
        };
        assert_eq!(obstacle.kind.as_str(), "preludes");
    }
}

#[test]
fn many_runs_at_the_same_time_have_their_own() {
    let source = "exports.count = 0; exports.next = () => exports.count += 1;";
    let sandbox = Sandbox::builder().threads(4).runs(4).prelude("lib", source);
    let sandbox = sandbox.build().unwrap();
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                let workspace = Workspace::memory().unwrap();
                for _ in 0..25 {
                    let code = "for (let i = 0; i < 99; i++) lib.next(); lib.next()";
                    assert_eq!(result(&run(&sandbox, &workspace, code)), "100");
                }
            });
        }
    });
}

/// Every run calls what was compiled when the library was loaded.
#[test]
fn functions_of_libraries_are_compiled_when_they_are_loaded() {
    let body = "x = x * 2 + (x > 3 ? x - 1 : x + 1);\n".repeat(150);
    let source = format!(
        "exports.work = (x) => {{ if (x === 0) return 1;\n{body} return x; }}; exports.none = (x) => 1;"
    );
    let sandbox = with(&[("lib", &source)]);
    let workspace = Workspace::memory().unwrap();
    let fuel = |code: &str| run(&sandbox, &workspace, code).usage.fuel;
    let little = fuel("async () => lib.none(0)");
    let called = fuel("async () => lib.work(0)");
    assert!(
        called < little + little / 20,
        "a first call takes {called} where one of a short function takes {little}"
    );
    // The same text in a program is compiled there.
    let own = fuel(&format!(
        "async () => {{ const exports = {{}};\n{source}\nreturn exports.work(0); }}"
    ));
    assert!(own > 2 * called, "{own} {called}");
}

/// Where the kernel maps nothing more, a run starts without a mapping of its own.
#[cfg(target_os = "linux")]
#[test]
fn a_run_needs_no_more_addresses_than_the_sandbox_has() {
    const CHILD: &str = "ISOLATE_TEST_ADDRESSES";
    const TEST: &str = "preludes::a_run_needs_no_more_addresses_than_the_sandbox_has";
    if std::env::var_os(CHILD).is_none() {
        let done = std::process::Command::new(std::env::current_exe().unwrap())
            .args(["--exact", TEST])
            .env(CHILD, "1")
            .output()
            .unwrap();
        assert!(done.status.success(), "{done:?}");
        return;
    }
    let sandbox = with(&[("lib", "export const two = () => 2;")]);
    let workspace = Workspace::memory().unwrap();
    // Less than an image takes, and more than threads and files do.
    limit_addresses(14 << 20);
    for _ in 0..3 {
        let run = run(&sandbox, &workspace, "lib.two()");
        assert_eq!(result(&run), "2");
    }
}

/// Lets the process have this many bytes of addresses more than it has.
#[cfg(target_os = "linux")]
fn limit_addresses(more: u64) {
    let pages = std::fs::read_to_string("/proc/self/statm").unwrap();
    let pages: u64 = pages.split(' ').next().unwrap().parse().unwrap();
    let status = std::process::Command::new("prlimit")
        .arg(format!("--pid={}", std::process::id()))
        .arg(format!("--as={}", pages * 4096 + more))
        .status()
        .unwrap();
    assert!(status.success());
}
