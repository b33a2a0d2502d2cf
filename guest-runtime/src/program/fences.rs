//! Finds the code in an answer that holds prose and fenced blocks.

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

/// A line that opens or closes a block.
struct Fence<'a> {
    /// Where its line starts.
    start: usize,
    /// Where the next line starts.
    end: usize,
    tag: &'a str,
}

/// The texts that may be the program, best first; each as long as `source`, line for line.
pub(super) fn candidates(source: &str, dialect: Dialect) -> Vec<String> {
    let plain = blank_hashbang(source);
    let fences = fences(source);
    if fences.is_empty() {
        let single = single_line_fence(source);
        return single.into_iter().chain([plain]).collect();
    }
    let is_fenced = source
        .trim_start_matches(['\u{feff}', ' ', '\t', '\r', '\n'])
        .starts_with(['`', '~']);
    // Fences inside of a program, in a comment or (of tildes) in text that it writes, are none of
    // ours. Back quotes elsewhere are: what is around them may parse by accident, as templates.
    let first = source[fences[0].start..].trim_start();
    let may_be_inside = first.starts_with('~') || source[..fences[0].start].contains("/*");
    if !is_fenced && may_be_inside && parses(&plain, dialect) {
        return vec![plain];
    }
    let mut texts = blocks(source, &fences, dialect);
    texts.push(plain);
    texts
}

/// The code of the blocks, the one that is meant first: the largest that parses, then the last.
fn blocks(source: &str, fences: &[Fence<'_>], dialect: Dialect) -> Vec<String> {
    let mut blocks = Vec::new();
    let mut attempts = 0;
    let mut index = 0;
    while index < fences.len() {
        let open = &fences[index];
        let tag = open.tag.to_ascii_lowercase();
        let is_other = OTHER_TAGS.contains(&tag.as_str());
        let closes = (index + 1..fences.len()).filter(|&close| fences[close].tag.is_empty());
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
        let size = source[start..end].trim().len();
        blocks.push((parsed.is_none(), is_other, size, start, end));
        index = next.max(index + 1);
    }
    blocks.sort_by_key(|(failed, is_other, size, start, _)| {
        (*failed, *is_other, std::cmp::Reverse((*size, *start)))
    });
    blocks
        .into_iter()
        .filter(|(failed, is_other, ..)| !(*failed && *is_other))
        .map(|(_, _, _, start, end)| cut_out(source, start, end))
        .collect()
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
            let ticks = content.len() - tag.len();
            let tag = tag.trim();
            let is_tag = !tag.contains(['`', ';', '(']) && !tag.contains("=>");
            if ticks >= 3 && is_tag {
                let tag = tag
                    .split(|c: char| c.is_whitespace() || c == '{')
                    .next()
                    .unwrap_or("");
                fences.push(Fence { start, end, tag });
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
    let is_code = ["=>", "function", "await ", "state."]
        .iter()
        .any(|mark| inner.contains(mark));
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
