//! Patterns on the way through a tree, one folder after the other.
//!
//! A [`Place`] says how much of a pattern the names down to a folder have matched. In a folder the
//! places become [`Wanted`], what its entries are compared with; each entry that fits leads to new
//! places for what is below it. Where there are none, nothing below can match.

use std::collections::HashSet;

use super::Glob;
use super::components::Opt;
use super::items::Fit;

/// A place in one of several patterns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    glob: u16,
    word: u16,
    /// The component that comes next.
    at: u16,
    /// Where the text starts that a component with slashes matches; 0 if none has begun.
    start: u16,
}

impl Place {
    /// The number of the pattern.
    pub fn glob(self) -> usize {
        usize::from(self.glob)
    }
}

/// What entries of a folder are compared with.
pub struct Wanted<'g> {
    place: Place,
    want: Want<'g>,
    /// Whether nothing of the pattern is left after this component.
    is_last: bool,
    is_for_folders: bool,
}

enum Want<'g> {
    /// Any name, at any depth.
    Dirs,
    Only(&'g str),
    Name(&'g Fit),
    Tail(&'g Fit),
}

/// A pattern that an entry matches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Match {
    /// The number of the pattern.
    pub glob: usize,
    /// Whether it matches folders alone.
    pub is_for_folders: bool,
}

/// The places before the first component.
pub fn begin(globs: &[Glob], which: impl Fn(&Glob) -> bool) -> Vec<Place> {
    let mut places = Vec::new();
    for (number, glob) in globs.iter().enumerate().filter(|(_, glob)| which(glob)) {
        for word in (0..glob.words.len()).filter(|&word| !glob.words[word].components.is_empty()) {
            places.push(Place {
                glob: short(number),
                word: short(word),
                at: 0,
                start: 0,
            });
        }
    }
    places
}

/// Numbers are below the limits of patterns and paths.
fn short(number: usize) -> u16 {
    u16::try_from(number).unwrap_or(u16::MAX)
}

/// What the entries of a folder are compared with. Their paths have a name after so many bytes;
/// `has` says whether there is an entry of a name.
pub fn enter<'g>(
    globs: &'g [Glob],
    places: &[Place],
    name_start: usize,
    has: &dyn Fn(&str) -> bool,
) -> Vec<Wanted<'g>> {
    let mut pending: Vec<Place> = places.to_vec();
    let mut known: HashSet<Place> = places.iter().copied().collect();
    let mut seen = 0;
    let mut all = Vec::new();
    while let Some(place) = pending.get(seen).copied() {
        seen += 1;
        let word = &globs[usize::from(place.glob)].words[usize::from(place.word)];
        let component = &word.components[usize::from(place.at)];
        let is_last = usize::from(place.at) + 1 == word.components.len();
        let mut add = |place, want, is_last| {
            all.push(Wanted {
                place,
                want,
                is_last,
                is_for_folders: word.is_for_folders,
            });
        };
        let exists = |name: &Option<Box<str>>| name.as_deref().is_some_and(has);
        if place.start == 0 && exists(&component.name) {
            let name = component.name.as_deref().unwrap_or_default();
            add(place, Want::Only(name), is_last);
            continue;
        }
        let mut passes = false;
        for option in &component.options {
            match option {
                Opt::Tail { fit, .. } if place.start > 0 => add(place, Want::Tail(fit), true),
                _ if place.start > 0 => {}
                Opt::Dirs => {
                    add(place, Want::Dirs, is_last);
                    passes = true;
                }
                Opt::Nothing => passes = true,
                Opt::Name { name, fit } => match (fit.literal(), name) {
                    (Some(text), _) => add(place, Want::Only(text), is_last),
                    (None, Some(text)) if has(text) => add(place, Want::Only(text), is_last),
                    _ => add(place, Want::Name(fit), is_last),
                },
                Opt::Tail { name, fit } => match name {
                    Some(text) if has(text) => add(place, Want::Only(text), is_last),
                    _ => {
                        let start = short(name_start);
                        add(Place { start, ..place }, Want::Tail(fit), true);
                    }
                },
            }
        }
        if passes && !is_last {
            let next = Place {
                at: place.at + 1,
                ..place
            };
            if known.insert(next) {
                pending.push(next);
            }
        }
    }
    all
}

/// Compares an entry, and gives the places for what is below it, in order. `names_only` leaves out
/// what matches the entry without naming it.
pub fn step(
    wanted: &[Wanted<'_>],
    path: &str,
    names_only: bool,
    matched: &mut Vec<Match>,
) -> Vec<Place> {
    let name = path.rsplit('/').next().unwrap_or_default();
    let mut below = Vec::new();
    for one in wanted {
        let (fits, stays) = match one.want {
            Want::Only(text) => (text == name, false),
            _ if names_only => (false, false),
            Want::Dirs => (true, true),
            Want::Name(fit) => (fit.is_match(name), false),
            Want::Tail(fit) => {
                let text = path.get(usize::from(one.place.start)..).unwrap_or_default();
                (fit.is_match(text), true)
            }
        };
        if fits && one.is_last {
            matched.push(Match {
                glob: usize::from(one.place.glob),
                is_for_folders: one.is_for_folders,
            });
        }
        if stays && !names_only {
            below.push(one.place);
        } else if fits && !one.is_last {
            below.push(Place {
                at: one.place.at + 1,
                start: 0,
                ..one.place
            });
        }
    }
    below.sort_unstable();
    below.dedup();
    below
}
