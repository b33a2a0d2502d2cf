//! What a walk leaves out.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use crate::budget;
use crate::error::{Error, ErrorKind, Result};
use crate::node::{FileKind, Node};
use crate::ops::glob::Glob;
use crate::ops::ignore::{Entry, FILE_BYTES_MAX, Level, RULE_BYTES_A_BYTE, Rules};
use crate::path::VPath;
use crate::tree::Tree;

/// Most patterns of one walk: each is tried on every entry.
const PATTERNS_MAX: usize = 256;

/// The name of the files whose rules hold below their directory.
const RULES_NAME: &str = ".gitignore";

/// What to leave out of a walk, with everything below it. The default is nothing.
///
/// ```
/// use isolate_vfs::{FindOptions, Skip};
///
/// let skip = Skip::new(&["node_modules", "*.log"])?.gitignore();
/// let options = FindOptions::new().skip(skip);
/// # Ok::<(), isolate_vfs::Error>(())
/// ```
#[derive(Debug, Default)]
pub struct Skip {
    /// Patterns with a slash, for whole paths.
    paths: Vec<Glob>,
    /// Patterns without one, for names at any depth.
    names: Vec<Glob>,
    /// Whether the rules of `.gitignore` files apply; `.git` is left out then.
    gitignore: bool,
    /// Bytes of `.gitignore` files that may be read; unlimited if `None`.
    gitignore_bytes_max: Option<u64>,
    /// Bytes of `.gitignore` files that walks wanted to read.
    bytes_read: Cell<u64>,
    /// `.gitignore` files outside of the workspace that walks could not read.
    unreadable: RefCell<Vec<Error>>,
}

impl Clone for Skip {
    /// The same rules, for a walk that has not begun.
    fn clone(&self) -> Self {
        Self {
            paths: self.paths.clone(),
            names: self.names.clone(),
            gitignore: self.gitignore,
            gitignore_bytes_max: self.gitignore_bytes_max,
            bytes_read: self.bytes_read.clone(),
            unreadable: RefCell::default(),
        }
    }
}

impl Skip {
    /// Leaves out what any of the patterns matches. A pattern without a slash, such as
    /// `node_modules` or `*.log`, is for names at any depth.
    ///
    /// # Errors
    /// `Invalid` for a bad or empty pattern, or for more than 256.
    pub fn new(patterns: &[&str]) -> Result<Self> {
        let invalid = |text: String| Error::new(ErrorKind::Invalid).with_detail(text);
        if patterns.len() > PATTERNS_MAX {
            return Err(invalid(format!(
                "{} patterns to exclude, at most {PATTERNS_MAX} are allowed; join some with braces: {{a,b}}",
                patterns.len()
            )));
        }
        let mut skip = Self::default();
        for pattern in patterns {
            let name = pattern.strip_suffix('/').unwrap_or(pattern);
            if name.is_empty() {
                return Err(invalid(format!(
                    "the pattern \"{pattern}\" to exclude names nothing; leave it out, or name what to leave out, as in \"node_modules\""
                )));
            }
            let (list, glob) = if name.contains('/') {
                (&mut skip.paths, Glob::new(name))
            } else {
                (&mut skip.names, Glob::find_name(name))
            };
            budget::charge(Glob::bytes_max(name))?;
            list.push(glob.map_err(|error| invalid(error.to_string()))?);
        }
        Ok(skip)
    }

    /// Also leaves out what `.gitignore` files say, and `.git`.
    #[must_use]
    pub fn gitignore(mut self) -> Self {
        self.gitignore = true;
        self
    }

    /// Sets the largest number of bytes of `.gitignore` files to read. Default: no bound. A walk
    /// that needs more ends with `TooLarge`.
    #[must_use]
    pub fn gitignore_bytes_max(mut self, bytes: u64) -> Self {
        self.gitignore_bytes_max = Some(bytes);
        self
    }

    /// Bytes of `.gitignore` files that walks wanted to read; more than the bound after a walk that
    /// ended because of it.
    #[must_use]
    pub fn bytes_read(&self) -> u64 {
        self.bytes_read.get()
    }

    /// Takes the errors of `.gitignore` files outside of the workspace that walks could not read, each
    /// with its path. Their rules did not apply, as in git.
    #[must_use]
    pub fn take_unreadable(&self) -> Vec<Error> {
        self.unreadable.take()
    }

    fn charge(&self, bytes: u64) -> Result<()> {
        let rules = usize::try_from(bytes).unwrap_or(usize::MAX);
        budget::charge(rules.saturating_mul(RULE_BYTES_A_BYTE))?;
        self.bytes_read
            .set(self.bytes_read.get().saturating_add(bytes));
        match self.gitignore_bytes_max {
            Some(max) if self.bytes_read.get() > max => Err(Error::new(ErrorKind::TooLarge)
                .with_detail("the .gitignore files are larger than may be read")),
            _ => Ok(()),
        }
    }

    pub(super) fn is_nothing(&self) -> bool {
        !self.gitignore && self.paths.is_empty() && self.names.is_empty()
    }

    /// The rules of the directories above a path.
    pub(super) fn above(&self, tree: &Tree, path: &VPath) -> Result<Option<Rc<Level>>> {
        let mut level = None;
        if !self.gitignore {
            return Ok(level);
        }
        let mut folders = Vec::new();
        let mut folder = path.parent();
        while let Some(path) = folder {
            folder = path.parent();
            folders.push(path);
        }
        for folder in folders.iter().rev() {
            let base = if folder.is_root() {
                ""
            } else {
                folder.as_str()
            };
            let Ok(file) = VPath::parse(&format!("{base}/{RULES_NAME}")) else {
                continue;
            };
            if let Some((_, node)) = tree.entry(&file)? {
                level = self.read(tree, base, &node, level)?;
            }
        }
        Ok(level)
    }

    /// The rules for the entries of a directory, whose path has no trailing slash.
    pub(super) fn level(
        &self,
        tree: &Tree,
        base: &str,
        entries: &[(String, Node)],
        above: Option<&Rc<Level>>,
    ) -> Result<Option<Rc<Level>>> {
        let above = above.cloned();
        let own = entries
            .iter()
            .find(|(name, _)| self.gitignore && name == RULES_NAME);
        match own {
            Some((_, node)) => self.read(tree, base, node, above),
            None => Ok(above),
        }
    }

    /// Reads the rules of a directory on top of those above it. A file beyond its bound is cut
    /// after the last whole line: half of a rule would be another rule.
    fn read(
        &self,
        tree: &Tree,
        base: &str,
        node: &Node,
        above: Option<Rc<Level>>,
    ) -> Result<Option<Rc<Level>>> {
        if node.kind != FileKind::File {
            return Ok(above);
        }
        self.charge(node.size.min(FILE_BYTES_MAX as u64))?;
        let mut bytes = Vec::new();
        let file = VPath::from_normal(format!("{base}/{RULES_NAME}"));
        let read = tree
            .content_reader(&file, node.content, node.size)?
            .for_each_piece(|piece| {
                let room = FILE_BYTES_MAX - bytes.len();
                bytes.extend_from_slice(&piece[..room.min(piece.len())]);
            });
        match read {
            Err(error) if error.is_of_unreadable_file() => {
                self.unreadable.borrow_mut().push(error);
                return Ok(above);
            }
            read => read?,
        }
        Ok(Level::new(
            Rules::parse_start(bytes, node.size),
            base,
            above,
        ))
    }

    /// Whether a pattern leaves out what is at a path. The rules of `.gitignore` files are not looked
    /// at, and neither are the directories above: a walk does not enter those that are left out.
    #[must_use]
    pub fn excludes(&self, path: &VPath) -> bool {
        let name = path.name().unwrap_or_default();
        self.names.iter().any(|glob| glob.is_match(name))
            || self.paths.iter().any(|glob| glob.is_match(path.as_str()))
    }

    pub(super) fn leaves_out(&self, path: &VPath, node: &Node, level: Option<&Level>) -> bool {
        let entry = match node.is_dir() {
            true => Entry::Folder,
            false => Entry::Other,
        };
        self.excludes(path)
            || self.gitignore
                && (path.name() == Some(".git")
                    || level.is_some_and(|level| level.ignores(path.as_str(), entry)))
    }
}
