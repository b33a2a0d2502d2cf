//! Metadata and directories.

use isolate_protocol::ErrorCode;
use isolate_vfs::{ENTRIES_MAX_DEFAULT, FileKind, FindOptions, MkdirParents, Stat, VPath};

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
    call.out.entry(4);
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
    if call.options(1).member("mode").is_some() {
        call.note(
            "modes of files are not kept here: chmod and the option mode change nothing".to_owned(),
        );
    }
    call.tree
        .mkdir(&path, parents)
        .map_err(|error| call.fault(error))?;
    call.done();
    Ok(())
}

/// An entry that a listing gives: its name, or below a directory its path from there.
struct Listed {
    name: String,
    parent: VPath,
    kind: FileKind,
}

/// The entries of a directory, or of everything below it, sorted by their names.
fn listed(call: &mut Call<'_>, path: &VPath, is_recursive: bool) -> Result<Vec<Listed>, Fault> {
    let entries = call
        .tree
        .read_dir(path)
        .map_err(|error| call.fault(error))?;
    if !is_recursive {
        return Ok(entries
            .into_iter()
            .map(|entry| Listed {
                name: entry.name,
                parent: path.clone(),
                kind: entry.kind,
            })
            .collect());
    }
    // A link to a directory is listed by what it leads to.
    let root = call
        .tree
        .real_path(path)
        .map_err(|error| call.fault(error))?;
    let options = FindOptions {
        depth_min: 1,
        entries_max: ENTRIES_MAX_DEFAULT,
        ..FindOptions::default()
    };
    let found = call
        .tree
        .find(&root, &options)
        .map_err(|error| call.fault(error))?;
    let base = root.as_str().trim_end_matches('/').len() + 1;
    let mut listed: Vec<Listed> = found
        .iter()
        .map(|entry| Listed {
            name: entry.path.as_str()[base..].to_owned(),
            parent: entry.path.parent().unwrap_or_else(VPath::root),
            kind: entry.kind,
        })
        .collect();
    listed.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(listed)
}

pub(super) fn readdir(call: &mut Call<'_>) -> Result<(), Fault> {
    let path = call.path(0)?;
    let options = call.options(1);
    let (is_typed, is_recursive) = (options.flag("withFileTypes"), options.flag("recursive"));
    let entries = listed(call, &path, is_recursive)?;
    call.out.array(entries.len());
    for entry in &entries {
        if !is_typed {
            call.out.string(&entry.name);
            continue;
        }
        let name = entry.name.rsplit('/').next().unwrap_or(&entry.name);
        call.out.entry(3);
        call.out.string("name");
        call.out.string(name);
        call.out.string("type");
        call.out.string(kind_name(entry.kind));
        call.out.string("parentPath");
        call.out.string(entry.parent.as_str());
    }
    Ok(())
}

pub(super) fn readdir_with_file_types(call: &mut Call<'_>) -> Result<(), Fault> {
    let path = call.path(0)?;
    let is_recursive = call.options(1).flag("recursive");
    let entries = listed(call, &path, is_recursive)?;
    call.out.array(entries.len());
    for entry in &entries {
        call.out.entry(2);
        call.out.string("name");
        call.out.string(&entry.name);
        call.out.string("type");
        call.out.string(kind_name(entry.kind));
    }
    Ok(())
}

/// Fails unless the path exists.
fn must_exist(call: &Call<'_>) -> Result<(), Fault> {
    let path = call.path(0)?;
    if call.tree.exists(&path).map_err(|error| call.fault(error))? {
        return Ok(());
    }
    let text = "no such file or directory";
    Err(call.error_at(ErrorCode::NotFound, text, path.as_str()))
}

pub(super) fn access(call: &mut Call<'_>) -> Result<(), Fault> {
    must_exist(call)?;
    call.done();
    Ok(())
}

pub(super) fn chmod(call: &mut Call<'_>) -> Result<(), Fault> {
    must_exist(call)?;
    call.note(
        "modes of files are not kept here: chmod and the option mode change nothing".to_owned(),
    );
    call.done();
    Ok(())
}

pub(super) fn utimes(call: &mut Call<'_>) -> Result<(), Fault> {
    must_exist(call)?;
    call.note("times of files are those of their last change: utimes changes nothing".to_owned());
    call.done();
    Ok(())
}

pub(super) fn is_file(call: &mut Call<'_>) -> Result<(), Fault> {
    is_kind(call, FileKind::File)
}

pub(super) fn is_directory(call: &mut Call<'_>) -> Result<(), Fault> {
    is_kind(call, FileKind::Directory)
}

fn is_kind(call: &mut Call<'_>, kind: FileKind) -> Result<(), Fault> {
    let path = call.path(0)?;
    let stat = call.tree.stat(&path).map_err(|error| call.fault(error))?;
    call.out.boolean(stat.is_some_and(|stat| stat.kind == kind));
    Ok(())
}
