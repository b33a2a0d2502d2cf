//! Search in the declaration.

use isolate_intent::words::{
    MODULES, Meaning, OF_METHODS, asked_for, name_in_words, words, words_of_question,
};
use isolate_protocol::{Effect, Group, Method, absent, beyond};

use crate::Audience;
use crate::declare::declaration_of;
use crate::schema::ToolSpec;

/// The part of a question that a match must cover: of a question of three words, more than one.
const SCORE_MIN: f64 = 0.4;
/// The part of the best answer's score that another answer must have.
const RELATIVE_MIN: f64 = 0.75;
/// The score of a name that a question mentions completely.
const NAME_MENTIONED: f64 = 0.15;
/// Answers to one question.
const ANSWERS_MAX: usize = 6;

/// The score of a word of a text that matches a question.
const NAME: f64 = 1.0;
const OTHER_NAME: f64 = 0.85;
const ASKED_FOR: f64 = 0.85;
const DOCUMENTED: f64 = 0.5;

/// The declaration of the methods that match a query, best first, with the types that they use.
///
/// A query is the name of a method, or words in any form: `delete a file`, `unzip`. Names, aliases,
/// documentation and synonyms are searched. A misspelt name finds the intended method. An empty
/// query returns the whole declaration; one without matches, the names of all methods by group.
#[must_use]
pub fn describe(query: &str) -> String {
    describe_for(Audience::Full, query)
}

/// [`describe`] for the methods that an audience may call.
#[must_use]
pub fn describe_for(audience: Audience, query: &str) -> String {
    describe_methods(audience, query).unwrap_or_else(|| nothing_fits(audience, query))
}

/// The methods of the declaration, and those beyond it that are shown only on request.
fn requestable(audience: Audience) -> impl Iterator<Item = &'static Method> {
    let may_call =
        move |method: &&Method| audience == Audience::Full || method.effect == Effect::Read;
    audience.methods().chain(beyond().filter(may_call))
}

/// [`describe_for`], or `None` without matches.
#[must_use]
pub fn describe_methods(audience: Audience, query: &str) -> Option<String> {
    if query.trim().is_empty() {
        return Some(declaration_of(&audience.methods().collect::<Vec<_>>()));
    }
    let methods: Vec<&Method> = requestable(audience).collect();
    let mut found = named(&methods, query);
    if found.is_empty() {
        found = fitting(&methods, query);
    }
    (!found.is_empty()).then(|| instead(query) + &declaration_of(&found))
}

/// The tools that match a query, best first, each with its arguments on one line; empty without
/// matches.
#[must_use]
pub fn describe_tools(query: &str, tools: &[ToolSpec]) -> String {
    let texts: Vec<Text> = tools.iter().map(Text::of_tool).collect();
    let found = ranked(&words_of_question(query), &texts);
    let lines = found.into_iter().map(|index| {
        let tool = &tools[index];
        let required = strings(&tool.input["required"]);
        let properties = tool.input["properties"].as_object();
        let names = properties.into_iter().flat_map(|members| members.keys());
        let arguments: Vec<String> = names
            .map(|name| match required.contains(&name.as_str()) {
                true => name.clone(),
                false => format!("{name}?"),
            })
            .collect();
        let about = tool.description.split("\n\n").next().unwrap_or_default();
        format!("{} {{ {} }}: {about}\n", tool.name, arguments.join(", "))
    });
    lines.collect()
}

fn strings(list: &serde_json::Value) -> Vec<&str> {
    let items = list.as_array().map_or(&[][..], Vec::as_slice);
    items.iter().filter_map(serde_json::Value::as_str).collect()
}

/// The methods whose names are in a question: as the only word, after `state.`, or written so that
/// they cannot be English words.
fn named(methods: &[&'static Method], query: &str) -> Vec<&'static Method> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let words: Vec<&str> = query
        .split(|c: char| !is_part(c))
        .filter(|word| !word.is_empty() && *word != "state")
        .collect();
    let is_meant = |name: &str, word: &str| {
        let is_alone = words.len() == 1 || query.contains(&format!("state.{word}"));
        let is_name = name.contains(|c: char| c.is_ascii_uppercase());
        (is_alone || is_name) && name.eq_ignore_ascii_case(word)
    };
    let mut named = methods.to_vec();
    named.retain(|method| words.iter().any(|word| is_meant(method.name, word)));
    named
}

/// The methods that fit a question best; the one with a name that is spelt nearly so, where
/// nothing fits.
fn fitting(methods: &[&'static Method], query: &str) -> Vec<&'static Method> {
    let texts: Vec<Text> = methods
        .iter()
        .map(|method| Text::of_method(method))
        .collect();
    let ranked = ranked(&words_of_question(query), &texts);
    let ranked = ranked.into_iter().map(|index| methods[index]);
    let alone = only_word(query);
    let aliased = methods.iter().copied().find(|method| {
        let mut names = method.aliases.iter();
        alone.is_some_and(|word| names.any(|name| name.eq_ignore_ascii_case(word)))
    });
    let mut found: Vec<&Method> = aliased.into_iter().collect();
    found.extend(ranked.filter(|method| aliased.is_none_or(|first| first.name != method.name)));
    found.truncate(ANSWERS_MAX);
    match alone {
        Some(word) if found.is_empty() => {
            let near = isolate_intent::nearest(word, methods.iter().map(|method| method.name));
            let methods = methods.iter().copied();
            methods.filter(|method| Some(method.name) == near).collect()
        }
        _ => found,
    }
}

/// The only word of a question, as it is written, without names of modules before it.
fn only_word(query: &str) -> Option<&str> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut word = query.trim_matches(|c: char| !is_part(c));
    while let Some((module, rest)) = word.split_once('.')
        && MODULES.contains(&module)
    {
        word = rest;
    }
    (!word.is_empty() && word.chars().all(is_part)).then_some(word)
}

/// The alternative where no method does what a question asks for.
fn instead(query: &str) -> String {
    let joined = words_of_question(query).concat();
    let text = absent(query).or_else(|| absent(&joined));
    text.map_or_else(String::new, |text| format!("// {text}.\n"))
}

/// The words of a text, each with its score.
struct Text {
    words: Vec<(Meaning, f64)>,
    /// The words of each of its names, its own first.
    names: Vec<Vec<Meaning>>,
}

impl Text {
    fn named(name: &str) -> Self {
        let mut text = Self {
            words: Vec::new(),
            names: Vec::new(),
        };
        text.push_name(name, NAME);
        text
    }

    fn of_method(method: &Method) -> Self {
        let mut text = Self::named(name_in_words(method.id()).unwrap_or(method.name));
        text.push(method.name, NAME);
        for alias in method.aliases {
            let worth = match words(alias).len() {
                1 => NAME,
                _ => OTHER_NAME,
            };
            text.push_name(alias, worth);
        }
        text.push(asked_for(method.id()).unwrap_or_default(), ASKED_FOR);
        text.push(method.doc, DOCUMENTED);
        for param in method.params {
            text.push(param.name, DOCUMENTED);
        }
        text
    }

    fn of_tool(tool: &ToolSpec) -> Self {
        let mut text = Self::named(&tool.name);
        let about = tool.description.split("\n\n").next().unwrap_or_default();
        text.push(about, DOCUMENTED);
        text
    }

    fn push_name(&mut self, name: &str, worth: f64) {
        let name: Vec<Meaning> = words(name)
            .iter()
            .map(|word| Meaning::of(word, &OF_METHODS))
            .collect();
        self.words
            .extend(name.iter().map(|word| (word.clone(), worth)));
        self.names.push(name);
    }

    fn push(&mut self, text: &str, worth: f64) {
        for word in words(text) {
            self.words.push((Meaning::of(&word, &OF_METHODS), worth));
        }
    }

    /// The part of its own name that a question mentions.
    fn mentioned(&self, question: &[Meaning]) -> f64 {
        let Some(name) = self.names.first() else {
            return 0.0;
        };
        let sum: f64 = name.iter().map(|word| nearest(word, question)).sum();
        let count = f64::from(u16::try_from(name.len()).unwrap_or(u16::MAX));
        sum / count.max(1.0)
    }

    /// Whether one of its names says what a question says, and no more.
    fn is_asked_by_name(&self, question: &[Meaning]) -> bool {
        let is_in = |word: &Meaning, words: &[Meaning]| nearest(word, words) > 0.0;
        self.names.iter().any(|name| {
            !name.is_empty()
                && name.iter().all(|word| is_in(word, question))
                && question.iter().all(|word| is_in(word, name))
        })
    }

    /// How well it matches a word: 0 for no match.
    fn answers(&self, wanted: &Meaning) -> f64 {
        let values = self
            .words
            .iter()
            .map(|(word, worth)| wanted.nearness(word) * worth);
        values.fold(0.0, f64::max)
    }
}

fn nearest(word: &Meaning, words: &[Meaning]) -> f64 {
    let values = words.iter().map(|other| word.nearness(other));
    values.fold(0.0, f64::max)
}

/// The texts that answer a question best, as their indices, best first. A word counts more the
/// fewer texts have it.
fn ranked(question: &[String], texts: &[Text]) -> Vec<usize> {
    let question: Vec<Meaning> = question
        .iter()
        .map(|word| Meaning::of(word, &OF_METHODS))
        .collect();
    let mut scores = vec![0.0; texts.len()];
    let mut total = 0.0;
    for wanted in &question {
        let answers: Vec<f64> = texts.iter().map(|text| text.answers(wanted)).collect();
        let sum: f64 = answers.iter().sum();
        // Between 1 text and all of them: a word of one text weighs several times as much.
        let count = f64::from(u16::try_from(texts.len()).unwrap_or(u16::MAX));
        let weight = (1.0 + count / sum.max(1.0)).ln();
        total += weight;
        for (score, answer) in scores.iter_mut().zip(answers) {
            *score += weight * answer;
        }
    }
    // Of equally good texts, the one whose name has no words beyond the question.
    for (score, text) in scores.iter_mut().zip(texts) {
        if *score > 0.0 {
            *score += total * NAME_MENTIONED * text.mentioned(&question);
            if text.is_asked_by_name(&question) {
                *score += total * NAME_MENTIONED;
            }
        }
    }
    let best = scores.iter().copied().fold(0.0, f64::max);
    let least = (best * RELATIVE_MIN).max(total * SCORE_MIN);
    let mut found: Vec<usize> = (0..texts.len())
        .filter(|index| total > 0.0 && scores[*index] >= least)
        .collect();
    found.sort_by(|a, b| scores[*b].total_cmp(&scores[*a]));
    found.truncate(ANSWERS_MAX);
    found
}

/// The answer without a match: an alternative where one is known, and the names of all methods.
fn nothing_fits(audience: Audience, query: &str) -> String {
    let mut text = String::from("// Nothing fits.");
    for word in query.split_whitespace() {
        if let Some(instead) = absent(word) {
            text.push_str(&format!(" {instead}."));
            break;
        }
    }
    text.push_str(" The methods are: ");
    let mut groups: Vec<(Group, Vec<&str>)> = Vec::new();
    for method in requestable(audience) {
        match groups.iter_mut().find(|(group, _)| *group == method.group) {
            Some((_, names)) => names.push(method.name),
            None => groups.push((method.group, vec![method.name])),
        }
    }
    for (index, (group, names)) in groups.iter().enumerate() {
        let start = if index == 0 { "" } else { "// " };
        text.push_str(&format!(
            "{start}{} ({})\n",
            names.join(", "),
            title(*group)
        ));
    }
    text
}

const fn title(group: Group) -> &'static str {
    match group {
        Group::Files => "files",
        Group::Json => "JSON",
        Group::Directories => "directories",
        Group::Trees => "trees",
        Group::Search => "searching and replacing",
        Group::Paths => "removing, copying, moving, links, paths",
        Group::Diff => "comparing",
        Group::Archive => "archives, compression, hashes, types",
        Group::Edits => "planned edits",
        Group::Beyond => "patches, outlines, history",
        Group::Formats => "CSV, YAML, TOML, XML",
    }
}
