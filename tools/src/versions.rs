//! The versions that a caller expects of files before it changes them.

use std::collections::BTreeMap;

use isolate_text::VPath;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::context::Context;
use crate::error::ToolError;
use crate::settings::Freshness;

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
    if context.freshness == Freshness::Strict && if_match.is_none() {
        return Err(context.needs_version(path));
    }
    Ok(())
}
