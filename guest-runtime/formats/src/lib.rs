//! CSV, NDJSON, YAML, TOML and XML, read into any kind of value and written from any kind.
//!
//! It knows neither JavaScript nor a filesystem: the caller's [`Build`] makes the values of a text, and
//! the caller's [`Source`] shows values that are written. A text that is not of its format is an
//! [`Error`] with its place.
//!
//! Invariant: no text makes it recurse deeper than [`DEPTH_MAX`], and what aliases stand for is bounded.
//!
//! ```
//! use isolate_formats::{Tree, Trees, yaml};
//!
//! let value = yaml::parse("[1, no]", &yaml::Options::default(), &mut Trees)?;
//! assert_eq!(value, Tree::Array(vec![Tree::Number(1.0), Tree::String("no".into())]));
//! # Ok::<(), isolate_formats::Error>(())
//! ```

#![forbid(unsafe_code)]

mod align;
pub mod csv;
mod error;
mod json;
mod lines;
mod names;
mod number;
mod quoted;
mod source;
mod timestamp;
pub mod toml;
mod value;
pub mod xml;
pub mod yaml;

pub use error::{Error, Place};
pub use lines::Lines;
pub use source::{Source, View, Walk};
pub use value::{Build, Members, Tree, Trees};
pub(crate) use value::{Halt, Stepped};

/// How deep values may be nested, unless an option says otherwise.
pub const DEPTH_MAX: usize = 256;

/// The mark at the beginning of a text, which says only that it is Unicode.
const BYTE_ORDER_MARK: &str = "\u{feff}";
