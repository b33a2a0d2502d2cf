//! What the lists of statements around a place have declared, for declarations that are merged.

use oxc_ast::ast::{Declaration, Statement, TSNamespaceDeclarationBody};

use super::constants::Known;

/// A list of statements.
#[derive(Debug, Default)]
pub(super) struct Scope {
    /// Whether it is the program's own.
    pub(super) is_top: bool,
    /// The object of the namespace whose body this is.
    pub(super) namespace: Option<String>,
    /// The enums and namespaces so far.
    opened: Vec<Opened>,
    /// The functions and classes in all of the list.
    others: Vec<String>,
}

/// An enum or a namespace that may go on later.
#[derive(Debug)]
pub(super) struct Opened {
    name: String,
    /// The members of an enum.
    pub(super) members: Vec<Known>,
    /// What a namespace exports.
    pub(super) exports: Vec<String>,
}

/// What stands around the function that fills an enum or a namespace.
#[derive(Debug)]
pub(super) struct Frame {
    /// Before the function.
    pub(super) head: String,
    /// What the function is called with.
    pub(super) argument: String,
}

impl Scope {
    pub(super) fn new(statements: &[Statement<'_>]) -> Self {
        let mut others = Vec::new();
        for statement in statements {
            if let Some(declaration) = declaration_of(statement) {
                match declaration {
                    Declaration::FunctionDeclaration(function) => {
                        others.extend(function.id.as_ref().map(|id| id.name.to_string()));
                    }
                    Declaration::ClassDeclaration(class) => {
                        others.extend(class.id.as_ref().map(|id| id.name.to_string()));
                    }
                    _ => {}
                }
            }
        }
        Self {
            others,
            ..Self::default()
        }
    }

    /// What has been said of a name so far.
    pub(super) fn opened(&mut self, name: &str) -> &mut Opened {
        let index = self.opened.iter().position(|opened| opened.name == name);
        let index = index.unwrap_or_else(|| {
            self.opened.push(Opened {
                name: name.to_owned(),
                members: Vec::new(),
                exports: Vec::new(),
            });
            self.opened.len() - 1
        });
        &mut self.opened[index]
    }

    /// The frame of an enum or a namespace: a declaration, so that a program of declarations
    /// stays one.
    pub(super) fn frame(&mut self, name: &str, is_exported: bool) -> Frame {
        let is_again = self.opened.iter().any(|opened| opened.name == name);
        self.opened(name);
        if self.others.iter().any(|other| other == name) {
            return Frame {
                head: "var {} = ".to_owned(),
                argument: name.to_owned(),
            };
        }
        let head = match (self.is_top, is_again) {
            (true, _) => format!("var {name} = "),
            (false, false) => format!("let {name} = "),
            (false, true) => format!("{name} = "),
        };
        let argument = match &self.namespace {
            Some(object) if is_exported => {
                format!("{object}.{name} || ({object}.{name} = {{}})")
            }
            _ if self.is_top => format!("{name} || {{}}"),
            _ if is_again => name.to_owned(),
            _ => "{}".to_owned(),
        };
        Frame { head, argument }
    }
}

/// The declaration that a statement is or exports.
pub(super) fn declaration_of<'b, 'a>(statement: &'b Statement<'a>) -> Option<&'b Declaration<'a>> {
    match statement {
        Statement::ExportDeclaration(export) => Some(&export.declaration),
        statement => statement.as_declaration(),
    }
}

/// The names that a list of statements declares itself.
pub(super) fn declared(statements: &[Statement<'_>]) -> Vec<String> {
    let mut names = Vec::new();
    for declaration in statements.iter().filter_map(declaration_of) {
        match declaration {
            Declaration::VariableDeclaration(list) => {
                for declarator in &list.declarations {
                    let bound = declarator.id.get_binding_identifiers();
                    names.extend(bound.iter().map(|name| name.name.to_string()));
                }
            }
            Declaration::FunctionDeclaration(function) => {
                names.extend(function.id.as_ref().map(|id| id.name.to_string()));
            }
            Declaration::ClassDeclaration(class) => {
                names.extend(class.id.as_ref().map(|id| id.name.to_string()));
            }
            Declaration::TSEnumDeclaration(node) => names.push(node.id.name.to_string()),
            Declaration::TSNamespaceDeclaration(node) => names.push(node.id.name.to_string()),
            Declaration::TSImportEqualsDeclaration(node) => names.push(node.id.name.to_string()),
            _ => {}
        }
    }
    names
}

/// Whether there is anything in a namespace when the program runs.
pub(super) fn has_values(body: &TSNamespaceDeclarationBody<'_>) -> bool {
    let block = match body {
        TSNamespaceDeclarationBody::TSNamespaceDeclaration(inner) => {
            return !inner.declare && has_values(&inner.body);
        }
        TSNamespaceDeclarationBody::TSModuleBlock(block) => block,
    };
    block.body.iter().any(|statement| {
        declaration_of(statement).is_none_or(|declaration| match declaration {
            Declaration::TSTypeAliasDeclaration(_)
            | Declaration::TSInterfaceDeclaration(_)
            | Declaration::TSExternalModuleDeclaration(_)
            | Declaration::TSGlobalDeclaration(_) => false,
            Declaration::TSNamespaceDeclaration(inner) => !inner.declare && has_values(&inner.body),
            Declaration::TSEnumDeclaration(inner) => !inner.declare,
            Declaration::VariableDeclaration(inner) => !inner.declare,
            Declaration::FunctionDeclaration(inner) => !inner.declare && inner.body.is_some(),
            Declaration::ClassDeclaration(inner) => !inner.declare,
            Declaration::TSImportEqualsDeclaration(_) => true,
        })
    })
}
