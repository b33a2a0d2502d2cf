//! Calls of the Rust interface on a connection with rules, imports and exports among them.

use std::fmt::{Debug, Display};
use std::fs;

use isolate_host::Workspace;
use isolate_host::text::git::BinaryFiles;
use isolate_host::text::{VPath, glob::Glob};
use isolate_host::vfs::{
    BranchOptions, CheckpointError, CheckpointOptions, CopyOptions, Difference, FindOptions,
    ForkOptions, GlobOptions, LogOptions, MergeOptions, MkdirOptions, NamedPoint, Point,
    RemoveOptions, RunId, RunOptions, Timestamp, Tree, UndoOptions, WalkOptions,
};
use isolate_transfer::{Export, Import};

use super::{Door, FILE, Place, path};

/// The run that made the protected entry.
const FIRST: i64 = 1;

fn first() -> RunId {
    RunId::from(FIRST)
}

/// An answer, or an error in the words that a user reads.
fn told<T: Debug, E: Display>(answer: Result<T, E>) -> String {
    match answer {
        Ok(answer) => format!("{answer:?}\n"),
        Err(error) => format!("{error}\n"),
    }
}

fn text<E: Display>(bytes: Result<Vec<u8>, E>) -> String {
    told(bytes.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()))
}

/// Differences, and the patches of all.
fn patched<E: Display>(tree: &Tree, found: Result<Vec<Difference>, E>) -> String {
    let mut all = told(found.as_ref().map_err(ToString::to_string));
    for difference in found.into_iter().flatten() {
        let mut patch = String::new();
        let done = tree.write_patch(&difference, BinaryFiles::Whole, &mut patch);
        all.push_str(&patch);
        all.push_str(&told(done));
    }
    all
}

/// All that can be read and seen on the branch of a connection.
pub(super) fn everything(tree: &Tree) -> String {
    let mut all = String::new();
    for entry in tree.find(&VPath::root(), &FindOptions::new()).unwrap() {
        all.push_str(entry.path.as_str());
        all.push_str(&text(tree.read(&entry.path)));
    }
    all
}

fn on_branch(place: &Place, name: &str, work: impl FnOnce(&Tree) -> String) -> String {
    place.tree.switch_branch(name).unwrap();
    work(&place.tree)
}

/// Makes a branch at a point.
fn branched(place: &Place, at: Point) -> String {
    told(
        place
            .tree
            .create_branch("new", &BranchOptions::new().at(at)),
    )
}

/// Exports some paths in every form, and reads the archives.
fn exported(place: &Place, paths: &[&str], at: Point) -> String {
    let mut all = String::new();
    for target in ["out", "out.tar", "out.zip"] {
        let mut export = Export::new().at(at);
        for only in paths {
            export = export.path(path(only));
        }
        let target = place.folder.path(target);
        all.push_str(&told(export.run(&place.tree, &target)));
        if target.is_file() {
            let unpacked = Workspace::memory().unwrap();
            let tree = unpacked.tree().unwrap();
            Import::new().run(&tree, &target).unwrap();
            all.push_str(&everything(&tree));
        }
    }
    all
}

/// Imports a folder over what is there.
fn imported(place: &Place, name: &str) -> String {
    let source = place.folder.path("source");
    fs::create_dir_all(source.join("d")).unwrap();
    fs::write(source.join("d").join(name), "new").unwrap();
    told(Import::new().run(&place.tree, &source))
        + &told(Import::new().overwrite().run(&place.tree, &source))
}

/// Copies the workspace to a file of the disk.
fn forked(place: &Place, options: ForkOptions) -> String {
    told(place.tree.fork(&place.folder.path("copy"), &options))
}

/// Does something as a part of an atomic run.
fn within(place: &Place, work: impl FnOnce(&Tree) -> String) -> String {
    let run = place.tree.begin(&RunOptions::new("work").atomic()).unwrap();
    let all = work(&run);
    all + &told(run.effects()) + &told(run.commit())
}

/// A call as it is written, and what it tells.
type Call = (&'static str, fn(&Place) -> String);

/// What moves, copies or merges, or takes something back.
const CHANGING: &[Call] = &[
    ("merge_branch(side)", |at| {
        told(at.tree.merge_branch("side", &MergeOptions::new()))
    }),
    ("merge_branch(side, markers)", |at| {
        told(at.tree.merge_branch("side", &MergeOptions::new().markers()))
    }),
    ("merge_branch(quiet)", |at| {
        told(at.tree.merge_branch("quiet", &MergeOptions::new()))
    }),
    ("merge_branch(side) within a run", |at| {
        within(at, |tree| {
            told(tree.merge_branch("side", &MergeOptions::new()))
        })
    }),
    ("merge_branch(main) on side", |at| {
        on_branch(at, "side", |tree| {
            told(tree.merge_branch("main", &MergeOptions::new()))
        })
    }),
    ("undo(1) on side", |at| {
        on_branch(at, "side", |tree| told(tree.undo(first())))
    }),
    ("create_branch(new)", |at| branched(at, Point::Now)),
    ("create_branch(new, after 1)", |at| {
        branched(at, Point::After(first()))
    }),
    ("create_branch(new, before 1)", |at| {
        branched(at, Point::Before(first()))
    }),
    ("delete_branch(side)", |at| {
        told(at.tree.delete_branch("side"))
    }),
    ("fork(copy)", |at| forked(at, ForkOptions::new())),
    ("fork(copy, shallow)", |at| {
        forked(at, ForkOptions::new().shallow())
    }),
    ("fork(copy, after 1)", |at| {
        forked(at, ForkOptions::new().at(Point::After(first())))
    }),
    ("Export::run(/)", |at| exported(at, &[], Point::Now)),
    ("Export::run(/, after 1)", |at| {
        exported(at, &[], Point::After(first()))
    }),
    ("Export::run(/d/in)", |at| {
        exported(at, &["/d/in"], Point::Now)
    }),
    ("Export::run(/d/in/NAMEMARK)", |at| {
        exported(at, &[FILE], Point::Now)
    }),
    ("Export::run(/way, /link)", |at| {
        exported(at, &["/way", "/link"], Point::Now)
    }),
    ("Import::run(beside)", |at| imported(at, "beside")),
    ("Import::run(in)", |at| imported(at, "in")),
    ("append(/d/in/NAMEMARK)", |at| {
        told(at.tree.append(&path(FILE), b"x"))
    }),
    ("write(/d/in/NAMEMARK)", |at| {
        told(at.tree.write(&path(FILE), b"x"))
    }),
    ("copy(/d/in/NAMEMARK)", |at| {
        told(
            at.tree
                .copy(&path(FILE), &path("/e"), &CopyOptions::new().recursive()),
        )
    }),
    ("copy(/link)", |at| {
        told(
            at.tree
                .copy(&path("/link"), &path("/e"), &CopyOptions::new()),
        )
    }),
    ("copy_tree(/d)", |at| {
        told(at.tree.copy_tree(&path("/d"), &path("/e")))
    }),
    ("move_tree(/d)", |at| {
        told(at.tree.move_tree(&path("/d"), &path("/e")))
    }),
    ("rename(/d/in)", |at| {
        told(at.tree.rename(&path("/d/in"), &path("/e")))
    }),
    ("rename(/way/NAMEMARK)", |at| {
        told(at.tree.rename(&path("/way/NAMEMARK"), &path("/e")))
    }),
    ("remove(/d)", |at| {
        told(
            at.tree
                .remove(&path("/d"), &RemoveOptions::new().recursive()),
        )
    }),
    ("remove_tree(/d)", |at| {
        told(at.tree.remove_tree(&path("/d")))
    }),
    ("mkdir(/d/in)", |at| {
        told(at.tree.mkdir(&path("/d/in"), &MkdirOptions::new()))
    }),
    ("symlink(/e to /d/in/NAMEMARK)", |at| {
        told(at.tree.symlink(FILE, &path("/e")))
    }),
    ("set_mode(/d/in/NAMEMARK)", |at| {
        told(at.tree.set_mode(&path(FILE), 0o777))
    }),
    ("set_mtime(/d/in/NAMEMARK)", |at| {
        told(at.tree.set_mtime(&path(FILE), Timestamp::from_millis(1)))
    }),
    ("touch(/d/in/NAMEMARK)", |at| {
        told(at.tree.touch(&path(FILE)))
    }),
    ("checkpoint(new), remove_tree(/d), restore(new)", |at| {
        told(at.tree.checkpoint("new", &CheckpointOptions::new()))
            + &told(at.tree.remove_tree(&path("/d")))
            + &told(at.tree.restore("new"))
    }),
    (
        "checkpoint_with_note(noted), remove_tree(/d), restore(noted)",
        |at| {
            told(
                at.tree
                    .checkpoint_with_note("noted", &CheckpointOptions::new(), "note"),
            ) + &told(at.tree.remove_tree(&path("/d")))
                + &told(at.tree.restore("noted"))
        },
    ),
    ("checkpoint(new) within a run", |at| {
        within(at, |tree| {
            told(tree.remove_tree(&path("/d")))
                + &told(tree.checkpoint("new", &CheckpointOptions::new()))
        })
    }),
    ("restore(before)", |at| told(at.tree.restore("before"))),
    ("restore_at(before 1)", |at| {
        told(at.tree.restore_at(Point::Before(first()), &[]))
    }),
    ("restore_at(before 1, /d)", |at| {
        told(at.tree.restore_at(Point::Before(first()), &[path("/d")]))
    }),
    ("rewind(1)", |at| told(at.tree.rewind(first(), None))),
    ("undo(1)", |at| told(at.tree.undo(first()))),
    ("undo_with(1, force)", |at| {
        told(at.tree.undo_with(first(), &UndoOptions::new().force()))
    }),
    ("effects() of a run that removes /d", |at| {
        within(at, |tree| told(tree.remove_tree(&path("/d"))))
    }),
    ("undo_within(1)", |at| {
        within(at, |tree| {
            told(tree.undo_within(first(), &UndoOptions::new()))
        })
    }),
];

/// What reads, lists or compares.
const LOOKING: &[Call] = &[
    ("at(after 1)", |at| {
        told(at.tree.at(Point::After(first()), |view| {
            let mut all = String::new();
            view.walk(&VPath::root(), |entry| {
                all.push_str(&format!("{entry:?}\n"));
                view.read(entry, |bytes| all.push_str(&String::from_utf8_lossy(bytes)))
            })?;
            Ok::<_, isolate_host::vfs::Error>(all)
        }))
    }),
    ("branches()", |at| told(at.tree.branches())),
    ("change(1, /d/in/NAMEMARK)", |at| {
        told(at.tree.change(first(), &path(FILE)))
    }),
    ("change_counts(1)", |at| {
        told(at.tree.change_counts(first()))
    }),
    ("changes(1)", |at| told(at.tree.changes(first()))),
    ("changes_page(1)", |at| {
        told(at.tree.changes_page(first(), None, 9))
    }),
    ("checkpoint_file(before)", |at| {
        told(at.tree.checkpoint_file("before"))
    }),
    ("checkpoint_point(before)", |at| {
        told(at.tree.checkpoint_point("before"))
    }),
    ("checkpoints()", |at| told(at.tree.checkpoints())),
    ("differences(before 1, now)", |at| {
        patched(
            &at.tree,
            at.tree.differences(Point::Before(first()), Point::Now),
        )
    }),
    ("point_differences(before, now)", |at| {
        told(
            at.tree
                .point_differences(NamedPoint::Checkpoint("before"), NamedPoint::Now),
        )
    }),
    ("read_at_point(before, /d/in/NAMEMARK)", |at| {
        let read: Result<_, CheckpointError> =
            at.tree
                .read_at_point(NamedPoint::Checkpoint("before"), &[path(FILE)], |_| Ok(()));
        let texts = read.map(|all| {
            let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
            all.into_iter().flatten().map(text).collect::<Vec<_>>()
        });
        told(texts)
    }),
    ("differences_of(1)", |at| {
        patched(&at.tree, at.tree.differences_of(&[first()]))
    }),
    ("differences_of_branch(side)", |at| {
        patched(&at.tree, at.tree.differences_of_branch("side"))
    }),
    ("differences_to_branch(now, side)", |at| {
        patched(&at.tree, at.tree.differences_to_branch(Point::Now, "side"))
    }),
    ("differences_to_branch(before 1, side)", |at| {
        patched(
            &at.tree,
            at.tree
                .differences_to_branch(Point::Before(first()), "side"),
        )
    }),
    ("each_run()", |at| {
        let mut all = String::new();
        let done = at.tree.each_run(&LogOptions::new().all_branches(), |run| {
            all.push_str(&format!("{run:?}\n"));
            Ok(true)
        });
        all + &told(done)
    }),
    ("exists(/d/in/NAMEMARK)", |at| {
        told(at.tree.exists(&path(FILE)))
    }),
    ("find(/)", |at| {
        told(at.tree.find(&VPath::root(), &FindOptions::new()))
    }),
    ("glob(/**)", |at| {
        let all = Glob::new("/**").unwrap();
        told(at.tree.glob(&all, &GlobOptions::new().entries_max(99)))
    }),
    ("has_changed(1, /d/in/NAMEMARK)", |at| {
        told(at.tree.has_changed(first(), &path(FILE)))
    }),
    ("history()", |at| told(at.tree.history(99))),
    ("all_rows()", |at| {
        text(at.tree.all_rows().map(|rows| rows.encode()))
    }),
    ("is_changed_by_open_run(/d/in/NAMEMARK)", |at| {
        told(at.tree.is_changed_by_open_run(&path(FILE)))
    }),
    ("last_change()", |at| told(at.tree.last_change())),
    ("last_redoable()", |at| {
        told(at.tree.last_redoable(|_| true))
    }),
    ("last_undoable()", |at| {
        told(at.tree.last_undoable(|_| true))
    }),
    ("log(/d/in)", |at| {
        told(at.tree.log(&LogOptions::new().path(path("/d/in"))))
    }),
    ("lstat(/d/in/NAMEMARK)", |at| {
        told(at.tree.lstat(&path(FILE)))
    }),
    ("read(/d/in/NAMEMARK)", |at| text(at.tree.read(&path(FILE)))),
    ("read(/link)", |at| text(at.tree.read(&path("/link")))),
    ("read_after(1, /d/in/NAMEMARK)", |at| {
        text(at.tree.read_after(first(), &path(FILE)))
    }),
    ("read_before(3, /d/in/NAMEMARK)", |at| {
        text(at.tree.read_before(RunId::from(3), &path(FILE)))
    }),
    ("read_dir(/d/in)", |at| {
        told(at.tree.read_dir(&path("/d/in")))
    }),
    ("read_dir(/way)", |at| told(at.tree.read_dir(&path("/way")))),
    ("read_link(/link)", |at| {
        told(at.tree.read_link(&path("/link")))
    }),
    ("read_range(/way/NAMEMARK)", |at| {
        text(at.tree.read_range(&path("/way/NAMEMARK"), 0, 99))
    }),
    ("read_with(/d/in/NAMEMARK)", |at| {
        told(at.tree.read_with(&path(FILE), |reader| {
            let mut all = Vec::new();
            reader.for_each_piece(|piece| all.extend_from_slice(piece))?;
            Ok::<_, isolate_host::vfs::Error>(String::from_utf8_lossy(&all).into_owned())
        }))
    }),
    ("real_path(/link)", |at| {
        told(at.tree.real_path(&path("/link")))
    }),
    ("replaced_by(/d/in/NAMEMARK)", |at| {
        told(at.tree.replaced_by(&path(FILE), "1"))
    }),
    ("run_info(1)", |at| told(at.tree.run_info(first()))),
    ("stat(/link)", |at| told(at.tree.stat(&path("/link")))),
    ("summarize(/)", |at| {
        told(at.tree.summarize(&VPath::root(), &WalkOptions::new()))
    }),
    ("undone()", |at| {
        told(at.tree.undone(&at.tree.history(9).unwrap()))
    }),
    ("version(/d/in/NAMEMARK)", |at| {
        told(at.tree.version(&path(FILE)))
    }),
    ("walk(/)", |at| {
        told(at.tree.walk(&VPath::root(), &WalkOptions::new()))
    }),
    ("write_patch(hidden)", |at| {
        let hidden = patched(&at.tree, at.tree.differences_of(&[first(), RunId::from(2)]));
        hidden
            + &patched(
                &at.tree,
                at.tree.differences(Point::Now, Point::Before(first())),
            )
    }),
];

pub(super) fn operations() -> Vec<Door> {
    let all = CHANGING.iter().chain(LOOKING);
    all.map(|(call, tell)| Door::Rust(call, *tell)).collect()
}
