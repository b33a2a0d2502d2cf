//! What to write instead of a call, one row of a table for each case. The first row that fits counts.

use std::cell::OnceCell;

use isolate_protocol::ErrorCode::{self, Exists, IsDirectory, NotDirectory, NotEmpty, NotFound};
use isolate_protocol::MethodId::{
    self, AppendFile, ApplyEdits, ApplyPatch, CopyTree, Cp, CreateArchive, Diff, ExtractArchive,
    Find, Glob, ListFiles, Mkdir, MoveTree, Mv, PlanEdits, QueryJson, ReadFile, ReadFileBytes,
    ReadJson, Readdir, ReaddirWithFileTypes, RemoveTree, ReplaceInFile, ReplaceInFiles, Rm,
    SearchFiles, SearchText, Undo, UpdateJson, WriteFile, WriteFileBytes, WriteJson,
};
use isolate_protocol::{Type, Value};

use crate::line::Fault;

/// Any method.
const ANY: &[MethodId] = &[];
/// The first parameter, where it is text or a pattern.
const FIRST: &str = "^";
/// The options of a method with one required parameter.
const LONE_OPTIONS: &str = "^options";

/// Kinds of values, of which a row can name several.
mod kind {
    pub(super) const NOTHING: u16 = 1;
    pub(super) const NULL: u16 = 2;
    pub(super) const TEXT: u16 = 4;
    /// A text that begins with a slash.
    pub(super) const PATH: u16 = 8;
    pub(super) const LIST: u16 = 16;
    pub(super) const PATTERN: u16 = 32;
    pub(super) const FUNCTION: u16 = 64;
    /// What JSON has.
    pub(super) const DATA: u16 = 128;
    /// What a text can be made of.
    pub(super) const OTHER: u16 = 256;
    /// Edits of which one does not say what is written.
    pub(super) const NO_EDIT: u16 = 512;
}
use kind::{DATA, FUNCTION, LIST, NO_EDIT, NOTHING, NULL, OTHER, PATH, PATTERN, TEXT};

fn kinds_of(value: &Value) -> u16 {
    let kind = match value {
        Value::Undefined => NOTHING,
        Value::Null => NULL | DATA,
        Value::String(text) if text.text.starts_with('/') => TEXT | PATH,
        Value::String(_) => TEXT,
        Value::Array(_) => LIST | DATA,
        Value::Object(_) | Value::Number(_) | Value::Boolean(_) => DATA,
        Value::RegExp { .. } => PATTERN,
        Value::Function(_) => FUNCTION,
        Value::Error { .. } | Value::Date(_) | Value::Map(_) | Value::Set(_) => OTHER,
        _ => 0,
    };
    let says = |edit: &Value| {
        edit.member("content")
            .or_else(|| edit.member("search"))
            .is_some()
    };
    let is_edit = match value {
        Value::Array(edits) => edits.iter().all(says),
        edit => says(edit),
    };
    if is_edit { kind } else { kind | NO_EDIT }
}

/// Before a call: an argument is of another type. The parameters are separated by spaces; a member of
/// the options follows a dot.
#[rustfmt::skip]
const ARGUMENTS: &[(&[MethodId], &str, u16, &str)] = &[
    (&[WriteFile, AppendFile], "content", DATA, "as JSON it is await state.writeJson({0}, value), or pass JSON.stringify(value)"),
    (&[WriteFile, AppendFile], "content", OTHER, "make it text first, as with String(value)"),
    (&[WriteFile, AppendFile], "content", FUNCTION, "call the function: a function is no text"),
    // Two of them may have one name.
    (&[Cp, Mv], "src dest", LIST, "one call for each: for (const one of paths) await state.{method}(one, path.join({1}, path.basename(one)), { recursive: true, overwrite: false })"),
    (&[CreateArchive], "path", LIST, "the archive comes first: await state.createArchive({archive}, {it})"),
    (ANY, FIRST, LIST, "for several: await Promise.all(paths.map((path) => state.{method}(path{more:1})))"),
    (&[ApplyPatch], "options", TEXT, "the patch names its files, so it comes alone: await state.applyPatch(patch)"),
    (&[Undo], "run options", PATH, "it takes back whole runs: await state.history({ path: {it} }) lists those that changed the file, each with its number"),
    (&[SearchFiles], "query", NOTHING, "to look everywhere: await state.searchFiles(\"/**\", {0}{more:2})"),
    (&[SearchText, SearchFiles], "query", LIST, "one of several is a pattern: await state.{method}({0}, /{words}/{more:2})"),
    (&[ReplaceInFiles], "search", LIST, "several at once: for (const { search, replacement } of edits) await state.replaceInFiles({0}, search, replacement{more:3})"),
    (ANY, "search", LIST, "several at once: await state.applyEdits({0}, [{ search, replacement }, …])"),
    (ANY, "replacement", NULL, "\"\" removes what is found"),
    (&[UpdateJson], "operations", TEXT, "write await state.updateJson({0}, [{ op: \"set\", path: {it}, value: {value} }])"),
    (&[ExtractArchive], "destination", NOTHING, "write await state.extractArchive({0}, {folder})"),
    (ANY, LONE_OPTIONS, PATH, "one call for each path: await state.{method}({0}{more:2}), then await state.{method}({it}{more:2})"),
    (&[ApplyEdits, PlanEdits], "edits instructions", NO_EDIT, "an edit is { path, content }, or { path, search, replacement } for each place in a file"),
    (&[Find], "options.name options.pathPattern", LIST, "one of several is { {key}: {any} }"),
    (&[Find], "options.name", PATTERN, "write (await state.find({0}{rest})).filter((entry) => {re}.test(entry.name))"),
    (&[Find], "options.pathPattern", PATTERN, "write (await state.find({0}{rest})).filter((entry) => {re}.test(entry.path))"),
    (&[SearchFiles, ReplaceInFiles, Glob], FIRST, PATTERN, "write (await state.glob(\"**\"{more:1})).filter((path) => {it}.test(path))"),
];

/// The line to write instead of an argument, where one is known. `at` is the parameter, with what
/// leads to the value at fault.
pub(crate) fn of_argument(call: &Fault<'_>, index: usize, at: &str) -> Option<String> {
    let param = call.method.all_params().nth(index)?;
    let value = call.values.get(index)?;
    let (_, key) = at.split_once('.').unwrap_or_default();
    let member = value.member(key);
    let is_text = matches!(param.ty, Type::String | Type::Globs);
    let required = call.method.params.iter().filter(|param| !param.optional);
    let is_alone = param.name == "options" && required.count() == 1;
    let is_at = |params: &str| match params {
        FIRST => index == 0 && is_text,
        LONE_OPTIONS => is_alone,
        params => params
            .split(' ')
            .any(|name| name == at || name == param.name),
    };
    ARGUMENTS.iter().find_map(|(methods, params, given, line)| {
        let it = match params.contains('.') {
            true => member?,
            false => value,
        };
        let fits = is_of(methods, call.method.id()) && is_at(params) && given & kinds_of(it) != 0;
        fits.then(|| Fault { key, it, ..*call }.line(line))
    })
}

fn is_of(methods: &[MethodId], id: MethodId) -> bool {
    methods.is_empty() || methods.contains(&id)
}

/// Before a call: a function is passed, as a parameter with this name. Without a line the function is
/// an argument as any other.
#[rustfmt::skip]
const FUNCTIONS: &[(&[MethodId], &str, &str)] = &[
    (&[ReplaceInFiles], "replacement", "a function as replacement works for one file: for (const { path } of await state.searchFiles({0}, {1})) await state.replaceInFile(path, {1}, replacement)"),
    (&[UpdateJson], "", "a function cannot change the file: const value = await state.queryJson({0}, \".\"), then await state.updateJson({0}, [{ op: \"set\", path: …, value: … }]) for each change"),
    (&[Find, Glob, Readdir, ListFiles, SearchFiles, SearchText], "", "a function is no argument of it: filter what comes back, (await state.{method}(…)).filter((found) => …)"),
    (ANY, "value content replacement fallback", ""),
    (ANY, "", "it takes no callback: it gives a promise, so write const result = await state.{method}({others})"),
];

/// What to write instead of a function as an argument.
pub(crate) fn of_function(call: &Fault<'_>, param: &str) -> Option<String> {
    let (methods, _, line) = FUNCTIONS.iter().find(|(methods, params, _)| {
        let is_at = params.is_empty() || params.split(' ').any(|name| name == param);
        is_of(methods, call.method.id()) && is_at
    })?;
    // One that is the only argument is refused for its type.
    let is_value = line.is_empty() || methods.is_empty() && call.values.len() == 1;
    (!is_value).then(|| call.line(line))
}

/// How names of archives end.
const ARCHIVES: &[&str] = &[".zip", ".tar", ".gz", ".tgz"];

/// What the tree, or the text of a path, says of the path of an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fact {
    /// Nothing is asked.
    Any,
    /// It is a directory.
    Directory,
    /// It is a directory, and the second argument.
    Destination,
    /// It is a file.
    File,
    /// Another argument is a file that exists.
    Swapped,
    /// It is a number.
    Digits,
    /// It is a text of several lines.
    Lines,
    /// It is one, and the first argument.
    FirstLines,
    /// It matches entries as a pattern, or has a `*`.
    Pattern,
    /// It does so, and what matches is removed with all below it.
    WholePattern,
    /// It is the name of an archive.
    Archive,
    /// A parent of it is a file.
    BelowFile,
    /// A similar path exists.
    Near,
}
use Fact::{
    Any, Archive, BelowFile, Destination, Digits, Directory, File, FirstLines, Lines, Near,
    Pattern, Swapped, WholePattern,
};

/// After a call that failed: what the error says, and what the path is.
#[rustfmt::skip]
const ERRORS: &[(ErrorCode, &[MethodId], Fact, &str)] = &[
    (NotFound, ANY, Swapped, "'{found}' exists and is passed as \"{key}\": are the arguments swapped? It is {signature}"),
    (NotFound, &[Mkdir], Any, "its parents too: await state.mkdir({at}, { recursive: true })"),
    (NotFound, ANY, Digits, "a number is no path: for (const path of paths) gives the paths, for…in their numbers"),
    (NotFound, &[Diff], FirstLines, "a text is written first: await state.writeFile(\"/tmp/before.txt\", text)"),
    (NotFound, &[Diff], Lines, "a text is compared by state.diffContent(path, text)"),
    (NotFound, &[ReplaceInFile], Pattern, "a pattern is for state.replaceInFiles({at}{more:1})"),
    (NotFound, &[SearchText], Pattern, "a pattern is for state.searchFiles({at}{more:1})"),
    // A folder is packed, and removed, with what is in it.
    (NotFound, &[CreateArchive], Pattern, "sources are no patterns: await state.createArchive({0}, await state.glob({at}{nodir}))"),
    (NotFound, &[Readdir, ReaddirWithFileTypes, Find], Pattern, "what a pattern matches is listed by await state.glob({at})"),
    (NotFound, &[Rm, RemoveTree], WholePattern, "a path is no pattern: for (const found of await state.glob({at})) await state.removeTree(found)"),
    (NotFound, &[Rm], Pattern, "a path is no pattern: for (const file of await state.glob({at}{nodir})) await state.rm(file{more:1})"),
    // Two files may have one name.
    (NotFound, &[Cp, Mv, CopyTree, MoveTree], Pattern, "a path is no pattern: for (const file of await state.glob({at}, { nodir: true })) await state.{single}(file, path.join({1}, path.basename(file)), { overwrite: false })"),
    (NotFound, ANY, Pattern, "a path is no pattern: for (const file of await state.glob({at}, { nodir: true })) await state.{method}(file{more:1})"),
    (NotFound, &[CreateArchive], Archive, "the archive comes first: state.createArchive({at}, [{0}])"),
    (NotFound, ANY, BelowFile, "'{found}' is a file"),
    (NotFound, ANY, Near, "did you mean '{found}'?"),
    (NotEmpty, &[Rm], Any, "with everything in it: await state.rm({at}, { recursive: true })"),
    (Exists, &[Mkdir], Directory, "with { recursive: true } a directory that exists is no error"),
    (IsDirectory, &[ReadFile, ReadFileBytes, ReadJson, QueryJson, SearchText], Directory, "it is a directory: state.readdir(path) lists it, state.searchFiles(\"{found}/**\", query) searches it"),
    (IsDirectory, &[Cp, Mv], Destination, "it is a directory: give the whole path, '{found}/{base}'"),
    (IsDirectory, &[Cp], Directory, "it is a directory, which needs { recursive: true }"),
    (IsDirectory, &[WriteFile, WriteFileBytes, AppendFile, WriteJson], Directory, "it is a directory: name a file in it"),
    (NotDirectory, &[Readdir, ReaddirWithFileTypes], File, "it is a file: state.readFile(path) reads it"),
];

/// What a tree answers to a question about the path of an error.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// What there is instead.
    pub path: String,
    /// The parameter that has it.
    pub param: &'static str,
}

/// What to write instead of a call that failed with a code, at the path of the call. `ask` asks the
/// tree.
pub fn of_error(
    call: &Fault<'_>,
    code: ErrorCode,
    ask: impl Fn(Fact) -> Option<Found>,
) -> Option<String> {
    let at = call.at;
    let first = call.values.first().and_then(crate::line::text_of);
    // Several rows ask for it, and the tree has to be searched for it.
    let pattern = OnceCell::new();
    let ask_pattern = || pattern.get_or_init(|| ask(Pattern)).clone();
    let holds = |fact| {
        let is_one_line = !at.contains('\n');
        let is_here = match fact {
            Any => true,
            Digits => at.len() > 1 && at[1..].bytes().all(|byte| byte.is_ascii_digit()),
            Lines => !is_one_line,
            FirstLines => {
                let text = at.trim_start_matches('/');
                !is_one_line && first.is_some_and(|first| first.trim_start_matches('/') == text)
            }
            Archive => first.is_some() && ARCHIVES.iter().any(|ending| at.ends_with(ending)),
            WholePattern if !is_removing_all(call) => false,
            Pattern if !is_one_line => false,
            WholePattern | Pattern => return ask_pattern(),
            fact => return ask(fact),
        };
        is_here.then(Found::default)
    };
    let mut rows = ERRORS
        .iter()
        .filter(|(of, methods, _, _)| *of == code && is_of(methods, call.method.id()));
    let (found, line) = rows.find_map(|(_, _, fact, line)| Some((holds(*fact)?, line)))?;
    let call = Fault {
        key: found.param,
        found: &found.path,
        ..*call
    };
    Some(format!("; {}", call.line(line)))
}

/// Whether a call removes folders with what is in them.
fn is_removing_all(call: &Fault<'_>) -> bool {
    let options = call.values.get(1);
    call.method.id() == RemoveTree
        || options.and_then(|options| options.member("recursive")) == Some(&Value::Boolean(true))
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use isolate_protocol::{METHODS, MORE, Text};

    use super::*;

    #[test]
    fn the_tree_is_searched_for_a_pattern_once() {
        for method in METHODS.iter().chain(MORE) {
            let searches = Cell::new(0);
            let values = [Value::String(Text::from("/none"))];
            let call = Fault {
                at: "/none",
                ..Fault::of(method, &values)
            };
            of_error(&call, NotFound, |fact| {
                searches.set(searches.get() + u32::from(fact == Pattern));
                None
            });
            assert!(searches.get() <= 1, "{}", method.name);
        }
    }
}
