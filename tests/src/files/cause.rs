//! What differs, in words that many programs have in common.

use std::fmt;

/// The first difference between two answers of one program that was traced.
#[derive(Clone, Debug)]
pub struct Difference {
    /// The line of the program.
    pub call: String,
    /// What the sandbox tells.
    pub ours: String,
    /// What Node tells.
    pub node: String,
    /// Whether only what counts second differs.
    pub is_second: bool,
}

/// A difference without what is particular to one program.
#[derive(Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub struct Cause {
    call: String,
    ours: String,
    node: String,
    is_second: bool,
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let second = if self.is_second { " (second)" } else { "" };
        write!(
            f,
            "{}: {} in place of {}{second}",
            self.call, self.ours, self.node
        )
    }
}

impl Difference {
    /// The first one, whose lines count second only where no other differ.
    #[must_use]
    pub fn first(body: &str, ours: &str, node: &str) -> Option<Self> {
        Self::of(body, ours, node, false).or_else(|| Self::of(body, ours, node, true))
    }

    fn of(body: &str, ours: &str, node: &str, is_second: bool) -> Option<Self> {
        let (mut of_ours, mut of_node) = (ours.lines(), node.lines());
        let mut number = 0;
        let seen = |line: &str| match is_second {
            true => line.to_owned(),
            false => line.split('\t').next().unwrap_or_default().to_owned(),
        };
        loop {
            let (one, other) = (of_ours.next(), of_node.next());
            if one.is_none() && other.is_none() {
                return None;
            }
            let (one, other) = (one.unwrap_or("nothing"), other.unwrap_or("nothing"));
            let told = |line: &str| line.split(' ').next().and_then(|word| word.parse().ok());
            number = told(other).unwrap_or(number);
            if seen(one) != seen(other) {
                let call = body.lines().filter(|line| is_call(line)).nth(number);
                return Some(Self {
                    call: call.unwrap_or("the end").to_owned(),
                    ours: one.to_owned(),
                    node: other.to_owned(),
                    is_second,
                });
            }
        }
    }

    /// What it has in common with others.
    #[must_use]
    pub fn cause(&self) -> Cause {
        let [mut ours, mut node] = [&self.ours, &self.node].map(|line| kind(line, self.is_second));
        if ours == node {
            // The first words that differ tell it apart from others.
            let words = self
                .ours
                .split_whitespace()
                .zip(self.node.split_whitespace());
            if let Some((one, other)) = words.into_iter().find(|(one, other)| one != other) {
                ours.extend([" ", start(one)]);
                node.extend([" ", start(other)]);
            }
        }
        Cause {
            call: named(&self.call),
            ours,
            node,
            is_second: self.is_second,
        }
    }
}

/// Whether a line of a program is a call, which tells something.
fn is_call(line: &str) -> bool {
    ["sync", "wait", "back", "t", "c"].iter().any(|helper| {
        let rest = line.trim().strip_prefix("await ").unwrap_or_default();
        let rest = rest.strip_prefix('e').unwrap_or(rest);
        rest.strip_prefix(helper)
            .is_some_and(|rest| rest.starts_with('('))
    })
}

/// The functions that a line calls.
fn named(call: &str) -> String {
    let direct = call.split_once("(\"").filter(|(head, _)| {
        head.ends_with("sync") || head.ends_with("wait") || head.ends_with("back")
    });
    if let Some((head, rest)) = direct {
        let name = rest.split('"').next().unwrap_or_default();
        let module = match head.trim_start_matches("await ").starts_with('e') {
            true => "fse",
            false => "fs",
        };
        return format!("{module}.{name}");
    }
    let mut names = Vec::new();
    let is_name = |character: char| character.is_ascii_alphanumeric() || character == '.';
    for word in call.split(|character: char| !is_name(character)) {
        let module = word.split('.').next().unwrap_or_default();
        let is_known = [
            "fs", "fsp", "fse", "path", "url", "util", "Buffer", "buffer",
        ];
        if word.contains('.') && is_known.contains(&module) && !names.contains(&word) {
            names.push(word);
        }
    }
    match names.is_empty() {
        true => call.chars().take(60).collect(),
        false => names.join(" "),
    }
}

/// The beginning of a word, whose end may be particular.
fn start(word: &str) -> &str {
    let end = word
        .char_indices()
        .nth(12)
        .map_or(word.len(), |(end, _)| end);
    &word[..end]
}

/// What a line tells, without values.
fn kind(line: &str, is_second: bool) -> String {
    if line.starts_with("  ") || line.starts_with('/') {
        return "another tree".to_owned();
    }
    let (_, told) = line.split_once(' ').unwrap_or(("", line));
    let (first, second) = told.split_once('\t').unwrap_or((told, ""));
    if is_second {
        // An error: all but its words, which hold names.
        let words: Vec<&str> = second.split(' ').take(3).collect();
        return format!("{first} {}", words.join(" "));
    }
    let mut kinds: Vec<&str> = Vec::new();
    for word in first.split(' ') {
        kinds.push(word);
        let is_whole = !matches!(
            word,
            "~" | "!" | "~!" | "calls" | "then" | "at" | "once" | "gives"
        );
        if is_whole {
            break;
        }
    }
    let joined = kinds.join(" ");
    match joined.find(['"', '[', '{']) {
        Some(at) => joined[..=at].to_owned(),
        None => joined,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_call_of_a_difference_is_found_by_its_number() {
        let body = "await f(\"/a\", \"\");\nawait sync(\"stat\", P(\"/a\"));\nawait ewait(\"move\", P(\"/a\"));";
        let (ours, node) = ("0 1\n1 ~ 2\n  /a f\n", "0 1\n1 ~! ENOENT\tx\n  /a f\n");
        let found = Difference::first(body, ours, node).unwrap();
        assert_eq!(found.call, "await ewait(\"move\", P(\"/a\"));");
        assert_eq!(
            found.cause().to_string(),
            "fse.move: ~ 2 in place of ~! ENOENT"
        );
    }

    #[test]
    fn what_counts_second_is_looked_at_last() {
        let (ours, node) = ("0 ! A\tx\n1 1\n", "0 ! A\ty\n1 2\n");
        assert!(!Difference::first("", ours, node).unwrap().is_second);
        let (ours, node) = ("0 ! A\tx\n1 2\n", "0 ! A\ty\n1 2\n");
        assert!(Difference::first("", ours, node).unwrap().is_second);
        assert!(Difference::first("", ours, ours).is_none());
    }
}
