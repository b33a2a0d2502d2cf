//! Every method of `state` has a bound that a small program reaches, and the bound names itself.

use std::time::Duration;

use expect_test::{Expect, expect};
use isolate_host::{Limit, Limits, Outcome, RunOptions, Workspace};
use isolate_protocol::{METHODS, MORE};

use crate::habits::call_of;
use crate::{ending, run, run_in};

/// A call of each method that reads or writes the bytes of a file, which are charged. Copies
/// share their bytes, and are bounded by the quota.
const CHARGED: &[(&str, &str)] = &[
    ("readFile", "'/f'"),
    ("readFileBytes", "'/f'"),
    ("writeFile", "'/new', 'x'.repeat(1000)"),
    ("writeFileBytes", "'/new', new Uint8Array(1000)"),
    ("appendFile", "'/f', 'x'.repeat(1000)"),
    ("readJson", "'/j'"),
    ("writeJson", "'/new', 'x'.repeat(1000)"),
    ("queryJson", "'/j', '[0]'"),
    ("updateJson", "'/j', [{ op: 'delete', path: '[0]' }]"),
    ("searchText", "'/f', 'y'"),
    ("searchFiles", "'/f', 'y'"),
    ("replaceInFile", "'/f', 'y', ''"),
    ("replaceInFiles", "'/f', 'y', ''"),
    ("diff", "'/f', '/j'"),
    ("diffContent", "'/f', ''"),
    ("createArchive", "'/a', ['/f']"),
    ("listArchive", "'/t.tar'"),
    ("extractArchive", "'/t.tar', '/out'"),
    ("compressFile", "'/f'"),
    ("decompressFile", "'/g.gz'"),
    ("hashFile", "'/f'"),
    ("planEdits", "[{ kind: 'write', path: '/f', content: '' }]"),
    (
        "applyEdits",
        "[{ path: '/new', content: 'x'.repeat(1000) }]",
    ),
    (
        "applyEditPlan",
        "{ edits: [{ path: '/new', content: 'x'.repeat(1000) }] }",
    ),
];

const PREPARE: &str = "async () => {
    await state.writeFile('/f', 'x'.repeat(1000));
    await state.writeJson('/j', Array(500).fill(0));
    await state.createArchive('/t.tar', ['/f']);
    await state.compressFile('/f', '/g.gz');
    await state.appendFile('/g.gz', await state.readFileBytes('/g.gz'));
}";

fn limited(limits: Limits) -> RunOptions {
    RunOptions::new().limits(limits).seed(1)
}

fn limit_of(outcome: &Outcome) -> Option<Limit> {
    match outcome {
        Outcome::LimitExceeded(exceeded) => Some(exceeded.limit),
        _ => None,
    }
}

#[test]
fn bytes_of_every_method_are_charged() {
    for (method, arguments) in CHARGED {
        let workspace = Workspace::memory().unwrap();
        let prepared = run_in(&workspace, PREPARE, RunOptions::default());
        assert_eq!(ending(&prepared), "returned undefined");
        let program = format!("async () => {{ await state.{method}({arguments}); }}");
        let bytes = |io_bytes_max| limited(Limits::new().io_bytes(io_bytes_max));
        let bounded = run_in(&workspace, &program, bytes(20));
        assert_eq!(
            limit_of(&bounded.outcome),
            Some(Limit::Io),
            "{method}: {}",
            ending(&bounded)
        );
        let free = run_in(&workspace, &program, bytes(1 << 20));
        assert_eq!(ending(&free), "returned undefined", "{method}");
    }
}

/// The arguments are of the types that the table asks for, so that each call reaches the host,
/// where it may fail.
#[test]
fn calls_of_every_method_are_counted() {
    for method in METHODS.iter().chain(MORE) {
        let call = call_of(method);
        let run = |calls: u32| {
            let program = format!(
                "async () => {{ for (let i = 0; i < {calls}; i++) try {{ await {call}; }} catch {{}} }}"
            );
            run(&program, limited(Limits::new().host_calls(3)))
        };
        let at = run(3);
        assert_eq!(ending(&at), "returned undefined", "{call}");
        assert_eq!(at.usage.host_calls, 3, "{call}");
        let past = run(4);
        assert_eq!(
            limit_of(&past.outcome),
            Some(Limit::HostCalls),
            "{call}: {}",
            ending(&past)
        );
    }
}

fn check(program: &str, expected: &Expect) {
    // Another bound than time has to end it, however busy the machine is.
    let patient = limited(Limits::new().timeout(Duration::from_secs(300)));
    expected.assert_eq(&ending(&run(program, patient)));
}

#[test]
fn back_references_are_bounded() {
    check(
        "async () => {
            await state.writeFile('/a', 'a'.repeat(5000) + '!');
            await state.searchText('/a', '(a*)*\\\\1b', { regex: true });
        }",
        &expect![[
            r#"threw Error: E2BIG: searching for /(a*)*\1b/ takes more work than one call may do; search fewer files, or write the pattern without nested repetition, look-around and back-references, searchText '/a'"#
        ]],
    );
}

#[test]
fn values_of_a_document_are_bounded() {
    check(
        "async () => {
            await state.writeFile('/wide', '[' + '0,'.repeat(2000000) + '0]');
            await state.queryJson('/wide', '[0]');
        }",
        &expect![
            "threw Error: Invalid JSON in /wide: the document holds more than 2000000 values (line 1, column 4000000)"
        ],
    );
}

#[test]
fn steps_of_an_update_are_bounded() {
    check(
        "async () => {
            await state.writeFile('/j', '[' + '0,'.repeat(100000) + '0]');
            const operations = Array(2000).fill({ op: 'insert', path: '[0]', value: 1 });
            await state.updateJson('/j', operations);
        }",
        &expect![
            "threw Error: operation 498 (insert): the operations take too long together; read the document, change it and write it, updateJson '/j'"
        ],
    );
}

#[test]
fn kept_texts_are_bounded() {
    check(
        "async () => {
            const piece = 'x'.repeat(8 << 20);
            for (let i = 0; i < 9; i++) {
                await state.writeFile(`/d/${i}`, 'a');
                await state.appendFile(`/d/${i}`, piece);
            }
            const error = await state.replaceInFiles('/d/*', 'a', 'b', { dryRun: true }).catch((error) => error);
            const left = await state.searchText('/d/0', '^a', { regex: true, maxMatches: 0 });
            return [error.code, error.message, left.length, (await state.readFile('/d/0', { limit: 1 }))];
        }",
        &expect![[r#"
            returned [
              "E2BIG",
              "E2BIG: the files before and after, with those of earlier batches of this run, are larger than 128 MiB; nothing was written; narrow the pattern, or change fewer files in a run, replaceInFiles",
              0,
              "a",
            ]"#]],
    );
}

#[test]
fn archives_are_bounded() {
    // A gzip file may have many members, so a small one can say the same block very often.
    check(
        "async () => {
            const repeat = async (bytes, count, path) => {
                await state.writeFileBytes('/block', bytes);
                await state.compressFile('/block');
                const member = await state.readFileBytes('/block.gz');
                const out = new Uint8Array(member.length * count);
                for (let i = 0; i < count; i++) out.set(member, i * member.length);
                await state.writeFileBytes(path, out);
            };
            const told = (call) => call.then(() => 'done', (error) => error.message);
            await state.writeFile('/empty', '');
            await state.createArchive('/one.tar', ['/empty']);
            const header = await state.readFileBytes('/one.tar', { limit: 512 });
            const thousand = new Uint8Array(512 * 1000);
            for (let i = 0; i < 1000; i++) thousand.set(header, i * 512);
            await repeat(thousand, 101, '/entries.tar.gz');
            await repeat(new Uint8Array(1 << 20), 65, '/bomb.tar.gz');
            return [
                await told(state.listArchive('/entries.tar.gz')),
                await told(state.extractArchive('/bomb.tar.gz', '/out')),
                await state.exists('/out'),
            ];
        }",
        &expect![[r#"
            returned [
              "EFBIG: the archive has more than 100000 entries, listArchive '/entries.tar.gz'",
              "EFBIG: the gzip data becomes larger than the 67108864 bytes allowed, extractArchive '/bomb.tar.gz'",
              false,
            ]"#]],
    );
}
