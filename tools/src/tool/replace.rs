//! `replace`: one text for another, in many files.

use isolate_prompt::ToolAnnotations;
use isolate_text::hash::{Algorithm, hash};
use isolate_text::quoting::quote;
use isolate_text::search::{Budget, Matcher, Options, Replacement, Scope, SearchErrorKind};
use isolate_vfs::{FileKind, FindOptions};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value as Json, json};

use super::{ALWAYS, Access, Tool, input, typed};
use crate::context::Context;
use crate::diffs::Diffs;
use crate::error::{Code, ToolError, is_refused};
use crate::interface::Phrase;
use crate::ledger::Seen;
use crate::reply::{Answer, Body};
use crate::skipped::{Excluded, Passed, Unreadable};
use crate::text::is_binary;
use crate::tool::glob::pattern;
use crate::versions::{Expected, check_strict, expected};

pub(crate) const TOOL: Tool = Tool {
    name: "replace",
    about: "Replaces a text, or a regular expression with regex: true, in all files that glob \
            matches, in all of them or in none. With regex, $1, $<name> and $& are expanded, and \
            ^ and $ match at the ends of each line. Call it with dryRun: true first; use edit for \
            one place.",
    annotations: ToolAnnotations::CHANGES,
    access: Access::Write,
    input: input::<Args>,
    output: || crate::structure::untyped("replace"),
    call: |context, args| typed(context, args, replace),
    prepare: None,
    adapt: None,
    is_offered: ALWAYS,
};

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
    /// Show what would change, and change nothing.
    dry_run: Option<bool>,
}

/// A file with its new content.
struct Changed {
    path: isolate_text::VPath,
    before: String,
    after: String,
    count: usize,
}

fn replace(context: &Context<'_>, args: Args) -> Result<Answer, ToolError> {
    let caps = &context.settings.caps;
    let path = context.path(args.path.as_deref().unwrap_or("/"))?;
    context.existing(&path)?;
    let limit = match args.limit {
        Some(0) => return Err(ToolError::invalid("limit must be at least 1")),
        asked => asked.unwrap_or(caps.replacements).min(caps.replacements),
    };
    let options = Options {
        case_sensitive: args.ignore_case != Some(true),
        regex: args.regex == Some(true),
        whole_word: args.whole_word == Some(true),
    };
    let matcher = Matcher::new(&args.pattern, &options, Scope::TextByLines).map_err(|error| {
        let error = ToolError::new(Code::InvalidPattern, error.to_string());
        if options.regex {
            error.with_hint(context.phrase(Phrase::CorrectRegex))
        } else {
            error
        }
    })?;
    let replacement = if options.regex {
        Replacement::Expanded(&args.replacement)
    } else {
        Replacement::Literal(&args.replacement)
    };
    let versions = expected(context, args.if_match)?;
    let mut skipped = Skipped::default();
    let mut changed: Vec<Changed> = Vec::new();
    let (mut scanned, mut count) = (0_u64, 0_usize);
    let (files, passed) = files(context, &path, &args.glob, args.exclude.as_deref())?;
    for file in files {
        context.cancel.check()?;
        if file.size > caps.edit_bytes {
            skipped.too_large += 1;
            continue;
        }
        scanned += file.size;
        if scanned > caps.grep_scan_bytes {
            return Err(ToolError::new(
                Code::TooLarge,
                format!(
                    "the files have more than {} bytes, which is too much for one call",
                    caps.grep_scan_bytes
                ),
            )
            .with_hint("use a narrower glob, or path"));
        }
        let Some(before) = text_of(context, &file.path, &mut skipped)? else {
            continue;
        };
        let mut budget = Budget {
            scan_bytes: (before.len() as u64).saturating_mul(64).max(1 << 20),
            ..Budget::default()
        };
        let replaced = matcher
            .replace_all(&before, replacement, &mut budget)
            .map_err(|error| costly(&file.path, &error))?;
        count += replaced.count;
        if replaced.count == 0 || replaced.text == before {
            continue;
        }
        let after = replaced.text.into_owned();
        let count = replaced.count;
        changed.push(Changed {
            path: file.path,
            before,
            after,
            count,
        });
    }
    if count > limit || changed.len() > caps.replaced_files {
        return Err(ToolError::new(
            Code::TooLarge,
            format!(
                "{count} places in {} files match; at most {limit} places in {} files are replaced at once; nothing was changed",
                changed.len(),
                caps.replaced_files
            ),
        )
        .with("places", count)
        .with("files", changed.len())
        .with_hint("use a narrower glob or a longer pattern, or a program: state.replaceInFiles"));
    }
    if changed.is_empty() {
        context.notice(if count > 0 {
            "every matching place contains the replacement already"
        } else {
            "nothing matches: search with grep, or use another glob"
        });
    }
    skipped.unreadable.note(context);
    let is_dry_run = args.dry_run == Some(true);
    let (mut rows, mut diffs, mut text) = (Vec::new(), Diffs::default(), String::new());
    for file in &changed {
        let if_match = versions.get(&file.path).map(String::as_str);
        check_strict(context, &file.path, if_match)?;
        let etag = write(context, file)?;
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
        rows.push(json!({ "path": name, "replacements": file.count, "etag": etag }));
    }
    text.push_str(skipped.unreadable.lines());
    let is_known = context
        .services
        .session
        .was_shown(digest(&changed), is_dry_run);
    let answer = Answer::new()
        .fact(
            "replacements",
            changed.iter().map(|file| file.count).sum::<usize>(),
        )
        .fact("count", rows.len())
        .fact("skipped", skipped.to_json())
        .maybe("passedOver", passed.to_json())
        .item("files", rows);
    if is_known {
        context.notice("the diff is the same as in the dry run, and is not repeated");
        return Ok(answer.fact("diffstat", diffs.stat()).body(Body::Text(text)));
    }
    let (answer, diff) = diffs.finish(answer);
    text.push_str(&diff);
    Ok(answer.item("diff", diff).body(Body::Text(text)))
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
    path: &isolate_text::VPath,
    glob: &str,
    exclude: Option<&[String]>,
) -> Result<(Vec<isolate_vfs::FindEntry>, Passed), ToolError> {
    let real = context.tree.real_path(path)?;
    let find = FindOptions::new()
        .kinds([FileKind::File])
        .path(pattern(glob, &real)?);
    let excluded = Excluded::new(context, exclude, path)?;
    let (mut files, passed) = excluded.find(context, &real, find)?;
    passed.note_unused(context);
    files.sort_by(|a, b| a.path.cmp(&b.path));
    Ok((files, passed))
}

/// Files that were skipped, by reason.
#[derive(Default)]
struct Skipped {
    too_large: u64,
    binary: u64,
    not_utf8: u64,
    denied: u64,
    unreadable: Unreadable,
}

impl Skipped {
    fn to_json(&self) -> Json {
        let reasons = [
            ("tooLarge", self.too_large),
            ("binary", self.binary),
            ("notUtf8", self.not_utf8),
            ("denied", self.denied),
            ("unreadable", self.unreadable.total()),
        ];
        let told = reasons.into_iter().filter(|(_, count)| *count > 0);
        told.map(|(reason, count)| (reason.to_owned(), count.into()))
            .collect::<serde_json::Map<String, Json>>()
            .into()
    }
}

fn text_of(
    context: &Context<'_>,
    path: &isolate_text::VPath,
    skipped: &mut Skipped,
) -> Result<Option<String>, ToolError> {
    let bytes = match context.tree.read(path) {
        Err(error) if is_refused(&error) => {
            skipped.denied += 1;
            return Ok(None);
        }
        Err(error) if error.is_of_unreadable_file() => {
            skipped.unreadable.add(context, path, &error);
            return Ok(None);
        }
        bytes => bytes?,
    };
    if bytes.contains(&0) || is_binary(path.as_str(), &bytes) {
        skipped.binary += 1;
        return Ok(None);
    }
    match String::from_utf8(bytes) {
        Ok(text) => Ok(Some(text)),
        Err(_) => {
            skipped.not_utf8 += 1;
            Ok(None)
        }
    }
}

fn costly(path: &isolate_text::VPath, error: &isolate_text::search::SearchError) -> ToolError {
    let code = match error.kind() {
        SearchErrorKind::TooMuchWork | SearchErrorKind::Stopped => Code::Timeout,
        SearchErrorKind::TooManyResults | SearchErrorKind::TooManyReplacements => Code::TooLarge,
        SearchErrorKind::EmptyQuery | SearchErrorKind::InvalidPattern => Code::InvalidPattern,
    };
    ToolError::new(code, format!("{}: {error}", quote(path.as_str())))
        .about(path)
        .with_hint("use a simpler expression or a narrower glob")
}

/// Writes a file; a caller that has read all of it knows its new content.
fn write(context: &Context<'_>, file: &Changed) -> Result<String, ToolError> {
    let current = context.version(&file.path)?;
    let seen = context.seen(&file.path);
    let knows_all =
        seen.is_some_and(|seen| Some(&seen.etag) == current.as_ref() && seen.is_whole());
    context.tree.write(&file.path, file.after.as_bytes())?;
    super::write::note_syntax(context, file.path.as_str(), &file.after);
    let etag = context.version(&file.path)?.unwrap_or_default();
    let size = file.after.len() as u64;
    let now = knows_all.then(|| Seen::whole(&etag, context.last_run + 1, size));
    context.remember(&file.path, now);
    Ok(etag)
}
