//! Truncates values and texts to a number of tokens.
//!
//! A value is truncated where it is large, not at its end: the result is JSON like the value, with a
//! mark wherever data was left out.

use isolate_text::lines::is_invisible;
use serde_json::{Map, Value as Json};

use crate::cut;

/// The number of parts that are always shown, however large the others are.
const FEW: usize = 12;
/// Of a list that has more, one item takes at most this part of what there is.
const SHARE: usize = 6;
/// The minimum number of tokens for a value: with fewer, only its mark would be shown.
const PART_MIN: usize = 12;
/// The number of tokens of a mark.
const MARK: usize = 14;
/// The member that says how many others there are.
const MARK_KEY: &str = "[cut]";

/// An estimate of the number of tokens in a text, which is rather too high than too low.
///
/// Words count a token for four letters, numbers for three digits, other ASCII characters for
/// each but repeated blanks; beyond ASCII a character counts as many tokens as it has bytes less
/// one. Of the texts of `benches/agent`, `o200k_base` counts between 47 and 96 %.
#[must_use]
pub fn tokens_estimated(text: &str) -> usize {
    #[derive(Clone, Copy, PartialEq)]
    enum Class {
        Upper,
        Lower,
        Digit,
        Blank,
        Line,
        Other,
    }
    let (mut count, mut class, mut length) = (0_usize, Class::Other, 0_usize);
    let close = |class: Class, length: usize| match class {
        Class::Upper => length.div_ceil(2),
        Class::Lower => length.div_ceil(4),
        Class::Digit => length.div_ceil(3),
        // One blank belongs to the word after it.
        Class::Blank => usize::from(length > 1),
        Class::Line => length.div_ceil(4),
        Class::Other => length,
    };
    for c in text.chars() {
        let own = match c {
            'A'..='Z' => Class::Upper,
            'a'..='z' => Class::Lower,
            '0'..='9' => Class::Digit,
            ' ' | '\t' => Class::Blank,
            '\n' | '\r' => Class::Line,
            _ => Class::Other,
        };
        // A capital begins a word of small letters.
        let goes_on = own == class || (class == Class::Upper && own == Class::Lower && length == 1);
        if !goes_on {
            count += close(class, length);
            length = 0;
        }
        class = own;
        length += match c {
            _ if c.is_ascii() => 1,
            // Written as an escape before a model reads it.
            _ if is_invisible(c) => 6,
            _ => c.len_utf8() - 1,
        };
    }
    count + close(class, length)
}

/// How much each of several parts may take, so that the small ones are whole and the large ones
/// share what is left.
pub(crate) fn shares(sizes: &[usize], budget: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..sizes.len()).collect();
    order.sort_by_key(|index| sizes[*index]);
    let mut shares = vec![0; sizes.len()];
    let mut left = budget;
    for (taken, index) in order.iter().enumerate() {
        let share = left / (sizes.len() - taken);
        shares[*index] = sizes[*index].min(share);
        left -= shares[*index];
    }
    shares
}

/// A value with the tokens of all of its parts, so that each is counted once.
struct Sized<'a> {
    value: &'a Json,
    tokens: usize,
    parts: Vec<Self>,
}

impl<'a> Sized<'a> {
    fn of(value: &'a Json) -> Self {
        let (parts, own): (Vec<Self>, usize) = match value {
            Json::Array(items) => (items.iter().map(Self::of).collect(), 2 + items.len()),
            Json::Object(members) => {
                let keys: usize = members.keys().map(|key| key_tokens(key)).sum();
                (members.values().map(Self::of).collect(), 2 + keys)
            }
            Json::String(text) => (Vec::new(), 2 + escaped_tokens(text)),
            other => (Vec::new(), tokens_estimated(&other.to_string())),
        };
        let tokens = own + parts.iter().map(|part| part.tokens).sum::<usize>();
        Self {
            value,
            tokens,
            parts,
        }
    }

    /// The value within so many tokens; adds to what was left out.
    fn within(&self, budget: usize, left_out: &mut usize) -> Json {
        if self.tokens <= budget {
            return self.value.clone();
        }
        match self.value {
            Json::String(text) => string(text, budget, left_out),
            Json::Array(items) => {
                let sizes: Vec<usize> = self.parts.iter().map(|part| part.tokens + 1).collect();
                let taken = taken(&sizes, budget.saturating_sub(2));
                let mut shown: Vec<Json> = self
                    .parts
                    .iter()
                    .zip(&taken)
                    .map(|(part, share)| part.within(share.saturating_sub(1), left_out))
                    .collect();
                if let Some(more @ 1..) = items.len().checked_sub(taken.len()) {
                    *left_out += more;
                    shown.push(format!("[cut: {more} of {} items left out]", items.len()).into());
                }
                Json::Array(shown)
            }
            Json::Object(members) => {
                let sizes: Vec<usize> = members
                    .keys()
                    .zip(&self.parts)
                    .map(|(key, part)| key_tokens(key) + part.tokens)
                    .collect();
                let taken = taken(&sizes, budget.saturating_sub(2));
                let mut shown = Map::new();
                for (((key, _), part), share) in members.iter().zip(&self.parts).zip(&taken) {
                    let share = share.saturating_sub(key_tokens(key));
                    shown.insert(key.clone(), part.within(share, left_out));
                }
                if let Some(more @ 1..) = members.len().checked_sub(taken.len()) {
                    *left_out += more;
                    shown.insert(
                        MARK_KEY.to_owned(),
                        format!("{more} of {} members left out", members.len()).into(),
                    );
                }
                Json::Object(shown)
            }
            other => other.clone(),
        }
    }
}

/// The number of parts that are shown, and the budget of each.
fn taken(sizes: &[usize], budget: usize) -> Vec<usize> {
    let is_enough = |share: usize, size: usize| share >= size.min(PART_MIN);
    if sizes.len() <= FEW {
        let shares = shares(sizes, budget);
        if shares
            .iter()
            .zip(sizes)
            .all(|(share, size)| is_enough(*share, *size))
        {
            return shares;
        }
    }
    let most = (budget / SHARE).max(PART_MIN);
    let mut left = budget.saturating_sub(MARK);
    let mut taken = Vec::new();
    for size in sizes {
        let share = (*size).min(most);
        if share > left {
            break;
        }
        left -= share;
        taken.push(share);
    }
    taken
}

fn key_tokens(key: &str) -> usize {
    escaped_tokens(key) + 4
}

fn escaped_tokens(text: &str) -> usize {
    let escapes = text
        .chars()
        .filter(|c| matches!(c, '"' | '\\') || c.is_control());
    tokens_estimated(text) + escapes.count()
}

fn string(text: &str, budget: usize, left_out: &mut usize) -> Json {
    let room = budget.saturating_sub(MARK + 2);
    let first = within(text, room, cut::head, escaped_tokens);
    let more = text.len() - first.len();
    if more == 0 {
        return text.into();
    }
    *left_out += more;
    format!("{first}[cut: {more} bytes left out]").into()
}

/// The longest beginning or end of a text that takes at most so many tokens, about. `cut` is
/// [`cut::head`] or [`cut::tail`].
fn within<'t>(
    text: &'t str,
    budget: usize,
    cut: fn(&'t str, usize) -> &'t str,
    tokens: fn(&str) -> usize,
) -> &'t str {
    // Tokens rarely have more than 16 bytes: the rest is not examined.
    let text = cut(text, budget.saturating_mul(16));
    if tokens(text) <= budget {
        return text;
    }
    let (mut fits, mut fails) = (0, text.len());
    while fails - fits > 1 {
        let half = cut(text, fits.midpoint(fails));
        if half.len() <= fits {
            break;
        }
        match tokens(half) <= budget {
            true => fits = half.len(),
            false => fails = half.len(),
        }
    }
    cut(text, fits)
}

/// The approximate size of a value as JSON.
pub(crate) fn value_tokens(value: &Json) -> usize {
    Sized::of(value).tokens
}

/// A value within so many tokens, and how many items, members and bytes of strings were left
/// out.
pub(crate) fn value_within(value: &Json, budget: usize) -> (Json, usize) {
    let sized = Sized::of(value);
    let mut part = budget;
    loop {
        let mut left_out = 0;
        let shown = sized.within(part, &mut left_out);
        let over = tokens_estimated(&shown.to_string());
        if over <= budget || part < PART_MIN {
            return (shown, left_out);
        }
        part = part.saturating_sub((over - budget).max(4));
    }
}

/// A text within so many tokens: its beginning and, above all, its end, cut between lines where
/// that is possible. Answers it and the bytes left out.
pub(crate) fn text_within(text: &str, budget: usize) -> (String, usize) {
    let is_small = text.len() <= budget.saturating_mul(16) && tokens_estimated(text) <= budget;
    if is_small {
        return (text.to_owned(), 0);
    }
    let room = budget.saturating_sub(MARK);
    let first = at_line_end(within(text, room / 4, cut::head, tokens_estimated));
    let last = at_line_start(within(
        &text[first.len()..],
        room - room / 4,
        cut::tail,
        tokens_estimated,
    ));
    let omitted = text.len() - first.len() - last.len();
    let line = if first.is_empty() || first.ends_with('\n') {
        ""
    } else {
        "\n"
    };
    (
        format!("{first}{line}[cut: {omitted} bytes left out here]\n{last}"),
        omitted,
    )
}

/// Without the line that is not whole, where that is not most of it.
fn at_line_end(text: &str) -> &str {
    match text.rfind('\n') {
        Some(at) if at >= text.len() / 2 => &text[..=at],
        _ => text,
    }
}

fn at_line_start(text: &str) -> &str {
    match text.find('\n') {
        Some(at) if at < text.len() / 2 => &text[at + 1..],
        _ => text,
    }
}

#[cfg(test)]
mod tests;
