//! Names that programs expect of a filesystem and that no method has.

use crate::names::plain;

/// Names that no method answers to, and what to write instead.
pub(super) const ABSENT: &[(&[&str], &str)] = &[
    (
        &[
            "exec",
            "execSync",
            "execFile",
            "bash",
            "sh",
            "shell",
            "run",
            "spawn",
            "command",
            "cmd",
            "system",
            "runCommand",
            "execute",
            "terminal",
            "zsh",
            "npm",
            "node",
            "git",
            "python",
        ],
        "There is no shell here: state.glob and state.find list files, state.searchFiles is grep, \
         state.replaceInFiles is sed, state.mv, cp, rm and mkdir are what they are in a shell",
    ),
    (
        &[
            "readLines",
            "lines",
            "getLines",
            "readFileLines",
            "readAllLines",
            "eachLine",
            "forEachLine",
        ],
        "Write (await state.readFile(path)).split(\"\\n\"), or for some lines \
         await state.readFile(path, { startLine: 1, endLine: 20 })",
    ),
    (
        &["head", "readHead", "firstLines", "peek", "preview"],
        "Write await state.readFile(path, { startLine: 1, endLine: 20 })",
    ),
    (
        &["tail", "lastLines"],
        "Write (await state.readFile(path)).split(\"\\n\").slice(-20)",
    ),
    (
        &["writeLines", "writeAllLines"],
        "Write await state.writeFile(path, lines.join(\"\\n\") + \"\\n\")",
    ),
    (
        &["readCsv", "parseCsv", "loadCsv"],
        "Write (await state.readFile(path)).trim().split(\"\\n\").map((line) => line.split(\",\"))",
    ),
    (
        &["writeCsv", "saveCsv"],
        "Write await state.writeFile(path, rows.map((row) => row.join(\",\")).join(\"\\n\") + \"\\n\")",
    ),
    (
        &[
            "readYaml",
            "parseYaml",
            "writeYaml",
            "readToml",
            "readXml",
            "readIni",
            "parseXml",
            "parseToml",
        ],
        "There is no parser for that format: read the text with await state.readFile(path) and take it apart",
    ),
    (
        &[
            "createReadStream",
            "createWriteStream",
            "open",
            "openFile",
            "openSync",
            "close",
            "fsync",
            "readStream",
            "writeStream",
        ],
        "There are no streams and no descriptors: await state.readFile(path) reads, await state.writeFile(path, text) \
         and state.appendFile write",
    ),
    (
        &["watch", "watchFile", "unwatchFile", "subscribe"],
        "Nothing changes while a program runs, so there is nothing to watch",
    ),
    (
        &["cd", "chdir", "cwd", "pwd", "getCwd", "currentDir"],
        "There is no current directory: paths start at /",
    ),
    (
        &["wc", "lineCount", "countLines", "numLines"],
        "Write (await state.readFile(path)).split(\"\\n\").length",
    ),
    (
        &[
            "count",
            "countFiles",
            "dirSize",
            "directorySize",
            "fileCount",
            "totalSize",
        ],
        "Write (await state.summarizeTree(path)).files, or .totalBytes",
    ),
    (
        &["size", "fileSize", "getSize"],
        "Write (await state.stat(path)).size",
    ),
    (
        &["mtime", "lastModified", "modified"],
        "Write (await state.stat(path)).mtime",
    ),
    (
        &[
            "basename",
            "dirname",
            "extname",
            "getExtension",
            "relative",
            "parsePath",
        ],
        "A path is text: path.split(\"/\").pop() is its name, path.slice(0, path.lastIndexOf(\"/\")) its directory",
    ),
    (
        &["emptyDir", "clearDir", "cleanDir", "emptyDirectory"],
        "Write for (const name of await state.readdir(path)) await state.rm(`${path}/${name}`, { recursive: true })",
    ),
    (
        &["mktemp", "mkdtemp", "tempFile", "tmpdir", "tempDir"],
        "Choose a path below /tmp: await state.writeFile(\"/tmp/name\", text)",
    ),
    (
        &[
            "insertLine",
            "insert",
            "insertText",
            "insertAt",
            "replaceLine",
            "replaceLines",
            "deleteLine",
            "deleteLines",
            "insertLines",
            "editLines",
        ],
        "Write const lines = (await state.readFile(path)).split(\"\\n\"); lines.splice(index, 1, text); \
         await state.writeFile(path, lines.join(\"\\n\"))",
    ),
    (
        &["prepend", "prependFile", "prependToFile"],
        "Write await state.writeFile(path, text + (await state.readFile(path)))",
    ),
    (
        &["isBinary", "isText", "isTextFile", "isBinaryFile"],
        "Write (await state.detectFile(path)).binary",
    ),
    (
        &[
            "compare",
            "compareFiles",
            "filesEqual",
            "isEqual",
            "sameFile",
        ],
        "Write (await state.diff(a, b)) === \"\"",
    ),
    (
        &["isSymlink", "isSymbolicLink", "isLink"],
        "Write (await state.lstat(path))?.type === \"symlink\"",
    ),
    (
        &["link", "ln", "hardlink"],
        "There are no hard links: state.symlink(target, linkPath) or state.cp(src, dest)",
    ),
    (
        &["chown", "lchown", "umask", "setPermissions", "fchmod"],
        "Files have no owners here",
    ),
    (
        &[
            "fetch", "download", "request", "http", "get", "post", "curl", "wget",
        ],
        "There is no network in this sandbox",
    ),
    (
        &[
            "listAllowedDirectories",
            "allowedDirectories",
            "roots",
            "listRoots",
            "workspaceFolders",
        ],
        "There is one tree, and everything in it may be used: paths start at /",
    ),
    (
        &["log", "print", "echo"],
        "Write console.log(value), or return the value",
    ),
    (
        &[
            "readAll",
            "readFiles",
            "readMany",
            "readMultipleFiles",
            "readMultiple",
        ],
        "Write await Promise.all(paths.map((path) => state.readFile(path)))",
    ),
    (
        &[
            "rollback",
            "reset",
            "abort",
            "discard",
            "revertAll",
            "revertFile",
            "restoreFile",
            "undoAll",
        ],
        "await state.undo() takes back the last operation before this program, await state.undo(opId) one that \
         state.history() lists, and await state.restore(name) goes back to what state.checkpoint(name) named",
    ),
    (
        &["redo", "reapply"],
        "Undoing an undo does it again: await state.undo(opId) with the opId of the undo, which state.history() lists",
    ),
    (
        &[
            "commit",
            "transaction",
            "begin",
            "beginTransaction",
            "startTransaction",
            "stash",
        ],
        "What a program changes is kept by itself: await state.checkpoint(\"before\") names the files as they are, \
         and await state.restore(\"before\") takes back what was changed since",
    ),
    (
        &[
            "checkpoints",
            "listCheckpoints",
            "getCheckpoints",
            "snapshots",
            "listSnapshots",
        ],
        "Write await state.readdir(\"/.checkpoints\"): each name in it is a checkpoint",
    ),
    (
        &["deleteCheckpoint", "removeCheckpoint", "dropCheckpoint"],
        "Write await state.rm(`/.checkpoints/${name}`)",
    ),
    (
        &["patchFile", "applyPatchToFile", "applyPatchFile"],
        "Write await state.applyPatch(patch): the patch names its files",
    ),
    (
        &["getEnv", "env", "process"],
        "There is no environment here: the program's input is its argument `input`",
    ),
    (
        &[
            "set", "setItem", "put", "store", "getState", "setState", "getItem", "value", "state",
        ],
        "state holds files: await state.writeJson(path, value) keeps a value, await state.readJson(path) reads it",
    ),
];

/// What to write instead of a name that programs expect and that no method answers to.
#[must_use]
pub fn absent(name: &str) -> Option<&'static str> {
    let wanted = plain(name);
    let wanted = wanted.strip_suffix("sync").unwrap_or(&wanted);
    let is_wanted = |names: &[&str]| names.iter().any(|name| plain(name) == wanted);
    let row = ABSENT.iter().find(|(names, _)| is_wanted(names));
    row.map(|(_, text)| *text)
}
