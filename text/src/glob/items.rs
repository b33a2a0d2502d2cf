//! What a component of a pattern matches, and whether a text matches it.
//!
//! Matching passes a set of positions of the text through the items of a pattern, so it takes the
//! product of their lengths at most. What `!(…)`, `*(…)` and `+(…)` match from a position is found once
//! for each position.

use std::collections::HashMap;

use crate::stop;

/// A part of a pattern.
#[derive(Debug, Clone)]
pub(super) enum Item {
    Text(Box<str>),
    /// One character.
    Any,
    /// Any characters of a name.
    Star,
    /// Any characters, `/` included.
    Cross,
    Slash,
    /// Any number of whole directories, where a name starts: `**/`.
    Dirs,
    Class(Class),
    /// `{a,b}`, `@(a|b)`, `?(a)`.
    Choice(Vec<Vec<Self>>),
    /// `+(a|b)`, and `*(a|b)`, which also matches nothing.
    Repeat {
        id: usize,
        body: Vec<Vec<Self>>,
        or_nothing: bool,
    },
    /// `!(a|b)`.
    Not {
        id: usize,
        body: Vec<Vec<Self>>,
    },
}

/// `[a-z]`: a set of characters, without `/`.
#[derive(Debug, Clone, Default)]
pub(super) struct Class {
    pub(super) is_negated: bool,
    pub(super) ranges: Vec<(char, char)>,
    pub(super) kinds: Vec<fn(char) -> bool>,
}

impl Class {
    fn contains(&self, c: char) -> bool {
        let is_listed = self
            .ranges
            .iter()
            .any(|(low, high)| (*low..=*high).contains(&c))
            || self.kinds.iter().any(|is_kind| is_kind(c));
        c != '/' && is_listed != self.is_negated
    }
}

/// The characters of a class of POSIX, in any script but for digits, as the C library has it.
pub(super) fn posix(name: &str) -> Option<fn(char) -> bool> {
    Some(match name {
        "alnum" => |c| c.is_alphabetic() || c.is_ascii_digit(),
        "alpha" => char::is_alphabetic,
        "ascii" => |c| c.is_ascii(),
        "blank" => |c| matches!(c, ' ' | '\t'),
        "cntrl" => char::is_control,
        "digit" => |c| c.is_ascii_digit(),
        "graph" => |c| !c.is_control() && !c.is_whitespace(),
        "lower" => char::is_lowercase,
        "print" => |c| !c.is_control(),
        "punct" => {
            |c| !c.is_control() && !c.is_whitespace() && !c.is_alphabetic() && !c.is_ascii_digit()
        }
        "space" => char::is_whitespace,
        "upper" => char::is_uppercase,
        "word" => |c| c.is_alphabetic() || c.is_ascii_digit() || c == '_',
        "xdigit" => |c| c.is_ascii_hexdigit(),
        _ => return None,
    })
}

/// The items of a component, with shortcuts for what most patterns are.
#[derive(Debug, Clone)]
pub(super) struct Fit {
    /// A text before all else.
    prefix: Box<str>,
    /// What is between both.
    items: Vec<Item>,
    /// A text after all else.
    suffix: Box<str>,
}

impl Fit {
    pub(super) fn new(mut items: Vec<Item>) -> Self {
        let is_text = |item: Option<&Item>| matches!(item, Some(Item::Text(_)));
        let prefix = is_text(items.first()).then(|| items.remove(0));
        let suffix = is_text(items.last()).then(|| items.pop()).flatten();
        let text = |item: Option<Item>| match item {
            Some(Item::Text(text)) => text,
            _ => Box::default(),
        };
        Self {
            prefix: text(prefix),
            items,
            suffix: text(suffix),
        }
    }

    /// The same, followed by other items.
    pub(super) fn then(&self, rest: Vec<Item>) -> Self {
        let text = |text: &str| (!text.is_empty()).then(|| Item::Text(text.into()));
        let mut items: Vec<Item> = text(&self.prefix).into_iter().collect();
        items.extend(self.items.iter().cloned());
        items.extend(text(&self.suffix));
        items.extend(rest);
        Self::new(items)
    }

    /// The one text that matches, if nothing else does.
    pub(super) fn literal(&self) -> Option<&str> {
        // Neighbouring texts are one item.
        self.items.is_empty().then_some(&self.prefix)
    }

    pub(super) fn is_match(&self, text: &str) -> bool {
        let Some(rest) = text.strip_prefix(&*self.prefix) else {
            return false;
        };
        let Some(middle) = rest.strip_suffix(&*self.suffix) else {
            return false;
        };
        match self.items.as_slice() {
            [] => middle.is_empty(),
            [Item::Star] => !middle.contains('/'),
            items => is_match(items, middle),
        }
    }
}

/// Whether all of a text matches.
fn is_match(items: &[Item], text: &str) -> bool {
    let mut matching = Matching {
        text: text.as_bytes(),
        ends: HashMap::new(),
    };
    let mut start = Places::new(0, text.len());
    start.add(0);
    matching.run(items, start).has(text.len())
}

/// A set of positions of a text, from `base` on.
#[derive(Debug, Clone)]
struct Places {
    base: usize,
    bits: Vec<u64>,
}

impl Places {
    fn new(base: usize, last: usize) -> Self {
        Self {
            base,
            bits: vec![0; (last - base) / 64 + 1],
        }
    }

    /// An empty set of the same positions.
    fn cleared(&self) -> Self {
        Self {
            base: self.base,
            bits: vec![0; self.bits.len()],
        }
    }

    fn add(&mut self, place: usize) {
        let at = place - self.base;
        if let Some(bits) = self.bits.get_mut(at / 64) {
            *bits |= 1 << (at % 64);
        }
    }

    fn has(&self, place: usize) -> bool {
        let Some(at) = place.checked_sub(self.base) else {
            return false;
        };
        self.bits
            .get(at / 64)
            .is_some_and(|bits| bits >> (at % 64) & 1 == 1)
    }

    fn is_empty(&self) -> bool {
        self.bits.iter().all(|bits| *bits == 0)
    }

    fn add_all(&mut self, other: &Self) {
        for (own, more) in self.bits.iter_mut().zip(&other.bits) {
            *own |= more;
        }
    }

    fn iter(&self) -> impl Iterator<Item = usize> {
        self.bits.iter().enumerate().flat_map(move |(nth, bits)| {
            let mut rest = *bits;
            std::iter::from_fn(move || {
                let at = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
                rest &= rest - 1;
                Some(self.base + nth * 64 + at)
            })
        })
    }

    fn first(&self) -> Option<usize> {
        self.iter().next()
    }
}

struct Matching<'t> {
    text: &'t [u8],
    /// Where an item with an id ends that starts at a position.
    ends: HashMap<(usize, usize), Places>,
}

impl Matching<'_> {
    /// The positions after the items, from the positions before them.
    fn run(&mut self, items: &[Item], from: Places) -> Places {
        let mut at = from;
        for item in items {
            if at.is_empty() {
                break;
            }
            at = self.after(item, &at);
        }
        at
    }

    fn after(&mut self, item: &Item, from: &Places) -> Places {
        let mut to = from.cleared();
        match item {
            Item::Text(text) => {
                let text = text.as_bytes();
                let found = |place: &usize| self.text[*place..].starts_with(text);
                (from.iter().filter(found)).for_each(|place| to.add(place + text.len()));
            }
            Item::Any => self.each_char(from, |c| c != '/', &mut to),
            Item::Class(class) => self.each_char(from, |c| class.contains(c), &mut to),
            Item::Slash => {
                let found = |place: &usize| self.text.get(*place) == Some(&b'/');
                from.iter()
                    .filter(found)
                    .for_each(|place| to.add(place + 1));
            }
            Item::Star => self.fill(from, false, &mut to),
            Item::Cross => self.fill(from, true, &mut to),
            Item::Dirs => {
                to.add_all(from);
                let first = from.first().unwrap_or(self.text.len());
                for place in first..self.text.len() {
                    if self.text[place] == b'/' {
                        to.add(place + 1);
                    }
                }
            }
            Item::Choice(alternatives) => {
                for alternative in alternatives {
                    let after = self.run(alternative, from.clone());
                    to.add_all(&after);
                }
            }
            Item::Repeat {
                id,
                body,
                or_nothing,
            } => self.repeat((*id, body), *or_nothing, from, &mut to),
            Item::Not { id, body } => {
                for start in from.iter() {
                    let end = self.name_end(start);
                    let ends = self.ends_of(*id, body, start);
                    for place in (start..=end).filter(|&place| !ends.has(place)) {
                        if is_boundary(self.text, place) {
                            to.add(place);
                        }
                    }
                }
            }
        }
        to
    }

    fn each_char(&self, from: &Places, fits: impl Fn(char) -> bool, to: &mut Places) {
        for place in from.iter() {
            if let Some(c) = char_at(self.text, place).filter(|c| fits(*c)) {
                to.add(place + c.len_utf8());
            }
        }
    }

    /// Every position from one of the set on, up to the end of its name unless slashes are passed.
    fn fill(&self, from: &Places, passes_slashes: bool, to: &mut Places) {
        let mut is_inside = false;
        let first = from.first().unwrap_or(self.text.len());
        for place in first..=self.text.len() {
            is_inside |= from.has(place);
            if is_inside && is_boundary(self.text, place) {
                to.add(place);
            }
            if self.text.get(place) == Some(&b'/') {
                is_inside &= passes_slashes;
            }
        }
    }

    fn repeat(
        &mut self,
        (id, body): (usize, &[Vec<Item>]),
        or_nothing: bool,
        from: &Places,
        to: &mut Places,
    ) {
        let mut pending: Vec<usize> = from.iter().collect();
        let mut seen = from.clone();
        while let Some(start) = pending.pop() {
            for place in self.ends_of(id, body, start).iter() {
                to.add(place);
                if !seen.has(place) {
                    seen.add(place);
                    pending.push(place);
                }
            }
        }
        if or_nothing {
            to.add_all(from);
        }
    }

    /// Where one of the alternatives ends that starts at a position, within its name.
    fn ends_of(&mut self, id: usize, body: &[Vec<Item>], start: usize) -> Places {
        if let Some(known) = self.ends.get(&(id, start)) {
            return known.clone();
        }
        let end = self.name_end(start);
        let mut ends = Places::new(start, end);
        // The answer does not count any more when the work has to stop.
        if !stop::is_due() {
            let text = self.text;
            self.text = &text[..end];
            let mut from = Places::new(start, end);
            from.add(start);
            for alternative in body {
                let after = self.run(alternative, from.clone());
                ends.add_all(&after);
            }
            self.text = text;
        }
        self.ends.insert((id, start), ends.clone());
        ends
    }

    /// The end of the name that a position is in.
    fn name_end(&self, place: usize) -> usize {
        let rest = self.text[place..].iter();
        place + rest.take_while(|&&byte| byte != b'/').count()
    }
}

/// Whether a character starts at a position of a text, or the text ends there.
fn is_boundary(text: &[u8], place: usize) -> bool {
    text.get(place).is_none_or(|byte| byte & 0xc0 != 0x80)
}

fn char_at(text: &[u8], place: usize) -> Option<char> {
    let rest = text.get(place..)?;
    let first = *rest.first()?;
    let length = match first {
        0..0x80 => return Some(char::from(first)),
        0x80..0xe0 => 2,
        0xe0..0xf0 => 3,
        0xf0.. => 4,
    };
    std::str::from_utf8(rest.get(..length)?)
        .ok()?
        .chars()
        .next()
}
