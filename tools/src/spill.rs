//! Output that did not fit into an answer, kept as files that tools and programs can read.

use isolate_host::Workspace;
use isolate_text::VPath;
use isolate_vfs::{Error, FileKind, RemoveOptions, RunOptions, Timestamp, Tree};

/// Where it is kept.
pub(crate) const FOLDER: &str = isolate_vfs::OUTPUTS;
/// Calls whose output is kept; that of older ones is removed.
const CALLS_MAX: usize = 16;
/// Calls of one name whose output is kept apart. Names are given by each toolbox, and several
/// may have one workspace.
const SAME_NAME_MAX: usize = 1_000;

/// Keeps files of a call; returns their folder. Nothing is kept in a read-only workspace.
/// The oldest calls are removed, so that no more than so many bytes are kept.
pub(crate) fn keep(
    workspace: &Workspace,
    call_id: &str,
    files: &[(&str, &str)],
    bytes_max: u64,
) -> Option<String> {
    if workspace.is_read_only() || files.is_empty() {
        return None;
    }
    // Names from callers are not paths.
    let name: String = call_id
        .chars()
        .map(|c| match c.is_ascii_alphanumeric() || c == '-' {
            true => c,
            false => '_',
        })
        .take(80)
        .collect();
    let tree = workspace.tree().ok()?;
    let options = RunOptions::new(format!("output of {name}")).atomic();
    let run = tree.begin(&options).ok()?;
    let folder = write(&tree, &name, files, bytes_max).ok()?;
    run.commit().ok()?;
    Some(folder)
}

fn write(tree: &Tree, name: &str, files: &[(&str, &str)], bytes_max: u64) -> Result<String, Error> {
    let size: u64 = files.iter().map(|(_, text)| text.len() as u64).sum();
    // First, so that the removal makes room in the quota.
    forget_old(tree, bytes_max.saturating_sub(size))?;
    let folder = unused(tree, name)?;
    for (file, text) in files {
        tree.write(&folder.join(file)?, text.as_bytes())?;
    }
    Ok(folder.as_str().to_owned())
}

/// The folder of a call, or a second one beside that of an earlier call of the same name.
fn unused(tree: &Tree, name: &str) -> Result<VPath, Error> {
    let mut folder = VPath::parse(&format!("{FOLDER}/{name}"))?;
    for number in 2..SAME_NAME_MAX {
        if !tree.exists(&folder)? {
            break;
        }
        folder = VPath::parse(&format!("{FOLDER}/{name}.{number}"))?;
    }
    Ok(folder)
}

/// Removes the oldest calls, so that one more is allowed, and the others have so many bytes.
fn forget_old(tree: &Tree, bytes_max: u64) -> Result<(), Error> {
    let folder = VPath::parse(FOLDER)?;
    if !tree.exists(&folder)? {
        return Ok(());
    }
    let mut calls = Vec::new();
    for entry in tree.read_dir(&folder)? {
        if entry.kind == FileKind::Directory {
            let path = folder.join(&entry.name)?;
            let time = tree
                .stat(&path)?
                .map_or(Timestamp::default(), |stat| stat.mtime);
            calls.push((time, path));
        }
    }
    calls.sort();
    let (mut count, mut bytes) = (1, 0_u64);
    for (_, path) in calls.into_iter().rev() {
        bytes = bytes.saturating_add(bytes_in(tree, &path)?);
        count += 1;
        if count > CALLS_MAX || bytes > bytes_max {
            tree.remove(&path, &RemoveOptions::new().recursive().force())?;
        }
    }
    Ok(())
}

/// What the files of a call have; programs may have put folders there, which do not count.
fn bytes_in(tree: &Tree, folder: &VPath) -> Result<u64, Error> {
    let mut bytes = 0;
    for entry in tree.read_dir(folder)? {
        if entry.kind == FileKind::File {
            let stat = tree.stat(&folder.join(&entry.name)?)?;
            bytes += stat.map_or(0, |stat| stat.size);
        }
    }
    Ok(bytes)
}
