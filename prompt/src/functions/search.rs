//! Which functions fit some words.

use super::NamespaceDoc;

/// Words of a question that count: the question of a program may have any length.
const WORDS_MAX: usize = 12;

/// Characters of a description that are searched: it may have any length.
const TEXT_CHARS_MAX: usize = 300;

/// Words that say nothing about a task.
const EMPTY: &[&str] = &[
    "a",
    "all",
    "an",
    "and",
    "are",
    "be",
    "by",
    "can",
    "do",
    "find",
    "for",
    "from",
    "function",
    "functions",
    "get",
    "how",
    "i",
    "in",
    "is",
    "it",
    "its",
    "me",
    "my",
    "of",
    "on",
    "or",
    "some",
    "that",
    "the",
    "this",
    "to",
    "use",
    "want",
    "which",
    "with",
];

/// Words with the same meaning in names of functions; the first of a row represents it.
const SAME: &[&[&str]] = &[
    &["create", "add", "new", "open", "make", "insert", "post"],
    &["delete", "remove", "drop", "destroy", "erase"],
    &["update", "edit", "change", "modify", "patch", "set", "put"],
    &[
        "list",
        "index",
        "enumerate",
        "show",
        "read",
        "fetch",
        "load",
    ],
    &["send", "mail", "email", "message", "notify"],
    &["search", "query", "lookup", "filter"],
];

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
    let all = words_of(super::head(words, TEXT_CHARS_MAX));
    let is_telling = |word: &&Word| !EMPTY.contains(&word.text.as_str());
    let telling: Vec<Word> = all.iter().filter(is_telling).cloned().collect();
    let mut wanted = if telling.is_empty() { all } else { telling };
    wanted.truncate(WORDS_MAX);
    let mut rows = Vec::new();
    for (at, namespace) in namespaces.iter().enumerate() {
        let about = format!("{} {}", namespace.name, namespace.description);
        let about = words_of(super::head(&about, TEXT_CHARS_MAX));
        for (index, function) in namespace.functions.iter().enumerate() {
            rows.push(Row {
                at: (at, index),
                name: words_of(function.name),
                text: words_of(super::head(function.description, TEXT_CHARS_MAX)),
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
    name: Vec<Word>,
    text: Vec<Word>,
    about: Vec<Word>,
}

impl Row {
    fn fit(&self, word: &Word) -> f64 {
        let best = |words: &[Word]| words.iter().map(|own| alike(own, word)).fold(0.0, f64::max);
        (3.0 * best(&self.name))
            .max(best(&self.text))
            .max(0.7 * best(&self.about))
    }
}

/// A word, and its row of synonyms.
#[derive(Clone)]
struct Word {
    text: String,
    row: Option<usize>,
}

impl Word {
    fn new(text: String) -> Self {
        let text = stem(text);
        let row = SAME.iter().position(|row| row.contains(&text.as_str()));
        Self { text, row }
    }
}

fn alike(a: &Word, b: &Word) -> f64 {
    if a.text == b.text {
        return 1.0;
    }
    if a.row.is_some() && a.row == b.row {
        return 0.8;
    }
    let shorter = a.text.len().min(b.text.len());
    let is_start = a.text.starts_with(&b.text) || b.text.starts_with(&a.text);
    if shorter >= 4 && is_start { 0.7 } else { 0.0 }
}

/// The words of a text or of a name in camel case, in lower case, without the ends of plurals.
fn words_of(text: &str) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let mut word = String::new();
    let mut was_lower = false;
    for character in text.chars().chain([' ']) {
        let starts = character.is_uppercase() && was_lower;
        if (starts || !character.is_alphanumeric()) && !word.is_empty() {
            words.push(Word::new(std::mem::take(&mut word)));
        }
        if character.is_alphanumeric() {
            word.extend(character.to_lowercase());
        }
        was_lower = character.is_lowercase() || character.is_ascii_digit();
    }
    words
}

fn stem(word: String) -> String {
    match word.strip_suffix("ies") {
        Some(start) if start.len() >= 3 => return format!("{start}y"),
        _ => {}
    }
    match word.strip_suffix('s') {
        Some(start) if start.len() >= 3 && !start.ends_with('s') => start.to_owned(),
        _ => word,
    }
}
