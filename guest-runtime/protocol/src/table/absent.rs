//! Names that programs expect of a filesystem and that no method has.

use crate::names::plain;

/// Names that no method answers to, and what to write instead.
pub(super) const ABSENT: &[(&[&str], &str)] = &[
    (&["exec", "execSync", "execFile", "bash", "sh", "shell", "run", "spawn", "command", "cmd", "system", "runCommand",
        "execute", "terminal", "zsh", "npm", "node", "git", "python"],
        "There is no shell here: state.glob and state.find list files, state.searchFiles is grep, \
         state.replaceInFiles is sed, state.mv, cp, rm and mkdir are what they are in a shell; the tool exec runs \
         commands, and whoever runs this can allow them here"),
    (&["readLines", "lines", "getLines", "readFileLines", "readAllLines", "eachLine", "forEachLine"], LINES),
    (&["readLine", "getLine", "nthLine", "lineAt"],
        "Write (await state.readFile(path, { startLine: 3, endLine: 3 })).replace(/\\r$/, \"\") for line 3"),
    (&["head", "readHead", "firstLines", "firstLine", "readFirstLine", "peek", "preview"],
        "Write await state.readFile(path, { startLine: 1, endLine: 20 })"),
    (&["tail", "lastLines", "lastLine", "readLastLine"],
        "Write (await state.readFile(path)).split(/(?<=\\n)/).slice(-20), which gives lines with their line ends"),
    (&["writeLines", "writeAllLines"],
        "Write await state.writeFile(path, lines.map((line) => `${line}\\n`).join(\"\"))"),
    (&["appendCsv", "addCsvRow", "appendToCsv"],
        "Write await state.appendFile(path, CSV.stringify(rows, { header: false }))"),
    (&["appendNdjson", "appendJsonl", "appendJsonLine"],
        "Write await state.appendFile(path, `${JSON.stringify(value)}\\n`)"),
    (&["updateYaml", "updateToml", "editYaml", "editToml", "patchYaml", "patchToml", "setYaml", "setToml"],
        "state.updateJson changes .yaml and .toml files too, and keeps comments and order: \
         await state.updateJson(path, [{ op: \"set\", path: \".a.b\", value: 1 }])"),
    (&["queryYaml", "queryToml"],
        "state.queryJson reads .yaml and .toml files too: await state.queryJson(path, \".a.b\")"),
    (&["readIni", "parseIni", "loadIni", "readProperties", "readConf"],
        "Write require(\"ini\").parse(await state.readFile(path))"),
    (&["writeIni", "saveIni", "writeProperties"],
        "Write await state.writeFile(path, require(\"ini\").stringify(value))"),
    (&["readEnv", "readEnvFile", "readDotenv", "parseEnv", "loadEnv"],
        "Write require(\"dotenv\").parse(await state.readFile(path))"),
    (&["readFrontMatter", "readFrontmatter", "parseFrontMatter", "frontMatter", "readMarkdown", "matter"], FRONT_MATTER),
    (&["createReadStream", "createWriteStream", "open", "openFile", "openSync", "close", "fsync", "readStream",
        "writeStream"],
        "There are no streams and no descriptors: await state.readFile(path) reads, await state.writeFile(path, text) \
         and state.appendFile write"),
    (&["watch", "watchFile", "unwatchFile", "subscribe"],
        "Nothing changes while a program runs, so there is nothing to watch"),
    (&["cd", "chdir", "cwd", "pwd", "getCwd", "currentDir"],
        "There is no current directory: paths start at /"),
    (&["wc", "lineCount", "countLines", "numLines"],
        "Write const lines = (await state.readFile(path)).split(/\\r?\\n/); if (lines.at(-1) === \"\") lines.pop(); lines.length is their number"),
    (&["count", "countFiles", "dirSize", "directorySize", "fileCount", "totalSize"],
        "Write (await state.summarizeTree(path)).files, or .totalBytes"),
    (&["size", "fileSize", "getSize"],
        "Write (await state.stat(path)).size"),
    (&["mtime", "lastModified", "modified"],
        "Write (await state.stat(path)).mtime"),
    (&["basename", "dirname", "extname", "getExtension", "relative", "parsePath"],
        "The global `path` is Node's: path.basename(file), path.dirname(file), path.extname(file), \
         path.relative(from, to) and path.parse(file)"),
    (&["emptyDir", "clearDir", "cleanDir", "emptyDirectory"],
        "Write for (const name of await state.readdir(path)) await state.rm(`${path}/${name}`, { recursive: true }); \
         a folder that may be missing is made first by await state.mkdir(path, { recursive: true })"),
    (&["mktemp", "mkdtemp", "tempFile", "tmpdir", "tempDir"],
        "Choose a path that nothing is at: await state.writeFile(`/tmp/${crypto.randomUUID()}`, text)"),
    (&["insertLine", "insert", "insertText", "insertAt", "insertLines", "addLine"],
        "Before line number `at` write const lines = (await state.readFile(path)).split(/(?<=\\n)/), \
         before = lines.splice(0, at - 1).join(\"\"), end = /\\r\\n/.test(before + lines[0]) ? \"\\r\\n\" : \"\\n\"; \
         await state.writeFile(path, before + (/[^\\n]$/.test(before) ? end : \"\") + text + end + lines.join(\"\"))"),
    (&["replaceLine", "replaceLines", "editLines", "setLine", "updateLine"],
        "For lines number `from` to `to` write const lines = (await state.readFile(path)).split(/(?<=\\n)/); \
         lines.splice(from - 1, to - from + 1, text + lines[to - 1].match(/\\r?\\n?$/)[0]); \
         await state.writeFile(path, lines.join(\"\"))"),
    (&["deleteLine", "deleteLines", "removeLine", "removeLines"],
        "For lines number `from` to `to` write const lines = (await state.readFile(path)).split(/(?<=\\n)/); \
         lines.splice(from - 1, to - from + 1); await state.writeFile(path, lines.join(\"\"))"),
    (&["prepend", "prependFile", "prependToFile"],
        "Write await state.writeFile(path, text + ((await state.exists(path)) ? await state.readFile(path) : \"\"))"),
    (&["isBinary", "isText", "isTextFile", "isBinaryFile"],
        "Write (await state.detectFile(path)).binary"),
    (&["compare", "compareFiles", "filesEqual", "isEqual", "sameFile"],
        "Write (await state.hashFile(a)) === (await state.hashFile(b))"),
    (&["isSymlink", "isSymbolicLink", "isLink"],
        "Write (await state.lstat(path))?.type === \"symlink\""),
    (&["link", "ln", "hardlink"],
        "There are no hard links: state.symlink(target, linkPath) or state.cp(src, dest)"),
    (&["chown", "lchown", "umask", "setPermissions", "fchmod"],
        "Files have no owners here"),
    (&["fetch", "download", "request", "http", "get", "post", "curl", "wget"],
        "There is no network in this sandbox"),
    (&["listAllowedDirectories", "allowedDirectories", "roots", "listRoots", "workspaceFolders"],
        "There is one tree, and everything in it may be used: paths start at /"),
    (&["log", "print", "echo"],
        "Write console.log(value), or return the value"),
    (&["readAll", "readFiles", "readMany", "readMultipleFiles", "readMultiple"],
        "Write await Promise.all(paths.map((path) => state.readFile(path)))"),
    (&["rollback", "reset", "abort", "discard", "revertAll", "revertFile", "restoreFile", "undoAll"],
        "await state.undo() takes back the last run before this program, await state.undo(run) one that \
         state.history() lists, and await state.restore(name) goes back to what state.checkpoint(name) named"),
    (&["redo", "reapply"],
        "Undoing an undo does it again: await state.undo(run) with the number of the undo, which state.history() lists"),
    (&["commit", "transaction", "begin", "beginTransaction", "startTransaction", "stash"],
        "What a program changes is kept by itself: await state.checkpoint(\"before\") names the files as they are, \
         and await state.restore(\"before\") takes back what was changed since"),
    (&["branch", "branches", "createBranch", "listBranches", "switchBranch", "checkout", "merge", "mergeBranch"],
        "A program works on the branch on which it was started, and branches are made and merged outside of it: to come \
         back to the files as they are, await state.checkpoint(\"before\") and await state.restore(\"before\")"),
    (&["checkpoints", "listCheckpoints", "getCheckpoints", "snapshots", "listSnapshots"],
        "Write await state.readdir(\"/.checkpoints\"): each name in it is a checkpoint"),
    (&["deleteCheckpoint", "removeCheckpoint", "dropCheckpoint"],
        "Write await state.rm(`/.checkpoints/${name}`)"),
    (&["patchFile", "applyPatchToFile", "applyPatchFile"],
        "Write await state.applyPatch(patch): the patch names its files"),
    (&["getEnv", "env", "process"],
        "There is no environment here: the program's input is its argument `input`"),
    (&["set", "setItem", "put", "store", "getState", "setState", "getItem", "value", "state"],
        "state holds files: await state.writeJson(path, value) keeps a value, await state.readJson(path) reads it"),
];

/// What to write where the lines of a file are expected: they end in `\n` or `\r\n`, and nothing
/// follows the last line end.
pub const LINES: &str = "const lines = (await state.readFile(path)).split(/\\r?\\n/); if (lines.at(-1) === \"\") lines.pop(); \
     are the lines of a file, and await state.readFile(path, { startLine: 1, endLine: 20 }) is some of them as one text";

/// What to write where the front matter of a text is expected: the YAML between two lines of `---`.
pub const FRONT_MATTER: &str = "const [, head, body] = /^---\\r?\\n([^]*?)^---[ \\t]*(?:\\r?\\n|$)([^]*)/m.exec(await state.readFile(path)); \
     const data = YAML.parse(head) reads front matter, and body is the text below";

/// What to write where a parser of CSV is expected.
pub const CSV_CALLS: &str = "await state.readCsv(path, { header: true }) reads CSV as objects, and await state.readCsv(path) as \
     arrays; await state.writeCsv(path, rows) writes it";

/// What to write where a parser of YAML, TOML or XML is expected.
pub const FORMAT_CALLS: &str = "await state.readYaml(path) and await state.writeYaml(path, value) read and write YAML, readToml \
     and writeToml TOML, readXml and writeXml XML; await state.queryJson(path, \".a.b\") and state.updateJson work on .yaml and \
     .toml files too";

/// What to write instead of a name that programs expect and that no method answers to.
#[must_use]
pub fn absent(name: &str) -> Option<&'static str> {
    let wanted = plain(name);
    let wanted = wanted.strip_suffix("sync").unwrap_or(&wanted);
    let is_wanted = |names: &[&str]| names.iter().any(|name| plain(name) == wanted);
    let row = ABSENT.iter().find(|(names, _)| is_wanted(names));
    row.map(|(_, text)| *text)
}
