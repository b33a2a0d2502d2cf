//! Basic regular expressions, as `expr` has them, with the additions of GNU: `\+`, `\?`, `\|`, `\w`.
//!
//! A match is the longest one from the start of a text. It is looked for by trying; what takes too many
//! steps, or nests too deep, is an error.

/// Steps that a match may take.
const STEPS_MAX: usize = 2_000_000;

/// How often a group may be repeated within one match, and how deep groups nest: both take stack.
const DEPTH_MAX: usize = 400;

/// What can be repeated, `*` and so on.
const FOREVER: usize = usize::MAX;

#[derive(Clone, Debug)]
enum Node {
    Character(char),
    Any,
    Set { is_not: bool, items: Vec<Item> },
    Start,
    End,
    Edge { is_word: bool },
    Group(usize, Vec<Vec<Self>>),
    Again(usize),
    Repeat(Box<Self>, usize, usize),
}

#[derive(Clone, Debug)]
enum Item {
    Range(char, char),
    Class(fn(char) -> bool),
}

/// A regular expression.
pub(crate) struct Regex {
    branches: Vec<Vec<Node>>,
    groups: usize,
}

/// Where groups lie; the first is the whole.
pub(crate) type Groups = Vec<Option<(usize, usize)>>;

struct Reader<'p> {
    pattern: &'p [char],
    at: usize,
    groups: usize,
    depth: usize,
}

fn is_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

fn class_of(name: &str) -> Option<fn(char) -> bool> {
    Some(match name {
        "alpha" => |c| c.is_alphabetic(),
        "digit" => |c| c.is_ascii_digit(),
        "alnum" => |c| c.is_alphanumeric(),
        "upper" => |c| c.is_uppercase(),
        "lower" => |c| c.is_lowercase(),
        "space" => |c| c.is_whitespace(),
        "blank" => |c| c == ' ' || c == '\t',
        "punct" => |c| c.is_ascii_punctuation(),
        "print" => |c| !c.is_control(),
        "graph" => |c| !c.is_control() && !c.is_whitespace(),
        "cntrl" => |c| c.is_control(),
        "xdigit" => |c| c.is_ascii_hexdigit(),
        _ => return None,
    })
}

type Read<T> = Result<T, &'static str>;

impl Reader<'_> {
    fn peek(&self, ahead: usize) -> Option<char> {
        self.pattern.get(self.at + ahead).copied()
    }

    fn is_escaped(&self, letter: char) -> bool {
        self.peek(0) == Some('\\') && self.peek(1) == Some(letter)
    }

    fn branches(&mut self) -> Read<Vec<Vec<Node>>> {
        self.depth += 1;
        if self.depth > DEPTH_MAX {
            return Err("Regular expression too big");
        }
        let mut branches = vec![self.branch()?];
        while self.is_escaped('|') {
            self.at += 2;
            branches.push(self.branch()?);
        }
        self.depth -= 1;
        Ok(branches)
    }

    fn branch(&mut self) -> Read<Vec<Node>> {
        let mut nodes: Vec<Node> = Vec::new();
        loop {
            let is_first = nodes.is_empty() || matches!(nodes.as_slice(), [Node::Start]);
            let Some(character) = self.peek(0) else {
                return Ok(nodes);
            };
            if self.is_escaped('|') || (self.is_escaped(')') && self.depth > 1) {
                return Ok(nodes);
            }
            let node = match character {
                '*' if is_first => Node::Character('*'),
                '*' => {
                    self.at += 1;
                    repeat(&mut nodes, 0, FOREVER);
                    continue;
                }
                '^' if nodes.is_empty() => Node::Start,
                '$' if self.ends_branch() => Node::End,
                '.' => Node::Any,
                '[' => {
                    self.at += 1;
                    nodes.push(self.set()?);
                    continue;
                }
                '\\' => {
                    self.at += 2;
                    let letter = self.pattern.get(self.at - 1).ok_or("Trailing backslash")?;
                    match letter {
                        '+' if !is_first => {
                            repeat(&mut nodes, 1, FOREVER);
                            continue;
                        }
                        '?' if !is_first => {
                            repeat(&mut nodes, 0, 1);
                            continue;
                        }
                        '{' if !is_first => {
                            let (least, most) = self.interval()?;
                            repeat(&mut nodes, least, most);
                            continue;
                        }
                        '{' => return Err("Invalid preceding regular expression"),
                        '(' => {
                            self.groups += 1;
                            let number = self.groups;
                            let branches = self.branches()?;
                            if !self.is_escaped(')') {
                                return Err("Unmatched ( or \\(");
                            }
                            self.at += 2;
                            nodes.push(Node::Group(number, branches));
                            continue;
                        }
                        ')' => return Err("Unmatched ) or \\)"),
                        digit @ '1'..='9' => {
                            let number = usize::from(u8::try_from(*digit).unwrap_or(b'1') - b'0');
                            if number > self.groups {
                                return Err("Invalid back reference");
                            }
                            nodes.push(Node::Again(number));
                            continue;
                        }
                        'w' | 'W' | 's' | 'S' => {
                            let class: fn(char) -> bool = match letter {
                                'w' | 'W' => is_word,
                                _ => |c| c.is_whitespace(),
                            };
                            nodes.push(Node::Set {
                                is_not: letter.is_uppercase(),
                                items: vec![Item::Class(class)],
                            });
                            continue;
                        }
                        '`' => nodes.push(Node::Start),
                        '\'' => nodes.push(Node::End),
                        'b' | '<' | '>' => nodes.push(Node::Edge { is_word: true }),
                        'B' => nodes.push(Node::Edge { is_word: false }),
                        other => nodes.push(Node::Character(*other)),
                    }
                    continue;
                }
                other => Node::Character(other),
            };
            self.at += 1;
            nodes.push(node);
        }
    }

    fn ends_branch(&self) -> bool {
        match (self.peek(1), self.peek(2)) {
            (None, _) => true,
            (Some('\\'), Some(letter)) => letter == '|' || (letter == ')' && self.depth > 1),
            _ => false,
        }
    }

    /// What stands behind `\{`.
    fn interval(&mut self) -> Read<(usize, usize)> {
        const MOST: usize = 32_767;
        let number = |reader: &mut Self| -> Option<usize> {
            let mut value = None;
            while let Some(digit) = reader.peek(0).and_then(|digit| digit.to_digit(10)) {
                let digit = usize::try_from(digit).unwrap_or(0);
                value = Some((value.unwrap_or(0) * 10 + digit).min(MOST + 1));
                reader.at += 1;
            }
            value
        };
        let least = number(self);
        let (least, most) = if self.peek(0) == Some(',') {
            self.at += 1;
            (least.unwrap_or(0), number(self).unwrap_or(FOREVER))
        } else {
            let exact = least.ok_or(match self.peek(0) {
                None => "Unmatched \\{",
                Some(_) => "Invalid content of \\{\\}",
            })?;
            (exact, exact)
        };
        if !self.is_escaped('}') {
            return Err(match self.peek(0) {
                None => "Unmatched \\{",
                Some(_) => "Invalid content of \\{\\}",
            });
        }
        self.at += 2;
        if least > most {
            return Err("Invalid content of \\{\\}");
        }
        if least > MOST || (most != FOREVER && most > MOST) {
            return Err("Regular expression too big");
        }
        Ok((least, most))
    }

    fn set(&mut self) -> Read<Node> {
        const OPEN: &str = "Unmatched [, [^, [:, [., or [=";
        let is_not = self.peek(0) == Some('^');
        self.at += usize::from(is_not);
        let mut items = Vec::new();
        let mut is_first = true;
        loop {
            let character = self.peek(0).ok_or(OPEN)?;
            self.at += 1;
            if character == ']' && !is_first {
                return Ok(Node::Set { is_not, items });
            }
            is_first = false;
            if character == '['
                && let Some(kind @ (':' | '.' | '=')) = self.peek(0)
            {
                self.at += 1;
                let rest = &self.pattern[self.at..];
                let end = rest
                    .windows(2)
                    .position(|pair| pair == [kind, ']'])
                    .ok_or(OPEN)?;
                let name: String = rest[..end].iter().collect();
                self.at += end + 2;
                if kind == ':' {
                    let class = class_of(&name).ok_or("Invalid character class name")?;
                    items.push(Item::Class(class));
                } else {
                    let mut letters = name.chars();
                    match (letters.next(), letters.next()) {
                        (Some(one), None) => items.push(Item::Range(one, one)),
                        _ => return Err("Invalid collation character"),
                    }
                }
                continue;
            }
            let mut last = character;
            if self.peek(0) == Some('-') && self.peek(1).is_some_and(|next| next != ']') {
                last = self.peek(1).ok_or(OPEN)?;
                self.at += 2;
                if last < character {
                    return Err("Invalid range end");
                }
            }
            items.push(Item::Range(character, last));
        }
    }
}

/// Makes the last node one that is repeated.
fn repeat(nodes: &mut Vec<Node>, least: usize, most: usize) {
    if let Some(node) = nodes.pop() {
        nodes.push(Node::Repeat(Box::new(node), least, most));
    }
}

struct Matcher<'t> {
    text: &'t [char],
    groups: Groups,
    best: Option<Groups>,
    steps: usize,
    depth: usize,
}

/// What is left to match behind a sequence of nodes.
enum Rest<'r> {
    Nothing,
    /// Nodes, and what is behind them.
    Nodes(&'r [Node], &'r Self),
    /// The end of a group that began at a place.
    GroupEnd(usize, usize, &'r Self),
    /// More rounds of a repeated node: done so far, and where the last began.
    Rounds(&'r Node, usize, usize, usize, usize, &'r Self),
}

impl Matcher<'_> {
    /// Tries all ways on from a place; ends early where the whole text fits.
    fn go(&mut self, rest: &Rest<'_>, at: usize) -> Read<bool> {
        self.steps += 1;
        self.depth += 1;
        if self.steps > STEPS_MAX || self.depth > 8 * DEPTH_MAX {
            return Err("Regular expression too big");
        }
        let found = self.step(rest, at);
        self.depth -= 1;
        found
    }

    fn step(&mut self, rest: &Rest<'_>, at: usize) -> Read<bool> {
        match rest {
            Rest::Nothing => {
                let length = |groups: &Groups| groups[0].map_or(0, |(_, end)| end);
                if self.best.as_ref().is_none_or(|best| length(best) < at) {
                    let mut groups = self.groups.clone();
                    groups[0] = Some((0, at));
                    self.best = Some(groups);
                }
                Ok(at == self.text.len())
            }
            Rest::GroupEnd(number, start, behind) => {
                let old = self.groups[*number].replace((*start, at));
                if self.go(behind, at)? {
                    return Ok(true);
                }
                self.groups[*number] = old;
                Ok(false)
            }
            Rest::Rounds(node, least, most, done, begun, behind) => {
                if *done > DEPTH_MAX && *most == FOREVER {
                    return Err("Regular expression too big");
                }
                let is_stuck = *done > *least && *begun == at;
                if *done < *most && !is_stuck {
                    let again = Rest::Rounds(node, *least, *most, done + 1, at, behind);
                    if self.go(&Rest::Nodes(std::slice::from_ref(*node), &again), at)? {
                        return Ok(true);
                    }
                }
                if *done >= *least {
                    return self.go(behind, at);
                }
                Ok(false)
            }
            Rest::Nodes([], behind) => self.go(behind, at),
            Rest::Nodes([node, others @ ..], behind) => {
                let behind = Rest::Nodes(others, behind);
                self.node(node, &behind, at)
            }
        }
    }

    fn node(&mut self, node: &Node, behind: &Rest<'_>, at: usize) -> Read<bool> {
        match node {
            Node::Start if at == 0 => self.go(behind, at),
            Node::End if at == self.text.len() => self.go(behind, at),
            Node::Start | Node::End => Ok(false),
            Node::Edge { is_word: wanted } => {
                let word = |at: Option<usize>| {
                    at.and_then(|at| self.text.get(at))
                        .is_some_and(|character| is_word(*character))
                };
                let is_edge = word(at.checked_sub(1)) != word(Some(at));
                if is_edge == *wanted {
                    return self.go(behind, at);
                }
                Ok(false)
            }
            Node::Group(number, branches) => {
                for branch in branches {
                    let end = Rest::GroupEnd(*number, at, behind);
                    if self.go(&Rest::Nodes(branch, &end), at)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Node::Again(number) => {
                let Some((start, end)) = self.groups[*number] else {
                    return Ok(false);
                };
                let next = at + (end - start);
                if next <= self.text.len() && self.text[at..next] == self.text[start..end] {
                    return self.go(behind, next);
                }
                Ok(false)
            }
            Node::Repeat(inner, least, most) if is_single(inner) => {
                let rest = self.text[at..].iter().take(*most);
                let count = rest
                    .take_while(|character| fits(inner, **character))
                    .count();
                for taken in (*least..=count).rev() {
                    if self.go(behind, at + taken)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Node::Repeat(inner, least, most) => {
                let rounds = Rest::Rounds(inner, *least, *most, 0, at, behind);
                self.go(&rounds, at)
            }
            single => match self.text.get(at) {
                Some(character) if fits(single, *character) => self.go(behind, at + 1),
                _ => Ok(false),
            },
        }
    }
}

/// Whether a node is one character.
const fn is_single(node: &Node) -> bool {
    matches!(node, Node::Character(_) | Node::Any | Node::Set { .. })
}

fn fits(node: &Node, character: char) -> bool {
    match node {
        Node::Character(wanted) => *wanted == character,
        Node::Any => true,
        Node::Set { is_not, items } => {
            let is_in = items.iter().any(|item| match item {
                Item::Range(first, last) => (*first..=*last).contains(&character),
                Item::Class(class) => class(character),
            });
            is_in != *is_not
        }
        _ => false,
    }
}

impl Regex {
    /// Reads a basic regular expression, or says in the words of the C library what is wrong with it.
    pub(crate) fn basic(pattern: &[char]) -> Read<Self> {
        let mut reader = Reader {
            pattern,
            at: 0,
            groups: 0,
            depth: 0,
        };
        let branches = reader.branches()?;
        Ok(Self {
            branches,
            groups: reader.groups,
        })
    }

    /// How many groups there are.
    pub(crate) const fn groups(&self) -> usize {
        self.groups
    }

    /// The longest match that begins at the start of a text.
    pub(crate) fn at_start(&self, text: &[char]) -> Read<Option<Groups>> {
        let mut matcher = Matcher {
            text,
            groups: vec![None; self.groups + 1],
            best: None,
            steps: 0,
            depth: 0,
        };
        for branch in &self.branches {
            if matcher.go(&Rest::Nodes(branch, &Rest::Nothing), 0)? {
                break;
            }
        }
        Ok(matcher.best)
    }
}
