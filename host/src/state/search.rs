//! Searching and replacing.

use isolate_protocol::ErrorCode;
use isolate_protocol::wire::{Encoder, tag};
use isolate_vfs::ops::search::{
    Budget, Context, LineMatch, Matcher, Options as Reading, Replacement, Scope,
};
use isolate_vfs::{FileKind, VPath};

use super::args::Options;
use super::lazy::Change;
use super::{Call, Fault, Trouble};

/// Bytes that a search may answer: its matches become objects in the program's memory, and
/// running out of that would end the run.
const FOUND_BYTES_MAX: u64 = 16 << 20;

/// Matches that one call may replace, and bytes that it may put in their place: both only pass
/// through the host.
const REPLACED_MAX: u64 = 10_000_000;
const REPLACED_BYTES_MAX: u64 = 256 << 20;

fn search_budget() -> Budget {
    Budget {
        result_bytes: FOUND_BYTES_MAX,
        ..Budget::default()
    }
}

/// What the replacements of one call may cost.
pub(super) fn replace_budget() -> Budget {
    Budget {
        matches: REPLACED_MAX,
        result_bytes: REPLACED_BYTES_MAX,
        ..Budget::default()
    }
}

/// How the options say that a query is read.
pub(super) fn reading(options: Options<'_>) -> Reading {
    Reading {
        case_sensitive: options.boolean("caseSensitive").unwrap_or(true),
        regex: options.flag("regex"),
        whole_word: options.flag("wholeWord"),
    }
}

impl Call<'_> {
    fn matcher(&self, query: usize, options: usize, scope: Scope) -> Result<Matcher, Fault> {
        Matcher::new(self.text(query)?, &reading(self.options(options)), scope)
            .map_err(|error| self.search_error(&error, None))
    }

    /// The plain files that the pattern at parameter 0 matches.
    fn matching_files(&mut self, options: usize) -> Result<Vec<VPath>, Fault> {
        let mut found = self.matching(0, options)?;
        found.retain(|(_, kind)| *kind == FileKind::File);
        Ok(found.into_iter().map(|(path, _)| path).collect())
    }
}

/// Lines around a match: left out for 0 and NaN, none for a negative number.
fn context_lines(options: Options<'_>, name: &str) -> Option<usize> {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a cast from a float saturates, negative ones at 0"
    )]
    options
        .number(name)
        .filter(|number| *number != 0.0 && !number.is_nan())
        .map(|number| number as usize)
}

/// How a search is to answer.
struct Answer {
    context: Context,
    matches_max: Option<usize>,
}

impl Answer {
    fn of(options: Options<'_>) -> Self {
        Self {
            context: Context {
                before: context_lines(options, "contextBefore"),
                after: context_lines(options, "contextAfter"),
            },
            matches_max: options
                .bound("maxMatches")
                .map(|max| usize::try_from(max).unwrap_or(usize::MAX)),
        }
    }
}

pub(super) fn search_text(call: &mut Call<'_>) -> Result<(), Fault> {
    let path = call.path(0)?;
    let matcher = call.matcher(1, 2, Scope::Lines)?;
    let answer = Answer::of(call.options(2));
    let bytes = call.read(&path).map_err(|trouble| call.fault(trouble))?;
    let text = String::from_utf8_lossy(&bytes);
    let found = matcher
        .search_lines(
            &text,
            &answer.context,
            answer.matches_max,
            &mut search_budget(),
        )
        .map_err(|error| call.search_error(&error, Some(&path)))?;
    encode_matches(&found, call.out);
    Ok(())
}

pub(super) fn search_files(call: &mut Call<'_>) -> Result<(), Fault> {
    let matcher = call.matcher(1, 2, Scope::Lines)?;
    let answer = Answer::of(call.options(2));
    let tree = call.tree;
    let searched: Result<(), Trouble> = tree.snapshot(|_| {
        let mut budget = search_budget();
        let count_at = call.out.open(tag::ARRAY);
        let mut count = 0;
        for path in call.matching_files(2)? {
            let bytes = call.read(&path)?;
            let text = String::from_utf8_lossy(&bytes);
            let found = matcher
                .search_lines(&text, &answer.context, answer.matches_max, &mut budget)
                .map_err(|error| call.search_error(&error, Some(&path)))?;
            if found.is_empty() {
                continue;
            }
            count += 1;
            call.out.object(2);
            call.out.string("path");
            call.out.string(path.as_str());
            call.out.string("matches");
            encode_matches(&found, call.out);
        }
        call.out.set_count(count_at, count);
        Ok(())
    });
    searched.map_err(|trouble| call.fault(trouble))
}

#[expect(
    clippy::cast_precision_loss,
    reason = "lines and columns of a text in memory"
)]
fn encode_matches(found: &[LineMatch<'_>], out: &mut Encoder) {
    out.array(found.len());
    for found in found {
        let around = [("beforeLines", &found.before), ("afterLines", &found.after)];
        let given = around.iter().filter(|(_, lines)| lines.is_some()).count();
        out.object(4 + given);
        out.string("line");
        out.number(found.line as f64);
        out.string("column");
        out.number(found.column as f64);
        out.string("match");
        out.string(found.matched);
        out.string("lineText");
        out.string(found.line_text);
        for (name, lines) in around {
            if let Some(lines) = lines {
                out.string(name);
                out.array(lines.len());
                lines.iter().for_each(|line| out.string(line));
            }
        }
    }
}

pub(super) fn replace_in_file(call: &mut Call<'_>) -> Result<(), Fault> {
    let path = call.path(0)?;
    let matcher = call.matcher(1, 3, Scope::Text)?;
    let tree = call.tree;
    let replaced: Result<(usize, String), Trouble> = tree.atomically(|_| {
        let content = call.content_at(&path)?;
        if content.is_binary() {
            let text = "the file is not text (a NUL byte, or not UTF-8), and replacing in it would damage it; \
                        change its bytes with readFileBytes and writeFileBytes";
            return Err(call.error_at(ErrorCode::BadFormat, text, path.as_str()).into());
        }
        let before = content.text().unwrap_or_default();
        let replacement = Replacement::Literal(call.text(2)?);
        let replaced = matcher
            .replace_all(before, replacement, &mut replace_budget())
            .map_err(|error| call.search_error(&error, Some(&path)))?;
        if *replaced.text != *before {
            call.write(&path, replaced.text.as_bytes())?;
        }
        Ok((replaced.count, replaced.text.into_owned()))
    });
    let (count, content) = replaced.map_err(|trouble| call.fault(trouble))?;
    call.out.object(2);
    call.out.string("replaced");
    #[expect(
        clippy::cast_precision_loss,
        reason = "a count of matches is far below 2^53"
    )]
    call.out.number(count as f64);
    call.out.string("content");
    call.put_text(content.into());
    Ok(())
}

pub(super) fn replace_in_files(call: &mut Call<'_>) -> Result<(), Fault> {
    let matcher = call.matcher(1, 3, Scope::Text)?;
    let is_dry_run = call.options(3).flag("dryRun");
    let tree = call.tree;
    let replaced: Result<Vec<(usize, Change)>, Trouble> = tree.atomically(|_| {
        let mut budget = replace_budget();
        let mut changes = Vec::new();
        for path in call.matching_files(3)? {
            let before = call.content_at(&path)?;
            let Some(text) = before.text().filter(|_| !before.is_binary()) else {
                continue;
            };
            let replacement = Replacement::Literal(call.text(2)?);
            let replaced = matcher
                .replace_all(text, replacement, &mut budget)
                .map_err(|error| {
                    let place = format!("\"{path}\"");
                    call.search_error(&error, Some(&path)).in_batch(&place)
                })?;
            if replaced.count == 0 {
                continue;
            }
            let after = replaced.text.into_owned();
            if !is_dry_run && *text != after {
                call.write(&path, after.as_bytes())
                    .map_err(|trouble| call.fault(trouble).in_batch(&format!("\"{path}\"")))?;
            }
            changes.push((
                replaced.count,
                Change {
                    label: path.as_str().into(),
                    after: after.into(),
                    before,
                },
            ));
        }
        call.check_changes(changes.iter().map(|(_, change)| change))?;
        Ok(changes)
    });
    let changes = replaced.map_err(|trouble| call.fault(trouble))?;
    encode_replaced(call, is_dry_run, changes);
    Ok(())
}

#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
fn encode_replaced(call: &mut Call<'_>, is_dry_run: bool, changes: Vec<(usize, Change)>) {
    let files = changes.len();
    let replacements: usize = changes.iter().map(|(count, _)| count).sum();
    call.out.object(4);
    call.out.string("dryRun");
    call.out.boolean(is_dry_run);
    call.out.string("files");
    call.out.array(files);
    for (count, change) in changes {
        call.out.object(4);
        call.out.string("path");
        call.out.string(&change.label);
        call.out.string("replaced");
        call.out.number(count as f64);
        call.put_change(change, files);
    }
    call.out.string("totalFiles");
    call.out.number(files as f64);
    call.out.string("totalReplacements");
    call.out.number(replacements as f64);
}
