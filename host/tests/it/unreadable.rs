//! Searches over files that cannot be read.

use isolate_host::vfs::ErrorKind;
use isolate_host::vfs::testing::{OutsideFile, store_over};
use isolate_host::{Sandbox, Workspace};

use crate::{one_thread, result, run};

const FILES: [OutsideFile; 5] = [
    ("/.gitignore", Err((ErrorKind::Unreadable, "no bytes"))),
    ("/a.txt", Ok("needle\n")),
    ("/grows.log", Err((ErrorKind::Stale, "no bytes"))),
    ("/secret", Err((ErrorKind::Unreadable, "no bytes"))),
    ("/z.txt", Ok("needle\n")),
];

fn workspace() -> Workspace {
    let store = store_over(&FILES).unwrap();
    Workspace::builder().over(&store).unwrap()
}

fn check(sandbox: &Sandbox, code: &str, expected: &str, note: &str) {
    let run = run(sandbox, &workspace(), code);
    assert_eq!(result(&run), expected, "{code}");
    let logs: Vec<&str> = run.logs.iter().map(|log| log.text.as_str()).collect();
    let notes: Vec<&str> = note.lines().collect();
    assert_eq!(logs, notes, "{code}");
}

#[test]
fn files_that_cannot_be_read_are_passed_over_and_named() {
    let sandbox = one_thread();
    let three = "passed over 3 files that cannot be read: '/.gitignore' (no bytes), '/grows.log' \
                 (no bytes), '/secret' (no bytes)";
    check(
        &sandbox,
        "async () => (await state.searchFiles('/**', 'needle')).map((file) => file.path)",
        r#"["/a.txt","/z.txt"]"#,
        &format!("note: searchFiles {three}"),
    );
    check(
        &sandbox,
        "async () => (await state.replaceInFiles('/**', 'needle', 'pin')).totalFiles",
        "2",
        &format!("note: replaceInFiles {three}"),
    );
    for (call, name) in [
        ("glob('/*.txt', { gitignore: true })", "glob"),
        (
            "listFiles('/', { name: '*.txt', gitignore: true })",
            "listFiles",
        ),
        (
            "find('/', { name: '*.txt', gitignore: true }).then((all) => all.map((one) => one.path))",
            "find",
        ),
    ] {
        check(
            &sandbox,
            &format!("() => state.{call}"),
            r#"["/a.txt","/z.txt"]"#,
            &format!(
                "note: {name} passed over 1 file that cannot be read: '/.gitignore' (no bytes)"
            ),
        );
    }
    check(
        &sandbox,
        "async () => (await state.summarizeTree('/')).totalBytes",
        "35",
        "",
    );
}

#[test]
fn a_call_that_needs_a_file_that_cannot_be_read_names_it() {
    let sandbox = one_thread();
    for call in [
        "readFile('/secret')",
        "readFileBytes('/secret')",
        "readJson('/secret')",
        "searchText('/secret', 'a')",
        "replaceInFile('/secret', 'a', 'b')",
        "appendFile('/secret', 'a')",
        "hashFile('/secret')",
        "detectFile('/secret')",
        "diff('/a.txt', '/secret')",
        "createArchive('/all.tar', ['/a.txt', '/secret'])",
        "compressFile('/secret')",
        "listArchive('/secret')",
    ] {
        let code = format!("() => state.{call}.catch((error) => error.code + ' ' + error.message)");
        let told = result(&run(&sandbox, &workspace(), &code));
        assert!(told.contains("EIO: no bytes, "), "{call}: {told}");
        assert!(told.contains("'/secret'"), "{call}: {told}");
    }
    // What is written over it is not compared with it.
    let written = "async () => { await state.writeFile('/secret', 'seven..'); return state.readFile('/secret'); }";
    assert_eq!(
        result(&run(&sandbox, &workspace(), written)),
        r#""seven..""#
    );
}
