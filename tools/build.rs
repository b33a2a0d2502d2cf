//! Lists the tools: every file of `src/tool/` is a module with a constant `TOOL`.

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

const FOLDER: &str = "src/tool";

fn main() {
    println!("cargo::rerun-if-changed={FOLDER}");
    println!("cargo::rerun-if-changed=build.rs");

    let root = env::var("CARGO_MANIFEST_DIR").expect("cargo sets CARGO_MANIFEST_DIR");
    let mut files: Vec<PathBuf> = fs::read_dir(Path::new(&root).join(FOLDER))
        .expect("the tools are part of the repository")
        .map(|entry| entry.expect("the folder can be read").path())
        .filter(|path| path.extension().is_some_and(|end| end == "rs"))
        .collect();
    files.sort();
    let mut modules = String::new();
    let mut tools = String::new();
    for file in &files {
        let name = file.file_stem().and_then(|name| name.to_str());
        let name = name.expect("the name of a tool is plain");
        // The path is whole because what is included lies in another folder.
        writeln!(modules, "#[path = {file:?}]\npub(crate) mod {name};")
            .expect("text takes any text");
        writeln!(tools, "    {name}::TOOL,").expect("text takes any text");
    }
    let list =
        format!("{modules}\n/// Every tool, by name.\nstatic FOUND: &[Tool] = &[\n{tools}];\n");
    let out = env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    fs::write(Path::new(&out).join("tools.rs"), list).expect("OUT_DIR can be written");
}
