//! Searching and replacing.

use std::ops::ControlFlow;

use isolate_ops::replace::{self, REPLACEMENT_BYTES_MAX, ReplaceOptions, Visited, largest_budget};
use isolate_ops::search::{SearchOptions, Searched, Sink, WithoutText, Work, search};
use isolate_ops::{
    Content, OpError, PassedOver as Reason, ReadBounds, Room, TextChange, check_diffs,
};
use isolate_protocol::wire::tag;
use isolate_text::budget;
use isolate_text::edit::version;
use isolate_text::search::{Budget, Context, LineMatch, Matcher, Next, Replacement, Scope};
use isolate_text::{VPath, glob::Glob};
use isolate_vfs::FileKind;

use super::args::Options;
use super::line_ends::OtherLineEnds;
use super::members::Members as _;
use super::memory::Reply;
use super::notes::PassedOver;
use super::parts::put_string;
use super::query::Query;
use super::{Call, Fault};
use crate::cast::to_integer;

/// Bytes of the result of a search: its matches become objects in the program's memory, and running
/// out of that would end the run.
const FOUND_BYTES_MAX: u64 = 16 << 20;

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
            result_bytes: REPLACEMENT_BYTES_MAX.min(self.lazy.bytes_max() as u64),
            ..largest_budget()
        }
    }

    fn query(&self, query: usize, options: usize) -> Query {
        Query::of(&self.values[query], self.options(options))
    }

    fn matcher(&self, query: &Query, scope: Scope) -> Result<Matcher, Fault> {
        query.check_flags(self)?;
        let matcher = Matcher::new(&query.text, &query.reading, scope);
        Ok(matcher.map_err(|error| OpError::search(error, None))?)
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
    options
        .number(name)
        .filter(|number| *number != 0.0 && !number.is_nan())
        .map(to_integer)
}

/// Writes what a search finds into the reply.
struct Answering<'c> {
    reply: Reply<'c>,
    query: &'c Query,
    matches_max: Option<usize>,
    noted: Noted,
    /// Where the number of matches of a file is to be written, once it is known.
    count_at: Option<usize>,
    in_file: usize,
    files: usize,
}

/// What is noted of the files of a search.
struct Noted {
    other: OtherLineEnds,
    passed: PassedOver,
    strange: PassedOver,
    /// Whether the file was asked for by its path: then it must be readable.
    is_one: bool,
}

impl Noted {
    fn of(query: &Query, scope: Scope) -> Self {
        Self {
            other: OtherLineEnds::of(query, scope),
            passed: PassedOver::default(),
            strange: PassedOver::default(),
            is_one: false,
        }
    }

    fn passed_over(&mut self, path: &VPath, reason: Reason) -> Result<(), OpError> {
        match reason {
            Reason::Unreadable(error) | Reason::Refused(error) if !self.is_one => {
                self.passed.add_unreadable(&error);
                Ok(())
            }
            reason => Err(reason.into_error(path)),
        }
    }
}

impl Sink for Answering<'_> {
    fn found(&mut self, path: &VPath, found: LineMatch<'_>) -> Result<Next, OpError> {
        if self.matches_max == Some(0) {
            return Ok(Next::End);
        }
        let out = &mut *self.reply.out;
        if self.count_at.is_none() {
            out.object(2);
            out.member("path", path.as_str());
            out.string("matches");
            self.count_at = Some(out.open(tag::ARRAY));
        }
        let around = [("beforeLines", found.before), ("afterLines", found.after)];
        let given = around.iter().filter(|(_, lines)| lines.is_some()).count();
        out.object(4 + given);
        out.member("line", found.line);
        out.member("column", found.column);
        out.member("match", found.matched);
        out.string("lineText");
        put_string(found.line_text, out).map_err(OpError::refused)?;
        for (name, lines) in around {
            if let Some(lines) = lines {
                out.string(name);
                out.array(lines.len());
                for line in lines {
                    put_string(line, out).map_err(OpError::refused)?;
                }
            }
        }
        self.reply.charge().map_err(OpError::refused)?;
        self.in_file += 1;
        Ok(match self.matches_max == Some(self.in_file) {
            true => Next::End,
            false => Next::Match,
        })
    }

    fn searched(&mut self, file: &Searched<'_>) -> Result<ControlFlow<()>, OpError> {
        if self.query.may_miss_in(file) {
            self.noted.strange.add(file.path);
        }
        let found = std::mem::take(&mut self.in_file);
        if let Some(at) = self.count_at.take() {
            self.reply.out.set_count(at, found);
        }
        match found {
            0 => self.noted.other.look_at(file.path, file.text),
            _ => self.files += 1,
        }
        Ok(ControlFlow::Continue(()))
    }

    fn passed_over(&mut self, path: &VPath, reason: Reason) -> Result<(), OpError> {
        self.noted.passed_over(path, reason)
    }
}

impl Call<'_> {
    /// Searches files, and returns how many have a match. The file that is asked for by its path has an
    /// array of matches in the reply, also if that is empty.
    fn search(
        &mut self,
        query: &Query,
        matcher: &Matcher,
        files: &[VPath],
        is_one: bool,
    ) -> Result<usize, Fault> {
        let given = self.options(2);
        let options = SearchOptions {
            context: Context {
                before: context_lines(given, "contextBefore"),
                after: context_lines(given, "contextAfter"),
            },
            not_text: WithoutText::Decode,
            bounds: ReadBounds::default(),
            deadline: None,
            work: Work::Shared(search_budget()),
        };
        let matches_max = given
            .bound("maxMatches")
            .map(|max| usize::try_from(max).unwrap_or(usize::MAX));
        let (found, noted) = self.with_parts(|access, parts| {
            let mut sink = Answering {
                count_at: is_one.then(|| parts.reply.out.open(tag::ARRAY)),
                reply: parts.reply,
                query,
                matches_max,
                noted: Noted {
                    is_one,
                    ..Noted::of(query, Scope::Lines)
                },
                in_file: 0,
                files: 0,
            };
            search(access, files, matcher, options, &mut sink)?;
            Ok((sink.files, sink.noted))
        })?;
        self.note_passed_over(&noted.passed);
        self.note_not_text(SEARCHED, &noted.strange);
        self.note_line_ends(&noted.other);
        if found == 0 {
            self.note_no_match(1, 2);
        }
        Ok(found)
    }
}

pub(super) fn search_text(call: &mut Call<'_>) -> Result<(), Fault> {
    let path = call.path(0)?;
    let query = call.query(1, 2);
    let matcher = call.matcher(&query, Scope::Lines)?;
    call.search(&query, &matcher, &[path], true)?;
    Ok(())
}

pub(super) fn search_files(call: &mut Call<'_>) -> Result<(), Fault> {
    let query = call.query(1, 2);
    let matcher = call.matcher(&query, Scope::Lines)?;
    let tree = call.tree;
    let searched: Result<(), Fault> = tree.snapshot(|_| {
        let files = call.matching_files(2)?;
        if files.is_empty() {
            call.check_order(2)?;
            call.note_no_file(2);
        }
        let count_at = call.out.open(tag::ARRAY);
        let found = call.search(&query, &matcher, &files, false)?;
        call.out.set_count(count_at, found);
        Ok(())
    });
    searched
}

impl Call<'_> {
    /// A copy of the text that takes the place of matches.
    fn replacement(&self) -> Result<String, Fault> {
        let text = self.text(2)?;
        budget::charge(text.len())?;
        Ok(text.to_owned())
    }

    /// How a text replaces matches, as the options at parameter 3 say.
    fn replace_options<'t>(&self, query: &Query, text: &'t str) -> ReplaceOptions<'t> {
        ReplaceOptions {
            is_dry_run: self.options(3).flag("dryRun"),
            budget: self.replace_budget(),
            ..ReplaceOptions::new(Replacement::of(text, &query.reading))
        }
    }

    /// Notes probable mistakes in a query or its replacement.
    fn note_replaced(&mut self, query: &Query, is_found: bool) {
        if is_found {
            self.note_group(2, query.reading.regex);
            self.note_bound(3);
        } else {
            self.note_no_match(1, 3);
        }
    }
}

pub(super) fn replace_in_file(call: &mut Call<'_>) -> Result<(), Fault> {
    let path = call.path(0)?;
    let query = call.query(1, 3);
    let matcher = call.matcher(&query, query.scope)?;
    let replacement = call.replacement()?;
    let options = call.replace_options(&query, &replacement);
    let replaced = call.operation(|access| replace::in_file(access, &path, &matcher, options))?;
    if replaced.after.is_none() {
        let mut other = OtherLineEnds::of(&query, query.scope);
        other.look_at(&path, &replaced.before);
        call.note_line_ends(&other);
    }
    call.note_replaced(&query, replaced.count > 0);
    let content = replaced.after.unwrap_or(replaced.before);
    // It is copied to be kept.
    budget::charge(content.len())?;
    call.out.object(2);
    call.out.member("replaced", replaced.count);
    call.out.string("content");
    call.put_text(content.into())
}

/// What `replaceInFile` would replace: positions are in UTF-16 units, -1 where a group is not there.
pub(super) fn matches_for_replacement(call: &mut Call<'_>) -> Result<(), Fault> {
    let path = call.path(0)?;
    let query = call.query(1, 2);
    let matcher = call.matcher(&query, query.scope)?;
    let is_dry_run = call.options(2).flag("dryRun");
    let whole = call.operation(|access| replace::text(access, &path))?;
    let text = whole.strip_prefix('\u{feff}').unwrap_or(&whole);
    let mut found: Vec<Vec<Option<usize>>> = Vec::new();
    matcher
        .each_match(&whole, &mut search_budget(), |_, groups| {
            found.push(groups.to_vec());
        })
        .map_err(|error| OpError::search(error, Some(&path)))?;
    let units = Units::of(text);
    call.out.object(6);
    call.out.string("text");
    call.put_string(text)?;
    call.out.member("mark", &whole[..whole.len() - text.len()]);
    call.out.member("base", &version(Some(whole.as_bytes())));
    call.out.list("names", matcher.names().len());
    for (name, index) in matcher.names() {
        call.out.array(2);
        call.out.string(name);
        call.out.number(*index as f64);
    }
    call.out.list("found", found.len());
    for groups in &found {
        call.out.array(groups.len());
        for place in groups {
            let place = place.map_or(-1.0, |byte| units.before(text, byte) as f64);
            call.out.number(place);
        }
        call.charge_reply()?;
    }
    call.out.member("dryRun", is_dry_run);
    if found.is_empty() {
        let mut other = OtherLineEnds::of(&query, query.scope);
        other.look_at(&path, &whole);
        call.note_line_ends(&other);
        call.note_no_match(1, 2);
    }
    Ok(())
}

/// Counts the UTF-16 units before a byte, from the last mark before it. A mark is a byte where a
/// character begins, with the units before it.
struct Units(Vec<(usize, usize)>);

impl Units {
    /// Bytes between two marks, at least.
    const STEP: usize = 256;

    fn of(text: &str) -> Self {
        let (mut marks, mut last) = (vec![(0, 0)], 0);
        let mut units = 0;
        for (at, c) in text.char_indices() {
            if at >= last + Self::STEP {
                marks.push((at, units));
                last = at;
            }
            units += c.len_utf16();
        }
        Self(marks)
    }

    fn before(&self, text: &str, byte: usize) -> usize {
        let next = self.0.partition_point(|(at, _)| *at <= byte);
        let (mark, units) = self.0[next - 1];
        let characters = text[mark..byte].chars();
        units + characters.map(char::len_utf16).sum::<usize>()
    }
}

/// The files of a replacement: those that changed, with their numbers of matches, and what is noted.
struct Changes {
    room: Room,
    changed: Vec<(usize, TextChange)>,
    noted: Noted,
}

impl Changes {
    fn add(&mut self, path: &VPath, visited: Visited) -> Result<(), OpError> {
        let replaced = match visited {
            Visited::Looked(replaced) => replaced,
            Visited::PassedOver(Reason::NotText(_)) => {
                self.noted.strange.add(path);
                return Ok(());
            }
            Visited::PassedOver(reason) => return self.noted.passed_over(path, reason),
        };
        let Some(after) = replaced.after else {
            self.noted.other.look_at(path, &replaced.before);
            return Ok(());
        };
        // For a moment there are two copies.
        let copied = replaced.before.len() + after.len();
        budget::charge(copied + CHANGED_BYTES)?;
        let change = TextChange {
            label: path.as_str().into(),
            before: Content::Text(replaced.before.into()),
            after: after.into(),
        };
        budget::release(copied);
        self.room.take(&change)?;
        self.changed.push((replaced.count, change));
        Ok(())
    }
}

pub(super) fn replace_in_files(call: &mut Call<'_>) -> Result<(), Fault> {
    let query = call.query(1, 3);
    let matcher = call.matcher(&query, query.scope)?;
    let replacement = call.replacement()?;
    let options = call.replace_options(&query, &replacement);
    let is_dry_run = options.is_dry_run;
    let tree = call.tree;
    let replaced: Result<Vec<(usize, TextChange)>, Fault> = tree.atomically(|_| {
        let files = call.matching_files(3)?;
        if files.is_empty() {
            call.check_order(3)?;
            call.note_no_file(3);
        }
        let (changed, noted) = call.with_parts(|access, parts| {
            let mut changes = Changes {
                room: parts.lazy.room(),
                changed: Vec::new(),
                noted: Noted::of(&query, query.scope),
            };
            replace::in_files(
                &access.joined(),
                &files,
                &matcher,
                options,
                &mut |path, visited| changes.add(path, visited),
            )?;
            Ok((changes.changed, changes.noted))
        })?;
        check_diffs(changed.iter().map(|(_, change)| change))?;
        call.note_passed_over(&noted.passed);
        call.note_not_text("passed over", &noted.strange);
        call.note_line_ends(&noted.other);
        Ok(changed)
    });
    let changed = replaced?;
    call.note_replaced(&query, !changed.is_empty());
    encode_replaced(call, is_dry_run, changed)
}

fn encode_replaced(
    call: &mut Call<'_>,
    is_dry_run: bool,
    changes: Vec<(usize, TextChange)>,
) -> Result<(), Fault> {
    let files = changes.len();
    let replacements: usize = changes.iter().map(|(count, _)| count).sum();
    call.out.object(4);
    call.out.member("dryRun", is_dry_run);
    call.out.list("files", files);
    for (count, change) in changes {
        call.out.object(4);
        call.out.member("path", &change.label);
        call.out.member("replaced", count);
        call.put_change(change, files)?;
    }
    call.out.member("totalFiles", files);
    call.out.member("totalReplacements", replacements);
    Ok(())
}
