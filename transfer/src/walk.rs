//! Walking a directory of the disk: what is left out, for imports and checkouts alike.

use std::ffi::OsStr;
use std::io;
use std::path::Path;

use isolate_text::VPath;
use isolate_vfs::PathPatterns;

use crate::directory::{Directory, Identity, Kind, Metadata};
use crate::error::{Error, ErrorKind, Result, shown};
use crate::ignored::Scope;
use crate::report::{Reason, Report};

/// What a walk leaves out.
pub(crate) struct Rules<'a> {
    /// Whether that is what git ignores.
    pub(crate) gitignore: bool,
    pub(crate) exclude: &'a PathPatterns,
    /// The files and folders of the workspace itself.
    pub(crate) own: Vec<Identity>,
    /// Whether a directory without read permission is skipped. Otherwise it ends the walk.
    pub(crate) skips_unreadable: bool,
}

/// An entry that is not left out.
pub(crate) struct Found<'a> {
    pub(crate) within: &'a Directory,
    pub(crate) name: &'a OsStr,
    /// Its path within the source.
    pub(crate) path: VPath,
    pub(crate) metadata: Metadata,
}

/// Makes the error of an entry that cannot be read.
pub(crate) type Failed<'a> = &'a dyn Fn(io::Error) -> Error;

/// What is done with the entries of a walk.
pub(crate) trait Visit {
    /// The report in which the walk counts what it leaves out.
    fn report(&mut self) -> &mut Report;

    /// Called before each entry; an error ends the walk.
    fn check_stopped(&self) -> Result<()> {
        Ok(())
    }

    /// Whether an entry of a directory is ignored because of its name.
    fn ignores(&mut self, within: &str, name: &str) -> bool;

    /// Whether a path belongs to the workspace alone.
    fn reserves(&self, _path: &VPath) -> bool {
        false
    }

    /// Takes a directory. Returns whether its entries are walked.
    fn directory(&mut self, found: &Found<'_>) -> Result<bool>;

    /// Called after the entries of a directory.
    fn leave(&mut self, _found: &Found<'_>) -> Result<()> {
        Ok(())
    }

    /// Takes a regular file.
    fn file(&mut self, found: &Found<'_>, failed: Failed<'_>) -> Result<()>;

    /// Takes a link that does not lead out of the source.
    fn link(&mut self, found: &Found<'_>, target: &str) -> Result<()>;
}

/// Calls `visit` with every entry of a directory that the rules do not leave out, sorted by name; a
/// directory comes before its entries.
pub(crate) fn walk(
    source: &Path,
    directory: &Directory,
    rules: &Rules<'_>,
    visit: &mut dyn Visit,
) -> Result<()> {
    let scope = match rules.gitignore {
        true => Scope::above(source)?,
        false => Scope::default(),
    };
    let mut walk = Walk {
        source,
        rules,
        visit,
    };
    walk.enter(directory, "", scope)
}

struct Walk<'a> {
    source: &'a Path,
    rules: &'a Rules<'a>,
    visit: &'a mut dyn Visit,
}

impl Walk<'_> {
    /// Walks the entries of a directory. Recurses once a level, which paths bound.
    fn enter(&mut self, directory: &Directory, path: &str, scope: Scope) -> Result<()> {
        let scope = match self.rules.gitignore {
            true => scope.enter(directory)?,
            false => scope,
        };
        let names = directory.names();
        for name in names.map_err(|cause| failed(self.source, path, cause))? {
            self.visit.check_stopped()?;
            let Some(text) = name.to_str() else {
                let path = format!("{path}/{}", name.to_string_lossy());
                self.skip(&path, Reason::NotUtf8);
                continue;
            };
            if self.visit.ignores(path, text) {
                self.visit.report().ignored += 1;
                continue;
            }
            let whole = format!("{path}/{text}");
            let Ok(inside) = VPath::parse(&whole) else {
                self.skip(&whole, Reason::TooLong);
                continue;
            };
            if self.visit.reserves(&inside) {
                self.skip(&whole, Reason::Internal);
                continue;
            }
            let metadata = directory.metadata(&name);
            let metadata = metadata.map_err(|cause| failed(self.source, &whole, cause))?;
            let Some(metadata) = metadata else {
                self.skip(&whole, Reason::Vanished);
                continue;
            };
            if scope.ignores(text, metadata.kind) || self.rules.exclude.is_match(&inside) {
                self.visit.report().ignored += 1;
                continue;
            }
            let found = Found {
                within: directory,
                name: &name,
                path: inside,
                metadata,
            };
            self.take(&found, &scope)?;
        }
        Ok(())
    }

    fn take(&mut self, found: &Found<'_>, scope: &Scope) -> Result<()> {
        let (source, path) = (self.source, found.path.as_str());
        let failed = |cause| failed(source, path, cause);
        match found.metadata.kind {
            _ if self.rules.own.contains(&found.metadata.identity()) => {
                self.skip(path, Reason::Workspace);
            }
            Kind::Directory => {
                let is_refused = |cause: &io::Error| {
                    self.rules.skips_unreadable && cause.kind() == io::ErrorKind::PermissionDenied
                };
                let below = match found.within.open_dir(found.name) {
                    Err(cause) if is_refused(&cause) => {
                        self.skip(path, Reason::Unreadable);
                        return Ok(());
                    }
                    below => below.map_err(failed)?,
                };
                if self.visit.directory(found)? {
                    let scope = scope.below(found.path.name().unwrap_or_default());
                    self.enter(&below, path, scope)?;
                    self.visit.leave(found)?;
                }
            }
            Kind::File => self.visit.file(found, &failed)?,
            Kind::Symlink => {
                let target = found.within.read_link(found.name).map_err(failed)?;
                match target.to_str() {
                    None => self.skip(path, Reason::NotUtf8),
                    Some(target) if leads_out(path, target) => self.skip(path, Reason::LeadsOut),
                    Some("") => self.skip(path, Reason::Special("a link to nothing")),
                    Some(target) => self.visit.link(found, target)?,
                }
            }
            kind @ (Kind::Pipe | Kind::Socket | Kind::Device) => {
                self.skip(path, Reason::Special(kind.words()));
            }
        }
        Ok(())
    }

    fn skip(&mut self, path: &str, reason: Reason) {
        let path = path.trim_start_matches('/');
        self.visit.report().skip(path, reason);
    }
}

fn failed(source: &Path, path: &str, cause: io::Error) -> Error {
    let path = source.join(path.trim_start_matches('/'));
    Error::io(ErrorKind::Source, "read", &shown(&path), cause)
}

/// Whether a link in the source leads out of it. In a workspace `..` is settled by its text.
fn leads_out(path: &str, target: &str) -> bool {
    if target.starts_with('/') {
        return true;
    }
    // The directories that the link lies in.
    let mut depth = path.matches('/').count() - 1;
    for name in target.split('/') {
        match name {
            "" | "." => {}
            ".." => match depth.checked_sub(1) {
                Some(less) => depth = less,
                None => return true,
            },
            _ => depth += 1,
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::leads_out;

    #[test]
    fn a_link_leads_out_where_it_goes_above_the_source() {
        let inside = [
            ("/a", "b"),
            ("/d/a", "../b"),
            ("/d/a", "../d/../b"),
            ("/a", "d/.."),
        ];
        let outside = [
            ("/a", "/b"),
            ("/a", ".."),
            ("/a", "../b"),
            ("/d/a", "../../b"),
            ("/a", "x/../../a"),
        ];
        assert!(inside.iter().all(|(path, target)| !leads_out(path, target)));
        assert!(outside.iter().all(|(path, target)| leads_out(path, target)));
    }
}
