//! JavaScript's regular expressions, without the `u` and `v` flags, as a tree.
//!
//! `\p{…}` and `\u{…}` mean what they mean with `u`: without it they would stand for letters
//! and braces that nobody looks for.

/// One node of a pattern.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Node {
    Empty,
    Char(char),
    Set(Set),
    /// `^`
    Start,
    /// `$`
    End,
    /// `\b`, or `\B` if negated.
    WordBoundary {
        negated: bool,
    },
    /// Where a whole word may start, which is not behind a word character of Unicode, or end, which is
    /// not before one.
    WordEdge {
        is_start: bool,
    },
    /// A group, with its number if it captures.
    Group(Option<usize>, Box<Self>),
    Sequence(Vec<Self>),
    Choice(Vec<Self>),
    Repeat {
        node: Box<Self>,
        min: u32,
        max: Option<u32>,
        greedy: bool,
    },
    BackReference(usize),
    Look {
        ahead: bool,
        negated: bool,
        node: Box<Self>,
    },
}

impl Node {
    /// What it is made of.
    pub(super) fn children(&self) -> &[Self] {
        match self {
            Self::Group(_, node) | Self::Repeat { node, .. } | Self::Look { node, .. } => {
                std::slice::from_ref(node)
            }
            Self::Sequence(nodes) | Self::Choice(nodes) => nodes,
            _ => &[],
        }
    }

    /// The same, to be changed.
    pub(super) fn children_mut(&mut self) -> &mut [Self] {
        match self {
            Self::Group(_, node) | Self::Repeat { node, .. } | Self::Look { node, .. } => {
                std::slice::from_mut(node)
            }
            Self::Sequence(nodes) | Self::Choice(nodes) => nodes,
            _ => &mut [],
        }
    }
}

/// A set of characters.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Set {
    pub(super) negated: bool,
    /// In ascending order, none overlapping another: a property has hundreds.
    pub(super) ranges: Vec<(char, char)>,
}

impl Set {
    /// The characters of ranges in any order.
    pub(super) fn of(ranges: &[(char, char)]) -> Self {
        let mut sorted = ranges.to_vec();
        sorted.sort_unstable();
        let mut ranges: Vec<(char, char)> = Vec::with_capacity(sorted.len());
        for (low, high) in sorted {
            match ranges.last_mut() {
                Some((_, end)) if low <= *end => *end = high.max(*end),
                _ => ranges.push((low, high)),
            }
        }
        Self {
            negated: false,
            ranges,
        }
    }

    pub(super) fn contains(&self, c: char) -> bool {
        let above = self.ranges.partition_point(|&(low, _)| low <= c);
        let is_listed = above > 0 && c <= self.ranges[above - 1].1;
        is_listed != self.negated
    }

    /// Whether it has every character, as `[^]` and `[\s\S]` do.
    fn is_all(&self) -> bool {
        // The first character that the ranges leave out; none after the last one.
        let mut left_out = Some('\0');
        for (low, high) in &self.ranges {
            if left_out == Some(*low) {
                left_out = after(*high);
            }
        }
        match self.negated {
            true => self.ranges.is_empty(),
            false => left_out.is_none(),
        }
    }
}

/// The next character; none after the last one.
pub(super) fn after(c: char) -> Option<char> {
    (c..=char::MAX).nth(1)
}

/// A parsed pattern.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Pattern {
    pub(super) node: Node,
    /// The number of groups, the whole match not counted.
    pub(super) groups: usize,
    /// The names of groups, with their numbers.
    pub(super) names: Vec<(String, usize)>,
    /// Whether a line break is asked for: as `\n`, as it stands, by the flag `s`, or by a class of all
    /// characters.
    pub(super) asks_for_line_break: bool,
}

/// Deepest nesting of groups. Every later pass calls itself once per level.
const DEPTH_MAX: usize = 200;

const LINE_ENDS: &[(char, char)] = &[('\n', '\n'), ('\r', '\r'), ('\u{2028}', '\u{2029}')];

/// Parses a pattern; the error is the reason, in lower case.
pub(super) fn parse(source: &str, dot_all: bool) -> Result<Pattern, String> {
    let chars: Vec<char> = source.chars().collect();
    let (groups, names) = scan_groups(&chars)?;
    let mut parser = Parser {
        chars,
        at: 0,
        opened: 0,
        groups,
        names,
        asks_for_line_break: false,
        dot_all,
    };
    let node = parser.choice(0)?;
    if parser.peek().is_some() {
        return Err(parser.fail("unmatched ')'"));
    }
    Ok(Pattern {
        node,
        groups,
        names: parser.names,
        asks_for_line_break: parser.asks_for_line_break,
    })
}

/// Counts the groups that capture and collects their names, which may be used before.
fn scan_groups(chars: &[char]) -> Result<(usize, Vec<(String, usize)>), String> {
    let mut groups = 0;
    let mut names: Vec<(String, usize)> = Vec::new();
    let mut in_class = false;
    let mut at = 0;
    while let Some(&c) = chars.get(at) {
        at += 1;
        match c {
            '\\' => at += 1,
            '[' => in_class = true,
            ']' => in_class = false,
            '(' if !in_class => {
                if chars.get(at) != Some(&'?') {
                    groups += 1;
                } else if chars.get(at + 1) == Some(&'<')
                    && !matches!(chars.get(at + 2), Some('=' | '!'))
                {
                    groups += 1;
                    let rest = chars.get(at + 2..).unwrap_or_default();
                    let name = name(rest).ok_or_else(|| "invalid capture group name".to_owned())?;
                    if names.iter().any(|(other, _)| *other == name) {
                        return Err("duplicate capture group name".to_owned());
                    }
                    names.push((name, groups));
                }
            }
            _ => {}
        }
    }
    Ok((groups, names))
}

/// The name at the start of `rest`, up to its `>`.
pub(super) fn name(rest: &[char]) -> Option<String> {
    let end = rest.iter().position(|&c| c == '>')?;
    let name: String = rest[..end].iter().collect();
    let is_name = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let starts_well = rest[..end].first().is_some_and(|c| !c.is_numeric());
    (starts_well && name.chars().all(is_name)).then_some(name)
}

pub(super) struct Parser {
    pub(super) chars: Vec<char>,
    pub(super) at: usize,
    /// Groups opened so far.
    opened: usize,
    pub(super) groups: usize,
    pub(super) names: Vec<(String, usize)>,
    pub(super) asks_for_line_break: bool,
    /// Whether `.` is any character, line breaks included.
    dot_all: bool,
}

impl Parser {
    fn choice(&mut self, depth: usize) -> Result<Node, String> {
        if depth > DEPTH_MAX {
            return Err(self.fail(&format!("groups nest more than {DEPTH_MAX} deep")));
        }
        let mut choices = vec![self.sequence(depth)?];
        while self.eat('|') {
            choices.push(self.sequence(depth)?);
        }
        Ok(match choices.len() {
            1 => choices.swap_remove(0),
            _ => Node::Choice(choices),
        })
    }

    fn sequence(&mut self, depth: usize) -> Result<Node, String> {
        let mut nodes = Vec::new();
        while let Some(c) = self.peek() {
            if matches!(c, '|' | ')') {
                break;
            }
            let node = self.term(depth)?;
            nodes.push(self.quantified(node)?);
        }
        Ok(match nodes.len() {
            0 => Node::Empty,
            1 => nodes.swap_remove(0),
            _ => Node::Sequence(nodes),
        })
    }

    fn term(&mut self, depth: usize) -> Result<Node, String> {
        let c = self.peek().unwrap_or('\0');
        self.at += 1;
        Ok(match c {
            '^' => Node::Start,
            '$' => Node::End,
            '.' => {
                self.asks_for_line_break |= self.dot_all;
                Node::Set(Set {
                    negated: true,
                    ranges: if self.dot_all {
                        Vec::new()
                    } else {
                        LINE_ENDS.to_vec()
                    },
                })
            }
            '(' => self.group(depth)?,
            '[' => {
                let set = self.class()?;
                self.asks_for_line_break |= set.is_all();
                Node::Set(set)
            }
            '\\' => self.escape()?,
            '*' | '+' | '?' => {
                self.at -= 1;
                return Err(self.fail("nothing to repeat"));
            }
            '{' => {
                self.at -= 1;
                if self.counts()?.is_some() {
                    return Err(self.fail("nothing to repeat"));
                }
                self.at += 1;
                Node::Char('{')
            }
            c => {
                self.asks_for_line_break |= c == '\n';
                Node::Char(c)
            }
        })
    }

    fn quantified(&mut self, node: Node) -> Result<Node, String> {
        let single = |this: &mut Self, min, max| {
            this.at += 1;
            (min, max)
        };
        let (min, max) = match self.peek() {
            Some('*') => single(self, 0, None),
            Some('+') => single(self, 1, None),
            Some('?') => single(self, 0, Some(1)),
            Some('{') => match self.counts()? {
                Some(counts) => counts,
                None => return Ok(node),
            },
            _ => return Ok(node),
        };
        let is_repeatable = match &node {
            Node::Start | Node::End | Node::WordBoundary { .. } => false,
            Node::Look { ahead, .. } => *ahead,
            _ => true,
        };
        if !is_repeatable {
            return Err(self.fail("nothing to repeat"));
        }
        let greedy = !self.eat('?');
        if matches!(self.peek(), Some('*' | '+' | '?')) {
            return Err(self.fail("nothing to repeat"));
        }
        Ok(Node::Repeat {
            node: Box::new(node),
            min,
            max,
            greedy,
        })
    }

    /// Reads `{n}`, `{n,}` or `{n,m}`; anything else after `{` is ordinary text.
    fn counts(&mut self) -> Result<Option<(u32, Option<u32>)>, String> {
        let start = self.at;
        self.at += 1;
        let counts = self.digits().and_then(|min| {
            let max = if self.eat(',') {
                if self.peek() == Some('}') {
                    None
                } else {
                    Some(self.digits()?)
                }
            } else {
                Some(min)
            };
            self.eat('}').then_some((min, max))
        });
        match counts {
            None => self.at = start,
            Some((min, Some(max))) if min > max => {
                return Err(self.fail("numbers out of order in {} quantifier"));
            }
            Some(_) => {}
        }
        Ok(counts)
    }

    /// A decimal number; one too large counts as the largest.
    pub(super) fn digits(&mut self) -> Option<u32> {
        let mut number: Option<u32> = None;
        while let Some(digit) = self.peek().and_then(|c| c.to_digit(10)) {
            let so_far = number.unwrap_or(0);
            number = Some(so_far.saturating_mul(10).saturating_add(digit));
            self.at += 1;
        }
        number
    }

    fn group(&mut self, depth: usize) -> Result<Node, String> {
        let start = self.at;
        let mut capture = None;
        let mut look = None;
        if self.eat('?') {
            match (self.peek(), self.chars.get(self.at + 1).copied()) {
                (Some(':'), _) => self.at += 1,
                (Some(c @ ('=' | '!')), _) => {
                    self.at += 1;
                    look = Some((true, c == '!'));
                }
                (Some('<'), Some(c @ ('=' | '!'))) => {
                    self.at += 2;
                    look = Some((false, c == '!'));
                }
                (Some('<'), _) => {
                    // The scan before has checked that the name is well-formed.
                    while self.peek().is_some_and(|c| c != '>') {
                        self.at += 1;
                    }
                    self.at += 1;
                    self.opened += 1;
                    capture = Some(self.opened);
                }
                _ => return Err(self.fail("invalid group")),
            }
        } else {
            self.opened += 1;
            capture = Some(self.opened);
        }
        let node = Box::new(self.choice(depth + 1)?);
        if !self.eat(')') {
            self.at = start - 1;
            return Err(self.fail("unterminated group"));
        }
        Ok(match look {
            Some((ahead, negated)) => Node::Look {
                ahead,
                negated,
                node,
            },
            None => Node::Group(capture, node),
        })
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    pub(super) fn eat(&mut self, c: char) -> bool {
        let is_next = self.peek() == Some(c);
        self.at += usize::from(is_next);
        is_next
    }

    pub(super) fn fail(&self, reason: &str) -> String {
        let position = self.at.min(self.chars.len()) + 1;
        format!("{reason} at character {position}")
    }
}
