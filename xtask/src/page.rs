//! Uses the page of the service as a person does: in a small document of its own in Node, and in Chromium
//! without a window where that is installed.

use std::path::PathBuf;
use std::process::Command;

use anyhow::Result;

use crate::serving::Running;
use crate::{node, root, run, skipped};

/// Names of Chromium.
const NAMES: [&str; 4] = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
];

/// Names another one.
const VARIABLE: &str = "ISOLATE_CHROMIUM";

pub(crate) fn check() -> Result<()> {
    let node = match node::find() {
        Ok(node) => node,
        Err(why) => {
            skipped::step("the page of the service", &format!("no Node 24: {why}"));
            return Ok(());
        }
    };
    let (served, token) = Running::service(&root().join("target/page"))?;
    let mut check = Command::new(node);
    check.arg(root().join("tests/page/check.mjs"));
    check.args([&served.url, &token]);
    match chromium() {
        Some(chromium) => {
            check.arg(chromium);
        }
        None => skipped::step(
            "the page of the service in Chromium",
            "it is not installed (Debian's package chromium, or name one in ISOLATE_CHROMIUM)",
        ),
    }
    run(&mut check)
}

fn chromium() -> Option<PathBuf> {
    let named = std::env::var_os(VARIABLE).map(PathBuf::from);
    let known = NAMES.iter().map(PathBuf::from);
    named.into_iter().chain(known).find(|name| {
        let version = Command::new(name).arg("--version").output();
        version.is_ok_and(|output| output.status.success())
    })
}
