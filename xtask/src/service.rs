//! Checks the service with what others make of its OpenAPI document: `schemathesis` sends it requests of
//! all kinds, and a client that `openapi-python-client` generates uses the whole interface.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context as _, Result, ensure};

use crate::serving::Running;
use crate::{quiet, root, run_in, skipped};

/// The seed of the requests.
const SEED: &str = "20261129";

/// The time of the requests, in seconds, for all operations together.
const SECONDS_MAX: &str = "60";

/// What is installed, and where.
struct Checks {
    folder: PathBuf,
}

/// Runs both checks; where Python or its packages are missing, says so and checks nothing.
pub(crate) fn run() -> Result<()> {
    let checks = match Checks::install() {
        Ok(checks) => checks,
        Err(why) => {
            skipped::step("clients of the service", &format!("{why:#}"));
            return Ok(());
        }
    };
    checks.generated_client()?;
    checks.requests()
}

impl Checks {
    fn install() -> Result<Self> {
        let folder = root().join("target/service");
        fs::create_dir_all(&folder)?;
        let requirements = root().join("tests/service/requirements.txt");
        let wanted = fs::read(&requirements)?;
        let done = folder.join("installed");
        if !fs::read(&done).is_ok_and(|known| known == wanted) {
            let _ = fs::remove_file(&done);
            let mut venv = Command::new("python3");
            venv.args(["-m", "venv", "--clear", "venv"]);
            quiet(&folder, &mut venv).context("python3 makes no environment")?;
            let mut pip = Command::new(folder.join("venv/bin/python"));
            pip.args(["-m", "pip", "install", "--quiet", "-r"]);
            pip.arg(&requirements);
            quiet(&folder, &mut pip).context("pip cannot install the packages")?;
            fs::write(&done, wanted)?;
        }
        Ok(Self { folder })
    }

    /// A server over an empty directory, and a token that may do everything.
    fn serve(&self, name: &str) -> Result<(Running, String)> {
        Running::service(&self.folder.join(name))
    }

    fn program(&self, name: &str) -> PathBuf {
        self.folder.join("venv/bin").join(name)
    }

    /// Generates a client, and uses it.
    fn generated_client(&self) -> Result<()> {
        let mut generate = Command::new(self.program("openapi-python-client"));
        generate.args([
            "generate",
            "--overwrite",
            "--output-path",
            "client",
            "--path",
        ]);
        generate.arg(root().join("docs/openapi.json"));
        let told = quiet(&self.folder, &mut generate)?;
        ensure!(
            !told.contains("Unable to process") && !told.contains("will not be generated"),
            "openapi-python-client does not understand the document: {told}"
        );
        let (served, token) = self.serve("client-data")?;
        let mut client = Command::new(self.program("python"));
        client
            .arg(root().join("tests/service/client.py"))
            .args([&served.url, &token])
            .env("PYTHONPATH", self.folder.join("client"));
        print!("generated client: {}", quiet(&self.folder, &mut client)?);
        Ok(())
    }

    /// Sends requests that fit the document, and such that do not.
    fn requests(&self) -> Result<()> {
        let (served, token) = self.serve("requests-data")?;
        let mut schemathesis = Command::new(self.program("schemathesis"));
        schemathesis
            .arg("--config-file")
            .arg(root().join("tests/service/schemathesis.toml"))
            .args(["run", "--url", &served.url, "--seed", SEED])
            .args([
                "--max-time",
                SECONDS_MAX,
                "--no-color",
                "--request-timeout",
                "5",
            ])
            .args(["--header", &format!("Authorization: Bearer {token}")])
            .arg(root().join("docs/openapi.json"));
        run_in(&self.folder, &mut schemathesis)
    }
}
