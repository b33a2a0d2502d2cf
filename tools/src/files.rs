//! Whole files, for hosts that list them, read them and complete their paths.

use isolate_host::CancelToken;
use isolate_text::{VPath, detect};
use isolate_vfs::{ErrorKind, FileKind, Tree, is_internal};

use crate::cancel::SafePoints;
use crate::error::{Code, ToolError};
use crate::mirror::Reach;
use crate::paths::parse_path;
use crate::skipped::Excluded;
use crate::store::Depth;
use crate::toolbox::Toolbox;

/// A file in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FileEntry {
    /// The path.
    pub path: VPath,
    /// The size in bytes.
    pub size: u64,
    /// The time of the last change, in milliseconds since 1970.
    pub mtime_ms: i64,
}

/// Some of the files of a workspace.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct FilePage {
    /// The files, directory by directory, names in the order of their bytes.
    pub files: Vec<FileEntry>,
    /// Whether there are more files.
    pub has_more: bool,
}

/// The content of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FileContent {
    /// The requested path.
    pub path: VPath,
    /// All bytes.
    pub bytes: Vec<u8>,
    /// Its media type, by content and name.
    pub mime: &'static str,
    /// The version, for the argument `ifMatch` of tools.
    pub etag: String,
}

/// Completions of a path.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct PathCompletion {
    /// Whole paths. Those of directories end with a slash.
    pub paths: Vec<String>,
    /// The number of all completions, including those that are not listed.
    pub total: usize,
}

impl Toolbox {
    /// The files after a path, in the order of [`FilePage::files`]; all files without a path. Links
    /// are not listed. The names of [`Settings::exclude`](crate::Settings) are skipped, and so are
    /// paths that the policy does not allow to be listed.
    ///
    /// # Errors
    /// The path is not valid, the workspace cannot be read, or the call was cancelled.
    pub fn files_after(
        &self,
        after: Option<&str>,
        count_max: usize,
        cancel: &CancelToken,
    ) -> Result<FilePage, ToolError> {
        let after = after.map(|path| parse_path(path, None)).transpose()?;
        let behind: Vec<&str> = after.iter().flat_map(VPath::components).collect();
        let excluded = Excluded::usual(self.settings())?;
        let reach = Reach::listed(VPath::root(), Depth::Subtree);
        self.look(reach, cancel, |tree| {
            let mut walk = Walk {
                tree,
                excluded: &excluded,
                cancel,
                count_max,
                page: FilePage::default(),
            };
            walk.directory(&VPath::root(), &behind)?;
            Ok(walk.page)
        })
    }

    /// The content of a file. Links are followed.
    ///
    /// # Errors
    /// The file does not exist, it is a directory, it has more than `bytes_max` bytes, the policy
    /// does not allow it to be read, or the workspace cannot be read.
    pub fn file(
        &self,
        path: &str,
        bytes_max: u64,
        cancel: &CancelToken,
    ) -> Result<FileContent, ToolError> {
        let path = parse_path(path, None)?;
        self.look(Reach::path(path.clone()), cancel, |tree| {
            let stat = tree.stat(&path)?.ok_or_else(|| tree.not_found(&path))?;
            if stat.kind == FileKind::Directory {
                return Err(ToolError::at(Code::IsDirectory, &path, "is a directory")
                    .with_hint("list the resources, or call the tool ls"));
            }
            if stat.size > bytes_max {
                return Err(ToolError::at(
                    Code::TooLarge,
                    &path,
                    format!(
                        "has {} bytes; at most {bytes_max} are read at once",
                        stat.size
                    ),
                )
                .with("size", stat.size)
                .with_hint("read parts of it with the tool read, or with a program"));
            }
            let bytes = tree.read(&path)?;
            Ok(FileContent {
                mime: detect::detect(path.as_str(), &bytes).mime,
                etag: tree.version(&path)?.unwrap_or_default(),
                path: path.clone(),
                bytes,
            })
        })
    }

    /// The paths of a file: the given path, and the real one if the path contains links. Changes are
    /// reported for the real path.
    ///
    /// # Errors
    /// The path is not valid, or the policy does not allow it to be listed.
    pub fn paths_of(&self, path: &str) -> Result<Vec<VPath>, ToolError> {
        let path = parse_path(path, None)?;
        let reach = Reach::path(path.clone());
        self.look(reach, &CancelToken::new(), |tree| {
            // A missing file may be created later.
            let exists = tree.exists(&path)?;
            let real = exists.then(|| tree.real_path(&path)).transpose()?;
            let mut paths = vec![path.clone()];
            paths.extend(real.filter(|real| *real != path));
            Ok(paths)
        })
    }

    /// The completions of a path: the entries of the directory before its last slash, sorted by
    /// name. A path without a leading slash starts at the root. A directory that cannot be listed
    /// has no completions.
    ///
    /// # Errors
    /// The workspace cannot be read.
    pub fn complete_path(
        &self,
        beginning: &str,
        count_max: usize,
    ) -> Result<PathCompletion, ToolError> {
        let (directory, name) = beginning.rsplit_once('/').unwrap_or(("", beginning));
        let Ok(directory) = parse_path(&format!("/{}", directory.trim_start_matches('/')), None)
        else {
            return Ok(PathCompletion::default());
        };
        let reach = Reach::listed(directory.clone(), Depth::Entries);
        self.look(reach, &CancelToken::new(), |tree| {
            let entries = match tree.read_dir(&directory) {
                Ok(entries) => entries,
                Err(error) if is_nothing_to_see(error.kind()) => Vec::new(),
                Err(error) => return Err(error.into()),
            };
            let base = directory.as_str().trim_end_matches('/');
            let mut completion = PathCompletion::default();
            for entry in entries {
                if !entry.name.starts_with(name) {
                    continue;
                }
                completion.total += 1;
                if completion.paths.len() < count_max {
                    let slash = match entry.kind {
                        FileKind::Directory => "/",
                        _ => "",
                    };
                    completion
                        .paths
                        .push(format!("{base}/{}{slash}", entry.name));
                }
            }
            Ok(completion)
        })
    }

    /// Reads one state of the workspace, restricted by the policy.
    fn look<T>(
        &self,
        reach: Reach,
        cancel: &CancelToken,
        body: impl FnOnce(&Tree) -> Result<T, ToolError>,
    ) -> Result<T, ToolError> {
        cancel.check()?;
        let turn = match &self.services.mirror {
            None => None,
            Some(mirror) => Some(mirror.enter(cancel)?),
        };
        if let Some(turn) = &turn {
            turn.prepare(&reach)?;
        }
        let tree = self.services.workspace.tree()?;
        tree.set_stop_signal(Some(cancel.signal()));
        let looked = tree
            .snapshot(|txn| body(txn))
            .map_err(|error| cancel.explain(self.explained(&tree, error)));
        match &turn {
            Some(turn) => looked.map_err(|error| turn.reason(error)),
            None => looked,
        }
    }
}

/// Whether a directory is missing, is not a directory, or may not be read.
fn is_nothing_to_see(kind: ErrorKind) -> bool {
    matches!(
        kind,
        ErrorKind::NotFound
            | ErrorKind::NotDirectory
            | ErrorKind::NotPermitted
            | ErrorKind::ApprovalNeeded
            | ErrorKind::Loop
            | ErrorKind::NameTooLong
    )
}

/// Collects files until a page is full.
struct Walk<'a> {
    tree: &'a Tree,
    excluded: &'a Excluded,
    cancel: &'a CancelToken,
    count_max: usize,
    page: FilePage,
}

impl Walk<'_> {
    /// The files of a directory and below it that come after a position, which is given by its names
    /// from here on; all of them if there are no names.
    fn directory(&mut self, directory: &VPath, behind: &[&str]) -> Result<(), ToolError> {
        self.cancel.check()?;
        let entries = match self.tree.read_dir(directory) {
            Ok(entries) => entries,
            // A policy hides it from tools as well.
            Err(error) if is_nothing_to_see(error.kind()) => return Ok(()),
            Err(error) => return Err(error.into()),
        };
        let base = directory.as_str().trim_end_matches('/').to_owned();
        for entry in entries {
            let first = behind.first().copied();
            if first.is_some_and(|first| entry.name.as_str() < first) {
                continue;
            }
            let is_on_the_way = first == Some(entry.name.as_str());
            let path = VPath::parse(&format!("{base}/{}", entry.name))?;
            if is_internal(&path) || self.excluded.leaves_out(&path, entry.kind) {
                continue;
            }
            match entry.kind {
                FileKind::Directory => {
                    self.directory(&path, if is_on_the_way { &behind[1..] } else { &[] })?;
                }
                FileKind::File if !is_on_the_way => self.file(path)?,
                _ => {}
            }
            if self.page.has_more {
                return Ok(());
            }
        }
        Ok(())
    }

    fn file(&mut self, path: VPath) -> Result<(), ToolError> {
        if self.page.files.len() >= self.count_max {
            self.page.has_more = true;
            return Ok(());
        }
        if let Some(stat) = self.tree.lstat(&path)? {
            self.page.files.push(FileEntry {
                path,
                size: stat.size,
                mtime_ms: stat.mtime.as_millis(),
            });
        }
        Ok(())
    }
}
