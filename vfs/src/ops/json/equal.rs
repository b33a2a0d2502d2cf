//! Equality of values that ignores the order of members.

use super::{Json, Object};

/// Tells whether two values are the same: members compare by key, in any order.
#[must_use]
pub fn equal(left: &Json, right: &Json) -> bool {
    let mut rest = vec![(left, right)];
    while let Some((left, right)) = rest.pop() {
        match (left, right) {
            (Json::Null, Json::Null) => {}
            (Json::Bool(a), Json::Bool(b)) if a == b => {}
            (Json::Number(a), Json::Number(b)) if a == b => {}
            (Json::String(a), Json::String(b)) if a == b => {}
            (Json::Array(a), Json::Array(b)) if a.len() == b.len() => {
                rest.extend(a.iter().zip(b));
            }
            (Json::Object(a), Json::Object(b)) if a.len() == b.len() => {
                for ((key_a, value_a), (key_b, value_b)) in by_key(a).into_iter().zip(by_key(b)) {
                    if key_a != key_b {
                        return false;
                    }
                    rest.push((value_a, value_b));
                }
            }
            _ => return false,
        }
    }
    true
}

fn by_key(object: &Object) -> Vec<&(super::JsonString, Json)> {
    let mut members: Vec<_> = object.iter().collect();
    members.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
    members
}
