//! Packing files into an archive.

use isolate_ops::OpError;
use isolate_protocol::{ErrorCode, Value};
use isolate_text::archive::{Format, Limits, NewKind, Writer, to_zip};
use isolate_text::compress::gzip;
use isolate_text::{VPath, budget};
use isolate_vfs::{FileKind, TreeNode, WalkOptions};

use super::{Listed, put_entries};
use crate::state::members::Members as _;
use crate::state::{Call, Fault};

/// Bits of a mode that archives hold.
const MODE_BITS: u32 = 0o777;

pub(in crate::state) fn create_archive(call: &mut Call<'_>) -> Result<(), Fault> {
    let path = call.path(0)?;
    let root = root(call)?;
    let sources = sources(call, &root)?;
    let format = Format::of_name(path.name().unwrap_or_default()).unwrap_or(Format::Tar);
    let unsupported = |call: &Call<'_>| {
        let mut text =
            "that format cannot be written: name the archive .tar, .tar.gz, .tgz or .zip"
                .to_owned();
        if path.as_str().to_lowercase().ends_with(".gz") {
            text.push_str("; state.compressFile compresses one file");
        }
        call.error_at(ErrorCode::NotSupported, &text, path.as_str())
    };
    if format == Format::Unsupported {
        return Err(unsupported(call));
    }
    let bytes_max = call.file_bytes_max();
    let tree = call.tree;
    let created: Result<(Vec<Listed>, usize), Fault> = tree.atomically(|tree| {
        let mut packer = Packer {
            writer: Writer::new(bytes_max),
            entries: Vec::new(),
            archive: &path,
            root: &root,
        };
        let options = WalkOptions::new().entries_max(Limits::default().entries_max);
        for source in &sources {
            let node = tree.walk(source, &options)?;
            packer.add(call, &node)?;
        }
        let Packer {
            writer, entries, ..
        } = packer;
        let tar = writer
            .finish()
            .map_err(|error| OpError::archive(error, &path))?;
        let bytes = match format {
            Format::Tar => tar,
            Format::Gzip => gzip(&tar)?,
            Format::Zip => {
                to_zip(&tar, bytes_max).map_err(|error| OpError::archive(error, &path))?
            }
            Format::Unsupported => return Err(unsupported(call)),
        };
        call.write(&path, &bytes)?;
        Ok((entries, bytes.len()))
    });
    let (entries, bytes) = created?;
    let label = call.text(0)?.to_owned();
    call.out.object(3);
    call.out.member("path", &label);
    call.out.string("entries");
    put_entries(call, &entries)?;
    call.out.member("bytesWritten", bytes);
    Ok(())
}

/// The directory that the names of entries are relative to.
fn root(call: &Call<'_>) -> Result<VPath, Fault> {
    let Some(given) = call.options(2).member("root") else {
        return Ok(VPath::root());
    };
    let root = call.parse_path(given, "root")?;
    call.tree.check_ending(&root)?;
    Ok(root)
}

fn sources(call: &Call<'_>, root: &VPath) -> Result<Vec<VPath>, Fault> {
    let Value::Array(items) = &call.values[1] else {
        return Ok(Vec::new());
    };
    let mut sources = Vec::with_capacity(items.len());
    for item in items {
        let source = call.parse_path(item, "sources")?;
        if !source.starts_with(root) {
            let text = format!(
                "the source is not below the root '{root}', which the names of entries are relative to: \
                 give a root that all sources are below, or pack it into another archive"
            );
            return Err(call.error_at(ErrorCode::Invalid, &text, source.as_str()));
        }
        sources.push(source);
    }
    Ok(sources)
}

/// An archive that is being written, with its entries so far.
struct Packer<'a> {
    writer: Writer,
    entries: Vec<Listed>,
    archive: &'a VPath,
    root: &'a VPath,
}

impl Packer<'_> {
    /// Adds a tree, parents first. Times are 0, so that equal trees make equal archives. Recurses once
    /// a level of directories, which paths bound.
    fn add(&mut self, call: &mut Call<'_>, node: &TreeNode) -> Result<(), Fault> {
        let name = self.name_of(&node.path).to_owned();
        let stat = call.tree.lstat(&node.path)?;
        let mode = stat.map_or(node.kind.default_mode(), |stat| stat.mode) & MODE_BITS;
        let (bytes, target) = match node.kind {
            FileKind::Directory => (Vec::new(), None),
            FileKind::Symlink => (Vec::new(), Some(call.tree.read_link(&node.path)?)),
            FileKind::File => (call.read(&node.path)?, None),
        };
        let kind = match (node.kind, &target) {
            (FileKind::File, _) => NewKind::File(&bytes),
            (FileKind::Symlink, Some(target)) => NewKind::Symlink(target),
            (FileKind::Directory | FileKind::Symlink, _) => NewKind::Directory,
        };
        let entries_max = Limits::default().entries_max;
        if self.entries.len() == entries_max {
            let text = format!("the archive would have more than {entries_max} entries");
            return Err(call.error_at(ErrorCode::TooBig, &text, self.archive.as_str()));
        }
        self.writer
            .add(&name, kind, mode, 0)
            .map_err(|error| OpError::archive(error, self.archive))?;
        // It is a part of the archive now.
        budget::release(bytes.len());
        let told = Listed::new(&name, node.kind, bytes.len(), mode, target.as_deref())?;
        self.entries.push(told);
        for child in node.children.iter().flatten() {
            self.add(call, child)?;
        }
        Ok(())
    }

    /// The path of an entry, relative to the root; `.` for the root itself.
    fn name_of<'p>(&self, path: &'p VPath) -> &'p str {
        let below = path.as_str().strip_prefix(self.root.as_str());
        match below.map(|name| name.trim_start_matches('/')) {
            None | Some("") => ".",
            Some(name) => name,
        }
    }
}
