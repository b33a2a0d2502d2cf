//! `console.table`.

use boa_engine::object::builtins::{JsMap, JsSet};
use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsObject, JsValue};

use crate::convert::key_text;
use crate::inspect::{self, Options, width};
use crate::peek;

/// Rows that are printed.
const ROWS_MAX: usize = 1_000;

/// Columns that are printed.
const COLUMNS_MAX: usize = 100;

/// The table of a value; `None` where it is no object.
pub(super) fn table(data: &JsValue, wanted: &JsValue, context: &mut Context) -> Option<String> {
    let data = inspect::without_proxy(&data.as_object()?, context)?;
    if let Ok(map) = JsMap::from_object(data.clone()) {
        let mut rows = Vec::new();
        let _ = map.for_each_native(|key, value| {
            rows.push((key, value));
            Ok(())
        });
        let rows = rows
            .iter()
            .take(ROWS_MAX)
            .enumerate()
            .map(|(at, (key, value))| {
                vec![at.to_string(), cell(key, context), cell(value, context)]
            })
            .collect();
        let head = ["(iteration index)", "Key", "Values"];
        return Some(render(head.map(str::to_owned).to_vec(), rows));
    }
    if let Ok(set) = JsSet::from_object(data.clone()) {
        let mut items = Vec::new();
        let _ = set.for_each_native(|item| {
            items.push(item);
            Ok(())
        });
        let rows = items
            .iter()
            .take(ROWS_MAX)
            .enumerate()
            .map(|(at, item)| vec![at.to_string(), cell(item, context)])
            .collect();
        let head = ["(iteration index)", "Values"];
        return Some(render(head.map(str::to_owned).to_vec(), rows));
    }
    Some(objects(&data, &names(wanted), context))
}

/// Columns that the caller asks for.
fn names(wanted: &JsValue) -> Option<Vec<PropertyKey>> {
    let wanted = wanted.as_object().filter(JsObject::is_array)?;
    let texts = peek::own_keys(&wanted)
        .into_iter()
        .filter(|key| matches!(key, PropertyKey::Index(_)))
        .filter_map(|key| peek::own(&wanted, &key)?.value()?.as_string());
    Some(texts.map(PropertyKey::from).collect())
}

fn objects(data: &JsObject, wanted: &Option<Vec<PropertyKey>>, context: &mut Context) -> String {
    let mut columns: Vec<PropertyKey> = Vec::new();
    let mut has_values = false;
    let mut rows = Vec::new();
    for key in enumerable(data).into_iter().take(ROWS_MAX) {
        let item = value_of(data, &key);
        let index = key_text(&key).to_std_string_lossy();
        let mut row = (index, Vec::new(), None);
        let object = item.as_object();
        let object = object.and_then(|object| inspect::without_proxy(&object, context));
        match (&object, wanted) {
            (None, None) => {
                has_values = true;
                row.2 = Some(cell(&item, context));
            }
            _ => {
                let keys = wanted
                    .clone()
                    .unwrap_or_else(|| object.as_ref().map(enumerable).unwrap_or_default());
                for key in keys {
                    let at = columns.iter().position(|column| *column == key);
                    let at = at.unwrap_or_else(|| {
                        columns.push(key.clone());
                        columns.len() - 1
                    });
                    let has_own = object
                        .as_ref()
                        .filter(|object| peek::own(object, &key).is_some());
                    if let Some(object) = has_own {
                        row.1.push((at, cell(&value_of(object, &key), context)));
                    }
                }
            }
        }
        rows.push(row);
    }
    columns.truncate(COLUMNS_MAX);
    let mut head = vec!["(index)".to_owned()];
    head.extend(
        columns
            .iter()
            .map(|key| key_text(key).to_std_string_lossy()),
    );
    if has_values {
        head.push("Values".to_owned());
    }
    let rows = rows
        .into_iter()
        .map(|(index, cells, value)| {
            let mut row = vec![String::new(); head.len()];
            row[0] = index;
            for (at, cell) in cells {
                if at < columns.len() {
                    row[at + 1] = cell;
                }
            }
            if let Some(value) = value {
                let last = row.len() - 1;
                row[last] = value;
            }
            row
        })
        .collect();
    render(head, rows)
}

fn enumerable(object: &JsObject) -> Vec<PropertyKey> {
    peek::own_keys(object)
        .into_iter()
        .filter(|key| !matches!(key, PropertyKey::Symbol(_)))
        .filter(|key| peek::own(object, key).is_some_and(|own| own.enumerable() == Some(true)))
        .collect()
}

fn value_of(object: &JsObject, key: &PropertyKey) -> JsValue {
    peek::own(object, key)
        .and_then(|own| own.value().cloned())
        .unwrap_or_default()
}

fn cell(value: &JsValue, context: &mut Context) -> String {
    let is_wide = value
        .as_object()
        .is_some_and(|object| !object.is_array() && enumerable(&object).len() > 2);
    let options = Options {
        depth: if is_wide { -1 } else { 0 },
        items_max: 3,
        line_width: usize::MAX / 4,
        ..Options::default()
    };
    inspect::inspect_with(value, options, context)
}

fn render(head: Vec<String>, rows: Vec<Vec<String>>) -> String {
    let widths: Vec<usize> = (0..head.len())
        .map(|at| {
            let cells = rows.iter().map(|row| width(&row[at]));
            cells.fold(width(&head[at]), usize::max) + 2
        })
        .collect();
    let line = |left: &str, middle: &str, right: &str| {
        let parts: Vec<String> = widths.iter().map(|width| "─".repeat(*width)).collect();
        format!("{left}{}{right}", parts.join(middle))
    };
    let written = |row: &[String]| {
        let cells: Vec<String> = row
            .iter()
            .zip(&widths)
            .map(|(cell, &column)| format!(" {cell}{}", " ".repeat(column - width(cell) - 1)))
            .collect();
        format!("│{}│", cells.join("│"))
    };
    let mut text = line("┌", "┬", "┐");
    text.push('\n');
    text.push_str(&written(&head));
    text.push('\n');
    text.push_str(&line("├", "┼", "┤"));
    text.push('\n');
    for row in &rows {
        text.push_str(&written(row));
        text.push('\n');
    }
    text.push_str(&line("└", "┴", "┘"));
    text
}
