//! What a command line of `unzip` or `zipinfo` asks for.

use super::info::{Format, Info};
use super::{MISUSED, NOT_FOUND};
use crate::bytes::cat;
use crate::glob::{self, Rules};
use crate::run::{End, Run, Step};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
    Extract,
    /// To the output, and nothing else.
    Pipe,
    /// To the output, with names.
    Screen,
    Test,
    List,
    Verbose,
    Comment,
    Info(Info),
}

/// What happens to a file that is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Old {
    Ask,
    Replace,
    Keep,
}

/// A pattern of names, or a name.
#[derive(Clone, Debug)]
pub(super) struct Pattern {
    pub(super) text: Vec<u8>,
    pub(super) was_found: bool,
}

#[derive(Clone, Debug)]
pub(super) struct Settings {
    pub(super) action: Action,
    pub(super) old: Old,
    /// Whether files are to be replaced, unless they are to be kept.
    says_replace: bool,
    /// Whether files are replaced by newer ones alone, and whether new ones are made.
    pub(super) updates: bool,
    pub(super) freshens: bool,
    pub(super) junks: bool,
    pub(super) quiet: u8,
    pub(super) ignores_case: bool,
    pub(super) lowers: u8,
    pub(super) keeps_special: bool,
    pub(super) keeps_versions: bool,
    /// How often times are left out: of directories, and of all.
    pub(super) without_times: u8,
    pub(super) destination: Option<Vec<u8>>,
    pub(super) archive: Vec<u8>,
    pub(super) wanted: Vec<Pattern>,
    pub(super) excluded: Vec<Pattern>,
}

impl Settings {
    fn new(action: Action) -> Self {
        Self {
            action,
            old: Old::Ask,
            says_replace: false,
            updates: false,
            freshens: false,
            junks: false,
            quiet: 0,
            ignores_case: false,
            lowers: 0,
            keeps_special: false,
            keeps_versions: false,
            without_times: 0,
            destination: None,
            archive: Vec::new(),
            wanted: Vec::new(),
            excluded: Vec::new(),
        }
    }

    /// Whether a member is asked for. Notes which patterns were found.
    pub(super) fn wants(&mut self, name: &[u8]) -> bool {
        let rules = Rules {
            ignores_case: self.ignores_case,
            period: false,
        };
        let fit = |patterns: &mut Vec<Pattern>| {
            let mut found = patterns
                .iter_mut()
                .filter(|pattern| glob::fits(&pattern.text, name, rules));
            match found.next() {
                Some(pattern) => {
                    pattern.was_found = true;
                    true
                }
                None => false,
            }
        };
        (self.wanted.is_empty() || fit(&mut self.wanted)) && !fit(&mut self.excluded)
    }

    /// Whether all members are asked for.
    pub(super) fn wants_all(&self) -> bool {
        self.wanted.is_empty() && self.excluded.is_empty()
    }

    /// Says which patterns of the command line fit no member: in the output, or as errors.
    pub(super) fn say_missing(&self, run: &mut Run<'_, '_>, in_output: bool) -> Step<()> {
        let lists = [
            ("caution: filename not matched:  ", &self.wanted),
            ("caution: excluded filename not matched:  ", &self.excluded),
        ];
        for (number, (words, patterns)) in lists.into_iter().enumerate() {
            for pattern in patterns.iter().filter(|pattern| !pattern.was_found) {
                let text = cat![words, pattern.text, "\n"];
                if in_output {
                    run.put(text)?;
                } else {
                    run.flush()?;
                    run.put_error(text)?;
                }
                if number == 0 {
                    run.status = run.status.max(NOT_FOUND);
                }
            }
        }
        Ok(())
    }

    /// Whether options were given that exclude each other. The last one of several actions counts.
    fn is_mixed(&self) -> bool {
        let prints = matches!(self.action, Action::Pipe | Action::Screen | Action::Test);
        prints && self.updates || self.freshens && self.old == Old::Keep
    }

    pub(super) fn says_name(&self) -> bool {
        match self.action {
            Action::Pipe => false,
            Action::Info(info) => info.has_header(self.wants_all()),
            _ => self.quiet == 0,
        }
    }

    pub(super) fn says_comment(&self) -> bool {
        match self.action {
            Action::Pipe => false,
            Action::Comment => true,
            Action::Info(info) => info.has_comment,
            _ => self.quiet == 0,
        }
    }
}

const TWICE: &[u8] = b"-d option used more than once (only one exdir allowed)";

const USAGE: &str =
    "Usage: unzip [OPTION]... ARCHIVE[.zip] [MEMBER]... [-x MEMBER...] [-d DIRECTORY]
Extracts members of a zip archive: all, or those that fit patterns.

  -l, -v     lists members, shortly or with sizes and checksums
  -p, -c     writes contents to the output, alone or with names
  -t         tests the archive
  -z         prints its comment
  -d DIR     extracts into a directory
  -x NAME    leaves members out
  -o, -n     replaces files that are there, or never does
  -u, -f     replaces older files, and makes new ones, or none
  -j         makes no directories
  -C, -L     ignores case in patterns, or makes names lower case
  -K, -D     keeps special bits of modes, or leaves times of directories
  -q, -qq    says less
  -Z         lists as zipinfo does: -Z1 prints names alone
";

const USAGE_OF_INFO: &str = "Usage: zipinfo [OPTION]... ARCHIVE[.zip] [MEMBER]... [-x MEMBER...]
Lists members of a zip archive.

  -1, -2     names alone
  -s, -m, -l lines in the style of ls -l: short, with ratios, with sizes
  -h, -t     with a line at the beginning, or at the end
  -T         times as numbers
  -z         with the comment
";

fn usage(run: &mut Run<'_, '_>, text: &str) -> Step<Settings> {
    run.put(text)?;
    run.flush()?;
    Err(End(0))
}

fn misused<T>(run: &mut Run<'_, '_>, text: Vec<u8>, usage: &str) -> Step<T> {
    run.put_error(cat!["error:  ", text.trim_ascii_start(), "\n", usage])?;
    Err(End(MISUSED))
}

/// The arguments of `zipinfo`, of those of `unzip -Z`.
pub(super) fn without_z(mut arguments: Vec<Vec<u8>>) -> Vec<Vec<u8>> {
    let rest = arguments[0][2..].to_vec();
    if rest.is_empty() {
        arguments.remove(0);
    } else {
        arguments[0] = cat!["-", rest];
    }
    arguments
}

pub(super) fn unzip(run: &mut Run<'_, '_>, arguments: Vec<Vec<u8>>) -> Step<Settings> {
    let mut settings = Settings::new(Action::Extract);
    let is_version = arguments == [b"-v"];
    if arguments.is_empty() || is_version {
        let version = env!("CARGO_PKG_VERSION");
        let text = format!("unzip (isolate) {version}, as UnZip 6.00\n");
        return usage(run, if is_version { &text } else { USAGE });
    }
    let mut words = arguments.into_iter();
    let archive = loop {
        let Some(word) = words.next() else {
            return misused(run, b"no archive is named".to_vec(), USAGE);
        };
        if word.len() < 2 || word[0] != b'-' {
            break word;
        }
        if matches!(word.as_slice(), b"--help" | b"-h" | b"-hh" | b"-?") {
            return usage(run, USAGE);
        }
        let mut letters = word[1..].iter();
        while let Some(letter) = letters.next() {
            let mut value = || {
                let rest: Vec<u8> = letters.by_ref().copied().collect();
                if rest.is_empty() {
                    words.next()
                } else {
                    Some(rest)
                }
            };
            match letter {
                b'd' => match value() {
                    Some(_) if settings.destination.is_some() => {
                        return misused(run, TWICE.to_vec(), "");
                    }
                    Some(directory) => settings.destination = Some(directory),
                    None => {
                        let text =
                            "error:  must specify directory to which to extract with -d option\n";
                        run.put_error(text)?;
                        return Err(End(MISUSED));
                    }
                },
                // The password is not needed to say that members are encrypted.
                b'P' => drop(value()),
                letter => settings.letter(run, *letter)?,
            }
        }
    };
    settings.archive = archive;
    settings.rest(run, words, USAGE)?;
    match (settings.says_replace, settings.old) {
        (true, Old::Keep) => {
            run.put_error("caution:  both -n and -o specified; ignoring -o\n")?;
        }
        (true, _) => settings.old = Old::Replace,
        (false, _) => {}
    }
    if settings.destination.is_some() && settings.action != Action::Extract {
        settings.complain(run, "caution:  not extracting; -d ignored\n")?;
    }
    if settings.is_mixed() {
        let text = " -fn or any combination of -c, -l, -p, -t, -u and -v options invalid";
        return misused(run, text.as_bytes().to_vec(), USAGE);
    }
    Ok(settings)
}

impl Settings {
    fn letter(&mut self, run: &mut Run<'_, '_>, letter: u8) -> Step<()> {
        match letter {
            b'l' if self.action != Action::Verbose => self.action = Action::List,
            b'l' => {}
            b'v' => self.action = Action::Verbose,
            b'p' => self.action = Action::Pipe,
            b'c' => self.action = Action::Screen,
            b't' => self.action = Action::Test,
            b'z' => self.action = Action::Comment,
            b'o' => self.says_replace = true,
            b'n' => self.old = Old::Keep,
            b'u' => self.updates = true,
            b'f' => (self.updates, self.freshens) = (true, true),
            b'j' => self.junks = true,
            b'q' => self.quiet += 1,
            b'C' => self.ignores_case = true,
            b'L' => self.lowers += 1,
            b'K' => self.keeps_special = true,
            b'V' => self.keeps_versions = true,
            b'D' => self.without_times += 1,
            // Owners, a pager, spaces, names in Unicode and control characters: there is no choice.
            b'X' | b'M' | b's' | b'U' | b'^' | b':' | b'x' => {}
            b'a' => {
                let text = "-a is not supported here: change line ends with tr or sed";
                return misused(run, text.as_bytes().to_vec(), "");
            }
            letter => {
                return misused(run, cat!["unknown option -- '", [letter], "'"], USAGE);
            }
        }
        Ok(())
    }

    /// Members, and what comes after them.
    fn rest(
        &mut self,
        run: &mut Run<'_, '_>,
        words: impl Iterator<Item = Vec<u8>>,
        usage: &str,
    ) -> Step<()> {
        let mut words = words;
        let mut excludes = false;
        while let Some(word) = words.next() {
            if word == b"-x" && !excludes {
                excludes = true;
            } else if word.starts_with(b"-d") && !matches!(self.action, Action::Info(_)) {
                let directory = if word.len() > 2 {
                    Some(word[2..].to_vec())
                } else {
                    words.next()
                };
                let Some(directory) = directory else {
                    let text =
                        "error:  must specify directory to which to extract with -d option\n";
                    run.put_error(text)?;
                    return Err(End(MISUSED));
                };
                if self.destination.replace(directory).is_some() {
                    return misused(run, TWICE.to_vec(), usage);
                }
            } else {
                let pattern = Pattern {
                    text: word,
                    was_found: false,
                };
                if excludes {
                    self.excluded.push(pattern);
                } else {
                    self.wanted.push(pattern);
                }
            }
        }
        Ok(())
    }
}

pub(super) fn zipinfo(run: &mut Run<'_, '_>, arguments: Vec<Vec<u8>>) -> Step<Settings> {
    let mut info = Info::default();
    if arguments.is_empty() {
        return usage(run, USAGE_OF_INFO);
    }
    let mut settings = Settings::new(Action::Info(info));
    let mut words = arguments.into_iter();
    let archive = loop {
        let Some(word) = words.next() else {
            return misused(run, b"no archive is named".to_vec(), USAGE_OF_INFO);
        };
        if word.len() < 2 || word[0] != b'-' {
            break word;
        }
        if word == b"--help" {
            return usage(run, USAGE_OF_INFO);
        }
        for letter in &word[1..] {
            match letter {
                b'1' => info.format = Some(Format::Names),
                b'2' => info.format = Some(Format::NamesAndMore),
                b's' => info.format = Some(Format::Short),
                b'm' => info.format = Some(Format::Medium),
                b'l' => info.format = Some(Format::Long),
                b'h' => info.header = true,
                b't' => info.totals = true,
                b'T' => info.has_seconds = true,
                b'z' => info.has_comment = true,
                b'C' => settings.ignores_case = true,
                b'q' => settings.quiet += 1,
                b'M' | b'U' => {}
                b'v' => {
                    let text = "-v is not supported here: use -l, or unzip -v";
                    return misused(run, text.as_bytes().to_vec(), "");
                }
                letter => {
                    let text = cat!["unknown option -- '", [*letter], "'"];
                    return misused(run, text, USAGE_OF_INFO);
                }
            }
        }
    };
    settings.archive = archive;
    settings.action = Action::Info(info);
    settings.rest(run, words, USAGE_OF_INFO)?;
    Ok(settings)
}
