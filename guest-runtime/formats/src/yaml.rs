//! YAML 1.2: the core schema, with merge keys.
//!
//! `granit-parser` gives the events of a text; this makes values of them, without recursion.

mod events;
mod scalar;
mod update;
mod write;

use std::borrow::Cow;
use std::collections::HashMap;

use granit_parser::{Event, ScalarStyle, Tag};

use crate::names::Names;
use crate::{Build, DEPTH_MAX, Error};
use events::Events;
use scalar::Scalar;

pub use update::update;
pub use write::{Quotes, Style, write};

/// What the tags that YAML itself defines begin with.
const TAGS_OF_YAML: &str = "tag:yaml.org,2002:";

/// How a text is read.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Options {
    /// Whether `<<` copies the members of other objects, or is a key like others.
    pub merge: bool,
    /// Whether timestamps without quotes are dates (`js-yaml`), or texts.
    pub dates: bool,
    /// Whether `0b1` and `-0x1` are numbers and `+.5` is a text (`js-yaml`), or as in the core schema.
    pub js_yaml_numbers: bool,
    /// Whether the name of a member whose key is `null` is empty (`yaml`), or `null`.
    pub empty_null_key: bool,
    /// Whether tags that are not known are passed over, of scalars those for texts, or an error.
    pub ignore_tags: bool,
    /// Whether a key may come twice, the last one counting, or is an error.
    pub duplicate_keys: bool,
    /// Whether brackets and quotes that go on in another line must be indented, as the specification
    /// has it. Many files close a bracket in the column of its key, and other readers take them.
    pub strict_indentation: bool,
    /// How deep values may be nested.
    pub depth_max: usize,
    /// How many values all aliases together may stand for.
    pub expanded_max: usize,
    /// What reads all documents of a text: the error of [`parse`] proposes it where there are several.
    pub reads_all: Cow<'static, str>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            merge: true,
            dates: false,
            js_yaml_numbers: false,
            empty_null_key: false,
            ignore_tags: false,
            duplicate_keys: false,
            strict_indentation: false,
            depth_max: DEPTH_MAX,
            expanded_max: 1_000_000,
            reads_all: Cow::Borrowed("YAML.parseAll(text)"),
        }
    }
}

/// Reads a text of one document. An empty text is `null`.
///
/// # Errors
///
/// What is wrong with the text, or has several documents, and what `build` fails with.
pub fn parse<B: Build>(text: &str, options: &Options, build: &mut B) -> Result<B::Value, B::Error> {
    let mut only = None;
    documents(text, options, build, |offset, value| {
        if only.is_some() {
            let reads_all = &options.reads_all;
            let message = format!("the text has several documents: {reads_all} reads them all");
            return Err(Error::at(text, offset, message).into());
        }
        only = Some(value);
        Ok(())
    })?;
    only.map_or_else(|| build.null(), Ok)
}

/// Whether a text has comments. One that is no YAML has none.
#[must_use]
pub fn has_comments(text: &str) -> bool {
    let options = granit_parser::options! {
        strict_indentation: false,
        emit_comments: true,
        flow_nesting_limit: DEPTH_MAX,
        block_nesting_limit: DEPTH_MAX,
    };
    Events::new(text, options)
        .map_while(Result::ok)
        .any(|(event, _)| matches!(event, Event::Comment(..)))
}

/// Reads all documents of a text.
///
/// # Errors
///
/// What is wrong with the text, and what `build` fails with.
pub fn parse_all<B: Build>(
    text: &str,
    options: &Options,
    build: &mut B,
) -> Result<Vec<B::Value>, B::Error> {
    let mut all = Vec::new();
    documents(text, options, build, |_, value| {
        all.push(value);
        Ok(())
    })?;
    Ok(all)
}

/// Hands over each document, with the offset where it begins.
fn documents<B: Build>(
    text: &str,
    options: &Options,
    build: &mut B,
    mut each: impl FnMut(usize, B::Value) -> Result<(), B::Error>,
) -> Result<(), B::Error> {
    // Our limit, whose message says what to do, is the smaller one.
    let nested = options.depth_max.saturating_add(2);
    let limits = granit_parser::options! {
        strict_indentation: options.strict_indentation,
        emit_comments: false,
        flow_nesting_limit: nested,
        block_nesting_limit: nested,
    };
    let mut composer = Composer {
        text,
        options,
        build,
        frames: Vec::new(),
        anchors: HashMap::new(),
        nodes: 0,
        expanded: 0,
        done: None,
    };
    let mut begin = 0;
    for event in Events::new(text, limits) {
        composer.build.hold(0)?;
        let (event, span) = event.map_err(|error| {
            let at = error.marker().byte_offset().unwrap_or(text.len());
            if error.info().contains("recursion limit") {
                // The parser looks ahead, and may meet its limit before ours.
                let message = format!("nested deeper than {} levels", options.depth_max);
                return Error::at(text, at, message);
            }
            Error::at(text, at, error.info())
        })?;
        let at = span.byte_range().map_or(0, |range| range.start);
        match event {
            Event::DocumentStart(..) => {
                begin = at;
                composer.anchors.clear();
            }
            Event::DocumentEnd => {
                let value = match composer.done.take() {
                    Some(value) => value,
                    None => composer.build.null()?,
                };
                each(begin, value)?;
            }
            event => composer.event(event, at)?,
        }
    }
    Ok(())
}

/// What an alias stands for.
struct Anchored<V> {
    value: V,
    /// The values that it has, with itself.
    nodes: usize,
    /// What it is as a key, unless it is an array or object.
    key: Option<String>,
}

enum Frame<B: Build> {
    Array {
        array: B::Array,
        anchor: usize,
        before: usize,
    },
    Object {
        object: B::Object,
        anchor: usize,
        before: usize,
        seen: Names,
        key: Option<Key>,
    },
    /// The list after `<<`.
    Merged(Vec<B::Value>),
}

enum Key {
    Name(String),
    Merge,
}

struct Composer<'a, B: Build> {
    text: &'a str,
    options: &'a Options,
    build: &'a mut B,
    frames: Vec<Frame<B>>,
    anchors: HashMap<usize, Anchored<B::Value>>,
    /// Values so far, those of aliases included.
    nodes: usize,
    expanded: usize,
    done: Option<B::Value>,
}

impl<B: Build> Composer<'_, B> {
    fn event(&mut self, event: Event<'_>, at: usize) -> Result<(), B::Error> {
        match event {
            Event::Scalar(text, style, anchor, tag) => {
                self.scalar(&text, style, anchor, tag.as_deref(), at)
            }
            Event::SequenceStart(_, anchor, tag) => {
                self.begins(at)?;
                self.collection_tag(tag.as_deref(), "seq", at)?;
                let frame = if self.is_merge() {
                    Frame::Merged(Vec::new())
                } else {
                    Frame::Array {
                        array: self.build.array()?,
                        anchor,
                        before: self.nodes,
                    }
                };
                self.nodes += 1;
                self.frames.push(frame);
                Ok(())
            }
            Event::MappingStart(_, anchor, tag) => {
                self.begins(at)?;
                self.collection_tag(tag.as_deref(), "map", at)?;
                let object = self.build.object()?;
                let before = self.nodes;
                self.nodes += 1;
                self.frames.push(Frame::Object {
                    object,
                    anchor,
                    before,
                    seen: Names::default(),
                    key: None,
                });
                Ok(())
            }
            Event::SequenceEnd | Event::MappingEnd => self.ends(at),
            Event::Alias(id) => self.alias(id, at),
            _ => Ok(()),
        }
    }

    /// An array or object begins here.
    fn begins(&self, at: usize) -> Result<(), B::Error> {
        if self.wants_key() {
            let message =
                "a list or an object is a key: a key must be a text, a number or the like";
            return self.fail(at, message);
        }
        if self.frames.len() >= self.options.depth_max {
            let message = format!("nested deeper than {} levels", self.options.depth_max);
            return self.fail(at, message);
        }
        Ok(())
    }

    fn ends(&mut self, at: usize) -> Result<(), B::Error> {
        let (value, anchor, before) = match self.frames.pop() {
            Some(Frame::Array {
                array,
                anchor,
                before,
            }) => (self.build.end_array(array)?, anchor, before),
            Some(Frame::Object {
                object,
                anchor,
                before,
                ..
            }) => (self.build.end_object(object)?, anchor, before),
            Some(Frame::Merged(values)) => {
                // Earlier ones win, and a merge does not replace.
                for value in values {
                    self.merge(&value, at)?;
                }
                if let Some(Frame::Object { key, .. }) = self.frames.last_mut() {
                    *key = None;
                }
                return Ok(());
            }
            None => return Ok(()),
        };
        if anchor != 0 {
            let nodes = self.nodes - before;
            let anchored = Anchored {
                value: value.clone(),
                nodes,
                key: None,
            };
            self.anchors.insert(anchor, anchored);
        }
        self.value(value, at)
    }

    fn alias(&mut self, id: usize, at: usize) -> Result<(), B::Error> {
        let Some(anchored) = self.anchors.get(&id) else {
            return self.fail(
                at,
                "an alias inside of what it stands for: copy the value instead",
            );
        };
        self.expanded = self.expanded.saturating_add(anchored.nodes);
        self.nodes = self.nodes.saturating_add(anchored.nodes);
        if self.expanded > self.options.expanded_max {
            let most = self.options.expanded_max;
            let message = format!("the aliases stand for more than {most} values together");
            return self.fail(at, message);
        }
        if self.wants_key() {
            return match anchored.key.clone() {
                Some(key) => self.key(key, at),
                None => self.fail(at, "an alias of a list or an object is a key"),
            };
        }
        let value = anchored.value.clone();
        self.value(value, at)
    }

    fn scalar(
        &mut self,
        text: &str,
        style: ScalarStyle,
        anchor: usize,
        tag: Option<&Tag>,
        at: usize,
    ) -> Result<(), B::Error> {
        let is_plain = matches!(style, ScalarStyle::Plain);
        let resolved = match self.tag_of(tag, at)? {
            None if is_plain => scalar::resolved(text, self.options),
            None => Scalar::Text,
            Some(name) => match scalar::tagged(text, &name, self.options) {
                Ok(scalar) => scalar,
                Err(message) => return self.fail(at, message),
            },
        };
        let is_key = self.wants_key();
        if is_key && is_plain && tag.is_none() && text == "<<" && self.options.merge {
            if let Some(Frame::Object { key, .. }) = self.frames.last_mut() {
                *key = Some(Key::Merge);
            }
            return Ok(());
        }
        self.nodes += 1;
        let name = (is_key || anchor != 0).then(|| resolved.as_key(text, self.options));
        if anchor != 0 || !is_key {
            let value = resolved.built(text, self.build)?;
            if anchor != 0 {
                let anchored = Anchored {
                    value: value.clone(),
                    nodes: 1,
                    key: name.clone(),
                };
                self.anchors.insert(anchor, anchored);
            }
            if !is_key {
                return self.value(value, at);
            }
        }
        self.key(name.unwrap_or_default(), at)
    }

    /// The name of a tag, which says more than that there is one.
    fn tag_of(&self, tag: Option<&Tag>, at: usize) -> Result<Option<String>, B::Error> {
        let Some(tag) = tag else { return Ok(None) };
        if let Some(name) = tag.suffix_in_namespace(TAGS_OF_YAML) {
            if scalar::TAGS.contains(&&*name) {
                return Ok(Some(name.into_owned()));
            }
        } else if tag.parts() == ("", "!") || tag.parts() == ("!", "") {
            return Ok(Some("str".to_owned()));
        }
        if self.options.ignore_tags {
            return Ok(Some("str".to_owned()));
        }
        let message = format!("the tag {} is not known: leave it out", tag.original());
        self.fail(at, message)
    }

    fn collection_tag(&self, tag: Option<&Tag>, kind: &str, at: usize) -> Result<(), B::Error> {
        let Some(tag) = tag else { return Ok(()) };
        let is_any = tag.parts() == ("", "!") || tag.parts() == ("!", "");
        if is_any
            || tag.suffix_in_namespace(TAGS_OF_YAML).as_deref() == Some(kind)
            || self.options.ignore_tags
        {
            return Ok(());
        }
        let message = format!("the tag {} does not fit here: leave it out", tag.original());
        self.fail(at, message)
    }

    fn key(&mut self, name: String, at: usize) -> Result<(), B::Error> {
        if let Some(Frame::Object { seen, key, .. }) = self.frames.last_mut() {
            if seen.find(&name).is_none() {
                seen.add(&name);
            } else if !self.options.duplicate_keys {
                let message = format!("the key \"{name}\" comes twice: rename or remove one");
                return self.fail(at, message);
            }
            *key = Some(Key::Name(name));
        }
        Ok(())
    }

    /// A value is complete.
    fn value(&mut self, value: B::Value, at: usize) -> Result<(), B::Error> {
        match self.frames.last_mut() {
            None => self.done = Some(value),
            Some(Frame::Array { array, .. }) => self.build.push(array, value)?,
            Some(Frame::Merged(values)) => values.push(value),
            Some(Frame::Object { object, key, .. }) => match key.take() {
                Some(Key::Name(name)) => self.build.insert(object, &name, value)?,
                Some(Key::Merge) => self.merge(&value, at)?,
                None => {}
            },
        }
        Ok(())
    }

    fn merge(&mut self, from: &B::Value, at: usize) -> Result<(), B::Error> {
        if let Some(Frame::Object { object, .. }) = self.frames.last_mut()
            && !self.build.merge(object, from)?
        {
            let message = "<< takes an object or a list of objects: merge: false keeps it as a key";
            return self.fail(at, message);
        }
        Ok(())
    }

    fn wants_key(&self) -> bool {
        matches!(self.frames.last(), Some(Frame::Object { key: None, .. }))
    }

    fn is_merge(&self) -> bool {
        let last = self.frames.last();
        matches!(
            last,
            Some(Frame::Object {
                key: Some(Key::Merge),
                ..
            })
        )
    }

    fn fail<T>(&self, at: usize, message: impl Into<String>) -> Result<T, B::Error> {
        Err(Error::at(self.text, at, message).into())
    }
}
