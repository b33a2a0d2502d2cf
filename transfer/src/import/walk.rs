//! Reading a directory of the disk.

use std::path::Path;

use isolate_vfs::Tree;

use super::Import;
use super::sink::{Sink, Source};
use crate::directory::{Directory, identities};
use crate::error::{Error, ErrorKind, Result, shown};
use crate::ignored::GIT;
use crate::report::Report;
use crate::walk::{Failed, Found, Rules, Visit, walk};

/// Reads a directory of the disk, with everything below it.
pub(super) fn directory(
    import: &Import,
    tree: &Tree,
    source: &Path,
    sink: &mut Sink<'_>,
) -> Result<()> {
    let failed = |cause| Error::io(ErrorKind::Source, "read", &shown(source), cause);
    let directory = Directory::open(source).map_err(failed)?;
    let rules = Rules {
        gitignore: import.gitignore,
        exclude: &import.exclude,
        own: identities(&tree.files_on_disk()),
        skips_unreadable: false,
    };
    let without_git = import.without_git;
    walk(
        source,
        &directory,
        &rules,
        &mut Reader { without_git, sink },
    )
}

/// Puts what a walk finds into a workspace.
struct Reader<'a, 'b> {
    without_git: bool,
    sink: &'a mut Sink<'b>,
}

impl Visit for Reader<'_, '_> {
    fn report(&mut self) -> &mut Report {
        self.sink.report()
    }

    fn check_stopped(&self) -> Result<()> {
        self.sink.check_stopped()
    }

    fn ignores(&mut self, _within: &str, name: &str) -> bool {
        self.without_git && name == GIT
    }

    fn directory(&mut self, found: &Found<'_>) -> Result<bool> {
        let mode = Some(found.metadata.mode);
        self.sink.directory(found.path.as_str(), mode)
    }

    fn leave(&mut self, found: &Found<'_>) -> Result<()> {
        self.sink.leave(found.path.as_str(), found.metadata.mtime)
    }

    fn file(&mut self, found: &Found<'_>, failed: Failed<'_>) -> Result<()> {
        let opened = found.within.open_file(found.name);
        let (mut file, metadata) = opened.map_err(failed)?;
        let source = Source {
            mode: metadata.mode,
            mtime: Some(metadata.mtime),
        };
        self.sink
            .file(found.path.as_str(), &mut file, source, failed)
    }

    fn link(&mut self, found: &Found<'_>, target: &str) -> Result<()> {
        self.sink.link(found.path.as_str(), target)
    }
}
