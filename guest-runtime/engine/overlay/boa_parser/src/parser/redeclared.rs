//! The error of a name that is declared twice.

use boa_ast::declaration::{Binding, VariableList};
use boa_ast::{Declaration, Position, Spanned, StatementListItem, operations::bound_names};
use boa_interner::{Interner, Sym};

use crate::Error;

/// The error of `name`, placed at its second declaration among `items`, or at its only one where
/// the other is a variable further inside.
pub(in crate::parser) fn redeclared(
    name: Sym,
    items: &[StatementListItem],
    fallback: Position,
    interner: &Interner,
) -> Error {
    let mut places = Vec::new();
    for item in items {
        let StatementListItem::Declaration(declaration) = item else {
            continue;
        };
        match &**declaration {
            Declaration::Lexical(lexical) => {
                in_variables(name, lexical.variable_list(), &mut places);
            }
            Declaration::ClassDeclaration(class) if class.name().sym() == name => {
                places.push(class.name().span().start());
            }
            Declaration::FunctionDeclaration(function) if function.name().sym() == name => {
                places.push(function.name().span().start());
            }
            _ => {}
        }
    }
    let place = places.get(1).or(places.first()).copied();
    Error::general(
        format!(
            "Identifier '{}' has already been declared",
            interner.resolve_expect(name)
        ),
        place.unwrap_or(fallback),
    )
}

fn in_variables(name: Sym, variables: &VariableList, places: &mut Vec<Position>) {
    let mut last = None;
    for variable in variables.as_ref() {
        match variable.binding() {
            Binding::Identifier(identifier) => {
                let place = identifier.span().start();
                last = Some(place);
                if identifier.sym() == name {
                    places.push(place);
                }
            }
            pattern @ Binding::Pattern(_) => {
                let place = variable.init().map(|init| init.span().start()).or(last);
                if bound_names(pattern).contains(&name)
                    && let Some(place) = place
                {
                    places.push(place);
                }
            }
        }
    }
}
