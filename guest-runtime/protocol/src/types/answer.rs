//! Whether an answer is what its method declares.
//!
//! What a program passes is read generously. What a method answers is to be exactly what the declaration says, which is all that a program, and
//! the model that wrote it, can know.

use super::{Field, Shape, Type};
use crate::value::Value;

/// Why a value is not of a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// Where, from the parameter on: `options.maxDepth`, `edits[3].path`.
    pub at: String,
    /// What is wrong there: `must be a number, but is true`.
    pub problem: String,
}

impl Mismatch {
    /// A value that is not what is expected.
    #[must_use]
    pub fn new(expected: &str, value: &Value) -> Self {
        Self {
            at: String::new(),
            problem: format!("must be {expected}, but is {}", value.described()),
        }
    }

    /// The same, seen from one level further out. Built on the way back, so that a value that
    /// fits costs no text.
    #[must_use]
    pub fn under(mut self, step: &str) -> Self {
        self.at.insert_str(0, step);
        self
    }
}

impl Type {
    /// Checks an answer: every member that is declared is there, and no other.
    ///
    /// # Errors
    ///
    /// The first position at which the answer is not what is declared.
    pub fn accepts(&self, answer: &Value) -> Result<(), Mismatch> {
        let fits = match self {
            Self::Void => matches!(answer, Value::Undefined),
            Self::String | Self::Content | Self::Query | Self::Globs => {
                matches!(answer, Value::String(_))
            }
            Self::Number => matches!(answer, Value::Number(_)),
            Self::Boolean => matches!(answer, Value::Boolean(_)),
            Self::Bytes => matches!(answer, Value::Bytes(_)),
            Self::Date => matches!(answer, Value::Date(_)),
            Self::Null => matches!(answer, Value::Null),
            Self::Literal(text) => matches!(answer, Value::String(found) if found.text == *text),
            // Whatever a file holds; nothing where it holds nothing.
            Self::Json => is_json(answer, false),
            Self::Data => is_json(answer, true),
            Self::Kept => true,
            Self::Array(item) => match answer {
                Value::Array(items) => {
                    for (index, found) in items.iter().enumerate() {
                        item.accepts(found)
                            .map_err(|mismatch| mismatch.under(&format!("[{index}]")))?;
                    }
                    true
                }
                _ => false,
            },
            Self::Union(members) => return accepts_one(self, members, answer),
            Self::Named(def) => match &def.shape {
                Shape::Alias(ty) => return ty.accepts(answer),
                Shape::Options(fields) | Shape::Object(fields) => match answer {
                    Value::Object(_) => return accepts_members(fields, answer),
                    _ => false,
                },
            },
        };
        if fits {
            Ok(())
        } else {
            Err(Mismatch::new(&self.to_string(), answer))
        }
    }
}

/// Whether an answer is a value of JSON, or may also hold what other formats have.
fn is_json(answer: &Value, has_more: bool) -> bool {
    match answer {
        Value::Undefined
        | Value::Null
        | Value::Boolean(_)
        | Value::Number(_)
        | Value::JsonNumber(_)
        | Value::String(_) => true,
        Value::Date(_) | Value::Bytes(_) | Value::BigInt(_) => has_more,
        Value::Array(items) => items.iter().all(|item| is_json(item, has_more)),
        Value::Object(members) => members.iter().all(|(_, member)| is_json(member, has_more)),
        _ => false,
    }
}

/// Of several types with a member each that says which it is (`kind`), the one that it names speaks.
fn accepts_one(union: &Type, members: &[Type], answer: &Value) -> Result<(), Mismatch> {
    let mut mismatches = Vec::new();
    for member in members {
        match member.accepts(answer) {
            Ok(()) => return Ok(()),
            Err(mismatch) => mismatches.push(mismatch),
        }
    }
    // A mismatch further inside is of the member that was meant.
    let inside = mismatches
        .into_iter()
        .max_by_key(|mismatch| mismatch.at.len())
        .filter(|mismatch| !mismatch.at.is_empty());
    Err(inside.unwrap_or_else(|| Mismatch::new(&union.to_string(), answer)))
}

fn accepts_members(fields: &'static [Field], answer: &Value) -> Result<(), Mismatch> {
    for field in fields {
        match answer.member(field.name) {
            None | Some(Value::Undefined) if field.optional => {}
            found => {
                let found = found.unwrap_or(&Value::Undefined);
                let under = |mismatch: Mismatch| mismatch.under(&format!(".{}", field.name));
                field.ty.accepts(found).map_err(under)?;
            }
        }
    }
    let Value::Object(members) = answer else {
        return Ok(());
    };
    for (key, member) in members {
        if !fields.iter().any(|field| field.name == key.text) {
            return Err(Mismatch::new("absent", member).under(&format!(".{}", key.text)));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::table::{METHODS, method_index};
    use crate::value::Value;

    fn object(members: Vec<(&str, Value)>) -> Value {
        let members = members.into_iter();
        Value::Object(members.map(|(key, value)| (key.into(), value)).collect())
    }

    fn text(text: &str) -> Value {
        Value::String(text.into())
    }

    #[test]
    fn an_answer_is_what_is_declared_or_the_place_is_told() {
        let check = |method: &str, answer: Value, expected: &str| {
            let method = &METHODS[method_index(method).unwrap()];
            let shown = match method.returns.accepts(&answer) {
                Ok(()) => String::new(),
                Err(mismatch) => format!("{} {}", mismatch.at, mismatch.problem),
            };
            assert_eq!(shown, expected);
        };
        check("readFile", text("a"), "");
        check("readFile", Value::Null, " must be string, but is null");
        check("stat", Value::Null, "");
        let entry = |kind| vec![("name", text("a")), ("type", kind)];
        let listing = |entry| Value::Array(vec![object(entry)]);
        check("readdirWithFileTypes", listing(entry(text("file"))), "");
        check(
            "readdirWithFileTypes",
            listing(entry(Value::Number(1.0))),
            "[0].type must be \"file\" | \"directory\" | \"symlink\", but is the number 1",
        );
        check(
            "readdirWithFileTypes",
            listing(vec![("name", text("a"))]),
            "[0].type must be \"file\" | \"directory\" | \"symlink\", but is undefined",
        );
        let mut more = entry(text("file"));
        more.push(("size", Value::Number(1.0)));
        check(
            "readdirWithFileTypes",
            listing(more),
            "[0].size must be absent, but is the number 1",
        );
    }
}
