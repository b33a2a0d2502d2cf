//! Which actions of a text are carried out.

use proptest::prelude::*;

use super::*;

fn names(text: &str) -> Vec<String> {
    match actions(text, 20) {
        Ok(found) => found
            .actions
            .iter()
            .map(|action| action["action"].as_str().unwrap_or("?").to_owned())
            .collect(),
        Err(error) => vec![error.message],
    }
}

fn action(name: &str) -> String {
    format!(r#"{{"action":"{name}","file":"/a"}}"#)
}

#[test]
fn actions_are_found_in_any_wrapping() {
    let one = r#"{"action":"read_file","file":"/a"}"#;
    assert_eq!(names(one), ["read_file"]);
    assert_eq!(names(&format!("```json\n{one}\n```")), ["read_file"]);
    assert_eq!(
        names(&format!("Sure! First [1], {{then}}:\n{one}\nDone.")),
        ["read_file"]
    );
    assert_eq!(names(&format!("[{one},{one}]")), ["read_file", "read_file"]);
    assert_eq!(names(&format!("{one}\n{one}")), ["read_file", "read_file"]);
    for text in [
        format!("Here it is: {one}"),
        format!("- {one}"),
        format!("1. {one}"),
        format!("`{one}`"),
        format!("**Action:** {one}."),
        format!("<answer>{one}</answer>"),
        format!("```json {one}\n```"),
        format!("```{one}```"),
        format!("~~~~\n{one}\n~~~~"),
        format!("Words.\n  ```\n  {one}\n  ```\nMore words."),
        format!("```json\n{one}"),
        format!("{{\"reason\": \"tidy\", \"actions\": [{one}]}}"),
    ] {
        assert_eq!(names(&text), ["read_file"], "{text}");
    }
    assert_eq!(
        names(&format!("```\n{one}\n```\nand\n```\n{one}\n```")),
        ["read_file", "read_file"]
    );
}

#[test]
fn content_with_fences_and_braces_survives() {
    let text = "```json\n{\"action\":\"write_file\",\"file\":\"/a.md\",\"content\":\"```js\\n{\\\"action\\\": 1}\\n```\"}\n```";
    let found = actions(text, 20).unwrap().actions;
    assert_eq!(found.len(), 1);
    assert_eq!(found[0]["content"], "```js\n{\"action\": 1}\n```");
}

#[test]
fn errors_say_what_is_wrong() {
    assert_eq!(names("hello"), ["there is no action in this text"]);
    assert_eq!(
        names("{\"action\": \"read_file\", \"file\": }"),
        ["the JSON of the action does not parse at byte 33: expected value at line 1 column 33"]
    );
    // One of several that cannot be read is not left out in silence.
    for broken in [r#"{"action":"undo""#, r#"{"action":"undo","opId":}"#] {
        let told = names(&format!(r#"[{{"action":"list_files"}},{broken}]"#));
        assert!(
            told[0].starts_with("the JSON of the action does not parse at byte "),
            "{told:?}"
        );
    }
    assert_eq!(
        names(r#"[{"action":"list_files"},{"action":"undo","opId":1e400}]"#),
        ["the action: [1].opId: the number 1e400 is larger than numbers are: write it as text"]
    );
    let many = format!("[{}]", vec!["{\"action\":\"x\"}"; 21].join(","));
    assert_eq!(
        names(&many),
        ["there are 21 actions, at most 20 are carried out at once"]
    );
    let braces = "{".repeat(2_001);
    assert_eq!(
        names(&format!("{}\n{braces}", action("read_file"))),
        ["the text has more than 2000 braces and brackets outside of actions"]
    );
}

/// Every form of a tag around a thought.
const TAGS: [(&str, &str); 9] = [
    ("<think>", "</think>"),
    ("<THINK >", "</Think>"),
    ("<thinking id=\"1\">", "</thinking>"),
    ("<thought>", "</ thought>"),
    ("<reasoning>", "</reasoning>"),
    ("[THINK]", "[/THINK]"),
    ("◁think▷", "◁/think▷"),
    ("<|begin_of_thought|>", "<|end_of_thought|>"),
    ("<seed:think>", "</seed:think>"),
];

#[test]
fn a_thought_is_not_carried_out() {
    let (bad, good) = (action("delete_file"), action("read_file"));
    let only = "the actions of this text are only thoughts: none is in the answer";
    for (begin, end) in TAGS {
        for (text, expected) in [
            (format!("{begin}{bad}{end}\n{good}"), "read_file"),
            (format!("{begin}\n{bad}\n{end}{good}"), "read_file"),
            (format!("{good}\n{begin}\n{bad}\n{end}"), "read_file"),
            // The text begins inside of the thought.
            (format!("Hm.\n{bad}\n{end}\n{good}"), "read_file"),
            (format!("```json\n{bad}\n{end}\n{good}"), "read_file"),
            (
                format!("{begin}```json\n{bad}\n{end}\n```json\n{good}\n```"),
                "read_file",
            ),
            (format!("{begin}{begin}{bad}{end}\n{good}"), "read_file"),
            (format!("{begin}{bad}{end}\nDone."), only),
            (format!("{bad}\n{end}\nDone."), only),
        ] {
            assert_eq!(names(&text), [expected], "{text}");
        }
        for text in [
            format!("{begin}\n{bad}"),
            format!("{good}\n{begin} but rather\n{bad}"),
            format!("{good}\n{begin} Hm."),
            format!("{begin}a{end}\n{bad}\n{end}\n{good}"),
            format!("{bad}\n{begin}No.{end}\n{good}"),
        ] {
            let refused = actions(&text, 20).unwrap_err();
            assert!(
                refused
                    .message
                    .ends_with("it is not clear which actions to carry out"),
                "{text}: {refused}"
            );
        }
    }
}

#[test]
fn errors_of_thoughts_say_what_to_write() {
    for (text, expected) in [
        (
            r#"<think>{"action":"undo"}"#,
            "the thought that begins with <think> at byte 0 does not end, so it is not clear which actions to carry out; \
             write </think> behind the thought, and the actions behind that",
        ),
        (
            r#"<thinking>{"action":"undo"}</thinking>"#,
            "the actions of this text are only thoughts: none is in the answer; \
             behind </thinking>, write one JSON object such as {\"action\": \"read_file\", \"file\": \"/a.txt\"}",
        ),
        (
            "<think></think>{\"action\":\"undo\"}</think>{\"action\":\"undo\"}",
            "there are actions before the end of a thought and behind it, so it is not clear which actions to carry out; \
             write the actions once, behind all thoughts",
        ),
    ] {
        let refused = actions(text, 20).unwrap_err();
        assert_eq!(format!("{}; {}", refused.message, refused.hint), expected);
    }
}

#[test]
fn a_tag_in_a_text_of_an_action_is_text() {
    for (begin, end) in TAGS {
        let content = format!("a {begin} b {end} c {end} ``` [");
        let one = serde_json::json!({ "action": "write_file", "content": content }).to_string();
        for text in [
            one.clone(),
            format!("<think>Hm</think>\n{one}"),
            format!("```json\n[{one}]\n```"),
        ] {
            let found = actions(&text, 20).unwrap().actions;
            assert_eq!(found.len(), 1, "{text}");
            assert_eq!(found[0]["content"], *content, "{text}");
        }
    }
}

#[test]
fn an_action_in_a_sentence_is_not_the_answer() {
    let (bad, good) = (action("delete_file"), action("read_file"));
    for text in [
        format!("Not {bad}, but:\n```json\n{good}\n```"),
        format!("```json\n{good}\n```\nI did not write {bad}."),
        format!("Not this: {bad}\n```json\n{good}\n```"),
        format!("Not `{bad}`, but\n{good}"),
        format!("> {bad}\n\n{good}"),
        format!("// {bad}\n{good}"),
        format!("```json\n// {bad}\n{good}\n```"),
        format!("I thought of [{bad}, 1] and [{bad},]\n\n{good}"),
    ] {
        assert_eq!(names(&text), ["read_file"], "{text}");
    }
    let found = actions(&format!("Not {bad}, but:\n{good}"), 20).unwrap();
    assert_eq!(
        found.notice.unwrap(),
        "what a sentence quotes is not carried out (1 here): only what is on lines of its own counts"
    );
    let sentence =
        "the action of this text is part of a sentence, so it is not clear whether to carry it out";
    for text in [
        format!("I would never write {bad}."),
        format!("{bad} would be wrong"),
        format!("{bad} {bad} would be wrong"),
        format!("Thought: {bad}"),
        format!("> {bad}"),
        format!("```js\nrun({bad});\n```"),
    ] {
        assert_eq!(names(&text), [sentence], "{text}");
    }
    let unclear = "there are actions in several places of the text, and it is not clear which of them to carry out";
    for text in [
        format!("{bad}\n```json\n{good}\n```"),
        format!("Instead of this: {bad}\n{good}"),
        format!("Not {bad}, but this: {good}"),
    ] {
        assert_eq!(names(&text), [unclear], "{text}");
    }
}

#[test]
fn actions_on_one_line_stand_in_one_place() {
    let one = r#"{"action": "ls", "path": "/a"}"#;
    let two = r#"{"action": "stat", "path": "/b"}"#;
    for text in [
        format!("Of course: {one} {two}"),
        format!("Of course: {one}, {two}"),
        format!("{one} {two}"),
        format!("First this:\n{one}{two}"),
    ] {
        assert_eq!(names(&text), ["ls", "stat"], "{text}");
    }
}

/// A part of the answer that does not parse, or that is among other JSON, stops the rest.
#[test]
fn an_answer_is_carried_out_as_a_whole() {
    let (bad, good) = (action("delete_file"), action("read_file"));
    let broken = r#"{"action":"write_file","content":"a "quote""}"#;
    for text in [
        format!("Not {bad}, but:\n```json\n{broken}\n```"),
        format!("```json\n{good}\n```\n```json\n{broken}\n```"),
        format!("[{good},\n{bad},\n"),
        format!("[{good},\n{bad},\n]"),
        format!("Here: [{good},\n{bad},\n]"),
        format!("I thought of [{good},\n{bad},\n] once"),
    ] {
        let message = &names(&text)[0];
        assert!(
            message.starts_with("the JSON of the action does not parse at byte "),
            "{text}: {message}"
        );
    }
    for text in [
        format!("{{\"plan\": {good}}}"),
        format!("[{good}, \"then\"]"),
        format!("{{\"actions\": [{good}], \"rejected\": {bad}}}"),
        format!("{good}\n{{\"later\": [{bad}]}}"),
    ] {
        let message = &names(&text)[0];
        assert!(
            message.ends_with("has an action among other values"),
            "{text}: {message}"
        );
    }
}

/// What a model may write, and whether it is the answer.
fn part() -> impl Strategy<Value = (String, Kind)> {
    let tags = prop::sample::select(TAGS.to_vec());
    let word = prop::sample::select(vec!["Hm. ", "a < b ", "[1] ", "{x} ", "```\n", "“", "`a` "]);
    let words = prop::collection::vec(word, 0..3).prop_map(|words| words.concat());
    let content = prop::sample::select(vec![
        "",
        "<think>",
        "</think>",
        "```",
        "\\n```\\n",
        "{[\\\"",
    ]);
    let one =
        content.prop_map(|text| format!(r#"{{"action":"NAME","file":"/a","content":"{text}"}}"#));
    prop_oneof![
        (tags, words, one.clone()).prop_map(|((begin, end), words, one)| (
            format!("{begin}{words}{}\n{end}\n\n", one.replace("</think>", "")),
            Kind::Thought
        )),
        one.clone()
            .prop_map(|one| (format!("\n```json\n{one}\n```\n\n"), Kind::Fenced)),
        one.clone()
            .prop_map(|one| (format!("I could write {one} here.\n\n"), Kind::Sentence)),
        one.prop_map(|one| (format!("{one}\n\n"), Kind::Alone)),
        Just(("Some words, and `code`.\n\n".to_owned(), Kind::Words)),
    ]
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Thought,
    Fenced,
    Sentence,
    Alone,
    Words,
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    /// Of any text, the actions of the answer are carried out, all of them, or none at all.
    #[test]
    fn the_answer_and_nothing_else_is_carried_out(
        parts in prop::collection::vec(part(), 0..6),
        begins_inside: bool,
    ) {
        let mut text = String::new();
        if begins_inside {
            text.push_str("Hm, {\"action\":\"thought\"}\n{\"action\":\"thought\"}\n</think>\n");
        }
        for (index, (part, kind)) in parts.iter().enumerate() {
            text.push_str(&part.replace("NAME", &format!("{kind:?}{index}")));
        }
        let of = |wanted: Kind| -> Vec<String> {
            let kinds = parts.iter().enumerate().filter(|(_, (_, kind))| *kind == wanted);
            kinds.map(|(index, _)| format!("{wanted:?}{index}")).collect()
        };
        let (fenced, alone) = (of(Kind::Fenced), of(Kind::Alone));
        // A thought in the middle of an answer may have changed its mind.
        let is_torn = |wanted: Kind| {
            let kinds: Vec<Kind> = parts.iter().map(|(_, kind)| *kind).collect();
            let groups = kinds.split(|kind| *kind == Kind::Thought);
            groups.filter(|group| group.contains(&wanted)).count() > 1
        };
        let expected = match (fenced.is_empty(), alone.is_empty()) {
            (false, true) => (!is_torn(Kind::Fenced)).then_some(fenced),
            (true, false) => (!is_torn(Kind::Alone)).then_some(alone),
            _ => None,
        };
        match (actions(&text, 20), expected) {
            (Ok(found), Some(expected)) => {
                let found: Vec<&str> = found.actions.iter().filter_map(|action| action["action"].as_str()).collect();
                prop_assert_eq!(found, expected, "{}", text);
            }
            (Err(_), None) => {}
            (found, expected) => prop_assert!(false, "{text}\n{found:?}\n{expected:?}"),
        }
    }

    /// Whatever precedes the end of a thought, what it holds is not carried out, and what is
    /// behind it is.
    #[test]
    fn nothing_inside_of_a_thought_is_found(
        junk in prop::collection::vec(prop::sample::select(vec![
            "<think>", "<thinking>", "</thinking>", "[THINK]", "```json\n", "```", "\n~~~", "[", "]",
            "{", "}", "\"", "\n", "\n\n", "words", ": ", "> ", "<", "é", "{\"action\":\"bad\"}",
            "{\"action\":\"bad\",\"file\":", "{\"a\":1}",
        ]), 0..24),
        begins: bool,
    ) {
        let begin = if begins { "<think>" } else { "" };
        let text = format!("{begin}{}</think>\n\n{}", junk.concat(), action("good"));
        let found = names(&text);
        prop_assert!(!found.contains(&"bad".to_owned()), "{}", text);
        if begins {
            prop_assert_eq!(found, ["good"], "{}", text);
        }
    }
}
