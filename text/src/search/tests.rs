mod by_lines;
mod model;
mod ripgrep;

use expect_test::{Expect, expect};
use proptest::prelude::*;

use super::*;

fn options(flags: &str) -> Options {
    Options {
        case_sensitive: !flags.contains('i'),
        regex: flags.contains('r'),
        whole_word: flags.contains('w'),
    }
}

/// Flags: `r` regular expression, `i` ignore case, `w` whole words.
fn check(text: &str, query: &str, flags: &str, expect: Expect) {
    expect.assert_eq(&match Matcher::new(query, &options(flags), Scope::Lines) {
        Err(error) => error.to_string(),
        Ok(matcher) => {
            let found =
                matcher.search_lines(text, &Context::default(), None, &mut Budget::default());
            match found {
                Err(error) => error.to_string(),
                Ok(found) => {
                    let show =
                        |m: &LineMatch<'_>| format!("{}:{} {:?}", m.line, m.column, m.matched);
                    found.iter().map(show).collect::<Vec<_>>().join(", ")
                }
            }
        }
    });
}

fn replace(text: &str, query: &str, flags: &str, replacement: Replacement<'_>) -> String {
    let matcher = Matcher::new(query, &options(flags), Scope::Text).expect("valid");
    match matcher.replace_all(text, replacement, &mut Budget::default()) {
        Err(error) => error.to_string(),
        Ok(replaced) => format!("{} {}", replaced.count, replaced.text),
    }
}

const CATS: &str = "The cat sat.\nConcatenate cats, CAT!\n\ncat\r\ncat-cat cat_cat\n  tail cat";

#[test]
fn plain_text() {
    check(
        CATS,
        "cat",
        "",
        expect![[
            r#"1:5 "cat", 2:4 "cat", 2:13 "cat", 4:1 "cat", 5:1 "cat", 5:5 "cat", 5:9 "cat", 5:13 "cat", 6:8 "cat""#
        ]],
    );
    check(
        CATS,
        "cat",
        "i",
        expect![[
            r#"1:5 "cat", 2:4 "cat", 2:13 "cat", 2:19 "CAT", 4:1 "cat", 5:1 "cat", 5:5 "cat", 5:9 "cat", 5:13 "cat", 6:8 "cat""#
        ]],
    );
    check(
        CATS,
        "cat",
        "w",
        expect![[r#"1:5 "cat", 4:1 "cat", 5:1 "cat", 5:5 "cat", 6:8 "cat""#]],
    );
    check("a.b*c axbbc", "a.b*c", "", expect![[r#"1:1 "a.b*c""#]]);
    check("x\\d\\ 5", "\\d\\", "", expect![[r#"1:2 "\\d\\""#]]);
    check("😀x é x", "x", "", expect![[r#"1:3 "x", 1:7 "x""#]]);
    check("é É e", "É", "i", expect![[r#"1:1 "é", 1:3 "É""#]]);
    check("İ ı I i K ſ", "i", "i", expect![[r#"1:5 "I", 1:7 "i""#]]);
    check("k K \u{212a}", "k", "i", expect![[r#"1:1 "k", 1:3 "K""#]]);
    check("a\nb", "a\nb", "", expect![[r#"1:1 "a\nb""#]]);
    check(
        "$foo x$foo a $foo $foob",
        "$foo",
        "w",
        expect![[r#"1:1 "$foo", 1:7 "$foo", 1:14 "$foo""#]],
    );
    check(
        "cat_ cat1 1cat cat. .cat écat",
        "cat",
        "w",
        expect![[r#"1:16 "cat", 1:22 "cat""#]],
    );
    check("a", "", "", expect!["Search query must not be empty"]);
}

#[test]
fn expressions_on_the_automaton() {
    check(CATS, "c[a-z]+s\\b", "r", expect![[r#"2:13 "cats""#]]);
    check(
        CATS,
        "cat$",
        "r",
        expect![[r#"4:1 "cat", 5:13 "cat", 6:8 "cat""#]],
    );
    check(
        "<a><bb>",
        "<.+?>",
        "r",
        expect![[r#"1:1 "<a>", 1:4 "<bb>""#]],
    );
    check(
        "axb\n\n",
        "x*",
        "r",
        expect![[r#"1:1 "", 1:2 "x", 1:3 "", 1:4 "", 2:1 """#]],
    );
    check("a\n\nb\n", "^$", "r", expect![[r#"2:1 """#]]);
    check(
        "ab\nc",
        ".*",
        "r",
        expect![[r#"1:1 "ab", 1:3 "", 2:1 "c", 2:2 """#]],
    );
    // These have the meaning that they have with the flag `u`.
    check(
        "été p{L} Ω1",
        "\\p{L}+",
        "r",
        expect![[r#"1:1 "été", 1:5 "p", 1:7 "L", 1:10 "Ω""#]],
    );
    check(
        "été p{L} Ω1",
        "[\\P{L}]+|\\p{Script=Greek}",
        "r",
        expect![[r#"1:4 " ", 1:6 "{", 1:8 "} ", 1:10 "Ω", 1:11 "1""#]],
    );
    check(
        "Été ß",
        "(?<=^)\\p{Lu}\\p{Ll}+",
        "r",
        expect![[r#"1:1 "Été""#]],
    );
    check("été", "\\p", "r", expect![[""]]);
    check(
        "été",
        "\\p{Nothing}",
        "r",
        expect![[r#"Invalid search pattern: /\p{Nothing}/: invalid property name at character 2"#]],
    );
    check(
        "été",
        "[\\p{L]",
        "r",
        expect![[r#"Invalid search pattern: /[\p{L]/: invalid property name at character 3"#]],
    );
    check(
        "aé😀u{61}",
        "\\u{61}|\\u{1f600}",
        "r",
        expect![[r#"1:1 "a", 1:3 "😀""#]],
    );
    check("u{110000}", "\\u{110000}", "r", expect![[""]]);
    // A range of this property ends where the surrogates begin.
    check("\u{e000}", "\\P{Cn}", "r", expect![[r#"1:1 "\u{e000}""#]]);
    check("a \nb", "a\\s+b|[^x]b", "r", expect![""]);
    check("aéb", "\\B", "r", expect![""]);
    check(
        "x1\u{a0}٣",
        "\\d|\\s",
        "r",
        expect![[r#"1:2 "1", 1:3 "\u{a0}""#]],
    );
    check(
        "a{,2}b a{1",
        "a{,2}|a{1",
        "r",
        expect![[r#"1:1 "a{,2}", 1:8 "a{1""#]],
    );
    check("]}", "]}", "r", expect![[r#"1:1 "]}""#]]);
    check(
        "é😀\t\u{1}",
        "\\u00e9|\\ud83d\\ude00|\\x09|\\cA",
        "r",
        expect![[r#"1:1 "é", 1:2 "😀", 1:4 "\t", 1:5 "\u{1}""#]],
    );
    check("u{2}uu", "^\\u{2}\\}", "r", expect![""]);
    check("a-b_c", "[\\w-_]+", "r", expect![[r#"1:1 "a-b_c""#]]);
    check(
        "abc",
        "[]|[^]",
        "r",
        expect![[r#"1:1 "a", 1:2 "b", 1:3 "c""#]],
    );
    check(
        "\0 \u{8}",
        "\\0|[\\b]",
        "r",
        expect![[r#"1:1 "\0", 1:3 "\u{8}""#]],
    );
    check("aB", "[a-b]+", "ri", expect![[r#"1:1 "aB""#]]);
}

#[test]
fn classes_of_all_characters_cross_lines() {
    let text = "/* a\r\n b */\nx\n";
    for query in [
        "/\\*[\\s\\S]*?\\*/",
        "/\\*[^]*?\\*/",
        "/\\*[\\w\\W]+\\*/",
        "/\\*[\\D\\d]+\\*/",
        "/\\*[\\0-\\uffff\\u{10000}-\\u{10ffff}]+\\*/",
        "(?s)/\\*.*?\\*/",
    ] {
        check(text, query, "r", expect![[r#"1:1 "/* a\r\n b */""#]]);
    }
    for query in ["a[^x]*b", "a\\s*b", "a[\\s\\w]*b", "a.*b"] {
        check(text, query, "r", expect![""]);
    }
}

#[test]
fn expressions_that_backtrack() {
    check(CATS, "(?<=tail )cat", "r", expect![[r#"6:8 "cat""#]]);
    check(
        CATS,
        "(?<!\\w)cat(?!\\w)",
        "r",
        expect![[r#"1:5 "cat", 4:1 "cat", 5:1 "cat", 5:5 "cat", 6:8 "cat""#]],
    );
    check("aa b", "(?<x>a)\\k<x>", "r", expect![[r#"1:1 "aa""#]]);
    check(
        "abab xyxy",
        "(\\w\\w)\\1",
        "r",
        expect![[r#"1:1 "abab", 1:6 "xyxy""#]],
    );
    check("abAB", "(ab)\\1", "ri", expect![[r#"1:1 "abAB""#]]);
    check(
        "price 12, 345",
        "(?<=(\\d+)),|\\d(?=\\d$)",
        "r",
        expect![[r#"1:9 ",", 1:12 "4""#]],
    );
    check("ab", "(?:(a)|b)*\\1", "r", expect![[r#"1:1 "ab", 1:3 """#]]);
    check(
        "zaacbbbcac",
        "(z)((a+)?(b+)?(c))*(?=)",
        "r",
        expect![[r#"1:1 "zaacbbbcac""#]],
    );
    check("aa\nb", "(?<=a\\s)b|(?!a).", "r", expect![[r#"2:1 "b""#]]);
    check(
        "foo\nbar",
        "^(?=b)|(?=o$)",
        "r",
        expect![[r#"1:3 "", 2:1 """#]],
    );
    check("😀😀", "(.)\\1", "r", expect![[r#"1:1 "😀😀""#]]);
    check("aaa", "(?=(a+?))\\1\\1", "r", expect![[r#"1:1 "aa""#]]);
    check("ab", "(?:){3}(?=b)", "r", expect![[r#"1:2 """#]]);
    check("x", "(?=)*x|(?:(?=x))+", "r", expect![[r#"1:1 "x""#]]);
}

#[test]
fn malformed_expressions() {
    for query in [
        "(",
        ")",
        "[",
        "a**",
        "*",
        "{1}",
        "a{2,1}",
        "[b-a]",
        "\\",
        "(?<a>x)(?<a>y)",
        "(?<1>x)",
        "(?<a>x)\\k<b>",
        "(?i:a)",
        "(?<=a)*",
        "^*",
        "a{99999}{99999}",
        "(?=a){9999999}",
    ] {
        let error = Matcher::new(query, &options("r"), Scope::Lines).expect_err(query);
        assert_eq!(error.kind(), SearchErrorKind::InvalidPattern);
    }
    check(
        "a",
        "(",
        "r",
        expect!["Invalid search pattern: /(/: unterminated group at character 1"],
    );
    check(
        "a",
        "x(?i)",
        "r",
        expect!["Invalid search pattern: /x(?i)/: invalid group at character 4"],
    );
    check(
        "a",
        "[a",
        "r",
        expect!["Invalid search pattern: /[a/: unterminated character class at character 1"],
    );
    check(
        "a",
        "a{99999}{99999}",
        "r",
        expect!["Invalid search pattern: /a{99999}{99999}/: nothing to repeat at character 16"],
    );
    let deep = "(".repeat(10_000) + &")".repeat(10_000);
    assert!(Matcher::new(&deep, &options("r"), Scope::Lines).is_err());
}

#[test]
fn context_lines() {
    let matcher = Matcher::new("x", &Options::default(), Scope::Lines).expect("valid");
    let context = Context {
        before: Some(2),
        after: Some(1),
    };
    let found = matcher.search_lines("x\r\nb\nc\nd x\n", &context, None, &mut Budget::default());
    let found = found.expect("cheap");
    assert_eq!(found[0].before, Some(vec![]));
    assert_eq!(found[0].line_text, "x");
    assert_eq!(found[0].after, Some(vec!["b"]));
    assert_eq!(found[1].before, Some(vec!["b", "c"]));
    assert_eq!(found[1].after, Some(vec![]));
    let none = matcher.search_lines("x", &context, Some(0), &mut Budget::default());
    assert_eq!(none.expect("cheap"), []);
    let none = Context {
        before: Some(0),
        after: None,
    };
    let found = matcher.search_lines("a\nx", &none, Some(1), &mut Budget::default());
    assert_eq!(found.expect("cheap")[0].before, Some(vec![]));
}

#[test]
fn replacing() {
    let literal = |text, query, flags, new| replace(text, query, flags, Replacement::Literal(new));
    let expanded = |text, query, new| replace(text, query, "r", Replacement::Expanded(new));
    assert_eq!(literal("abc", "z", "", "x"), "0 abc");
    assert_eq!(literal("Foo foobar FOO", "foo", "wi", "x"), "2 x foobar x");
    assert_eq!(literal("a1 b22", "\\d+", "r", "$&"), "2 a$& b$&");
    assert_eq!(literal("abc", "x*", "r", "-"), "4 -a-b-c-");
    assert_eq!(literal("abc", "$", "r", "!"), "1 abc!");
    assert_eq!(literal("abc\ndef", "^", "r", "// "), "1 // abc\ndef");
    assert_eq!(literal("a\nb\nc", "a\nb", "", "X"), "1 X\nc");
    assert_eq!(literal("é😀", "x*", "r", "-"), "3 -é-😀-");
    assert_eq!(
        expanded(
            "2024-05",
            "(?<y>\\d+)-(?<m>\\d+)",
            "$<m>/$<y>/$1/$22/$3/$$/$&"
        ),
        "1 05/2024/2024/052/$3/$/2024-05"
    );
    assert_eq!(
        expanded("ab", "(a)|(b)", "[$1$2$<x>$]"),
        "2 [a$<x>$][b$<x>$]"
    );
    assert_eq!(expanded("aa bb", "(\\w)\\1", "<$1>"), "2 <a> <b>");
}

#[test]
fn work_and_answers_are_bounded() {
    let error = |text: &str, query: &str, scope| {
        let matcher = Matcher::new(query, &options("r"), scope).expect("valid");
        let mut budget = Budget {
            scan_bytes: 200 << 20,
            ..Budget::default()
        };
        let result = match scope {
            Scope::Lines => matcher
                .search_lines(text, &Context::default(), None, &mut budget)
                .map(|_| ()),
            Scope::Text | Scope::TextByLines => matcher
                .replace_all(text, Replacement::Literal("xxxxxxxx"), &mut budget)
                .map(|_| ()),
        };
        result.err().map(|error| error.kind())
    };
    let many = "a".repeat(200_000);
    assert_eq!(error(&"a".repeat(40), "^(a+)+$|b", Scope::Lines), None);
    assert_eq!(
        error(&("a".repeat(40) + "b"), "^(?=(a+)+$)", Scope::Lines),
        Some(SearchErrorKind::TooMuchWork)
    );
    assert_eq!(
        error(&many, "(a*)*\\1(?!a)b", Scope::Text),
        Some(SearchErrorKind::TooMuchWork)
    );
    assert_eq!(
        error(&many, "[^]*x|a", Scope::Text),
        Some(SearchErrorKind::TooMuchWork)
    );
    assert_eq!(
        error(&many, "a", Scope::Lines),
        Some(SearchErrorKind::TooManyResults)
    );
    assert_eq!(
        error(&many, "a", Scope::Text),
        Some(SearchErrorKind::TooManyReplacements)
    );
    assert_eq!(error(&"word ".repeat(20_000), "\\s+", Scope::Text), None);
    assert_eq!(error(&"word ".repeat(20_000), "(?<=w)o", Scope::Text), None);
}

type Ranges = Vec<(usize, usize)>;

/// Both engines, over the whole text.
fn both(query: &str, flags: &str, scope: Scope, text: &str) -> Option<(Ranges, Ranges)> {
    let matcher = Matcher::new(query, &options(flags), scope).ok()?;
    let Engine::Linear(automaton) = matcher.engine.clone() else {
        return None;
    };
    let mut other = matcher.clone();
    other.engine = Engine::Backtracking(automaton.backtracker?);
    let all = |matcher: &Matcher| {
        let mut budget = Budget::default();
        let mut cursor = cursor::Cursor::new(matcher, text, &mut budget);
        let mut found = Vec::new();
        let mut next = Some(0);
        while let Some(from) = next
            && let Ok(Some(range)) = cursor.find_at(from)
        {
            let groups = cursor.groups_at(from).expect("cheap");
            assert_eq!(groups.expect("found")[..2], [Some(range.0), Some(range.1)]);
            found.push(range);
            next = cursor.after(range);
        }
        found
    };
    Some((all(&matcher), all(&other)))
}

proptest! {
    #[test]
    fn any_text_is_a_query_or_an_error(query in "\\PC{0,30}", text in "\\PC{0,60}") {
        for flags in ["", "r", "riw"] {
            for scope in [Scope::Lines, Scope::Text] {
                if let Ok(matcher) = Matcher::new(&query, &options(flags), scope) {
                    let mut budget = Budget { scan_bytes: 1 << 20, ..Budget::default() };
                    let _: Result<_, SearchError> = matcher.search_lines(&text, &Context::default(), Some(9), &mut budget);
                    let _: Result<_, SearchError> = matcher.replace_all(&text, Replacement::Expanded(&query), &mut budget);
                }
            }
        }
    }

    #[test]
    fn token_soup_is_a_query_or_an_error(query in "([abé.*+?|^$()\\[\\]{}1,-]|\\(\\?[:=!]|\\(\\?<[=!a]|\\\\[bBdDwWsS1k\\\\]){0,12}", text in "[abé1 \\n-]{0,20}") {
        if let Ok(matcher) = Matcher::new(&query, &options("r"), Scope::Lines) {
            let mut budget = Budget { scan_bytes: 1 << 22, ..Budget::default() };
            if let Ok(found) = matcher.search_lines(&text, &Context::default(), None, &mut budget) {
                for m in found {
                    prop_assert!(!m.matched.contains('\n') && m.line_text.contains(m.matched));
                }
            }
        }
    }

    #[test]
    fn the_engines_agree(query in "([abAé.]|[ab][*+?]|\\(a\\|ab\\)|\\[\\^?[aé]\\]|\\\\[bBdwrn]|[|^$]|\\(b\\|\\)){1,6}", text in "[abAéB1 \r\n]{0,12}", flags in "ri?w?") {
        for scope in [Scope::Lines, Scope::Text, Scope::TextByLines] {
            if let Some((linear, backtracking)) = both(&query, &flags, scope, &text) {
                prop_assert_eq!(linear, backtracking, "{} on {:?} as {:?}", query, text, scope);
            }
        }
    }
}
