//! The guard of a connection applies to every operation on a path.

use std::sync::Arc;

use isolate_text::{VPath, glob::Glob};
use isolate_vfs::{
    CopyOptions, ErrorKind, FindOptions, GlobOptions, Guard, MkdirOptions, Refusal, RemoveOptions,
    Tree, Verb, WalkOptions,
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

/// Refuses one verb at and below one path, or hides it.
#[derive(Debug)]
struct One {
    verb: Verb,
    at: VPath,
    hides: bool,
}

impl Guard for One {
    fn refusal(&self, verb: Verb, path: &VPath, _: u64) -> Option<Refusal> {
        let is_refused = verb == self.verb && path.starts_with(&self.at);
        is_refused.then(|| Refusal::Denied("a rule".to_owned()))
    }

    fn hides(&self, path: &VPath) -> bool {
        self.hides && path.starts_with(&self.at)
    }
}

/// A kind of entry by its name, and how one is made.
type Kind = (&'static str, fn(&Tree));

/// A name of an operation on `/d`, which holds something that may not be read or listed.
type Operation = (&'static str, fn(&Tree) -> isolate_vfs::Result<()>);

const MOVES: &[Operation] = &[
    ("move the tree", |tree| {
        tree.move_tree(&path("/d"), &path("/e"))
    }),
    ("move the directory", |tree| {
        tree.rename(&path("/d/in"), &path("/e"))
    }),
    ("move it", |tree| tree.rename(&path("/d/in/x"), &path("/e"))),
    ("copy the tree", |tree| {
        tree.copy_tree(&path("/d"), &path("/e"))
    }),
    ("copy the directory", |tree| {
        tree.copy_tree(&path("/d/in"), &path("/e"))
    }),
    ("merge the directory", |tree| {
        tree.mkdir(&path("/e"), &MkdirOptions::new())?;
        tree.copy_tree(&path("/d/in"), &path("/e"))
    }),
    ("copy it", |tree| {
        tree.copy(&path("/d/in/x"), &path("/e"), &CopyOptions::new())
    }),
    ("move through a link", |tree| {
        tree.symlink("/d/in", &path("/way"))?;
        tree.rename(&path("/way/x"), &path("/e"))
    }),
    ("copy through a link", |tree| {
        tree.symlink("/d/in", &path("/way"))?;
        tree.copy(&path("/way/x"), &path("/e"), &CopyOptions::new())
    }),
];

/// What may not be read or listed where it is can be neither after any operation, and no error names
/// it: for every kind of entry and every way to move it.
#[test]
fn nothing_is_moved_to_where_it_can_be_read() {
    let kinds: [Kind; 3] = [
        ("file", |tree| {
            tree.write(&path("/d/in/x"), b"secret").unwrap()
        }),
        ("link", |tree| {
            tree.symlink("secret", &path("/d/in/x")).unwrap()
        }),
        ("directory", |tree| {
            tree.write(&path("/d/in/x/secret"), b"secret").unwrap();
        }),
    ];
    for (kind, make) in kinds {
        for verb in [Verb::List, Verb::Read] {
            for hides in [false, true] {
                for (name, operation) in MOVES {
                    // A link has no bytes, and to list it is to read it.
                    if verb == Verb::Read && (kind == "link" || hides) {
                        continue;
                    }
                    let what = format!("{kind}, {verb:?}, {hides}: {name}");
                    let tree = memory();
                    tree.write(&path("/d/beside"), b"open").unwrap();
                    make(&tree);
                    let at = path("/d/in/x");
                    let guard = One { verb, at, hides };
                    tree.set_guard(Some(Arc::new(guard)));
                    let done = operation(&tree);
                    // To read something by its name is allowed where only listing is refused.
                    let is_copy = *name == "copy it" || *name == "copy through a link";
                    let may_be_read = verb == Verb::List && !hides && is_copy;
                    if may_be_read && kind != "directory" {
                        continue;
                    }
                    let told = done.expect_err(&what).to_string();
                    let names_it = name.contains("it") || name.contains("link");
                    // What may be listed is named by whatever refuses to read it.
                    let names_it = names_it || verb == Verb::Read;
                    assert!(names_it || !told.contains("/x"), "{what}: {told}");
                    tree.set_guard(None);
                    assert!(!tree.exists(&path("/e/x")).unwrap(), "{what}");
                    assert!(!tree.exists(&path("/e/in/x")).unwrap(), "{what}");
                    assert!(tree.lstat(&path("/d/in/x")).unwrap().is_some(), "{what}");
                    assert_sound(&tree);
                }
            }
        }
    }
}

/// Paths that listings leave out are left out of what a run tells of itself, and of the errors of an
/// undo and of a restore.
#[test]
fn hidden_paths_are_told_by_no_run_and_no_error() {
    let tree = memory();
    tree.write(&path("/d/in/x"), b"1").unwrap();
    let first = tree.history(1).unwrap()[0].id;
    tree.write(&path("/d/in/x"), b"2").unwrap();
    tree.write(&path("/d/y"), b"2").unwrap();
    let guard = |verb| One {
        verb,
        at: path("/d/in/x"),
        hides: false,
    };
    tree.set_guard(Some(Arc::new(guard(Verb::List))));
    let stale = tree.undo(first).unwrap_err();
    assert_eq!(stale.kind(), ErrorKind::Stale);
    assert!(!stale.to_string().contains("/x"), "{stale}");
    let run = tree.begin(&isolate_vfs::RunOptions::new("rm")).unwrap();
    run.remove_tree(&path("/d")).unwrap();
    let effects = run.commit().unwrap();
    let deleted: Vec<&str> = effects
        .deleted
        .iter()
        .map(|entry| entry.path.as_str())
        .collect();
    assert_eq!(deleted, ["/d", "/d/in", "/d/y"]);
    tree.undo(effects.run.unwrap()).unwrap();
    // Its name is known where the caller has given it, and nowhere else.
    let both = Both([guard(Verb::List), guard(Verb::Delete)]);
    tree.set_guard(Some(Arc::new(both)));
    for told in [
        tree.remove_tree(&path("/d")).unwrap_err(),
        tree.undo(first).unwrap_err(),
        tree.restore_at(isolate_vfs::Point::Before(first), &[])
            .unwrap_err(),
    ] {
        assert!(!told.to_string().contains("/x"), "{told}");
    }
    let told = tree.remove_tree(&path("/d/in/x")).unwrap_err();
    assert!(told.to_string().contains("/d/in/x"), "{told}");
}

/// Two rules.
#[derive(Debug)]
struct Both([One; 2]);

impl Guard for Both {
    fn refusal(&self, verb: Verb, path: &VPath, bytes: u64) -> Option<Refusal> {
        self.0.iter().find_map(|one| one.refusal(verb, path, bytes))
    }
}
