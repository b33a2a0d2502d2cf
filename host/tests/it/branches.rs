//! Programs on branches, also at the same time.

use std::time::{Duration, Instant};

use isolate_host::vfs::{BranchOptions, MergeOptions};
use isolate_host::{ErrorKind, ReplayOptions, RunOptions, Sandbox, Workspace};

use crate::{one_thread, result, run};

fn on(branch: &str) -> RunOptions {
    RunOptions::new().branch(branch)
}

fn branch(workspace: &Workspace, name: &str) {
    let tree = workspace.tree().unwrap();
    tree.create_branch(name, &BranchOptions::new()).unwrap();
}

#[test]
fn a_run_works_on_the_branch_that_it_names() {
    let workspace = Workspace::memory().unwrap();
    let sandbox = one_thread();
    run(&sandbox, &workspace, "state.writeFile('/a', 'main')");
    branch(&workspace, "idea");
    let code = "await state.writeFile('/a', 'idea'); return (await state.history()).length";
    let changed = sandbox
        .run(&workspace, format!("async () => {{ {code} }}"))
        .options(on("idea"))
        .blocking()
        .unwrap();
    assert_eq!(result(&changed), "1");
    let read = "state.readFile('/a')";
    assert_eq!(result(&run(&sandbox, &workspace, read)), r#""main""#);
    let idea = workspace.on_branch("idea").unwrap();
    assert_eq!(result(&run(&sandbox, &idea, read)), r#""idea""#);
    // An option of the run is stronger than the handle; connections that come back forget their branch.
    let back = sandbox
        .run(&idea, read)
        .options(on("main"))
        .blocking()
        .unwrap();
    assert_eq!(result(&back), r#""main""#);
    assert_eq!(workspace.tree().unwrap().branch(), "main");
    assert_eq!(idea.tree().unwrap().branch(), "idea");
    // A program takes back only what its branch sees.
    let undone = run(&sandbox, &idea, "(await state.undo()).run");
    assert_eq!(result(&undone), "2");
    assert_eq!(result(&run(&sandbox, &idea, read)), r#""main""#);
    for refused in [
        sandbox
            .run(&workspace, read)
            .options(on("none"))
            .blocking()
            .map(drop),
        workspace.on_branch("none").map(drop),
    ] {
        let error = refused.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Refused);
        let text = error.to_string();
        assert!(
            text.contains("there is no branch \"none\"; there are: "),
            "{text}"
        );
    }
}

/// Five programs on five branches: each sees its own files, and none waits for another to end.
#[test]
fn programs_work_on_branches_at_the_same_time() {
    let folder = tempfile::tempdir().unwrap();
    let workspace = Workspace::open(folder.path().join("w.sqlite")).unwrap();
    let sandbox = Sandbox::builder()
        .threads(5)
        .runs(5)
        .runs_of_workspace(5)
        .build()
        .unwrap();
    run(&sandbox, &workspace, "state.writeFile('/shared', 'before')");
    let names = ["a", "b", "c", "d", "e"];
    for name in names {
        branch(&workspace, name);
    }
    let code = r#"async () => {
        for (let i = 0; i < 40; i++) await state.writeFile(`/own/${i}`, (await state.readFile("/shared")) + i);
        await state.appendFile("/shared", " and after");
        await new Promise((done) => setTimeout(done, 300));
        return (await state.glob("/own/*")).length;
    }"#;
    let begun = Instant::now();
    std::thread::scope(|scope| {
        for name in names {
            let (sandbox, workspace) = (&sandbox, &workspace);
            scope.spawn(move || {
                let done = sandbox
                    .run(workspace, code)
                    .options(on(name))
                    .blocking()
                    .unwrap();
                assert_eq!(result(&done), "40", "{name}");
            });
        }
    });
    assert!(
        begun.elapsed() < Duration::from_secs(20),
        "{:?}",
        begun.elapsed()
    );
    let tree = workspace.tree().unwrap();
    assert_eq!(tree.read_dir(&"/".parse().unwrap()).unwrap().len(), 1);
    assert!(
        tree.merge_branch("c", &MergeOptions::new())
            .unwrap()
            .is_done
    );
    assert_eq!(tree.read_dir(&"/own".parse().unwrap()).unwrap().len(), 40);
    assert_eq!(tree.check().unwrap(), [""; 0]);
}

/// A recorded run of a branch is made again on its branch.
#[test]
fn a_run_of_a_branch_is_replayed() {
    let folder = tempfile::tempdir().unwrap();
    let workspace = Workspace::open(folder.path().join("w.sqlite")).unwrap();
    let sandbox = one_thread();
    run(&sandbox, &workspace, "state.writeFile('/a', 'one')");
    branch(&workspace, "idea");
    run(&sandbox, &workspace, "state.writeFile('/a', 'two')");
    let code = "async () => { const text = await state.readFile('/a'); await state.writeFile('/b', text); return text; }";
    let changed = sandbox
        .run(&workspace, code)
        .options(on("idea"))
        .blocking()
        .unwrap();
    assert_eq!(result(&changed), r#""one""#);
    run(&sandbox, &workspace, "state.writeFile('/b', 'main')");
    let replayed = sandbox
        .replay(&workspace, changed.run_id.unwrap(), &ReplayOptions::new())
        .unwrap();
    assert_eq!(replayed, isolate_host::Replay::Same);
}
