//! Our values as the oracle shows its own.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use isolate_formats::csv::{self, Flaw, Row, Rows};
use isolate_formats::{Error, Tree};
use serde_json::{Value, json};

/// A value as JSON, with what JSON has not as an object of one member.
pub(crate) fn encode(tree: &Tree) -> Value {
    match tree {
        Tree::Null => Value::Null,
        Tree::Bool(value) => json!(value),
        Tree::Number(value) => number(*value),
        Tree::Integer(digits) => json!({ "$integer": digits }),
        Tree::String(text) => json!(text),
        Tree::Bytes(bytes) => json!({ "$bytes": STANDARD.encode(bytes) }),
        Tree::Date(text) => json!({ "$date": date(text) }),
        Tree::Array(items) => items.iter().map(encode).collect(),
        Tree::Object(members) => Value::Object(
            members
                .iter()
                .map(|(key, value)| (key.clone(), encode(value)))
                .collect(),
        ),
    }
}

/// Integers are shown as Node prints them: without a fraction.
pub(crate) fn number(value: f64) -> Value {
    if value.is_nan() {
        return json!({ "$number": "NaN" });
    }
    if value.is_infinite() {
        return json!({ "$number": if value > 0.0 { "Infinity" } else { "-Infinity" } });
    }
    let text = ryu_js::Buffer::new().format_finite(value).to_owned();
    serde_json::from_str(&text).unwrap_or(Value::Null)
}

/// A date of TOML as `smol-toml` prints it: milliseconds, and `Z` for a zone of zero.
fn date(text: &str) -> String {
    let Ok(parsed) = text.parse::<toml_datetime::Datetime>() else {
        return text.to_owned();
    };
    let mut shown = parsed.date.map_or(String::new(), |date| date.to_string());
    if let Some(time) = parsed.time {
        if !shown.is_empty() {
            shown.push('T');
        }
        let millis = time.nanosecond.unwrap_or_default() / 1_000_000;
        shown += &format!(
            "{:02}:{:02}:{:02}.{millis:03}",
            time.hour,
            time.minute,
            time.second.unwrap_or_default()
        );
    }
    match parsed.offset.map(|offset| offset.to_string()) {
        None => {}
        Some(offset) if offset == "Z" || offset.ends_with("00:00") => shown.push('Z'),
        Some(offset) => shown += &offset,
    }
    shown
}

/// Rows as arrays, or as objects where there are columns.
#[derive(Default)]
pub(crate) struct Table {
    columns: Vec<String>,
    rows: Vec<Value>,
    /// Where a quote is that is not closed.
    pub(crate) unclosed: Option<usize>,
}

impl Table {
    pub(crate) fn finish(self) -> Value {
        Value::Array(self.rows)
    }
}

impl Rows for Table {
    type Error = Error;

    fn columns(&mut self, names: &[String]) -> Result<(), Error> {
        self.columns = names.to_vec();
        Ok(())
    }

    fn flaw(&mut self, flaw: Flaw) -> Result<(), Error> {
        if flaw.is_unclosed {
            self.unclosed = Some(flaw.offset);
        }
        Ok(())
    }

    fn row(&mut self, row: &Row<'_>) -> Result<(), Error> {
        self.rows.push(if self.columns.is_empty() {
            row.cells().collect()
        } else {
            let members = self
                .columns
                .iter()
                .cloned()
                .zip(row.cells().map(Value::from));
            Value::Object(members.collect())
        });
        Ok(())
    }
}

/// The rows of a table.
pub(crate) fn table(text: &str, options: csv::Options) -> Result<Value, String> {
    let mut table = Table::default();
    csv::parse(text, options, &mut table).map_err(|error| error.message().to_owned())?;
    Ok(table.finish())
}
