//! From the names that programs call to rows of the table.

use crate::methods::{Alias, METHODS, MORE, Method, ROWS, beyond, edit_distance, row};

/// A row as a program calls it: by its own name or by another one.
#[derive(Clone, Copy, Debug)]
pub struct Called {
    /// The row's number.
    pub row: usize,
    /// The row.
    pub method: &'static Method,
    /// The other name.
    pub alias: Option<&'static Alias>,
}

impl Called {
    /// What a number on the wire stands for: the row in its low byte; in its high byte 0, or the
    /// alias of that row, counted from 1.
    #[must_use]
    pub fn from_wire(number: u16) -> Option<Self> {
        let [index, alias] = number.to_le_bytes();
        let method = row(usize::from(index))?;
        let alias = match alias {
            0 => None,
            number => Some(method.aliases.get(usize::from(number) - 1)?),
        };
        Some(Self {
            row: usize::from(index),
            method,
            alias,
        })
    }
}

const _: () = {
    assert!(ROWS <= 256, "a row's number is a byte");
};

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lookup {
    /// Its number on the wire.
    pub number: u16,
    /// Whether the name ends in `Sync`: the call then gives its result, not a promise.
    pub is_sync: bool,
}

/// Finds what a name stands for that is no name of the reference: another name, or either with
/// `Sync`, `Async`, other letters' case or underscores.
#[must_use]
pub fn lookup(name: &str) -> Option<Lookup> {
    let wanted = plain(name);
    let found = |name: &str, is_sync| {
        let number = number_of(name)?;
        Some(Lookup { number, is_sync })
    };
    found(&wanted, false)
        .or_else(|| found(wanted.strip_suffix("sync")?, true))
        .or_else(|| found(wanted.strip_suffix("async")?, false))
}

/// The number on the wire of the row with this name, which is spelt plainly.
fn number_of(wanted: &str) -> Option<u16> {
    if wanted.is_empty() {
        return None;
    }
    for (index, method) in METHODS.iter().chain(MORE).enumerate() {
        let alias = if plain(method.name) == wanted {
            Some(0)
        } else {
            let aliases = method.aliases.iter();
            let mut plain = aliases.map(|alias| plain(alias.name));
            plain.position(|alias| alias == wanted).map(|at| at + 1)
        };
        if let Some(alias) = alias {
            return Some(u16::from_le_bytes([
                u8::try_from(index).ok()?,
                u8::try_from(alias).ok()?,
            ]));
        }
    }
    None
}

/// A name without what spellings differ in: case, underscores, hyphens.
pub(crate) fn plain(name: &str) -> String {
    name.chars()
        .filter(|c| c.is_ascii_alphanumeric())
        .map(|c| c.to_ascii_lowercase())
        .collect()
}

/// Names that no method answers to, and what to write instead.
const ABSENT: &[(&[&str], &str)] = &[
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

/// What to write instead of `state.name(…)`, which does not exist.
#[must_use]
pub fn instead_of(name: &str) -> String {
    if let Some(text) = absent(name) {
        return text.to_owned();
    }
    let wanted = plain(name);
    match nearest(wanted.strip_suffix("sync").unwrap_or(&wanted)) {
        Some(method) => format!("Did you mean {}?", method.signature()),
        None => {
            let names: Vec<&str> = METHODS.iter().map(|method| method.name).collect();
            format!("Its methods are {}", names.join(", "))
        }
    }
}

/// Methods after which something that was there is gone.
const DESTROYING: &[&str] = &["rm", "mv", "removeTree", "moveTree"];

/// Parts of names of which a program expects that.
const SOUNDS_DESTROYING: &[&str] = &[
    "rm", "remove", "delete", "del", "unlink", "erase", "destroy", "purge", "clear", "clean",
    "wipe", "trash", "move", "mv", "rename", "drop",
];

/// The method with the nearest name. None that destroys is near one that does not sound so, and
/// the other way round.
fn nearest(wanted: &str) -> Option<&'static Method> {
    let sounds = SOUNDS_DESTROYING.iter().any(|part| wanted.contains(part));
    METHODS
        .iter()
        .chain(beyond())
        .filter(|method| DESTROYING.contains(&method.name) == sounds)
        .map(|method| {
            let known = plain(method.name);
            let distance = edit_distance(wanted.as_bytes(), known.as_bytes());
            let is_related =
                wanted.len() >= 4 && (known.contains(wanted) || wanted.contains(&known));
            (
                if is_related {
                    distance.min(2)
                } else {
                    distance
                },
                method,
            )
        })
        .min_by_key(|(distance, _)| *distance)
        .filter(|(distance, _)| *distance <= (wanted.len() / 3).max(1))
        .map(|(_, method)| method)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn found(name: &str) -> Option<(&'static str, bool)> {
        let found = lookup(name)?;
        let called = Called::from_wire(found.number)?;
        Some((called.method.name, found.is_sync))
    }

    #[test]
    fn other_names_find_their_rows() {
        assert_eq!(found("unlink"), Some(("rm", false)));
        assert_eq!(found("readFileSync"), Some(("readFile", true)));
        assert_eq!(found("readFileAsync"), Some(("readFile", false)));
        assert_eq!(found("read_json"), Some(("readJson", false)));
        assert_eq!(found("readDir"), Some(("readdir", false)));
        assert_eq!(found("exec"), None);
        assert_eq!(found("sync"), None);
    }

    #[test]
    fn no_name_stands_for_two_rows() {
        let mut seen: BTreeMap<String, &str> = BTreeMap::new();
        for method in METHODS.iter().chain(MORE) {
            let own = [method.name].into_iter();
            for name in own.chain(method.aliases.iter().map(|alias| alias.name)) {
                if let Some(other) = seen.insert(plain(name), method.name) {
                    assert_eq!(other, method.name, "{name}");
                }
            }
        }
        for (names, _) in ABSENT {
            for name in *names {
                assert_eq!(found(name), None, "{name}");
            }
        }
    }

    #[test]
    fn a_name_that_destroys_is_never_near_one_that_does_not() {
        assert!(
            instead_of("deleteFileX").contains("removeTree")
                || !instead_of("deleteFileX").contains("detect")
        );
        assert!(!instead_of("detectFil").contains("remove"));
        assert!(instead_of("readFil").contains("state.readFile(path"));
        assert!(instead_of("frobnicate").starts_with("Its methods are readFile"));
    }
}
