//! All tasks in all arms: a table on standard output, or JSON with `--json`.
//!
//! With `AGENT_BENCH=live` the model of the agent's environment takes the place of the recording.

#![expect(clippy::print_stdout, reason = "its output is what it is for")]

use anyhow::Result;
use isolate_agent::Config;
use isolate_agent_bench::{Arm, Counter, Source, measure, table, tasks, to_json};
use isolate_host::Sandbox;

fn main() -> Result<()> {
    let is_json = std::env::args().any(|argument| argument == "--json");
    let source = match std::env::var("AGENT_BENCH").as_deref() {
        Ok("live") => Source::Live(Config::from_environment()?),
        _ => Source::Recorded,
    };
    let sandbox = Sandbox::new()?;
    let runtime = tokio::runtime::Runtime::new()?;
    let mut measured = Vec::new();
    for task in tasks()? {
        for arm in Arm::ALL {
            measured.push(runtime.block_on(measure(&task, arm, &source, &sandbox))?);
        }
    }
    let texts = measured
        .iter()
        .flat_map(|one| one.requests.iter().chain(&one.answers))
        .flatten();
    let unique: std::collections::BTreeSet<&str> = texts.map(String::as_str).collect();
    let counter = Counter::counted(unique.iter().copied())?;
    if is_json {
        println!("{:#}", to_json(&measured, &counter));
        return Ok(());
    }
    println!("{}", table(&measured, &counter));
    // How far the estimate that budgets answers is from what a tokenizer counts.
    let mut ratios: Vec<u64> = unique
        .iter()
        .filter(|text| text.len() > 200)
        .map(|text| counter.of(text) * 100 / isolate_tools::tokens_estimated(text).max(1) as u64)
        .collect();
    ratios.sort_unstable();
    if let (Some(least), Some(most)) = (ratios.first(), ratios.last()) {
        let middle = ratios[ratios.len() / 2];
        println!(
            "tokens of {} texts: {least} to {most} % of the estimate, median {middle} %",
            ratios.len()
        );
    }
    for one in measured.iter().filter(|one| one.wrong.is_some()) {
        let why = one.wrong.as_deref().unwrap_or_default();
        println!("{} in {}: {why}", one.task, one.arm.name());
    }
    Ok(())
}
