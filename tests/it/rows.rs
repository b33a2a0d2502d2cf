//! Programs as long as their bounds allow: each runs, and one that is longer by one is refused. None
//! exhausts the stack of the module.

use isolate_host::RunOptions;

use crate::{ending, run};

/// As in `guest-runtime/src/program/scan.rs`.
const BRANCHES_MAX: usize = 4_000;
const OPERANDS_MAX: usize = 12_000;
const NESTING_MAX: usize = 300;

/// A kind of program of any length, the length that just passes under a bound, and what it gives.
type Kind = (
    &'static str,
    fn(usize) -> String,
    fn(usize) -> usize,
    &'static str,
);

fn expression(text: &str) -> String {
    format!(
        "() => {{ const a = 1, f = (x) => x, o = {{}}; o.a = o; o.f = () => o; return {text} }}"
    )
}

fn nested(count: usize, open: &str, inner: &str, close: &str) -> String {
    expression(&format!(
        "{}{inner}{}",
        open.repeat(count),
        close.repeat(count)
    ))
}

/// `check` says what a program at the bound ends with, and one beyond.
fn check(kinds: &[Kind], max: usize, longer: fn(usize) -> usize, refused: &str) {
    let mut wrong = Vec::new();
    for (name, program, length, value) in kinds {
        let ending_at = |length| ending(&run(&program(length), RunOptions::default()));
        let at_bound = ending_at(length(max));
        if at_bound != format!("returned {value}") {
            wrong.push(format!("{name}, at the bound: {at_bound:.200}"));
        }
        let beyond = ending_at(longer(length(max)));
        if !beyond.contains(refused) {
            wrong.push(format!("{name}, beyond: {beyond:.200}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn operators_and_members_in_a_row() {
    let kinds: &[Kind] = &[
        (
            "and",
            |n| expression(&("1".to_owned() + &" && a".repeat(n))),
            |max| max - 14,
            "1",
        ),
        (
            "or",
            |n| expression(&("0".to_owned() + &" || 0".repeat(n))),
            |max| max - 14,
            "0",
        ),
        (
            "nullish",
            |n| expression(&("null".to_owned() + &" ?? null".repeat(n))),
            |max| max - 14,
            "null",
        ),
        (
            "equal",
            |n| expression(&("1".to_owned() + &" === a".repeat(n))),
            |max| max - 14,
            "false",
        ),
        (
            "in",
            |n| expression(&("1".to_owned() + &" in o".repeat(n))),
            |max| max - 14,
            "false",
        ),
        (
            "comma",
            |n| expression(&format!("({}7)", "1, ".repeat(n))),
            |max| max - 28,
            "7",
        ),
        (
            "members",
            |n| expression(&format!("o{} === o", ".a".repeat(n))),
            |max| max - 15,
            "true",
        ),
        (
            "elements",
            |n| expression(&format!("o{} === o", "['a']".repeat(n))),
            |max| max - 15,
            "true",
        ),
        (
            "calls",
            |n| expression(&format!("o{} === o", ".f()".repeat(n))),
            |max| max / 2 - 8,
            "true",
        ),
    ];
    check(
        kinds,
        OPERANDS_MAX,
        |length| length + 1,
        "too many operators",
    );
}

/// What these give tells how many there were, so they stay a little below the bound.
#[test]
fn operators_that_are_counted() {
    let kinds: &[Kind] = &[
        (
            "sum",
            |n| expression(&("1".to_owned() + &" + a".repeat(n))),
            |max| max - 60,
            "11941",
        ),
        (
            "template",
            |n| expression(&format!("`{}`.length", "${a}".repeat(n))),
            |max| max - 60,
            "11940",
        ),
        (
            "sum in functions",
            |n| nested(250, "(() => ", &("1".to_owned() + &" + a".repeat(n)), ")()"),
            |max| max - 4_000,
            "8001",
        ),
        (
            "sum to the left of sums",
            |n| {
                nested(
                    3,
                    "(",
                    &("1".to_owned() + &" + a".repeat(n)),
                    &(" + a".repeat(n) + ")"),
                )
            },
            |max| max / 4 - 30,
            "11881",
        ),
    ];
    check(
        kinds,
        OPERANDS_MAX,
        |length| length * 3 / 2,
        "too many operators",
    );
}

#[test]
fn conditions_in_a_row() {
    let kinds: &[Kind] = &[
        (
            "choices",
            |n| expression(&("a === 2 ? 1 : ".repeat(n) + "7")),
            |max| max - 5,
            "7",
        ),
        (
            "choices within",
            |n| nested(n, "a ? ", "7", " : 1"),
            |max| max - 5,
            "7",
        ),
        (
            "else if",
            |n| {
                format!(
                    "() => {{ let a = 0; if (a === 1) return 1;{} else return 7 }}",
                    " else if (a === 2) return 2;".repeat(n)
                )
            },
            |max| max - 10,
            "7",
        ),
        (
            "else if with blocks",
            |n| {
                format!(
                    "() => {{ let a = 0; if (a === 1) {{ return 1 }}{} else {{ return 7 }} }}",
                    " else if (a === 2) { return 2 }".repeat(n)
                )
            },
            |max| max - 11,
            "7",
        ),
        (
            "else if in functions",
            |n| {
                nested(
                    100,
                    "(() => {",
                    &format!(
                        "if (a === 2) {{ return 1 }}{} else {{ return 7 }}",
                        " else if (a === 2) { return 2 }".repeat(n)
                    ),
                    "})() ?? 1",
                )
                .replace("(() => {(", "(() => { return (")
            },
            |max| max - 944,
            "1",
        ),
    ];
    check(
        kinds,
        BRANCHES_MAX,
        |length| length + 1,
        "too many conditions",
    );
}

#[test]
fn nesting() {
    let kinds: &[Kind] = &[
        (
            "parentheses",
            |n| nested(n, "(", "1", ")"),
            |max| max - 1,
            "1",
        ),
        (
            "lists",
            |n| nested(n, "[", "1", "].flat(Infinity)"),
            |max| max - 1,
            "[1]",
        ),
        (
            "objects",
            |n| nested(n, "{ a: ", "1", "}").replace("return {", "return !{"),
            |max| max - 1,
            "false",
        ),
        ("calls", |n| nested(n, "f(", "1", ")"), |max| max - 1, "1"),
        (
            "functions",
            |n| nested(n, "(function () { return ", "1", "})()"),
            |max| max / 2 - 1,
            "1",
        ),
        (
            "arrow functions",
            |n| nested(n, "(() => ", "1", ")()"),
            |max| max - 2,
            "1",
        ),
        (
            "templates",
            |n| nested(n, "`${", "1", "}`"),
            |max| max - 1,
            "\"1\"",
        ),
        (
            "methods",
            |n| nested(n, "({ m() { return ", "1", "} }).m()"),
            |max| max / 3 - 1,
            "1",
        ),
        (
            "classes",
            |n| nested(n, "class { static a = ", "1", "}.a"),
            |max| max - 1,
            "1",
        ),
        (
            "blocks",
            |n| {
                format!(
                    "() => {{ {}return 1{} }}",
                    "try { ".repeat(n),
                    " } finally {}".repeat(n)
                )
            },
            |max| max - 1,
            "1",
        ),
    ];
    check(
        kinds,
        NESTING_MAX,
        |length| length + 1,
        "nested deeper than 300 levels",
    );
}
