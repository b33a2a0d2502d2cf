//! History, undo and checkpoints from within programs, over several runs.

use isolate_host::{Commit, Outcome, RunOptions, Workspace};

use crate::{one_thread, result, run};

fn kept(workspace: &Workspace, label: &str, code: &str, commit: Commit) -> isolate_host::Run {
    let options = RunOptions::new().label(label.to_owned()).commit(commit);
    let run = one_thread()
        .run(workspace, code)
        .options(&options)
        .blocking()
        .unwrap();
    assert!(matches!(run.outcome, Outcome::Returned(_)), "{run:?}");
    run
}

/// Three programs, each of which writes its file and "/all".
fn three(commit: Commit) -> Workspace {
    let workspace = Workspace::memory().unwrap();
    for name in ["one", "two", "three"] {
        let code = format!(
            r#"await state.writeFile("/{name}", ""); await state.writeFile("/all", "{name}")"#
        );
        kept(&workspace, name, &code, commit);
    }
    workspace
}

const FILES: &str = r#"[...(await state.readdir("/")), await state.readFile("/all")].join(" ")"#;

fn files(workspace: &Workspace) -> String {
    result(&run(&one_thread(), workspace, FILES))
}

#[test]
fn a_program_undoes_earlier_programs() {
    for commit in [Commit::PerCall, Commit::Atomic] {
        let workspace = three(commit);
        // Each undo goes one further back, since the ones before only undid.
        let undone = kept(&workspace, "", "(await state.undo()).label", commit);
        assert_eq!(result(&undone), r#""three""#);
        assert_eq!(files(&workspace), r#""all one two two""#);
        kept(&workspace, "mine", "await state.undo()", commit);
        assert_eq!(files(&workspace), r#""all one one""#);
        let told = run(
            &one_thread(),
            &workspace,
            r#"(await state.history()).map(({ run, label, paths, undoneBy, undoes }) =>
                [run, label, paths, undoneBy ?? 0, undoes ?? 0].join(" "))"#,
        );
        assert_eq!(
            result(&told),
            r#"["5 mine undo 2 2 0 2","4 undo 3 2 0 3","3 three 2 4 0","2 two 2 5 0","1 one 2 0 0"]"#
        );
        // Undoing an undo does it again.
        kept(&workspace, "", "await state.undo(5)", commit);
        assert_eq!(files(&workspace), r#""all one two two""#);
    }
}

#[test]
fn a_program_may_undo_several_and_is_undone_as_a_whole() {
    let workspace = three(Commit::PerCall);
    let both = kept(
        &workspace,
        "both",
        r#"const labels = [(await state.undo()).label, (await state.undo()).label];
           await state.writeFile("/more", "");
           labels.join(" ")"#,
        Commit::PerCall,
    );
    assert_eq!(result(&both), r#""three two""#);
    assert_eq!(files(&workspace), r#""all more one one""#);
    let deleted: Vec<&str> = both
        .effects
        .deleted
        .iter()
        .map(|e| e.path.as_str())
        .collect();
    assert_eq!(deleted, ["/three", "/two"]);
    kept(&workspace, "", "await state.undo()", Commit::PerCall);
    assert_eq!(files(&workspace), r#""all one three two three""#);
}

#[test]
fn discarded_changes_of_a_program_are_not_undone() {
    let workspace = three(Commit::PerCall);
    let options = RunOptions::new().atomic();
    let thrown = one_thread()
        .run(&workspace, "await state.undo(); throw 1")
        .options(&options)
        .blocking()
        .unwrap();
    assert!(!thrown.is_committed);
    kept(&workspace, "", "await state.undo()", Commit::DryRun);
    assert_eq!(files(&workspace), r#""all one three two three""#);
    kept(&workspace, "", "await state.undo()", Commit::Atomic);
    assert_eq!(files(&workspace), r#""all one two two""#);
}

#[test]
fn a_checkpoint_outlives_its_program() {
    for commit in [Commit::PerCall, Commit::Atomic] {
        let workspace = three(commit);
        kept(
            &workspace,
            "",
            r#"await state.writeFile("/all", "middle");
               await state.checkpoint("middle");
               await state.writeFile("/all", "end");
               await state.removeTree("/one")"#,
            commit,
        );
        kept(
            &workspace,
            "",
            r#"await state.writeFile("/four", "")"#,
            commit,
        );
        let back = kept(
            &workspace,
            "",
            r#"await state.writeFile("/all", "mine");
               const { runs, created, changed, deleted } = await state.restore("middle");
               [runs, created, changed, deleted]"#,
            commit,
        );
        assert_eq!(result(&back), r#"[3,["/one"],["/all"],["/four"]]"#);
        assert_eq!(files(&workspace), r#""all one three two middle""#);
        assert_eq!(
            workspace.tree().unwrap().check().unwrap(),
            Vec::<String>::new()
        );
        kept(&workspace, "", "await state.undo()", commit);
        assert_eq!(files(&workspace), r#""all four three two end""#);
    }
}

#[test]
fn writes_of_internal_files_are_not_the_last_operation() {
    let workspace = three(Commit::PerCall);
    kept(
        &workspace,
        "",
        r#"await state.checkpoint("x")"#,
        Commit::PerCall,
    );
    let undone = kept(&workspace, "", "(await state.undo()).run", Commit::PerCall);
    assert_eq!(result(&undone), "3");
}

#[test]
fn open_runs_of_others_are_not_undone() {
    let folder = tempfile::tempdir().unwrap();
    let workspace = Workspace::open(folder.path().join("state.sqlite")).unwrap();
    kept(
        &workspace,
        "",
        r#"await state.checkpoint("x")"#,
        Commit::PerCall,
    );
    let other = workspace.tree().unwrap();
    let _open = other
        .begin(&isolate_host::vfs::RunOptions::new(""))
        .unwrap();
    let file = isolate_host::text::VPath::parse("/theirs").unwrap();
    other.write(&file, b"1").unwrap();
    let code = r#"[
        await state.restore("x").catch((error) => error.message),
        await state.undo().catch((error) => error.code),
        (await state.history()).map((one) => one.state),
    ]"#;
    let told = run(&one_thread(), &workspace, code);
    assert_eq!(
        result(&told),
        r#"["EBUSY: run 2 is not finished; restore when it is, restore","ENOENT",["open","finished"]]"#
    );
    assert_eq!(other.read(&file).unwrap(), b"1");
}
