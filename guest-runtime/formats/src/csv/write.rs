//! Rows as CSV.

use std::borrow::Cow;
use std::collections::HashSet;

use crate::number::printed;
use crate::{Error, Source, View, json};

/// How rows are written.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Style {
    /// What parts cells.
    pub delimiter: String,
    /// What encloses cells that need it.
    pub quote: char,
    /// What precedes a quote inside of quotes.
    pub escape: char,
    /// What ends lines.
    pub newline: String,
    /// Whether the last line has an end.
    pub last_newline: bool,
    /// Whether objects are preceded by a line of their columns.
    pub header: bool,
    /// The members that become columns, and their order; otherwise all, as they come.
    pub columns: Option<Vec<String>>,
    /// What the line of columns calls them, where that is not the names of the members.
    pub titles: Option<Vec<String>>,
    /// Whether every cell is in quotes.
    pub quote_all: bool,
    /// Whether cells are quoted that begin or end with a space (`papaparse`).
    pub quote_spaces: bool,
    /// Whether an empty cell alone in its line is in quotes, since an empty line may be passed over.
    pub quote_lone_empty: bool,
    /// What truth values are.
    pub bools: [String; 2],
    /// Whether there is a byte order mark.
    pub bom: bool,
}

impl Default for Style {
    fn default() -> Self {
        Self {
            delimiter: ",".to_owned(),
            quote: '"',
            escape: '"',
            newline: "\n".to_owned(),
            last_newline: true,
            header: true,
            columns: None,
            titles: None,
            quote_all: false,
            quote_spaces: false,
            quote_lone_empty: true,
            bools: ["false".to_owned(), "true".to_owned()],
            bom: false,
        }
    }
}

/// Writes an array of rows, which are all arrays or all objects.
///
/// # Errors
///
/// Rows of another kind, and what `source` fails with.
pub fn write<S: Source>(
    source: &mut S,
    rows: &S::Value,
    style: &Style,
) -> Result<String, S::Error> {
    let rows = match source.view(rows)? {
        View::Array(rows) => rows,
        view => {
            return Err(
                Error::new(format!("a table is an array of rows, not {}", view.kind())).into(),
            );
        }
    };
    let columns = columns(source, &rows, style)?;
    let mut lines = Lines {
        out: String::new(),
        style,
        start: 0,
        cells: 0,
    };
    if style.bom {
        lines.out.push_str(crate::BYTE_ORDER_MARK);
        lines.start = lines.out.len();
    }
    if let Some(names) = &columns
        && style.header
        && !names.is_empty()
    {
        for name in style.titles.as_ref().unwrap_or(names) {
            lines.cell(name);
        }
        lines.end();
    }
    for row in &rows {
        match source.view(row)? {
            View::Array(cells) => {
                for cell in &cells {
                    let view = source.view(cell)?;
                    let text = cell_text(source, &view, style)?;
                    lines.cell(&text);
                }
            }
            View::Object(members) => {
                let members: std::collections::HashMap<&str, &S::Value> =
                    members.iter().map(|(key, value)| (&**key, value)).collect();
                for name in columns.iter().flatten() {
                    let view = match members.get(name.as_str()) {
                        Some(value) => source.view(value)?,
                        None => View::Absent,
                    };
                    let text = cell_text(source, &view, style)?;
                    lines.cell(&text);
                }
            }
            _ => {}
        }
        lines.end();
        source.written(lines.out.len())?;
    }
    let mut out = lines.out;
    if !style.last_newline && out.ends_with(&style.newline) {
        out.truncate(out.len() - style.newline.len());
    }
    Ok(out)
}

/// The columns of objects: those that are given, or the union of all members. Arrays have none.
fn columns<S: Source>(
    source: &mut S,
    rows: &[S::Value],
    style: &Style,
) -> Result<Option<Vec<String>>, S::Error> {
    let mut names = Vec::new();
    let mut seen = HashSet::new();
    let mut first = "";
    for (at, row) in rows.iter().enumerate() {
        let view = source.view(row)?;
        let kind = view.kind();
        if !matches!(view, View::Array(_) | View::Object(_)) || (at > 0 && kind != first) {
            let message = format!(
                "row {} is {kind}: all rows must be arrays, or all objects",
                at + 1
            );
            return Err(Error::new(message).into());
        }
        first = kind;
        if let View::Object(members) = view
            && style.columns.is_none()
        {
            for (name, _) in members {
                if !seen.contains(&*name) {
                    seen.insert(name.clone().into_owned());
                    names.push(name.into_owned());
                }
            }
        }
    }
    Ok(match &style.columns {
        Some(columns) => Some(columns.clone()),
        None if first == "an object" => Some(names),
        None => None,
    })
}

fn cell_text<'v, S: Source>(
    source: &mut S,
    view: &'v View<'_, S::Value>,
    style: &'v Style,
) -> Result<Cow<'v, str>, S::Error> {
    Ok(match view {
        View::Absent | View::Null => Cow::Borrowed(""),
        View::Bool(value) => Cow::Borrowed(&style.bools[usize::from(*value)]),
        View::Number(value) => Cow::Owned(printed(*value)),
        View::Integer(text) | View::String(text) | View::Date(text) => Cow::Borrowed(&**text),
        View::Bytes(_) | View::Array(_) | View::Object(_) => {
            let mut text = String::new();
            json::push(&mut text, source, view, 0)?;
            Cow::Owned(text)
        }
    })
}

struct Lines<'s> {
    out: String,
    style: &'s Style,
    /// Where the line begins.
    start: usize,
    /// Cells of the line.
    cells: usize,
}

impl Lines<'_> {
    fn cell(&mut self, text: &str) {
        if self.cells > 0 {
            self.out.push_str(&self.style.delimiter);
        }
        self.cells += 1;
        if !self.is_quoted(text) {
            self.out.push_str(text);
            return;
        }
        let (quote, escape) = (self.style.quote, self.style.escape);
        self.out.push(quote);
        for c in text.chars() {
            if c == quote || c == escape {
                self.out.push(escape);
            }
            self.out.push(c);
        }
        self.out.push(quote);
    }

    fn is_quoted(&self, text: &str) -> bool {
        let style = self.style;
        style.quote_all
            || text.contains(['\n', '\r', style.quote])
            || text.contains(&style.delimiter)
            || text.starts_with(crate::BYTE_ORDER_MARK)
            || (style.quote_spaces && (text.starts_with(' ') || text.ends_with(' ')))
    }

    fn end(&mut self) {
        if self.cells == 1 && self.out.len() == self.start && self.style.quote_lone_empty {
            self.out.push(self.style.quote);
            self.out.push(self.style.quote);
        }
        self.cells = 0;
        self.out.push_str(&self.style.newline);
        self.start = self.out.len();
    }
}
