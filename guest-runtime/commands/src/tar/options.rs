//! The options of `tar`, and its oldest way to write them.

use crate::bytes::cat;
use crate::options::{Table, Value, both, letter, long, same, short};
use crate::run::{Run, Step};

pub(super) static TABLE: Table = Table {
    flags: &[
        both("A", "catenate", Value::No),
        same("concatenate", "A", Value::No),
        both("a", "auto-compress", Value::No),
        both("b", "blocking-factor", Value::Needed),
        both("B", "read-full-records", Value::No),
        both("C", "directory", Value::Needed),
        both("c", "create", Value::No),
        both("d", "diff", Value::No),
        same("compare", "d", Value::No),
        both("f", "file", Value::Needed),
        both("F", "info-script", Value::Needed),
        both("G", "incremental", Value::No),
        both("g", "listed-incremental", Value::Needed),
        both("h", "dereference", Value::No),
        both("I", "use-compress-program", Value::Needed),
        both("i", "ignore-zeros", Value::No),
        both("J", "xz", Value::No),
        both("j", "bzip2", Value::No),
        both("k", "keep-old-files", Value::No),
        both("K", "starting-file", Value::Needed),
        both("L", "tape-length", Value::Needed),
        both("l", "check-links", Value::No),
        both("M", "multi-volume", Value::No),
        both("m", "touch", Value::No),
        both("N", "newer", Value::Needed),
        both("n", "seek", Value::No),
        both("O", "to-stdout", Value::No),
        both("o", "no-same-owner", Value::No),
        both("P", "absolute-names", Value::No),
        both("p", "preserve-permissions", Value::No),
        same("same-permissions", "p", Value::No),
        both("R", "block-number", Value::No),
        both("r", "append", Value::No),
        both("S", "sparse", Value::No),
        both("s", "preserve-order", Value::No),
        same("same-order", "s", Value::No),
        both("T", "files-from", Value::Needed),
        both("t", "list", Value::No),
        both("U", "unlink-first", Value::No),
        both("u", "update", Value::No),
        both("V", "label", Value::Needed),
        both("v", "verbose", Value::No),
        both("W", "verify", Value::No),
        both("w", "interactive", Value::No),
        both("X", "exclude-from", Value::Needed),
        both("x", "extract", Value::No),
        same("get", "x", Value::No),
        both("Z", "compress", Value::No),
        same("uncompress", "Z", Value::No),
        both("z", "gzip", Value::No),
        same("gunzip", "z", Value::No),
        same("ungzip", "z", Value::No),
        long("acls", Value::No),
        long("anchored", Value::No),
        long("delete", Value::No),
        long("exclude", Value::Needed),
        long("exclude-vcs", Value::No),
        long("force-local", Value::No),
        long("format", Value::Needed),
        letter(b'H', "format", Value::Needed),
        long("full-time", Value::No),
        long("group", Value::Needed),
        long("ignore-case", Value::No),
        long("ignore-failed-read", Value::No),
        long("keep-directory-symlink", Value::No),
        long("keep-newer-files", Value::No),
        long("lzma", Value::No),
        long("mode", Value::Needed),
        long("mtime", Value::Needed),
        long("no-acls", Value::No),
        long("no-anchored", Value::No),
        long("no-auto-compress", Value::No),
        long("no-ignore-case", Value::No),
        long("no-overwrite-dir", Value::No),
        long("no-recursion", Value::No),
        long("no-same-permissions", Value::No),
        long("no-selinux", Value::No),
        long("no-wildcards", Value::No),
        long("no-wildcards-match-slash", Value::No),
        long("no-xattrs", Value::No),
        long("null", Value::No),
        long("no-null", Value::No),
        long("numeric-owner", Value::No),
        long("old-archive", Value::No),
        long("one-file-system", Value::No),
        long("one-top-level", Value::Maybe),
        long("overwrite", Value::No),
        long("overwrite-dir", Value::No),
        long("owner", Value::Needed),
        same("portability", "old-archive", Value::No),
        long("posix", Value::No),
        long("quoting-style", Value::Needed),
        long("recursion", Value::No),
        long("recursive-unlink", Value::No),
        long("remove-files", Value::No),
        long("same-owner", Value::No),
        same("preserve-owner", "same-owner", Value::No),
        long("selinux", Value::No),
        long("show-transformed-names", Value::No),
        same("show-stored-names", "show-transformed-names", Value::No),
        long("skip-old-files", Value::No),
        long("sort", Value::Needed),
        long("strip-components", Value::Needed),
        long("to-command", Value::Needed),
        long("totals", Value::Maybe),
        long("transform", Value::Needed),
        same("xform", "transform", Value::Needed),
        long("utc", Value::No),
        long("verbatim-files-from", Value::No),
        long("warning", Value::Needed),
        long("wildcards", Value::No),
        long("wildcards-match-slash", Value::No),
        long("xattrs", Value::No),
        long("zstd", Value::No),
        short("?", Value::No),
    ],
    help: "[OPTION...] [FILE]...
Saves many files in one archive, lists it, and extracts files from it.

  -c, -x, -t, -r, -u  creates, extracts, lists, appends, updates
  -f ARCHIVE          names the archive; - is the input, or the output
  -z, -j, -J, -a      compresses with gzip, bzip2, xz, or as the name says
  -C DIR              changes the directory
  -v                  names the files; twice: with all that is known of them
  -h, -k, -m, -O, -p, -P, -T FILE, -X FILE
  --exclude=PATTERN --strip-components=N --transform=EXPRESSION --wildcards
  --owner=NAME --group=NAME --mode=MODE --mtime=DATE --sort=name
  --format=gnu|ustar|pax|v7 --null --no-recursion --one-top-level[=DIR]
  --overwrite --keep-newer-files --skip-old-files --remove-files --totals",
    misused: 64,
    permutes: true,
};

/// Letters without dashes, in front, are options whose values follow in order.
pub(super) fn with_dashes(run: &mut Run<'_, '_>, mut words: Vec<Vec<u8>>) -> Step<Vec<Vec<u8>>> {
    let is_old = words
        .first()
        .is_some_and(|word| !word.is_empty() && !word.starts_with(b"-"));
    if !is_old {
        return Ok(words);
    }
    let letters = words.remove(0);
    let mut rest = words.into_iter();
    let mut all = Vec::new();
    for letter in letters {
        all.push(vec![b'-', letter]);
        if TABLE.needs_value(letter) {
            let Some(value) = rest.next() else {
                let message = cat!["Old option '", [letter], "' requires an argument."];
                return run.misused(2, message);
            };
            all.push(value);
        }
    }
    all.extend(rest);
    Ok(all)
}
