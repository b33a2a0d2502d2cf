//! What a connection with rules about paths does with branches.

use std::sync::Arc;

use isolate_text::VPath;
use isolate_vfs::{ErrorKind, ForkOptions, Guard, MergeOptions, Refusal, RunOptions, Tree, Verb};

use super::{branch, merge, read, run, write};
use crate::{assert_sound, memory, path};

/// Refuses to list `/d/secret` and what is below it, and may make it look missing.
#[derive(Debug)]
struct Hiding {
    is_stealthy: bool,
}

impl Guard for Hiding {
    fn refusal(&self, verb: Verb, path: &VPath, _: u64) -> Option<Refusal> {
        let is_refused = verb == Verb::List && path.starts_with(&secret());
        is_refused.then(|| Refusal::Denied("a rule".to_owned()))
    }

    fn hides(&self, path: &VPath) -> bool {
        self.is_stealthy && path.starts_with(&secret())
    }
}

fn secret() -> VPath {
    path("/d/secret")
}

fn hide(tree: &Tree, is_stealthy: bool) {
    tree.set_guard(Some(Arc::new(Hiding { is_stealthy })));
}

/// Main and its branch `idea`.
fn branched() -> Tree {
    let tree = memory();
    write(&tree, "/d/secret", "1");
    write(&tree, "/open", "1");
    branch(&tree, "idea");
    tree
}

/// Something that is done to what a rule hides.
type Change = (&'static str, fn(&Tree));

const CHANGES: &[Change] = &[
    ("written", |tree| tree.write(&secret(), b"2").unwrap()),
    ("removed", |tree| tree.remove_tree(&secret()).unwrap()),
    ("removed with all around it", |tree| {
        tree.remove_tree(&path("/d")).unwrap();
    }),
    ("moved", |tree| {
        tree.rename(&secret(), &path("/d/moved")).unwrap();
    }),
    ("made a directory", |tree| {
        tree.remove_tree(&secret()).unwrap();
        tree.write(&path("/d/secret/below"), b"2").unwrap();
    }),
    ("made executable", |tree| {
        tree.set_mode(&secret(), 0o755).unwrap();
    }),
];

/// All of a tree, also what rules hide.
fn everything(tree: &Tree) -> String {
    tree.set_guard(None);
    let all = crate::listing(tree);
    format!("{all:?}")
}

#[test]
fn a_merge_never_passes_over_a_change_that_a_rule_hides() {
    for (name, change) in CHANGES {
        for (into, from) in [("main", "idea"), ("idea", "main")] {
            for (is_stealthy, options) in [
                (false, MergeOptions::new()),
                (true, MergeOptions::new().markers()),
            ] {
                let what = format!("{name}, {into}, {options:?}");
                let tree = branched();
                tree.switch_branch(from).unwrap();
                run(&tree, change);
                write(&tree, "/open", "2");
                let wanted = everything(&tree);
                tree.switch_branch(into).unwrap();
                let before = everything(&tree);
                hide(&tree, is_stealthy);
                let alone = tree.merge_branch(from, &options);
                let open = tree.begin(&RunOptions::new("work").atomic()).unwrap();
                let within = open.merge_branch(from, &options);
                drop(open);
                for refused in [alone, within] {
                    let error = refused.expect_err(&what);
                    assert_eq!(error.kind(), ErrorKind::NotPermitted, "{what}: {error}");
                    assert!(!error.to_string().contains("secret"), "{what}: {error}");
                }
                assert_eq!(everything(&tree), before, "{what}");
                // Without the rule, all of it is merged.
                assert!(merge(&tree, from).is_done, "{what}");
                assert_eq!(everything(&tree), wanted, "{what}");
                assert_sound(&tree);
            }
        }
    }
}

#[test]
fn a_merge_is_done_where_both_sides_have_the_same_of_what_a_rule_hides() {
    for (name, change) in CHANGES {
        let tree = branched();
        run(&tree, change);
        tree.switch_branch("idea").unwrap();
        run(&tree, change);
        write(&tree, "/open", "2");
        tree.switch_branch("main").unwrap();
        hide(&tree, false);
        assert!(merge(&tree, "idea").is_done, "{name}");
        assert_eq!(read(&tree, "/open"), "2", "{name}");
        assert_sound(&tree);
    }
}

/// What is hidden and changed on the present branch alone is not lost for the other.
#[test]
fn a_hidden_change_of_the_present_branch_is_still_to_be_merged() {
    let tree = branched();
    write(&tree, "/d/secret", "2");
    tree.switch_branch("idea").unwrap();
    write(&tree, "/open", "2");
    tree.switch_branch("main").unwrap();
    hide(&tree, false);
    assert!(merge(&tree, "idea").is_done);
    tree.set_guard(None);
    tree.switch_branch("idea").unwrap();
    assert!(merge(&tree, "main").is_done);
    assert_eq!(read(&tree, "/d/secret"), "2");
    assert_sound(&tree);
}

/// A copy would have what the rules hide, and no rules.
#[test]
fn a_connection_with_rules_copies_no_workspace() {
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("copy.sqlite");
    let tree = branched();
    hide(&tree, false);
    for options in [ForkOptions::new(), ForkOptions::new().shallow()] {
        let error = tree.fork(&copy, &options).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::NotPermitted, "{error}");
    }
    assert!(!copy.exists());
    tree.set_guard(None);
    tree.fork(&copy, &ForkOptions::new()).unwrap();
}
