//! `+` where a string is on either side.

use crate::{JsString, JsValue, js_string, string::JsStr};

/// The sum of a string and a primitive value, or nothing where neither is a string, or where
/// converting the other takes more than a look.
pub(crate) fn sum(left: &JsValue, right: &JsValue) -> Option<JsValue> {
    let sum = match (left.text(), right.text()) {
        (Some(left), Some(right)) => JsString::sum(&left, &right),
        (Some(left), None) => match right.integer() {
            Some(right) => JsString::sum_with_integer(&left, right),
            None => JsString::sum(&left, &plain(right)?),
        },
        (None, Some(right)) => match left.integer() {
            Some(left) => JsString::sum_of_integer(left, &right),
            None => JsString::sum(&plain(left)?, &right),
        },
        (None, None) => return None,
    };
    Some(sum.into())
}

impl JsValue {
    /// Whether the value is part of a sum of strings as it is.
    #[inline(always)]
    pub(crate) fn is_plain_part(&self) -> bool {
        !self.is_object() && !self.is_symbol() && !self.is_bigint()
    }

    /// Adds to a string of which this is the only reference; false where it cannot.
    pub(crate) fn grow(&mut self, right: &Self) -> bool {
        let Some(text) = self.text() else {
            return false;
        };
        if let Some(right) = right.text() {
            return text.grow(right.as_str());
        }
        right
            .integer()
            .is_some_and(|right| JsString::with_digits(right, |digits| text.grow(digits)))
    }
}

/// What a primitive value other than a string, a big integer or a symbol is as a string.
fn plain(value: &JsValue) -> Option<JsString> {
    if let Some(integer) = value.integer() {
        return Some(JsString::from(integer));
    }
    Some(if value.is_undefined() {
        js_string!("undefined")
    } else if value.is_null() {
        js_string!("null")
    } else if let Some(truth) = value.as_boolean() {
        if truth {
            js_string!("true")
        } else {
            js_string!("false")
        }
    } else {
        JsString::from(value.as_number()?)
    })
}

/// Gives a value's text away, where getting it takes no more than a look.
pub(crate) fn push(value: &JsValue, mut add: impl FnMut(JsStr<'_>)) -> bool {
    if let Some(string) = value.text() {
        add(string.as_str());
    } else if let Some(integer) = value.integer() {
        JsString::with_digits(integer, add);
    } else if let Some(string) = plain(value) {
        add(string.as_str());
    } else {
        return false;
    }
    true
}
