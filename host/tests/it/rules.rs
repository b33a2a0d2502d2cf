//! Rules about paths of runs that wait: those of the start and those of whoever resumes the run.

use std::sync::Arc;

use isolate_host::bridge::lose_memory;
use isolate_host::text::VPath;
use isolate_host::vfs::{Guard, Refusal, RunId, Verb};
use isolate_host::{Answer, ErrorKind, Outcome, Run, RunOptions, Sandbox, Workspace};
use serde_json::{Value as Json, json};

use super::{one_thread, suspended};

/// Denies everything at some paths, and says so in a text if it has one.
#[derive(Debug)]
struct Deny {
    paths: Vec<String>,
    has_text: bool,
}

impl Guard for Deny {
    fn refusal(&self, _: Verb, path: &VPath, _: u64) -> Option<Refusal> {
        let denied = self.paths.iter().any(|denied| denied == path.as_str());
        denied.then(|| Refusal::Denied("a rule".to_owned()))
    }

    fn text(&self) -> Option<String> {
        self.has_text.then(|| self.paths.join("\n"))
    }
}

fn deny(path: &str) -> Arc<dyn Guard> {
    Arc::new(Deny {
        paths: vec![path.to_owned()],
        has_text: true,
    })
}

fn read(text: &str) -> Result<Arc<dyn Guard>, String> {
    match text {
        "/broken" => Err("it is broken".to_owned()),
        text => Ok(Arc::new(Deny {
            paths: text.lines().map(str::to_owned).collect(),
            has_text: true,
        })),
    }
}

fn reads() -> RunOptions {
    RunOptions::new().read_rules(read)
}

/// A workspace with the files `/a` and `/b`.
fn files(sandbox: &Sandbox) -> Workspace {
    files_of(sandbox, Workspace::memory().unwrap())
}

fn files_of(sandbox: &Sandbox, workspace: Workspace) -> Workspace {
    let code =
        "async () => { await state.writeFile('/a', 'of a'); await state.writeFile('/b', 'of b'); }";
    sandbox.run(&workspace, code).blocking().unwrap();
    workspace
}

/// What it can do before its wait and behind it.
const TRIES: &str = "async () => {
    const tries = async () => {
        const told = [(await state.readdir('/')).join(' ')];
        for (const path of ['/a', '/b']) {
            for (const call of [() => state.readFile(path), () => state.writeFile(path, 'x')]) {
                told.push(await call().then((text) => text ?? 'done', (error) => error.code));
            }
        }
        return told;
    };
    const before = await tries();
    await state.approve('go on?');
    return [before, await tries()];
}";

fn begin(sandbox: &Sandbox, workspace: &Workspace, code: &str) -> RunId {
    let run = sandbox.run(workspace, code).blocking().unwrap();
    suspended(&run).run
}

fn approve(workspace: &Workspace, run: RunId) {
    for call in workspace.pending_run(run).unwrap().waiting_for {
        workspace.answer(run, &call, Answer::Approve).unwrap();
    }
}

fn resume(sandbox: &Sandbox, workspace: &Workspace, run: RunId, options: RunOptions) -> Run {
    let resumed = sandbox.resume(workspace, run).options(options).blocking();
    resumed.unwrap()
}

fn refused(sandbox: &Sandbox, workspace: &Workspace, run: RunId, options: RunOptions) -> String {
    let resumed = sandbox.resume(workspace, run).options(options).blocking();
    let error = resumed.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Refused, "{error}");
    error.to_string()
}

#[test]
fn what_a_resumed_run_does_needs_the_consent_of_both() {
    let sandbox = one_thread();
    let guarded = json!(["b", "EPERM", "EPERM", "of b", "done"]);
    let without = json!(["b", "EPERM", "EPERM", "x", "done"]);
    let with_both = json!(["", "EPERM", "EPERM", "EPERM", "EPERM"]);
    for (resumer, expected) in [(None, without), (Some(deny("/b")), with_both)] {
        let open = files(&sandbox);
        let run = begin(&sandbox, &open.guarded(deny("/a")), TRIES);
        approve(&open, run);
        let workspace = match resumer {
            None => open.clone(),
            Some(guard) => open.guarded(guard),
        };
        let done = resume(&sandbox, &workspace, run, reads());
        let told: Json = done.result().unwrap();
        assert_eq!(told, json!([guarded, expected]));
        let changed = &done.effects.changed;
        assert!(changed.iter().all(|file| file.path != "/a"), "{changed:?}");
        let kept = sandbox.run(&open, "() => state.readFile('/a')").blocking();
        assert_eq!(kept.unwrap().result::<String>().unwrap(), "of a");
    }
}

/// They are those of the start after every wait, and nobody's in between.
#[test]
fn the_rules_of_the_start_stay_when_a_run_waits_again() {
    let sandbox = one_thread();
    let open = files(&sandbox);
    let code = "async () => {
        const told = [];
        for (let step = 0; step < 3; step++) {
            await state.approve(`step ${step}`);
            told.push((await state.readdir('/')).join(' '));
        }
        return told;
    }";
    let run = begin(&sandbox, &open.guarded(deny("/a")), code);
    approve(&open, run);
    let waits = resume(&sandbox, &open, run, reads());
    assert!(matches!(waits.outcome, Outcome::Suspended(_)));
    approve(&open, run);
    let waits = resume(&sandbox, &open.guarded(deny("/b")), run, reads());
    assert!(matches!(waits.outcome, Outcome::Suspended(_)));
    approve(&open, run);
    let done = resume(&sandbox, &open, run, reads());
    assert_eq!(done.result::<Json>().unwrap(), json!(["b", "", "b"]));
}

#[test]
fn rules_that_cannot_be_had_are_named_and_the_run_waits_as_before() {
    let sandbox = one_thread();
    let open = files(&sandbox);
    let code = "async () => { await state.approve('?'); return state.readdir('/'); }";
    let run = begin(&sandbox, &open.guarded(deny("/a")), code);
    approve(&open, run);
    let said = refused(&sandbox, &open, run, RunOptions::new());
    assert_eq!(
        said,
        "run 2 cannot go on: it was begun under rules about paths that are kept as text: resume it with \
         `RunOptions::read_rules`, which reads them"
    );
    let done = resume(&sandbox, &open, run, reads());
    assert_eq!(done.result::<Json>().unwrap(), json!(["b"]));

    let run = begin(&sandbox, &open.guarded(deny("/broken")), code);
    approve(&open, run);
    let said = refused(&sandbox, &open, run, reads());
    assert_eq!(
        said,
        "run 3 cannot go on: the rules about paths that it was begun under cannot be read: it is broken"
    );

    let closed = |path: &str| {
        open.guarded(Arc::new(Deny {
            paths: vec![path.to_owned()],
            has_text: false,
        }))
    };
    let run = begin(&sandbox, &closed("/a"), code);
    approve(&open, run);
    let said = refused(&sandbox, &open, run, reads());
    assert_eq!(
        said,
        "run 4 cannot go on: it was begun under rules about paths: resume it with a policy"
    );
    let done = resume(&sandbox, &closed("/b"), run, RunOptions::new());
    assert_eq!(done.result::<Json>().unwrap(), json!(["a"]));

    let long = open.guarded(deny(&"/x".repeat(40_000)));
    let code =
        "async () => { try { await state.approve('?'); } catch (error) { return error.message; } }";
    let run = sandbox.run(&long, code).blocking().unwrap();
    let told: String = run.result().unwrap();
    assert!(
        told.contains("its rules about paths have 80000 bytes, and at most 65536 are kept"),
        "{told}"
    );
}

/// Another one writes what the rules of whoever resumes the run hide.
#[test]
fn a_conflict_names_nothing_that_the_rules_of_either_hide() {
    let sandbox = one_thread();
    for (starter, resumer) in [(None, Some("/b")), (Some("/a"), Some("/b"))] {
        let open = files(&sandbox);
        let under = |path: Option<&str>| match path {
            None => open.clone(),
            Some(path) => open.guarded(deny(path)),
        };
        let code = "async () => {
            await state.writeFile('/b', 'mine');
            await state.writeFile('/c', 'mine');
            await state.approve('go on?');
        }";
        let request = sandbox.run(&under(starter), code);
        let run = request.options(RunOptions::new().atomic()).blocking();
        let run = suspended(&run.unwrap()).run;
        let other = "async () => { for (const path of ['/b', '/c']) await state.writeFile(path, 'theirs'); }";
        sandbox.run(&open, other).blocking().unwrap();
        approve(&open, run);
        let done = resume(&sandbox, &under(resumer), run, reads());
        let Outcome::Conflict(conflict) = &done.outcome else {
            panic!("{:?}", done.outcome);
        };
        let told = format!("{conflict:?}");
        assert!(told.contains("/c") && !told.contains("/b"), "{told}");
    }
}

/// A run that is repeated up to its wait is repeated under the rules of its start; those of whoever resumes it
/// apply behind the wait.
#[test]
fn a_repetition_is_under_the_rules_of_the_start() {
    let sandbox = one_thread();
    let folder = tempfile::tempdir().unwrap();
    let file = Workspace::open(folder.path().join("w.sqlite")).unwrap();
    let open = files_of(&sandbox, file);
    let run = begin(&sandbox, &open.guarded(deny("/a")), TRIES);
    lose_memory(&open, run, Some("another engine")).unwrap();
    approve(&open, run);
    let done = resume(&sandbox, &open.guarded(deny("/b")), run, reads());
    let guarded = json!(["b", "EPERM", "EPERM", "of b", "done"]);
    let with_both = json!(["", "EPERM", "EPERM", "EPERM", "EPERM"]);
    assert_eq!(done.result::<Json>().unwrap(), json!([guarded, with_both]));
}
