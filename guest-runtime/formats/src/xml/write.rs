//! Values as XML, from the shape that they are read into.

use std::borrow::Cow;

use super::markup::{is_name, is_space};
use crate::number::printed;
use crate::source::check_depth;
use crate::{DEPTH_MAX, Error, Source, View};

/// How values are written.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Style {
    /// Whether members that begin with the prefix are attributes.
    pub attributes: bool,
    /// What the names of members begin with that are attributes.
    pub attribute_prefix: String,
    /// The member that has the attributes, unless they are beside the elements.
    pub attributes_group: Option<String>,
    /// The member that is the text of its element.
    pub text_name: String,
    /// The member that is a CDATA section.
    pub cdata_name: Option<String>,
    /// The member that is a comment.
    pub comment_name: Option<String>,
    /// What a line is indented by; without it there are no lines.
    pub indent: Option<String>,
    /// Whether an element without content is `<a/>`, or `<a></a>`.
    pub short_empty: bool,
    /// Whether the value is an array of parts, as `preserve_order` reads it.
    pub preserve_order: bool,
    /// How deep elements may be nested.
    pub depth_max: usize,
}

impl Default for Style {
    fn default() -> Self {
        Self {
            attributes: true,
            attribute_prefix: "@_".to_owned(),
            attributes_group: None,
            text_name: "#text".to_owned(),
            cdata_name: None,
            comment_name: None,
            indent: None,
            short_empty: false,
            preserve_order: false,
            depth_max: DEPTH_MAX,
        }
    }
}

/// Writes an object, whose members are elements.
///
/// # Errors
///
/// What XML cannot hold, and what `source` fails with.
pub fn write<S: Source>(
    source: &mut S,
    value: &S::Value,
    style: &Style,
) -> Result<String, S::Error> {
    let mut writer = Writer {
        source,
        style,
        out: String::new(),
    };
    match writer.source.view(value)? {
        View::Object(members) if !style.preserve_order => {
            // The declaration comes first, wherever a program added it.
            let (first, rest) = members
                .iter()
                .partition::<Vec<_>, _>(|(name, _)| name == DECLARATION);
            for (name, value) in first.into_iter().chain(rest) {
                writer.member(name, value, 0)?;
            }
        }
        View::Array(parts) if style.preserve_order => {
            writer.parts(&parts, 0)?;
        }
        view => {
            let wanted = if style.preserve_order {
                "an array of its parts"
            } else {
                "an object of its elements"
            };
            let message = format!("an XML text is {wanted}, not {}", view.kind());
            return Err(Error::new(message).into());
        }
    }
    Ok(writer.out)
}

const DECLARATION: &str = "?xml";

struct Writer<'s, S: Source> {
    source: &'s mut S,
    style: &'s Style,
    out: String,
}

type Member<'a, V> = (Cow<'a, str>, V);

impl<S: Source> Writer<'_, S> {
    /// A member: an element, or one for each item of an array.
    fn member(&mut self, name: &str, value: &S::Value, depth: usize) -> Result<(), S::Error> {
        if self.is_aside(name) {
            for text in self.asides(value)? {
                self.aside(name, &text, depth)?;
            }
            return Ok(());
        }
        match self.source.view(value)? {
            View::Absent => Ok(()),
            View::Array(items) => {
                for item in &items {
                    let view = self.source.view(item)?;
                    if matches!(view, View::Array(_)) {
                        return refuse(format!(
                            "<{name}>: XML has no lists of lists: enclose the inner one in an object"
                        ));
                    }
                    self.element(name, &view, depth)?;
                }
                Ok(())
            }
            view => self.element(name, &view, depth),
        }
    }

    fn element(
        &mut self,
        name: &str,
        view: &View<'_, S::Value>,
        depth: usize,
    ) -> Result<(), S::Error> {
        check_depth(depth, self.style.depth_max)?;
        self.source.written(self.out.len())?;
        let is_instruction = self.is_instruction(name)?;
        if matches!(view, View::Absent) {
            return Ok(());
        }
        self.line(depth);
        self.out.push('<');
        self.out.push_str(name);
        let mut members = &[][..];
        if let View::Object(all) = view {
            members = all;
            self.attributes(members)?;
        }
        if is_instruction {
            self.out.push_str("?>");
            return Ok(());
        }
        if matches!(view, View::Null) {
            self.out.push_str("/>");
            return Ok(());
        }
        let open = self.out.len();
        self.out.push('>');
        let has_elements = match view {
            View::Object(_) => self.content(members, depth)?,
            view => {
                let text = text_of(view)?;
                push_escaped(&mut self.out, &text)?;
                false
            }
        };
        if self.out.len() == open + 1 && self.style.short_empty {
            self.out.truncate(open);
            self.out.push_str("/>");
            return Ok(());
        }
        self.close(name, has_elements, depth);
        Ok(())
    }

    /// Whether a name is that of a processing instruction. Fails for what names nothing.
    fn is_instruction(&self, name: &str) -> Result<bool, S::Error> {
        let is_instruction = name.strip_prefix('?').is_some_and(is_name);
        if !is_name(name) && !is_instruction {
            return refuse(format!(
                "\"{name}\" cannot name an element: rename the member"
            ));
        }
        if name == DECLARATION && !self.out.is_empty() {
            return refuse(format!(
                "\"{name}\" must be one, and the first part of the document"
            ));
        }
        Ok(is_instruction)
    }

    fn close(&mut self, name: &str, has_elements: bool, depth: usize) {
        if has_elements {
            self.line(depth);
        }
        self.out.push_str("</");
        self.out.push_str(name);
        self.out.push('>');
    }

    /// The elements and the text of an object. Answers whether the last of them is an element.
    fn content(
        &mut self,
        members: &[Member<'_, S::Value>],
        depth: usize,
    ) -> Result<bool, S::Error> {
        let mut has_elements = false;
        for (name, value) in members {
            if self.is_attribute(name) || self.is_group(name) {
                continue;
            }
            if *name == self.style.text_name {
                let view = self.source.view(value)?;
                if !matches!(view, View::Absent | View::Null) {
                    push_escaped(&mut self.out, &text_of(&view)?)?;
                }
                continue;
            }
            let before = self.out.len();
            self.member(name, value, depth + 1)?;
            has_elements |= self.out.len() > before && !self.is_cdata(name);
        }
        Ok(has_elements)
    }

    fn is_cdata(&self, name: &str) -> bool {
        self.style.cdata_name.as_deref() == Some(name)
    }

    /// Whether a member is a comment or a CDATA section.
    fn is_aside(&self, name: &str) -> bool {
        self.is_cdata(name) || self.style.comment_name.as_deref() == Some(name)
    }

    /// Whether a member has the attributes.
    fn is_group(&self, name: &str) -> bool {
        self.style.attributes && self.style.attributes_group.as_deref() == Some(name)
    }

    /// The texts of comments or CDATA sections: one, or several. The parts of one are one text.
    fn asides(&mut self, value: &S::Value) -> Result<Vec<String>, S::Error> {
        let items = match self.source.view(value)? {
            View::Absent | View::Null => return Ok(Vec::new()),
            View::Array(items) => items,
            view => return Ok(vec![text_of(&view)?.into_owned()]),
        };
        let mut texts = Vec::new();
        for item in &items {
            let view = self.source.view(item)?;
            if let (View::Object(members), true) = (&view, self.style.preserve_order) {
                for (name, value) in members {
                    let view = self.source.view(value)?;
                    if *name == self.style.text_name {
                        texts.push(text_of(&view)?.into_owned());
                    }
                }
            } else if !matches!(view, View::Absent | View::Null) {
                texts.push(text_of(&view)?.into_owned());
            }
        }
        Ok(if self.style.preserve_order {
            vec![texts.concat()]
        } else {
            texts
        })
    }

    /// Writes a comment in a line, or a CDATA section, which is text.
    fn aside(&mut self, name: &str, text: &str, depth: usize) -> Result<(), S::Error> {
        self.source.written(self.out.len())?;
        let mut checked = String::new();
        push_escaped(&mut checked, text)?;
        if self.is_cdata(name) {
            self.out.push_str("<![CDATA[");
            self.out.push_str(&text.replace("]]>", "]]]]><![CDATA[>"));
            self.out.push_str("]]>");
            return Ok(());
        }
        if text.contains("--") || text.ends_with('-') {
            return refuse(format!(
                "\"{name}\": a comment of XML has no \"--\" and does not end in \"-\""
            ));
        }
        self.line(depth);
        self.out.push_str("<!--");
        self.out.push_str(text);
        self.out.push_str("-->");
        Ok(())
    }

    fn is_attribute(&self, name: &str) -> bool {
        self.style.attributes
            && name.len() > self.style.attribute_prefix.len()
            && name.starts_with(&self.style.attribute_prefix)
    }

    fn attributes(&mut self, members: &[Member<'_, S::Value>]) -> Result<(), S::Error> {
        for (name, value) in members {
            if self.is_group(name) {
                if let View::Object(group) = self.source.view(value)? {
                    for (name, value) in &group {
                        let prefix = &self.style.attribute_prefix;
                        let bare = name.strip_prefix(prefix.as_str()).unwrap_or(name);
                        self.attribute(bare, value)?;
                    }
                }
            } else if self.is_attribute(name) {
                self.attribute(&name[self.style.attribute_prefix.len()..], value)?;
            }
        }
        Ok(())
    }

    fn attribute(&mut self, name: &str, value: &S::Value) -> Result<(), S::Error> {
        if !is_name(name) {
            return refuse(format!(
                "\"{name}\" cannot name an attribute: rename the member"
            ));
        }
        let view = self.source.view(value)?;
        if matches!(view, View::Absent | View::Null) {
            return Ok(());
        }
        let text = text_of(&view)?;
        self.out.push(' ');
        self.out.push_str(name);
        self.out.push_str("=\"");
        push_escaped(&mut self.out, &text)?;
        self.out.push('"');
        Ok(())
    }

    /// Parts in order: each is an object of one element, or of a text.
    fn parts(&mut self, parts: &[S::Value], depth: usize) -> Result<bool, S::Error> {
        check_depth(depth, self.style.depth_max)?;
        let mut has_elements = false;
        for part in parts {
            self.source.written(self.out.len())?;
            let View::Object(members) = self.source.view(part)? else {
                return refuse(
                    "each part is an object: { name: [ parts ] } or { \"#text\": \"…\" }"
                        .to_owned(),
                );
            };
            let Some((name, value)) = members.iter().find(|(name, _)| name != ":@") else {
                continue;
            };
            if self.is_aside(name) {
                for text in self.asides(value)? {
                    self.aside(name, &text, depth)?;
                }
                has_elements |= !self.is_cdata(name);
                continue;
            }
            let view = self.source.view(value)?;
            if *name == self.style.text_name {
                push_escaped(&mut self.out, &text_of(&view)?)?;
                continue;
            }
            let View::Array(inner) = view else {
                return refuse(format!(
                    "<{name}>: the parts of an element are an array, not {}",
                    view.kind()
                ));
            };
            let is_instruction = self.is_instruction(name)?;
            has_elements = true;
            self.line(depth);
            self.out.push('<');
            self.out.push_str(name);
            if let Some((_, group)) = members.iter().find(|(name, _)| name == ":@")
                && let View::Object(attributes) = self.source.view(group)?
            {
                self.attributes(&attributes)?;
            }
            if is_instruction {
                self.out.push_str("?>");
                continue;
            }
            if inner.is_empty() && self.style.short_empty {
                self.out.push_str("/>");
                continue;
            }
            self.out.push('>');
            let has_inner = self.parts(&inner, depth + 1)?;
            self.close(name, has_inner, depth);
        }
        Ok(has_elements)
    }

    /// Begins a line, where there are such.
    fn line(&mut self, depth: usize) {
        if let Some(indent) = &self.style.indent
            && !self.out.is_empty()
        {
            self.out.push('\n');
            self.out.push_str(&indent.repeat(depth));
        }
    }
}

/// A value within a text.
fn text_of<'v, V>(view: &'v View<'_, V>) -> Result<Cow<'v, str>, Error> {
    Ok(match view {
        View::Absent | View::Null => Cow::Borrowed(""),
        View::Bool(value) => Cow::Borrowed(if *value { "true" } else { "false" }),
        View::Number(value) => Cow::Owned(printed(*value)),
        View::Integer(text) | View::String(text) | View::Date(text) => Cow::Borrowed(&**text),
        View::Bytes(_) => return Err(Error::new("XML has no bytes: write them as Base64")),
        View::Array(_) | View::Object(_) => {
            return Err(Error::new(format!(
                "{} is no text: make an element of it",
                view.kind()
            )));
        }
    })
}

fn push_escaped(out: &mut String, text: &str) -> Result<(), Error> {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&apos;"),
            // A reader would make another end of a line of it.
            '\r' => out.push_str("&#13;"),
            c if (c < ' ' && !is_space(c)) || matches!(c, '\u{fffe}' | '\u{ffff}') => {
                let message = format!(
                    "XML cannot hold the character U+{:04X}: remove it",
                    u32::from(c)
                );
                return Err(Error::new(message));
            }
            c => out.push(c),
        }
    }
    Ok(())
}

fn refuse<T, E: From<Error>>(message: String) -> Result<T, E> {
    Err(Error::new(message).into())
}
