//! The N-th statement of work with branches fails, for every N: nothing must have happened.

use isolate_vfs::testing::{FailMode, TreeTesting as _};
use isolate_vfs::{BranchOptions, MergeOptions, Point, Result, Retention, RunId, Tree};

use crate::faults::sample;
use crate::{assert_sound, bytes, listing, memory, path};

/// What all branches hold.
fn all_listings(tree: &Tree) -> Vec<(String, Vec<String>)> {
    let mut names = vec!["main".to_owned()];
    names.extend(tree.branches().unwrap().into_iter().map(|info| info.name));
    let listing_of = |name: String| {
        tree.switch_branch(&name).unwrap();
        (name, listing(tree))
    };
    let all = names.into_iter().map(listing_of).collect();
    tree.switch_branch("main").unwrap();
    all
}

#[test]
fn work_with_branches_that_fails_changes_nothing() {
    let merge = |tree: &Tree, name: &str, options: &MergeOptions| {
        tree.merge_branch(name, options)
            .map(|merged| assert!(merged.is_done))
    };
    type Call<'a> = (&'a str, &'a dyn Fn(&Tree) -> Result<()>);
    let calls: &[Call<'_>] = &[
        ("create", &|tree| {
            tree.create_branch("new", &BranchOptions::new())
        }),
        ("create at", &|tree| {
            tree.create_branch(
                "new",
                &BranchOptions::new().at(Point::After(RunId::from(3))),
            )
        }),
        ("delete", &|tree| tree.delete_branch("other").map(drop)),
        ("collect", &|tree| {
            let kept = Retention::new().runs_max(2);
            tree.collect(&kept).map(drop)
        }),
        ("merge", &|tree| merge(tree, "other", &MergeOptions::new())),
        ("merge with markers", &|tree| {
            merge(tree, "clash", &MergeOptions::new().markers())
        }),
        ("merge back", &|tree| {
            tree.switch_branch("other")?;
            merge(tree, "main", &MergeOptions::new())
        }),
    ];
    for (name, call) in calls {
        for mode in [FailMode::Once, FailMode::Forever] {
            let fresh = || {
                let tree = memory();
                sample(&tree);
                for branch in ["other", "clash"] {
                    tree.create_branch(branch, &BranchOptions::new()).unwrap();
                    tree.switch_branch(branch).unwrap();
                    let small = if branch == "clash" {
                        "/d/small"
                    } else {
                        "/d/sub/deep"
                    };
                    tree.write(&path(small), b"here").unwrap();
                    tree.remove_tree(&path("/copy")).unwrap();
                    tree.write(&path("/new/file"), &bytes(20_000, 3)).unwrap();
                    tree.switch_branch("main").unwrap();
                }
                tree.write(&path("/d/small"), b"main").unwrap();
                tree
            };
            let mut tree = fresh();
            let before = all_listings(&tree);
            for number in 1.. {
                assert!(number < 2_000, "{name} never ends");
                tree.fail_statement(number, mode);
                let result = call(&tree);
                let fired = tree.fault_fired();
                tree.fail_statement(0, mode);
                let after = all_listings(&tree);
                assert_sound(&tree);
                if !fired {
                    assert!(result.is_ok(), "{name}: {result:?}");
                    break;
                }
                // Only what comes after the call may have failed, and be told or not.
                if after != before {
                    tree = fresh();
                    continue;
                }
                assert!(
                    // What a collection cannot give back stays free.
                    result.is_err() || *name == "collect" || *name == "merge back",
                    "{name}, statement {number}"
                );
            }
        }
    }
}
