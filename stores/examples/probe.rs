//! Says whether a store may hold what several hosts share: `probe URL`, and `probe --all URL` for all
//! that is asked of a store, with some megabytes.

#![expect(clippy::print_stdout, reason = "it is a program")]

use std::error::Error;
use std::process::ExitCode;

use isolate_ledger::objects::{conformance, probe};
use isolate_stores::{Settings, open};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let outcome = match &arguments[..] {
        [url] => look(url, false),
        [all, url] if all == "--all" => look(url, true),
        _ => Err("use `probe [--all] URL`".into()),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            println!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn look(url: &str, all: bool) -> Result<(), Box<dyn Error>> {
    let mut builder = tokio::runtime::Builder::new_current_thread();
    let runtime = builder.enable_all().build()?;
    runtime.block_on(async {
        let store = open(url, &Settings::new())?;
        probe(&*store).await?;
        if all {
            conformance(&*store).await?;
        }
        println!("{} may hold what several hosts share", store.name());
        Ok(())
    })
}
