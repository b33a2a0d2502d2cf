//! What Node's `fs` asks of the host: operations as system calls have them; and what `git` asks of the
//! history. No name leads to them.

use super::defs::TEXT_OR_BYTES;
use super::method::{Effect, Group, Method, Param, maybe, required};
use crate::types::Type::{self, Array, Boolean, Bytes, Json, Null, Number, String, Union, Void};

const PATH: Param = required("path", String);
const FROM: Param = required("from", String);
const TO: Param = required("to", String);
const MODE: Param = required("mode", Number);
const FOLLOWS: Param = required("follows", Boolean);
const THEN: Param = maybe("then", Union(&[TEXT_OR_BYTES, Number]));
const UMASK: Param = maybe("umask", Number);

const NAME: Param = required("name", String);
/// A point of the history: the name of a checkpoint, empty for the state that the history begins with, and left
/// out for the present one.
const FROM_POINT: Param = maybe("from", String);
const TO_POINT: Param = maybe("to", String);
const POINT: Param = maybe("point", String);
/// Of a file the lines that match, if it need not be read.
const FOUND: Type = Union(&[Null, Array(&Union(&[Number, Bytes, Boolean]))]);

macro_rules! operations {
    ($($name:literal $effect:ident ($($param:expr),*) -> $returns:expr, $doc:literal;)*) => {
        /// The operations, in the order of their numbers.
        pub static NODE: &[Method] = &[$(Method {
            number: u8::MAX,
            name: $name,
            group: Group::Files,
            params: &[$($param),*],
            more: &[],
            returns: $returns,
            effect: Effect::$effect,
            doc: $doc,
            aliases: &[],
        },)*];
    };
}

operations! {
    "fs.stat" Read (PATH, FOLLOWS) -> Array(&Number),
        "Mode with the bits of the type, names, number, bytes, and milliseconds since 1970.";
    "fs.access" Read (PATH, MODE) -> Void,
        "Fails unless the path exists, and with 1 in the mode may be executed.";
    "fs.read" Read (PATH, required("isText", Boolean)) -> Union(&[String, Bytes, Null]),
        "Reads a file; null for a directory.";
    "fs.readPart" Read (PATH, required("position", Number), required("length", Number)) -> Bytes,
        "Reads bytes of a file from a position on, as many as there are.";
    "fs.readlink" Read (PATH) -> String,
        "The target of a link.";
    "fs.realpath" Read (PATH) -> String,
        "The path without links.";
    "fs.readdir" Read (PATH) -> Array(&Union(&[String, Number])),
        "Names and kinds, in turn: 1 for a file, 2 for a directory, 3 for a link.";
    "fs.readdirAll" Read (PATH, required("order", Number)) -> Json,
        "For each directory its path from the listed one, and its names and kinds.";
    "fs.open" Write (PATH, required("flags", Number), MODE, required("makesParents", Boolean), THEN, UMASK) -> Void,
        "Opens a file with the flags of the system call, writes text or bytes to it, or sets its length. A new file gets the mode without the bits of the umask, 022 unless given.";
    "fs.mkdir" Write (PATH, MODE, required("recursive", Boolean), UMASK) -> Union(&[String, Null]),
        "Makes a directory; with recursive, the first that was made is told. The umask is as above.";
    "fs.rmdir" Write (PATH) -> Void,
        "Removes an empty directory.";
    "fs.unlink" Write (PATH) -> Void,
        "Removes a file or a link.";
    "fs.rename" Write (FROM, TO) -> Void,
        "Renames an entry, as the system call does.";
    "fs.symlink" Write (required("target", String), PATH) -> Void,
        "Makes a link.";
    "fs.chmod" Write (PATH, MODE) -> Void,
        "Sets permission bits.";
    "fs.utimes" Write (PATH, required("milliseconds", Number), FOLLOWS) -> Void,
        "Sets the time of the last change.";
    "fs.copyFile" Write (FROM, TO, required("exclusive", Boolean)) -> Void,
        "Copies the bytes and the mode of a file.";
    "fs.cp" Write (FROM, TO, required("links", Number), required("keepsModes", Boolean)) -> Boolean,
        "Copies a whole directory to where nothing is, if that is all that it takes.";
    "fs.rm" Write (PATH) -> Void,
        "Removes an entry with everything below it.";
    "history.branches" Read () -> Array(&String),
        "What the history is of, `workspace` or `folder`, the branch of the run, and the others.";
    "history.notes" Read () -> Array(&String),
        "Checkpoints that have notes, sorted by name: names and notes, in turn.";
    "history.mark" Write (NAME, required("note", String)) -> Void,
        "Makes a checkpoint of the present state, with a note.";
    "history.differences" Read (FROM_POINT, TO_POINT) -> Array(&Union(&[String, Number])),
        "Paths whose file or link differs between two points, each with kind, mode and bytes before and after; the kind is 0 for nothing, 1 for a file, 3 for a link.";
    "history.read" Read (required("paths", Array(&String)), POINT) -> Array(&Union(&[Bytes, Null])),
        "What files held at a point, and links led to; null for what was neither.";
    "fs.list" Read (PATH, FROM, required("entries", Number)) -> Json,
        "The directory at a path below that one, and those that a walk of that one enters next while no more entries were listed: of each, in turn, its path, and its names, modes with the bits of the type, bytes, and milliseconds since 1970.";
    "fs.search" Read (required("paths", Array(&String)), required("expression", String), required("lines", Number), maybe("isWhole", Boolean)) -> Array(&FOUND),
        "For each path, or for the first of them, the lines that an expression of the crate regex matches: indexes, offsets and bytes, in turn, and true where there are more than so many; null for a path that is no text or cannot be read. If whole files are asked for, the bytes of each file with such a line instead; null for one of more than 256 KiB.";
}
