//! One pass over a text: finds matches in order and charges each to the budget.

use super::backtrack::Slots;
use crate::ops::stop::{Stopped, is_due};

use super::{Backtracker, Budget, Engine, Matcher, SearchError, SearchErrorKind, quote};

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

pub(super) struct Cursor<'a, 't> {
    matcher: &'a Matcher,
    text: &'t str,
    budget: &'a mut Budget,
    far_bytes_left: u64,
    /// Work since the last check whether to stop, in scanned bytes.
    unlooked_bytes: u64,
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
        }
    }

    /// The first match at or after `start`, which is a character boundary.
    pub(super) fn find_at(&mut self, start: usize) -> Result<Option<(usize, usize)>, SearchError> {
        let matcher = self.matcher;
        match &matcher.engine {
            Engine::Linear {
                backtracker: Some(backtracker),
                ..
            } if self.far_bytes_left == 0 => self.backtrack(backtracker, start).map(whole),
            Engine::Linear {
                regex, looks_far, ..
            } => {
                let (mut from, mut unpaid) = (start, start);
                let found = loop {
                    let part = self.part(from);
                    match regex.find_at(part.as_bytes(), from) {
                        // `\B` also holds between the bytes of one character.
                        Some(found) if !self.text.is_char_boundary(found.start()) => {
                            from = found.start() + 1;
                        }
                        None if part.len() < self.text.len() => {
                            from = part.len() + 1;
                            self.spend(to_u64(from - unpaid))?;
                            unpaid = from;
                        }
                        found => break found.map(|found| (found.start(), found.end())),
                    }
                };
                let scanned = found.map_or(self.text.len(), |(_, end)| end) - unpaid;
                self.spend(to_u64(scanned) + 1)?;
                if let Some((_, end)) = found
                    && *looks_far
                {
                    let far = if matcher.is_bound_to_lines {
                        let rest = &self.text[end..];
                        rest.find('\n').unwrap_or(rest.len())
                    } else {
                        self.text.len() - end
                    };
                    // Without the backtracking engine, the budget ends the search.
                    let far = to_u64(far);
                    self.spend(far)?;
                    self.far_bytes_left = self.far_bytes_left.saturating_sub(far);
                }
                Ok(found)
            }
            Engine::Backtracking(backtracker) => self.backtrack(backtracker, start).map(whole),
        }
    }

    /// The text up to where one search may read, so that a long text without a match is paid for
    /// in parts. Only between lines that no match crosses: before the line break, where what
    /// ends at the end of a line also ends at the end of a text.
    fn part(&self, from: usize) -> &'t str {
        let text = self.text;
        if !self.matcher.is_bound_to_lines || text.len() - from <= PART_BYTES {
            return text;
        }
        let bytes = text.as_bytes();
        let end = bytes[from + PART_BYTES..]
            .iter()
            .position(|byte| *byte == b'\n');
        end.map_or(text, |end| &text[..from + PART_BYTES + end])
    }

    /// The groups of the first match at or after `start`, which is a character boundary.
    pub(super) fn groups_at(&mut self, start: usize) -> Result<Option<Slots>, SearchError> {
        let matcher = self.matcher;
        match &matcher.engine {
            Engine::Linear {
                regex, backtracker, ..
            } => {
                if let (0, Some(backtracker)) = (self.far_bytes_left, backtracker) {
                    return self.backtrack(backtracker, start);
                }
                let Some((start, _)) = self.find_at(start)? else {
                    return Ok(None);
                };
                let groups = regex.captures_at(self.text.as_bytes(), start);
                Ok(groups.map(|groups| {
                    let ends = |group: Option<regex::bytes::Match<'_>>| {
                        [group.map(|g| g.start()), group.map(|g| g.end())]
                    };
                    groups.iter().flat_map(ends).collect()
                }))
            }
            Engine::Backtracking(backtracker) => self.backtrack(backtracker, start),
        }
    }

    fn backtrack(
        &mut self,
        backtracker: &Backtracker,
        start: usize,
    ) -> Result<Option<Slots>, SearchError> {
        let Backtracker { program, first } = backtracker;
        let text = self.text;
        let mut steps = self.budget.scan_bytes / STEP_COST_BYTES;
        let mut at = start;
        let mut skipped = 0;
        let found = loop {
            if let Some(first) = first {
                let rest = &text.as_bytes()[at..];
                let skip = rest.iter().position(|&byte| first[usize::from(byte)]);
                skipped += skip.unwrap_or(rest.len());
                match skip {
                    Some(skip) => at += skip,
                    None => break Ok(None),
                }
                if !text.is_char_boundary(at) {
                    at += 1;
                    continue;
                }
            }
            match program.run(text, at, &mut steps) {
                Ok(None) => match text[at..].chars().next() {
                    Some(c) => at += c.len_utf8(),
                    None => break Ok(None),
                },
                other => break other,
            }
        };
        self.budget.scan_bytes = self.budget.scan_bytes.min(steps * STEP_COST_BYTES);
        let found = found.map_err(|_| {
            if is_due() {
                stopped()
            } else {
                self.too_much_work()
            }
        })?;
        self.spend(to_u64(skipped))?;
        Ok(found)
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
            text: format!("{before} /{}/ {after}", quote(&self.matcher.query)),
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
                quote(&self.matcher.query)
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

fn whole(slots: Option<Slots>) -> Option<(usize, usize)> {
    let slots = slots?;
    Some(((*slots.first()?)?, (*slots.get(1)?)?))
}

fn to_u64(bytes: usize) -> u64 {
    u64::try_from(bytes).unwrap_or(u64::MAX)
}
