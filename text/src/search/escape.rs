//! Escapes and classes of an expression.

use regex_syntax::hir::{Class, HirKind};

use super::parse::{Node, Parser, Set, after, name};

/// Longest `p{…}` in characters: the longest names of Unicode are below 60.
const PROPERTY_MAX: usize = 100;

const DIGITS: &[(char, char)] = &[('0', '9')];
const WORD: &[(char, char)] = &[('0', '9'), ('A', 'Z'), ('_', '_'), ('a', 'z')];
const SPACE: &[(char, char)] = &[
    ('\t', '\r'),
    (' ', ' '),
    ('\u{a0}', '\u{a0}'),
    ('\u{1680}', '\u{1680}'),
    ('\u{2000}', '\u{200a}'),
    ('\u{2028}', '\u{2029}'),
    ('\u{202f}', '\u{202f}'),
    ('\u{205f}', '\u{205f}'),
    ('\u{3000}', '\u{3000}'),
    ('\u{feff}', '\u{feff}'),
];

impl Parser {
    /// Reads what follows a `\` outside a class.
    pub(super) fn escape(&mut self) -> Result<Node, String> {
        let Some(c) = self.peek() else {
            return Err(self.fail("\\ at end of pattern"));
        };
        match c {
            'b' | 'B' => {
                self.at += 1;
                Ok(Node::WordBoundary { negated: c == 'B' })
            }
            'k' if !self.names.is_empty() => {
                let rest = self.chars.get(self.at + 2..).unwrap_or_default();
                let has_bracket = self.chars.get(self.at + 1) == Some(&'<');
                let name = name(rest).filter(|_| has_bracket);
                let Some(name) = name else {
                    return Err(self.fail("invalid named reference"));
                };
                match self.names.iter().find(|(other, _)| *other == name) {
                    None => Err(self.fail("invalid named capture referenced")),
                    Some(&(_, index)) => {
                        self.at += 3 + name.chars().count();
                        Ok(Node::BackReference(index))
                    }
                }
            }
            '1'..='9' => {
                let start = self.at;
                let number = self.digits().and_then(|n| usize::try_from(n).ok());
                match number.filter(|&number| number <= self.groups) {
                    Some(number) => Ok(Node::BackReference(number)),
                    None => {
                        self.at = start;
                        Ok(self.member_escape().into_node())
                    }
                }
            }
            'p' | 'P' => Ok(match self.property()? {
                Some(set) => Node::Set(set),
                None => self.member_escape().into_node(),
            }),
            _ => Ok(self.member_escape().into_node()),
        }
    }

    /// Reads a `p{…}` or `P{…}`, which means with every flag what it means with `u`: nobody
    /// looks for these letters and braces. `None` where no brace follows.
    fn property(&mut self) -> Result<Option<Set>, String> {
        let rest = self.chars.get(self.at..).unwrap_or_default();
        let is_negated = rest.first() == Some(&'P');
        if rest.get(1) != Some(&'{') {
            return Ok(None);
        }
        let end = rest.iter().take(PROPERTY_MAX).position(|&c| c == '}');
        let ranges = end.and_then(|end| {
            let name: String = rest[2..end].iter().collect();
            property(&name)
        });
        let (Some(end), Some(ranges)) = (end, ranges) else {
            return Err(self.fail("invalid property name"));
        };
        self.at += end + 1;
        Ok(Some(if is_negated {
            complement(&ranges)
        } else {
            Set::of(&ranges)
        }))
    }

    /// Reads an escape that is also allowed in a class, after its `\`.
    fn member_escape(&mut self) -> Member {
        let c = self.peek().unwrap_or('\\');
        self.at += 1;
        let set = |ranges: &[(char, char)], negated: bool| {
            Member::Set(if negated {
                complement(ranges)
            } else {
                Set::of(ranges)
            })
        };
        match c {
            'd' | 'D' => set(DIGITS, c == 'D'),
            'w' | 'W' => set(WORD, c == 'W'),
            's' | 'S' => set(SPACE, c == 'S'),
            't' => Member::Char('\t'),
            'n' => {
                self.asks_for_line_break = true;
                Member::Char('\n')
            }
            'r' => Member::Char('\r'),
            'v' => Member::Char('\u{b}'),
            'f' => Member::Char('\u{c}'),
            'c' => match self.peek() {
                Some(letter) if letter.is_ascii_alphabetic() => {
                    self.at += 1;
                    Member::Char(char::from(u8::try_from(letter).unwrap_or(0) & 31))
                }
                // The backslash is literal, and the `c` comes next.
                _ => {
                    self.at -= 1;
                    Member::Char('\\')
                }
            },
            'x' => match self.hex(2) {
                Some(code) => char::from_u32(code).map_or(Member::Char('x'), Member::Char),
                None => Member::Char('x'),
            },
            'u' => self.unit(),
            '0'..='7' => {
                let mut code = c.to_digit(8).unwrap_or(0);
                while let Some(digit) = self.peek().and_then(|c| c.to_digit(8)) {
                    if code * 8 + digit > 0o377 {
                        break;
                    }
                    code = code * 8 + digit;
                    self.at += 1;
                }
                char::from_u32(code).map_or(Member::Char(c), Member::Char)
            }
            other => Member::Char(other),
        }
    }

    /// Reads the digits of `\uXXXX`; a pair of surrogates is one character.
    /// With braces it is a code point, as with the flag `u`.
    fn unit(&mut self) -> Member {
        if let Some(c) = self.code_point() {
            return Member::Char(c);
        }
        let Some(unit) = self.hex(4) else {
            return Member::Char('u');
        };
        if let Some(c) = char::from_u32(unit) {
            return Member::Char(c);
        }
        let start = self.at;
        if unit < 0xdc00 && self.eat('\\') && self.eat('u') {
            let low = self.hex(4).filter(|low| (0xdc00..=0xdfff).contains(low));
            let code = low.map(|low| 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00));
            if let Some(c) = code.and_then(char::from_u32) {
                return Member::Char(c);
            }
        }
        self.at = start;
        // Half of a pair is in no text.
        Member::Set(Set::default())
    }

    /// Reads a `{…}` with one to six hexadecimal digits that name a character.
    fn code_point(&mut self) -> Option<char> {
        let rest = self.chars.get(self.at..)?.strip_prefix(&['{'])?;
        let end = rest.iter().take(7).position(|&c| c == '}')?;
        let digits: String = rest[..end].iter().collect();
        let is_number = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        let code = u32::from_str_radix(&digits, 16)
            .ok()
            .filter(|_| is_number)?;
        let c = char::from_u32(code)?;
        self.at += end + 2;
        Some(c)
    }

    fn hex(&mut self, digits: usize) -> Option<u32> {
        let text: String = self.chars.get(self.at..self.at + digits)?.iter().collect();
        if !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return None;
        }
        self.at += digits;
        u32::from_str_radix(&text, 16).ok()
    }

    pub(super) fn class(&mut self) -> Result<Set, String> {
        let start = self.at;
        let negated = self.eat('^');
        let asks_for_line_break = self.asks_for_line_break;
        let mut ranges = Vec::new();
        loop {
            if self.eat(']') {
                // What is excluded is not asked for.
                self.asks_for_line_break &= asks_for_line_break || !negated;
                return Ok(Set {
                    negated,
                    ..Set::of(&ranges)
                });
            }
            let Some(first) = self.member()? else {
                self.at = start - 1;
                return Err(self.fail("unterminated character class"));
            };
            let is_range = self.peek() == Some('-')
                && !matches!(self.chars.get(self.at + 1), None | Some(']'));
            if !is_range {
                first.add_to(&mut ranges);
                continue;
            }
            self.at += 1;
            let last = self.member()?.unwrap_or(Member::Char('-'));
            match (&first, &last) {
                (Member::Char(low), Member::Char(high)) if low <= high => {
                    ranges.push((*low, *high));
                }
                (Member::Char(_), Member::Char(_)) => {
                    return Err(self.fail("range out of order in character class"));
                }
                _ => {
                    first.add_to(&mut ranges);
                    ranges.push(('-', '-'));
                    last.add_to(&mut ranges);
                }
            }
        }
    }

    fn member(&mut self) -> Result<Option<Member>, String> {
        let Some(c) = self.peek() else {
            return Ok(None);
        };
        self.at += 1;
        if c != '\\' {
            self.asks_for_line_break |= c == '\n';
            return Ok(Some(Member::Char(c)));
        }
        Ok(match self.peek() {
            None => None,
            Some('b') => {
                self.at += 1;
                Some(Member::Char('\u{8}'))
            }
            Some('p' | 'P') => match self.property()? {
                Some(set) => Some(Member::Set(set)),
                None => Some(self.member_escape()),
            },
            Some(_) => Some(self.member_escape()),
        })
    }
}

/// One member of a class, or an escape.
enum Member {
    Char(char),
    Set(Set),
}

impl Member {
    fn into_node(self) -> Node {
        match self {
            Self::Char(c) => Node::Char(c),
            Self::Set(set) => Node::Set(set),
        }
    }

    fn add_to(&self, ranges: &mut Vec<(char, char)>) {
        match self {
            Self::Char(c) => ranges.push((*c, *c)),
            Self::Set(set) => ranges.extend(&set.ranges),
        }
    }
}

/// The ranges of a Unicode property: `Lu`, `Letter`, `Script=Greek`, `Emoji`.
fn property(name: &str) -> Option<Vec<(char, char)>> {
    // Anything else would be read as a part of the pattern.
    if !name
        .chars()
        .all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '='))
    {
        return None;
    }
    let parsed = regex_syntax::parse(&format!("\\p{{{name}}}")).ok()?;
    match parsed.kind() {
        HirKind::Class(Class::Unicode(class)) => Some(
            class
                .iter()
                .map(|range| (range.start(), range.end()))
                .collect(),
        ),
        // A property of one character only.
        HirKind::Literal(literal) => {
            let c = std::str::from_utf8(&literal.0).ok()?.chars().next()?;
            Some(vec![(c, c)])
        }
        _ => None,
    }
}

/// Everything outside ranges that ascend and do not overlap.
fn complement(ranges: &[(char, char)]) -> Set {
    let mut outside = Vec::new();
    let mut next = Some('\0');
    for &(low, high) in ranges {
        let gap = next.zip(('\0'..low).next_back());
        outside.extend(gap.filter(|(first, last)| first <= last));
        next = after(high);
    }
    outside.extend(next.map(|first| (first, char::MAX)));
    Set::of(&outside)
}
