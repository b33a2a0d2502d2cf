//! What listings and searches skip, named and counted.

use std::collections::BTreeMap;

use isolate_text::{VPath, glob::Glob};
use isolate_vfs::{FileKind, FindEntry, FindOptions, Skip};
use serde_json::{Map, Value as Json};

use crate::context::Context;
use crate::error::{Code, ToolError};
use crate::interface::Phrase;
use crate::settings::Settings;

/// The names and patterns to skip: the defaults, and those of the caller.
pub(crate) struct Excluded {
    skip: Skip,
    pub(crate) patterns: Vec<String>,
    /// How many of the patterns are the caller's; they come last.
    asked: usize,
    /// Whether defaults are among the patterns.
    has_defaults: bool,
}

impl Excluded {
    /// What to skip below a path: a default that lies on the way to it is not applied, and an empty list
    /// of the caller drops them all.
    pub(crate) fn new(
        context: &Context<'_>,
        asked: Option<&[String]>,
        path: &VPath,
    ) -> Result<Self, ToolError> {
        let real = context
            .tree
            .real_path(path)
            .unwrap_or_else(|_| path.clone());
        let is_asked_for = |pattern: &&String| {
            let Ok(skip) = Skip::new(&[pattern.as_str()]) else {
                return false;
            };
            [path, &real].into_iter().any(|path| lies_on(&skip, path))
        };
        let mut defaults = context
            .settings
            .exclude
            .iter()
            .filter(|it| !is_asked_for(it));
        match asked {
            Some([]) => Self::of(&mut std::iter::empty(), &[]),
            asked => Self::of(&mut defaults, asked.unwrap_or_default()),
        }
    }

    /// The defaults.
    pub(crate) fn usual(settings: &Settings) -> Result<Self, ToolError> {
        Self::of(&mut settings.exclude.iter(), &[])
    }

    fn of(
        defaults: &mut dyn Iterator<Item = &String>,
        asked: &[String],
    ) -> Result<Self, ToolError> {
        let mut patterns: Vec<String> = defaults
            .filter(|one| !asked.contains(one))
            .cloned()
            .collect();
        let has_defaults = !patterns.is_empty();
        patterns.extend_from_slice(asked);
        let texts: Vec<&str> = patterns.iter().map(String::as_str).collect();
        let skip = Skip::new(&texts)
            .map_err(|error| ToolError::new(Code::InvalidPattern, error.reason()))?;
        Ok(Self {
            skip,
            patterns,
            asked: asked.len(),
            has_defaults,
        })
    }

    /// Whether a path itself is skipped in a search from the root.
    pub(crate) fn leaves_out(&self, path: &VPath, kind: FileKind) -> bool {
        self.skip.excludes(path, kind).is_some()
    }

    /// What is found below a directory without the skipped entries, and the counts of those.
    pub(crate) fn find(
        &self,
        context: &Context<'_>,
        real: &VPath,
        options: FindOptions,
    ) -> Result<(Vec<FindEntry>, Passed), ToolError> {
        let mut passed = self.nothing_passed();
        let options = options.skip(self.skip.clone()).mark_left_out();
        let mut found = context.tree.find(real, &options)?;
        for by in found.iter().filter_map(|entry| entry.left_out_by) {
            passed.count(by, 1);
        }
        found.retain(|entry| entry.left_out_by.is_none());
        Ok((found, passed))
    }

    /// The skipped entries down to a depth, with the number of the pattern of each.
    pub(crate) fn skipped(
        &self,
        context: &Context<'_>,
        real: &VPath,
        depth: u32,
    ) -> Result<BTreeMap<VPath, usize>, ToolError> {
        let options = FindOptions::new().depth_max(depth).skip(self.skip.clone());
        let found = context.tree.find(real, &options.mark_left_out())?;
        let skipped = found.into_iter();
        Ok(skipped
            .filter_map(|entry| Some((entry.path, entry.left_out_by?)))
            .collect())
    }

    pub(crate) fn nothing_passed(&self) -> Passed {
        Passed {
            patterns: self.patterns.clone(),
            asked: self.asked,
            has_defaults: self.has_defaults,
            by_pattern: BTreeMap::new(),
        }
    }
}

/// Whether what is skipped lies on a path: it, or a directory above it.
fn lies_on(skip: &Skip, path: &VPath) -> bool {
    let mut at = Some(path.clone());
    while let Some(here) = at {
        if skip.excludes(&here, FileKind::Directory).is_some() {
            return true;
        }
        at = here.parent();
    }
    false
}

/// The counts of skipped entries, by pattern.
pub(crate) struct Passed {
    patterns: Vec<String>,
    /// How many of the patterns are the caller's; they come last.
    asked: usize,
    has_defaults: bool,
    /// By the number of the pattern.
    by_pattern: BTreeMap<usize, u64>,
}

impl Passed {
    pub(crate) fn count(&mut self, pattern: usize, entries: u64) {
        *self.by_pattern.entry(pattern).or_default() += entries;
    }

    fn text(&self, pattern: usize) -> &str {
        self.patterns.get(pattern).map_or("", String::as_str)
    }

    /// The counts by pattern; `None` if nothing was skipped.
    pub(crate) fn counts(&self) -> Option<Map<String, Json>> {
        (!self.by_pattern.is_empty()).then(|| {
            self.by_pattern
                .iter()
                .map(|(pattern, count)| (self.text(*pattern).to_owned(), Json::from(*count)))
                .collect()
        })
    }

    /// Reports patterns of the caller that skip nothing.
    pub(crate) fn note_unused(&self, context: &Context<'_>) {
        let defaults = self.patterns.len() - self.asked;
        let unused: Vec<&str> = (defaults..self.patterns.len())
            .filter(|pattern| !self.by_pattern.contains_key(pattern))
            .map(|pattern| self.text(pattern))
            .collect();
        if let Some(text) = Skip::note_of_unused(&unused) {
            context.notice(text);
        }
    }

    /// Reports what was skipped, and what was to be skipped and is not there. Patterns are the caller's or
    /// the embedder's words, unlike the names of files.
    pub(crate) fn note(&self, context: &Context<'_>, what: &str) {
        self.note_unused(context);
        if self.by_pattern.is_empty() {
            return;
        }
        let defaults = self.patterns.len() - self.asked;
        let mut counts: Vec<String> = self
            .by_pattern
            .iter()
            .map(|(pattern, count)| format!("{} ({count})", self.text(*pattern)))
            .collect();
        counts.sort_unstable();
        let are_defaults = self.has_defaults && self.by_pattern.keys().all(|one| *one < defaults);
        let include = if are_defaults {
            context.phrase(Phrase::IncludeSkipped)
        } else {
            ""
        };
        context.notice(format!("{what} skipped: {}{include}", counts.join(", ")));
    }
}

/// Files that a search passed over because their bytes are outside of the workspace and cannot be read.
#[derive(Default)]
pub(crate) struct Unreadable {
    /// The first ones, each with the reason.
    lines: String,
    named: usize,
    total: u64,
}

impl Unreadable {
    /// More are counted.
    const NAMED_MAX: usize = 20;

    pub(crate) fn add(&mut self, context: &Context<'_>, path: &VPath, error: &isolate_vfs::Error) {
        self.total += 1;
        if self.named < Self::NAMED_MAX {
            self.named += 1;
            let path = context.name(path.as_str());
            let reason = error.reason();
            self.lines
                .push_str(&format!("[not searched: {path}: {reason}]\n"));
        }
    }

    /// The files for the text of an answer: their names are no words for notices.
    pub(crate) fn lines(&self) -> &str {
        &self.lines
    }

    pub(crate) fn note(&self, context: &Context<'_>) {
        if self.total > 0 {
            let files = if self.total == 1 { "file" } else { "files" };
            context.notice(format!(
                "{} {files} cannot be read and took no part; the text names the first ones",
                self.total
            ));
        }
    }
}

/// Parses a pattern.
pub(crate) fn compiled(
    glob: Result<Glob, isolate_text::glob::PatternError>,
) -> Result<Glob, ToolError> {
    glob.map_err(|error| ToolError::new(Code::InvalidPattern, error.to_string()))
}
