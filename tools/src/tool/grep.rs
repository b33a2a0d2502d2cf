//! `grep`: text in files.

mod scan;

use isolate_text::VPath;
use isolate_text::search::{Matcher, Options, Scope};
use isolate_vfs::FindOptions;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

use super::{Tool, typed};
use crate::context::Context;
use crate::cut::Cut;
use crate::error::{Code, ToolError};
use crate::interface::Phrase;
use crate::reply::{Answer, Body};
use crate::skipped::{Excluded, Passed};
use crate::structure::Report;
use crate::tool::glob::pattern;
use crate::tool::ls::limit_of;
use scan::{Found, Scan};

pub(crate) const TOOL: Tool = Tool::reads::<Args, Matches>(
    "grep",
    "Searches files line by line for a text, or for a regular expression with regex: \
            true. Answers paths, line numbers and lines; outputMode: \"files\" answers only \
            paths, \"count\" only numbers.",
    |context, args| typed(context, args, grep),
);

/// Bytes of a pattern: usual ones have less than a hundred.
const PATTERN_BYTES_MAX: usize = 4 << 10;
/// Lines of context on each side.
const CONTEXT_MAX: usize = 10;
/// Matches in one file. The default.
const FILE_MATCHES_DEFAULT: usize = 50;
/// Skipped files of each reason that are named; the others are counted.
const SKIPPED_NAMES_MAX: usize = 100;

#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub(crate) enum OutputMode {
    #[default]
    Content,
    Files,
    Count,
}

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Args {
    /// The text to look for, or a regular expression with regex.
    pub(crate) pattern: String,
    /// Absolute path of a directory or a file. Default: /.
    pub(crate) path: Option<String>,
    /// Whether the pattern is a regular expression. Default: false.
    pub(crate) regex: Option<bool>,
    /// Whether upper and lower case are the same. Default: false.
    pub(crate) ignore_case: Option<bool>,
    /// Whether only whole words match. Default: false.
    pub(crate) whole_word: Option<bool>,
    /// Only files that one of these patterns matches, such as *.ts or src/**.
    pub(crate) include: Option<Vec<String>>,
    /// Patterns to leave out at any depth, besides node_modules and so on; /a/b is a whole path, [] drops all.
    pub(crate) exclude: Option<Vec<String>>,
    /// Lines around each match, 0 to 10. Default: 0.
    pub(crate) context: Option<usize>,
    /// content, files or count. Default: content.
    pub(crate) output_mode: Option<OutputMode>,
    /// Number of matches, at most 1000. Default: 200.
    pub(crate) limit: Option<usize>,
    /// Matching lines in one file. Default: 50.
    pub(crate) max_per_file: Option<usize>,
    /// The cursor of an earlier answer, to continue it.
    pub(crate) cursor: Option<String>,
}

/// The answer.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Matches {
    path: String,
    /// Matching lines.
    count: u64,
    files_scanned: u64,
    files_matched: u64,
    excluded: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    passed_over: Option<Map<String, Json>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    skipped_files: Option<Vec<ReasonCount>>,
    truncated: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    cursor: Option<String>,
    skipped: Skipped,
    #[serde(skip_serializing_if = "Option::is_none")]
    matches: Option<Vec<Match>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    files: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    counts: Option<Vec<FileCount>>,
}

impl Report for Matches {
    const TEXTS: &'static [&'static str] = &["skipped", "matches", "files", "counts"];
}

/// The first match of a line.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Match {
    path: String,
    line: usize,
    column: usize,
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    line_truncated: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    before: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    after: Option<Vec<String>>,
}

/// How many lines of a file match.
#[derive(Serialize, JsonSchema)]
struct FileCount {
    path: String,
    count: u64,
}

/// Files that were not searched, by reason.
#[derive(Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Skipped {
    #[serde(skip_serializing_if = "Option::is_none")]
    binary: Option<Named>,
    #[serde(skip_serializing_if = "Option::is_none")]
    too_large: Option<Named>,
    #[serde(skip_serializing_if = "Option::is_none")]
    not_utf8: Option<Named>,
    #[serde(skip_serializing_if = "Option::is_none")]
    denied: Option<Named>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unreadable: Option<Named>,
}

impl Skipped {
    /// The counts of all reasons; `None` if nothing was skipped.
    fn counts(&self) -> Option<Vec<ReasonCount>> {
        let reasons = [
            ("binary", &self.binary),
            ("tooLarge", &self.too_large),
            ("notUtf8", &self.not_utf8),
            ("denied", &self.denied),
            ("unreadable", &self.unreadable),
        ];
        let counts: Vec<ReasonCount> = reasons
            .into_iter()
            .filter_map(|(reason, named)| {
                let files = named.as_ref()?.count;
                Some(ReasonCount { reason, files })
            })
            .collect();
        (!counts.is_empty()).then_some(counts)
    }
}

/// How many files were skipped for a reason.
#[derive(Serialize, JsonSchema)]
struct ReasonCount {
    reason: &'static str,
    files: u64,
}

/// Files, of which the first are named.
#[derive(Default, Serialize, JsonSchema)]
struct Named {
    count: u64,
    paths: Vec<String>,
}

impl Named {
    fn add(&mut self, path: &VPath) {
        self.count += 1;
        if self.paths.len() < SKIPPED_NAMES_MAX {
            self.paths.push(path.as_str().to_owned());
        }
    }
}

pub(crate) fn grep(context: &Context<'_>, args: Args) -> Result<Answer, ToolError> {
    let path = context.path(args.path.as_deref().unwrap_or("/"))?;
    let limit = limit_of(context, args.limit)?;
    let around = args.context.unwrap_or(0);
    if around > CONTEXT_MAX {
        return Err(ToolError::invalid(format!(
            "context is {around}; at most {CONTEXT_MAX} lines are allowed"
        ))
        .with_hint("read the file around the line instead"));
    }
    let matcher = matcher(context, &args, args.ignore_case == Some(true))?;
    context.existing(&path)?;
    let real = context.tree.real_path(&path)?;
    let excluded = Excluded::new(context, args.exclude.as_deref(), &path)?;
    let mut include = Vec::new();
    for text in args.include.iter().flatten() {
        include.push(included(text, &real)?);
    }
    let find = FindOptions::new()
        .kinds([isolate_vfs::FileKind::File])
        .any_of(include);
    let (mut files, passed) = excluded.find(context, &real, find)?;
    passed.note_unused(context);
    files.sort_by(|a, b| a.path.cmp(&b.path));
    let mode = args.output_mode.unwrap_or_default();
    let cursor = args
        .cursor
        .as_deref()
        .map(scan::Cursor::parse)
        .transpose()?;
    let mut scan = Scan::new(context, mode, limit, around, cursor);
    scan.per_file_max = args.max_per_file.unwrap_or(FILE_MATCHES_DEFAULT).max(1);
    let mut found = scan.run(&matcher, &files)?;
    found.text.push_str(found.unreadable.lines());
    found.unreadable.note(context);
    // Where a store has searched, reading everything for an explanation is what it is to spare.
    let mirror = context.services.mirror.as_ref();
    let is_searched = mirror.is_some_and(|mirror| mirror.candidates().is_some());
    if found.matches == 0 && found.limit.is_none() && !is_searched {
        explain_nothing(context, &args, &real, &files, &excluded)?;
    }
    Ok(answer(
        context,
        path.as_str(),
        mode,
        excluded,
        &passed,
        found,
    ))
}

/// A pattern of files to search; one without a slash is also about the path itself, which may be a file.
fn included(text: &str, real: &VPath) -> Result<isolate_text::glob::Glob, ToolError> {
    let base = match text.contains('/') {
        true => real.clone(),
        false => real.parent().unwrap_or_else(VPath::root),
    };
    pattern(text, &base)
}

fn matcher(context: &Context<'_>, args: &Args, ignores_case: bool) -> Result<Matcher, ToolError> {
    if args.pattern.len() > PATTERN_BYTES_MAX {
        return Err(ToolError::new(
            Code::InvalidPattern,
            format!(
                "the pattern has {} bytes; at most {PATTERN_BYTES_MAX} are allowed",
                args.pattern.len()
            ),
        ));
    }
    if args.pattern.contains('\n') && args.regex != Some(true) {
        return Err(ToolError::new(
            Code::InvalidPattern,
            "the pattern contains a line break, but lines are searched one by one",
        )
        .with_hint(format!(
            "search for one of the lines, then read the file around it, or write the line break as \\n in \
             a regular expression ({})",
            context.phrase(Phrase::Regex)
        )));
    }
    let options = Options {
        case_sensitive: !ignores_case,
        regex: args.regex == Some(true),
        whole_word: args.whole_word == Some(true),
    };
    context.matcher(&args.pattern, &options, Scope::Lines)
}

/// Adds a notice about the likely reason why nothing was found.
fn explain_nothing(
    context: &Context<'_>,
    args: &Args,
    real: &VPath,
    files: &[isolate_vfs::FindEntry],
    excluded: &Excluded,
) -> Result<(), ToolError> {
    let count = |matcher: &Matcher, files: &[isolate_vfs::FindEntry]| {
        let mut scan = Scan::new(context, OutputMode::Count, 1_000, 0, None);
        scan.is_probe = true;
        scan.run(matcher, files).map(|found| found.matches)
    };
    if args.regex != Some(true)
        && args
            .pattern
            .contains(['*', '+', '|', '\\', '^', '$', '[', '('])
    {
        let as_regex = Args {
            pattern: args.pattern.clone(),
            regex: Some(true),
            ..Args::default()
        };
        if let Ok(matcher) = matcher(context, &as_regex, false) {
            let matches = count(&matcher, files)?;
            if matches > 0 {
                context.notice(format!(
                    "no file contains this text; as a regular expression ({}) it matches {matches} lines",
                    context.phrase(Phrase::Regex)
                ));
                return Ok(());
            }
        }
    }
    if args.ignore_case != Some(true) {
        let matches = count(&matcher(context, args, true)?, files)?;
        if matches > 0 {
            context.notice(format!(
                "nothing matches in this case; with {} {matches} lines match",
                context.phrase(Phrase::IgnoreCase)
            ));
            return Ok(());
        }
    }
    if !excluded.patterns.is_empty() || args.include.is_some() {
        let all = FindOptions::new().kinds([isolate_vfs::FileKind::File]);
        let everything = context.tree.find(real, &all)?;
        let matcher = matcher(context, args, args.ignore_case == Some(true))?;
        let matches = count(&matcher, &everything)?;
        if matches > 0 {
            context.notice(format!(
                "{matches} lines match in files that were not searched{}",
                context.phrase(Phrase::SearchSkipped)
            ));
        }
    }
    Ok(())
}

fn answer(
    context: &Context<'_>,
    path: &str,
    mode: OutputMode,
    excluded: Excluded,
    passed: &Passed,
    found: Found,
) -> Answer {
    let (shown, count) = (found.shown, found.matches);
    let is = |wanted: OutputMode| mode == wanted;
    let answer = Answer::of(&Matches {
        path: path.to_owned(),
        count,
        files_scanned: found.files_scanned,
        files_matched: found.files_matched,
        excluded: excluded.patterns,
        passed_over: passed.counts(),
        skipped_files: found.skipped.counts(),
        truncated: found.limit.is_some(),
        cursor: found.cursor,
        skipped: found.skipped,
        matches: is(OutputMode::Content).then_some(shown.matches),
        files: is(OutputMode::Files).then_some(shown.files),
        counts: is(OutputMode::Count).then_some(shown.counts),
    })
    .body(Body::Text(found.text));
    answer.cut(found.limit.map(|limit| Cut {
        limit,
        unit: "matches",
        shown: count,
        omitted: None,
        next: context.phrase(Phrase::MoreMatches).to_owned(),
    }))
}
