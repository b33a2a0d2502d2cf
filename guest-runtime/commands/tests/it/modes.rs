//! Random modes for `chmod`.

use crate::tree::Random;

/// A random mode: octal, symbolic, or none at all.
pub(crate) fn mode(random: &mut Random) -> Vec<u8> {
    if random.once_in(3) {
        return random
            .of(&[
                "755",
                "644",
                "0",
                "600",
                "4755",
                "02755",
                "1777",
                "00755",
                "7777",
                "8",
                "077777",
                "u=rwx,g=rx,o=",
                "",
            ])
            .as_bytes()
            .to_vec();
    }
    let mut clauses = Vec::new();
    for _ in 0..=random.below(2) {
        let who = *random.of(&["", "u", "g", "o", "a", "ug", "go", "ugo"]);
        let mut clause = who.to_owned();
        for _ in 0..=random.below(2) {
            clause += *random.of(&["+", "-", "="]);
            clause += *random.of(&[
                "r", "w", "x", "X", "s", "t", "rwx", "rX", "u", "g", "o", "", "644", "ug", "xs",
            ]);
        }
        clauses.push(clause);
    }
    clauses.join(",").into_bytes()
}
