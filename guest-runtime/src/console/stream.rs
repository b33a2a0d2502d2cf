//! Standard output and error: what is written to them becomes an entry of the log when its line ends.

use isolate_protocol::wire::message::Level;

use super::send_entry;
use crate::shared::{ConsoleState, Shared};

/// The line of a stream that is not ended yet.
const fn open_line(console: &mut ConsoleState, level: Level) -> &mut String {
    match level {
        Level::Warn | Level::Error => &mut console.error_line,
        _ => &mut console.output_line,
    }
}

/// Writes a text, whose last line may go on with the next one.
pub(crate) fn write(level: Level, text: &str, shared: &Shared) {
    let Some((lines, rest)) = text.rsplit_once('\n') else {
        open_line(&mut shared.console.borrow_mut(), level).push_str(text);
        return;
    };
    let begun = take_line(level, shared).unwrap_or_default();
    send_entry(level, &(begun + lines), shared);
    open_line(&mut shared.console.borrow_mut(), level).push_str(rest);
}

/// Takes the line of a stream that is not ended yet, which the next entry ends.
pub(super) fn take_line(level: Level, shared: &Shared) -> Option<String> {
    let line = std::mem::take(open_line(&mut shared.console.borrow_mut(), level));
    (!line.is_empty()).then_some(line)
}

/// Sends the lines that nothing has ended.
pub(crate) fn end_lines(shared: &Shared) {
    for level in [Level::Log, Level::Error] {
        if let Some(line) = take_line(level, shared) {
            send_entry(level, &line, shared);
        }
    }
}
