//! What a JSON text holds, before anything is made of it, and what a tree of it takes.

use serde_json::Value as Json;

/// The number of values in a JSON text and how deep they are nested, found without making a tree.
///
/// A value of a tree takes about a hundred bytes however short its text is, so that a text of 30 MiB can
/// take gigabytes: whoever reads texts of strangers looks at this first.
///
/// ```
/// use isolate_host::JsonCount;
///
/// let count = JsonCount::of(br#"{"a": [1, [], ","]}"#);
/// assert!(count.values >= 5);
/// assert_eq!(count.depth, 3);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct JsonCount {
    /// At least as many values as the text has, and at most twice as many; members count with their
    /// names.
    pub values: u64,
    /// The levels of arrays and objects.
    pub depth: u64,
}

impl JsonCount {
    /// Counts in a text, which need not be valid.
    #[must_use]
    pub fn of(text: &[u8]) -> Self {
        let mut count = Self {
            values: 1,
            depth: 0,
        };
        let mut depth = 0_u64;
        let mut rest = text.iter();
        while let Some(byte) = rest.next() {
            match byte {
                b'"' => skip_string(&mut rest),
                b',' => count.values += 1,
                b'[' | b'{' => {
                    count.values += 1;
                    depth += 1;
                    count.depth = count.depth.max(depth);
                }
                b']' | b'}' => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        count
    }
}

/// About how much memory a tree of JSON takes, in bytes.
///
/// ```
/// use isolate_host::json_bytes;
///
/// assert!(json_bytes(&"x".repeat(1_000).into()) >= 1_000);
/// ```
#[must_use]
pub fn json_bytes(json: &Json) -> usize {
    size_of::<Json>()
        + match json {
            Json::String(text) => text.len(),
            Json::Array(items) => items.iter().map(json_bytes).sum(),
            Json::Object(members) => {
                let members = members.iter();
                members
                    .map(|(name, member)| name.len() + json_bytes(member))
                    .sum()
            }
            _ => 0,
        }
}

/// Skips the rest of a string.
fn skip_string(rest: &mut std::slice::Iter<'_, u8>) {
    while let Some(byte) = rest.next() {
        match byte {
            b'"' => return,
            b'\\' => {
                let _escaped = rest.next();
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn exact(json: &Json) -> (u64, u64) {
        let inner: Vec<(u64, u64)> = match json {
            Json::Array(items) => items.iter().map(exact).collect(),
            Json::Object(members) => members.values().map(exact).collect(),
            _ => return (1, 0),
        };
        let values = inner.iter().map(|(values, _)| values).sum::<u64>();
        let depth = inner.iter().map(|(_, depth)| *depth).max().unwrap_or(0);
        (values + 1, depth + 1)
    }

    fn any_json() -> impl Strategy<Value = Json> {
        let leaf = prop_oneof![
            Just(json!(null)),
            any::<i32>().prop_map(Json::from),
            "[a-z,\\[\\]{}\"\\\\]{0,6}".prop_map(Json::from),
        ];
        leaf.prop_recursive(5, 60, 6, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..6).prop_map(Json::from),
                prop::collection::vec(("[,\"\\\\{a-c]{0,3}", inner), 0..6)
                    .prop_map(|members| Json::Object(members.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn a_tree_has_no_more_values_than_were_counted(json in any_json()) {
            let count = JsonCount::of(json.to_string().as_bytes());
            let (values, depth) = exact(&json);
            prop_assert_eq!(count.depth, depth);
            prop_assert!((values..=values * 2).contains(&count.values), "{:?} {}", count, values);
        }
    }
}
