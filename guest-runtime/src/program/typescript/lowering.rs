//! Enums and namespaces: functions that fill an object take their place, and their members stay
//! where they are.

use oxc_ast::ast::{
    Declaration, ExportDeclaration, Expression, IdentifierReference, TSEnumDeclaration,
    TSImportEqualsDeclaration, TSModuleBlock, TSModuleReference, TSNamespaceDeclaration,
    TSNamespaceDeclarationBody,
};
use oxc_ast_visit::{Visit, walk};
use oxc_span::{GetSpan as _, Span};

use super::constants::{self, Known, Worth, number_text, quoted};
use super::eraser::Eraser;
use super::scopes::{Frame, Scope, declared};

const MEMBER_NAME: &str = "the name of a member of an `enum` has to be a plain text";
const MEMBER_VALUE: &str = "a member of an `enum` that follows a text needs a value of its own";
const IMPORT_EQUALS: &str = "`import x = …` is not supported: there are no modules here. Files \
     are reached through the global `state`, e.g. await state.readFile(path)";

impl<'a> Eraser<'a> {
    fn frame(&mut self, name: &str, is_exported: bool) -> Frame {
        let scope = self.scopes.last_mut().expect("a program is a scope");
        scope.frame(name, is_exported)
    }

    /// Writes the function that fills an enum's object.
    pub(super) fn enumeration(&mut self, node: &TSEnumDeclaration<'a>, is_exported: bool) {
        let owner = node.id.name.as_str();
        let Frame { head, argument } = self.frame(owner, is_exported);
        let opened = self
            .scopes
            .last_mut()
            .expect("a program is a scope")
            .opened(owner);
        let mut known = std::mem::take(&mut opened.members);
        let mut names: Vec<String> = known.iter().map(|known| known.name.clone()).collect();
        names.extend(node.body.members.iter().filter_map(constants::name));

        self.edits.erase(node.span.start, node.body.span.start + 1);
        self.edits
            .insert(node.span.start, format!("{head}(function ({owner}) {{"));
        let mut last: Option<Known> = None;
        for member in &node.body.members {
            let Some(name) = constants::name(member) else {
                self.refuse(member.span.start, MEMBER_NAME);
                continue;
            };
            let (key, span) = (quoted(&name), member.span);
            let slot = format!("{owner}[{key}]");
            let worth = if let Some(value) = &member.initializer {
                let worth = constants::worth(value, owner, &known);
                self.edits.erase(span.start, value.span().start);
                let (before, after) = match worth {
                    Worth::Number(_) => (format!("{owner}[{slot} = "), format!("] = {key}")),
                    Worth::Text => (format!("{slot} = "), String::new()),
                    Worth::Unknown => (
                        format!("{slot} = "),
                        format!("; if (typeof {slot} !== \"string\") {owner}[{slot}] = {key}"),
                    ),
                };
                self.edits.insert(value.span().start, before);
                self.qualify(value, owner, &names);
                self.visit_expression(value);
                self.edits.insert(span.end, after);
                worth
            } else {
                let (worth, value) = match &last {
                    None => (Worth::Number(0.0), "0".to_owned()),
                    Some(Known {
                        worth: Worth::Number(value),
                        ..
                    }) => (Worth::Number(value + 1.0), number_text(value + 1.0)),
                    Some(Known {
                        worth: Worth::Text, ..
                    }) => {
                        self.refuse(span.start, MEMBER_VALUE);
                        continue;
                    }
                    Some(Known {
                        name,
                        worth: Worth::Unknown,
                    }) => (Worth::Unknown, format!("{owner}[{}] + 1", quoted(name))),
                };
                self.edits.erase(span.start, span.end);
                self.edits
                    .insert(span.start, format!("{owner}[{slot} = {value}] = {key}"));
                worth
            };
            let behind = self.edits.next(span.end);
            if self.edits.from(behind).starts_with(',') {
                self.edits.write(behind, b';');
            } else {
                self.edits.insert(span.end, ";".to_owned());
            }
            known.extend(last.replace(Known { name, worth }));
        }
        known.extend(last);
        self.edits.erase(node.body.span.end - 1, node.body.span.end);
        self.edits.insert(
            node.body.span.end,
            format!(" return {owner}; }})({argument});"),
        );
        let scope = self.scopes.last_mut().expect("a program is a scope");
        scope.opened(owner).members = known;
    }

    /// Makes members of the enum of what is named like them in a member's value.
    fn qualify(&mut self, value: &Expression<'a>, owner: &str, names: &[String]) {
        struct Find<'n> {
            names: &'n [String],
            places: Vec<u32>,
        }
        impl<'a> Visit<'a> for Find<'_> {
            fn visit_identifier_reference(&mut self, it: &IdentifierReference<'a>) {
                if self.names.iter().any(|name| it.name == name.as_str()) {
                    self.places.push(it.span.start);
                }
            }
        }
        let mut find = Find {
            names,
            places: Vec::new(),
        };
        find.visit_expression(value);
        for at in find.places {
            self.edits.insert(at, format!("{owner}."));
        }
    }

    /// Writes the functions that fill a namespace's object, one for each name before the body.
    pub(super) fn namespace(&mut self, node: &TSNamespaceDeclaration<'a>, is_exported: bool) {
        let mut names = vec![node.id.name.to_string()];
        let mut body = &node.body;
        let block = loop {
            match body {
                TSNamespaceDeclarationBody::TSNamespaceDeclaration(inner) => {
                    names.push(inner.id.name.to_string());
                    body = &inner.body;
                }
                TSNamespaceDeclarationBody::TSModuleBlock(block) => break block,
            }
        };
        let declared = declared(&block.body);
        let objects: Vec<String> = (0..names.len())
            .map(|index| {
                let inside = names
                    .get(index + 1)
                    .map_or(&declared[..], std::slice::from_ref);
                object_name(&names[index], inside)
            })
            .collect();

        let Frame { head, argument } = self.frame(&names[0], is_exported);
        let mut opening = format!("{head}(function ({}) {{", objects[0]);
        let mut closing = format!("; return {}; }})({argument});", objects[0]);
        for (outer, (name, object)) in objects.iter().zip(names.iter().zip(&objects).skip(1)) {
            let member = format!("{outer}.{name}");
            opening += &format!(" let {name} = (function ({object}) {{");
            closing = format!("; return {object}; }})({member} || ({member} = {{}})){closing}");
        }
        let path = names.join(".");
        opening += &self.earlier_exports(&names[0], &path, block, &declared, &objects);

        self.edits.erase(node.span.start, block.span.start + 1);
        self.edits.insert(node.span.start, opening);
        let mut scope = Scope::new(&block.body);
        scope.namespace = objects.last().cloned();
        self.scopes.push(scope);
        for statement in &block.body {
            self.visit_statement(statement);
        }
        self.scopes.pop();
        self.edits.erase(block.span.end - 1, block.span.end);
        self.edits.insert(block.span.end, closing);
    }

    /// What is used here of the parts of the namespace before this one.
    fn earlier_exports(
        &mut self,
        first: &str,
        path: &str,
        block: &TSModuleBlock<'a>,
        declared: &[String],
        objects: &[String],
    ) -> String {
        let used = super::facts::Facts::of_block(block).used;
        let opened = self
            .scopes
            .last_mut()
            .expect("a program is a scope")
            .opened(first);
        let prefix = format!("{path}.");
        let names: Vec<String> = (opened.exports.iter())
            .filter_map(|export| export.strip_prefix(&prefix))
            .filter(|name| used.contains(*name) && !declared.iter().any(|own| own == name))
            .map(str::to_owned)
            .collect();
        opened
            .exports
            .extend(exports(block).map(|name| format!("{prefix}{name}")));
        // `A.B.C` exports `B` from `A`, and `C` from `A.B`.
        let ends = path
            .match_indices('.')
            .map(|(at, _)| at)
            .chain([path.len()]);
        opened
            .exports
            .extend(ends.map(|end| path[..end].to_owned()));
        let assigned = |name: &String| self.facts.assigned.contains(name);
        let object = objects.last().map_or("", String::as_str);
        if let Some(name) = names.iter().find(|name| assigned(name)) {
            let message = format!(
                "`{name}` belongs to another part of the namespace and is assigned to: write \
                 `{path}.{name}`"
            );
            self.refuse(block.span.start, &message);
        }
        if names.is_empty() {
            return String::new();
        }
        format!(" const {{ {} }} = {object};", names.join(", "))
    }

    /// Makes a member of a namespace's object of what it exports; `false` where this is no
    /// export of a namespace.
    pub(super) fn namespace_export(&mut self, it: &ExportDeclaration<'a>) -> bool {
        let scope = self.scopes.last();
        let Some(object) = scope.and_then(|scope| scope.namespace.clone()) else {
            return false;
        };
        let inner = it.declaration.span();
        self.edits.erase(it.span.start, inner.start);
        let declaration = &it.declaration;
        if self.declaration(declaration, it.span, true) {
            return true;
        }
        walk::walk_export_declaration(self, it);
        let mut after = String::new();
        match declaration {
            Declaration::VariableDeclaration(list) => {
                for declarator in &list.declarations {
                    let is_set = declarator.init.is_some();
                    for name in declarator.id.get_binding_identifiers() {
                        after += &self.exported_variable(&object, &name.name, is_set);
                    }
                }
            }
            Declaration::FunctionDeclaration(function) => {
                if let Some(id) = &function.id {
                    after += &format!(" {object}.{0} = {0};", id.name);
                }
            }
            Declaration::ClassDeclaration(class) => {
                if let Some(id) = &class.id {
                    after += &format!(" {object}.{0} = {0};", id.name);
                }
            }
            _ => {}
        }
        self.edits.insert(it.span.end, format!(";{after}"));
        true
    }

    fn exported_variable(&self, object: &str, name: &str, is_set: bool) -> String {
        if self.facts.assigned.contains(name) {
            let key = quoted(name);
            return format!(
                " Object.defineProperty({object}, {key}, {{ get: () => {name}, set: value$ => {{ \
                 {name} = value$; }}, enumerable: true, configurable: true }});"
            );
        }
        if is_set {
            format!(" {object}.{name} = {name};")
        } else {
            String::new()
        }
    }

    /// Makes a constant of a name for a member of a namespace, unless only types use it.
    pub(super) fn import_equals(
        &mut self,
        node: &TSImportEqualsDeclaration<'a>,
        item: Span,
        is_exported: bool,
    ) {
        if matches!(
            node.module_reference,
            TSModuleReference::ExternalModuleReference(_)
        ) {
            self.refuse(node.span.start, IMPORT_EQUALS);
            return;
        }
        let name = node.id.name.as_str();
        if node.import_kind.is_type() || !(is_exported || self.facts.used.contains(name)) {
            self.erase_item(item);
            return;
        }
        for (offset, letter) in (0..).zip(b"const ") {
            self.edits.write(node.span.start + offset, *letter);
        }
        if let Some(object) = self.scopes.last().and_then(|scope| scope.namespace.clone())
            && is_exported
        {
            self.edits
                .insert(item.end, format!("; {object}.{name} = {name};"));
        }
    }
}

/// The name of a namespace's object within its body, which may declare the same name.
fn object_name(name: &str, inside: &[String]) -> String {
    let mut object = name.to_owned();
    while inside.contains(&object) {
        object.push_str("_1");
    }
    object
}

/// The names that a namespace's body exports.
fn exports(block: &TSModuleBlock<'_>) -> impl Iterator<Item = String> {
    block.body.iter().flat_map(|statement| match statement {
        oxc_ast::ast::Statement::ExportDeclaration(_) => declared(std::slice::from_ref(statement)),
        _ => Vec::new(),
    })
}
