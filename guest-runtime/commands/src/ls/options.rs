//! The options of `ls`.

use crate::options::{Table, Value, both, long, same, short};

pub(super) static TABLE: Table = Table {
    flags: &[
        both("a", "all", Value::No),
        both("b", "escape", Value::No),
        both("d", "directory", Value::No),
        both("D", "dired", Value::No),
        long("full-time", Value::No),
        long("group-directories-first", Value::No),
        both("h", "human-readable", Value::No),
        both("i", "inode", Value::No),
        both("k", "kibibytes", Value::No),
        both("n", "numeric-uid-gid", Value::No),
        both("G", "no-group", Value::No),
        both("q", "hide-control-chars", Value::No),
        both("r", "reverse", Value::No),
        both("s", "size", Value::No),
        both("w", "width", Value::Needed),
        both("A", "almost-all", Value::No),
        both("B", "ignore-backups", Value::No),
        same("classify", "classify", Value::Maybe),
        long("file-type", Value::No),
        long("si", Value::No),
        both("H", "dereference-command-line", Value::No),
        long("dereference-command-line-symlink-to-dir", Value::No),
        long("hide", Value::Needed),
        both("I", "ignore", Value::Needed),
        long("indicator-style", Value::Needed),
        both("L", "dereference", Value::No),
        both("N", "literal", Value::No),
        both("Q", "quote-name", Value::No),
        long("quoting-style", Value::Needed),
        both("R", "recursive", Value::No),
        long("format", Value::Needed),
        long("show-control-chars", Value::No),
        long("sort", Value::Needed),
        both("T", "tabsize", Value::Needed),
        long("time", Value::Needed),
        long("time-style", Value::Needed),
        long("zero", Value::No),
        long("color", Value::Maybe),
        long("hyperlink", Value::Maybe),
        long("block-size", Value::Needed),
        both("Z", "context", Value::No),
        long("author", Value::No),
        short("c", Value::No),
        short("f", Value::No),
        short("g", Value::No),
        short("l", Value::No),
        short("m", Value::No),
        short("o", Value::No),
        short("p", Value::No),
        short("t", Value::No),
        short("u", Value::No),
        short("v", Value::No),
        short("x", Value::No),
        short("C", Value::No),
        short("F", Value::No),
        short("S", Value::No),
        short("U", Value::No),
        short("X", Value::No),
        short("1", Value::No),
    ],
    help: "[OPTION]... [FILE]...
Lists files, and what is in directories; the working directory if none is named.

  -a, -A             also names that begin with a dot; -A without . and ..
  -l, -n, -g, -o     one line with mode, owner, size and time for each; -n numbers for names,
                     -g without owner, -o and -G without group, --author with it
  -1, -C, -x, -m     one name a line, columns, rows, commas; -w COLUMNS, -T TABSIZE
  -d                 directories themselves
  -R                 directories below, too
  -r                 the other way round
  -t, -S, -X, -v, -U sorted by time, size, extension, version, or not; --sort=WORD
  --group-directories-first
  -h, --si, -k, --block-size=SIZE
                     sizes for people, or in units
  -i, -s             with the number, with the blocks (of 4096 bytes) that a file takes
  -F, -p, --file-type, --indicator-style=WORD
                     with a character for the kind
  -H, -L             follows links of the command line, or all
  -B, -I PATTERN, --hide=PATTERN
                     leaves out backups, or names that fit
  -b, -N, -q, -Q, --quoting-style=WORD
                     how names are quoted
  --color[=WHEN]     always, auto or never
  --full-time, --time-style=STYLE
                     how times are shown
  --zero             ends each name with NUL",
    misused: 2,
    permutes: true,
};
