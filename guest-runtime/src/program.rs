//! Makes a program of what a user or a model wrote, without moving a line.
//!
//! The text is parsed to learn its shape; nothing that has not been parsed as a whole is ever
//! put between other text. What is around the code (fences, prose) is blanked, not removed, and
//! what must be added stands on lines of its own; [`Positions`] maps what is left.

mod code;
mod entry;
mod fences;
mod file;
mod hints;
mod missing;
mod modules;
mod parameters;
mod parse;
mod positions;
mod results;
mod scan;
mod shape;
mod text;
mod typescript;
mod uses;

use boa_engine::script::{Tree, TreeReader};
use boa_engine::{Context, JsResult, Module, Script, Source};
use code::{Code, RETURNING};
pub(crate) use file::{FileText, file};
pub(crate) use missing::{missing_global, missing_member, missing_module};
pub(crate) use modules::{MODULES, is_module};
pub(crate) use parameters::Passed;
use positions::Inserted;
pub(crate) use positions::Positions;
pub(crate) use results::hint_of_results;
pub(crate) use text::{explain_text, too_much_text};
pub(crate) use uses::{Use, Uses};

/// The name of the program in stacks.
pub(crate) const FILE_NAME: &str = "main.js";

/// What stands before a program that is a function body. Its parameter is a scope of its own,
/// so that a program may declare `input` anew.
const HEAD: &str = "((input) => async () => {";

const TAIL: &str = "\n})";

/// A program that can be evaluated.
#[derive(Debug)]
pub(crate) struct Program {
    /// What is evaluated.
    pub(crate) script: Text,
    /// What its value is.
    pub(crate) form: Form,
    /// Positions of the script as those of the user's text.
    pub(crate) positions: Positions,
    /// What it does with results of `state` that cannot be meant.
    pub(crate) uses: Uses,
    /// Whether its text is that of a module, which imports or exports.
    pub(crate) is_module: bool,
}

/// A script, as far as it has been read.
#[derive(Debug)]
pub(crate) enum Text {
    Unparsed(String),
    /// A module whose default export is the function, since the program imports some.
    Module(String),
    Parsed(Tree),
}

impl Text {
    /// Makes it a module, if it is the text of one.
    pub(crate) fn module(&self, context: &mut Context) -> Option<JsResult<Module>> {
        let Self::Module(text) = self else {
            return None;
        };
        let source = Source::from_bytes(text).with_path(FILE_NAME.as_ref());
        Some(Module::parse(source, None, context))
    }

    /// Makes it a script.
    pub(crate) fn script(self, context: &mut Context) -> JsResult<Script> {
        match self {
            Self::Unparsed(text) | Self::Module(text) => {
                let source = Source::from_bytes(&text).with_path(FILE_NAME.as_ref());
                Script::parse(source, None, context)
            }
            Self::Parsed(tree) => Script::from_tree(tree, Some(FILE_NAME.into()), context),
        }
    }
}

/// What a script's value is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// The program's function, to be called with these.
    Function(Vec<Passed>),
    /// A function of the input that gives the program's function.
    Wrapped {
        /// What the program's result is to be called with, if it is the function that is meant.
        calls_result: Option<Vec<Passed>>,
        /// Whether it ends with a function that it calls.
        is_function: bool,
        /// Whether its result is in an array: the program itself takes what fails.
        is_boxed: bool,
    },
}

impl Form {
    /// Whether the program is a function, as far as its text tells.
    pub(crate) fn is_function(&self) -> bool {
        matches!(
            self,
            Self::Function(_)
                | Self::Wrapped {
                    is_function: true,
                    ..
                }
        )
    }

    /// Whether its result is in an array.
    pub(crate) fn is_boxed(&self) -> bool {
        matches!(self, Self::Wrapped { is_boxed: true, .. })
    }
}

/// Why a text is no program.
#[derive(Debug)]
pub(crate) struct Unparsable {
    pub(crate) message: String,
    /// From 1, in the user's text.
    pub(crate) line: u32,
    /// From 1, in UTF-16 units.
    pub(crate) column: u32,
}

/// What a program may be written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialect {
    /// JavaScript alone.
    JavaScript,
    /// JavaScript with types, which are erased.
    TypeScript,
}

/// Makes a program of `source`.
pub(crate) fn prepare(
    source: &str,
    dialect: Dialect,
    context: &mut Context,
) -> Result<Program, Unparsable> {
    let mut failure = None;
    let reader = &mut context.tree_reader();
    let answer = fences::answer(source, dialect);
    if let Some(line) = answer.second {
        return Err(Unparsable {
            message: "several blocks of code: put the program in one block".to_owned(),
            line,
            column: 1,
        });
    }
    if let (true, Some((line, tag))) = (answer.is_foreign, answer.others.first()) {
        return Err(Unparsable {
            message: format!(
                "a block of {tag} is no program: write JavaScript, as in const text = await \
                 state.readFile(path)"
            ),
            line: *line,
            column: 1,
        });
    }
    for text in answer.texts {
        match from_code(&text, source, dialect, reader) {
            Ok(mut program) => {
                program.uses.add_blocks(answer.others);
                return Ok(program);
            }
            Err(error) => failure = failure.or(Some(error)),
        }
    }
    Err(failure.expect("there is always a candidate"))
}

/// Whether a text can be the name of a variable. All letters beyond ASCII are taken for such.
pub(crate) fn is_name(text: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$') || !c.is_ascii();
    !text.is_empty() && !text.starts_with(|c: char| c.is_ascii_digit()) && text.chars().all(is_part)
}

fn from_code(
    text: &str,
    source: &str,
    dialect: Dialect,
    reader: &mut TreeReader<'_>,
) -> Result<Program, Unparsable> {
    if let Some((at, what)) = scan::too_much(text) {
        let (line, column) = positions::line_and_column(text, at);
        return Err(Unparsable {
            message: what.message(),
            line,
            column,
        });
    }
    let is_typescript = dialect == Dialect::TypeScript;
    if is_typescript
        && typescript::has_typed_call(text)
        && let Ok(erased) = typescript::erase(text)
        && let Ok(program) = from_javascript(&erased.text, source, &erased.inserted, reader)
    {
        return Ok(program);
    }
    let error = match from_javascript(text, source, &[], reader) {
        Ok(program) => return Ok(program),
        Err(error) => error,
    };
    if !is_typescript {
        return Err(hints::explain(&error, text, dialect));
    }
    match typescript::erase(text) {
        Ok(erased) if erased.text != text => {
            let plain = modules::without_unused_imports(&erased.text);
            from_javascript(&plain, source, &erased.inserted, reader)
                .map_err(|error| hints::explain_erased(error, &erased, text))
        }
        Ok(_) => Err(hints::explain(&error, text, dialect)),
        Err(refusal) => Err(hints::explain_refusal(&refusal, &error, text)),
    }
}

/// Makes a program of JavaScript, which has more than `source` where something was `inserted`.
fn from_javascript(
    text: &str,
    source: &str,
    inserted: &[Inserted],
    reader: &mut TreeReader<'_>,
) -> Result<Program, parse::BodyError> {
    let code = |text, imports| Code {
        text,
        imports,
        declarations: "",
        source,
        inserted,
    };
    let error = match shape::of_program(text, reader) {
        Ok((shape, tree)) => return Ok(code(text, "").assemble(shape, Some(tree), reader)),
        Err(error) => error,
    };
    if let Some(shape) = shape::of_expression(text) {
        let program = code(text, "").wrap(RETURNING, "", shape.function);
        return Ok(Program {
            uses: shape.uses,
            ..program
        });
    }
    if let Some(plain) = modules::without_modules(text)? {
        let code = Code {
            declarations: &plain.declarations,
            ..code(&plain.text, &plain.imports)
        };
        return Ok(Program {
            is_module: true,
            ..code.assemble(plain.shape, None, reader)
        });
    }
    Err(error)
}
