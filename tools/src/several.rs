//! What tools that change several files at once have in common.

use std::collections::BTreeMap;

use isolate_vfs::VPath;
use isolate_vfs::ops::diff;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value as Json, json};

use crate::context::Context;
use crate::cut::Cut;
use crate::error::{Code, ToolError};
use crate::reply::Answer;
use crate::settings::{Caps, Freshness};

/// The version that a file must have.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Expected {
    /// Absolute path of a file.
    path: String,
    /// The etag that it must have.
    etag: String,
}

/// Refuses to go on when one of the files is another version; answers what was expected.
pub(crate) fn expected(
    context: &Context<'_>,
    list: Option<Vec<Expected>>,
) -> Result<BTreeMap<VPath, String>, ToolError> {
    let mut known = BTreeMap::new();
    for one in list.into_iter().flatten() {
        let path = context.path(&one.path)?;
        let current = context.version(&path)?;
        context.check_match(&path, Some(&one.etag), current.as_deref())?;
        known.insert(path, one.etag);
    }
    Ok(known)
}

/// Refuses a change without the version where every change needs one.
pub(crate) fn check_strict(
    context: &Context<'_>,
    path: &VPath,
    if_match: Option<&str>,
) -> Result<(), ToolError> {
    if context.freshness == Freshness::Strict && if_match.is_none() {
        return Err(
            ToolError::new(Code::NotRead, format!("changing {path} needs its version"))
                .with("path", path.as_str())
                .with_hint("read the file or look with stat, and give its etag as ifMatch"),
        );
    }
    Ok(())
}

/// The differences of several files, one behind the other.
#[derive(Debug, Default)]
pub(crate) struct Diffs {
    text: String,
    added: usize,
    removed: usize,
    lines: usize,
    is_cut: bool,
}

impl Diffs {
    /// Adds how one file has changed; answers the counts.
    pub(crate) fn push(
        &mut self,
        caps: &Caps,
        labels: (&str, &str),
        before: &[u8],
        after: &[u8],
    ) -> Json {
        let (Ok(old), Ok(new)) = (std::str::from_utf8(before), std::str::from_utf8(after)) else {
            self.text.push_str(&diff::binary_notice(labels.0, labels.1));
            return Json::Null;
        };
        let Ok(text) = diff::unified(old, new, labels.0, labels.1) else {
            self.is_cut = true;
            return Json::Null;
        };
        // Behind the two lines of the header.
        let rows = || text.lines().skip(2);
        let added = rows().filter(|row| row.starts_with('+')).count();
        let removed = rows().filter(|row| row.starts_with('-')).count();
        self.added += added;
        self.removed += removed;
        self.lines += text.lines().count();
        let is_long = self.text.len() + text.len() > caps.diff_bytes_max
            || self.added + self.removed > caps.diff_lines_max;
        // A file's difference is shown whole or not at all.
        if is_long {
            self.is_cut = true;
        } else {
            self.text.push_str(&text);
        }
        json!({ "added": added, "removed": removed })
    }

    /// The lines that come and go.
    pub(crate) fn stat(&self) -> Json {
        json!({ "added": self.added, "removed": self.removed })
    }

    /// Puts them into an answer; the text is for its body.
    pub(crate) fn finish(self, answer: Answer) -> (Answer, String) {
        let shown = self.text.lines().count();
        let answer = answer.fact("diffstat", self.stat());
        let answer = if self.is_cut {
            answer.cut(Some(Cut {
                limit: "bytes",
                unit: "lines",
                shown: shown as u64,
                omitted: Some(self.lines.saturating_sub(shown) as u64),
                next: "the differences of some files are too long to show; use diff for one file"
                    .to_owned(),
            }))
        } else {
            answer
        };
        (answer, self.text)
    }
}
