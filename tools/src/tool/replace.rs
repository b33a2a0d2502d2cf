//! `replace`: one text for another, in many files.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use isolate_ops::replace::{ReplaceOptions, Visited, in_files};
use isolate_ops::{OpError, PassedOver, ReadBounds, Rules};
use isolate_prompt::ToolAnnotations;
use isolate_text::VPath;
use isolate_text::detect::NotText;
use isolate_text::hash::{Algorithm, hash};
use isolate_text::search::{Options, Replacement, Scope};
use isolate_vfs::{FileKind, FindOptions};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

use super::{Tool, typed};
use crate::cancel::SafePoints;
use crate::context::Context;
use crate::diffs::{Diffs, Diffstat};
use crate::error::ToolError;
use crate::ledger::Seen;
use crate::reply::{Answer, Body};
use crate::skipped::{Excluded, Passed, Unreadable};
use crate::structure;
use crate::tool::glob::pattern;
use crate::versions::{Expected, check_strict, expected};

pub(crate) const TOOL: Tool = Tool::changes::<Args, Report>(
    "replace",
    "Replaces a text, or a regular expression with regex: true, in all files that glob \
            matches, in all of them or in none. With regex, $1, $<name> and $& are expanded, and \
            ^ and $ match at the ends of each line. Call it with dryRun: true first; use edit for \
            one place.",
    ToolAnnotations::CHANGES,
    |context, args| typed(context, args, replace),
);

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Args {
    /// The files, such as **/*.ts, or ** for all.
    glob: String,
    /// The text to replace, or a regular expression with regex.
    pattern: String,
    /// What to put in its place.
    replacement: String,
    /// Absolute path of the directory to look below. Default: /.
    path: Option<String>,
    /// Whether the pattern is a regular expression. Default: false.
    regex: Option<bool>,
    /// Whether upper and lower case are the same. Default: false.
    ignore_case: Option<bool>,
    /// Whether only whole words match. Default: false.
    whole_word: Option<bool>,
    /// Patterns to leave out at any depth, besides node_modules and so on; /a/b is a whole path, [] drops all.
    exclude: Option<Vec<String>>,
    /// Replace nothing if there are more places than this. At most and by default 1000.
    limit: Option<usize>,
    /// Replace only if these files have these etags.
    if_match: Option<Vec<Expected>>,
}

/// The answer.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Report {
    replacements: usize,
    /// Changed files.
    count: usize,
    skipped: Skipped,
    #[serde(skip_serializing_if = "Option::is_none")]
    passed_over: Option<Map<String, Json>>,
    files: Vec<Row>,
    diffstat: Diffstat,
    #[serde(skip_serializing_if = "Option::is_none")]
    diff: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    omitted_lines: Option<u64>,
}

impl structure::Report for Report {
    const TEXTS: &'static [&'static str] = &["files", "diff"];
}

#[derive(Serialize, JsonSchema)]
struct Row {
    path: String,
    replacements: usize,
    etag: String,
}

/// Files that were skipped, by reason.
#[derive(Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Skipped {
    #[serde(skip_serializing_if = "Option::is_none")]
    too_large: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    binary: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    not_utf8: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    denied: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unreadable: Option<u64>,
}

/// A file with its new content.
struct Changed {
    path: VPath,
    before: String,
    after: String,
    count: usize,
}

/// The rules of a replacement: the versions that the caller expects.
struct Versions<'c, 'a> {
    context: &'c Context<'a>,
    expected: BTreeMap<VPath, String>,
    /// The written files of which the caller has read all.
    known: RefCell<BTreeSet<VPath>>,
}

impl Rules for Versions<'_, '_> {
    fn check(&self) -> Result<(), OpError> {
        self.context.cancel.check().map_err(OpError::refused)
    }

    fn before_write(&self, path: &VPath, _: u64) -> Result<(), OpError> {
        let if_match = self.expected.get(path).map(String::as_str);
        check_strict(self.context, path, if_match).map_err(OpError::refused)?;
        if let Some(seen) = self.context.seen(path)
            && seen.is_whole()
            && self.context.tree.version(path)?.as_ref() == Some(&seen.etag)
        {
            self.known.borrow_mut().insert(path.clone());
        }
        Ok(())
    }
}

fn replace(context: &Context<'_>, args: Args) -> Result<Answer, ToolError> {
    let caps = &context.settings.caps;
    let path = context.path(args.path.as_deref().unwrap_or("/"))?;
    context.existing(&path)?;
    let limit = match args.limit {
        Some(0) => return Err(ToolError::invalid("limit must be at least 1")),
        asked => asked.unwrap_or(caps.replacements).min(caps.replacements),
    };
    let reading = Options {
        case_sensitive: args.ignore_case != Some(true),
        regex: args.regex == Some(true),
        whole_word: args.whole_word == Some(true),
    };
    let matcher = context.matcher(&args.pattern, &reading, Scope::TextByLines)?;
    let options = ReplaceOptions {
        bounds: ReadBounds {
            file_bytes_max: caps.edit_bytes,
            bytes_max: caps.grep_scan_bytes,
        },
        places_max: limit,
        files_max: caps.replaced_files,
        ..ReplaceOptions::new(Replacement::of(&args.replacement, &reading))
    };
    let rules = Versions {
        context,
        expected: expected(context, args.if_match)?,
        known: RefCell::default(),
    };
    let (files, passed) = files(context, &path, &args.glob, args.exclude.as_deref())?;
    let (mut skipped, mut unreadable) = (Skipped::default(), Unreadable::default());
    let mut changed: Vec<Changed> = Vec::new();
    let mut sink = |path: &VPath, visited: Visited| {
        match visited {
            Visited::Looked(replaced) if replaced.is_changed() => changed.push(Changed {
                path: path.clone(),
                before: replaced.before,
                after: replaced.after.unwrap_or_default(),
                count: replaced.count,
            }),
            Visited::Looked(_) => {}
            Visited::PassedOver(reason) => {
                if let PassedOver::Unreadable(error) = &reason {
                    unreadable.add(context, path, error);
                }
                *skipped.of(&reason).get_or_insert_default() += 1;
            }
        }
        Ok(())
    };
    let done = context.operation_with(&rules, |access| {
        in_files(access, &files, &matcher, options, &mut sink)
    })?;
    if changed.is_empty() {
        context.notice(if done.places > 0 {
            "every matching place contains the replacement already"
        } else {
            "nothing matches: search with grep, or use another glob"
        });
    }
    unreadable.note(context);
    let is_dry_run = context.is_dry_run;
    let (mut rows, mut diffs, mut text) = (Vec::new(), Diffs::default(), String::new());
    for file in &changed {
        let etag = written(context, file, rules.known.borrow().contains(&file.path))?;
        let name = file.path.as_str();
        diffs.push(
            caps,
            (name, name),
            file.before.as_bytes(),
            file.after.as_bytes(),
        );
        let version = if is_dry_run {
            String::new()
        } else {
            format!("\t{etag}")
        };
        text.push_str(&format!(
            "{}: {}{version}\n",
            context.name(name),
            file.count
        ));
        rows.push(Row {
            path: name.to_owned(),
            replacements: file.count,
            etag,
        });
    }
    text.push_str(unreadable.lines());
    let is_known = context
        .services
        .session
        .was_shown(digest(&changed), is_dry_run);
    let (diffstat, mut cut, mut diff) = (diffs.stat(), None, None);
    if is_known {
        context.notice("the diff is the same as in the dry run, and is not repeated");
    } else {
        let (shown, left_out) = diffs.shown();
        text.push_str(&shown);
        (cut, diff) = (left_out, Some(shown));
    }
    let report = Report {
        replacements: changed.iter().map(|file| file.count).sum(),
        count: rows.len(),
        skipped,
        passed_over: passed.counts(),
        files: rows,
        diffstat,
        diff,
        omitted_lines: None,
    };
    Ok(Answer::of(&report).body(Body::Text(text)).cut(cut))
}

/// A digest of a change: equal digests have equal diffs.
fn digest(changed: &[Changed]) -> String {
    let mut text = String::new();
    for file in changed {
        for part in [file.path.as_str(), &file.before, &file.after] {
            text.push_str(&hash(Algorithm::Sha256, part.as_bytes()));
        }
    }
    hash(Algorithm::Sha256, text.as_bytes())
}

/// The selected files below a directory, by path.
fn files(
    context: &Context<'_>,
    path: &VPath,
    glob: &str,
    exclude: Option<&[String]>,
) -> Result<(Vec<VPath>, Passed), ToolError> {
    let real = context.tree.real_path(path)?;
    let find = FindOptions::new()
        .kinds([FileKind::File])
        .path(pattern(glob, &real)?);
    let excluded = Excluded::new(context, exclude, path)?;
    let (found, passed) = excluded.find(context, &real, find)?;
    passed.note_unused(context);
    let mut files: Vec<VPath> = found.into_iter().map(|file| file.path).collect();
    files.sort();
    Ok((files, passed))
}

impl Skipped {
    /// The number of files that were skipped for a reason.
    fn of(&mut self, reason: &PassedOver) -> &mut Option<u64> {
        match reason {
            PassedOver::TooLarge => &mut self.too_large,
            PassedOver::NotText(NotText::Binary) => &mut self.binary,
            PassedOver::NotText(NotText::NotUtf8) => &mut self.not_utf8,
            PassedOver::Refused(_) => &mut self.denied,
            PassedOver::Unreadable(_) => &mut self.unreadable,
        }
    }
}

/// The version of a file that was written; a caller that had read all of it knows its new content.
fn written(context: &Context<'_>, file: &Changed, is_known: bool) -> Result<String, ToolError> {
    super::write::note_syntax(context, file.path.as_str(), &file.after);
    let etag = context.version(&file.path)?.unwrap_or_default();
    let size = file.after.len() as u64;
    let now = is_known.then(|| Seen::whole(&etag, context.last_run + 1, size));
    context.remember(&file.path, now);
    Ok(etag)
}
