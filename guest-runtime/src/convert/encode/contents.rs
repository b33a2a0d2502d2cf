//! Objects whose contents are not their members: what they were made to give must be read.

use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsNativeError, JsObject, JsResult, JsString, JsSymbol};

use super::{Purpose, Writer};
use crate::peek;

/// By `Symbol.toStringTag`: how what the object holds becomes data.
const READ_BY: &[(&[&str], &str)] = &[
    (&["Response", "Request", "Blob", "File"], "await it.text()"),
    (&["ReadableStream"], "await new Response(it).text()"),
    (
        &["Headers", "URLSearchParams", "FormData"],
        "Object.fromEntries(it)",
    ),
    (
        &[
            "Array Iterator",
            "Map Iterator",
            "Set Iterator",
            "String Iterator",
            "RegExp String Iterator",
            "Segmenter String Iterator",
            "URLSearchParams Iterator",
            "Iterator Helper",
            "Generator",
        ],
        "[...it]",
    ),
    (&["AsyncGenerator"], "await Array.fromAsync(it)"),
];
const READ_STREAM: &str = r#"await require("stream/consumers").text(it)"#;

/// What kind of object it is, and how what it holds becomes data.
pub(super) struct Contents {
    name: String,
    /// `None` for a stream that is only written.
    read_by: Option<&'static str>,
    /// Whether its members that begin with `_` are its workings.
    pub(super) has_workings: bool,
}

impl Contents {
    /// `None` for an object whose members are what it holds.
    pub(super) fn of(object: &JsObject, has_members: bool, context: &Context) -> Option<Self> {
        let plain = context.intrinsics().constructors().object().prototype();
        let prototype = object.prototype()?;
        if JsObject::equals(&prototype, &plain) {
            return None;
        }
        if has_own(object, "_readableState") || has_own(object, "_writableState") {
            let name = peek::data(object, &PropertyKey::from(JsString::from("constructor")))
                .and_then(|class| peek::text(&class.as_object()?, "name"))
                .map_or_else(|| "stream".to_owned(), |name| name.to_std_string_lossy());
            return Some(Self {
                name,
                read_by: has_own(object, "_readableState").then_some(READ_STREAM),
                has_workings: true,
            });
        }
        // A class of the program may have such a name, and members that are what it holds.
        if has_members {
            return None;
        }
        let tag = peek::data(object, &PropertyKey::from(JsSymbol::to_string_tag()))?.as_string()?;
        let tag = tag.to_std_string_lossy();
        let (_, read_by) = READ_BY.iter().find(|(tags, _)| tags.contains(&&*tag))?;
        Some(Self {
            name: tag,
            read_by: Some(read_by),
            has_workings: false,
        })
    }
}

fn has_own(object: &JsObject, name: &str) -> bool {
    peek::own(object, &PropertyKey::from(JsString::from(name))).is_some()
}

impl Writer<'_> {
    /// Says how contents are read that an object's members are not: an error for an argument, a note
    /// for a result.
    pub(super) fn unread(&mut self, contents: &Contents) -> JsResult<()> {
        let Contents { name, read_by, .. } = contents;
        let Some(read_by) = read_by else {
            return Ok(());
        };
        let what = match self.purpose {
            Purpose::Result { .. } => "the result",
            Purpose::Argument(_) | Purpose::Json(_) => "an argument",
        };
        let at = match self.path(self.open.len() - 1) {
            root if root == "$" => what.to_owned(),
            path => format!("{what} at {path}"),
        };
        let article = if name.starts_with('A') { "an" } else { "a" };
        let is = format!("{at} is {article} {name}, whose contents are not its members");
        if let Some(callee) = self.purpose.callee() {
            return Err(JsNativeError::typ()
                .with_message(format!("{callee}: {is}; pass {read_by}"))
                .into());
        }
        if self.note.is_none() {
            self.note = Some(format!("note: {is}; return {read_by}"));
        }
        Ok(())
    }
}
