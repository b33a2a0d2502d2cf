//! Literals that turn out to be patterns, once what follows them has been read: the targets of an
//! assignment, or the parameters of an arrow function.

use boa_interner::Sym;

use crate::{
    Expression, Spanned,
    expression::{
        Identifier,
        access::PropertyAccess,
        literal::{ArrayLiteral, ObjectLiteral, PropertyDefinition},
        operator::assign::{AssignOp, AssignTarget},
    },
    pattern::{ArrayPattern, ArrayPatternElement, ObjectPattern, ObjectPatternElement, Pattern},
    property::PropertyName,
};

/// What is assigned to.
enum Target {
    Name(Identifier),
    Access(PropertyAccess),
    Pattern(Pattern),
}

/// The pattern that an array literal is, if it is one.
pub(crate) fn array(literal: &ArrayLiteral, strict: bool) -> Option<ArrayPattern> {
    if literal.has_trailing_comma_spread() {
        return None;
    }
    let items = literal.as_ref();
    let mut elements = Vec::with_capacity(items.len());
    for (index, item) in items.iter().enumerate() {
        elements.push(match item {
            None => ArrayPatternElement::Elision,
            Some(Expression::Spread(spread)) if index + 1 == items.len() => {
                match target(spread.target(), strict)? {
                    Target::Name(ident) => ArrayPatternElement::SingleNameRest { ident },
                    Target::Access(access) => ArrayPatternElement::PropertyAccessRest { access },
                    Target::Pattern(pattern) => ArrayPatternElement::PatternRest { pattern },
                }
            }
            Some(item) => match target_and_default(item, strict)? {
                (Target::Name(ident), default_init) => ArrayPatternElement::SingleName {
                    ident,
                    default_init,
                },
                (Target::Access(access), default_init) => ArrayPatternElement::PropertyAccess {
                    access,
                    default_init,
                },
                (Target::Pattern(pattern), default_init) => ArrayPatternElement::Pattern {
                    pattern,
                    default_init,
                },
            },
        });
    }
    Some(ArrayPattern::new(elements.into(), literal.span()))
}

/// The pattern that an object literal is, if it is one.
pub(crate) fn object(literal: &ObjectLiteral, strict: bool) -> Option<ObjectPattern> {
    if literal.has_trailing_comma_spread() {
        return None;
    }
    let properties = literal.properties();
    let mut elements = Vec::with_capacity(properties.len());
    for (index, property) in properties.iter().enumerate() {
        elements.push(match property {
            PropertyDefinition::IdentifierReference(ident) => ObjectPatternElement::SingleName {
                ident: assignable(*ident, strict)?,
                name: PropertyName::Literal(*ident),
                default_init: None,
            },
            PropertyDefinition::CoverInitializedName(ident, default) => {
                let mut default = default.clone();
                default.set_anonymous_function_definition_name(ident);
                ObjectPatternElement::SingleName {
                    ident: assignable(*ident, strict)?,
                    name: PropertyName::Literal(*ident),
                    default_init: Some(default),
                }
            }
            PropertyDefinition::Property(name, value) => {
                let name = name.clone();
                match target_and_default(value, strict)? {
                    (Target::Name(ident), default_init) => ObjectPatternElement::SingleName {
                        name,
                        ident,
                        default_init,
                    },
                    (Target::Access(access), default_init) => {
                        ObjectPatternElement::AssignmentPropertyAccess {
                            name,
                            access,
                            default_init,
                        }
                    }
                    (Target::Pattern(pattern), default_init) => ObjectPatternElement::Pattern {
                        name,
                        pattern,
                        default_init,
                    },
                }
            }
            PropertyDefinition::SpreadObject(rest) if index + 1 == properties.len() => {
                match target(rest, strict)? {
                    Target::Name(ident) => ObjectPatternElement::RestProperty { ident },
                    Target::Access(access) => {
                        ObjectPatternElement::AssignmentRestPropertyAccess { access }
                    }
                    Target::Pattern(_) => return None,
                }
            }
            PropertyDefinition::SpreadObject(_) | PropertyDefinition::MethodDefinition(_) => {
                return None;
            }
        });
    }
    Some(ObjectPattern::new(elements.into(), literal.span()))
}

/// An element of a pattern, with its default.
fn target_and_default(item: &Expression, strict: bool) -> Option<(Target, Option<Expression>)> {
    let Expression::Assign(assign) = item else {
        return Some((target(item, strict)?, None));
    };
    if assign.op() != AssignOp::Assign {
        return None;
    }
    // The parser has given a function its name, if the target is one without parentheses.
    let target = match assign.lhs() {
        AssignTarget::Identifier(ident) => Target::Name(assignable(*ident, strict)?),
        AssignTarget::Access(access) => Target::Access(access.clone()),
        AssignTarget::Pattern(pattern) => Target::Pattern(pattern.clone()),
    };
    Some((target, Some(assign.rhs().clone())))
}

fn target(expression: &Expression, strict: bool) -> Option<Target> {
    match expression {
        Expression::ArrayLiteral(literal) => {
            array(literal, strict).map(|pattern| Target::Pattern(pattern.into()))
        }
        Expression::ObjectLiteral(literal) => {
            object(literal, strict).map(|pattern| Target::Pattern(pattern.into()))
        }
        // A pattern in parentheses is none.
        _ => match expression.flatten() {
            Expression::Identifier(ident) => assignable(*ident, strict).map(Target::Name),
            Expression::PropertyAccess(access) => Some(Target::Access(access.clone())),
            _ => None,
        },
    }
}

fn assignable(ident: Identifier, strict: bool) -> Option<Identifier> {
    let is_fixed = strict && [Sym::EVAL, Sym::ARGUMENTS].contains(&ident.sym());
    (!is_fixed).then_some(ident)
}

/// Whether a pattern declares names: nothing in it is a member of an object.
#[must_use]
pub fn is_binding(pattern: &Pattern) -> bool {
    match pattern {
        Pattern::Array(pattern) => pattern.bindings().iter().all(|element| match element {
            ArrayPatternElement::PropertyAccess { .. }
            | ArrayPatternElement::PropertyAccessRest { .. } => false,
            ArrayPatternElement::Pattern { pattern, .. }
            | ArrayPatternElement::PatternRest { pattern } => is_binding(pattern),
            ArrayPatternElement::Elision
            | ArrayPatternElement::SingleName { .. }
            | ArrayPatternElement::SingleNameRest { .. } => true,
        }),
        Pattern::Object(pattern) => pattern.bindings().iter().all(|element| match element {
            ObjectPatternElement::AssignmentPropertyAccess { .. }
            | ObjectPatternElement::AssignmentRestPropertyAccess { .. } => false,
            ObjectPatternElement::Pattern { pattern, .. } => is_binding(pattern),
            ObjectPatternElement::SingleName { .. } | ObjectPatternElement::RestProperty { .. } => {
                true
            }
        }),
    }
}
