//! Changes a text so that it has another value, and keeps its comments, order and styles.

use std::collections::HashSet;

use toml_edit::{Array, ArrayOfTables, DocumentMut, Item, Table, TableLike, Value};

use super::write::inline;
use super::{Integers, Options, Style, parse, write};
use crate::source::gather;
use crate::{Error, Source, Tree, Trees, Walk};

/// Changes a text until it is read as `value`: what is the same stays as it is written, a date too
/// whose moment or text is unchanged.
///
/// # Errors
///
/// The text is no TOML, TOML cannot hold the value, or `source` fails.
pub fn update<S: Source>(text: &str, source: &mut S, value: &S::Value) -> Result<String, S::Error> {
    let new = gather(source, value, 0)?;
    let Tree::Object(members) = &new else {
        return Err(Error::new("a TOML text is an object").into());
    };
    let options = Options {
        integers: Integers::Big,
        ..Options::default()
    };
    if parse(text, &options, &mut Trees)?.is_same(&new) {
        return Ok(text.to_owned());
    }
    let mut document: DocumentMut = text.parse().map_err(|error| foreign(text, &error))?;
    table(document.as_table_mut(), members, false)?;
    let mut changed = document.to_string();
    if text.contains("\r\n") {
        changed = changed.replace("\r\n", "\n").replace('\n', "\r\n");
    }
    let read = parse(&changed, &options, &mut Trees)?;
    if !read.is_same(&new) {
        return Err(
            Error::new("the text cannot be changed in its place: write the whole file").into(),
        );
    }
    Ok(changed)
}

fn foreign(text: &str, error: &toml_edit::TomlError) -> Error {
    let at = error.span().map_or(text.len(), |span| span.start);
    Error::at(text, at, error.message())
}

fn table(
    table: &mut dyn TableLike,
    members: &[(String, Tree)],
    is_inline: bool,
) -> Result<(), Error> {
    let wanted: HashSet<&str> = members.iter().map(|(name, _)| name.as_str()).collect();
    let gone: Vec<String> = table
        .iter()
        .map(|(key, _)| key.to_owned())
        .filter(|key| !wanted.contains(key.as_str()))
        .collect();
    for key in gone {
        table.remove(&key);
    }
    for (key, value) in members {
        match table.get_mut(key) {
            Some(found) if !found.is_none() => item(found, key, value, is_inline)?,
            _ => {
                table.insert(key, made(key, value, is_inline)?);
            }
        }
    }
    Ok(())
}

fn item(old: &mut Item, key: &str, new: &Tree, is_inline: bool) -> Result<(), Error> {
    match (&mut *old, new) {
        (Item::Table(old), Tree::Object(members)) => {
            table(old, members, false)?;
            if members.is_empty() {
                // Nothing but a header of its own says that it is there.
                old.set_implicit(false);
                old.set_dotted(false);
            }
            Ok(())
        }
        (Item::ArrayOfTables(old), Tree::Array(items)) if are_tables(items) => {
            tables(old, key, items)
        }
        (Item::Value(old), new)
            if !(matches!(new, Tree::Object(_)) && !is_inline && !old.is_inline_table()) =>
        {
            value(old, new)
        }
        (old, new) => {
            *old = made(key, new, is_inline)?;
            Ok(())
        }
    }
}

fn value(old: &mut Value, new: &Tree) -> Result<(), Error> {
    match (&mut *old, new) {
        (Value::InlineTable(old), Tree::Object(members)) => table(old, members, true),
        (Value::Array(old), Tree::Array(items)) => array(old, items),
        (old, new) if is_scalar(old, new) => Ok(()),
        (old, new) => {
            let mut changed = parsed(new)?;
            *changed.decor_mut() = old.decor().clone();
            *old = changed;
            Ok(())
        }
    }
}

/// How many items at the beginning, and then at the end, are the same.
fn ends<T>(old: &[T], new: &[Tree], is_same: impl Fn(&T, &Tree) -> bool) -> (usize, usize) {
    let first = old
        .iter()
        .zip(new)
        .take_while(|(old, new)| is_same(old, new))
        .count();
    let rest = old[first..].iter().rev().zip(new[first..].iter().rev());
    (
        first,
        rest.take_while(|(old, new)| is_same(old, new)).count(),
    )
}

fn array(old: &mut Array, new: &[Tree]) -> Result<(), Error> {
    let trees: Vec<Tree> = old.iter().map(tree).collect();
    let (first, last) = ends(&trees, new, Tree::is_same);
    let (gone, come) = (old.len() - last, new.len() - last);
    for at in (first..gone.max(come)).rev() {
        if at >= come {
            old.remove(at);
        }
    }
    for (at, new) in new.iter().enumerate().take(come).skip(first) {
        if at < gone {
            if let Some(old) = old.get_mut(at) {
                value(old, new)?;
            }
            continue;
        }
        let mut added = parsed(new)?;
        // As its neighbour: in a line of its own, or after a space.
        let neighbour = at.checked_sub(1).and_then(|before| old.get(before));
        let prefix = neighbour
            .and_then(|item| item.decor().prefix())
            .and_then(|prefix| prefix.as_str());
        let prefix = match prefix {
            Some(prefix) if prefix.contains('\n') => prefix
                .rsplit_once('\n')
                .map_or("", |(_, gap)| gap)
                .to_owned(),
            _ => String::new(),
        };
        let is_line = neighbour
            .and_then(|item| item.decor().prefix())
            .and_then(|prefix| prefix.as_str())
            .is_some_and(|prefix| prefix.contains('\n'));
        let prefix = if is_line {
            format!("\n{prefix}")
        } else if at > 0 {
            " ".to_owned()
        } else {
            String::new()
        };
        added.decor_mut().set_prefix(prefix);
        old.insert_formatted(at, added);
    }
    Ok(())
}

fn tables(old: &mut ArrayOfTables, key: &str, new: &[Tree]) -> Result<(), Error> {
    let trees: Vec<Tree> = old.iter().map(|table| tree_of(table)).collect();
    let (first, last) = ends(&trees, new, Tree::is_same);
    let (gone, come) = (old.len() - last, new.len() - last);
    for at in (come.max(first)..gone).rev() {
        old.remove(at);
    }
    for (at, new) in new.iter().enumerate().take(come).skip(first) {
        let Tree::Object(members) = new else { continue };
        if at < gone {
            if let Some(old) = old.get_mut(at) {
                table(old, members, false)?;
            }
        } else if let Item::Table(added) = made(key, new, false)? {
            old.insert(at, added);
        }
    }
    Ok(())
}

fn are_tables(items: &[Tree]) -> bool {
    !items.is_empty() && items.iter().all(|item| matches!(item, Tree::Object(_)))
}

/// A new member, with a header of its own where it is a table.
fn made(key: &str, new: &Tree, is_inline: bool) -> Result<Item, Error> {
    let is_table = match new {
        Tree::Object(_) => true,
        Tree::Array(items) => are_tables(items),
        _ => false,
    };
    if is_inline || !is_table {
        return Ok(Item::Value(parsed(new)?));
    }
    let whole = Tree::Object(vec![(key.to_owned(), new.clone())]);
    let text = write(&mut Walk::default(), &&whole, &Style::default())?;
    let mut document: DocumentMut = text.parse().map_err(|error| foreign(&text, &error))?;
    let mut item = document.remove(key).unwrap_or_default();
    unplaced(&mut item);
    Ok(item)
}

/// Forgets where tables were in another text, so that they follow those that are there.
fn unplaced(item: &mut Item) {
    let each = |table: &mut Table| {
        table.set_position(None);
        if table
            .decor()
            .prefix()
            .and_then(|prefix| prefix.as_str())
            .is_none_or(str::is_empty)
        {
            table.decor_mut().set_prefix("\n");
        }
        for (_, inner) in table.iter_mut() {
            unplaced(inner);
        }
    };
    match item {
        Item::Table(table) => each(table),
        Item::ArrayOfTables(tables) => tables.iter_mut().for_each(each),
        Item::None | Item::Value(_) => {}
    }
}

fn parsed(new: &Tree) -> Result<Value, Error> {
    let text = inline(new)?;
    text.parse().map_err(|error| foreign(&text, &error))
}

fn is_scalar(old: &Value, new: &Tree) -> bool {
    !matches!(new, Tree::Array(_) | Tree::Object(_)) && tree(old).is_same(new)
}

/// What a value is read as. Dates are dates, so that a text of the same letters leaves them so.
fn tree(value: &Value) -> Tree {
    match value {
        Value::String(text) => Tree::String(text.value().clone()),
        Value::Integer(number) => Tree::Integer(number.value().to_string()),
        Value::Float(number) => Tree::Number(*number.value()),
        Value::Boolean(value) => Tree::Bool(*value.value()),
        Value::Datetime(date) => Tree::Date(
            date.as_repr()
                .and_then(|repr| repr.as_raw().as_str())
                .map_or_else(|| date.value().to_string(), str::to_owned),
        ),
        Value::Array(items) => Tree::Array(items.iter().map(tree).collect()),
        Value::InlineTable(table) => tree_of(table),
    }
}

fn tree_of(table: &dyn TableLike) -> Tree {
    let member = |(key, item): (&str, &Item)| {
        let value = match item {
            Item::None => Tree::Null,
            Item::Value(value) => tree(value),
            Item::Table(table) => tree_of(table),
            Item::ArrayOfTables(tables) => {
                Tree::Array(tables.iter().map(|table| tree_of(table)).collect())
            }
        };
        (key.to_owned(), value)
    };
    Tree::Object(table.iter().map(member).collect())
}
