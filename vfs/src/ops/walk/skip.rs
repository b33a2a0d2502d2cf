//! What a walk leaves out.

use std::rc::Rc;

use crate::error::{Error, ErrorKind, Result};
use crate::node::{FileKind, Node};
use crate::ops::glob::Glob;
use crate::ops::ignore::{Entry, FILE_BYTES_MAX, Rules};
use crate::path::VPath;
use crate::tree::Tree;

/// Most patterns of one walk: each is tried on every entry.
const PATTERNS_MAX: usize = 256;

/// The name of the files whose rules hold below their directory.
const RULES_NAME: &str = ".gitignore";

/// What to leave out of a walk, with everything below it.
#[derive(Debug, Clone, Default)]
pub struct Skip {
    /// Patterns with a slash, for whole paths.
    paths: Vec<Glob>,
    /// Patterns without one, for names at any depth.
    names: Vec<Glob>,
    /// Whether `.gitignore` files are heeded; `.git` is left out then.
    gitignore: bool,
}

/// The rules of the `.gitignore` file of one directory.
#[derive(Debug)]
pub(super) struct Level {
    rules: Rules,
    /// Bytes of the directory's path with a slash at its end.
    prefix_bytes: usize,
    above: Option<Rc<Self>>,
}

impl Skip {
    /// Leaves out what any of the patterns matches and, if wanted, what `.gitignore` files say.
    /// A pattern without a slash, such as `node_modules` or `*.log`, is for names at any depth.
    ///
    /// # Errors
    /// `Invalid` for a bad pattern, or for more than 256.
    pub fn new(patterns: &[&str], gitignore: bool) -> Result<Self> {
        let invalid = |text: String| Error::new(ErrorKind::Invalid).with_detail(text);
        if patterns.len() > PATTERNS_MAX {
            return Err(invalid(format!(
                "{} patterns to exclude, at most {PATTERNS_MAX} are allowed; join some with braces: {{a,b}}",
                patterns.len()
            )));
        }
        let mut skip = Self {
            gitignore,
            ..Self::default()
        };
        for pattern in patterns {
            let name = pattern.strip_suffix('/').unwrap_or(pattern);
            let (list, glob) = if name.contains('/') {
                (&mut skip.paths, Glob::new(name))
            } else {
                (&mut skip.names, Glob::find_name(name))
            };
            list.push(glob.map_err(|error| invalid(error.to_string()))?);
        }
        Ok(skip)
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
                level = read(tree, base, &node, level)?;
            }
        }
        Ok(level)
    }

    /// The rules that hold for the entries of a directory, whose path has no slash at its end.
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
            Some((_, node)) => read(tree, base, node, above),
            None => Ok(above),
        }
    }

    pub(super) fn leaves_out(&self, path: &VPath, node: &Node, level: Option<&Level>) -> bool {
        let name = path.name().unwrap_or_default();
        self.names.iter().any(|glob| glob.is_match(name))
            || self.paths.iter().any(|glob| glob.is_match(path.as_str()))
            || self.gitignore && (name == ".git" || is_ignored(path.as_str(), node, level))
    }
}

/// The nearest file that speaks of an entry decides.
fn is_ignored(path: &str, node: &Node, mut level: Option<&Level>) -> bool {
    let entry = if node.is_dir() {
        Entry::Folder
    } else {
        Entry::Other
    };
    while let Some(here) = level {
        let below = path.get(here.prefix_bytes..).unwrap_or_default();
        if let Some(ignored) = here.rules.ignores(below, entry) {
            return ignored;
        }
        level = here.above.as_deref();
    }
    false
}

/// Reads the rules of a directory on top of those above it.
fn read(
    tree: &Tree,
    base: &str,
    node: &Node,
    above: Option<Rc<Level>>,
) -> Result<Option<Rc<Level>>> {
    if node.kind != FileKind::File {
        return Ok(above);
    }
    let mut bytes = Vec::new();
    tree.content_reader(node.content, node.size)?
        .for_each_piece(|piece| {
            let room = FILE_BYTES_MAX - bytes.len();
            bytes.extend_from_slice(&piece[..room.min(piece.len())]);
        })?;
    let rules = Rules::parse(&String::from_utf8_lossy(&bytes));
    if rules.is_empty() {
        return Ok(above);
    }
    Ok(Some(Rc::new(Level {
        rules,
        prefix_bytes: base.len() + 1,
        above,
    })))
}
