//! Searches by lines, compared with the crates of ripgrep, for which `\r\n` ends a line as `\n` does.
//!
//! A `\r` alone and U+2028 are left out, which end a line in one of the two, and so are matches of
//! nothing, which JavaScript counts in other places; the model has them.

use grep_matcher::{LineTerminator, Matcher as _};
use grep_regex::RegexMatcherBuilder;
use grep_searcher::SearcherBuilder;
use grep_searcher::sinks::UTF8;

use super::*;

/// Line, column and match.
type Told = (usize, usize, String);

fn told_by_ripgrep(text: &str, query: &str, flags: &str) -> Vec<Told> {
    let matcher = RegexMatcherBuilder::new()
        .multi_line(true)
        .crlf(true)
        .case_insensitive(flags.contains('i'))
        .word(flags.contains('w'))
        .fixed_strings(!flags.contains('r'))
        .build(query)
        .expect(query);
    let mut told = Vec::new();
    let sink = UTF8(|number, row| {
        let line = row.strip_suffix('\n').unwrap_or(row);
        let line = line.strip_suffix('\r').unwrap_or(line);
        let number = usize::try_from(number).expect("few lines");
        matcher.find_iter(line.as_bytes(), |found| {
            let column = line[..found.start()].encode_utf16().count() + 1;
            told.push((number, column, line[found].to_owned()));
            true
        })?;
        Ok(true)
    });
    SearcherBuilder::new()
        .line_terminator(LineTerminator::crlf())
        .build()
        .search_slice(&matcher, text.as_bytes(), sink)
        .expect("a slice is read");
    told
}

fn told_here(text: &str, query: &str, flags: &str) -> Vec<Told> {
    let matcher = Matcher::new(query, &options(flags), Scope::Lines).expect(query);
    let found = matcher.search_lines(text, &Context::default(), None, &mut Budget::default());
    let found = found.expect("cheap").into_iter();
    found
        .map(|found| (found.line, found.column, found.matched.to_owned()))
        .collect()
}

fn text() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "a", "b", "B", "ab", "año", "Тест", "é", "x", " ", "-", ";", "1", "_", "\t", "\n", "\n",
        "\r\n", "\r\n", ";\r\n", "a\n",
    ]);
    prop::collection::vec(piece, 1..16).prop_map(|pieces| pieces.concat())
}

/// An expression that matches something, or the ends of lines alone.
fn expression() -> impl Strategy<Value = String> {
    let atom = prop::sample::select(vec![
        "a",
        "b",
        "x",
        "é",
        "Т",
        ";",
        "1",
        " ",
        ".",
        "[ab]",
        "[^a]",
        "[a-z]",
        "(?:a|ab)",
        "a+",
        "[^;]+",
        ".+?",
        "b{1,2}",
        "(?:a|Тест|;)",
        "(a)(b)",
    ]);
    let atoms = prop::collection::vec(atom, 1..4).prop_map(|atoms| atoms.concat());
    let bound = (prop::bool::weighted(0.3), atoms, prop::bool::weighted(0.3));
    let bound = bound.prop_map(|(begins, atoms, ends)| {
        let begin = if begins { "^" } else { "" };
        let end = if ends { "$" } else { "" };
        format!("{begin}{atoms}{end}")
    });
    let ends = prop::sample::select(vec!["^", "$", "^$"]).prop_map(str::to_owned);
    prop_oneof![9 => bound, 1 => ends]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn expressions_match_where_they_do_in_ripgrep(
        text in text(), query in expression(), is_folded: bool, is_word: bool,
    ) {
        let mut flags = String::from("r");
        if is_folded { flags.push('i'); }
        // A word has an end, and so is no end of a line alone.
        if is_word && !matches!(&*query, "^" | "$" | "^$") { flags.push('w'); }
        prop_assert_eq!(
            told_here(&text, &query, &flags),
            told_by_ripgrep(&text, &query, &flags),
            "{} {}", query, flags
        );
    }

    #[test]
    fn texts_match_where_they_do_in_ripgrep(
        text in text(),
        query in prop::sample::select(vec!["a", "ab", "año", "Тест", "é", ";", "1", "a;", " ", "-", "x_", "."]),
        is_folded: bool,
        is_word: bool,
    ) {
        let mut flags = String::new();
        if is_folded { flags.push('i'); }
        // An end that is no part of a word may stand beside one here.
        let is_of_word = |c: char| c.is_alphanumeric() || c == '_';
        if is_word && query.starts_with(is_of_word) && query.ends_with(is_of_word) { flags.push('w'); }
        prop_assert_eq!(
            told_here(&text, query, &flags),
            told_by_ripgrep(&text, query, &flags),
            "{} {}", query, flags
        );
    }
}
