//! Many workspaces in one process.

use isolate_host::text::VPath;
use isolate_host::{ErrorKind, Workspaces};

use crate::{one_thread, result, run};

#[test]
fn a_workspace_is_made_when_it_is_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let workspaces = Workspaces::new(folder.path().join("data")).unwrap();
    assert!(workspaces.find("ann").unwrap().is_none());
    assert!(workspaces.names().unwrap().is_empty());
    let sandbox = one_thread();
    let ann = workspaces.open("ann").unwrap();
    run(&sandbox, &ann, "state.writeFile('/a', 'of ann')");
    let again = workspaces.open("ann").unwrap();
    assert_eq!(
        result(&run(&sandbox, &again, "state.readFile('/a')")),
        r#""of ann""#
    );
    let ben = workspaces.open("ben.1").unwrap();
    assert_eq!(result(&run(&sandbox, &ben, "state.readdir('/')")), "[]");
    std::fs::write(folder.path().join("data/Other.sqlite"), "").unwrap();
    assert_eq!(workspaces.names().unwrap(), ["ann", "ben.1"]);
    assert!(workspaces.find("ann").unwrap().is_some());
}

#[test]
fn names_that_are_no_file_of_their_own_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let workspaces = Workspaces::new(folder.path()).unwrap();
    let long = "a".repeat(101);
    for (name, reason) in [
        ("", "it is empty"),
        (
            "..",
            "the first character is a lower-case letter or a digit",
        ),
        (
            "a/b",
            "it may have lower-case letters, digits, dots, dashes and underscores",
        ),
        (
            "a\0b",
            "it may have lower-case letters, digits, dots, dashes and underscores",
        ),
        (
            "Ann",
            "the first character is a lower-case letter or a digit",
        ),
        (
            "aNN",
            "it may have lower-case letters, digits, dots, dashes and underscores",
        ),
        ("é", "the first character is a lower-case letter or a digit"),
        (&long, "it has more than 100 characters"),
    ] {
        for error in [
            workspaces.open(name).unwrap_err(),
            workspaces.find(name).unwrap_err(),
        ] {
            assert_eq!(error.kind(), ErrorKind::Refused);
            assert!(error.to_string().ends_with(reason), "{error}");
        }
    }
    assert!(std::fs::read_dir(folder.path()).unwrap().next().is_none());
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    let error = Workspaces::new(&file).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Refused);
    assert_eq!(error.path(), Some(file.as_path()));
}

/// Descriptors of this process, which runs one test.
#[cfg(target_os = "linux")]
fn descriptors() -> usize {
    std::fs::read_dir("/proc/self/fd").unwrap().count()
}

/// Also where every one of them is still held.
#[cfg(target_os = "linux")]
#[test]
fn what_is_idle_is_closed_beyond_a_bound() {
    let folder = tempfile::tempdir().unwrap();
    let workspaces = Workspaces::builder()
        .idle_connections(4)
        .open(folder.path())
        .unwrap();
    let sandbox = one_thread();
    run(&sandbox, &workspaces.open("first").unwrap(), "1");
    let before = descriptors();
    let mut held = Vec::new();
    for number in 0..30 {
        let workspace = workspaces.open(&format!("user-{number}")).unwrap();
        run(&sandbox, &workspace, "state.writeFile('/a', 'x')");
        held.push(workspace);
    }
    let most = before + 4 * 3;
    assert!(
        descriptors() <= most,
        "{} descriptors, {before} before",
        descriptors()
    );
    for workspace in &held {
        assert_eq!(
            result(&run(&sandbox, workspace, "state.readFile('/a')")),
            r#""x""#
        );
    }
    assert!(descriptors() <= most);
    drop((held, workspaces));
    assert!(descriptors() <= before);
}

/// A workspace that is removed leaves nothing, and one that somebody has stays.
#[test]
fn a_workspace_is_removed_when_nobody_has_it() {
    let folder = tempfile::tempdir().unwrap();
    let workspaces = Workspaces::new(folder.path()).unwrap();
    let path = VPath::parse("/a").unwrap();
    let workspace = workspaces.open("ann").unwrap();
    workspace.tree().unwrap().write(&path, b"x").unwrap();
    let busy = workspaces.remove("ann").unwrap_err();
    assert_eq!(busy.kind(), ErrorKind::Busy);
    assert!(busy.to_string().contains("ann is in use"), "{busy}");
    drop(workspace);
    assert!(workspaces.remove("ann").unwrap());
    assert!(!workspaces.remove("ann").unwrap());
    assert_eq!(folder.path().read_dir().unwrap().count(), 0);
    let fresh = workspaces.open("ann").unwrap();
    assert!(!fresh.tree().unwrap().exists(&path).unwrap());
    let wrong = workspaces.remove("../ann").unwrap_err();
    assert_eq!(wrong.kind(), ErrorKind::Refused);
}
