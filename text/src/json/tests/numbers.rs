//! Numbers against a model that computes with their digits.

use proptest::prelude::*;

use super::super::*;
use super::{BYTES_MAX, read};

/// The value of a number with a small exponent, as a whole number of 10^-`SCALE`.
const SCALE: usize = 60;

fn number(text: &str) -> Number {
    match read(text) {
        Json::Number(number) => number,
        other => panic!("{text} is {}", other.describe()),
    }
}

/// Digits of the number, moved so that there is no fraction; the sign apart.
fn model(text: &str) -> (bool, String) {
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let exponent: i64 = exponent.parse().unwrap();
    let (sign, mantissa) = match mantissa.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, mantissa),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let zeros = i64::try_from(SCALE).unwrap() + exponent - i64::try_from(fraction.len()).unwrap();
    let zeros = usize::try_from(zeros).expect("the scale has room");
    let digits = format!("{whole}{fraction}{}", "0".repeat(zeros));
    let digits = digits.trim_start_matches('0').to_owned();
    (sign && !digits.is_empty(), digits)
}

fn any_number() -> impl Strategy<Value = String> {
    let digits = prop_oneof!["[0-9]{1,3}", "[0-9]{14,18}", "9007199254740[0-9]{3}"];
    let fraction = prop_oneof![Just(String::new()), "\\.[0-9]{1,3}", "\\.[05]{1,18}"];
    let exponent = prop_oneof![Just(String::new()), "[eE][+-]?[0-9]", "[eE]0[0-2]"];
    ("-?", digits, fraction, exponent).prop_map(|(sign, digits, fraction, exponent)| {
        let digits = digits.trim_start_matches('0');
        let digits = if digits.is_empty() { "0" } else { digits };
        format!("{sign}{digits}{fraction}{exponent}")
    })
}

proptest! {
    #[test]
    fn numbers_are_equal_if_their_decimal_values_are(one in any_number(), other in any_number()) {
        let (first, second) = (number(&one), number(&other));
        prop_assert_eq!(first == second, model(&one) == model(&other), "{} {}", one, other);
        let order = match (model(&one), model(&other)) {
            ((true, _), (false, _)) => std::cmp::Ordering::Less,
            ((false, _), (true, _)) => std::cmp::Ordering::Greater,
            ((negative, a), (_, b)) => {
                let order = (a.len(), a).cmp(&(b.len(), b));
                if negative { order.reverse() } else { order }
            }
        };
        prop_assert_eq!(first.compare(&second), Some(order), "{} {}", one, other);
    }

    #[test]
    fn a_number_keeps_its_text_and_is_read_as_javascript_reads_it(text in any_number()) {
        let number = number(&text);
        prop_assert_eq!(number.text(), text.as_str());
        let double: f64 = text.parse().unwrap();
        prop_assert_eq!(number.as_f64().to_bits(), double.to_bits());
        let printed = Number::from(double).text().into_owned();
        let is_exact = !printed.contains('e') && model(&printed) == model(&text);
        if !printed.contains('e') {
            prop_assert_eq!(number.is_exact(), is_exact, "{} {}", text, printed);
        }
    }

    #[test]
    fn doubles_are_exact(double in any::<f64>().prop_filter("JSON has it", |it| it.is_finite())) {
        let text = Number::from(double).text().into_owned();
        prop_assert!(number(&text).is_exact());
        prop_assert_eq!(number(&text), Number::from(double));
    }
}

#[test]
fn numbers_of_any_size_compare() {
    let ordered = [
        "-1e99999999999999999999999999999999999999999",
        "-1e400",
        "-9007199254740993",
        "-9007199254740992",
        "-1e-99999999999999999999999999999999999999999",
        "0",
        "1e-99999999999999999999999999999999999999999",
        "5e-324",
        "0.1",
        "0.10000000000000000000000000000000001",
        "1",
        "1e400",
        "1e401",
        "1e99999999999999999999999999999999999999998",
        "1e99999999999999999999999999999999999999999",
    ];
    for (nth, one) in ordered.iter().enumerate() {
        for (other_nth, other) in ordered.iter().enumerate() {
            let order = number(one).compare(&number(other));
            assert_eq!(order, Some(nth.cmp(&other_nth)), "{one} {other}");
        }
    }
    for (one, other) in [
        ("-0", "0"),
        ("0e5", "0.00"),
        ("1.50", "1.5"),
        ("1e3", "1000"),
        ("100e-2", "1"),
        ("10e400", "1e401"),
    ] {
        assert_eq!(number(one), number(other));
    }
    for text in [
        "9007199254740993",
        "1e400",
        "-1e400",
        "0.1000000000000000000001",
        "1e-400",
    ] {
        assert!(!number(text).is_exact(), "{text}");
    }
    for text in [
        "-0",
        "1.50",
        "1e3",
        "0.1",
        "1e300",
        "12345678901234567000",
        "5e-324",
    ] {
        assert!(number(text).is_exact(), "{text}");
    }
    assert!(number("-0").as_f64().is_sign_negative());
    assert!(number("1e999").as_f64().is_infinite());
    assert_eq!(Number::from(f64::NAN).text(), "null");
    assert_ne!(Number::from(f64::INFINITY), number("1e999"));
}

#[test]
fn updates_keep_the_digits_of_other_numbers() {
    let text = "[1e400, {\"id\": 9007199254740993, \"id2\": 1.50, \"x\": [1.0, -0, 3]}]";
    let check = |operations: &[(&str, &str, Option<&str>)], expected: &str| {
        let operations: Vec<Operation> = operations
            .iter()
            .enumerate()
            .map(|(nth, (op, path, value))| {
                Operation::new(nth, op, path, value.map(read)).expect("valid")
            })
            .collect();
        let updated = update(text, text, &operations).expect("fits");
        assert_eq!(updated.text(BYTES_MAX).expect("short"), expected);
        assert_eq!(updated.is_changed(), text != expected);
    };
    check(
        &[("delete", "[1].x[0]", None), ("append", "[1].x", Some("4"))],
        "[1e400, {\"id\": 9007199254740993, \"id2\": 1.50, \"x\": [-0, 3, 4]}]",
    );
    check(
        &[("set", "[1].id", Some("9007199254740992"))],
        "[1e400, {\"id\": 9007199254740992, \"id2\": 1.50, \"x\": [1.0, -0, 3]}]",
    );
    check(
        &[
            ("set", "[1].id2", Some("1.5")),
            ("set", "[1].x[1]", Some("0")),
        ],
        text,
    );
    check(
        &[("set", "[1].x", Some("[1,3]"))],
        "[1e400, {\"id\": 9007199254740993, \"id2\": 1.50, \"x\": [1.0, 3]}]",
    );
    check(
        &[
            ("test", "[1].id", Some("9007199254740993")),
            ("test", "[1].x", Some("[1, 0, 3.0]")),
        ],
        text,
    );
    let test = Operation::new(0, "test", "[1].id", Some(read("9007199254740992"))).expect("valid");
    let error = update(text, text, &[test]).expect_err("another number");
    assert_eq!(
        error.to_string(),
        "operation 0 (test): [1].id is 9007199254740993, which JavaScript cannot hold exactly"
    );
    let copy = Operation::from(0, "copy", "[1].id", "[1].copy").expect("valid");
    let text = update(text, text, &[copy])
        .expect("fits")
        .text(BYTES_MAX)
        .expect("short");
    assert!(text.contains("\"copy\": 9007199254740993"), "{text}");
}

#[test]
fn of_equal_keys_the_last_is_changed_and_all_are_removed() {
    let text = "{ \"a\":1,  \"b\": 1.0, \"a\": 2 , \"c\": {\"a\": 1,\"a\": 2} }";
    let check = |op: &str, path: &str, value: Option<&str>, expected: &str| {
        let operation = Operation::new(0, op, path, value.map(read)).expect("valid");
        let updated = update(text, text, &[operation]).expect("fits");
        assert_eq!(updated.text(BYTES_MAX).expect("short"), expected);
    };
    check("set", "a", Some("3"), &text.replacen("2 ,", "3 ,", 1));
    check("set", "a", Some("2"), text);
    check(
        "set",
        "c.a",
        Some("3"),
        "{ \"a\":1,  \"b\": 1.0, \"a\": 2 , \"c\": {\"a\": 1,\"a\": 3} }",
    );
    check(
        "delete",
        "a",
        None,
        "{ \"b\": 1.0, \"c\": {\"a\": 1,\"a\": 2} }",
    );
    check(
        "delete",
        "c.a",
        None,
        "{ \"a\":1,  \"b\": 1.0, \"a\": 2 , \"c\": {} }",
    );
    check(
        "merge",
        "$",
        Some("{\"a\":5}"),
        &text.replacen("2 ,", "5 ,", 1),
    );
    check(
        "set",
        "$",
        Some("{\"b\":1,\"c\":{\"a\":2}}"),
        "{ \"b\": 1.0, \"c\": {\"a\": 1,\"a\": 2} }",
    );
    check(
        "append",
        "c.x",
        Some("1"),
        "{ \"a\":1,  \"b\": 1.0, \"a\": 2 , \"c\": {\"a\": 1,\"a\": 2,\"x\": [1]} }",
    );
}
