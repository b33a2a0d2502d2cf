//! Names and words of a type, as they are declared.

#[rustfmt::skip]
mod table;

use isolate_protocol::{Field, Text, TypeDef, Value, plain};

/// Names of what is left out, for options and arguments.
pub(crate) const EXCLUDE: &str = "ignore excludes ignores skip not excludePattern excludePatterns ignorePatterns excludeDirs excludeDir";
/// Names of a search for whole words.
pub(crate) const WHOLE_WORD: &str = "word words wholeWords matchWholeWord wordBoundary w";
/// Names of a change that only shows what it would do.
pub(crate) const DRY_RUN: &str = "dry preview simulate whatIf";
/// Names of what includes everything below.
pub(crate) const RECURSIVE: &str = "recurse r";

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

impl Given {
    pub(crate) fn value(self) -> Value {
        match self {
            Self::Boolean(value) => Value::Boolean(value),
            Self::Number(value) => Value::Number(value),
            Self::Text(text) => Value::String(text.into()),
        }
    }
}

/// A spelling that a type accepts and that no declaration shows. Lists of names are separated by
/// spaces.
#[derive(Debug)]
pub enum Also {
    /// A member, and its other names.
    Names(&'static str, &'static str),
    /// A member that is true or false, and names that say the opposite.
    Not(&'static str, &'static str),
    /// Two members, and names that stand for both.
    Both([&'static str; 2], &'static str),
    /// A member that is not declared.
    Field(Field),
    /// Members which with these values, as text, stand for another member with a value; for nothing
    /// where there is none.
    Says(&'static str, &'static str, Option<(&'static str, Given)>),
    /// A plain object in place of tagged data is this member, beside members with values.
    Whole(&'static str, &'static [(&'static str, Given)]),
    /// Members that results of methods have, which programs hand back: ignored.
    Passed(&'static str),
    /// A literal, and other words for it.
    Words(&'static str, &'static str),
    /// Members whose intention is known, and that nothing here does: the line to write instead, with
    /// fields for what the call has.
    Refuse(&'static str, &'static str),
    /// A text in place of the options is this member.
    Text(&'static str),
    /// A number in place of the options is this member.
    Count(&'static str),
    /// `true` or `false` in place of the options is this member.
    Switch(&'static str),
    /// An array in place of the options is this member.
    List(&'static str),
}

/// What a type accepts beyond its declaration.
pub fn also(def: &TypeDef) -> impl Iterator<Item = &'static Also> + Clone {
    let row = table::TABLE.iter().find(|(of, _)| std::ptr::eq(*of, def));
    row.map_or(&[][..], |(_, also)| also)
        .iter()
        .copied()
        .flatten()
}

/// The members of an object type, those that are not declared last.
pub fn fields(def: &TypeDef) -> impl Iterator<Item = &'static Field> + Clone {
    let more = also(def).filter_map(|also| match also {
        Also::Field(field) => Some(field),
        _ => None,
    });
    def.fields().iter().chain(more)
}

/// A member of an object type, declared or not.
pub(crate) fn field(def: &TypeDef, name: &str) -> Option<&'static Field> {
    fields(def).find(|field| field.name == name)
}

/// What a key that is not declared stands for.
pub(crate) enum Spelling {
    Nothing,
    Unknown,
    Name(&'static str),
    Not(&'static str),
    Both([&'static str; 2]),
    Given(&'static str, Given),
}

/// A key that is compared with names.
struct Key<'k> {
    key: &'k str,
    plain: String,
}

impl<'k> Key<'k> {
    fn new(key: &'k str) -> Self {
        Self {
            key,
            plain: plain(key),
        }
    }

    /// Whether it is a name. The case of a single letter counts; the hyphen of a shell before it does
    /// not.
    fn is(&self, name: &str) -> bool {
        plain(name) == self.plain && (name.len() > 1 || name == self.key.trim_start_matches('-'))
    }

    fn is_of(&self, names: &str) -> bool {
        names.split(' ').any(|name| self.is(name))
    }
}

/// What a member with one certain value stands for.
pub(crate) fn says(def: &TypeDef, key: &str, value: &Value) -> Option<Spelling> {
    let said = match value {
        Value::String(text) => text.text.clone(),
        Value::Boolean(value) => value.to_string(),
        Value::Number(value) => value.to_string(),
        Value::Null => "null".to_owned(),
        _ => return None,
    };
    let key = Key::new(key);
    also(def).find_map(|also| match also {
        Also::Says(names, values, target)
            if key.is_of(names) && values.split(' ').any(|value| value == said) =>
        {
            Some(target.map_or(Spelling::Nothing, |(member, given)| {
                Spelling::Given(member, given)
            }))
        }
        _ => None,
    })
}

pub(crate) fn spelling(def: &TypeDef, key: &str) -> Spelling {
    let key = Key::new(key);
    if let Some(field) = fields(def).find(|field| key.is(field.name)) {
        return Spelling::Name(field.name);
    }
    let other = also(def).find_map(|also| match also {
        Also::Names(member, names) if key.is_of(names) => Some(Spelling::Name(member)),
        Also::Not(member, names) if key.is_of(names) => Some(Spelling::Not(member)),
        Also::Both(members, names) if key.is_of(names) => Some(Spelling::Both(*members)),
        _ => None,
    });
    other.unwrap_or(Spelling::Unknown)
}

/// Whether a key is a member, or another name of one.
pub(crate) fn is_known(def: &TypeDef, key: &str) -> bool {
    field(def, key).is_some() || !matches!(spelling(def, key), Spelling::Unknown)
}

/// Whether a key means anything to a type.
pub(crate) fn knows(def: &TypeDef, key: &str) -> bool {
    let name = Key::new(key);
    is_known(def, key)
        || also(def).any(|also| match also {
            Also::Says(names, _, _) | Also::Passed(names) => name.is_of(names),
            Also::Refuse(names, _) => is_one_of(names, &name.plain),
            _ => false,
        })
}

/// What to write instead of a member whose intention is known and that nothing does.
pub(crate) fn refusal(def: &TypeDef, key: &str) -> Option<&'static str> {
    let wanted = plain(key);
    also(def).find_map(|also| match also {
        Also::Refuse(names, line) if is_one_of(names, &wanted) => Some(*line),
        _ => None,
    })
}

/// Whether a plain name is one of several.
pub(crate) fn is_one_of(names: &str, wanted: &str) -> bool {
    names.split(' ').any(|name| plain(name) == wanted)
}

/// Another word for a literal.
pub(crate) fn word(def: &TypeDef, text: Text) -> Value {
    let wanted = plain(&text.text);
    let literal = also(def).find_map(|also| match also {
        Also::Words(literal, words) if is_one_of(words, &wanted) => Some(*literal),
        _ => None,
    });
    Value::String(literal.map_or(text, Text::from))
}
