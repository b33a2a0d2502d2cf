//! Replacing every match in a text.

use std::borrow::Cow;

use super::backtrack::Slots;
use super::cursor::Cursor;
use super::{Budget, Matcher, Options, SearchError};

/// What to put in place of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Replacement<'a> {
    /// This text, `$` included.
    Literal(&'a str),
    /// This text, in which `$1`, `$<name>`, `$&`, `` $` ``, `$'` and `$$` stand for a group, a
    /// named group, the match, what is before it, what is behind it and a `$`, as in JavaScript.
    Expanded(&'a str),
}

impl<'a> Replacement<'a> {
    /// The replacement for a query with these options: only expressions have groups.
    #[must_use]
    pub fn of(text: &'a str, options: &Options) -> Self {
        if options.regex {
            Self::Expanded(text)
        } else {
            Self::Literal(text)
        }
    }
}

/// A text with its matches replaced.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Replaced<'t> {
    /// The number of matches, also of those whose text stayed the same.
    pub count: usize,
    /// The new text; the old one if nothing matched.
    pub text: Cow<'t, str>,
}

/// Text that is charged before it grows.
#[derive(Default)]
struct Paid {
    text: String,
    charged: usize,
}

impl Paid {
    /// Text that is charged at once.
    const STEP: usize = 64 << 10;

    fn push(&mut self, more: &str) -> Result<(), SearchError> {
        let length = self.text.len() + more.len();
        if length > self.charged {
            // A short text is charged as it is.
            let step = if length < Self::STEP { 0 } else { Self::STEP };
            crate::budget::charge(length + step - self.charged)
                .map_err(|_| super::cursor::stopped())?;
            self.charged = length + step;
        }
        self.text.push_str(more);
        Ok(())
    }
}

impl Matcher {
    /// Replaces every match. The matcher is one for [`Scope::Text`](super::Scope::Text). A byte
    /// order mark at the front is kept and is not part of the text.
    ///
    /// # Errors
    /// The budget does not suffice.
    pub fn replace_all<'t>(
        &self,
        whole: &'t str,
        replacement: Replacement<'_>,
        budget: &mut Budget,
    ) -> Result<Replaced<'t>, SearchError> {
        let text = super::without_mark(whole);
        let mut out = Paid::default();
        out.push(&whole[..whole.len() - text.len()])?;
        let mut count = 0;
        let mut copied = 0;
        let mut cursor = Cursor::new(self, text, budget);
        let mut next = Some(0);
        while let Some(from) = next {
            let (start, end) = match replacement {
                Replacement::Literal(new) => {
                    let Some((start, end)) = cursor.find_at(from)? else {
                        break;
                    };
                    cursor.spend_replacement(new.len())?;
                    out.push(&text[copied..start])?;
                    out.push(new)?;
                    (start, end)
                }
                Replacement::Expanded(template) => {
                    let Some(groups) = cursor.groups_at(from)? else {
                        break;
                    };
                    let (start, end) = group(&groups, 0).unwrap_or((text.len(), text.len()));
                    out.push(&text[copied..start])?;
                    let before = out.text.len();
                    let bytes_max = before.saturating_add(cursor.result_bytes_left());
                    self.expand(template, text, &groups, &mut out, bytes_max)?;
                    cursor.spend_replacement(out.text.len() - before)?;
                    (start, end)
                }
            };
            count += 1;
            copied = end;
            next = cursor.after((start, end));
        }
        if count == 0 {
            return Ok(Replaced {
                count,
                text: Cow::Borrowed(whole),
            });
        }
        out.push(&text[copied..])?;
        Ok(Replaced {
            count,
            text: Cow::Owned(out.text),
        })
    }

    /// Finds every match with its groups, for a replacement that is computed: gives `each` the
    /// text without its byte order mark, and where the groups start and end in it.
    ///
    /// # Errors
    /// The budget does not suffice.
    pub fn each_match(
        &self,
        whole: &str,
        budget: &mut Budget,
        mut each: impl FnMut(&str, &[Option<usize>]),
    ) -> Result<usize, SearchError> {
        let text = super::without_mark(whole);
        let mut cursor = Cursor::new(self, text, budget);
        let mut next = Some(0);
        let mut count = 0;
        while let Some(from) = next {
            let Some(groups) = cursor.groups_at(from)? else {
                break;
            };
            let found = group(&groups, 0).unwrap_or((text.len(), text.len()));
            cursor.spend_replacement(groups.len())?;
            // The caller keeps it.
            cursor.charge(groups.len() * 2 * size_of::<Option<usize>>() + 64)?;
            each(text, &groups);
            count += 1;
            next = cursor.after(found);
        }
        Ok(count)
    }

    /// The names of groups, with their numbers.
    #[must_use]
    pub fn names(&self) -> &[(String, usize)] {
        &self.names
    }

    /// Appends a template with its groups filled in, until `out` is longer than `bytes_max`.
    fn expand(
        &self,
        template: &str,
        text: &str,
        groups: &Slots,
        out: &mut Paid,
        bytes_max: usize,
    ) -> Result<(), SearchError> {
        let mut rest = template;
        while let Some(dollar) = rest.find('$')
            && out.text.len() <= bytes_max
        {
            out.push(&rest[..dollar])?;
            let (value, used) = self.reference(&rest[dollar + 1..], text, groups);
            out.push(value.unwrap_or(&rest[dollar..dollar + 1 + used]))?;
            rest = &rest[dollar + 1 + used..];
        }
        out.push(rest)
    }

    /// The text that a `$` stands for and the bytes that name it; `None` is the `$` itself.
    fn reference<'t>(
        &self,
        after: &str,
        text: &'t str,
        groups: &Slots,
    ) -> (Option<&'t str>, usize) {
        let value =
            |index: usize| group(groups, index).map_or("", |(start, end)| &text[start..end]);
        match after.as_bytes() {
            [b'&', ..] => (Some(value(0)), 1),
            [b'`', ..] => (
                Some(group(groups, 0).map_or("", |(start, _)| &text[..start])),
                1,
            ),
            [b'\'', ..] => (
                Some(group(groups, 0).map_or("", |(_, end)| &text[end..])),
                1,
            ),
            // The first of the two is written, the second is skipped.
            [b'$', ..] => (Some("$"), 1),
            [b'<', ..] if !self.names.is_empty() => match after[1..].split_once('>') {
                None => (None, 0),
                Some((name, _)) => {
                    let named = self.names.iter().find(|(other, _)| other == name);
                    let value = named.map_or("", |&(_, index)| value(index));
                    (Some(value), name.len() + 2)
                }
            },
            [b'0'..=b'9', ..] => {
                let last = groups.len() / 2;
                for len in [2, 1] {
                    let number = after
                        .get(..len)
                        .filter(|t| t.bytes().all(|b| b.is_ascii_digit()));
                    let index: Option<usize> = number.and_then(|number| number.parse().ok());
                    if let Some(index) = index.filter(|&index| index > 0 && index < last) {
                        return (Some(value(index)), len);
                    }
                }
                (None, 0)
            }
            _ => (None, 0),
        }
    }
}

fn group(groups: &Slots, index: usize) -> Option<(usize, usize)> {
    let start = groups.get(index * 2).copied().flatten()?;
    let end = groups.get(index * 2 + 1).copied().flatten()?;
    Some((start, end))
}
