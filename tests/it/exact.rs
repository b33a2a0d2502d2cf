//! Bounds without an option: the work is done at each, and refused one past it.

use expect_test::{Expect, expect};
use isolate_host::{Outcome, RunOptions, Value, Workspace};

use crate::{ending, run_in, sandbox};

/// What a program says of each size: `told(call)` is "done", or the error.
fn check(program: &str, expected: &Expect) {
    let program = format!(
        "async () => {{
            const told = async (call) => {{
                try {{ await call(); return 'done'; }} catch (error) {{ return `${{error.name}} ${{error.message}}`.slice(0, 160); }}
            }};
            {program}
        }}"
    );
    let options = RunOptions::new()
        .fuel(1 << 40)
        .host_memory_bytes(1 << 30)
        .timeout(std::time::Duration::from_secs(300))
        .seed(1);
    let workspace = Workspace::memory().unwrap();
    let run = run_in(&workspace, &program, options);
    expected.assert_eq(&format!("{}\n", ending(&run)));
}

#[test]
fn calls_within_calls() {
    check(
        "let depth = 0;
         const call = () => { depth += 1; call(); };
         return [await told(call), depth];",
        &expect![[r#"
            returned ["RangeError Maximum call stack size exceeded", 6997]
        "#]],
    );
}

#[test]
fn timers() {
    check(
        "let count = 0;
         return [await told(() => { for (;;) { setTimeout(() => {}, 1); count += 1; } }), count];",
        &expect![[r#"
            returned ["RangeError more than 10000 timers are waiting", 10000]
        "#]],
    );
}

#[test]
fn levels_of_data() {
    check(
        "const nested = (depth) => { let value = 1; for (let i = 0; i < depth; i++) value = [value]; return value; };
         let depth = 400;
         while (await told(() => state.writeJson('/a', nested(depth + 1))) === 'done') depth += 1;
         return [depth, await told(() => state.writeJson('/a', nested(depth + 1)))];",
        &expect![[r#"
            returned [500, "RangeError state.writeJson: the argument is nested deeper than 500 levels"]
        "#]],
    );
}

#[test]
fn levels_of_a_result() {
    let is_cut = |depth: u32| {
        let workspace = Workspace::memory().unwrap();
        let program = format!(
            "() => {{ let value = 1; for (let i = 0; i < {depth}; i++) value = [value]; return value; }}"
        );
        let run = run_in(&workspace, &program, RunOptions::default());
        let Outcome::Returned(mut value) = run.outcome else {
            panic!("{}", ending(&run));
        };
        while let Value::Array(mut items) = value {
            value = items.remove(0);
        }
        !matches!(value, Value::Number(_))
    };
    assert_eq!((is_cut(500), is_cut(501)), (false, true));
}

#[test]
fn values_of_a_document() {
    check(
        "const document = (count) => '[' + '0,'.repeat(count - 2) + '0]';
         await state.writeFile('/at', document(2_000_000));
         await state.writeFile('/past', document(2_000_001));
         return [
             await told(() => state.queryJson('/at', '[0]')),
             await told(() => state.queryJson('/past', '[0]')),
         ];",
        &expect![[r#"
            returned [
              "done",
              "Error Invalid JSON in /past: the document holds more than 2000000 values (line 1, column 4000000)",
            ]
        "#]],
    );
}

#[test]
fn levels_of_a_document() {
    check(
        "const document = (depth) => '['.repeat(depth) + ']'.repeat(depth);
         await state.writeFile('/at', document(2_000));
         await state.writeFile('/past', document(2_001));
         return [
             await told(() => state.queryJson('/at', '[0]')),
             await told(() => state.queryJson('/past', '[0]')),
         ];",
        &expect![[r#"
            returned [
              "done",
              "Error Invalid JSON in /past: arrays and objects nest more than 2000 deep (line 1, column 2001)",
            ]
        "#]],
    );
}

#[test]
fn lines_of_a_comparison() {
    check(
        "await state.writeFile('/at', '\\n'.repeat(2_000_000));
         await state.writeFile('/past', '\\n'.repeat(2_000_001));
         return [
             await told(() => state.diffContent('/at', '\\n')),
             await told(() => state.diffContent('/past', '\\n')),
         ];",
        &expect![[r#"
            returned [
              "done",
              "Error EFBIG: content too large for diff (max 2000000 lines), diffContent '/past'",
            ]
        "#]],
    );
}

#[test]
fn bytes_of_a_query() {
    check(
        "await state.writeFile('/a', 'text');
         return [
             await told(() => state.searchText('/a', 'x'.repeat(65_536))),
             await told(() => state.searchText('/a', 'x'.repeat(65_537))),
         ];",
        &expect![[r#"
            returned [
              "done",
              "Error Invalid search pattern: /xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…/: it ha",
            ]
        "#]],
    );
}

/// The longest line that passes beside fifteen of one MiB, found by halving.
#[test]
fn bytes_of_matches() {
    check(
        "const mebibyte = 'x'.repeat((1 << 20) - 1) + '\\n';
         const search = (bytes) => told(async () => {
             await state.writeFile('/a', mebibyte.repeat(15) + 'x'.repeat(bytes));
             await state.searchText('/a', '^', { regex: true });
         });
         let [fits, exceeds] = [0, 2 << 20];
         while (exceeds - fits > 1) {
             const bytes = (fits + exceeds) >> 1;
             if (await search(bytes) === 'done') fits = bytes; else exceeds = bytes;
         }
         return [fits - (1 << 20), await search(exceeds)];",
        &expect![[r#"
            returned [
              15,
              "Error E2BIG: the answer for /^/ is larger than one call may give; narrow the pattern or the files, or ask for less context, searchText '/a'",
            ]
        "#]],
    );
}

#[test]
fn replacements_of_a_call() {
    check(
        "const replace = (count) => told(async () => {
             await state.writeFile('/a', 'a'.repeat(count));
             return state.replaceInFile('/a', 'a', 'b');
         });
         return [await replace(10_000_000), await replace(10_000_001)];",
        &expect![[r#"
            returned [
              "done",
              "Error E2BIG: more matches of /a/ than one call may replace; narrow the pattern, or use a shorter replacement, replaceInFile '/a'",
            ]
        "#]],
    );
}

#[test]
fn links_in_a_row() {
    check(
        "await state.writeFile('/0', 'text');
         for (let i = 1; i <= 41; i++) await state.symlink(`/${i - 1}`, `/${i}`);
         return [await told(() => state.readFile('/40')), await told(() => state.readFile('/41'))];",
        &expect![[r#"
            returned ["done", "Error ELOOP: too many levels of symbolic links, readFile '/41'"]
        "#]],
    );
}

#[test]
fn parts_of_a_patch() {
    check(
        "const added = (name, text) => `--- /dev/null\\n+++ ${name}\\n@@ -0,0 +1 @@\\n+${text}\\n`;
         const names = (count) => Array.from({ length: count }, (_, n) => added(`${count}/${n}`, 'x')).join('');
         const hunks = (count) => '--- many\\n+++ many\\n' + Array.from({ length: count }, (_, n) => `@@ -${n + 1} +${n + 1} @@\\n-${n}\\n+x\\n`).join('');
         await state.writeFile('/many', Array.from({ length: 1001 }, (_, n) => `${n}\\n`).join(''));
         const large = (bytes) => added('large', 'x'.repeat(bytes - added('large', '').length));
         const apply = (patch) => told(() => state.applyPatch(patch, { dryRun: true }));
         return [
             await apply(names(50)), await apply(names(51)),
             await apply(hunks(1000)), await apply(hunks(1001)),
             await apply(large(2 << 20)), await apply(large((2 << 20) + 1)),
         ];",
        &expect![[r#"
            returned [
              "done",
              "Error E2BIG: the patch has 51 files and 51 hunks, at most 50 and 1000 are allowed; send it in several calls, applyPatch",
              "done",
              "Error E2BIG: the patch has 1 files and 1001 hunks, at most 50 and 1000 are allowed; send it in several calls, applyPatch",
              "done",
              "Error E2BIG: the patch has 2097153 bytes, at most 2097152 are allowed; send it in several calls, whole files in each, applyPatch",
            ]
        "#]],
    );
}

#[test]
fn unpacked_bytes() {
    check(
        "const pack = async (bytes, path) => {
             await state.writeFileBytes('/plain', new Uint8Array(bytes));
             await state.compressFile('/plain', path);
         };
         await pack(64 << 20, '/at.gz');
         // A file holds no more than the bound: one more byte is another member.
         await state.writeFileBytes('/plain', new Uint8Array(1));
         await state.compressFile('/plain', '/one.gz');
         const [most, one] = [await state.readFileBytes('/at.gz'), await state.readFileBytes('/one.gz')];
         const both = new Uint8Array(most.length + one.length);
         both.set(most);
         both.set(one, most.length);
         await state.writeFileBytes('/past.gz', both);
         return [
             await told(() => state.decompressFile('/at.gz', '/out')),
             await told(() => state.decompressFile('/past.gz', '/out')),
         ];",
        &expect![[r#"
            returned [
              "done",
              "Error EFBIG: the gzip data becomes larger than the 67108864 bytes allowed, decompressFile '/past.gz'",
            ]
        "#]],
    );
}

#[test]
fn calls_of_functions_that_are_listed() {
    let listed = |calls: u32| {
        let options = RunOptions::new().function("f", "one", |(): ()| async { Ok(1) });
        let program = format!("async () => {{ for (let i = 0; i < {calls}; i++) await f.one(); }}");
        let run = sandbox()
            .run(&Workspace::memory().unwrap(), &program)
            .options(&options)
            .blocking()
            .unwrap();
        (run.calls.entries.len(), run.calls.omitted)
    };
    assert_eq!(listed(1_000), (1_000, 0));
    assert_eq!(listed(1_001), (1_000, 1));
}

/// The largest texts that pass, found by halving.
#[test]
fn bytes_of_arguments_and_answers_of_functions() {
    let options = RunOptions::new()
        .function("f", "size", |text: String| async move { Ok(text.len()) })
        .function(
            "f",
            "text",
            |size: usize| async move { Ok("x".repeat(size)) },
        );
    let program = "async () => {
        const largest = async (call) => {
            let [fits, exceeds] = [(8 << 20) - 128, (8 << 20) + 128];
            while (exceeds - fits > 1) {
                const size = (fits + exceeds) >> 1;
                if (await call(size).then(() => true, () => false)) fits = size; else exceeds = size;
            }
            return fits - (8 << 20);
        };
        return [await largest((size) => f.size('x'.repeat(size))), await largest((size) => f.text(size))];
    }";
    let run = sandbox()
        .run(&Workspace::memory().unwrap(), program)
        .options(&options)
        .blocking()
        .unwrap();
    expect!["returned [-5, -5]"].assert_eq(&ending(&run));
}
