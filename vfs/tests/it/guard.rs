//! The guard of a connection applies to every operation on a path.

use std::sync::Arc;

use isolate_vfs::{
    CopyOptions, ErrorKind, FindOptions, Glob, GlobOptions, Guard, MkdirOptions, Refusal,
    RemoveOptions, Tree, VPath, Verb, WalkOptions,
};

use crate::{assert_sound, memory, path};

/// Refuses everything below `/secret`, and to remove anything below `/kept`.
#[derive(Debug)]
struct Rules;

impl Guard for Rules {
    fn refusal(&self, verb: Verb, path: &VPath, bytes: u64) -> Option<Refusal> {
        let secret = VPath::parse("/secret").unwrap();
        let kept = VPath::parse("/kept").unwrap();
        if path.starts_with(&secret) {
            return Some(Refusal::Denied("rule `deny /secret`".to_owned()));
        }
        if verb == Verb::Delete && path.starts_with(&kept) {
            return Some(Refusal::Denied("rule `deny delete /kept`".to_owned()));
        }
        (verb == Verb::Write && bytes > 100)
            .then(|| Refusal::ApprovalNeeded("more than 100 bytes".to_owned()))
    }
}

fn tree() -> Tree {
    let tree = memory();
    tree.write(&path("/secret/key"), b"hidden").unwrap();
    tree.write(&path("/kept/deep/file"), b"kept").unwrap();
    tree.write(&path("/open/a"), b"a").unwrap();
    tree.symlink("/secret", &path("/way")).unwrap();
    tree.set_guard(Some(Arc::new(Rules)));
    tree
}

#[test]
fn hidden_entries_are_not_listed() {
    let tree = tree();
    let names: Vec<String> = tree
        .read_dir(&VPath::root())
        .unwrap()
        .into_iter()
        .map(|entry| entry.name)
        .collect();
    assert_eq!(names, ["kept", "open", "way"]);
    let found = tree.find(&VPath::root(), &FindOptions::default()).unwrap();
    assert!(
        found
            .iter()
            .all(|entry| !entry.path.as_str().starts_with("/secret"))
    );
    let glob = Glob::new("/**").unwrap();
    assert_eq!(
        tree.glob(&glob, &GlobOptions::new().entries_max(100))
            .unwrap()
            .len(),
        6
    );
    assert_eq!(
        tree.summarize(&VPath::root(), &WalkOptions::new().entries_max(100))
            .unwrap()
            .files,
        2
    );
}

#[test]
fn no_operation_reaches_a_refused_path() {
    let tree = tree();
    let refused = [
        tree.read(&path("/secret/key")).unwrap_err(),
        tree.read(&path("/way/key")).unwrap_err(),
        tree.stat(&path("/way/key")).unwrap_err(),
        tree.version(&path("/secret/key")).unwrap_err(),
        tree.exists(&path("/secret/key")).unwrap_err(),
        tree.read_dir(&path("/way")).unwrap_err(),
        tree.find(&path("/way/key"), &FindOptions::default())
            .unwrap_err(),
        tree.copy_tree(&path("/secret"), &path("/open/copy"))
            .unwrap_err(),
        tree.copy(&path("/way/key"), &path("/open/copy"), &CopyOptions::new())
            .unwrap_err(),
        tree.rename(&path("/secret/key"), &path("/open/key"))
            .unwrap_err(),
        tree.rename(&path("/open/a"), &path("/way/a")).unwrap_err(),
        tree.write(&path("/way/new"), b"x").unwrap_err(),
        tree.append(&path("/secret/key"), b"x").unwrap_err(),
    ];
    for error in refused {
        assert_eq!(error.kind(), ErrorKind::NotPermitted, "{error}");
    }
    let error = tree.write(&path("/open/long"), &[0; 101]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::ApprovalNeeded, "{error}");
    tree.write(&path("/open/long"), &[0; 100]).unwrap();
}

#[test]
fn one_refused_entry_undoes_the_whole_call() {
    let tree = tree();
    let all = &RemoveOptions::new().recursive();
    let error = tree.remove(&path("/kept"), all).unwrap_err();
    assert_eq!(error.reason(), "rule `deny delete /kept`");
    assert!(tree.rename(&path("/kept"), &path("/moved")).is_err());
    assert_eq!(tree.read(&path("/kept/deep/file")).unwrap(), b"kept");
    tree.set_guard(None);
    assert_eq!(tree.read(&path("/secret/key")).unwrap(), b"hidden");
    assert_sound(&tree);
}

#[test]
fn a_version_changes_with_every_change() {
    let tree = memory();
    let file = path("/a");
    assert_eq!(tree.version(&file).unwrap(), None);
    tree.write(&file, b"1").unwrap();
    let first = tree.version(&file).unwrap();
    assert_eq!(tree.version(&file).unwrap(), first);
    tree.append(&file, b"2").unwrap();
    let second = tree.version(&file).unwrap();
    assert_ne!(first, second);
    tree.write(&file, b"1").unwrap();
    assert_ne!(tree.version(&file).unwrap(), first);
}

/// As [`Rules`], and `/secret` looks as if it were not there.
#[derive(Debug)]
struct Stealthy;

impl Guard for Stealthy {
    fn refusal(&self, verb: Verb, path: &VPath, bytes: u64) -> Option<Refusal> {
        Rules.refusal(verb, path, bytes)
    }

    fn hides(&self, path: &VPath) -> bool {
        path.starts_with(&VPath::parse("/secret").unwrap())
    }
}

#[test]
fn hidden_entries_look_missing() {
    let tree = tree();
    tree.write(&path("/open/d/x"), b"").unwrap();
    tree.set_guard(Some(Arc::new(Stealthy)));
    for hidden in ["/secret", "/secret/key", "/way", "/way/key", "/missing"] {
        let hidden = path(hidden);
        assert!(!tree.exists(&hidden).unwrap(), "{hidden}");
        assert_eq!(tree.stat(&hidden).unwrap(), None, "{hidden}");
        assert_eq!(tree.version(&hidden).unwrap(), None, "{hidden}");
        let error = tree.read(&hidden).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::NotFound, "{hidden}");
        assert!(!error.to_string().contains("rule"), "{error}");
    }
    for error in [
        tree.write(&path("/secret/new"), b"").unwrap_err(),
        tree.write(&path("/secret"), b"").unwrap_err(),
        tree.write(&path("/secret/key/below"), b"").unwrap_err(),
        tree.append(&path("/way/key"), b"").unwrap_err(),
        tree.mkdir(&path("/secret"), &MkdirOptions::new())
            .unwrap_err(),
        tree.symlink("/open", &path("/secret/key")).unwrap_err(),
        tree.copy(&path("/open/a"), &path("/secret/key"), &CopyOptions::new())
            .unwrap_err(),
        tree.rename(&path("/secret/key"), &path("/open/key"))
            .unwrap_err(),
    ] {
        assert_eq!(error.kind(), ErrorKind::NotFound, "{error}");
    }
    // Removing what is missing is done, and removes nothing.
    tree.remove_tree(&path("/secret")).unwrap();
    // What is denied and not hidden still names its rule.
    let error = tree.remove_tree(&path("/kept")).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotPermitted);
    tree.set_guard(None);
    assert_eq!(tree.read(&path("/secret/key")).unwrap(), b"hidden");
    assert_sound(&tree);
}
