//! Output that did not fit into an answer, kept as files that tools can read.

use isolate_host::Workspace;
use isolate_vfs::{CommitMode, FileKind, Keep, RemoveOptions, RunOptions, Tree, VPath};

/// Where it is kept.
pub(crate) const FOLDER: &str = isolate_vfs::OUTPUTS;
/// Calls whose output is kept; older ones go.
const CALLS_MAX: usize = 16;

/// Keeps a stream of a call; answers its path. Nothing is kept where nothing can be written.
pub(crate) fn keep(
    workspace: &Workspace,
    call_id: &str,
    stream: &str,
    text: &str,
    bytes_max: usize,
) -> Option<String> {
    if workspace.is_read_only() {
        return None;
    }
    // Names that callers give are no paths.
    let name: String = call_id
        .chars()
        .map(|c| {
            if c.is_ascii_alphanumeric() || c == '-' {
                c
            } else {
                '_'
            }
        })
        .take(80)
        .collect();
    let tree = workspace.tree().ok()?;
    let text = crate::cut::tail(text, bytes_max);
    let path = VPath::parse(&format!("{FOLDER}/{name}/{stream}")).ok()?;
    tree.begin_run(RunOptions {
        label: format!("output of {name}"),
        mode: CommitMode::Atomic,
    })
    .ok()?;
    let kept = tree
        .write(&path, text.as_bytes())
        .and_then(|()| forget_old(&tree));
    let keep = if kept.is_ok() {
        Keep::Changes
    } else {
        Keep::Nothing
    };
    tree.finish_run(keep).ok().filter(|_| kept.is_ok())?;
    Some(path.as_str().to_owned())
}

fn forget_old(tree: &Tree) -> Result<(), isolate_vfs::Error> {
    let folder = VPath::parse(FOLDER)?;
    let mut calls = Vec::new();
    for entry in tree.read_dir(&folder)? {
        if entry.kind == FileKind::Directory {
            let path = folder.join(&entry.name)?;
            let time = tree.stat(&path)?.map_or(0, |stat| stat.mtime_ms);
            calls.push((time, path));
        }
    }
    calls.sort();
    let too_many = calls.len().saturating_sub(CALLS_MAX);
    for (_, path) in calls.into_iter().take(too_many) {
        tree.remove(
            &path,
            RemoveOptions {
                recursive: true,
                force: true,
            },
        )?;
    }
    Ok(())
}
