//! `!(…)` and the other groups, compared with their definition: a part of a pattern takes a text or not,
//! and all ways to cut a name are tried.

use super::*;

/// What a pattern for names is made of, with names in it that are texts.
#[derive(Clone, Debug)]
enum Part {
    Text(&'static str),
    Any,
    Star,
    One(Vec<&'static str>),
    Not(Vec<&'static str>),
}

impl Part {
    fn text(&self) -> String {
        match self {
            Self::Text(text) => (*text).to_owned(),
            Self::Any => "?".to_owned(),
            Self::Star => "*".to_owned(),
            Self::One(texts) => format!("@({})", texts.join("|")),
            Self::Not(texts) => format!("!({})", texts.join("|")),
        }
    }

    /// Whether it takes all of a text, as bash defines it.
    fn takes(&self, text: &str) -> bool {
        match self {
            Self::Text(own) => text == *own,
            Self::Any => text.len() == 1,
            Self::Star => true,
            Self::One(texts) => texts.contains(&text),
            Self::Not(texts) => !texts.contains(&text),
        }
    }
}

/// Whether parts take a name between them: each beginning of it is tried.
fn take(parts: &[Part], name: &str) -> bool {
    let Some((first, rest)) = parts.split_first() else {
        return name.is_empty();
    };
    (0..=name.len()).any(|end| first.takes(&name[..end]) && take(rest, &name[end..]))
}

fn parts() -> impl Strategy<Value = Vec<Part>> {
    let texts = || prop::collection::vec(prop::sample::select(vec!["", "a", "b", "ab"]), 1..4);
    let part = prop_oneof![
        prop::sample::select(vec!["a", "b", "ab"]).prop_map(Part::Text),
        Just(Part::Any),
        Just(Part::Star),
        texts().prop_map(Part::One),
        texts().prop_map(Part::Not),
    ];
    let parts = prop::collection::vec(part, 1..5);
    // Two stars mean more than one.
    parts.prop_filter("two stars", |parts| {
        let is_star = |part: &Part| matches!(part, Part::Star);
        !parts.windows(2).any(|two| two.iter().all(is_star))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    /// Bash itself is wrong in some of these: it takes `!(…)` behind a star for matched at the end of a name.
    #[test]
    fn negations_hold_wherever_they_are(parts in parts(), name in "[ab]{1,4}") {
        let pattern: String = parts.iter().map(Part::text).collect();
        let glob = Glob::new(&format!("/{pattern}")).expect("well-formed");
        prop_assert_eq!(glob.is_match(&format!("/{name}")), take(&parts, &name), "{}", pattern);
    }
}
