//! Paths, patterns, diffs, edits.

use isolate_text::diff::unified;
use isolate_text::edit::{Instruction, edit};
use isolate_text::search::{Budget, Context, Matcher, Options, Replacement, Scope};
use isolate_text::{VPath, glob::Glob};

use super::parts;
use crate::behaviour::{ended, saw, size};

pub(super) fn path(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let parsed = VPath::parse(&text);
    ended("path", &parsed);
    let Ok(path) = parsed else {
        return;
    };
    let normal = path.as_str();
    saw("components", size(path.components().count()));
    saw("normalised", (normal == text, normal.is_ascii()));
    assert!(normal.starts_with('/') && !normal.contains("//"));
    assert!(normal == "/" || !normal.ends_with('/'));
    assert!(
        path.components()
            .all(|name| name != "." && name != ".." && !name.contains('\0'))
    );
    let again = VPath::parse(normal).expect("a normalised path is a path");
    assert_eq!(again.as_str(), normal);
    if let (Some(parent), Some(name)) = (path.parent(), path.name()) {
        assert!(path.starts_with(&parent));
        let joined = parent.join(name).expect("a name joins its folder");
        assert_eq!(joined.as_str(), normal);
    }
}

pub(super) fn glob(data: &[u8]) {
    let [pattern, text] = parts(data);
    let Ok(path) = VPath::parse(&text) else {
        return;
    };
    let path = path.as_str();
    let globs = [Glob::new(&pattern), Glob::find_path(&pattern)];
    for (index, glob) in globs.into_iter().enumerate() {
        ended("glob", &glob);
        let Ok(glob) = glob else {
            continue;
        };
        let stars = pattern.matches('*').count();
        let signs = ['?', '[', '{', '!', '\\'].map(|sign| pattern.contains(sign));
        let is_match = glob.is_match(path);
        saw("matches", (index, is_match, size(stars), signs));
        if !is_match {
            continue;
        }
        let prefix = glob.literal_prefix();
        let below = path.strip_prefix(prefix);
        assert!(
            prefix == "/" || below.is_some_and(|rest| rest.is_empty() || rest.starts_with('/')),
            "{pattern:?} matches {path:?}, which is not below {prefix:?}"
        );
        assert!(glob.literal_path().is_none_or(|literal| literal == path));
    }
    if let Ok(glob) = Glob::find_name(&pattern) {
        std::hint::black_box(glob.is_match(path.rsplit('/').next().unwrap_or_default()));
    }
}

pub(super) fn diff(data: &[u8]) {
    let [old, new] = parts(data);
    let patch = unified(&old, &new, "a", "b").expect("the texts are short");
    assert_eq!(patch.is_empty(), old == new);
    let count = |sign: &str| size(patch.matches(sign).count());
    saw("hunks", (count("\n@@"), count("\n-"), count("\n+")));
    saw(
        "ends",
        (
            old.ends_with('\n'),
            new.ends_with('\n'),
            count("\n\\"),
            count("\r"),
        ),
    );
    if !patch.is_empty() {
        assert_eq!(applied(&old, &patch), new, "{patch}");
    }
}

/// What a patch makes of a text, strictly: every line that it names must be there.
fn applied(old: &str, patch: &str) -> String {
    let old: Vec<&str> = old.split_inclusive('\n').collect();
    let mut lines = patch.split_inclusive('\n').peekable();
    assert_eq!(lines.next(), Some("--- a\n"));
    assert_eq!(lines.next(), Some("+++ b\n"));
    let mut out = String::new();
    let mut at = 0;
    while let Some(head) = lines.next() {
        let mut ranges = head
            .strip_prefix("@@ -")
            .and_then(|rest| rest.strip_suffix(" @@\n"))
            .expect("the head of a hunk")
            .split(" +")
            .map(|range| {
                let (from, count) = range.split_once(',').unwrap_or((range, "1"));
                let number = |text: &str| text.parse::<usize>().expect("a number");
                (number(from), number(count))
            });
        let (from, mut removed) = ranges.next().expect("old lines");
        let (_, mut added) = ranges.next().expect("new lines");
        let start = if removed == 0 { from } else { from - 1 };
        out.extend(old[at..start].iter().copied());
        at = start;
        while removed + added > 0 {
            let line = lines.next().expect("a line of the hunk");
            let (sign, text) = line.split_at(1);
            let is_last = lines
                .next_if_eq(&"\\ No newline at end of file\n")
                .is_some();
            let text = if is_last {
                text.trim_end_matches('\n')
            } else {
                text
            };
            if sign != "+" {
                assert_eq!(old[at], text);
                at += 1;
                removed -= 1;
            }
            if sign != "-" {
                out.push_str(text);
                added -= 1;
            }
        }
    }
    out.extend(old[at..].iter().copied());
    out
}

/// Little work, so that many inputs are tried.
fn budget() -> Budget {
    Budget {
        scan_bytes: 1 << 20,
        matches: 10_000,
        result_bytes: 1 << 20,
    }
}

/// Options in the first letter, and the rest of the text.
fn options(text: &str) -> (Options, &str) {
    let flags = text.chars().next().and_then(|digit| digit.to_digit(8));
    let options = Options {
        regex: flags.unwrap_or(0) & 1 != 0,
        case_sensitive: flags.unwrap_or(0) & 2 == 0,
        whole_word: flags.unwrap_or(0) & 4 != 0,
    };
    let rest = if flags.is_some() { &text[1..] } else { text };
    (options, rest)
}

pub(super) fn edit_plan(data: &[u8]) {
    let [previous, search, replacement] = parts(data);
    let (options, previous) = options(&previous);
    let is_regex = options.regex;
    let matcher = Matcher::new(&search, &options, Scope::TextByLines);
    let instruction = Instruction::Replace {
        search: search.clone(),
        replacement: replacement.clone(),
        options,
        matches: None,
        scope: Scope::TextByLines,
    };
    assert!(edit(None, &instruction, &mut budget()).is_err());
    let edited = edit(Some(previous), &instruction, &mut budget());
    ended("edit", &edited);
    if let Ok(edited) = edited {
        let content = edited.content.expect("a replacement removes no file");
        assert_eq!(edited.changed, content != previous);
        saw(
            "edited",
            (
                is_regex,
                edited.changed,
                size(content.len()),
                size(previous.len()),
            ),
        );
        let plain = previous.strip_prefix('\u{feff}').unwrap_or(previous);
        if !is_regex && !edited.changed && !plain.is_empty() {
            assert!(search == replacement || content == previous);
        }
    }
    if let Ok(matcher) = matcher {
        let template = Replacement::Expanded(&replacement);
        let replaced = matcher.replace_all(previous, template, &mut budget());
        ended("replacement", &replaced);
        saw(
            "template",
            (
                is_regex,
                replaced.is_ok(),
                size(replacement.matches('$').count()),
            ),
        );
    }
    let append = Instruction::Append { content: search };
    let edited = edit(Some(previous), &append, &mut budget()).expect("appending cannot fail");
    assert!(
        edited
            .content
            .is_some_and(|content| content.starts_with(previous))
    );
}

pub(super) fn search(data: &[u8]) {
    let [text, query] = parts(data);
    let (options, text) = options(&text);
    let matcher = Matcher::new(&query, &options, Scope::Lines);
    ended("query", &matcher);
    let Ok(matcher) = matcher else {
        return;
    };
    let signs = [
        "(?=", "(?!", "(?<", "\\b", "\\1", "[^", "{", "|", "*?", "^", "$",
    ];
    let signs = signs.map(|sign| options.regex && query.contains(sign));
    let context = Context {
        before: Some(1),
        after: Some(2),
    };
    let found = matcher.search_lines(text, &context, Some(100), &mut budget());
    ended("search", &found);
    let Ok(found) = found else {
        return;
    };
    saw("found", (size(found.len()), signs));
    assert!(found.len() <= 100);
    let lines = text.split('\n').count();
    // A class may be one of all characters.
    let asks_for_line_break = query.contains(['\n', '.', '[']) || query.contains("\\n");
    for found in found {
        assert!(found.line >= 1 && found.line <= lines);
        assert!(found.column >= 1);
        assert!(asks_for_line_break || found.line_text.contains(found.matched));
        assert!(!found.line_text.contains('\n'));
        assert!(found.before.is_some_and(|lines| lines.len() <= 1));
        assert!(found.after.is_some_and(|lines| lines.len() <= 2));
    }
}
