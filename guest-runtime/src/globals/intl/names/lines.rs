//! The tables of names, which are kept compressed.

use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;

use crate::script::{Packed, packed};

/// What the names are of, sorted: a letter for the kind, and the code; see `names.cjs`.
const KEYS: Packed = packed!("globals/intl/names/keys.txt");

/// The names in each language, and those of its regions that differ.
const LANGUAGES: &[(&str, Packed)] = &[
    ("de", packed!("globals/intl/names/de.txt")),
    ("en", packed!("globals/intl/names/en.txt")),
    ("es", packed!("globals/intl/names/es.txt")),
    ("fr", packed!("globals/intl/names/fr.txt")),
    ("it", packed!("globals/intl/names/it.txt")),
    ("ja", packed!("globals/intl/names/ja.txt")),
    ("nl", packed!("globals/intl/names/nl.txt")),
    ("pl", packed!("globals/intl/names/pl.txt")),
    ("pt", packed!("globals/intl/names/pt.txt")),
    ("sv", packed!("globals/intl/names/sv.txt")),
    ("zh", packed!("globals/intl/names/zh.txt")),
];

thread_local! {
    static KEPT: RefCell<Kept> = RefCell::default();
}

/// What has been inflated: as much as a run asks for, and no more than all of it.
#[derive(Default)]
struct Kept {
    keys: Option<Rc<Lines>>,
    names: Vec<(String, Rc<Names>)>,
}

/// A text, and where its lines are.
struct Lines {
    text: String,
    lines: Vec<Range<usize>>,
}

impl Lines {
    fn new(packed: &Packed) -> Self {
        let text = String::from_utf8(packed.text()).unwrap_or_default();
        let mut start = 0;
        let lines = text.split_terminator('\n').map(|line| {
            let range = start..start + line.len();
            start = range.end + 1;
            range
        });
        let lines = lines.collect();
        Self { text, lines }
    }

    fn find(&self, letter: char, code: &str) -> Option<usize> {
        let key = |line: &Range<usize>| self.text[line.clone()].chars();
        let wanted = || std::iter::once(letter).chain(code.chars());
        self.lines
            .binary_search_by(|line| key(line).cmp(wanted()))
            .ok()
    }
}

/// The names of one locale.
pub(super) struct Names {
    keys: Rc<Lines>,
    /// The line of each key is its name, empty where there is none.
    names: Lines,
}

impl Names {
    /// Those of a locale that has tables.
    pub(super) fn of(locale: &str) -> Rc<Self> {
        KEPT.with_borrow_mut(|kept| {
            if let Some((_, names)) = kept.names.iter().find(|(other, _)| other == locale) {
                return names.clone();
            }
            let keys = kept.keys.get_or_insert_with(|| Rc::new(Lines::new(&KEYS)));
            let names = Rc::new(Self::new(keys.clone(), locale));
            kept.names.push((locale.to_owned(), names.clone()));
            names
        })
    }

    fn new(keys: Rc<Lines>, locale: &str) -> Self {
        let language = locale.split('-').next();
        let found = LANGUAGES.iter().find(|(name, _)| Some(*name) == language);
        let mut names = Lines::new(found.map_or(&LANGUAGES[1].1, |(_, packed)| packed));
        // A region's lines stand behind its tag: they take the place of the language's.
        let rest = names.lines.split_off(keys.lines.len());
        let mut is_own = false;
        for line in rest {
            let text = &names.text[line.clone()];
            if let Some(tag) = text.strip_prefix('@') {
                is_own = tag == locale;
            } else if is_own && let Some(at) = text.find('=') {
                let letter = text.chars().next().unwrap_or_default();
                if let Some(index) = keys.find(letter, &text[letter.len_utf8()..at]) {
                    names.lines[index] = line.start + at + 1..line.end;
                }
            }
        }
        Self { keys, names }
    }

    /// The name of a code.
    pub(super) fn find(&self, letter: char, code: &str) -> Option<&str> {
        let line = self.names.lines.get(self.keys.find(letter, code)?)?;
        Some(&self.names.text[line.clone()]).filter(|name| !name.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_region_has_names_of_its_own_and_those_of_its_language() {
        for (locale, ruble, euro) in [
            ("en", "Russian Ruble", "Euro"),
            ("en-US", "Russian Ruble", "Euro"),
            ("en-GB", "Russian Rouble", "Euro"),
            ("de-AT", "Russischer Rubel", "Euro"),
        ] {
            let names = Names::of(locale);
            assert_eq!(names.find('c', "RUB"), Some(ruble), "{locale}");
            assert_eq!(names.find('c', "EUR"), Some(euro), "{locale}");
            assert_eq!(names.find('c', "EU"), None, "{locale}");
        }
    }

    #[test]
    fn each_language_has_a_line_for_each_key() {
        let keys = Lines::new(&KEYS).lines.len();
        for (language, packed) in LANGUAGES {
            let names = Lines::new(packed);
            assert!(names.lines.len() >= keys, "{language}");
            let rest = names
                .lines
                .get(keys)
                .map(|line| names.text[line.clone()].chars().next());
            assert!(matches!(rest, None | Some(Some('@'))), "{language}");
        }
    }
}
