//! Makes programs smaller that show a difference.

use std::time::Instant;

use super::{Choices, SIMPLEST};

/// Choices that still do what `shows` asks for, of a smaller program. It answers with the choices
/// as the program took them.
pub fn choices(
    found: Choices,
    deadline: Instant,
    mut shows: impl FnMut(&[u32]) -> Option<Choices>,
) -> Choices {
    let mut best = found;
    let mut try_one = |candidate: &[u32], best: &mut Choices| {
        if Instant::now() >= deadline || candidate == best.taken() {
            return false;
        }
        let now = shows(candidate);
        let is_smaller = now.filter(|now| weight(now.taken()) < weight(best.taken()));
        let Some(now) = is_smaller else { return false };
        *best = now;
        true
    };
    loop {
        let before = weight(best.taken());
        shorter_lists(&mut best, &mut try_one);
        simpler_rules(&mut best, &mut try_one);
        inner_rules(&mut best, &mut try_one);
        for index in 0.. {
            let Some(choice) = best.taken().get(index).copied() else {
                break;
            };
            if choice != 0 && choice != SIMPLEST {
                let mut lower = best.taken().to_vec();
                lower[index] = 0;
                try_one(&lower, &mut best);
            }
        }
        if Instant::now() >= deadline || weight(best.taken()) == before {
            return best;
        }
    }
}

/// What is to be made smaller.
fn weight(choices: &[u32]) -> (usize, u64) {
    let sum = choices.iter().filter(|choice| **choice != SIMPLEST);
    (choices.len(), sum.map(|choice| u64::from(*choice)).sum())
}

/// Takes items out of lists, the longest first: many at once, then each.
fn shorter_lists(best: &mut Choices, try_one: &mut impl FnMut(&[u32], &mut Choices) -> bool) {
    let mut index = 0;
    loop {
        let mut lists = best.lists().to_vec();
        lists.sort_by_key(|list| std::cmp::Reverse(list.choices()));
        let Some(list) = lists.get(index) else { return };
        let mut size = list.items.len();
        let mut is_shorter = false;
        while size > 0 && !is_shorter {
            let mut at = 0;
            while at < list.items.len() && !is_shorter {
                let end = (at + size).min(list.items.len());
                let removed = u32::try_from(end - at).unwrap_or_default();
                let mut shorter = best.taken().to_vec();
                if let Some(count) = shorter.get_mut(list.count)
                    && *count >= removed
                {
                    *count -= removed;
                    shorter.drain(list.items[at].0..list.items[end - 1].1);
                    is_shorter = try_one(&shorter, best);
                }
                at = end;
            }
            size /= 2;
        }
        if !is_shorter {
            index += 1;
        }
    }
}

/// Takes the simplest alternative in the place of what a rule became, the longest first.
fn simpler_rules(best: &mut Choices, try_one: &mut impl FnMut(&[u32], &mut Choices) -> bool) {
    let mut index = 0;
    loop {
        let mut spans = best.spans().to_vec();
        spans.sort_by_key(|span| std::cmp::Reverse(span.end - span.start));
        let Some(span) = spans.get(index) else { return };
        let mut simpler = best.taken().to_vec();
        simpler.splice(span.start..span.end, [SIMPLEST]);
        if !try_one(&simpler, best) {
            index += 1;
        }
    }
}

/// Puts a part in the place of the whole, where both are of one rule.
fn inner_rules(best: &mut Choices, try_one: &mut impl FnMut(&[u32], &mut Choices) -> bool) {
    let mut index = 0;
    'next: loop {
        let Some(outer) = best.spans().get(index).cloned() else {
            return;
        };
        for inner in best.spans().to_vec() {
            let is_inside = inner.start >= outer.start && inner.end <= outer.end;
            if inner.rule == outer.rule
                && is_inside
                && inner.end - inner.start < outer.end - outer.start
            {
                let mut less = best.taken().to_vec();
                let kept = less[inner.start..inner.end].to_vec();
                less.splice(outer.start..outer.end, kept);
                if try_one(&less, best) {
                    continue 'next;
                }
            }
        }
        index += 1;
    }
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
