//! Finds the code in an answer that holds prose and fenced blocks.

use std::borrow::Cow;
use std::cmp::Reverse;

use super::positions::blank;
use super::{Dialect, shape, typescript};

/// Texts that are tried at most, so that a long document costs no more than a few parses.
const CANDIDATES_MAX: usize = 40;

/// Tags of blocks that hold something else than the program.
const OTHER_TAGS: &[&str] = &[
    "json",
    "jsonc",
    "json5",
    "bash",
    "sh",
    "shell",
    "zsh",
    "console",
    "text",
    "txt",
    "output",
    "plaintext",
    "diff",
    "html",
    "css",
    "yaml",
    "yml",
    "toml",
    "xml",
    "md",
    "markdown",
    "python",
    "py",
    "sql",
    "log",
];

/// Tags of blocks that hold a program.
const PROGRAM_TAGS: &[&str] = &[
    "js",
    "javascript",
    "jsx",
    "mjs",
    "cjs",
    "node",
    "ts",
    "typescript",
    "tsx",
    "mts",
];

/// What only a program has, of the text of a block without a tag.
const MARKS: &[&str] = &["=>", "function", "await ", "state."];

/// What an answer holds.
#[derive(Default)]
pub(super) struct Answer {
    /// The texts that may be the program, best first; each as long as the answer, line for line.
    pub(super) texts: Vec<String>,
    /// The line of the second block of code, from 1: an answer has one program.
    pub(super) second: Option<u32>,
    /// Blocks that are none: their lines, from 1, and tags.
    pub(super) others: Vec<(u32, String)>,
    /// Whether there are such blocks alone.
    pub(super) is_foreign: bool,
}

/// A line that opens or closes a block.
struct Fence<'a> {
    /// Where its line starts.
    start: usize,
    /// Where the next line starts.
    end: usize,
    /// What it is made of, and how many.
    mark: char,
    marks: usize,
    tag: &'a str,
}

impl Fence<'_> {
    /// Whether another fence may end the block that this one opens.
    fn is_closed_by(&self, other: &Self) -> bool {
        other.tag.is_empty() && other.mark == self.mark && other.marks >= self.marks
    }
}

pub(super) fn answer(source: &str, dialect: Dialect) -> Answer {
    let source = &*without_thought(source);
    let plain = blank_hashbang(source);
    let of_texts = |texts| Answer {
        texts,
        ..Answer::default()
    };
    let fences = fences(source);
    if fences.is_empty() {
        let single = single_line_fence(source);
        return of_texts(single.into_iter().chain([plain]).collect());
    }
    let is_fenced = source
        .trim_start_matches(['\u{feff}', ' ', '\t', '\r', '\n'])
        .starts_with(['`', '~']);
    // Fences inside of a program, in a comment or (of tildes) in text that it writes, are none of
    // ours. Back quotes elsewhere are: what is around them may parse by accident, as templates.
    let first = source[fences[0].start..].trim_start();
    let may_be_inside = first.starts_with('~') || source[..fences[0].start].contains("/*");
    if !is_fenced && may_be_inside && parses(&plain, dialect) {
        return of_texts(vec![plain]);
    }
    let mut blocks = blocks(source, &fences, dialect);
    let line = |block: &Block<'_>| {
        let lines = source[..block.start].matches('\n').count();
        u32::try_from(lines).unwrap_or(u32::MAX)
    };
    let (programs, others): (Vec<&Block<'_>>, Vec<&Block<'_>>) = blocks
        .iter()
        .filter(|block| block.size > 0)
        .partition(|block| block.is_program(source));
    let second = programs.get(1).map(|block| line(block));
    let is_foreign = programs.is_empty()
        && others.iter().all(|block| block.is_other())
        && (is_fenced || !parses(&plain, dialect));
    let others = others
        .iter()
        .map(|block| (line(block), block.tag.to_owned()));
    let others = if programs.is_empty() && !is_foreign {
        Vec::new()
    } else {
        others.collect()
    };
    blocks.sort_by_key(|block| {
        (
            !block.parses,
            block.is_other(),
            Reverse((block.size, block.start)),
        )
    });
    let texts = blocks
        .iter()
        .filter(|block| block.parses || !block.is_other())
        .map(|block| cut_out(source, block.start, block.end))
        .chain([plain])
        .collect();
    Answer {
        texts,
        second,
        others,
        is_foreign,
    }
}

/// The text with the thought before its answer, if there is one, blanked.
fn without_thought(source: &str) -> Cow<'_, str> {
    const TAGS: [(&str, &str); 2] = [("<think>", "</think>"), ("<thinking>", "</thinking>")];
    let begin = source.trim_start_matches('\u{feff}').trim_start();
    let end = TAGS.iter().find_map(|(open, close)| {
        let thought = begin.strip_prefix(open)?;
        let end = thought.find(close)? + close.len();
        Some(source.len() - thought.len() + end)
    });
    match end {
        Some(end) => format!("{}{}", blank(&source[..end]), &source[end..]).into(),
        None => source.into(),
    }
}

/// What stands between two fences.
struct Block<'a> {
    tag: &'a str,
    parses: bool,
    /// Bytes without blanks around them.
    size: usize,
    start: usize,
    end: usize,
}

impl Block<'_> {
    fn is_tagged(&self, tags: &[&str]) -> bool {
        tags.iter().any(|tag| tag.eq_ignore_ascii_case(self.tag))
    }

    fn is_other(&self) -> bool {
        self.is_tagged(OTHER_TAGS)
    }

    fn is_program(&self, source: &str) -> bool {
        let text = &source[self.start..self.end];
        self.is_tagged(PROGRAM_TAGS)
            || self.tag.is_empty() && self.parses && MARKS.iter().any(|mark| text.contains(mark))
    }
}

/// The blocks of an answer, in order.
fn blocks<'a>(source: &str, fences: &[Fence<'a>], dialect: Dialect) -> Vec<Block<'a>> {
    let mut blocks = Vec::new();
    let mut attempts = 0;
    let mut index = 0;
    while index < fences.len() {
        let open = &fences[index];
        let tag = open.tag.to_ascii_lowercase();
        let is_other = OTHER_TAGS.contains(&tag.as_str());
        let later = &fences[index + 1..];
        // Where a model has miscounted, any fence without a tag ends the block.
        let is_exact = later.iter().any(|close| open.is_closed_by(close));
        let closes = (index + 1..fences.len()).filter(|&close| match is_exact {
            true => open.is_closed_by(&fences[close]),
            false => fences[close].tag.is_empty(),
        });
        let mut nearest = None;
        let mut parsed = None;
        // A fence inside of a comment is no end: the nearest one that leaves code is.
        for close in closes.map(Some).chain([None]) {
            let end = close.map_or(source.len(), |close| fences[close].start);
            let block = (
                open.end.min(end),
                end,
                close.map_or(fences.len(), |close| close + 1),
            );
            nearest = nearest.or(Some(block));
            attempts += 1;
            if is_other || attempts > CANDIDATES_MAX {
                break;
            }
            if parses(&cut_out(source, block.0, block.1), dialect) {
                parsed = Some(block);
                break;
            }
            if close.is_none() {
                break;
            }
        }
        let Some((start, end, next)) = parsed.or(nearest) else {
            break;
        };
        blocks.push(Block {
            tag: open.tag,
            parses: parsed.is_some(),
            size: source[start..end].trim().len(),
            start,
            end,
        });
        index = next.max(index + 1);
    }
    blocks
}

fn parses(text: &str, dialect: Dialect) -> bool {
    let is_javascript = |text: &str| {
        shape::of_body(text).is_ok()
            || shape::of_expression(text).is_some()
            || !matches!(super::modules::without_modules(text), Ok(None))
    };
    is_javascript(text)
        || (dialect == Dialect::TypeScript
            && typescript::erase(text)
                .is_ok_and(|erased| erased.text != text && is_javascript(&erased.text)))
}

/// The code in a range, with everything around it blanked.
fn cut_out(source: &str, start: usize, end: usize) -> String {
    let mut text = blank(&source[..start]);
    text.push_str(&blank_hashbang(&source[start..end]));
    text.push_str(&blank(&source[end..]));
    text
}

fn fences(source: &str) -> Vec<Fence<'_>> {
    let mut fences = Vec::new();
    let mut start = 0;
    for line in source.split_inclusive('\n') {
        let end = start + line.len();
        let content = line.trim_matches(['\u{feff}', ' ', '\t', '\r', '\n', '>']);
        let mark = content
            .chars()
            .next()
            .filter(|mark| matches!(mark, '`' | '~'));
        if let Some(mark) = mark {
            let tag = content.trim_start_matches(mark);
            let marks = content.len() - tag.len();
            let tag = tag.trim();
            let is_tag = !tag.contains(['`', ';', '(']) && !tag.contains("=>");
            if marks >= 3 && is_tag {
                let tag = tag
                    .split(|c: char| c.is_whitespace() || c == '{')
                    .next()
                    .unwrap_or("");
                fences.push(Fence {
                    start,
                    end,
                    mark,
                    marks,
                    tag,
                });
            }
        }
        start = end;
    }
    fences
}

/// Code between fences on one line, or between single back quotes.
fn single_line_fence(source: &str) -> Option<String> {
    let trimmed = source.trim();
    let ticks = trimmed.len() - trimmed.trim_start_matches('`').len();
    if !(ticks == 3 || ticks == 1) || trimmed.len() <= 2 * ticks {
        return None;
    }
    let inner = trimmed.strip_suffix(&trimmed[..ticks])?.get(ticks..)?;
    // A single pair is a template literal, unless that would be text of a program.
    let is_code = MARKS.iter().any(|mark| inner.contains(mark));
    if ticks == 1 && (!is_code || inner.contains('`') || inner.contains("${")) {
        return None;
    }
    let tag_len = if ticks == 3 {
        ["javascript", "typescript", "js", "ts", "mjs", "jsx", "tsx"]
            .iter()
            .find(|tag| inner.starts_with(&format!("{tag} ")))
            .map_or(0, |tag| tag.len())
    } else {
        0
    };
    let start = inner.as_ptr() as usize - source.as_ptr() as usize + tag_len;
    let end = inner.as_ptr() as usize - source.as_ptr() as usize + inner.len();
    let mut text = blank(&source[..start]);
    text.push_str(&source[start..end]);
    text.push_str(&blank(&source[end..]));
    Some(text)
}

/// The text with its `#!` line, if there is one, blanked.
fn blank_hashbang(text: &str) -> String {
    let start = text.len()
        - text
            .trim_start_matches(['\u{feff}', ' ', '\t', '\r', '\n'])
            .len();
    if !text[start..].starts_with("#!") {
        return text.to_owned();
    }
    let end = text[start..].find('\n').map_or(text.len(), |at| start + at);
    format!(
        "{}{}{}",
        &text[..start],
        blank(&text[start..end]),
        &text[end..]
    )
}
