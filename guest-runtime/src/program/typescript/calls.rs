//! Calls with type arguments, `f<T>(x)`, which as JavaScript compare twice and so parse, too.

use std::collections::HashSet;

use oxc_allocator::Allocator;
use oxc_ast::ast::{
    BindingIdentifier, CallExpression, Class, NewExpression, TSEnumDeclaration, TSLiteral,
    TSNamespaceDeclaration, TSTupleElement, TSType, TSTypeName, TSTypeParameterInstantiation,
    TaggedTemplateExpression,
};
use oxc_ast_visit::{Visit, walk};
use oxc_span::GetSpan as _;

/// Whether the text calls something with what can only be type arguments.
///
/// A program that parses as JavaScript means what JavaScript says, so that they have to be such
/// that a comparison makes no sense: the name of a type of the language, or of a class, or a name
/// with a capital that the program does not declare; `{…}` or text. A number, and a variable or
/// function of the program, are values.
pub(in crate::program) fn has_typed_call(text: &str) -> bool {
    if !may_have_typed_call(text) || super::too_deep(text).is_some() {
        return false;
    }
    ["", super::OPENING].iter().any(|opening| {
        let closing = if opening.is_empty() { "" } else { "\n)" };
        let framed = format!("{opening}{text}{closing}");
        let allocator = Allocator::default();
        let parsed = super::parse(&allocator, &framed);
        if parsed.panicked {
            return false;
        }
        let mut calls = Calls {
            source: &framed,
            names: Names::default(),
        };
        calls.names.visit_program(&parsed.program);
        let mut found = Found {
            calls,
            is_typed: false,
        };
        found.visit_program(&parsed.program);
        found.is_typed
    })
}

/// Whether something in the text looks like a call with type arguments: `f<T>(x)`, without blanks
/// around the brackets. People and formatters put blanks around comparisons.
fn may_have_typed_call(text: &str) -> bool {
    let bytes = text.as_bytes();
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$');
    let is_in_type = |byte: u8| {
        is_name(byte)
            || matches!(
                byte,
                b' ' | b'.'
                    | b','
                    | b'|'
                    | b'['
                    | b']'
                    | b'<'
                    | b'>'
                    | b'"'
                    | b'\''
                    | b'{'
                    | b'}'
                    | b':'
                    | b'?'
                    | b'\n'
            )
    };
    let mut start = 0;
    while let Some(open) = memchr(b'<', bytes, start) {
        start = open + 1;
        let follows_name = open > 0 && is_name(bytes[open - 1]);
        if !follows_name
            || !bytes
                .get(open + 1)
                .is_some_and(|&b| is_name(b) || matches!(b, b'{' | b'[' | b'"' | b'\''))
        {
            continue;
        }
        let mut at = open + 1;
        while at < bytes.len() && is_in_type(bytes[at]) {
            if bytes[at] == b'>' && matches!(bytes.get(at + 1), Some(b'(' | b'`')) {
                return true;
            }
            at += 1;
        }
        // What was looked at holds no end of such a call; the next may start inside of it.
        start = start.max(at.saturating_sub(TYPE_BYTES_MAX));
    }
    false
}

/// Bytes of type arguments that are looked at once more.
const TYPE_BYTES_MAX: usize = 200;

fn memchr(byte: u8, bytes: &[u8], from: usize) -> Option<usize> {
    Some(from + bytes.get(from..)?.iter().position(|&other| other == byte)?)
}

/// What the program declares.
#[derive(Default)]
struct Names {
    variables: HashSet<String>,
    types: HashSet<String>,
}

impl<'a> Visit<'a> for Names {
    fn visit_binding_identifier(&mut self, it: &BindingIdentifier<'a>) {
        self.variables.insert(it.name.to_string());
    }

    fn visit_class(&mut self, it: &Class<'a>) {
        if let Some(id) = &it.id {
            self.types.insert(id.name.to_string());
        }
        walk::walk_class(self, it);
    }

    fn visit_ts_enum_declaration(&mut self, it: &TSEnumDeclaration<'a>) {
        self.types.insert(it.id.name.to_string());
    }

    fn visit_ts_namespace_declaration(&mut self, it: &TSNamespaceDeclaration<'a>) {
        self.types.insert(it.id.name.to_string());
        walk::walk_ts_namespace_declaration(self, it);
    }
}

/// What a type argument is, read as JavaScript.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reading {
    /// Nothing that would be compared.
    Type,
    Value,
}

struct Calls<'s> {
    source: &'s str,
    names: Names,
}

impl Calls<'_> {
    /// Whether these stand without blanks, and can be nothing but types.
    fn are_types(&self, arguments: &TSTypeParameterInstantiation<'_>) -> bool {
        let (start, end) = (arguments.span.start as usize, arguments.span.end as usize);
        let has_blanks = self.source[..start].ends_with(char::is_whitespace)
            || self.source[end..].starts_with(char::is_whitespace);
        !has_blanks && self.all(arguments.params.iter())
    }

    fn all<'t, 'a: 't>(&self, types: impl Iterator<Item = &'t TSType<'a>>) -> bool {
        types
            .map(|one| self.reading(one))
            .all(|reading| reading == Reading::Type)
    }

    fn reading(&self, one: &TSType<'_>) -> Reading {
        let of = |is_type| {
            if is_type {
                Reading::Type
            } else {
                Reading::Value
            }
        };
        match one {
            // Words that may be variables as well.
            TSType::TSAnyKeyword(_)
            | TSType::TSBigIntKeyword(_)
            | TSType::TSBooleanKeyword(_)
            | TSType::TSNeverKeyword(_)
            | TSType::TSNumberKeyword(_)
            | TSType::TSObjectKeyword(_)
            | TSType::TSStringKeyword(_)
            | TSType::TSSymbolKeyword(_)
            | TSType::TSUnknownKeyword(_) => {
                let span = one.span();
                let word = &self.source[span.start as usize..span.end as usize];
                of(!self.names.variables.contains(word))
            }
            TSType::TSTypeReference(reference) => match &reference.type_name {
                TSTypeName::IdentifierReference(name) => of(self.is_type_name(&name.name)),
                TSTypeName::QualifiedName(name) => {
                    let mut left = &name.left;
                    while let TSTypeName::QualifiedName(inner) = left {
                        left = &inner.left;
                    }
                    of(matches!(left, TSTypeName::IdentifierReference(root)
                        if self.names.types.contains(root.name.as_str())))
                }
                TSTypeName::ThisExpression(_) => Reading::Value,
            },
            TSType::TSLiteralType(literal) => of(matches!(
                literal.literal,
                TSLiteral::StringLiteral(_) | TSLiteral::TemplateLiteral(_)
            )),
            TSType::TSUnionType(union) => of(self.all(union.types.iter())),
            TSType::TSIntersectionType(both) => of(self.all(both.types.iter())),
            TSType::TSParenthesizedType(inner) => self.reading(&inner.type_annotation),
            TSType::TSTupleType(tuple) => of(tuple.element_types.iter().all(|element| {
                TSTupleElement::as_ts_type(element)
                    .is_some_and(|element| self.reading(element) == Reading::Type)
            })),
            TSType::TSIndexedAccessType(member) => self.reading(&member.object_type),
            TSType::TSThisType(_) => Reading::Value,
            // What is no JavaScript, or would compare with an object, `null` or a word's text.
            _ => Reading::Type,
        }
    }

    fn is_type_name(&self, name: &str) -> bool {
        self.names.types.contains(name)
            || (name.starts_with(|c: char| c.is_ascii_uppercase())
                && !["NaN", "Infinity"].contains(&name)
                && !self.names.variables.contains(name))
    }
}

/// Looks for such a call.
struct Found<'s> {
    calls: Calls<'s>,
    is_typed: bool,
}

impl Found<'_> {
    fn look(&mut self, arguments: Option<&TSTypeParameterInstantiation<'_>>) {
        self.is_typed |= arguments.is_some_and(|arguments| self.calls.are_types(arguments));
    }
}

impl<'a> Visit<'a> for Found<'_> {
    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        self.look(it.type_arguments.as_deref());
        walk::walk_call_expression(self, it);
    }

    fn visit_new_expression(&mut self, it: &NewExpression<'a>) {
        self.look(it.type_arguments.as_deref());
        walk::walk_new_expression(self, it);
    }

    fn visit_tagged_template_expression(&mut self, it: &TaggedTemplateExpression<'a>) {
        self.look(it.type_arguments.as_deref());
        walk::walk_tagged_template_expression(self, it);
    }
}
