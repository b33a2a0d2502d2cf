//! Differences that are known, each with its reason.

use serde_json::Value;

use crate::documents::Document;

type Answer = Result<Value, String>;

/// A difference: of which subjects, whether of documents that were changed alone, and what the errors
/// of ours and theirs begin with; an empty text is any error.
struct Known {
    subject: &'static str,
    /// What the document has.
    has: &'static str,
    is_broken: bool,
    ours: Option<&'static str>,
    theirs: Option<&'static str>,
}

const KNOWN: &[Known] = &[
    // Numbers hold 2^53 exactly, which the package refuses.
    Known {
        subject: "smol-toml",
        has: "",
        is_broken: false,
        ours: None,
        theirs: Some("Invalid TOML document: integer value cannot be represented"),
    },
    // The package takes days that no month has for days of the next one.
    Known {
        subject: "smol-toml",
        has: "",
        is_broken: false,
        ours: Some("no such date or time"),
        theirs: None,
    },
    // The package joins what follows an empty item of an inner list to that list.
    Known {
        subject: "js-yaml",
        has: "- \n",
        is_broken: false,
        ours: None,
        theirs: None,
    },
    // The package takes an object in the line of its anchor, and no key that is empty.
    Known {
        subject: "js-yaml",
        has: "&n",
        is_broken: false,
        ours: Some("mapping values are not allowed"),
        theirs: None,
    },
    Known {
        subject: "js-yaml",
        has: ":",
        is_broken: true,
        ours: None,
        theirs: Some("incomplete explicit mapping pair"),
    },
    // The package trims this mark too.
    Known {
        subject: "csv-parse, trimmed",
        has: "\u{feff}",
        is_broken: true,
        ours: None,
        theirs: None,
    },
    Known {
        subject: "csv-parse, trimmed",
        has: "",
        is_broken: false,
        ours: Some("cell "),
        theirs: None,
    },
    // The package makes strings of scalars that do not fit their tag.
    Known {
        subject: "yaml",
        has: "!!",
        is_broken: false,
        ours: Some("!!"),
        theirs: None,
    },
    Known {
        subject: "yaml",
        has: "!!float",
        is_broken: false,
        ours: None,
        theirs: None,
    },
    // Tabs in directives, and what follows a key in a line of its own that is not in line with it.
    Known {
        subject: "yaml",
        has: "",
        is_broken: true,
        ours: Some("while "),
        theirs: None,
    },
    // Names of HTML are no entities of XML.
    Known {
        subject: "fast-xml-parser",
        has: "&nbsp;",
        is_broken: false,
        ours: Some("the entity &nbsp;"),
        theirs: None,
    },
    // The package reads quotes in what is no declaration as such.
    Known {
        subject: "fast-xml-parser",
        has: "<?",
        is_broken: true,
        ours: None,
        theirs: Some("Pi Tag is not closed"),
    },
    Known {
        subject: "js-yaml",
        has: "!",
        is_broken: true,
        ours: None,
        theirs: Some("tag suffix cannot contain"),
    },
    Known {
        subject: "js-yaml",
        has: "- \n",
        is_broken: false,
        ours: None,
        theirs: Some("bad indentation of a sequence"),
    },
    // Texts of several lines without quotes that are less indented than they began, and tabs.
    Known {
        subject: "js-yaml",
        has: "\n",
        is_broken: true,
        ours: None,
        theirs: Some("end of the stream"),
    },
    Known {
        subject: "yaml",
        has: "\t",
        is_broken: true,
        ours: None,
        theirs: Some("Tabs are not allowed"),
    },
    Known {
        subject: "yaml",
        has: ": ",
        is_broken: true,
        ours: None,
        theirs: Some("Nested mappings are not allowed"),
    },
    Known {
        subject: "yaml",
        has: "",
        is_broken: true,
        ours: Some("mapping values are not allowed"),
        theirs: None,
    },
    // Keys that are lists or objects are no names of members.
    Known {
        subject: "yaml",
        has: "? ",
        is_broken: false,
        ours: Some("a list or an object is a key"),
        theirs: None,
    },
    // The package drops characters that XML cannot hold.
    Known {
        subject: "fast-xml-parser",
        has: "&#",
        is_broken: true,
        ours: None,
        theirs: None,
    },
    // The mark of a document needs no white space after it for the package, nor has a lone `!` a meaning.
    Known {
        subject: "js-yaml",
        has: "---",
        is_broken: true,
        ours: None,
        theirs: None,
    },
    Known {
        subject: "js-yaml",
        has: "---",
        is_broken: true,
        ours: None,
        theirs: Some(""),
    },
    Known {
        subject: "js-yaml",
        has: "---",
        is_broken: true,
        ours: Some("did not find expected"),
        theirs: None,
    },
    Known {
        subject: "js-yaml",
        has: "!",
        is_broken: true,
        ours: None,
        theirs: None,
    },
    // `?` in front of a bracket is a key for the package.
    Known {
        subject: "yaml",
        has: "?",
        is_broken: true,
        ours: None,
        theirs: None,
    },
    Known {
        subject: "js-yaml",
        has: "?",
        is_broken: true,
        ours: None,
        theirs: Some(""),
    },
    // The package needs no white space in front of comments, and less of it in front of brackets.
    Known {
        subject: "yaml",
        has: "#",
        is_broken: true,
        ours: Some("comments must be separated"),
        theirs: None,
    },
    Known {
        subject: "yaml",
        has: "",
        is_broken: true,
        ours: Some("invalid indentation"),
        theirs: None,
    },
    Known {
        subject: "yaml",
        has: "\t",
        is_broken: true,
        ours: Some("a block scalar content cannot start"),
        theirs: None,
    },
    Known {
        subject: "yaml",
        has: ":",
        is_broken: true,
        ours: Some("a list or an object is a key"),
        theirs: None,
    },
    Known {
        subject: "js-yaml",
        has: "!!",
        is_broken: true,
        ours: None,
        theirs: Some("cannot resolve a node"),
    },
    Known {
        subject: "js-yaml",
        has: "!!float",
        is_broken: true,
        ours: None,
        theirs: Some("data.toLowerCase"),
    },
    // What ends a document twice, a list in the line of an empty key, spaces after kept lines.
    Known {
        subject: "yaml",
        has: "...",
        is_broken: true,
        ours: None,
        theirs: Some(""),
    },
    Known {
        subject: "yaml",
        has: ":",
        is_broken: true,
        ours: None,
        theirs: Some("Unexpected block-seq-ind"),
    },
    Known {
        subject: "js-yaml",
        has: ">+",
        is_broken: true,
        ours: None,
        theirs: None,
    },
    // The package takes the mark for white space.
    Known {
        subject: "papaparse",
        has: "\u{feff}",
        is_broken: true,
        ours: None,
        theirs: None,
    },
    // The package writes all digits of large numbers.
    Known {
        subject: "smol-toml, written",
        has: "e+20",
        is_broken: false,
        ours: None,
        theirs: None,
    },
    // An empty table has no line behind it for the package, and it writes `null` in front of a list.
    Known {
        subject: "smol-toml, written",
        has: "{}",
        is_broken: false,
        ours: None,
        theirs: None,
    },
    Known {
        subject: "fast-xml-parser, written",
        has: "null",
        is_broken: false,
        ours: None,
        theirs: None,
    },
    // A text beside elements has a line of its own for the package where it comes last.
    Known {
        subject: "fast-xml-parser, written in lines",
        has: "#text",
        is_broken: false,
        ours: None,
        theirs: None,
    },
    // No line parts the header of an element from that of its first table, and names that are numbers
    // come first in JavaScript.
    Known {
        subject: "smol-toml, written",
        has: "[{",
        is_broken: false,
        ours: None,
        theirs: None,
    },
    Known {
        subject: "smol-toml, written",
        has: "\"1\":",
        is_broken: false,
        ours: None,
        theirs: None,
    },
    // Names of members are what is written, dates too; quotes that are not closed, and two anchors.
    Known {
        subject: "js-yaml",
        has: ":",
        is_broken: true,
        ours: None,
        theirs: None,
    },
    Known {
        subject: "js-yaml",
        has: "&",
        is_broken: true,
        ours: Some("did not find expected"),
        theirs: None,
    },
    Known {
        subject: "yaml",
        has: "?",
        is_broken: true,
        ours: None,
        theirs: Some("Missing ,"),
    },
    Known {
        subject: "yaml",
        has: "'",
        is_broken: true,
        ours: Some("unclosed quote"),
        theirs: None,
    },
    // The keys `null` and `""` are one.
    Known {
        subject: "yaml",
        has: "null",
        is_broken: false,
        ours: Some("the key \"\" comes twice"),
        theirs: None,
    },
    // The package wants brackets and quotes indented that go on in another line.
    Known {
        subject: "yaml",
        has: "\n",
        is_broken: true,
        ours: None,
        theirs: Some("Flow "),
    },
    Known {
        subject: "yaml",
        has: "\n",
        is_broken: true,
        ours: None,
        theirs: Some("Missing closing"),
    },
    Known {
        subject: "js-yaml",
        has: "\n",
        is_broken: true,
        ours: None,
        theirs: Some("missed comma"),
    },
    // What is no YAML by its specification is for the packages often some: in flows, at the ends of
    // documents, in block scalars.
    Known {
        subject: "yaml",
        has: "",
        is_broken: true,
        ours: Some(""),
        theirs: None,
    },
    Known {
        subject: "yaml",
        has: "|",
        is_broken: true,
        ours: None,
        theirs: None,
    },
    Known {
        subject: "yaml",
        has: "",
        is_broken: true,
        ours: None,
        theirs: Some("Block scalar lines"),
    },
    Known {
        subject: "js-yaml",
        has: "- -",
        is_broken: true,
        ours: None,
        theirs: None,
    },
    Known {
        subject: "smol-toml, written",
        has: "\"11\":",
        is_broken: false,
        ours: None,
        theirs: None,
    },
    Known {
        subject: "js-yaml",
        has: "\n-",
        is_broken: true,
        ours: None,
        theirs: Some("missed comma"),
    },
    Known {
        subject: "js-yaml",
        has: "*n",
        is_broken: false,
        ours: Some("while parsing a block collection"),
        theirs: None,
    },
    // The package gives 0 for numbers in another base.
    Known {
        subject: "csv-parse, cast",
        has: "0x",
        is_broken: false,
        ours: None,
        theirs: None,
    },
    // The key `null` is empty for the package, but not where it is merged.
    Known {
        subject: "yaml, merge",
        has: "<<",
        is_broken: false,
        ours: None,
        theirs: None,
    },
    // The package merges what is no object, and what it is in the middle of.
    Known {
        subject: "yaml",
        has: "",
        is_broken: false,
        ours: Some("<< takes an object"),
        theirs: None,
    },
    Known {
        subject: "yaml",
        has: "",
        is_broken: false,
        ours: Some("an alias inside of what it stands for"),
        theirs: None,
    },
    // The package wants a line in a block.
    Known {
        subject: "js-yaml",
        has: "",
        is_broken: false,
        ours: None,
        theirs: Some("missing indentation for block scalar"),
    },
    // The package takes much that is not well-formed.
    Known {
        subject: "fast-xml-parser",
        has: "",
        is_broken: true,
        ours: Some(""),
        theirs: None,
    },
];

/// Whether a difference is one of those above.
pub(crate) fn is_accepted(
    subject: &str,
    document: &Document,
    ours: &Answer,
    theirs: &Answer,
) -> bool {
    let fits = |known: Option<&str>, answer: &Answer| match (known, answer) {
        (None, Ok(_)) => true,
        (Some(begin), Err(message)) => message.starts_with(begin),
        _ => false,
    };
    KNOWN.iter().any(|known| {
        subject.contains(known.subject)
            && document.text.contains(known.has)
            && (document.is_broken || !known.is_broken)
            && fits(known.ours, ours)
            && fits(known.theirs, theirs)
    })
}
