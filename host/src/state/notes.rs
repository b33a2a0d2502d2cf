//! Notes on calls that succeeded and probably did not do what was intended.

use std::cell::RefCell;

use isolate_intent::{notes, source};
use isolate_text::{VPath, glob::Glob};
use isolate_vfs::{CHECKPOINTS, OUTPUTS, Skip};

use super::args::text_of;
use super::{Call, Fault};

/// Files of one note.
const FILES_MAX: usize = 10;

/// Files that a call passed over, for one reason.
#[derive(Debug, Default)]
pub(super) struct PassedOver {
    /// The first ones.
    named: Vec<String>,
    total: usize,
}

impl PassedOver {
    pub(super) fn add_unreadable(&mut self, error: &isolate_vfs::Error) {
        let path = error.path().map(VPath::to_string).unwrap_or_default();
        self.add_as(|| format!("'{path}' ({})", error.reason()));
    }

    pub(super) fn add(&mut self, path: &VPath) {
        self.add_as(|| format!("'{path}'"));
    }

    fn add_as(&mut self, name: impl FnOnce() -> String) {
        self.total += 1;
        if self.named.len() < FILES_MAX {
            self.named.push(name());
        }
    }

    /// The same, if there is one.
    pub(super) fn described_if_any(&self, are: &str) -> Option<String> {
        (self.total > 0).then(|| self.described(are))
    }

    /// How many files they are, what they are, and which.
    fn described(&self, are: &str) -> String {
        let files = match self.total {
            1 => "1 file".to_owned(),
            total => format!("{total} files"),
        };
        let mut text = format!("{files} {are}: {}", self.named.join(", "));
        if let Some(more @ 1..) = self.total.checked_sub(self.named.len()) {
            text.push_str(&format!(" and {more} more"));
        }
        text
    }
}

impl Call<'_> {
    /// Notes files that cannot be read and were passed over.
    pub(super) fn note_passed_over(&mut self, passed: &PassedOver) {
        if passed.total > 0 {
            let name = self.method.name;
            let files = passed.described("that cannot be read");
            self.note(format!("{name} passed over {files}"));
        }
    }

    /// Notes files that are not text, and what the call did about them.
    pub(super) fn note_not_text(&mut self, did: &str, files: &PassedOver) {
        if files.total > 0 {
            let are = match files.total {
                1 => "that is not text (a NUL byte, or not UTF-8)",
                _ => "that are not text (a NUL byte, or not UTF-8)",
            };
            let name = self.method.name;
            self.note(format!("{name} {did} {}", files.described(are)));
        }
    }

    /// Notes entries of an archive that were not written, because they would be taken for checkpoints or
    /// for output that the workspace keeps.
    pub(super) fn note_internal(&mut self, entries: usize) {
        let entries = match entries {
            0 => return,
            1 => "1 entry".to_owned(),
            entries => format!("{entries} entries"),
        };
        self.note(format!(
            "{} passed over {entries} in {CHECKPOINTS} and {OUTPUTS}, which belong to the workspace \
             alone",
            self.method.name
        ));
    }

    /// Notes `.gitignore` files that a walk could not read.
    pub(super) fn note_unread_rules(&mut self, skip: &Skip) {
        let mut passed = PassedOver::default();
        for error in skip.take_unreadable() {
            passed.add_unreadable(&error);
        }
        self.note_passed_over(&passed);
    }

    /// Notes patterns of "exclude" that left nothing out.
    pub(super) fn note_unused(&mut self, skip: &Skip) {
        if let Some(text) = Skip::note_of_unused(&skip.unused()) {
            self.note(text);
        }
    }

    /// Whether a path that names nothing is a pattern that matches something.
    pub(super) fn is_pattern(&self, path: &VPath) -> bool {
        self.tree
            .count_as_pattern(path.as_str())
            .is_ok_and(|count| count > 0)
    }

    /// How many entries a path that names nothing matches as a pattern, in words; none if it matches
    /// none.
    pub(super) fn entries_as_pattern(&self, path: &VPath) -> Option<String> {
        match self.tree.count_as_pattern(path.as_str()) {
            Ok(0) | Err(_) => None,
            Ok(1) => Some("1 entry".to_owned()),
            Ok(count) => Some(format!("{count} entries")),
        }
    }

    /// Notes that there is nothing at a path, which matches something as a pattern.
    pub(super) fn note_pattern(&mut self, path: &VPath) {
        if !Glob::may_be(path.as_str()) || !self.hints.may_look_up() {
            return;
        }
        if let Some(entries) = self.entries_as_pattern(path) {
            self.note(format!(
                "there is no '{path}': as a pattern it matches {entries}, await state.glob({:?})",
                path.as_str()
            ));
        }
    }

    fn text_at(&self, index: usize) -> Option<&str> {
        self.values.get(index).and_then(text_of)
    }

    pub(super) fn note_no_match(&mut self, query: usize, options: usize) {
        let is_regex = self.options(options).flag("regex");
        let text = self.text_at(query);
        self.note_any(text.and_then(|text| notes::of_no_match(text, is_regex)));
    }

    pub(super) fn note_no_file(&mut self, options: usize) {
        let Some(pattern) = self.text_at(0).map(str::to_owned) else {
            return;
        };
        let call = RefCell::new(&mut *self);
        let missing = |folder: &str| {
            let folder = VPath::parse(folder).ok().filter(|path| !path.is_root())?;
            let is_missing = call.borrow().kind(&folder).is_none();
            is_missing.then(|| folder.to_string())
        };
        let count = |pattern: &str| {
            let (patterns, root) = ([pattern.to_owned()], VPath::root());
            let found = call
                .borrow_mut()
                .matching_and_skipped(&patterns, options, &root);
            found.map_or(0, |(found, _)| found.len())
        };
        let note = notes::of_no_file(&pattern, missing, count);
        self.note_any(note);
    }

    fn note_any(&mut self, text: Option<String>) {
        if let Some(text) = text {
            self.note(text);
        }
    }

    /// Notes that an option which limits searches does not limit replacements.
    pub(super) fn note_bound(&mut self, options: usize) {
        if self.options(options).number("maxMatches").is_some() {
            self.note("maxMatches bounds what a search tells: every match was replaced".to_owned());
        }
    }

    /// Refuses a search whose arguments are swapped: the first matches no file, and another one
    /// does.
    pub(super) fn check_order(&mut self, options: usize) -> Result<(), Fault> {
        let Some(first) = self.text_at(0).map(str::to_owned) else {
            return Ok(());
        };
        for index in 1..options {
            let Some(text) = self.text_at(index).map(str::to_owned) else {
                continue;
            };
            if !text.contains(['/', '*']) || text.contains(['\n', ' ']) {
                continue;
            }
            let pattern = self.directory_glob(&text).unwrap_or_else(|| text.clone());
            let found = self.matching_and_skipped(&[pattern], options, &VPath::root());
            if !found.is_ok_and(|(found, _)| !found.is_empty()) {
                continue;
            }
            let mut order: Vec<String> = (0..options)
                .filter(|at| *at != index)
                .map(|at| {
                    let shown = source(&self.values[at]);
                    shown.unwrap_or_else(|| self.method.params[at].name.to_owned())
                })
                .collect();
            order.insert(0, format!("{text:?}"));
            return Err(self.usage_error(format!(
                "nothing matches the pattern {first:?}, and {text:?} does match files: the files come \
                 first, so write state.{}({}{})",
                self.method.name,
                order.join(", "),
                self.line().line(&format!("{{more:{options}}}"))
            )));
        }
        Ok(())
    }

    /// Notes a reference to a group in a form that is not JavaScript's.
    pub(super) fn note_group(&mut self, replacement: usize, is_regex: bool) {
        let text = self.text_at(replacement);
        let note = text.and_then(|text| notes::of_replacement(text, is_regex));
        self.note_any(note.map(str::to_owned));
    }

    pub(super) fn note_other_system(&mut self) {
        let exists = |text: &str| {
            let path = VPath::parse(text);
            path.is_ok_and(|path| self.tree.lstat(&path).is_ok_and(|stat| stat.is_some()))
        };
        self.note_any(notes::of_other_system(self.method, &self.values, exists));
    }

    /// Notes a write whose arguments are probably swapped.
    pub(super) fn note_swapped_write(&mut self) {
        self.note_any(notes::of_write(self.method, &self.values));
    }
}
