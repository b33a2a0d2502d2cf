//! Metadata and directories.

use isolate_vfs::{FileKind, MkdirParents, Stat};

use super::{Call, Fault};

pub(super) fn exists(call: &mut Call<'_>) -> Result<(), Fault> {
    // What can be no path does not exist: a question is no place for an error.
    let exists = match call.path(0) {
        Ok(path) => call.tree.exists(&path).map_err(|error| call.fault(error))?,
        Err(Fault::Error(_)) => false,
        Err(stop @ Fault::Stop(_)) => return Err(stop),
    };
    call.out.boolean(exists);
    Ok(())
}

pub(super) fn stat(call: &mut Call<'_>) -> Result<(), Fault> {
    let path = call.path(0)?;
    let stat = call.tree.stat(&path).map_err(|error| call.fault(error))?;
    encode_stat(call, stat);
    Ok(())
}

pub(super) fn lstat(call: &mut Call<'_>) -> Result<(), Fault> {
    let path = call.path(0)?;
    let stat = call.tree.lstat(&path).map_err(|error| call.fault(error))?;
    encode_stat(call, stat);
    Ok(())
}

#[expect(
    clippy::cast_precision_loss,
    reason = "sizes and times are far below 2^53"
)]
fn encode_stat(call: &mut Call<'_>, stat: Option<Stat>) {
    let Some(stat) = stat else {
        call.out.null();
        return;
    };
    call.out.object(4);
    call.out.string("type");
    call.out.string(kind_name(stat.kind));
    call.out.string("size");
    call.out.number(stat.size as f64);
    call.out.string("mtime");
    call.out.date(stat.mtime_ms as f64);
    call.out.string("mode");
    call.out.number(f64::from(stat.mode));
}

pub(super) const fn kind_name(kind: FileKind) -> &'static str {
    match kind {
        FileKind::File => "file",
        FileKind::Directory => "directory",
        FileKind::Symlink => "symlink",
    }
}

pub(super) fn mkdir(call: &mut Call<'_>) -> Result<(), Fault> {
    let path = call.path(0)?;
    let parents = if call.options(1).flag("recursive") {
        MkdirParents::Create
    } else {
        MkdirParents::Require
    };
    call.tree
        .mkdir(&path, parents)
        .map_err(|error| call.fault(error))?;
    call.done();
    Ok(())
}

pub(super) fn readdir(call: &mut Call<'_>) -> Result<(), Fault> {
    let path = call.path(0)?;
    let entries = call
        .tree
        .read_dir(&path)
        .map_err(|error| call.fault(error))?;
    call.out.array(entries.len());
    for entry in &entries {
        call.out.string(&entry.name);
    }
    Ok(())
}

pub(super) fn readdir_with_file_types(call: &mut Call<'_>) -> Result<(), Fault> {
    let path = call.path(0)?;
    let entries = call
        .tree
        .read_dir(&path)
        .map_err(|error| call.fault(error))?;
    call.out.array(entries.len());
    for entry in &entries {
        call.out.object(2);
        call.out.string("name");
        call.out.string(&entry.name);
        call.out.string("type");
        call.out.string(kind_name(entry.kind));
    }
    Ok(())
}
