//! Classes: what TypeScript adds to their members.

use oxc_ast::ast::{
    AccessorPropertyType, BindingPattern, Class, ClassElement, Expression, Function,
    MethodDefinition, MethodDefinitionType, PropertyDefinition, PropertyDefinitionType,
    PropertyKey, Statement, StaticMemberExpression,
};
use oxc_ast_visit::{Visit, walk};
use oxc_span::{GetSpan as _, Span};
use oxc_syntax::scope::ScopeFlags;

use super::constants::quoted;
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
const LATER_FIELD: &str = "a field that uses a parameter's property, or follows one that does, has \
     to have a plain name";
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
        let mut names = Vec::new();
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
            names.push(name);
        }
        if fields.is_empty() {
            return;
        }
        assignments += &self.later_fields(class, &names);
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

    /// Fields are initialised before a constructor's body. Those that use a property of its
    /// parameters, and those behind them, are by the text that this gives for the body: each is
    /// declared without its value, which a private function gives in its place.
    fn later_fields(&mut self, class: &Class<'a>, names: &[&str]) -> String {
        let mut assignments = String::new();
        let mut is_later = false;
        for (index, element) in class.body.body.iter().enumerate() {
            let ClassElement::PropertyDefinition(field) = element else {
                continue;
            };
            let Some(value) = field.value.as_ref().filter(|_| !field.r#static) else {
                continue;
            };
            // What a function uses, it uses when it is called.
            let is_function = matches!(
                value,
                Expression::ArrowFunctionExpression(_)
                    | Expression::FunctionExpression(_)
                    | Expression::ClassExpression(_)
            );
            is_later |= uses_any(value, names);
            if is_function || !is_later {
                continue;
            }
            let key = match &field.key {
                PropertyKey::StaticIdentifier(name) => format!(".{}", name.name),
                PropertyKey::PrivateIdentifier(name) => format!(".#{}", name.name),
                PropertyKey::StringLiteral(name) => format!("[{}]", quoted(&name.value)),
                _ => {
                    self.refuse(field.span.start, LATER_FIELD);
                    continue;
                }
            };
            let behind_key = field.key.span().end;
            let behind_type = field
                .type_annotation
                .as_ref()
                .map_or(behind_key, |it| it.span.end);
            let start = value.span().start;
            if let Some(sign) = self.edits.find(behind_type, start, "=") {
                self.edits.erase(sign, sign + 1);
            }
            self.edits
                .insert(start, format!("; #initial${index} = () => ("));
            self.edits.insert(value.span().end, ")".to_owned());
            assignments += &format!(" this{key} = this.#initial${index}();");
        }
        assignments
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

/// Whether an expression uses one of these members of `this` when it is evaluated.
fn uses_any(expression: &Expression<'_>, names: &[&str]) -> bool {
    struct Uses<'n> {
        names: &'n [&'n str],
        found: bool,
    }
    impl<'a> Visit<'a> for Uses<'_> {
        fn visit_static_member_expression(&mut self, it: &StaticMemberExpression<'a>) {
            self.found |= matches!(it.object, Expression::ThisExpression(_))
                && self.names.contains(&it.property.name.as_str());
            walk::walk_static_member_expression(self, it);
        }

        fn visit_function(&mut self, _: &Function<'a>, _: ScopeFlags) {}
    }
    let mut uses = Uses {
        names,
        found: false,
    };
    uses.visit_expression(expression);
    uses.found
}
