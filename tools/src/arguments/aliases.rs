//! Names that arguments have in other interfaces.

/// Members that have other names in other interfaces.
pub(crate) type Aliases = [(&'static str, &'static [&'static str])];

/// Names of members in older and other interfaces. They apply where a tool has no member of that
/// name itself.
pub(crate) const ALIASES: &Aliases = &[
    (
        "oldText",
        &["old_string", "old_str", "old", "find", "search"],
    ),
    ("newText", &["new_string", "new_str", "new", "replacement"]),
    (
        "path",
        &[
            "file_path",
            "file",
            "filename",
            "target_file",
            "directory",
            "dir",
            "folder",
        ],
    ),
    ("paths", &["files", "file_paths"]),
    (
        "content",
        &["contents", "text", "file_text", "data", "body"],
    ),
    (
        "pattern",
        &["query", "search", "text", "glob_pattern", "search_pattern"],
    ),
    (
        "replacement",
        &["new_string", "new_str", "new_text", "replace", "with"],
    ),
    (
        "include",
        &["glob", "files", "file_pattern", "include_pattern"],
    ),
    ("glob", &["include", "files", "file_pattern"]),
    (
        "exclude",
        &["ignore", "excludes", "exclude_pattern", "ignore_patterns"],
    ),
    ("ignoreCase", &["case_insensitive", "i"]),
    ("wholeWord", &["word", "whole_words", "w"]),
    (
        "limit",
        &["max_results", "max", "head_limit", "count", "max_count"],
    ),
    (
        "from",
        &["source", "src", "old_path", "source_path", "from_path"],
    ),
    (
        "to",
        &[
            "destination",
            "dest",
            "dst",
            "new_path",
            "target",
            "to_path",
            "destination_path",
        ],
    ),
    ("recursive", &["recurse", "r"]),
    ("dryRun", &["dry", "preview"]),
    ("patch", &["diff"]),
    (
        "run",
        &[
            "op_id",
            "rev",
            "op",
            "id",
            "operation",
            "operation_id",
            "run_id",
        ],
    ),
    ("since", &["since_rev", "after"]),
    ("command", &["cmd"]),
    ("code", &["program", "script", "source", "javascript", "js"]),
];
