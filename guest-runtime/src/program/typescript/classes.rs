//! Classes: what TypeScript adds to their members.

use oxc_ast::ast::{
    AccessorPropertyType, BindingPattern, Class, ClassElement, Expression, MethodDefinition,
    MethodDefinitionType, PropertyDefinition, PropertyDefinitionType, PropertyKey, Statement,
};
use oxc_span::{GetSpan as _, Span};

use super::eraser::Eraser;

/// Words before a member's name that mean nothing when the program runs.
const MODIFIERS: &[&str] = &[
    "public",
    "private",
    "protected",
    "readonly",
    "override",
    "declare",
    "abstract",
];

const PROPERTY_PATTERN: &str = "a parameter that is a property has to be a plain name";
const SUPER_CALL: &str = "the constructor of a class with parameters that are properties has to \
     call `super(…)` in a statement of its own";

impl<'a> Eraser<'a> {
    /// Declares the properties that a constructor's parameters are, and assigns them where it
    /// begins, or behind its `super(…)`.
    pub(super) fn parameter_properties(&mut self, class: &Class<'a>) {
        let constructor = class.body.body.iter().find_map(|element| match element {
            ClassElement::MethodDefinition(method)
                if method.kind.is_constructor() && method.value.body.is_some() =>
            {
                Some(&method.value)
            }
            _ => None,
        });
        let Some((function, body)) =
            constructor.and_then(|function| Some((function, function.body.as_ref()?)))
        else {
            return;
        };
        let (mut fields, mut assignments) = (String::new(), String::new());
        for parameter in &function.params.items {
            if parameter.accessibility.is_none() && !parameter.readonly && !parameter.r#override {
                continue;
            }
            let BindingPattern::BindingIdentifier(id) = &parameter.pattern else {
                self.refuse(parameter.span.start, PROPERTY_PATTERN);
                continue;
            };
            let name = id.name.as_str();
            fields += &format!(" {name};");
            assignments += &format!(" this.{name} = {name};");
        }
        if fields.is_empty() {
            return;
        }
        let at = if class.heritage.is_some() {
            let call = body.statements.iter().find(|statement| {
                matches!(statement, Statement::ExpressionStatement(statement)
                    if matches!(&statement.expression, Expression::CallExpression(call)
                        if matches!(call.callee, Expression::Super(_))))
            });
            let Some(call) = call else {
                self.refuse(body.span.start, SUPER_CALL);
                return;
            };
            assignments.insert(0, ';');
            call.span().end
        } else {
            let directive = body.directives.last();
            if directive.is_some() {
                assignments.insert(0, ';');
            }
            directive.map_or(body.span.start + 1, |directive| directive.span.end)
        };
        self.edits.insert(class.body.span.start + 1, fields);
        self.edits.insert(at, assignments);
    }

    /// Erases `abstract` and `implements`.
    pub(super) fn class(&mut self, class: &Class<'a>) {
        if class.r#abstract {
            let end = self
                .edits
                .find(class.span.start, class.body.span.start, "class")
                .unwrap_or(class.body.span.start);
            let head = Span::new(class.span.start, end);
            if self.edits.erase_words(head, &["abstract"]).is_none() {
                let before = self.edits.before(class.span.start);
                if let Some(rest) = before.strip_suffix("abstract") {
                    let start = u32::try_from(rest.len()).unwrap_or(u32::MAX);
                    self.edits.erase(start, class.span.start);
                }
            }
        }
        if let (Some(first), Some(last)) = (class.implements.first(), class.implements.last()) {
            let before = self.edits.before(first.span.start);
            if let Some(rest) = before.strip_suffix("implements") {
                let start = u32::try_from(rest.len()).unwrap_or(u32::MAX);
                self.edits.erase(start, last.span.end);
            }
        }
    }

    /// Erases what is TypeScript's of a member; `false` where all of it is.
    pub(super) fn class_element(&mut self, element: &ClassElement<'a>) -> bool {
        let is_kept = match element {
            ClassElement::StaticBlock(_) => true,
            ClassElement::MethodDefinition(method) => {
                let is_abstract = method.r#type == MethodDefinitionType::TSAbstractMethodDefinition;
                let is_kept = !is_abstract && method.value.body.is_some();
                if is_kept {
                    self.method(method);
                }
                is_kept
            }
            ClassElement::PropertyDefinition(property) => {
                let is_abstract =
                    property.r#type == PropertyDefinitionType::TSAbstractPropertyDefinition;
                let is_kept = !is_abstract && !property.declare;
                if is_kept {
                    self.property(property);
                }
                is_kept
            }
            ClassElement::AccessorProperty(accessor) => {
                let is_kept = accessor.r#type != AccessorPropertyType::TSAbstractAccessorProperty;
                if is_kept {
                    self.modifiers(accessor.span, &accessor.key, accessor.computed);
                }
                is_kept
            }
            ClassElement::TSIndexSignature(_) => false,
        };
        if !is_kept {
            self.erase_item(element.span());
        }
        is_kept
    }

    fn method(&mut self, method: &MethodDefinition<'a>) {
        let can_continue = method.computed || method.value.generator;
        self.modifiers(method.span, &method.key, can_continue);
        if method.optional {
            self.mark(&method.key, '?');
        }
    }

    fn property(&mut self, property: &PropertyDefinition<'a>) {
        self.modifiers(property.span, &property.key, property.computed);
        if property.optional {
            self.mark(&property.key, '?');
        }
        if property.definite {
            self.mark(&property.key, '!');
        }
        // `get: Type` followed by a method would become its getter.
        let name = self.edits.from(property.key.span().start);
        let is_word = ["get", "set", "static"].iter().any(|word| {
            name.strip_prefix(word)
                .is_some_and(|rest| rest.starts_with([':', '?', '!', ' ']))
        });
        if is_word && property.value.is_none() {
            let at = self.edits.next(property.key.span().end);
            if self.edits.from(at).starts_with([':', '?', '!']) {
                self.edits.write(at, b';');
            }
        }
    }

    /// Erases the words before a name. A name that could go on with the member above is kept
    /// from doing so by a semicolon.
    fn modifiers(&mut self, member: Span, key: &PropertyKey<'a>, can_continue: bool) {
        let head = Span::new(member.start, key.span().start);
        let first = self.edits.erase_words(head, MODIFIERS);
        let name = self.edits.from(key.span().start);
        let can_continue = can_continue || name.starts_with("in");
        if can_continue && first == Some(member.start) {
            self.edits.write(member.start, b';');
        }
    }

    /// Erases a mark behind a name.
    fn mark(&mut self, key: &PropertyKey<'a>, mark: char) {
        let mut at = self.edits.next(key.span().end);
        if self.edits.from(at).starts_with(']') {
            at = self.edits.next(at + 1);
        }
        if self.edits.from(at).starts_with(mark) {
            self.edits.erase(at, at + 1);
        }
    }
}
