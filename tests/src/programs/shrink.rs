//! Makes programs smaller that show a difference.

use std::time::Instant;

/// A sequence of choices that still does what `shows` asks for: shorter, and of lower numbers.
pub fn choices(
    found: &[u32],
    deadline: Instant,
    mut shows: impl FnMut(&[u32]) -> bool,
) -> Vec<u32> {
    let mut best = found.to_vec();
    let mut is_better = true;
    while is_better && Instant::now() < deadline {
        is_better = false;
        let mut size = (best.len() / 2).max(1);
        loop {
            let mut at = 0;
            while at < best.len() && Instant::now() < deadline {
                let end = (at + size).min(best.len());
                let mut shorter = best.clone();
                shorter.drain(at..end);
                let mut zeroed = best.clone();
                zeroed[at..end].fill(0);
                if shows(&shorter) {
                    best = shorter;
                    is_better = true;
                } else if zeroed != best && shows(&zeroed) {
                    best = zeroed;
                    is_better = true;
                    at = end;
                } else {
                    at = end;
                }
            }
            if size == 1 {
                break;
            }
            size /= 2;
        }
    }
    best
}

/// A text that still does what `shows` asks for, of fewer lines.
pub fn lines(found: &str, deadline: Instant, mut shows: impl FnMut(&str) -> bool) -> String {
    let mut best: Vec<&str> = found.lines().collect();
    let mut is_better = true;
    while is_better && Instant::now() < deadline {
        is_better = false;
        let mut size = (best.len() / 2).max(1);
        loop {
            let mut at = 0;
            while at < best.len() && Instant::now() < deadline {
                let mut shorter = best.clone();
                shorter.drain(at..(at + size).min(best.len()));
                if !shorter.is_empty() && shows(&shorter.join("\n")) {
                    best = shorter;
                    is_better = true;
                } else {
                    at += size;
                }
            }
            if size == 1 {
                break;
            }
            size /= 2;
        }
    }
    best.join("\n")
}

/// A text without names of numbers and without what stands in quotes: what two small programs
/// have in common that show the same.
#[must_use]
pub fn outline(text: &str) -> String {
    let mut outline = String::new();
    let mut quoted = false;
    for character in text.chars() {
        if character == '"' {
            quoted = !quoted;
        }
        if quoted || character.is_whitespace() {
            continue;
        }
        let kept = if character.is_ascii_digit() {
            '0'
        } else {
            character
        };
        if kept != '0' || !outline.ends_with('0') {
            outline.push(kept);
        }
    }
    outline
}
