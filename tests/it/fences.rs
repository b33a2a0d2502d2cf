//! Programs in Markdown, as models write them.

use expect_test::{Expect, expect};
use isolate_host::RunOptions;

use crate::{ending, run};

fn check(program: &str, expected: &Expect) {
    expected.assert_eq(&ending(&run(program, RunOptions::default())));
}

#[test]
fn a_fence_is_not_part_of_the_program() {
    for tag in [
        "",
        "js",
        "javascript",
        "JS",
        "mjs",
        "ts",
        "typescript",
        "jsx",
    ] {
        check(
            &format!("```{tag}\nasync () => 1\n```"),
            &expect!["returned 1"],
        );
    }
    check("\n\n```js\nasync () => 1;\n```\n\n", &expect!["returned 1"]);
    check("~~~\nasync () => 1\n~~~", &expect!["returned 1"]);
}

#[test]
fn prose_around_a_fence_is_not_part_of_the_program() {
    check(
        "Sure, here it is:\n\n```js\nasync () => 'it'\n```\n\nIt returns `it`.",
        &expect![[r#"returned "it""#]],
    );
}

#[test]
fn a_fence_may_contain_any_form_of_program() {
    check(
        "```js\nconst n = 1;\nreturn n + 1;\n```",
        &expect!["returned 2"],
    );
    check(
        "```js\nexport default async () => 3;\n```",
        &expect!["returned 3"],
    );
}

#[test]
fn a_longer_fence_may_contain_shorter_ones() {
    check(
        "````md\n```js\nasync () => 1\n```\n````\n\n```js\nasync () => 2\n```\n",
        &expect!["returned 2"],
    );
    check(
        "~~~js\n/*\n```\n*/\nasync () => 3\n~~~",
        &expect!["returned 3"],
    );
    check("````js\nasync () => 1\n```", &expect!["returned 1"]);
}

#[test]
fn a_fence_inside_a_string_is_kept() {
    check(
        "async () => '```js\\n1\\n```'.length",
        &expect!["returned 11"],
    );
}

#[test]
fn positions_count_from_the_first_line_of_the_text() {
    let run = run(
        "Here:\n```js\nasync () => {\n  null.x;\n}\n```",
        RunOptions::default(),
    );
    let isolate_host::Outcome::Threw(thrown) = &run.outcome else {
        panic!("{}", ending(&run));
    };
    assert_eq!((thrown.line, thrown.column), (Some(4), Some(8)));
}
