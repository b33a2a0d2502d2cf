//! The table of `state` methods.

use std::fmt::Write as _;

use crate::types::Type;

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
    /// What its promise resolves to.
    pub returns: Type,
    /// Whether it changes files.
    pub effect: Effect,
    /// One sentence for people and models.
    pub doc: &'static str,
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
}

const fn required(name: &'static str, ty: Type) -> Param {
    Param {
        name,
        ty,
        optional: false,
    }
}

const fn maybe(name: &'static str, ty: Type) -> Param {
    Param {
        name,
        ty,
        optional: true,
    }
}

macro_rules! types {
    ($($(#[$doc:meta])* $constant:ident = $name:literal $shape:ident $body:expr;)*) => {
        $($(#[$doc])* pub(super) static $constant: TypeDef = TypeDef { name: $name, shape: Shape::$shape($body) };)*
    };
}

use Type::{Array, Boolean, Bytes, Date, Json, Literal, Named, Null, Number, String, Union, Void};

const TEXT_OR_BYTES: Type = Union(&[String, Bytes]);
const DATE_OR_TEXT: Type = Union(&[String, Date, Number]);
const TEXT_OR_TEXTS: Type = Union(&[String, Array(&String)]);

mod defs {
    use crate::types::{Field, Shape, TypeDef, field, optional};

    use super::{
        Array, Boolean, DATE_OR_TEXT, Date, Json, Literal, Named, Number, String, TEXT_OR_TEXTS,
        Type, Union,
    };

    const SEARCH_FIELDS: [Field; 6] = [
        optional("caseSensitive", Boolean),
        optional("regex", Boolean),
        optional("wholeWord", Boolean),
        optional("contextBefore", Number),
        optional("contextAfter", Number),
        optional("maxMatches", Number),
    ];

    const fn search(index: usize) -> Field {
        let Field { name, ty, .. } = SEARCH_FIELDS[index];
        optional(name, ty)
    }

    types! {
        ENTRY_TYPE = "StateEntryType" Alias Type::Union(&[Literal("file"), Literal("directory"), Literal("symlink")]);
        STAT = "StateStat" Object &[field("type", Named(&ENTRY_TYPE)), field("size", Number), field("mtime", Date), optional("mode", Number)];
        DIRENT = "StateDirent" Object &[field("name", String), field("type", Named(&ENTRY_TYPE))];
        READ_OPTIONS = "StateReadOptions" Options &[optional("offset", Number), optional("limit", Number)];
        MKDIR_OPTIONS = "StateMkdirOptions" Options &[optional("recursive", Boolean)];
        RM_OPTIONS = "StateRmOptions" Options &[optional("recursive", Boolean), optional("force", Boolean)];
        COPY_OPTIONS = "StateCopyOptions" Options &[optional("recursive", Boolean)];
        MOVE_OPTIONS = "StateMoveOptions" Options &[optional("recursive", Boolean)];
        TREE_OPTIONS = "StateTreeOptions" Options &[optional("maxDepth", Number)];
        GLOB_OPTIONS = "StateGlobOptions" Options &[optional("exclude", TEXT_OR_TEXTS), optional("gitignore", Boolean)];
        JSON_WRITE_OPTIONS = "StateJsonWriteOptions" Options &[optional("spaces", Union(&[Number, String]))];
        HASH_OPTIONS = "StateHashOptions" Options &[optional("algorithm", Union(&[Literal("md5"), Literal("sha1"), Literal("sha256")]))];
        SEARCH_OPTIONS = "StateSearchOptions" Options &[search(0), search(1), search(2), search(3), search(4), search(5)];
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
        JSON_MERGE = "StateJsonMerge" Object &[field("op", Literal("merge")), field("path", String), field("value", Json)];
        JSON_TEST = "StateJsonTest" Object &[field("op", Literal("test")), field("path", String), field("value", Json)];
        JSON_UPDATE_OPERATION = "StateJsonUpdateOperation" Alias Union(&[
            Named(&JSON_SET), Named(&JSON_DELETE), Named(&JSON_INSERT), Named(&JSON_APPEND), Named(&JSON_MERGE), Named(&JSON_TEST),
        ]);
        JSON_UPDATE_RESULT = "StateJsonUpdateResult" Object &[
            field("value", Json), field("content", String), field("diff", String), field("operationsApplied", Number),
        ];
        ARCHIVE_ENTRY = "StateArchiveEntry" Object &[field("path", String), field("type", Named(&ENTRY_TYPE)), field("size", Number)];
        ARCHIVE_CREATE_RESULT = "StateArchiveCreateResult" Object &[
            field("path", String), field("entries", Array(&Named(&ARCHIVE_ENTRY))), field("bytesWritten", Number),
        ];
        ARCHIVE_EXTRACT_RESULT = "StateArchiveExtractResult" Object &[field("destination", String), field("entries", Array(&Named(&ARCHIVE_ENTRY)))];
        COMPRESSION_RESULT = "StateCompressionResult" Object &[field("path", String), field("destination", String), field("bytesWritten", Number)];
        EDIT = "StateEdit" Object &[field("path", String), field("content", String)];
        WRITE_INSTRUCTION = "StateWriteInstruction" Object &[field("kind", Literal("write")), field("path", String), field("content", String)];
        REPLACE_INSTRUCTION = "StateReplaceInstruction" Object &[
            field("kind", Literal("replace")), field("path", String), field("search", String),
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
    }
}

const PATH: Param = required("path", String);

macro_rules! methods {
    ($($name:literal $group:ident $effect:ident ($($param:expr),*) -> $returns:expr, $doc:literal;)*) => {
        /// Every `state` method, in the order of the reference.
        pub static METHODS: &[Method] = &[$(Method {
            name: $name,
            group: Group::$group,
            params: &[$($param),*],
            returns: $returns,
            effect: Effect::$effect,
            doc: $doc,
        },)*];
    };
}

methods! {
    "readFile" Files Read (PATH, maybe("options", Named(&defs::READ_OPTIONS))) -> String,
        "Reads a file as UTF-8 text; bytes that are not UTF-8 become U+FFFD, a byte order mark is kept.";
    "readFileBytes" Files Read (PATH, maybe("options", Named(&defs::READ_OPTIONS))) -> Bytes,
        "Reads a file as bytes.";
    "writeFile" Files Write (PATH, required("content", String)) -> Void,
        "Writes text to a file, creating it and its parent directories, replacing what it held.";
    "writeFileBytes" Files Write (PATH, required("content", Bytes)) -> Void,
        "Writes bytes to a file, creating it and its parent directories, replacing what it held.";
    "appendFile" Files Write (PATH, required("content", TEXT_OR_BYTES)) -> Void,
        "Appends text or bytes to a file, creating it and its parent directories.";
    "readJson" Json Read (PATH) -> Json,
        "Reads a file and parses it as JSON.";
    "writeJson" Json Write (PATH, required("value", Json), maybe("options", Named(&defs::JSON_WRITE_OPTIONS))) -> Void,
        "Writes a value as JSON, indented by 2 spaces unless options.spaces says otherwise, with a final newline.";
    "queryJson" Json Read (PATH, required("query", String)) -> Json,
        "Reads one value of a JSON file by a path such as `.items[0].name`; undefined where it is missing.";
    "updateJson" Json Write (PATH, required("operations", Array(&Named(&defs::JSON_UPDATE_OPERATION)))) -> Named(&defs::JSON_UPDATE_RESULT),
        "Applies set and delete operations to a JSON file, all or none.";
    "exists" Directories Read (PATH) -> Boolean,
        "Tells whether a path exists; links are followed.";
    "stat" Directories Read (PATH) -> Union(&[Named(&defs::STAT), Null]),
        "Describes a file or directory, following links; null where there is none.";
    "lstat" Directories Read (PATH) -> Union(&[Named(&defs::STAT), Null]),
        "Describes a file, directory or link itself; null where there is none.";
    "mkdir" Directories Write (PATH, maybe("options", Named(&defs::MKDIR_OPTIONS))) -> Void,
        "Creates a directory; with recursive, its parents too, and an existing one is no error.";
    "readdir" Directories Read (PATH) -> Array(&String),
        "Lists the names in a directory, sorted.";
    "readdirWithFileTypes" Directories Read (PATH) -> Array(&Named(&defs::DIRENT)),
        "Lists the names and types in a directory, sorted by name.";
    "find" Trees Read (PATH, maybe("options", Named(&defs::FIND_OPTIONS))) -> Array(&Named(&defs::FIND_ENTRY)),
        "Lists a tree, parents first, filtered by the options; [] where the path does not exist.";
    "walkTree" Trees Read (PATH, maybe("options", Named(&defs::TREE_OPTIONS))) -> Named(&defs::TREE_NODE),
        "Returns a tree as nested nodes.";
    "summarizeTree" Trees Read (PATH, maybe("options", Named(&defs::TREE_OPTIONS))) -> Named(&defs::TREE_SUMMARY),
        "Counts the files, directories, links and bytes of a tree, its root included.";
    "searchText" Search Read (PATH, required("query", String), maybe("options", Named(&defs::SEARCH_OPTIONS))) -> Array(&Named(&defs::TEXT_MATCH)),
        "Searches one file line by line.";
    "searchFiles" Search Read (required("pattern", String), required("query", String), maybe("options", Named(&defs::SEARCH_FILES_OPTIONS))) -> Array(&Named(&defs::FILE_SEARCH_RESULT)),
        "Searches every file that a glob matches; files without a match are left out.";
    "replaceInFile" Search Write (PATH, required("search", String), required("replacement", String), maybe("options", Named(&defs::SEARCH_OPTIONS))) -> Named(&defs::REPLACE_RESULT),
        "Replaces every match in one file; the replacement is taken literally.";
    "replaceInFiles" Search Write (required("pattern", String), required("search", String), required("replacement", String), maybe("options", Named(&defs::REPLACE_IN_FILES_OPTIONS))) -> Named(&defs::REPLACE_IN_FILES_RESULT),
        "Replaces every match in every file that a glob matches, all or none.";
    "rm" Paths Write (PATH, maybe("options", Named(&defs::RM_OPTIONS))) -> Void,
        "Removes a file, a link or an empty directory; with recursive, a whole tree.";
    "cp" Paths Write (required("src", String), required("dest", String), maybe("options", Named(&defs::COPY_OPTIONS))) -> Void,
        "Copies to exactly the path dest; a directory needs recursive, and merges into an existing one.";
    "mv" Paths Write (required("src", String), required("dest", String), maybe("options", Named(&defs::MOVE_OPTIONS))) -> Void,
        "Moves to exactly the path dest; a directory needs recursive.";
    "symlink" Paths Write (required("target", String), required("linkPath", String)) -> Void,
        "Creates a symbolic link at linkPath that holds target.";
    "readlink" Paths Read (PATH) -> String,
        "Returns what a symbolic link holds.";
    "realpath" Paths Read (PATH) -> String,
        "Resolves every link in a path.";
    "resolvePath" Paths Read (required("base", String), PATH) -> String,
        "Joins and normalises two paths as text.";
    "glob" Paths Read (required("pattern", String), maybe("options", Named(&defs::GLOB_OPTIONS))) -> Array(&String),
        "Lists the paths that a pattern such as `src/**/*.{ts,tsx}` matches, sorted.";
    "diff" Diff Read (required("pathA", String), required("pathB", String)) -> String,
        "Compares two files as a unified diff; empty where they are equal.";
    "diffContent" Diff Read (PATH, required("newContent", String)) -> String,
        "Compares a file with a text as a unified diff; empty where they are equal.";
    "removeTree" Paths Write (PATH) -> Void,
        "Removes a file or a whole tree; a missing path is no error.";
    "copyTree" Paths Write (required("src", String), required("dest", String)) -> Void,
        "Copies a file or a whole tree to exactly the path dest.";
    "moveTree" Paths Write (required("src", String), required("dest", String)) -> Void,
        "Moves a file or a whole tree to exactly the path dest.";
    "createArchive" Archive Write (PATH, required("sources", Array(&String))) -> Named(&defs::ARCHIVE_CREATE_RESULT),
        "Packs files and trees into a tar archive at path.";
    "listArchive" Archive Read (PATH) -> Array(&Named(&defs::ARCHIVE_ENTRY)),
        "Lists a tar archive, gzipped or not, sorted by path.";
    "extractArchive" Archive Write (PATH, required("destination", String)) -> Named(&defs::ARCHIVE_EXTRACT_RESULT),
        "Unpacks a tar archive, gzipped or not, below destination, all or nothing.";
    "compressFile" Archive Write (PATH, maybe("destination", String)) -> Named(&defs::COMPRESSION_RESULT),
        "Compresses a file with gzip, to path + \".gz\" unless destination is given.";
    "decompressFile" Archive Write (PATH, maybe("destination", String)) -> Named(&defs::COMPRESSION_RESULT),
        "Decompresses a gzip file, to path without \".gz\" unless destination is given.";
    "hashFile" Archive Read (PATH, maybe("options", Named(&defs::HASH_OPTIONS))) -> String,
        "Hashes a file, with sha256 unless options.algorithm says otherwise, as lower-case hex.";
    "detectFile" Archive Read (PATH) -> Named(&defs::FILE_DETECTION),
        "Tells what a file is, by its content first and its name second.";
    "planEdits" Edits Read (required("instructions", Array(&Named(&defs::EDIT_INSTRUCTION)))) -> Named(&defs::EDIT_PLAN),
        "Computes edits without writing them, each with its diff, for review and applyEditPlan.";
    "applyEditPlan" Edits Write (required("plan", Named(&defs::APPLIABLE_PLAN)), maybe("options", Named(&defs::APPLY_EDITS_OPTIONS))) -> Named(&defs::APPLY_EDITS_RESULT),
        "Writes the edits of a plan, all or none; refused where a file has changed since.";
    "applyEdits" Edits Write (required("edits", Array(&Named(&defs::EDIT))), maybe("options", Named(&defs::APPLY_EDITS_OPTIONS))) -> Named(&defs::APPLY_EDITS_RESULT),
        "Writes whole contents to several files, all or none.";
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
