//! From the text of a pattern to its nodes.

use super::{ALTERNATIVES_MAX, BRACE_DEPTH_MAX, PATTERN_BYTES_MAX, PatternError, STARS_MAX};

/// One element of a pattern.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Node {
    Char(char),
    Slash,
    Any,
    Star,
    DoubleStar,
    Class {
        negated: bool,
        ranges: Vec<(char, char)>,
    },
    Group(Vec<Vec<Self>>),
}

enum Token {
    Node(Node),
    Open,
    Comma,
    Close,
}

/// Parses a pattern.
pub(super) fn parse(pattern: &str) -> Result<Vec<Node>, PatternError> {
    if pattern.len() > PATTERN_BYTES_MAX {
        let problem = format!(
            "it has {} bytes and the limit is {PATTERN_BYTES_MAX}; split it into several patterns",
            pattern.len()
        );
        return Err(PatternError::new(pattern, 1, problem));
    }
    let tokens = tokenise(pattern)?;
    group(pattern, tokens)
}

/// Makes the nodes of a path relative to the root: no `.`, no `..`, no empty segment.
pub(super) fn normalise(nodes: Vec<Node>) -> Vec<Node> {
    let mut kept: Vec<&[Node]> = Vec::new();
    for segment in nodes.split(|node| *node == Node::Slash) {
        match segment {
            [] | [Node::Char('.')] => {}
            [Node::Char('.'), Node::Char('.')] => {
                kept.pop();
            }
            _ => kept.push(segment),
        }
    }
    kept.join(&Node::Slash)
}

/// Splits the pattern into tokens; the number is the position of each, from 1.
fn tokenise(pattern: &str) -> Result<Vec<(usize, Token)>, PatternError> {
    let chars: Vec<char> = pattern.chars().collect();
    let mut tokens = Vec::with_capacity(chars.len());
    let mut stars = 0;
    let mut index = 0;
    // Once no `]` follows, none does further on: keeps `[[[[…` from being scanned each time.
    let mut class_may_close = true;
    while let Some(&c) = chars.get(index) {
        let position = index + 1;
        index += 1;
        let token = match c {
            '/' => Token::Node(Node::Slash),
            '?' => Token::Node(Node::Any),
            '{' => Token::Open,
            ',' => Token::Comma,
            '}' => Token::Close,
            '*' => {
                stars += 1;
                if stars > STARS_MAX {
                    let problem = format!(
                        "it has more than {STARS_MAX} stars; split it into several patterns"
                    );
                    return Err(PatternError::new(pattern, position, problem));
                }
                if chars.get(index) == Some(&'*') {
                    index += 1;
                    Token::Node(Node::DoubleStar)
                } else {
                    Token::Node(Node::Star)
                }
            }
            '\\' => match chars.get(index) {
                Some(&next) if is_special(next) => {
                    index += 1;
                    Token::Node(Node::Char(next))
                }
                _ => Token::Node(Node::Char('\\')),
            },
            '[' if class_may_close => match class(pattern, &chars, index)? {
                Class::Closed { node, end } => {
                    index = end;
                    Token::Node(node)
                }
                Class::CutBySlash => Token::Node(Node::Char('[')),
                Class::Open => {
                    class_may_close = false;
                    Token::Node(Node::Char('['))
                }
            },
            other => Token::Node(Node::Char(other)),
        };
        tokens.push((position, token));
    }
    Ok(tokens)
}

/// The characters that `\` makes ordinary.
fn is_special(c: char) -> bool {
    matches!(
        c,
        '*' | '?' | '[' | ']' | '{' | '}' | ',' | '!' | '^' | '-' | '\\'
    )
}

enum Class {
    /// The class, and the index after its `]`.
    Closed { node: Node, end: usize },
    /// A separator comes before the `]`, so the `[` is an ordinary character.
    CutBySlash,
    /// No `]` follows at all.
    Open,
}

/// Reads a class whose first character, after the `[`, is at `start`.
fn class(pattern: &str, chars: &[char], start: usize) -> Result<Class, PatternError> {
    let mut index = start;
    let negated = matches!(chars.get(index), Some('!' | '^'));
    if negated {
        index += 1;
    }
    let first = index;
    let mut ranges: Vec<(char, char)> = Vec::new();
    let mut backwards = None;
    loop {
        let low = match chars.get(index) {
            None => return Ok(Class::Open),
            Some('/') => return Ok(Class::CutBySlash),
            // A `]` in the first place is literal.
            Some(']') if index > first => break,
            Some(_) => member(chars, &mut index),
        };
        let is_range = chars.get(index) == Some(&'-')
            && !matches!(chars.get(index + 1), None | Some(']' | '/'));
        if !is_range {
            ranges.push((low, low));
            continue;
        }
        let at = index;
        index += 1;
        let high = member(chars, &mut index);
        if low > high {
            backwards = backwards.or(Some((at, low, high)));
        } else {
            ranges.push((low, high));
        }
    }
    if let Some((position, low, high)) = backwards {
        let problem = format!(
            "the range {low}-{high} runs backwards; write [{high}-{low}], or \\[ for a plain bracket"
        );
        return Err(PatternError::new(pattern, position, problem));
    }
    let node = Node::Class { negated, ranges };
    Ok(Class::Closed {
        node,
        end: index + 1,
    })
}

/// One member of a class, which exists at `index`; `\` takes the next one literally.
fn member(chars: &[char], index: &mut usize) -> char {
    let c = chars.get(*index).copied().unwrap_or('\\');
    *index += 1;
    match chars.get(*index) {
        Some(&next) if c == '\\' && is_special(next) => {
            *index += 1;
            next
        }
        _ => c,
    }
}

/// Braces that are not closed yet: the alternatives so far, and the one being read.
struct OpenGroup {
    alternatives: Vec<Vec<Node>>,
    current: Vec<Node>,
}

/// Builds groups from the braces that pair up; the others are ordinary characters.
fn group(pattern: &str, tokens: Vec<(usize, Token)>) -> Result<Vec<Node>, PatternError> {
    let paired = paired_braces(&tokens);
    let mut open: Vec<OpenGroup> = Vec::new();
    let mut current: Vec<Node> = Vec::new();
    let mut alternatives_total = 0;
    for ((position, token), is_paired) in tokens.into_iter().zip(paired) {
        let adds_alternative = match token {
            Token::Open => is_paired,
            Token::Comma => !open.is_empty(),
            Token::Node(_) | Token::Close => false,
        };
        if adds_alternative {
            alternatives_total += 1;
            if alternatives_total > ALTERNATIVES_MAX {
                let problem = format!(
                    "its braces hold more than {ALTERNATIVES_MAX} alternatives; split it into several patterns"
                );
                return Err(PatternError::new(pattern, position, problem));
            }
        }
        match token {
            Token::Node(node) => current.push(node),
            Token::Open if is_paired => {
                if open.len() == BRACE_DEPTH_MAX {
                    let problem = format!(
                        "braces nest more than {BRACE_DEPTH_MAX} deep; split it into several patterns"
                    );
                    return Err(PatternError::new(pattern, position, problem));
                }
                open.push(OpenGroup {
                    alternatives: Vec::new(),
                    current: std::mem::take(&mut current),
                });
            }
            Token::Open => current.push(Node::Char('{')),
            Token::Comma => match open.last_mut() {
                Some(group) => group.alternatives.push(std::mem::take(&mut current)),
                None => current.push(Node::Char(',')),
            },
            Token::Close => match open.pop() {
                Some(mut group) if is_paired => {
                    group.alternatives.push(current);
                    current = group.current;
                    current.push(Node::Group(group.alternatives));
                }
                // An unpaired brace closes nothing, so no group is open here.
                _ => current.push(Node::Char('}')),
            },
        }
    }
    Ok(current)
}

/// For each token, whether it is a brace that has its counterpart.
fn paired_braces(tokens: &[(usize, Token)]) -> Vec<bool> {
    let mut paired = vec![false; tokens.len()];
    let mut open = Vec::new();
    for (index, (_, token)) in tokens.iter().enumerate() {
        match token {
            Token::Open => open.push(index),
            Token::Close => {
                if let Some(start) = open.pop() {
                    paired[start] = true;
                    paired[index] = true;
                }
            }
            Token::Node(_) | Token::Comma => {}
        }
    }
    paired
}
