//! Where in the user's text an error was made.

use std::fmt::Write as _;

use boa_engine::builtins::error::{Error, ErrorFrame};
use boa_engine::{Context, JsObject};

use crate::loaded::PLACED;
use crate::program::{FILE_NAME, Positions};
use crate::shared::Shared;

/// The path of code that the program has made from text, as the engine and V8 call it.
const FROM_TEXT: &str = "<anonymous>";

/// A frame in the user's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Frame {
    pub(crate) function: String,
    pub(crate) line: u32,
    pub(crate) column: u32,
    /// Whether `new` called it.
    pub(crate) is_constructor: bool,
    /// The path of its file; none for the program itself.
    pub(crate) file: Option<String>,
}

impl Frame {
    pub(crate) fn file_name(&self) -> &str {
        self.file.as_deref().unwrap_or(FILE_NAME)
    }
}

/// Frames in the user's text, innermost first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Frames(pub(crate) Vec<Frame>);

impl Frames {
    /// As in `error.stack`, without its first line; each line ends with a line feed but the last.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        for frame in &self.0 {
            if !text.is_empty() {
                text.push('\n');
            }
            let Frame {
                function,
                line,
                column,
                ..
            } = frame;
            let file = frame.file_name();
            let written = if function.is_empty() {
                write!(text, "    at {file}:{line}:{column}")
            } else {
                write!(text, "    at {function} ({file}:{line}:{column})")
            };
            written.expect("text takes any text");
        }
        text
    }

    /// Reads the engine's own form: `at NAME (PATH:LINE:CHARACTER)`, a line each.
    pub(crate) fn parse(text: &str, positions: &Positions) -> Self {
        let mark = format!(" ({FILE_NAME}:");
        let frame = |line: &str| {
            let line = line.trim_start().strip_prefix("at ")?;
            let at = line.rfind(&mark)?;
            let (row, column) = line[at + mark.len()..].strip_suffix(')')?.split_once(':')?;
            let (line_number, column) =
                positions.to_user(row.parse().ok()?, column.parse().ok()?)?;
            let function = match &line[..at] {
                "<main>" | "<anonymous>" => "",
                name => name,
            };
            Some(Frame {
                function: function.to_owned(),
                line: line_number,
                column,
                is_constructor: false,
                file: None,
            })
        };
        Self(text.lines().filter_map(frame).collect())
    }

    /// Those in the user's text, placed there.
    pub(crate) fn placed(frames: Vec<ErrorFrame>, shared: &Shared) -> Self {
        let frame = |frame: ErrorFrame| {
            let path = frame.path.trim_start_matches(PLACED);
            let is_main = path == FILE_NAME;
            let (line, column) = if path.len() < frame.path.len() || path == FROM_TEXT {
                (frame.line, frame.column)
            } else if is_main {
                let positions = shared.positions.borrow();
                positions.to_user(frame.line, frame.column)?
            } else {
                let positions = shared.modules.positions(path)?;
                positions.to_user(frame.line, frame.column)?
            };
            let function = frame.function.to_std_string_escaped();
            Some(Frame {
                function: match function.as_str() {
                    "<main>" | "<anonymous>" => String::new(),
                    "<eval>" => "eval".to_owned(),
                    _ => function,
                },
                line,
                column,
                is_constructor: frame.is_constructor,
                file: (!is_main).then(|| path.to_owned()),
            })
        };
        Self(frames.into_iter().filter_map(frame).collect())
    }
}

/// Frames of an error object: where it was made.
pub(crate) fn frames_of(error: &JsObject, context: &mut Context) -> Frames {
    let shared = Shared::of(context);
    Frames::placed(Error::frames_of(error), &shared)
}

/// Line and column of the program at which it stands, found without a change of anything: of a program
/// that a limit has stopped in the middle of anything.
pub(crate) fn place_of(context: &Context) -> Option<(u32, u32)> {
    let shared = Shared::of(context);
    let positions = shared.positions.try_borrow().ok()?;
    context.stack_trace().find_map(|frame| {
        let place = frame.place();
        let position = place.position?;
        let is_main = place.path.to_string() == FILE_NAME;
        is_main
            .then(|| positions.to_user(position.line_number(), position.column_number()))
            .flatten()
    })
}

/// The line of the program that runs; none while a module runs.
pub(crate) fn line_that_runs(context: &mut Context) -> Option<u32> {
    let constructor = context.intrinsics().constructors().error().constructor();
    let error = constructor.construct(&[], None, context).ok()?;
    let frames = frames_of(&error, context);
    let innermost = frames.0.first().filter(|frame| frame.file.is_none());
    innermost.map(|frame| frame.line)
}
