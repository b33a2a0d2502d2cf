//! Which items of a list are which of its old items, so that each keeps what is written with it.

use std::collections::{BTreeMap, HashMap};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use crate::Tree;
use crate::timestamp::timestamp;

/// What has become of the items of a list.
#[derive(Debug)]
pub(crate) struct Aligned {
    /// For each new item the old one that it is, if it is one. No old item is two new ones.
    pub(crate) from: Vec<Option<usize>>,
    /// Old items of which one may have become a new one, and nothing says which.
    pub(crate) doubtful: Vec<usize>,
}

impl Aligned {
    /// Whether every item is where it was.
    pub(crate) fn is_in_place(&self, old: usize) -> bool {
        let mut from = self.from.iter().enumerate();
        self.from.len() == old && from.all(|(at, from)| *from == Some(at))
    }

    /// Which new items keep their order: the others were moved. New ones are not among them.
    pub(crate) fn in_order(&self) -> Vec<bool> {
        let (places, olds): (Vec<usize>, Vec<usize>) = self
            .from
            .iter()
            .enumerate()
            .filter_map(|(at, from)| from.map(|from| (at, from)))
            .unzip();
        let mut ordered = vec![false; self.from.len()];
        for at in rising(&olds) {
            ordered[places[at]] = true;
        }
        ordered
    }

    /// Which old items are gone.
    pub(crate) fn gone(&self, old: usize) -> Vec<bool> {
        let mut gone = vec![true; old];
        for from in self.from.iter().flatten() {
            gone[*from] = false;
        }
        gone
    }
}

/// Finds the items: those with the same value, in their order and then wherever they are; then objects
/// that are alike; then what is between the same neighbours, by position.
pub(crate) fn aligned(old: &[Tree], new: &[Tree]) -> Aligned {
    let olds: Vec<u64> = old.iter().map(digest).collect();
    let news: Vec<u64> = new.iter().map(digest).collect();
    let mut from = vec![None; new.len()];
    for (old, new) in common(&olds, &news, 0, 0) {
        from[new] = Some(old);
    }
    let mut aligned = Aligned {
        from,
        doubtful: Vec::new(),
    };
    let anchors = aligned.from.clone();
    aligned.find_moved(&olds, &news);
    aligned.find_alike(old, new);
    aligned.find_replaced(&anchors, old.len());
    aligned
}

/// Comparisons of items that look for the longest common sequence.
const COMPARED_MAX: usize = 1 << 20;

/// Comparisons of objects, each of which looks at all members.
const ALIKE_MAX: usize = 1 << 16;

impl Aligned {
    fn find_moved(&mut self, olds: &[u64], news: &[u64]) {
        let gone = self.gone(olds.len());
        let mut places: HashMap<u64, Vec<usize>> = HashMap::new();
        for at in (0..olds.len()).rev().filter(|at| gone[*at]) {
            places.entry(olds[at]).or_default().push(at);
        }
        for (at, from) in self.from.iter_mut().enumerate() {
            if from.is_none() {
                *from = places.get_mut(&news[at]).and_then(Vec::pop);
            }
        }
    }

    fn find_alike(&mut self, old: &[Tree], new: &[Tree]) {
        let gone = self.gone(old.len());
        let shown = |items: &[Tree], is_free: &dyn Fn(usize) -> bool| -> Vec<(usize, Members)> {
            let free = items.iter().enumerate().filter(|(at, _)| is_free(*at));
            free.filter_map(|(at, item)| Some((at, Members::of(item)?)))
                .collect()
        };
        let mut olds = shown(old, &|at| gone[at]);
        let news = shown(new, &|at| self.from[at].is_none());
        if olds.len().saturating_mul(news.len()) > ALIKE_MAX {
            return;
        }
        let mut likeness: Vec<(usize, usize, usize)> = Vec::new();
        for (at, new) in &news {
            for (from, old) in &olds {
                let alike = old.likeness(new);
                if alike > 0 {
                    likeness.push((alike, *at, *from));
                }
            }
        }
        // The most alike first; among equals those that are in the same place.
        likeness.sort_by_key(|(alike, at, from)| (usize::MAX - alike, at.abs_diff(*from), *at));
        for (_, at, from) in likeness {
            let is_free = olds.iter().position(|(old, _)| *old == from);
            if let (None, Some(place)) = (self.from[at], is_free) {
                self.from[at] = Some(from);
                olds.remove(place);
            }
        }
    }

    /// Pairs what is left between the same neighbours.
    fn find_replaced(&mut self, anchors: &[Option<usize>], old: usize) {
        let mut gone = self.gone(old);
        let (mut begins_new, mut begins_old) = (0, 0);
        let ends = anchors
            .iter()
            .enumerate()
            .filter_map(|(at, from)| from.map(|from| (at, from)));
        for (ends_new, ends_old) in ends.chain([(anchors.len(), old)]) {
            let news: Vec<usize> = (begins_new..ends_new)
                .filter(|at| self.from[*at].is_none())
                .collect();
            let olds: Vec<usize> = (begins_old..ends_old).filter(|at| gone[*at]).collect();
            if !news.is_empty() && olds.len() > news.len() {
                self.doubtful.extend(&olds);
            }
            for (at, from) in news.into_iter().zip(olds) {
                self.from[at] = Some(from);
                gone[from] = false;
            }
            (begins_new, begins_old) = (ends_new + 1, ends_old + 1);
        }
    }
}

/// The members of an object, as far as they are compared.
struct Members(BTreeMap<String, u64>);

/// Members that say which object it is.
const NAMES: [&str; 4] = ["id", "name", "key", "uid"];

impl Members {
    fn of(tree: &Tree) -> Option<Self> {
        let Tree::Object(members) = tree else {
            return None;
        };
        let members = members
            .iter()
            .map(|(name, value)| (name.clone(), digest(value)));
        Some(Self(members.collect()))
    }

    /// How many members are the same; those that say which object it is count for more.
    fn likeness(&self, other: &Self) -> usize {
        let mut likeness = 0;
        for (name, value) in &other.0 {
            let is_name = NAMES.contains(&name.as_str());
            match self.0.get(name) {
                Some(own) if own == value => likeness += if is_name { 1000 } else { 1 },
                // Another object.
                Some(_) if name == "id" => return 0,
                _ => {}
            }
        }
        likeness
    }
}

/// The same for values that are the same; others differ, but by chance.
fn digest(tree: &Tree) -> u64 {
    let mut hasher = DefaultHasher::new();
    match tree {
        Tree::Null => 0_u8.hash(&mut hasher),
        Tree::Bool(value) => (1_u8, value).hash(&mut hasher),
        Tree::Number(value) => (2_u8, crate::number::printed(*value)).hash(&mut hasher),
        Tree::Integer(digits) => (2_u8, digits).hash(&mut hasher),
        // A date may be a text.
        Tree::Date(text) | Tree::String(text) => match timestamp(text) {
            Some(moment) => (3_u8, format!("{moment:?}")).hash(&mut hasher),
            None => (4_u8, text).hash(&mut hasher),
        },
        Tree::Bytes(bytes) => (5_u8, bytes).hash(&mut hasher),
        Tree::Array(items) => {
            (6_u8, items.len()).hash(&mut hasher);
            for item in items {
                digest(item).hash(&mut hasher);
            }
        }
        Tree::Object(members) => {
            // In any order.
            let sum = members.iter().fold(0_u64, |sum, (name, value)| {
                let mut hasher = DefaultHasher::new();
                (name, digest(value)).hash(&mut hasher);
                sum.wrapping_add(hasher.finish())
            });
            (7_u8, members.len(), sum).hash(&mut hasher);
        }
    }
    hasher.finish()
}

/// Pairs of the same items in the same order: as many as there can be, or, in long lists, those between
/// items that are there only once.
fn common(old: &[u64], new: &[u64], old_at: usize, new_at: usize) -> Vec<(usize, usize)> {
    let first = old.iter().zip(new).take_while(|(o, n)| o == n).count();
    let mut pairs: Vec<(usize, usize)> = (0..first).map(|at| (old_at + at, new_at + at)).collect();
    let (old, new) = (&old[first..], &new[first..]);
    let (old_at, new_at) = (old_at + first, new_at + first);
    let ends = old.iter().rev().zip(new.iter().rev());
    let last = ends.take_while(|(o, n)| o == n).count();
    let tail = (1..=last)
        .rev()
        .map(|at| (old_at + old.len() - at, new_at + new.len() - at))
        .collect::<Vec<_>>();
    let (old, new) = (&old[..old.len() - last], &new[..new.len() - last]);
    if old.len().saturating_mul(new.len()) <= COMPARED_MAX {
        let longest = longest(old, new);
        pairs.extend(longest.into_iter().map(|(o, n)| (old_at + o, new_at + n)));
    } else {
        let anchors = unique(old, new);
        let (mut from_old, mut from_new) = (0, 0);
        if !anchors.is_empty() {
            for (o, n) in anchors.into_iter().chain([(old.len(), new.len())]) {
                let (before_old, before_new) = (&old[from_old..o], &new[from_new..n]);
                pairs.extend(common(
                    before_old,
                    before_new,
                    old_at + from_old,
                    new_at + from_new,
                ));
                if o < old.len() {
                    pairs.push((old_at + o, new_at + n));
                }
                (from_old, from_new) = (o + 1, n + 1);
            }
        }
    }
    pairs.extend(tail);
    pairs
}

/// The longest common sequence, by a table of lengths.
fn longest(old: &[u64], new: &[u64]) -> Vec<(usize, usize)> {
    if old.is_empty() || new.is_empty() {
        return Vec::new();
    }
    let width = new.len() + 1;
    let mut lengths = vec![0_u32; (old.len() + 1) * width];
    for o in (0..old.len()).rev() {
        for n in (0..new.len()).rev() {
            lengths[o * width + n] = if old[o] == new[n] {
                lengths[(o + 1) * width + n + 1] + 1
            } else {
                lengths[(o + 1) * width + n].max(lengths[o * width + n + 1])
            };
        }
    }
    let (mut o, mut n) = (0, 0);
    let mut pairs = Vec::new();
    while o < old.len() && n < new.len() {
        if old[o] == new[n] {
            pairs.push((o, n));
            (o, n) = (o + 1, n + 1);
        } else if lengths[(o + 1) * width + n] >= lengths[o * width + n + 1] {
            o += 1;
        } else {
            n += 1;
        }
    }
    pairs
}

/// Items that are there once in both lists and in the same order.
fn unique(old: &[u64], new: &[u64]) -> Vec<(usize, usize)> {
    fn places(items: &[u64]) -> HashMap<u64, Option<usize>> {
        let mut places = HashMap::new();
        for (at, item) in items.iter().enumerate() {
            places
                .entry(*item)
                .and_modify(|place| *place = None)
                .or_insert(Some(at));
        }
        places
    }
    let (olds, news) = (places(old), places(new));
    let pairs: Vec<(usize, usize)> = new
        .iter()
        .enumerate()
        .filter(|(_, item)| news.get(item).is_some_and(Option::is_some))
        .filter_map(|(at, item)| Some(((*olds.get(item)?)?, at)))
        .collect();
    let order: Vec<usize> = pairs.iter().map(|(old, _)| *old).collect();
    rising(&order).into_iter().map(|at| pairs[at]).collect()
}

/// The places of a longest rising sequence.
fn rising(values: &[usize]) -> Vec<usize> {
    let mut ends: Vec<usize> = Vec::new();
    let mut before = vec![None; values.len()];
    for (at, value) in values.iter().enumerate() {
        let place = ends.partition_point(|end| values[*end] < *value);
        before[at] = place.checked_sub(1).map(|place| ends[place]);
        if place == ends.len() {
            ends.push(at);
        } else {
            ends[place] = at;
        }
    }
    let mut found = Vec::new();
    let mut next = ends.last().copied();
    while let Some(at) = next {
        found.push(at);
        next = before[at];
    }
    found.reverse();
    found
}
