//! What a command leaves to the next one of its session: directory, variables, functions, aliases, options.
//!
//! It is JSON of bashkit's own state, with functions by their texts. What belongs to a running shell is not
//! kept: open files, jobs, positional parameters, traps, and the history of lines.

use bashkit::{Bash, ShellState};
use serde_json::{Map, Value};

/// The number of this form: a state of another one is not understood.
const FORM: u64 = 1;

/// Variables that are made anew for each command.
const FRESH: &[&str] = &["RANDOM", "SRANDOM", "SECONDS", "_", "BASHPID", "PIPESTATUS"];

/// Options of `set` that last: name, bashkit's variable, and whether each is on at first. bashkit resets
/// them before each text that it runs.
const OPTIONS: &[(&str, &str, bool)] = &[
    ("allexport", "SHOPT_a", false),
    ("braceexpand", "SHOPT_B", true),
    ("errexit", "SHOPT_e", false),
    ("errtrace", "SHOPT_E", false),
    ("functrace", "SHOPT_T", false),
    ("hashall", "SHOPT_h", true),
    ("noclobber", "SHOPT_C", false),
    ("noglob", "SHOPT_f", false),
    ("nounset", "SHOPT_u", false),
    ("physical", "SHOPT_P", false),
    ("pipefail", "SHOPT_pipefail", false),
    ("posix", "SHOPT_posix", false),
    // The last, so that it shows nothing of the others.
    ("xtrace", "SHOPT_x", false),
];

/// What sets the options of a state, on the line that a command begins in.
pub(crate) fn options(state: &ShellState) -> String {
    let changed = OPTIONS
        .iter()
        .filter_map(|(name, variable, is_on_at_first)| {
            let is_on = state.variables.get(*variable).map(|value| value == "1")?;
            let sign = if is_on { '-' } else { '+' };
            (is_on != *is_on_at_first).then(|| format!("set {sign}o {name}; "))
        });
    changed.collect()
}

/// What sets `$?` to the exit code of the command before, behind what sets the options. Under `set -e` it
/// would end the command, and under `set -x` it would be printed: there `$?` is 0.
pub(crate) fn last_code(state: &ShellState, options: &str) -> String {
    match state.last_exit_code {
        0 => String::new(),
        _ if options.contains("-o errexit") || options.contains("-o xtrace") => String::new(),
        code => format!("(exit {code}); "),
    }
}

/// The state of a shell, as bytes.
pub(crate) fn kept(bash: &Bash) -> Vec<u8> {
    let Ok(Value::Object(mut state)) = serde_json::to_value(bash.shell_state()) else {
        return Vec::new();
    };
    if let Some(functions) = object(&mut state, "functions") {
        // Their trees are made of their texts.
        functions.retain(|_, function| {
            let source = function.get_mut("source").map(Value::take);
            let is_known = source.as_ref().is_some_and(Value::is_string);
            if let Some(source) = source {
                *function = serde_json::json!({ "source": source });
            }
            is_known
        });
    }
    if let Some(traps) = object(&mut state, "traps") {
        traps.clear();
    }
    for part in ["variables", "arrays"] {
        if let Some(variables) = object(&mut state, part) {
            for name in FRESH {
                variables.remove(*name);
            }
        }
    }
    state.insert("last_bg_pid".to_owned(), Value::Null);
    let mut sorted = Value::Object(state);
    sorted.sort_all_objects();
    serde_json::to_vec(&serde_json::json!([FORM, sorted])).unwrap_or_default()
}

/// A state with another exit code of the command before.
pub(crate) fn with_code(state: Vec<u8>, code: i32) -> Vec<u8> {
    let Ok(mut parsed) = serde_json::from_slice::<Value>(&state) else {
        return state;
    };
    match parsed.pointer_mut("/1/last_exit_code") {
        Some(last) => *last = code.into(),
        None => return state,
    }
    serde_json::to_vec(&parsed).unwrap_or(state)
}

fn object<'a>(state: &'a mut Map<String, Value>, part: &str) -> Option<&'a mut Map<String, Value>> {
    state.get_mut(part).and_then(Value::as_object_mut)
}

/// The state in bytes that [`kept`] has made; none if they are something else.
pub(crate) fn of_bytes(bytes: &[u8]) -> Option<ShellState> {
    let (form, state): (u64, ShellState) = serde_json::from_slice(bytes).ok()?;
    (form == FORM).then_some(state)
}
