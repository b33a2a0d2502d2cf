mod negations;

use expect_test::{Expect, expect};
use proptest::prelude::*;

use super::*;

/// Names with every character that a pattern gives a meaning to.
const PATHS: &[&str] = &[
    "/",
    "/.gitignore",
    "/README.md",
    "/package.json",
    "/a\nb",
    "/src",
    "/src/app.tsx",
    "/src/index.ts",
    "/src/util",
    "/src/util/.hidden.ts",
    "/src/util/deep/a/b.ts",
    "/src/util/math.ts",
    "/docs",
    "/docs/!bang.md",
    "/docs/[x].md",
    "/docs/a.md",
    "/docs/a+b(c).md",
    "/docs/b.txt",
    "/docs/back\\slash.md",
    "/docs/x.md",
    "/docs/{y}.md",
    "/data/1.csv",
    "/data/10.csv",
    "/data/emo😀.csv",
    "/data/ä.csv",
    "/data/é.csv",
];

fn check(pattern: &str, expect: Expect) {
    let text = match Glob::new(pattern) {
        Ok(glob) => {
            let hits: Vec<&str> = PATHS
                .iter()
                .copied()
                .filter(|path| glob.is_match(path))
                .collect();
            format!("{}\nunder {}", hits.join(" "), glob.literal_prefix())
        }
        Err(error) => error.to_string(),
    };
    expect.assert_eq(&text);
}

#[test]
fn a_star_does_not_cross_a_separator() {
    check("/*.json", expect!["/package.json\nunder /"]);
    check(
        "/src/*",
        expect!["/src/app.tsx /src/index.ts /src/util\nunder /src"],
    );
    check("/package*.json", expect!["/package.json\nunder /"]);
    check("/*ignore", expect!["/.gitignore\nunder /"]);
    check(
        "/*/*/*.ts",
        expect!["/src/util/.hidden.ts /src/util/math.ts\nunder /"],
    );
    check(
        "/READMExmd",
        expect![[r#"

        under /"#]],
    );
    check(
        "/readme.md",
        expect![[r#"

        under /"#]],
    );
}

#[test]
fn double_star_crosses_directories() {
    check(
        "/src/**",
        expect![
            "/src/app.tsx /src/index.ts /src/util /src/util/.hidden.ts /src/util/deep/a/b.ts /src/util/math.ts\nunder /src"
        ],
    );
    check("/src/**/b.ts", expect!["/src/util/deep/a/b.ts\nunder /src"]);
    check(
        "/**/util/**/*.ts",
        expect!["/src/util/.hidden.ts /src/util/deep/a/b.ts /src/util/math.ts\nunder /"],
    );
    check("/src/i**s", expect!["/src/index.ts\nunder /src"]);
    check("/src/**h.ts", expect!["/src/util/math.ts\nunder /src"]);
    check("/a**b", expect!["/a\nb\nunder /"]);
    check("**/*.json", expect!["/package.json\nunder /"]);
}

#[test]
fn the_pattern_is_normalised() {
    check("*.md", expect!["/README.md\nunder /"]);
    check("./src/*.ts", expect!["/src/index.ts\nunder /src"]);
    check("/docs/../src//*.ts", expect!["/src/index.ts\nunder /src"]);
    check("../../src/", expect!["/src\nunder /"]);
    check("/src/util/", expect!["/src/util\nunder /src"]);
    check(
        "/src/**/",
        expect![
            "/src/app.tsx /src/index.ts /src/util /src/util/.hidden.ts /src/util/deep/a/b.ts /src/util/math.ts\nunder /src"
        ],
    );
}

#[test]
fn the_root_never_matches() {
    for pattern in ["", "/", "**", "/**", "*", ".", "{,x}"] {
        let glob = Glob::new(pattern).expect("well-formed");
        assert!(!glob.is_match("/"), "{pattern}");
    }
    assert!(Glob::find_path("/").expect("well-formed").is_match("/"));
    assert!(Glob::find_path("/**").expect("well-formed").is_match("/"));
    assert!(Glob::find_name("/").expect("well-formed").is_match("/"));
}

#[test]
fn question_mark_is_one_character() {
    check("/data/??.csv", expect!["/data/10.csv\nunder /data"]);
    check("/data/emo?.csv", expect!["/data/emo😀.csv\nunder /data"]);
    check(
        "/data/?.csv",
        expect!["/data/1.csv /data/ä.csv /data/é.csv\nunder /data"],
    );
    check(
        "/src?util",
        expect![[r#"

        under /"#]],
    );
}

#[test]
fn classes() {
    check("/data/[0-9].csv", expect!["/data/1.csv\nunder /data"]);
    check(
        "/docs/[^a].*",
        expect!["/docs/b.txt /docs/x.md\nunder /docs"],
    );
    check(
        "/docs/[!a].*",
        expect!["/docs/b.txt /docs/x.md\nunder /docs"],
    );
    check("/data/[äö].csv", expect!["/data/ä.csv\nunder /data"]);
    check("/data/emo[😀].csv", expect!["/data/emo😀.csv\nunder /data"]);
    check(
        "/docs/[a.-]*",
        expect!["/docs/a.md /docs/a+b(c).md\nunder /docs"],
    );
    check("/docs/[[]*", expect!["/docs/[x].md\nunder /docs"]);
    check("/docs/*[]]*", expect!["/docs/[x].md\nunder /docs"]);
    check(
        "/docs/[!-~]bang.md",
        expect![[r#"
        /docs/!bang.md
        under /docs"#]],
    );
    check("/docs/[\\!]bang.md", expect!["/docs/!bang.md\nunder /docs"]);
    check(
        "/docs[^x]a.md",
        expect![[r#"

        under /"#]],
    );
    check(
        "/docs[--0]a.md",
        expect![[r#"

        under /"#]],
    );
    check(
        "/docs/[].md",
        expect![[r#"

        under /docs"#]],
    );
    check(
        "/docs/[x.md",
        expect![[r#"

        under /docs"#]],
    );
    check("/docs/*].md", expect!["/docs/[x].md\nunder /docs"]);
    check("/docs/[x].md", expect!["/docs/x.md\nunder /docs"]);
}

#[test]
fn braces() {
    check(
        "/src/*.{ts,tsx}",
        expect!["/src/app.tsx /src/index.ts\nunder /src"],
    );
    check("/package{,.json}", expect!["/package.json\nunder /"]);
    check(
        "/src/{*.ts,*.tsx}",
        expect!["/src/app.tsx /src/index.ts\nunder /src"],
    );
    check(
        "/{src/{util,x},docs}/?.*",
        expect!["/docs/a.md /docs/b.txt /docs/x.md\nunder /"],
    );
    check(
        "{/src,/docs}/*.{tsx,txt}",
        expect!["/src/app.tsx /docs/b.txt\nunder /"],
    );
    check("/src/{**/,}m*.ts", expect!["/src/util/math.ts\nunder /src"]);
    check(
        "/src/{index.ts",
        expect![[r#"

        under /src"#]],
    );
    check("/{src, docs}/*.tsx", expect!["/src/app.tsx\nunder /"]);
    check(
        "/docs/{a{b,}.md",
        expect![[r#"

        under /docs"#]],
    );
    check(
        "/docs/}a,b",
        expect![[r#"

        under /docs"#]],
    );
}

#[test]
fn backslash_takes_a_special_character_literally() {
    check(
        "/docs/back\\slash.md",
        expect!["/docs/back\\slash.md\nunder /docs"],
    );
    check(
        "/docs/back\\\\slash.md",
        expect!["/docs/back\\slash.md\nunder /docs"],
    );
    check("/docs/\\[x\\].md", expect!["/docs/[x].md\nunder /docs"]);
    check("/docs/\\{y\\}.md", expect!["/docs/{y}.md\nunder /docs"]);
    check(
        "/docs/\\*",
        expect![[r#"

        under /docs"#]],
    );
    check(
        "/docs/a\\",
        expect![[r#"

        under /docs"#]],
    );
}

#[test]
fn bad_patterns_are_named() {
    check(
        "/data/[9-0].csv",
        expect![
            "bad glob pattern '/data/[9-0].csv' at character 8: the range 9-0 runs backwards; write [0-9], or \\[ for a plain bracket"
        ],
    );
    let error = |pattern: &str| Glob::new(pattern).expect_err("past a limit").to_string();
    expect!["bad glob pattern '*/*/*/*/*/*/*/*/*/*/*/*/*/*/*/*/*/*/*/*/*/*/*/*/*/*/*/*/*/*/*/*/*/*/*/*/*/*/*/*/*/*/*/*/*/*/*/*/*/*/*/*/*/*/*/*/*/*/*/*/…' at character 513: it has more than 256 stars; split it into several patterns"].assert_eq(&error(&"*/".repeat(300)));
    let nested = format!("{}a{}", "{b,".repeat(40), "}".repeat(40));
    assert!(
        error(&nested).ends_with(
            "at character 97: braces nest more than 32 deep; split it into several patterns"
        ),
        "{}",
        error(&nested)
    );
    let parentheses = format!("{}a{}", "@(".repeat(40), ")".repeat(40));
    assert!(
        error(&parentheses).contains("its parentheses nest more than 32 deep"),
        "{}",
        error(&parentheses)
    );
    for (pattern, problem) in [
        ("{1..100000}".to_owned(), "more than 1024 alternatives"),
        ("{a/b,c}".repeat(20), "more than 1024 alternatives"),
        ("[{a,b}]".repeat(20), "more than 1024 alternatives"),
        ("{".repeat(2_000), "more than 1024 braces"),
        (
            format!("!({})", "a|".repeat(300)),
            "its parentheses hold more than 256 parts",
        ),
    ] {
        assert!(error(&pattern).contains(problem), "{}", error(&pattern));
    }
    expect!["bad glob pattern '{,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,…' at character 1025: its braces hold more than 1024 alternatives; split it into several patterns"].assert_eq(&error(&format!("{{{}}}", ",".repeat(2_000))));
    expect!["bad glob pattern 'ääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääääää…' at character 1: it has 20000 bytes and the limit is 16384; split it into several patterns"].assert_eq(&error(&"ä".repeat(10_000)));
}

#[test]
fn a_literal_is_known_as_one() {
    let glob = Glob::new("/src/\\{a\\}//b").expect("well-formed");
    assert_eq!(glob.literal_path(), Some("/src/{a}/b"));
    assert_eq!(glob.literal_prefix(), "/src/{a}");
    assert_eq!(Glob::new("/*").expect("well-formed").literal_path(), None);
}

#[test]
fn names() {
    let matches = |pattern: &str, name: &str| {
        Glob::find_name(pattern)
            .expect("well-formed")
            .is_match(name)
    };
    assert!(matches("*.ts", ".hid.ts"));
    assert!(matches("?.md", "a.md"));
    assert!(matches("{a,b}.*", "b.txt"));
    assert!(!matches("[!a].*", "a.md"));
    assert!(!matches("", "a"));
    assert!(!matches("index", "index.ts"));
}

#[test]
fn many_stars_end_soon() {
    let path = format!("/{}", "a".repeat(4_000));
    for pattern in ["a*".repeat(250) + "b", "{*a,a*}".repeat(100) + "b"] {
        assert!(!Glob::new(&pattern).expect("well-formed").is_match(&path));
    }
    let name = "a".repeat(255);
    for pattern in [
        "*(a|*(a|+(a|*))|a*a)".repeat(12) + "b",
        "!(*a!(*b!(a*a)))".repeat(12) + "b",
        "*!(*a*)".repeat(30) + "b",
    ] {
        assert!(
            !Glob::find_name(&pattern)
                .expect("well-formed")
                .is_match(&name)
        );
    }
}

#[test]
fn extended_patterns_are_about_one_name() {
    check(
        "/src/@(app|index).*",
        expect!["/src/app.tsx /src/index.ts\nunder /src"],
    );
    check("/src/!(*.ts*)", expect!["/src/util\nunder /src"]);
    check(
        "/!(src|docs|data)",
        expect!["/.gitignore /README.md /package.json /a\nb\nunder /"],
    );
    check(
        "/data/+([0-9]).csv",
        expect!["/data/1.csv /data/10.csv\nunder /data"],
    );
    check("/data/?(1)0.csv", expect!["/data/10.csv\nunder /data"]);
    check("/@(src/app.tsx|docs)", expect!["/docs\nunder /"]);
    check("/docs/a+b\\(c).md", expect!["/docs/a+b(c).md\nunder /docs"]);
    check(
        "/docs/a@(+b",
        expect![[r#"

        under /docs"#]],
    );
}

#[test]
fn braces_count_and_stand_for_themselves() {
    check(
        "/data/{1..10..9}.csv",
        expect!["/data/1.csv /data/10.csv\nunder /data"],
    );
    check(
        "/docs/{a..c}.{md,txt}",
        expect!["/docs/a.md /docs/b.txt\nunder /docs"],
    );
    check("/docs/{y}.md", expect!["/docs/{y}.md\nunder /docs"]);
    check(
        "/docs/[{a,x}].md",
        expect!["/docs/a.md /docs/x.md\nunder /docs"],
    );
    check(
        "/data/[[:digit:]]*.csv",
        expect!["/data/1.csv /data/10.csv\nunder /data"],
    );
    check(
        "/data/[[:alpha:]].csv",
        expect!["/data/ä.csv /data/é.csv\nunder /data"],
    );
}

#[test]
fn rules_have_the_smaller_language() {
    let plain = |pattern: &str, path: &str| {
        let glob = Glob::plain_path(pattern).expect("well-formed");
        glob.is_match(path)
    };
    assert!(plain("/a/{b}/**", "/a/b/c"));
    assert!(!plain("/!(a)", "/b"));
    assert!(plain("/{1..3}", "/1..3"));
    assert!(plain("/*", "/"));
    assert!(
        Glob::plain_name("@(a)")
            .expect("well-formed")
            .is_match("@(a)")
    );
}

#[test]
fn text_can_be_escaped() {
    for text in [
        "a[b]", "{a,b}", "!(a)", "a*?", "a\\*", "[^-]", "@(a|b)", "{1..3}",
    ] {
        let glob = Glob::find_name(&Glob::escape(text)).expect("well-formed");
        assert!(glob.is_match(text), "{text}");
        let path = Glob::new(&format!("/{}", Glob::escape(text))).expect("well-formed");
        assert_eq!(path.literal_path(), Some(format!("/{text}").as_str()));
    }
}

/// A slow but plain matcher for patterns of `a b * ? /`.
fn naive(pattern: &[u8], path: &[u8]) -> bool {
    match (pattern, path) {
        ([b'*', rest @ ..], _) => {
            naive(rest, path)
                || matches!(path, [c, tail @ ..] if *c != b'/' && naive(pattern, tail))
        }
        ([b'?', rest @ ..], [c, tail @ ..]) => *c != b'/' && naive(rest, tail),
        ([p, rest @ ..], [c, tail @ ..]) => p == c && naive(rest, tail),
        ([], []) => true,
        _ => false,
    }
}

proptest! {
    #[test]
    fn any_text_is_a_pattern_or_an_error(pattern in "\\PC{0,60}", path in "\\PC{0,40}") {
        if let Ok(glob) = Glob::new(&pattern) {
            let _: bool = glob.is_match(&path);
            prop_assert!(glob.literal_prefix().starts_with('/'));
        }
    }

    #[test]
    fn token_soup_compiles(pattern in "[ab*?\\[\\]{},/\\\\!^.()|@+:1-]{0,40}", path in "(/[ab.\\[{!-]{1,4}){1,4}") {
        for glob in [Glob::new(&pattern), Glob::find_name(&pattern)].into_iter().flatten() {
            if glob.is_match(&path) && glob.literal_prefix() != "/" {
                let below = format!("{}/", glob.literal_prefix());
                prop_assert!(path.starts_with(&below), "{} {}", path, below);
            }
        }
    }

    #[test]
    fn agrees_with_a_plain_matcher(pattern in "(/([ab?]|\\*[ab?]?){1,4}){1,3}", path in "(/[ab]{1,4}){1,3}") {
        prop_assume!(!pattern.contains("**"));
        let glob = Glob::new(&pattern).expect("well-formed");
        prop_assert_eq!(glob.is_match(&path), naive(pattern.as_bytes(), path.as_bytes()));
    }
}
