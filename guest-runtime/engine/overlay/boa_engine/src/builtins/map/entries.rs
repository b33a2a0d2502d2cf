//! Entries in the order of their insertion, found by their keys: what maps and sets are made of.
//!
//! The entries lie in a vector, and those with the same bucket are a chain. One that is deleted
//! leaves an empty place, until the places are put together again. Whoever iterates holds a
//! [`Cursor`], which is not known here: it finds out itself, when it goes on, where its place has
//! been moved. So an iteration that is given up, of which there are many, costs nothing.

use std::cell::OnceCell;
use std::fmt::Debug;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

use boa_gc::{Finalize, Trace, custom_trace};

use crate::JsValue;

/// No entry.
const NONE: u32 = u32::MAX;

/// Set in the digest of an entry that is there.
const IS_LIVE: u32 = 1 << 31;

/// Places that are made first.
const PLACES_MIN: usize = 4;

/// Empty places that are always left, so that few of them are not worth a look.
const EMPTY_MIN: usize = 16;

/// Odd, with bits all over: the golden ratio.
const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;

/// From one time that the places are put together to the next. It is held by the cursors that
/// were made or moved meanwhile.
#[derive(Debug, Default)]
struct Epoch(OnceCell<(Moved, Rc<Self>)>);

/// What has become of the places at the end of an epoch.
#[derive(Debug)]
enum Moved {
    /// These, in ascending order, are gone.
    Without(Box<[u32]>),
    /// All are gone.
    Cleared,
}

impl Moved {
    fn place_of(&self, place: usize) -> usize {
        match self {
            Self::Without(gone) => place - gone.partition_point(|gone| (*gone as usize) < place),
            Self::Cleared => 0,
        }
    }
}

impl Drop for Epoch {
    /// One after the other: there may be many.
    fn drop(&mut self) {
        let mut next = self.0.take();
        while let Some((_, epoch)) = next {
            next = Rc::into_inner(epoch).and_then(|mut epoch| epoch.0.take());
        }
    }
}

/// A place between entries. What is deleted behind it is not passed, what is added is.
#[derive(Debug)]
pub(crate) struct Cursor {
    epoch: Rc<Epoch>,
    place: usize,
}

#[derive(Debug, Clone)]
struct Entry<V> {
    /// Of the key, with [`IS_LIVE`]; nought in an empty place.
    digest: u32,
    /// The next of the chain.
    next: u32,
    key: JsValue,
    value: V,
}

impl<V> Entry<V> {
    fn is_live(&self) -> bool {
        self.digest != 0
    }
}

/// See the description of the module.
#[derive(Debug, Finalize)]
pub(crate) struct Entries<V> {
    places: Vec<Entry<V>>,
    /// The first of each chain; their number is a power of two, or nought.
    buckets: Vec<u32>,
    /// Empty places.
    empty: usize,
    /// All places before it are empty.
    first: usize,
    epoch: Rc<Epoch>,
}

// SAFETY: The keys and the values are all that is held; those of empty places hold nothing.
unsafe impl<V: Trace> Trace for Entries<V> {
    custom_trace!(this, mark, {
        for entry in &this.places {
            mark(&entry.key);
            mark(&entry.value);
        }
    });
}

impl<V> Default for Entries<V> {
    fn default() -> Self {
        Self {
            places: Vec::new(),
            buckets: Vec::new(),
            empty: 0,
            first: 0,
            epoch: Rc::default(),
        }
    }
}

impl<V: Clone> Clone for Entries<V> {
    /// Nobody iterates over the copy.
    fn clone(&self) -> Self {
        Self {
            places: self.places.clone(),
            buckets: self.buckets.clone(),
            empty: self.empty,
            first: self.first,
            epoch: Rc::default(),
        }
    }
}

impl<V> Entries<V> {
    pub(crate) fn len(&self) -> usize {
        self.places.len() - self.empty
    }

    fn bucket(&self, digest: u32) -> usize {
        // The bits at the top depend on all of the key.
        let digest = u64::from(digest << 1);
        ((digest * self.buckets.len() as u64) >> 32) as usize
    }

    fn place_of(&self, key: &JsValue, digest: u32) -> Option<usize> {
        if self.buckets.is_empty() {
            return None;
        }
        let mut at = self.buckets[self.bucket(digest)];
        while let Some(entry) = self.places.get(at as usize) {
            if entry.digest == digest && are_same(&entry.key, key) {
                return Some(at as usize);
            }
            at = entry.next;
        }
        None
    }

    pub(crate) fn get(&self, key: &JsValue) -> Option<&V> {
        let place = self.place_of(key, digest(key))?;
        Some(&self.places[place].value)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&JsValue, &V)> {
        let live = self.places[self.first..]
            .iter()
            .filter(|entry| entry.is_live());
        live.map(|entry| (&entry.key, &entry.value))
    }

    /// Before the first.
    pub(crate) fn start(&self) -> Cursor {
        Cursor {
            epoch: self.epoch.clone(),
            place: 0,
        }
    }

    /// The entry behind a cursor, past which it goes. After the last, it stays there.
    pub(crate) fn step(&self, cursor: &mut Cursor) -> Option<(&JsValue, &V)> {
        while let Some((moved, next)) = cursor.epoch.0.get() {
            cursor.place = moved.place_of(cursor.place);
            cursor.epoch = next.clone();
        }
        let start = cursor.place.max(self.first);
        let rest = self.places.get(start..)?;
        let Some(found) = rest.iter().position(Entry::is_live) else {
            cursor.place = self.places.len();
            return None;
        };
        cursor.place = start + found + 1;
        let entry = &rest[found];
        Some((&entry.key, &entry.value))
    }

    /// Begins another epoch, if a cursor would miss it.
    fn end_epoch(&mut self, moved: impl FnOnce(&[Entry<V>]) -> Moved) {
        if Rc::strong_count(&self.epoch) == 1 {
            return;
        }
        let next = Rc::<Epoch>::default();
        let before = std::mem::replace(&mut self.epoch, next.clone());
        let is_first = before.0.set((moved(&self.places), next)).is_ok();
        debug_assert!(is_first, "an epoch ends once");
    }

    pub(crate) fn clear(&mut self) {
        self.end_epoch(|_| Moved::Cleared);
        self.places = Vec::new();
        self.buckets = Vec::new();
        self.empty = 0;
        self.first = 0;
    }

    /// Puts the places together, with room for so many entries.
    fn rebuild(&mut self, capacity: usize) {
        if self.empty > 0 {
            self.end_epoch(|places| {
                let places = (0..).zip(places);
                let gone = places.filter(|(_, entry)| !entry.is_live());
                Moved::Without(gone.map(|(place, _)| place).collect())
            });
            self.places.retain(Entry::is_live);
            self.empty = 0;
            self.first = 0;
        }
        if capacity < self.places.capacity() {
            self.places.shrink_to(capacity);
        } else {
            self.places.reserve_exact(capacity - self.places.len());
        }
        self.buckets.clear();
        self.buckets.resize(capacity.next_power_of_two(), NONE);
        self.buckets.shrink_to_fit();
        for place in 0..self.places.len() {
            let bucket = self.bucket(self.places[place].digest);
            self.places[place].next = std::mem::replace(&mut self.buckets[bucket], place as u32);
        }
    }

    /// Makes room for one entry more.
    fn grow(&mut self) {
        let live = self.len();
        // Where few are live, as in a queue, there is room enough.
        let capacity = if live > self.places.capacity() / 2 {
            2 * live
        } else {
            self.places.capacity().max(EMPTY_MIN)
        };
        self.rebuild(capacity.max(PLACES_MIN));
    }
}

impl<V: Default> Entries<V> {
    pub(crate) fn with_capacity(capacity: usize) -> Self {
        let mut entries = Self::default();
        if capacity > 0 {
            entries.rebuild(capacity.max(PLACES_MIN));
        }
        entries
    }

    /// Adds an entry, or gives that of the key another value; answers the value before.
    pub(crate) fn insert(&mut self, key: JsValue, value: V) -> Option<V> {
        let digest = digest(&key);
        if let Some(place) = self.place_of(&key, digest) {
            return Some(std::mem::replace(&mut self.places[place].value, value));
        }
        if self.places.len() == self.places.capacity() || self.buckets.is_empty() {
            self.grow();
        }
        let bucket = self.bucket(digest);
        let place = self.places.len() as u32;
        let next = std::mem::replace(&mut self.buckets[bucket], place);
        self.places.push(Entry {
            digest,
            next,
            key,
            value,
        });
        None
    }

    pub(crate) fn remove(&mut self, key: &JsValue) -> Option<V> {
        let place = self.place_of(key, digest(key))?;
        let entry = &mut self.places[place];
        entry.digest = 0;
        entry.key = JsValue::undefined();
        let value = std::mem::take(&mut entry.value);
        self.empty += 1;
        if place == self.first {
            let rest = &self.places[place..];
            let passed = rest.iter().position(Entry::is_live);
            self.first = passed.map_or(self.places.len(), |passed| place + passed);
        }
        // What is looked at in vain is at most a few times what is there.
        if self.empty > EMPTY_MIN + 3 * self.len() {
            self.rebuild((2 * self.len()).max(EMPTY_MIN));
        }
        Some(value)
    }
}

/// Bits of a key that the same keys have in common.
fn digest(key: &JsValue) -> u32 {
    let bits = if let Some(integer) = key.integer() {
        u64::from(integer.cast_unsigned())
    } else if let Some(text) = key.peek_string() {
        u64::from(text.as_str().digest())
    } else if let Some(object) = key.peek_object() {
        // Objects lie at multiples of eight or more.
        (std::ptr::from_ref(object.peek()).addr() >> 3) as u64
    } else if let Some(number) = key.as_number() {
        let integer = number as i32;
        if f64::from(integer).to_bits() == number.to_bits() {
            u64::from(integer.cast_unsigned())
        } else if number.is_nan() {
            1
        } else {
            let bits = number.to_bits();
            bits ^ (bits >> 32)
        }
    } else {
        let mut hasher = Folder(0);
        key.hash(&mut hasher);
        hasher.finish()
    };
    IS_LIVE | (bits.wrapping_mul(SPREAD) >> 33) as u32
}

/// Whether two keys are the same, as far as that is quick to see; `SameValueZero`.
fn are_same(left: &JsValue, right: &JsValue) -> bool {
    if let (Some(left), Some(right)) = (left.integer(), right.integer()) {
        return left == right;
    }
    if let (Some(left), Some(right)) = (left.peek_string(), right.peek_string()) {
        return left
            .equals_quickly(&right)
            .unwrap_or_else(|| *left == *right);
    }
    left == right
}

/// For keys of rare kinds.
struct Folder(u64);

impl Hasher for Folder {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(u64::from(*byte));
        }
    }

    fn write_u64(&mut self, bits: u64) {
        self.0 = (self.0.rotate_left(5) ^ bits).wrapping_mul(SPREAD);
    }

    fn write_usize(&mut self, bits: usize) {
        self.write_u64(bits as u64);
    }

    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 32)
    }
}
