//! How files have changed, as answers show it.

use isolate_text::{VPath, diff};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

use crate::context::Context;
use crate::cut::Cut;
use crate::reply::{Answer, Body};
use crate::settings::Caps;
use crate::text::line_count;

/// Adds how one file has changed: a diff where it is short enough, counts in any case.
pub(crate) fn changed(
    context: &Context<'_>,
    answer: Answer,
    path: &VPath,
    before: &[u8],
    after: &[u8],
    key: &'static str,
) -> Answer {
    let caps = &context.settings.caps;
    let Ok(diff) = diff::compare_files(before, after, path.as_str(), path.as_str()) else {
        return answer;
    };
    if diff.is_binary {
        return answer.item(key, diff.text);
    }
    let answer = answer
        .fact(
            "diffstat",
            json!({ "added": diff.added, "removed": diff.removed }),
        )
        .maybe("firstChangedLine", diff.first_changed_line)
        .fact("totalLines", line_count(&String::from_utf8_lossy(after)));
    let has_many_bytes = diff.text.len() > caps.diff_bytes;
    if has_many_bytes || diff.added + diff.removed > caps.diff_lines {
        return answer.cut(Some(Cut {
            limit: if has_many_bytes { "bytes" } else { "lines" },
            unit: "lines",
            shown: 0,
            omitted: Some(diff.text.lines().count() as u64),
            next: "the diff is too long to show; read the file from firstChangedLine".to_owned(),
        }));
    }
    answer.item(key, diff.text).body(Body::Item(key))
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
