//! Items of arrays, and the comments that follow them: those behind an item in its line, and those
//! directly above.

use std::collections::VecDeque;

use toml_edit::{Array, ArrayOfTables, Item, RawString, Table, Value};

use super::free::{Free, free_of};
use super::{made, parsed, remove, table, tree, tree_of, value};
use crate::align::aligned;
use crate::{Error, Tree};

/// An item, and what is around it.
struct Entry {
    /// From the end of the line before, with comment lines; or the spaces after the comma before.
    lead: String,
    value: Value,
    /// Between the value and its comma.
    gap: String,
    /// Behind the comma, in the same line.
    tail: String,
}

/// An array in parts.
struct Parts {
    /// Behind the bracket, in the same line.
    head: String,
    entries: Vec<Entry>,
    /// What is in front of the closing bracket.
    end: String,
    has_comma: bool,
}

/// Splits where the first line ends.
fn line_of(text: &str) -> (&str, &str) {
    text.split_at(text.find('\n').unwrap_or(0))
}

impl Parts {
    fn of(array: &mut Array) -> Self {
        let end = array.trailing().as_str().unwrap_or_default().to_owned();
        let mut parts = Self {
            head: String::new(),
            entries: Vec::new(),
            end: String::new(),
            has_comma: array.trailing_comma(),
        };
        while !array.is_empty() {
            let mut value = array.remove(0);
            let part = |text: Option<&RawString>| -> String {
                text.and_then(|text| text.as_str())
                    .unwrap_or_default()
                    .to_owned()
            };
            let (prefix, mut gap) = (part(value.decor().prefix()), part(value.decor().suffix()));
            value.decor_mut().clear();
            let (before, lead) = line_of(&prefix);
            match parts.entries.last_mut() {
                None => before.clone_into(&mut parts.head),
                Some(last) => last.tail.push_str(before),
            }
            let is_last = array.is_empty();
            let mut tail = String::new();
            if is_last && !parts.has_comma {
                // Without a comma, it is the end.
                let (before, rest) = line_of(&gap);
                (tail, parts.end) = (before.to_owned(), rest.to_owned());
                gap.clear();
            } else if gap.contains('#') {
                // The comma is in a later line: it comes first now.
                gap.trim_end().clone_into(&mut tail);
                gap.clear();
            }
            parts.entries.push(Entry {
                lead: lead.to_owned(),
                value,
                gap,
                tail,
            });
        }
        let (before, rest) = line_of(&end);
        if let Some(last) = parts.entries.last_mut() {
            last.tail.push_str(before);
        }
        parts.end.push_str(rest);
        parts
    }

    fn is_long(&self) -> bool {
        self.end.contains('\n') || self.entries.iter().any(|entry| entry.lead.contains('\n'))
    }

    /// Takes what belongs to nobody from an item that goes.
    fn let_go(&mut self, at: usize) {
        let entry = &self.entries[at];
        let free = free_of(&entry.lead).to_owned();
        let line = entry
            .lead
            .rfind('\n')
            .map(|end| entry.lead[end..].to_owned());
        let (next, is_next) = match self.entries.get_mut(at + 1) {
            Some(next) => (&mut next.lead, true),
            None => (&mut self.end, false),
        };
        if is_next
            && !next.contains('\n')
            && let Some(line) = line
        {
            // The next one begins the line now.
            *next = line;
        }
        if free.contains('#') {
            let is_apart = !is_next || next.starts_with("\n\n");
            let free = format!("{}{}", free.trim_end(), if is_apart { "" } else { "\n" });
            next.insert_str(0, &free);
        }
    }

    fn put(self, array: &mut Array) {
        let mut before = self.head;
        for (at, mut entry) in self.entries.into_iter().enumerate() {
            if before.contains('#') && !entry.lead.starts_with('\n') {
                entry.lead = format!("\n{}", entry.lead);
            }
            if at > 0 && entry.lead.is_empty() {
                entry.lead.push(' ');
            }
            entry
                .value
                .decor_mut()
                .set_prefix(std::mem::take(&mut before) + &entry.lead);
            entry.value.decor_mut().set_suffix(entry.gap);
            array.push_formatted(entry.value);
            before = entry.tail;
        }
        array.set_trailing_comma(self.has_comma && !array.is_empty());
        let end = before + &self.end;
        let is_blank = array.is_empty() && end.trim().is_empty();
        array.set_trailing(if is_blank { String::new() } else { end });
    }
}

pub(super) fn array(old: &mut Array, new: &[Tree]) -> Result<(), Error> {
    let trees: Vec<Tree> = old.iter().map(tree).collect();
    let aligned = aligned(&trees, new);
    if aligned.is_in_place(trees.len()) {
        return old
            .iter_mut()
            .zip(new)
            .try_for_each(|(old, new)| value(old, new));
    }
    let mut parts = Parts::of(old);
    let is_long = parts.is_long();
    // In one line, the space in front of the first item is not its own.
    let first = parts.entries.first().map(|first| first.lead.clone());
    for (at, gone) in aligned.gone(trees.len()).into_iter().enumerate() {
        if gone && is_long {
            parts.let_go(at);
        }
    }
    let line = parts
        .entries
        .iter()
        .find_map(|entry| entry.lead.rfind('\n').map(|at| entry.lead[at..].to_owned()));
    let mut olds: Vec<Option<Entry>> = std::mem::take(&mut parts.entries)
        .into_iter()
        .map(Some)
        .collect();
    for (new, from) in new.iter().zip(&aligned.from) {
        let found = from.and_then(|from| olds[from].take());
        let entry = match found {
            Some(mut entry) => {
                value(&mut entry.value, new)?;
                entry
            }
            None => Entry {
                lead: line.clone().unwrap_or_else(|| " ".to_owned()),
                value: parsed(new)?,
                gap: String::new(),
                tail: String::new(),
            },
        };
        parts.entries.push(entry);
    }
    if let Some(lead) = first.filter(|_| !is_long) {
        for (at, entry) in parts.entries.iter_mut().enumerate() {
            let space = if at == 0 { &lead } else { " " };
            if at == 0 || entry.lead == lead {
                space.clone_into(&mut entry.lead);
            }
        }
    }
    parts.put(old);
    Ok(())
}

pub(super) fn tables(
    old: &mut ArrayOfTables,
    key: &str,
    new: &[Tree],
    free: &mut Free,
) -> Result<(), Error> {
    let trees: Vec<Tree> = old.iter().map(|table| tree_of(table)).collect();
    let aligned = aligned(&trees, new);
    let mut olds: Vec<Option<Table>> = std::mem::take(old).into_iter().map(Some).collect();
    let is_moved = aligned
        .from
        .iter()
        .zip(aligned.in_order())
        .any(|(from, is_ordered)| from.is_some() && !is_ordered);
    for (at, gone) in aligned.gone(trees.len()).into_iter().enumerate() {
        if let Some(gone) = olds[at].take_if(|_| gone) {
            free.let_table_go(&gone);
        }
    }
    // What is in front of the comments of a table does not move with it.
    let mut leads: VecDeque<String> = olds.iter().flatten().map(|old| apart(old).0).collect();
    for (new, from) in new.iter().zip(&aligned.from) {
        let Tree::Object(members) = new else { continue };
        let found = from.and_then(|from| olds[from].take());
        if let Some(mut found) = found {
            if let Some(lead) = leads.pop_front().filter(|_| is_moved) {
                let own = apart(&found).1;
                found.decor_mut().set_prefix(lead + &own);
            }
            remove(&mut found, members, false, free);
            table(&mut found, members, false, free)?;
            old.push(found);
        } else if let Item::ArrayOfTables(added) =
            made(key, &Tree::Array(vec![new.clone()]), false)?
        {
            added.into_iter().for_each(|added| old.push(added));
        }
    }
    if is_moved {
        replace(old);
    }
    Ok(())
}

/// What is in front of a table: its own comments, and what is in front of those.
fn apart(table: &Table) -> (String, String) {
    let prefix = table.decor().prefix().and_then(RawString::as_str);
    let prefix = prefix.unwrap_or("\n");
    let own = prefix[free_of(prefix).len()..].trim_start_matches(['\r', '\n', ' ', '\t']);
    let lead = &prefix[..prefix.len() - own.len()];
    (lead.to_owned(), own.to_owned())
}

/// Gives tables that were moved the places of all, in their order.
fn replace(tables: &mut ArrayOfTables) {
    let mut places: Vec<isize> = Vec::new();
    for table in tables.iter_mut() {
        each(table, &mut |table| places.extend(table.position()));
    }
    places.sort_unstable();
    let mut places = places.into_iter();
    for table in tables.iter_mut() {
        let mut own: Vec<isize> = Vec::new();
        each(table, &mut |table| own.extend(table.position()));
        own.sort_unstable();
        let taken: Vec<isize> = places.by_ref().take(own.len()).collect();
        each(table, &mut |table| {
            let at = table.position().and_then(|at| own.binary_search(&at).ok());
            if let Some(place) = at.and_then(|at| taken.get(at)) {
                table.set_position(Some(*place));
            }
        });
    }
}

/// Visits a table and all in it.
pub(super) fn each(table: &mut Table, visit: &mut dyn FnMut(&mut Table)) {
    visit(table);
    for (_, item) in table.iter_mut() {
        match item {
            Item::Table(table) => each(table, visit),
            Item::ArrayOfTables(tables) => tables.iter_mut().for_each(|table| each(table, visit)),
            Item::None | Item::Value(_) => {}
        }
    }
}
