//! What tools say, in the words of the command line.

/// What a tool says of its arguments and of other tools, and what the command calls them. Longer
/// ones come before those that they hold.
const WORDS: &[(&str, &str)] = &[
    (
        "replace it with intent: \"overwrite\"",
        "replace it without --create",
    ),
    ("set intent: \"overwrite\"", "leave --create out"),
    (
        "with write and intent: \"overwrite\"",
        "with `isolate-run write`",
    ),
    (
        "exclude: [] takes them in",
        "find -a and tree -a take them in",
    ),
    (" (exclude: [] searches everything)", ""),
    (", or by: \"anyone\"", ""),
    ("ignoreCase: true", "-i"),
    ("regex: true", "-E"),
    ("leave regex out", "leave -E out"),
    ("set recursive", "give -r"),
    ("with rm and recursive", "with rm -r"),
    ("set overwrite", "give --overwrite"),
    ("replaceAll or expect", "--all"),
    ("set --all", "give --all"),
    ("replaceAll", "--all"),
    ("leave parents out", "leave --no-parents out"),
    ("oldText", "--old"),
    ("newText", "--new"),
    ("ifMatch", "--if-match"),
    ("or raise maxPerFile", "or raise --limit"),
    ("call again with cursor, or ", ""),
    ("call again with before, or ", "give --before, or "),
    ("narrow it with path", "name a PATH"),
    (
        "with path, include or a longer pattern",
        "with PATH, --include or a longer pattern",
    ),
    ("set path to it", "name it as PATH"),
    (
        "offset up to totalLines, or tail for the end",
        "--offset up to the number of lines",
    ),
    ("read for a file", "cat for a file"),
    ("use read for", "use cat for"),
    ("dryRun", "--dry-run"),
    ("an opId", "a number"),
    ("opId", "number"),
    ("with glob", "with find"),
    ("ls or glob", "ls or find"),
    ("state.replaceInFile works", "`state.replaceInFile` works"),
];

/// A sentence of a tool for somebody at a command line.
///
/// What speaks of a member of JSON that was given, such as `edits[0].oldText`, keeps its words.
pub(crate) fn of_the_command(said: &str) -> String {
    if said.contains("`edits[") {
        return said.to_owned();
    }
    WORDS.iter().fold(said.to_owned(), |text, (tool, command)| {
        text.replace(tool, command)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_are_named_as_flags() {
        assert_eq!(
            of_the_command("nothing matches in this case; with ignoreCase: true 2 lines do"),
            "nothing matches in this case; with -i 2 lines do"
        );
        assert_eq!(
            of_the_command("add lines around it to oldText, or set replaceAll or expect"),
            "add lines around it to --old, or give --all"
        );
        let of_json = "the argument `edits[0].newText` is missing";
        assert_eq!(of_the_command(of_json), of_json);
    }

    #[test]
    fn no_word_hides_a_longer_one() {
        for (at, (word, _)) in WORDS.iter().enumerate() {
            let hidden = WORDS[at + 1..]
                .iter()
                .find(|(later, _)| later.contains(word));
            assert!(hidden.is_none(), "{word}: {hidden:?}");
        }
    }
}
