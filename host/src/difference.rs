//! The changes of runs as a patch.

use isolate_text::git::BinaryFiles;
use isolate_vfs::{Difference, Error, ErrorKind, Point, RunId, Tree};

/// What the open run of a tree has changed so far, in the form of [`diff_between`].
///
/// # Errors
/// As every read: `Busy`, `Corrupt` or `Storage`.
pub fn diff_of_open_run(tree: &Tree, bytes_max: usize) -> Result<String, Error> {
    match tree.open_run() {
        None => Ok(String::new()),
        Some(run) => diff_of_runs(tree, &[run], bytes_max),
    }
}

/// What finished runs have changed together, in the form of [`diff_between`].
///
/// For each path, the state before the first of the runs is compared with the state after the last.
/// `runs` is in the order of the history; a run that the history no longer contains is skipped.
///
/// ```
/// use isolate_host::{Sandbox, Workspace, diff_of_runs};
///
/// let (sandbox, workspace) = (Sandbox::new()?, Workspace::memory()?);
/// let mut runs = Vec::new();
/// for code in ["() => state.writeFile('/a', 'one\\n')", "() => state.writeFile('/a', 'two\\n')"] {
///     let run = sandbox.run(&workspace, code).blocking()?;
///     runs.extend(run.run_id);
/// }
/// let diff = diff_of_runs(&*workspace.tree()?, &runs, 10_000)?;
/// assert_eq!(
///     diff,
///     "diff --git a/a b/a\nnew file mode 100644\n--- /dev/null\n+++ b/a\n@@ -0,0 +1,1 @@\n+two\n"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As every read: `Busy`, `Corrupt` or `Storage`.
pub fn diff_of_runs(tree: &Tree, runs: &[RunId], bytes_max: usize) -> Result<String, Error> {
    tree.snapshot(|tree| shown(tree, tree.differences_of(runs), bytes_max))
}

/// The differences between two points of the history for people and models to read: a patch in git's
/// format, sorted by path.
///
/// Binary files are only listed as different; [`Tree::write_patch`] makes patches that can be
/// applied. After `bytes_max` bytes the text ends with the number of further paths; it also ends at
/// the deadline of the tree.
///
/// # Errors
/// As [`Tree::differences`].
pub fn diff_between(
    tree: &Tree,
    from: Point,
    to: Point,
    bytes_max: usize,
) -> Result<String, Error> {
    tree.snapshot(|tree| shown(tree, tree.differences(from, to), bytes_max))
}

fn shown(
    tree: &Tree,
    differences: Result<Vec<Difference>, Error>,
    bytes_max: usize,
) -> Result<String, Error> {
    const OUT_OF_TIME: &str = "[cut: the time was over; more paths left out]\n";
    let mut text = String::new();
    let mut left_out = 0_usize;
    let differences = match differences {
        Err(error) if error.kind() == ErrorKind::Deadline => return Ok(OUT_OF_TIME.to_owned()),
        differences => differences?,
    };
    for difference in &differences {
        if text.len() >= bytes_max {
            left_out += 1;
            continue;
        }
        let mut piece = String::new();
        match tree.write_patch(difference, BinaryFiles::Named, &mut piece) {
            Ok(_counts) => {}
            // A file that takes too much memory to compare is listed as a binary file is.
            Err(error) if error.kind() == ErrorKind::OutOfMemory => {
                piece = format!("Files at {} differ\n", difference.path);
            }
            Err(error) if error.is_of_unreadable_file() => {
                piece = format!("Files at {} differ: {}\n", difference.path, error.reason());
            }
            Err(error) if error.kind() == ErrorKind::Deadline => {
                text.push_str(OUT_OF_TIME);
                return Ok(text);
            }
            Err(error) => return Err(error),
        }
        if text.len() + piece.len() > bytes_max {
            left_out += 1;
        } else {
            text.push_str(&piece);
        }
    }
    if left_out > 0 {
        text.push_str(&format!("[cut: {left_out} more paths left out]\n"));
    }
    Ok(text)
}
