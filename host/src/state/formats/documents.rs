//! YAML and TOML files as documents that are queried and updated as those of JSON are.

use bumpalo::Bump;
use isolate_formats::{toml, yaml};
use isolate_protocol::ErrorCode;
use isolate_text::json::{Document, Indent, Json, Layout, Operation, parse, update};
use isolate_text::{VPath, budget};

use super::super::json_values::{document_fault, update_fault};
use super::super::{Call, Fault};
use super::node::{Nodes, Purpose, to_json};
use super::shown::ShownJson;
use super::{Halt, bare, yaml_of, yaml_options};
use crate::stop::Stop;

/// The longest text of a format that is changed in its place. The deadline is checked with each part of a
/// YAML text that is read, and between the steps with a TOML text, each of which looks at all of it: the
/// longest reads it, and takes 50 ms for a MiB.
pub(super) const fn updated_bytes_max(format: Format) -> usize {
    match format {
        Format::Toml => 1 << 20,
        _ => 2 << 20,
    }
}

/// What a byte of a text takes while it is changed in its place.
const UPDATE_BYTES_A_BYTE: usize = 24;

/// The format of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Format {
    Json,
    Yaml,
    Toml,
}

impl Format {
    /// The format of a file: that of its name, unless its text is JSON.
    pub(in super::super) fn of(path: &VPath, text: &str) -> Self {
        let format = match extension(path).as_str() {
            "yaml" | "yml" => Self::Yaml,
            "toml" => Self::Toml,
            _ => return Self::Json,
        };
        let text = bare(text);
        if text.trim_start().starts_with(['{', '[']) && parse(text).is_ok() {
            return Self::Json;
        }
        format
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Json => "JSON",
            Self::Yaml => "YAML",
            Self::Toml => "TOML",
        }
    }
}

pub(super) fn extension(path: &VPath) -> String {
    let name = path.name().unwrap_or_default();
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    extension.to_ascii_lowercase()
}

/// The call that reads a file of this name which is not JSON.
pub(in super::super) fn reader_of(path: &VPath) -> Option<String> {
    let shown = path.as_str();
    Some(match extension(path).as_str() {
        "yaml" | "yml" => format!("await state.readYaml({shown:?}) reads YAML"),
        "toml" => format!("await state.readToml({shown:?}) reads TOML"),
        "csv" => format!("await state.readCsv({shown:?}, {{ header: true }}) reads CSV"),
        "tsv" | "tab" => {
            format!("await state.readCsv({shown:?}, {{ header: true }}) reads such tables")
        }
        "xml" => format!("await state.readXml({shown:?}) reads XML"),
        "ndjson" | "jsonl" | "ldjson" => {
            format!("await state.readNdjson({shown:?}) reads one JSON text a line")
        }
        _ => return None,
    })
}

/// Reads the text of a YAML or TOML file as a document.
pub(in super::super) fn parsed(
    call: &Call<'_>,
    path: &VPath,
    format: Format,
    text: &str,
    purpose: Purpose,
) -> Result<Document, Fault> {
    let text = bare(text);
    let read = || {
        let arena = Bump::new();
        let node = match format {
            Format::Yaml => yaml_of(text, &yaml_options(path), &arena)?,
            _ => {
                let mut options = toml::Options::default();
                options.integers = toml::Integers::Big;
                toml::parse(text, &options, &mut Nodes(&arena))?
            }
        };
        to_json(node, purpose)
    };
    match read() {
        Ok(json) => Ok(json.into()),
        Err(halt) => Err(call.halted_reading(halt, format.name(), path)),
    }
}

/// Charges what it takes to change a text of so many bytes in its place.
pub(super) fn charge_update(bytes: usize) -> Result<(), Fault> {
    budget::charge(UPDATE_BYTES_A_BYTE * bytes)?;
    Ok(Stop::check()?)
}

/// The text of a YAML or TOML file after operations on its value `before`.
pub(in super::super) fn updated_text(
    call: &Call<'_>,
    path: &VPath,
    format: Format,
    text: &str,
    before: &Json,
    operations: &[Operation],
) -> Result<String, Fault> {
    let name = format.name();
    let bytes_max = updated_bytes_max(format);
    if text.len() > bytes_max {
        let message = format!(
            "a {name} file of more than {} MiB is not updated: read, change and write it",
            bytes_max >> 20
        );
        return Err(call.error_at(ErrorCode::FileTooLarge, &message, path.as_str()));
    }
    let _freed = budget::scratch();
    let bytes_max = call.file_bytes_max();
    let too_long = || call.halted_writing(Halt::TooLong, name, path);
    // What the aliases of a text stand for can be far longer than the text.
    let values = Layout::new(Indent::compact())
        .print(before, bytes_max)
        .map_err(|_| too_long())?;
    let updated =
        update(&values, &values, operations).map_err(|error| update_fault(call, &error, path))?;
    if !updated.is_changed() {
        return Ok(text.to_owned());
    }
    let values = updated.text(bytes_max).map_err(|_| too_long())?;
    let after: Document = match parse(&values) {
        Ok(value) => value.into(),
        Err(error) => return Err(document_fault(call, ErrorCode::Invalid, &error, path)),
    };
    charge_update(text.len() + values.len())?;
    let mut source = ShownJson::within(bytes_max);
    let changed = match format {
        Format::Yaml => {
            let lossy = call.options(2).flag("lossy");
            yaml::update(text, &mut source, &&*after, &yaml_options(path), lossy)
        }
        _ => toml::update(bare(text), &mut source, &&*after),
    };
    changed.map_err(|halt| match halt {
        Halt::Text(error) => {
            let message = format!("Cannot update {path} as {name}: {error}");
            call.own_words(ErrorCode::Invalid, message, Some(path))
        }
        halt => call.halted_writing(halt, name, path),
    })
}
