//! Types of the `state` API, as data: rendered as TypeScript, and checked against values.

mod answer;
mod check;

use std::fmt;

pub use check::Mismatch;

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
    /// Bytes: a `Uint8Array`; an `ArrayBuffer` or another view is taken as its bytes.
    Bytes,
    /// A date.
    Date,
    /// Any value that JSON can hold.
    Json,
    /// Any value at all. It stays in the program: the host has a [`Value::Reference`](crate::Value) for
    /// what is not primitive, and answers with that.
    Kept,
    /// `null`.
    Null,
    /// Exactly this text.
    Literal(&'static str),
    /// An array.
    Array(&'static Self),
    /// Text. Bytes are taken, too; the declaration speaks of text alone.
    Content,
    /// Text to search for. A regular expression literal is taken, too.
    Query,
    /// A glob. A list of globs, of which those after a `!` leave out, is taken, too.
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
    /// What it stands for.
    pub shape: Shape,
    /// What is taken beyond that, and not declared.
    pub also: &'static [&'static [Also]],
}

/// What a named type stands for.
#[derive(Debug)]
pub enum Shape {
    /// Another name for a type.
    Alias(Type),
    /// Options: an object with these members and no others.
    Options(&'static [Field]),
    /// Data: an object with these members and no others.
    Object(&'static [Field]),
}

/// A value that another spelling stands for.
#[derive(Clone, Copy, Debug)]
pub enum Given {
    /// A boolean.
    Boolean(bool),
    /// A number.
    Number(f64),
    /// A text.
    Text(&'static str),
}

/// A spelling that a type takes and that no declaration shows.
#[derive(Debug)]
pub enum Also {
    /// Another name of a member: as written, then as declared.
    Name(&'static str, &'static str),
    /// A name that says the opposite of a member that is true or false.
    Not(&'static str, &'static str),
    /// A member that is not told.
    Field(Field),
    /// One member that stands for two.
    Both(&'static str, [&'static str; 2]),
    /// A member with this value, as text, stands for another member with a value; for nothing
    /// where there is none.
    Says(&'static str, &'static str, Option<(&'static str, Given)>),
    /// A plain object in place of tagged data is this member, beside members with values.
    Whole(&'static str, &'static [(&'static str, Given)]),
    /// A further kind of data that may stand in this place.
    Kind(Type),
    /// A member that results of methods have, which programs hand back: passed over.
    Passed(&'static str),
    /// Another word for a literal: as written, then as declared.
    Word(&'static str, &'static str),
    /// Members that are known to be meant, and that nothing here does: the line to write instead,
    /// with places for what the call has.
    Refuse(&'static [&'static str], &'static str),
    /// A text in place of the options is this member.
    Text(&'static str),
    /// A number in place of the options is this member.
    Count(&'static str),
    /// `true` or `false` in place of the options is this member.
    Switch(&'static str),
    /// An array in place of the options is this member.
    List(&'static str),
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
pub(crate) const fn field(name: &'static str, ty: Type) -> Field {
    Field {
        name,
        ty,
        optional: false,
    }
}

/// A member that may be left out.
pub(crate) const fn optional(name: &'static str, ty: Type) -> Field {
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
            Self::Json | Self::Kept => f.write_str("unknown"),
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

impl TypeDef {
    /// The members of an object type that are declared.
    #[must_use]
    pub const fn fields(&self) -> &'static [Field] {
        match self.shape {
            Shape::Alias(_) => &[],
            Shape::Options(fields) | Shape::Object(fields) => fields,
        }
    }

    /// Further kinds of data that are taken in its place.
    pub(crate) fn kinds(&self) -> impl Iterator<Item = &'static Type> {
        self.also
            .iter()
            .copied()
            .flatten()
            .filter_map(|also| match also {
                Also::Kind(kind) => Some(kind),
                _ => None,
            })
    }

    /// A member of an object type, declared or not.
    pub(crate) fn field(&self, name: &str) -> Option<&'static Field> {
        let declared = self.fields().iter().find(|field| field.name == name);
        declared.or_else(|| {
            self.also
                .iter()
                .copied()
                .flatten()
                .find_map(|also| match also {
                    Also::Field(field) if field.name == name => Some(field),
                    _ => None,
                })
        })
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

fn object_text(fields: &[Field]) -> String {
    let members: Vec<String> = fields
        .iter()
        .map(|field| {
            let mark = if field.optional { "?" } else { "" };
            format!("{}{mark}: {}", field.name, field.ty)
        })
        .collect();
    format!("{{ {} }}", members.join("; "))
}
