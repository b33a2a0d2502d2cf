//! Finding entries by a pattern for their paths.

use isolate_text::glob::Glob;
use isolate_text::{VPath, budget};

use super::{FOUND_BYTES, Skip, Sought, Visit, Walk};
use crate::error::Result;
use crate::node::FileKind;
use crate::tree::{ENTRIES_MAX_DEFAULT, Follow, check_entries};
use crate::txn::Tree;

/// How [`Tree::glob`] looks for what a pattern matches.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct GlobOptions {
    /// What to leave out, with everything below it.
    pub skip: Skip,
    /// Largest depth below the literal beginning of the pattern; what is deeper is not entered.
    pub depth_max: Option<u32>,
    /// Most entries to find. Default: 1,000,000.
    pub entries_max: usize,
}

impl Default for GlobOptions {
    fn default() -> Self {
        Self::new()
    }
}

impl GlobOptions {
    /// The defaults: any depth, and nothing is left out.
    #[must_use]
    pub fn new() -> Self {
        Self {
            skip: Skip::default(),
            depth_max: None,
            entries_max: ENTRIES_MAX_DEFAULT,
        }
    }

    /// Sets what to leave out.
    #[must_use]
    pub fn skip(mut self, skip: Skip) -> Self {
        self.skip = skip;
        self
    }

    bounds!(
        "Sets the largest depth below the literal beginning of the pattern.",
        "Sets the largest number of entries to find."
    );
}

impl Tree {
    /// The entries that a pattern matches, sorted by the bytes of their paths; never the root.
    ///
    /// Only entries below the literal beginning of the pattern are visited. Links match
    /// by their own path and are not entered.
    ///
    /// # Errors
    /// `TooLarge` beyond [`GlobOptions::entries_max`] matches; `Deadline`.
    pub fn glob(&self, glob: &Glob, options: &GlobOptions) -> Result<Vec<(VPath, FileKind)>> {
        self.snapshot(|txn| {
            let mut found = Vec::new();
            // A pattern too long to be a path matches nothing.
            let Ok(prefix) = VPath::parse(glob.literal_prefix()) else {
                return Ok(found);
            };
            // A path through a link is not a path of the entries behind it.
            let Some(position) = txn.locate(&prefix, Follow::No)? else {
                return Ok(found);
            };
            let Some(node) = position.node.filter(|_| position.path == prefix) else {
                return Ok(found);
            };
            if txn.is_hidden(&prefix) {
                return Ok(found);
            }
            let sought = Sought::default().and([glob.clone()]);
            let walk =
                Walk::new(txn, options.depth_max, usize::MAX).rooted(&prefix, prefix.clone());
            let root = Visit::root(prefix, node);
            let mut walk = walk.skipping(&options.skip).seeking(&sought);
            walk.run(root, |visit| {
                check_entries(found.len() + 1, options.entries_max)?;
                budget::charge(visit.path.as_str().len() + FOUND_BYTES)?;
                found.push((visit.path.clone(), visit.node.kind));
                Ok(())
            })?;
            found.sort_unstable();
            Ok(found)
        })
    }

    /// How many entries a text matches as a pattern, where a path was wanted: none if an entry has it as
    /// its path, or if it has no wildcard.
    ///
    /// # Errors
    /// As [`Tree::glob`].
    pub fn count_as_pattern(&self, text: &str) -> Result<usize> {
        // Most paths cannot be patterns, and a program may ask for thousands that are missing.
        if !Glob::may_be(text) {
            return Ok(0);
        }
        let Ok(glob) = Glob::new(text) else {
            return Ok(0);
        };
        let is_entry = || {
            let path = VPath::parse(text).ok();
            let stat = path.map(|path| self.lstat(&path)).transpose();
            stat.map(|stat| stat.flatten().is_some())
        };
        if glob.literal_path().is_some() || is_entry()? {
            return Ok(0);
        }
        budget::charge(Glob::bytes_max(text))?;
        Ok(self.glob(&glob, &GlobOptions::new())?.len())
    }
}
