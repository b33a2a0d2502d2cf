//! How files have changed, as answers show it.

use isolate_text::{VPath, diff};
use schemars::JsonSchema;
use serde::Serialize;

use crate::context::Context;
use crate::cut::Cut;
use crate::reply::Body;
use crate::settings::Caps;
use crate::text::line_count;

/// How one file has changed: counts, and a diff where it is short enough.
#[derive(Debug, Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FileDiff {
    #[serde(skip_serializing_if = "Option::is_none")]
    diffstat: Option<Diffstat>,
    #[serde(skip_serializing_if = "Option::is_none")]
    first_changed_line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    total_lines: Option<usize>,
    /// Lines of the diff that are not shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    omitted_lines: Option<u64>,
    #[serde(skip)]
    text: Option<String>,
    #[serde(skip)]
    cut: Option<Cut>,
}

impl FileDiff {
    pub(crate) fn of(context: &Context<'_>, path: &VPath, before: &[u8], after: &[u8]) -> Self {
        let caps = &context.settings.caps;
        let Ok(diff) = diff::compare_files(before, after, path.as_str(), path.as_str()) else {
            return Self::default();
        };
        if diff.is_binary {
            return Self {
                text: Some(diff.text),
                ..Self::default()
            };
        }
        let has_many_bytes = diff.text.len() > caps.diff_bytes;
        let is_long = has_many_bytes || diff.added + diff.removed > caps.diff_lines;
        let cut = is_long.then(|| Cut {
            limit: if has_many_bytes { "bytes" } else { "lines" },
            unit: "lines",
            shown: 0,
            omitted: Some(diff.text.lines().count() as u64),
            next: "the diff is too long to show; read the file from firstChangedLine".to_owned(),
        });
        Self {
            diffstat: Some(Diffstat {
                added: diff.added,
                removed: diff.removed,
            }),
            first_changed_line: diff.first_changed_line,
            total_lines: Some(line_count(&String::from_utf8_lossy(after))),
            omitted_lines: None,
            text: (!is_long).then_some(diff.text),
            cut,
        }
    }

    /// Takes the diff, the body of an answer whose member `key` it is, and what is left out of it. A
    /// notice that a file is not text is not a body.
    pub(crate) fn take(
        &mut self,
        key: &'static str,
    ) -> (Option<String>, Option<Body>, Option<Cut>) {
        let text = self.text.take();
        let has_body = text.is_some() && self.diffstat.is_some();
        (text, has_body.then_some(Body::Item(key)), self.cut.take())
    }
}

/// The lines that a diff adds and removes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct Diffstat {
    pub(crate) added: usize,
    pub(crate) removed: usize,
}

/// The diffs of several files, one after the other.
#[derive(Debug, Default)]
pub(crate) struct Diffs {
    text: String,
    stat: Diffstat,
    lines: usize,
    is_cut: bool,
}

impl Diffs {
    /// Adds how one file has changed; returns the counts, if its lines can be compared.
    pub(crate) fn push(
        &mut self,
        caps: &Caps,
        labels: (&str, &str),
        before: &[u8],
        after: &[u8],
    ) -> Option<Diffstat> {
        let Ok(diff) = diff::compare_files(before, after, labels.0, labels.1) else {
            self.is_cut = true;
            return None;
        };
        if diff.is_binary {
            self.text.push_str(&diff.text);
            return None;
        }
        self.stat.added += diff.added;
        self.stat.removed += diff.removed;
        self.lines += diff.text.lines().count();
        let is_long = self.text.len() + diff.text.len() > caps.diff_bytes
            || self.stat.added + self.stat.removed > caps.diff_lines;
        // A file's difference is shown whole or not at all.
        if is_long {
            self.is_cut = true;
        } else {
            self.text.push_str(&diff.text);
        }
        Some(Diffstat {
            added: diff.added,
            removed: diff.removed,
        })
    }

    /// The added and removed lines.
    pub(crate) const fn stat(&self) -> Diffstat {
        self.stat
    }

    /// The text, and what is left out of it.
    pub(crate) fn shown(self) -> (String, Option<Cut>) {
        let shown = self.text.lines().count();
        let cut = self.is_cut.then(|| Cut {
            limit: "bytes",
            unit: "lines",
            shown: shown as u64,
            omitted: Some(self.lines.saturating_sub(shown) as u64),
            next: "the differences of some files are too long to show; use diff for one file"
                .to_owned(),
        });
        (self.text, cut)
    }
}
