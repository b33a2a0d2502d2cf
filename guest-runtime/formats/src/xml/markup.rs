//! The rules of XML that have nothing to do with values: names, characters, references, attributes.

use std::borrow::Cow;
use std::collections::HashSet;

use super::Options;
use crate::Error;

/// The text, and how it is read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Markup<'a> {
    pub(super) text: &'a str,
    pub(super) options: &'a Options,
}

impl Markup<'_> {
    pub(super) fn fail<T, E: From<Error>>(
        &self,
        at: usize,
        message: impl Into<String>,
    ) -> Result<T, E> {
        Err(Error::at(self.text, at, message).into())
    }

    /// A text between tags.
    pub(super) fn check_text(&self, content: &str, at: usize) -> Result<(), Error> {
        if let Some(found) = memchr::memmem::find(content.as_bytes(), b"]]>") {
            return self.fail(at + found, "]]> in a text: write it as ]]&gt;");
        }
        self.check_characters(content, at)
    }

    pub(super) fn check_outside(&self, content: &str, at: usize) -> Result<(), Error> {
        match content.find(|c: char| !is_space(c)) {
            Some(found) => self.fail(at + found, "text outside of the root element"),
            None => Ok(()),
        }
    }

    pub(super) fn check_characters(&self, content: &str, at: usize) -> Result<(), Error> {
        let is_bad = |c: char| (c < ' ' && !is_space(c)) || matches!(c, '\u{fffe}' | '\u{ffff}');
        // Bytes of 0xef are the first of such characters, and of few others.
        let is_suspect = |byte: &u8| *byte < b' ' || *byte == 0xef;
        if !content.as_bytes().iter().any(is_suspect) {
            return Ok(());
        }
        match content.find(is_bad) {
            Some(found) => self.fail(at + found, "a character that XML cannot hold: remove it"),
            None => Ok(()),
        }
    }

    pub(super) fn check_declaration(&self, declaration: &str, at: usize) -> Result<(), Error> {
        let inside = declaration.strip_prefix("xml").unwrap_or(declaration);
        let mut wanted = [
            ("version", true),
            ("encoding", false),
            ("standalone", false),
        ]
        .into_iter();
        for (name, value) in self.attributes(inside, at + "<?xml".len())? {
            let is_known = loop {
                match wanted.next() {
                    Some((other, _)) if other == name => break true,
                    Some((_, false)) => {}
                    _ => break false,
                }
            };
            let is_fitting = match name {
                "version" => value.strip_prefix("1.").is_some_and(|minor| {
                    !minor.is_empty() && minor.bytes().all(|c| c.is_ascii_digit())
                }),
                "standalone" => matches!(&*value, "yes" | "no"),
                _ => value.starts_with(|c: char| c.is_ascii_alphabetic()),
            };
            if !is_known || !is_fitting {
                return self.fail(
                    at,
                    format!(
                        "the declaration has {name}=\"{value}\": write <?xml version=\"1.0\"?>"
                    ),
                );
            }
        }
        if wanted.len() == 3 {
            return self.fail(
                at,
                "the declaration has no version: write <?xml version=\"1.0\"?>",
            );
        }
        Ok(())
    }

    /// What is between `<!DOCTYPE` and `>`. Of what is in brackets nothing is known.
    pub(super) fn check_document_type(&self, content: &str, at: usize) -> Result<(), Error> {
        let before = content
            .split('[')
            .next()
            .unwrap_or_default()
            .trim_matches(is_space);
        let name = before.split(is_space).next().unwrap_or_default();
        if !is_name(name) || before.contains(['<', '>', '&']) {
            return self.fail(
                at,
                "a document type that is not well-formed: remove it, nothing of it is read",
            );
        }
        Ok(())
    }

    /// The attributes of a tag; `at` is where they begin.
    pub(super) fn attributes<'t>(
        &self,
        raw: &'t str,
        at: usize,
    ) -> Result<Vec<(&'t str, Cow<'t, str>)>, Error> {
        let mut found: Vec<(&str, Cow<'_, str>)> = Vec::new();
        let mut names = HashSet::new();
        let mut rest = raw;
        loop {
            let trimmed = rest.trim_start_matches(is_space);
            if trimmed.is_empty() {
                return Ok(found);
            }
            let here = at + raw.len() - trimmed.len();
            if trimmed.len() == rest.len() {
                return self.fail(here, "white space is missing in front of an attribute");
            }
            let end = trimmed
                .find(|c: char| is_space(c) || c == '=')
                .unwrap_or(trimmed.len());
            let (name, after) = trimmed.split_at(end);
            if !is_name(name) {
                return self.fail(here, format!("\"{name}\" cannot name an attribute"));
            }
            let after = after
                .trim_start_matches(is_space)
                .strip_prefix('=')
                .map(|after| after.trim_start_matches(is_space));
            let quote = after
                .and_then(|after| after.chars().next())
                .filter(|c| matches!(c, '"' | '\''));
            let (Some(after), Some(quote)) = (after, quote) else {
                return self.fail(
                    here,
                    format!("the attribute \"{name}\" has no value in quotes: write {name}=\"…\""),
                );
            };
            let Some((value, after)) = after[1..].split_once(quote) else {
                return self.fail(
                    here,
                    format!("the value of the attribute \"{name}\" is not closed"),
                );
            };
            if !names.insert(name) {
                return self.fail(here, format!("the attribute \"{name}\" comes twice"));
            }
            let from = at + raw.len() - after.len() - 1 - value.len();
            found.push((name, self.attribute(value, from)?));
            rest = after;
        }
    }

    fn attribute<'t>(&self, raw: &'t str, at: usize) -> Result<Cow<'t, str>, Error> {
        if let Some(found) = raw.find('<') {
            return self.fail(at + found, "< in an attribute: write it as &lt;");
        }
        self.check_characters(raw, at)?;
        if !raw.contains(['&', '\t', '\r', '\n']) {
            return Ok(Cow::Borrowed(raw));
        }
        let mut value = String::with_capacity(raw.len());
        let mut rest = raw;
        while let Some(found) = rest.find(['&', '\t', '\r', '\n']) {
            value.push_str(&rest[..found]);
            rest = &rest[found..];
            if let Some(after) = rest.strip_prefix('&') {
                let here = at + raw.len() - rest.len();
                let Some((name, after)) = after.split_once(';') else {
                    return self.fail(here, "& begins no reference: write it as &amp;");
                };
                value.push_str(&self.reference(name, here)?);
                rest = after;
            } else {
                // Each end of a line is one space.
                value.push(' ');
                rest = rest.strip_prefix("\r\n").unwrap_or(&rest[1..]);
            }
        }
        value.push_str(rest);
        Ok(Cow::Owned(value))
    }

    /// The text of a reference; `name` is what is between `&` and `;`.
    pub(super) fn reference(&self, name: &str, at: usize) -> Result<String, Error> {
        let known = match name {
            "amp" => "&",
            "lt" => "<",
            "gt" => ">",
            "quot" => "\"",
            "apos" => "'",
            _ => "",
        };
        if !known.is_empty() {
            return Ok(known.to_owned());
        }
        if let Some(number) = name.strip_prefix('#') {
            let (digits, base) = match number.strip_prefix('x') {
                Some(digits) => (digits, 16),
                None => (number, 10),
            };
            if digits.is_empty() || !digits.chars().all(|c| c.is_digit(base)) {
                return self.fail(at, "& begins no reference: write it as &amp;");
            }
            let code = u32::from_str_radix(digits, base).ok();
            let is_fitting =
                |c: &char| (*c >= ' ' || is_space(*c)) && !matches!(c, '\u{fffe}' | '\u{ffff}');
            let character = code.and_then(char::from_u32).filter(is_fitting);
            return match character {
                Some(character) if self.options.numeric_references => Ok(character.to_string()),
                None if !self.options.keep_unknown => {
                    self.fail(at, format!("&{name}; is no character of XML"))
                }
                _ => Ok(format!("&{name};")),
            };
        }
        if !is_name(name) {
            return self.fail(at, "& begins no reference: write it as &amp;");
        }
        if self.options.keep_unknown {
            return Ok(format!("&{name};"));
        }
        self.fail(at, format!("the entity &{name}; is not known: write the character itself (entities of a document type are not read)"))
    }
}

/// White space of XML.
pub(super) fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\r' | '\n')
}

/// Whether a text names an element or an attribute.
pub(super) fn is_name(text: &str) -> bool {
    let mut characters = text.chars();
    characters.next().is_some_and(starts_name)
        && characters.all(|c| starts_name(c) || continues_name(c))
}

fn starts_name(c: char) -> bool {
    c.is_ascii_alphabetic()
        || matches!(c, ':' | '_' | '\u{c0}'..='\u{d6}' | '\u{d8}'..='\u{f6}' | '\u{f8}'..='\u{2ff}'
            | '\u{370}'..='\u{37d}' | '\u{37f}'..='\u{1fff}' | '\u{200c}'..='\u{200d}'
            | '\u{2070}'..='\u{218f}' | '\u{2c00}'..='\u{2fef}' | '\u{3001}'..='\u{d7ff}'
            | '\u{f900}'..='\u{fdcf}' | '\u{fdf0}'..='\u{fffd}' | '\u{10000}'..='\u{effff}')
}

fn continues_name(c: char) -> bool {
    c.is_ascii_digit()
        || matches!(c, '-' | '.' | '\u{b7}' | '\u{300}'..='\u{36f}' | '\u{203f}'..='\u{2040}')
}
