//! Files in other formats than JSON.
//!
//! Invariant: what is read and written is charged as it grows, and every loop over a file asks whether
//! the run is over.

mod csv;
mod documents;
mod ndjson;
mod node;
mod shown;

use std::borrow::Cow;

use bumpalo::Bump;
use isolate_formats::{Error, toml, xml, yaml};
use isolate_protocol::{ErrorCode, FRONT_MATTER};
use isolate_text::VPath;

use super::args::Options;
use super::content::utf16_label;
use super::{Call, Fault};
use crate::cast::to_integer;
use crate::charge::{Halted, made};
use crate::stop::Stop;
use node::{Node, Nodes, Reply, is_same};
use shown::Shown;

pub(super) use csv::{read_csv, write_csv};
pub(super) use documents::{Format, parsed, reader_of, updated_text};
pub(super) use ndjson::{read_ndjson, write_ndjson};
pub(super) use node::Purpose;

/// Why a file is not read or written.
#[derive(Debug)]
pub(super) enum Halt {
    /// The text is not of its format, or the value does not fit.
    Text(Error),
    /// The text would be longer than a file may be.
    TooLong,
    /// The run is over.
    Stop(Stop),
}

impl From<Error> for Halt {
    fn from(error: Error) -> Self {
        Self::Text(error)
    }
}

impl From<Stop> for Halt {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop)
    }
}

impl From<Halted> for Halt {
    fn from(_: Halted) -> Self {
        // Where the memory is used up, the run ends for that.
        Self::Stop(Stop::Halted)
    }
}

impl Call<'_> {
    /// The error of a text that is not of its format: `Invalid YAML in P: …`, as JSON has it.
    fn halted_reading(&self, halt: Halt, format: &str, path: &VPath) -> Fault {
        match halt {
            Halt::Text(error) => {
                let message = format!("Invalid {format} in {path}: {error}");
                self.own_words(ErrorCode::BadFormat, message, Some(path))
            }
            halt => self.halted_writing(halt, format, path),
        }
    }

    /// The error of a value that a format cannot hold.
    fn halted_writing(&self, halt: Halt, format: &str, path: &VPath) -> Fault {
        match halt {
            Halt::Text(error) => {
                let message = format!("Cannot write {path} as {format}: {error}");
                self.own_words(ErrorCode::Invalid, message, Some(path))
            }
            Halt::TooLong => {
                let bytes = self.file_bytes_max();
                let text = format!("the {format} text would have more than {bytes} bytes");
                self.error_at(ErrorCode::FileTooLarge, &text, path.as_str())
            }
            Halt::Stop(stop) => Fault::Stop(stop),
        }
    }

    /// Reads a file that must be UTF-8.
    fn read_utf8(&mut self, path: &VPath, format: &str) -> Result<String, Fault> {
        let bytes = self.read(path)?;
        made(0).map_err(|_| Stop::Halted)?;
        let shown = path.as_str();
        let refused = |what: &str, text: &str| {
            let message = format!(
                "Invalid {format} in {path}: the file is {what}; write {format}.parse({text})"
            );
            self.own_words(ErrorCode::BadFormat, message, Some(path))
        };
        if let Some(label) = utf16_label(&bytes) {
            let text = format!("await state.readFile({shown:?}, {{ encoding: {label:?} }})");
            return Err(refused("UTF-16", &text));
        }
        String::from_utf8(bytes).map_err(|error| {
            let at = error.utf8_error().valid_up_to();
            let text = format!("await state.readFile({shown:?}, {{ encoding: \"windows-1252\" }})");
            refused(&format!("not UTF-8 (at byte {at})"), &text)
        })
    }

    /// The text of the file that is to be replaced, if there is one and it is UTF-8.
    fn old_text(&mut self, path: &VPath) -> Result<Option<String>, Fault> {
        if !matches!(self.tree.stat(path), Ok(Some(_))) {
            return Ok(None);
        }
        match self.read(path) {
            Ok(bytes) => Ok(String::from_utf8(bytes).ok()),
            Err(Fault::Stop(stop)) => Err(stop.into()),
            // The error is the one of writing, if it is one there too.
            Err(fault) => self.worded(fault).map(|_| None).map_err(Fault::from),
        }
    }

    /// Charges what looking at the argument takes: the lists of its items, twice at most.
    fn charge_written(&self) -> Result<(), Fault> {
        self.charge_copies(2)?;
        self.charge_document()
    }

    fn answer(
        &mut self,
        path: &VPath,
        node: &Node<'_>,
        has_big_integers: bool,
    ) -> Result<(), Fault> {
        let reply = Reply {
            path,
            has_big_integers,
        };
        reply.put(node, self)?;
        self.charge_reply()
    }
}

/// A text without its byte order mark.
fn bare(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// The options for YAML files.
fn yaml_options(path: &VPath) -> yaml::Options {
    let mut options = yaml::Options::default();
    options.reads_all = Cow::Owned(format!(
        "await state.readYaml({:?}, {{ all: true }})",
        path.as_str()
    ));
    options
}

pub(super) fn read_yaml(call: &mut Call<'_>) -> Result<(), Fault> {
    let path = call.path(0)?;
    let mut options = yaml_options(&path);
    options.merge = call.options(1).boolean("merge").unwrap_or(true);
    let is_all = call.options(1).flag("all");
    let text = call.read_utf8(&path, "YAML")?;
    let arena = Bump::new();
    let read = if is_all {
        all_of(bare(&text), &options, &arena)
    } else {
        yaml_of(bare(&text), &options, &arena)
    };
    let node = match read {
        Ok(node) => node,
        Err(Halt::Text(_)) if has_front_matter(&path, bare(&text)) => {
            let code = FRONT_MATTER.replace("(path)", &format!("({:?})", path.as_str()));
            let message = format!("the text is not all YAML: {code}");
            return Err(call.halted_reading(Halt::Text(Error::new(message)), "YAML", &path));
        }
        Err(halt) => return Err(call.halted_reading(halt, "YAML", &path)),
    };
    drop(text);
    call.answer(&path, node, false)
}

/// Whether a text of another format begins with YAML between two lines of `---`.
fn has_front_matter(path: &VPath, text: &str) -> bool {
    let is_yaml = matches!(documents::extension(path).as_str(), "yaml" | "yml");
    let mut lines = text.lines().map(str::trim_end);
    !is_yaml && lines.next() == Some("---") && lines.any(|line| line == "---")
}

/// All documents of a text, as an array.
fn all_of<'a>(text: &str, options: &yaml::Options, arena: &'a Bump) -> Result<&'a Node<'a>, Halt> {
    made(text.len())?;
    let documents = yaml::parse_all(text, options, &mut Nodes(arena))?;
    made(documents.len() * size_of::<&Node<'_>>())?;
    Ok(arena.alloc(Node::Array(arena.alloc_slice_copy(&documents))))
}

fn yaml_of<'a>(text: &str, options: &yaml::Options, arena: &'a Bump) -> Result<&'a Node<'a>, Halt> {
    // The reader keeps parts of the text, the longest scalar too.
    made(text.len())?;
    yaml::parse(text, options, &mut Nodes(arena))
}

pub(super) fn write_yaml(call: &mut Call<'_>) -> Result<(), Fault> {
    let path = call.path(0)?;
    call.charge_written()?;
    let mut style = yaml::Style::default();
    let mut source = Shown::within(call.file_bytes_max());
    let options = call.options(2);
    if let Some(indent) = options.number("indent") {
        if !(1.0..=9.0).contains(&indent) || indent.fract() != 0.0 {
            return Err(call.usage_error(format!(
                "\"options.indent\" must be a whole number from 1 to 9, but is {indent}"
            )));
        }
        style.indent = to_integer(indent);
    }
    if options.flag("singleQuote") {
        style.quotes = yaml::Quotes::Single;
    }
    source.sorts = options.flag("sortKeys");
    let written = yaml::write(&mut source, &&call.values[1], &style);
    let text = written.map_err(|halt| call.halted_writing(halt, "YAML", &path))?;
    if let Some(old) = call.old_text(&path)? {
        if is_unchanged(&old, &text, &yaml_options(&path))? {
            return call.done();
        }
        if old.contains('#') && yaml::has_comments(&old) {
            call.note_comments(&path);
        }
    }
    call.write(&path, text.as_bytes())?;
    call.note_rounded_value(&path);
    call.done()
}

/// Whether an old text of YAML, if it can be read, has the value of a new one.
fn is_unchanged(old: &str, new: &str, options: &yaml::Options) -> Result<bool, Fault> {
    let arena = Bump::new();
    let compared = yaml_of(bare(old), options, &arena)
        .and_then(|old| is_same(old, yaml_of(new, options, &arena)?));
    match compared {
        Ok(is_same) => Ok(is_same),
        Err(Halt::Stop(stop)) => Err(stop.into()),
        Err(Halt::Text(_) | Halt::TooLong) => Ok(false),
    }
}

pub(super) fn read_toml(call: &mut Call<'_>) -> Result<(), Fault> {
    let path = call.path(0)?;
    let mut options = toml::Options::default();
    let is_big = call.options(1).flag("bigint");
    if is_big {
        options.integers = toml::Integers::Big;
    }
    let text = call.read_utf8(&path, "TOML")?;
    let arena = Bump::new();
    let node = toml::parse(bare(&text), &options, &mut Nodes(&arena))
        .map_err(|halt| call.halted_reading(halt, "TOML", &path))?;
    drop(text);
    call.answer(&path, node, is_big)
}

pub(super) fn write_toml(call: &mut Call<'_>) -> Result<(), Fault> {
    let path = call.path(0)?;
    call.charge_written()?;
    let mut source = Shown::within(call.file_bytes_max());
    let written = toml::write(&mut source, &&call.values[1], &toml::Style::default());
    let mut text = written.map_err(|halt| call.halted_writing(halt, "TOML", &path))?;
    if let Some(old) = call.old_text(&path)? {
        let old = bare(&old);
        match changed_toml(call, old)? {
            Some(changed) => text = changed,
            None if old.contains('#') => call.note_comments(&path),
            None => {}
        }
    }
    call.write(&path, text.as_bytes())?;
    call.note_rounded_value(&path);
    call.done()
}

/// A text of TOML with the value of a call, if it can be changed in its place.
fn changed_toml(call: &Call<'_>, old: &str) -> Result<Option<String>, Fault> {
    if old.len() > documents::updated_bytes_max(Format::Toml) {
        return Ok(None);
    }
    documents::charge_update(old.len())?;
    call.charge_copies(2)?;
    let mut source = Shown::within(call.file_bytes_max());
    match toml::update(old, &mut source, &&call.values[1]) {
        Ok(changed) => Ok(Some(changed)),
        Err(Halt::Stop(stop)) => Err(stop.into()),
        Err(Halt::Text(_) | Halt::TooLong) => Ok(None),
    }
}

pub(super) fn read_xml(call: &mut Call<'_>) -> Result<(), Fault> {
    let path = call.path(0)?;
    let options = xml_options(call.options(1));
    let text = call.read_utf8(&path, "XML")?;
    let arena = Bump::new();
    let parsed = made(text.len())
        .map_err(Halt::from)
        .and_then(|()| xml::parse(&text, &options, &mut Nodes(&arena)));
    let node = parsed.map_err(|halt| call.halted_reading(halt, "XML", &path))?;
    drop(text);
    call.answer(&path, node, false)
}

fn xml_options(given: Options<'_>) -> xml::Options {
    let name = |name: &str| given.text(name).map(str::to_owned);
    let mut options = xml::Options::default();
    options.attributes = !given.flag("ignoreAttributes");
    if let Some(prefix) = name("attributeNamePrefix") {
        options.attribute_prefix = prefix;
    }
    if let Some(text) = name("textNodeName") {
        options.text_name = text;
    }
    options.attributes_group = name("attributesGroupName");
    options.trim = given.boolean("trimValues").unwrap_or(true);
    options.parse_texts = given.flag("parseTagValue");
    options.parse_attributes = given.flag("parseAttributeValue");
    options.preserve_order = given.flag("preserveOrder");
    options.remove_prefix = given.flag("removeNSPrefix");
    options.always_text = given.flag("alwaysCreateTextNode");
    options.cdata_name = name("cdataPropName");
    options.comment_name = name("commentPropName");
    let lists = given.texts("isArray").unwrap_or_default();
    options.lists = lists.into_iter().map(str::to_owned).collect();
    options
}

pub(super) fn write_xml(call: &mut Call<'_>) -> Result<(), Fault> {
    let path = call.path(0)?;
    call.charge_written()?;
    let options = call.options(2);
    let mut style = xml::Style::default();
    if options.boolean("format").unwrap_or(true) {
        style.indent = Some(options.text("indentBy").unwrap_or("  ").to_owned());
    }
    if let Some(prefix) = options.text("attributeNamePrefix") {
        style.attribute_prefix = prefix.to_owned();
    }
    if let Some(name) = options.text("textNodeName") {
        style.text_name = name.to_owned();
    }
    style.attributes_group = options.text("attributesGroupName").map(str::to_owned);
    style.cdata_name = options.text("cdataPropName").map(str::to_owned);
    style.comment_name = options.text("commentPropName").map(str::to_owned);
    style.short_empty = options.flag("suppressEmptyNode");
    style.preserve_order = options.flag("preserveOrder");
    let mut source = Shown::within(call.file_bytes_max());
    let written = xml::write(&mut source, &&call.values[1], &style);
    let mut text = written.map_err(|halt| call.halted_writing(halt, "XML", &path))?;
    if style.indent.is_some() && !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    if let Some(old) = call.old_text(&path)? {
        text = with_declaration(&old, text);
        if comments_of_xml(&old) > comments_of_xml(&text) {
            call.note(format!(
                "comments of '{path}' are gone: {{ preserveOrder: true, commentPropName: \"#comment\" }} \
                 in state.readXml and state.writeXml keeps them"
            ));
        }
    }
    call.write(&path, text.as_bytes())?;
    call.note_rounded_value(&path);
    call.done()
}

/// A new text of XML behind the declaration of the old one, unless it has its own.
fn with_declaration(old: &str, text: String) -> String {
    let old = bare(old);
    if !is_declared(old) || is_declared(&text) {
        return text;
    }
    let Some((declaration, rest)) = old.split_once("?>") else {
        return text;
    };
    // What is written is UTF-8.
    let encoding = declaration
        .split_once("encoding")
        .map_or("", |(_, rest)| rest);
    let encoding = encoding.trim_start_matches([' ', '\t', '\r', '\n', '=', '"', '\'']);
    if !encoding.is_empty() && !encoding.to_ascii_lowercase().starts_with("utf-8") {
        return text;
    }
    let gap = if rest.starts_with(['\r', '\n']) {
        "\n"
    } else {
        ""
    };
    format!("{declaration}?>{gap}{text}")
}

fn is_declared(text: &str) -> bool {
    text.strip_prefix("<?xml")
        .is_some_and(|rest| rest.starts_with([' ', '\t', '\r', '\n']))
}

/// The comments of a text of XML.
fn comments_of_xml(text: &str) -> usize {
    let mut count = 0;
    let mut rest = text;
    while let Some(at) = rest.find("<!") {
        rest = &rest[at..];
        let end = if rest.starts_with("<!--") {
            count += 1;
            "-->"
        } else if rest.starts_with("<![CDATA[") {
            "]]>"
        } else {
            ">"
        };
        rest = rest.find(end).map_or("", |at| &rest[at + end.len()..]);
    }
    count
}

impl Call<'_> {
    /// Notes that comments of a file are gone.
    fn note_comments(&mut self, path: &VPath) {
        self.note(format!(
            "the comments of '{path}' are gone: state.updateJson keeps them"
        ));
    }
}
