//! Each step's share of the time of all: `.ci/steps.toml`, by which a step that grows is seen.
//!
//! Shares and not seconds, since machines differ; and of the steps that ran, since others were
//! skipped.

use std::collections::BTreeMap;
use std::fs;
use std::time::Duration;

use anyhow::{Context as _, Result};

use crate::root;

/// The file, from the root.
const FILE: &str = ".ci/steps.toml";

const HEAD: &str = "\
# Each step's share of the sum of all steps of CI, in thousandths.
# Written by `cargo xtask ci --record`, which runs all of them.
";

/// A step is named if its share is larger than this many times what it was …
const GROWTH: f64 = 1.5;

/// … and if it takes so much longer than its old share would be.
const LONGER: Duration = Duration::from_secs(20);

/// In thousandths, by the names of the steps.
type Shares = BTreeMap<String, u32>;

/// What steps took.
pub(super) type Took = BTreeMap<String, Duration>;

/// Lines about the steps that take a larger share than they did.
pub(super) fn grown(took: &Took) -> Result<Vec<String>> {
    let path = root().join(FILE);
    let text = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(error).with_context(|| path.display().to_string()),
    };
    let shares = toml::from_str(&text).with_context(|| path.display().to_string())?;
    Ok(grown_since(&shares, took))
}

fn grown_since(shares: &Shares, took: &Took) -> Vec<String> {
    let known: Vec<(&String, &Duration, f64)> = took
        .iter()
        .filter_map(|(step, time)| Some((step, time, f64::from(*shares.get(step)?))))
        .collect();
    let sum: f64 = known.iter().map(|(_, time, _)| time.as_secs_f64()).sum();
    let of: f64 = known.iter().map(|(_, _, share)| share).sum();
    let mut lines = Vec::new();
    for (step, time, share) in known {
        let expected = sum * share / of.max(1.0);
        let time = time.as_secs_f64();
        if time > expected * GROWTH && time > expected + LONGER.as_secs_f64() {
            lines.push(format!(
                "{step} takes a larger share than it did: {time:.0} s, where {expected:.0} s were \
                 to be expected"
            ));
        }
    }
    for step in took.keys().filter(|step| !shares.contains_key(*step)) {
        lines.push(format!(
            "{step} has no share in {FILE} yet: `cargo xtask ci --record`"
        ));
    }
    lines
}

/// Writes the shares of a run of all steps.
pub(super) fn write(took: &Took) -> Result<()> {
    let path = root().join(FILE);
    let text = format!("{HEAD}{}", toml::to_string(&of_all(took))?);
    fs::write(&path, text).with_context(|| path.display().to_string())
}

fn of_all(took: &Took) -> Shares {
    let sum: u128 = took.values().map(Duration::as_millis).sum();
    took.iter()
        .map(|(step, time)| {
            let share = time.as_millis() * 1000 / sum.max(1);
            (step.clone(), u32::try_from(share).unwrap_or(u32::MAX))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn took(steps: &[(&str, u64)]) -> Took {
        steps
            .iter()
            .map(|(step, seconds)| ((*step).to_owned(), Duration::from_secs(*seconds)))
            .collect()
    }

    #[test]
    fn a_step_is_named_when_its_share_grew_by_half_and_by_twenty_seconds() {
        let shares = of_all(&took(&[("build", 500), ("tests", 400), ("quick", 10)]));
        assert!(grown_since(&shares, &took(&[("build", 500), ("tests", 400)])).is_empty());
        // The same machine, half as fast.
        assert!(grown_since(&shares, &took(&[("build", 1000), ("tests", 800)])).is_empty());
        let lines = grown_since(&shares, &took(&[("build", 500), ("tests", 1600)]));
        assert_eq!(lines.len(), 1, "{lines:?}");
        assert!(lines[0].starts_with("tests takes"), "{lines:?}");
        // Thrice as long, and no more than 20 s.
        let steps = [("build", 500), ("tests", 400), ("quick", 25)];
        assert!(grown_since(&shares, &took(&steps)).is_empty());
    }

    #[test]
    fn a_step_without_a_share_is_named() {
        let lines = grown_since(&Shares::new(), &took(&[("new", 1)]));
        assert!(lines[0].starts_with("new has no share"), "{lines:?}");
    }
}
