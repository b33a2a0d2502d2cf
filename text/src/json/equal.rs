//! Equality of values that ignores the order of members and how numbers are written.

use super::{Json, JsonString, Object};
use crate::aside::VALUES_BETWEEN_LOOKS;
use crate::stop::{Pace, Stopped};

/// Whether two values are equal: members compare by key, in any order.
///
/// # Errors
/// The work has to stop.
pub fn equal(left: &Json, right: &Json) -> Result<bool, Stopped> {
    equal_at(left, right, &mut Pace::every(VALUES_BETWEEN_LOOKS))
}

/// As [`equal`], at the pace of more work.
pub(super) fn equal_at(left: &Json, right: &Json, pace: &mut Pace) -> Result<bool, Stopped> {
    let mut rest = vec![(left, right)];
    while let Some((left, right)) = rest.pop() {
        pace.step()?;
        match (left, right) {
            (Json::Null, Json::Null) => {}
            (Json::Bool(a), Json::Bool(b)) if a == b => {}
            (Json::Number(a), Json::Number(b)) if a == b => {}
            (Json::String(a), Json::String(b)) if a == b => {}
            (Json::Array(a), Json::Array(b)) if a.len() == b.len() => {
                rest.extend(a.iter().zip(b));
            }
            (Json::Object(a), Json::Object(b)) if a.len() == b.len() => {
                let keys = a.iter().zip(b);
                if keys.clone().all(|((key_a, _), (key_b, _))| key_a == key_b) {
                    rest.extend(keys.map(|((_, value_a), (_, value_b))| (value_a, value_b)));
                    continue;
                }
                for ((key_a, value_a), (key_b, value_b)) in by_key(a).into_iter().zip(by_key(b)) {
                    if key_a != key_b {
                        return Ok(false);
                    }
                    rest.push((value_a, value_b));
                }
            }
            _ => return Ok(false),
        }
    }
    Ok(true)
}

fn by_key(object: &Object) -> Vec<&(JsonString, Json)> {
    let mut members: Vec<_> = object.iter().collect();
    members.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
    members
}
