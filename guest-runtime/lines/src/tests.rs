//! All small texts, and the rules of both ways by examples.

use super::{changes, slide, slide_by_indent};

/// Which lines of the first text are not in a longest text that both contain, and which of the second.
fn marks(old: &[u8], new: &[u8]) -> [Vec<bool>; 2] {
    let mut longest = vec![vec![0; new.len() + 1]; old.len() + 1];
    for i in (0..old.len()).rev() {
        for j in (0..new.len()).rev() {
            longest[i][j] = if old[i] == new[j] {
                longest[i + 1][j + 1] + 1
            } else {
                longest[i + 1][j].max(longest[i][j + 1])
            };
        }
    }
    let (mut removed, mut added) = (vec![true; old.len()], vec![true; new.len()]);
    let (mut i, mut j) = (0, 0);
    while i < old.len() && j < new.len() {
        if old[i] == new[j] {
            (removed[i], added[j]) = (false, false);
            (i, j) = (i + 1, j + 1);
        } else if longest[i + 1][j] >= longest[i][j + 1] {
            i += 1;
        } else {
            j += 1;
        }
    }
    [removed, added]
}

/// Every text of up to so many lines, each one of two.
fn texts(lines_max: u32) -> Vec<Vec<u8>> {
    let of = |count: u32| (0..1_u32 << count).map(move |bits| (count, bits));
    (0..=lines_max)
        .flat_map(of)
        .map(|(count, bits)| (0..count).map(|at| u8::from(bits >> at & 1 == 1)).collect())
        .collect()
}

fn kept(lines: &[u8], marks: &[bool]) -> Vec<u8> {
    let pairs = lines.iter().zip(marks);
    pairs
        .filter(|(_, is)| !**is)
        .map(|(line, _)| *line)
        .collect()
}

/// The lines of the new text, from the old one and the changes.
fn applied(old: &[u8], new: &[u8], [removed, added]: &[Vec<bool>; 2]) -> Vec<u8> {
    let (mut out, mut shown) = (Vec::new(), 0);
    for [from, to] in changes(removed, added) {
        out.extend(&old[shown..from.start]);
        out.extend(&new[to]);
        shown = from.end;
    }
    out.extend(&old[shown..]);
    out
}

#[test]
fn a_text_that_is_slid_is_the_same_change() {
    let texts = texts(6);
    for old in &texts {
        for new in &texts {
            let found = marks(old, new);
            let counts = found.clone().map(|marks| kept(&[0; 6], &marks).len());
            for by_indent in [false, true] {
                let [mut removed, mut added] = found.clone();
                let one = |lines: &[u8], changed: &mut [bool], other: &[bool]| {
                    if by_indent {
                        let text: Vec<&[u8]> = lines
                            .iter()
                            .map(|line| if *line == 0 { &b"a\n"[..] } else { b"  b\n" })
                            .collect();
                        let numbers: Vec<usize> = lines.iter().copied().map(usize::from).collect();
                        slide_by_indent(&text, &numbers, changed, other);
                    } else {
                        slide(lines, changed, other);
                    }
                };
                one(old, &mut removed, &added);
                one(new, &mut added, &removed);
                let slid = [removed, added];
                assert_eq!(
                    slid.clone().map(|marks| kept(&[0; 6], &marks).len()),
                    counts
                );
                assert_eq!(kept(old, &slid[0]), kept(new, &slid[1]), "{old:?} {new:?}");
                assert_eq!(&applied(old, new, &slid), new, "{old:?}");
            }
        }
    }
}

/// The marks of a text whose lines are letters; a capital letter is marked.
fn slid(lines: &str, other: &str) -> String {
    let is_marked = |line: char| line.is_ascii_uppercase();
    let mut changed: Vec<bool> = lines.chars().map(is_marked).collect();
    let other: Vec<bool> = other.chars().map(is_marked).collect();
    let lines: Vec<char> = lines.to_lowercase().chars().collect();
    slide(&lines, &mut changed, &other);
    let shown = lines.iter().zip(changed);
    shown
        .map(|(line, is)| if is { line.to_ascii_uppercase() } else { *line })
        .collect()
}

#[test]
fn a_change_slides_down_or_beside_a_change_of_the_other_text() {
    assert_eq!(slid("Aaab", "aab"), "aaAb");
    assert_eq!(slid("ABabc", "abc"), "abABc");
    // Two groups that meet are one.
    assert_eq!(slid("AaAb", "ab"), "aAAb");
    // Beside the change of the other text, which is behind the first line.
    assert_eq!(slid("Aaab", "aXab"), "aAab");
    assert_eq!(slid("aaAb", "Xaab"), "Aaab");
}

#[test]
fn an_indented_change_ends_where_a_block_does() {
    let text = ["f {\n", "  a\n", "}\n", "f {\n", "  b\n", "}\n"].map(str::as_bytes);
    let numbers = [0, 1, 2, 0, 3, 2];
    // `a`, `}` and `f {` are added; said is that the whole of the first block is.
    let mut added = [false, true, true, true, false, false];
    slide_by_indent(&text, &numbers, &mut added, &[false; 3]);
    assert_eq!(added, [true, true, true, false, false, false]);
}
