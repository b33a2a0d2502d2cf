//! Removing, copying, moving, links and paths.

use isolate_protocol::ErrorCode;
use isolate_text::VPath;
use isolate_vfs::{CopyOptions, FileKind, RemoveOptions};

use super::{Call, Fault};

pub(super) fn rm(call: &mut Call<'_>) -> Result<(), Fault> {
    let path = call.path(0)?;
    let given = call.options(1);
    let mut options = RemoveOptions::new();
    if given.flag("recursive") {
        options = options.recursive();
    }
    if given.flag("force") {
        options = options.force();
        must_be_no_pattern(call, &path)?;
    }
    let Some(only) = given.text("only") else {
        call.tree.remove(&path, &options)?;
        return call.done();
    };
    let removed: Result<(), Fault> = call.tree.atomically(|tree| {
        let kind = tree.lstat(&path)?.map(|stat| stat.kind);
        let is_directory = kind == Some(FileKind::Directory);
        if only == "file" && is_directory {
            let text = "it is a directory, and this removes files alone; to remove it with \
                        everything below it: await state.rm(path, { recursive: true })";
            return Err(call.error_at(ErrorCode::IsDirectory, text, path.as_str()));
        }
        if only == "directory" && kind.is_some() && !is_directory {
            let text = "it is no directory; await state.rm(path) removes it";
            return Err(call.error_at(ErrorCode::NotDirectory, text, path.as_str()));
        }
        Ok(tree.remove(&path, &options)?)
    });
    removed?;
    call.done()
}

/// Refuses a pattern where a missing path is accepted: nothing would be removed.
fn must_be_no_pattern(call: &Call<'_>, path: &VPath) -> Result<(), Fault> {
    if call.is_pattern(path) {
        let text = "no such file or directory";
        return Err(call.error_at(ErrorCode::NotFound, text, path.as_str()));
    }
    Ok(())
}

pub(super) fn remove_tree(call: &mut Call<'_>) -> Result<(), Fault> {
    let path = call.path(0)?;
    must_be_no_pattern(call, &path)?;
    call.tree.remove_tree(&path)?;
    call.done()
}

pub(super) fn cp(call: &mut Call<'_>) -> Result<(), Fault> {
    let mut options = CopyOptions::new();
    if call.options(2).flag("recursive") {
        options = options.recursive();
    }
    let (src, dest) = (call.path(0)?, call.path(1)?);
    if call.options(2).boolean("overwrite") == Some(false) {
        let copied: Result<(), Fault> = call.tree.atomically(|tree| {
            must_be_free(call, &dest)?;
            Ok(tree.copy(&src, &dest, &options)?)
        });
        copied?;
    } else {
        call.tree.copy(&src, &dest, &options)?;
    }
    call.done()
}

/// Fails if the path exists.
fn must_be_free(call: &Call<'_>, path: &VPath) -> Result<(), Fault> {
    if call.tree.lstat(path)?.is_some() {
        return Err(call.exists_already(path.as_str()));
    }
    Ok(())
}

pub(super) fn copy_tree(call: &mut Call<'_>) -> Result<(), Fault> {
    let (src, dest) = (call.path(0)?, call.path(1)?);
    call.tree.copy_tree(&src, &dest)?;
    call.done()
}

pub(super) fn mv(call: &mut Call<'_>) -> Result<(), Fault> {
    let (src, dest) = (call.path(0)?, call.path(1)?);
    let is_recursive = call.options(2).flag("recursive");
    let replaces = call.options(2).boolean("overwrite").unwrap_or(true);
    let moved: Result<(), Fault> = call.tree.atomically(|tree| {
        let is_directory = tree
            .lstat(&src)?
            .is_some_and(|stat| stat.kind == FileKind::Directory);
        if is_directory && !is_recursive {
            let text = "cannot move a directory without { recursive: true }";
            return Err(call.error_at(ErrorCode::IsDirectory, text, src.as_str()));
        }
        if !replaces {
            must_be_free(call, &dest)?;
        }
        Ok(tree.rename(&src, &dest)?)
    });
    moved?;
    call.done()
}

pub(super) fn move_tree(call: &mut Call<'_>) -> Result<(), Fault> {
    let (src, dest) = (call.path(0)?, call.path(1)?);
    call.tree.move_tree(&src, &dest)?;
    call.done()
}

pub(super) fn symlink(call: &mut Call<'_>) -> Result<(), Fault> {
    // The target is stored unchanged, but it has to be valid as a path.
    let target = call.text(0)?;
    let link = call.path(1)?;
    call.tree.symlink(target, &link)?;
    call.done()
}

pub(super) fn readlink(call: &mut Call<'_>) -> Result<(), Fault> {
    let path = call.path(0)?;
    let target = call.tree.read_link(&path)?;
    call.out.string(&target);
    Ok(())
}

pub(super) fn realpath(call: &mut Call<'_>) -> Result<(), Fault> {
    let path = call.path(0)?;
    let real = call.tree.real_path(&path)?;
    call.out.string(real.as_str());
    Ok(())
}

pub(super) fn resolve_path(call: &mut Call<'_>) -> Result<(), Fault> {
    let base = call.path(0)?;
    let path = call.text(1)?;
    let joined = if path.starts_with('/') {
        call.path(1)?
    } else {
        base.join(path)?
    };
    call.out.string(joined.as_str());
    Ok(())
}
