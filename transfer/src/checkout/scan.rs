//! What a directory of the disk holds, without the bytes of its files.

use std::ffi::OsStr;
use std::io;
use std::path::Path;

use isolate_text::VPath;
use isolate_vfs::{PathPatterns, Seed, SeedKind, is_internal};

use super::CheckoutOptions;
use super::leftovers::Leftover;
use crate::directory::{Directory, Identity, Kind, Metadata, Stamp, TEMPORARY, is_temporary_name};
use crate::error::{Error, ErrorKind, Result, shown};
use crate::import::rules::{GIT, Scope};
use crate::import::walk::leads_out;
use crate::report::{Reason, Report};

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

/// What to leave out, and how much may be there.
pub(super) struct Rules<'a> {
    pub(super) gitignore: bool,
    pub(super) exclude: &'a PathPatterns,
    pub(super) entries_max: u64,
    /// The folder of the journals.
    pub(super) own: Option<Identity>,
}

impl<'a> Rules<'a> {
    /// The rules of options; `state` is the folder of the journals.
    pub(super) fn of(options: &'a CheckoutOptions, state: &Path) -> Self {
        Self {
            gitignore: options.gitignore,
            exclude: &options.exclude,
            entries_max: options.entries_max,
            own: crate::directory::identities(&[state.to_path_buf()])
                .first()
                .copied(),
        }
    }
}

/// Looks at every entry of a directory.
pub(super) fn scan(directory: &Directory, source: &Path, rules: &Rules<'_>) -> Result<Scanned> {
    let scope = match rules.gitignore {
        true => Scope::above(source)?,
        false => Scope::default(),
    };
    let mut walk = Walk {
        source,
        rules,
        scanned: Scanned::default(),
    };
    walk.enter(directory, "", scope)?;
    Ok(walk.scanned)
}

struct Walk<'a> {
    source: &'a Path,
    rules: &'a Rules<'a>,
    scanned: Scanned,
}

impl Walk<'_> {
    /// Looks at the entries of a directory. Recurses once a level, which paths bound.
    fn enter(&mut self, directory: &Directory, path: &str, scope: Scope) -> Result<()> {
        let scope = match self.rules.gitignore {
            true => scope.enter(directory)?,
            false => scope,
        };
        let names = directory
            .names()
            .map_err(|cause| self.failed("read", path, cause))?;
        for name in names {
            let Some(text) = name.to_str() else {
                let path = format!("{path}/{}", name.to_string_lossy());
                self.skip(&path, Reason::NotUtf8);
                continue;
            };
            if text == GIT || text.starts_with(TEMPORARY) {
                self.scanned.report.ignored += 1;
                if is_temporary_name(text) {
                    self.scanned.leftovers.push(Leftover {
                        within: path.to_owned(),
                        name,
                    });
                }
                continue;
            }
            let found = format!("{path}/{text}");
            let Ok(inside) = VPath::parse(&found) else {
                self.skip(&found, Reason::TooLong);
                continue;
            };
            if is_internal(&inside) {
                self.skip(&found, Reason::Internal);
                continue;
            }
            let metadata = directory.metadata(&name);
            let metadata = metadata.map_err(|cause| self.failed("read", &found, cause))?;
            let Some(metadata) = metadata else {
                self.skip(&found, Reason::Vanished);
                continue;
            };
            if scope.ignores(text, metadata.kind) || self.rules.exclude.is_match(&inside) {
                self.scanned.report.ignored += 1;
                continue;
            }
            self.take(directory, &name, inside, &metadata, &scope)?;
        }
        Ok(())
    }

    fn take(
        &mut self,
        within: &Directory,
        name: &OsStr,
        path: VPath,
        metadata: &Metadata,
        scope: &Scope,
    ) -> Result<()> {
        let text = path.as_str().to_owned();
        match metadata.kind {
            Kind::Directory if self.rules.own == Some(metadata.identity()) => {
                self.skip(&text, Reason::Workspace);
            }
            Kind::Directory => {
                let below = match within.open_dir(name) {
                    Ok(below) => below,
                    Err(cause) if cause.kind() == io::ErrorKind::PermissionDenied => {
                        self.skip(&text, Reason::Unreadable);
                        return Ok(());
                    }
                    Err(cause) => return Err(self.failed("read", &text, cause)),
                };
                self.add(path, SeedKind::Directory, metadata)?;
                let scope = scope.below(name.to_str().unwrap_or_default());
                self.enter(&below, &text, scope)?;
            }
            Kind::File => {
                self.scanned.bytes = self.scanned.bytes.saturating_add(metadata.size);
                self.add(path, SeedKind::File(metadata.size), metadata)?;
            }
            Kind::Symlink => {
                let target = within.read_link(name);
                let target = target.map_err(|cause| self.failed("read", &text, cause))?;
                match target.to_str() {
                    None => self.skip(&text, Reason::NotUtf8),
                    Some(target) if leads_out(&text, target) => {
                        self.skip(&text, Reason::LeadsOut);
                    }
                    Some("") => {
                        self.skip(&text, Reason::Special("a link to nothing"));
                    }
                    Some(target) => {
                        self.add(path, SeedKind::Symlink(target.to_owned()), metadata)?;
                    }
                }
            }
            kind @ (Kind::Pipe | Kind::Socket | Kind::Device) => {
                self.skip(&text, Reason::Special(kind.words()));
            }
        }
        Ok(())
    }

    fn add(&mut self, path: VPath, kind: SeedKind, metadata: &Metadata) -> Result<()> {
        if self.scanned.entries.len() as u64 >= self.rules.entries_max {
            return Err(Error::new(
                ErrorKind::TooLarge,
                format!(
                    "{} has more than {} entries",
                    shown(self.source),
                    self.rules.entries_max
                ),
            ));
        }
        self.scanned.stamps.push(metadata.stamp());
        self.scanned.entries.push(Seed {
            path,
            kind,
            mode: metadata.mode,
            mtime: metadata.mtime,
        });
        Ok(())
    }

    fn skip(&mut self, path: &str, reason: Reason) {
        let path = path.trim_start_matches('/');
        self.scanned.report.skip(path, reason);
    }

    fn failed(&self, what: &str, path: &str, cause: io::Error) -> Error {
        let path = self.source.join(path.trim_start_matches('/'));
        Error::io(ErrorKind::Source, what, &shown(&path), cause)
    }
}
