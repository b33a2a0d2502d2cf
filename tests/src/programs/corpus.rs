//! Changes of the programs of `cases/corpus`.

use anyhow::Result;

use super::Choices;

/// What a program must not use: files, and what is different each time.
const LEFT_OUT: [&str; 9] = [
    "DOMException",
    "state.",
    "Math.random",
    "Date.now",
    "new Date()",
    "performance",
    "crypto",
    "Intl",
    "toLocale",
];

/// Texts that can stand for each other. What comes out need not make sense.
const EXCHANGED: [&[&str]; 9] = [
    &[
        " + ", " - ", " * ", " / ", " % ", " ** ", " | ", " & ", " ^ ", " << ", " >> ", " >>> ",
    ],
    &[
        " < ", " <= ", " > ", " >= ", " === ", " !== ", " == ", " != ",
    ],
    &[" && ", " || ", " ?? "],
    &["++", "--"],
    &[" += ", " -= ", " *= ", " ??= ", " ||= ", " &&= ", " = "],
    &["const ", "let ", "var "],
    &[
        ".map(",
        ".filter(",
        ".flatMap(",
        ".forEach(",
        ".find(",
        ".findLast(",
        ".some(",
        ".every(",
        ".findIndex(",
        ".sort(",
        ".toSorted(",
    ],
    &[
        ".push(",
        ".unshift(",
        ".concat(",
        ".splice(",
        ".slice(",
        ".at(",
        ".indexOf(",
        ".includes(",
        ".lastIndexOf(",
        ".with(",
    ],
    &[
        ".pop()",
        ".shift()",
        ".keys()",
        ".values()",
        ".entries()",
        ".reverse()",
        ".next()",
    ],
];

/// What numbers become.
const NUMBERS: [&str; 12] = [
    "0",
    "1",
    "-1",
    "2",
    "10",
    "0.5",
    "-0",
    "2147483647",
    "-2147483648",
    "4294967296",
    "1e21",
    "NaN",
];

/// Changes of a program at most.
const CHANGES_MAX: u32 = 4;

/// A program of the corpus.
#[derive(Debug)]
pub struct Sample {
    name: String,
    text: String,
}

/// Globals of the sandbox that bare engines do not have. A changed program may have lost its own variable
/// of such a name.
const GLOBALS: &str =
    "{ fs, path, process, state, tools, global, self, crypto, performance, require }";

/// Those that use the language alone.
///
/// # Errors
///
/// A case that cannot be read.
pub fn samples() -> Result<Vec<Sample>> {
    let mut samples = Vec::new();
    for case in crate::cases()? {
        if case.group != "corpus" || LEFT_OUT.iter().any(|used| case.text.contains(used)) {
            continue;
        }
        let lines = case.text.lines();
        let program: Vec<&str> = lines
            .filter(|line| !line.starts_with("//!") && !line.starts_with("//="))
            .collect();
        samples.push(Sample {
            name: case.name.clone(),
            text: program.join("\n").trim().to_owned(),
        });
    }
    Ok(samples)
}

/// A changed program, called once or three times.
pub(super) fn body(samples: &[Sample], choices: &mut Choices) -> String {
    let index = choices.below(u32::try_from(samples.len()).unwrap_or(u32::MAX));
    let sample = &samples[index as usize];
    let mut text = sample.text.clone();
    for _ in 0..=choices.below(CHANGES_MAX) {
        change(&mut text, choices);
    }
    let passes = 1 + 2 * choices.below(2);
    format!(
        "// {}\nconst {GLOBALS} = {{}};\n\
         const print2 = (...all) => print(\"log\", ...all);\n\
         const console = {{ log: print2, info: print2, warn: print2, error: print2, debug: print2 }};\n\
         const program = {text};\n\
         for (let $i = 0; $i < {passes}; $i++) {{\n\
         try {{ print(await program()); }} catch (error) {{ print(\"threw\", error); }}\n}}",
        sample.name
    )
}

/// Makes one change, or none where the text has no place for it.
fn change(text: &mut String, choices: &mut Choices) {
    match choices.below(8) {
        0 => exchange_number(text, choices),
        1 => change_line(text, choices),
        kind => {
            let kind =
                (kind as usize + EXCHANGED.len() * choices.below(2) as usize) % EXCHANGED.len();
            exchange(text, EXCHANGED[kind], choices);
        }
    }
}

/// Puts one of these texts in the place of another.
fn exchange(text: &mut String, texts: &[&str], choices: &mut Choices) {
    let mut places: Vec<(usize, usize)> = Vec::new();
    for one in texts {
        places.extend(text.match_indices(one).map(|(at, _)| (at, one.len())));
    }
    places.sort_unstable();
    if let Some((at, length)) = drawn(&places, choices) {
        let one = texts[choices.below(u32::try_from(texts.len()).unwrap_or(1)) as usize];
        text.replace_range(at..at + length, one);
    }
}

fn exchange_number(text: &mut String, choices: &mut Choices) {
    let bytes = text.as_bytes();
    let mut places = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'.';
        let end = (at..bytes.len())
            .find(|end| !is_word(bytes[*end]))
            .unwrap_or(bytes.len());
        if end > at && bytes[at..end].iter().all(u8::is_ascii_digit) {
            places.push((at, end - at));
        }
        at = end + 1;
    }
    if let Some((at, length)) = drawn(&places, choices) {
        let number = NUMBERS[choices.below(12) as usize];
        text.replace_range(at..at + length, number);
    }
}

/// Leaves out, repeats or moves a line, or puts a statement around it.
fn change_line(text: &mut String, choices: &mut Choices) {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    if lines.len() < 4 {
        return;
    }
    let inner = u32::try_from(lines.len() - 2).unwrap_or(1);
    let at = 1 + choices.below(inner) as usize;
    match choices.below(5) {
        0 => {
            lines.remove(at);
        }
        1 => lines.insert(at, lines[at].clone()),
        2 => {
            let line = lines.remove(at);
            lines.insert(1 + choices.below(inner) as usize, line);
        }
        3 => lines[at] = format!("try {{ {} }} finally {{ step(); }}", lines[at]),
        _ => lines[at] = format!("for (const $ of [1, 2, 3]) {{ {} }}", lines[at]),
    }
    *text = lines.join("\n");
}

fn drawn(places: &[(usize, usize)], choices: &mut Choices) -> Option<(usize, usize)> {
    let count = u32::try_from(places.len())
        .ok()
        .filter(|count| *count > 0)?;
    Some(places[choices.below(count) as usize])
}
