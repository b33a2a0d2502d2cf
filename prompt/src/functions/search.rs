//! Which functions fit some words.

use isolate_intent::words::{Meaning, OF_FUNCTIONS, all_words, is_empty};

use super::NamespaceDoc;

/// Words of a question that count: the question of a program may have any length.
const WORDS_MAX: usize = 12;

/// Characters of a description that are searched: it may have any length.
const TEXT_CHARS_MAX: usize = 300;

/// Words that say nothing about a task, beside those that say nothing at all.
const EMPTY: &[&str] = &["all", "find", "some", "functions"];

/// The functions that fit some words best, each as the index of its namespace and its own index
/// there; at most `count_max`.
///
/// A word counts once for each function, more if it is in the name, and most if few functions have
/// it.
#[must_use]
pub fn search_functions(
    namespaces: &[NamespaceDoc<'_>],
    words: &str,
    count_max: usize,
) -> Vec<(usize, usize)> {
    let all = all_words(super::head(words, TEXT_CHARS_MAX));
    let is_telling = |word: &&String| !is_empty(word) && !EMPTY.contains(&word.as_str());
    let has_telling = all.iter().any(|word| is_telling(&word));
    let wanted = all.iter().filter(|word| !has_telling || is_telling(word));
    let wanted: Vec<Meaning> = wanted
        .take(WORDS_MAX)
        .map(|word| meaning_of(word))
        .collect();
    let mut rows = Vec::new();
    for (at, namespace) in namespaces.iter().enumerate() {
        let about = format!("{} {}", namespace.name, namespace.description);
        let about = meanings(super::head(&about, TEXT_CHARS_MAX));
        for (index, function) in namespace.functions.iter().enumerate() {
            rows.push(Row {
                at: (at, index),
                name: meanings(function.name),
                text: meanings(super::head(function.description, TEXT_CHARS_MAX)),
                about: about.clone(),
            });
        }
    }
    #[expect(clippy::cast_precision_loss, reason = "a weight")]
    let weights: Vec<f64> = wanted
        .iter()
        .map(|word| {
            let with = rows.iter().filter(|row| row.fit(word) > 0.0).count();
            (1.0 + rows.len() as f64 / (1.0 + with as f64)).ln()
        })
        .collect();
    let mut scored: Vec<(f64, (usize, usize))> = rows
        .iter()
        .filter_map(|row| {
            let score: f64 = wanted
                .iter()
                .zip(&weights)
                .map(|(word, weight)| row.fit(word) * weight)
                .sum();
            // Of two equally good ones, the one whose name has fewer other words.
            #[expect(clippy::cast_precision_loss, reason = "a weight")]
            let surplus = row.name.len() as f64 * 0.01;
            (score > 0.0).then_some((score - surplus, row.at))
        })
        .collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    scored
        .into_iter()
        .take(count_max)
        .map(|(_, at)| at)
        .collect()
}

struct Row {
    at: (usize, usize),
    name: Vec<Meaning>,
    text: Vec<Meaning>,
    about: Vec<Meaning>,
}

impl Row {
    fn fit(&self, word: &Meaning) -> f64 {
        let best = |words: &[Meaning]| words.iter().map(|own| alike(own, word)).fold(0.0, f64::max);
        (3.0 * best(&self.name))
            .max(best(&self.text))
            .max(0.7 * best(&self.about))
    }
}

fn meaning_of(word: &str) -> Meaning {
    Meaning::of(word, &OF_FUNCTIONS)
}

fn meanings(text: &str) -> Vec<Meaning> {
    all_words(text)
        .iter()
        .map(|word| meaning_of(word))
        .collect()
}

fn alike(a: &Meaning, b: &Meaning) -> f64 {
    let nearness = a.nearness(b);
    if nearness == 0.0 && a.begins_like(b) {
        0.7
    } else {
        nearness
    }
}
