//! Builds the guests: compiled to WebAssembly, initialised once, snapshotted, bound to their own
//! system, metered.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, anyhow, bail, ensure};
use futures_executor::block_on;
use wasmtime::{Config, Engine, Instance, Linker, Module, Store, Val};
use wasmtime_wizer::{InstanceState, SnapshotVal, Wizer};

use crate::engine::{State, WORKSPACE};
use crate::manifest::{FLAGS, GUESTS, Guest, Manifest, hash, inputs};
use crate::toolchain::{GUEST_TARGET, rustc};
use crate::{bind, engine, meter, root, run_in, widen};

const INITIALISER: &str = "wizer-initialize";

/// Builds the guests of these names, or all of them, and writes each with its manifest; or compares
/// them with the committed ones, with `--check`.
pub(crate) fn run(arguments: &[&str]) -> Result<()> {
    let (flags, names): (Vec<&str>, Vec<&str>) = arguments
        .iter()
        .partition(|argument| argument.starts_with('-'));
    let is_check = match flags[..] {
        [] => false,
        ["--check"] => true,
        _ => bail!("`cargo xtask guest` has the flag --check, and no other"),
    };
    let known = GUESTS.map(|guest| guest.name);
    if let Some(other) = names.iter().find(|name| !known.contains(name)) {
        bail!("there is no guest {other}: {}", known.join(", "));
    }
    let named = |guest: &&Guest| names.is_empty() || names.contains(&guest.name);
    for guest in GUESTS.iter().filter(named) {
        match is_check {
            true => check(guest)?,
            false => build(guest)?,
        }
    }
    Ok(())
}

/// Builds a guest and writes it with its manifest.
fn build(guest: &Guest) -> Result<()> {
    let wasm = make(guest)?;
    let manifest = Manifest {
        artefact: hash(&wasm),
        compiler: compiler()?,
        inputs: inputs(&root(), guest)?,
    };
    let folder = folder();
    fs::create_dir_all(&folder)?;
    let name = guest.name;
    fs::write(folder.join(format!("{name}.wasm")), &wasm)?;
    let text = format!(
        "# Written by `cargo xtask guest`, never by hand.\n{}",
        toml::to_string(&manifest)?
    );
    fs::write(folder.join(format!("{name}.toml")), text)?;
    println!("host/guest/{name}.wasm: {} KiB", wasm.len() / 1024);
    Ok(())
}

/// Builds a guest and compares it with the committed one.
fn check(guest: &Guest) -> Result<()> {
    let wasm = make(guest)?;
    let file = format!("host/guest/{}.wasm", guest.name);
    let committed = fs::read(root().join(&file)).with_context(|| file.clone())?;
    if wasm != committed {
        bail!(
            "{file} is not what its sources make: {} against {}; run `cargo xtask guest {}`",
            hash(&committed),
            hash(&wasm),
            guest.name
        );
    }
    println!("{file} is what its sources make");
    Ok(())
}

fn folder() -> PathBuf {
    root().join("host/guest")
}

fn compiler() -> Result<String> {
    rustc(&["--version"])
}

fn make(guest: &Guest) -> Result<Vec<u8>> {
    ensure!(
        engine::ensure()? == State::Current,
        "the engine's sources hold work that is not saved, so that the guest would not be what the \
         repository says: `cargo xtask engine save`"
    );
    let mut build = cargo("build");
    build
        .args(["--package", guest.package, "--profile", guest.profile])
        .args(["--lib", "--target", GUEST_TARGET])
        .env("CARGO_ENCODED_RUSTFLAGS", flags()?.join("\u{1f}"));
    run_in(&workspace(), &mut build)?;
    // What the compiler writes.
    let artefact = format!("{}.wasm", guest.package.replace('-', "_"));
    let folder = target().join(GUEST_TARGET).join(guest.profile);
    let wasm = fs::read(folder.join(artefact))?;
    let initialised = |wasm: &[u8]| snapshot(wasm).map_err(|error| anyhow!("{error:#}"));
    let bound = match guest.asks_system {
        true => initialised(&bind::imports(&wasm)?)?,
        false => bind::imports(&initialised(&wasm)?)?,
    };
    widen::parameters(&meter::add(&bound)?)
}

/// Runs a command of cargo on the guest's workspace, for this machine.
pub(crate) fn native(command: &str, arguments: &[&str]) -> Result<()> {
    if engine::ensure()? == State::Unsaved {
        println!("with the engine's sources as they are, unsaved work included");
    }
    let mut cargo = cargo(command);
    // How much stack the engine's own calls take depends on how a debug build is split into units.
    cargo
        .args(arguments)
        .env("RUSTDOCFLAGS", "-D warnings")
        .env("RUST_MIN_STACK", "67108864");
    run_in(&workspace(), &mut cargo)
}

/// Whether the guest's own files are formatted.
pub(crate) fn is_formatted() -> Result<()> {
    engine::ensure()?;
    run_in(&workspace(), Command::new("cargo").args(["fmt", "--check"]))
}

/// Builds the program that runs others in the guest's engine without WebAssembly.
pub(crate) fn build_native() -> Result<PathBuf> {
    native("build", &["--profile", "guest", "--example", "native"])?;
    Ok(target().join("guest/examples/native"))
}

fn workspace() -> PathBuf {
    root().join(WORKSPACE)
}

fn target() -> PathBuf {
    workspace().join("target")
}

fn cargo(command: &str) -> Command {
    let mut cargo = Command::new("cargo");
    // The place is part of the workspace: its members lie there.
    cargo
        .args([command, "--locked"])
        .env("CARGO_TARGET_DIR", target());
    cargo
}

/// The flags that the manifest pins, and those that replace every path of this machine, so that the
/// same sources make the same bytes everywhere: cargo hashes neither into the names of symbols.
fn flags() -> Result<Vec<String>> {
    let home = std::env::var("CARGO_HOME")
        .or_else(|_| std::env::var("HOME").map(|home| format!("{home}/.cargo")));
    let home = home.context("neither CARGO_HOME nor HOME is set")?;
    let sysroot = rustc(&["--print", "sysroot"])?;
    let mut flags: Vec<String> = FLAGS.iter().map(|&flag| flag.to_owned()).collect();
    flags.push(format!("--remap-path-prefix={}=/isolate", root().display()));
    flags.push(format!("--remap-path-prefix={sysroot}=/rust"));
    // Where the library's sources are installed, as they are with rust-analyzer, the compiler names
    // their place instead of the one that it was built at.
    let version = rustc(&["--version", "--verbose"])?;
    let commit = version
        .lines()
        .find_map(|line| line.strip_prefix("commit-hash: "))
        .context("rustc does not say of which commit it is")?;
    flags.push(format!(
        "--remap-path-prefix={sysroot}/lib/rustlib/src/rust=/rustc/{commit}"
    ));
    let sources = Path::new(&home).join("registry/src");
    if sources.is_dir() {
        for entry in fs::read_dir(&sources)? {
            let path = entry?.path();
            flags.push(format!("--remap-path-prefix={}=/crates", path.display()));
        }
    }
    Ok(flags)
}

/// Runs the initialiser and keeps the memory that it leaves.
fn snapshot(wasm: &[u8]) -> wasmtime::Result<Vec<u8>> {
    let mut wizer = Wizer::new();
    wizer.init_func(INITIALISER);
    let (context, instrumented) = wizer.instrument(wasm)?;
    let mut config = Config::new();
    config.max_wasm_stack(8 << 20);
    config.async_stack_size(8 << 20);
    let engine = Engine::new(&config)?;
    let module = Module::new(&engine, &instrumented)?;
    let mut linker: Linker<()> = Linker::new(&engine);
    // The initialiser must not depend on anything outside: a call of an import ends the build. That
    // by which the engine pays for bytecode is none, it becomes a few instructions.
    linker.func_wrap("isolate", "spend", |_: i64| 0_i64)?;
    linker.define_unknown_imports_as_traps(&module)?;
    let mut store = Store::new(&engine, ());
    let instance = linker.instantiate(&mut store, &module)?;
    if let Ok(initialise) = instance.get_typed_func::<(), ()>(&mut store, "_initialize") {
        initialise.call(&mut store, ())?;
    }
    instance
        .get_typed_func::<(), ()>(&mut store, INITIALISER)?
        .call(&mut store, ())?;
    block_on(wizer.snapshot(&context, &mut Snapshot { store, instance }))
}

struct Snapshot {
    store: Store<()>,
    instance: Instance,
}

impl InstanceState for Snapshot {
    async fn global_get(&mut self, name: &str, _: wasmtime_wizer::ValType) -> SnapshotVal {
        let global = self
            .instance
            .get_global(&mut self.store, name)
            .expect("the instrumented module exports it");
        match global.get(&mut self.store) {
            Val::I32(value) => SnapshotVal::I32(value),
            Val::I64(value) => SnapshotVal::I64(value),
            Val::F32(value) => SnapshotVal::F32(value),
            Val::F64(value) => SnapshotVal::F64(value),
            Val::V128(value) => SnapshotVal::V128(value.as_u128()),
            _ => unreachable!("the guest keeps no references in globals"),
        }
    }

    async fn memory_contents(&mut self, name: &str, contents: impl FnOnce(&[u8]) + Send) {
        let memory = self
            .instance
            .get_memory(&mut self.store, name)
            .expect("the instrumented module exports it");
        contents(memory.data(&self.store));
    }
}
