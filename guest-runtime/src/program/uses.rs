//! What a program does with results of `state` that cannot be meant: a promise that is taken for
//! its value, a member that a result does not have.
//!
//! Nothing is run for it: calls of `state` are followed through the syntax tree, by what the table
//! says that they give. What cannot be told for certain is passed over.

mod changed;
mod tell;
mod walk;

use std::collections::HashMap;
use std::ops::ControlFlow;

use boa_ast::expression::Call;
use boa_ast::expression::access::{PropertyAccess, PropertyAccessField};
use boa_ast::function::FunctionBody;
use boa_ast::visitor::VisitWith;
use boa_ast::{Expression, Span, Spanned};
use boa_interner::{Interner, Sym};
use isolate_protocol::{Called, METHODS, Method, Shape, Type, lookup};

use changed::Changed;

/// Notes on one program.
const NOTES_MAX: usize = 5;

/// What cannot be meant, by the line of the text in which it stands.
#[derive(Clone, Debug, Default)]
pub(crate) struct Uses {
    /// What is told.
    pub(crate) notes: Vec<Use>,
    /// What is not run: a promise as a condition, which is always true.
    pub(crate) refused: Option<Use>,
    /// Lines of timers that nothing waits for.
    pub(crate) timers: Vec<u32>,
}

impl Uses {
    /// Tells of blocks beside the program, by their lines and tags, which are not run.
    pub(super) fn add_blocks(&mut self, blocks: Vec<(u32, String)>) {
        let notes = blocks.into_iter().take(NOTES_MAX).map(|(line, tag)| {
            let text = match tag.as_str() {
                "" => "this block was not run".to_owned(),
                tag => format!("this block of {tag} was not run"),
            };
            Use {
                line,
                column: 1,
                text,
            }
        });
        self.notes.extend(notes);
    }
}

/// One use.
#[derive(Clone, Debug)]
pub(crate) struct Use {
    /// From 1.
    pub(crate) line: u32,
    /// In characters, from 1.
    pub(crate) column: u32,
    pub(crate) text: String,
}

impl Use {
    /// Something to tell of a part of the program.
    pub(super) fn told(span: Span, text: &str) -> Self {
        Self {
            line: span.start().line_number().saturating_sub(1),
            column: span.start().column_number(),
            text: text.to_owned(),
        }
    }
}

/// What is known of a value.
#[derive(Clone, Copy, Debug)]
enum Known {
    /// The promise of a call; its type where that does not depend on options.
    Promise(&'static Method, Option<&'static Type>),
    /// What a call gave, or a part of it.
    Value(&'static Type, &'static Method),
}

/// What a program has in its text of which something may be told.
const WORDS: &[&str] = &[
    "state",
    "fs.",
    "forEach",
    "setTimeout",
    "setInterval",
    "setImmediate",
];

/// Members that promises have.
const OF_PROMISES: &[&str] = &["then", "catch", "finally", "constructor"];

/// Methods of arrays that give an array of the same elements.
const SAME_ELEMENTS: &[&str] = &[
    "filter",
    "slice",
    "sort",
    "reverse",
    "toSorted",
    "toReversed",
    "concat",
];

/// Functions that call another one later.
const TIMERS: &[&str] = &["setTimeout", "setInterval", "setImmediate"];

/// Methods of arrays that give one element.
const ONE_ELEMENT: &[&str] = &["find", "findLast", "at", "pop", "shift"];

/// Methods of arrays whose callback's first parameter is an element.
const TAKES_ELEMENT: &[&str] = &[
    "map",
    "filter",
    "forEach",
    "find",
    "findIndex",
    "findLast",
    "findLastIndex",
    "some",
    "every",
    "flatMap",
    "sort",
    "toSorted",
];

/// Methods of arrays whose callback says yes or no.
const TAKES_TEST: &[&str] = &[
    "filter",
    "find",
    "findIndex",
    "findLast",
    "findLastIndex",
    "some",
    "every",
];

/// What `body`, which is parsed one line below the first, does with results of `state`.
pub(super) fn of_body(body: &FunctionBody, text: &str, interner: &Interner) -> Uses {
    // Most of what is not about files is left as it is, at little cost.
    if !WORDS.iter().any(|word| text.contains(word)) {
        return Uses::default();
    }
    let state = interner.get("state");
    let files = interner.get("fs");
    let mut changed = Changed {
        state,
        names: Vec::new(),
        is_state_shadowed: false,
        files,
        require: interner.get("require"),
        is_files_shadowed: false,
    };
    let _: ControlFlow<()> = body.visit_with(&mut changed);
    if changed.is_state_shadowed {
        return Uses::default();
    }
    let mut reader = Reader {
        interner,
        state,
        files: files.filter(|_| !changed.is_files_shadowed),
        changed: changed.names,
        known: HashMap::new(),
        methods: HashMap::new(),
        element: None,
        is_awaited: false,
        uses: Uses::default(),
    };
    let _: ControlFlow<()> = body.visit_with(&mut reader);
    let mut told: Vec<(u32, String)> = Vec::new();
    reader.uses.notes.retain(|note| {
        let is_new = !told
            .iter()
            .any(|(line, text)| *line == note.line && *text == note.text);
        if is_new {
            told.push((note.line, note.text.clone()));
        }
        is_new
    });
    reader.uses.notes.truncate(NOTES_MAX);
    reader.uses
}

struct Reader<'a> {
    interner: &'a Interner,
    state: Option<Sym>,
    files: Option<Sym>,
    changed: Vec<Sym>,
    known: HashMap<Sym, Known>,
    /// Methods that were taken out of `state`.
    methods: HashMap<Sym, (&'static Method, bool)>,
    /// What the callback that comes next is called with.
    element: Option<Known>,
    /// Whether what is being read is waited for.
    is_awaited: bool,
    uses: Uses,
}

impl Reader<'_> {
    fn name(&self, sym: Sym) -> String {
        self.interner.resolve_expect(sym).to_string()
    }

    fn note(&mut self, place: &impl Spanned, text: String) {
        let start = place.span().start();
        self.uses.notes.push(Use {
            line: start.line_number().saturating_sub(1),
            column: start.column_number(),
            text,
        });
    }

    /// Remembers a timer that nothing waits for.
    fn timed(&mut self, call: &Call) {
        let line = call.span().start().line_number().saturating_sub(1);
        if !self.uses.timers.contains(&line) && self.uses.timers.len() < NOTES_MAX {
            self.uses.timers.push(line);
        }
    }

    /// What an expression gives, as far as that is certain.
    fn known(&self, expression: &Expression) -> Option<Known> {
        match expression {
            Expression::Identifier(name) => self.known.get(&name.sym()).copied(),
            Expression::Parenthesized(inner) => self.known(inner.expression()),
            Expression::Await(awaited) => match self.known(awaited.target())? {
                Known::Promise(method, ty) => ty.map(|ty| Known::Value(ty, method)),
                value @ Known::Value(..) => Some(value),
            },
            Expression::Call(call) => self.called(call),
            Expression::PropertyAccess(PropertyAccess::Simple(access)) => {
                let Known::Value(ty, method) = self.known(access.target())? else {
                    return None;
                };
                let ty = match access.field() {
                    PropertyAccessField::Const(name) => member_type(ty, &self.name(name.sym()))?,
                    PropertyAccessField::Expr(_) => element(ty)?,
                };
                Some(Known::Value(ty, method))
            }
            _ => None,
        }
    }

    fn is_state(&self, expression: &Expression) -> bool {
        matches!(expression, Expression::Identifier(name) if Some(name.sym()) == self.state)
    }

    /// Whether an expression is `fs` or `fs.promises`.
    fn is_files(&self, expression: &Expression) -> bool {
        match expression {
            Expression::Identifier(name) => Some(name.sym()) == self.files,
            Expression::PropertyAccess(PropertyAccess::Simple(access)) => {
                matches!(access.field(), PropertyAccessField::Const(name) if self.name(name.sym()) == "promises")
                    && matches!(access.target(), Expression::Identifier(_))
                    && self.is_files(access.target())
            }
            _ => false,
        }
    }

    /// What a call of a method gives.
    fn given((method, is_sync): (&'static Method, bool), call: &Call) -> Option<Known> {
        // What these give depends on their options.
        let depends = ["readFile", "readdir"].contains(&method.name) && call.args().len() > 1;
        let depends = depends || method.params.len() > 1 && takes_object_alone(call);
        let ty = (!depends).then_some(&method.returns);
        match (is_sync, ty) {
            (false, ty) => Some(Known::Promise(method, ty)),
            (true, ty) => ty.map(|ty| Known::Value(ty, method)),
        }
    }

    fn called(&self, call: &Call) -> Option<Known> {
        if let Expression::Identifier(name) = call.function() {
            return Self::given(*self.methods.get(&name.sym())?, call);
        }
        let Expression::PropertyAccess(PropertyAccess::Simple(access)) = call.function() else {
            return None;
        };
        let PropertyAccessField::Const(name) = access.field() else {
            return None;
        };
        let name = self.name(name.sym());
        if self.is_state(access.target()) {
            return Self::given(method(&name)?, call);
        }
        if self.is_files(access.target()) {
            // What Node's methods give is not that of the rows.
            let (method, is_sync) = method(&name)?;
            let takes_callback = call.args().last().is_some_and(is_function);
            return (!is_sync && !takes_callback).then_some(Known::Promise(method, None));
        }
        let Known::Value(ty, method) = self.known(access.target())? else {
            return None;
        };
        let item = element(ty)?;
        if SAME_ELEMENTS.contains(&name.as_str()) {
            return Some(Known::Value(ty, method));
        }
        let is_one = ONE_ELEMENT.contains(&name.as_str());
        is_one.then_some(Known::Value(item, method))
    }
}

/// What a member is read of.
fn target_of(expression: &Expression) -> Option<&Expression> {
    match expression.flatten() {
        Expression::PropertyAccess(PropertyAccess::Simple(access)) => Some(access.target()),
        _ => None,
    }
}

/// Whether an expression is a function that is written there.
pub(super) fn is_function(expression: &Expression) -> bool {
    matches!(
        expression.flatten(),
        Expression::ArrowFunction(_)
            | Expression::AsyncArrowFunction(_)
            | Expression::FunctionExpression(_)
            | Expression::AsyncFunctionExpression(_)
    )
}

fn is_async(expression: &Expression) -> bool {
    matches!(
        expression.flatten(),
        Expression::AsyncArrowFunction(_) | Expression::AsyncFunctionExpression(_)
    )
}

/// Whether a call has one argument that may hold options, too.
fn takes_object_alone(call: &Call) -> bool {
    matches!(call.args(), [Expression::ObjectLiteral(_)])
}

fn method(name: &str) -> Option<(&'static Method, bool)> {
    if let Some(method) = METHODS.iter().find(|method| method.name == name) {
        return Some((method, false));
    }
    let found = lookup(name)?;
    let called = Called::from_wire(found.number)?;
    Some((called.method, found.is_sync))
}

fn element(ty: &'static Type) -> Option<&'static Type> {
    match ty {
        Type::Array(item) => Some(item),
        _ => None,
    }
}

fn member_type(ty: &'static Type, name: &str) -> Option<&'static Type> {
    match ty {
        Type::Named(def) => match &def.shape {
            Shape::Object(fields) => fields
                .iter()
                .find(|field| field.name == name)
                .map(|field| &field.ty),
            Shape::Alias(_) | Shape::Options(_) => None,
        },
        _ => None,
    }
}
