//! Every limit, at its bound and one past it.

use std::time::Duration;

use expect_test::{Expect, expect};
use isolate_host::text::VPath;
use isolate_host::{Limit, Limits, Outcome, Run, RunOptions, Workspace, WorkspaceOptions};

use crate::{ending, run, run_in, sandbox};

fn limited(limits: Limits) -> RunOptions {
    RunOptions::new().limits(limits).seed(1)
}

/// Runs a program under two limits that differ by the least possible.
fn check(program: &str, at: Limits, past: Limits, expected: &Expect) {
    let at = ending(&run(program, limited(at)));
    let past = ending(&run(program, limited(past)));
    expected.assert_eq(&format!("at the bound: {at}\none past it: {past}\n"));
}

fn check_in(options: &WorkspaceOptions, program: &str, expected: &Expect) {
    let workspace = options.memory().unwrap();
    let run = run_in(&workspace, program, limited(Limits::default()));
    expected.assert_eq(&format!("{}\n", ending(&run)));
}

fn is_at(run: &Run, limit: Limit) -> bool {
    matches!(&run.outcome, Outcome::LimitExceeded(exceeded) if exceeded.limit == limit)
}

#[test]
fn fuel() {
    let program = "() => { let sum = 0; for (let i = 0; i < 10_000; i++) sum += i; return sum; }";
    let used = run(program, limited(Limits::default())).usage.fuel;
    let with = |fuel_max| run(program, limited(Limits::new().fuel(fuel_max)));
    assert_eq!(ending(&with(used)), "returned 49995000");
    let past = with(used - 1);
    assert!(is_at(&past, Limit::Fuel), "{}", ending(&past));
    assert_eq!(past.usage.fuel, used - 1);
    expect!["limit fuel: the program used all of its fuel (1000000): look for an endless loop, do less in one run, or raise the fuel limit"].assert_eq(&ending(&with(1_000_000)));
}

/// Whatever is left of the memory: what tells the line needs some of its own.
#[test]
fn a_limit_of_memory_of_any_size_names_its_line() {
    let program = "const all = [];\nfor (;;) {\n  all.push(new Array(1000).fill(1));\n}";
    for eighths in 16..72 {
        let limits = Limits::new().memory_bytes(eighths << 17);
        let run = run(program, limited(limits));
        let Outcome::LimitExceeded(exceeded) = &run.outcome else {
            panic!("{eighths}: {}", ending(&run));
        };
        assert_eq!(exceeded.line, Some(3), "{eighths}");
        assert!(run.usage.peak_memory_bytes <= eighths << 17, "{eighths}");
    }
}

/// Where each program stands when its limit ends it: in the loop, or at the call.
#[test]
fn a_limit_names_the_line_at_which_it_ended_the_program() {
    let fuel = || Limits::new().fuel(20_000_000);
    let memory = || Limits::new().memory_bytes(4 << 20);
    let calls = || Limits::new().host_calls(3);
    let time = || Limits::new().timeout(Duration::from_millis(30));
    let programs = [
        (
            fuel(),
            "let n = 0;\nwhile (n >= 0) {\n  n += 1;\n}",
            Some(2),
        ),
        (
            fuel(),
            "async () => {\n  const list = [1];\n  let n = 0;\n  while (true) {\n    n += list.length;\n  }\n}",
            Some(4),
        ),
        (
            fuel(),
            "let n = 0;\nn += 1;\nfor (const a of [1, 2]) {\n  n += a;\n  outer: for (;;) {\n    for (let i = 0; i < 9; i++) n += i;\n  }\n}",
            Some(6),
        ),
        (
            fuel(),
            "const f = (n) => {\n  do {\n    n++;\n  } while (n > 0);\n};\nf(1);",
            Some(3),
        ),
        (
            fuel(),
            "const text = 'ab'.repeat(1e6);\nconst compare = () =>\n  text.localeCompare(text + 'c');\nfor (let i = 0; i < 1e6; i++) {\n  compare();\n}",
            Some(3),
        ),
        (
            fuel(),
            "const pattern = /(a+)+b/;\npattern.test('a'.repeat(40));",
            Some(2),
        ),
        (
            fuel(),
            "setInterval(() => {\n  for (let i = 0; i < 1e9; i++);\n}, 1);",
            Some(2),
        ),
        (fuel(), "for (;;);", None),
        (
            fuel(),
            "type A = string;\nconst n: number = 1;\nwhile (n as any) {\n}",
            Some(3),
        ),
        // In text the line is that of the call.
        (
            fuel(),
            "const again = new Function('n', '\\n\\n  for (;;) n++;');\nlet n = 0;\nagain(n);",
            Some(3),
        ),
        (
            fuel(),
            "let n = 0;\n\nconst f = () =>\n  eval('while (true) n++');\nf();",
            Some(4),
        ),
        (
            memory(),
            "const all = [];\n(0, eval)('(all) => { for (;;) all.push(new Array(1000).fill(1)); }')(\n  all);",
            Some(2),
        ),
        (time(), "const text = 'for (;;);';\neval(text);", Some(2)),
        (
            memory(),
            "const all = [];\nfor (;;) {\n  all.push(new Array(1000).fill(1));\n}",
            Some(3),
        ),
        (
            calls(),
            "await state.exists('/a');\nfor (;;) {\n  await state.exists('/b');\n}",
            Some(3),
        ),
        (time(), "let n = 0;\nfor (;;) {\n  n += 1;\n}", Some(3)),
    ];
    for (limits, program, line) in programs {
        let run = run(program, limited(limits));
        let Outcome::LimitExceeded(exceeded) = &run.outcome else {
            panic!("{program}: {}", ending(&run));
        };
        assert_eq!(exceeded.line, line, "{program}");
        let shown = run
            .frame
            .as_deref()
            .and_then(|frame| frame.split_once(" |"));
        let shown = shown.and_then(|(number, _)| number.trim().parse().ok());
        assert_eq!(shown, line, "{program}");
    }
}

/// However a long stretch of bytecode without a jump is left, it has been paid for.
#[test]
fn fuel_of_code_without_jumps() {
    const STATEMENTS: usize = 2_000;
    const PASSES: u64 = 100;
    let long = "x = x + 1;".repeat(STATEMENTS);
    // What the function begins with, and what it ends with. A loop leaves a list of iterators
    // behind, which makes the return one that takes more.
    let looped = "for (const y of [1, 2]) { if (y > 1) break; }";
    for (start, end) in [
        ("", "return x;"),
        (looped, "return x;"),
        ("", "throw x;"),
        ("", "yield x;"),
        ("", "g();"),
        ("", "x.y.z;"),
        ("", "for (const y of [x]) return y;"),
    ] {
        let star = if end == "yield x;" { "*" } else { "" };
        let used = |body: &str, passes: u64| {
            let program = format!(
                "() => {{ const g = () => 1; function{star} f() {{ {start} let x = 1; {body} {end} }}
                for (let i = 0; i < {passes}; i++) {{ try {{ const r = f(); if (r.next) r.next(); }} catch {{}} }} }}"
            );
            run(&program, limited(Limits::default())).usage.fuel
        };
        let a_pass = |body: &str| used(body, PASSES).saturating_sub(used(body, 0)) / PASSES;
        let cost = a_pass(&long).saturating_sub(a_pass("")) / STATEMENTS as u64;
        assert!((50..300).contains(&cost), "{start} {end} {cost}");
    }
}

#[test]
fn memory() {
    let peak = |program: &str| {
        let run = run(program, limited(Limits::default()));
        run.usage.peak_memory_bytes
    };
    let program = "() => new Uint8Array(8 << 20).fill(1).length";
    let used = peak(program);
    let with = |memory_bytes_max| {
        run(
            program,
            limited(Limits::new().memory_bytes(memory_bytes_max)),
        )
    };
    assert_eq!(ending(&with(used)), "returned 8388608");
    // Memory is added in large pages as far as the limit has room for them.
    let more = peak("() => new Uint8Array(21 << 20).fill(1).length");
    assert_eq!((more - used) % (2 << 20), 0);
    // Of two sizes that are half a large page apart, one at most ends where such a page does.
    let has_room = |mebibytes: u32| {
        let program = format!("() => new Uint8Array({mebibytes} << 20).fill(1).length");
        let limits = Limits::new().memory_bytes(peak(&program) - 1);
        matches!(run(&program, limited(limits)).outcome, Outcome::Returned(_))
    };
    assert!(has_room(8) || has_room(9));
    let past = with(used - (2 << 20));
    assert!(is_at(&past, Limit::Memory), "{}", ending(&past));
    // All of the limit can be used, and not a page more. The buffers are so few that the array of them
    // need not grow when a page is left, which is less than it would take.
    for pages in [128, 129] {
        let limits = Limits::new().memory_bytes(pages << 16);
        let greedy = "() => { const held = []; for (;;) held.push(new Uint8Array(3000)); }";
        let past = run(greedy, limited(limits));
        assert!(is_at(&past, Limit::Memory), "{}", ending(&past));
        assert_eq!(past.usage.peak_memory_bytes, pages << 16);
    }
    expect!["limit memory: the program needs more memory than its limit of 4 MiB: work on smaller pieces, or raise the memory limit"].assert_eq(&ending(&with(4 << 20)));
}

#[test]
fn memory_that_cannot_be_given_is_refused() {
    let limits = Limits::new().memory_bytes(Limits::MEMORY_BYTES_CEILING + 1);
    let workspace = Workspace::memory().unwrap();
    let refused = sandbox()
        .run(&workspace, "1")
        .options(limited(limits))
        .blocking()
        .unwrap_err();
    expect!["a memory limit of 2147483649 bytes is too large: at most 2147483648 bytes"]
        .assert_eq(&refused.to_string());
}

#[test]
fn host_memory() {
    let program = "async () => {
        await state.writeFileBytes('/a', new Uint8Array(3 << 20).fill(65));
        return (await state.readFile('/a')).length;
    }";
    let file = || {
        let folder = tempfile::tempdir().unwrap();
        let workspace = Workspace::open(folder.path().join("a.sqlite")).unwrap();
        (folder, workspace)
    };
    let with = |host_memory_bytes_max| {
        let limits = Limits::new().host_memory_bytes(host_memory_bytes_max);
        let (_folder, workspace) = file();
        run_in(&workspace, program, limited(limits))
    };
    let whole = with(256 << 20);
    let used = whole.usage.peak_host_memory_bytes;
    assert!((3 << 20..4 << 20).contains(&used), "{used}");
    assert_eq!(ending(&with(used)), "returned 3145728");
    let past = with(used - 1);
    assert!(is_at(&past, Limit::HostMemory), "{}", ending(&past));
    assert_eq!(Limit::HostMemory.code(), "EHOSTMEMORY");
    // What it did before is told.
    let past = with(1 << 20);
    assert!(past.effects.created.is_empty());
    expect!["limit hostMemory: the calls of the program need more memory of the host than its limit of 1 MiB: ask for less at once (narrower patterns, parts of files, fewer files in a batch), or raise the limit of host memory"].assert_eq(&ending(&past));
}

#[test]
fn host_memory_that_is_freed_is_given_back() {
    let limits = Limits::new().host_memory_bytes(8 << 20);
    let folder = tempfile::tempdir().unwrap();
    let workspace = Workspace::open(folder.path().join("a.sqlite")).unwrap();
    let program = "async () => {
        const text = 'A'.repeat(2 << 20);
        for (let i = 0; i < 20; i++) await state.writeFile(`/d/${i}`, text);
        let sum = 0;
        for (let i = 0; i < 20; i++) sum += (await state.readFile(`/d/${i}`)).length;
        sum += (await state.searchFiles('/d/*', 'B')).length;
        for (let i = 0; i < 20; i++) sum += (await state.find('/')).length;
        return sum;
    }";
    let done = run_in(&workspace, program, limited(limits));
    assert_eq!(
        ending(&done),
        format!("returned {}", 20 * (2 << 20) + 20 * 22)
    );
}

#[test]
fn the_limit_of_host_memory_cannot_be_caught() {
    let limits = Limits::new().host_memory_bytes(4 << 20);
    let program = "async () => {
        await state.writeFile('/kept', 'yes');
        for (;;) try { await state.writeJson('/a', new Uint8Array(1 << 20)) } catch {}
    }";
    let past = run(program, limited(limits));
    assert!(is_at(&past, Limit::HostMemory), "{}", ending(&past));
    assert_eq!(past.effects.created[0].path, "/kept");
}

#[test]
fn a_workspace_in_memory_is_memory_of_the_host() {
    let limits = Limits::new().host_memory_bytes(16 << 20);
    let program = "async () => {
        for (let i = 0; ; i++) await state.writeFile(`/${i}`, 'x'.repeat(100_000));
    }";
    let workspace = Workspace::memory().unwrap();
    let past = run_in(&workspace, program, limited(limits));
    assert!(is_at(&past, Limit::HostMemory), "{}", ending(&past));
    let written = past.usage.bytes_written;
    assert!((10 << 20..20 << 20).contains(&written), "{written}");
    // What was there before a run is not that run's.
    let after = run_in(
        &workspace,
        "async () => (await state.readFile('/0')).length",
        limited(limits),
    );
    assert_eq!(ending(&after), "returned 100000");
}

#[test]
fn wall_time() {
    let limits = Limits::new()
        .timeout(Duration::from_millis(50))
        .fuel(u64::MAX >> 1);
    let run = run("() => { for (;;); }", limited(limits));
    expect!["limit wall: the program ran longer than its time limit of 50 ms: do less in one run, or raise the time limit"].assert_eq(&ending(&run));
    assert!(run.usage.wall >= Duration::from_millis(50));
    // The deadline is looked at often: a machine under load may be late, but not for seconds.
    assert!(
        run.usage.wall < Duration::from_secs(5),
        "{:?}",
        run.usage.wall
    );
}

#[test]
fn host_calls() {
    let calls = |host_calls_max| Limits::new().host_calls(host_calls_max);
    check(
        "async () => { for (let i = 0; i < 10; i++) await state.exists('/'); return 'done'; }",
        calls(10),
        calls(9),
        &expect![[r#"
            at the bound: returned "done"
            one past it: limit hostCalls: the program made more than 9 calls to state: use the batch methods (glob, searchFiles, replaceInFiles, applyEdits), or raise the limit of host calls
        "#]],
    );
}

#[test]
fn bytes_written() {
    let bytes = |io_bytes_max| Limits::new().io_bytes(io_bytes_max);
    check(
        "async () => { await state.writeFile('/a', 'x'.repeat(1000)); return 'done'; }",
        bytes(1000),
        bytes(999),
        &expect![[r#"
            at the bound: returned "done"
            one past it: limit io: the program read or wrote more than 999 bytes: narrow what it reads, or raise the limit of bytes
        "#]],
    );
}

#[test]
fn bytes_read() {
    let workspace = Workspace::memory().unwrap();
    let path = VPath::parse("/a").unwrap();
    workspace
        .tree()
        .unwrap()
        .write(&path, &[b'x'; 1000])
        .unwrap();
    let with = |io_bytes_max| {
        let limits = Limits::new().io_bytes(io_bytes_max);
        run_in(
            &workspace,
            "async () => (await state.readFile('/a')).length",
            limited(limits),
        )
    };
    assert_eq!(ending(&with(1000)), "returned 1000");
    assert!(is_at(&with(999), Limit::Io));
}

#[test]
fn result_size() {
    let text = |letters: u32, result_bytes_max| {
        let limits = Limits::new().result_bytes(result_bytes_max);
        let run = run(&format!("() => 'x'.repeat({letters})"), limited(limits));
        ending(&run)
    };
    let length = |letters, max| text(letters, max).len() - "returned ".len() - "''".len();
    // What comes before the letters does not count.
    assert_eq!(length(10_000, 10_000), 10_000);
    let cut = text(10_000, 9_999);
    assert!(cut.contains("more characters cut]"), "{cut:.80}");
    // The cut is near the bound: the mark says how much is missing.
    let cut = length(20_000, 10_005);
    assert!((9_900..10_100).contains(&cut), "{cut}");
}

#[test]
fn log_entries() {
    let program = "() => { for (let i = 1; i <= 4; i++) console.log(i); }";
    let with = |log_entries_max| {
        let run = run(program, limited(Limits::new().log_entries(log_entries_max)));
        (
            run.logs.len(),
            run.logs_dropped.entries,
            run.logs_dropped.bytes,
        )
    };
    assert_eq!(with(4), (4, 0, 0));
    assert_eq!(with(3), (3, 1, 1));
    assert_eq!(with(0), (0, 4, 4));
}

#[test]
fn log_bytes() {
    let program = "() => { for (let i = 0; i < 4; i++) console.log('0123456789'); }";
    let with = |log_bytes_max| {
        let run = run(program, limited(Limits::new().log_bytes(log_bytes_max)));
        (
            run.logs.len(),
            run.logs_dropped.entries,
            run.logs_dropped.bytes,
        )
    };
    assert_eq!(with(40), (4, 0, 0));
    assert_eq!(with(39), (3, 1, 10));
}

#[test]
fn log_entry_bytes() {
    let with = |log_entry_bytes_max| {
        let limits = Limits::new().log_entry_bytes(log_entry_bytes_max);
        run("() => console.log('x'.repeat(100))", limited(limits)).logs[0]
            .text
            .clone()
    };
    assert_eq!(with(100), "x".repeat(100));
    expect!["xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx… [1 more bytes left out]"].assert_eq(&with(99));
}

#[test]
fn quota() {
    let options = Workspace::builder().quota_bytes(100);
    check_in(
        &options,
        "async () => {
            await state.writeFile('/a', 'x'.repeat(100));
            const error = await state.writeFile('/b', 'y').catch((error) => error);
            return [error.code, error.message, await state.exists('/b')];
        }",
        &expect![[r#"
            returned [
              "ENOSPC",
              "ENOSPC: no space left: the workspace would hold 101 bytes, at most 100 are allowed, writeFile",
              false,
            ]
        "#]],
    );
}

#[test]
fn file_size() {
    let options = Workspace::builder().file_bytes(100);
    check_in(
        &options,
        "async () => {
            await state.writeFile('/a', 'x'.repeat(100));
            const error = await state.appendFile('/a', 'y').catch((error) => error);
            return [error.code, error.message, (await state.stat('/a')).size];
        }",
        &expect![[r#"
            returned [
              "EFBIG",
              "EFBIG: file too large: 101 bytes, at most 100 are allowed, appendFile '/a'",
              100,
            ]
        "#]],
    );
}

#[test]
fn entries() {
    let options = Workspace::builder().entries(3);
    check_in(
        &options,
        "async () => {
            for (const path of ['/a', '/b', '/c', '/d']) {
                try {
                    await state.writeFile(path, '');
                } catch (error) {
                    return [path, error.code, error.message, await state.readdir('/')];
                }
            }
        }",
        &expect![[r#"
            returned [
              "/d",
              "ENOSPC",
              "ENOSPC: no space left: the workspace would hold 4 entries, at most 3 are allowed, writeFile",
              ["a", "b", "c"],
            ]
        "#]],
    );
}
