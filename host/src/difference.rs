//! What runs have changed, as a unified diff.

use std::collections::BTreeMap;

use isolate_vfs::budget;
use isolate_vfs::ops::diff;
use isolate_vfs::{Error, ErrorKind, FileKind, RunId, RunState, Side, Tree, VPath};

/// Changes that are read from the history at once.
const PAGE: usize = 256;

/// What the open run of a tree has changed in files so far, as a unified diff, sorted by path.
///
/// Binary files are only listed as different. After `bytes_max` bytes the diff ends with the number
/// of further files; it also ends at the deadline of the tree.
///
/// # Errors
/// As every read: `Busy`, `Corrupt` or `Storage`.
pub fn diff_of_open_run(tree: &Tree, bytes_max: usize) -> Result<String, Error> {
    let runs = tree.history(1)?;
    let Some(run) = runs.first().filter(|run| run.state == RunState::Open) else {
        return Ok(String::new());
    };
    let mut text = String::new();
    let mut left_out = 0_usize;
    match push_all(tree, run.id, bytes_max, &mut text, &mut left_out) {
        Ok(()) => {}
        Err(error) if error.kind() == ErrorKind::Deadline => {
            text.push_str("[cut: the time was over; more paths left out]\n");
            return Ok(text);
        }
        Err(error) => return Err(error),
    }
    if left_out > 0 {
        text.push_str(&format!("[cut: {left_out} more paths left out]\n"));
    }
    Ok(text)
}

/// What finished runs have changed in files together, in the form of [`diff_of_open_run`].
///
/// For each file, the content before the first of the runs is compared with the content after the
/// last. `runs` is in the order of the history; a run that the history no longer contains is
/// skipped.
///
/// ```
/// use isolate_host::{Sandbox, Workspace, diff_of_runs};
///
/// let (sandbox, workspace) = (Sandbox::new()?, Workspace::memory()?);
/// let mut runs = Vec::new();
/// for code in ["() => state.writeFile('/a', 'one\\n')", "() => state.writeFile('/a', 'two\\n')"] {
///     let run = sandbox.run_blocking(&workspace, code)?;
///     runs.extend(run.op_id);
/// }
/// let diff = diff_of_runs(&*workspace.tree()?, &runs, 10_000)?;
/// assert_eq!(diff, "--- /dev/null\n+++ /a\n@@ -0,0 +1,1 @@\n+two\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As every read: `Busy`, `Corrupt` or `Storage`.
pub fn diff_of_runs(tree: &Tree, runs: &[RunId], bytes_max: usize) -> Result<String, Error> {
    let mut spans: BTreeMap<VPath, (End, End)> = BTreeMap::new();
    for run in runs {
        let mut last = None;
        loop {
            let page = tree.changes_page(*run, last.as_ref(), PAGE)?;
            let is_last = page.len() < PAGE;
            last = page.last().map(|change| change.path.clone());
            for change in page {
                let after = End::new(*run, change.after);
                let before = End::new(*run, change.before);
                spans
                    .entry(change.path)
                    .and_modify(|(_, end)| *end = after)
                    .or_insert((before, after));
            }
            if is_last {
                break;
            }
        }
    }
    let (mut text, mut left_out) = (String::new(), 0_usize);
    for (path, (before, after)) in &spans {
        push(
            tree,
            path,
            (*before, *after),
            bytes_max,
            &mut text,
            &mut left_out,
        )?;
    }
    if left_out > 0 {
        text.push_str(&format!("[cut: {left_out} more paths left out]\n"));
    }
    Ok(text)
}

/// One end of what happened to a file.
#[derive(Clone, Copy)]
struct End {
    run: RunId,
    is_file: bool,
}

impl End {
    fn new(run: RunId, side: Option<Side>) -> Self {
        let is_file = side.is_some_and(|side| side.stat.kind == FileKind::File);
        Self { run, is_file }
    }
}

fn push(
    tree: &Tree,
    path: &VPath,
    ends: (End, End),
    bytes_max: usize,
    text: &mut String,
    left_out: &mut usize,
) -> Result<(), Error> {
    if text.len() >= bytes_max {
        *left_out += 1;
        return Ok(());
    }
    match one(tree, path, ends)? {
        piece if text.len() + piece.len() > bytes_max => *left_out += 1,
        piece => text.push_str(&piece),
    }
    Ok(())
}

fn push_all(
    tree: &Tree,
    run: RunId,
    bytes_max: usize,
    text: &mut String,
    left_out: &mut usize,
) -> Result<(), Error> {
    let mut last = None;
    loop {
        let page = tree.changes_page(run, last.as_ref(), PAGE)?;
        let count = page.len();
        for change in page {
            let ends = (End::new(run, change.before), End::new(run, change.after));
            push(tree, &change.path, ends, bytes_max, text, left_out)?;
            last = Some(change.path);
        }
        if count < PAGE {
            return Ok(());
        }
    }
}

fn one(tree: &Tree, path: &VPath, (before, after): (End, End)) -> Result<String, Error> {
    let (has_old, has_new) = (before.is_file, after.is_file);
    if !has_old && !has_new {
        return Ok(String::new());
    }
    let label = |is_there: bool| if is_there { path.as_str() } else { "/dev/null" };
    let (from, to) = (label(has_old), label(has_new));
    // Files that take too much memory to compare are listed as binary files are.
    let _read = budget::scratch();
    let read = || -> Result<_, Error> {
        let old = match has_old {
            true => tree.read_before(before.run, path)?,
            false => Vec::new(),
        };
        let new = match has_new {
            true => tree.read_after(after.run, path)?,
            false => Vec::new(),
        };
        Ok((old, new))
    };
    let (old, new) = match read() {
        Err(error) if error.kind() == ErrorKind::OutOfMemory => {
            return Ok(diff::binary_notice(from, to));
        }
        read => read?,
    };
    let texts = (std::str::from_utf8(&old), std::str::from_utf8(&new));
    let shown = match texts {
        (Ok(old), Ok(new)) => diff::unified(old, new, from, to).ok(),
        _ => None,
    };
    Ok(match shown {
        // An empty file has no lines to differ in.
        Some(text) if text.is_empty() && has_old != has_new => {
            format!("--- {from}\n+++ {to}\n")
        }
        Some(text) => text,
        None => diff::binary_notice(from, to),
    })
}
