//! Command lines: a table of options per command, read as `getopt_long` reads them.

use crate::bytes::cat;
use crate::run::{End, Run, Step};

/// Whether an option has a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    /// None.
    No,
    /// Always one: the rest of the word, or the next word.
    Needed,
    /// Maybe one: behind `=`, or the rest of the word of a short option.
    Maybe,
}

/// One option: a letter, a long name, or both. `id` is what the command is told.
pub(crate) struct Flag {
    short: Option<u8>,
    long: &'static str,
    value: Value,
    id: &'static str,
}

/// A letter alone, which is also its id.
pub(crate) const fn short(id: &'static str, value: Value) -> Flag {
    Flag {
        short: Some(id.as_bytes()[0]),
        long: "",
        value,
        id,
    }
}

/// A letter, which is also the id, with a long name.
pub(crate) const fn both(id: &'static str, long: &'static str, value: Value) -> Flag {
    Flag {
        short: Some(id.as_bytes()[0]),
        long,
        value,
        id,
    }
}

/// A long name alone, which is also its id.
pub(crate) const fn long(long: &'static str, value: Value) -> Flag {
    Flag {
        short: None,
        long,
        value,
        id: long,
    }
}

/// A long name that says the same as a letter.
pub(crate) const fn same(long: &'static str, id: &'static str, value: Value) -> Flag {
    Flag {
        short: None,
        long,
        value,
        id,
    }
}

/// A letter that says the same as a name, or as another letter.
pub(crate) const fn letter(letter: u8, id: &'static str, value: Value) -> Flag {
    Flag {
        short: Some(letter),
        long: "",
        value,
        id,
    }
}

/// An option as it is written, by its id.
pub(crate) fn written(id: &str) -> String {
    let dashes = if id.len() == 1 { "-" } else { "--" };
    format!("{dashes}{id}")
}

/// Refuses an option that the command has, but not here.
pub(crate) fn unsupported<T>(run: &mut Run<'_, '_>, id: &str, code: u8) -> Step<T> {
    run.die(code, format!("option '{}' is not supported", written(id)))
}

/// What a command understands.
pub(crate) struct Table {
    /// In the order in which an ambiguous name lists them.
    pub(crate) flags: &'static [Flag],
    /// The lines of `--help` behind the first.
    pub(crate) help: &'static str,
    /// The exit code of a wrong command line.
    pub(crate) misused: u8,
    /// Whether options may come after operands.
    pub(crate) permutes: bool,
}

impl Table {
    /// What `--help` does.
    pub(crate) fn help(&self, run: &mut Run<'_, '_>) -> Step<()> {
        run.put(format!("Usage: {} {}", run.name, self.help))?;
        run.put(
            "\n      --help     print this and end\n      --version  print the version and end\n",
        )?;
        run.flush()?;
        Err(End(0))
    }

    /// What `--version` does.
    pub(crate) fn version(&self, run: &mut Run<'_, '_>) -> Step<()> {
        let version = env!("CARGO_PKG_VERSION");
        run.put(format!("{} (isolate) {version}\n", run.name))?;
        run.flush()?;
        Err(End(0))
    }

    fn letter(&self, letter: u8) -> Option<&Flag> {
        self.flags.iter().find(|flag| flag.short == Some(letter))
    }

    /// Whether a letter needs a value.
    pub(crate) fn needs_value(&self, letter: u8) -> bool {
        self.letter(letter)
            .is_some_and(|flag| flag.value == Value::Needed)
    }
}

/// Reads a command line option by option.
pub(crate) struct Options<'t> {
    table: &'t Table,
    words: std::vec::IntoIter<Vec<u8>>,
    /// Letters of a word that are still to be read.
    letters: Vec<u8>,
    operands: Vec<Vec<u8>>,
    is_over: bool,
    word: Vec<u8>,
    is_short: bool,
    /// Whether a wrong option is said and passed over: the command sees the option `?`.
    goes_on: bool,
}

/// An option that was read, with its value.
pub(crate) type Given = (&'static str, Option<Vec<u8>>);

impl<'t> Options<'t> {
    pub(crate) fn new(table: &'t Table, arguments: Vec<Vec<u8>>) -> Self {
        Self {
            table,
            words: arguments.into_iter(),
            letters: Vec::new(),
            operands: Vec::new(),
            is_over: false,
            word: Vec::new(),
            is_short: false,
            goes_on: false,
        }
    }

    /// Says every wrong option, not the first alone: each is `?` for the command.
    pub(crate) fn going_on(mut self) -> Self {
        self.goes_on = true;
        self
    }

    /// Says that an option is wrong, and ends the command unless it goes on.
    fn wrong(&self, run: &mut Run<'_, '_>, message: Vec<u8>) -> Step<Given> {
        if self.goes_on {
            run.flush()?;
            run.say(message)?;
            return Ok(("?", None));
        }
        run.misused(self.table.misused, message)
    }

    /// The next option; `--help` and `--version` end the command here.
    pub(crate) fn next(&mut self, run: &mut Run<'_, '_>) -> Step<Option<Given>> {
        if !self.letters.is_empty() {
            return self.letter(run).map(Some);
        }
        while let Some(word) = self.words.next() {
            if self.is_over || word.len() < 2 || word[0] != b'-' {
                self.operands.push(word);
                self.is_over |= !self.table.permutes;
            } else if word == b"--" {
                self.is_over = true;
            } else if let Some(name) = word.strip_prefix(b"--") {
                return self.long(run, name).map(Some);
            } else {
                self.letters = word[1..].to_vec();
                self.word = word;
                return self.letter(run).map(Some);
            }
        }
        Ok(None)
    }

    /// How many words were no options so far.
    pub(crate) fn operands_so_far(&self) -> usize {
        self.operands.len()
    }

    /// The word in which the last short option stood.
    pub(crate) fn word(&self) -> &[u8] {
        &self.word
    }

    /// Whether the last option was a letter.
    pub(crate) fn was_short(&self) -> bool {
        self.is_short
    }

    /// What is no option.
    pub(crate) fn operands(self) -> Vec<Vec<u8>> {
        self.operands
    }

    fn letter(&mut self, run: &mut Run<'_, '_>) -> Step<Given> {
        self.is_short = true;
        let letter = self.letters.remove(0);
        let Some(flag) = self.table.letter(letter) else {
            return self.wrong(run, cat!["invalid option -- '", [letter], "'"]);
        };
        let value = match flag.value {
            Value::No => None,
            Value::Maybe if self.letters.is_empty() => None,
            Value::Maybe => Some(std::mem::take(&mut self.letters)),
            Value::Needed if self.letters.is_empty() => match self.words.next() {
                Some(word) => Some(word),
                None => {
                    let message = cat!["option requires an argument -- '", [letter], "'"];
                    return self.wrong(run, message);
                }
            },
            Value::Needed => Some(std::mem::take(&mut self.letters)),
        };
        Ok((flag.id, value))
    }

    fn long(&mut self, run: &mut Run<'_, '_>, text: &[u8]) -> Step<Given> {
        self.is_short = false;
        const HELP: Flag = long("help", Value::No);
        const VERSION: Flag = long("version", Value::No);
        let (name, value) = match text.iter().position(|byte| *byte == b'=') {
            Some(at) => (&text[..at], Some(text[at + 1..].to_vec())),
            None => (text, None),
        };
        let flags = self.table.flags.iter().chain([&HELP, &VERSION]);
        let fitting: Vec<&Flag> = flags
            .filter(|flag| !flag.long.is_empty() && flag.long.as_bytes().starts_with(name))
            .collect();
        let exact = fitting.iter().find(|flag| flag.long.as_bytes() == name);
        let Some(flag) = exact.or(fitting.first()) else {
            return self.wrong(run, cat!["unrecognized option '--", text, "'"]);
        };
        let differs = |other: &&Flag| other.id != flag.id || other.value != flag.value;
        if exact.is_none() && fitting.iter().any(differs) {
            let mut message = cat!["option '--", text, "' is ambiguous; possibilities:"];
            for flag in fitting {
                message.extend(format!(" '--{}'", flag.long).bytes());
            }
            return self.wrong(run, message);
        }
        let value = match (flag.value, value) {
            (Value::No, Some(_)) => {
                let message = format!("option '--{}' doesn't allow an argument", flag.long);
                return self.wrong(run, message.into_bytes());
            }
            (Value::Needed, None) => match self.words.next() {
                Some(word) => Some(word),
                None => {
                    let message = format!("option '--{}' requires an argument", flag.long);
                    return self.wrong(run, message.into_bytes());
                }
            },
            (_, value) => value,
        };
        match flag.id {
            "help" => self.table.help(run)?,
            "version" => self.table.version(run)?,
            _ => {}
        }
        Ok((flag.id, value))
    }
}

/// A word out of a list, which may be shortened; groups of words mean the same. `what` names the
/// option in messages.
pub(crate) fn choice(
    run: &mut Run<'_, '_>,
    what: &str,
    value: &[u8],
    groups: &[&[&'static str]],
    misused: u8,
) -> Step<&'static str> {
    let mut found: Option<&'static str> = None;
    let mut is_ambiguous = false;
    for group in groups {
        for word in *group {
            if word.as_bytes() == value {
                return Ok(group[0]);
            }
            if word.as_bytes().starts_with(value) {
                is_ambiguous |= found.is_some_and(|found| found != group[0]);
                found = found.or(Some(group[0]));
            }
        }
    }
    if let (Some(found), false) = (found, is_ambiguous) {
        return Ok(found);
    }
    let kind = if is_ambiguous { "ambiguous" } else { "invalid" };
    let (value, option) = (run.word(value), run.word(what.as_bytes()));
    run.say(cat![kind, " argument ", value, " for ", option])?;
    let mut list = "Valid arguments are:\n".to_owned();
    for group in groups {
        let words: Vec<String> = group.iter().map(|word| format!("'{word}'")).collect();
        list.push_str(&format!("  - {}\n", words.join(", ")));
    }
    run.put_error(list)?;
    run.try_help(misused)
}

/// Words that mean the same, with what they stand for.
pub(crate) type Words<T> = (&'static [&'static str], T);

/// As [`choice`], for what a word stands for.
pub(crate) fn pick<T: Copy>(
    run: &mut Run<'_, '_>,
    what: &str,
    value: &[u8],
    table: &[Words<T>],
    misused: u8,
) -> Step<T> {
    let groups: Vec<&[&'static str]> = table.iter().map(|(words, _)| *words).collect();
    let word = choice(run, what, value, &groups, misused)?;
    let chosen = table.iter().find(|(words, _)| words[0] == word);
    Ok(chosen.expect("it is a word of the table").1)
}
