//! The Python package: a wheel of the library that the tests are built with, installed into an empty
//! environment and tried as a user does, then its tests and its types.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, ensure};

use crate::{quiet, root, run_in, skipped, workspace};

/// Files and folders of the package that are no part of its tests here: they need their SDKs.
const ADAPTERS: &str = "tests/adapters";

/// Runs all of it; where Python or what is needed cannot be had, says so and checks nothing.
pub(crate) fn check() -> Result<()> {
    let tools = match Tools::install() {
        Ok(tools) => tools,
        Err(why) => {
            skipped::step("the Python package", &format!("{why:#}"));
            return Ok(());
        }
    };
    tools.refusal()?;
    let wheel = tools.wheel(&workspace::library("_native")?)?;
    tools.as_a_user(&wheel, Build::Ordinary)?;
    tools.tests(&wheel, &[])?;
    tools.types()
}

/// How the native library of a package was built.
#[derive(Clone, Copy)]
pub(crate) enum Build {
    /// With all else, without some features of what is published.
    Ordinary,
    /// As it is published.
    Published,
}

impl Build {
    /// What the script that tries an installed package is told.
    pub(crate) fn arguments(self) -> &'static [&'static str] {
        match self {
            Self::Ordinary => &[],
            Self::Published => &["--published"],
        }
    }
}

/// Where the sources of the package are.
pub(crate) fn sources() -> PathBuf {
    root().join("bindings/python")
}

/// Makes an environment with what files of requirements name, below `target`, unless it is there.
/// Answers its interpreter.
pub(crate) fn environment(folder: &Path, requirements: &[PathBuf]) -> Result<PathBuf> {
    fs::create_dir_all(folder)?;
    let python = folder.join("venv/bin/python");
    let mut wanted = Vec::new();
    for file in requirements {
        wanted.extend(fs::read(file).with_context(|| file.display().to_string())?);
    }
    let done = folder.join("installed");
    if !fs::read(&done).is_ok_and(|known| known == wanted) {
        let _ = fs::remove_file(&done);
        let mut venv = Command::new("python3");
        venv.args(["-m", "venv", "--clear", "venv"]);
        quiet(folder, &mut venv).context("python3 makes no environment")?;
        let mut pip = Command::new(&python);
        pip.args(["-m", "pip", "install", "--quiet"]);
        for file in requirements {
            pip.arg("-r").arg(file);
        }
        quiet(folder, &mut pip).context("pip cannot install the packages")?;
        fs::write(&done, wanted)?;
    }
    Ok(python)
}

/// Installs a wheel into an environment, and nothing else.
pub(crate) fn install(python: &Path, wheel: &Path) -> Result<()> {
    let mut pip = Command::new(python);
    pip.args(["-m", "pip", "install", "--quiet", "--no-index", "--no-deps"]);
    pip.arg("--force-reinstall").arg(wheel);
    quiet(&root(), &mut pip).context("pip does not install the wheel")?;
    Ok(())
}

/// An environment with what packs and tests the package.
pub(crate) struct Tools {
    folder: PathBuf,
    python: PathBuf,
}

impl Tools {
    pub(crate) fn install() -> Result<Self> {
        let folder = root().join("target/python");
        let python = environment(&folder, &[sources().join("tests/requirements.txt")])?;
        Ok(Self { folder, python })
    }

    pub(crate) fn program(&self, name: &str) -> Command {
        Command::new(self.python.with_file_name(name))
    }

    /// Packs the library that was built with all else. What describes the package is written by `maturin`,
    /// which would build the library anew, with the features of this package alone: that takes minutes,
    /// and is done in the night.
    pub(crate) fn wheel(&self, library: &Path) -> Result<PathBuf> {
        let contents = empty(&self.folder.join("contents"))?;
        let mut describe = self.program("maturin");
        describe.args(["pep517", "write-dist-info", "--interpreter"]);
        describe
            .arg(&self.python)
            .arg("--metadata-directory")
            .arg(&contents);
        quiet(&sources(), &mut describe)?;
        let described = only(&contents, |name| name.ends_with(".dist-info"))?;
        copy(&sources().join("python"), &contents)?;
        let package = contents.join("isolate_run");
        fs::copy(library, package.join("_native.abi3.so")).context("the native library")?;
        let data = described.with_extension("data");
        copy(&root().join("packaging/installed"), &data)?;
        let wheels = empty(&self.folder.join("wheels"))?;
        let mut pack = Command::new(&self.python);
        pack.args(["-m", "wheel", "pack", "--dest-dir"])
            .arg(&wheels)
            .arg(&contents);
        quiet(&self.folder, &mut pack)?;
        only(&wheels, |name| name.ends_with(".whl"))
    }

    /// Where no wheel fits, pip says so in a line and compiles nothing.
    fn refusal(&self) -> Result<()> {
        let folder = empty(&self.folder.join("sdist"))?;
        let mut make = Command::new(&self.python);
        make.arg(root().join("packaging/sdist/no_wheel.py"))
            .arg(&folder)
            .env("PYTHONDONTWRITEBYTECODE", "1");
        quiet(&folder, &mut make)?;
        let mut pip = Command::new(&self.python);
        pip.args(["-m", "pip", "install", "--no-index", "--no-deps"])
            .args(["--force-reinstall", "--target", "none"])
            .arg(only(&folder, |name| name.ends_with(".tar.gz"))?);
        let answer = pip.current_dir(&folder).output()?;
        let told = [answer.stdout, answer.stderr].concat();
        let told = String::from_utf8_lossy(&told);
        ensure!(
            !answer.status.success()
                && told.contains("[1 lines of output]")
                && told.contains("isolate-run has no wheel for this platform"),
            "pip says something else where there is no wheel: {told}"
        );
        Ok(())
    }

    /// In an environment that has nothing else: the package needs no other. What is installed is what a
    /// user finds.
    pub(crate) fn as_a_user(&self, wheel: &Path, build: Build) -> Result<()> {
        let mut venv = Command::new("python3");
        venv.args(["-m", "venv", "--clear", "empty"]);
        quiet(&self.folder, &mut venv)?;
        let folder = self.folder.join("empty");
        let python = folder.join("bin/python");
        install(&python, wheel)?;
        let mut user = Command::new(&python);
        user.arg(sources().join("tests/installed.py"))
            .args(build.arguments())
            .env_clear()
            .env("PATH", folder.join("bin"));
        print!("installed: {}", quiet(&folder, &mut user)?);
        Ok(())
    }

    /// The tests of the package, those of adapters excepted.
    pub(crate) fn tests(&self, wheel: &Path, options: &[&str]) -> Result<()> {
        install(&self.python, wheel)?;
        let tests = sources().join("tests");
        let mut pytest = Command::new(&self.python);
        pytest
            .args(["-m", "pytest", "-q", "-p", "no:cacheprovider"])
            .args(["--timeout", "300", "--ignore"])
            .arg(sources().join(ADAPTERS))
            .args(options)
            .arg(tests)
            .env("PYTHONDONTWRITEBYTECODE", "1");
        run_in(&self.folder, &mut pytest)
    }

    /// The types, by both checkers that users have, and beside what the native library really has.
    fn types(&self) -> Result<()> {
        let mut mypy = self.program("mypy");
        mypy.arg("--cache-dir")
            .arg(self.folder.join("mypy"))
            .args(["python/isolate_run", "tests/typed.py"]);
        run_in(&sources(), &mut mypy)?;
        let mut stubtest = self.program("stubtest");
        // How classes of the interpreter's interface may be combined is not said by stubs for all versions.
        stubtest.args(["--ignore-disjoint-bases", "isolate_run._native"]);
        run_in(&self.folder, &mut stubtest)?;
        let mut pyright = self.program("basedpyright");
        pyright
            .args(["--level", "error", "--project"])
            .arg(sources().join("tests/pyright.json"))
            .arg("--pythonpath")
            .arg(&self.python);
        run_in(&self.folder, &mut pyright)
    }
}

/// A new, empty folder in place of what is there.
pub(crate) fn empty(folder: &Path) -> Result<PathBuf> {
    if folder.exists() {
        fs::remove_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    fs::create_dir_all(folder)?;
    Ok(folder.to_owned())
}

/// The one entry of a folder whose name is such.
pub(crate) fn only(folder: &Path, is_it: impl Fn(&str) -> bool) -> Result<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if is_it(&entry.file_name().to_string_lossy()) {
            found.push(entry.path());
        }
    }
    ensure!(
        found.len() == 1,
        "{} of these are in {}",
        found.len(),
        folder.display()
    );
    Ok(found.swap_remove(0))
}

/// Copies the files of a folder that git knows or would add, into another.
pub(crate) fn copy(from: &Path, to: &Path) -> Result<()> {
    let mut git = Command::new("git");
    git.args(["ls-files", "-z", "--cached", "--others"])
        .args(["--exclude-standard", "--", "."]);
    for name in quiet(from, &mut git)?.split_terminator('\0') {
        let (from, to) = (from.join(name), to.join(name));
        // One that was deleted and is still known.
        if !from.exists() {
            continue;
        }
        if let Some(folder) = to.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::copy(&from, &to).with_context(|| from.display().to_string())?;
    }
    Ok(())
}
