//! What Node answered, in a few bytes for each program: CI checks the sandbox by it, without Node.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::{Context as _, Result, ensure};

use super::folder;

/// The seed of the programs.
pub const SEED: u64 = 1;

/// How many there are.
pub const COUNT: usize = 20_000;

/// Programs of a line.
pub const LINE: usize = 100;

/// Characters of an answer.
const WIDTH: usize = 4;

/// In the place of an answer: the program has none, or a difference that is accepted.
const SKIPPED: &str = "----";

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The file.
#[must_use]
pub fn path() -> std::path::PathBuf {
    folder().join("recorded.txt")
}

/// 64 bits of a text (FNV-1a).
#[must_use]
pub fn digest(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// An answer in four characters: thrown errors by their name.
#[must_use]
pub fn short(answer: Option<&str>) -> String {
    let Some(answer) = answer else {
        return SKIPPED.to_owned();
    };
    let told = match answer.strip_prefix("threw ") {
        Some(thrown) => thrown.split(':').next().unwrap_or_default(),
        None => answer,
    };
    let hash = digest(told);
    let bytes = hash.to_le_bytes();
    let digit = |byte: &u8| char::from(DIGITS[usize::from(byte & 63)]);
    bytes.iter().rev().take(WIDTH).map(digit).collect()
}

/// One line: a digest of its programs, and its answers.
#[must_use]
pub fn line(programs: &[String], answers: &[String]) -> String {
    format!("{:016x} {}", digest(&programs.concat()), answers.concat())
}

/// Threads that work at once.
#[must_use]
pub fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Does something for each of the lines, or the first of so many each, on all processors.
///
/// # Errors
///
/// What the work fails with.
///
/// # Panics
///
/// What the work panics with.
pub fn for_lines<T: Send>(
    count: usize,
    every: usize,
    work: impl Fn(usize) -> Result<T> + Sync,
) -> Result<BTreeMap<usize, T>> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(BTreeMap::new());
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads())
            .map(|_| {
                scope.spawn(|| {
                    loop {
                        let index = every * next.fetch_add(1, Ordering::Relaxed);
                        if index >= count {
                            return anyhow::Ok(());
                        }
                        let one = work(index)?;
                        done.lock().expect("no worker panics").insert(index, one);
                    }
                })
            })
            .collect();
        for worker in workers {
            worker.join().expect("a worker does not panic")?;
        }
        anyhow::Ok(())
    })?;
    Ok(done.into_inner().expect("no worker panics"))
}

/// The lines of the file; none where nothing is recorded.
///
/// # Errors
///
/// A file of another length.
pub fn read() -> Result<Option<Vec<String>>> {
    let path = path();
    if !path.is_file() {
        return Ok(None);
    }
    let text = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let lines: Vec<String> = text.lines().map(str::to_owned).collect();
    ensure!(
        lines.len() == COUNT.div_ceil(LINE),
        "{} has {} lines: record it again",
        path.display(),
        lines.len()
    );
    Ok(Some(lines))
}

/// Which answers of a line are others than those that were recorded.
///
/// # Errors
///
/// Programs that are others than when they were recorded.
pub fn different(recorded: &str, programs: &[String], answers: &[String]) -> Result<Vec<usize>> {
    let (digest_then, then) = recorded.split_once(' ').context("a line of answers")?;
    ensure!(
        digest_then == format!("{:016x}", digest(&programs.concat())),
        "the generator makes other programs than those that were recorded: record them again, \
         with `--record`"
    );
    let mut different = Vec::new();
    for (index, answer) in answers.iter().enumerate() {
        let then = then
            .get(index * WIDTH..(index + 1) * WIDTH)
            .context("an answer for each program")?;
        if then != SKIPPED && then != answer {
            different.push(index);
        }
    }
    Ok(different)
}
