//! Errors of edits and patches, as replies have them.

use isolate_text::patch::Verdict;
use isolate_text::text_edit::{EditVerdict, TextEditDetails, TextEditError, TextEditErrorKind};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value as Json, json};

use crate::error::{Code, ToolError};
use crate::interface::Interface;

impl From<TextEditErrorKind> for Code {
    fn from(kind: TextEditErrorKind) -> Self {
        match kind {
            TextEditErrorKind::Empty => Self::EditEmpty,
            TextEditErrorKind::NotFound => Self::EditNotFound,
            TextEditErrorKind::Ambiguous => Self::EditAmbiguous,
            TextEditErrorKind::Overlap => Self::EditOverlap,
            TextEditErrorKind::NoChange => Self::EditNoChange,
            TextEditErrorKind::TooLarge => Self::TooLarge,
            TextEditErrorKind::NotUtf8 => Self::NotUtf8,
            TextEditErrorKind::Invalid => Self::InvalidArgument,
            TextEditErrorKind::Stopped => Self::Cancelled,
            _ => Self::Internal,
        }
    }
}

impl ToolError {
    /// The error for an edit or a patch, in the terms of an interface.
    pub(crate) fn from_refused(refused: TextEditError, interface: Interface) -> Self {
        let hint = refused.hint(&interface.terms());
        let mut error = Self::new(refused.kind.into(), refused.message).with_hint(hint);
        error.details = Box::new(details(&refused.details));
        error.excerpt = refused.excerpt;
        error
    }
}

fn details(details: &TextEditDetails) -> Map<String, Json> {
    let mut json = Map::new();
    let mut set = |name: &str, value: Option<Json>| {
        if let Some(value) = value {
            json.insert(name.to_owned(), value);
        }
    };
    set(
        "nearest",
        details.nearest.map(|nearest| {
            json!({
                "startLine": nearest.start_line,
                "endLine": nearest.end_line,
                "likeness": nearest.likeness,
            })
        }),
    );
    set("cause", details.cause.map(|cause| cause.as_str().into()));
    set("count", details.count.map(Json::from));
    let lines = &details.lines;
    set("lines", (!lines.is_empty()).then(|| lines.clone().into()));
    set("match", details.match_kind.map(|kind| kind.as_str().into()));
    set("overlap", details.overlap.map(Json::from));
    set("hunk", details.hunk.map(Json::from));
    set("edit", details.edit.map(Json::from));
    let verdicts: Vec<Json> = details.verdicts.iter().enumerate().map(edit_row).collect();
    set("edits", (!verdicts.is_empty()).then(|| verdicts.into()));
    json
}

fn edit_row((index, verdict): (usize, &EditVerdict)) -> Json {
    match verdict {
        EditVerdict::Found { kind, line } => {
            json!({ "edit": index, "found": kind.as_str(), "line": line })
        }
        EditVerdict::Failed { kind, message } => {
            json!({ "edit": index, "error": kind.as_str(), "message": message })
        }
        _ => json!({ "edit": index }),
    }
}

/// What became of a hunk, as a row of a reply.
#[derive(Debug, Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct HunkRow {
    /// Its number, from 1.
    hunk: usize,
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    found: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    already_applied: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
}

impl HunkRow {
    /// One row for each hunk of a file.
    pub(crate) fn all(verdicts: &[Verdict]) -> Vec<Self> {
        verdicts.iter().enumerate().map(Self::of).collect()
    }

    fn of((index, verdict): (usize, &Verdict)) -> Self {
        let row = Self {
            hunk: index + 1,
            ..Self::default()
        };
        match verdict {
            Verdict::Applied { found, line } => Self {
                found: Some(found.as_str()),
                line: Some(*line),
                ..row
            },
            Verdict::Already { line } => Self {
                already_applied: Some(true),
                line: Some(*line),
                ..row
            },
            Verdict::Refused(error) => Self {
                error: Some(error.kind.as_str()),
                message: Some(error.message.clone()),
                ..row
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use isolate_text::patch;
    use isolate_text::text_edit::{Edit, Fuzz, apply};

    use super::*;

    fn refused(file: &str, edits: &[(&str, &str)]) -> String {
        let edits: Vec<Edit> = edits
            .iter()
            .map(|(old, new)| Edit {
                old: (*old).to_owned(),
                new: (*new).to_owned(),
                ..Edit::default()
            })
            .collect();
        let names = Interface::Tools.edit_names();
        let error = apply(file.as_bytes(), &edits, Fuzz::Safe, names, &|| false).unwrap_err();
        Json::from(*ToolError::from_refused(error, Interface::Tools).details).to_string()
    }

    #[test]
    fn refusals_of_edits_have_the_same_words_here() {
        for kind in TextEditErrorKind::ALL {
            let code = Code::from(*kind);
            let own = (code.as_str(), code.hint_of_tools());
            assert_eq!(own, (kind.as_str(), kind.hint()));
        }
    }

    #[test]
    fn details_are_those_of_the_error() {
        let file = "let alpha = 1;\nlet beta = 2;\nlet beta = 2;\n";
        assert_eq!(
            refused(file, &[("let alpha = 3;", "x")]),
            r#"{"nearest":{"startLine":1,"endLine":1,"likeness":0.8},"cause":"text","edit":0}"#
        );
        assert_eq!(
            refused(file, &[("let alpha", "x"), ("let beta", "y")]),
            r#"{"count":2,"lines":[2,3],"match":"exact","edit":1,"edits":[{"edit":0,"found":"exact","line":1},{"edit":1,"error":"edit_ambiguous","message":"oldText is in the file 2 times (compared: exact), at lines 2, 3"}]}"#
        );
        assert_eq!(
            refused(file, &[("let alpha", "x"), ("alpha = 1", "y")]),
            r#"{"overlap":[0,1],"edits":[{"edit":0,"found":"exact","line":1},{"edit":1,"found":"exact","line":1}]}"#
        );
    }

    #[test]
    fn every_hunk_has_a_row() {
        let hunks = "@@\n-one\n+eins\n two\n@@\n-four\n+vier\n@@\n-x\n+y\n";
        let files = patch::parse(&format!("--- a/x\n+++ b/x\n{hunks}"), None).unwrap();
        let file = b"eins\ntwo\nfour\n";
        let patched = patch::apply(file, &files[0].hunks, Fuzz::Safe, &|| false).unwrap();
        assert_eq!(
            json!(HunkRow::all(&patched.verdicts)).to_string(),
            r#"[{"hunk":1,"alreadyApplied":true,"line":1},{"hunk":2,"match":"exact","line":3},{"hunk":3,"error":"edit_not_found","message":"its lines are not in the file"}]"#
        );
    }
}
