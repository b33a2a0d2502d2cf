//! A code-mode agent in the terminal.

fn main() {}
