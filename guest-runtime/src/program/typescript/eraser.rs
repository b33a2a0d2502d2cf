//! Walks the syntax tree and marks what is erased.

use oxc_ast::ast::{
    ArrowFunctionExpression, BlockStatement, Comment, Declaration, Decorator, ExportAllDeclaration,
    ExportDeclaration, ExportDefaultDeclaration, ExportDefaultDeclarationKind,
    ExportFromDeclaration, ExportNamedDeclaration, ExportSpecifier, Expression, FormalParameter,
    Function, FunctionBody, ImportDeclaration, ImportDeclarationSpecifier, JSXElement, JSXFragment,
    Program, Statement, StaticBlock, SwitchStatement, TSAsExpression, TSExportAssignment,
    TSInstantiationExpression, TSNamespaceExportDeclaration, TSNonNullExpression,
    TSSatisfiesExpression, TSThisParameter, TSTypeAnnotation, TSTypeAssertion,
    TSTypeParameterDeclaration, TSTypeParameterInstantiation, VariableDeclarator,
};
use oxc_ast_visit::{Visit, walk};
use oxc_span::{GetSpan as _, Span};
use oxc_syntax::scope::ScopeFlags;

use super::edits::{Edits, Erased};
use super::facts::Facts;
use super::scopes::{Scope, has_values};
use super::{Refusal, RefusalKind};

const EXPORT_EQUALS: &str = "`export =` is not supported: there are no modules here; return the \
     result instead";
/// Words that make a property of a constructor's parameter.
const PROPERTY_WORDS: &[&str] = &["public", "private", "protected", "readonly", "override"];
const DECORATOR: &str = "decorators are not supported: call the function yourself on the class \
     or the method";
const JSX: &str = "JSX is not supported: build the text with template literals";

/// Marks what is erased.
pub(super) struct Eraser<'a> {
    pub(super) edits: Edits<'a>,
    /// The first thing that cannot be erased.
    refusal: Option<Refusal>,
    /// The lists of statements around.
    pub(super) scopes: Vec<Scope>,
    pub(super) facts: Facts,
}

impl<'a> Eraser<'a> {
    pub(super) fn new(source: &'a str, comments: &'a [Comment], facts: Facts) -> Self {
        Self {
            edits: Edits::new(source, comments),
            refusal: None,
            scopes: Vec::new(),
            facts,
        }
    }

    fn within(&mut self, scope: Scope, walk: impl FnOnce(&mut Self)) {
        self.scopes.push(scope);
        walk(self);
        self.scopes.pop();
    }

    /// The text without types.
    pub(super) fn finish(self) -> Result<Erased, Refusal> {
        match self.refusal {
            Some(refusal) => Err(refusal),
            None => Ok(self.edits.finish()),
        }
    }

    pub(super) fn refuse(&mut self, at: u32, message: &str) {
        let at = at as usize;
        if self.refusal.as_ref().is_none_or(|first| at < first.at) {
            self.refusal = Some(Refusal {
                message: message.to_owned(),
                at,
                kind: RefusalKind::Unsupported,
            });
        }
    }

    /// Erases a whole statement or class member. A semicolon stays, so that what is before it
    /// ends, and what needs a statement has one.
    pub(super) fn erase_item(&mut self, span: Span) {
        self.edits.erase(span.start, span.end);
        self.edits.write(span.start, b';');
    }

    /// Erases what follows an expression up to the end of its node. If the next token could go
    /// on with the expression, a semicolon keeps it from doing so.
    fn erase_behind(&mut self, expression: Span, node: Span, starts_type: bool) {
        self.edits.erase(expression.end, node.end);
        let next = self.edits.from(self.edits.next(node.end));
        if starts_type && next.starts_with(['(', '[', '`']) {
            let start = self.edits.next(expression.end);
            self.edits.write(start, b';');
        }
    }

    /// Erases or writes what a declaration of TypeScript is; `false` for one of JavaScript.
    pub(super) fn declaration(
        &mut self,
        declaration: &Declaration<'a>,
        item: Span,
        is_exported: bool,
    ) -> bool {
        let is_type = match declaration {
            Declaration::TSEnumDeclaration(node) if !node.declare => {
                self.enumeration(node, is_exported);
                return true;
            }
            Declaration::TSNamespaceDeclaration(node)
                if !node.declare && has_values(&node.body) =>
            {
                self.namespace(node, is_exported);
                return true;
            }
            Declaration::TSImportEqualsDeclaration(node) => {
                self.import_equals(node, item, is_exported);
                return true;
            }
            Declaration::TSTypeAliasDeclaration(_)
            | Declaration::TSInterfaceDeclaration(_)
            | Declaration::TSExternalModuleDeclaration(_)
            | Declaration::TSGlobalDeclaration(_)
            | Declaration::TSEnumDeclaration(_)
            | Declaration::TSNamespaceDeclaration(_) => true,
            Declaration::VariableDeclaration(node) => node.declare,
            Declaration::FunctionDeclaration(node) => node.declare || node.body.is_none(),
            Declaration::ClassDeclaration(node) => node.declare,
        };
        if is_type {
            self.erase_item(item);
        }
        is_type
    }

    /// Erases the brackets' specifiers that name types.
    fn specifiers(&mut self, specifiers: &[ExportSpecifier<'a>]) {
        for specifier in specifiers {
            if specifier.export_kind.is_type() {
                self.erase_specifier(specifier.span);
            }
        }
    }

    fn erase_specifier(&mut self, span: Span) {
        self.edits.erase(span.start, span.end);
        let next = self.edits.next(span.end);
        if self.edits.from(next).starts_with(',') {
            self.edits.erase(next, next + 1);
        }
    }

    /// Keeps `async`, `return` and the like on the line of the parenthesis that follows them.
    fn arrow_parentheses(&mut self, arrow: &ArrowFunctionExpression<'a>) {
        if let Some(parameters) = &arrow.type_parameters {
            let open = self.edits.next(parameters.span.end);
            if self.edits.has_line_end(parameters.span.start, open) {
                self.edits.write(parameters.span.start, b'(');
                self.edits.erase(open, open + 1);
            }
        }
        if let Some(result) = &arrow.return_type {
            let arrow_at = self.edits.next(result.span.end);
            let close = self.edits.before(result.span.start);
            let close = u32::try_from(close.len())
                .unwrap_or(u32::MAX)
                .saturating_sub(1);
            if self.edits.has_line_end(close, arrow_at) {
                self.edits.erase(close, close + 1);
                self.edits.write_last(result.span.end, b')');
            }
        }
    }
}

impl<'a> Visit<'a> for Eraser<'a> {
    fn visit_program(&mut self, it: &Program<'a>) {
        let mut scope = Scope::new(&it.body);
        scope.is_top = true;
        self.within(scope, |eraser| walk::walk_program(eraser, it));
    }

    fn visit_function_body(&mut self, it: &FunctionBody<'a>) {
        let scope = Scope::new(&it.statements);
        self.within(scope, |eraser| walk::walk_function_body(eraser, it));
    }

    fn visit_block_statement(&mut self, it: &BlockStatement<'a>) {
        self.within(Scope::new(&it.body), |eraser| {
            walk::walk_block_statement(eraser, it)
        });
    }

    fn visit_static_block(&mut self, it: &StaticBlock<'a>) {
        self.within(Scope::new(&it.body), |eraser| {
            walk::walk_static_block(eraser, it)
        });
    }

    fn visit_switch_statement(&mut self, it: &SwitchStatement<'a>) {
        self.within(Scope::default(), |eraser| {
            walk::walk_switch_statement(eraser, it)
        });
    }

    fn visit_statement(&mut self, it: &Statement<'a>) {
        if let Some(declaration) = it.as_declaration()
            && self.declaration(declaration, it.span(), false)
        {
            return;
        }
        walk::walk_statement(self, it);
    }

    fn visit_export_declaration(&mut self, it: &ExportDeclaration<'a>) {
        if !self.namespace_export(it) && !self.declaration(&it.declaration, it.span, false) {
            walk::walk_export_declaration(self, it);
        }
    }

    fn visit_export_default_declaration(&mut self, it: &ExportDefaultDeclaration<'a>) {
        match &it.declaration {
            ExportDefaultDeclarationKind::TSInterfaceDeclaration(_) => self.erase_item(it.span),
            ExportDefaultDeclarationKind::FunctionDeclaration(function)
                if function.body.is_none() =>
            {
                self.erase_item(it.span);
            }
            _ => walk::walk_export_default_declaration(self, it),
        }
    }

    fn visit_export_named_declaration(&mut self, it: &ExportNamedDeclaration<'a>) {
        if it.export_kind.is_type() {
            self.erase_item(it.span);
        } else {
            self.specifiers(&it.specifiers);
        }
    }

    fn visit_export_from_declaration(&mut self, it: &ExportFromDeclaration<'a>) {
        if it.export_kind.is_type() {
            self.erase_item(it.span);
        } else {
            self.specifiers(&it.specifiers);
        }
    }

    fn visit_export_all_declaration(&mut self, it: &ExportAllDeclaration<'a>) {
        if it.export_kind.is_type() {
            self.erase_item(it.span);
        }
    }

    fn visit_import_declaration(&mut self, it: &ImportDeclaration<'a>) {
        let names_types = it.specifiers.as_ref().is_some_and(|specifiers| {
            !specifiers.is_empty()
                && specifiers.iter().all(|specifier| {
                    matches!(specifier, ImportDeclarationSpecifier::ImportSpecifier(one)
                        if one.import_kind.is_type())
                })
        });
        if it.import_kind.is_type() || names_types {
            self.erase_item(it.span);
            return;
        }
        for specifier in it.specifiers.iter().flatten() {
            if let ImportDeclarationSpecifier::ImportSpecifier(one) = specifier
                && one.import_kind.is_type()
            {
                self.erase_specifier(one.span);
            }
        }
    }

    fn visit_ts_namespace_export_declaration(&mut self, it: &TSNamespaceExportDeclaration<'a>) {
        self.erase_item(it.span);
    }

    fn visit_ts_export_assignment(&mut self, it: &TSExportAssignment<'a>) {
        self.refuse(it.span.start, EXPORT_EQUALS);
    }

    fn visit_ts_type_annotation(&mut self, it: &TSTypeAnnotation<'a>) {
        self.edits.erase(it.span.start, it.span.end);
    }

    fn visit_ts_type_parameter_declaration(&mut self, it: &TSTypeParameterDeclaration<'a>) {
        self.edits.erase(it.span.start, it.span.end);
    }

    fn visit_ts_type_parameter_instantiation(&mut self, it: &TSTypeParameterInstantiation<'a>) {
        self.edits.erase(it.span.start, it.span.end);
    }

    fn visit_ts_this_parameter(&mut self, it: &TSThisParameter<'a>) {
        let next = self.edits.next(it.span.end);
        let has_comma = self.edits.from(next).starts_with(',');
        let end = if has_comma { next + 1 } else { it.span.end };
        self.edits.erase(it.span.start, end);
    }

    fn visit_formal_parameter(&mut self, it: &FormalParameter<'a>) {
        if it.accessibility.is_some() || it.readonly || it.r#override {
            let head = Span::new(it.span.start, it.pattern.span().start);
            self.edits.erase_words(head, PROPERTY_WORDS);
        }
        if it.optional {
            let mark = self.edits.next(it.pattern.span().end);
            if self.edits.from(mark).starts_with('?') {
                self.edits.erase(mark, mark + 1);
            }
        }
        walk::walk_formal_parameter(self, it);
    }

    fn visit_variable_declarator(&mut self, it: &VariableDeclarator<'a>) {
        if it.definite {
            let mark = self.edits.next(it.id.span().end);
            self.edits.erase(mark, mark + 1);
        }
        walk::walk_variable_declarator(self, it);
    }

    fn visit_function(&mut self, it: &Function<'a>, flags: ScopeFlags) {
        if it.body.is_some() {
            walk::walk_function(self, it, flags);
        }
    }

    fn visit_arrow_function_expression(&mut self, it: &ArrowFunctionExpression<'a>) {
        self.arrow_parentheses(it);
        walk::walk_arrow_function_expression(self, it);
    }

    fn visit_class(&mut self, it: &oxc_ast::ast::Class<'a>) {
        self.class(it);
        self.parameter_properties(it);
        walk::walk_class(self, it);
    }

    fn visit_ts_class_implements_list(
        &mut self,
        _: &oxc_allocator::ArenaVec<'a, oxc_ast::ast::TSClassImplements<'a>>,
    ) {
        // Erased with the class.
    }

    fn visit_class_element(&mut self, it: &oxc_ast::ast::ClassElement<'a>) {
        if self.class_element(it) {
            walk::walk_class_element(self, it);
        }
    }

    fn visit_decorator(&mut self, it: &Decorator<'a>) {
        self.refuse(it.span.start, DECORATOR);
    }

    fn visit_ts_as_expression(&mut self, it: &TSAsExpression<'a>) {
        self.visit_expression(&it.expression);
        self.erase_behind(it.expression.span(), it.span, true);
    }

    fn visit_ts_satisfies_expression(&mut self, it: &TSSatisfiesExpression<'a>) {
        self.visit_expression(&it.expression);
        self.erase_behind(it.expression.span(), it.span, true);
    }

    fn visit_ts_non_null_expression(&mut self, it: &TSNonNullExpression<'a>) {
        self.visit_expression(&it.expression);
        self.erase_behind(it.expression.span(), it.span, false);
    }

    fn visit_ts_instantiation_expression(&mut self, it: &TSInstantiationExpression<'a>) {
        self.visit_expression(&it.expression);
        self.erase_behind(it.expression.span(), it.span, false);
    }

    fn visit_ts_type_assertion(&mut self, it: &TSTypeAssertion<'a>) {
        let value = it.expression.span().start;
        let before = self.edits.before(it.span.start);
        let starts =
            before.is_empty() || before.ends_with(['{', '}', ';']) || before.ends_with("=>");
        let is_block = starts && self.edits.from(value).starts_with(['{', 'f', 'c']);
        self.edits.erase(it.span.start, value);
        let needs_parentheses = is_block || self.edits.has_line_end(it.span.start, value);
        if needs_parentheses {
            self.edits.insert(it.span.start, "(".to_owned());
        }
        self.visit_expression(&it.expression);
        if needs_parentheses {
            self.edits.insert(it.span.end, ")".to_owned());
        }
    }

    fn visit_jsx_element(&mut self, it: &JSXElement<'a>) {
        self.refuse(it.span.start, JSX);
    }

    fn visit_jsx_fragment(&mut self, it: &JSXFragment<'a>) {
        self.refuse(it.span.start, JSX);
    }

    fn visit_expression(&mut self, it: &Expression<'a>) {
        if !matches!(it, Expression::Identifier(_)) {
            walk::walk_expression(self, it);
        }
    }
}
