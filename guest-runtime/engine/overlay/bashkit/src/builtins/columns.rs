//! How many columns of a terminal text takes.

/// Characters that take no column: those that combine with the one before, and marks of direction.
const NONE: &[(u32, u32)] = &[
    (0x300, 0x36F),
    (0x483, 0x489),
    (0x591, 0x5BD),
    (0x610, 0x61A),
    (0x64B, 0x65F),
    (0x900, 0x902),
    (0xE31, 0xE31),
    (0xE34, 0xE3A),
    (0x200B, 0x200F),
    (0x202A, 0x202E),
    (0x20D0, 0x20F0),
    (0xFE00, 0xFE0F),
    (0xFE20, 0xFE2F),
    (0xFEFF, 0xFEFF),
];

/// Characters that take two.
const TWO: &[(u32, u32)] = &[
    (0x1100, 0x115F),
    (0x231A, 0x231B),
    (0x2E80, 0x303E),
    (0x3041, 0xA4CF),
    (0xA960, 0xA97F),
    (0xAC00, 0xD7A3),
    (0xF900, 0xFAFF),
    (0xFE30, 0xFE6F),
    (0xFF00, 0xFF60),
    (0xFFE0, 0xFFE6),
    (0x1F300, 0x1F64F),
    (0x1F680, 0x1F6FF),
    (0x1F900, 0x1F9FF),
    (0x20000, 0x3FFFD),
];

fn is_in(ranges: &[(u32, u32)], character: char) -> bool {
    let code = u32::from(character);
    ranges
        .iter()
        .any(|(first, last)| (*first..=*last).contains(&code))
}

/// The columns of a character.
pub(super) fn of(character: char) -> usize {
    match character {
        ' '..='~' => 1,
        _ if character.is_control() || is_in(NONE, character) => 0,
        _ if is_in(TWO, character) => 2,
        _ => 1,
    }
}

/// The columns of a text without tabs.
pub(super) fn of_text(text: &str) -> usize {
    text.chars().map(of).sum()
}

/// The most columns that a line of text takes, where a tab leads to the next multiple of eight.
pub(super) fn longest_line(text: &str) -> usize {
    let (mut longest, mut at) = (0, 0);
    for character in text.chars() {
        match character {
            '\n' | '\r' | '\x0c' => at = 0,
            '\t' => at += 8 - at % 8,
            _ => at += of(character),
        }
        longest = longest.max(at);
    }
    longest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_those_of_a_terminal() {
        assert_eq!(of_text("caf\u{e9}"), 4);
        assert_eq!(of_text("cafe\u{301}"), 4);
        assert_eq!(of_text("\u{65e5}\u{672c}"), 4);
        assert_eq!(longest_line("a\tb\nlong line\r1234\n"), 9);
    }
}
