//! Calls that something is assigned to, `f() = 1`, which sloppy code may contain.
//!
//! The call is made, and then a ReferenceError thrown, before anything else is evaluated. The target
//! becomes a member of the call, `f()[name]`, where `name` is one that no program can declare: what
//! reads it throws, with the name for its words.

use boa_ast::expression::Identifier;
use boa_ast::expression::access::{PropertyAccess, PropertyAccessField, SimplePropertyAccess};
use boa_ast::{Expression, Spanned};
use boa_interner::Interner;

/// What an assignment says.
pub(in crate::parser) const IN_ASSIGNMENT: &str = "Invalid left-hand side in assignment";

/// What the head of a loop says.
pub(in crate::parser) const IN_FOR: &str = "Invalid left-hand side in for-loop";

/// What `++f()` says.
pub(in crate::parser) const IN_PREFIX: &str =
    "Invalid left-hand side expression in prefix operation";

/// What `f()++` says.
pub(in crate::parser) const IN_POSTFIX: &str =
    "Invalid left-hand side expression in postfix operation";

/// The member that stands for a call, in sloppy code.
pub(in crate::parser) fn refused_target(
    target: &Expression,
    strict: bool,
    words: &'static str,
    interner: &mut Interner,
) -> Option<PropertyAccess> {
    let mut call = target;
    while let Expression::Parenthesized(inner) = call {
        call = inner.expression();
    }
    if strict || !matches!(call, Expression::Call(_)) {
        return None;
    }
    let name = Identifier::new(interner.get_or_intern(words), call.span());
    let field = PropertyAccessField::Expr(Box::new(name.into()));
    Some(SimplePropertyAccess::new(call.clone(), field).into())
}
