//! What an open run has changed, as a unified diff.

use isolate_vfs::budget;
use isolate_vfs::ops::diff;
use isolate_vfs::{Change, Error, ErrorKind, FileKind, RunState, Tree};

/// Changes that are read from the history at once.
const PAGE: usize = 256;

/// What the run that is open on a tree has changed in its files so far, as a unified diff by
/// path; of files that are no text, that they differ. Beyond so many bytes only how many more
/// files there are. What its deadline does not let it tell is left out.
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

fn push_all(
    tree: &Tree,
    run: i64,
    bytes_max: usize,
    text: &mut String,
    left_out: &mut usize,
) -> Result<(), Error> {
    let mut last = None;
    loop {
        let page = tree.changes_page(run, last.as_ref(), PAGE)?;
        for change in &page {
            if text.len() >= bytes_max {
                *left_out += 1;
                continue;
            }
            match one(tree, run, change)? {
                piece if text.len() + piece.len() > bytes_max => *left_out += 1,
                piece => text.push_str(&piece),
            }
        }
        let is_last = page.len() < PAGE;
        last = page.into_iter().next_back().map(|change| change.path);
        if is_last {
            return Ok(());
        }
    }
}

fn one(tree: &Tree, run: i64, change: &Change) -> Result<String, Error> {
    let path = &change.path;
    let is_file = |side: &Option<isolate_vfs::Side>| {
        side.as_ref()
            .is_some_and(|side| side.stat.kind == FileKind::File)
    };
    let (has_old, has_new) = (is_file(&change.before), is_file(&change.after));
    if !has_old && !has_new {
        return Ok(String::new());
    }
    let label = |is_there: bool| if is_there { path.as_str() } else { "/dev/null" };
    let (from, to) = (label(has_old), label(has_new));
    // What takes too much memory to compare is told as what cannot be shown.
    let _read = budget::scratch();
    let read = || -> Result<_, Error> {
        let old = match has_old {
            true => tree.read_before(run, path)?,
            false => Vec::new(),
        };
        let new = match has_new {
            true => tree.read_after(run, path)?,
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
