//! The arguments: their syntax, limits and help.

use std::path::PathBuf;

use clap::Parser;
use clap_complete::Shell;

use crate::amounts::parse_size;
use crate::functions::Outside;
use crate::limits::LimitArgs;
use crate::paths::workspace_path;
use crate::preludes::Preludes;

const AFTER_HELP: &str = "\
Try: isolate-run --eval 'async () => { await state.writeFile(\"/a.txt\", \"hi\"); return state.readFile(\"/a.txt\") }'
     isolate-run --help   for examples, limits, the JSON form and exit codes";

const AFTER_LONG_HELP: &str = "\
The program:
  async () => { … }            an async arrow function: the usual form
  async (input) => { … }       the same, called with the value of --input
  export default …, async function main() { … }, plain statements with `return`,
  or a bare expression work too, and so does any of them in a Markdown fence.
  TypeScript is fine: types are erased, enums compiled. Decorators are refused.
  It reaches files through the global `state`: readFile, writeFile, readJson, glob,
  find, cp, mv, rm and so on; Node's `fs`, `path` and `Buffer` work on the same files.
  `import` takes files and node_modules of the filesystem, and libraries of --prelude.
  There is no network access except through --mcp, --openapi and --allow-net.
  `isolate-run prompt` prints the full reference.

Examples:
  isolate-run script.js --db state.sqlite          files persist in state.sqlite
  isolate-run script.js                            files are kept in memory and discarded
  isolate-run script.js --dir project              files of a directory; asks before it writes there
  isolate-run script.js --dir project --yes        writes without a question, for scripts
  isolate-run --eval '1 + 1'
  isolate-run script.js --db s.sqlite --input '{\"name\":\"Ann\"}' --json
  isolate-run script.js --db s.sqlite --dry-run    report what would change, keep nothing
  isolate-run script.js --db s.sqlite --confirm    show the changes, and ask before they are kept
  generate | isolate-run - --db s.sqlite --timeout 5s --seed 7
  isolate-run --mcp 'time=uvx mcp-server-time' --eval 'time.get_current_time({timezone: \"UTC\"})'

Files and models (isolate-run COMMAND --help for details; run a script of such a name as ./NAME):
  isolate-run ls|cat|tree|stat|grep|find … --db s.sqlite  read files
  isolate-run write|append|edit|mkdir|rm|mv|cp … --db …   change files; --dry-run previews
  isolate-run import|export DIR|x.tar|x.zip --db …        directories and archives, in and out
  isolate-run fork NEW.sqlite --db s.sqlite [--at RUN]    a copy, now or at a point of the history
  isolate-run branch|branches|merge NAME --db s.sqlite   side by side; --branch NAME works on one
  isolate-run log|show|diff|retention|gc --db s.sqlite     what ran, and what it changed
  isolate-run replay RUN | --all --db s.sqlite            make runs again, and compare them
  isolate-run undo|redo|checkpoint|restore --db s.sqlite   revert changes, and bring them back
  isolate-run undo --dir project                          take back what was written to a directory
  isolate-run watch --db s.sqlite                         changes as they happen
  isolate-run check --db s.sqlite                         verify the integrity of the file
  isolate-run prompt | schema                             what a model is told
  isolate-run serve --db s.sqlite [--http PORT]           the tools over MCP
  isolate-run mcp-config --client NAME --db s.sqlite      configuration for a client
  isolate-run call TOOL | act --db s.sqlite               one tool, or JSON actions
  A path with characters that cannot be seen is printed, and given, as in bash: $'/a\\nb'.

Limits, all finite by default:
  --fuel 500G      WebAssembly instructions: 15 to 50 seconds of pure computing. The
                   same program, input, files and seed use the same fuel everywhere.
  --memory 256     MiB that the program adds to the sandbox: enough for some 10 MB of
                   files as JavaScript values.
  --host-memory 256
                   MiB that the host holds for the program: data that its calls read, find,
                   decode and return, and its files if there is no --db.
  --timeout 30s    time from start to end, waits included. Most programs reach it
                   before the default of fuel, which is for runs that are to be
                   the same everywhere: then give less fuel.
  --quota 1G       sum of all file sizes; one file holds at most 64 MiB. A larger
                   write fails inside the program with ENOSPC or EFBIG.
  Fixed: 1,000,000 state calls and 16 GiB read or written per run, 8 MiB of result,
  10,000 log entries of 64 KiB and 1 MiB together, 16 MiB of program text.

JSON (--json prints exactly one object on standard output):
  {\"status\": \"ok\" | \"error\" | \"limit\",
   \"result\": …,                     omitted when undefined
   \"error\": {\"name\", \"message\", \"code\"?, \"line\"?, \"column\"?, \"frame\"?, \"limit\"?},
   \"logs\": [{\"level\", \"text\"}],
   \"logsDropped\": {\"entries\", \"bytes\"},    only when entries were dropped
   \"effects\": {\"created\": [path], \"changed\": [path], \"deleted\": [path],
               \"omitted\"?},            the first 10,000 paths; the others are counted
   \"calls\": [{\"function\", \"status\", \"ms\", \"code\"?, \"note\"?}],   only when functions were called
   \"callsOmitted\": 7,               only when there were more than 1,000
   \"committed\": false,              only when the effects were not kept
   \"diff\": text,                    with --diff or --dry-run
   \"run\": 7 | null,                its number in the history; the argument of `undo`
   \"dir\": {\"written\", …},          only with --dir: whether the changes were written
   \"usage\": {\"fuel\", \"wallMs\", \"peakMemoryBytes\", \"hostCalls\", \"bytesRead\", \"bytesWritten\"}}
  A Uint8Array becomes {\"$bytes\": base64}, a Date its ISO string. `line` and `column` count
  from 1 in the given text; `frame` shows that line with a caret.

Without --json:
  The result goes to standard output: a string unchanged, anything else as JSON.
  Logs and errors go to standard error. Control characters are escaped on a terminal.

Exit codes:
    0  the program returned
    1  the program threw, awaits a promise that can never settle, or nests too deeply;
       grep: nothing matches; check: the file is damaged; replay: a run is different
    2  usage error: an invalid flag, a script that cannot be read, --input that is not JSON
    3  the program does not parse; nothing ran
    4  storage failed or is full: the database is not a workspace, was written by a newer
       version, is locked, read-only or damaged, or the program ended with an uncaught
       ENOSPC, EIO, EBUSY or EROFS
   70  internal error of the sandbox (please report it)
  124  the fuel, the time, or the bound of calls or bytes ran out
  137  the limit of memory, or of host memory, was reached
  129, 130, 143  SIGHUP, SIGINT or SIGTERM ended the run";

/// Runs a JavaScript program in a sandbox against a persistent filesystem.
#[derive(Debug, Parser)]
#[command(
    name = "isolate-run",
    version,
    about = "Runs a JavaScript program in a sandbox against a persistent filesystem",
    after_help = AFTER_HELP,
    after_long_help = AFTER_LONG_HELP,
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
    #[arg(long, value_name = "FILE")]
    pub(crate) db: Option<PathBuf>,

    /// Branch of the filesystem to work on [default: main]
    #[arg(long, value_name = "NAME", conflicts_with = "dir")]
    pub(crate) branch: Option<String>,

    /// Run on the files of a directory; changes are shown, and written back when you confirm
    #[arg(long, value_name = "DIR", conflicts_with_all = ["db", "confirm"])]
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

    /// Make random numbers, the clock and the order of events reproducible
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,

    /// Sum of all file sizes: bytes, or with K, M or G for powers of 1024 [default: 1G]
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    pub(crate) quota: Option<u64>,

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

    /// Refuse every change with EROFS
    #[arg(long)]
    pub(crate) read_only: bool,

    /// Refuse TypeScript; by default types are erased and the rest runs
    #[arg(long)]
    pub(crate) no_typescript: bool,

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

/// Limits of the programs that tools run.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Bounds {
    #[command(flatten)]
    pub(crate) limits: LimitArgs,

    /// Sum of all file sizes: bytes, or with K, M or G for powers of 1024 [default: 1G]
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    pub(crate) quota: Option<u64>,

    /// Directory of the workspace that relative paths of tools start from
    #[arg(long, value_name = "DIR", value_parser = workspace_path)]
    pub(crate) cwd: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        <Args as clap::CommandFactory>::command().debug_assert();
    }
}
