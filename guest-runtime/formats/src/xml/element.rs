//! Elements as values.

use super::markup::{Markup, is_name};
use super::number::number;
use crate::names::Names;
use crate::number::printed;
use crate::{Build, Error};

/// Attributes of so many bytes take more memory than what is made of them by and by.
const LONG_ATTRIBUTES: usize = 1 << 12;

/// What a byte of attributes takes while they are read, the shortest ones assumed.
const ATTRIBUTE_BYTES_A_BYTE: usize = 24;

/// A text, or what it was read as.
enum Scalar {
    Text(String),
    Number(f64),
    Bool(bool),
}

impl Scalar {
    fn into_text(self) -> String {
        match self {
            Self::Text(text) => text,
            Self::Number(value) => printed(value),
            Self::Bool(value) => value.to_string(),
        }
    }

    fn built<B: Build>(&self, build: &mut B) -> Result<B::Value, B::Error> {
        match self {
            Self::Text(text) => build.string(text),
            Self::Number(value) => build.number(*value),
            Self::Bool(value) => build.bool(*value),
        }
    }
}

/// An element that is open. The outermost one is the text itself.
struct Element<B: Build> {
    name: String,
    at: usize,
    attributes: Vec<(String, Scalar)>,
    /// What is in it by name, and where the name is in the list.
    children: Vec<(String, Vec<B::Value>)>,
    names: Names,
    text: Option<Scalar>,
    /// Its parts, where the order is kept.
    parts: Option<B::Array>,
}

pub(super) struct Elements<'a, B: Build> {
    markup: Markup<'a>,
    build: &'a mut B,
    open: Vec<Element<B>>,
    /// The text so far, up to the next tag.
    pending: String,
    /// As much of it is not trimmed: it came from references.
    fixed: usize,
}

impl<'a, B: Build> Elements<'a, B> {
    pub(super) fn new(markup: Markup<'a>, build: &'a mut B) -> Result<Self, B::Error> {
        let mut elements = Self {
            markup,
            build,
            open: Vec::new(),
            pending: String::new(),
            fixed: 0,
        };
        let outermost = elements.element(String::new(), 0, Vec::new())?;
        elements.open.push(outermost);
        Ok(elements)
    }

    /// As [`Build::hold`].
    pub(super) fn hold(&mut self, bytes: usize) -> Result<(), B::Error> {
        self.build.hold(bytes)
    }

    /// How many elements are open.
    pub(super) fn depth(&self) -> usize {
        self.open.len() - 1
    }

    /// The innermost element that is open.
    pub(super) fn open(&self) -> (&str, usize) {
        self.open
            .last()
            .map_or(("", 0), |element| (element.name.as_str(), element.at))
    }

    fn element(
        &mut self,
        name: String,
        at: usize,
        attributes: Vec<(String, Scalar)>,
    ) -> Result<Element<B>, B::Error> {
        let parts = if self.markup.options.preserve_order {
            Some(self.build.array()?)
        } else {
            None
        };
        Ok(Element {
            name,
            at,
            attributes,
            children: Vec::new(),
            names: Names::default(),
            text: None,
            parts,
        })
    }

    pub(super) fn begin(
        &mut self,
        name: &str,
        attributes: &str,
        at: usize,
    ) -> Result<(), B::Error> {
        self.flush()?;
        if !is_name(name) {
            let message = if name.is_empty() {
                "< begins no tag: write it as &lt;".to_owned()
            } else {
                format!("\"{name}\" cannot name an element")
            };
            return self.markup.fail(at, message);
        }
        let depth_max = self.markup.options.depth_max;
        if self.depth() >= depth_max {
            return self
                .markup
                .fail(at, format!("nested deeper than {depth_max} levels"));
        }
        if attributes.len() > LONG_ATTRIBUTES {
            self.build.hold(attributes.len() * ATTRIBUTE_BYTES_A_BYTE)?;
        }
        let attributes = self.attributes(attributes, at + 1 + name.len())?;
        let name = self.named(name).to_owned();
        let element = self.element(name, at, attributes)?;
        self.open.push(element);
        Ok(())
    }

    /// The attributes as members, which are checked also where they are not kept.
    fn attributes(&self, raw: &str, at: usize) -> Result<Vec<(String, Scalar)>, Error> {
        let options = self.markup.options;
        let found = self.markup.attributes(raw, at)?;
        if !options.attributes {
            return Ok(Vec::new());
        }
        let members = found.into_iter().filter(|(name, _)| {
            !(options.remove_prefix && (*name == "xmlns" || name.starts_with("xmlns:")))
        });
        Ok(members
            .map(|(name, value)| {
                let value = if options.trim {
                    value.trim().to_owned()
                } else {
                    value.into_owned()
                };
                let value = if options.parse_attributes {
                    self.parsed(value)
                } else {
                    Scalar::Text(value)
                };
                (
                    format!("{}{}", options.attribute_prefix, self.named(name)),
                    value,
                )
            })
            .collect())
    }

    fn named<'n>(&self, name: &'n str) -> &'n str {
        match name.split_once(':') {
            Some((_, local)) if self.markup.options.remove_prefix => local,
            _ => name,
        }
    }

    fn parsed(&self, text: String) -> Scalar {
        match text.trim_matches(is_blank) {
            "true" => Scalar::Bool(true),
            "false" => Scalar::Bool(false),
            trimmed => number(trimmed).map_or(Scalar::Text(text), Scalar::Number),
        }
    }

    /// A text between tags.
    pub(super) fn text(&mut self, content: &str) {
        let content = if self.pending.is_empty() && self.markup.options.trim {
            content.trim_start_matches(is_blank)
        } else {
            content
        };
        push_lines(&mut self.pending, content);
    }

    /// A reference between tags.
    pub(super) fn reference(&mut self, name: &str, at: usize) -> Result<(), B::Error> {
        self.pending.push_str(&self.markup.reference(name, at)?);
        self.fixed = self.pending.len();
        Ok(())
    }

    pub(super) fn cdata(&mut self, content: &str) -> Result<(), B::Error> {
        self.flush()?;
        let mut text = String::new();
        push_lines(&mut text, content);
        match &self.markup.options.cdata_name {
            Some(name) => self.child(name.clone(), text),
            None => self.add_text(text),
        }
    }

    pub(super) fn comment(&mut self, content: &str) -> Result<(), B::Error> {
        let Some(name) = self.markup.options.comment_name.clone() else {
            return Ok(());
        };
        self.flush()?;
        let mut text = String::new();
        push_lines(&mut text, content);
        self.child(name, text)
    }

    /// A processing instruction, or the declaration. Its attributes are kept if it has such.
    pub(super) fn instruction(
        &mut self,
        target: &str,
        content: &str,
        at: usize,
    ) -> Result<(), B::Error> {
        self.flush()?;
        let content = format!(" {content}");
        let attributes = self.attributes(&content, at).unwrap_or_default();
        let mut element = self.element(format!("?{target}"), at, attributes)?;
        if let Some(parts) = &mut element.parts {
            let text = self.build.string("")?;
            let part = single(self.build, &self.markup.options.text_name, text)?;
            self.build.push(parts, part)?;
        }
        self.open.push(element);
        self.end()
    }

    /// An element that has a text and nothing else.
    fn child(&mut self, name: String, text: String) -> Result<(), B::Error> {
        let mut element = self.element(name, 0, Vec::new())?;
        element.text = Some(Scalar::Text(text.clone()));
        if let Some(parts) = &mut element.parts {
            let text = self.build.string(&text)?;
            let part = single(self.build, &self.markup.options.text_name, text)?;
            self.build.push(parts, part)?;
        }
        self.open.push(element);
        self.end()
    }

    /// The text before a tag is complete.
    pub(super) fn flush(&mut self) -> Result<(), B::Error> {
        let mut text = std::mem::take(&mut self.pending);
        let fixed = std::mem::take(&mut self.fixed);
        if self.markup.options.trim {
            let kept = fixed + text[fixed..].trim_end_matches(is_blank).len();
            text.truncate(kept);
        }
        if text.is_empty() {
            return Ok(());
        }
        self.add_text(text)
    }

    fn add_text(&mut self, text: String) -> Result<(), B::Error> {
        let options = self.markup.options;
        let is_parsed = options.parse_texts
            && (options.trim || text.trim_matches(is_blank).len() == text.len());
        let scalar = if is_parsed {
            self.parsed(text)
        } else {
            Scalar::Text(text)
        };
        let Some(element) = self.open.last_mut() else {
            return Ok(());
        };
        if let Some(parts) = &mut element.parts {
            let value = scalar.built(self.build)?;
            let part = single(self.build, &options.text_name, value)?;
            return self.build.push(parts, part);
        }
        element.text = Some(match element.text.take() {
            None => scalar,
            Some(before) => Scalar::Text(before.into_text() + &scalar.into_text()),
        });
        Ok(())
    }

    /// The innermost element is complete.
    pub(super) fn end(&mut self) -> Result<(), B::Error> {
        self.flush()?;
        let Some(element) = self.open.pop() else {
            return Ok(());
        };
        let options = self.markup.options;
        let name = element.name.clone();
        if let Some(parts) = element.parts {
            let mut part = self.build.object()?;
            let parts = self.build.end_array(parts)?;
            self.build.insert(&mut part, &name, parts)?;
            if !element.attributes.is_empty() {
                let mut group = self.build.object()?;
                for (name, value) in &element.attributes {
                    let value = value.built(self.build)?;
                    self.build.insert(&mut group, name, value)?;
                }
                let group = self.build.end_object(group)?;
                self.build.insert(
                    &mut part,
                    options.attributes_group.as_deref().unwrap_or(":@"),
                    group,
                )?;
            }
            let part = self.build.end_object(part)?;
            if let Some(Element {
                parts: Some(parts), ..
            }) = self.open.last_mut()
            {
                self.build.push(parts, part)?;
            }
            return Ok(());
        }
        let value = self.value(element)?;
        if let Some(parent) = self.open.last_mut() {
            if let Some(at) = parent.names.find(&name) {
                parent.children[at].1.push(value);
            } else {
                parent.names.add(&name);
                parent.children.push((name, vec![value]));
            }
        }
        Ok(())
    }

    fn value(&mut self, element: Element<B>) -> Result<B::Value, B::Error> {
        let options = self.markup.options;
        let is_leaf = element.children.is_empty() && element.attributes.is_empty();
        if is_leaf && !options.always_text {
            return match element.text {
                Some(scalar) => scalar.built(self.build),
                None => self.build.string(""),
            };
        }
        let mut object = self.build.object()?;
        for (name, mut values) in element.children {
            let value = if values.len() > 1 || self.is_list(&element.name, &name) {
                let mut array = self.build.array()?;
                for value in values {
                    self.build.push(&mut array, value)?;
                }
                self.build.end_array(array)?
            } else if let Some(value) = values.pop() {
                value
            } else {
                continue;
            };
            self.build.insert(&mut object, &name, value)?;
        }
        let text = match element.text {
            Some(Scalar::Text(text)) if text.is_empty() => None,
            None if options.always_text && is_leaf => Some(Scalar::Text(String::new())),
            text => text,
        };
        if let Some(text) = text {
            let text = text.built(self.build)?;
            self.build.insert(&mut object, &options.text_name, text)?;
        }
        let mut group = match &options.attributes_group {
            Some(_) if !element.attributes.is_empty() => Some(self.build.object()?),
            _ => None,
        };
        for (name, value) in &element.attributes {
            let value = value.built(self.build)?;
            self.build
                .insert(group.as_mut().unwrap_or(&mut object), name, value)?;
        }
        if let (Some(group), Some(name)) = (group, &options.attributes_group) {
            let group = self.build.end_object(group)?;
            self.build.insert(&mut object, name, group)?;
        }
        self.build.end_object(object)
    }

    /// Whether a child is an array all the same, where the elements that are open are around its parent.
    fn is_list(&self, parent: &str, name: &str) -> bool {
        let lists = &self.markup.options.lists;
        lists.iter().any(|list| {
            if list == name {
                return true;
            }
            let mut path = list.split('.').rev();
            let open = self
                .open
                .iter()
                .skip(1)
                .map(|element| element.name.as_str());
            let around = open.rev().filter(|_| !parent.is_empty());
            let own = Some(parent).filter(|parent| !parent.is_empty());
            let mut whole = [name].into_iter().chain(own).chain(around);
            whole.all(|name| path.next() == Some(name)) && path.next().is_none()
        })
    }

    /// The value of the whole text.
    pub(super) fn finish(mut self) -> Result<B::Value, B::Error> {
        match self.open.pop() {
            Some(Element {
                parts: Some(parts), ..
            }) => self.build.end_array(parts),
            Some(outermost) => self.value(outermost),
            None => self.build.null(),
        }
    }
}

/// An object of one member.
fn single<B: Build>(build: &mut B, name: &str, value: B::Value) -> Result<B::Value, B::Error> {
    let mut object = build.object()?;
    build.insert(&mut object, name, value)?;
    build.end_object(object)
}

/// Adds a text whose lines end with `\n`.
fn push_lines(out: &mut String, mut text: &str) {
    while let Some(at) = memchr::memchr(b'\r', text.as_bytes()) {
        out.push_str(&text[..at]);
        out.push('\n');
        text = &text[at + 1..];
        text = text.strip_prefix('\n').unwrap_or(text);
    }
    out.push_str(text);
}

/// White space of JavaScript, which its `trim` removes.
fn is_blank(c: char) -> bool {
    (c.is_whitespace() && c != '\u{85}') || c == '\u{feff}'
}
