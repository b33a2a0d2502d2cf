//! Builds for older systems and other targets, with Zig as the compiler of C and the linker, as releases
//! are made.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, ensure};

use crate::python::{empty, environment, sources};
use crate::scratch::Scratch;
use crate::toolchain::has_target;
use crate::{quiet, root, run, run_in, skipped, workspace};

/// The oldest glibc that packages run on, as maturin names it. It refuses symbols that are newer.
pub(crate) const MANYLINUX: &str = "manylinux_2_28";

/// The minor version of that glibc, 2.28.
const GLIBC_MINOR: u32 = 28;

/// What is built without time to optimise: whether it is built and runs is asked here, and
/// `released::packages` measures sizes.
const QUICKLY: [(&str, &str); 2] = [
    ("CARGO_PROFILE_PACKAGED_LTO", "off"),
    ("CARGO_PROFILE_PACKAGED_CODEGEN_UNITS", "16"),
];

/// What releases are built with, in an environment of Python.
pub(crate) struct Zig {
    programs: PathBuf,
}

impl Zig {
    pub(crate) fn install() -> Result<Self> {
        let requirements = root().join("packaging/requirements");
        let files = ["build.txt", "check.txt"].map(|name| requirements.join(name));
        let python = environment(&root().join("target/zig"), &files)?;
        let programs = python.parent().context("where its programs are")?;
        Ok(Self {
            programs: programs.to_owned(),
        })
    }

    /// A program of it, which finds the others.
    pub(crate) fn program(&self, name: &str) -> Result<Command> {
        let path = env::var_os("PATH").unwrap_or_default();
        let folders = [self.programs.clone()].into_iter();
        let path = env::join_paths(folders.chain(env::split_paths(&path)))?;
        let mut program = Command::new(self.programs.join(name));
        program.env("PATH", path);
        Ok(program)
    }
}

/// Builds the addon of Node for a target of Linux, as releases do, and checks which glibc it needs.
pub(crate) fn addon(
    zig: &Zig,
    target: &str,
    features: &str,
    variables: &[(&str, &str)],
) -> Result<PathBuf> {
    let is_gnu = target.ends_with("-gnu");
    let version = match is_gnu {
        true => format!(".2.{GLIBC_MINOR}"),
        false => String::new(),
    };
    let mut build = zig.program("cargo-zigbuild")?;
    build
        .args(["zigbuild", "--locked", "--profile", "packaged"])
        .args(["--package", "isolate-node", "--features", features])
        .args(["--target", &format!("{target}{version}")])
        .envs(variables.iter().copied());
    run(&mut build)?;
    let addon = built_for(target).join(workspace::file_of_library("isolate_node"));
    let needed = readelf("--version-info", &addon)?;
    let newest = newest_glibc(&needed);
    ensure!(
        newest.is_some() == is_gnu && newest.unwrap_or(0) <= GLIBC_MINOR,
        "{} needs glibc 2.{newest:?}:\n{needed}",
        addon.display()
    );
    Ok(addon)
}

/// The minor version of the newest glibc whose symbols are needed, of what `readelf` says.
fn newest_glibc(told: &str) -> Option<u32> {
    let minor = |version: &str| {
        let digits = version.split(|c: char| !c.is_ascii_digit()).next()?;
        digits.parse().ok()
    };
    told.split("GLIBC_2.").skip(1).filter_map(minor).max()
}

/// Checks the workflow of releases, and what it builds for other systems and processors than that of CI.
///
/// # Errors
///
/// A build that fails, or a file that does not run where it is meant to.
pub(crate) fn targets() -> Result<()> {
    let zig = Zig::install()?;
    run(&mut zig.program("actionlint")?)?;
    if env::consts::OS != "linux" {
        skipped::step("builds for musl and another processor", "this is not Linux");
        return Ok(());
    }
    musl(&zig)?;
    other_processor(&zig)
}

/// The command for musl. It needs no library, so it runs here, too.
fn musl(zig: &Zig) -> Result<()> {
    let target = format!("{}-unknown-linux-musl", env::consts::ARCH);
    if without(&target)? {
        return Ok(());
    }
    let mut build = zig.program("cargo-zigbuild")?;
    build
        .args(["zigbuild", "--locked", "--profile", "packaged"])
        .args(["--package", "isolate-run", "--target", &target])
        .envs(QUICKLY);
    run(&mut build)?;
    let command = built_for(&target).join("isolate-run");
    let needed = readelf("--dynamic", &command)?;
    ensure!(
        !needed.contains("(NEEDED)"),
        "{} needs libraries of the system:\n{needed}",
        command.display()
    );
    let scratch = Scratch::new("musl")?;
    let evaluate = |options: &[&str], program: &str| {
        let mut run = Command::new(&command);
        run.args(["--db", "files.sqlite", "--eval", program]);
        run.args(options).current_dir(scratch.path());
        run.output().context("the command for musl")
    };
    let write = evaluate(&[], "async () => { await state.writeFile('/a', 'kept') }")?;
    let read = evaluate(&[], "() => state.readFile('/a')")?;
    ensure!(
        write.status.success() && read.stdout == b"kept\n",
        "a file is not kept: {write:?}, {read:?}"
    );
    let endless = "const all = []; for (;;) all.push('x'.repeat(100_000) + all.length)";
    for (limit, program, code) in [
        (["--timeout", "200ms"], "for (;;);", 124),
        (["--memory", "16"], endless, 137),
    ] {
        let ended = evaluate(&limit, program)?;
        ensure!(
            ended.status.code() == Some(code),
            "{limit:?} does not end a program: {ended:?}"
        );
    }
    // The addon is linked to the library of the system.
    let [lto, units] = QUICKLY;
    let shared = ("RUSTFLAGS", "-C target-feature=-crt-static");
    let addon = addon(zig, &target, "isolate-node/otlp", &[lto, units, shared])?;
    let needed = readelf("--dynamic", &addon)?;
    ensure!(
        needed.contains("[libc.so]"),
        "{} is not for musl:\n{needed}",
        addon.display()
    );
    Ok(())
}

/// The wheel and the addon for the other processor, with the guest compiled for it.
fn other_processor(zig: &Zig) -> Result<()> {
    let (processor, machine) = match env::consts::ARCH {
        "aarch64" => ("x86_64", "X86-64"),
        _ => ("aarch64", "AArch64"),
    };
    let target = format!("{processor}-unknown-linux-gnu");
    if without(&target)? {
        return Ok(());
    }
    let mut build = zig.program("maturin")?;
    build
        .args(["build", "--target", &target, "--zig"])
        .args(["--compatibility", MANYLINUX])
        .args(["--features", "otlp,isolate-host/all-arch", "--out"])
        .arg(empty(&root().join("target/zig/wheels"))?)
        .envs(QUICKLY);
    run_in(&sources(), &mut build)?;
    let features = "isolate-node/otlp,isolate-host/all-arch";
    let addon = addon(zig, &target, features, &QUICKLY)?;
    let folder = built_for(&target);
    let library = folder.join(workspace::file_of_library("_native"));
    let mut guests = Vec::new();
    for entry in fs::read_dir(folder.join("build"))? {
        guests.push(entry?.path().join("out/guest.cwasm"));
    }
    guests.retain(|guest| guest.is_file());
    ensure!(!guests.is_empty(), "no guest in {}", folder.display());
    for file in guests.iter().chain([&library, &addon]) {
        let header = readelf("--file-header", file)?;
        ensure!(
            header.contains(machine),
            "{} is not for {machine}:\n{header}",
            file.display()
        );
    }
    Ok(())
}

/// Where cargo puts what it builds for a target.
fn built_for(target: &str) -> PathBuf {
    root().join("target").join(target).join("packaged")
}

/// Whether a target is not installed, which is then said.
fn without(target: &str) -> Result<bool> {
    let is_missing = !has_target(target)?;
    if is_missing {
        let way = format!("it is not installed (rustup target add {target})");
        skipped::step(target, &way);
    }
    Ok(is_missing)
}

/// What `readelf` says of a file.
fn readelf(option: &str, file: &Path) -> Result<String> {
    let mut readelf = Command::new("readelf");
    quiet(&root(), readelf.arg(option).arg(file).env("LC_ALL", "C"))
}

#[cfg(test)]
mod tests {
    use super::newest_glibc;

    #[test]
    fn the_newest_glibc_is_found() {
        let told = "Name: GLIBC_2.3.4  Flags: none\nName: GLIBC_2.28  Flags\nName: GLIBC_2.17\nName: GLIBCXX_3.4";
        assert_eq!(newest_glibc(told), Some(28));
        assert_eq!(newest_glibc("(NEEDED) Shared library: [libc.so]"), None);
    }
}
