//! What a directory of the disk holds, without the bytes of its files.

use std::path::Path;

use isolate_text::VPath;
use isolate_vfs::{Seed, SeedKind, is_internal};

use super::CheckoutOptions;
use super::leftovers::Leftover;
use crate::directory::{Directory, Stamp, TEMPORARY, identities, is_temporary_name};
use crate::error::{Error, ErrorKind, Result, shown};
use crate::ignored::GIT;
use crate::report::Report;
use crate::walk::{Failed, Found, Rules, Visit, walk};

/// What was found. Entries are in the order of a walk: a directory comes before what is in it.
#[derive(Debug, Default)]
pub(super) struct Scanned {
    pub(super) entries: Vec<Seed>,
    /// Of each entry.
    pub(super) stamps: Vec<Stamp>,
    /// Sum of the sizes of all files.
    pub(super) bytes: u64,
    /// What was left out.
    pub(super) report: Report,
    /// Temporary files that others make, or have left.
    pub(super) leftovers: Vec<Leftover>,
}

/// Scans a directory with the rules of options; `state` is the folder of the journals.
pub(super) fn scan(
    directory: &Directory,
    source: &Path,
    options: &CheckoutOptions,
    state: &Path,
) -> Result<Scanned> {
    let rules = Rules {
        gitignore: options.gitignore,
        exclude: &options.exclude,
        own: identities(&[state.to_path_buf()]),
        skips_unreadable: true,
    };
    let mut scan = Scan {
        source,
        entries_max: options.entries_max,
        scanned: Scanned::default(),
    };
    walk(source, directory, &rules, &mut scan)?;
    Ok(scan.scanned)
}

struct Scan<'a> {
    source: &'a Path,
    entries_max: u64,
    scanned: Scanned,
}

impl Visit for Scan<'_> {
    fn report(&mut self) -> &mut Report {
        &mut self.scanned.report
    }

    fn ignores(&mut self, within: &str, name: &str) -> bool {
        if is_temporary_name(name) {
            self.scanned.leftovers.push(Leftover {
                within: within.to_owned(),
                name: name.into(),
            });
        }
        name == GIT || name.starts_with(TEMPORARY)
    }

    fn reserves(&self, path: &VPath) -> bool {
        is_internal(path)
    }

    fn directory(&mut self, found: &Found<'_>) -> Result<bool> {
        self.add(found, SeedKind::Directory)?;
        Ok(true)
    }

    fn file(&mut self, found: &Found<'_>, _failed: Failed<'_>) -> Result<()> {
        let size = found.metadata.size;
        self.scanned.bytes = self.scanned.bytes.saturating_add(size);
        self.add(found, SeedKind::File(size))
    }

    fn link(&mut self, found: &Found<'_>, target: &str) -> Result<()> {
        self.add(found, SeedKind::Symlink(target.to_owned()))
    }
}

impl Scan<'_> {
    fn add(&mut self, found: &Found<'_>, kind: SeedKind) -> Result<()> {
        let entries_max = self.entries_max;
        if self.scanned.entries.len() as u64 >= entries_max {
            let source = shown(self.source);
            let text = format!("{source} has more than {entries_max} entries");
            return Err(Error::new(ErrorKind::TooLarge, text));
        }
        self.scanned.stamps.push(found.metadata.stamp());
        self.scanned.entries.push(Seed {
            path: found.path.clone(),
            kind,
            mode: found.metadata.mode,
            mtime: found.metadata.mtime,
        });
        Ok(())
    }
}
