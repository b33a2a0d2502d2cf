//! Comments that belong to nobody: those with an empty line below. They stay where what follows them
//! is taken away.

use toml_edit::{DocumentMut, Item, RawString, Table, TableLike, Value};

use super::arrays::each;

/// Such comments that wait for a place, each with that of the table in which it was.
#[derive(Default)]
pub(super) struct Free(Vec<(isize, String)>);

/// The place of what is in front of all tables.
const ROOT: isize = isize::MIN;

fn text(part: Option<&RawString>) -> &str {
    part.and_then(|part| part.as_str()).unwrap_or_default()
}

/// Comment lines in front of the last empty line: they are not directly above.
pub(super) fn free_of(lead: &str) -> &str {
    let mut end = 0;
    let mut at = 0;
    for line in lead.split_inclusive('\n') {
        // The first part is the rest of a line.
        if at > 0 && line.trim().is_empty() && line.ends_with('\n') {
            end = at;
        }
        at += line.len();
    }
    &lead[..end]
}

/// What is in front of a member, where it is written in the table itself.
fn front<'t>(table: &'t dyn TableLike, key: &str) -> Option<&'t str> {
    let (key, item) = table.get_key_value(key)?;
    match item {
        Item::Value(_) => Some(text(key.leaf_decor().prefix())),
        Item::Table(inner) if inner.is_dotted() => {
            let (first, _) = inner.iter().next()?;
            front(inner, first)
        }
        _ => None,
    }
}

fn set_front(table: &mut dyn TableLike, key: &str, prefix: String) {
    let Some((mut key, item)) = table.get_key_value_mut(key) else {
        return;
    };
    match item {
        Item::Table(inner) if inner.is_dotted() => {
            let first = inner.iter().next().map(|(first, _)| first.to_owned());
            if let Some(first) = first {
                set_front(inner, &first, prefix);
            }
        }
        _ => key.leaf_decor_mut().set_prefix(prefix),
    }
}

impl Free {
    /// A member of a table is about to be removed; `is_root` says that the table is the whole text.
    pub(super) fn let_member_go(&mut self, table: &mut Table, key: &str, is_root: bool) {
        match table.get(key) {
            Some(Item::Table(table)) if !table.is_dotted() => {
                return self.let_table_go(&table.clone());
            }
            Some(Item::ArrayOfTables(tables)) => {
                return tables.iter().for_each(|table| self.let_table_go(table));
            }
            _ => {}
        }
        let names: Vec<String> = table.iter().map(|(name, _)| name.to_owned()).collect();
        let fronts: Vec<(&str, &str)> = names
            .iter()
            .filter_map(|name| Some((name.as_str(), front(table, name)?)))
            .collect();
        let Some(at) = fronts.iter().position(|(name, _)| *name == key) else {
            return;
        };
        let own = fronts[at].1;
        let mut free = free_of(own).to_owned();
        let others = fronts.iter().skip(1);
        if is_root && at == 0 && others.clone().all(|(_, front)| !front.contains('#')) {
            // What is at the beginning is about all of the text, unless others have comments too.
            own.clone_into(&mut free);
        }
        if !free.contains('#') {
            return;
        }
        match fronts.get(at + 1) {
            Some((next, prefix)) => {
                let (next, prefix) = ((*next).to_owned(), free + prefix);
                set_front(table, &next, prefix);
            }
            None => {
                let place = table.position().filter(|_| !is_root);
                self.0.push((place.unwrap_or(ROOT), free));
            }
        }
    }

    /// A table is about to be removed.
    pub(super) fn let_table_go(&mut self, table: &Table) {
        let free = free_of(text(table.decor().prefix()));
        if let (Some(place), true) = (table.position(), free.contains('#')) {
            self.0.push((place, free.to_owned()));
        }
    }

    /// Puts the comments in front of what follows.
    pub(super) fn settle(self, document: &mut DocumentMut) {
        for (place, free) in self.0.into_iter().rev() {
            let mut next: Option<isize> = None;
            each(document.as_table_mut(), &mut |table| {
                let later = table.position().filter(|at| *at > place && is_shown(table));
                next = next.into_iter().chain(later).min();
            });
            let Some(next) = next else {
                let end = text(Some(document.trailing())).to_owned();
                document.set_trailing(free + &end);
                continue;
            };
            let mut free = Some(free);
            each(document.as_table_mut(), &mut |table| {
                if table.position() == Some(next)
                    && let Some(free) = free.take_if(|_| is_shown(table))
                {
                    let prefix = free + text(table.decor().prefix());
                    table.decor_mut().set_prefix(prefix);
                }
            });
        }
    }
}

/// Whether a table has a header.
fn is_shown(table: &Table) -> bool {
    !(table.is_dotted() || table.is_implicit() && table.get_values().is_empty())
}

/// Whether a table in braces has comments of its own.
pub(super) fn has_comments(table: &toml_edit::InlineTable) -> bool {
    let has = |part: Option<&RawString>| text(part).contains('#');
    has(Some(table.trailing()))
        || table.iter().any(|(name, value)| {
            let key = table.key(name).map(toml_edit::Key::leaf_decor);
            has(key.and_then(toml_edit::Decor::prefix))
                || has(value.decor().prefix())
                || has(value.decor().suffix())
                || matches!(value, Value::InlineTable(inner) if inner.is_dotted() && has_comments(inner))
        })
}
