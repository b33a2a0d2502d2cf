//! The versions that a caller expects of files before it changes them.

use std::cell::RefCell;
use std::collections::BTreeMap;

use isolate_ops::{OpError, Rules};
use isolate_text::VPath;
use isolate_vfs::{FileKind, Stat};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::cancel::SafePoints;
use crate::context::Context;
use crate::error::{Code, ToolError};
use crate::interface::Phrase;
use crate::settings::Freshness;
use crate::utf16::Utf16;

/// The version that a file must have.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Expected {
    /// Absolute path of a file.
    path: String,
    /// The etag that it must have.
    etag: String,
}

/// Refuses if one of the files has another version; returns the expected ones.
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
    if context.settings.freshness == Freshness::Strict && if_match.is_none() {
        return Err(context.needs_version(path));
    }
    Ok(())
}

/// The rules of a call that changes files: a caller must have read what it changes, or give its
/// version.
pub(crate) struct ChangeRules<'r, 'c> {
    pub(crate) context: &'r Context<'c>,
    /// The versions that the caller expects.
    pub(crate) expected: BTreeMap<VPath, String>,
    /// The versions of files before they changed.
    pub(crate) previous: RefCell<BTreeMap<VPath, String>>,
}

impl<'r, 'c> ChangeRules<'r, 'c> {
    pub(crate) fn new(context: &'r Context<'c>, expected: BTreeMap<VPath, String>) -> Self {
        Self {
            context,
            expected,
            previous: RefCell::default(),
        }
    }

    fn expected(&self, path: &VPath) -> Option<&str> {
        self.expected.get(path).map(String::as_str)
    }
}

impl Rules for ChangeRules<'_, '_> {
    fn check(&self) -> Result<(), OpError> {
        self.context.cancel.check().map_err(OpError::refused)
    }

    fn before_change(&self, path: &VPath, stat: &Stat) -> Result<(), OpError> {
        // Nobody reads a link before it changes.
        if stat.kind == FileKind::Symlink {
            return self.before_remove(path, stat);
        }
        let current = self.context.tree.version(path)?.unwrap_or_default();
        self.context
            .check_fresh(path, &current, self.expected(path))
            .map_err(OpError::refused)?;
        self.previous.borrow_mut().insert(path.clone(), current);
        Ok(())
    }

    fn before_remove(&self, path: &VPath, _: &Stat) -> Result<(), OpError> {
        check_strict(self.context, path, self.expected(path)).map_err(OpError::refused)
    }

    /// Refuses a file in UTF-16, whose bytes are not those of the text.
    fn before_edit(&self, path: &VPath, content: &[u8]) -> Result<(), OpError> {
        let Some(order) = Utf16::of(content) else {
            return Ok(());
        };
        let text = format!("is in UTF-16 ({})", order.as_str());
        let error = ToolError::at(Code::NotUtf8, path, text)
            .with("encoding", order.as_str())
            .with_hint(self.context.phrase(Phrase::RewriteUtf16));
        Err(OpError::refused(error))
    }
}
