//! Runs programs in a native engine with a host of the test's own.
#![expect(
    clippy::unwrap_used,
    reason = "a test fails where its own host is wrong"
)]

mod awaiting;
mod corpus;
mod declarations;
mod errors;
mod evaluated;
mod fake;
mod fields;
mod graphs;
mod holes;
mod inspecting;
mod json;
mod lengths;
mod lifetimes;
mod loading;
mod modules;
mod nested;
mod node;
mod programs;
mod shortcuts;
mod text;
mod typescript;
mod values;
mod waiting;
