//! The options of `rg`, with the names and the effects that those of ripgrep 15 have.

use std::collections::VecDeque;

use grep_printer::UserColorSpec;
use grep_searcher::Encoding;

use super::flags::{Flag, by_letter, by_name};
use super::values::{number, size, unescaped};

/// What is printed of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Standard,
    FilesWithMatches,
    FilesWithoutMatch,
    Count,
    CountMatches,
    Json,
}

/// What is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mode {
    Search(Kind),
    Files,
    Types,
    Help,
    Version,
    VersionOfPcre2,
}

#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Case {
    #[default]
    Sensitive,
    Insensitive,
    Smart,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Boundary {
    Line,
    Word,
}

/// What becomes of files with zero bytes.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Binary {
    #[default]
    Auto,
    Text,
    Searched,
}

#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Engine {
    #[default]
    Default,
    Perl,
    Auto,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    Path,
    Time,
}

/// Where patterns come from.
pub(super) enum Source {
    Pattern(String),
    File(String),
}

/// A change of the types of files, in the order of the options.
pub(super) enum Type {
    Select(String),
    Negate(String),
    Add(String),
    Clear(String),
}

/// How bytes become text.
#[derive(Default)]
pub(super) enum Coding {
    #[default]
    Auto,
    Raw,
    Of(Encoding),
}

/// The options.
#[derive(Default)]
pub(super) struct Options {
    pub(super) mode: Mode,
    pub(super) patterns: Vec<Source>,
    pub(super) words: Vec<String>,
    pub(super) binary: Binary,
    pub(super) boundary: Option<Boundary>,
    pub(super) byte_offset: bool,
    pub(super) case: Case,
    pub(super) color: bool,
    pub(super) colors: Vec<UserColorSpec>,
    pub(super) column: Option<bool>,
    /// Lines before and after, and the number for both that `-C` gives; that of one side comes before it.
    before: Option<usize>,
    after: Option<usize>,
    around: usize,
    pub(super) passthru: bool,
    pub(super) context_separator: Option<Vec<u8>>,
    pub(super) crlf: bool,
    pub(super) encoding: Coding,
    pub(super) engine: Engine,
    pub(super) field_context_separator: Vec<u8>,
    pub(super) field_match_separator: Vec<u8>,
    pub(super) fixed: bool,
    pub(super) follow: bool,
    pub(super) globs: Vec<String>,
    pub(super) insensitive_globs: Vec<String>,
    pub(super) glob_case_insensitive: bool,
    pub(super) heading: Option<bool>,
    pub(super) hidden: bool,
    pub(super) ignore_files: Vec<String>,
    pub(super) ignore_case_insensitive: bool,
    pub(super) include_zero: bool,
    pub(super) invert: bool,
    pub(super) line_number: Option<bool>,
    pub(super) max_columns: Option<u64>,
    pub(super) max_columns_preview: bool,
    pub(super) max_count: Option<u64>,
    pub(super) max_depth: Option<usize>,
    pub(super) max_filesize: Option<u64>,
    pub(super) multiline: bool,
    pub(super) multiline_dotall: bool,
    pub(super) no_config: bool,
    pub(super) no_ignore_dot: bool,
    pub(super) no_ignore_exclude: bool,
    pub(super) no_ignore_files: bool,
    pub(super) no_ignore_global: bool,
    pub(super) no_ignore_messages: bool,
    pub(super) no_ignore_parent: bool,
    pub(super) no_ignore_vcs: bool,
    pub(super) no_messages: bool,
    pub(super) no_require_git: bool,
    pub(super) no_unicode: bool,
    pub(super) null: bool,
    pub(super) null_data: bool,
    pub(super) only_matching: bool,
    pub(super) path_separator: Option<u8>,
    pub(super) quiet: bool,
    pub(super) regex_size: Option<usize>,
    pub(super) replacement: Option<String>,
    pub(super) search_zip: bool,
    /// The order of files, and whether it is reversed.
    pub(super) sort: Option<(Order, bool)>,
    pub(super) stats: bool,
    pub(super) stop_on_nonmatch: bool,
    /// Whether one thread is asked for; it says where a file is missing in other words than many do.
    pub(super) is_threadless: bool,
    pub(super) trim: bool,
    pub(super) types: Vec<Type>,
    unrestricted: usize,
    pub(super) vimgrep: bool,
    pub(super) with_filename: Option<bool>,
}

impl Default for Mode {
    fn default() -> Self {
        Self::Search(Kind::Standard)
    }
}

impl Options {
    /// Those of no arguments.
    pub(super) fn new() -> Self {
        Self {
            context_separator: Some(b"--".to_vec()),
            field_context_separator: b"-".to_vec(),
            field_match_separator: b":".to_vec(),
            ..Self::default()
        }
    }
}

/// Why an option cannot be used.
type Refused = String;

impl Options {
    /// Reads arguments; otherwise says which of them is none.
    pub(super) fn read(&mut self, arguments: &[String]) -> Result<(), Refused> {
        let mut rest: VecDeque<&str> = arguments.iter().map(String::as_str).collect();
        while let Some(word) = rest.pop_front() {
            match word.strip_prefix("--") {
                Some("") => {
                    self.words.extend(rest.drain(..).map(str::to_owned));
                }
                Some(long) => self.read_long(long, &mut rest)?,
                None => match word.strip_prefix('-') {
                    Some(letters) if !letters.is_empty() => {
                        self.read_letters(letters, &mut rest)?
                    }
                    _ => self.words.push(word.to_owned()),
                },
            }
        }
        Ok(())
    }

    fn read_long(&mut self, long: &str, rest: &mut VecDeque<&str>) -> Result<(), Refused> {
        let (name, given) = match long.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (long, None),
        };
        let (flag, is_negated) =
            by_name(name).ok_or_else(|| format!("unrecognized flag --{name}"))?;
        let value = match (flag.takes_value && !is_negated, given) {
            (true, Some(value)) => value,
            (true, None) => rest.pop_front().ok_or_else(|| {
                format!("missing value for flag --{name}: missing argument for option '--{name}'")
            })?,
            (false, Some(value)) => {
                return Err(format!(
                    "invalid CLI arguments: unexpected argument for option '--{name}': {value:?}"
                ));
            }
            (false, None) => "",
        };
        self.set(flag, !is_negated, value)
            .map_err(|why| format!("error parsing flag --{name}: {why}"))
    }

    fn read_letters(&mut self, letters: &str, rest: &mut VecDeque<&str>) -> Result<(), Refused> {
        let mut letters = letters.chars();
        while let Some(letter) = letters.next() {
            let flag = by_letter(letter).ok_or_else(|| format!("unrecognized flag -{letter}"))?;
            let mut value = "";
            if flag.takes_value {
                let attached = letters.as_str();
                letters = "".chars();
                value = match attached.strip_prefix('=') {
                    Some(value) => value,
                    None if !attached.is_empty() => attached,
                    None => rest.pop_front().ok_or_else(|| {
                        format!(
                            "missing value for flag -{letter}: missing argument for option '-{letter}'"
                        )
                    })?,
                };
            } else if let Some(value) = letters.as_str().strip_prefix('=') {
                return Err(format!(
                    "invalid CLI arguments: unexpected argument for option '-{letter}': {value:?}"
                ));
            }
            self.set(flag, true, value)
                .map_err(|why| format!("error parsing flag -{letter}: {why}"))?;
        }
        Ok(())
    }

    fn search(&mut self, kind: Kind) {
        if matches!(self.mode, Mode::Search(_)) {
            self.mode = Mode::Search(kind);
        }
    }

    fn special(&mut self, mode: Mode) {
        if !matches!(self.mode, Mode::Help | Mode::Version | Mode::VersionOfPcre2) {
            self.mode = mode;
        }
    }

    fn no_ignore(&mut self, yes: bool) {
        self.no_ignore_dot = yes;
        self.no_ignore_exclude = yes;
        self.no_ignore_global = yes;
        self.no_ignore_parent = yes;
        self.no_ignore_vcs = yes;
    }

    fn unrestrict(&mut self) -> Result<(), Refused> {
        self.unrestricted += 1;
        match self.unrestricted {
            1 => self.no_ignore(true),
            2 => self.hidden = true,
            3 => self.binary = Binary::Searched,
            _ => return Err("flag can only be repeated up to 3 times".to_owned()),
        }
        Ok(())
    }

    /// Lines before and after each match.
    pub(super) fn context(&self) -> (usize, usize) {
        let side = |side: Option<usize>| side.unwrap_or(self.around);
        (side(self.before), side(self.after))
    }

    fn set_context(&mut self, name: &str, value: &str) -> Result<(), Refused> {
        let lines = number(value)?;
        self.passthru = false;
        match name {
            "after-context" => self.after = Some(lines),
            "before-context" => self.before = Some(lines),
            _ => self.around = lines,
        }
        Ok(())
    }

    fn set_sort(&mut self, value: &str, is_reversed: bool) -> Result<(), Refused> {
        self.sort = match value {
            "none" => None,
            "path" => Some((Order::Path, is_reversed)),
            // A file has one time here.
            "modified" | "accessed" | "created" => Some((Order::Time, is_reversed)),
            _ => return Err(format!("choice '{value}' is unrecognized")),
        };
        Ok(())
    }

    fn set_color(&mut self, value: &str) -> Result<(), Refused> {
        self.color = match value {
            "never" | "auto" => false,
            "always" | "ansi" => true,
            _ => return Err(format!("choice '{value}' is unrecognized")),
        };
        Ok(())
    }

    fn set_encoding(&mut self, label: &str, yes: bool) -> Result<(), Refused> {
        self.encoding = match label {
            _ if !yes => Coding::Auto,
            "auto" => Coding::Auto,
            "none" => Coding::Raw,
            _ => Coding::Of(Encoding::new(label).map_err(|error| error.to_string())?),
        };
        Ok(())
    }

    fn set_engine(&mut self, value: &str) -> Result<(), Refused> {
        self.engine = match value {
            "default" => Engine::Default,
            "pcre2" => Engine::Perl,
            "auto" => Engine::Auto,
            _ => return Err(format!("unrecognized regex engine '{value}'")),
        };
        Ok(())
    }

    fn set_path_separator(&mut self, value: &str) -> Result<(), Refused> {
        self.path_separator = match unescaped(value).as_slice() {
            [] => None,
            [byte] => Some(*byte),
            bytes => {
                return Err(format!(
                    "A path separator must be exactly one byte, but the given separator is {} bytes: {value}\nIn some shells on Windows '/' is automatically expanded. Use '//' instead.",
                    bytes.len()
                ));
            }
        };
        Ok(())
    }

    /// Sets what a flag names; `yes` is false for one that takes another back.
    fn set(&mut self, flag: &Flag, yes: bool, value: &str) -> Result<(), Refused> {
        let owned = || value.to_owned();
        match flag.name {
            "auto-hybrid-regex" if yes => self.engine = Engine::Auto,
            "auto-hybrid-regex" => self.engine = Engine::Default,
            "pcre2" if yes => self.engine = Engine::Perl,
            "pcre2" => self.engine = Engine::Default,
            "engine" => self.set_engine(value)?,
            "after-context" | "before-context" | "context" => self.set_context(flag.name, value)?,
            "passthru" => self.passthru = true,
            "binary" if yes => self.binary = Binary::Searched,
            "text" if yes => self.binary = Binary::Text,
            "binary" | "text" => self.binary = Binary::Auto,
            "byte-offset" => self.byte_offset = yes,
            "case-sensitive" => self.case = Case::Sensitive,
            "ignore-case" => self.case = Case::Insensitive,
            "smart-case" => self.case = Case::Smart,
            "color" => self.set_color(value)?,
            "colors" => {
                let spec = value.parse::<UserColorSpec>();
                self.colors.push(spec.map_err(|error| error.to_string())?);
            }
            "column" => self.column = Some(yes),
            "context-separator" => self.context_separator = yes.then(|| unescaped(value)),
            "field-context-separator" => self.field_context_separator = unescaped(value),
            "field-match-separator" => self.field_match_separator = unescaped(value),
            "count" => self.search(Kind::Count),
            "count-matches" => self.search(Kind::CountMatches),
            "files-with-matches" => self.search(Kind::FilesWithMatches),
            "files-without-match" => self.search(Kind::FilesWithoutMatch),
            "json" if yes => self.search(Kind::Json),
            "json" if self.mode == Mode::Search(Kind::Json) => self.search(Kind::Standard),
            "files" => self.special(Mode::Files),
            "type-list" => self.special(Mode::Types),
            "help" => self.special(Mode::Help),
            "version" => self.special(Mode::Version),
            "pcre2-version" => self.special(Mode::VersionOfPcre2),
            "crlf" => {
                self.crlf = yes;
                self.null_data &= !yes;
            }
            "null-data" => (self.crlf, self.null_data) = (false, true),
            "regex-size-limit" | "dfa-size-limit" => {
                let limit = usize::try_from(size(value)?).unwrap_or(usize::MAX);
                if flag.name == "regex-size-limit" {
                    self.regex_size = Some(limit);
                }
            }
            "encoding" => self.set_encoding(value, yes)?,
            "file" => self.patterns.push(Source::File(owned())),
            "regexp" => self.patterns.push(Source::Pattern(owned())),
            "fixed-strings" => self.fixed = yes,
            "follow" => self.follow = yes,
            "glob" => self.globs.push(owned()),
            "iglob" => self.insensitive_globs.push(owned()),
            "glob-case-insensitive" => self.glob_case_insensitive = yes,
            "heading" => self.heading = Some(yes),
            "hidden" => self.hidden = yes,
            "ignore-file" => self.ignore_files.push(owned()),
            "ignore-file-case-insensitive" => self.ignore_case_insensitive = yes,
            "include-zero" => self.include_zero = yes,
            "invert-match" => self.invert = yes,
            "line-number" => self.line_number = Some(true),
            "no-line-number" => self.line_number = Some(false),
            "line-regexp" => self.boundary = Some(Boundary::Line),
            "word-regexp" => self.boundary = Some(Boundary::Word),
            "max-columns" => {
                self.max_columns = Some(number(value)? as u64).filter(|columns| *columns > 0);
            }
            "max-columns-preview" => self.max_columns_preview = yes,
            "max-count" => self.max_count = Some(number(value)? as u64),
            "max-depth" => self.max_depth = Some(number(value)?),
            "max-filesize" => self.max_filesize = Some(size(value)?),
            "multiline" => {
                self.multiline = yes;
                self.stop_on_nonmatch &= !yes;
            }
            "multiline-dotall" => self.multiline_dotall = yes,
            "stop-on-nonmatch" => (self.stop_on_nonmatch, self.multiline) = (true, false),
            "no-config" => self.no_config = true,
            "no-ignore" => self.no_ignore(yes),
            "no-ignore-dot" => self.no_ignore_dot = yes,
            "no-ignore-exclude" => self.no_ignore_exclude = yes,
            "no-ignore-files" => self.no_ignore_files = yes,
            "no-ignore-global" => self.no_ignore_global = yes,
            "no-ignore-messages" => self.no_ignore_messages = yes,
            "no-ignore-parent" => self.no_ignore_parent = yes,
            "no-ignore-vcs" => self.no_ignore_vcs = yes,
            "no-messages" => self.no_messages = yes,
            "no-require-git" => self.no_require_git = yes,
            "no-unicode" | "no-pcre2-unicode" => self.no_unicode = yes,
            "unrestricted" => self.unrestrict()?,
            "null" => self.null = true,
            "only-matching" => self.only_matching = true,
            "path-separator" => self.set_path_separator(value)?,
            "pretty" => {
                self.color = true;
                (self.heading, self.line_number) = (Some(true), Some(true));
            }
            "quiet" => self.quiet = true,
            "replace" => self.replacement = Some(owned()),
            "search-zip" => self.search_zip = yes,
            "sort-files" => self.sort = yes.then_some((Order::Path, false)),
            "sort" => self.set_sort(value, false)?,
            "sortr" => self.set_sort(value, true)?,
            "stats" => self.stats = yes,
            "trim" => self.trim = yes,
            "type" => self.types.push(Type::Select(owned())),
            "type-not" => self.types.push(Type::Negate(owned())),
            "type-add" => self.types.push(Type::Add(owned())),
            "type-clear" => self.types.push(Type::Clear(owned())),
            "threads" => self.is_threadless = number(value)? == 1,
            "vimgrep" => self.vimgrep = true,
            "with-filename" => self.with_filename = Some(true),
            "no-filename" => self.with_filename = Some(false),
            "pre" if yes && !value.is_empty() => {
                return Err(
                    "no programs are run for files here: convert them first, and search what that writes"
                        .to_owned(),
                );
            }
            "generate" => return Err("nothing is generated here".to_owned()),
            "hyperlink-format" if !matches!(value, "" | "none") => {
                return Err("there are no links here but `none`".to_owned());
            }
            // How ripgrep buffers, maps files and logs changes nothing that it finds.
            _ => {}
        }
        Ok(())
    }
}
