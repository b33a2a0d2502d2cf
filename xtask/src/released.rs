//! The packages for Python and Node as they are published, and what takes too long for CI: their sizes, the
//! tests of adapters beside the SDKs that they are for, other runtimes, tests on many threads.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, ensure};

use crate::cross::{self, MANYLINUX, Zig};
use crate::npm::Package;
use crate::python::{self, Build, Tools, only, sources};
use crate::{real, root, run_in, skipped, workspace};

/// What a wheel and the npm package of a platform may have, in bytes: 28 MB, of which the shell has 8.
const BYTES_MAX: u64 = 28_000_000;

/// Threads that each test of Python is run on at the same time.
const THREADS: &str = "4";

/// Leaves the compiler of WebAssembly out of what is published: see `host/Cargo.toml`.
const NO_COMPILER: &str = "--cfg isolate_no_compiler";

/// Sizes by what they are of, in bytes.
pub(crate) type Sizes = BTreeMap<&'static str, u64>;

/// Builds what is published, tries it as a user does, and answers how large it is.
///
/// # Errors
///
/// A package that is too large, or that does not work.
pub(crate) fn packages() -> Result<Sizes> {
    let (tools, package) = (Tools::install()?, Package::install()?);
    let wheels = python::empty(&root().join("target/python/released"))?;
    let zig = Zig::install()?;
    let mut build = zig.program("maturin")?;
    build.arg("build").arg("--out").arg(&wheels);
    if cfg!(all(target_os = "linux", target_env = "gnu")) {
        let target = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
        build.args(["--zig", "--compatibility", MANYLINUX, "--target", &target]);
    }
    run_in(&sources(), build.env("RUSTFLAGS", NO_COMPILER))?;
    let wheel = only(&wheels, |name| name.ends_with(".whl"))?;
    recompress(&zig, &wheel)?;
    tools.as_a_user(&wheel, Build::Published)?;

    let addon = addon(&zig)?;
    package.build()?;
    let [main, native] = package.pack(&addon)?;
    recompress(&zig, &native)?;
    package.as_a_user(&main, &native, Build::Published)?;

    let mut sizes = Sizes::new();
    for (what, path) in [("wheel", wheel), ("npm_platform", native), ("npm", main)] {
        let bytes = fs::metadata(&path)?.len();
        println!("{}: {bytes} bytes", path.display());
        sizes.insert(what, bytes);
        ensure!(
            bytes <= BYTES_MAX,
            "{} has {bytes} bytes, and {BYTES_MAX} are allowed",
            path.display()
        );
    }
    Ok(sizes)
}

/// Builds the addon of Node, on Linux for the same glibc as the wheel.
fn addon(zig: &Zig) -> Result<PathBuf> {
    const FEATURES: &str = "isolate-node/otlp,isolate-node/stores";
    let flags = ("RUSTFLAGS", NO_COMPILER);
    if cfg!(all(target_os = "linux", target_env = "gnu")) {
        let target = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
        return cross::addon(zig, &target, FEATURES, &[flags]);
    }
    let mut build = Command::new("cargo");
    build
        .args(["build", "--locked", "--profile", "packaged"])
        .args(["--package", "isolate-node", "--features", FEATURES])
        .env(flags.0, flags.1);
    crate::run(&mut build)?;
    let library = workspace::file_of_library("isolate_node");
    Ok(root().join("target/packaged").join(library))
}

/// Compresses a package again, as the release does.
fn recompress(zig: &Zig, package: &Path) -> Result<()> {
    let mut recompress = zig.program("python")?;
    recompress.arg(root().join("packaging/recompress.py"));
    crate::run(recompress.arg(package))
}

/// Tests each adapter beside the packages that it is for, at their pinned versions.
pub(crate) fn adapters() -> Result<()> {
    let mut failed = Vec::new();
    let tools = Tools::install()?;
    let wheel = tools.wheel(&workspace::library("_native")?)?;
    let mut requirements = requirements()?;
    let shared = requirements.remove(SHARED);
    for (name, own) in requirements {
        println!("== {name}, Python");
        let both: Vec<PathBuf> = [own].into_iter().chain(shared.clone()).collect();
        if let Err(why) = of_python(&name, &both, &wheel) {
            println!("{why:#}");
            failed.push(name);
        }
    }
    if root().join("bindings/node/tests/adapters").is_dir() {
        println!("== Node");
        let package = Package::install()?;
        package.build()?;
        if let Err(why) = package.adapters(&workspace::library("isolate_node")?) {
            println!("{why:#}");
            failed.push("Node".to_owned());
        }
    }
    ensure!(failed.is_empty(), "adapters failed: {}", failed.join(", "));
    Ok(())
}

/// What the tests of all adapters of Python need.
const SHARED: &str = "tests";

/// The files of requirements of the adapters of Python, by their names.
fn requirements() -> Result<BTreeMap<String, PathBuf>> {
    let mut found = BTreeMap::new();
    let folder = sources().join("tests/adapters/requirements");
    if !folder.is_dir() {
        return Ok(found);
    }
    for entry in fs::read_dir(&folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|end| end == "txt") {
            let name = path.file_stem().unwrap_or_default();
            found.insert(name.to_string_lossy().into_owned(), path);
        }
    }
    Ok(found)
}

/// An environment of its own, since SDKs ask for versions that exclude each other. Tests of other
/// adapters skip themselves there.
fn of_python(name: &str, requirements: &[PathBuf], wheel: &Path) -> Result<()> {
    let folder = root().join("target/adapters").join(name);
    let python = python::environment(&folder, requirements)?;
    python::install(&python, wheel)?;
    let mut pytest = Command::new(&python);
    pytest
        .args(["-m", "pytest", "-q", "-p", "no:cacheprovider"])
        .arg(sources().join("tests/adapters"))
        .env("PYTHONDONTWRITEBYTECODE", "1");
    run_in(&folder, &mut pytest)?;
    let mut mypy = Command::new(&python);
    mypy.args(["-m", "mypy", "--strict"]);
    for module in modules(name)? {
        mypy.args(["-m", &format!("isolate_run.adapters.{module}")]);
    }
    run_in(&folder, &mut mypy)
}

/// The modules of an adapter of Python: `NAME`, and its parts `_NAME_PART`.
fn modules(name: &str) -> Result<Vec<String>> {
    let mut found = vec![name.to_owned()];
    for entry in fs::read_dir(sources().join("python/isolate_run/adapters"))? {
        let path = entry?.path();
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        if stem.starts_with(&format!("_{name}_")) {
            found.push(stem.into_owned());
        }
    }
    found.sort();
    Ok(found)
}

/// Bun and Deno, where npm has them for this platform.
pub(crate) fn runtimes() -> Result<()> {
    let package = Package::install()?;
    package.build()?;
    let [main, native] = package.pack(&workspace::library("isolate_node")?)?;
    let sources = root().join("bindings/node/checks/runtimes");
    let folder = real::install(package.node(), &sources, "runtimes")?;
    package.install_into(&folder, &[&main, &native])?;
    fs::copy(sources.join("runs.mjs"), folder.join("runs.mjs"))?;
    let modules = folder.join("node_modules");
    // Their packages are installed without running their scripts, which would put these into place.
    let known: [(&str, &str, &str, &[&str]); 2] = [
        ("Bun", "@oven", "bin/bun", &[]),
        (
            "Deno",
            "@deno",
            "deno",
            &["run", "--allow-all", "--node-modules-dir=manual"],
        ),
    ];
    for (name, scope, program, arguments) in known {
        let program = fs::read_dir(modules.join(scope))
            .ok()
            .and_then(|mut entries| entries.next()?.ok())
            .map(|entry| entry.path().join(program));
        match program.filter(|program| program.is_file()) {
            Some(program) => run_in(
                &folder,
                Command::new(program).args(arguments).arg("runs.mjs"),
            )?,
            None => skipped::step(name, "npm has it not for this platform"),
        }
    }
    Ok(())
}

/// The tests of the Python package, each on several threads at the same time.
pub(crate) fn threads() -> Result<()> {
    let tools = Tools::install()?;
    let wheel = tools.wheel(&workspace::library("_native")?)?;
    tools
        .tests(&wheel, &["--parallel-threads", THREADS])
        .context("tests fail on several threads")
}
