//! Types of the `state` API, as data: rendered as TypeScript, and checked against values.

mod answer;

use std::fmt;

pub use answer::Mismatch;

/// A type of the `state` API.
#[derive(Clone, Copy, Debug)]
pub enum Type {
    /// No value.
    Void,
    /// Any text.
    String,
    /// A number, the non-finite ones included.
    Number,
    /// `true` or `false`.
    Boolean,
    /// Bytes: a `Uint8Array`; an `ArrayBuffer` or another view is read as its bytes.
    Bytes,
    /// A date.
    Date,
    /// Any value that JSON can hold.
    Json,
    /// Any value that a file can hold which is not JSON: also dates, bytes and big integers.
    Data,
    /// Any value at all. It stays in the program: the host has a [`Value::Reference`](crate::Value) for
    /// what is not primitive, and answers with that.
    Kept,
    /// `null`.
    Null,
    /// Exactly this text.
    Literal(&'static str),
    /// An array.
    Array(&'static Self),
    /// Text. Bytes are accepted, too; the declaration has text alone.
    Content,
    /// Text to search for. A regular expression literal is accepted, too.
    Query,
    /// A glob. A list of globs, of which those after a `!` exclude, is accepted, too.
    Globs,
    /// One of several.
    Union(&'static [Self]),
    /// A type with a name.
    Named(&'static TypeDef),
}

/// A named type.
#[derive(Debug)]
pub struct TypeDef {
    /// Its name in TypeScript.
    pub name: &'static str,
    /// What it is.
    pub shape: Shape,
    /// Further kinds of data that are accepted instead, and not declared.
    pub kinds: &'static [Type],
}

/// What a named type is.
#[derive(Debug)]
pub enum Shape {
    /// Another name for a type.
    Alias(Type),
    /// Options: an object with these members and no others.
    Options(&'static [Field]),
    /// Data: an object with these members and no others.
    Object(&'static [Field]),
}

/// A member of an object type.
#[derive(Debug)]
pub struct Field {
    /// Its key.
    pub name: &'static str,
    /// The type of its value.
    pub ty: Type,
    /// Whether it may be left out; `undefined` and `null` count as left out.
    pub optional: bool,
}

/// A required member.
#[must_use]
pub const fn field(name: &'static str, ty: Type) -> Field {
    Field {
        name,
        ty,
        optional: false,
    }
}

/// A member that may be left out.
#[must_use]
pub const fn optional(name: &'static str, ty: Type) -> Field {
    Field {
        name,
        ty,
        optional: true,
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Void => f.write_str("void"),
            Self::String | Self::Content | Self::Query | Self::Globs => f.write_str("string"),
            Self::Number => f.write_str("number"),
            Self::Boolean => f.write_str("boolean"),
            Self::Bytes => f.write_str("Uint8Array"),
            Self::Date => f.write_str("Date"),
            Self::Json | Self::Data | Self::Kept => f.write_str("unknown"),
            Self::Null => f.write_str("null"),
            Self::Literal(text) => write!(f, "\"{text}\""),
            Self::Array(item @ Self::Union(_)) => write!(f, "({item})[]"),
            Self::Array(item) => write!(f, "{item}[]"),
            Self::Union(members) => {
                for (index, member) in members.iter().enumerate() {
                    if index > 0 {
                        f.write_str(" | ")?;
                    }
                    write!(f, "{member}")?;
                }
                Ok(())
            }
            Self::Named(def) => f.write_str(def.name),
        }
    }
}

impl Type {
    /// Whether a plain object can be of this type.
    #[must_use]
    pub fn takes_object(&self) -> bool {
        match self {
            Self::Json | Self::Data | Self::Kept => true,
            Self::Union(members) => members.iter().any(Self::takes_object),
            Self::Named(def) => match &def.shape {
                Shape::Alias(ty) => ty.takes_object(),
                Shape::Options(_) | Shape::Object(_) => true,
            },
            _ => false,
        }
    }

    /// Whether a value of this type can contain any value of JSON.
    pub(crate) fn holds_json(&self) -> bool {
        match self {
            Self::Json => true,
            Self::Array(item) => item.holds_json(),
            Self::Union(members) => members.iter().any(Self::holds_json),
            Self::Named(def) => {
                let declared = match &def.shape {
                    Shape::Alias(ty) => ty.holds_json(),
                    Shape::Options(fields) | Shape::Object(fields) => {
                        fields.iter().any(|field| field.ty.holds_json())
                    }
                };
                declared || def.kinds.iter().any(Self::holds_json)
            }
            _ => false,
        }
    }
}

impl TypeDef {
    /// The members of an object type that are declared.
    #[must_use]
    pub const fn fields(&self) -> &'static [Field] {
        match self.shape {
            Shape::Alias(_) => &[],
            Shape::Options(fields) | Shape::Object(fields) => fields,
        }
    }

    /// The declaration in TypeScript, on one line.
    #[must_use]
    pub fn declaration(&self) -> String {
        match &self.shape {
            Shape::Alias(ty) => format!("type {} = {ty};", self.name),
            Shape::Options(fields) | Shape::Object(fields) => {
                format!("type {} = {};", self.name, object_text(fields))
            }
        }
    }
}

/// The members of an object type in TypeScript.
#[must_use]
pub fn object_text(fields: &[Field]) -> String {
    let members: Vec<String> = fields
        .iter()
        .map(|field| {
            let mark = if field.optional { "?" } else { "" };
            format!("{}{mark}: {}", field.name, field.ty)
        })
        .collect();
    format!("{{ {} }}", members.join("; "))
}
