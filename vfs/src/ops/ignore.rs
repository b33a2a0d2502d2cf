//! The rules of a `.gitignore` file.
//!
//! Knows nothing of trees: it answers what one file says about a path below its folder.
//! Rules are kept as they are written and compiled to nothing, so they take no more memory
//! than their text. Matching one takes time in the length of the rule times that of the path.
//!
//! | Line | Meaning |
//! |---|---|
//! | `# …`, empty | nothing |
//! | `name` | an entry of this name in the folder or anywhere below it |
//! | `/name`, `a/b` | the entry at this path, from the folder of the file |
//! | `…/` | a folder only |
//! | `!…` | takes back what an earlier rule ignores |
//! | `*`, `?`, `[a-z]`, `[!a]` | any characters, one character, one of a set; never `/` |
//! | `**/`, `/**/`, `/**` | any number of folders; everything below |
//! | `\` | takes the next character literally |

/// Longest file that is read, in bytes; of a longer one the whole lines up to here count.
pub const FILE_BYTES_MAX: usize = 64 * 1024;

/// The rules of one file, in its order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Rules(Vec<Rule>);

#[derive(Debug, Clone, PartialEq, Eq)]
struct Rule {
    segments: Vec<Segment>,
    /// Whether the rule speaks of paths from the folder on, and not of names.
    is_anchored: bool,
    is_negated: bool,
    is_for_folders: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Segment {
    /// Any number of folders, also none.
    Folders,
    Name(Vec<Token>),
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Token {
    Char(char),
    One,
    Many,
    Class {
        is_negated: bool,
        ranges: Vec<(char, char)>,
    },
}

/// Whether an entry is a folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Entry {
    /// It is one.
    Folder,
    /// It is something else.
    Other,
}

impl Rules {
    /// Reads a file. What is no rule is passed over, as git does.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        Self(text.split('\n').filter_map(rule).collect())
    }

    /// Whether there is no rule.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether the entry at this path, relative to the file's folder, is ignored; `None` if no
    /// rule speaks of it. The last rule that does decides.
    #[must_use]
    pub fn ignores(&self, path: &str, entry: Entry) -> Option<bool> {
        let segments: Vec<Vec<char>> = path.split('/').map(|name| name.chars().collect()).collect();
        let name = segments.last()?;
        let decides = |rule: &&Rule| {
            (entry == Entry::Folder || !rule.is_for_folders)
                && if rule.is_anchored {
                    sequence(&rule.segments, &segments, is_folders, fits)
                } else {
                    rule.segments
                        .first()
                        .is_some_and(|segment| fits(segment, name))
                }
        };
        self.0
            .iter()
            .rev()
            .find(decides)
            .map(|rule| !rule.is_negated)
    }
}

fn is_folders(segment: &Segment) -> bool {
    *segment == Segment::Folders
}

#[expect(clippy::ptr_arg, reason = "the items of a slice of names")]
fn fits(segment: &Segment, name: &Vec<char>) -> bool {
    match segment {
        Segment::Folders => true,
        Segment::Name(tokens) => sequence(tokens, name, |token| *token == Token::Many, is_one),
    }
}

fn is_one(token: &Token, c: &char) -> bool {
    match token {
        Token::Char(wanted) => wanted == c,
        Token::One | Token::Many => true,
        Token::Class { is_negated, ranges } => {
            ranges
                .iter()
                .any(|(first, last)| (first..=last).contains(&c))
                != *is_negated
        }
    }
}

/// Whether items fit a pattern in which some parts stand for any number of items. Only the
/// last such part is ever tried again: what an earlier one could take, the later one can too.
fn sequence<P, T>(
    pattern: &[P],
    items: &[T],
    is_many: impl Fn(&P) -> bool,
    fits: impl Fn(&P, &T) -> bool,
) -> bool {
    let (mut p, mut i) = (0, 0);
    let mut retry: Option<(usize, usize)> = None;
    while i < items.len() {
        match pattern.get(p) {
            Some(part) if is_many(part) => {
                retry = Some((p, i));
                p += 1;
            }
            Some(part) if fits(part, &items[i]) => {
                p += 1;
                i += 1;
            }
            _ => {
                let Some((many, taken)) = retry else {
                    return false;
                };
                retry = Some((many, taken + 1));
                p = many + 1;
                i = taken + 1;
            }
        }
    }
    pattern[p..].iter().all(is_many)
}

fn rule(line: &str) -> Option<Rule> {
    let line = without_trailing_spaces(line.strip_suffix('\r').unwrap_or(line));
    if line.starts_with('#') {
        return None;
    }
    let (line, is_negated) = match line.strip_prefix('!') {
        Some(rest) => (rest, true),
        None => (line, false),
    };
    let (line, is_for_folders) = match line.strip_suffix('/') {
        Some(rest) => (rest, true),
        None => (line, false),
    };
    let is_anchored = line.contains('/');
    let line = line.strip_prefix('/').unwrap_or(line);
    if line.is_empty() {
        return None;
    }
    let mut segments = Vec::new();
    for segment in line.split('/') {
        if segment == "**" && is_anchored {
            if segments.last() != Some(&Segment::Folders) {
                segments.push(Segment::Folders);
            }
        } else {
            segments.push(Segment::Name(tokens(segment)?));
        }
    }
    // `a/**` is what lies below `a`, not `a`.
    if segments.last() == Some(&Segment::Folders) {
        segments.push(Segment::Name(vec![Token::Many]));
    }
    Some(Rule {
        segments,
        is_anchored,
        is_negated,
        is_for_folders,
    })
}

/// Spaces at the end are no part of a rule, unless a backslash stands before them.
fn without_trailing_spaces(line: &str) -> &str {
    let kept = line.trim_end_matches(' ');
    let backslashes = kept.len() - kept.trim_end_matches('\\').len();
    let is_escaped = backslashes % 2 == 1 && kept.len() < line.len();
    &line[..kept.len() + usize::from(is_escaped)]
}

/// `None` for what matches nothing: a class without an end, a backslash before nothing.
fn tokens(segment: &str) -> Option<Vec<Token>> {
    let mut tokens = Vec::new();
    let mut rest = segment.chars();
    while let Some(c) = rest.next() {
        match c {
            '*' if tokens.last() == Some(&Token::Many) => {}
            '*' => tokens.push(Token::Many),
            '?' => tokens.push(Token::One),
            '[' => tokens.push(class(&mut rest)?),
            '\\' => tokens.push(Token::Char(rest.next()?)),
            c => tokens.push(Token::Char(c)),
        }
    }
    Some(tokens)
}

fn class(rest: &mut std::str::Chars<'_>) -> Option<Token> {
    let mut ahead = rest.clone();
    let is_negated = matches!(ahead.next(), Some('!' | '^'));
    if is_negated {
        rest.next();
    }
    let mut ranges = Vec::new();
    let mut is_first = true;
    loop {
        let first = match rest.next()? {
            ']' if !is_first => return Some(Token::Class { is_negated, ranges }),
            '\\' => rest.next()?,
            c => c,
        };
        is_first = false;
        let mut ahead = rest.clone();
        if ahead.next() == Some('-') && ahead.next().is_some_and(|c| c != ']') {
            rest.next();
            let last = match rest.next()? {
                '\\' => rest.next()?,
                c => c,
            };
            ranges.push((first, last));
        } else {
            ranges.push((first, first));
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[track_caller]
    fn check(file: &str, ignored: &[&str], kept: &[&str]) {
        let rules = Rules::parse(file);
        let ignores = |path: &str| {
            let entry = if path.ends_with('/') {
                Entry::Folder
            } else {
                Entry::Other
            };
            rules.ignores(path.trim_end_matches('/'), entry) == Some(true)
        };
        for path in ignored {
            assert!(ignores(path), "{path} is kept");
        }
        for path in kept {
            assert!(!ignores(path), "{path} is ignored");
        }
    }

    #[test]
    fn names_match_at_any_depth_and_paths_from_the_folder() {
        check("a", &["a", "d/a", "a/"], &["ab", "a/b"]);
        check("/a", &["a"], &["d/a"]);
        check("d/a", &["d/a"], &["a", "x/d/a"]);
        check("a/", &["a/", "d/a/"], &["a", "d/a"]);
        check("*.log", &["x.log", "d/.log"], &["x.log1"]);
        check("d/*.log", &["d/x.log"], &["d/e/x.log", "x.log"]);
    }

    #[test]
    fn two_stars_are_folders() {
        check("**/a", &["a", "d/a", "d/e/a"], &["ba"]);
        check("a/**", &["a/b", "a/b/c"], &["a", "a/"]);
        check("a/**/b", &["a/b", "a/x/b", "a/x/y/b"], &["b", "a/xb"]);
        check("**", &["a", "d/a"], &[]);
        check("a**b", &["ab", "axxb"], &["a/b"]);
    }

    #[test]
    fn the_last_rule_decides() {
        check("*.log\n!keep.log", &["x.log"], &["keep.log"]);
        check("!keep.log\n*.log", &["keep.log"], &[]);
        assert_eq!(Rules::parse("a").ignores("b", Entry::Other), None);
        assert_eq!(Rules::parse("!a").ignores("a", Entry::Other), Some(false));
    }

    #[test]
    fn what_is_written_literally() {
        check(
            "# a\n\n\\#b\n\\!c\r\nd  \ne\\ ",
            &["#b", "!c", "d", "e "],
            &["# a", "a", "d  "],
        );
        check("{a,b}", &["{a,b}"], &["a"]);
        check(
            "[a-c]x\n[!a-c]y\n[]]z",
            &["bx", "dy", "]z"],
            &["dx", "by", "z"],
        );
        check("[a\n\\", &[], &["[a", "a", "\\"]);
        check("?", &["é"], &["ab", ""]);
    }

    proptest! {
        #[test]
        fn any_rule_answers(file in "[a*?/!\\\\\\[\\]-]{0,12}", path in "[ab/]{1,8}") {
            let _: Option<bool> = Rules::parse(&file).ignores(&path, Entry::Other);
        }
    }
}
