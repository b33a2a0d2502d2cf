//! The options that set limits: one for each row of [`Limits::rows`] that has one, and the quota.

use clap::builder::{TypedValueParser as _, ValueParser};
use clap::{Arg, ArgMatches, Command, value_parser};
use isolate_host::vfs::Quota;
use isolate_host::{LimitFlag, LimitRow, LimitUnit, Limits, WorkspaceOptions};

use crate::amounts::{parse_duration, parse_fuel, parse_size};
use crate::input::Bound;

/// The limits of a program and its files, as options set them.
#[derive(Clone, Debug, Default)]
pub(crate) struct LimitArgs {
    pub(crate) run: Limits,
    pub(crate) files: FileLimits,
}

/// The limits of the files of a workspace, in bytes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct FileLimits {
    /// Of all files together.
    pub(crate) quota: Option<u64>,
    /// Of each file.
    pub(crate) file: Option<u64>,
}

impl FileLimits {
    /// Sets those that are given.
    pub(crate) fn set(self, mut options: WorkspaceOptions) -> WorkspaceOptions {
        if let Some(bytes) = self.quota {
            options = options.quota_bytes(bytes);
        }
        if let Some(bytes) = self.file {
            options = options.file_bytes(bytes);
        }
        options
    }
}

/// The limits that have no option: their values, and what they count.
pub(crate) fn fixed_limits() -> impl Iterator<Item = (String, &'static str)> {
    let of_runs = Limits::rows().iter().filter(|row| row.option.is_none());
    let mebibytes = |bytes: u64| format!("{} MiB", bytes >> 20);
    of_runs.map(|row| (row.default_text(), row.what)).chain([(
        mebibytes(Bound::TEXT.bytes),
        "Bytes of the text of a program",
    )])
}

/// The rows that have an option.
pub(crate) fn with_option() -> impl Iterator<Item = (&'static LimitRow, LimitFlag)> {
    Limits::rows()
        .iter()
        .filter_map(|row| Some((row, row.option?)))
}

/// The default of an option, as a user would write it.
fn default_of(row: &LimitRow) -> String {
    let value = row.value(&Limits::new());
    match row.unit {
        LimitUnit::Count if value.is_multiple_of(1_000_000_000) => {
            format!("{}G", value / 1_000_000_000)
        }
        LimitUnit::Mebibytes => (value >> 20).to_string(),
        LimitUnit::Time if value.is_multiple_of(1_000) => format!("{}s", value / 1_000),
        LimitUnit::Time => format!("{value}ms"),
        _ => value.to_string(),
    }
}

fn argument(row: &LimitRow, option: LimitFlag) -> Arg {
    let (name, form, parser): (_, _, ValueParser) = match row.unit {
        LimitUnit::Mebibytes => {
            let most = option.max >> 20;
            let bytes = value_parser!(u64)
                .range(1..=most)
                .map(|mebibytes| mebibytes << 20);
            let form = format!(", in MiB, at most {most}");
            ("MIB", form, ValueParser::new(bytes))
        }
        LimitUnit::Time => {
            let milliseconds = |text: &str| {
                let time = parse_duration(text)?;
                u64::try_from(time.as_millis()).map_err(|error| error.to_string())
            };
            (
                "TIME",
                ": 500ms, 10s, 2m".to_owned(),
                ValueParser::new(milliseconds),
            )
        }
        _ => (
            "N",
            ": 1_000_000, 5M, 2G".to_owned(),
            ValueParser::new(parse_fuel),
        ),
    };
    Arg::new(option.name)
        .long(option.name)
        .value_name(name)
        .value_parser(parser)
        .help(format!("{}{form} [default: {}]", row.what, default_of(row)))
}

fn quota_argument() -> Arg {
    let gibibytes = Quota::new().bytes() >> 30;
    Arg::new("quota")
        .long("quota")
        .value_name("SIZE")
        .value_parser(parse_size)
        .help(format!(
            "Sum of all file sizes: bytes, or with K, M or G for powers of 1024 [default: {gibibytes}G]"
        ))
}

fn file_argument() -> Arg {
    let mebibytes = Quota::new().file_bytes() >> 20;
    Arg::new("file-bytes")
        .long("file-bytes")
        .value_name("SIZE")
        .value_parser(parse_size)
        .help(format!(
            "Size of one file: a larger write fails inside the program with EFBIG [default: {mebibytes}M]"
        ))
}

impl clap::Args for LimitArgs {
    fn augment_args(command: Command) -> Command {
        let options = with_option().map(|(row, option)| argument(row, option));
        command.args(options.chain([quota_argument(), file_argument()]))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl clap::FromArgMatches for LimitArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut limits = Self::default();
        limits.update_from_arg_matches(matches)?;
        Ok(limits)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        for (row, option) in with_option() {
            let Some(&value) = matches.get_one::<u64>(option.name) else {
                continue;
            };
            self.run = row.with(&self.run, value).ok_or_else(|| {
                let text = format!("--{}: {value} is too large\n", option.name);
                clap::Error::raw(clap::error::ErrorKind::ValueValidation, text)
            })?;
        }
        let given = |name: &str, before| matches.get_one::<u64>(name).copied().or(before);
        self.files.quota = given("quota", self.files.quota);
        self.files.file = given("file-bytes", self.files.file);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use clap::{Args as _, FromArgMatches as _};

    use super::*;

    fn parsed(arguments: &[&str]) -> Limits {
        let command = LimitArgs::augment_args(Command::new("test").no_binary_name(true));
        let matches = command.try_get_matches_from(arguments).unwrap();
        LimitArgs::from_arg_matches(&matches).unwrap().run
    }

    #[test]
    fn an_option_means_what_its_help_shows() {
        for (row, option) in with_option() {
            let name = format!("--{}", option.name);
            assert_eq!(parsed(&[&name, &default_of(row)]), Limits::new(), "{name}");
        }
        let few = parsed(&["--memory", "1", "--timeout", "5ms", "--fuel", "7k"]);
        let shown = ["memory_bytes", "timeout", "fuel"].map(|name| {
            let row = Limits::rows().iter().find(|row| row.name == name).unwrap();
            row.value(&few)
        });
        assert_eq!(shown, [1 << 20, 5, 7_000]);
    }
}
