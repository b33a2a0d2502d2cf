//! What listings and searches skip, named and counted.

use std::collections::{BTreeMap, BTreeSet};

use isolate_vfs::{FindEntry, FindOptions, Glob, Skip, VPath};
use serde_json::Value as Json;

use crate::context::Context;
use crate::error::{Code, ToolError};
use crate::interface::Phrase;
use crate::settings::Settings;

/// The names and patterns to skip: those of the caller, or the defaults.
pub(crate) struct Excluded {
    skip: Skip,
    pub(crate) patterns: Vec<String>,
    /// In the order of the patterns; whether it is one for names.
    globs: Vec<(Glob, bool)>,
    is_asked: bool,
}

impl Excluded {
    pub(crate) fn new(context: &Context<'_>, asked: Option<&[String]>) -> Result<Self, ToolError> {
        Self::of(context.settings, asked)
    }

    /// The defaults.
    pub(crate) fn usual(settings: &Settings) -> Result<Self, ToolError> {
        Self::of(settings, None)
    }

    fn of(settings: &Settings, asked: Option<&[String]>) -> Result<Self, ToolError> {
        let patterns = asked.map_or_else(|| settings.exclude.clone(), <[String]>::to_vec);
        let texts: Vec<&str> = patterns.iter().map(String::as_str).collect();
        let skip = Skip::new(&texts)
            .map_err(|error| ToolError::new(Code::InvalidPattern, error.reason()))?;
        let mut globs = Vec::new();
        for text in texts {
            let text = text.strip_suffix('/').unwrap_or(text);
            globs.push(if text.contains('/') {
                (compiled(Glob::new(text))?, false)
            } else {
                (compiled(Glob::find_name(text))?, true)
            });
        }
        Ok(Self {
            skip,
            patterns,
            globs,
            is_asked: asked.is_some(),
        })
    }

    /// The pattern by which a path itself is skipped.
    pub(crate) fn leaves_out(&self, path: &VPath) -> Option<&str> {
        let name = path.name().unwrap_or_default();
        let at = self.globs.iter().position(|(glob, is_for_names)| {
            glob.is_match(if *is_for_names { name } else { path.as_str() })
        })?;
        self.patterns.get(at).map(String::as_str)
    }

    pub(crate) fn nothing_passed(&self) -> Passed {
        Passed {
            by_pattern: BTreeMap::new(),
            is_asked: self.is_asked,
        }
    }

    /// The entries below a directory without the skipped ones, and the counts of those.
    pub(crate) fn find(
        &self,
        context: &Context<'_>,
        real: &VPath,
        options: FindOptions,
        is_meant: impl Fn(&FindEntry) -> bool,
    ) -> Result<(Vec<FindEntry>, Passed), ToolError> {
        let mut passed = self.nothing_passed();
        let mut all = context.tree.find(real, &options)?;
        if self.patterns.is_empty() {
            all.retain(&is_meant);
            return Ok((all, passed));
        }
        context.cancel.check()?;
        let kept = options.skip(self.skip.clone());
        let mut found = context.tree.find(real, &kept)?;
        let known: BTreeSet<&str> = found.iter().map(|entry| entry.path.as_str()).collect();
        for entry in &all {
            if !known.contains(entry.path.as_str()) && is_meant(entry) {
                passed.add(self, &entry.path, real);
            }
        }
        found.retain(&is_meant);
        Ok((found, passed))
    }
}

/// The counts of skipped entries, by pattern.
pub(crate) struct Passed {
    by_pattern: BTreeMap<String, u64>,
    /// Whether the caller named the patterns.
    is_asked: bool,
}

impl Passed {
    /// Counts an entry at or below a skipped one.
    fn add(&mut self, excluded: &Excluded, path: &VPath, base: &VPath) {
        let mut pattern = None;
        let mut at = Some(path.clone());
        while let Some(here) = at.filter(|here| here != base) {
            pattern = excluded.leaves_out(&here).or(pattern);
            at = here.parent();
        }
        self.count(pattern.unwrap_or_default(), 1);
    }

    pub(crate) fn count(&mut self, pattern: &str, entries: u64) {
        *self.by_pattern.entry(pattern.to_owned()).or_default() += entries;
    }

    /// The counts by pattern; `None` if nothing was skipped.
    pub(crate) fn to_json(&self) -> Option<Json> {
        (!self.by_pattern.is_empty()).then(|| {
            self.by_pattern
                .iter()
                .map(|(pattern, count)| (pattern.clone(), Json::from(*count)))
                .collect()
        })
    }

    /// Reports what was skipped. Patterns are the caller's or the embedder's words, unlike the
    /// names of files.
    pub(crate) fn note(&self, context: &Context<'_>, what: &str) {
        if self.by_pattern.is_empty() {
            return;
        }
        let told: Vec<String> = self
            .by_pattern
            .iter()
            .map(|(pattern, count)| format!("{pattern} ({count})"))
            .collect();
        let include = if self.is_asked {
            ""
        } else {
            context.phrase(Phrase::IncludeSkipped)
        };
        context.notice(format!("{what} skipped: {}{include}", told.join(", ")));
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

    pub(crate) fn total(&self) -> u64 {
        self.total
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
    glob: Result<Glob, isolate_vfs::ops::glob::PatternError>,
) -> Result<Glob, ToolError> {
    glob.map_err(|error| ToolError::new(Code::InvalidPattern, error.to_string()))
}
