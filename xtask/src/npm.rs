//! The Node package: packed as it is published, installed into an empty folder and tried as a user does,
//! then its tests on the oldest and the newest Node that it is made for, and its types.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, ensure};

use crate::python::{Build, copy, empty, only};
use crate::scratch::Scratch;
use crate::{node, quiet, root, run_in, skipped, workspace};

/// What of the repository the package is made from.
const SOURCES: [&str; 2] = ["bindings/node", "packaging/installed"];

/// Milliseconds after which a test has failed: one that waits for ever would keep all of CI.
const TEST_MS_MAX: &str = "300000";

/// Runs all of it; where Node or what is needed cannot be had, says so and checks nothing.
pub(crate) fn check() -> Result<()> {
    let package = match Package::install() {
        Ok(package) => package,
        Err(why) => {
            skipped::step("the Node package", &format!("{why:#}"));
            return Ok(());
        }
    };
    package.build()?;
    let [main, native] = package.pack(&workspace::library("isolate_node")?)?;
    package.refusal(&main)?;
    package.as_a_user(&main, &native, Build::Ordinary)?;
    package.tests(&main, &native)?;
    package.types(&main)
}

/// The package where it is built, below `target`: sources, and the tools that build and check it.
pub(crate) struct Package {
    folder: PathBuf,
    /// Node 20 and Node 24.
    nodes: [PathBuf; 2],
}

impl Package {
    pub(crate) fn install() -> Result<Self> {
        // Programs are started in other folders.
        let absolute = |node: PathBuf| fs::canonicalize(&node).unwrap_or(node);
        let nodes = [node::oldest()?, node::find()?].map(absolute);
        let checks = root().join("bindings/node/checks");
        let folder = crate::real::install(&nodes[1], &checks, "npm")?;
        Ok(Self { folder, nodes })
    }

    /// The newest Node.
    pub(crate) fn node(&self) -> &Path {
        &self.nodes[1]
    }

    fn newest(&self) -> Command {
        Command::new(self.node())
    }

    fn npm(&self) -> Command {
        node::npm(self.node())
    }

    /// Where the sources lie, as in the repository.
    fn sources(&self) -> PathBuf {
        self.folder.join("bindings/node")
    }

    /// Copies the sources and builds the JavaScript.
    pub(crate) fn build(&self) -> Result<()> {
        for source in SOURCES {
            let copied = empty(&self.folder.join(source))?;
            copy(&root().join(source), &copied)?;
        }
        fs::copy(root().join("LICENSE"), self.folder.join("LICENSE"))?;
        run_in(&self.sources(), self.newest().arg("scripts/build.mjs"))
    }

    /// Packs the package, and that of this platform with a native library.
    pub(crate) fn pack(&self, library: &Path) -> Result<[PathBuf; 2]> {
        let out = empty(&self.folder.join("packages"))?;
        let platform = platform()?;
        let mut write = self.newest();
        write
            .arg("scripts/packages.mjs")
            .arg(&out)
            .arg(format!("{platform}={}", library.display()));
        run_in(&self.sources(), &mut write)?;
        let mut pack = self.npm();
        pack.args(["pack", "--silent", "./isolate-run"])
            .arg(format!("./isolate-run-{platform}"));
        run_in(&out, &mut pack)?;
        let is_native = |name: &str| name.contains(platform) && name.ends_with(".tgz");
        Ok([
            only(&out, |name| name.ends_with(".tgz") && !is_native(name))?,
            only(&out, is_native)?,
        ])
    }

    /// Without a package for the platform, the installation goes well, and the first import says what is
    /// missing in a line.
    fn refusal(&self, main: &Path) -> Result<()> {
        let scratch = Scratch::new("npm")?;
        fs::write(scratch.path().join("package.json"), "{}")?;
        self.install_into(scratch.path(), &[main])?;
        let mut import = self.newest();
        import.args(["--eval", "require('isolate-run')"]);
        let answer = import.current_dir(scratch.path()).output()?;
        let told = String::from_utf8_lossy(&answer.stderr);
        ensure!(
            !answer.status.success()
                && told.contains("Error: isolate-run has no native part that can be loaded"),
            "the package says something else where its native part is missing: {told}"
        );
        Ok(())
    }

    /// Installs packages into a folder, without asking the registry for those of other platforms.
    pub(crate) fn install_into(&self, folder: &Path, packages: &[&Path]) -> Result<()> {
        let mut npm = self.npm();
        npm.args([
            "install",
            "--silent",
            "--offline",
            "--no-save",
            "--no-audit",
            "--no-fund",
        ])
        .args(packages);
        quiet(folder, &mut npm).context("npm does not install the packages")?;
        Ok(())
    }

    /// In a folder that has nothing else: the package needs no other.
    pub(crate) fn as_a_user(&self, main: &Path, native: &Path, build: Build) -> Result<()> {
        let scratch = Scratch::new("npm")?;
        fs::write(scratch.path().join("package.json"), "{}")?;
        self.install_into(scratch.path(), &[main, native])?;
        let script = scratch.path().join("installed.mjs");
        fs::copy(self.sources().join("checks/installed.mjs"), &script)?;
        for node in &self.nodes {
            let mut user = Command::new(node);
            user.arg(&script).args(build.arguments());
            print!("installed: {}", quiet(scratch.path(), &mut user)?);
        }
        Ok(())
    }

    /// The tests of the package, those of adapters excepted. They find what was installed, and the
    /// documents, where they find in the repository what was built.
    fn tests(&self, main: &Path, native: &Path) -> Result<()> {
        self.install_into(&self.folder, &[main, native])?;
        let installed = empty(&self.folder.join("installed"))?;
        copy(&root().join("docs"), &installed.join("docs"))?;
        let package = installed.join("bindings/node");
        copy(&root().join("bindings/node/tests"), &package.join("tests"))?;
        for document in ["README.md", "bindings/node/README.md"] {
            fs::copy(root().join(document), installed.join(document))?;
        }
        let dist = self.folder.join("node_modules/isolate-run/dist");
        std::os::unix::fs::symlink(dist, package.join("dist"))?;
        let mut files = Vec::new();
        for entry in fs::read_dir(package.join("tests"))? {
            let path = entry?.path();
            if path.to_string_lossy().ends_with(".test.mjs") {
                files.push(path);
            }
        }
        files.sort();
        for node in &self.nodes {
            let mut command = Command::new(node);
            command
                .args(["--test", "--test-reporter=dot", "--test-timeout"])
                .arg(TEST_MS_MAX)
                .args(&files);
            run_in(&package, &mut command)?;
        }
        Ok(())
    }

    /// The tests of adapters, each beside the packages that it is for.
    pub(crate) fn adapters(&self, library: &Path) -> Result<()> {
        fs::copy(library, self.sources().join("dist/native.node"))?;
        // Some tests run the examples of documents.
        copy(&root().join("docs"), &empty(&self.folder.join("docs"))?)?;
        let mut adapters = Command::new(&self.nodes[0]);
        run_in(&self.sources(), adapters.arg("scripts/adapters.mjs"))
    }

    /// Types, as a user's compiler reads them in both kinds of module, and what others say of the package.
    fn types(&self, main: &Path) -> Result<()> {
        let checks = empty(&self.folder.join("checks"))?;
        copy(&root().join("bindings/node/checks"), &checks)?;
        let tool = |path: &str| self.folder.join("node_modules").join(path);
        let mut compile = self.newest();
        compile.arg(tool("typescript/bin/tsc")).args(["-p", "."]);
        run_in(&checks, &mut compile)?;
        for node in &self.nodes {
            for program in ["esm.mjs", "cjs.cjs"] {
                print!("{}", quiet(&checks, Command::new(node).arg(program))?);
            }
        }
        let mut types = self.newest();
        types
            .arg(tool("@arethetypeswrong/cli/dist/index.js"))
            .args(["--no-emoji", "--no-color", "--format", "ascii"])
            .arg(main);
        run_in(&self.folder, &mut types)?;
        let mut publint = self.newest();
        publint.arg(tool("publint/src/cli.js")).arg(main);
        run_in(&self.folder, &mut publint)
    }
}

/// This platform, as the packages are named.
pub(crate) fn platform() -> Result<&'static str> {
    Ok(match (std::env::consts::OS, std::env::consts::ARCH) {
        ("linux", "x86_64") if cfg!(target_env = "musl") => "linux-x64-musl",
        ("linux", "aarch64") if cfg!(target_env = "musl") => "linux-arm64-musl",
        ("linux", "x86_64") => "linux-x64-gnu",
        ("linux", "aarch64") => "linux-arm64-gnu",
        ("macos", "x86_64") => "darwin-x64",
        ("macos", "aarch64") => "darwin-arm64",
        (system, architecture) => {
            anyhow::bail!("there is no package for {system} on {architecture}")
        }
    })
}
