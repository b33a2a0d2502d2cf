//! Damages, each of another kind.

/// How a sound file is damaged.
pub(super) enum Damage {
    /// By statements, with a schema that can be written.
    Sql(&'static str),
    /// In its bytes.
    Bytes(fn(&mut Vec<u8>)),
}

use Damage::{Bytes, Sql};

/// Numbers 1 to N, for statements that make many rows.
macro_rules! numbers {
    ($count:literal, $sql:literal) => {
        concat!(
            "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ",
            $count,
            ") ",
            $sql
        )
    };
}

pub(super) const DAMAGES: &[(&str, Damage)] = &[
    // Circles, and directories in two places.
    ("a directory inside itself", Sql(
        "UPDATE node SET id = (SELECT id FROM node WHERE name = 'd') WHERE name = 's0'")),
    ("the root inside itself", Sql("UPDATE node SET id = 1 WHERE name = 's0'")),
    ("two directories inside each other", Sql(
        "INSERT INTO node SELECT id, 'up', 1, (SELECT id FROM node WHERE name = 'd'), 493, 0, 0, NULL, NULL
         FROM node WHERE name = 's0'")),
    ("a circle that nothing leads to", Sql(
        "INSERT INTO node VALUES (900, 'a', 1, 901, 493, 0, 0, NULL, NULL), (901, 'b', 1, 900, 493, 0, 0, NULL, NULL)")),
    ("a directory number used twice", Sql(
        "UPDATE node SET id = (SELECT id FROM node WHERE name = 's1') WHERE name = 'copy'")),
    ("a directory that is in a thousand places", Sql(numbers!("1000",
        "INSERT INTO node SELECT 1, 'w' || i, 1, (SELECT id FROM node WHERE name = 'd'), 493, 0, 0, NULL, NULL FROM n"))),
    ("circles that branch", Sql(numbers!("200",
        "INSERT INTO node SELECT (SELECT id FROM node WHERE name = 's0'), 'w' || i, 1,
            (SELECT id FROM node WHERE name = CASE i % 2 WHEN 0 THEN 'd' ELSE 's0' END), 493, 0, 0, NULL, NULL FROM n;
         UPDATE state SET entries = 1000000000000"))),
    ("20,000 levels", Sql(numbers!("20000",
        "INSERT INTO node SELECT CASE i WHEN 1 THEN 1 ELSE 10000 + i - 1 END, 'l', 1, 10000 + i, 493, 0, 0, NULL, NULL FROM n;
         UPDATE state SET entries = entries + 20000, next_id = 100000"))),
    ("257 levels", Sql(numbers!("257",
        "INSERT INTO node SELECT CASE i WHEN 1 THEN (SELECT id FROM node WHERE name = 'd') ELSE 10000 + i - 1 END,
            'l', 1, 10000 + i, 493, 0, 0, NULL, NULL FROM n;
         UPDATE state SET entries = entries + 257, next_id = 100000"))),
    ("paths of 60,000 bytes", Sql(numbers!("240",
        "INSERT INTO node SELECT CASE i WHEN 1 THEN (SELECT id FROM node WHERE name = 'd') ELSE 10000 + i - 1 END,
            hex(zeroblob(125)), 1, 10000 + i, 493, 0, 0, NULL, NULL FROM n;
         UPDATE state SET entries = entries + 240, next_id = 100000"))),
    ("entries that nothing leads to", Sql(numbers!("5000",
        "INSERT INTO node SELECT 90000, 'o' || i, 0, 0, 420, 0, 0, NULL, NULL FROM n"))),
    ("no root", Sql("DELETE FROM node WHERE parent = 0")),
    ("a root that is a file", Sql("UPDATE node SET kind = 0 WHERE parent = 0")),
    ("a root with another number", Sql("UPDATE node SET id = 77 WHERE parent = 0")),
    ("two roots", Sql("INSERT INTO node VALUES (0, 'second', 1, 1, 493, 0, 0, NULL, NULL)")),
    ("a directory without a number", Sql("UPDATE node SET id = 0 WHERE name = 's0'")),
    ("a directory with the number of nothing", Sql("UPDATE node SET id = -5 WHERE name = 's0'")),
    // Names.
    ("a name with a slash", Sql("UPDATE node SET name = 'a/b' WHERE name = 'f3'")),
    ("a name that leads up", Sql("UPDATE node SET name = '..' WHERE name = 'f3'")),
    ("a name that leads nowhere", Sql("UPDATE node SET name = '.' WHERE name = 'f3'")),
    ("a name that is empty", Sql("UPDATE node SET name = '' WHERE name = 'f3'")),
    ("a name with a null character", Sql("UPDATE node SET name = 'a' || char(0) || 'b' WHERE name = 'f3'")),
    ("a name that is no text", Sql("UPDATE node SET name = CAST(x'66ff' AS TEXT) WHERE name = 'f3'")),
    ("a name of 100,000 bytes", Sql("UPDATE node SET name = hex(zeroblob(50000)) WHERE name = 'f3'")),
    // Entries.
    ("an unknown kind", Sql("UPDATE node SET kind = 9 WHERE name = 'f3'")),
    ("a kind below all", Sql("UPDATE node SET kind = -1 WHERE name = 's1'")),
    ("a file that says it is a directory", Sql("UPDATE node SET kind = 1 WHERE name = 'f0'")),
    ("a directory that says it is a file", Sql("UPDATE node SET kind = 0 WHERE name = 's0'")),
    ("a link without a target", Sql("UPDATE node SET target = NULL WHERE kind = 2")),
    ("a link to an empty target", Sql("UPDATE node SET target = '' WHERE kind = 2")),
    ("a link to itself", Sql("UPDATE node SET target = 'link' WHERE kind = 2")),
    ("a link with a null character", Sql("UPDATE node SET target = 'a' || char(0) WHERE kind = 2")),
    ("a link to 1,000,000 bytes", Sql("UPDATE node SET target = hex(zeroblob(500000)) WHERE kind = 2")),
    ("links that lead through each other", Sql(numbers!("60",
        "INSERT INTO node SELECT 1, 'k' || i, 2, 0, 511, 8, 0, NULL, 'k' || (i + 1) || '/x' FROM n"))),
    ("a negative size", Sql("UPDATE node SET size = -1 WHERE name = 'f3'")),
    ("a huge size", Sql("UPDATE node SET size = 9223372036854775807 WHERE kind = 0")),
    ("a size that is too small", Sql("UPDATE node SET size = size - 1 WHERE kind = 0 AND size > 0")),
    ("a mode out of range", Sql("UPDATE node SET mode = -1 WHERE name = 'f3'; UPDATE node SET mode = 1 << 40 WHERE name = 's1'")),
    ("times at the ends of time", Sql(
        "UPDATE node SET mtime_us = -9223372036854775808; UPDATE run SET started_ms = 9223372036854775807")),
    // Bytes.
    ("the content of another file", Sql(
        "UPDATE node SET content = (SELECT content FROM node WHERE name = 'f4') WHERE name = 'f3'")),
    ("a content that is missing", Sql("UPDATE node SET content = 99999 WHERE name IN ('f3', 'large')")),
    ("no small contents", Sql("DELETE FROM inline")),
    ("no counted contents", Sql("DELETE FROM content")),
    ("no streams", Sql("DELETE FROM stream")),
    ("no extents", Sql("DELETE FROM extent")),
    ("no pieces", Sql("DELETE FROM piece")),
    ("a missing piece", Sql("DELETE FROM piece WHERE id = (SELECT max(piece) FROM extent WHERE start = 65536)")),
    ("extents that overlap", Sql("UPDATE extent SET length = 65536 * 2 WHERE start = 0")),
    ("extents with a gap", Sql("UPDATE extent SET start = start + 1 WHERE start > 0")),
    ("an extent without end", Sql("UPDATE extent SET length = 9223372036854775807")),
    ("extents before the beginning", Sql("UPDATE extent SET start = start - 9000000000000000000")),
    ("extents of no length", Sql("UPDATE extent SET length = 0")),
    ("100,000 extents of one piece", Sql(numbers!("100000",
        "INSERT OR IGNORE INTO extent SELECT (SELECT min(id) FROM stream), 1000000 + i, 1,
            (SELECT min(id) FROM piece), 0 FROM n"))),
    ("pieces that are shorter", Sql("UPDATE piece SET data = substr(data, 1, 10)")),
    ("pieces with other bytes", Sql("UPDATE piece SET data = zeroblob(length(data))")),
    ("a piece of 50,000,000 bytes", Sql("UPDATE piece SET data = zeroblob(50000000) WHERE id = (SELECT min(id) FROM piece)")),
    ("small contents with other bytes", Sql("UPDATE inline SET data = zeroblob(length(data))")),
    ("a small content of 50,000,000 bytes", Sql("UPDATE inline SET data = zeroblob(50000000) WHERE id = (SELECT min(id) FROM inline)")),
    ("sums that are wrong", Sql("UPDATE inline SET sum = 0; UPDATE extent SET sum = 0; UPDATE content SET sum = 0")),
    ("references of too few", Sql("UPDATE content SET refs = 1; UPDATE stream SET contents = 1")),
    ("references of too many", Sql("UPDATE content SET refs = 9223372036854775807; UPDATE stream SET contents = 9223372036854775807")),
    ("references below nothing", Sql("UPDATE content SET refs = -9223372036854775808; UPDATE stream SET contents = -5")),
    ("a stream that is longer", Sql("UPDATE stream SET size = 9223372036854775807")),
    ("contents that swap streams", Sql(
        "UPDATE content SET stream = (SELECT max(id) FROM stream) WHERE stream = (SELECT min(id) FROM stream)")),
    // Totals.
    ("no totals", Sql("DELETE FROM state")),
    ("totals of nothing", Sql("UPDATE state SET bytes = 0, entries = 0, history_bytes = 0")),
    ("totals beyond all", Sql(
        "UPDATE state SET bytes = 9223372036854775807, entries = 9223372036854775807, history_bytes = 9223372036854775807")),
    ("negative totals", Sql("UPDATE state SET bytes = -1, entries = -1, history_bytes = -1")),
    ("the next number is used", Sql("UPDATE state SET next_id = 2")),
    ("the next number is none", Sql("UPDATE state SET next_id = -9223372036854775808")),
    ("the next number is the last", Sql("UPDATE state SET next_id = 9223372036854775807")),
    ("the clock at the end of time", Sql("UPDATE state SET clock_us = 9223372036854775807")),
    // History.
    ("a change of nothing", Sql("UPDATE change SET before_kind = NULL, after_kind = NULL")),
    ("half of a side", Sql("UPDATE change SET before_size = NULL, after_mode = NULL")),
    ("changes of unknown kinds", Sql("UPDATE change SET before_kind = 7")),
    ("changes with contents that are missing", Sql("UPDATE change SET before_content = 12345, after_content = 12346")),
    ("changes with sizes beyond all", Sql(
        "UPDATE change SET before_size = 9223372036854775807 WHERE before_size > 0; UPDATE change SET after_size = 9223372036854775807")),
    ("changes of paths that are none", Sql(
        "UPDATE change SET path = 'no slash' WHERE path = '/d/large'; UPDATE change SET path = '/../' || path WHERE path LIKE '/d/s%'")),
    ("changes of paths that are no text", Sql("UPDATE change SET path = CAST(x'2fff' AS TEXT) WHERE path = '/d/large'")),
    ("no runs", Sql("DELETE FROM run")),
    ("a run that never ends", Sql("UPDATE run SET state = 0, finished_ms = NULL")),
    ("a run in no state", Sql("UPDATE run SET state = 99, mode = 99")),
    ("a run with the last number", Sql("UPDATE run SET id = 9223372036854775807 WHERE id = 4")),
    ("a run with the first number", Sql("UPDATE run SET id = -9223372036854775808 WHERE id = 4; UPDATE change SET run = -9223372036854775808 WHERE run = 4")),
    ("runs that undo each other", Sql("UPDATE run SET undoes = 5 - id")),
    ("runs that undo themselves", Sql("UPDATE run SET undoes = id")),
    ("runs that undo what is no run", Sql("UPDATE run SET undoes = CASE id % 2 WHEN 0 THEN -9223372036854775807 ELSE 9223372036854775807 END")),
    ("30,000 changes in one run", Sql(numbers!("30000",
        "INSERT INTO change SELECT 4, '/gone/c' || i, NULL, NULL, NULL, NULL, NULL, NULL, 0, 420, 0, 0, NULL, NULL FROM n"))),
    ("5,000 runs", Sql(numbers!("5000",
        "INSERT INTO run (id, label, mode, state, started_ms, machine_ms, finished_ms, undoes)
         SELECT 100 + i, 'undo', 0, 1, unixepoch() * 1000, unixepoch() * 1000, 0, i + 99 FROM n"))),
    ("a checkpoint beyond all runs", Sql(
        "UPDATE inline SET data = CAST('{\"run\":9223372036854775807}' AS BLOB) WHERE data = CAST('{\"run\":2}' AS BLOB)")),
    // Branches.
    ("a branch without a root", Sql("DELETE FROM node WHERE parent < 0 AND name = ''")),
    ("a branch without a common state", Sql("DELETE FROM node WHERE parent < 0 AND name <> ''")),
    ("a branch whose root is a file", Sql("UPDATE node SET kind = 0, id = 0 WHERE parent < 0")),
    ("a branch whose root is inside itself", Sql(
        "UPDATE node SET id = (SELECT id FROM node WHERE parent < 0 AND name = '') WHERE name = 's0'")),
    ("a branch whose root is inside the other", Sql("UPDATE node SET id = (SELECT id FROM node WHERE name = 'd' LIMIT 1) WHERE parent < 0")),
    ("a branch that holds itself 2,000 times", Sql(numbers!("2000",
        "INSERT INTO node SELECT (SELECT id FROM node WHERE parent < 0 AND name = ''), 'w' || i, 1,
            (SELECT id FROM node WHERE parent < 0 AND name = ''), 493, 0, 0, NULL, NULL FROM n;
         UPDATE branch SET entries = 1000000000"))),
    ("a common state of no run", Sql("UPDATE node SET name = 'x' WHERE parent < 0 AND name <> ''")),
    ("10,000 common states", Sql(numbers!("10000",
        "INSERT OR IGNORE INTO node SELECT (SELECT min(parent) FROM node), i, 1, 1, 493, 0, 0, NULL, NULL FROM n"))),
    ("a branch of itself", Sql("UPDATE branch SET parent = id")),
    ("a branch of a later one", Sql("UPDATE branch SET parent = 9223372036854775807")),
    ("a branch with the first number", Sql("UPDATE branch SET id = -9223372036854775808")),
    ("a branch that was forked at the end", Sql("UPDATE branch SET forked = 9223372036854775807")),
    ("no branch", Sql("DELETE FROM branch")),
    ("a branch that was deleted and is there", Sql("UPDATE branch SET deleted_ms = 0")),
    ("branches of one name", Sql(numbers!("2000", "INSERT OR IGNORE INTO branch SELECT 100000 + i, 'side', 0, 0, 0, NULL, 0, 0 FROM n"))),
    ("a branch named as the main one", Sql("UPDATE branch SET name = 'main'")),
    ("negative totals of a branch", Sql("UPDATE branch SET bytes = -1, entries = -1")),
    ("2,000 branches, each of the one before", Sql(numbers!("2000",
        "INSERT OR IGNORE INTO branch SELECT 100000 + i, 'n' || i, 99999 + i, 0, 0, NULL, 0, 0 FROM n"))),
    ("directories that nobody shares", Sql("DELETE FROM directory")),
    ("directories that too many share", Sql("UPDATE directory SET refs = 9223372036854775807")),
    ("directories that fewer than nothing share", Sql("UPDATE directory SET refs = -9223372036854775808")),
    ("no branches in the totals", Sql("UPDATE state SET branches = 0")),
    ("more branches than there are", Sql("UPDATE state SET branches = 9223372036854775807")),
    ("runs of no branch", Sql("UPDATE run SET branch = 12345")),
    // The schema and the file.
    ("a trigger", Sql("CREATE TRIGGER t AFTER INSERT ON node BEGIN DELETE FROM node; END")),
    ("a view", Sql("CREATE VIEW v AS SELECT 1")),
    ("one table more", Sql("CREATE TABLE more (a)")),
    ("one table less", Sql("DROP TABLE stream")),
    ("one column more", Sql("UPDATE sqlite_schema SET sql = replace(sql, 'mode INTEGER NOT NULL,', 'mode INTEGER NOT NULL, more AS (zeroblob(1000000000)),')
         WHERE name = 'node'")),
    ("values of wrong types", Sql(
        "UPDATE sqlite_schema SET sql = replace(sql, ') STRICT', ')') WHERE name = 'node'")),
    ("a constraint that never ends", Sql(
        "UPDATE sqlite_schema SET sql = replace(sql, 'mode INTEGER NOT NULL', 'mode INTEGER NOT NULL CHECK (hex(randomblob(99999999)) <> 1)') WHERE name = 'node'")),
    ("an index of another table", Sql(
        "UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = 'run') WHERE name = 'extent_piece'")),
    ("a table with the pages of another", Sql(
        "UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = 'piece') WHERE name = 'inline'")),
    ("a table in a page that is not there", Sql("UPDATE sqlite_schema SET rootpage = 99999 WHERE name = 'node'")),
    ("text in UTF-16", Bytes(|bytes| bytes[59] = 2)),
    ("another application", Bytes(|bytes| bytes[68..72].fill(7))),
    ("a build before 0.1.0", Bytes(|bytes| bytes[68..72].copy_from_slice(b"iVFS"))),
    ("a newer version", Bytes(|bytes| bytes[60..64].copy_from_slice(&[0, 0, 0, 2]))),
    ("version 0", Bytes(|bytes| bytes[60..64].fill(0))),
    ("a file that was cut at a page", Bytes(|bytes| bytes.truncate(bytes.len() / 4096 / 2 * 4096))),
    ("a file that was cut within a page", Bytes(|bytes| bytes.truncate(bytes.len() / 2 + 99))),
    ("a file of 100 bytes", Bytes(|bytes| bytes.truncate(100))),
    ("pages of another size", Bytes(|bytes| bytes[16..18].copy_from_slice(&[2, 0]))),
    ("a header that counts other pages", Bytes(|bytes| bytes[28..32].fill(0x7f))),
    ("a free list that goes in circles", Bytes(|bytes| {
        bytes[32..36].copy_from_slice(&[0, 0, 0, 2]);
        bytes[36..40].copy_from_slice(&[0, 0, 0, 9]);
    })),
    ("the last page is nothing", Bytes(|bytes| {
        let start = bytes.len() - 4096;
        bytes[start..].fill(0);
    })),
    ("pages in another order", Bytes(|bytes| {
        for page in (3..bytes.len() / 4096 - 1).step_by(2) {
            let (one, other) = bytes[page * 4096..].split_at_mut(4096);
            one.swap_with_slice(&mut other[..4096]);
        }
    })),
];
