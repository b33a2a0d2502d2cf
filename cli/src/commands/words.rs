//! What tools say, in the words of the command line.

/// What a tool says of its arguments and of other tools, and what the command calls them. Longer
/// ones come before those that they hold.
const WORDS: &[(&str, &str)] = &[
    ("intent: \"overwrite\"", "no --create"),
    (
        "exclude: [] takes them in",
        "-a takes them in (find, tree), or --exclude with another pattern",
    ),
    (
        "exclude: [] searches everything",
        "--exclude with another pattern searches it",
    ),
    ("by: \"anyone\"", "no operation at all"),
    ("ignoreCase: true", "-i"),
    ("regex: true", "-E"),
    ("fuzz: indent", "--fuzz indent"),
    (
        "set recursive to remove a directory",
        "give -r to remove a directory",
    ),
    ("set recursive", "give -r"),
    ("with rm and recursive", "with rm -r"),
    ("set overwrite", "give --overwrite"),
    ("set replaceAll or expect", "give --all"),
    ("replaceAll or expect", "--all"),
    ("replaceAll", "--all"),
    ("leave parents out", "leave --no-parents out"),
    ("oldText", "--old"),
    ("newText", "--new"),
    ("ifMatch", "--if-match"),
    ("maxPerFile", "--limit"),
    ("outputMode", "-l or -c"),
    ("call again with cursor, or ", ""),
    ("call again with before, or ", "give --before, or "),
    ("set path to it", "name it as PATH"),
    ("mustExist", "leaving -f out"),
    ("dryRun", "--dry-run"),
    ("give the opId", "give the number"),
    ("give an opId", "give a number"),
    ("opId", "the number of an operation"),
    ("with glob", "with find"),
    ("ls or glob", "ls or find"),
    ("another glob", "another pattern"),
    ("use write", "use `isolate-run write`"),
];

/// A sentence of a tool for somebody at a command line.
pub(crate) fn of_the_command(said: &str) -> String {
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
