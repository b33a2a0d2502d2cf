//! What the members of an `enum` are worth, where it can be told without running the program.

use oxc_ast::ast::{BinaryOperator, Expression, TSEnumMember, TSEnumMemberName, UnaryOperator};

/// What a member is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Worth {
    Number(f64),
    /// A text, which no number leads back from.
    Text,
    /// A number, or whatever it may be when the program runs.
    Unknown,
}

/// A member that comes before.
#[derive(Debug)]
pub(super) struct Known {
    pub(super) name: String,
    pub(super) worth: Worth,
}

/// The name of a member, if it is written without holes.
pub(super) fn name(member: &TSEnumMember<'_>) -> Option<String> {
    Some(match &member.id {
        TSEnumMemberName::Identifier(name) => name.name.to_string(),
        TSEnumMemberName::String(name) | TSEnumMemberName::ComputedString(name) => {
            name.value.to_string()
        }
        TSEnumMemberName::ComputedTemplateString(name) => {
            let [part] = name.quasis.as_slice() else {
                return None;
            };
            part.value.cooked.as_ref()?.to_string()
        }
    })
}

/// What an initializer is worth, in an `enum` of this name with these members before.
pub(super) fn worth(expression: &Expression<'_>, owner: &str, before: &[Known]) -> Worth {
    let of = |inner: &Expression<'_>| worth(inner, owner, before);
    let of_member = |name: &str| {
        let known = before.iter().rev().find(|known| known.name == name);
        known.map_or(Worth::Unknown, |known| known.worth)
    };
    let is_owner = |object: &Expression<'_>| matches!(object, Expression::Identifier(name) if name.name == owner);
    match expression {
        Expression::NumericLiteral(number) => Worth::Number(number.value),
        Expression::StringLiteral(_) | Expression::TemplateLiteral(_) => Worth::Text,
        Expression::Identifier(name) => match name.name.as_str() {
            "Infinity" => Worth::Number(f64::INFINITY),
            "NaN" => Worth::Number(f64::NAN),
            name => of_member(name),
        },
        Expression::StaticMemberExpression(access) if is_owner(&access.object) => {
            of_member(&access.property.name)
        }
        Expression::ComputedMemberExpression(access) if is_owner(&access.object) => {
            match &access.expression {
                Expression::StringLiteral(name) => of_member(&name.value),
                _ => Worth::Unknown,
            }
        }
        Expression::ParenthesizedExpression(inner) => of(&inner.expression),
        Expression::TSAsExpression(inner) => of(&inner.expression),
        Expression::TSSatisfiesExpression(inner) => of(&inner.expression),
        Expression::TSNonNullExpression(inner) => of(&inner.expression),
        Expression::UnaryExpression(unary) => match (unary.operator, of(&unary.argument)) {
            (UnaryOperator::UnaryPlus, Worth::Number(value)) => Worth::Number(value),
            (UnaryOperator::UnaryNegation, Worth::Number(value)) => Worth::Number(-value),
            (UnaryOperator::BitwiseNot, Worth::Number(value)) => {
                Worth::Number(f64::from(!to_int32(value)))
            }
            _ => Worth::Unknown,
        },
        Expression::BinaryExpression(binary) => {
            match (of(&binary.left), binary.operator, of(&binary.right)) {
                (Worth::Number(left), operator, Worth::Number(right)) => {
                    calculated(left, operator, right)
                }
                (Worth::Text, BinaryOperator::Addition, _)
                | (_, BinaryOperator::Addition, Worth::Text) => Worth::Text,
                _ => Worth::Unknown,
            }
        }
        _ => Worth::Unknown,
    }
}

fn calculated(left: f64, operator: BinaryOperator, right: f64) -> Worth {
    let (left_bits, right_bits) = (to_int32(left), to_int32(right));
    let shift = right_bits.cast_unsigned() & 31;
    Worth::Number(match operator {
        BinaryOperator::Addition => left + right,
        BinaryOperator::Subtraction => left - right,
        BinaryOperator::Multiplication => left * right,
        BinaryOperator::Division => left / right,
        BinaryOperator::Remainder => left % right,
        BinaryOperator::Exponential => left.powf(right),
        BinaryOperator::BitwiseAnd => f64::from(left_bits & right_bits),
        BinaryOperator::BitwiseOR => f64::from(left_bits | right_bits),
        BinaryOperator::BitwiseXOR => f64::from(left_bits ^ right_bits),
        BinaryOperator::ShiftLeft => f64::from(left_bits << shift),
        BinaryOperator::ShiftRight => f64::from(left_bits >> shift),
        BinaryOperator::ShiftRightZeroFill => f64::from(left_bits.cast_unsigned() >> shift),
        _ => return Worth::Unknown,
    })
}

/// The language's `ToInt32`.
fn to_int32(value: f64) -> i32 {
    if !value.is_finite() {
        return 0;
    }
    let wrapped = value.trunc().rem_euclid(4_294_967_296.0);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "it is an integer from 0 to below 2^32"
    )]
    let bits = wrapped as u32;
    bits.cast_signed()
}

/// A number as it is written in a program.
pub(super) fn number_text(value: f64) -> String {
    if value.is_nan() {
        "NaN".to_owned()
    } else if value.is_infinite() {
        format!("{}Infinity", if value < 0.0 { "-" } else { "" })
    } else {
        format!("{value}")
    }
}

/// A text as it is written in a program, in ASCII.
pub(super) fn quoted(text: &str) -> String {
    use std::fmt::Write as _;
    let mut quoted = String::from("\"");
    for unit in text.encode_utf16() {
        match u8::try_from(unit) {
            Ok(byte @ (b' '..=b'~')) => {
                if matches!(byte, b'"' | b'\\') {
                    quoted.push('\\');
                }
                quoted.push(char::from(byte));
            }
            _ => {
                let _ = write!(quoted, "\\u{unit:04x}");
            }
        }
    }
    quoted.push('"');
    quoted
}
