//! Members of a result that a program has anyway, and that are cut before anything else.
//!
//! What `replaceInFiles` returns has the content of every file that it changed; of a search, a line
//! may be a whole minified file. Paths, counts and positions are what a model wants to see.

use serde_json::{Map, Value as Json};

use crate::cut;
use crate::shorten::value_tokens;

/// The members, in the order in which they are cut.
const MEMBERS: [&str; 3] = ["content", "diff", "lineText"];
/// Bytes of a member that stay as they are.
const SHORT_BYTES: usize = 240;
/// Bytes of a line that are shown on each side of its match.
const AROUND_BYTES: usize = 80;

/// The value with its long members cut, as many kinds of them as it takes to have so many tokens;
/// and which were cut.
pub(crate) fn without_long(value: &Json, budget: usize) -> (Json, Vec<&'static str>) {
    let mut value = value.clone();
    let mut names = Vec::new();
    for name in MEMBERS {
        if value_tokens(&value) <= budget {
            break;
        }
        if cut_all(&mut value, name) {
            names.push(name);
        }
    }
    (value, names)
}

/// Cuts a member of all objects in a value where it is long; whether there was one.
fn cut_all(value: &mut Json, name: &str) -> bool {
    match value {
        Json::Array(items) => {
            let mut is_cut = false;
            for item in items {
                is_cut |= cut_all(item, name);
            }
            is_cut
        }
        Json::Object(members) => {
            let mut is_cut = false;
            if let Some(short) = shortened(members, name) {
                members.insert(name.to_owned(), short.into());
                is_cut = true;
            }
            for member in members.values_mut() {
                is_cut |= cut_all(member, name);
            }
            is_cut
        }
        _ => false,
    }
}

/// What is shown of a member, if it is long and beside others.
fn shortened(members: &Map<String, Json>, name: &str) -> Option<String> {
    let text = members.get(name)?.as_str()?;
    if text.len() <= SHORT_BYTES || members.len() == 1 {
        return None;
    }
    let found = members.get("match").and_then(Json::as_str);
    match (name, found) {
        ("lineText", Some(found)) => {
            let column = members.get("column").and_then(Json::as_u64).unwrap_or(1);
            Some(around(text, found, column))
        }
        _ => Some(format!("[cut: {} bytes]", text.len())),
    }
}

/// A line around its match, which begins at a column in UTF-16 units, counted from 1.
fn around(line: &str, found: &str, column: u64) -> String {
    let mut units = 1;
    let at = line.char_indices().find(|(_, letter)| {
        let is_there = units >= column;
        units += letter.len_utf16() as u64;
        is_there
    });
    let at = at.map_or(0, |(at, _)| at);
    let before = cut::tail(&line[..at], AROUND_BYTES);
    let (start, rest) = (at - before.len(), &line[at..]);
    let shown = cut::head(rest, found.len() + AROUND_BYTES);
    let behind = rest.len() - shown.len();
    let mark = |bytes: usize| match bytes {
        0 => String::new(),
        bytes => format!("[cut: {bytes} bytes]"),
    };
    format!("{}{before}{shown}{}", mark(start), mark(behind))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{around, without_long};

    #[test]
    fn contents_go_first_then_diffs_then_lines() {
        let long = "x ".repeat(400);
        let line = format!("{}é needle é{}", "a".repeat(500), "b".repeat(500));
        let value = json!({ "files": [
            { "path": "/a", "content": long, "diff": long, "replaced": 1 },
            { "path": "/b", "content": "short", "diff": "d", "replaced": 2 },
            { "path": "/c", "matches": [{ "line": 1, "column": 503, "match": "needle", "lineText": line }] },
        ] });
        let (all, none) = without_long(&value, 10_000);
        assert_eq!((all, none.len()), (value.clone(), 0));
        let (told, names) = without_long(&value, 1_000);
        assert_eq!(names, ["content"]);
        assert_eq!(told["files"][0]["content"], "[cut: 800 bytes]");
        assert_eq!(told["files"][0]["diff"], long);
        assert_eq!(told["files"][1]["content"], "short");
        let (told, names) = without_long(&value, 200);
        assert_eq!(names, ["content", "diff", "lineText"]);
        let shown = told["files"][2]["matches"][0]["lineText"].as_str().unwrap();
        assert!(shown.contains("aé needle éb"), "{shown}");
        assert!(shown.len() < 250, "{shown}");
        // A member that is all there is, is what was asked for.
        let alone = json!({ "content": long });
        assert_eq!(without_long(&alone, 10), (alone.clone(), Vec::new()));
    }

    #[test]
    fn a_line_is_shown_around_its_match() {
        let line = format!("{}😀needle", "a".repeat(100));
        assert_eq!(
            around(&line, "needle", 103),
            format!("[cut: 24 bytes]{}😀needle", "a".repeat(76))
        );
        assert_eq!(around("needle", "needle", 1), "needle");
        assert_eq!(around("needle", "needle", 99), "needle");
    }
}
