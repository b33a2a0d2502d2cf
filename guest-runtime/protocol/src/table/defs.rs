//! The named types of the table, and what each takes beyond its declaration.

use crate::types::Also::{self, Both, Count, Field, Kind, List, Name, Not, Passed, Refuse, Says, Switch, Text, Whole, Word};
use crate::types::Type::{self, Array, Boolean, Bytes, Date, Json, Literal, Named, Number, Query, String, Union};
use crate::types::{self, Given, Shape, TypeDef, field, optional};

macro_rules! types {
    ($($(#[$doc:meta])* $constant:ident = $name:literal $shape:ident $body:expr $(, also [$($also:expr),* $(,)?])?;)*) => {
        $($(#[$doc])* pub(super) static $constant: TypeDef = TypeDef {
            name: $name,
            shape: Shape::$shape($body),
            also: &[$($($also),*)?],
        };)*
    };
}

pub(super) const TEXT_OR_BYTES: Type = Union(&[String, Bytes]);
pub(super) const DATE_OR_TEXT: Type = Union(&[String, Date, Number]);
const TEXT_OR_TEXTS: Type = Union(&[String, Array(&String)]);

/// Spellings of how a query is read.
const READING_ALSO: &[Also] = &[
    Name("isRegex", "regex"), Name("useRegex", "regex"), Name("regexp", "regex"), Name("isRegExp", "regex"),
    Name("useRegExp", "regex"), Name("regularExpression", "regex"), Name("asRegex", "regex"), Not("literal", "regex"),
    Not("fixedString", "regex"), Not("fixedStrings", "regex"), Not("ignoreCase", "caseSensitive"), Not("caseInsensitive", "caseSensitive"),
    Not("insensitive", "caseSensitive"), Not("i", "caseSensitive"), Not("nocase", "caseSensitive"), Name("matchCase", "caseSensitive"),
    Name("word", "wholeWord"), Name("words", "wholeWord"), Name("wholeWords", "wholeWord"), Name("matchWholeWord", "wholeWord"),
    Name("wordBoundary", "wholeWord"), Name("w", "wholeWord"),
    Field(optional("flags", String)), Field(optional("multiline", Boolean)), Field(optional("dotAll", Boolean)),
    Name("m", "multiline"), Name("s", "dotAll"), Name("multiLine", "multiline"),
    Says("global", "true", None), Says("g", "true", None), Says("all", "true", None), Says("replaceAll", "true", None), Text("flags"),
];

/// Spellings of what is told around a match.
const AROUND_ALSO: &[Also] = &[
    Both("context", ["contextBefore", "contextAfter"]), Both("contextLines", ["contextBefore", "contextAfter"]),
    Both("C", ["contextBefore", "contextAfter"]), Name("before", "contextBefore"), Name("beforeContext", "contextBefore"),
    Name("linesBefore", "contextBefore"), Name("B", "contextBefore"), Name("after", "contextAfter"), Name("afterContext", "contextAfter"),
    Name("linesAfter", "contextAfter"), Name("A", "contextAfter"),
];

/// Spellings of how many matches are told of a file.
const MAX_ALSO: &[Also] = &[
    Name("maxCount", "maxMatches"), Name("maxMatchesPerFile", "maxMatches"), Name("maxPerFile", "maxMatches"),
];

/// Spellings of a change that only shows what it would do.
const DRY_ALSO: &[Also] = &[
    Name("dry", "dryRun"), Name("preview", "dryRun"), Name("simulate", "dryRun"), Name("whatIf", "dryRun"),
];

/// Names of how many matches are replaced.
const SOME: &[&str] = &[
    "all", "replaceAll", "global", "g", "count", "limit", "max", "maxCount", "maxResults", "maxReplacements", "once", "first", "firstOnly",
];

/// What programs expect of a replacement in a file, and what does that work.
const REPLACE_ALSO: &[Also] = &[
    Refuse(&["edits", "replacements", "changes"], "for several: await state.applyEdits({0}, [{ search, replacement }, …])"),
    Refuse(SOME, "every match is replaced; to stop after {many}: let count = 0; await state.replaceInFile({0}, {1}, {match} => count++ < {many} ? {new} : match{rest})"),
    Refuse(&["occurrence", "n"], "every match is replaced; for that one alone: let count = 0; await state.replaceInFile({0}, {1}, {match} => ++count === {many} ? {new} : match{rest})"),
    Refuse(&["backup", "createBackup", "i"], "for a copy of it: await state.cp({0}, {0} + \".bak\")"),
];

/// What programs expect of a replacement in files, and what does that work.
const REPLACE_FILES_ALSO: &[Also] = &[
    Refuse(&["edits", "replacements", "changes"], "for several: one call for each, for (const { search, replacement } of {it}) await state.replaceInFiles({0}, search, replacement{rest})"),
    Refuse(SOME, "every match is replaced; to stop after {many} in each file: for (const { path } of await state.searchFiles({0}, {1}{rest:searchFiles})) { let count = 0; await state.replaceInFile(path, {1}, {match} => count++ < {many} ? {new} : match{rest:replaceInFile}); }"),
    Refuse(&["occurrence", "n"], "every match is replaced; for that one of each file alone: for (const { path } of await state.searchFiles({0}, {1}{rest:searchFiles})) { let count = 0; await state.replaceInFile(path, {1}, {match} => ++count === {many} ? {new} : match{rest:replaceInFile}); }"),
    Refuse(&["backup", "createBackup", "i"], "for copies of them: for (const { path } of await state.searchFiles({0}, {1}{rest:searchFiles})) await state.cp(path, path + \".bak\")"),
];

/// What programs expect of a search in files, and what does that work.
const GREP_ALSO: &[Also] = &[
    Says("recursive", "true", None), Says("r", "true", None), Says("n", "true", None), Says("lineNumber", "true", None),
    Says("lineNumbers", "true", None), Says("showLineNumbers", "true", None), Says("withFilename", "true", None), Says("H", "true", None),
    Says("filesOnly", "false", None), Says("count", "false", None), Says("invert", "false", None),
    Says("encoding", "utf8", None), Says("encoding", "utf-8", None),
    Refuse(&["include", "includes", "filePattern", "fileGlob", "includePattern", "includeGlob", "name"],
        "which files are searched is the first argument: await state.searchFiles({in}, {1}{rest})"),
    Refuse(&["extension", "extensions", "ext", "fileType", "type"],
        "which files are searched is the first argument: await state.searchFiles({ending}, {1}{rest})"),
    Refuse(&["cwd", "root"], "which files are searched is the first argument, with their folder: await state.searchFiles({under}, {1}{rest})"),
    Refuse(&["filesOnly", "filesWithMatches", "namesOnly", "nameOnly", "pathsOnly", "listFiles", "l", "onlyFiles"],
        "write (await state.searchFiles({0}, {1}{rest})).map((file) => file.path)"),
    // `maxMatches` is a bound for each file, and these are bounds of all.
    Refuse(&["maxResults", "limit", "max", "maxFiles", "head", "headLimit", "take", "first"],
        "write (await state.searchFiles({0}, {1}{rest})).slice(0, {it}) for the first files; maxMatches bounds the matches of each file"),
    Refuse(&["count", "countOnly", "c"], "write (await state.searchFiles({0}, {1}{rest})).reduce((sum, file) => sum + file.matches.length, 0)"),
    Refuse(&["invert", "invertMatch", "v"],
        "of one file write const found = new Set((await state.searchText(path, {1}{rest:searchText})).map((match) => match.line)); \
         const lines = (await state.readFile(path)).split(/\\r?\\n/); if (lines.at(-1) === \"\") lines.pop(); \
         const others = lines.filter((line, index) => !found.has(index + 1))"),
];

/// Spellings of what a search passes over.
const SKIP_ALSO: &[Also] = &[
    Name("ignore", "exclude"), Name("excludes", "exclude"), Name("ignores", "exclude"), Name("skip", "exclude"), Name("not", "exclude"),
    Name("excludePattern", "exclude"), Name("excludePatterns", "exclude"), Name("ignorePatterns", "exclude"), Name("excludeDirs", "exclude"),
    Name("excludeDir", "exclude"), Name("respectGitignore", "gitignore"), Name("useGitignore", "gitignore"), Name("gitIgnore", "gitignore"),
];

/// Spellings of a window of bytes.
const BYTE_NAMES: &[Also] = &[
    Name("offsetBytes", "byteOffset"), Name("startByte", "byteOffset"), Name("limitBytes", "byteLength"),
    Name("lengthBytes", "byteLength"), Name("maxBytes", "byteLength"), Name("byteLimit", "byteLength"),
];

/// What a read calls an entry of an archive.
const ENTRY_NAMES: &[Also] = &[
    Name("member", "entry"), Name("entryPath", "entry"), Name("entryName", "entry"), Name("archiveEntry", "entry"),
];

/// What a write takes beside its content.
const WRITE_ALSO: &[Also] = &[
    Field(optional("encoding", Named(&ENCODING))), Field(optional("mode", Number)), Name("charset", "encoding"), Text("encoding"),
    Says("recursive", "true", None), Says("createDirs", "true", None), Says("createParents", "true", None), Says("parents", "true", None),
    Says("mkdirp", "true", None), Says("create", "true", None), Says("ensureDir", "true", None), Passed("flush"),
];

/// Spellings of whether a copy or a move may replace what is there.
const OVERWRITE_ALSO: &[Also] = &[
    Field(optional("overwrite", Boolean)), Name("force", "overwrite"), Name("clobber", "overwrite"), Name("replace", "overwrite"),
    Not("errorOnExist", "overwrite"), Not("noClobber", "overwrite"), Not("failIfExists", "overwrite"), Name("r", "recursive"),
    Name("recurse", "recursive"),
];

/// Other names of the members of an edit.
const CONTENT_NAMES: &[Also] = &[
    Name("file", "path"), Name("filePath", "path"), Name("filename", "path"), Name("text", "content"), Name("contents", "content"),
    Name("newContent", "content"), Name("newContents", "content"), Name("body", "content"),
];

const ENTRY_WORDS: &[Also] = &[
    Word("f", "file"), Word("files", "file"), Word("d", "directory"), Word("dir", "directory"), Word("dirs", "directory"),
    Word("directories", "directory"), Word("folder", "directory"), Word("folders", "directory"), Word("l", "symlink"),
    Word("link", "symlink"), Word("links", "symlink"), Word("symlinks", "symlink"), Word("symboliclink", "symlink"),
];

const ENCODING_WORDS: &[Also] = &[
    Word("binary", "latin1"), Word("iso88591", "latin1"), Word("ucs2", "utf16le"), Word("utf16", "utf16le"), Word("text", "utf8"),
    Word("unicode", "utf8"), Word("usascii", "ascii"),
];

const SEARCH_FIELDS: [types::Field; 6] = [
    optional("caseSensitive", Boolean),
    optional("regex", Boolean),
    optional("wholeWord", Boolean),
    optional("contextBefore", Number),
    optional("contextAfter", Number),
    optional("maxMatches", Number),
];

const fn search(index: usize) -> types::Field {
    let types::Field { name, ty, .. } = SEARCH_FIELDS[index];
    optional(name, ty)
}

types! {
    ENTRY_TYPE = "StateEntryType" Alias Type::Union(&[Literal("file"), Literal("directory"), Literal("symlink")]), also [ENTRY_WORDS];
    STAT = "StateStat" Object &[field("type", Named(&ENTRY_TYPE)), field("size", Number), field("mtime", Date), optional("mode", Number)];
    DIRENT = "StateDirent" Object &[field("name", String), field("type", Named(&ENTRY_TYPE))];
    READ_OPTIONS = "StateReadOptions" Options &[
        optional("startLine", Number), optional("endLine", Number),
        optional("byteOffset", Number), optional("byteLength", Number), optional("entry", String),
    ], also [BYTE_NAMES, ENTRY_NAMES, &[
        Field(optional("offset", Number)), Field(optional("limit", Number)), Field(optional("line", Number)),
        Field(optional("lines", Union(&[Number, Array(&Number)]))), Field(optional("encoding", Named(&READ_ENCODING))),
        Name("lineStart", "startLine"), Name("fromLine", "startLine"), Name("firstLine", "startLine"),
        Name("lineEnd", "endLine"), Name("toLine", "endLine"), Name("lastLine", "endLine"),
        Name("lineRange", "lines"), Name("range", "lines"), Name("lineCount", "lines"),
        Name("head", "endLine"), Name("maxLines", "endLine"), Name("viewRange", "lines"), Name("linesRange", "lines"), Name("numLines", "lines"),
        Refuse(&["tail", "last", "lastLines"], "write (await state.readFile({0})).split(/(?<=\\n)/).slice(-{it}).join(\"\")"),
        Refuse(&["json", "parse", "parseJson", "type", "as"], "parsed JSON is await state.readJson({0}), bytes are await state.readFileBytes({0})"),
        Says("flag", "r", None), Text("encoding"),
    ]];
    READ_BYTES_OPTIONS = "StateReadBytesOptions" Options &[
        optional("byteOffset", Number), optional("byteLength", Number), optional("entry", String),
    ], also [BYTE_NAMES, ENTRY_NAMES, &[
        Field(optional("offset", Number)), Field(optional("limit", Number)), Says("flag", "r", None),
        Says("encoding", "null", None), Says("encoding", "buffer", None),
        Refuse(&["encoding"], "it gives bytes; text is await state.readFile({0}, {it})"),
    ]];
    ENCODING = "StateEncoding" Alias Union(&[
        Literal("utf8"), Literal("base64"), Literal("base64url"), Literal("latin1"), Literal("hex"), Literal("ascii"), Literal("utf16le"),
    ]), also [ENCODING_WORDS];
    READ_ENCODING = "StateReadEncoding" Alias Union(&[Named(&ENCODING), Literal("buffer")]);
    WRITE_OPTIONS = "StateWriteOptions" Options &[], also [WRITE_ALSO, &[
        Field(optional("append", Boolean)), Field(optional("overwrite", Boolean)),
        Says("flag", "w", None), Says("flag", "w+", None),
        Says("flag", "a", Some(("append", Given::Boolean(true)))), Says("flag", "a+", Some(("append", Given::Boolean(true)))),
        Says("flag", "as", Some(("append", Given::Boolean(true)))),
        Says("flag", "wx", Some(("overwrite", Given::Boolean(false)))), Says("flag", "wx+", Some(("overwrite", Given::Boolean(false)))),
        Says("flag", "xw", Some(("overwrite", Given::Boolean(false)))),
        Says("flags", "w", None), Says("flags", "a", Some(("append", Given::Boolean(true)))),
        Says("flags", "wx", Some(("overwrite", Given::Boolean(false)))),
        Says("mode", "w", None), Says("mode", "a", Some(("append", Given::Boolean(true)))),
        Name("force", "overwrite"), Not("exclusive", "overwrite"), Not("errorOnExist", "overwrite"), Not("failIfExists", "overwrite"),
        Not("createOnly", "overwrite"), Not("createNew", "overwrite"), Not("noClobber", "overwrite"),
    ]];
    APPEND_OPTIONS = "StateAppendOptions" Options &[], also [WRITE_ALSO, &[
        Says("flag", "a", None), Says("flag", "a+", None), Says("flag", "as", None), Says("append", "true", None),
    ]];
    READDIR_OPTIONS = "StateReaddirOptions" Options &[], also [&[
        Field(optional("withFileTypes", Boolean)), Field(optional("recursive", Boolean)), Name("deep", "recursive"),
        Name("withTypes", "withFileTypes"), Name("fileTypes", "withFileTypes"),
        Says("encoding", "utf8", None), Says("encoding", "utf-8", None), Text("encoding"), Switch("recursive"),
    ]];
    TYPED_READDIR_OPTIONS = "StateTypedReaddirOptions" Options &[], also [&[
        Field(optional("recursive", Boolean)), Name("deep", "recursive"), Says("withFileTypes", "true", None),
        Says("encoding", "utf8", None), Says("encoding", "utf-8", None),
    ]];
    MKDIR_OPTIONS = "StateMkdirOptions" Options &[optional("recursive", Boolean)], also [&[
        Name("parents", "recursive"), Name("p", "recursive"), Name("createParents", "recursive"), Name("intermediate", "recursive"),
        Field(optional("mode", Union(&[Number, String]))), Switch("recursive"), Count("mode"),
    ]];
    RM_OPTIONS = "StateRmOptions" Options &[optional("recursive", Boolean), optional("force", Boolean)], also [&[
        Name("r", "recursive"), Name("f", "force"), Name("recurse", "recursive"), Name("missingOk", "force"),
        Name("ignoreMissing", "force"), Name("ignoreIfNotExists", "force"), Name("ignoreNotFound", "force"),
        Field(optional("only", Union(&[Literal("file"), Literal("directory")]))),
        Passed("maxRetries"), Passed("retryDelay"),
    ]];
    COPY_OPTIONS = "StateCopyOptions" Options &[optional("recursive", Boolean)], also [OVERWRITE_ALSO, &[
        Refuse(&["exclude", "ignore"],
            "what is copied is chosen entry by entry: for (const entry of await state.find({0}, { type: [\"file\", \"symlink\"], exclude: {it} })) \
             await state.cp(entry.path, path.join({1}, path.relative({0}, entry.path)){rest})"),
        Refuse(&["filter", "include"],
            "what is copied is chosen entry by entry: for (const entry of await state.find({0}, { type: [\"file\", \"symlink\"] })) \
             if (…) await state.cp(entry.path, path.join({1}, path.relative({0}, entry.path)){rest})"),
    ]];
    MOVE_OPTIONS = "StateMoveOptions" Options &[optional("recursive", Boolean)], also [OVERWRITE_ALSO];
    TREE_OPTIONS = "StateTreeOptions" Options &[optional("maxDepth", Number)], also [&[Name("depth", "maxDepth"), Name("level", "maxDepth"), Name("levels", "maxDepth"), Count("maxDepth")]];
    GLOB_OPTIONS = "StateGlobOptions" Options &[optional("exclude", TEXT_OR_TEXTS), optional("gitignore", Boolean)], also [SKIP_ALSO, &[
        Field(optional("cwd", String)), Field(optional("nodir", Boolean)), Field(optional("onlyDirectories", Boolean)),
        Field(optional("dot", Boolean)), Field(optional("absolute", Boolean)), Field(optional("maxDepth", Number)),
        Name("onlyFiles", "nodir"), Name("filesOnly", "nodir"), Name("root", "cwd"), Name("base", "cwd"), Name("dir", "cwd"),
        Name("directory", "cwd"), Name("onlyDirs", "onlyDirectories"), Name("deep", "maxDepth"), Name("depth", "maxDepth"),
        Name("hidden", "dot"), Name("dotfiles", "dot"), Name("includeDotfiles", "dot"), Text("cwd"), List("exclude"),
    Says("type", "file", Some(("nodir", Given::Boolean(true)))), Says("type", "f", Some(("nodir", Given::Boolean(true)))),
    Says("type", "directory", Some(("onlyDirectories", Given::Boolean(true)))), Says("type", "d", Some(("onlyDirectories", Given::Boolean(true)))),
    Says("type", "dir", Some(("onlyDirectories", Given::Boolean(true)))),
    Says("followSymbolicLinks", "false", None), Says("followSymlinks", "false", None), Says("follow", "false", None), Says("nocase", "false", None),
    Says("caseSensitiveMatch", "true", None), Says("caseSensitive", "true", None), Says("stats", "false", None), Says("stat", "false", None),
    Says("objectMode", "false", None), Says("withFileTypes", "false", None), Says("mark", "false", None), Says("markDirectories", "false", None),
    Says("matchBase", "false", None), Says("includeDirs", "true", None), Says("nosort", "true", None),
    Passed("suppressErrors"), Passed("concurrency"), Passed("posix"), Passed("strict"), Passed("nounique"),
    Refuse(&["followSymbolicLinks", "followSymlinks", "follow"], "links are told and not followed; state.realpath(path) follows one"),
    Refuse(&["nocase", "caseSensitiveMatch", "caseSensitive", "ignoreCase", "caseInsensitive"],
        "names are compared with their case: await state.glob({cases}{rest}) has both"),
    Refuse(&["stats", "stat", "objectMode", "withFileTypes", "withStats"],
        "it gives paths: await Promise.all((await state.glob({0}{rest})).map(async (path) => ({ path, ...(await state.lstat(path)) }))) has type, size and mtime too"),
    Refuse(&["mark", "markDirectories"], "write await Promise.all((await state.glob({0}{rest})).map(async (path) => (await state.lstat(path)).type === \"directory\" ? `${path}/` : path))"),
    Refuse(&["matchBase", "baseNameMatch", "basename"], "write the pattern with every folder: await state.glob(\"**/\" + {0}{rest})"),
    Refuse(&["extension", "extensions", "ext"], "write it in the pattern: \"**/*.{ts,js}\""),
    Refuse(&["limit", "max", "maxResults", "first"], "write (await state.glob({0}{rest})).slice(0, {it})"),
    Refuse(&["sort", "sortBy", "orderBy", "order"],
        "paths come sorted by name; newest first: (await Promise.all((await state.glob({0}{rest})).map(async (path) => \
             ({ path, mtime: (await state.lstat(path)).mtime })))).sort((a, b) => b.mtime - a.mtime).map((entry) => entry.path)"),
    Refuse(&["regex", "regexp"], "write (await state.glob({0}{rest})).filter((path) => {re}.test(path))"),
    Refuse(&["filter"], "write (await state.glob({0}{rest})).filter((path) => …)"),
        Says("recursive", "true", None), Says("unique", "true", None), Says("nosort", "false", None),
    ]];
    JSON_WRITE_OPTIONS = "StateJsonWriteOptions" Options &[optional("spaces", Union(&[Number, String]))], also [&[
        Name("indent", "spaces"), Name("space", "spaces"), Name("indentation", "spaces"), Name("tabSize", "spaces"),
        Name("indentSize", "spaces"), Says("pretty", "true", None), Says("pretty", "false", Some(("spaces", Given::Number(0.0)))),
        Says("encoding", "utf8", None), Says("encoding", "utf-8", None), Says("EOL", "\n", None), Text("spaces"), Count("spaces"),
    ]];
    HASH_OPTIONS = "StateHashOptions" Options &[optional("algorithm", Union(&[Literal("md5"), Literal("sha1"), Literal("sha256")]))], also [&[
        Name("algo", "algorithm"), Name("hash", "algorithm"), Name("type", "algorithm"), Name("method", "algorithm"),
        Name("alg", "algorithm"), Says("encoding", "hex", None), Says("digest", "hex", None), Says("format", "hex", None), Text("algorithm"),
    ]];
    SEARCH_OPTIONS = "StateSearchOptions" Options &[search(0), search(1), search(2), search(3), search(4), search(5)], also [READING_ALSO, AROUND_ALSO, MAX_ALSO, &[
        Name("maxResults", "maxMatches"), Name("limit", "maxMatches"), Name("max", "maxMatches"),
    ]];
    REPLACE_OPTIONS = "StateReplaceOptions" Options &[
        search(0), search(1), search(2), search(3), search(4), search(5), optional("dryRun", Boolean),
    ], also [READING_ALSO, AROUND_ALSO, DRY_ALSO, REPLACE_ALSO];
    SEARCH_FILES_OPTIONS = "StateSearchFilesOptions" Options &[
        search(0), search(1), search(2), search(3), search(4), search(5),
        optional("exclude", TEXT_OR_TEXTS), optional("gitignore", Boolean), optional("maxDepth", Number),
    ], also [READING_ALSO, AROUND_ALSO, MAX_ALSO, SKIP_ALSO, GREP_ALSO, &[Name("depth", "maxDepth")]];
    REPLACE_IN_FILES_OPTIONS = "StateReplaceInFilesOptions" Options &[
        search(0), search(1), search(2), search(3), search(4), search(5),
        optional("dryRun", Boolean), optional("rollbackOnError", Boolean),
        optional("exclude", TEXT_OR_TEXTS), optional("gitignore", Boolean),
    ], also [READING_ALSO, AROUND_ALSO, SKIP_ALSO, DRY_ALSO, REPLACE_FILES_ALSO, &[Name("rollback", "rollbackOnError"), Field(optional("maxDepth", Number)), Name("depth", "maxDepth")]];
    APPLY_EDITS_OPTIONS = "StateApplyEditsOptions" Options &[optional("dryRun", Boolean), optional("rollbackOnError", Boolean)], also [&[
        Name("dry", "dryRun"), Name("preview", "dryRun"), Name("simulate", "dryRun"), Name("rollback", "rollbackOnError"), Name("atomic", "rollbackOnError"),
    ]];
    FIND_OPTIONS = "StateFindOptions" Options &[
        optional("name", String), optional("pathPattern", String),
        optional("type", Union(&[Named(&ENTRY_TYPE), Array(&Named(&ENTRY_TYPE))])),
        optional("minDepth", Number), optional("maxDepth", Number), optional("empty", Boolean),
        optional("sizeMin", Number), optional("sizeMax", Number),
        optional("mtimeAfter", DATE_OR_TEXT), optional("mtimeBefore", DATE_OR_TEXT),
        optional("exclude", TEXT_OR_TEXTS), optional("gitignore", Boolean),
    ], also [SKIP_ALSO, &[
        Field(optional("glob", String)), Field(optional("extension", TEXT_OR_TEXTS)), Name("pattern", "glob"), Name("match", "glob"),
        Name("ext", "extension"), Name("exts", "extension"), Name("extensions", "extension"), Name("kind", "type"), Name("types", "type"),
        Name("entryType", "type"), Name("filename", "name"), Name("basename", "name"), Name("depth", "maxDepth"), Name("minSize", "sizeMin"),
        Name("maxSize", "sizeMax"), Name("newerThan", "mtimeAfter"), Name("olderThan", "mtimeBefore"), Name("until", "mtimeBefore"), Name("modifiedAfter", "mtimeAfter"), Name("modifiedSince", "mtimeAfter"),
        Name("since", "mtimeAfter"), Name("after", "mtimeAfter"), Name("modifiedBefore", "mtimeBefore"), Name("before", "mtimeBefore"),
        Name("isEmpty", "empty"), Says("recursive", "true", None), Says("recursive", "false", Some(("maxDepth", Given::Number(1.0)))),
        Says("filesOnly", "true", Some(("type", Given::Text("file")))), Says("onlyFiles", "true", Some(("type", Given::Text("file")))),
        Says("nodir", "true", Some(("type", Given::Text("file")))), Says("files", "true", Some(("type", Given::Text("file")))),
        Says("onlyDirectories", "true", Some(("type", Given::Text("directory")))),
        Says("directoriesOnly", "true", Some(("type", Given::Text("directory")))),
        Says("dot", "true", None), Says("absolute", "true", None), Text("glob"),
    Says("hidden", "true", None), Says("includeHidden", "true", None), Says("includeDotfiles", "true", None), Says("all", "true", None),
    Says("withFileTypes", "true", None), Says("stats", "true", None), Says("stat", "true", None), Says("followSymlinks", "false", None),
    Says("followSymbolicLinks", "false", None), Says("follow", "false", None), Says("print", "true", None),
    Refuse(&["nameRegex", "nameMatches"], "write (await state.find({0}{rest})).filter((entry) => {re}.test(entry.name))"),
    Refuse(&["regex", "regexp", "pathRegex", "test"], "write (await state.find({0}{rest})).filter((entry) => {re}.test(entry.path))"),
    Refuse(&["filter", "predicate", "where"], "write (await state.find({0}{rest})).filter((entry) => …)"),
    Refuse(&["sort", "sortBy", "orderBy", "order"],
        "newest first: (await state.find({0}{rest})).sort((a, b) => b.mtime - a.mtime); the largest first with b.size - a.size, by name with a.name.localeCompare(b.name)"),
    Refuse(&["limit", "max", "maxResults", "take", "first"], "write (await state.find({0}{rest})).slice(0, {it})"),
    Refuse(&["content", "contains", "contentPattern", "grep", "text", "query", "search", "containing"], "what files hold is searched by {searched}"),
    Refuse(&["size"], "write sizeMin or sizeMax, in bytes"),
    Refuse(&["mtime", "newer", "modified", "age", "ctime", "mmin"], "write mtimeAfter or mtimeBefore, with a Date: { mtimeAfter: new Date(Date.now() - 24 * 3600_000) }"),
    Refuse(&["iname", "ignoreCase", "caseSensitive", "nocase", "caseInsensitive", "ipath"],
        "names are compared with their case: await state.find({0}, { name: {cases} }) has both"),
    Refuse(&["hidden", "includeHidden", "includeDotfiles", "dot", "all"], "to leave them out, and all below them: await state.find({0}, { exclude: [\".*\"] })"),
    Refuse(&["followSymlinks", "followSymbolicLinks", "follow"], "links are told and not followed; state.realpath(path) follows one"),
    Refuse(&["cwd", "root", "base", "dir", "absolute", "relative"], "where it starts is the first argument, and paths are absolute: await state.find(\"/src\", { name: \"*.ts\" })"),
    ]];
    TEXT_MATCH = "StateTextMatch" Object &[
        field("line", Number), field("column", Number), field("match", String), field("lineText", String),
        optional("beforeLines", Array(&String)), optional("afterLines", Array(&String)),
    ];
    FIND_ENTRY = "StateFindEntry" Object &[
        field("path", String), field("name", String), field("type", Named(&ENTRY_TYPE)),
        field("depth", Number), field("size", Number), field("mtime", Date),
    ];
    TREE_NODE = "StateTreeNode" Object &[
        field("path", String), field("name", String), field("type", Named(&ENTRY_TYPE)),
        field("size", Number), optional("children", Array(&Named(&TREE_NODE))),
    ];
    TREE_SUMMARY = "StateTreeSummary" Object &[
        field("files", Number), field("directories", Number), field("symlinks", Number),
        field("totalBytes", Number), field("maxDepth", Number),
    ];
    FILE_DETECTION = "StateFileDetection" Object &[
        field("mime", String), field("description", String), optional("extension", String), optional("contentExtension", String), field("binary", Boolean),
    ];
    FILE_SEARCH_RESULT = "StateFileSearchResult" Object &[field("path", String), field("matches", Array(&Named(&TEXT_MATCH)))];
    REPLACE_RESULT = "StateReplaceResult" Object &[field("replaced", Number), field("content", String)];
    FILE_REPLACE_RESULT = "StateFileReplaceResult" Object &[
        field("path", String), field("replaced", Number), field("content", String), field("diff", String),
    ];
    REPLACE_IN_FILES_RESULT = "StateReplaceInFilesResult" Object &[
        field("dryRun", Boolean), field("files", Array(&Named(&FILE_REPLACE_RESULT))),
        field("totalFiles", Number), field("totalReplacements", Number),
    ];
    JSON_SET = "StateJsonSet" Object &[field("op", Literal("set")), field("path", String), field("value", Json)];
    JSON_DELETE = "StateJsonDelete" Object &[field("op", Literal("delete")), field("path", String)];
    JSON_INSERT = "StateJsonInsert" Object &[field("op", Literal("insert")), field("path", String), field("value", Json)];
    JSON_APPEND = "StateJsonAppend" Object &[field("op", Literal("append")), field("path", String), field("value", Json)];
    JSON_MERGE = "StateJsonMerge" Object &[field("op", Literal("merge")), field("path", String), field("value", Json)], also [&[Field(optional("nullDeletes", Boolean)), Field(optional("plain", Boolean))]];
    JSON_TEST = "StateJsonTest" Object &[field("op", Literal("test")), field("path", String), field("value", Json)];
    JSON_ADD = "StateJsonAdd" Object &[field("op", Literal("add")), field("path", String), field("value", Json)];
    JSON_REPLACE = "StateJsonReplace" Object &[field("op", Literal("replace")), field("path", String), field("value", Json)];
    JSON_REMOVE = "StateJsonRemove" Object &[field("op", Literal("remove")), field("path", String)];
    JSON_MOVE = "StateJsonMove" Object &[field("op", Literal("move")), field("from", String), field("path", String)];
    JSON_COPY = "StateJsonCopy" Object &[field("op", Literal("copy")), field("from", String), field("path", String)];
    UPDATE_JSON_OPTIONS = "StateUpdateJsonOptions" Options &[], also [&[Field(optional("nullDeletes", Boolean)), Field(optional("dryRun", Boolean)), Name("dry", "dryRun"), Name("preview", "dryRun")]];
    JSON_UPDATE_OPERATION = "StateJsonUpdateOperation" Alias Union(&[
        Named(&JSON_SET), Named(&JSON_DELETE), Named(&JSON_INSERT), Named(&JSON_APPEND), Named(&JSON_MERGE), Named(&JSON_TEST),
    ]), also [&[
        Kind(Named(&JSON_ADD)), Kind(Named(&JSON_REPLACE)), Kind(Named(&JSON_REMOVE)), Kind(Named(&JSON_MOVE)), Kind(Named(&JSON_COPY)),
        Name("type", "op"), Name("operation", "op"), Name("action", "op"), Name("kind", "op"), Name("key", "path"), Name("pointer", "path"),
        Name("val", "value"), Name("newValue", "value"), Name("data", "value"),
        Word("update", "set"), Word("put", "set"), Word("del", "delete"), Word("unset", "delete"), Word("push", "append"),
        Word("assert", "test"), Word("patch", "merge"),
        Whole("value", &[("op", Given::Text("merge")), ("path", Given::Text("$")), ("plain", Given::Boolean(true))]),
    ]];
    JSON_UPDATE_RESULT = "StateJsonUpdateResult" Object &[
        field("value", Json), field("content", String), field("diff", String), field("operationsApplied", Number),
    ];
    ARCHIVE_OPTIONS = "StateArchiveOptions" Options &[optional("root", String)], also [&[
        Name("cwd", "root"), Name("base", "root"), Name("basePath", "root"), Name("baseDir", "root"), Name("relativeTo", "root"),
        Refuse(&["format", "type", "compression", "gzip"], "the name of the archive says its format: .tar, .tar.gz, .tgz or .zip"),
    ]];
    EXTRACT_OPTIONS = "StateExtractOptions" Options &[optional("include", TEXT_OR_TEXTS)], also [&[
        Name("only", "include"), Name("entries", "include"), Name("entry", "include"), Name("files", "include"), Name("paths", "include"),
        Name("pattern", "include"), Name("patterns", "include"), Name("glob", "include"), Text("include"), List("include"),
    ]];
    ARCHIVE_ENTRY = "StateArchiveEntry" Object &[
        field("path", String), field("type", Named(&ENTRY_TYPE)), field("size", Number),
        optional("mode", Number), optional("target", String),
    ];
    ARCHIVE_CREATE_RESULT = "StateArchiveCreateResult" Object &[
        field("path", String), field("entries", Array(&Named(&ARCHIVE_ENTRY))), field("bytesWritten", Number),
    ];
    ARCHIVE_EXTRACT_RESULT = "StateArchiveExtractResult" Object &[field("destination", String), field("entries", Array(&Named(&ARCHIVE_ENTRY)))];
    COMPRESSION_RESULT = "StateCompressionResult" Object &[field("path", String), field("destination", String), field("bytesWritten", Number)];
    EDIT = "StateEdit" Object &[field("path", String), field("content", String)], also [CONTENT_NAMES, &[
        Kind(Named(&EDIT_INSTRUCTION)), Passed("instruction"), Passed("changed"), Passed("diff"), Passed("base"), Passed("replaced"),
    ]];
    WRITE_INSTRUCTION = "StateWriteInstruction" Object &[field("kind", Literal("write")), field("path", String), field("content", String)];
    REPLACE_INSTRUCTION = "StateReplaceInstruction" Object &[
        field("kind", Literal("replace")), field("path", String), field("search", Query),
        field("replacement", String), optional("options", Named(&SEARCH_OPTIONS)),
    ];
    WRITE_JSON_INSTRUCTION = "StateWriteJsonInstruction" Object &[
        field("kind", Literal("writeJson")), field("path", String), field("value", Json),
        optional("options", Named(&JSON_WRITE_OPTIONS)),
    ];
    EDIT_INSTRUCTION = "StateEditInstruction" Alias Union(&[
        Named(&WRITE_INSTRUCTION), Named(&REPLACE_INSTRUCTION), Named(&WRITE_JSON_INSTRUCTION),
    ]), also [CONTENT_NAMES, &[
        Name("type", "kind"), Name("op", "kind"), Name("action", "kind"), Name("operation", "kind"),
        Name("find", "search"), Name("oldText", "search"), Name("oldString", "search"), Name("oldStr", "search"), Name("old", "search"),
        Name("pattern", "search"), Name("from", "search"), Name("query", "search"), Name("searchText", "search"),
        Name("replace", "replacement"), Name("newText", "replacement"), Name("newString", "replacement"), Name("newStr", "replacement"),
        Name("new", "replacement"), Name("with", "replacement"), Name("to", "replacement"), Name("replaceWith", "replacement"),
        Name("replaceText", "replacement"), Name("json", "value"),
        Word("create", "write"), Word("overwrite", "write"), Word("writeFile", "write"), Word("edit", "replace"), Word("update", "replace"),
        Word("replaceInFile", "replace"), Word("json", "writeJson"),
    ]];
    PLANNED_EDIT = "StatePlannedEdit" Object &[
        field("instruction", Named(&EDIT_INSTRUCTION)), field("path", String), field("changed", Boolean),
        field("content", String), field("diff", String), optional("base", String),
    ];
    EDIT_PLAN = "StateEditPlan" Object &[
        field("edits", Array(&Named(&PLANNED_EDIT))), field("totalChanged", Number), field("totalInstructions", Number),
    ];
    APPLIABLE_EDIT = "StateAppliableEdit" Object &[field("path", String), field("content", String), optional("base", String)], also [&[Passed("instruction"), Passed("changed"), Passed("diff")]];
    APPLIABLE_PLAN = "StateAppliablePlan" Object &[field("edits", Array(&Named(&APPLIABLE_EDIT)))], also [&[Passed("totalChanged"), Passed("totalInstructions")]];
    APPLIED_EDIT_RESULT = "StateAppliedEditResult" Object &[
        field("path", String), field("changed", Boolean), field("content", String), field("diff", String),
    ];
    APPLY_EDITS_RESULT = "StateApplyEditsResult" Object &[
        field("dryRun", Boolean), field("edits", Array(&Named(&APPLIED_EDIT_RESULT))), field("totalChanged", Number),
    ];
    APPLY_PATCH_OPTIONS = "StateApplyPatchOptions" Options &[
        optional("strip", Number), optional("fuzz", Union(&[Literal("none"), Literal("safe"), Literal("indent")])), optional("dryRun", Boolean),
    ], also [DRY_ALSO, &[
        Name("p", "strip"), Name("stripComponents", "strip"), Name("fuzziness", "fuzz"), Count("strip"),
        Says("exact", "true", Some(("fuzz", Given::Text("none")))), Says("strict", "true", Some(("fuzz", Given::Text("none")))),
    ]];
    PATCHED_HUNK = "StatePatchedHunk" Object &[field("line", Number), field("match", String)];
    PATCHED_FILE = "StatePatchedFile" Object &[
        field("path", String), field("action", Union(&[Literal("added"), Literal("updated"), Literal("moved"), Literal("deleted")])),
        optional("from", String), field("linesAdded", Number), field("linesRemoved", Number), field("hunks", Array(&Named(&PATCHED_HUNK))),
    ];
    APPLY_PATCH_RESULT = "StateApplyPatchResult" Object &[
        field("dryRun", Boolean), field("files", Array(&Named(&PATCHED_FILE))), field("totalFiles", Number),
    ];
    SYMBOL = "StateSymbol" Object &[
        field("kind", String), field("name", String), field("line", Number), field("lines", Number), field("depth", Number),
    ];
    OUTLINE = "StateOutline" Object &[
        field("path", String), field("language", String), field("imports", Array(&String)), field("symbols", Array(&Named(&SYMBOL))),
    ];
    UNDO_OPTIONS = "StateUndoOptions" Options &[optional("dryRun", Boolean)], also [DRY_ALSO];
    UNDO_RESULT = "StateUndoResult" Object &[
        field("run", Number), field("label", String), field("dryRun", Boolean),
        field("created", Array(&String)), field("changed", Array(&String)), field("deleted", Array(&String)),
    ];
    HISTORY_OPTIONS = "StateHistoryOptions" Options &[optional("path", String), optional("before", Number), optional("limit", Number)], also [&[
        Name("file", "path"), Name("max", "limit"), Name("count", "limit"), Name("maxResults", "limit"), Name("last", "limit"),
        Name("beforeOpId", "before"), Name("cursor", "before"), Text("path"), Count("limit"),
    ]];
    RUN = "StateRun" Object &[
        field("run", Number), field("label", String), field("at", Date), field("paths", Number),
        field("state", Union(&[Literal("finished"), Literal("abandoned"), Literal("open")])),
        optional("undoneBy", Number), optional("undoes", Number),
    ];
    CHECKPOINT_OPTIONS = "StateCheckpointOptions" Options &[optional("overwrite", Boolean)], also [&[
        Name("force", "overwrite"), Name("replace", "overwrite"), Name("move", "overwrite"), Not("errorOnExist", "overwrite"),
    ]];
    CHECKPOINT = "StateCheckpoint" Object &[field("name", String), field("run", Number)];
    RESTORE_RESULT = "StateRestoreResult" Object &[
        field("name", String), field("runs", Number), field("dryRun", Boolean),
        field("created", Array(&String)), field("changed", Array(&String)), field("deleted", Array(&String)),
    ];
}
