//! Reads texts from standard input, one JSON string a line, and prints how many tokens each has.

use std::io::{BufRead as _, Write as _};

fn main() -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let text: String = serde_json::from_str(&line?)?;
        writeln!(out, "{}", isolate_tokens::count(&text))?;
    }
    Ok(())
}
