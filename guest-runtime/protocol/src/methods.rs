//! The table of `state` methods.

use std::fmt::Write as _;

use crate::types::{Given, Type};

/// Whether a method changes files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Looks only.
    Read,
    /// May change files; a read-only run refuses it.
    Write,
}

/// Which part of the reference a method stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// Reading and writing files.
    Files,
    /// JSON files.
    Json,
    /// Metadata and directories.
    Directories,
    /// Whole trees.
    Trees,
    /// Searching and replacing.
    Search,
    /// Removing, copying, moving, links, paths.
    Paths,
    /// Comparing.
    Diff,
    /// Archives, compression, hashes, detection.
    Archive,
    /// Planned edits.
    Edits,
    /// Beyond the reference: patches, outlines, history.
    Beyond,
}

/// A parameter of a method.
#[derive(Debug)]
pub struct Param {
    /// Its name, also its key in an object call.
    pub name: &'static str,
    /// Its type.
    pub ty: Type,
    /// Whether it may be left out; `undefined` and `null` count as left out.
    pub optional: bool,
    /// Other keys in an object call.
    pub aliases: &'static [&'static str],
}

/// A `state` method.
#[derive(Debug)]
pub struct Method {
    /// Its name on `state`.
    pub name: &'static str,
    /// Its part of the reference.
    pub group: Group,
    /// Its parameters, in order.
    pub params: &'static [Param],
    /// Parameters behind those, which are taken and not told.
    pub more: &'static [Param],
    /// What its promise resolves to.
    pub returns: Type,
    /// Whether it changes files.
    pub effect: Effect,
    /// What it does, for people and models.
    pub doc: &'static str,
    /// Other names, which are taken and not told.
    pub aliases: &'static [Alias],
}

/// Another name of a method.
#[derive(Debug)]
pub struct Alias {
    /// The name.
    pub name: &'static str,
    /// Options that the name stands for, unless the call says otherwise.
    pub presets: &'static [(&'static str, Given)],
    /// The order of its positional arguments.
    pub order: Order,
}

/// In which order positional arguments of an alias come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// As declared.
    Declared,
    /// The files may come first, as declared, or last, as in a shell: what looks like a place
    /// decides, and where nothing does the call is refused.
    FilesFirstOrLast,
}

impl Method {
    /// The right form of a call: `state.rm(path, options?)`.
    #[must_use]
    pub fn signature(&self) -> std::string::String {
        let mut text = format!("state.{}(", self.name);
        for (index, param) in self.params.iter().enumerate() {
            let comma = if index > 0 { ", " } else { "" };
            let mark = if param.optional { "?" } else { "" };
            write!(text, "{comma}{}{mark}", param.name).expect("text takes any text");
        }
        text.push(')');
        text
    }

    /// All parameters, those that are not told last.
    pub fn all_params(&self) -> impl Iterator<Item = &'static Param> + Clone {
        self.params.iter().chain(self.more)
    }
}

const fn required(name: &'static str, ty: Type) -> Param {
    Param {
        name,
        ty,
        optional: false,
        aliases: &[],
    }
}

const fn maybe(name: &'static str, ty: Type) -> Param {
    Param {
        name,
        ty,
        optional: true,
        aliases: &[],
    }
}

impl Param {
    const fn or(self, aliases: &'static [&'static str]) -> Self {
        Self { aliases, ..self }
    }
}

macro_rules! types {
    ($($(#[$doc:meta])* $constant:ident = $name:literal $shape:ident $body:expr $(, also [$($also:expr),* $(,)?])?;)*) => {
        $($(#[$doc])* pub(super) static $constant: TypeDef = TypeDef {
            name: $name,
            shape: Shape::$shape($body),
            also: &[$($($also),*)?],
        };)*
    };
}

use Type::{
    Array, Boolean, Bytes, Content, Date, Globs, Json, Literal, Named, Null, Number, Query, String,
    Union, Void,
};

const TEXT_OR_BYTES: Type = Union(&[String, Bytes]);
const DATE_OR_TEXT: Type = Union(&[String, Date, Number]);
const TEXT_OR_TEXTS: Type = Union(&[String, Array(&String)]);

#[rustfmt::skip]
mod defs {
    use crate::types::Also::{self, Both, Count, Field, Kind, List, Name, Not, Passed, Says, Switch, Text, Whole, Word};
    use crate::types::{self, Given, Shape, TypeDef, field, optional};

    use super::{
        Array, Boolean, DATE_OR_TEXT, Date, Json, Literal, Named, Number, Query, String,
        TEXT_OR_TEXTS, Type, Union,
    };

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
        Says("global", "true", None), Says("g", "true", None), Says("all", "true", None), Says("replaceAll", "true", None),
    ];

    /// Spellings of what is told around a match.
    const AROUND_ALSO: &[Also] = &[
        Both("context", ["contextBefore", "contextAfter"]), Both("contextLines", ["contextBefore", "contextAfter"]),
        Both("C", ["contextBefore", "contextAfter"]), Name("before", "contextBefore"), Name("beforeContext", "contextBefore"),
        Name("linesBefore", "contextBefore"), Name("B", "contextBefore"), Name("after", "contextAfter"), Name("afterContext", "contextAfter"),
        Name("linesAfter", "contextAfter"), Name("A", "contextAfter"), Name("maxResults", "maxMatches"), Name("limit", "maxMatches"),
        Name("max", "maxMatches"), Name("maxCount", "maxMatches"), Name("maxMatchesPerFile", "maxMatches"),
    ];

    /// Spellings of a replacement that only shows what it would do.
    const REPLACE_ALSO: &[Also] = &[
        Name("dry", "dryRun"), Name("preview", "dryRun"), Name("simulate", "dryRun"), Name("whatIf", "dryRun"),
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
            optional("byteOffset", Number), optional("byteLength", Number),
        ], also [BYTE_NAMES, &[
            Field(optional("offset", Number)), Field(optional("limit", Number)), Field(optional("line", Number)),
            Field(optional("lines", Union(&[Number, Array(&Number)]))), Field(optional("encoding", Named(&READ_ENCODING))),
            Name("lineStart", "startLine"), Name("fromLine", "startLine"), Name("firstLine", "startLine"),
            Name("lineEnd", "endLine"), Name("toLine", "endLine"), Name("lastLine", "endLine"),
            Name("lineRange", "lines"), Name("range", "lines"), Name("lineCount", "lines"),
            Says("flag", "r", None), Text("encoding"),
        ]];
        READ_BYTES_OPTIONS = "StateReadBytesOptions" Options &[optional("byteOffset", Number), optional("byteLength", Number)], also [BYTE_NAMES, &[
            Field(optional("offset", Number)), Field(optional("limit", Number)), Says("flag", "r", None),
            Says("encoding", "null", None), Says("encoding", "buffer", None),
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
        COPY_OPTIONS = "StateCopyOptions" Options &[optional("recursive", Boolean)], also [OVERWRITE_ALSO];
        MOVE_OPTIONS = "StateMoveOptions" Options &[optional("recursive", Boolean)], also [OVERWRITE_ALSO];
        TREE_OPTIONS = "StateTreeOptions" Options &[optional("maxDepth", Number)], also [&[Name("depth", "maxDepth"), Name("level", "maxDepth"), Name("levels", "maxDepth"), Count("maxDepth")]];
        GLOB_OPTIONS = "StateGlobOptions" Options &[optional("exclude", TEXT_OR_TEXTS), optional("gitignore", Boolean)], also [SKIP_ALSO, &[
            Field(optional("cwd", String)), Field(optional("nodir", Boolean)), Field(optional("onlyDirectories", Boolean)),
            Field(optional("dot", Boolean)), Field(optional("absolute", Boolean)), Field(optional("maxDepth", Number)),
            Name("onlyFiles", "nodir"), Name("filesOnly", "nodir"), Name("root", "cwd"), Name("base", "cwd"), Name("dir", "cwd"),
            Name("directory", "cwd"), Name("onlyDirs", "onlyDirectories"), Name("deep", "maxDepth"), Name("depth", "maxDepth"),
            Name("hidden", "dot"), Name("dotfiles", "dot"), Name("includeDotfiles", "dot"), Text("cwd"), List("exclude"),
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
        SEARCH_OPTIONS = "StateSearchOptions" Options &[search(0), search(1), search(2), search(3), search(4), search(5)], also [READING_ALSO, AROUND_ALSO];
        REPLACE_OPTIONS = "StateReplaceOptions" Options &[
            search(0), search(1), search(2), search(3), search(4), search(5), optional("dryRun", Boolean),
        ], also [READING_ALSO, AROUND_ALSO, REPLACE_ALSO];
        SEARCH_FILES_OPTIONS = "StateSearchFilesOptions" Options &[
            search(0), search(1), search(2), search(3), search(4), search(5),
            optional("exclude", TEXT_OR_TEXTS), optional("gitignore", Boolean), optional("maxDepth", Number),
        ], also [READING_ALSO, AROUND_ALSO, SKIP_ALSO, &[Name("depth", "maxDepth")]];
        REPLACE_IN_FILES_OPTIONS = "StateReplaceInFilesOptions" Options &[
            search(0), search(1), search(2), search(3), search(4), search(5),
            optional("dryRun", Boolean), optional("rollbackOnError", Boolean),
            optional("exclude", TEXT_OR_TEXTS), optional("gitignore", Boolean),
        ], also [READING_ALSO, AROUND_ALSO, SKIP_ALSO, REPLACE_ALSO, &[Name("rollback", "rollbackOnError"), Field(optional("maxDepth", Number)), Name("depth", "maxDepth")]];
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
            Name("maxSize", "sizeMax"), Name("newerThan", "mtimeAfter"), Name("modifiedAfter", "mtimeAfter"), Name("modifiedSince", "mtimeAfter"),
            Name("since", "mtimeAfter"), Name("after", "mtimeAfter"), Name("modifiedBefore", "mtimeBefore"), Name("before", "mtimeBefore"),
            Name("isEmpty", "empty"), Says("recursive", "true", None), Says("recursive", "false", Some(("maxDepth", Given::Number(1.0)))),
            Says("filesOnly", "true", Some(("type", Given::Text("file")))), Says("onlyFiles", "true", Some(("type", Given::Text("file")))),
            Says("nodir", "true", Some(("type", Given::Text("file")))), Says("files", "true", Some(("type", Given::Text("file")))),
            Says("onlyDirectories", "true", Some(("type", Given::Text("directory")))),
            Says("directoriesOnly", "true", Some(("type", Given::Text("directory")))),
            Says("dot", "true", None), Says("absolute", "true", None), Text("glob"),
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
            field("mime", String), field("description", String), optional("extension", String), field("binary", Boolean),
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
        JSON_MERGE = "StateJsonMerge" Object &[field("op", Literal("merge")), field("path", String), field("value", Json)], also [&[Field(optional("nullDeletes", Boolean))]];
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
            Whole("value", &[("op", Given::Text("merge")), ("path", Given::Text("$"))]),
        ]];
        JSON_UPDATE_RESULT = "StateJsonUpdateResult" Object &[
            field("value", Json), field("content", String), field("diff", String), field("operationsApplied", Number),
        ];
        ARCHIVE_ENTRY = "StateArchiveEntry" Object &[field("path", String), field("type", Named(&ENTRY_TYPE)), field("size", Number)];
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
        ], also [REPLACE_ALSO, &[
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
        UNDO_OPTIONS = "StateUndoOptions" Options &[optional("dryRun", Boolean)], also [REPLACE_ALSO];
        UNDO_RESULT = "StateUndoResult" Object &[
            field("opId", Number), field("label", String), field("dryRun", Boolean),
            field("created", Array(&String)), field("changed", Array(&String)), field("deleted", Array(&String)),
        ];
        HISTORY_OPTIONS = "StateHistoryOptions" Options &[optional("path", String), optional("before", Number), optional("limit", Number)], also [&[
            Name("file", "path"), Name("max", "limit"), Name("count", "limit"), Name("maxResults", "limit"), Name("last", "limit"),
            Name("beforeOpId", "before"), Name("cursor", "before"), Text("path"), Count("limit"),
        ]];
        OPERATION = "StateOperation" Object &[
            field("opId", Number), field("label", String), field("at", Date), field("paths", Number),
            field("state", Union(&[Literal("finished"), Literal("abandoned"), Literal("open")])),
            optional("undoneBy", Number), optional("undoes", Number),
        ];
        CHECKPOINT_OPTIONS = "StateCheckpointOptions" Options &[optional("overwrite", Boolean)], also [&[
            Name("force", "overwrite"), Name("replace", "overwrite"), Name("move", "overwrite"), Not("errorOnExist", "overwrite"),
        ]];
        CHECKPOINT = "StateCheckpoint" Object &[field("name", String), field("opId", Number)];
        RESTORE_RESULT = "StateRestoreResult" Object &[
            field("name", String), field("operations", Number), field("dryRun", Boolean),
            field("created", Array(&String)), field("changed", Array(&String)), field("deleted", Array(&String)),
        ];
    }
}

const PATH: Param = required("path", String).or(&[
    "file",
    "filePath",
    "fileName",
    "p",
    "dir",
    "directory",
    "dirPath",
    "folder",
    "target",
]);
const ARCHIVE: Param = required("path", String).or(&[
    "archive",
    "archivePath",
    "file",
    "filePath",
    "source",
    "src",
    "from",
]);
const SOURCE: Param = required("src", String).or(&[
    "source",
    "from",
    "sourcePath",
    "srcPath",
    "oldPath",
    "path",
    "old",
]);
const DESTINATION: Param = required("dest", String).or(&[
    "destination",
    "to",
    "destinationPath",
    "destPath",
    "newPath",
    "target",
    "new",
]);
const FILES: Param = required("pattern", Globs).or(&[
    "glob",
    "globs",
    "patterns",
    "files",
    "paths",
    "path",
    "include",
    "in",
    "directory",
    "dir",
]);
const CONTENT: &[&str] = &["contents", "data", "text", "body", "value", "bytes"];
const SEARCHED: &[&str] = &[
    "search",
    "text",
    "term",
    "find",
    "needle",
    "searchText",
    "string",
];
const REPLACED: &[&str] = &[
    "find",
    "query",
    "from",
    "old",
    "oldText",
    "oldString",
    "oldStr",
    "searchText",
    "needle",
];
const REPLACING: &[&str] = &[
    "replace",
    "replaceWith",
    "with",
    "to",
    "new",
    "newText",
    "newString",
    "newStr",
    "replaceText",
];
const PACKED: &[&str] = &["destination", "dest", "to", "output", "outputPath"];

/// Other names that change nothing but the name.
macro_rules! names {
    ($($name:literal),*) => { &[$(Alias { name: $name, presets: &[], order: Order::Declared }),*] };
}

/// Other names, each with options that it stands for.
macro_rules! presets {
    ($($name:literal $([$($option:literal = $value:expr),*])?),* $(,)?) => {
        &[$(Alias { name: $name, presets: &[$($(($option, $value)),*)?], order: Order::Declared }),*]
    };
}

/// Other names under which the files may also come last.
macro_rules! files_last {
    ($($name:literal),*) => { &[$(Alias { name: $name, presets: &[], order: Order::FilesFirstOrLast }),*] };
}

const CHECKPOINT_OR_NAME: Type = Union(&[String, Named(&defs::CHECKPOINT)]);
const YES: Given = Given::Boolean(true);
const FILE: Given = Given::Text("file");
const DIRECTORY: Given = Given::Text("directory");

macro_rules! methods {
    ($table:ident: $doc_of_table:literal $($name:literal $group:ident $effect:ident ($($param:expr),*) $(more ($($more:expr),*))? -> $returns:expr, $doc:literal $(, $aliases:expr)?;)*) => {
        #[doc = $doc_of_table]
        pub static $table: &[Method] = &[$(Method {
            name: $name,
            group: Group::$group,
            params: &[$($param),*],
            more: &[$($($more),*)?],
            returns: $returns,
            effect: Effect::$effect,
            doc: $doc,
            aliases: methods!(@ $($aliases)?),
        },)*];
    };
    (@) => { &[] };
    (@ $aliases:expr) => { $aliases };
}

methods! { METHODS: "Every `state` method that is told, in the order of the reference."
    "readFile" Files Read (PATH, maybe("options", Named(&defs::READ_OPTIONS))) -> String,
        "Reads a file as UTF-8 text: all of it, lines startLine to endLine (from 1, both included), or byteLength bytes from byteOffset. Invalid UTF-8 becomes U+FFFD.",
        names!["read", "readText", "readTextFile", "cat", "getFile", "loadFile", "fileContent", "getFileContents", "viewFile", "view"];
    "readFileBytes" Files Read (PATH, maybe("options", Named(&defs::READ_BYTES_OPTIONS))) -> Bytes,
        "Reads a file as bytes: all of it, or byteLength bytes from byteOffset.",
        names!["readBytes", "readBinary", "readBuffer", "readFileBuffer", "readBinaryFile"];
    "writeFile" Files Write (PATH, required("content", Content).or(CONTENT)) more (maybe("options", Named(&defs::WRITE_OPTIONS))) -> Void,
        "Writes text to a file. Creates it and its parent directories, or replaces its content.",
        names!["write", "writeText", "writeTextFile", "outputFile", "saveFile", "save", "createFile", "putFile", "overwriteFile"];
    "writeFileBytes" Files Write (PATH, required("content", Bytes).or(CONTENT)) more (maybe("options", Named(&defs::WRITE_OPTIONS))) -> Void,
        "Writes bytes to a file, as writeFile writes text.",
        names!["writeBytes", "writeBinary", "writeBuffer", "writeBinaryFile"];
    "appendFile" Files Write (PATH, required("content", TEXT_OR_BYTES).or(CONTENT)) more (maybe("options", Named(&defs::APPEND_OPTIONS))) -> Void,
        "Adds text or bytes to the end of a file. Creates it and its parent directories.",
        names!["append", "appendText", "appendToFile", "addToFile"];
    "readJson" Json Read (PATH) more (maybe("fallback", Json).or(&["default", "defaultValue"])) -> Json,
        "Reads a JSON file and returns its value.",
        names!["readJsonFile", "loadJson", "getJson", "parseJson", "parseJsonFile", "importJson"];
    "writeJson" Json Write (PATH, required("value", Json).or(&["data", "content", "json", "object"]), maybe("options", Named(&defs::JSON_WRITE_OPTIONS))) more (maybe("spaces", Union(&[Number, String]))) -> Void,
        "Writes a value as JSON with a final newline, indented by options.spaces (default: 2).",
        names!["writeJsonFile", "saveJson", "outputJson", "putJson", "storeJson", "setJson"];
    "queryJson" Json Read (PATH, required("query", String).or(&["jsonPath", "pointer", "key", "keyPath", "expression", "selector"])) -> Json,
        "Returns the value at a path such as `.items[0].name` of a JSON file, or undefined if there is none.",
        names!["getJsonValue", "jsonQuery", "jsonPath", "jq", "readJsonPath", "queryJsonFile"];
    "updateJson" Json Write (PATH, required("operations", Array(&Named(&defs::JSON_UPDATE_OPERATION))).or(&["ops", "patch", "updates", "changes", "edits"])) more (maybe("options", Named(&defs::UPDATE_JSON_OPTIONS))) -> Named(&defs::JSON_UPDATE_RESULT),
        "Changes values in a JSON file and keeps the rest of its text, all operations or none. set creates missing parents; insert puts an item before an index; append adds to an array; merge adds members to an object; test fails if the value differs.",
        names!["patchJson", "editJson", "modifyJson", "mergeJson", "updateJsonFile", "changeJson"];
    "exists" Directories Read (PATH) -> Boolean,
        "Returns whether something is at a path. Follows links.",
        names!["pathExists", "fileExists", "has", "isFileExists", "doesExist", "hasFile"];
    "stat" Directories Read (PATH) -> Union(&[Named(&defs::STAT), Null]),
        "Returns type, size and time, or null if nothing is at the path. Follows links.",
        names!["getStats", "fileInfo", "getFileInfo", "info", "stats", "getStat", "fileStat", "metadata"];
    "lstat" Directories Read (PATH) -> Union(&[Named(&defs::STAT), Null]),
        "Like stat, but a link is described itself.";
    "mkdir" Directories Write (PATH, maybe("options", Named(&defs::MKDIR_OPTIONS))) -> Void,
        "Creates a directory. With recursive, its parents too, and an existing directory is no error.",
        presets!["mkdirp" ["recursive" = YES], "mkdirs" ["recursive" = YES], "ensureDir" ["recursive" = YES], "ensureDirectory" ["recursive" = YES],
            "makeDirs" ["recursive" = YES], "makeDir", "makeDirectory", "createDir", "createDirectory", "createFolder", "md"];
    "readdir" Directories Read (PATH) more (maybe("options", Named(&defs::READDIR_OPTIONS))) -> Array(&String),
        "Lists the names in a directory, sorted.",
        names!["list", "ls", "listDir", "listDirectory", "readDirectory", "scandir", "listEntries", "dir", "listNames", "readFolder", "listFolder"];
    "readdirWithFileTypes" Directories Read (PATH) more (maybe("options", Named(&defs::TYPED_READDIR_OPTIONS))) -> Array(&Named(&defs::DIRENT)),
        "Lists names and types in a directory, sorted by name.",
        names!["readdirWithTypes", "listWithTypes", "listDirWithTypes", "readDirEntries"];
    "find" Trees Read (PATH, maybe("options", Named(&defs::FIND_OPTIONS))) -> Array(&Named(&defs::FIND_ENTRY)),
        "Lists path and everything below it, parents first, filtered by the options; [] if path does not exist. name and pathPattern are globs.",
        presets!["findFiles" ["type" = FILE], "findDirs" ["type" = DIRECTORY], "findDirectories" ["type" = DIRECTORY], "findEntries", "findAll"];
    "walkTree" Trees Read (PATH, maybe("options", Named(&defs::TREE_OPTIONS))) -> Named(&defs::TREE_NODE),
        "Returns a directory and everything below it as nested nodes.",
        names!["tree", "walk", "readTree", "getTree", "walkDir", "walkDirectory", "directoryTree", "listTree", "fileTree"];
    "summarizeTree" Trees Read (PATH, maybe("options", Named(&defs::TREE_OPTIONS))) -> Named(&defs::TREE_SUMMARY),
        "Counts files, directories, links and bytes of a tree, its root included.",
        names!["summariseTree", "du", "treeSummary", "treeStats"];
    "searchText" Search Read (PATH, required("query", Query).or(SEARCHED), maybe("options", Named(&defs::SEARCH_OPTIONS))) -> Array(&Named(&defs::TEXT_MATCH)),
        "Searches one file line by line.",
        names!["searchFile", "searchInFile", "findInFile", "grepFile", "findText"];
    "searchFiles" Search Read (FILES, required("query", Query).or(SEARCHED), maybe("options", Named(&defs::SEARCH_FILES_OPTIONS))) -> Array(&Named(&defs::FILE_SEARCH_RESULT)),
        "Searches the files that a glob matches, line by line. Returns only files with matches; maxMatches is per file.",
        files_last!["grep", "search", "rg", "ripgrep", "findInFiles", "searchInFiles", "grepFiles", "searchContent", "searchAll"];
    "replaceInFile" Search Write (PATH, required("search", Query).or(REPLACED), required("replacement", String).or(REPLACING), maybe("options", Named(&defs::REPLACE_OPTIONS))) -> Named(&defs::REPLACE_RESULT),
        "Replaces all matches in one file and counts them; 0 is no error. With regex, $1, $<name> and $& are expanded.",
        names!["edit", "editFile", "replaceText", "strReplace", "replaceInText", "searchReplace", "findReplace", "findAndReplace"];
    "replaceInFiles" Search Write (FILES, required("search", Query).or(REPLACED), required("replacement", String).or(REPLACING), maybe("options", Named(&defs::REPLACE_IN_FILES_OPTIONS))) -> Named(&defs::REPLACE_IN_FILES_RESULT),
        "Replaces all matches in the files that a glob matches, in all files or none. With regex, $1, $<name> and $& are expanded.",
        files_last!["sed", "replace", "replaceAll", "searchAndReplace", "replaceFiles", "editFiles", "replaceEverywhere"];
    "rm" Paths Write (PATH, maybe("options", Named(&defs::RM_OPTIONS))) -> Void,
        "Removes a file, a link or an empty directory; with recursive, a whole tree. With force, a missing path is no error.",
        presets!["unlink" ["only" = FILE], "deleteFile" ["only" = FILE], "removeFile" ["only" = FILE], "rmFile" ["only" = FILE], "unlinkFile" ["only" = FILE],
            "remove" ["only" = FILE], "delete" ["only" = FILE], "del" ["only" = FILE], "erase" ["only" = FILE],
            "rmdir" ["only" = DIRECTORY], "removeDir" ["only" = DIRECTORY], "removeDirectory" ["only" = DIRECTORY], "deleteDir" ["only" = DIRECTORY],
            "deleteDirectory" ["only" = DIRECTORY], "deleteFolder" ["only" = DIRECTORY], "removeFolder" ["only" = DIRECTORY],
            "rmrf" ["recursive" = YES, "force" = YES], "rimraf" ["recursive" = YES, "force" = YES]];
    "cp" Paths Write (SOURCE, DESTINATION, maybe("options", Named(&defs::COPY_OPTIONS))) -> Void,
        "Copies src to exactly the path dest, replacing a file there. A directory needs recursive and is merged into an existing one.",
        names!["copy", "copyFile", "duplicate", "duplicateFile"];
    "mv" Paths Write (SOURCE, DESTINATION, maybe("options", Named(&defs::MOVE_OPTIONS))) -> Void,
        "Moves or renames src to exactly the path dest, replacing a file there. A directory needs recursive.",
        presets!["rename" ["recursive" = YES], "move" ["recursive" = YES], "renameFile", "moveFile", "renamePath" ["recursive" = YES]];
    "symlink" Paths Write (required("target", String).or(&["to", "existing", "source", "src", "from"]), required("linkPath", String).or(&["path", "link", "linkName", "dest", "destination"])) -> Void,
        "Creates a symbolic link at linkPath that points to target.",
        names!["createSymlink", "makeSymlink", "linkTo"];
    "readlink" Paths Read (PATH) -> String,
        "Returns the target of a symbolic link.",
        names!["readSymlink", "linkTarget", "getLink"];
    "realpath" Paths Read (PATH) -> String,
        "Returns a path with all links resolved.",
        names!["resolveLink", "canonicalPath", "canonicalize", "getRealPath"];
    "resolvePath" Paths Read (required("base", String).or(&["from", "cwd", "root"]), PATH) -> String,
        "Joins two paths and normalizes the result, as text.",
        names!["joinPath", "pathJoin", "resolve", "join", "normalizePath"];
    "glob" Paths Read (FILES, maybe("options", Named(&defs::GLOB_OPTIONS))) -> Array(&String),
        "Lists what a glob such as `/src/**/*.{ts,tsx}` matches, sorted: files, directories, dotfiles.",
        presets!["globFiles" ["nodir" = YES], "fastGlob" ["nodir" = YES], "globby" ["nodir" = YES], "globPaths", "matchFiles" ["nodir" = YES], "expandGlob"];
    "diff" Diff Read (required("pathA", String).or(&["a", "left", "from", "old", "oldPath", "path1", "file1", "before"]), required("pathB", String).or(&["b", "right", "to", "new", "newPath", "path2", "file2", "after"])) -> String,
        "Compares two files as a unified diff, empty if they are equal.",
        names!["diffFiles"];
    "diffContent" Diff Read (PATH, required("newContent", String).or(&["content", "text", "newText", "contents"])) -> String,
        "Compares a file with a text as a unified diff, empty if they are equal.",
        names!["diffText", "compareContent", "diffWith"];
    "removeTree" Paths Write (PATH) -> Void,
        "Removes a file or a whole tree. A missing path is no error.",
        names!["deleteTree", "rmTree", "removeRecursive", "deleteRecursive", "removeAll", "deleteAll"];
    "copyTree" Paths Write (SOURCE, DESTINATION) -> Void,
        "Copies a file or a whole tree to exactly the path dest.",
        names!["copyDir", "copyDirectory", "copyFolder", "cpTree", "copyRecursive", "cpr"];
    "moveTree" Paths Write (SOURCE, DESTINATION) -> Void,
        "Moves or renames a file or a whole tree to exactly the path dest.",
        names!["moveDir", "moveDirectory", "moveFolder", "mvTree", "renameDir", "renameDirectory", "renameFolder"];
    "createArchive" Archive Write (PATH, required("sources", Array(&String)).or(&["files", "source", "paths", "src", "entries", "from"])) -> Named(&defs::ARCHIVE_CREATE_RESULT),
        "Packs files and trees into an archive; the name of path decides the format: .tar, .tar.gz, .tgz or .zip.",
        names!["tar", "zip", "pack", "archive", "createTar", "createZip", "makeArchive", "zipFiles"];
    "listArchive" Archive Read (PATH) -> Array(&Named(&defs::ARCHIVE_ENTRY)),
        "Lists a .tar, .tar.gz or .zip archive, sorted by path.",
        names!["listTar", "listZip", "archiveEntries", "readArchive", "inspectArchive"];
    "extractArchive" Archive Write (ARCHIVE, required("destination", String).or(&["dest", "to", "into", "output", "outputDir", "outDir", "target", "folder", "dir"])) -> Named(&defs::ARCHIVE_EXTRACT_RESULT),
        "Unpacks a .tar, .tar.gz or .zip archive into a directory, completely or not at all.",
        names!["extract", "untar", "unzip", "unpack", "extractTar", "extractZip", "decompressArchive"];
    "compressFile" Archive Write (PATH, maybe("destination", String).or(PACKED)) -> Named(&defs::COMPRESSION_RESULT),
        "Compresses a file with gzip (default destination: path + \".gz\").",
        names!["gzip", "compress", "gzipFile"];
    "decompressFile" Archive Write (PATH, maybe("destination", String).or(PACKED)) -> Named(&defs::COMPRESSION_RESULT),
        "Decompresses a gzip file (default destination: path without \".gz\").",
        names!["gunzip", "decompress", "gunzipFile", "ungzip"];
    "hashFile" Archive Read (PATH, maybe("options", Named(&defs::HASH_OPTIONS))) -> String,
        "Hashes a file, as lower-case hex (default: sha256).",
        presets!["hash", "checksum", "fileHash", "digest", "getHash", "md5" ["algorithm" = Given::Text("md5")], "md5File" ["algorithm" = Given::Text("md5")],
            "sha1" ["algorithm" = Given::Text("sha1")], "sha256" ["algorithm" = Given::Text("sha256")], "sha256File" ["algorithm" = Given::Text("sha256")]];
    "detectFile" Archive Read (PATH) -> Named(&defs::FILE_DETECTION),
        "Detects the type of a file from its content, then from its name.",
        names!["detectType", "fileType", "mimeType", "getMimeType", "detectMime", "detectFileType"];
    "planEdits" Edits Read (required("instructions", Array(&Named(&defs::EDIT_INSTRUCTION))).or(&["edits", "changes", "operations", "plan"])) -> Named(&defs::EDIT_PLAN),
        "Computes edits and their diffs without writing, for review and applyEditPlan.",
        names!["previewEdits", "plan", "createEditPlan"];
    "applyEditPlan" Edits Write (required("plan", Named(&defs::APPLIABLE_PLAN)).or(&["editPlan"]), maybe("options", Named(&defs::APPLY_EDITS_OPTIONS))) -> Named(&defs::APPLY_EDITS_RESULT),
        "Writes the edits of a plan, all or none. Fails with ESTALE if a file has changed since.",
        names!["applyPlan", "executePlan", "commitPlan"];
    "applyEdits" Edits Write (required("edits", Array(&Named(&defs::EDIT))).or(&["changes", "instructions", "operations", "files"]), maybe("options", Named(&defs::APPLY_EDITS_OPTIONS))) -> Named(&defs::APPLY_EDITS_RESULT),
        "Writes the whole content of several files, all or none.",
        names!["multiEdit", "writeFiles", "batchEdit", "applyChanges", "writeMany"];
}

methods! { MORE: "Methods beyond the reference: those that programs expect from Node and its wrappers, which are not told, and those of [`Group::Beyond`], which are told where they are asked for."
    "access" Directories Read (PATH) more (maybe("mode", Number)) -> Void,
        "Fails with ENOENT if nothing is at a path.";
    "touch" Files Write (PATH) -> Void,
        "Creates an empty file if nothing is at a path.",
        names!["ensureFile"];
    "chmod" Directories Write (PATH, required("mode", Union(&[Number, String]))) -> Void,
        "Checks that the path exists. Modes are not stored.";
    "utimes" Directories Write (PATH) more (maybe("atime", DATE_OR_TEXT), maybe("mtime", DATE_OR_TEXT)) -> Void,
        "Checks that the path exists. Times are those of the last change.",
        names!["lutimes"];
    "listFiles" Trees Read (PATH, maybe("options", Named(&defs::FIND_OPTIONS))) -> Array(&String),
        "Lists the paths of all files below a directory.",
        names!["listAllFiles", "getAllFiles", "walkFiles", "listFilesRecursive", "allFiles", "readdirRecursive"];
    "matchesForReplacement" Search Read (PATH, required("search", Query).or(REPLACED), maybe("options", Named(&defs::REPLACE_OPTIONS))) -> Json,
        "Finds what replaceInFile would replace, for a replacement that is a function.";
    "isFile" Directories Read (PATH) -> Boolean,
        "Returns whether a path is a file. Follows links.";
    "isDirectory" Directories Read (PATH) -> Boolean,
        "Returns whether a path is a directory. Follows links.",
        names!["isDir", "isFolder", "dirExists", "directoryExists"];
    "applyPatch" Beyond Write (required("patch", String).or(&["text", "diff", "content", "patchText", "unifiedDiff"]), maybe("options", Named(&defs::APPLY_PATCH_OPTIONS))) -> Named(&defs::APPLY_PATCH_RESULT),
        "Applies a patch to one or many files, all or none: a unified diff, or *** Begin Patch with Update File, Add File, Delete File and Move to; a hunk goes where its lines are.",
        names!["patch", "applyDiff", "patchFiles", "applyUnifiedDiff", "applyPatches"];
    "outline" Beyond Read (PATH) -> Named(&defs::OUTLINE),
        "Outlines a source file: its language, its imports, and what it declares, each with its first line, its length and its depth.",
        names!["symbols", "getSymbols", "listSymbols", "documentSymbols", "getOutline", "fileOutline", "outlineFile", "codeOutline"];
    "undo" Beyond Write (maybe("opId", Number).or(&["op", "id", "operation", "operationId", "run", "runId"]), maybe("options", Named(&defs::UNDO_OPTIONS))) -> Named(&defs::UNDO_RESULT),
        "Takes back one operation, a whole program or call: the one with this opId, or the last before this program that is not undone; refused where a file has changed since.",
        names!["revert", "undoLast", "undoOperation", "revertOperation"];
    "history" Beyond Read (maybe("options", Named(&defs::HISTORY_OPTIONS))) -> Array(&Named(&defs::OPERATION)),
        "Lists the operations before this program, newest first; with path, only those that changed it or something below.",
        names!["getHistory", "listHistory", "operations", "listOperations", "getOperations"];
    "checkpoint" Beyond Write (required("name", String).or(&["label", "id", "tag", "checkpoint", "message"]), maybe("options", Named(&defs::CHECKPOINT_OPTIONS))) -> Named(&defs::CHECKPOINT),
        "Names the files as they are now, with what this program has changed, so that restore can come back to them.",
        names!["snapshot", "createCheckpoint", "saveCheckpoint", "createSnapshot", "takeSnapshot", "savepoint", "setCheckpoint"];
    "restore" Beyond Write (required("name", CHECKPOINT_OR_NAME).or(&["checkpoint", "label", "id", "tag", "snapshot"]), maybe("options", Named(&defs::UNDO_OPTIONS))) -> Named(&defs::RESTORE_RESULT),
        "Takes all files back to a checkpoint, also what this program has changed since; undo can take that back.",
        names!["restoreCheckpoint", "restoreSnapshot", "rollbackTo", "revertTo", "restoreTo", "resetTo"];
}

/// Methods beyond the reference that are told where they are asked for: `state` has them, and its
/// own keys are those of [`METHODS`] alone.
pub fn beyond() -> impl Iterator<Item = &'static Method> + Clone {
    MORE.iter().filter(|method| method.group == Group::Beyond)
}

/// How many rows a program can call.
pub const ROWS: usize = METHODS.len() + MORE.len();

/// The row with this number: those of [`METHODS`], then those of [`MORE`].
#[must_use]
pub fn row(index: usize) -> Option<&'static Method> {
    METHODS.iter().chain(MORE).nth(index)
}

/// The index in [`METHODS`] of the method with this name.
#[must_use]
pub fn method_index(name: &str) -> Option<usize> {
    METHODS.iter().position(|method| method.name == name)
}

/// The method whose name is closest to a misspelt one, if any is close enough to be meant.
#[must_use]
pub fn nearest_method(name: &str) -> Option<&'static Method> {
    let wanted = name.to_ascii_lowercase();
    METHODS
        .iter()
        .chain(beyond())
        .map(|method| {
            let known = method.name.to_ascii_lowercase();
            let distance = edit_distance(wanted.as_bytes(), known.as_bytes());
            let related = wanted.len() >= 4 && (known.contains(&wanted) || wanted.contains(&known));
            (if related { distance.min(2) } else { distance }, method)
        })
        .min_by_key(|(distance, _)| *distance)
        // A third of the letters may be wrong: `readfile`, `mkDirs`, `listDir` still find theirs.
        .filter(|(distance, _)| *distance <= (wanted.len() / 3).max(1))
        .map(|(_, method)| method)
}

/// Levenshtein distance, one row at a time.
pub(crate) fn edit_distance(a: &[u8], b: &[u8]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let substituted = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = substituted.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_forty_five_methods_with_unique_names() {
        let mut names: Vec<&str> = METHODS.iter().map(|method| method.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), 45);
        assert_eq!(METHODS.len(), 45);
    }

    #[test]
    fn optional_parameters_come_last() {
        for method in METHODS {
            let first_optional = method.params.iter().position(|param| param.optional);
            let last_required = method.params.iter().rposition(|param| !param.optional);
            assert!(
                first_optional.is_none() || first_optional > last_required,
                "{}",
                method.name
            );
        }
    }

    #[test]
    fn misspelt_names_find_theirs() {
        let nearest = |name| nearest_method(name).map(|method| method.name);
        assert_eq!(nearest("readfile"), Some("readFile"));
        assert_eq!(nearest("readDir"), Some("readdir"));
        assert_eq!(nearest("writefileSync"), Some("writeFile"));
        assert_eq!(nearest("search"), Some("searchText"));
        assert_eq!(nearest("frobnicate"), None);
    }
}
