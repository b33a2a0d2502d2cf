//! The shell beside bash: written commands, and generated ones, with the answers of bash, GNU's
//! commands, jq and so on.
//!
//! Written commands are in `cases/`, and `recorded/` has what bash answers. `UPDATE_RECORDED=1` asks bash
//! again; review the difference. What is known to differ is in `differences.toml`.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod case;
mod choices;
mod differences;
mod generated;
mod grammar;
mod replayed;
mod table;
mod tree;
