//! Braces, as bash expands them before it looks at anything else in a pattern.
//!
//! A pattern is not expanded where alternatives may stand for themselves: see [`super::parse`].

use std::ops::Range;

use super::{ALTERNATIVES_MAX, BRACE_DEPTH_MAX, Dialect, PatternError};

/// Opening braces of a pattern whose end is looked for, each through all of the pattern.
const OPEN_MAX: usize = 1_024;

/// A character of a pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Sign {
    pub(super) c: char,
    /// Whether a `\` takes away its meaning.
    pub(super) is_escaped: bool,
}

impl Sign {
    pub(super) fn is(self, c: char) -> bool {
        self.c == c && !self.is_escaped
    }

    fn plain(c: char) -> Self {
        Self {
            c,
            is_escaped: false,
        }
    }

    fn literal(c: char) -> Self {
        Self {
            c,
            is_escaped: true,
        }
    }
}

/// A part of a pattern.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Piece {
    Sign(Sign),
    Choice {
        alternatives: Vec<Vec<Self>>,
        /// The braces as they are written; `None` if they hold a `\` that takes a meaning away.
        source: Option<String>,
    },
}

impl Piece {
    /// Whether it is this character, with its meaning.
    pub(super) fn is(&self, c: char) -> bool {
        matches!(self, Self::Sign(sign) if sign.is(c))
    }

    pub(super) fn is_choice(&self) -> bool {
        matches!(self, Self::Choice { .. })
    }
}

/// The characters of a pattern; `\` takes the meaning of a special one away, and is itself before
/// any other.
pub(super) fn signs(pattern: &str, dialect: Dialect) -> Vec<Sign> {
    let mut signs = Vec::with_capacity(pattern.len());
    let mut chars = pattern.chars().peekable();
    while let Some(c) = chars.next() {
        let escaped = chars.next_if(|next| c == '\\' && is_special(*next, dialect));
        signs.push(match escaped {
            Some(next) => Sign::literal(next),
            // Before an ordinary character: nothing else gives it a meaning.
            None => Sign::plain(c),
        });
    }
    signs
}

/// The characters that `\` makes ordinary.
pub(super) fn is_special(c: char, dialect: Dialect) -> bool {
    match c {
        '*' | '?' | '[' | ']' | '{' | '}' | ',' | '!' | '^' | '-' | '\\' => true,
        '(' | ')' | '|' => dialect == Dialect::Shell,
        _ => false,
    }
}

/// Finds the braces of a pattern.
pub(super) struct Braces<'a> {
    pattern: &'a str,
    signs: &'a [Sign],
    dialect: Dialect,
    opened: usize,
    alternatives: usize,
}

impl<'a> Braces<'a> {
    pub(super) fn new(pattern: &'a str, signs: &'a [Sign], dialect: Dialect) -> Self {
        Self {
            pattern,
            signs,
            dialect,
            opened: 0,
            alternatives: 0,
        }
    }

    /// The parts of a range of the pattern.
    pub(super) fn pieces(
        &mut self,
        range: Range<usize>,
        depth: usize,
    ) -> Result<Vec<Piece>, PatternError> {
        let mut pieces = Vec::with_capacity(range.len());
        let mut at = range.start;
        while at < range.end {
            let sign = self.signs[at];
            let close = match sign.is('{') {
                true => self.close(at, range.end)?,
                false => None,
            };
            let Some(close) = close else {
                pieces.push(Piece::Sign(sign));
                at += 1;
                continue;
            };
            if depth == BRACE_DEPTH_MAX {
                return Err(self.refused(
                    at,
                    format!("braces nest more than {BRACE_DEPTH_MAX} deep; split it into several patterns"),
                ));
            }
            match self.alternatives(at, close, depth)? {
                Some(alternatives) => pieces.push(Piece::Choice {
                    alternatives,
                    source: text_of(&self.signs[at..=close]),
                }),
                // `{a..}` and the like stand for themselves.
                None => pieces.extend(self.signs[at..=close].iter().copied().map(Piece::Sign)),
            }
            at = close + 1;
        }
        Ok(pieces)
    }

    fn alternatives(
        &mut self,
        open: usize,
        close: usize,
        depth: usize,
    ) -> Result<Option<Vec<Vec<Piece>>>, PatternError> {
        let inside = open + 1..close;
        let is_list = self.dialect == Dialect::Plain
            || self.signs[inside.clone()].iter().any(|sign| sign.is(','));
        if !is_list {
            let Some(sequence) = self.sequence(&self.signs[inside]) else {
                return Ok(None);
            };
            self.count(open, sequence.len())?;
            let literal = |text: String| text.chars().map(Sign::literal).map(Piece::Sign).collect();
            return Ok(Some(sequence.into_iter().map(literal).collect()));
        }
        let mut alternatives = Vec::new();
        let mut start = inside.start;
        let mut level = 0_usize;
        for at in inside.chain([close]) {
            let sign = self.signs[at];
            if at == close || sign.is(',') && level == 0 {
                self.count(start - 1, 1)?;
                alternatives.push(self.pieces(start..at, depth + 1)?);
                start = at + 1;
            } else if sign.is('{') {
                level += 1;
            } else if sign.is('}') {
                level = level.saturating_sub(1);
            }
        }
        Ok(Some(alternatives))
    }

    fn count(&mut self, at: usize, more: usize) -> Result<(), PatternError> {
        self.alternatives += more;
        if self.alternatives > ALTERNATIVES_MAX {
            return Err(self.refused(at, too_many_alternatives()));
        }
        Ok(())
    }

    fn refused(&self, at: usize, problem: String) -> PatternError {
        PatternError::new(self.pattern, at + 1, problem)
    }

    /// The brace that closes the one at a position. One without a comma or a `..` before it closes
    /// nothing.
    fn close(&mut self, open: usize, end: usize) -> Result<Option<usize>, PatternError> {
        self.opened += 1;
        if self.opened > OPEN_MAX {
            let problem =
                format!("it has more than {OPEN_MAX} braces; split it into several patterns");
            return Err(self.refused(open, problem));
        }
        let mut level = 0_usize;
        let mut divides = self.dialect == Dialect::Plain;
        for at in open + 1..end {
            let sign = self.signs[at];
            if sign.is('}') && level == 0 {
                if divides {
                    return Ok(Some(at));
                }
            } else if sign.is('{') {
                level += 1;
            } else if sign.is('}') {
                level -= 1;
            } else if level == 0 {
                let dots = sign.is('.') && at + 2 < end && self.signs[at + 1].is('.');
                divides |= sign.is(',') || dots && !self.signs[at + 2].is('}');
            }
        }
        Ok(None)
    }

    /// The texts of `1..3`, `a..e` or `01..10..2`, one more than may be at most.
    fn sequence(&self, inside: &[Sign]) -> Option<Vec<String>> {
        let text = text_of(inside)?;
        let mut parts = text.split("..");
        let (first, last) = (parts.next()?, parts.next()?);
        let step: i64 = match parts.next() {
            Some(step) => number(step)?,
            None => 1,
        };
        if parts.next().is_some() {
            return None;
        }
        let letter = |text: &str| {
            let mut chars = text.chars();
            let letter = chars.next().filter(char::is_ascii_alphabetic)?;
            chars
                .next()
                .is_none()
                .then_some(i64::from(u32::from(letter)))
        };
        if let (Some(first), Some(last)) = (letter(first), letter(last)) {
            let of_letter = |code: i64| {
                let code = u32::try_from(code).ok().and_then(char::from_u32);
                code.map(String::from).unwrap_or_default()
            };
            return Some(steps(first, last, step).map(of_letter).collect());
        }
        let (from, to) = (number(first)?, number(last)?);
        let is_padded = |text: &str| {
            let digits = text.strip_prefix('-').unwrap_or(text);
            digits.len() > 1 && digits.starts_with('0')
        };
        let width = match is_padded(first) || is_padded(last) {
            true => first.len().max(last.len()),
            false => 0,
        };
        Some(
            steps(from, to, step)
                .map(|number| format!("{number:0width$}"))
                .collect(),
        )
    }
}

pub(super) fn too_many_alternatives() -> String {
    format!(
        "its braces hold more than {ALTERNATIVES_MAX} alternatives; split it into several patterns"
    )
}

fn number(text: &str) -> Option<i64> {
    let is_bare = text.trim_start_matches(['+', '-']).len() + 1 >= text.len();
    text.parse().ok().filter(|_| is_bare)
}

/// The numbers from one to another, whatever the direction of the step.
fn steps(from: i64, to: i64, step: i64) -> impl Iterator<Item = i64> {
    let step = i128::from(step).abs().max(1) * if from <= to { 1 } else { -1 };
    let (from, to) = (i128::from(from), i128::from(to));
    let numbers = (0..=ALTERNATIVES_MAX as i128).map(move |nth| from + nth * step);
    numbers
        .take_while(move |number| {
            if step > 0 {
                *number <= to
            } else {
                *number >= to
            }
        })
        .filter_map(|number| i64::try_from(number).ok())
}

/// The text of characters; `None` if a `\` takes the meaning of one away.
pub(super) fn text_of(signs: &[Sign]) -> Option<String> {
    signs
        .iter()
        .map(|sign| (!sign.is_escaped).then_some(sign.c))
        .collect()
}
