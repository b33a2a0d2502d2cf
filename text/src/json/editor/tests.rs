use proptest::prelude::*;

use crate::json::{equal, parse, rewrite, without_comments};
use crate::stop::Stopped;

/// How often some work asks whether to stop.
fn looks(work: impl FnOnce()) -> usize {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    let count = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&count);
    let signal = move || {
        counted.fetch_add(1, Ordering::Relaxed);
        false
    };
    crate::stop::within(Arc::new(signal), work);
    count.load(Ordering::Relaxed)
}

#[test]
fn rewriting_stops_at_the_deadline() {
    let mut text = format!("[{}0]", "1,".repeat(100_000));
    for _ in 0..20 {
        text = format!("{{\"a\":{text}}}");
    }
    let after = parse(&text.replacen("1,", "2,", 1)).unwrap();
    let rewriting = looks(|| drop(rewrite(&text, &text, &after)));
    // While reading the text and comparing.
    assert!(rewriting > 40, "{rewriting}");
    let stopped = crate::stop::within(std::sync::Arc::new(|| true), || {
        rewrite(&text, &text, &after)
    });
    assert_eq!(stopped, Err(Stopped));
}

fn check(text: &str, after: &str, expected: &str) {
    let after = parse(after).unwrap();
    let bare = without_comments(text).unwrap();
    let rewritten = rewrite(text, &bare, &after).unwrap();
    assert_eq!(rewritten, expected);
    let again = parse(&without_comments(&rewritten).unwrap()).unwrap();
    assert_eq!(equal(&again, &after), Ok(true));
}

#[test]
fn only_changed_members_are_rewritten() {
    check(
        "{\"b\": 1.0, \"1\": [1,2 , 3]}\n",
        r#"{"1":[1,2,3],"b":2}"#,
        "{\"b\": 2, \"1\": [1,2 , 3]}\n",
    );
    check(
        "{\n  \"a\": [1, 2],\n  \"b\": 1e3\n}",
        r#"{"a":[1,2,3],"b":1000}"#,
        "{\n  \"a\": [1, 2, 3],\n  \"b\": 1e3\n}",
    );
    check(
        "{\n\t\"a\": 1\n}\n",
        r#"{"a":1,"c":{"d":[]}}"#,
        "{\n\t\"a\": 1,\n\t\"c\": {\n\t\t\"d\": []\n\t}\n}\n",
    );
    check("{\"a\":1}", r#"{"a":1,"b":2}"#, "{\"a\":1,\"b\":2}");
    check(
        "{\n  \"a\": 1, // one\n  /* two */ \"b\": 2,\n}",
        r#"{"a":1,"b":3}"#,
        "{\n  \"a\": 1, // one\n  /* two */ \"b\": 3,\n}",
    );
    check("[1, 2, 3, 4]", "[1, 4]", "[1, 4]");
    check("[2, 3]", "[1, 2, 3]", "[1, 2, 3]");
    check("{\"a\": 1, \"b\": 2}", r#"{"b":2}"#, "{\"b\": 2}");
    check("{\"a\": 1, \"b\": 2}", r#"{"a":1}"#, "{\"a\": 1}");
    check("{}", r#"{"a":1}"#, "{\"a\":1}");
    check("{\n}\n", r#"{"a":[1]}"#, "{\n  \"a\": [\n    1\n  ]\n}\n");
}

fn json() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just("1".to_owned()),
        Just("1.0".to_owned()),
        Just("\"x,]\"".to_owned()),
        Just("null".to_owned())
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        let gap = prop_oneof![Just(""), Just(" "), Just("\n  ")];
        prop_oneof![
            (prop::collection::vec(inner.clone(), 0..4), gap.clone())
                .prop_map(|(items, gap)| format!("[{gap}{}{gap}]", items.join(&format!(",{gap}")))),
            (prop::collection::btree_map("[ab12]", inner, 0..4), gap).prop_map(|(members, gap)| {
                let members: Vec<String> = members
                    .iter()
                    .map(|(key, value)| format!("\"{key}\":{gap}{value}"))
                    .collect();
                format!("{{{gap}{}{gap}}}", members.join(&format!(",{gap}")))
            }),
        ]
    })
}

proptest! {
    #[test]
    fn any_document_can_be_rewritten_to_any_other(before in json(), after in json()) {
        let after = parse(&after).unwrap();
        let rewritten = rewrite(&before, &before, &after).unwrap();
        prop_assert_eq!(equal(&parse(&rewritten).unwrap(), &after), Ok(true), "{}", rewritten);
    }
}
