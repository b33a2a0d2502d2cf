//! The rows of the table.

use super::defs::{self, DATE_OR_TEXT, TEXT_OR_BYTES};
use super::method::{Effect, Group, Method, Param, maybe, required};
use crate::types::Type::{
    self, Array, Boolean, Bytes, Content, Data, Globs, Json, Kept, Named, Null, Number, Query,
    String, Union, Void,
};

const PATH: Param = required("path", String);
const SOURCE: Param = required("src", String);
const DESTINATION: Param = required("dest", String);
const FILES: Param = required("pattern", Globs);

const CHECKPOINT_OR_NAME: Type = Union(&[String, Named(&defs::CHECKPOINT)]);

macro_rules! methods {
    ($($table:ident: $doc_of_table:literal {
        $($id:ident $name:literal $group:ident $effect:ident ($($param:expr),*) $(more ($($more:expr),*))? -> $returns:expr, $doc:literal $(, &[$($aliases:literal),* $(,)?])?;)*
    })*) => {
        /// Which method it is.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum MethodId {
            $($(#[doc = concat!("`", $name, "`.")] $id,)*)*
            /// An operation of Node's `fs`.
            OfNode,
        }

        impl Method {
            /// Which method it is.
            #[must_use]
            pub fn id(&self) -> MethodId {
                const IDS: &[MethodId] = &[$($(MethodId::$id,)*)*];
                IDS.get(usize::from(self.number)).copied().unwrap_or(MethodId::OfNode)
            }
        }

        $(#[doc = $doc_of_table]
        pub static $table: &[Method] = &[$(Method {
            number: MethodId::$id as u8,
            name: $name,
            group: Group::$group,
            params: &[$($param),*],
            more: &[$($($more),*)?],
            returns: $returns,
            effect: Effect::$effect,
            doc: $doc,
            aliases: &[$($($aliases),*)?],
        },)*];)*
    };
}

methods! {
METHODS: "Every `state` method that is declared, in the order of the reference." {
    ReadFile "readFile" Files Read (PATH, maybe("options", Named(&defs::READ_OPTIONS))) -> String,
        "Reads a file as UTF-8 text: all of it, lines startLine to endLine (from 1, both included), or byteLength bytes from byteOffset. Invalid UTF-8 becomes U+FFFD.",
        &["read", "readText", "readTextFile", "cat", "getFile", "loadFile", "fileContent", "getFileContents", "viewFile", "view"];
    ReadFileBytes "readFileBytes" Files Read (PATH, maybe("options", Named(&defs::READ_BYTES_OPTIONS))) -> Bytes,
        "Reads a file as bytes: all of it, or byteLength bytes from byteOffset.",
        &["readBytes", "readBinary", "readBuffer", "readFileBuffer", "readBinaryFile"];
    WriteFile "writeFile" Files Write (PATH, required("content", Content)) more (maybe("options", Named(&defs::WRITE_OPTIONS))) -> Void,
        "Writes text to a file. Creates it and its parent directories, or replaces its content.",
        &["write", "writeText", "writeTextFile", "outputFile", "saveFile", "save", "createFile", "putFile", "overwriteFile", "create"];
    WriteFileBytes "writeFileBytes" Files Write (PATH, required("content", Bytes)) more (maybe("options", Named(&defs::WRITE_OPTIONS))) -> Void,
        "Writes bytes to a file, as writeFile writes text.",
        &["writeBytes", "writeBinary", "writeBuffer", "writeBinaryFile"];
    AppendFile "appendFile" Files Write (PATH, required("content", TEXT_OR_BYTES)) more (maybe("options", Named(&defs::APPEND_OPTIONS))) -> Void,
        "Adds text or bytes to the end of a file. Creates it and its parent directories.",
        &["append", "appendText", "appendToFile", "addToFile"];
    ReadJson "readJson" Json Read (PATH) more (maybe("fallback", Kept)) -> Json,
        "Reads a JSON file and returns its value.",
        &["readJsonFile", "loadJson", "getJson", "parseJson", "parseJsonFile", "importJson"];
    WriteJson "writeJson" Json Write (PATH, required("value", Json), maybe("options", Named(&defs::JSON_WRITE_OPTIONS))) more (maybe("spaces", Union(&[Number, String]))) -> Void,
        "Writes a value as JSON with a final newline, indented by options.spaces (default: 2).",
        &["writeJsonFile", "saveJson", "outputJson", "putJson", "storeJson", "setJson"];
    QueryJson "queryJson" Json Read (PATH, required("query", String)) -> Json,
        "Returns the value at a path such as `.items[0].name` of a JSON file, or undefined if there is none.",
        &["query", "getJsonValue", "jsonQuery", "jsonPath", "jq", "readJsonPath", "queryJsonFile"];
    UpdateJson "updateJson" Json Write (PATH, required("operations", Array(&Named(&defs::JSON_UPDATE_OPERATION)))) more (maybe("options", Named(&defs::UPDATE_JSON_OPTIONS))) -> Named(&defs::JSON_UPDATE_RESULT),
        "Changes values in a JSON file and keeps the rest of its text, all operations or none. set creates missing parents; insert puts an item before an index; append adds to an array; merge adds members to an object; test fails if the value differs.",
        &["patchJson", "editJson", "modifyJson", "mergeJson", "updateJsonFile", "changeJson"];
    Exists "exists" Directories Read (PATH) -> Boolean,
        "Returns whether something is at a path. Follows links.",
        &["pathExists", "fileExists", "has", "isFileExists", "doesExist", "hasFile"];
    Stat "stat" Directories Read (PATH) -> Union(&[Named(&defs::STAT), Null]),
        "Returns type, size and time, or null if nothing is at the path. Follows links.",
        &["getStats", "fileInfo", "getFileInfo", "info", "stats", "getStat", "fileStat", "metadata"];
    Lstat "lstat" Directories Read (PATH) -> Union(&[Named(&defs::STAT), Null]),
        "Like stat, but a link is described itself.";
    Mkdir "mkdir" Directories Write (PATH, maybe("options", Named(&defs::MKDIR_OPTIONS))) -> Void,
        "Creates a directory. With recursive, its parents too, and an existing directory is no error.",
        &["mkdirp", "mkdirs", "ensureDir", "ensureDirectory",
            "makeDirs", "makeDir", "makeDirectory", "createDir", "createDirectory", "createFolder", "md"];
    Readdir "readdir" Directories Read (PATH) more (maybe("options", Named(&defs::READDIR_OPTIONS))) -> Array(&String),
        "Lists the names in a directory, sorted.",
        &["list", "ls", "listDir", "listDirectory", "readDirectory", "scandir", "listEntries", "dir", "listNames", "readFolder", "listFolder"];
    ReaddirWithFileTypes "readdirWithFileTypes" Directories Read (PATH) more (maybe("options", Named(&defs::TYPED_READDIR_OPTIONS))) -> Array(&Named(&defs::DIRENT)),
        "Lists names and types in a directory, sorted by name.",
        &["readdirWithTypes", "listWithTypes", "listDirWithTypes", "readDirEntries"];
    Find "find" Trees Read (PATH, maybe("options", Named(&defs::FIND_OPTIONS))) -> Array(&Named(&defs::FIND_ENTRY)),
        "Lists path and everything below it, parents first, filtered by the options; [] if path does not exist. name and pathPattern are globs.",
        &["findFiles", "findDirs", "findDirectories", "findEntries", "findAll", "fileSearch", "findByName", "searchByName"];
    WalkTree "walkTree" Trees Read (PATH, maybe("options", Named(&defs::TREE_OPTIONS))) -> Named(&defs::TREE_NODE),
        "Returns a directory and everything below it as nested nodes.",
        &["tree", "walk", "readTree", "getTree", "walkDir", "walkDirectory", "directoryTree", "listTree", "fileTree"];
    SummarizeTree "summarizeTree" Trees Read (PATH, maybe("options", Named(&defs::TREE_OPTIONS))) -> Named(&defs::TREE_SUMMARY),
        "Counts files, directories, links and bytes of a tree, its root included.",
        &["summariseTree", "du", "treeSummary", "treeStats"];
    SearchText "searchText" Search Read (PATH, required("query", Query), maybe("options", Named(&defs::SEARCH_OPTIONS))) -> Array(&Named(&defs::TEXT_MATCH)),
        "Searches one file line by line.",
        &["searchFile", "searchInFile", "findInFile", "grepFile", "findText"];
    SearchFiles "searchFiles" Search Read (FILES, required("query", Query), maybe("options", Named(&defs::SEARCH_FILES_OPTIONS))) -> Array(&Named(&defs::FILE_SEARCH_RESULT)),
        "Searches the files that a glob matches, line by line. Returns only files with matches; maxMatches is per file.",
        &["grep", "search", "rg", "ripgrep", "findInFiles", "searchInFiles", "grepFiles", "searchContent", "searchAll"];
    ReplaceInFile "replaceInFile" Search Write (PATH, required("search", Query), required("replacement", String), maybe("options", Named(&defs::REPLACE_OPTIONS))) -> Named(&defs::REPLACE_RESULT),
        "Replaces all matches in one file and counts them; 0 is no error. With regex, $1, $<name> and $& are expanded.",
        &["edit", "editFile", "replaceText", "strReplace", "replaceInText", "searchReplace", "findReplace", "findAndReplace"];
    ReplaceInFiles "replaceInFiles" Search Write (FILES, required("search", Query), required("replacement", String), maybe("options", Named(&defs::REPLACE_IN_FILES_OPTIONS))) -> Named(&defs::REPLACE_IN_FILES_RESULT),
        "Replaces all matches in the files that a glob matches, in all files or none. With regex, $1, $<name> and $& are expanded.",
        &["sed", "replace", "replaceAll", "searchAndReplace", "replaceFiles", "editFiles", "replaceEverywhere"];
    Rm "rm" Paths Write (PATH, maybe("options", Named(&defs::RM_OPTIONS))) -> Void,
        "Removes a file, a link or an empty directory; with recursive, a whole tree. With force, a missing path is no error.",
        &["unlink", "deleteFile", "removeFile", "rmFile", "unlinkFile",
            "remove", "delete", "del", "erase",
            "rmdir", "removeDir", "removeDirectory", "deleteDir",
            "deleteDirectory", "deleteFolder", "removeFolder",
            "rmrf", "rimraf"];
    Cp "cp" Paths Write (SOURCE, DESTINATION, maybe("options", Named(&defs::COPY_OPTIONS))) -> Void,
        "Copies src to exactly the path dest, replacing a file there. A directory needs recursive and is merged into an existing one.",
        &["copy", "copyFile", "duplicate", "duplicateFile"];
    Mv "mv" Paths Write (SOURCE, DESTINATION, maybe("options", Named(&defs::MOVE_OPTIONS))) -> Void,
        "Moves or renames src to exactly the path dest, replacing a file there. A directory needs recursive.",
        &["rename", "move", "renameFile", "moveFile", "renamePath"];
    Symlink "symlink" Paths Write (required("target", String), required("linkPath", String)) -> Void,
        "Creates a symbolic link at linkPath that points to target.",
        &["createSymlink", "makeSymlink", "linkTo"];
    Readlink "readlink" Paths Read (PATH) -> String,
        "Returns the target of a symbolic link.",
        &["readSymlink", "linkTarget", "getLink"];
    Realpath "realpath" Paths Read (PATH) -> String,
        "Returns a path with all links resolved.",
        &["resolveLink", "canonicalPath", "canonicalize", "getRealPath"];
    ResolvePath "resolvePath" Paths Read (required("base", String), PATH) -> String,
        "Joins two paths and normalizes the result, as text.",
        &["joinPath", "pathJoin", "resolve", "join", "normalizePath"];
    Glob "glob" Paths Read (FILES, maybe("options", Named(&defs::GLOB_OPTIONS))) -> Array(&String),
        "Lists what a glob such as `/src/**/*.{ts,tsx}` matches, sorted: files, directories, dotfiles.",
        &["globFiles", "fastGlob", "globby", "globPaths", "matchFiles", "expandGlob"];
    Diff "diff" Diff Read (required("pathA", String), required("pathB", String)) -> String,
        "Compares two files as a unified diff, empty if they are equal.",
        &["diffFiles"];
    DiffContent "diffContent" Diff Read (PATH, required("newContent", String)) -> String,
        "Compares a file with a text as a unified diff, empty if they are equal.",
        &["diffText", "compareContent", "diffWith"];
    RemoveTree "removeTree" Paths Write (PATH) -> Void,
        "Removes a file or a whole tree. A missing path is no error.",
        &["deleteTree", "rmTree", "removeRecursive", "deleteRecursive", "removeAll", "deleteAll"];
    CopyTree "copyTree" Paths Write (SOURCE, DESTINATION) -> Void,
        "Copies a file or a whole tree to exactly the path dest.",
        &["copyDir", "copyDirectory", "copyFolder", "cpTree", "copyRecursive", "cpr"];
    MoveTree "moveTree" Paths Write (SOURCE, DESTINATION) -> Void,
        "Moves or renames a file or a whole tree to exactly the path dest.",
        &["moveDir", "moveDirectory", "moveFolder", "mvTree", "renameDir", "renameDirectory", "renameFolder"];
    CreateArchive "createArchive" Archive Write (PATH, required("sources", Array(&String)), maybe("options", Named(&defs::ARCHIVE_OPTIONS))) -> Named(&defs::ARCHIVE_CREATE_RESULT),
        "Packs files and trees; the name of path decides the format: .tar, .tar.gz, .tgz or .zip. /p/a.txt becomes the entry p/a.txt, or a.txt with { root: \"/p\" }.",
        &["tar", "zip", "pack", "archive", "createTar", "createZip", "makeArchive", "zipFiles"];
    ListArchive "listArchive" Archive Read (PATH) -> Array(&Named(&defs::ARCHIVE_ENTRY)),
        "Lists a .tar, .tar.gz or .zip archive, sorted by path. readFile(path, { entry }) reads one entry.",
        &["listTar", "listZip", "archiveEntries", "readArchive", "inspectArchive"];
    ExtractArchive "extractArchive" Archive Write (PATH, required("destination", String), maybe("options", Named(&defs::EXTRACT_OPTIONS))) -> Named(&defs::ARCHIVE_EXTRACT_RESULT),
        "Unpacks a .tar, .tar.gz or .zip archive into a directory, completely or not at all; with include, only what matches.",
        &["extract", "untar", "unzip", "unpack", "extractTar", "extractZip", "decompressArchive"];
    CompressFile "compressFile" Archive Write (PATH, maybe("destination", String)) -> Named(&defs::COMPRESSION_RESULT),
        "Compresses a file with gzip (default destination: path + \".gz\").",
        &["gzip", "compress", "gzipFile"];
    DecompressFile "decompressFile" Archive Write (PATH, maybe("destination", String)) -> Named(&defs::COMPRESSION_RESULT),
        "Decompresses a gzip file (default destination: path without \".gz\").",
        &["gunzip", "decompress", "gunzipFile", "ungzip"];
    HashFile "hashFile" Archive Read (PATH, maybe("options", Named(&defs::HASH_OPTIONS))) -> String,
        "Hashes a file, as lower-case hex (default: sha256).",
        &["hash", "checksum", "fileHash", "digest", "getHash", "md5", "md5File",
            "sha1", "sha256", "sha256File"];
    DetectFile "detectFile" Archive Read (PATH) -> Named(&defs::FILE_DETECTION),
        "Detects the type of a file from its content, then from its name.",
        &["detectType", "fileType", "mimeType", "getMimeType", "detectMime", "detectFileType"];
    PlanEdits "planEdits" Edits Read (required("instructions", Array(&Named(&defs::EDIT_INSTRUCTION)))) -> Named(&defs::EDIT_PLAN),
        "Computes edits and their diffs without writing, for review and applyEditPlan.",
        &["previewEdits", "plan", "createEditPlan"];
    ApplyEditPlan "applyEditPlan" Edits Write (required("plan", Named(&defs::APPLIABLE_PLAN)), maybe("options", Named(&defs::APPLY_EDITS_OPTIONS))) -> Named(&defs::APPLY_EDITS_RESULT),
        "Writes the edits of a plan, all or none. Fails with ESTALE if a file has changed since.",
        &["applyPlan", "executePlan", "commitPlan"];
    ApplyEdits "applyEdits" Edits Write (required("edits", Array(&Named(&defs::EDIT))), maybe("options", Named(&defs::APPLY_EDITS_OPTIONS))) -> Named(&defs::APPLY_EDITS_RESULT),
        "Writes the whole content of several files, all or none.",
        &["multiEdit", "writeFiles", "batchEdit", "applyChanges", "writeMany"];
}
MORE: "Methods beyond the reference: those that programs expect from Node and its wrappers, which are not documented, and those of [`Group::Beyond`] and [`Group::Formats`], which are documented where they are asked for." {
    Access "access" Directories Read (PATH) more (maybe("mode", Number)) -> Void,
        "Fails with ENOENT if nothing is at a path.";
    Touch "touch" Files Write (PATH) -> Void,
        "Creates an empty file if nothing is at a path; what is there counts as changed now.",
        &["ensureFile"];
    Chmod "chmod" Directories Write (PATH, required("mode", Union(&[Number, String]))) -> Void,
        "Sets the permission bits of a file or directory. They are kept, and nothing is refused because of them.";
    Utimes "utimes" Directories Write (PATH) more (maybe("atime", DATE_OR_TEXT), maybe("mtime", DATE_OR_TEXT)) -> Void,
        "Sets the time of the last change, mtime: a Date, or seconds since 1970. Times of access are not kept.",
        &["lutimes"];
    ListFiles "listFiles" Trees Read (PATH, maybe("options", Named(&defs::FIND_OPTIONS))) -> Array(&String),
        "Lists the paths of all files below a directory.",
        &["listAllFiles", "getAllFiles", "walkFiles", "listFilesRecursive", "allFiles", "readdirRecursive"];
    MatchesForReplacement "matchesForReplacement" Search Read (PATH, required("search", Query), maybe("options", Named(&defs::REPLACE_OPTIONS))) -> Json,
        "Finds what replaceInFile would replace, for a replacement that is a function.";
    IsFile "isFile" Directories Read (PATH) -> Boolean,
        "Returns whether a path is a file. Follows links.";
    IsDirectory "isDirectory" Directories Read (PATH) -> Boolean,
        "Returns whether a path is a directory. Follows links.",
        &["isDir", "isFolder", "dirExists", "directoryExists"];
    ApplyPatch "applyPatch" Beyond Write (required("patch", String), maybe("options", Named(&defs::APPLY_PATCH_OPTIONS))) -> Named(&defs::APPLY_PATCH_RESULT),
        "Applies a patch to one or many files, all or none: a unified diff, or *** Begin Patch with Update File, Add File, Delete File and Move to; a hunk goes where its lines are.",
        &["patch", "applyDiff", "patchFiles", "applyUnifiedDiff", "applyPatches"];
    Outline "outline" Beyond Read (PATH) -> Named(&defs::OUTLINE),
        "Outlines a source file: its language, its imports, and what it declares, each with its first line, its length and its depth.",
        &["symbols", "getSymbols", "listSymbols", "documentSymbols", "getOutline", "fileOutline", "outlineFile", "codeOutline"];
    Undo "undo" Beyond Write (maybe("run", Number), maybe("options", Named(&defs::UNDO_OPTIONS))) -> Named(&defs::UNDO_RESULT),
        "Takes back one run, a whole program or call: the one with this number, or the last before this program that is not undone; refused where a file has changed since.",
        &["revert", "undoLast", "undoRun", "undoOperation", "revertOperation"];
    History "history" Beyond Read (maybe("options", Named(&defs::HISTORY_OPTIONS))) -> Array(&Named(&defs::RUN)),
        "Lists the runs before this program, newest first; with path, only those that changed it or something below.",
        &["getHistory", "listHistory", "runs", "listRuns", "getRuns", "operations", "listOperations", "getOperations"];
    Checkpoint "checkpoint" Beyond Write (required("name", String), maybe("options", Named(&defs::CHECKPOINT_OPTIONS))) -> Named(&defs::CHECKPOINT),
        "Names the files as they are now, with what this program has changed, so that restore can come back to them.",
        &["snapshot", "createCheckpoint", "saveCheckpoint", "createSnapshot", "takeSnapshot", "savepoint", "setCheckpoint"];
    Restore "restore" Beyond Write (required("name", CHECKPOINT_OR_NAME), maybe("options", Named(&defs::UNDO_OPTIONS))) -> Named(&defs::RESTORE_RESULT),
        "Takes all files back to a checkpoint, also what this program has changed since; undo can take that back.",
        &["restoreCheckpoint", "restoreSnapshot", "rollbackTo", "revertTo", "restoreTo", "resetTo"];
    ReadCsv "readCsv" Formats Read (PATH, maybe("options", Named(&defs::CSV_READ_OPTIONS))) -> Array(&Data),
        "Reads a CSV file: rows that are arrays of strings, or objects with header: true. Nothing becomes a number unless cast or dynamicTyping asks for it.",
        &["readCsvFile", "loadCsv", "parseCsv", "parseCsvFile", "importCsv", "getCsv", "csv"];
    WriteCsv "writeCsv" Formats Write (PATH, required("rows", Array(&Data)), maybe("options", Named(&defs::CSV_WRITE_OPTIONS))) -> Void,
        "Writes rows as CSV: arrays, or objects, whose names become a header line. A file that exists keeps its line ends and its delimiter.",
        &["writeCsvFile", "saveCsv", "outputCsv", "exportCsv"];
    ReadYaml "readYaml" Formats Read (PATH, maybe("options", Named(&defs::YAML_READ_OPTIONS))) -> Data,
        "Reads a YAML file and returns its value. Dates stay strings.",
        &["readYml", "readYamlFile", "loadYaml", "loadYml", "parseYaml", "parseYml", "parseYamlFile", "getYaml"];
    WriteYaml "writeYaml" Formats Write (PATH, required("value", Data), maybe("options", Named(&defs::YAML_WRITE_OPTIONS))) -> Void,
        "Writes a value as YAML. A file that has this value already stays as it is; updateJson keeps comments.",
        &["writeYml", "writeYamlFile", "saveYaml", "saveYml", "outputYaml"];
    ReadToml "readToml" Formats Read (PATH, maybe("options", Named(&defs::TOML_READ_OPTIONS))) -> Data,
        "Reads a TOML file and returns its value. A date with an offset is a Date, others are strings.",
        &["readTomlFile", "loadToml", "parseToml", "parseTomlFile", "getToml"];
    WriteToml "writeToml" Formats Write (PATH, required("value", Data), maybe("options", Named(&defs::TOML_WRITE_OPTIONS))) -> Void,
        "Writes an object as TOML. In a file that exists, only what differs is changed: comments, order and dates stay.",
        &["writeTomlFile", "saveToml", "outputToml"];
    ReadXml "readXml" Formats Read (PATH, maybe("options", Named(&defs::XML_READ_OPTIONS))) -> Data,
        "Reads an XML file as objects: attributes are members such as \"@_id\", text beside them is \"#text\", and elements of one name are an array.",
        &["readXmlFile", "loadXml", "parseXml", "parseXmlFile", "getXml"];
    WriteXml "writeXml" Formats Write (PATH, required("value", Data), maybe("options", Named(&defs::XML_WRITE_OPTIONS))) -> Void,
        "Writes an object in the shape of readXml as XML, indented by 2 spaces.",
        &["writeXmlFile", "saveXml", "outputXml"];
    ReadNdjson "readNdjson" Formats Read (PATH) more (maybe("options", Named(&defs::NDJSON_OPTIONS))) -> Array(&Json),
        "Reads a file with one JSON text a line and returns their values.",
        &["readNdjsonFile", "readJsonl", "readJsonlFile", "readJsonLines", "readLdjson", "loadNdjson", "loadJsonl", "parseNdjson", "parseJsonl"];
    WriteNdjson "writeNdjson" Formats Write (PATH, required("rows", Array(&Json))) more (maybe("options", Named(&defs::NDJSON_OPTIONS))) -> Void,
        "Writes values, each as one line of JSON.",
        &["writeNdjsonFile", "writeJsonl", "writeJsonlFile", "writeJsonLines", "writeLdjson", "saveNdjson", "saveJsonl"];
}
}
