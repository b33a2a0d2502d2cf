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
