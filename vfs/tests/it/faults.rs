//! The N-th statement fails, for every N: nothing must have happened.

use std::rc::Rc;

use isolate_text::budget::{self, Budget};
use isolate_vfs::testing::{FailMode, TreeTesting as _};
use isolate_vfs::{
    BranchOptions, CheckpointError, CheckpointOptions, CommitMode, CopyOptions, ErrorKind,
    MkdirOptions, OpenOptions, OpenRun, Result, Retention, RunId, RunOptions, Tree,
};

use super::{assert_sound, bytes, listing, memory, path};

/// A tree with files, links and directories, large files and shared ones.
pub(crate) fn sample(tree: &Tree) {
    tree.write(&path("/d/small"), b"small").unwrap();
    tree.write(&path("/d/large"), &bytes(200_000, 1)).unwrap();
    tree.write(&path("/d/sub/deep"), b"deep").unwrap();
    tree.symlink("small", &path("/d/link")).unwrap();
    tree.copy_tree(&path("/d"), &path("/copy")).unwrap();
    tree.mkdir(&path("/empty"), &MkdirOptions::new()).unwrap();
    tree.write(&path("/gone"), b"gone").unwrap();
}

pub(crate) type Call = fn(&Tree) -> Result<()>;

pub(crate) const CALLS: &[(&str, Call)] = &[
    ("write new", |tree| tree.write(&path("/new/a/b"), b"new")),
    ("write over", |tree| tree.write(&path("/d/small"), b"other")),
    ("write large over", |tree| {
        tree.write(&path("/d/large"), &bytes(150_000, 2))
    }),
    ("edit large", |tree| {
        let mut data = tree.read(&path("/d/large"))?;
        data[100_000] ^= 1;
        tree.write(&path("/d/large"), &data)?;
        data.splice(70_000..70_003, *b"inserted");
        tree.write(&path("/copy/large"), &data)?;
        tree.append(&path("/copy/large"), b"tail")
    }),
    ("write the same", |tree| {
        tree.write(&path("/d/small"), b"small")
    }),
    ("append small", |tree| {
        tree.append(&path("/d/small"), b"more")
    }),
    ("append large", |tree| {
        tree.append(&path("/d/large"), &bytes(1000, 3))
    }),
    ("append to a copy", |tree| {
        tree.append(&path("/d/large"), b"x")?;
        tree.append(&path("/copy/large"), b"y")
    }),
    ("mkdir", |tree| {
        tree.mkdir(&path("/m/n/o"), &MkdirOptions::new().recursive())
    }),
    ("symlink", |tree| tree.symlink("x", &path("/s/link"))),
    ("remove", |tree| tree.remove_tree(&path("/d/small"))),
    ("remove tree", |tree| tree.remove_tree(&path("/d"))),
    ("copy", |tree| {
        tree.copy(&path("/d/large"), &path("/d/small"), &CopyOptions::new())
    }),
    ("copy tree", |tree| {
        tree.copy_tree(&path("/d"), &path("/e/f"))
    }),
    ("merge", |tree| tree.copy_tree(&path("/d"), &path("/empty"))),
    ("rename", |tree| {
        tree.rename(&path("/d/small"), &path("/gone"))
    }),
    ("rename tree", |tree| {
        tree.rename(&path("/d"), &path("/empty"))
    }),
    ("write many", |tree| {
        (0..12).try_for_each(|number| {
            let file = format!("/many/{}/{number}", number % 3);
            tree.write(&path(&file), &bytes(4000, number))
        })
    }),
    ("replace in files", |tree| {
        for file in ["/d/small", "/d/large", "/d/sub/deep", "/copy/small"] {
            let mut data = tree.read(&path(file))?;
            data[0] = b'X';
            tree.write(&path(file), &data)?;
        }
        Ok(())
    }),
    ("undo", |tree| tree.undo(RunId::from(9)).map(drop)),
    ("checkpoint", |tree| {
        tree.write(&path("/d/small"), b"now")?;
        told(tree.checkpoint("x", &CheckpointOptions::new()))
    }),
    ("restore", |tree| {
        tree.write(&path("/d/large"), &bytes(20_000, 5))?;
        tree.remove_tree(&path("/d/sub"))?;
        told(tree.checkpoint("x", &CheckpointOptions::new()))?;
        let then = tree.read(&path("/d/large"))?;
        tree.remove_tree(&path("/d"))?;
        tree.write(&path("/d"), b"a file")?;
        told(tree.restore("x"))?;
        assert_eq!(tree.read(&path("/d/large"))?, then);
        assert!(!tree.exists(&path("/d/sub"))?);
        Ok(())
    }),
];

/// What a tree says of a checkpoint here is always an error of its own.
fn told<T>(result: Result<T, CheckpointError>) -> Result<()> {
    match result {
        Ok(_) => Ok(()),
        Err(CheckpointError::Tree(error)) => Err(error),
        Err(other) => panic!("{other}"),
    }
}

/// Some calls are several; as one they are atomic.
fn call(tree: &Tree, call: Call) -> Result<()> {
    tree.atomically(|txn| call(txn))
}

/// A tree, and the run that is open on it.
type Prepared = (Rc<Tree>, Option<OpenRun<Rc<Tree>>>);

fn fail_everywhere(begin: impl Fn(&Rc<Tree>) -> Option<OpenRun<Rc<Tree>>>, inside_run: bool) {
    for (name, operation) in CALLS {
        for mode in [FailMode::Once, FailMode::Forever] {
            let fresh = || -> Prepared {
                let tree = Rc::new(super::memory());
                sample(&tree);
                // Runs 8 and 9; the latter is for undo.
                tree.remove_tree(&path("/gone")).unwrap();
                tree.write(&path("/gone"), b"back").unwrap();
                let run = begin(&tree);
                (tree, run)
            };
            let (mut tree, mut run) = fresh();
            let before = listing(&tree);
            for number in 1.. {
                assert!(number < 500, "{name} never ends");
                tree.fail_statement(number, mode);
                let result = if *name == "undo" && !inside_run {
                    operation(&tree)
                } else {
                    call(&tree, *operation)
                };
                let fired = tree.fault_fired();
                tree.fail_statement(0, mode);
                if !fired {
                    assert!(result.is_ok(), "{name}: {result:?}");
                    break;
                }
                if result.is_ok() {
                    // Only the pruning after the call has failed, which is tried again.
                    (tree, run) = fresh();
                    continue;
                }
                if *name == "undo" && !inside_run {
                    // Undone, but its end could not be recorded: a second undo tells.
                    if listing(&tree) != before {
                        (tree, run) = fresh();
                        continue;
                    }
                }
                assert_eq!(listing(&tree), before, "{name}, statement {number}");
                assert_sound(&tree);
            }
            drop(run);
        }
    }
}

#[test]
fn a_call_that_fails_changes_nothing() {
    fail_everywhere(|_| None, false);
}

#[test]
fn a_call_that_fails_in_a_run_changes_nothing() {
    for mode in [CommitMode::PerCall, CommitMode::Atomic] {
        fail_everywhere(
            |tree| {
                let options = RunOptions::new("").mode(mode);
                let run = OpenRun::holding(Rc::clone(tree), &options).unwrap();
                tree.append(&path("/d/large"), b"tail").unwrap();
                tree.write(&path("/d/small"), b"in the run").unwrap();
                tree.write(&path("/d/fresh"), b"fresh").unwrap();
                Some(run)
            },
            true,
        );
    }
}

/// What a branch shares with another is copied by the call that changes it.
#[test]
fn a_call_that_fails_on_a_branch_changes_nothing() {
    for branch in ["main", "beside"] {
        let begin = |tree: &Rc<Tree>| {
            tree.create_branch("beside", &BranchOptions::new()).unwrap();
            tree.switch_branch(branch).unwrap();
            None
        };
        fail_everywhere(begin, false);
    }
}

/// The N-th charge of memory is refused: budgets of all sizes up to what the call needs.
#[test]
fn a_call_that_runs_out_of_memory_changes_nothing() {
    for (name, operation) in CALLS {
        let fresh = || {
            let tree = super::memory();
            sample(&tree);
            // Runs 8 and 9; the latter is for undo.
            tree.remove_tree(&path("/gone")).unwrap();
            tree.write(&path("/gone"), b"back").unwrap();
            tree
        };
        // Reading what happened needs no budget.
        let before = listing(&fresh());
        let within = |bytes: u64| {
            let tree = fresh();
            let budget = Budget::new(bytes);
            let result = budget::within(&budget, || call(&tree, *operation));
            (tree, budget, result)
        };
        let mut bytes = 0;
        loop {
            let (tree, budget, result) = within(bytes);
            assert_sound(&tree);
            if !budget.is_exhausted() {
                assert!(result.is_ok(), "{name} in {bytes} bytes: {result:?}");
                break;
            }
            match result {
                Err(error) => {
                    assert_eq!(
                        error.kind(),
                        ErrorKind::OutOfMemory,
                        "{name}, {bytes} bytes"
                    );
                    assert_eq!(listing(&tree), before, "{name}, {bytes} bytes");
                }
                // What comes after the call may have been given up.
                Ok(()) => assert_ne!(listing(&tree), before, "{name}, {bytes} bytes"),
            }
            bytes += bytes / 32 + 16;
        }
    }
}

#[test]
fn an_atomic_run_whose_end_fails_leaves_nothing() {
    for number in 1..40 {
        let tree = super::memory();
        sample(&tree);
        let before = listing(&tree);
        let run = tree.begin(&RunOptions::new("").atomic()).unwrap();
        tree.remove_tree(&path("/d")).unwrap();
        tree.write(&path("/new"), b"new").unwrap();
        tree.fail_statement(number, FailMode::Once);
        let result = run.commit();
        let fired = tree.fault_fired();
        tree.fail_statement(0, FailMode::Once);
        if let Err(error) = result {
            assert_eq!(error.kind(), ErrorKind::Storage);
            assert_eq!(listing(&tree), before);
        } else {
            assert_ne!(listing(&tree), before);
        }
        assert_sound(&tree);
        if !fired {
            return;
        }
    }
    panic!("the end of a run takes too many statements");
}

#[test]
fn pruning_that_fails_is_done_later() {
    for number in 1.. {
        assert!(number < 200, "pruning never ends");
        let tree = super::memory_with(&OpenOptions::new().retention(Retention::new().runs_max(2)));
        let run = |f: Call| {
            let run = tree.begin(&RunOptions::new("")).unwrap();
            f(&tree).unwrap();
            run
        };
        sample(&tree);
        let first = run(|tree| tree.remove_tree(&path("/d")));
        // The end of the run commits, and only then prunes.
        tree.fail_statement(number, FailMode::Forever);
        let finished = first.commit();
        let fired = tree.fault_fired();
        tree.fail_statement(0, FailMode::Once);
        assert!(!tree.exists(&path("/d")).unwrap());
        assert_sound(&tree);
        if !fired {
            finished.unwrap();
            assert_eq!(tree.history(100).unwrap().len(), 2);
            return;
        }
        run(|tree| tree.write(&path("/later"), b"later"))
            .commit()
            .unwrap();
        assert!(tree.history(100).unwrap().len() <= 3);
        assert_sound(&tree);
    }
}

/// Fills what is free in a tree in memory, so that nothing can be added.
fn fill(tree: &Tree) {
    tree.fill_disk(Some(0)).unwrap();
    for size in [9000, 4000, 600, 1] {
        let all = (0..500).all(|number| {
            let file = path(&format!("/fill/{size}-{number}"));
            tree.write(&file, &bytes(size, number)).is_ok()
        });
        assert!(!all, "the disk is never full");
    }
}

#[test]
fn a_full_disk_changes_nothing() {
    for inside_run in [false, true] {
        for (name, operation) in CALLS {
            let fresh = || -> Prepared {
                let tree = Rc::new(super::memory());
                sample(&tree);
                tree.remove_tree(&path("/gone")).unwrap();
                tree.write(&path("/gone"), b"back").unwrap();
                let run = inside_run.then(|| {
                    let run = OpenRun::holding(Rc::clone(&tree), &RunOptions::new("")).unwrap();
                    tree.append(&path("/d/large"), b"tail").unwrap();
                    run
                });
                (tree, run)
            };
            let (tree, _run) = fresh();
            let before = listing(&tree);
            let undo = *name == "undo" && !inside_run;
            let attempt = |tree: &Tree| {
                if undo {
                    operation(tree)
                } else {
                    call(tree, *operation)
                }
            };
            let mut failed = 0;
            for pages in 0.. {
                assert!(pages < 500, "{name} never ends");
                tree.fill_disk(Some(pages)).unwrap();
                let Err(error) = attempt(&tree) else { break };
                assert_eq!(error.kind(), ErrorKind::NoSpace, "{name}, {pages} pages");
                if undo && listing(&tree) != before {
                    // Undone, but its end could not be recorded.
                    break;
                }
                assert_eq!(listing(&tree), before, "{name}, {pages} pages");
                assert_sound(&tree);
                failed += 1;
            }
            assert_sound(&tree);
            if name.starts_with("write large") {
                assert!(failed > 30, "{name}: {failed}");
            }
            let after = listing(&tree);
            let (roomy, _other) = fresh();
            attempt(&roomy).unwrap();
            if !name.contains("restore") && !name.contains("checkpoint") {
                assert_eq!(after, listing(&roomy), "{name}");
            }
        }
    }
}

#[test]
fn a_removal_from_a_full_disk_that_fails_changes_nothing() {
    for removed in ["/d", "/d/large", "/d/link", "/gone"] {
        for number in 1.. {
            assert!(number < 500, "{removed} never ends");
            let tree = super::memory();
            sample(&tree);
            fill(&tree);
            let before = listing(&tree);
            tree.fail_statement(number, FailMode::Once);
            let result = tree.remove_tree(&path(removed));
            let fired = tree.fault_fired();
            tree.fail_statement(0, FailMode::Once);
            assert_sound(&tree);
            match result {
                Ok(()) => assert!(!tree.exists(&path(removed)).unwrap()),
                Err(error) => {
                    assert!(fired, "{removed}: {error}");
                    assert_eq!(listing(&tree), before, "{removed}, statement {number}");
                    tree.remove_tree(&path(removed)).unwrap();
                    assert_sound(&tree);
                }
            }
            if !fired {
                break;
            }
        }
    }
}

#[test]
fn a_caught_error_leaves_the_rest_of_a_batch() {
    let tree = super::memory_with(&OpenOptions::default());
    tree.atomically(|tree| {
        tree.write(&path("/a"), b"a")?;
        assert_eq!(
            tree.write(&path("/a/b"), b"b").unwrap_err().kind(),
            ErrorKind::NotDirectory
        );
        tree.write(&path("/c"), b"c")
    })
    .unwrap();
    assert_eq!(listing(&tree), ["/ dir", "/a file a", "/c file c"]);
    let failed: Result<()> = tree.atomically(|tree| {
        tree.write(&path("/x"), b"x")?;
        tree.remove_tree(&path("/a"))?;
        tree.read(&path("/missing")).map(drop)
    });
    assert_eq!(
        failed.unwrap_err().to_string(),
        "no such file or directory: /missing"
    );
    assert_eq!(listing(&tree), ["/ dir", "/a file a", "/c file c"]);
    assert_sound(&tree);
}

/// Of many calls inside of a savepoint the later ones have none of their own: one that fails in its middle
/// takes the savepoint with it, even if the caller ignores its error.
#[test]
fn a_failed_call_behind_many_leaves_no_changes() {
    let mut rolled_back = 0;
    for number in 1.. {
        assert!(number < 100, "the write never ends");
        let tree = memory();
        let run = tree.begin(&RunOptions::new("test").atomic()).unwrap();
        let mut has_fired = false;
        let done: Result<()> = run.atomically(|txn| {
            for number in 0..300 {
                txn.write(&path(&format!("/{number}")), b"1")?;
            }
            // Nothing has changed when this fails, and the rest is kept.
            let error = txn.rename(&path("/none"), &path("/other")).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::NotFound);
            txn.fail_statement(number, FailMode::Once);
            let written = txn.write(&path("/torn"), &[7; 20_000]);
            has_fired = txn.fault_fired();
            txn.fail_statement(0, FailMode::Once);
            assert_eq!(written.is_ok(), !has_fired);
            txn.write(&path("/last"), b"1")
        });
        run.write(&path("/behind"), b"2").unwrap();
        run.commit().unwrap();
        let is_kept = done.is_ok();
        rolled_back += u32::from(!is_kept);
        assert_eq!(tree.exists(&path("/torn")).unwrap(), !has_fired);
        assert_eq!(tree.exists(&path("/299")).unwrap(), is_kept);
        assert_eq!(tree.exists(&path("/last")).unwrap(), is_kept);
        assert!(tree.exists(&path("/behind")).unwrap());
        assert_sound(&tree);
        if !has_fired {
            assert!(is_kept);
            break;
        }
    }
    assert!(rolled_back > 0);
}

/// A closure that a caller has undone on purpose is a savepoint however many calls were before it.
#[test]
fn a_closure_behind_many_calls_rolls_back_alone() {
    let tree = memory();
    let run = tree.begin(&RunOptions::new("test").atomic()).unwrap();
    run.atomically(|txn| {
        for number in 0..300 {
            txn.write(&path(&format!("/{number}")), b"1")?;
        }
        let undone: Result<()> = txn.atomically(|txn| {
            txn.write(&path("/undone"), b"1")?;
            Err(isolate_vfs::Error::new(ErrorKind::Invalid))
        });
        assert!(undone.is_err());
        txn.write(&path("/kept"), b"1")
    })
    .unwrap();
    run.commit().unwrap();
    assert!(tree.exists(&path("/kept")).unwrap() && !tree.exists(&path("/undone")).unwrap());
    assert_sound(&tree);
}
