//! CSV, YAML, TOML and XML: what is read is written, and read as the same.

use isolate_formats::csv::{self, Flaw, Row, Rows};
use isolate_formats::{Error, Lines, Tree, Trees, Walk, toml, xml, yaml};

use super::parts;
use crate::behaviour::{ended, saw, size, words};

/// Rows as they come.
#[derive(Default, PartialEq)]
struct Table(Vec<Vec<String>>);

impl Rows for Table {
    type Error = Error;

    fn columns(&mut self, names: &[String]) -> Result<(), Error> {
        self.0.push(names.to_vec());
        Ok(())
    }

    fn row(&mut self, row: &Row<'_>) -> Result<(), Error> {
        saw(
            "row",
            (size(row.len()), (0..row.len()).any(|at| row.is_quoted(at))),
        );
        self.0.push(row.cells().map(str::to_owned).collect());
        Ok(())
    }

    fn flaw(&mut self, flaw: Flaw) -> Result<(), Error> {
        saw("flaw", flaw.is_unclosed);
        Ok(())
    }
}

/// The first byte has the options.
pub(super) fn csv(data: &[u8]) {
    let (options, data) = data
        .split_first()
        .map_or((0, data), |(first, data)| (*first, data));
    let chosen = || {
        let mut chosen = csv::Options::default();
        chosen.trim = options & 1 > 0;
        chosen.relax_column_count = options & 2 > 0;
        chosen.stray_quotes = match options >> 2 & 3 {
            0 => csv::StrayQuotes::Refuse,
            1 => csv::StrayQuotes::Inside,
            _ => csv::StrayQuotes::Text,
        };
        chosen.comment = (options & 16 > 0).then(|| "#".to_owned());
        chosen.comment_anywhere = options & 32 > 0;
        chosen.columns = if options & 64 > 0 {
            csv::Columns::First
        } else {
            csv::Columns::None
        };
        chosen.row_bytes_max = 1000;
        chosen
    };
    let read = |size: usize| {
        let mut table = Table::default();
        let mut reader = csv::Reader::new(chosen())?;
        for piece in data.chunks(size) {
            reader.push(piece, &mut table)?;
        }
        reader.finish(&mut table).map(|()| table)
    };
    let [whole, pieces] = [read(data.len().max(1)), read(3)];
    ended("csv", &whole);
    let lines = Lines::new(100).push(data, |_, _| Ok::<(), Error>(()));
    ended("lines", &lines);
    match (whole, pieces) {
        (Ok(whole), Ok(pieces)) => assert!(whole == pieces, "pieces give another table"),
        (whole, pieces) => assert_eq!(
            whole.map_err(|error| error.message().to_owned()).err(),
            pieces.map_err(|error| error.message().to_owned()).err()
        ),
    }
}

pub(super) fn yaml(data: &[u8]) {
    let [text, wanted] = parts(data);
    let options = yaml::Options::default();
    let read = yaml::parse(&text, &options, &mut Trees);
    ended("yaml", &read);
    let Ok(tree) = read else { return };
    let written = yaml::write(&mut Walk::default(), &&tree, &yaml::Style::default())
        .expect("a tree that was read is not too deep");
    let again = yaml::parse(&written, &options, &mut Trees);
    assert_eq!(
        again.map(shown).map_err(|error| error.to_string()),
        Ok(shown(tree)),
        "{written}"
    );
    if let Ok(wanted) = yaml::parse(&wanted, &options, &mut Trees) {
        for lossy in [false, true] {
            match yaml::update(&text, &mut Walk::default(), &&wanted, &options, lossy) {
                Ok(changed) => {
                    let again = yaml::parse(&changed, &options, &mut Trees).map(sorted);
                    assert_eq!(
                        again.map(shown).map_err(|error| error.to_string()),
                        Ok(shown(sorted(wanted.clone()))),
                        "{changed}"
                    );
                }
                Err(error) => assert!(!lossy, "{error}"),
            }
        }
    }
}

pub(super) fn toml(data: &[u8]) {
    let [text, wanted] = parts(data);
    let mut options = toml::Options::default();
    options.integers = toml::Integers::Big;
    let read = toml::parse(&text, &options, &mut Trees);
    ended("toml", &read);
    let Ok(tree) = read else { return };
    let written = toml::write(&mut Walk::default(), &&tree, &toml::Style::default())
        .expect("what was read can be written");
    let again = toml::parse(&written, &options, &mut Trees).map(sorted);
    assert_eq!(
        again.map(shown).map_err(|error| error.to_string()),
        Ok(shown(sorted(tree))),
        "{written}"
    );
    if let Ok(wanted) = toml::parse(&wanted, &options, &mut Trees) {
        match toml::update(&text, &mut Walk::default(), &&wanted) {
            Ok(changed) => saw("changed", size(changed.len())),
            Err(error) => saw("unchanged", words(&error)),
        }
    }
}

pub(super) fn xml(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let mut options = xml::Options::default();
    options.preserve_order = true;
    options.trim = false;
    let read = xml::parse(&text, &options, &mut Trees);
    // Names of the document are in some messages.
    saw(
        "xml",
        read.as_ref().err().map(|error| {
            words(error)
                .split(' ')
                .take(3)
                .collect::<Vec<_>>()
                .join(" ")
        }),
    );
    let shaped = xml::parse(&text, &xml::Options::default(), &mut Trees);
    assert_eq!(shaped.is_ok(), read.is_ok());
    let Ok(tree) = read else { return };
    let mut style = xml::Style::default();
    style.preserve_order = true;
    let written =
        xml::write(&mut Walk::default(), &&tree, &style).expect("what was read can be written");
    // Texts beside each other become one.
    let again = xml::parse(&written, &options, &mut Trees).expect("what was written is read");
    let joined =
        xml::write(&mut Walk::default(), &&again, &style).expect("what was read can be written");
    assert_eq!(joined, written);
}

/// Values that are not equal to themselves are compared by what is shown of them. Numbers beyond 2^53
/// may be written as integers.
fn shown(tree: Tree) -> String {
    format!("{:?}", rounded(tree))
}

fn rounded(tree: Tree) -> Tree {
    match tree {
        Tree::Integer(digits) => Tree::Number(digits.parse().expect("digits are a number")),
        Tree::Array(items) => Tree::Array(items.into_iter().map(rounded).collect()),
        Tree::Object(members) => Tree::Object(
            members
                .into_iter()
                .map(|(key, value)| (key, rounded(value)))
                .collect(),
        ),
        other => other,
    }
}

fn sorted(tree: Tree) -> Tree {
    match tree {
        Tree::Array(items) => Tree::Array(items.into_iter().map(sorted).collect()),
        Tree::Object(mut members) => {
            members.sort_by(|one, other| one.0.cmp(&other.0));
            Tree::Object(
                members
                    .into_iter()
                    .map(|(key, value)| (key, sorted(value)))
                    .collect(),
            )
        }
        other => other,
    }
}
