//! Searches and replacements over files that are not text.

use isolate_host::Workspace;
use isolate_host::text::VPath;

use crate::{one_thread, result, run};

fn workspace(files: &[(&str, &[u8])]) -> Workspace {
    let workspace = Workspace::memory().unwrap();
    let tree = workspace.tree().unwrap();
    for (path, bytes) in files {
        tree.write(&VPath::parse(path).unwrap(), bytes).unwrap();
    }
    drop(tree);
    workspace
}

const FILES: &[(&str, &[u8])] = &[
    ("/bare", b"c\0a\0f\0\xe9\0"),
    ("/latin", b"caf\xe9"),
    ("/nul", b"caf\0"),
    ("/text", "café".as_bytes()),
    ("/wide", b"\xff\xfec\0a\0f\0\xe9\0"),
];

#[test]
fn files_that_are_not_text_are_named() {
    let sandbox = one_thread();
    let passed = "note: replaceInFiles passed over 4 files that are not text (a NUL byte, or not \
                  UTF-8): '/bare', '/latin', '/nul', '/wide'";
    for (code, expected, note) in [
        (
            "async () => (await state.searchFiles('/*', 'é')).map((file) => file.path)",
            r#"["/text"]"#,
            "note: searchFiles may have missed matches in 3 files that are not text (a NUL byte, or \
             not UTF-8): '/bare', '/latin', '/wide'",
        ),
        // In Latin-1, the letters of ASCII are where they are in UTF-8.
        (
            "async () => (await state.searchFiles('/*', 'caf')).map((file) => file.path)",
            r#"["/latin","/nul","/text"]"#,
            "note: searchFiles may have missed matches in 2 files that are not text (a NUL byte, or \
             not UTF-8): '/bare', '/wide'",
        ),
        (
            "async () => (await state.searchFiles('/l*', /caf\\p{L}/)).length",
            "0",
            "note: searchFiles may have missed matches in 1 file that is not text (a NUL byte, or \
             not UTF-8): '/latin'",
        ),
        (
            "async () => (await state.searchText('/wide', 'caf')).length",
            "0",
            "note: searchText may have missed matches in 1 file that is not text (a NUL byte, or not \
             UTF-8): '/wide'",
        ),
        (
            "async () => (await state.searchFiles('/{t,n}*', 'é')).length",
            "1",
            "",
        ),
        (
            "async () => (await state.replaceInFiles('/*', 'caf', 'x', { dryRun: true })).totalFiles",
            "1",
            passed,
        ),
        (
            "async () => (await state.replaceInFiles('/*', 'caf', 'x')).files.map((file) => file.path)",
            r#"["/text"]"#,
            passed,
        ),
    ] {
        let run = run(&sandbox, &workspace(FILES), code);
        assert_eq!(result(&run), expected, "{code}");
        let logs: Vec<&str> = run.logs.iter().map(|log| log.text.as_str()).collect();
        assert_eq!(logs, note.lines().collect::<Vec<_>>(), "{code}");
    }
}

#[test]
fn the_first_files_that_are_not_text_are_named() {
    let names: Vec<String> = (10..22).map(|name| format!("/{name}")).collect();
    let files: Vec<(&str, &[u8])> = names
        .iter()
        .map(|name| (name.as_str(), &b"\xe9"[..]))
        .collect();
    let code = "async () => (await state.searchFiles('/*', 'é')).length";
    let run = run(&one_thread(), &workspace(&files), code);
    let log = &run.logs[0].text;
    assert!(
        log.starts_with("note: searchFiles may have missed matches in 12 files"),
        "{log}"
    );
    assert!(
        log.ends_with(
            ": '/10', '/11', '/12', '/13', '/14', '/15', '/16', '/17', '/18', '/19' and 2 more"
        ),
        "{log}"
    );
}
