//! What rows of the history count as (T5 of `docs/schema.md`).

/// What a row of `run`, `change` or `node` takes beside its texts, with what trees of pages leave
/// free.
pub(crate) const ROW_BYTES: u64 = 256;

/// Selects what the rows of some changes and runs take.
pub(crate) fn rows_bytes_sql(changes: &str, runs: &str) -> String {
    format!(
        "SELECT (SELECT coalesce(sum({ROW_BYTES} + octet_length(path) + coalesce(octet_length(before_target), 0)
            + coalesce(octet_length(after_target), 0)), 0) FROM change WHERE {changes})
            + (SELECT coalesce(sum({ROW_BYTES} + octet_length(label) + coalesce(octet_length(actor), 0)), 0) FROM run WHERE {runs})"
    )
}
