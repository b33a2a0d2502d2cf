//! The arguments of a call, which may be millions of values: they are freed with checks of the deadline.

use std::ops::{Deref, DerefMut};
use std::vec;

use isolate_protocol::{Text, Value};
use isolate_text::aside::{self, Nested};

/// Values that are freed with checks whether the run has to stop. When it has to, what is left of them is
/// freed on another thread.
#[derive(Debug)]
pub(crate) struct Held(Vec<Value>);

impl From<Vec<Value>> for Held {
    fn from(values: Vec<Value>) -> Self {
        Self(values)
    }
}

impl Deref for Held {
    type Target = [Value];

    fn deref(&self) -> &[Value] {
        &self.0
    }
}

impl DerefMut for Held {
    fn deref_mut(&mut self) -> &mut [Value] {
        &mut self.0
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        // Most calls have nothing that could be large.
        if self.0.iter().any(has_inner) {
            let values = std::mem::take(&mut self.0);
            aside::free::<Item>(vec![Inner::Values(values.into_iter())]);
        }
    }
}

/// Frees a value as [`Held`] does.
pub(crate) fn free(value: Value) {
    if let Some(inner) = Item(value).into_inner() {
        aside::free::<Item>(vec![inner]);
    }
}

const fn has_inner(value: &Value) -> bool {
    matches!(
        value,
        Value::Array(_) | Value::Set(_) | Value::Object(_) | Value::Map(_)
    )
}

struct Item(Value);

/// What is left of a value that is freed.
enum Inner {
    Values(vec::IntoIter<Value>),
    Members(vec::IntoIter<(Text, Value)>),
    /// The entries of a map, and the value of the one whose key was taken.
    Entries(vec::IntoIter<(Value, Value)>, Option<Value>),
}

impl Iterator for Inner {
    type Item = Item;

    fn next(&mut self) -> Option<Item> {
        let next = match self {
            Self::Values(values) => values.next(),
            Self::Members(members) => members.next().map(|(_, value)| value),
            Self::Entries(entries, value) => value.take().or_else(|| {
                let (key, its) = entries.next()?;
                *value = Some(its);
                Some(key)
            }),
        };
        next.map(Item)
    }
}

impl Nested for Item {
    type Inner = Inner;

    fn into_inner(self) -> Option<Inner> {
        Some(match self.0 {
            Value::Array(values) | Value::Set(values) => Inner::Values(values.into_iter()),
            Value::Object(members) => Inner::Members(members.into_iter()),
            Value::Map(entries) => Inner::Entries(entries.into_iter(), None),
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    use isolate_text::stop;

    use super::*;

    /// 80,001 values.
    fn large() -> Value {
        let one = |_| {
            let pair = (Value::Null, Value::Set(vec![Value::Null]));
            Value::Array(vec![Value::Map(vec![pair])])
        };
        Value::Array((0..16_000).map(one).collect())
    }

    /// The checks while something is freed that has to stop at the `last`.
    fn looks(last: usize, free: impl FnOnce()) -> usize {
        let count = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&count);
        stop::within(
            Arc::new(move || counted.fetch_add(1, Relaxed) + 1 >= last),
            free,
        );
        count.load(Relaxed)
    }

    #[test]
    fn freeing_arguments_ends_when_it_has_to() {
        let held = || Held::from(vec![Value::Null, large()]);
        for last in [1, 5] {
            assert_eq!(looks(last, || drop(held())), last);
            assert_eq!(looks(last, || free(large())), last);
        }
        // A step for each value, and one for the end of each list.
        let steps = 80_002 + 3 * 16_000 + 2;
        assert_eq!(looks(usize::MAX, || drop(held())), steps / 4_096);
    }

    #[test]
    fn every_value_of_a_map_is_freed() {
        let pairs = vec![
            (Value::Null, Value::from("a")),
            (Value::from("b"), Value::Null),
        ];
        let Some(inner) = Item(Value::Map(pairs)).into_inner() else {
            panic!("a map holds values");
        };
        let values: Vec<Value> = inner.map(|Item(value)| value).collect();
        let expected = [Value::Null, Value::from("a"), Value::from("b"), Value::Null];
        assert_eq!(values, expected);
    }
}
