//! The arguments of a run.

use std::path::PathBuf;

use clap::Parser;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap_complete::Shell;
use isolate_tools::Settings;

use crate::functions::Outside;
use crate::help;
use crate::limits::LimitArgs;
use crate::paths::workspace_path;
use crate::preludes::Preludes;
use crate::store::StoreArgs;

const AFTER_HELP: &str = "\
Try: isolate-run --eval 'async () => { await state.writeFile(\"/a.txt\", \"hi\"); return state.readFile(\"/a.txt\") }'
     isolate-run --help   for examples, limits, the JSON form and exit codes";

/// Runs a JavaScript program in a sandbox against a persistent filesystem.
#[derive(Debug, Parser)]
#[command(
    name = "isolate-run",
    version,
    about = "Runs a JavaScript program in a sandbox against a persistent filesystem",
    after_help = AFTER_HELP,
    after_long_help = help::after_options(),
    override_usage = "isolate-run <SCRIPT> [--db <FILE> | --dir <DIR>] [OPTIONS]\n       isolate-run --eval <CODE> [--db <FILE> | --dir <DIR>] [OPTIONS]",
)]
pub(crate) struct Args {
    /// File that holds the program; `-` reads it from standard input
    #[arg(value_name = "SCRIPT", required_unless_present_any = ["eval", "completions"])]
    pub(crate) script: Option<PathBuf>,

    /// Run this text instead of a file
    #[arg(
        short,
        long,
        value_name = "CODE",
        conflicts_with = "script",
        allow_hyphen_values = true
    )]
    pub(crate) eval: Option<String>,

    /// SQLite file that holds the filesystem, created if missing [default: ISOLATE_DB or memory]
    #[arg(long, value_name = "FILE", conflicts_with = "store")]
    pub(crate) db: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) store: StoreArgs,

    /// Branch of the filesystem to work on [default: main]
    #[arg(long, value_name = "NAME", conflicts_with = "dir")]
    pub(crate) branch: Option<String>,

    /// Run on the files of a directory; changes are shown, and written back when you confirm
    #[arg(long, value_name = "DIR", conflicts_with_all = ["db", "store", "confirm"])]
    pub(crate) dir: Option<PathBuf>,

    /// With --dir: write the changes back without a question
    #[arg(long, requires = "dir", conflicts_with_all = ["dry_run", "read_only"])]
    pub(crate) yes: bool,

    /// Print one JSON object: result or error, logs, effects, usage
    #[arg(long)]
    pub(crate) json: bool,

    /// Argument of the program, as JSON; `@FILE` reads it from a file
    #[arg(long, value_name = "JSON", allow_hyphen_values = true)]
    pub(crate) input: Option<String>,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,

    /// Do the request once, however often it is repeated with this key; needs --db
    #[arg(long, value_name = "KEY", conflicts_with_all = ["dry_run", "dir"])]
    pub(crate) idempotency_key: Option<String>,

    /// Make random numbers, the clock and the order of events reproducible
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,

    /// Keep all changes if the program returns, and none if it fails
    #[arg(long, conflicts_with = "dry_run")]
    pub(crate) atomic: bool,

    /// Report the changes as a diff and keep none of them
    #[arg(long)]
    pub(crate) dry_run: bool,

    /// Print the changes as a diff
    #[arg(long)]
    pub(crate) diff: bool,

    /// Show the changes on the terminal and ask before they are kept, all or none
    #[arg(long, conflicts_with_all = ["dry_run", "read_only"])]
    pub(crate) confirm: bool,

    /// Keep the changes when somebody has approved them, all or none; needs --db
    #[arg(long, conflicts_with_all = ["confirm", "dir", "dry_run", "read_only"])]
    pub(crate) review: bool,

    /// Refuse every change with EROFS
    #[arg(long)]
    pub(crate) read_only: bool,

    /// Refuse TypeScript; by default types are erased and the rest runs
    #[arg(long)]
    pub(crate) no_typescript: bool,

    #[command(flatten)]
    pub(crate) exec: Exec,

    /// Do not print logs or notes
    #[arg(short, long)]
    pub(crate) quiet: bool,

    /// Print a completion script for a shell
    #[arg(long, value_name = "SHELL", exclusive = true)]
    pub(crate) completions: Option<Shell>,

    #[command(flatten)]
    pub(crate) preludes: Preludes,

    #[command(flatten)]
    pub(crate) outside: Outside,
}

impl Args {
    /// Whether the files outlive the command, beside those of a directory.
    pub(crate) const fn lasts(&self) -> bool {
        self.db.is_some() || self.store.is_given()
    }
}

/// Which commands of a shell programs may run.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct Exec {
    /// Let programs run commands, await state.exec("ls -l"): all, or those named; may be repeated
    #[arg(
        long = "exec",
        value_name = "COMMAND",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = ALL,
        value_parser = command_name
    )]
    commands: Vec<String>,
}

/// What stands for all commands: no command has this name.
const ALL: &str = "*";

/// An entry of a list of commands. An empty one is no more than a variable that is not set.
fn command_name(text: &str) -> Result<String, String> {
    match text.trim().is_empty() {
        false => Ok(text.to_owned()),
        true => Err(
            "a command is a name, or a name with the arguments that it has to begin with"
                .to_owned(),
        ),
    }
}

impl Exec {
    /// Which commands they are, if any: all, or these.
    pub(crate) fn commands(&self) -> Option<Option<Vec<String>>> {
        match &self.commands[..] {
            [] => None,
            // `--exec` beside `--exec=COMMAND` allows all.
            entries if entries.iter().any(|entry| entry == ALL) => Some(None),
            entries => Some(Some(entries.to_vec())),
        }
    }

    /// The settings of tools whose programs may run them.
    pub(crate) fn set(&self, settings: Settings) -> Settings {
        match self.commands() {
            None => settings,
            Some(None) => settings.program_commands(),
            Some(Some(commands)) => settings.only_program_commands(commands),
        }
    }
}

/// Limits of a workspace and of the programs that tools run on it.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Bounds {
    #[command(flatten)]
    pub(crate) limits: LimitArgs,

    /// Directory of the workspace that relative paths of tools start from
    #[arg(long, value_name = "DIR", value_parser = workspace_path)]
    pub(crate) cwd: Option<String>,

    #[command(flatten)]
    pub(crate) exec: Exec,
}

/// Parses one of some names, each of which stands for a value.
pub(crate) fn one_of<T: Clone + Send + Sync>(
    names: &'static [(&'static str, T)],
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(names.iter().map(|(name, _)| *name)).map(|given| {
        let found = names.iter().find(|(name, _)| *name == given);
        found.expect("no other name is accepted").1.clone()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        <Args as clap::CommandFactory>::command().debug_assert();
    }
}
