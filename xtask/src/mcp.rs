//! Checks the server of the Model Context Protocol with the clients of others: the official
//! conformance suite, the inspector's command line, and the official SDKs of Python and TypeScript.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, ensure};

use crate::serving::Running;
use crate::{node, quiet, root, run_in, skipped, workspace};

/// Scenarios of the suite that need none of its fixtures.
const BARE: [&str; 8] = [
    "server-initialize",
    "ping",
    "logging-set-level",
    "tools-list",
    "resources-list",
    "prompts-list",
    "server-sse-multiple-streams",
    "dns-rebinding-protection",
];

/// What is installed, and where.
struct Checks {
    folder: PathBuf,
    node: PathBuf,
    python: PathBuf,
    command: PathBuf,
    conformance: PathBuf,
}

/// Runs all checks; where Node or Python are missing, says so and checks nothing.
pub(crate) fn run() -> Result<()> {
    let has_python = Command::new("python3")
        .arg("--version")
        .output()
        .is_ok_and(|output| output.status.success());
    if !has_python {
        skipped::step("clients of MCP", "python3 is not installed");
        return Ok(());
    }
    let node = match node::find() {
        Ok(node) => node,
        Err(why) => {
            skipped::step("clients of MCP", &format!("no Node 24: {why}"));
            return Ok(());
        }
    };
    let checks = Checks::install(node)?;
    checks.conformance()?;
    checks.inspector()?;
    checks.sdks()?;
    checks.speed()?;
    Ok(())
}

impl Checks {
    fn install(node: PathBuf) -> Result<Self> {
        let sources = root().join("tests/mcp");
        let folder = root().join("target/mcp");
        fs::create_dir_all(&folder)?;
        let mut is_new = false;
        for name in [
            "package.json",
            "package-lock.json",
            "requirements.txt",
            "client.py",
            "client.mjs",
        ] {
            let bytes = fs::read(sources.join(name))?;
            let place = folder.join(name);
            let is_same = fs::read(&place).is_ok_and(|known| known == bytes);
            if !is_same {
                is_new |= !name.starts_with("client");
                fs::write(place, bytes)?;
            }
        }
        let done = folder.join("installed");
        if is_new || !done.is_file() {
            let _ = fs::remove_file(&done);
            let mut npm = node::npm(&node);
            npm.args(["ci", "--ignore-scripts", "--no-audit", "--no-fund"]);
            run_in(&folder, &mut npm)?;
            let mut venv = Command::new("python3");
            venv.args(["-m", "venv", "--clear", "venv"]);
            run_in(&folder, &mut venv)?;
            let mut pip = Command::new(folder.join("venv/bin/python"));
            pip.args(["-m", "pip", "install", "--quiet", "-r", "requirements.txt"]);
            run_in(&folder, &mut pip)?;
            fs::write(&done, "")?;
        }
        let command = workspace::built("isolate-run")?;
        let conformance = command.with_file_name("examples").join("conformance");
        Ok(Self {
            node: fs::canonicalize(&node).unwrap_or(node),
            python: folder.join("venv/bin/python"),
            command,
            conformance,
            folder,
        })
    }

    fn database(&self, name: &str) -> Result<PathBuf> {
        let path = self.folder.join(format!("{name}.sqlite"));
        for end in ["", "-wal", "-shm", "-reserve"] {
            let _ = fs::remove_file(format!("{}{end}", path.display()));
        }
        Ok(path)
    }

    /// The command and its arguments, as a server over a pipe.
    fn serving(&self, name: &str) -> Result<Vec<String>> {
        let database = self.database(name)?;
        let text = |path: &Path| path.to_string_lossy().into_owned();
        let mut line = vec![text(&self.command)];
        line.extend(["serve", "--timeout", "10m", "--fuel", "1000G", "--db"].map(str::to_owned));
        line.push(text(&database));
        Ok(line)
    }

    fn serve(&self, name: &str) -> Result<Running> {
        let line = self.serving(name)?;
        Running::start(
            Command::new(&line[0])
                .args(&line[1..])
                .args(["--http", "0"]),
        )
    }

    /// The official suite: what needs no fixture against the command, all of it against the
    /// example that has them.
    fn conformance(&self) -> Result<()> {
        let script = "node_modules/@modelcontextprotocol/conformance/dist/index.js";
        let suite = |url: &str| {
            let mut command = Command::new(&self.node);
            command.args([script, "server", "--url", url]);
            command
        };
        let served = self.serve("conformance")?;
        for scenario in BARE {
            quiet(
                &self.folder,
                suite(&served.url).args(["--scenario", scenario]),
            )?;
        }
        drop(served);
        println!(
            "conformance: {} scenarios pass against the command",
            BARE.len()
        );
        let example = Running::start(Command::new(&self.conformance).arg("127.0.0.1:0"))?;
        // Not among those that the suite runs by itself.
        quiet(
            &self.folder,
            suite(&example.url).args(["--scenario", "json-schema-2020-12"]),
        )?;
        let told = quiet(&self.folder, &mut suite(&example.url))?;
        let total = told.lines().rev().find(|line| line.starts_with("Total"));
        println!(
            "conformance: {}",
            total.context("the suite tells no total")?
        );
        Ok(())
    }

    /// The inspector's command line, over both transports.
    fn inspector(&self) -> Result<()> {
        let script = "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js";
        let served = self.serve("inspector-http")?;
        let over_http = vec![served.url.clone()];
        for target in [self.serving("inspector")?, over_http] {
            for (arguments, words) in [
                (&["tools/list"][..], "\"outputSchema\""),
                (
                    &[
                        "tools/call",
                        "--tool-name",
                        "run",
                        "--tool-arg",
                        "code=state.writeFile('/a b', 'text')",
                    ],
                    "\"structuredContent\"",
                ),
                (&["resources/list"], "isolate://workspace/a%20b"),
                (
                    &["resources/read", "--uri", "isolate://workspace/a%20b"],
                    "\"text\": \"text\"",
                ),
                (&["resources/templates/list"], "{+path}"),
                (&["prompts/get", "--prompt-name", "system"], "\"messages\""),
            ] {
                let mut command = Command::new(&self.node);
                command.args([script, "--cli"]);
                if let [url] = &target[..] {
                    command.args([url.as_str(), "--transport", "http"]);
                }
                command.arg("--method").args(arguments);
                if target.len() > 1 {
                    command.arg("--").args(&target);
                }
                let told = quiet(&self.folder, &mut command)?;
                ensure!(
                    told.contains(words),
                    "{command:?} does not tell {words}: {told}"
                );
            }
        }
        println!("inspector: listed, called and read over both transports");
        Ok(())
    }

    /// The official SDKs, over both transports.
    fn sdks(&self) -> Result<()> {
        for (program, script) in [(&self.python, "client.py"), (&self.node, "client.mjs")] {
            let mut over_pipe = Command::new(program);
            over_pipe.args([script, "stdio"]).args(self.serving("sdk")?);
            print!("stdio: {}", quiet(&self.folder, &mut over_pipe)?);
            let served = self.serve("sdk-http")?;
            let mut over_http = Command::new(program);
            over_http.args([script, "http", &served.url]);
            print!("http: {}", quiet(&self.folder, &mut over_http)?);
        }
        Ok(())
    }

    /// What the protocol adds to a call of the library.
    fn speed(&self) -> Result<()> {
        let test = "clients::a_call_costs_little_more_than_the_library";
        let mut command = Command::new("cargo");
        command.args(["test", "--locked"]).args(workspace::TOGETHER);
        command.args(["--test", "it", test, "--", "--exact", "--nocapture"]);
        let told = quiet(&root(), &mut command)?;
        let line = told.lines().find(|line| line.starts_with("library "));
        println!(
            "speed, not optimised: {}",
            line.context("the test tells no times")?
        );
        Ok(())
    }
}
