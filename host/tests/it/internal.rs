//! The folders that belong to a workspace alone, for programs.

use isolate_host::Workspace;
use serde_json::Value as Json;

use crate::{one_thread, result, run};

/// Makes a checkpoint, output of a call, and a file; each has the word "needle".
const MADE: &str = "async () => {
    await state.writeFile('/.checkpoints/needle', 'needle');
    await state.writeFile('/.runs/c/log.txt', 'needle');
    await state.writeFile('/src/a.txt', 'needle');
    await state.symlink('/', '/root');
}";

/// What a call answers that goes over all files, and one whose path is in the folders.
#[test]
fn only_a_path_that_names_them_leads_into_the_folders_of_a_workspace() {
    let sandbox = one_thread();
    let mut wrong = Vec::new();
    for (call, answer) in [
        ("glob('/**')", r#"["/root","/src","/src/a.txt"]"#),
        ("glob('**/*.txt')", r#"["/src/a.txt"]"#),
        ("glob('/.*')", "[]"),
        ("glob('/.runs/**')", r#"["/.runs/c","/.runs/c/log.txt"]"#),
        ("glob('/.checkpoints/*')", r#"["/.checkpoints/needle"]"#),
        ("glob('*', { cwd: '/.checkpoints' })", r#"["needle"]"#),
        (
            "find('/', { type: 'file' }).then((all) => all.map((one) => one.path))",
            r#"["/src/a.txt"]"#,
        ),
        (
            "find('/.runs', { type: 'file' }).then((all) => all.map((one) => one.path))",
            r#"["/.runs/c/log.txt"]"#,
        ),
        (
            "searchFiles('/**', 'needle').then((all) => all.map((one) => one.path))",
            r#"["/src/a.txt"]"#,
        ),
        (
            "searchFiles('/.runs/**', 'needle').then((all) => all.map((one) => one.path))",
            r#"["/.runs/c/log.txt"]"#,
        ),
        (
            "walkTree('/').then((tree) => tree.children.map((one) => one.path))",
            r#"["/root","/src"]"#,
        ),
        (
            "walkTree('/.runs').then((tree) => tree.children.map((one) => one.path))",
            r#"["/.runs/c"]"#,
        ),
        (
            "summarizeTree('/').then((sum) => [sum.files, sum.totalBytes])",
            "[1,6]",
        ),
        (
            "summarizeTree('/.runs').then((sum) => [sum.files, sum.totalBytes])",
            "[1,6]",
        ),
        (
            "readdir('/', { recursive: true })",
            r#"["root","src","src/a.txt"]"#,
        ),
        (
            "replaceInFiles('/**', 'needle', 'pin').then((done) => done.totalFiles)",
            "1",
        ),
        (
            "replaceInFiles('/.runs/**', 'needle', 'pin').then((done) => done.totalFiles)",
            "1",
        ),
        (
            "createArchive('/a.tar', ['/']).then((done) => done.entries.map((one) => one.path))",
            r#"[".","root","src","src/a.txt"]"#,
        ),
        (
            "createArchive('/a.tar', ['/.runs']).then((done) => done.entries.map((one) => one.path))",
            r#"[".runs",".runs/c",".runs/c/log.txt"]"#,
        ),
        ("readdir('/')", r#"["root","src"]"#),
        ("readdir('/root')", r#"["root","src"]"#),
        ("readdir('/.runs')", r#"["c"]"#),
        ("readdirWithFileTypes('/').then((all) => all.length)", "2"),
        ("glob('/.runs')", r#"["/.runs"]"#),
        (
            "glob('/{.runs,src}/**/*.txt')",
            r#"["/.runs/c/log.txt","/src/a.txt"]"#,
        ),
        ("glob('/.r*/**')", "[]"),
        (
            "find('/', { name: '.checkpoints' }).then((all) => all.length)",
            "1",
        ),
        // What is named is told.
        ("exists('/.checkpoints/needle')", "true"),
    ] {
        let workspace = Workspace::memory().unwrap();
        result(&run(&sandbox, &workspace, MADE));
        let found = run(&sandbox, &workspace, &format!("() => state.{call}"));
        if result(&found) != answer {
            wrong.push(format!("{call}: {}, not {answer}", result(&found)));
        }
    }
    assert_eq!(wrong, [""; 0]);
}

#[test]
fn a_program_that_empties_the_workspace_keeps_its_checkpoint() {
    let sandbox = one_thread();
    let workspace = Workspace::memory().unwrap();
    result(&run(
        &sandbox,
        &workspace,
        "() => state.writeFile('/src/a.txt', 'a')",
    ));
    let code = "async () => {
        await state.checkpoint('before');
        for (const name of await state.readdir('/')) await state.rm('/' + name, { recursive: true });
        await state.removeTree('/*').catch(() => {});
        return [await state.readdir('/'), await state.readdir('/.checkpoints')];
    }";
    assert_eq!(
        result(&run(&sandbox, &workspace, code)),
        r#"[[],["before"]]"#
    );
    let restored = run(
        &sandbox,
        &workspace,
        "async () => { await state.restore('before'); return state.glob('/**'); }",
    );
    assert_eq!(result(&restored), r#"["/src","/src/a.txt"]"#);
}

/// An archive could have been made elsewhere.
#[test]
fn an_archive_brings_no_checkpoint_in_unless_its_destination_is_in_the_folder() {
    let sandbox = one_thread();
    let workspace = Workspace::memory().unwrap();
    result(&run(&sandbox, &workspace, MADE));
    let code = "async () => {
        await state.createArchive('/all.tar', ['/src', '/.checkpoints', '/.runs']);
        await state.removeTree('/.checkpoints');
        await state.removeTree('/.runs');
        const paths = [];
        for (const destination of ['/', '/root', '/out', '/.runs/restored']) {
            const { entries } = await state.extractArchive('/all.tar', destination);
            paths.push(entries.map((entry) => entry.path).join(' '));
        }
        return [...paths, ...(await state.glob('/.runs/**')), await state.exists('/.checkpoints')];
    }";
    let done = run(&sandbox, &workspace, code);
    let all = "src src/a.txt .checkpoints .checkpoints/needle .runs .runs/c .runs/c/log.txt";
    let below: Vec<String> = all
        .split(' ')
        .map(|path| format!("/.runs/restored/{path}"))
        .collect();
    let mut inside = vec!["/.runs/restored".to_owned()];
    inside.extend(below);
    inside.sort_unstable();
    let few = "src src/a.txt";
    let mut expected: Vec<Json> = [few, few, all, all].map(Json::from).to_vec();
    expected.extend(inside.into_iter().map(Json::from));
    expected.push(false.into());
    assert_eq!(result(&done), Json::from(expected).to_string());
    // It is told once in a run.
    let note = "note: extractArchive passed over 5 entries in /.checkpoints and /.runs, which belong \
                to the workspace alone";
    let logs: Vec<&str> = done.logs.iter().map(|log| log.text.as_str()).collect();
    assert_eq!(logs, [note]);
}
