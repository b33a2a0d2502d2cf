//! What a walk leaves out.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use isolate_text::glob::place::Match;
use isolate_text::glob::{Glob, PatternError};
use isolate_text::ignore::{Entry, FILE_BYTES_MAX, Level, RULE_BYTES_A_BYTE, Rules};
use isolate_text::{VPath, budget};

use crate::error::{Error, ErrorKind, Result};
use crate::node::{FileKind, Node};
use crate::txn::ReadTxn;

/// Most patterns of one walk: each is tried on every entry.
const PATTERNS_MAX: usize = 256;

/// The name of the files whose rules hold below their directory.
const RULES_NAME: &str = ".gitignore";

/// What to leave out of a walk, with everything below it. The default is nothing.
///
/// A pattern with a slash at its beginning is a path from the root. Any other one matches at any depth
/// below the folder where the walk starts, as a name or, with a slash in it, as the end of a path.
///
/// ```
/// use isolate_vfs::{FindOptions, Skip};
///
/// let skip = Skip::new(&["node_modules", "generated/*.ts", "/data/old"])?.gitignore();
/// let options = FindOptions::new().skip(skip);
/// # Ok::<(), isolate_vfs::Error>(())
/// ```
#[derive(Debug, Default)]
pub struct Skip {
    texts: Vec<String>,
    globs: Vec<Glob>,
    /// Which of the patterns have left something out.
    used: RefCell<Vec<bool>>,
    /// Whether there was a walk that could leave something out.
    has_walked: Cell<bool>,
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
            texts: self.texts.clone(),
            globs: self.globs.clone(),
            used: RefCell::new(vec![false; self.globs.len()]),
            has_walked: Cell::default(),
            gitignore: self.gitignore,
            gitignore_bytes_max: self.gitignore_bytes_max,
            bytes_read: self.bytes_read.clone(),
            unreadable: RefCell::default(),
        }
    }
}

impl Skip {
    /// Leaves out what any of the patterns matches.
    ///
    /// # Errors
    /// `Invalid` for a bad or empty pattern, or for more than 256.
    pub fn new(patterns: &[&str]) -> Result<Self> {
        let globs = compiled(patterns, Glob::excluding)?;
        Ok(Self {
            texts: patterns.iter().copied().map(str::to_owned).collect(),
            used: RefCell::new(vec![false; globs.len()]),
            globs,
            ..Self::default()
        })
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

    /// The patterns that have left nothing out, after a walk; none if there was no walk.
    #[must_use]
    pub fn unused(&self) -> Vec<&str> {
        let used = self.used.borrow();
        let texts = self.texts.iter().zip(used.iter());
        texts
            .filter(|(_, used)| self.has_walked.get() && !**used)
            .map(|(text, _)| text.as_str())
            .collect()
    }

    /// The note on patterns that have left nothing out; none if there are no such patterns.
    #[must_use]
    pub fn note_of_unused(patterns: &[&str]) -> Option<String> {
        const NAMED_MAX: usize = 5;
        const CHARS_MAX: usize = 60;
        let quoted =
            |text: &&str| format!("{:?}", text.chars().take(CHARS_MAX).collect::<String>());
        let mut named: Vec<String> = patterns.iter().take(NAMED_MAX).map(quoted).collect();
        if let Some(more @ 1..) = patterns.len().checked_sub(NAMED_MAX) {
            named.push(format!("and {more} more"));
        }
        (!named.is_empty()).then(|| {
            format!(
                "exclude leaves nothing out: {}; a pattern with a leading slash is a path of the workspace, any \
                 other matches at any depth below the folder that is searched",
                named.join(", ")
            )
        })
    }

    pub(super) fn is_nothing(&self) -> bool {
        !self.gitignore && self.globs.is_empty()
    }

    pub(super) fn globs(&self) -> &[Glob] {
        &self.globs
    }

    pub(super) fn begin_walk(&self) {
        self.has_walked.set(true);
    }

    /// The first pattern that leaves out an entry which patterns match.
    pub(super) fn leaves_out(&self, matched: &[Match], node: &Node) -> Option<usize> {
        let counts = |one: &&Match| node.is_dir() || !one.is_for_folders;
        let mut known = self.used.borrow_mut();
        let numbers = matched.iter().filter(counts).map(|one| one.glob);
        // Each that would have left it out has its use.
        let used = numbers.inspect(|number| {
            if let Some(used) = known.get_mut(*number) {
                *used = true;
            }
        });
        used.min()
    }

    /// The rules of the directories above a path.
    pub(super) fn above(&self, txn: &ReadTxn<'_>, path: &VPath) -> Result<Option<Rc<Level>>> {
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
            if let Some((_, node)) = txn.entry(&file)? {
                level = self.read(txn, base, &node, level)?;
            }
        }
        Ok(level)
    }

    /// The rules for the entries of a directory, whose path has no trailing slash.
    pub(super) fn level(
        &self,
        txn: &ReadTxn<'_>,
        base: &str,
        entries: &[(String, Node)],
        above: Option<&Rc<Level>>,
    ) -> Result<Option<Rc<Level>>> {
        let above = above.cloned();
        let own = entries
            .iter()
            .find(|(name, _)| self.gitignore && name == RULES_NAME);
        match own {
            Some((_, node)) => self.read(txn, base, node, above),
            None => Ok(above),
        }
    }

    /// Reads the rules of a directory on top of those above it. A file beyond its bound is cut
    /// after the last whole line: half of a rule would be another rule.
    fn read(
        &self,
        txn: &ReadTxn<'_>,
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
        let read = txn
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

    /// The number of the pattern that leaves out what is at a path, for a walk from the root. The rules
    /// of `.gitignore` files are not looked at, and neither are the directories above: a walk does not
    /// enter those that are left out.
    #[must_use]
    pub fn excludes(&self, path: &VPath, kind: FileKind) -> Option<usize> {
        let is_folder = kind == FileKind::Directory;
        let fits =
            |glob: &Glob| glob.is_match(path.as_str()) && (is_folder || !glob.is_for_folders());
        self.globs.iter().position(fits)
    }

    /// Whether the rules of `.gitignore` files leave an entry out.
    pub(super) fn ignores(&self, path: &VPath, node: &Node, level: Option<&Level>) -> bool {
        let entry = match node.is_dir() {
            true => Entry::Folder,
            false => Entry::Other,
        };
        self.gitignore
            && (path.name() == Some(".git")
                || level.is_some_and(|level| level.ignores(path.as_str(), entry)))
    }
}

/// Patterns for paths below a folder, which is not part of a path here: one without a slash is for names
/// at any depth, any other one for whole paths. They have the language of [`Glob::plain_path`].
#[derive(Debug, Clone, Default)]
pub struct PathPatterns {
    names: Vec<Glob>,
    paths: Vec<Glob>,
}

impl PathPatterns {
    /// Compiles patterns.
    ///
    /// # Errors
    /// `Invalid` for a bad or empty pattern, or for more than 256.
    pub fn new(patterns: &[&str]) -> Result<Self> {
        let is_name = |pattern: &&str| !without_end(pattern).contains('/');
        let (names, paths): (Vec<&str>, Vec<&str>) = patterns.iter().copied().partition(is_name);
        check_count(patterns.len())?;
        Ok(Self {
            names: compiled(&names, |one| Glob::plain_name(without_end(one)))?,
            paths: compiled(&paths, |one| Glob::plain_path(without_end(one)))?,
        })
    }

    /// Whether a pattern matches a path itself. The directories above it are not looked at.
    #[must_use]
    pub fn is_match(&self, path: &VPath) -> bool {
        let name = path.name().unwrap_or_default();
        self.names.iter().any(|glob| glob.is_match(name))
            || !path.is_root() && self.paths.iter().any(|glob| glob.is_match(path.as_str()))
    }
}

fn without_end(pattern: &str) -> &str {
    pattern.strip_suffix('/').unwrap_or(pattern)
}

fn check_count(count: usize) -> Result<()> {
    if count > PATTERNS_MAX {
        return Err(invalid(format!(
            "{count} patterns to exclude, at most {PATTERNS_MAX} are allowed; join some with braces: {{a,b}}"
        )));
    }
    Ok(())
}

fn compiled(
    patterns: &[&str],
    compile: impl Fn(&str) -> std::result::Result<Glob, PatternError>,
) -> Result<Vec<Glob>> {
    check_count(patterns.len())?;
    let mut globs = Vec::with_capacity(patterns.len());
    for pattern in patterns {
        budget::charge(Glob::bytes_max(pattern))?;
        let glob = compile(pattern).map_err(|error| invalid(error.to_string()))?;
        if without_end(pattern).is_empty() || glob.is_nothing() {
            return Err(invalid(format!(
                "the pattern \"{pattern}\" to exclude names nothing; leave it out, or name what to leave out, as in \"node_modules\""
            )));
        }
        globs.push(glob);
    }
    Ok(globs)
}

fn invalid(text: String) -> Error {
    Error::new(ErrorKind::Invalid).with_detail(text)
}
