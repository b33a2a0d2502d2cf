//! What rows of the history count as (T5 of `docs/schema.md`).

/// What a row of `run`, `part`, `change` or `node` takes beside its texts, with what trees of pages
/// leave free.
pub(crate) const ROW_BYTES: u64 = 256;

/// Which runs are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Runs {
    /// All of them.
    All,
    /// The one whose number is the parameter.
    One,
}

/// Selects what the rows of some runs take, with those of their changes and parts.
pub(crate) fn rows_bytes_sql(runs: Runs) -> String {
    let (of_run, run) = match runs {
        Runs::All => ("true", "true"),
        Runs::One => ("run = ?1", "id = ?1"),
    };
    format!(
        "SELECT (SELECT coalesce(sum({ROW_BYTES} + octet_length(path) + coalesce(octet_length(before_target), 0)
            + coalesce(octet_length(after_target), 0)), 0) FROM change WHERE {of_run})
            + (SELECT coalesce(sum({ROW_BYTES} + octet_length(name)), 0) FROM part WHERE {of_run})
            + (SELECT coalesce(sum({ROW_BYTES} + octet_length(label) + coalesce(octet_length(actor), 0)), 0) FROM run WHERE {run})"
    )
}

/// Selects how many stored bytes only history holds: small contents that no file has, and of each
/// piece the bytes that are not in a file. Of a stream, a file has the bytes up to its size.
pub(crate) const HELD_BYTES_SQL: &str = "
    WITH live AS MATERIALIZED (
        SELECT n.content AS id, c.stream AS stream, max(n.size) AS size
        FROM node n LEFT JOIN content c ON c.id = n.content WHERE n.content IS NOT NULL GROUP BY n.content
    ),
    covered AS MATERIALIZED (
        SELECT stream, max(size) AS size FROM live WHERE stream IS NOT NULL GROUP BY stream
    )
    SELECT (SELECT coalesce(sum(bytes), 0) FROM (
        SELECT max(min(h.size, 1 << 40)) AS bytes FROM (
            SELECT before_content AS content, before_size AS size FROM change
            UNION ALL SELECT content, size FROM part
        ) h LEFT JOIN content c ON c.id = h.content
        WHERE h.content IS NOT NULL AND c.stream IS NULL AND h.content NOT IN (SELECT id FROM live)
        GROUP BY h.content
    )) + (SELECT coalesce(sum(stored - live), 0) FROM (
        SELECT max(min(e.length, 65536)) AS stored,
            max(CASE WHEN e.start < c.size THEN min(e.length, c.size - e.start, 65536) ELSE 0 END) AS live
        FROM extent e LEFT JOIN covered c ON c.stream = e.stream GROUP BY e.piece
    ))";
