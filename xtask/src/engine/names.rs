//! How the files of patches are called: `0040-text.patch`.
//!
//! Numbers have gaps, so that a new patch in between renames no other.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

/// Distance between the numbers of patches that follow on each other.
const STEP: u32 = 10;

const EXTENSION: &str = ".patch";

/// A patch in the engine's folder.
#[derive(Clone, Debug)]
pub(super) struct PatchFile {
    pub(super) path: PathBuf,
    pub(super) name: String,
    pub(super) number: u32,
}

impl PatchFile {
    /// What the file is called by, besides its number.
    pub(super) fn topic(&self) -> &str {
        self.name
            .strip_suffix(EXTENSION)
            .and_then(|name| name.get(5..))
            .unwrap_or_default()
    }
}

/// The patches of a folder, in their order.
pub(super) fn list(folder: &Path) -> Result<Vec<PatchFile>> {
    let mut patches = BTreeMap::new();
    for entry in
        fs::read_dir(folder).with_context(|| format!("cannot list {}", folder.display()))?
    {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let number = parse(&name).with_context(|| {
            format!(
                "{name} in {}: a patch is called NNNN-topic.patch",
                folder.display()
            )
        })?;
        let patch = PatchFile {
            path: entry.path(),
            name: name.clone(),
            number,
        };
        if let Some(PatchFile { name: other, .. }) = patches.insert(number, patch) {
            ensure!(false, "{other} and {name} have the same number");
        }
    }
    Ok(patches.into_values().collect())
}

fn parse(name: &str) -> Option<u32> {
    let (number, topic) = name.strip_suffix(EXTENSION)?.split_once('-')?;
    let is_number = number.len() == 4 && number.bytes().all(|byte| byte.is_ascii_digit());
    (is_number && !topic.is_empty()).then(|| number.parse().ok())?
}

/// The topic of a subject such as `Text: one header`, as a name has it.
pub(super) fn topic(subject: &str) -> Option<String> {
    let (topic, _) = subject.split_once(": ")?;
    let is_between = |symbol: char| !symbol.is_ascii_alphanumeric();
    let words: Vec<&str> = topic
        .split(is_between)
        .filter(|word| !word.is_empty())
        .collect();
    (!words.is_empty()).then(|| words.join("-").to_ascii_lowercase())
}

/// Names for patches of these topics, in this order. One that there is already keeps its number,
/// unless it moved.
pub(super) fn assign(topics: &[String], existing: &[PatchFile]) -> Vec<String> {
    let known: BTreeMap<&str, u32> = existing
        .iter()
        .map(|patch| (patch.topic(), patch.number))
        .collect();
    let numbers: Vec<Option<u32>> = topics
        .iter()
        .map(|topic| known.get(topic.as_str()).copied())
        .collect();
    let kept = longest_increasing(&numbers);
    let numbers = fill(&kept).unwrap_or_else(|| {
        // No room between two neighbours.
        (1..).map(|place| place * STEP).take(kept.len()).collect()
    });
    numbers
        .iter()
        .zip(topics)
        .map(|(number, topic)| format!("{number:04}-{topic}{EXTENSION}"))
        .collect()
}

/// Leaves out as few numbers as it takes until they increase.
fn longest_increasing(numbers: &[Option<u32>]) -> Vec<Option<u32>> {
    // The length of the longest run that ends here, and what comes before it.
    let mut best: Vec<(usize, Option<usize>)> = Vec::new();
    for (place, number) in numbers.iter().enumerate() {
        let before = (0..place)
            .filter(|&other| {
                number.is_some() && numbers[other].is_some() && numbers[other] < *number
            })
            .max_by_key(|&other| best[other].0);
        let length = usize::from(number.is_some()) + before.map_or(0, |other| best[other].0);
        best.push((length, before));
    }
    let mut kept = vec![None; numbers.len()];
    let mut next = (0..numbers.len())
        .filter(|&place| numbers[place].is_some())
        .max_by_key(|&place| best[place].0);
    while let Some(place) = next {
        kept[place] = numbers[place];
        next = best[place].1;
    }
    kept
}

/// Finds numbers for those that have none; nothing where there is no room.
fn fill(kept: &[Option<u32>]) -> Option<Vec<u32>> {
    let mut numbers = Vec::new();
    let mut last = 0;
    let mut place = 0;
    while place < kept.len() {
        if let Some(number) = kept[place] {
            numbers.push(number);
            last = number;
            place += 1;
            continue;
        }
        let missing = kept[place..]
            .iter()
            .take_while(|number| number.is_none())
            .count();
        let count = u32::try_from(missing).ok()?;
        match kept.get(place + missing) {
            None => {
                let first = (last / STEP + 1) * STEP;
                numbers.extend((0..count).map(|index| first + index * STEP));
            }
            Some(next) => {
                let room = (*next)? - last;
                if room <= count {
                    return None;
                }
                numbers.extend((1..=count).map(|index| last + room * index / (count + 1)));
            }
        }
        last = *numbers.last()?;
        place += missing;
    }
    Some(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assigned(topics: &[&str], existing: &[&str]) -> Vec<String> {
        let topics: Vec<String> = topics.iter().map(|&topic| topic.to_owned()).collect();
        let existing: Vec<PatchFile> = existing
            .iter()
            .map(|name| PatchFile {
                path: PathBuf::new(),
                name: (*name).to_owned(),
                number: parse(name).unwrap(),
            })
            .collect();
        assign(&topics, &existing)
    }

    #[test]
    fn topics_end_at_the_colon() {
        assert_eq!(topic("Map and Set: gaps").unwrap(), "map-and-set");
        assert_eq!(topic("`x++`: a number").unwrap(), "x");
        for wrong in ["Text", "Text:one header", "…: gaps", ": gaps"] {
            assert_eq!(topic(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn first_names_leave_gaps() {
        assert_eq!(
            assigned(&["text", "json"], &[]),
            ["0010-text.patch", "0020-json.patch"]
        );
    }

    #[test]
    fn a_new_patch_renames_no_other() {
        let existing = ["0010-a.patch", "0020-b.patch"];
        assert_eq!(
            assigned(&["a", "new", "b", "last"], &existing),
            [
                "0010-a.patch",
                "0015-new.patch",
                "0020-b.patch",
                "0030-last.patch"
            ]
        );
        assert_eq!(
            assigned(&["new", "a", "b"], &existing),
            ["0005-new.patch", "0010-a.patch", "0020-b.patch"]
        );
    }

    #[test]
    fn a_patch_that_moved_gets_another_number_and_the_rest_keep_theirs() {
        assert_eq!(
            assigned(
                &["c", "a", "b"],
                &["0010-a.patch", "0020-b.patch", "0030-c.patch"]
            ),
            ["0005-c.patch", "0010-a.patch", "0020-b.patch"]
        );
    }

    #[test]
    fn without_room_all_are_numbered_anew() {
        assert_eq!(
            assigned(&["a", "new", "b"], &["0010-a.patch", "0011-b.patch"]),
            ["0010-a.patch", "0020-new.patch", "0030-b.patch"]
        );
    }

    #[test]
    fn names_are_read_strictly() {
        assert_eq!(parse("0040-a.patch"), Some(40));
        for wrong in [
            "40-a.patch",
            "0040.patch",
            "0040-.patch",
            "0040-a.diff",
            "004x-a.patch",
        ] {
            assert_eq!(parse(wrong), None, "{wrong}");
        }
    }
}
