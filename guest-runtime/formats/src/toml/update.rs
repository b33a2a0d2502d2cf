//! Changes a text so that it has another value, and keeps its comments, order and styles.

mod arrays;
mod free;

use std::collections::HashSet;

use toml_datetime::Datetime;
use toml_edit::{Document, DocumentMut, Item, Table, TableLike, Value};

use super::write::inline;
use super::{Integers, Options, Style, parse, write};
use crate::source::gather;
use crate::{Error, Halt, Source, Stepped, Tree, Walk};
use arrays::{array, tables};
use free::{Free, has_comments};

/// Changes a text until it is read as `value`: what is the same stays as it is written, a date too
/// whose moment or text is unchanged. A text that is a date without a zone takes the place of such a date.
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
    let old = parse(text, &options, &mut Stepped(source)).map_err(Halt::into_error)?;
    if old.is_same(&new) {
        return Ok(text.to_owned());
    }
    drop(old);
    source.between_steps()?;
    let parsed = Document::parse(text).map_err(|error| foreign(text, &error))?;
    source.between_steps()?;
    let mut document = parsed.into_mut();
    source.between_steps()?;
    let mut free = Free::default();
    let root = document.as_table_mut();
    remove(root, members, true, &mut free);
    table(root, members, false, &mut free)?;
    source.between_steps()?;
    free.settle(&mut document);
    source.between_steps()?;
    let mut changed = document.to_string();
    drop(document);
    source.between_steps()?;
    if text.contains("\r\n") {
        changed = changed.replace("\r\n", "\n").replace('\n', "\r\n");
    }
    let read = parse(&changed, &options, &mut Stepped(source)).map_err(Halt::into_error)?;
    source.between_steps()?;
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

/// Members of a table that others do not have.
fn gone(table: &dyn TableLike, members: &[(String, Tree)]) -> Vec<String> {
    let wanted: HashSet<&str> = members.iter().map(|(name, _)| name.as_str()).collect();
    table
        .iter()
        .map(|(key, _)| key.to_owned())
        .filter(|key| !wanted.contains(key.as_str()))
        .collect()
}

/// Removes the members that are gone, with their comments.
fn remove(table: &mut Table, members: &[(String, Tree)], is_root: bool, free: &mut Free) {
    for key in gone(table, members) {
        free.let_member_go(table, &key, is_root);
        table.remove(&key);
    }
}

/// Gives a table its members; those that are gone were removed.
fn table(
    table: &mut dyn TableLike,
    members: &[(String, Tree)],
    is_inline: bool,
    free: &mut Free,
) -> Result<(), Error> {
    for (key, value) in members {
        match table.get_mut(key) {
            Some(found) if !found.is_none() => item(found, key, value, is_inline, free)?,
            _ => {
                table.insert(key, made(key, value, is_inline)?);
            }
        }
    }
    Ok(())
}

fn item(
    old: &mut Item,
    key: &str,
    new: &Tree,
    is_inline: bool,
    free: &mut Free,
) -> Result<(), Error> {
    match (&mut *old, new) {
        (Item::Table(old), Tree::Object(members)) => {
            remove(old, members, false, free);
            table(old, members, false, free)?;
            if members.is_empty() {
                // Nothing but a header of its own says that it is there.
                old.set_implicit(false);
                old.set_dotted(false);
            }
            Ok(())
        }
        (Item::ArrayOfTables(old), Tree::Array(items)) if are_tables(items) => {
            tables(old, key, items, free)
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
    if let (Value::Datetime(date), Tree::String(text)) = (&*old, new)
        && is_local_date(date.value(), text)
        && !is_scalar(old, new)
    {
        let decor = old.decor().clone();
        *old = text.parse().map_err(|error| foreign(text, &error))?;
        *old.decor_mut() = decor;
        return Ok(());
    }
    match (&mut *old, new) {
        (Value::InlineTable(old), Tree::Object(members)) => {
            let gone = gone(old, members);
            if !gone.is_empty() && has_comments(old) {
                let message = "comments in braces are not told apart: write the table under a header of its own";
                return Err(Error::new(message));
            }
            for key in gone {
                old.remove(&key);
            }
            table(old, members, true, &mut Free::default())
        }
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

/// Whether a text is a date or time without a zone, of the kind of another: such are texts for readers.
fn is_local_date(old: &Datetime, text: &str) -> bool {
    let kind = |date: &Datetime| (date.date.is_some(), date.time.is_some());
    let new = text.parse::<Datetime>();
    old.offset.is_none() && new.is_ok_and(|new| new.offset.is_none() && kind(&new) == kind(old))
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
