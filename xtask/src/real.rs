//! Real programs: popular packages and public benchmarks, in the sandbox and in Node.
//! `cargo xtask versus` times them beside other engines.
//!
//! What is not ours is neither committed nor shipped: packages are installed below `target`, and the
//! benchmarks lie in a folder that the caller names. The sandbox needs the guest, which this crate
//! makes: so what compares the answers is an example of `isolate-tests`, started here.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail, ensure};

use crate::{node, root, run};

/// Where programs and their answers lie.
const TARGET: &str = "target/real";

/// Where packages are installed, below the target.
const INSTALLED: &str = "real/installed";

/// What npm reads.
const MANIFESTS: [&str; 2] = ["package.json", "package-lock.json"];

/// Bundles packages with small uses of each, or imports them, and compares their answers.
///
/// # Errors
///
/// A package that cannot be had, a use that fails in Node, and an answer that is neither Node's
/// nor listed.
pub(crate) fn packages(arguments: &[&str]) -> Result<()> {
    let options = Options::read(arguments)?;
    let node = node::find()?;
    if options.is_imported {
        return imported(&node, options.only);
    }
    let [programs, _] = bundles()?;
    let expected = folder_of("packages").join("expected.toml");
    compare(&node, &programs, &expected, options.only, None)
}

/// Runs the benchmarks of a folder and compares what their own checks say, and their results.
///
/// # Errors
///
/// A folder without any benchmark that is known, and an answer that is neither Node's nor listed.
pub(crate) fn suites(folder: &str, arguments: &[&str]) -> Result<()> {
    let options = Options::read(arguments)?;
    ensure!(!options.is_imported, "--imported belongs to packages");
    let programs = benchmarks(folder)?;
    let expected = folder_of("suites").join("expected.toml");
    compare(&node::find()?, &programs, &expected, options.only, None)
}

/// Bundles packages: a folder of programs that use them, and one of those that only load them.
pub(crate) fn bundles() -> Result<[PathBuf; 2]> {
    let (node, ours) = (node::find()?, folder_of("packages"));
    let installed = install(&node, &ours, INSTALLED)?;
    let (programs, loads) = (empty("packages")?, empty("loads")?);
    run(Command::new(&node)
        .arg(ours.join("bundle.cjs"))
        .arg(ours.join("uses"))
        .args([&installed, &programs, &loads]))?;
    Ok([programs, loads])
}

/// Makes programs of the benchmarks of a folder, and answers where they lie.
pub(crate) fn benchmarks(folder: &str) -> Result<PathBuf> {
    let programs = empty("suites")?;
    run(Command::new(node::find()?)
        .arg(folder_of("suites").join("programs.cjs"))
        .arg(std::path::absolute(folder)?)
        .arg(&programs))?;
    Ok(programs)
}

/// What is ours of packages or of suites.
fn folder_of(what: &str) -> PathBuf {
    root().join("tests/real").join(what)
}

/// Runs the uses without bundling them: packages are imported from `node_modules`.
fn imported(node: &Path, only: Option<&str>) -> Result<()> {
    let ours = folder_of("packages");
    let installed = install(node, &ours, INSTALLED)?;
    let (programs, uses) = (empty("imported")?, installed.join("uses"));
    if uses.exists() {
        fs::remove_dir_all(&uses)?;
    }
    fs::create_dir(&uses)?;
    let end = fs::read_to_string(ours.join("end.js"))?;
    for entry in fs::read_dir(ours.join("uses"))? {
        let entry = entry?;
        let name = entry.file_name();
        fs::copy(entry.path(), uses.join(&name))?;
        let specifier = format!("/uses/{}", name.to_string_lossy());
        let program = format!("async () => {{\n  const $use = await import({specifier:?});\n{end}");
        fs::write(programs.join(&name), program)?;
    }
    // What Node guesses for a package, it is told here.
    fs::write(uses.join("package.json"), "{ \"type\": \"module\" }")?;
    let expected = ours.join("imported.toml");
    compare(node, &programs, &expected, only, Some(&installed))
}

/// What the caller wants of the programs.
#[derive(Default)]
struct Options<'a> {
    /// The text that names of programs must hold.
    only: Option<&'a str>,
    /// Whether packages are imported from their folders, and not bundled.
    is_imported: bool,
}

impl<'a> Options<'a> {
    fn read(arguments: &[&'a str]) -> Result<Self> {
        let (mut options, mut rest) = (Self::default(), arguments);
        while !rest.is_empty() {
            rest = match rest {
                ["--only", text, rest @ ..] => {
                    options.only = Some(text);
                    rest
                }
                ["--imported", rest @ ..] => {
                    options.is_imported = true;
                    rest
                }
                _ => bail!("unknown arguments: {}", rest.join(" ")),
            };
        }
        Ok(options)
    }
}

/// Installs the packages that a folder names, in one below the target, unless they are there.
pub(crate) fn install(node: &Path, ours: &Path, name: &str) -> Result<PathBuf> {
    let folder = root().join("target").join(name);
    fs::create_dir_all(&folder)?;
    // Written at the end, so that an installation that broke off is begun again.
    let done = folder.join("done");
    let mut wanted = String::new();
    for name in MANIFESTS {
        let path = ours.join(name);
        let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        fs::write(folder.join(name), &text)?;
        wanted.push_str(&text);
    }
    if fs::read_to_string(&done).is_ok_and(|done| done == wanted) {
        return Ok(folder);
    }
    // Nothing of a package runs here but esbuild.
    let mut npm = node::npm(node);
    npm.args(["ci", "--ignore-scripts", "--no-audit", "--no-fund"]);
    crate::run_in(&folder, &mut npm)?;
    fs::write(done, wanted)?;
    Ok(folder)
}

/// An empty folder below the target.
fn empty(name: &str) -> Result<PathBuf> {
    let folder = root().join(TARGET).join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).with_context(|| folder.display().to_string())?;
    }
    fs::create_dir_all(&folder)?;
    Ok(folder)
}

/// Runs the programs of a folder in Node and in the sandbox, where they may import the files of
/// another.
fn compare(
    node: &Path,
    programs: &Path,
    expected: &Path,
    only: Option<&str>,
    files: Option<&Path>,
) -> Result<()> {
    if let Some(only) = only {
        for entry in fs::read_dir(programs)? {
            let entry = entry?;
            if !entry.file_name().to_string_lossy().contains(only) {
                fs::remove_file(entry.path())?;
            }
        }
    }
    let mut answers = Command::new(node);
    answers
        .arg(root().join("tests/real/node.cjs"))
        .arg(programs)
        .args(files);
    run(&mut answers)?;
    // No package is named: the features of shared dependencies are those of `cargo test`, and
    // nothing is built twice.
    let mut sandbox = Command::new("cargo");
    sandbox
        .args(["run", "--quiet", "--locked", "--example", "real", "--"])
        .args([programs, expected])
        .args(only.map(|_| "--part"))
        .args(files.map(|_| "--files"))
        .args(files);
    let status = sandbox.current_dir(root()).status()?;
    ensure!(status.success(), "programs answer otherwise than expected");
    Ok(())
}
