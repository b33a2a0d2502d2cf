//! Times reading large texts: by what the sandbox has, and by a package from npm in another engine.
//!
//! Each format has two programs (`tests/formats/programs.cjs`). What making the text alone takes is taken
//! off, so that neither the start of a run nor loading the package counts.

use std::path::Path;
use std::process::Command;

use anyhow::Result;

use super::engines::Pair;
use super::table::{Measured, Table};
use crate::{node, real, root, run};

/// Formats, each with its text and its package.
const FORMATS: [(&str, &str); 3] = [
    ("csv", "10 MB of CSV to arrays, beside papaparse"),
    ("yaml", "1 MB of YAML, beside yaml"),
    ("toml", "1 MB of TOML, beside smol-toml"),
];

/// Milliseconds that reading takes.
pub(super) fn measure(mut pair: Pair, only: &str, rounds: usize) -> Result<Table> {
    let node = node::find()?;
    let packages = real::install(&node, &root().join("tests/formats/packages"), "formats")?;
    let folder = root().join("target/formats");
    run(Command::new(node)
        .arg(root().join("tests/formats/programs.cjs"))
        .args([&packages, &folder]))?;
    let mut table = Table::default();
    for (format, name) in FORMATS.iter().filter(|(format, _)| format.contains(only)) {
        let [text, read] = ["-text", ""].map(|suffix| {
            ["ours", "package"].map(|kind| folder.join(format!("{format}-{kind}{suffix}.js")))
        });
        let [texts, reads] = [text, read]
            .map(|[ours, theirs]| pair.medians_of([&ours, &theirs].map(Path::new), rounds));
        let (texts, reads) = (texts?, reads?);
        table.measured.push(Measured {
            name: (*name).to_owned(),
            ours: reads[0] - texts[0],
            theirs: reads[1] - texts[1],
        });
    }
    Ok(table)
}
