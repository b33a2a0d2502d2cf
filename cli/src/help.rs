//! The end of `--help`: programs, examples, limits, the JSON form and exit codes. Limits and exit codes
//! come from their definitions.

use std::fmt::Write as _;

use isolate_tools::ExitCode;

use crate::limits::fixed_limits;

/// Columns of the text.
const COLUMNS: usize = 100;

const PROGRAMS: &str = "\
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
  isolate-run sh 'COMMAND' --db s.sqlite | --dir DIR      pipes, loops and text tools of a shell
  isolate-run import|export DIR|x.tar|x.zip --db …        directories and archives, in and out
  isolate-run fork NEW.sqlite --db s.sqlite [--at RUN]    a copy, now or at a point of the history
  isolate-run push FILE | clone NEW | head --store URL …  workspaces that many hosts share
  isolate-run branch|branches|merge NAME --db s.sqlite   side by side; --branch NAME works on one
  isolate-run log|show|diff|retention|gc --db s.sqlite     what ran, and what it changed
  isolate-run replay RUN | --all --db s.sqlite            make runs again, and compare them
  isolate-run undo|redo|checkpoint|restore --db s.sqlite   revert changes, and bring them back
  isolate-run undo --dir project                          take back what was written to a directory
  isolate-run pending --db s.sqlite                       runs that wait for somebody
  isolate-run approve|deny|answer|resume|end RUN --db …   answer them, let them go on, or end them
  isolate-run watch --db s.sqlite                         changes as they happen
  isolate-run check --db s.sqlite                         verify the integrity of the file
  isolate-run prompt | schema | describe WORDS            what a model is told
  isolate-run serve --db s.sqlite [--http PORT]           the tools over MCP
  isolate-run serve --data DIR --http PORT                many workspaces over HTTP and MCP
  isolate-run token NAME --file FILE                      tokens for those who use them
  isolate-run mcp-config --client NAME --db s.sqlite      configuration for a client
  isolate-run call TOOL | act --db s.sqlite               one tool, or JSON actions
  A path with characters that cannot be seen is printed, and given, as in bash: $'/a\\nb'.

Limits, all finite by default; the options above set some of them, and these are fixed:
";

const JSON: &str = "
  The same program, input, files and seed use the same fuel on every machine; the time differs.
  With the defaults, most programs reach the limit of time before that of fuel.

JSON (--json prints exactly one object on standard output):
  {\"status\": \"ok\" | \"error\" | \"limit\" | \"suspended\" | \"conflict\",
   \"result\": …,                     omitted when undefined
   \"error\": {\"name\", \"message\", \"code\"?, \"line\"?, \"column\"?, \"frame\"?, \"limit\"?},
   \"waitingFor\": [{\"call\", \"function\", \"argument\", …}],   only when it waits
   \"conflict\": {\"branch\", \"paths\"},    only when its changes were not taken over
   \"logs\": [{\"level\", \"text\"}],
   \"logsDropped\": {\"entries\", \"bytes\"},    only when entries were dropped
   \"effects\": {\"created\": [path], \"changed\": [path], \"deleted\": [path],
               \"omitted\"?},            the first 10,000 paths; the others are counted
   \"calls\": [{\"function\", \"status\", \"ms\", \"code\"?, \"note\"?}],   only when functions were called
   \"callsOmitted\": 7,               only when there were more than 1,000
   \"committed\": false,              only when the effects were not kept
   \"refusal\": text,                 only when they were reviewed and refused
   \"diff\": text,                    with --diff or --dry-run
   \"run\": 7 | null,                its number in the history; the argument of `undo`
   \"dir\": {\"written\", …},          only with --dir: whether the changes were written
   \"usage\": {\"fuel\", \"wallMs\", \"peakMemoryBytes\", \"hostCalls\", \"bytesRead\", \"bytesWritten\"}}
  A Uint8Array becomes {\"$bytes\": base64}, a Date its ISO string. `line` and `column` count
  from 1 in the given text; `frame` shows that line with a caret.

Without --json:
  The result goes to standard output: a string unchanged, anything else as JSON.
  Logs and errors go to standard error. Control characters are escaped on a terminal.

Exit codes:";

/// The text after the options.
pub(crate) fn after_options() -> String {
    let mut text = String::from(PROGRAMS);
    for (value, what) in fixed_limits() {
        let _infallible = writeln!(text, "  {value:<10} {what}");
    }
    text.push_str(JSON);
    for exit in ExitCode::ALL {
        let _infallible = write!(text, "\n  {:>3} ", exit.code());
        push_wrapped(&mut text, exit.meaning(), 6);
    }
    text
}

/// Adds words to a line that has `indent` columns, and to lines below it.
fn push_wrapped(text: &mut String, words: &str, indent: usize) {
    let mut column = indent;
    for word in words.split(' ') {
        let width = 1 + word.chars().count();
        if column + width > COLUMNS {
            let _infallible = write!(text, "\n{:indent$}", "");
            column = indent;
        }
        text.push(' ');
        text.push_str(word);
        column += width;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::NAMES;

    /// Who reads the help finds every subcommand.
    #[test]
    fn every_subcommand_is_named() {
        let lines = PROGRAMS
            .lines()
            .filter(|line| line.starts_with("  isolate-run "));
        let words: Vec<&str> = lines.flat_map(|line| line.split([' ', '|'])).collect();
        let missing: Vec<_> = NAMES.iter().filter(|name| !words.contains(name)).collect();
        assert_eq!(missing, Vec::<&&str>::new());
    }
}
