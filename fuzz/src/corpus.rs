//! Inputs that are kept in the repository: for each target a file of one input a line, with what is
//! not printable escaped as in Rust's byte strings.

use std::path::PathBuf;

use crate::behaviour::Behaviour;
use crate::{Target, mutate};

/// Bytes of one file of inputs: what is beyond is not worth the review.
const FILE_BYTES_MAX: usize = 64 * 1024;

/// Tries to make one input smaller.
const SHRINKS_MAX: u32 = 400;

fn file(target: &Target) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("corpus")
        .join(format!("{}.txt", target.name))
}

/// The inputs that are kept for a target.
///
/// # Errors
/// A file that cannot be read, or a line that is no input.
pub fn load(target: &Target) -> Result<Vec<Vec<u8>>, String> {
    let path = file(target);
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(format!("{}: {error}", path.display())),
    };
    text.lines()
        .enumerate()
        .map(|(index, line)| {
            unescape(line).ok_or_else(|| format!("{}:{}", path.display(), index + 1))
        })
        .collect()
}

/// Writes inputs in place of those that were kept.
///
/// # Errors
/// A file that cannot be written.
pub fn save(target: &Target, inputs: &[Vec<u8>]) -> Result<(), String> {
    let path = file(target);
    let mut text = String::new();
    for input in inputs {
        let line = format!("{}\n", input.escape_ascii());
        if text.len() + line.len() <= FILE_BYTES_MAX {
            text.push_str(&line);
        }
    }
    let folder = path.parent().unwrap_or(&path);
    std::fs::create_dir_all(folder)
        .and_then(|()| std::fs::write(&path, text))
        .map_err(|error| format!("{}: {error}", path.display()))
}

fn unescape(line: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(line.len());
    let mut rest = line.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'\\' {
            bytes.push(byte);
            continue;
        }
        bytes.push(match rest.next()? {
            b'n' => b'\n',
            b'r' => b'\r',
            b't' => b'\t',
            b'x' => {
                let digits = [rest.next()?, rest.next()?];
                u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?
            }
            other @ (b'\\' | b'\'' | b'"') => other,
            _ => return None,
        });
    }
    Some(bytes)
}

/// The inputs that do what the others and those that a target begins with do not, each as small as it
/// can be for that.
#[must_use]
pub fn minimized(target: &Target, mut inputs: Vec<Vec<u8>>) -> Vec<Vec<u8>> {
    let mut known = Behaviour::default();
    for input in (target.corpus)() {
        known.add(&target.behaviour(&input));
    }
    for round in 0..2 {
        inputs.sort_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
        inputs.dedup();
        let mut covered = known.clone();
        let mut kept = Vec::new();
        for input in inputs {
            let more = target.behaviour(&input).beyond(&covered);
            if more.count() == 0 {
                continue;
            }
            let small = match round {
                0 => shrunk(target, input, &more),
                _ => input,
            };
            covered.add(&target.behaviour(&small));
            kept.push(small);
        }
        inputs = kept;
    }
    inputs
}

/// Leaves out what is not needed to do all this.
fn shrunk(target: &Target, mut input: Vec<u8>, needed: &Behaviour) -> Vec<u8> {
    let mut left = SHRINKS_MAX;
    let mut length = input.len() / 2;
    while length > 0 {
        let mut at = 0;
        while at < input.len() && left > 0 {
            left -= 1;
            let end = (at + length).min(input.len());
            let smaller = [&input[..at], &input[end..]].concat();
            if needed.exceeds(&target.behaviour(&smaller)) {
                at = end;
            } else {
                input = smaller;
            }
        }
        length /= 2;
    }
    input
}

/// Mutates inputs, and answers those that did something new.
///
/// # Errors
/// The first finding.
pub fn grown(
    target: &Target,
    inputs: &[Vec<u8>],
    seed: u64,
    mut is_over: impl FnMut(u64) -> bool,
) -> Result<Vec<Vec<u8>>, Box<crate::Finding>> {
    let mut all = (target.corpus)();
    all.extend_from_slice(inputs);
    let mut known = Behaviour::default();
    for input in &all {
        known.add(&target.behaviour(input));
    }
    let mut new = Vec::new();
    let mut done = 0;
    while !is_over(done) {
        let seed = seed.wrapping_add(done);
        let input = mutate::mutated(&all, &mut mutate::Chance::new(seed));
        let behaviour = target.try_input(seed, input.clone())?;
        if behaviour.exceeds(&known) {
            // As it does by itself, whatever the inputs before it have left.
            let alone = target.behaviour(&input);
            if alone.exceeds(&known) {
                known.add(&alone);
                all.push(input.clone());
                new.push(input);
            }
            known.add(&behaviour);
        }
        done += 1;
    }
    Ok(new)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_survives_a_line_of_the_corpus() {
        let bytes: Vec<u8> = (0..=255).collect();
        let line = bytes.escape_ascii().to_string();
        assert!(!line.contains('\n'));
        assert_eq!(unescape(&line), Some(bytes));
        assert_eq!(unescape("\\q"), None);
        assert_eq!(unescape("\\x4"), None);
    }

    #[test]
    fn an_input_with_a_new_behaviour_is_kept_and_minimised() {
        let target = Target::find("json").unwrap();
        let inputs = vec![
            b"[1,2,3".to_vec(),
            b"   [[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]  ".to_vec(),
            b"   [[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]     ".to_vec(),
        ];
        let kept = minimized(target, inputs.clone());
        assert!(!kept.is_empty() && kept.len() < inputs.len(), "{kept:?}");
        let bytes = |inputs: &[Vec<u8>]| inputs.iter().map(Vec::len).sum::<usize>();
        assert!(bytes(&kept) < bytes(&inputs), "{kept:?}");
        assert!(minimized(target, kept.clone()).len() <= kept.len());
    }

    /// What is kept is small, can be read, and no input of it panics.
    #[test]
    fn every_kept_input_has_a_behaviour_of_its_own() {
        let mut count = 0;
        for target in crate::TARGETS {
            for input in load(target).unwrap() {
                target.try_input(0, input).unwrap();
                count += 1;
            }
            let bytes = std::fs::metadata(file(target)).map_or(0, |file| file.len());
            assert!(bytes <= FILE_BYTES_MAX as u64, "{}", target.name);
        }
        assert!(count > 100, "{count}");
    }
}
