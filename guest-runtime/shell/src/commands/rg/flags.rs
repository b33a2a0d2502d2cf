//! The names of the options of `rg`: those of ripgrep 15.

/// An option.
pub(super) struct Flag {
    pub(super) name: &'static str,
    letter: char,
    pub(super) takes_value: bool,
    /// The name that takes it back, or none.
    negated: &'static str,
    /// Another name, or none.
    alias: &'static str,
}

/// What an option has that is no letter.
const NONE: char = '\0';

const fn switch(name: &'static str, letter: char, negated: &'static str) -> Flag {
    Flag {
        name,
        letter,
        takes_value: false,
        negated,
        alias: "",
    }
}

const fn value(name: &'static str, letter: char, negated: &'static str) -> Flag {
    Flag {
        takes_value: true,
        ..switch(name, letter, negated)
    }
}

const FLAGS: &[Flag] = &[
    value("after-context", 'A', ""),
    switch("auto-hybrid-regex", NONE, "no-auto-hybrid-regex"),
    value("before-context", 'B', ""),
    switch("binary", NONE, "no-binary"),
    switch("block-buffered", NONE, "no-block-buffered"),
    switch("byte-offset", 'b', "no-byte-offset"),
    switch("case-sensitive", 's', ""),
    value("color", NONE, ""),
    value("colors", NONE, ""),
    switch("column", NONE, "no-column"),
    value("context", 'C', ""),
    value("context-separator", NONE, "no-context-separator"),
    switch("count", 'c', ""),
    switch("count-matches", NONE, ""),
    switch("crlf", NONE, "no-crlf"),
    switch("debug", NONE, ""),
    value("dfa-size-limit", NONE, ""),
    value("encoding", 'E', "no-encoding"),
    value("engine", NONE, ""),
    value("field-context-separator", NONE, ""),
    value("field-match-separator", NONE, ""),
    value("file", 'f', ""),
    switch("files", NONE, ""),
    switch("files-with-matches", 'l', ""),
    switch("files-without-match", NONE, ""),
    switch("fixed-strings", 'F', "no-fixed-strings"),
    switch("follow", 'L', "no-follow"),
    value("generate", NONE, ""),
    value("glob", 'g', ""),
    switch("glob-case-insensitive", NONE, "no-glob-case-insensitive"),
    switch("heading", NONE, "no-heading"),
    switch("help", 'h', ""),
    switch("hidden", '.', "no-hidden"),
    value("hostname-bin", NONE, ""),
    value("hyperlink-format", NONE, ""),
    value("iglob", NONE, ""),
    switch("ignore-case", 'i', ""),
    value("ignore-file", NONE, ""),
    switch(
        "ignore-file-case-insensitive",
        NONE,
        "no-ignore-file-case-insensitive",
    ),
    switch("include-zero", NONE, "no-include-zero"),
    switch("invert-match", 'v', "no-invert-match"),
    switch("json", NONE, "no-json"),
    switch("line-buffered", NONE, "no-line-buffered"),
    switch("line-number", 'n', ""),
    switch("line-regexp", 'x', ""),
    value("max-columns", 'M', ""),
    switch("max-columns-preview", NONE, "no-max-columns-preview"),
    value("max-count", 'm', ""),
    Flag {
        alias: "maxdepth",
        ..value("max-depth", 'd', "")
    },
    value("max-filesize", NONE, ""),
    switch("mmap", NONE, "no-mmap"),
    switch("multiline", 'U', "no-multiline"),
    switch("multiline-dotall", NONE, "no-multiline-dotall"),
    switch("no-config", NONE, ""),
    switch("no-filename", 'I', ""),
    switch("no-ignore", NONE, "ignore"),
    switch("no-ignore-dot", NONE, "ignore-dot"),
    switch("no-ignore-exclude", NONE, "ignore-exclude"),
    switch("no-ignore-files", NONE, "ignore-files"),
    switch("no-ignore-global", NONE, "ignore-global"),
    switch("no-ignore-messages", NONE, "ignore-messages"),
    switch("no-ignore-parent", NONE, "ignore-parent"),
    switch("no-ignore-vcs", NONE, "ignore-vcs"),
    switch("no-line-number", 'N', ""),
    switch("no-messages", NONE, "messages"),
    switch("no-pcre2-unicode", NONE, "pcre2-unicode"),
    switch("no-require-git", NONE, "require-git"),
    switch("no-unicode", NONE, "unicode"),
    switch("null", '0', ""),
    switch("null-data", NONE, ""),
    switch("one-file-system", NONE, "no-one-file-system"),
    switch("only-matching", 'o', ""),
    Flag {
        alias: "passthrough",
        ..switch("passthru", NONE, "")
    },
    value("path-separator", NONE, ""),
    switch("pcre2", 'P', "no-pcre2"),
    switch("pcre2-version", NONE, ""),
    value("pre", NONE, "no-pre"),
    value("pre-glob", NONE, ""),
    switch("pretty", 'p', ""),
    switch("quiet", 'q', ""),
    value("regex-size-limit", NONE, ""),
    value("regexp", 'e', ""),
    value("replace", 'r', ""),
    switch("search-zip", 'z', "no-search-zip"),
    switch("smart-case", 'S', ""),
    value("sort", NONE, ""),
    switch("sort-files", NONE, "no-sort-files"),
    value("sortr", NONE, ""),
    switch("stats", NONE, "no-stats"),
    switch("stop-on-nonmatch", NONE, ""),
    switch("text", 'a', "no-text"),
    value("threads", 'j', ""),
    switch("trace", NONE, ""),
    switch("trim", NONE, "no-trim"),
    value("type", 't', ""),
    value("type-add", NONE, ""),
    value("type-clear", NONE, ""),
    switch("type-list", NONE, ""),
    value("type-not", 'T', ""),
    switch("unrestricted", 'u', ""),
    switch("version", 'V', ""),
    switch("vimgrep", NONE, ""),
    switch("with-filename", 'H', ""),
    switch("word-regexp", 'w', ""),
];

/// The option of a letter.
pub(super) fn by_letter(letter: char) -> Option<&'static Flag> {
    FLAGS
        .iter()
        .find(|flag| flag.letter == letter && letter != NONE)
}

/// The option of a name, and whether the name takes it back.
pub(super) fn by_name(name: &str) -> Option<(&'static Flag, bool)> {
    if name.is_empty() {
        return None;
    }
    FLAGS.iter().find_map(|flag| {
        if flag.name == name || flag.alias == name {
            return Some((flag, false));
        }
        (flag.negated == name).then_some((flag, true))
    })
}
