//! The other spellings of types, one row a type.

use isolate_protocol::Type::{Array, Boolean, Literal, Named, Number, String, Union};
use isolate_protocol::defs::{self, TEXT_OR_TEXTS};
use isolate_protocol::{TypeDef, optional};

use super::Also::{self, Both, Count, Field, List, Names, Not, Passed, Refuse, Says, Switch, Text, Whole, Words};
use super::{DRY_RUN, EXCLUDE, Given, RECURSIVE, WHOLE_WORD};

const YES: Given = Given::Boolean(true);
const NO: Given = Given::Boolean(false);

/// Names of how many matches are replaced.
const SOME: &str = "all replaceAll global g count limit max maxCount maxResults maxReplacements once first firstOnly";

/// Spellings of how a query is read.
const READING_ALSO: &[Also] = &[
    Field(optional("flags", String)), Field(optional("multiline", Boolean)), Field(optional("dotAll", Boolean)),
    Names("regex", "isRegex useRegex regexp isRegExp useRegExp regularExpression asRegex"), Names("caseSensitive", "matchCase"),
    Names("wholeWord", WHOLE_WORD), Names("multiline", "m multiLine"), Names("dotAll", "s"),
    Not("regex", "literal fixedString fixedStrings"), Not("caseSensitive", "ignoreCase caseInsensitive insensitive i nocase"),
    Says("global g all replaceAll", "true", None), Text("flags"),
];

/// Spellings of what is shown around a match.
const AROUND_ALSO: &[Also] = &[
    Names("contextBefore", "before beforeContext linesBefore B"), Names("contextAfter", "after afterContext linesAfter A"),
    Both(["contextBefore", "contextAfter"], "context contextLines C"),
];

/// Spellings of how many matches are listed of a file.
const MAX_ALSO: &[Also] = &[Names("maxMatches", "maxCount maxMatchesPerFile maxPerFile")];

/// Spellings of a change that only shows what it would do.
const DRY_ALSO: &[Also] = &[Names("dryRun", DRY_RUN)];

/// Spellings of how a table is read and written.
const CSV_ALSO: &[Also] = &[
    Names("delimiter", "separator sep fieldDelimiter"), Names("quote", "quoteChar"), Names("escape", "escapeChar"),
    Says("encoding", "utf8 utf-8", None),
];

/// What programs expect of a replacement in a file, and what does that work.
const REPLACE_ALSO: &[Also] = &[
    Refuse("edits replacements changes", "for several: await state.applyEdits({0}, [{ search, replacement }, …])"),
    Refuse(SOME, "every match is replaced; to stop after {many}: let count = 0; await state.replaceInFile({0}, {1}, {match} => count++ < {many} ? {new} : match{rest})"),
    Refuse("occurrence n", "every match is replaced; for that one alone: let count = 0; await state.replaceInFile({0}, {1}, {match} => ++count === {many} ? {new} : match{rest})"),
    Refuse("backup createBackup i", "for a copy of it: await state.cp({0}, {0} + \".bak\")"),
];

/// What programs expect of a replacement in files, and what does that work.
const REPLACE_FILES_ALSO: &[Also] = &[
    Refuse("edits replacements changes", "for several: one call for each, for (const { search, replacement } of {it}) await state.replaceInFiles({0}, search, replacement{rest})"),
    Refuse(SOME, "every match is replaced; to stop after {many} in each file: for (const { path } of await state.searchFiles({0}, {1}{rest:searchFiles})) { let count = 0; await state.replaceInFile(path, {1}, {match} => count++ < {many} ? {new} : match{rest:replaceInFile}); }"),
    Refuse("occurrence n", "every match is replaced; for that one of each file alone: for (const { path } of await state.searchFiles({0}, {1}{rest:searchFiles})) { let count = 0; await state.replaceInFile(path, {1}, {match} => ++count === {many} ? {new} : match{rest:replaceInFile}); }"),
    Refuse("backup createBackup i", "for copies of them: for (const { path } of await state.searchFiles({0}, {1}{rest:searchFiles})) await state.cp(path, path + \".bak\")"),
];

/// What programs expect of a search in files, and what does that work.
const GREP_ALSO: &[Also] = &[
    Says("recursive r n lineNumber lineNumbers showLineNumbers withFilename H", "true", None), Says("filesOnly count invert", "false", None),
    Says("encoding", "utf8 utf-8", None),
    Refuse("include includes filePattern fileGlob includePattern includeGlob name", "which files are searched is the first argument: await state.searchFiles({in}, {1}{rest})"),
    Refuse("extension extensions ext fileType type", "which files are searched is the first argument: await state.searchFiles({ending}, {1}{rest})"),
    Refuse("cwd root", "which files are searched is the first argument, with their folder: await state.searchFiles({under}, {1}{rest})"),
    Refuse("filesOnly filesWithMatches namesOnly nameOnly pathsOnly listFiles l onlyFiles", "write (await state.searchFiles({0}, {1}{rest})).map((file) => file.path)"),
    Refuse("maxResults limit max maxFiles head headLimit take first", "write (await state.searchFiles({0}, {1}{rest})).slice(0, {it}) for the first files; maxMatches bounds the matches of each file"),
    Refuse("count countOnly c", "write (await state.searchFiles({0}, {1}{rest})).reduce((sum, file) => sum + file.matches.length, 0)"),
    Refuse("invert invertMatch v", "of one file write const found = new Set((await state.searchText(path, {1}{rest:searchText})).map((match) => match.line)); \
         const lines = (await state.readFile(path)).split(/\\r?\\n/); if (lines.at(-1) === \"\") lines.pop(); \
         const others = lines.filter((line, index) => !found.has(index + 1))"),
];

/// Spellings of what a search passes over.
const SKIP_ALSO: &[Also] = &[
    Names("exclude", EXCLUDE),
    Names("gitignore", "respectGitignore useGitignore gitIgnore"),
];

/// Spellings of a window of bytes.
const BYTE_NAMES: &[Also] = &[Names("byteOffset", "offsetBytes startByte"), Names("byteLength", "limitBytes lengthBytes maxBytes byteLimit")];

/// What a read calls an entry of an archive.
const ENTRY_NAMES: &[Also] = &[Names("entry", "member entryPath entryName archiveEntry")];

/// What a write takes beside its content.
const WRITE_ALSO: &[Also] = &[
    Field(optional("encoding", Named(&defs::ENCODING))), Field(optional("mode", Number)), Names("encoding", "charset"),
    Says("recursive createDirs createParents parents mkdirp create ensureDir", "true", None), Passed("flush"), Text("encoding"),
];

/// Spellings of whether a copy or a move may replace what is there.
const OVERWRITE_ALSO: &[Also] = &[
    Field(optional("overwrite", Boolean)), Names("overwrite", "force clobber replace"), Names("recursive", RECURSIVE),
    Not("overwrite", "errorOnExist noClobber failIfExists"),
];

/// Other names of the members of an edit.
const CONTENT_NAMES: &[Also] = &[Names("path", "file filePath filename"), Names("content", "text contents newContent newContents body")];

const ENTRY_WORDS: &[Also] = &[Words("file", "f files"), Words("directory", "d dir dirs directories folder folders"), Words("symlink", "l link links symlinks symboliclink")];

/// What each type accepts beyond its declaration.
pub(super) static TABLE: &[(&TypeDef, &[&[Also]])] = &[
    (&defs::ENTRY_TYPE, &[ENTRY_WORDS]),
    (&defs::READ_OPTIONS, &[BYTE_NAMES, ENTRY_NAMES, &[
        Field(optional("offset", Number)), Field(optional("limit", Number)), Field(optional("line", Number)),
        Field(optional("lines", Union(&[Number, Array(&Number)]))), Field(optional("encoding", Named(&defs::READ_ENCODING))),
        Names("startLine", "lineStart fromLine firstLine"), Names("endLine", "lineEnd toLine lastLine head maxLines"),
        Names("lines", "lineRange range lineCount viewRange linesRange numLines"), Says("flag", "r", None), Text("encoding"),
        Refuse("tail last lastLines", "write (await state.readFile({0})).split(/(?<=\\n)/).slice(-{it}).join(\"\")"),
        Refuse("json parse parseJson type as", "parsed JSON is await state.readJson({0}), bytes are await state.readFileBytes({0})"),
    ]]),
    (&defs::READ_BYTES_OPTIONS, &[BYTE_NAMES, ENTRY_NAMES, &[
        Field(optional("offset", Number)), Field(optional("limit", Number)), Says("flag", "r", None), Says("encoding", "null buffer", None),
        Refuse("encoding", "it gives bytes; text is await state.readFile({0}, {it})"),
    ]]),
    (&defs::WRITE_OPTIONS, &[WRITE_ALSO, &[
        Field(optional("append", Boolean)), Field(optional("overwrite", Boolean)), Names("overwrite", "force"),
        Not("overwrite", "exclusive errorOnExist failIfExists createOnly createNew noClobber"), Says("flag flags mode", "w", None),
        Says("flag", "w+", None), Says("flag flags mode", "a", Some(("append", YES))),
        Says("flag", "a+ as", Some(("append", YES))), Says("flag flags", "wx", Some(("overwrite", NO))),
        Says("flag", "wx+ xw", Some(("overwrite", NO))),
    ]]),
    (&defs::APPEND_OPTIONS, &[WRITE_ALSO, &[Says("flag", "a a+ as", None), Says("append", "true", None)]]),
    (&defs::READDIR_OPTIONS, &[&[
        Field(optional("withFileTypes", Boolean)), Field(optional("recursive", Boolean)), Names("recursive", "deep"),
        Names("withFileTypes", "withTypes fileTypes"), Says("encoding", "utf8 utf-8", None), Text("encoding"), Switch("recursive"),
    ]]),
    (&defs::TYPED_READDIR_OPTIONS, &[&[
        Field(optional("recursive", Boolean)), Names("recursive", "deep"), Says("withFileTypes", "true", None), Says("encoding", "utf8 utf-8", None),
    ]]),
    (&defs::MKDIR_OPTIONS, &[&[
        Field(optional("mode", Union(&[Number, String]))), Names("recursive", "parents p createParents intermediate"), Count("mode"),
        Switch("recursive"),
    ]]),
    (&defs::RM_OPTIONS, &[&[
        Field(optional("only", Union(&[Literal("file"), Literal("directory")]))), Names("recursive", RECURSIVE),
        Names("force", "f missingOk ignoreMissing ignoreIfNotExists ignoreNotFound"), Passed("maxRetries retryDelay"),
    ]]),
    (&defs::COPY_OPTIONS, &[OVERWRITE_ALSO, &[
        Refuse("exclude ignore", "what is copied is chosen entry by entry: for (const entry of await state.find({0}, { type: [\"file\", \"symlink\"], exclude: {it} })) \
             await state.cp(entry.path, path.join({1}, path.relative({0}, entry.path)){rest})"),
        Refuse("filter include", "what is copied is chosen entry by entry: for (const entry of await state.find({0}, { type: [\"file\", \"symlink\"] })) \
             if (…) await state.cp(entry.path, path.join({1}, path.relative({0}, entry.path)){rest})"),
    ]]),
    (&defs::MOVE_OPTIONS, &[OVERWRITE_ALSO]),
    (&defs::TREE_OPTIONS, &[&[Names("maxDepth", "depth level levels"), Count("maxDepth")]]),
    (&defs::GLOB_OPTIONS, &[SKIP_ALSO, &[
        Field(optional("cwd", String)), Field(optional("nodir", Boolean)), Field(optional("onlyDirectories", Boolean)),
        Field(optional("dot", Boolean)), Field(optional("absolute", Boolean)), Field(optional("maxDepth", Number)),
        Names("nodir", "onlyFiles filesOnly"), Names("cwd", "root base dir directory"), Names("onlyDirectories", "onlyDirs"),
        Names("maxDepth", "deep depth"), Names("dot", "hidden dotfiles includeDotfiles"),
        Says("type", "file f", Some(("nodir", YES))),
        Says("type", "directory d dir", Some(("onlyDirectories", YES))),
        Says("followSymbolicLinks followSymlinks follow nocase stats stat objectMode withFileTypes mark markDirectories matchBase nosort", "false", None),
        Says("caseSensitiveMatch caseSensitive includeDirs nosort recursive unique", "true", None),
        Passed("suppressErrors concurrency posix strict nounique"), Text("cwd"), List("exclude"),
        Refuse("followSymbolicLinks followSymlinks follow", "links are reported and not followed; state.realpath(path) follows one"),
        Refuse("nocase caseSensitiveMatch caseSensitive ignoreCase caseInsensitive", "names are compared with their case: await state.glob({cases}{rest}) has both"),
        Refuse("stats stat objectMode withFileTypes withStats", "it gives paths: await Promise.all((await state.glob({0}{rest})).map(async (path) => ({ path, ...(await state.lstat(path)) }))) has type, size and mtime too"),
        Refuse("mark markDirectories", "write await Promise.all((await state.glob({0}{rest})).map(async (path) => (await state.lstat(path)).type === \"directory\" ? `${path}/` : path))"),
        Refuse("matchBase baseNameMatch basename", "write the pattern with every folder: await state.glob(\"**/\" + {0}{rest})"),
        Refuse("extension extensions ext", "write it in the pattern: \"**/*.{ts,js}\""),
        Refuse("limit max maxResults first", "write (await state.glob({0}{rest})).slice(0, {it})"),
        Refuse("sort sortBy orderBy order", "paths come sorted by name; newest first: (await Promise.all((await state.glob({0}{rest})).map(async (path) => \
             ({ path, mtime: (await state.lstat(path)).mtime })))).sort((a, b) => b.mtime - a.mtime).map((entry) => entry.path)"),
        Refuse("regex regexp", "write (await state.glob({0}{rest})).filter((path) => {re}.test(path))"),
        Refuse("filter", "write (await state.glob({0}{rest})).filter((path) => …)"),
    ]]),
    (&defs::JSON_WRITE_OPTIONS, &[&[
        Names("spaces", "indent space indentation tabSize indentSize"), Says("pretty", "true", None),
        Says("pretty", "false", Some(("spaces", Given::Number(0.0)))), Says("encoding", "utf8 utf-8", None), Says("EOL", "\n", None), Text("spaces"),
        Count("spaces"),
    ]]),
    (&defs::HASH_OPTIONS, &[&[
        Names("algorithm", "algo hash type method alg"), Says("encoding digest format", "hex", None), Text("algorithm"),
    ]]),
    (&defs::SEARCH_OPTIONS, &[READING_ALSO, AROUND_ALSO, MAX_ALSO, &[Names("maxMatches", "maxResults limit max")]]),
    (&defs::REPLACE_OPTIONS, &[READING_ALSO, AROUND_ALSO, DRY_ALSO, REPLACE_ALSO]),
    (&defs::SEARCH_FILES_OPTIONS, &[READING_ALSO, AROUND_ALSO, MAX_ALSO, SKIP_ALSO, GREP_ALSO, &[Names("maxDepth", "depth")]]),
    (&defs::REPLACE_IN_FILES_OPTIONS, &[READING_ALSO, AROUND_ALSO, SKIP_ALSO, DRY_ALSO, REPLACE_FILES_ALSO, &[
        Field(optional("maxDepth", Number)), Names("rollbackOnError", "rollback"), Names("maxDepth", "depth"),
    ]]),
    (&defs::APPLY_EDITS_OPTIONS, &[DRY_ALSO, &[Names("rollbackOnError", "rollback atomic")]]),
    (&defs::FIND_OPTIONS, &[SKIP_ALSO, &[
        Field(optional("glob", String)), Field(optional("extension", TEXT_OR_TEXTS)), Names("glob", "pattern match"),
        Names("extension", "ext exts extensions"), Names("type", "kind types entryType"), Names("name", "filename basename"),
        Names("maxDepth", "depth"), Names("sizeMin", "minSize"), Names("sizeMax", "maxSize"),
        Names("mtimeAfter", "newerThan modifiedAfter modifiedSince since after"), Names("mtimeBefore", "olderThan until modifiedBefore before"),
        Names("empty", "isEmpty"),
        Says("recursive dot absolute hidden includeHidden includeDotfiles all withFileTypes stats stat print", "true", None),
        Says("recursive", "false", Some(("maxDepth", Given::Number(1.0)))),
        Says("filesOnly onlyFiles nodir files", "true", Some(("type", Given::Text("file")))),
        Says("onlyDirectories directoriesOnly", "true", Some(("type", Given::Text("directory")))),
        Says("followSymlinks followSymbolicLinks follow", "false", None), Text("glob"),
        Refuse("nameRegex nameMatches", "write (await state.find({0}{rest})).filter((entry) => {re}.test(entry.name))"),
        Refuse("regex regexp pathRegex test", "write (await state.find({0}{rest})).filter((entry) => {re}.test(entry.path))"),
        Refuse("filter predicate where", "write (await state.find({0}{rest})).filter((entry) => …)"),
        Refuse("sort sortBy orderBy order", "newest first: (await state.find({0}{rest})).sort((a, b) => b.mtime - a.mtime); the largest first with b.size - a.size, by name with a.name.localeCompare(b.name)"),
        Refuse("limit max maxResults take first", "write (await state.find({0}{rest})).slice(0, {it})"),
        Refuse("content contains contentPattern grep text query search containing", "what files hold is searched by {searched}"),
        Refuse("size", "write sizeMin or sizeMax, in bytes"),
        Refuse("mtime newer modified age ctime mmin", "write mtimeAfter or mtimeBefore, with a Date: { mtimeAfter: new Date(Date.now() - 24 * 3600_000) }"),
        Refuse("iname ignoreCase caseSensitive nocase caseInsensitive ipath", "names are compared with their case: await state.find({0}, { name: {cases} }) has both"),
        Refuse("hidden includeHidden includeDotfiles dot all", "to leave them out, and all below them: await state.find({0}, { exclude: [\".*\"] })"),
        Refuse("followSymlinks followSymbolicLinks follow", "links are reported and not followed; state.realpath(path) follows one"),
        Refuse("cwd root base dir absolute relative", "where it starts is the first argument, and paths are absolute: await state.find(\"/src\", { name: \"*.ts\" })"),
    ]]),
    (&defs::JSON_MERGE, &[&[Field(optional("nullDeletes", Boolean)), Field(optional("plain", Boolean))]]),
    (&defs::UPDATE_JSON_OPTIONS, &[DRY_ALSO, &[Field(optional("nullDeletes", Boolean)), Field(optional("dryRun", Boolean)), Field(optional("lossy", Boolean))]]),
    (&defs::JSON_UPDATE_OPERATION, &[&[
        Names("op", "type operation action kind"), Names("path", "key pointer"), Names("value", "val newValue data"), Words("set", "update put"),
        Words("delete", "del unset"), Words("append", "push"), Words("test", "assert"), Words("merge", "patch"),
        Whole("value", &[("op", Given::Text("merge")), ("path", Given::Text("$")), ("plain", YES)]),
    ]]),
    (&defs::ARCHIVE_OPTIONS, &[&[
        Names("root", "cwd base basePath baseDir relativeTo"),
        Refuse("format type compression gzip", "the name of the archive says its format: .tar, .tar.gz, .tgz or .zip"),
    ]]),
    (&defs::EXTRACT_OPTIONS, &[&[
        Names("include", "only entries entry files paths pattern patterns glob"), Text("include"), List("include"),
    ]]),
    (&defs::EDIT, &[CONTENT_NAMES, &[Passed("instruction changed diff base replaced")]]),
    (&defs::EDIT_INSTRUCTION, &[CONTENT_NAMES, &[
        Names("kind", "type op action operation"), Names("search", "find oldText oldString oldStr old pattern from query searchText"),
        Names("replacement", "replace newText newString newStr new with to replaceWith replaceText"), Names("value", "json"),
        Words("write", "create overwrite writeFile"), Words("replace", "edit update replaceInFile"), Words("writeJson", "json"),
    ]]),
    (&defs::APPLIABLE_EDIT, &[&[Passed("instruction changed diff")]]),
    (&defs::APPLIABLE_PLAN, &[&[Passed("totalChanged totalInstructions")]]),
    (&defs::APPLY_PATCH_OPTIONS, &[DRY_ALSO, &[
        Names("strip", "p stripComponents"), Names("fuzz", "fuzziness"), Says("exact strict", "true", Some(("fuzz", Given::Text("none")))),
        Count("strip"),
    ]]),
    (&defs::UNDO_OPTIONS, &[DRY_ALSO]),
    (&defs::HISTORY_OPTIONS, &[&[
        Names("path", "file"), Names("limit", "max count maxResults last"), Names("before", "beforeOpId cursor"), Text("path"), Count("limit"),
    ]]),
    (&defs::CSV_READ_OPTIONS, &[CSV_ALSO, &[
        Names("header", "headers hasHeader hasHeaders firstRowIsHeader"), Names("comment", "comments"),
        Names("skip_empty_lines", "skipEmpty ignoreEmpty skipEmptyLine"), Names("relax_quotes", "relax"),
        Names("relax_column_count", "relaxColumns flexible"), Names("record_delimiter", "newline rowDelimiter eol lineEnding"),
        Names("cast", "autoParse auto_parse"), Names("dynamicTyping", "typed"), Says("comments comment", "false", None),
        Says("skip_empty_lines", "greedy", Some(("skip_empty_lines", YES))), Says("objectMode", "true", Some(("header", YES))),
        Refuse("from", "the rows are an array: (await state.readCsv({0}{rest})).slice({it} - 1)"),
        Refuse("to limit maxRows preview", "the rows are an array: (await state.readCsv({0}{rest})).slice(0, {it})"),
        Refuse("from_line fromLine", "the text can be read from a line on: CSV.parse(await state.readFile({0}, { startLine: {it} }){rest})"),
        Refuse("to_line toLine", "the text can be read up to a line: CSV.parse(await state.readFile({0}, { endLine: {it} }){rest})"),
        Text("delimiter"), List("columns"),
    ]]),
    (&defs::CSV_WRITE_OPTIONS, &[CSV_ALSO, &[
        Names("header", "headers"), Names("columns", "fields keys"), Names("newline", "record_delimiter rowDelimiter eol lineEnding row_delimiter"),
        Names("quoted", "quotes alwaysQuote quoteAll quotedAll"), Names("eof", "finalNewline trailingNewline"), Text("delimiter"), List("columns"),
    ]]),
    (&defs::YAML_READ_OPTIONS, &[&[Says("encoding", "utf8 utf-8", None), Says("schema", "core", None), Says("version", "1.2", None)]]),
    (&defs::YAML_WRITE_OPTIONS, &[&[
        Field(optional("lineWidth", Number)), Field(optional("noRefs", Boolean)), Names("indent", "spaces indentation"), Names("sortKeys", "sortMapEntries sort"),
        Names("singleQuote", "singleQuotes"), Names("lineWidth", "width"), Says("quotingType", "' single", Some(("singleQuote", YES))),
        Says("quotingType", "\" double", None), Says("encoding", "utf8 utf-8", None), Count("indent"),
    ]]),
    (&defs::TOML_READ_OPTIONS, &[&[
        Names("bigint", "bigints useBigInt"), Says("integersAsBigInt", "asNeeded", Some(("bigint", YES))), Says("encoding", "utf8 utf-8", None),
    ]]),
    (&defs::TOML_WRITE_OPTIONS, &[&[Says("encoding", "utf8 utf-8", None)]]),
    (&defs::XML_READ_OPTIONS, &[&[
        Names("attributeNamePrefix", "attributePrefix attrPrefix attrNamePrefix"), Names("textNodeName", "textName charkey"),
        Names("attributesGroupName", "attributesGroup attrkey"), Names("trimValues", "trim"), Names("parseTagValue", "parseNodeValue parseNumbers"),
        Names("removeNSPrefix", "ignoreNameSpace"), Not("ignoreAttributes", "attributes keepAttributes"), Says("encoding", "utf8 utf-8", None),
    ]]),
    (&defs::XML_WRITE_OPTIONS, &[&[
        Names("attributeNamePrefix", "attributePrefix attrPrefix attrNamePrefix"), Names("textNodeName", "textName charkey"), Names("format", "pretty"),
        Names("indentBy", "indent"), Says("ignoreAttributes", "false", None), Says("encoding", "utf8 utf-8", None),
    ]]),
    (&defs::NDJSON_OPTIONS, &[&[Says("encoding", "utf8 utf-8", None)]]),
    (&defs::CHECKPOINT_OPTIONS, &[&[Names("overwrite", "force replace move"), Not("overwrite", "errorOnExist")]]),
];
