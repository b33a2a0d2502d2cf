//! Three ways to give a model files, measured on the same tasks.
//!
//! | arm | what the model is given |
//! |---|---|
//! | `plain` | tools for files: `read`, `grep`, `edit`, `replace` and so on |
//! | `text` | programs without files: the texts of files are passed in, and those that the program returns are written |
//! | `state` | programs with durable files: the global `state` |
//!
//! What a model says in each arm is recorded, in `tasks/`; the tools and the sandbox that answer it
//! are real, and so is the HTTP between them. A program of each task makes its files before, and
//! another one judges them afterwards. A live model can take the place of the recording.

#![forbid(unsafe_code)]

mod arms;
mod count;
mod measure;
mod report;
mod task;

pub use arms::Arm;
pub use count::Counter;
pub use measure::{Measured, Source, measure};
pub use report::{table, to_json};
pub use task::{Task, tasks};
