//! One limit as the command, records and documents show it.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Limit, Limits};

/// A row of [`Limits::rows`](fn@Limits::rows).
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct LimitRow {
    /// The name of its setter.
    pub name: &'static str,
    /// What it counts, for people.
    pub what: &'static str,
    /// The unit of its value.
    pub unit: LimitUnit,
    /// Its name in JSON.
    pub json: &'static str,
    /// The option of the command; `None` where the command has none.
    pub option: Option<LimitFlag>,
    /// How a run that needs more ends; `None` if the excess is left out instead.
    pub limit: Option<Limit>,
    pub(crate) noun: &'static str,
    pub(super) get: fn(Limits) -> u64,
    pub(super) set: fn(Limits, u64) -> Option<Limits>,
}

/// An option of the command that sets a limit.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct LimitFlag {
    /// Its name, without dashes.
    pub name: &'static str,
    /// The largest value that it accepts, in bytes, milliseconds or as a count.
    pub max: u64,
}

/// What the value of a limit counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LimitUnit {
    /// Whatever the limit names.
    Count,
    /// Bytes.
    Bytes,
    /// Bytes, which people give and read in MiB.
    Mebibytes,
    /// Milliseconds.
    Time,
}

impl LimitRow {
    /// Its value: bytes, milliseconds, or a count.
    #[must_use]
    pub fn value(&self, limits: &Limits) -> u64 {
        (self.get)(*limits)
    }

    /// The limits with another value; `None` if it is too large for a limit of 32 bits.
    #[must_use]
    pub fn with(&self, limits: &Limits, value: u64) -> Option<Limits> {
        (self.set)(*limits, value)
    }

    /// Its default with the unit, for people: `1,000,000`, `16 GiB` or `30 s`.
    #[must_use]
    pub fn default_text(&self) -> String {
        let value = self.value(&Limits::new());
        match (self.unit, value.trailing_zeros()) {
            (LimitUnit::Count, _) => grouped(value),
            (LimitUnit::Time, _) => self.shown(&Limits::new()),
            (_, 30..) => format!("{} GiB", value >> 30),
            (_, 20..) => format!("{} MiB", value >> 20),
            (_, _) => format!("{} KiB", value >> 10),
        }
    }

    /// Its value with the unit, for people.
    pub(crate) fn shown(&self, limits: &Limits) -> String {
        let value = self.value(limits);
        match self.unit {
            LimitUnit::Count => value.to_string(),
            LimitUnit::Bytes => format!("{value} bytes"),
            LimitUnit::Mebibytes => format!("{} MiB", value >> 20),
            LimitUnit::Time if value.is_multiple_of(1_000) => format!("{} s", value / 1_000),
            LimitUnit::Time => format!("{value} ms"),
        }
    }
}

impl fmt::Debug for LimitRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("LimitRow").field(&self.name).finish()
    }
}

/// Digits in groups of three.
fn grouped(value: u64) -> String {
    match value {
        ..1_000 => value.to_string(),
        _ => format!("{},{:03}", grouped(value / 1_000), value % 1_000),
    }
}

/// The element of a list of none or one.
pub(super) const fn option<T: Copy>(values: &[T]) -> Option<T> {
    match values {
        [value, ..] => Some(*value),
        [] => None,
    }
}

/// The types of limits.
pub(super) trait Amount: Sized {
    fn to_u64(self) -> u64;
    fn from_u64(value: u64) -> Option<Self>;
}

impl Amount for u64 {
    fn to_u64(self) -> u64 {
        self
    }

    fn from_u64(value: u64) -> Option<Self> {
        Some(value)
    }
}

impl Amount for u32 {
    fn to_u64(self) -> u64 {
        self.into()
    }

    fn from_u64(value: u64) -> Option<Self> {
        value.try_into().ok()
    }
}

impl Amount for Duration {
    fn to_u64(self) -> u64 {
        self.as_millis().try_into().unwrap_or(u64::MAX)
    }

    fn from_u64(value: u64) -> Option<Self> {
        Some(Self::from_millis(value))
    }
}

/// Writes an object with the names of [`LimitRow::json`].
impl Serialize for Limits {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(Self::rows().iter().map(|row| (row.json, row.value(self))))
    }
}

/// Reads what [`Limits`] writes; a limit that is missing has its default, and other members are
/// ignored.
impl<'de> Deserialize<'de> for Limits {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let values = BTreeMap::<String, serde_json::Value>::deserialize(deserializer)?;
        let mut limits = Self::new();
        for row in Self::rows() {
            let Some(value) = values.get(row.json) else {
                continue;
            };
            limits = value
                .as_u64()
                .and_then(|value| row.with(&limits, value))
                .ok_or_else(|| D::Error::custom(format_args!("{}: {value}", row.json)))?;
        }
        Ok(limits)
    }
}
