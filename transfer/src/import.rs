//! Reading a directory or an archive into a workspace.

mod archive;
mod sink;
mod walk;

use std::fs;
use std::path::Path;

use isolate_text::VPath;
use isolate_vfs::{PathPatterns, RunOptions, Tree};

use crate::error::{Error, ErrorKind, Result, shown};
use crate::report::{Progress, Report};
use sink::Sink;

/// How to read a directory or an archive into a workspace.
///
/// ```
/// use isolate_transfer::Import;
/// use isolate_text::VPath;
///
/// let import = Import::new()
///     .to(VPath::parse("/src")?)
///     .exclude(&["*.log", "build/**"])?
///     .overwrite();
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Import {
    pub(crate) to: VPath,
    /// Whether what git would ignore is left out: by `.gitignore` files, and by `info/exclude` of the
    /// repository. For archives this has no effect. Default: `true`.
    pub(crate) gitignore: bool,
    /// Whether `.git` is left out. Default: `true`.
    pub(crate) without_git: bool,
    pub(crate) exclude: PathPatterns,
    pub(crate) overwrite: bool,
    pub(crate) actor: Option<String>,
}

impl Default for Import {
    fn default() -> Self {
        Self {
            to: VPath::root(),
            gitignore: true,
            without_git: true,
            exclude: PathPatterns::default(),
            overwrite: false,
            actor: None,
        }
    }
}

impl Import {
    /// The defaults: into the root, without what git ignores, over nothing that is there.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the directory of the workspace to read into, which is made where it is missing. Default:
    /// the root.
    #[must_use]
    pub fn to(mut self, directory: VPath) -> Self {
        self.to = directory;
        self
    }

    /// Also reads what git would ignore.
    #[must_use]
    pub fn ignored_too(mut self) -> Self {
        self.gitignore = false;
        self
    }

    /// Also reads `.git`.
    #[must_use]
    pub fn git_too(mut self) -> Self {
        self.without_git = false;
        self
    }

    /// Leaves out what any of these patterns matches, with everything below it. Paths are those
    /// within the source. A pattern without a slash is for names at any depth. Default: nothing.
    ///
    /// # Errors
    /// `Workspace` for a pattern that is none.
    pub fn exclude(mut self, patterns: &[&str]) -> Result<Self> {
        self.exclude = PathPatterns::new(patterns)?;
        Ok(self)
    }

    /// Replaces files and links with other content. Default: `false`, which makes them conflicts.
    #[must_use]
    pub fn overwrite(mut self) -> Self {
        self.overwrite = true;
        self
    }

    /// Sets who imports. Default: nobody.
    #[must_use]
    pub fn actor(mut self, actor: impl Into<String>) -> Self {
        self.actor = Some(actor.into());
        self
    }

    /// Reads the directory or archive at `source` into the tree, as one atomic run.
    ///
    /// Kept are names, bytes, permissions, the time of the last change, and links that stay within the
    /// source. A file that cannot be read ends the import; what a workspace cannot hold is skipped and
    /// reported.
    ///
    /// # Errors
    /// Every kind. The tree is as it was then.
    pub fn run(&self, tree: &Tree, source: &Path) -> Result<Report> {
        self.run_with(tree, source, |_| {})
    }

    /// As [`Import::run`], and calls `progress` after each entry.
    ///
    /// # Errors
    /// As [`Import::run`].
    pub fn run_with(
        &self,
        tree: &Tree,
        source: &Path,
        mut progress: impl FnMut(Progress),
    ) -> Result<Report> {
        let unreadable = |cause| Error::io(ErrorKind::Source, "read", &shown(source), cause);
        let kind = fs::metadata(source).map_err(unreadable)?;
        // Opening a pipe would wait for its other side.
        if !kind.is_dir() && !kind.is_file() {
            return Err(Error::new(
                ErrorKind::Source,
                format!("{} is neither a directory nor a file", shown(source)),
            ));
        }
        let name = source.canonicalize().map_err(unreadable)?;
        let name = name.file_name().unwrap_or_default().to_string_lossy();
        let mut options = RunOptions::new(format!("import {name}")).atomic();
        if let Some(actor) = &self.actor {
            options = options.actor(actor);
        }
        let run = tree.begin(&options)?;
        let mut sink = Sink::new(&run, self, &mut progress)?;
        if kind.is_dir() {
            walk::directory(self, tree, source, &mut sink)?;
        } else {
            archive::archive(self, tree, source, &mut sink)?;
        }
        let mut report = sink.finish()?;
        report.effects = run.commit()?;
        report.run = report.effects.run;
        Ok(report)
    }
}
