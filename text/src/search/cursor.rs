//! One pass over a text: finds matches in order and charges each to the budget.

use regex::bytes::Regex;

use super::backtrack::{Exhausted, Slots};
use super::line::{self, Line};
use super::{
    Automaton, Backtracker, Budget, Doubts, Engine, Matcher, SearchError, SearchErrorKind, shown,
};
use crate::stop::{Stopped, is_due};

/// Cost of one step of the backtracking engine, in scanned bytes: the automaton scans about
/// so many in the time of one step.
const STEP_COST_BYTES: u64 = 8;

/// How often an automaton may read the length of the text past its matches before the
/// backtracking engine, whose work is known exactly, takes over. It reads at most to the end
/// of the line, or of the text, after every match: a square in the worst case.
const FAR_READS_MAX: u64 = 32;

/// Work between two checks whether to stop, in scanned bytes: about a millisecond.
const LOOK_BYTES: u64 = 1 << 18;

/// Bytes that the automaton scans at once where a text may be taken apart.
const PART_BYTES: usize = 1 << 20;

/// A match, with its groups or what finds them.
struct Found<'a> {
    start: usize,
    end: usize,
    groups: Groups<'a>,
}

enum Groups<'a> {
    Known(Slots),
    /// This automaton finds them in the text up to here.
    By(&'a Regex, usize),
}

pub(super) struct Cursor<'a, 't> {
    matcher: &'a Matcher,
    text: &'t str,
    budget: &'a mut Budget,
    far_bytes_left: u64,
    /// Work since the last check whether to stop, in scanned bytes.
    unlooked_bytes: u64,
    /// The line that was asked for last.
    line: Line,
}

impl<'a, 't> Cursor<'a, 't> {
    pub(super) fn new(matcher: &'a Matcher, text: &'t str, budget: &'a mut Budget) -> Self {
        // The constant lets short texts finish on the automaton.
        let far_bytes_left = to_u64(text.len() + 1_024).saturating_mul(FAR_READS_MAX);
        Self {
            matcher,
            text,
            budget,
            far_bytes_left,
            unlooked_bytes: 0,
            line: Line::default(),
        }
    }

    /// The line at a position.
    pub(super) fn line(&mut self, at: usize) -> Line {
        if at < self.line.start || self.line.next <= at {
            self.line = Line::at(self.text, at);
        }
        self.line
    }

    /// The first match at or after `start`, which is a character boundary.
    pub(super) fn find_at(&mut self, start: usize) -> Result<Option<(usize, usize)>, SearchError> {
        let found = self.find(start)?;
        Ok(found.map(|found| (found.start, found.end)))
    }

    /// The groups of the first match at or after `start`, which is a character boundary.
    pub(super) fn groups_at(&mut self, start: usize) -> Result<Option<Slots>, SearchError> {
        let Some(found) = self.find(start)? else {
            return Ok(None);
        };
        Ok(match found.groups {
            Groups::Known(slots) => Some(slots),
            Groups::By(regex, limit) => {
                let groups = regex.captures_at(&self.text.as_bytes()[..limit], found.start);
                groups.map(|groups| {
                    let ends = |group: Option<regex::bytes::Match<'_>>| {
                        [group.map(|g| g.start()), group.map(|g| g.end())]
                    };
                    groups.iter().flat_map(ends).collect()
                })
            }
        })
    }

    /// The first match that is one of a line: nothing, between a `\r` and its `\n` or behind the last
    /// line end, is not.
    fn find(&mut self, start: usize) -> Result<Option<Found<'a>>, SearchError> {
        let mut from = start;
        loop {
            let found = self.find_any(from)?;
            let Some(Found { start, end, .. }) = found else {
                return Ok(None);
            };
            let is_in_line = || line::is_in_line(self.text, start);
            if start < end || !self.matcher.is_by_lines || is_in_line() {
                return Ok(found);
            }
            match self.after((start, end)) {
                Some(next) => from = next,
                None => return Ok(None),
            }
        }
    }

    fn find_any(&mut self, start: usize) -> Result<Option<Found<'a>>, SearchError> {
        let matcher = self.matcher;
        match &matcher.engine {
            Engine::Linear(Automaton {
                backtracker: Some(backtracker),
                ..
            }) if self.far_bytes_left == 0 => self.backtrack(backtracker, start),
            Engine::Linear(automaton) => self.find_linear(automaton, start),
            Engine::Backtracking(backtracker) => self.backtrack(backtracker, start),
        }
    }

    /// The first match of an automaton that is one by the conditions that the automaton does not know.
    fn find_linear(
        &mut self,
        automaton: &'a Automaton,
        start: usize,
    ) -> Result<Option<Found<'a>>, SearchError> {
        let text = self.text;
        let mut from = start;
        loop {
            let (mut regex, mut limit) = (&automaton.regex, text.len());
            let Some((mut start, mut end)) = self.scan(automaton, regex, from, limit)? else {
                return Ok(None);
            };
            if self.matcher.is_bound_to_lines {
                if line::is_behind_last(text, start) {
                    return Ok(None);
                }
                if self.may_leave_line(automaton, start, end) {
                    let line = self.line(start);
                    (regex, limit) = (automaton.in_line.as_ref().unwrap_or(regex), line.end);
                    let found = if start <= limit {
                        self.scan(automaton, regex, start, limit)?
                    } else {
                        None
                    };
                    match found {
                        Some(found) => (start, end) = found,
                        None if line.is_last() => return Ok(None),
                        None => {
                            from = line.next;
                            continue;
                        }
                    }
                }
            }
            if !self.is_in_doubt(automaton, start, end) {
                let groups = Groups::By(regex, limit);
                return Ok(Some(Found { start, end, groups }));
            }
            let found = self.run_at(automaton, start)?;
            if found.is_some() {
                return Ok(found);
            }
            match self.after((start, start)) {
                Some(next) => from = next,
                None => return Ok(None),
            }
        }
    }

    /// Whether a match in a line may not be one of the line by itself: it holds a part of the line end,
    /// or ends where only the automaton sees the end of a line.
    fn may_leave_line(&self, automaton: &Automaton, start: usize, end: usize) -> bool {
        let bytes = self.text.as_bytes();
        let is_in_line_end = end > 0 && bytes[end - 1] == b'\r' && bytes.get(end) == Some(&b'\n');
        is_in_line_end || automaton.doubts.end && line::has_lone_return(self.text, start..=end)
    }

    /// Whether a match depends on a condition that the automaton does not know.
    fn is_in_doubt(&self, automaton: &Automaton, start: usize, end: usize) -> bool {
        let Doubts {
            anchors,
            end: has_end,
            words,
        } = automaton.doubts;
        let bytes = self.text.as_bytes();
        let is_by_words = words
            && (start > 0 && !bytes[start - 1].is_ascii()
                || bytes.get(end).is_some_and(|byte| !byte.is_ascii()));
        let is_by_lines = !self.matcher.is_bound_to_lines
            && (has_end && line::has_lone_return(self.text, start..=end)
                || anchors && line::is_behind_last(self.text, end));
        is_by_words || is_by_lines
    }

    /// The match that starts exactly here.
    fn run_at(
        &mut self,
        automaton: &Automaton,
        start: usize,
    ) -> Result<Option<Found<'a>>, SearchError> {
        let Some(backtracker) = &automaton.backtracker else {
            return Err(self.too_much_work());
        };
        let limit = match self.matcher.is_bound_to_lines {
            true => self.line(start).end,
            false => self.text.len(),
        };
        let text = &self.text[..limit];
        let slots = self.stepping(|steps| backtracker.program.run(text, start, steps))?;
        Ok(slots.and_then(with_groups))
    }

    /// The first match of an automaton at or after `start` in the text up to `limit`.
    fn scan(
        &mut self,
        automaton: &Automaton,
        regex: &Regex,
        start: usize,
        limit: usize,
    ) -> Result<Option<(usize, usize)>, SearchError> {
        let text = &self.text[..limit];
        let (mut from, mut unpaid) = (start, start);
        let found = loop {
            let part = self.part(text, from);
            match regex.find_at(part.as_bytes(), from) {
                // `\B` also holds between the bytes of one character.
                Some(found) if !text.is_char_boundary(found.start()) => {
                    from = found.start() + 1;
                }
                None if part.len() < text.len() => {
                    from = part.len() + 1;
                    self.spend(to_u64(from - unpaid))?;
                    unpaid = from;
                }
                found => break found.map(|found| (found.start(), found.end())),
            }
        };
        let scanned = found.map_or(text.len(), |(_, end)| end) - unpaid;
        self.spend(to_u64(scanned) + 1)?;
        if let Some((_, end)) = found
            && automaton.looks_far
        {
            let rest = &text[end..];
            let far = match self.matcher.is_bound_to_lines {
                true => rest.find('\n').unwrap_or(rest.len()),
                false => rest.len(),
            };
            // Without the backtracking engine, the budget ends the search.
            let far = to_u64(far);
            self.spend(far)?;
            self.far_bytes_left = self.far_bytes_left.saturating_sub(far);
        }
        Ok(found)
    }

    /// The text up to where one search may read, so that a long text without a match is paid for
    /// in parts. Only between lines that no match crosses: before the line break, where what
    /// ends at the end of a line also ends at the end of a text.
    fn part<'p>(&self, text: &'p str, from: usize) -> &'p str {
        if !self.matcher.is_bound_to_lines || text.len() - from <= PART_BYTES {
            return text;
        }
        let bytes = text.as_bytes();
        let end = bytes[from + PART_BYTES..]
            .iter()
            .position(|byte| *byte == b'\n');
        end.map_or(text, |end| &text[..from + PART_BYTES + end])
    }

    /// The first match of the backtracking engine: in the text as a whole, or in each line.
    fn backtrack(
        &mut self,
        backtracker: &Backtracker,
        start: usize,
    ) -> Result<Option<Found<'a>>, SearchError> {
        if !self.matcher.is_bound_to_lines {
            return self.backtrack_to(backtracker, start, self.text.len());
        }
        let mut from = start;
        while !line::is_behind_last(self.text, from) {
            let line = self.line(from);
            if from <= line.end {
                let found = self.backtrack_to(backtracker, from, line.end)?;
                if found.is_some() || line.is_last() {
                    return Ok(found);
                }
            }
            from = line.next;
        }
        Ok(None)
    }

    /// The same in the text up to `limit`.
    fn backtrack_to(
        &mut self,
        backtracker: &Backtracker,
        start: usize,
        limit: usize,
    ) -> Result<Option<Found<'a>>, SearchError> {
        let Backtracker { program, first } = backtracker;
        let text = &self.text[..limit];
        let mut at = start;
        let mut skipped = 0;
        let found = self.stepping(|steps| {
            loop {
                if let Some(first) = first {
                    let rest = &text.as_bytes()[at..];
                    let skip = rest.iter().position(|&byte| first[usize::from(byte)]);
                    skipped += skip.unwrap_or(rest.len());
                    match skip {
                        Some(skip) => at += skip,
                        None => return Ok(None),
                    }
                    if !text.is_char_boundary(at) {
                        at += 1;
                        continue;
                    }
                }
                match program.run(text, at, steps) {
                    Ok(None) => match text[at..].chars().next() {
                        Some(c) => at += c.len_utf8(),
                        None => return Ok(None),
                    },
                    other => return other,
                }
            }
        })?;
        self.spend(to_u64(skipped) + 1)?;
        Ok(found.and_then(with_groups))
    }

    /// Lets the backtracking engine take steps from the budget.
    fn stepping(
        &mut self,
        run: impl FnOnce(&mut u64) -> Result<Option<Slots>, Exhausted>,
    ) -> Result<Option<Slots>, SearchError> {
        let mut steps = self.budget.scan_bytes / STEP_COST_BYTES;
        let found = run(&mut steps);
        self.budget.scan_bytes = self.budget.scan_bytes.min(steps * STEP_COST_BYTES);
        found.map_err(|_| {
            if is_due() {
                stopped()
            } else {
                self.too_much_work()
            }
        })
    }

    /// Where to search on after a match: an empty one must not be found again.
    pub(super) fn after(&self, (start, end): (usize, usize)) -> Option<usize> {
        if start < end {
            return Some(end);
        }
        let next = self.text[end..].chars().next();
        next.map(|c| end + c.len_utf8())
    }

    /// The bytes of answers that the budget still allows.
    pub(super) fn result_bytes_left(&self) -> usize {
        usize::try_from(self.budget.result_bytes).unwrap_or(usize::MAX)
    }

    /// Pays for a match and the bytes that the answer holds for it.
    pub(super) fn spend_match(&mut self, bytes: usize) -> Result<(), SearchError> {
        let kind = SearchErrorKind::TooManyResults;
        self.spend_result(bytes).map_err(|exceeded| match exceeded {
            Exceeded::Matches => self.too_many(kind, "more matches of", "than one call may find"),
            Exceeded::Bytes => {
                self.too_many(kind, "the answer for", "is larger than one call may give")
            }
        })
    }

    /// Pays for the replacement of a match and its bytes.
    pub(super) fn spend_replacement(&mut self, bytes: usize) -> Result<(), SearchError> {
        let kind = SearchErrorKind::TooManyReplacements;
        self.spend_result(bytes).map_err(|exceeded| match exceeded {
            Exceeded::Matches => {
                self.too_many(kind, "more matches of", "than one call may replace")
            }
            Exceeded::Bytes => self.too_many(
                kind,
                "the replacements of",
                "are longer than one call may write",
            ),
        })
    }

    fn spend_result(&mut self, bytes: usize) -> Result<(), Exceeded> {
        let budget = &mut *self.budget;
        let matches = budget.matches.checked_sub(1).ok_or(Exceeded::Matches)?;
        let left = budget.result_bytes.checked_sub(to_u64(bytes));
        budget.result_bytes = left.ok_or(Exceeded::Bytes)?;
        budget.matches = matches;
        Ok(())
    }

    /// Charges memory of what was found.
    pub(super) fn charge(&self, bytes: usize) -> Result<(), SearchError> {
        crate::budget::charge(bytes).map_err(|_| stopped())
    }

    fn too_many(&self, kind: SearchErrorKind, before: &str, after: &str) -> SearchError {
        SearchError {
            kind,
            text: format!("{before} /{}/ {after}", shown(&self.matcher.query)),
        }
    }

    fn spend(&mut self, bytes: u64) -> Result<(), SearchError> {
        self.unlooked_bytes = self.unlooked_bytes.saturating_add(bytes);
        if self.unlooked_bytes >= LOOK_BYTES {
            self.unlooked_bytes = 0;
            if is_due() {
                return Err(stopped());
            }
        }
        let left = self.budget.scan_bytes.checked_sub(bytes);
        self.budget.scan_bytes = left.ok_or_else(|| self.too_much_work())?;
        Ok(())
    }

    fn too_much_work(&self) -> SearchError {
        SearchError {
            kind: SearchErrorKind::TooMuchWork,
            text: format!(
                "searching for /{}/ takes more work than one call may do",
                shown(&self.matcher.query)
            ),
        }
    }
}

/// What of a budget does not suffice.
enum Exceeded {
    Matches,
    Bytes,
}

pub(super) fn stopped() -> SearchError {
    SearchError {
        kind: SearchErrorKind::Stopped,
        text: Stopped.to_string(),
    }
}

fn with_groups<'a>(slots: Slots) -> Option<Found<'a>> {
    let (start, end) = ((*slots.first()?)?, (*slots.get(1)?)?);
    let groups = Groups::Known(slots);
    Some(Found { start, end, groups })
}

fn to_u64(bytes: usize) -> u64 {
    u64::try_from(bytes).unwrap_or(u64::MAX)
}
