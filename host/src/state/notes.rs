//! Notes on calls that succeeded and probably did not do what was meant: a search that found
//! nothing, a pattern that matches no file.

use isolate_protocol::{MethodId, Value};
use isolate_text::{VPath, glob::Glob};
use isolate_vfs::{CHECKPOINTS, OUTPUTS, Skip};

use super::{Call, Fault};

/// Characters of a text in a note.
const SHOWN_MAX: usize = 60;

/// Files of one note.
const FILES_MAX: usize = 10;

/// Parameters that are paths.
const PATHS: &[&str] = &["path", "src", "dest", "destination", "pathA", "pathB"];

/// Parts of texts that are probably regular expressions.
const OF_PATTERNS: &[&str] = &[
    "\\w", "\\d", "\\s", "\\b", "\\(", "\\.", ".*", ".+", "[a-z", "[A-Z", "[0-9", "[^", "(?:",
];

fn shown(text: &str) -> String {
    text.chars().take(SHOWN_MAX).collect()
}

/// Whether a text that was searched literally is probably a regular expression.
fn looks_like_a_pattern(text: &str) -> bool {
    let alternatives = text.split('|').collect::<Vec<_>>();
    let is_one_of = alternatives.len() > 1
        && alternatives
            .iter()
            .all(|part| !part.trim().is_empty() && part.trim() == *part);
    is_one_of
        || (text.len() > 1 && (text.starts_with('^') || text.ends_with('$')))
        || OF_PATTERNS.iter().any(|part| text.contains(part))
}

/// Whether a text is a regular expression literal: `/a/g`.
fn looks_like_a_literal(text: &str) -> bool {
    let Some((front, flags)) = text
        .strip_prefix('/')
        .and_then(|rest| rest.rsplit_once('/'))
    else {
        return false;
    };
    !front.is_empty() && flags.chars().all(|c| "dgimsuvy".contains(c))
}

/// The directory that a pattern names before its first wildcard.
fn folder_of(pattern: &str) -> Option<VPath> {
    let end = pattern
        .find(['*', '?', '{', '[', '!', '('])
        .unwrap_or(pattern.len());
    let (folder, _) = pattern[..end].rsplit_once('/')?;
    VPath::parse(folder).ok().filter(|folder| !folder.is_root())
}

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
        match self.values.get(index) {
            Some(Value::String(text)) => Some(&text.text),
            _ => None,
        }
    }

    /// Notes a query that matched nothing.
    pub(super) fn note_no_match(&mut self, query: usize, options: usize) {
        let Some(text) = self.text_at(query).map(str::to_owned) else {
            return;
        };
        let is_regex = self.options(options).flag("regex");
        let has_flags = !text.ends_with('/');
        if looks_like_a_literal(&text) && (is_regex || has_flags) {
            self.note(format!(
                "{} matched nothing and looks like a regular expression literal: pass it \
                 without quotes, or its source without the slashes",
                shown(&text)
            ));
        } else if !is_regex && looks_like_a_pattern(&text) {
            self.note(format!(
                "\"{}\" matched nothing: it was searched as it stands; \
                 {{ regex: true }} makes it a regular expression",
                shown(&text)
            ));
        }
    }

    /// Notes a pattern without a directory that matches nothing at the top, and something below.
    pub(super) fn note_no_file(&mut self, options: usize) {
        let Some(pattern) = self.text_at(0).map(str::to_owned) else {
            return;
        };
        if pattern.is_empty() {
            self.note(
                "the pattern is empty and matches nothing: \"*\" is what is at the top, \"**\" everything"
                    .to_owned(),
            );
            return;
        }
        if pattern.contains('\\') {
            let other = pattern.replace('\\', "/");
            self.note(format!(
                "nothing matches {pattern:?}: folders are separated by /, as in {other:?}"
            ));
            return;
        }
        if pattern == "/" || pattern == "." || pattern == "./" {
            self.note(format!(
                "{pattern:?} matches nothing below the root: \"/*\" is what is at the top, \"/**\" everything"
            ));
            return;
        }
        if let Some(folder) = folder_of(&pattern)
            && self.kind(&folder).is_none()
        {
            self.note(format!(
                "nothing matches {:?}: there is no '{folder}'",
                shown(&pattern)
            ));
            return;
        }
        let lower = pattern.to_lowercase();
        if lower != pattern {
            let found =
                self.matching_and_skipped(std::slice::from_ref(&lower), options, &VPath::root());
            if let Ok((found, _)) = found
                && !found.is_empty()
            {
                self.note(format!(
                    "nothing matches {:?}: the case of letters counts, and {lower:?} matches {}",
                    shown(&pattern),
                    found.len()
                ));
                return;
            }
        }
        if pattern.trim_start_matches(['/', '!']).contains('/') {
            return;
        }
        let everywhere = format!("**/{}", pattern.trim_start_matches('/'));
        let found =
            self.matching_and_skipped(std::slice::from_ref(&everywhere), options, &VPath::root());
        if let Ok((found, _)) = found
            && !found.is_empty()
        {
            self.note(format!(
                "nothing at the top matches {pattern:?}: {everywhere:?} is every folder, and matches {}",
                found.len()
            ));
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
                    let shown = isolate_protocol::source(&self.values[at]);
                    shown.unwrap_or_else(|| self.method.params[at].name.to_owned())
                })
                .collect();
            order.insert(0, format!("{text:?}"));
            return Err(self.usage_error(format!(
                "nothing matches the pattern {first:?}, and {text:?} does match files: the files come \
                 first, so write state.{}({}{})",
                self.method.name,
                order.join(", "),
                self.further_arguments(options)
            )));
        }
        Ok(())
    }

    /// Notes a reference to a group in a form that is not JavaScript's.
    pub(super) fn note_group(&mut self, replacement: usize, is_regex: bool) {
        let Some(text) = self.text_at(replacement) else {
            return;
        };
        let bytes = text.as_bytes();
        let has = |first: u8| {
            bytes
                .windows(2)
                .any(|pair| pair[0] == first && pair[1].is_ascii_digit())
        };
        if is_regex && has(b'\\') {
            self.note("a group is $1 in a replacement; \\1 was taken as it stands".to_owned());
        } else if !is_regex && has(b'$') {
            self.note("$1 was taken as it stands: groups exist with { regex: true }".to_owned());
        }
    }

    /// Notes a path of another system, which has no special meaning here: `~/a`, `C:\\a`.
    pub(super) fn note_other_system(&mut self) {
        let is_foreign = |text: &&str| {
            text.starts_with('~') || text.contains('\\') || text.get(1..2) == Some(":")
        };
        let params = self.method.params.iter().enumerate();
        let paths = params.filter(|(_, param)| {
            PATHS.contains(&param.name) && self.method.id() != MethodId::ResolvePath
        });
        let Some(text) = paths
            .filter_map(|(index, _)| self.text_at(index))
            .find(is_foreign)
        else {
            return;
        };
        // It was created on purpose.
        let is_there = |path: VPath| self.tree.lstat(&path).is_ok_and(|stat| stat.is_some());
        if VPath::parse(text).is_ok_and(is_there) {
            return;
        }
        let bytes = text.as_bytes();
        let has_drive = bytes.len() > 2
            && bytes[0].is_ascii_alphabetic()
            && bytes[1] == b':'
            && matches!(bytes[2], b'\\' | b'/');
        let note = if text == "~" || text.starts_with("~/") {
            format!(
                "{:?} was taken as it stands, as /{}: there is no home directory here",
                shown(text),
                shown(text)
            )
        } else if has_drive || (text.contains('\\') && !text.contains('/')) {
            format!(
                "{:?} was taken as it stands: paths here are like /folder/file, with / between names",
                shown(text)
            )
        } else {
            return;
        };
        self.note(note);
    }

    /// Notes a write whose arguments are probably swapped: the content is a path, and the path is
    /// not.
    pub(super) fn note_swapped_write(&mut self) {
        let (Some(path), Some(content)) = (self.text_at(0), self.text_at(1)) else {
            return;
        };
        let is_path = content.starts_with('/')
            && content.len() < 200
            && !content.contains(['\n', ' '])
            && content
                .rsplit('/')
                .next()
                .is_some_and(|name| name.contains('.'));
        if is_path && !path.starts_with(['/', '.']) && !path.contains(['/', '.']) {
            let text = format!(
                "the text {content:?} was written to {:?}: are the arguments swapped? It is state.{}",
                shown(path),
                self.method.signature().trim_start_matches("state.")
            );
            self.note(text);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{looks_like_a_literal, looks_like_a_pattern};

    #[test]
    fn texts_that_look_like_patterns() {
        for text in ["a|b", "^import", ";$", "\\w+", "foo.*bar", "[a-z]+"] {
            assert!(looks_like_a_pattern(text), "{text}");
        }
        for text in ["a || b", "add(", "x", "$", "a | b", "price: 5"] {
            assert!(!looks_like_a_pattern(text), "{text}");
        }
        assert!(looks_like_a_literal("/a/g"));
        assert!(!looks_like_a_literal("/api/users"));
    }
}
