//! What git would ignore in a directory of the disk.

use std::ffi::OsStr;
use std::io::Read as _;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use isolate_text::ignore::{Entry, FILE_BYTES_MAX, Level, Rules};

use crate::directory::{Directory, Kind};
use crate::error::{Error, ErrorKind, Result, shown};

/// The name of the files with rules.
const RULES_NAME: &str = ".gitignore";

/// The directory of a repository.
pub(crate) const GIT: &str = ".git";

/// The rules that hold in a directory, and how its path is written for them.
#[derive(Debug, Clone, Default)]
pub(crate) struct Scope {
    level: Option<Rc<Level>>,
    /// The path from the top of the repository, without a slash at its end.
    base: String,
}

impl Scope {
    /// Whether an entry of the directory is left out.
    pub(crate) fn ignores(&self, name: &str, kind: Kind) -> bool {
        let entry = match kind {
            Kind::Directory => Entry::Folder,
            _ => Entry::Other,
        };
        let level = self.level.as_ref();
        level.is_some_and(|level| level.ignores(&format!("{}/{name}", self.base), entry))
    }

    /// The rules above a directory of the disk: those of its repository. Outside of a repository there
    /// are none.
    pub(crate) fn above(source: &Path) -> Result<Self> {
        let failed = |cause| Error::io(ErrorKind::Source, "read", &shown(source), cause);
        let real = source.canonicalize().map_err(failed)?;
        // The directories from the source to the top of its repository.
        let mut folders: Vec<PathBuf> = Vec::new();
        let mut has_top = false;
        for folder in real.ancestors() {
            folders.push(folder.to_path_buf());
            has_top = folder.join(GIT).symlink_metadata().is_ok();
            if has_top {
                break;
            }
        }
        let mut scope = Self::default();
        if !has_top {
            return Ok(scope);
        }
        for pair in folders.windows(2).rev() {
            let [below, folder] = pair else { break };
            let directory = Directory::open(folder)
                .map_err(|cause| Error::io(ErrorKind::Source, "read", &shown(folder), cause))?;
            let name = below.file_name().unwrap_or_default().to_string_lossy();
            scope = scope.enter(&directory)?.below(&name);
        }
        Ok(scope)
    }

    /// The rules within a directory, whose path this scope has.
    pub(crate) fn enter(mut self, directory: &Directory) -> Result<Self> {
        if matches!(directory.metadata(OsStr::new(GIT)), Ok(Some(_))) {
            // A repository knows no rules of what it lies in.
            self = Self::default();
            if let Some(git) = git_directory(directory)
                && let Ok(info) = git.open_dir_at(Path::new("info"))
            {
                self.level = Level::new(read(&info, "exclude")?, "", None);
            }
        }
        let rules = read(directory, RULES_NAME)?;
        self.level = Level::new(rules, &self.base, self.level);
        Ok(self)
    }

    /// The scope of an entry that is a directory.
    pub(crate) fn below(&self, name: &str) -> Self {
        Self {
            level: self.level.clone(),
            base: format!("{}/{name}", self.base),
        }
    }
}

/// The directory with what all work trees of a repository share, of the repository whose work tree a
/// directory is the top of. Links in the path are followed, as git does: what is read there decides only
/// what is left out.
fn git_directory(top: &Directory) -> Option<Directory> {
    let git = match top.open_dir_at(Path::new(GIT)) {
        Ok(git) => git,
        // In a further work tree, or a submodule, it is a file that names the directory.
        Err(_) => top.open_dir_at(&path_in(top, GIT, b"gitdir: ")?).ok()?,
    };
    match path_in(&git, "commondir", b"") {
        Some(common) => git.open_dir_at(&common).ok(),
        None => Some(git),
    }
}

/// The path in a file of git, without the text before it.
fn path_in(directory: &Directory, name: &str, before: &[u8]) -> Option<PathBuf> {
    /// More is no path.
    const BYTES_MAX: u64 = 64 << 10;
    let file = directory.open_file_at(Path::new(name)).ok()?;
    let mut text = Vec::new();
    file.take(BYTES_MAX).read_to_end(&mut text).ok()?;
    let path = text.strip_prefix(before)?;
    let end = path
        .iter()
        .rposition(|byte| !matches!(byte, b'\n' | b'\r'))?;
    Some(PathBuf::from(OsStr::from_bytes(&path[..=end])))
}

/// The rules in a file; none if it is missing or something else. Git does not follow a link there.
fn read(directory: &Directory, name: &str) -> Result<Rules> {
    let Ok((file, metadata)) = directory.open_file(OsStr::new(name)) else {
        return Ok(Rules::default());
    };
    let mut text = Vec::new();
    file.take(FILE_BYTES_MAX as u64)
        .read_to_end(&mut text)
        .map_err(|cause| Error::io(ErrorKind::Source, "read", name, cause))?;
    Ok(Rules::parse_start(text, metadata.size))
}
