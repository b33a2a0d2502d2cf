//! From the pieces of a component to its items.

use super::braces::Piece;
use super::items::{Class, Item, posix};
use super::{Dialect, EXTENDED_DEPTH_MAX, EXTENDED_ITEMS_MAX, PatternError};

/// What the pieces of a pattern mean.
#[derive(Debug, Clone, Copy)]
pub(super) struct Reading<'a> {
    pub(super) pattern: &'a str,
    pub(super) dialect: Dialect,
    /// Whether `**` within a name passes slashes.
    pub(super) crosses: bool,
}

impl<'a> Reading<'a> {
    /// That of a pattern for paths.
    pub(super) fn of_path(pattern: &'a str, dialect: Dialect) -> Self {
        Self {
            crosses: true,
            ..Self::of_names(pattern, dialect)
        }
    }

    /// That of a pattern for names.
    pub(super) fn of_names(pattern: &'a str, dialect: Dialect) -> Self {
        Self {
            pattern,
            dialect,
            crosses: false,
        }
    }
}

/// Reads the components of one pattern.
pub(super) struct Parser<'a> {
    reading: Reading<'a>,
    /// Items with an id so far.
    ids: usize,
    /// Items in extended patterns so far.
    extended: usize,
}

impl<'a> Parser<'a> {
    pub(super) fn new(reading: Reading<'a>) -> Self {
        Self {
            reading,
            ids: 0,
            extended: 0,
        }
    }

    pub(super) fn items(&mut self, pieces: &[Piece]) -> Result<Vec<Item>, PatternError> {
        self.nested(pieces, 0)
    }

    fn nested(&mut self, pieces: &[Piece], depth: usize) -> Result<Vec<Item>, PatternError> {
        let mut out = Items::default();
        let mut at = 0;
        // Once no `]` follows, none does further on: keeps `[[[[…` from being scanned each time.
        let mut class_may_close = true;
        while let Some(piece) = pieces.get(at) {
            at += 1;
            let sign = match piece {
                Piece::Choice { alternatives, .. } => {
                    let read = alternatives.iter().map(|one| self.nested(one, depth));
                    out.add(Item::Choice(read.collect::<Result<_, _>>()?));
                    continue;
                }
                Piece::Sign(sign) => *sign,
            };
            if sign.is_escaped {
                out.push(sign.c);
                continue;
            }
            if is_extended(pieces, at - 1, self.reading.dialect) {
                let Some(group) = group(pieces, at) else {
                    // As in a shell: what has no end stands for itself.
                    out.rest(&pieces[at - 1..]);
                    break;
                };
                let item = self.extended(sign.c, group.alternatives, depth)?;
                out.add(item);
                at = group.end;
                continue;
            }
            match sign.c {
                '/' => out.add(Item::Slash),
                '?' => out.add(Item::Any),
                '*' => {
                    let is_double = is_double_star(pieces, at - 1, self.reading.dialect);
                    at += usize::from(is_double && self.reading.crosses);
                    out.add(match is_double && self.reading.crosses {
                        true if out.starts_name()
                            && pieces.get(at).is_some_and(|it| it.is('/')) =>
                        {
                            at += 1;
                            Item::Dirs
                        }
                        true => Item::Cross,
                        false => Item::Star,
                    });
                }
                '[' if class_may_close => match self.class(pieces, at)? {
                    Bracket::Class(class, end) => {
                        out.add(Item::Class(class));
                        at = end;
                    }
                    Bracket::CutBySlash => out.push('['),
                    Bracket::Open => {
                        class_may_close = false;
                        out.push('[');
                    }
                },
                c => out.push(c),
            }
        }
        Ok(out.finish())
    }

    /// What an operator before parentheses means.
    fn extended(
        &mut self,
        operator: char,
        alternatives: Vec<&[Piece]>,
        depth: usize,
    ) -> Result<Item, PatternError> {
        if depth == EXTENDED_DEPTH_MAX {
            return Err(self.refused(format!(
                "its parentheses nest more than {EXTENDED_DEPTH_MAX} deep; split it into several patterns"
            )));
        }
        let crosses = std::mem::replace(&mut self.reading.crosses, false);
        let mut body = Vec::new();
        for alternative in alternatives {
            let items = self.nested(alternative, depth + 1)?;
            self.extended += items.len() + 1;
            // A name has no slash.
            if !items.iter().any(|item| matches!(item, Item::Slash)) {
                body.push(items);
            }
        }
        self.reading.crosses = crosses;
        if self.extended > EXTENDED_ITEMS_MAX {
            return Err(self.refused(format!(
                "its parentheses hold more than {EXTENDED_ITEMS_MAX} parts; split it into several patterns"
            )));
        }
        self.ids += 1;
        let id = self.ids;
        Ok(match operator {
            '!' => Item::Not { id, body },
            '*' | '+' => Item::Repeat {
                id,
                body,
                or_nothing: operator == '*',
            },
            '?' => {
                body.push(Vec::new());
                Item::Choice(body)
            }
            _ => Item::Choice(body),
        })
    }

    /// Reads a class whose first character, after the `[`, is at `start`.
    fn class(&self, pieces: &[Piece], start: usize) -> Result<Bracket, PatternError> {
        let mut at = start;
        let mut class = Class {
            is_negated: pieces.get(at).is_some_and(|it| it.is('!') || it.is('^')),
            ..Class::default()
        };
        at += usize::from(class.is_negated);
        let first = at;
        let mut backwards = None;
        loop {
            let low = match pieces.get(at) {
                None => return Ok(Bracket::Open),
                Some(piece) if piece.is('/') => return Ok(Bracket::CutBySlash),
                // A `]` in the first position is literal.
                Some(piece) if piece.is(']') && at > first => break,
                Some(Piece::Choice { .. }) => return Ok(Bracket::Open),
                Some(Piece::Sign(sign)) => sign.c,
            };
            if self.reading.dialect == Dialect::Shell
                && let Some((named, end)) = named(pieces, at)
            {
                match named {
                    Named::Kind(kind) => class.kinds.extend(kind),
                    Named::Char(c) => class.ranges.push((c, c)),
                }
                at = end;
                continue;
            }
            at += 1;
            let high = pieces
                .get(at)
                .filter(|it| it.is('-'))
                .and_then(|_| pieces.get(at + 1));
            let high = match high {
                Some(Piece::Sign(sign)) if !sign.is(']') && !sign.is('/') => sign.c,
                _ => {
                    class.ranges.push((low, low));
                    continue;
                }
            };
            if low > high {
                backwards = backwards.or(Some((low, high)));
            } else {
                class.ranges.push((low, high));
            }
            at += 2;
        }
        if let Some((low, high)) = backwards {
            return Err(self.backwards(low, high));
        }
        Ok(Bracket::Class(class, at + 1))
    }

    fn backwards(&self, low: char, high: char) -> PatternError {
        let range = format!("{low}-{high}");
        let at = self.reading.pattern.find(&range).unwrap_or_default();
        let before = self.reading.pattern[..at].chars().count();
        let problem = format!(
            "the range {range} runs backwards; write [{high}-{low}], or \\[ for a plain bracket"
        );
        PatternError::new(self.reading.pattern, before + 1, problem)
    }

    fn refused(&self, problem: String) -> PatternError {
        PatternError::new(self.reading.pattern, 1, problem)
    }
}

/// Items, with neighbouring characters as one text.
#[derive(Default)]
struct Items {
    items: Vec<Item>,
    text: String,
}

impl Items {
    fn push(&mut self, c: char) {
        self.text.push(c);
    }

    fn add(&mut self, item: Item) {
        self.end_text();
        self.items.push(item);
    }

    fn rest(&mut self, pieces: &[Piece]) {
        for piece in pieces {
            match piece {
                Piece::Sign(sign) => self.push(sign.c),
                Piece::Choice { source, .. } => {
                    self.text.push_str(source.as_deref().unwrap_or_default());
                }
            }
        }
    }

    /// Whether the next item is the first one of a name.
    fn starts_name(&self) -> bool {
        self.text.is_empty() && matches!(self.items.last(), None | Some(Item::Slash | Item::Dirs))
    }

    fn end_text(&mut self) {
        if !self.text.is_empty() {
            let text = std::mem::take(&mut self.text);
            self.items.push(Item::Text(text.into()));
        }
    }

    fn finish(mut self) -> Vec<Item> {
        self.end_text();
        self.items
    }
}

enum Bracket {
    /// The class, and the position after its `]`.
    Class(Class, usize),
    /// A separator comes before the `]`, so the `[` is an ordinary character.
    CutBySlash,
    /// No `]` follows at all.
    Open,
}

enum Named {
    /// `[:alpha:]`; a class that does not exist has no characters.
    Kind(Option<fn(char) -> bool>),
    /// `[.x.]`, `[=x=]`.
    Char(char),
}

/// A class or a character by name, and the position after it.
fn named(pieces: &[Piece], at: usize) -> Option<(Named, usize)> {
    let sign = |at: usize| match pieces.get(at)? {
        Piece::Sign(sign) => Some(*sign),
        Piece::Choice { .. } => None,
    };
    let kind = sign(at + 1)?.c;
    if !sign(at)?.is('[') || !matches!(kind, ':' | '.' | '=') {
        return None;
    }
    let mut name = String::new();
    let mut end = at + 2;
    loop {
        let c = sign(end)?.c;
        if c == kind && sign(end + 1)?.is(']') && !name.is_empty() {
            break;
        }
        if c == '/' || c == ']' {
            return None;
        }
        name.push(c);
        end += 1;
    }
    let mut chars = name.chars();
    let named = match (kind, chars.next(), chars.next()) {
        (':', ..) => Named::Kind(posix(&name)),
        (_, Some(only), None) => Named::Char(only),
        _ => return None,
    };
    Some((named, end + 2))
}

/// Whether an operator of an extended pattern is at a position: one of `?*+@!` before `(`.
pub(super) fn is_extended(pieces: &[Piece], at: usize, dialect: Dialect) -> bool {
    dialect == Dialect::Shell
        && pieces.get(at + 1).is_some_and(|next| next.is('('))
        && "?*+@!".chars().any(|operator| pieces[at].is(operator))
}

/// Whether `**` is at a position. The second star of `**(a)` is an operator.
pub(super) fn is_double_star(pieces: &[Piece], at: usize, dialect: Dialect) -> bool {
    let is_star = |at: usize| pieces.get(at).is_some_and(|piece| piece.is('*'));
    is_star(at) && is_star(at + 1) && !is_extended(pieces, at + 1, dialect)
}

pub(super) struct Group<'p> {
    pub(super) alternatives: Vec<&'p [Piece]>,
    /// The position after the parenthesis that closes it.
    pub(super) end: usize,
}

/// The alternatives in the parentheses that open at a position; `None` if they are not closed.
/// Parentheses in brackets count for nothing.
pub(super) fn group(pieces: &[Piece], open: usize) -> Option<Group<'_>> {
    let (mut parentheses, mut brackets) = (0_usize, 0_usize);
    let mut first_of_class = 0;
    let mut start = open + 1;
    let mut alternatives = Vec::new();
    for at in open + 1..pieces.len() {
        let piece = &pieces[at];
        let names_class = |at: usize| {
            let piece: Option<&Piece> = pieces.get(at);
            piece.is_some_and(|it| it.is(':') || it.is('.') || it.is('='))
        };
        if piece.is('[') {
            if brackets == 0 {
                let is_negated = pieces
                    .get(at + 1)
                    .is_some_and(|it| it.is('!') || it.is('^'));
                first_of_class = at + 1 + usize::from(is_negated);
                brackets = 1;
            } else if names_class(at + 1) {
                brackets += 1;
            }
        } else if piece.is(']') && brackets > 0 {
            if names_class(at - 1) || at != first_of_class {
                brackets -= 1;
            }
        } else if brackets > 0 {
            // An ordinary character of a class.
        } else if piece.is('(') {
            parentheses += 1;
        } else if piece.is('|') && parentheses == 0 {
            alternatives.push(&pieces[start..at]);
            start = at + 1;
        } else if piece.is(')') {
            if parentheses == 0 {
                alternatives.push(&pieces[start..at]);
                return Some(Group {
                    alternatives,
                    end: at + 1,
                });
            }
            parentheses -= 1;
        }
    }
    None
}
