//! Puts a program together of its text, in a frame.

use boa_engine::script::{Tree, TreeReader};

use super::entry::EXPORTED;
use super::parameters::Passed;
use super::positions::{self, Inserted, Positions};
use super::shape::{self, Ending, Shape};
use super::uses::Uses;
use super::{Form, HEAD, Program, TAIL, Text};

/// What goes on with an expression which cannot start a statement.
pub(super) const RETURNING: &str = " return 0,";

/// What stands before one that may be a module of CommonJS.
const COMMON_HEAD: &str = "((input, exports$ = {}, module$ = { exports: exports$ }, module = \
     require.main = module$, exports = exports$) => async () => {";

/// Whether it is one, at its end.
const IS_COMMON: &str = "module$.exports !== exports$ || Object.keys(exports$).length > 0";

/// What a program is made of.
#[derive(Clone, Copy)]
pub(super) struct Code<'a> {
    /// JavaScript.
    pub(super) text: &'a str,
    /// What declares what it imports.
    pub(super) imports: &'a str,
    /// What it imports of other modules, which makes a module of it.
    pub(super) declarations: &'a str,
    /// The user's text.
    pub(super) source: &'a str,
    /// What the one has more than the other.
    pub(super) inserted: &'a [Inserted],
}

impl Code<'_> {
    fn positions(self, lines_before: u32) -> Positions {
        Positions::new(self.source, lines_before, vec![self.inserted.to_vec()])
    }

    /// The program of this shape. The tree is that of the text by itself, if that has been parsed.
    pub(super) fn assemble(
        self,
        shape: Shape,
        tree: Option<Tree>,
        reader: &mut TreeReader<'_>,
    ) -> Program {
        if shape.exported.is_some() {
            return self.common(shape, reader);
        }
        let Shape {
            statements,
            ending,
            uses,
            ..
        } = shape;
        let program = match ending {
            Ending::OnlyFunction(passed)
                if self.imports.is_empty() && self.declarations.is_empty() =>
            {
                let (script, lines_before) = match tree.and_then(shape::only_expression) {
                    Some(tree) => (Text::Parsed(tree), 1),
                    None => (Text::Unparsed(self.text.to_owned()), 0),
                };
                Program {
                    script,
                    form: Form::Function(passed),
                    positions: self.positions(lines_before),
                    uses: Uses::default(),
                    is_module: false,
                }
            }
            Ending::OnlyFunction(passed) => self.wrap(RETURNING, "", Some(passed)),
            Ending::ObjectLike => self.wrap(RETURNING, "", None),
            Ending::Call(name, passed) => {
                let call = format!("\n;return {}", call(&name, passed));
                Program {
                    form: Form::Wrapped {
                        calls_result: None,
                        is_function: true,
                        is_boxed: false,
                    },
                    ..self.wrap("", &call, None)
                }
            }
            Ending::Expression {
                starts,
                function,
                is_last,
            } => starts
                .into_iter()
                .find_map(|at| {
                    let function = function.clone();
                    if function.is_none() && self.takes_failures() {
                        self.boxing(at, statements, reader)
                    } else if is_last {
                        self.returning(at, statements, function, reader)
                    } else {
                        self.keeping(at, statements, function, reader)
                    }
                })
                .unwrap_or_else(|| self.whole(tree)),
            Ending::Plain => self.whole(tree),
        };
        Program { uses, ..program }
    }

    /// The program whose result is what it exports as a module of CommonJS, if it does; otherwise what
    /// it would be without.
    fn common(self, shape: Shape, reader: &mut TreeReader<'_>) -> Program {
        let Shape {
            statements,
            ending,
            exported,
            uses,
        } = shape;
        let exported = exported.unwrap_or_else(|| vec![Passed::Input]);
        let program = match ending {
            Ending::OnlyFunction(passed) => self.wrap(RETURNING, "", Some(passed)),
            Ending::ObjectLike => self.wrap(RETURNING, "", None),
            Ending::Call(name, passed) => self.exporting(&call(&name, passed), exported),
            Ending::Expression { starts, .. } => starts
                .into_iter()
                .find_map(|at| {
                    let (kept, name) = self.kept(at, statements, reader)?;
                    let program =
                        self.of_edited(kept, |code| code.exporting(&name, exported.clone()));
                    Some(program)
                })
                .unwrap_or_else(|| self.exporting("undefined", exported.clone())),
            Ending::Plain => self.exporting("undefined", exported),
        };
        Program { uses, ..program }
    }

    /// The program whose result is what it exports, or `otherwise`.
    fn exporting(self, otherwise: &str, passed: Vec<Passed>) -> Program {
        let result = format!("\n;return {IS_COMMON} ? module$.exports : {otherwise}");
        self.wrap_in(COMMON_HEAD, "", &result, Some(passed))
    }

    /// The program that returns the expression which starts at `at`, if one starts there.
    fn returning(
        self,
        at: usize,
        statements: usize,
        function: Option<Vec<Passed>>,
        reader: &mut TreeReader<'_>,
    ) -> Option<Program> {
        let returning = self.with_inserted("return ", at);
        let tree = shape::ending_with_return(&returning.text, statements, reader)?;
        let program = self.of_edited(returning, |code| code.whole(Some(tree)));
        Some(Program {
            form: Form::Wrapped {
                calls_result: function,
                is_function: false,
                is_boxed: false,
            },
            ..program
        })
    }

    /// The program that returns the expression which starts at `at` after all that follows, if one
    /// starts there.
    fn keeping(
        self,
        at: usize,
        statements: usize,
        function: Option<Vec<Passed>>,
        reader: &mut TreeReader<'_>,
    ) -> Option<Program> {
        let (kept, name) = self.kept(at, statements, reader)?;
        let result = format!("\n;return {name}");
        Some(self.of_edited(kept, |code| code.wrap("", &result, function)))
    }

    /// The same in an array, which nothing waits for.
    fn boxing(self, at: usize, statements: usize, reader: &mut TreeReader<'_>) -> Option<Program> {
        let (kept, name) = self.kept(at, statements, reader)?;
        let result = format!("\n;return [{name}]");
        Some(Program {
            form: Form::Wrapped {
                calls_result: None,
                is_function: false,
                is_boxed: true,
            },
            ..self.of_edited(kept, |code| code.wrap("", &result, None))
        })
    }

    /// Whether the program may take what nobody handles, as far as its text tells.
    fn takes_failures(self) -> bool {
        const EVENTS: [&str; 2] = ["unhandledRejection", "uncaughtException"];
        EVENTS.iter().any(|event| self.text.contains(event))
    }

    /// The text in which the expression that starts at `at` is the value of a variable, and the name of
    /// that, if one starts there.
    fn kept(
        self,
        at: usize,
        statements: usize,
        reader: &mut TreeReader<'_>,
    ) -> Option<(Edited, String)> {
        let mut name = "program$".to_owned();
        while self.text.contains(&name) {
            name.push('$');
        }
        // The choice keeps the variable from giving a function its name.
        let kept = self.with_inserted(&format!("var {name} = {EXPORTED} "), at);
        shape::keeps_expression(&kept.text, statements, reader).then_some((kept, name))
    }

    /// The text with something inserted.
    fn with_inserted(self, inserted: &str, at: usize) -> Edited {
        let text = [&self.text[..at], inserted, &self.text[at..]].concat();
        let (line, character) = positions::line_and_character(self.text, at);
        let inserted = Inserted {
            line,
            character,
            len: u32::try_from(inserted.len()).unwrap_or(u32::MAX),
        };
        Edited { text, inserted }
    }

    /// The program that is made of an edited text.
    fn of_edited(self, edited: Edited, make: impl FnOnce(Code<'_>) -> Program) -> Program {
        let inserted = vec![vec![edited.inserted], self.inserted.to_vec()];
        let code = Code {
            text: &edited.text,
            ..self
        };
        Program {
            positions: Positions::new(self.source, 1, inserted),
            ..make(code)
        }
    }

    /// The program that is the text as it is, which the tree has been made of.
    fn whole(self, tree: Option<Tree>) -> Program {
        match tree {
            Some(tree) if self.imports.is_empty() && self.declarations.is_empty() => Program {
                script: Text::Parsed(tree),
                form: Form::Wrapped {
                    calls_result: None,
                    is_function: false,
                    is_boxed: false,
                },
                positions: self.positions(1),
                uses: Uses::default(),
                is_module: false,
            },
            _ => self.wrap("", "", None),
        }
    }

    pub(super) fn wrap(self, head: &str, call: &str, calls_result: Option<Vec<Passed>>) -> Program {
        self.wrap_in(HEAD, head, call, calls_result)
    }

    fn wrap_in(
        self,
        frame: &str,
        head: &str,
        call: &str,
        calls_result: Option<Vec<Passed>>,
    ) -> Program {
        let is_module = !self.declarations.is_empty();
        let export = if is_module { "export default " } else { "" };
        let (declarations, imports) = (self.declarations, self.imports);
        let text = format!(
            "{declarations}{export}{frame}{imports}{head}\n{}{call}{TAIL}",
            self.text
        );
        Program {
            script: if is_module {
                Text::Module(text)
            } else {
                Text::Unparsed(text)
            },
            form: Form::Wrapped {
                calls_result,
                is_function: false,
                is_boxed: false,
            },
            positions: self.positions(1),
            uses: Uses::default(),
            is_module: false,
        }
    }
}

/// A text in which something was inserted.
struct Edited {
    text: String,
    inserted: Inserted,
}

/// The call of a function that a program declares.
fn call(name: &str, passed: Vec<Passed>) -> String {
    let passed: Vec<&str> = passed.into_iter().map(Passed::code).collect();
    format!("{name}({})", passed.join(", "))
}
