//! The named types of the table.

use crate::types::Type::{self, Array, Boolean, Bytes, Data, Date, Json, Literal, Named, Number, Query, String, Union};
use crate::types::{self, Shape, TypeDef, field, optional};

macro_rules! types {
    ($($constant:ident = $name:literal $shape:ident $body:expr $(, or [$($kind:expr),*])?;)*) => {
        $(#[doc = concat!("`", $name, "`.")]
        pub static $constant: TypeDef = TypeDef {
            name: $name,
            shape: Shape::$shape($body),
            kinds: &[$($($kind),*)?],
        };)*
    };
}

pub(super) const TEXT_OR_BYTES: Type = Union(&[String, Bytes]);
pub(super) const DATE_OR_TEXT: Type = Union(&[String, Date, Number]);
/// One text or several.
pub const TEXT_OR_TEXTS: Type = Union(&[String, Array(&String)]);

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
    ENTRY_TYPE = "StateEntryType" Alias Type::Union(&[Literal("file"), Literal("directory"), Literal("symlink")]);
    STAT = "StateStat" Object &[field("type", Named(&ENTRY_TYPE)), field("size", Number), field("mtime", Date), optional("mode", Number)];
    DIRENT = "StateDirent" Object &[field("name", String), field("type", Named(&ENTRY_TYPE))];
    READ_OPTIONS = "StateReadOptions" Options &[
        optional("startLine", Number), optional("endLine", Number),
        optional("byteOffset", Number), optional("byteLength", Number), optional("entry", String),
    ];
    READ_BYTES_OPTIONS = "StateReadBytesOptions" Options &[
        optional("byteOffset", Number), optional("byteLength", Number), optional("entry", String),
    ];
    ENCODING = "StateEncoding" Alias Union(&[
        Literal("utf8"), Literal("base64"), Literal("base64url"), Literal("latin1"), Literal("hex"), Literal("ascii"), Literal("utf16le"),
    ]), or [String];
    READ_ENCODING = "StateReadEncoding" Alias Union(&[Named(&ENCODING), Literal("buffer")]);
    WRITE_OPTIONS = "StateWriteOptions" Options &[];
    APPEND_OPTIONS = "StateAppendOptions" Options &[];
    READDIR_OPTIONS = "StateReaddirOptions" Options &[];
    TYPED_READDIR_OPTIONS = "StateTypedReaddirOptions" Options &[];
    MKDIR_OPTIONS = "StateMkdirOptions" Options &[optional("recursive", Boolean)];
    RM_OPTIONS = "StateRmOptions" Options &[optional("recursive", Boolean), optional("force", Boolean)];
    COPY_OPTIONS = "StateCopyOptions" Options &[optional("recursive", Boolean)];
    MOVE_OPTIONS = "StateMoveOptions" Options &[optional("recursive", Boolean)];
    TREE_OPTIONS = "StateTreeOptions" Options &[optional("maxDepth", Number)];
    GLOB_OPTIONS = "StateGlobOptions" Options &[optional("exclude", TEXT_OR_TEXTS), optional("gitignore", Boolean)];
    JSON_WRITE_OPTIONS = "StateJsonWriteOptions" Options &[optional("spaces", Union(&[Number, String]))];
    HASH_OPTIONS = "StateHashOptions" Options &[optional("algorithm", Union(&[Literal("md5"), Literal("sha1"), Literal("sha256")]))];
    SEARCH_OPTIONS = "StateSearchOptions" Options &[search(0), search(1), search(2), search(3), search(4), search(5)];
    REPLACE_OPTIONS = "StateReplaceOptions" Options &[
        search(0), search(1), search(2), search(3), search(4), search(5), optional("dryRun", Boolean),
    ];
    SEARCH_FILES_OPTIONS = "StateSearchFilesOptions" Options &[
        search(0), search(1), search(2), search(3), search(4), search(5),
        optional("exclude", TEXT_OR_TEXTS), optional("gitignore", Boolean), optional("maxDepth", Number),
    ];
    REPLACE_IN_FILES_OPTIONS = "StateReplaceInFilesOptions" Options &[
        search(0), search(1), search(2), search(3), search(4), search(5),
        optional("dryRun", Boolean), optional("rollbackOnError", Boolean),
        optional("exclude", TEXT_OR_TEXTS), optional("gitignore", Boolean),
    ];
    APPLY_EDITS_OPTIONS = "StateApplyEditsOptions" Options &[optional("dryRun", Boolean), optional("rollbackOnError", Boolean)];
    FIND_OPTIONS = "StateFindOptions" Options &[
        optional("name", String), optional("pathPattern", String),
        optional("type", Union(&[Named(&ENTRY_TYPE), Array(&Named(&ENTRY_TYPE))])),
        optional("minDepth", Number), optional("maxDepth", Number), optional("empty", Boolean),
        optional("sizeMin", Number), optional("sizeMax", Number),
        optional("mtimeAfter", DATE_OR_TEXT), optional("mtimeBefore", DATE_OR_TEXT),
        optional("exclude", TEXT_OR_TEXTS), optional("gitignore", Boolean),
    ];
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
    JSON_MERGE = "StateJsonMerge" Object &[field("op", Literal("merge")), field("path", String), field("value", Json)];
    JSON_TEST = "StateJsonTest" Object &[field("op", Literal("test")), field("path", String), field("value", Json)];
    JSON_ADD = "StateJsonAdd" Object &[field("op", Literal("add")), field("path", String), field("value", Json)];
    JSON_REPLACE = "StateJsonReplace" Object &[field("op", Literal("replace")), field("path", String), field("value", Json)];
    JSON_REMOVE = "StateJsonRemove" Object &[field("op", Literal("remove")), field("path", String)];
    JSON_MOVE = "StateJsonMove" Object &[field("op", Literal("move")), field("from", String), field("path", String)];
    JSON_COPY = "StateJsonCopy" Object &[field("op", Literal("copy")), field("from", String), field("path", String)];
    UPDATE_JSON_OPTIONS = "StateUpdateJsonOptions" Options &[];
    JSON_UPDATE_OPERATION = "StateJsonUpdateOperation" Alias Union(&[
        Named(&JSON_SET), Named(&JSON_DELETE), Named(&JSON_INSERT), Named(&JSON_APPEND), Named(&JSON_MERGE), Named(&JSON_TEST),
    ]), or [Named(&JSON_ADD), Named(&JSON_REPLACE), Named(&JSON_REMOVE), Named(&JSON_MOVE), Named(&JSON_COPY)];
    JSON_UPDATE_RESULT = "StateJsonUpdateResult" Object &[
        field("value", Json), field("content", String), field("diff", String), field("operationsApplied", Number),
    ];
    ARCHIVE_OPTIONS = "StateArchiveOptions" Options &[optional("root", String)];
    EXTRACT_OPTIONS = "StateExtractOptions" Options &[optional("include", TEXT_OR_TEXTS)];
    ARCHIVE_ENTRY = "StateArchiveEntry" Object &[
        field("path", String), field("type", Named(&ENTRY_TYPE)), field("size", Number),
        optional("mode", Number), optional("target", String),
    ];
    ARCHIVE_CREATE_RESULT = "StateArchiveCreateResult" Object &[
        field("path", String), field("entries", Array(&Named(&ARCHIVE_ENTRY))), field("bytesWritten", Number),
    ];
    ARCHIVE_EXTRACT_RESULT = "StateArchiveExtractResult" Object &[field("destination", String), field("entries", Array(&Named(&ARCHIVE_ENTRY)))];
    COMPRESSION_RESULT = "StateCompressionResult" Object &[field("path", String), field("destination", String), field("bytesWritten", Number)];
    EDIT = "StateEdit" Object &[field("path", String), field("content", String)], or [Named(&EDIT_INSTRUCTION)];
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
    ]);
    PLANNED_EDIT = "StatePlannedEdit" Object &[
        field("instruction", Named(&EDIT_INSTRUCTION)), field("path", String), field("changed", Boolean),
        field("content", String), field("diff", String), optional("base", String),
    ];
    EDIT_PLAN = "StateEditPlan" Object &[
        field("edits", Array(&Named(&PLANNED_EDIT))), field("totalChanged", Number), field("totalInstructions", Number),
    ];
    APPLIABLE_EDIT = "StateAppliableEdit" Object &[field("path", String), field("content", String), optional("base", String)];
    APPLIABLE_PLAN = "StateAppliablePlan" Object &[field("edits", Array(&Named(&APPLIABLE_EDIT)))];
    APPLIED_EDIT_RESULT = "StateAppliedEditResult" Object &[
        field("path", String), field("changed", Boolean), field("content", String), field("diff", String),
    ];
    APPLY_EDITS_RESULT = "StateApplyEditsResult" Object &[
        field("dryRun", Boolean), field("edits", Array(&Named(&APPLIED_EDIT_RESULT))), field("totalChanged", Number),
    ];
    APPLY_PATCH_OPTIONS = "StateApplyPatchOptions" Options &[
        optional("strip", Number), optional("fuzz", Union(&[Literal("none"), Literal("safe"), Literal("indent")])), optional("dryRun", Boolean),
    ];
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
    UNDO_OPTIONS = "StateUndoOptions" Options &[optional("dryRun", Boolean)];
    UNDO_RESULT = "StateUndoResult" Object &[
        field("run", Number), field("label", String), field("dryRun", Boolean),
        field("created", Array(&String)), field("changed", Array(&String)), field("deleted", Array(&String)),
    ];
    HISTORY_OPTIONS = "StateHistoryOptions" Options &[optional("path", String), optional("before", Number), optional("limit", Number)];
    RUN = "StateRun" Object &[
        field("run", Number), field("label", String), field("at", Date), field("paths", Number),
        field("state", Union(&[Literal("finished"), Literal("abandoned"), Literal("open")])),
        optional("undoneBy", Number), optional("undoes", Number),
    ];
    CHECKPOINT_OPTIONS = "StateCheckpointOptions" Options &[optional("overwrite", Boolean)];
    CHECKPOINT = "StateCheckpoint" Object &[field("name", String), field("run", Number)];
    CSV_READ_OPTIONS = "StateCsvReadOptions" Options &[
        optional("header", Boolean), optional("columns", Union(&[Boolean, Array(&String)])),
        optional("delimiter", String), optional("quote", Union(&[String, Boolean])), optional("escape", String),
        optional("comment", String), optional("trim", Boolean), optional("bom", Boolean), optional("skip_empty_lines", Boolean),
        optional("relax_quotes", Boolean), optional("relax_column_count", Boolean), optional("record_delimiter", String),
        optional("cast", Boolean), optional("dynamicTyping", Boolean),
    ];
    CSV_COLUMN = "StateCsvColumn" Object &[field("key", String), optional("header", String)];
    CSV_COLUMNS = "StateCsvColumns" Alias Array(&Union(&[String, Named(&CSV_COLUMN)])), or [Data];
    CSV_WRITE_OPTIONS = "StateCsvWriteOptions" Options &[
        optional("header", Boolean), optional("columns", Named(&CSV_COLUMNS)), optional("delimiter", String), optional("quote", String),
        optional("escape", String), optional("newline", String), optional("quoted", Boolean), optional("bom", Boolean), optional("eof", Boolean),
    ];
    YAML_READ_OPTIONS = "StateYamlReadOptions" Options &[optional("merge", Boolean), optional("all", Boolean)];
    YAML_WRITE_OPTIONS = "StateYamlWriteOptions" Options &[
        optional("indent", Number), optional("sortKeys", Boolean), optional("singleQuote", Boolean),
    ];
    TOML_READ_OPTIONS = "StateTomlReadOptions" Options &[optional("bigint", Boolean)];
    TOML_WRITE_OPTIONS = "StateTomlWriteOptions" Options &[];
    XML_READ_OPTIONS = "StateXmlReadOptions" Options &[
        optional("ignoreAttributes", Boolean), optional("attributeNamePrefix", String), optional("attributesGroupName", String),
        optional("textNodeName", String), optional("trimValues", Boolean), optional("parseTagValue", Boolean),
        optional("parseAttributeValue", Boolean), optional("preserveOrder", Boolean), optional("removeNSPrefix", Boolean),
        optional("alwaysCreateTextNode", Boolean), optional("cdataPropName", String), optional("commentPropName", String),
        optional("isArray", Array(&String)),
    ];
    XML_WRITE_OPTIONS = "StateXmlWriteOptions" Options &[
        optional("attributeNamePrefix", String), optional("textNodeName", String), optional("format", Boolean), optional("indentBy", String),
        optional("suppressEmptyNode", Boolean), optional("preserveOrder", Boolean), optional("attributesGroupName", String),
        optional("cdataPropName", String), optional("commentPropName", String),
    ];
    NDJSON_OPTIONS = "StateNdjsonOptions" Options &[];
    RESTORE_RESULT = "StateRestoreResult" Object &[
        field("name", String), field("runs", Number), field("dryRun", Boolean),
        field("created", Array(&String)), field("changed", Array(&String)), field("deleted", Array(&String)),
    ];
}
