//! JSON as JavaScript reads and writes it, and the paths and operations that change it.
//!
//! Knows nothing of files or of any engine's values.
//!
//! - [`parse`] is strict: no comments, no trailing commas, which [`without_comments`] takes out. The
//!   last of equal keys wins, keys keep JavaScript's order, `__proto__` is an ordinary key, and a lone
//!   surrogate written as an escape survives.
//! - A [`Number`] keeps the digits that JavaScript would change; numbers are equal if their exact
//!   decimal values are.
//! - [`Layout::print`] writes what `JSON.stringify` writes.
//! - [`update`] and [`rewrite`] change the text of a document where its value changes, and nowhere
//!   else.
//! - [`query`] and [`update`] share one path language, [`Path`].
//!
//! Invariant: no value that [`parse`] returns, and no document that [`update`] makes, nests deeper
//! than [`DEPTH_MAX`].

mod comments;
mod editor;
mod equal;
mod large;
mod layout;
mod number;
mod parse;
mod path;
mod query;
mod rewrite;
#[cfg(test)]
mod tests;
mod update;
mod value;

pub use comments::without_comments;
pub use equal::equal;
pub use large::Document;
pub use layout::{Indent, Layout, TooLong};
pub use number::Number;
pub use parse::{ParseError, ParseErrorKind, parse};
pub use path::{Path, PathError, Selection, Step};
pub use query::{Answer, Found, Queried, QueryError, QueryErrorKind, query};
pub use rewrite::rewrite;
pub use update::{Action, Operation, UpdateError, UpdateErrorKind, Updated, update};
pub use value::{Json, JsonString, Object};

/// Deepest nesting of arrays and objects. Cloning and dropping a value call themselves once
/// per level, and the smallest stack they run on is 2 MiB.
pub const DEPTH_MAX: usize = 2_000;

/// Most values in a parsed document: at 50 to 100 bytes each, at most about 200 MB.
pub const VALUES_MAX: usize = 2_000_000;

/// Most steps in a path: no document is deeper.
pub const STEPS_MAX: usize = DEPTH_MAX;

/// Longest path in bytes.
pub const PATH_BYTES_MAX: usize = 64 * 1024;

/// Most array elements that one `set` may create as `null` to reach its index.
pub const HOLES_MAX: usize = 10_000;

/// Most values that one query may visit: about half a second.
pub const QUERY_STEPS_MAX: usize = 20_000_000;

/// Most members and elements that the operations of one update may step over: about a
/// tenth of a second.
pub const UPDATE_STEPS_MAX: usize = 50_000_000;
