//! Says what is wrong with a text, and what to write instead.

use boa_parser::Error;
use boa_parser::lexer::Error as LexError;

use super::missing::missing_module;
use super::modules;
use super::parse::{BodyError, position};
use super::positions::{Positions, line_and_column, split_lines, without};
use super::typescript::{Erased, Refusal, RefusalKind};
use super::{Dialect, Unparsable, scan};

const PROSE: &str = "This looks like prose around the program: give the code only, or put it into \
     a ``` fence";

const PYTHON: &str = "This looks like Python: programs are JavaScript, as in const text = await \
     state.readFile(path)";

const JSX: &str = "JSX is not supported: build the text with template literals";

const TYPESCRIPT: &str = "TypeScript is switched off here: remove the types and write JavaScript";

/// What `super` is where no method is around it, in the words of V8.
pub(super) const STRAY_SUPER: &str = "'super' keyword unexpected here";

/// The error of the parser in the words of the language's users.
pub(super) fn explain(error: &BodyError, text: &str, dialect: Dialect) -> Unparsable {
    let (message, line, column) = placed(error, text);
    let positions = Positions::new(text, 0, Vec::new());
    let line_text = positions.line(line).unwrap_or_default();
    let before: String = (line_text.chars())
        .take(column.saturating_sub(1) as usize)
        .collect();
    let message = match hint(&error.error, line_text, &before, text, dialect) {
        Some(hint) => format!("{message}. {hint}"),
        None => message,
    };
    Unparsable {
        message,
        line,
        column,
    }
}

/// The error of the parser in a file that is imported.
pub(super) fn explain_file(error: &BodyError, text: &str) -> Unparsable {
    let (message, line, column) = placed(error, text);
    Unparsable {
        message,
        line,
        column,
    }
}

/// The error of a text without its types, in what the user wrote.
pub(super) fn explain_erased(error: BodyError, erased: &Erased, text: &str) -> Unparsable {
    let error = BodyError {
        inserted: erased.inserted.clone(),
        ..error
    };
    explain(
        &error,
        if erased.inserted.is_empty() {
            &erased.text
        } else {
            text
        },
        Dialect::TypeScript,
    )
}

/// The error of a text that is no JavaScript, and whose types could not be erased either.
pub(super) fn explain_refusal(refusal: &Refusal, error: &BodyError, text: &str) -> Unparsable {
    let (_, line, column) = placed(error, text);
    let (refused_line, refused_column) = line_and_column(text, refusal.at);
    // Where types end in a mistake, the parser of JavaScript has stopped at the first of them.
    let is_further =
        (refused_line, refused_column) > (line, column) && looks_typed(&error.error, text, line);
    if refusal.kind == RefusalKind::Syntax && !is_further {
        return explain(error, text, Dialect::TypeScript);
    }
    let line_text = Positions::new(text, 0, Vec::new())
        .line(refused_line)
        .unwrap_or_default()
        .to_owned();
    let hint = match refusal.kind {
        RefusalKind::Unsupported => None,
        RefusalKind::Syntax if is_prose(&line_text) => Some(PROSE),
        RefusalKind::Syntax => {
            (line_text.contains("</") || line_text.contains("/>")).then_some(JSX)
        }
    };
    let message = hint.map_or_else(
        || refusal.message.clone(),
        |hint| format!("{}. {hint}", refusal.message),
    );
    Unparsable {
        message,
        line: refused_line,
        column: refused_column,
    }
}

/// Message, line and column of an error in the text.
pub(super) fn placed(error: &BodyError, text: &str) -> (String, u32, u32) {
    let BodyError {
        error,
        lines_before,
        inserted,
    } = error;
    let message = described(error);
    let positions = Positions::new(text, 0, Vec::new());
    // The parser has stopped at the end of the text.
    if matches!(
        error,
        Error::Lex {
            err: LexError::IO(_)
        }
    ) && let Some(at) = scan::unclosed_quote(text)
    {
        let (line, column) = line_and_column(text, at);
        return (message, line, column);
    }
    let end = end_of(text);
    let (line, character) = position(error).map_or(end, |position| {
        let line = position.line_number().saturating_sub(*lines_before).max(1);
        let character = without(inserted, line, position.column_number());
        (line, character).min(end)
    });
    let (line, column) = positions.to_user(line, character).unwrap_or((1, 1));
    // The parser places it at the function around it.
    if message == STRAY_SUPER
        && scan::count_word(text, "super") == 1
        && let Some((line, column)) = positions.find_word("super")
    {
        return (message, line, column);
    }
    (message, line, column)
}

/// Line and character of the end of the code.
fn end_of(text: &str) -> (u32, u32) {
    let lines: Vec<&str> = split_lines(text.trim_end()).collect();
    let line = u32::try_from(lines.len().max(1)).unwrap_or(u32::MAX);
    let character = lines.last().map_or(0, |line| line.chars().count()) + 1;
    (line, u32::try_from(character).unwrap_or(u32::MAX))
}

/// The message of an error in the words of V8.
fn described(error: &Error) -> String {
    match error {
        Error::Expected {
            expected, found, ..
        } => {
            let wanted: Vec<String> = expected
                .iter()
                .take(4)
                .map(|token| format!("'{token}'"))
                .collect();
            format!(
                "Unexpected token '{}', expected {}",
                shown(found),
                wanted.join(" or ")
            )
        }
        Error::Unexpected { message, found, .. } => match &**message {
            "" => format!("Unexpected token '{}'", shown(found)),
            message => format!("Unexpected token '{}': {message}", shown(found)),
        },
        Error::AbruptEnd => {
            "Unexpected end of input: a bracket, quote or block is not closed".to_owned()
        }
        Error::Lex { err } => match err {
            LexError::Syntax(message, _) => declared(message),
            LexError::IO(_) => {
                "Unexpected end of input: a quote or template is not closed".to_owned()
            }
        },
        Error::ScopeAnalysis { err } => (*err).to_owned(),
        Error::General { message, .. } => declared(message),
    }
}

/// The message of a name that is declared twice as V8 words it, any other with a capital.
fn declared(message: &str) -> String {
    let parameter = message
        .strip_prefix("formal parameter `")
        .and_then(|rest| rest.strip_suffix("` declared in lexically declared names"));
    let repeated = message.strip_prefix("lexical name `");
    let repeated = repeated.and_then(|rest| rest.strip_suffix("` declared multiple times"));
    let exported = message
        .strip_prefix("exported name `")
        .and_then(|rest| rest.strip_suffix("` declared multiple times"))
        .or_else(|| {
            repeated
                .filter(|name| *name == "*default*")
                .and(Some("default"))
        });
    if let Some(name) = exported {
        return modules::repeated(name);
    }
    if message.starts_with("invalid super ") {
        return STRAY_SUPER.to_owned();
    }
    match parameter.or(repeated) {
        Some(name) => format!("Identifier '{name}' has already been declared"),
        None => capitalised(message),
    }
}

fn shown(token: &str) -> String {
    let token = token.trim();
    if token.chars().count() > 40 {
        let head: String = token.chars().take(40).collect();
        return format!("{head}…");
    }
    token.to_owned()
}

fn capitalised(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(characters).collect()
    })
}

/// The module that a line imports.
fn imported(line: &str) -> Option<&str> {
    let rest = line.split_once(" from ").map_or(line, |(_, rest)| rest);
    let mut parts = rest.split(['"', '\'']);
    parts.nth(1)
}

/// What to write instead; the parser has stopped behind `before` on the line.
fn hint(
    error: &Error,
    line: &str,
    before: &str,
    text: &str,
    dialect: Dialect,
) -> Option<&'static str> {
    let trimmed = line.trim_start();
    let found = found(error);
    let first_line = text.trim_start().lines().next().unwrap_or_default();
    if is_python(line) || is_python(first_line) {
        return Some(PYTHON);
    }
    if is_prose(line) || is_prose(first_line) {
        return Some(PROSE);
    }
    if trimmed.starts_with("import ") || trimmed.starts_with("import{") || found == "import" {
        if let Some(hint) = imported(trimmed).and_then(missing_module) {
            return Some(hint);
        }
        return Some(
            "An import is written import { name } from \"/lib/file.js\"; files are reached through \
             the global `state`, e.g. await state.readFile(path)",
        );
    }
    if dialect == Dialect::JavaScript && looks_typed_at(line, found) {
        return Some(TYPESCRIPT);
    }
    if found == "<" || (found == "/" && line.contains("</")) {
        return Some(JSX);
    }
    let is_behind_await = before.trim_end().ends_with("await") && !found.is_empty();
    if found == "yield" || found == "await" || is_behind_await {
        return Some(
            "`await` works at the top level and inside async functions only: write `async` before the function around it",
        );
    }
    let has_code = text.contains(['(', '=', ';', '{', '[', '"', '\'', '`']);
    if !has_code {
        return Some("This is not JavaScript: give code only, or put it into a ``` fence");
    }
    None
}

fn found(error: &Error) -> &str {
    match error {
        Error::Expected { found, .. } | Error::Unexpected { found, .. } => found.trim(),
        _ => "",
    }
}

/// Whether the parser of JavaScript has stopped at a type.
fn looks_typed(error: &Error, text: &str, line: u32) -> bool {
    let positions = Positions::new(text, 0, Vec::new());
    looks_typed_at(positions.line(line).unwrap_or_default(), found(error))
}

fn looks_typed_at(line: &str, found: &str) -> bool {
    let trimmed = line.trim_start();
    let declares_type = [
        "interface ",
        "type ",
        "enum ",
        "declare ",
        "namespace ",
        "abstract ",
        "export interface ",
        "export type ",
        "export enum ",
    ];
    let declares = ["const ", "let ", "var ", "using ", "await using "]
        .iter()
        .any(|word| trimmed.starts_with(word));
    let annotated = line
        .split('=')
        .next()
        .is_some_and(|left| left.contains(':') && !left.contains(['{', '[']));
    declares_type.iter().any(|word| trimmed.starts_with(word))
        || looks_annotated(line, found)
        || (declares && annotated)
}

/// Whether a line begins a statement of Python and none of JavaScript.
fn is_python(line: &str) -> bool {
    const BLOCKS: &[&str] = &[
        "def ",
        "async def ",
        "for ",
        "while ",
        "if ",
        "elif ",
        "with ",
        "class ",
        "except ",
    ];
    let line = line.trim();
    let is_text = line.contains(['"', '\'', '`']);
    let opens = line.ends_with(':')
        && (BLOCKS.iter().any(|word| line.starts_with(word))
            || matches!(line, "try:" | "else:" | "except:" | "finally:"));
    let imports = !is_text
        && !line.ends_with(';')
        && (line.starts_with("import ") && !line.contains(" from ")
            || line.starts_with("from ") && line.contains(" import "));
    opens || imports
}

/// Whether a line is a sentence of a natural language: words and blanks, and hardly a mark that
/// code has.
fn is_prose(line: &str) -> bool {
    const KEYWORDS: &[&str] = &[
        "const",
        "let",
        "var",
        "function",
        "async",
        "await",
        "return",
        "if",
        "else",
        "for",
        "while",
        "do",
        "switch",
        "case",
        "class",
        "new",
        "throw",
        "try",
        "import",
        "export",
        "type",
        "interface",
        "enum",
        "typeof",
        "delete",
        "void",
        "yield",
        "static",
        "in",
        "of",
        "default",
        "declare",
        "abstract",
        "namespace",
        "public",
        "private",
        "protected",
        "readonly",
    ];
    let line = line.trim_start_matches([' ', '\t', '#', '*', '-', '>', '•']);
    if line.starts_with("//") || line.contains(['=', ';', '{', '}', '[', ']', '|', '&', '<']) {
        return false;
    }
    let is_word = |word: &&str| {
        let word = word.trim_matches(|c: char| {
            matches!(
                c,
                '.' | ',' | ':' | '!' | '?' | '(' | ')' | '"' | '\'' | '`' | '*' | '…' | '—'
            )
        });
        !word.is_empty()
            && word
                .chars()
                .all(|c| c.is_alphabetic() || matches!(c, '\'' | '’' | '-'))
    };
    let words: Vec<&str> = line.split_whitespace().collect();
    let first = words.first().copied().unwrap_or_default();
    let plain = words.iter().filter(|word| is_word(word)).count();
    words.len() >= 3 && plain * 4 >= words.len() * 3 && !KEYWORDS.contains(&first)
}

/// Whether the line has a TypeScript annotation or cast where the parser stopped.
fn looks_annotated(line: &str, found: &str) -> bool {
    const TYPES: &[&str] = &[
        "string",
        "number",
        "boolean",
        "any",
        "unknown",
        "void",
        "never",
        "object",
        "Promise<",
        "Record<",
        "Array<",
        "Map<",
        "Set<",
        "Date",
        "Uint8Array",
        "null",
        "undefined",
        "{",
        "[",
        "(",
        "'",
        "\"",
    ];
    let is_type = |rest: &str| {
        let rest = rest.trim_start();
        TYPES.iter().any(|name| rest.starts_with(name))
            || rest.starts_with(|c: char| c.is_ascii_uppercase())
    };
    match found {
        ":" => line
            .match_indices(':')
            .any(|(at, _)| is_type(&line[at + 1..])),
        "as" | "satisfies" | "readonly" | "private" | "public" | "protected" | "implements" => true,
        "!" => true,
        "?" => line.contains("?:"),
        "<" => line.contains('>') && !line.contains("</") && !line.contains("/>"),
        _ => line.contains(" as ") && found != ")" && line.split(" as ").skip(1).any(is_type),
    }
}
