//! Reading a directory of the disk.

use std::ffi::OsStr;
use std::io;
use std::path::Path;

use isolate_text::VPath;
use isolate_vfs::Tree;

use super::Import;
use super::rules::{GIT, Scope};
use super::sink::{Sink, Source};
use crate::directory::{Directory, Identity, Kind, Metadata, identities};
use crate::error::{Error, ErrorKind, Result, shown};
use crate::report::Reason;

/// Reads a directory of the disk, with everything below it.
pub(super) fn directory(
    import: &Import,
    tree: &Tree,
    source: &Path,
    sink: &mut Sink<'_>,
) -> Result<()> {
    let failed = |cause| Error::io(ErrorKind::Source, "read", &shown(source), cause);
    let directory = Directory::open(source).map_err(failed)?;
    let scope = match import.gitignore {
        true => Scope::above(source)?,
        false => Scope::default(),
    };
    let walk = Walk {
        import,
        source,
        own: identities(&tree.files_on_disk()),
    };
    walk.enter(&directory, "", scope, sink)
}

struct Walk<'a> {
    import: &'a Import,
    source: &'a Path,
    /// The files of the workspace itself.
    own: Vec<Identity>,
}

/// An entry of a directory.
struct Found<'a> {
    within: &'a Directory,
    name: &'a OsStr,
    /// Its path within the source, with a slash at its start.
    path: String,
    metadata: Metadata,
}

impl Walk<'_> {
    /// Reads the entries of a directory. Recurses once a level, which paths bound.
    fn enter(
        &self,
        directory: &Directory,
        path: &str,
        scope: Scope,
        sink: &mut Sink<'_>,
    ) -> Result<()> {
        let scope = match self.import.gitignore {
            true => scope.enter(directory)?,
            false => scope,
        };
        let names = directory
            .names()
            .map_err(|cause| self.failed("read", path, cause))?;
        for name in names {
            sink.check_stopped()?;
            let Some(text) = name.to_str() else {
                sink.skip(
                    &format!("{path}/{}", name.to_string_lossy()),
                    Reason::NotUtf8,
                );
                continue;
            };
            let found = format!("{path}/{text}");
            if text == GIT && self.import.without_git {
                sink.ignore();
                continue;
            }
            let Ok(inside) = VPath::parse(&found) else {
                sink.skip(&found, Reason::TooLong);
                continue;
            };
            let metadata = directory.metadata(&name);
            let Some(metadata) = metadata.map_err(|cause| self.failed("read", &found, cause))?
            else {
                sink.skip(&found, Reason::Vanished);
                continue;
            };
            if scope.ignores(text, metadata.kind) || self.import.exclude.is_match(&inside) {
                sink.ignore();
                continue;
            }
            let found = Found {
                within: directory,
                name: &name,
                path: found,
                metadata,
            };
            self.take(&found, &scope, sink)?;
        }
        Ok(())
    }

    fn take(&self, found: &Found<'_>, scope: &Scope, sink: &mut Sink<'_>) -> Result<()> {
        let path = found.path.as_str();
        match found.metadata.kind {
            Kind::Directory => {
                let below = found.within.open_dir(found.name);
                let below = below.map_err(|cause| self.failed("read", path, cause))?;
                if sink.directory(path, Some(found.metadata.mode))? {
                    let scope = scope.below(found.name.to_str().unwrap_or_default());
                    self.enter(&below, path, scope, sink)?;
                    sink.leave(path, found.metadata.mtime)?;
                }
            }
            Kind::File if self.own.contains(&found.metadata.identity()) => {
                sink.skip(path, Reason::Workspace);
            }
            Kind::File => {
                let opened = found.within.open_file(found.name);
                let (mut file, metadata) =
                    opened.map_err(|cause| self.failed("read", path, cause))?;
                let source = Source {
                    mode: metadata.mode,
                    mtime: Some(metadata.mtime),
                };
                let failed = |cause| self.failed("read", path, cause);
                sink.file(path, &mut file, source, &failed)?;
            }
            Kind::Symlink => {
                let target = found.within.read_link(found.name);
                let target = target.map_err(|cause| self.failed("read", path, cause))?;
                match target.to_str() {
                    None => sink.skip(path, Reason::NotUtf8),
                    Some(target) if leads_out(path, target) => sink.skip(path, Reason::LeadsOut),
                    Some(target) => sink.link(path, target)?,
                }
            }
            kind @ (Kind::Pipe | Kind::Socket | Kind::Device) => {
                sink.skip(path, Reason::Special(kind.words()));
            }
        }
        Ok(())
    }

    fn failed(&self, what: &str, path: &str, cause: io::Error) -> Error {
        let path = self.source.join(path.trim_start_matches('/'));
        Error::io(ErrorKind::Source, what, &shown(&path), cause)
    }
}

/// Whether a link in the source leads out of it. In a workspace `..` is settled by its text.
pub(crate) fn leads_out(path: &str, target: &str) -> bool {
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
