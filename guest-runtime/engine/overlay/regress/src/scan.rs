//! A search that goes on: one state for all matches in a text, without a copy of it.

use super::MatchAttempter;
use crate::api::Regex;
use crate::cursor::{Direction, Forward};
use crate::indexing::{ElementType, InputIndexer, Ucs2Input, Utf16Input};
use crate::latin1::Latin1Input;
use crate::lead::Place;
use crate::matchers::CharProperties;
use crate::quick::Search;
use core::ops::Range;

/// A text as a string holds it.
#[derive(Debug, Clone, Copy)]
pub enum Text<'t> {
    /// Each character is a byte.
    Latin1(&'t [u8]),
    /// Each code unit is a character.
    Units(&'t [u16]),
    /// Pairs of surrogates are one character.
    Pairs(&'t [u16]),
}

/// Where a match has to begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Begin {
    /// At the given place or behind.
    AtOrAfter,
    /// At the given place exactly.
    Exactly,
}

/// Finds the matches of a pattern in a text.
#[derive(Debug)]
pub struct Scanner<'r, 't>(Kind<'r, 't>);

#[derive(Debug)]
enum Kind<'r, 't> {
    Quick(Search<'r, 't>),
    Latin1(State<'r, Latin1Input<'t>>),
    Units(State<'r, Ucs2Input<'t>>),
    Pairs(State<'r, Utf16Input<'t>>),
}

/// Calls a method whatever the width of the text.
macro_rules! either {
    ($kind:expr, $state:ident => $call:expr) => {
        match $kind {
            Kind::Quick($state) => $call,
            Kind::Latin1($state) => $call,
            Kind::Units($state) => $call,
            Kind::Pairs($state) => $call,
        }
    };
}

impl Regex {
    /// A search in a text.
    pub fn scan<'r, 't>(&'r self, text: Text<'t>) -> Scanner<'r, 't> {
        let unicode = self.cr.flags.unicode;
        if let (Text::Latin1(text), Some(program)) = (text, &self.cr.quick)
            && let Some(search) = Search::new(program, text)
        {
            return Scanner(Kind::Quick(search));
        }
        Scanner(match text {
            Text::Latin1(text) => Kind::Latin1(State::new(self, Latin1Input::new(text, unicode))),
            Text::Units(text) => Kind::Units(State::new(self, Ucs2Input::new(text, unicode))),
            Text::Pairs(text) => Kind::Pairs(State::new(self, Utf16Input::new(text, unicode))),
        })
    }

    /// Number of groups, without the whole match.
    pub fn group_count(&self) -> usize {
        self.cr.groups as usize
    }

    /// Names of the groups, empty for those without, or nothing where no group has a name.
    pub fn group_names(&self) -> &[Box<str>] {
        &self.cr.group_names
    }
}

impl Scanner<'_, '_> {
    /// The next match, from a place that may be past the end; its groups are kept till the next.
    pub fn find(&mut self, start: usize, begin: Begin) -> Option<Range<usize>> {
        either!(&mut self.0, state => state.find(start, begin))
    }

    /// A group of the match found last, counted from 0.
    pub fn group(&self, index: usize) -> Option<Range<usize>> {
        either!(&self.0, state => state.group(index))
    }
}

#[derive(Debug)]
struct State<'r, Input: InputIndexer> {
    regex: &'r Regex,
    input: Input,
    matcher: MatchAttempter<'r, Input>,
}

impl<'r, Input: InputIndexer> State<'r, Input> {
    fn new(regex: &'r Regex, input: Input) -> Self {
        let matcher = MatchAttempter::new(&regex.cr, input.left_end());
        Self {
            regex,
            input,
            matcher,
        }
    }

    fn group(&self, index: usize) -> Option<Range<usize>> {
        let range = self.matcher.s.groups.get(index)?.as_range()?;
        Some(self.input.pos_to_offset(range.start)..self.input.pos_to_offset(range.end))
    }

    fn find(&mut self, start: usize, begin: Begin) -> Option<Range<usize>> {
        for group in &mut self.matcher.s.groups {
            group.reset();
        }
        let mut pos = self.input.try_move_right(self.input.left_end(), start)?;
        loop {
            pos = match begin {
                Begin::AtOrAfter => self.candidate(pos)?,
                Begin::Exactly => pos,
            };
            if let Some(end) = self.matcher.try_at_pos(self.input, 0, pos, Forward::new()) {
                return Some(self.input.pos_to_offset(pos)..self.input.pos_to_offset(end));
            }
            if begin == Begin::Exactly {
                return None;
            }
            pos = self.after_failure(pos)?;
        }
    }

    /// The first place from `pos` on where a match may begin.
    fn candidate(&self, mut pos: Input::Position) -> Option<Input::Position> {
        let lead = &self.regex.cr.lead;
        if lead.place == Place::Start {
            // There is one place alone, which needs no looking for.
            return (pos == self.input.left_end()).then_some(pos);
        }
        let Some(units) = &lead.units else {
            while !self.is_at(lead.place, pos) {
                pos = self.input.next_right_pos(pos)?;
            }
            return Some(pos);
        };
        loop {
            let mut next = pos;
            let unit = self.input.next_right(&mut next)?.as_u32() as usize;
            if units[unit.min(units.len() - 1)] && self.is_at(lead.place, pos) {
                return Some(pos);
            }
            pos = next;
        }
    }

    fn is_at(&self, place: Place, pos: Input::Position) -> bool {
        match place {
            Place::Anywhere => true,
            Place::Start => pos == self.input.left_end(),
            Place::LineStart => self
                .input
                .peek_left(pos)
                .is_none_or(Input::CharProps::is_line_terminator),
            Place::Boundary { invert } => {
                let is_word =
                    |unit: Option<Input::Element>| unit.is_some_and(Input::CharProps::is_word_char);
                let is_boundary =
                    is_word(self.input.peek_left(pos)) != is_word(self.input.peek_right(pos));
                is_boundary != invert
            }
        }
    }

    /// Where to try next.
    fn after_failure(&self, pos: Input::Position) -> Option<Input::Position> {
        let next = self.input.next_right_pos(pos)?;
        let Some(ip) = self.regex.cr.lead.run else {
            return Some(next);
        };
        let run = MatchAttempter::<Input>::with_scm_loop_impl(
            &self.regex.cr,
            &self.input,
            pos,
            0,
            usize::MAX,
            Forward::new(),
            ip,
        );
        Some(run.map_or(next, |(_, end)| end.max(next)))
    }
}
