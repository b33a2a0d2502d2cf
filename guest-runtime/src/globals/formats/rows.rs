//! Rows of a table that comes in pieces.

use boa_engine::object::builtins::JsArray;
use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsNativeError, JsResult, JsString, JsValue};
use isolate_formats::{Lines, csv};

use super::csv::{Reading, Table};
use super::options::Options;
use super::{Fault, with_bytes};
use crate::shared::Shared;

const CALLEE: &str = "state.rows";

/// Bytes of one row, at most: a quote that is never closed takes no more memory than this.
const ROW_BYTES_MAX: usize = 16 << 20;

/// Reads a table in pieces.
pub(super) struct RowReader(Format);

enum Format {
    Csv {
        reader: Box<csv::Reader>,
        reading: Box<Reading>,
        columns: Option<Vec<Option<PropertyKey>>>,
    },
    Ndjson(Lines),
}

impl RowReader {
    /// A reader of the file at a path, by the options of `state.rows`.
    pub(super) fn new(path: &str, options: &JsValue, context: &mut Context) -> JsResult<Self> {
        let mut given = Options::read(options, CALLEE, context)?;
        let format = given.text(&["format"])?;
        let lower = path.to_ascii_lowercase();
        let name = match &format {
            Some(format) => format.to_ascii_lowercase(),
            None => lower.rsplit_once('.').map_or("", |(_, end)| end).to_owned(),
        };
        match name.as_str() {
            "csv" | "tsv" | "tab" => {
                let mut reading = Reading::take(&mut given, context)?;
                given.finish()?;
                if name != "csv" && !given.was_given(&["delimiter", "separator"]) {
                    reading.options.delimiter = "\t".to_owned();
                }
                reading.options.row_bytes_max = ROW_BYTES_MAX;
                let reader = csv::Reader::new(reading.options.clone())
                    .map_err(|error| Fault::from(error).thrown(CALLEE, context))?;
                Ok(Self(Format::Csv {
                    reader: Box::new(reader),
                    reading: Box::new(reading),
                    columns: None,
                }))
            }
            "ndjson" | "jsonl" | "jsonlines" => {
                given.finish()?;
                Ok(Self(Format::Ndjson(Lines::new(ROW_BYTES_MAX))))
            }
            _ => {
                let what = match format {
                    Some(format) => format!("has no format {format}"),
                    None => format!("does not know the format of {path} by its name"),
                };
                Err(JsNativeError::typ()
                    .with_message(format!(
                        "{CALLEE} {what}: give {{ format: \"csv\" }}, \"tsv\" or \"ndjson\""
                    ))
                    .into())
            }
        }
    }

    /// Reads a piece, and gives an array of the rows that are complete.
    pub(super) fn read(
        &mut self,
        piece: &JsValue,
        is_last: bool,
        context: &mut Context,
    ) -> JsResult<JsValue> {
        // A copy, since the functions of a program run while it is read.
        let bytes = with_bytes(piece, context, |bytes| Ok(bytes.to_vec()))?;
        let read = match &mut self.0 {
            Format::Csv {
                reader,
                reading,
                columns,
            } => {
                let mut table = Table::new(reading, columns, context);
                let mut read = reader.push(&bytes, &mut table);
                if read.is_ok() && is_last {
                    read = reader.finish(&mut table);
                }
                read.map(|()| table.rows)
            }
            Format::Ndjson(lines) => json_lines(lines, &bytes, is_last, context),
        };
        match read {
            Ok(rows) => Ok(JsArray::from_iter(rows, context).into()),
            Err(fault) => Err(fault.thrown(CALLEE, context)),
        }
    }
}

fn json_lines(
    lines: &mut Lines,
    bytes: &[u8],
    is_last: bool,
    context: &mut Context,
) -> Result<Vec<JsValue>, Fault> {
    let parse = Shared::of(context).originals().json_parse;
    let mut rows = Vec::new();
    let mut each = |line: usize, text: &str| {
        let args = [JsString::from(text).into()];
        match parse.call(&JsValue::undefined(), &args, context) {
            Ok(row) => {
                rows.push(row);
                Ok(())
            }
            Err(error) => {
                let why = error.try_native(context).map_or_else(
                    |_| "it is no JSON".to_owned(),
                    |error| error.message().to_owned(),
                );
                let message = format!("{CALLEE}: line {line}: {why}");
                Err(Fault::Thrown(
                    JsNativeError::syntax().with_message(message).into(),
                ))
            }
        }
    };
    lines.push(bytes, &mut each)?;
    if is_last {
        lines.finish(&mut each)?;
    }
    Ok(rows)
}
