//! Searching and replacing.

use std::borrow::Cow;

use isolate_ops::OpError;
use isolate_protocol::ErrorCode;
use isolate_protocol::wire::tag;
use isolate_text::search::{Budget, Context, LineMatch, Matcher, Replacement, Scope};
use isolate_text::{VPath, glob::Glob};
use isolate_text::{budget, stop};
use isolate_vfs::FileKind;

use super::args::Options;
use super::content::Content;
use super::lazy::{Batch, Change};
use super::line_ends::OtherLineEnds;
use super::memory::lossy;
use super::notes::PassedOver;
use super::parts::put_string;
use super::query::Query;
use super::{Call, Fault, Trouble};
use crate::stop::Stop;

/// Bytes of the result of a search: its matches become objects in the program's memory, and running
/// out of that would end the run.
const FOUND_BYTES_MAX: u64 = 16 << 20;

/// Matches that one call may replace, and bytes of their replacements. Both only pass through the
/// host.
const REPLACED_MAX: u64 = 10_000_000;
const REPLACED_BYTES_MAX: u64 = 256 << 20;

/// Memory of a changed file, without its texts.
const CHANGED_BYTES: usize = 256;

/// What a search does in files that are not UTF-8.
const SEARCHED: &str = "may have missed matches in";

fn search_budget() -> Budget {
    Budget {
        result_bytes: FOUND_BYTES_MAX,
        ..Budget::default()
    }
}

impl Call<'_> {
    /// The budget of the replacements of one call: at most what may be kept, so that a program gets an
    /// error that it can catch before the run reaches the limit of host memory.
    pub(super) fn replace_budget(&self) -> Budget {
        Budget {
            matches: REPLACED_MAX,
            result_bytes: REPLACED_BYTES_MAX.min(self.lazy.bytes_max() as u64),
            ..Budget::default()
        }
    }
}

impl Call<'_> {
    fn query(&self, query: usize, options: usize) -> Query {
        Query::of(&self.values[query], self.options(options))
    }

    fn matcher(&self, query: &Query, scope: Scope) -> Result<Matcher, Fault> {
        query.check_flags(self)?;
        Matcher::new(&query.text, &query.reading, scope)
            .map_err(|error| self.fault(OpError::search(error, None)))
    }

    /// The files that the globs at parameter 0 match; a directory means everything below it.
    fn matching_files(&mut self, options: usize) -> Result<Vec<VPath>, Fault> {
        let patterns: Vec<String> = self.globs(0)?.into_iter().map(str::to_owned).collect();
        let patterns: Vec<String> = patterns
            .into_iter()
            .map(|pattern| self.directory_glob(&pattern).unwrap_or(pattern))
            .collect();
        let mut found = self.matching_globs(&patterns, options, &VPath::root())?;
        found.retain(|(_, kind)| *kind == FileKind::File);
        Ok(found.into_iter().map(|(path, _)| path).collect())
    }

    /// The pattern for everything below a directory, if `pattern` is the path of one.
    pub(super) fn directory_glob(&self, pattern: &str) -> Option<String> {
        if pattern.is_empty() {
            return None;
        }
        let path = VPath::parse(pattern).ok()?;
        let stat = self.tree.stat(&path).ok()??;
        (stat.kind == FileKind::Directory)
            .then(|| format!("{}/**", Glob::escape(path.as_str().trim_end_matches('/'))))
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

/// The form of the result of a search.
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
    let query = call.query(1, 2);
    let matcher = call.matcher(&query, Scope::Lines)?;
    let answer = Answer::of(call.options(2));
    let bytes = call.read(&path).map_err(|trouble| call.fault(trouble))?;
    let text = lossy(&bytes)?;
    let found = matcher
        .search_lines(
            &text,
            &answer.context,
            answer.matches_max,
            &mut search_budget(),
        )
        .map_err(|error| call.fault(OpError::search(error, Some(&path))))?;
    if query.may_miss_in(&bytes, matches!(text, Cow::Borrowed(_))) {
        let mut strange = PassedOver::default();
        strange.add(&path);
        call.note_not_text(SEARCHED, &strange);
    }
    if found.is_empty() {
        let mut other = OtherLineEnds::of(&query, Scope::Lines);
        other.look_at(&path, &text);
        call.note_line_ends(&other);
        call.note_no_match(1, 2);
    }
    encode_matches(call, &found)
}

pub(super) fn search_files(call: &mut Call<'_>) -> Result<(), Fault> {
    let query = call.query(1, 2);
    let matcher = call.matcher(&query, Scope::Lines)?;
    let answer = Answer::of(call.options(2));
    let mut other = OtherLineEnds::of(&query, Scope::Lines);
    let tree = call.tree;
    let searched: Result<(), Trouble> = tree.snapshot(|_| {
        let mut budget = search_budget();
        let files = call.matching_files(2)?;
        if files.is_empty() {
            call.check_order(2)?;
            call.note_no_file(2);
        }
        let count_at = call.out.open(tag::ARRAY);
        let mut count = 0;
        let (mut passed, mut strange) = (PassedOver::default(), PassedOver::default());
        for path in files {
            // Released with the next file; the reply, which has a limit of its own, is not.
            let read = budget::scratch();
            let Some(bytes) = passed.note(call.read(&path))? else {
                continue;
            };
            let text = lossy(&bytes)?;
            if query.may_miss_in(&bytes, matches!(text, Cow::Borrowed(_))) {
                strange.add(&path);
            }
            let found = matcher
                .search_lines(&text, &answer.context, answer.matches_max, &mut budget)
                .map_err(|error| OpError::search(error, Some(&path)))?;
            if found.is_empty() {
                other.look_at(&path, &text);
                continue;
            }
            count += 1;
            call.out.object(2);
            call.out.string("path");
            call.out.string(path.as_str());
            call.out.string("matches");
            drop(read);
            encode_matches(call, &found)?;
        }
        call.out.set_count(count_at, count);
        call.note_passed_over(&passed);
        call.note_not_text(SEARCHED, &strange);
        call.note_line_ends(&other);
        if count == 0 {
            call.note_no_match(1, 2);
        }
        Ok(())
    });
    searched.map_err(|trouble| call.fault(trouble))
}

#[expect(
    clippy::cast_precision_loss,
    reason = "lines and columns of a text in memory"
)]
fn encode_matches(call: &mut Call<'_>, found: &[LineMatch<'_>]) -> Result<(), Fault> {
    call.out.array(found.len());
    for found in found {
        call.told()?;
        let out = &mut *call.out;
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
        put_string(found.line_text, out)?;
        if stop::is_due() {
            return Err(Stop::Halted.into());
        }
        for (name, lines) in around {
            if let Some(lines) = lines {
                out.string(name);
                out.array(lines.len());
                for line in lines {
                    put_string(line, out)?;
                }
            }
        }
    }
    call.told()
}

/// The text of a file in which something is to be replaced.
fn replaceable(call: &mut Call<'_>, path: &VPath) -> Result<Content, Trouble> {
    let content = call.content_at(path)?;
    if content.is_binary() {
        let text = "the file is not text (a NUL byte, or not UTF-8), and replacing in it would damage it; \
                    change its bytes with readFileBytes and writeFileBytes";
        return Err(call
            .error_at(ErrorCode::BadFormat, text, path.as_str())
            .into());
    }
    Ok(content)
}

pub(super) fn replace_in_file(call: &mut Call<'_>) -> Result<(), Fault> {
    let path = call.path(0)?;
    let query = call.query(1, 3);
    let matcher = call.matcher(&query, query.scope)?;
    let is_dry_run = call.options(3).flag("dryRun");
    let mut other = OtherLineEnds::of(&query, query.scope);
    let tree = call.tree;
    let replaced: Result<(usize, String), Trouble> = tree.atomically(|_| {
        let content = replaceable(call, &path)?;
        let before = content.text().unwrap_or_default();
        let replacement = Replacement::of(call.text(2)?, &query.reading);
        let mut budget = call.replace_budget();
        let replaced = matcher
            .replace_all(before, replacement, &mut budget)
            .map_err(|error| OpError::search(error, Some(&path)))?;
        if replaced.count == 0 {
            other.look_at(&path, before);
        }
        if !is_dry_run && *replaced.text != *before {
            call.write(&path, replaced.text.as_bytes())?;
        }
        // Without a match the text is a copy, and it is copied again to be kept.
        budget::charge(replaced.text.len() * 2)?;
        Ok((replaced.count, replaced.text.into_owned()))
    });
    let (count, content) = replaced.map_err(|trouble| call.fault(trouble))?;
    if count == 0 {
        call.note_line_ends(&other);
        call.note_no_match(1, 3);
    } else {
        call.note_group(2, query.reading.regex);
        call.note_bound(3);
    }
    call.out.object(2);
    call.out.string("replaced");
    #[expect(
        clippy::cast_precision_loss,
        reason = "a count of matches is far below 2^53"
    )]
    call.out.number(count as f64);
    call.out.string("content");
    call.put_text(content.into())
}

/// What `replaceInFile` would replace: places are in UTF-16 units, -1 where a group is not there.
#[expect(clippy::cast_precision_loss, reason = "places of a text in memory")]
pub(super) fn matches_for_replacement(call: &mut Call<'_>) -> Result<(), Fault> {
    let path = call.path(0)?;
    let query = call.query(1, 2);
    let matcher = call.matcher(&query, query.scope)?;
    let is_dry_run = call.options(2).flag("dryRun");
    let content = replaceable(call, &path).map_err(|trouble| call.fault(trouble))?;
    let whole = content.text().unwrap_or_default();
    let text = whole.strip_prefix('\u{feff}').unwrap_or(whole);
    let mut found: Vec<Vec<Option<usize>>> = Vec::new();
    matcher
        .each_match(whole, &mut search_budget(), |_, groups| {
            found.push(groups.to_vec());
        })
        .map_err(|error| call.fault(OpError::search(error, Some(&path))))?;
    let units = Units::of(text);
    call.out.object(6);
    call.out.string("text");
    call.put_string(text)?;
    call.out.string("mark");
    call.out.string(&whole[..whole.len() - text.len()]);
    call.out.string("base");
    call.out.string(&content.version());
    call.out.string("names");
    call.out.array(matcher.names().len());
    for (name, index) in matcher.names() {
        call.out.array(2);
        call.out.string(name);
        call.out.number(*index as f64);
    }
    call.out.string("found");
    call.out.array(found.len());
    for groups in &found {
        call.out.array(groups.len());
        for place in groups {
            let place = place.map_or(-1.0, |byte| units.before(text, byte) as f64);
            call.out.number(place);
        }
        call.told()?;
    }
    call.out.string("dryRun");
    call.out.boolean(is_dry_run);
    if found.is_empty() {
        let mut other = OtherLineEnds::of(&query, query.scope);
        other.look_at(&path, whole);
        call.note_line_ends(&other);
        call.note_no_match(1, 2);
    }
    Ok(())
}

/// Counts the UTF-16 units before a byte, from the nearest mark before it.
struct Units(Vec<usize>);

impl Units {
    /// Bytes between two marks.
    const STEP: usize = 256;

    fn of(text: &str) -> Self {
        let mut marks = Vec::with_capacity(text.len() / Self::STEP + 1);
        let mut units = 0;
        for (at, c) in text.char_indices() {
            while marks.len() * Self::STEP <= at {
                marks.push(units);
            }
            units += c.len_utf16();
        }
        marks.push(units);
        Self(marks)
    }

    fn before(&self, text: &str, byte: usize) -> usize {
        let mut mark = byte / Self::STEP;
        // A mark counts what is before the first character at or behind it.
        let mut start = mark * Self::STEP;
        while !text.is_char_boundary(start.min(text.len())) {
            start += 1;
        }
        if start > byte {
            mark -= 1;
            start = mark * Self::STEP;
            while !text.is_char_boundary(start) {
                start += 1;
            }
        }
        let known = self.0.get(mark).copied().unwrap_or_default();
        let start = start.min(byte);
        known
            + text[start..byte]
                .chars()
                .map(char::len_utf16)
                .sum::<usize>()
    }
}

pub(super) fn replace_in_files(call: &mut Call<'_>) -> Result<(), Fault> {
    let query = call.query(1, 3);
    let matcher = call.matcher(&query, query.scope)?;
    let is_dry_run = call.options(3).flag("dryRun");
    let mut other = OtherLineEnds::of(&query, query.scope);
    let tree = call.tree;
    let replaced: Result<Vec<(usize, Change)>, Trouble> = tree.atomically(|_| {
        let mut budget = call.replace_budget();
        let mut batch = Batch::default();
        let mut changes = Vec::new();
        let files = call.matching_files(3)?;
        if files.is_empty() {
            call.check_order(3)?;
            call.note_no_file(3);
        }
        let (mut passed, mut strange) = (PassedOver::default(), PassedOver::default());
        for path in files {
            let read = budget::scratch();
            let Some(before) = passed.note(call.content_at(&path))? else {
                continue;
            };
            let Some(text) = before.text().filter(|_| !before.is_binary()) else {
                strange.add(&path);
                continue;
            };
            let replacement = Replacement::of(call.text(2)?, &query.reading);
            let replaced = matcher
                .replace_all(text, replacement, &mut budget)
                .map_err(|error| {
                    let place = format!("\"{path}\"");
                    call.fault(OpError::search(error, Some(&path)))
                        .in_batch(&place)
                })?;
            if replaced.count == 0 {
                other.look_at(&path, text);
                continue;
            }
            read.keep();
            let count = replaced.count;
            let after = replaced.text.into_owned();
            budget::charge(after.len() + CHANGED_BYTES)?;
            if !is_dry_run && *text != after {
                call.write(&path, after.as_bytes())
                    .map_err(|trouble| call.fault(trouble).in_batch(&format!("\"{path}\"")))?;
            }
            let freed = after.len();
            let change = Change {
                label: path.as_str().into(),
                after: after.into(),
                before,
            };
            budget::release(freed);
            call.check_room(&mut batch, &change)?;
            changes.push((count, change));
        }
        call.check_changes(changes.iter().map(|(_, change)| change))?;
        call.note_passed_over(&passed);
        call.note_not_text("passed over", &strange);
        call.note_line_ends(&other);
        Ok(changes)
    });
    let changes = replaced.map_err(|trouble| call.fault(trouble))?;
    if changes.is_empty() {
        call.note_no_match(1, 3);
    } else {
        call.note_group(2, query.reading.regex);
        call.note_bound(3);
    }
    encode_replaced(call, is_dry_run, changes)
}

#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
fn encode_replaced(
    call: &mut Call<'_>,
    is_dry_run: bool,
    changes: Vec<(usize, Change)>,
) -> Result<(), Fault> {
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
        call.put_change(change, files)?;
    }
    call.out.string("totalFiles");
    call.out.number(files as f64);
    call.out.string("totalReplacements");
    call.out.number(replacements as f64);
    Ok(())
}
