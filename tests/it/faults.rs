//! The N-th statement fails, for every N, while a program calls a method that does much at once:
//! it is told, and either all of it has happened or nothing.

use isolate_host::text::VPath;
use isolate_host::vfs::testing::{FailMode, TreeTesting as _};
use isolate_host::vfs::{FileKind, FindOptions, Tree};
use isolate_host::{Commit, Outcome, RunOptions, Workspace};

use crate::{ending, run_in, sandbox};

/// Files, folders, links, a large file, an archive, a document.
const PREPARE: &str = "async () => {
    for (const name of ['a', 'b', 'c']) await state.writeFile(`/d/${name}`, `foo ${name}\\n`);
    await state.writeFile('/d/sub/large', 'foo '.repeat(20000));
    await state.symlink('a', '/d/link');
    await state.writeJson('/j', { list: [1, 2], n: 1 });
    await state.createArchive('/t.tar', ['/d']);
    await state.mkdir('/full/d', { recursive: true });
    await state.writeFile('/full/d/a', 'old');
}";

/// Each makes its call the only one that is awaited last, and says so with its result.
const CALLS: &[(&str, &str)] = &[
    (
        "replaceInFiles",
        "await state.replaceInFiles('/d/**', 'foo', 'bar')",
    ),
    (
        "applyEdits",
        "await state.applyEdits([{ path: '/d/a', content: '1' }, { path: '/n/e/w', content: '2' }, \
         { path: '/d/sub/large', content: 'x'.repeat(100000) }])",
    ),
    (
        "applyEditPlan",
        "await state.applyEditPlan(await state.planEdits([\
         { kind: 'replace', path: '/d/a', search: 'foo', replacement: 'bar' }, \
         { kind: 'write', path: '/n/e/w', content: '2' }, \
         { kind: 'writeJson', path: '/j', value: { n: 2 } }]))",
    ),
    (
        "extractArchive",
        "await state.extractArchive('/t.tar', '/full')",
    ),
    (
        "createArchive",
        "await state.createArchive('/d/a', ['/d/sub', '/full'])",
    ),
    ("copyTree", "await state.copyTree('/d', '/full/d')"),
    ("moveTree", "await state.moveTree('/d', '/moved/to')"),
    ("removeTree", "await state.removeTree('/d')"),
    (
        "updateJson",
        "await state.updateJson('/j', [{ op: 'append', path: '.list', value: 3 }, \
         { op: 'delete', path: '.n' }])",
    ),
    ("compressFile", "await state.compressFile('/d/sub/large')"),
    (
        "rm",
        "await state.rm('/d', { recursive: true, force: true })",
    ),
    ("cp", "await state.cp('/d', '/copy', { recursive: true })"),
    ("mv", "await state.mv('/d', '/moved', { recursive: true })"),
];

/// Every entry with its bytes or its target.
fn listing(tree: &Tree) -> Vec<String> {
    let found = tree.find(&VPath::root(), &FindOptions::default()).unwrap();
    let mut lines: Vec<String> = found
        .into_iter()
        .map(|entry| {
            let path = &entry.path;
            match entry.kind {
                FileKind::Directory => format!("{path}/"),
                FileKind::Symlink => format!("{path} -> {}", tree.read_link(path).unwrap()),
                FileKind::File => {
                    let bytes = tree.read(path).unwrap();
                    assert_eq!(bytes.len() as u64, entry.size, "{path}");
                    format!("{path} {}", String::from_utf8_lossy(&bytes))
                }
            }
        })
        .collect();
    lines.sort();
    lines
}

fn prepared() -> Workspace {
    let workspace = Workspace::memory().unwrap();
    let run = run_in(&workspace, PREPARE, options(Commit::PerCall));
    assert!(matches!(run.outcome, Outcome::Returned(_)), "{run:?}");
    workspace
}

fn options(commit: Commit) -> RunOptions {
    RunOptions::new().commit(commit).seed(1)
}

fn state_of(workspace: &Workspace) -> Vec<String> {
    let tree = workspace.tree().unwrap();
    assert_eq!(tree.check().unwrap(), Vec::<String>::new());
    listing(&tree)
}

/// What the program and the caller were told.
#[derive(Debug, PartialEq)]
enum Told {
    /// The run is an error of ours.
    Fault,
    /// The program returned, so every call succeeded, and the run ended well.
    Done,
    /// The program was told, or the run says that nothing of it stayed.
    Failed,
}

/// Runs with the fault set in the connection that the run will use; tells whether it was reached.
fn run_with_fault(
    workspace: &Workspace,
    program: &str,
    commit: Commit,
    number: u64,
    mode: FailMode,
) -> (Told, bool, String) {
    // The connection goes back to the workspace, and the run takes it from there.
    workspace.tree().unwrap().fail_statement(number, mode);
    let result = sandbox()
        .run(workspace, program)
        .options(options(commit))
        .blocking();
    let tree = workspace.tree().unwrap();
    let has_fired = tree.fault_fired();
    tree.fail_statement(0, mode);
    drop(tree);
    match result {
        Err(error) => (Told::Fault, has_fired, error.to_string()),
        Ok(run) => {
            let is_done = matches!(run.outcome, Outcome::Returned(_))
                && (run.is_committed || matches!(commit, Commit::DryRun));
            let told = if is_done { Told::Done } else { Told::Failed };
            (told, has_fired, ending(&run))
        }
    }
}

fn fail_everywhere(commit: Commit, modes: &[FailMode]) {
    for (name, call) in CALLS {
        let program = format!("async () => {{ {call}; return 'done'; }}");
        let reference = prepared();
        let before = state_of(&reference);
        let run = run_in(&reference, &program, options(commit));
        assert_eq!(ending(&run), "returned \"done\"", "{name}");
        let after = state_of(&reference);
        assert_eq!(before == after, matches!(commit, Commit::DryRun), "{name}");

        for mode in modes {
            let mut workspace = prepared();
            for number in 1.. {
                assert!(number < 2_000, "{name} never ends");
                let place = format!("{name}, statement {number}, {mode:?}");
                let (told, has_fired, text) =
                    run_with_fault(&workspace, &program, commit, number, *mode);
                let now = state_of(&workspace);
                match told {
                    Told::Done => assert_eq!(now, after, "{place}: {text}"),
                    Told::Failed => assert_eq!(now, before, "{place}: {text}"),
                    Told::Fault => assert!(
                        now == before || now == after,
                        "{place}: neither before nor after: {text}\n{now:#?}"
                    ),
                }
                if !has_fired {
                    assert_eq!(told, Told::Done, "{place}: {text}");
                    assert!(number > 5, "{name}: the fault was never reached");
                    break;
                }
                if now != before {
                    workspace = prepared();
                }
            }
        }
    }
}

#[test]
fn a_batch_whose_statement_fails_once_happens_wholly_or_not_at_all() {
    fail_everywhere(Commit::PerCall, &[FailMode::Once]);
}

#[test]
fn a_batch_whose_statements_fail_from_then_on_happens_wholly_or_not_at_all() {
    fail_everywhere(Commit::PerCall, &[FailMode::Forever]);
}

#[test]
fn an_atomic_run_whose_statement_fails_happens_wholly_or_not_at_all() {
    fail_everywhere(Commit::Atomic, &[FailMode::Once]);
}
