//! Lines, compared with a model that knows nothing of expressions.

use super::model::{Model, lines};
use super::{model, *};

fn all(line: &str, is_meant: fn(char) -> bool) -> Vec<(usize, usize)> {
    let chars = line.char_indices().filter(|(_, c)| is_meant(*c));
    chars.map(|(at, c)| (at, at + c.len_utf8())).collect()
}

const END: Model = |line| vec![(line.len(), line.len())];

/// Expressions, and where they match in a line.
const EXPRESSIONS: &[(&str, Model)] = &[
    ("^", |_| vec![(0, 0)]),
    ("$", END),
    (
        "^$",
        |line| if line.is_empty() { END(line) } else { vec![] },
    ),
    (
        "$^",
        |line| if line.is_empty() { END(line) } else { vec![] },
    ),
    ("^|$", |line| {
        let mut ends = vec![(0, 0), (line.len(), line.len())];
        ends.dedup();
        ends
    }),
    ("x$", |line| {
        let end = line.len();
        if line.ends_with('x') {
            vec![(end - 1, end)]
        } else {
            vec![]
        }
    }),
    ("(?<=x)$", |line| {
        if line.ends_with('x') {
            END(line)
        } else {
            vec![]
        }
    }),
    ("^x", |line| {
        if line.starts_with('x') {
            vec![(0, 1)]
        } else {
            vec![]
        }
    }),
    ("^(?!x)", |line| {
        if line.starts_with('x') {
            vec![]
        } else {
            vec![(0, 0)]
        }
    }),
    ("x(?=$)", |line| {
        let end = line.len();
        if line.ends_with('x') {
            vec![(end - 1, end)]
        } else {
            vec![]
        }
    }),
    ("^(?:.|[\\r\\u2028\\u2029])*$", |line| {
        if line.is_empty() {
            END(line)
        } else {
            [vec![(0, line.len())], vec![]].concat()
        }
    }),
    ("x", |line| all(line, |c| c == 'x')),
    ("\\r", |line| all(line, |c| c == '\r')),
    ("[^x]", |line| all(line, |c| c != 'x')),
    ("[^x]$", |line| {
        all(line, |c| c != 'x')
            .into_iter()
            .filter(|(_, end)| *end == line.len())
            .collect()
    }),
    ("\\s*$", |line| {
        let start = line
            .trim_end_matches(|c: char| c.is_whitespace() && c != '\u{85}')
            .len();
        let ends = [(start, line.len()), (line.len(), line.len())];
        ends[usize::from(start == line.len())..].to_vec()
    }),
];

/// Line, column, match and line of a text, as a search tells them.
type Told = (usize, usize, String, String);

fn told(text: &str, line: usize, (start, end): (usize, usize)) -> Told {
    let (at, bare) = lines(text)[line];
    let column = bare[..start].encode_utf16().count() + 1;
    let matched = text[at + start..at + end].to_owned();
    (line + 1, column, matched, bare.to_owned())
}

fn text() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "x", "y", " ", "é", "\n", "\n", "\r\n", "\r\n", "\r", "\u{2028}", "\u{85}", "x\r\n", " \n",
    ]);
    prop::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
}

fn found(text: &str, query: &str, flags: &str) -> Vec<Told> {
    let matcher = Matcher::new(query, &options(flags), Scope::Lines).expect(query);
    let around = Context {
        before: Some(2),
        after: Some(2),
    };
    let found = matcher.search_lines(text, &around, None, &mut Budget::default());
    let rows: Vec<&str> = lines(text).iter().map(|(_, line)| *line).collect();
    let told = found.expect("cheap").into_iter().map(|found| {
        let at = found.line - 1;
        assert_eq!(found.before.unwrap(), rows[at.saturating_sub(2)..at]);
        assert_eq!(found.after.unwrap(), rows[at + 1..rows.len().min(at + 3)]);
        (
            found.line,
            found.column,
            found.matched.to_owned(),
            found.line_text.to_owned(),
        )
    });
    told.collect()
}

fn replaced(text: &str, query: &str, flags: &str) -> String {
    let matcher = Matcher::new(query, &options(flags), Scope::TextByLines).expect(query);
    let replaced = matcher.replace_all(text, Replacement::Literal("<>"), &mut Budget::default());
    replaced.expect("cheap").text.into_owned()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(250))]

    #[test]
    fn searches_are_as_of_each_line(text in text()) {
        for (query, model) in EXPRESSIONS {
            let expected: Vec<Told> = lines(&text)
                .iter()
                .enumerate()
                .flat_map(|(line, (_, bare))| model(bare).into_iter().map(move |place| (line, place)))
                .map(|(line, place)| told(&text, line, place))
                .collect();
            prop_assert_eq!(found(&text, query, "r"), expected, "{} in {:?}", query, text);
        }
    }

    /// Of expressions that match nothing beyond a line.
    #[test]
    fn replacements_are_where_searches_find(text in text()) {
        for (query, place) in EXPRESSIONS {
            if query.contains(['s', '[']) || *query == "\\r" {
                continue;
            }
            let expected = model::replaced(&text, *place);
            prop_assert_eq!(replaced(&text, query, "r"), expected, "{} in {:?}", query, text);
        }
    }

    /// What is replaced is found: at the place where it starts, with the line there.
    #[test]
    fn a_text_with_line_breaks_is_found_where_it_is_replaced(text in text(), query in text()) {
        prop_assume!(query.contains('\n'));
        let mut expected = Vec::new();
        for (at, _) in text.match_indices(query.as_str()) {
            let rows = lines(&text);
            let line = rows.iter().rposition(|(start, _)| *start <= at).unwrap();
            let (start, bare) = rows[line];
            let column = text[start..at].encode_utf16().count() + 1;
            expected.push((line + 1, column, query.clone(), bare.to_owned()));
        }
        let escaped = query.replace('\n', "\\n");
        prop_assert_eq!(&found(&text, &query, ""), &expected, "{:?} in {:?}", query, text);
        prop_assert_eq!(&found(&text, &escaped, "r"), &expected, "{:?} in {:?}", escaped, text);
        prop_assert_eq!(replaced(&text, &query, "").matches("<>").count(), expected.len());
    }
}

/// An expression that asks for a line break is matched as in a replacement.
#[test]
fn an_expression_finds_the_line_breaks_that_it_asks_for() {
    let text = "one \r\n\r\ntwo\nend\n";
    let places = |query| {
        let rows = found(text, query, "r").into_iter();
        rows.map(|(line, column, matched, _)| (line, column, matched.len()))
            .collect::<Vec<_>>()
    };
    assert_eq!(places("one\\s*\\ntwo"), [(1, 1, 11)]);
    assert_eq!(
        places("\\r?\\n"),
        [(1, 5, 2), (2, 1, 2), (3, 4, 1), (4, 4, 1)]
    );
    assert_eq!(
        places("[;\\n]"),
        [(1, 6, 1), (2, 2, 1), (3, 4, 1), (4, 4, 1)]
    );
    assert_eq!(places("two(?=\\n)"), [(3, 1, 3)]);
    assert_eq!(places("end\\n*$"), [(4, 1, 3)]);
    assert_eq!(
        places("\\n*x?$"),
        [(1, 5, 0), (1, 6, 1), (2, 1, 0), (3, 4, 0), (4, 4, 0)]
    );
    assert_eq!(places("(?s)two.*end"), [(3, 1, 7)]);
    // Where none is asked for, a match stays in its line.
    assert_eq!(
        places("[^\\n]*$"),
        [
            (1, 1, 4),
            (1, 5, 0),
            (2, 1, 0),
            (3, 1, 3),
            (3, 4, 0),
            (4, 1, 3),
            (4, 4, 0)
        ]
    );
    assert_eq!(places("one\\s*two|two\\send"), []);
    assert_eq!(places("\\cJ|\\x0a"), []);
}

/// As `rg -w` sees words, but that plain text may touch a word where it does not end as one.
#[test]
fn words_are_those_of_unicode() {
    let columns = |text: &str, query, flags| {
        let rows = found(text, query, flags).into_iter();
        rows.map(|(_, column, ..)| column).collect::<Vec<_>>()
    };
    assert_eq!(columns("año a ña aé a", "a", "w"), [5, 13]);
    assert_eq!(columns("Тест Т т", "Т", "w"), [6]);
    assert_eq!(columns("Тест Т т", "т", "wi"), [6, 8]);
    assert_eq!(columns("Тест Т т", "т|[тт]", "rwi"), [6, 8]);
    assert_eq!(columns("e\u{301} e", "e", "w"), [4]);
    assert_eq!(columns("año no", "o|no", "rw"), [5]);
    assert_eq!(columns("fooñ foo", "fo+|foo?", "rw"), [6]);
    assert_eq!(columns("é“a”é", "a", "w"), [3]);
    assert_eq!(columns("a‿b b", "b", "w"), [5]);
    assert_eq!(columns("x$a é$a $a", "$a", "w"), [2, 6, 9]);
    assert_eq!(columns("x$a é$a $a", "\\$a", "rw"), [9]);
    assert_eq!(columns("é\r\né", "é", "w"), [1, 1]);
    // `\b` is that of JavaScript.
    assert_eq!(columns("año a", "\\ba\\b", "r"), [1, 5]);
}

/// Files with one long line cost what others do.
#[test]
fn a_long_line_is_searched_in_linear_time() {
    let text = "x\ry".repeat(100_000);
    for (query, scope) in [
        ("x$|y", Scope::Lines),
        ("x$|y", Scope::TextByLines),
        ("$", Scope::TextByLines),
    ] {
        let matcher = Matcher::new(query, &options("r"), scope).expect("valid");
        let mut budget = Budget {
            matches: 1_000_000,
            ..Budget::default()
        };
        if scope == Scope::Lines {
            let mut matches = 0;
            budget.result_bytes = u64::MAX;
            let done: Result<(), SearchError> =
                matcher.each_in_lines(&text, &Context::default(), &mut budget, |_| {
                    matches += 1;
                    Next::Match
                });
            done.expect("cheap");
            assert_eq!(matches, 100_000);
        } else {
            let new = Replacement::Literal("");
            let done = matcher.replace_all(&text, new, &mut budget).expect("cheap");
            assert_eq!(done.count, if query == "$" { 1 } else { 100_000 });
        }
        assert!(budget.scan_bytes > (1 << 30) - (200 << 20), "{query}");
    }
}
