//! What a run waits for, and the lines with which it goes on.

use std::fmt::Write as _;

use isolate_host::vfs::RunId;
use isolate_host::{Awaits, CallState, PendingCall};

use super::escape::escaped;

/// Characters of an argument that are shown.
const ARGUMENT_CHARS_MAX: usize = 2_000;

/// Adds a call that waits, with its argument and its digest.
pub(crate) fn write_pending(text: &mut String, call: &PendingCall) {
    let argument = call.argument.to_string();
    let shown: String = argument.chars().take(ARGUMENT_CHARS_MAX).collect();
    let left_out = argument.len() - shown.len();
    let _infallible = write!(
        text,
        "  call {} of {}: {}",
        call.call,
        escaped(&call.function),
        escaped(&shown)
    );
    match call.state {
        Some(state) => {
            let _infallible = write!(text, ", which {}", state.text());
        }
        None if call.awaits == Awaits::Answer => {
            text.push_str(", which was called and is answered later");
        }
        None => {}
    }
    if left_out > 0 {
        let _infallible = write!(text, "… [{left_out} more bytes: see --json]");
    }
    let _infallible = write!(text, "\n    digest {}\n", escaped(&call.digest));
}

/// The commands with which a run goes on. `database` is the option that names it.
pub(crate) fn ways_on(run: RunId, waits: &[PendingCall], database: Option<&str>) -> Vec<String> {
    let database = database.unwrap_or_default();
    // What a person can do something about.
    let is_asked = |call: &&PendingCall| call.state.is_none_or(|state| state == CallState::Unknown);
    let Some(first) = waits.iter().find(is_asked) else {
        let is_made_again = |call: &PendingCall| call.state == Some(CallState::Interrupted);
        return match waits.iter().all(is_made_again) {
            true => vec![format!("isolate-run resume {run}{database}")],
            false => Vec::new(),
        };
    };
    let call = match waits {
        [_] => String::new(),
        _ => format!(" --call {}", first.call),
    };
    let ways: &[(&str, &str)] = match first.awaits {
        Awaits::Answer => &[("answer", " --value JSON")],
        Awaits::Function => &[("answer", " --value JSON"), ("answer", " --error TEXT")],
        Awaits::Review => &[("diff", ""), ("approve", ""), ("deny", "")],
        _ => &[("approve", ""), ("deny", "")],
    };
    let line = |(verb, what): &(&str, &str)| {
        let call = if *verb == "diff" { "" } else { call.as_str() };
        format!("isolate-run {verb} {run}{what}{call}{database}")
    };
    ways.iter().map(line).collect()
}
