//! From a pattern to the components of the paths that it matches.

use super::braces::{Braces, Piece, Sign, signs, text_of, too_many_alternatives};
use super::items::{Fit, Item};
use super::parse::{Parser, Reading, group, is_double_star, is_extended};
use super::{ALTERNATIVES_MAX, Dialect, EXPANDED_MAX, PATTERN_BYTES_MAX, PatternError, STARS_MAX};

/// A pattern without alternatives that hold a `/`.
#[derive(Debug, Clone)]
pub(super) struct Word {
    pub(super) components: Vec<Component>,
    /// Whether it ends in a slash, so that only folders match.
    pub(super) is_for_folders: bool,
    /// How many `..` lead above the folder where it starts.
    pub(super) above: usize,
}

#[derive(Debug, Clone)]
pub(super) struct Component {
    /// The component as it is written, if that is not what it matches: an entry of this name is then
    /// meant alone.
    pub(super) name: Option<Box<str>>,
    pub(super) options: Vec<Opt>,
}

/// One of the alternatives of a component.
#[derive(Debug, Clone)]
pub(super) enum Opt {
    /// `**`: any number of folders.
    Dirs,
    /// An empty alternative, as in `/a/{,b}/c`.
    Nothing,
    Name {
        name: Option<Box<str>>,
        fit: Fit,
    },
    /// A component in which `**` passes slashes, and all that follows it.
    Tail {
        name: Option<Box<str>>,
        fit: Fit,
    },
}

impl Component {
    /// The one name that it matches, if it has no wildcard.
    pub(super) fn literal(&self) -> Option<&str> {
        match self.options.as_slice() {
            [Opt::Name { fit, .. }] => fit.literal(),
            _ => None,
        }
    }
}

/// A pattern, checked against the limits of this module.
pub(super) fn pieces(pattern: &str, dialect: Dialect) -> Result<Vec<Piece>, PatternError> {
    if pattern.len() > PATTERN_BYTES_MAX {
        let problem = format!(
            "it has {} bytes and the limit is {PATTERN_BYTES_MAX}; split it into several patterns",
            pattern.len()
        );
        return Err(PatternError::new(pattern, 1, problem));
    }
    let signs = signs(pattern, dialect);
    check_stars(pattern, &signs)?;
    Braces::new(pattern, &signs, dialect).pieces(0..signs.len(), 0)
}

/// Counts the stars; two neighbours are one.
fn check_stars(pattern: &str, signs: &[Sign]) -> Result<(), PatternError> {
    let (mut stars, mut at) = (0, 0);
    while at < signs.len() {
        if signs[at].is('*') {
            stars += 1;
            if stars > STARS_MAX {
                let problem =
                    format!("it has more than {STARS_MAX} stars; split it into several patterns");
                return Err(PatternError::new(pattern, at + 1, problem));
            }
            at += usize::from(signs.get(at + 1).is_some_and(|next| next.is('*')));
        }
        at += 1;
    }
    Ok(())
}

/// The words of a pattern for paths.
pub(super) fn words(reading: Reading<'_>) -> Result<Vec<Word>, PatternError> {
    let pieces = pieces(reading.pattern, reading.dialect)?;
    let mut parser = Parser::new(reading);
    let mut expander = Expander::new(reading);
    let expanded = expander.expand(pieces, |pieces, at| holds_slash(&pieces[at]))?;
    let mut words = Vec::with_capacity(expanded.len());
    for word in expanded {
        words.push(word_of(&word, reading, &mut parser, &mut expander)?);
    }
    Ok(words)
}

fn word_of(
    pieces: &[Piece],
    reading: Reading<'_>,
    parser: &mut Parser<'_>,
    expander: &mut Expander<'_>,
) -> Result<Word, PatternError> {
    let mut kept: Vec<&[Piece]> = Vec::new();
    let mut above = 0;
    let texts = split(pieces, reading.dialect);
    for text in &texts {
        match *text {
            [] => {}
            [dot] if is_dot(dot) => {}
            [one, two] if is_dot(one) && is_dot(two) => {
                above += usize::from(kept.pop().is_none());
            }
            _ => kept.push(text),
        }
    }
    let ends_in_slash = texts.len() > 1 && texts.last().is_some_and(|last| last.is_empty());
    let mut components = Vec::with_capacity(kept.len());
    for (nth, text) in kept.iter().enumerate() {
        let is_last = nth + 1 == kept.len();
        let mut component = component(text, is_last, parser, expander, reading)?;
        let has_tail = component
            .options
            .iter()
            .any(|option| matches!(option, Opt::Tail { .. }));
        if has_tail && !is_last {
            let rest = following(&kept[nth + 1..], parser)?;
            for option in &mut component.options {
                if let Opt::Tail { fit, .. } = option {
                    *fit = fit.then(rest.clone());
                }
            }
        }
        components.push(component);
    }
    Ok(Word {
        components,
        is_for_folders: ends_in_slash && reading.dialect == Dialect::Shell,
        above,
    })
}

/// What a pattern for names matches.
pub(super) fn name(reading: Reading<'_>) -> Result<Component, PatternError> {
    // Names have no folders before them.
    let pattern = reading.pattern.trim_start_matches("**/");
    let reading = Reading { pattern, ..reading };
    let pieces = pieces(pattern, reading.dialect)?;
    let mut parser = Parser::new(reading);
    let mut component = component(
        &pieces,
        true,
        &mut parser,
        &mut Expander::new(reading),
        reading,
    )?;
    for option in &mut component.options {
        if matches!(option, Opt::Dirs) {
            let fit = Fit::new(vec![Item::Star]);
            *option = Opt::Name { name: None, fit };
        }
    }
    if pieces.is_empty() {
        let fit = Fit::new(Vec::new());
        component.options.push(Opt::Name { name: None, fit });
    }
    Ok(component)
}

/// The items of components behind one in which `**` passes slashes.
fn following(texts: &[&[Piece]], parser: &mut Parser<'_>) -> Result<Vec<Item>, PatternError> {
    let slash = [Piece::Sign(Sign {
        c: '/',
        is_escaped: false,
    })];
    let mut joined: Vec<Piece> = Vec::new();
    for text in texts {
        joined.extend_from_slice(&slash);
        joined.extend_from_slice(text);
    }
    parser.items(&joined)
}

/// The components of a word; a slash within parentheses separates none.
fn split(pieces: &[Piece], dialect: Dialect) -> Vec<&[Piece]> {
    let mut texts = Vec::new();
    let (mut start, mut at) = (0, 0);
    // Once a parenthesis is not closed, none further on is: each is looked for to the end.
    let mut may_close = true;
    while at < pieces.len() {
        if may_close && is_extended(pieces, at, dialect) {
            match group(pieces, at + 1) {
                Some(group) => {
                    at = group.end;
                    continue;
                }
                None => may_close = false,
            }
        }
        if pieces[at].is('/') {
            texts.push(&pieces[start..at]);
            start = at + 1;
        }
        at += 1;
    }
    texts.push(&pieces[start..]);
    texts
}

fn component(
    text: &[Piece],
    is_last: bool,
    parser: &mut Parser<'_>,
    expander: &mut Expander<'_>,
    reading: Reading<'_>,
) -> Result<Component, PatternError> {
    let stands_for_itself = |piece: &Piece| piece.is_choice() || piece.is('*');
    let may_vanish = text.iter().all(stands_for_itself) && expander.has_room_for(text);
    let expanded = expander.expand(text.to_vec(), |pieces, at| {
        may_vanish || !is_simple(pieces, at, reading.dialect)
    })?;
    let mut options = Vec::with_capacity(expanded.len());
    for one in expanded {
        options.extend(option(&one, is_last, parser, reading)?);
    }
    let name = written(text);
    let is_plain = matches!(options.as_slice(), [Opt::Name { fit, .. }] if fit.literal().is_some());
    let is_dirs = matches!(options.as_slice(), [Opt::Dirs]);
    Ok(Component {
        name: name.filter(|_| !is_plain && !is_dirs),
        options,
    })
}

fn option(
    pieces: &[Piece],
    is_last: bool,
    parser: &mut Parser<'_>,
    reading: Reading<'_>,
) -> Result<Option<Opt>, PatternError> {
    let stars = pieces.iter().filter(|piece| piece.is('*')).count();
    if pieces.is_empty() || matches!(pieces, [dot] if is_dot(dot)) {
        // A path does not end in an empty name.
        return Ok((!is_last).then_some(Opt::Nothing));
    }
    if stars == 2 && pieces.len() == 2 {
        return Ok(Some(Opt::Dirs));
    }
    let items = parser.items(pieces)?;
    let name = written(pieces);
    let crosses = reading.crosses && has_double_star(pieces, reading.dialect);
    let fit = Fit::new(items);
    Ok(Some(match crosses {
        true => Opt::Tail { name, fit },
        false => Opt::Name { name, fit },
    }))
}

fn is_dot(piece: &Piece) -> bool {
    matches!(piece, Piece::Sign(sign) if sign.c == '.')
}

fn has_double_star(pieces: &[Piece], dialect: Dialect) -> bool {
    (0..pieces.len()).any(|at| is_double_star(pieces, at, dialect))
}

/// Pieces as they are written; `None` if a `\` takes a meaning away, which says what is meant.
fn written(pieces: &[Piece]) -> Option<Box<str>> {
    let mut text = String::new();
    for piece in pieces {
        match piece {
            Piece::Sign(sign) => text.push_str(&text_of(&[*sign])?),
            Piece::Choice { source, .. } => text.push_str(source.as_deref()?),
        }
    }
    Some(text.into())
}

fn holds_slash(piece: &Piece) -> bool {
    match piece {
        Piece::Sign(_) => piece.is('/'),
        Piece::Choice { alternatives, .. } => alternatives.iter().flatten().any(holds_slash),
    }
}

/// Whether alternatives may stay together: nothing around them reaches into them.
fn is_simple(pieces: &[Piece], at: usize, dialect: Dialect) -> bool {
    let opens = |piece: &Piece| piece.is('[') || piece.is('(');
    let is_ordinary = |pieces: &[Piece], at: usize| {
        let has_meaning = ['[', ']', '(', ')', '|'].iter().any(|c| pieces[at].is(*c));
        !has_meaning && !is_double_star(pieces, at, dialect)
    };
    fn all(piece: &Piece, is_ordinary: &impl Fn(&[Piece], usize) -> bool) -> bool {
        match piece {
            Piece::Sign(_) => true,
            Piece::Choice { alternatives, .. } => alternatives.iter().all(|pieces| {
                let mut places = 0..pieces.len();
                places.all(|at| is_ordinary(pieces, at) && all(&pieces[at], is_ordinary))
            }),
        }
    }
    !pieces[..at].iter().any(opens)
        && !pieces.get(at + 1).is_some_and(|next| next.is('('))
        && all(&pieces[at], &is_ordinary)
}

/// Expands alternatives, within a bound for the whole pattern.
struct Expander<'a> {
    reading: Reading<'a>,
    signs_left: usize,
}

impl<'a> Expander<'a> {
    fn new(reading: Reading<'a>) -> Self {
        Self {
            reading,
            signs_left: EXPANDED_MAX,
        }
    }

    /// Whether the alternatives of pieces can be expanded.
    fn has_room_for(&self, pieces: &[Piece]) -> bool {
        let mut count = 1_usize;
        for piece in pieces {
            if let Piece::Choice { alternatives, .. } = piece {
                let inner = alternatives.iter().map(|one| one.len() + 1).sum::<usize>();
                count = count.saturating_mul(inner);
            }
        }
        count <= ALTERNATIVES_MAX
    }

    /// The pieces once for each combination of alternatives that are to be expanded.
    fn expand(
        &mut self,
        pieces: Vec<Piece>,
        is_due: impl Fn(&[Piece], usize) -> bool,
    ) -> Result<Vec<Vec<Piece>>, PatternError> {
        let mut done = Vec::new();
        // From the last to the first, so that the order of the pattern is kept.
        let mut pending = vec![pieces];
        while let Some(pieces) = pending.pop() {
            let due = (0..pieces.len()).find(|&at| pieces[at].is_choice() && is_due(&pieces, at));
            let Some(at) = due else {
                done.push(pieces);
                continue;
            };
            let Piece::Choice { alternatives, .. } = &pieces[at] else {
                continue;
            };
            for alternative in alternatives.iter().rev() {
                let size = pieces.len() + alternative.len();
                let left = self.signs_left.checked_sub(size);
                let is_room = done.len() + pending.len() < ALTERNATIVES_MAX;
                self.signs_left = left.filter(|_| is_room).ok_or_else(|| self.too_many())?;
                let mut one = pieces[..at].to_vec();
                one.extend_from_slice(alternative);
                one.extend_from_slice(&pieces[at + 1..]);
                pending.push(one);
            }
        }
        Ok(done)
    }

    fn too_many(&self) -> PatternError {
        PatternError::new(self.reading.pattern, 1, too_many_alternatives())
    }
}
