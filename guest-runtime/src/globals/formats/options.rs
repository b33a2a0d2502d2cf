//! Options that programs give, by the names of the packages that everybody knows.

use std::ops::RangeInclusive;

use boa_engine::{Context, JsArgs, JsError, JsNativeError, JsResult, JsValue};
use isolate_protocol::nearest;

use super::kind_of;
use crate::convert::{enumerable_keys, key_text};

/// The options of one call. Each is asked for by all of its names; what is left at the end is not known.
pub(super) struct Options {
    callee: &'static str,
    given: Vec<(String, JsValue)>,
    known: Vec<&'static str>,
    taken: Vec<String>,
}

/// Whether a function was called for each item of an array, as by `list.map(YAML.stringify)`.
fn is_each(args: &[JsValue]) -> bool {
    matches!(args, [_, index, list, ..] if index.is_number()
        && list.as_object().is_some_and(|list| list.is_array()))
}

impl Options {
    /// Reads the members of an object; a member that is `undefined` is none.
    pub(super) fn read(
        value: &JsValue,
        callee: &'static str,
        context: &mut Context,
    ) -> JsResult<Self> {
        let mut options = Self {
            callee,
            given: Vec::new(),
            known: Vec::new(),
            taken: Vec::new(),
        };
        if value.is_null_or_undefined() {
            return Ok(options);
        }
        let object = value
            .as_object()
            .filter(|object| !object.is_array() && !object.is_callable());
        let Some(object) = object else {
            return Err(JsNativeError::typ()
                .with_message(format!(
                    "{callee}: the options must be an object, not {}",
                    kind_of(value)
                ))
                .into());
        };
        for key in enumerable_keys(&object, context)? {
            let value = object.get(key.clone(), context)?;
            if !value.is_undefined() {
                options
                    .given
                    .push((key_text(&key).to_std_string_lossy(), value));
            }
        }
        Ok(options)
    }

    /// Reads those of a function like `JSON.parse(text)`.
    pub(super) fn of_parse(
        args: &[JsValue],
        callee: &'static str,
        context: &mut Context,
    ) -> JsResult<Self> {
        let none = JsValue::undefined();
        let value = args.get(1).filter(|_| !is_each(args)).unwrap_or(&none);
        Self::read(value, callee, context)
    }

    /// Reads those of a function like `JSON.stringify(value, null, 2)`, whose last argument may be the
    /// number of spaces.
    pub(super) fn of_stringify(
        args: &[JsValue],
        callee: &'static str,
        context: &mut Context,
    ) -> JsResult<Self> {
        if is_each(args) {
            return Self::read(&JsValue::undefined(), callee, context);
        }
        let second = args.get_or_undefined(1);
        let value = if second.is_null_or_undefined() {
            args.get_or_undefined(2)
        } else {
            second
        };
        if value.is_number() {
            return Ok(Self {
                callee,
                given: vec![("indent".to_owned(), value.clone())],
                known: Vec::new(),
                taken: Vec::new(),
            });
        }
        Self::read(value, callee, context)
    }

    /// Refuses options of packages that are not here, each with what to write instead.
    pub(super) fn refuse(&self, absent: &[(&str, &str)]) -> JsResult<()> {
        for (name, value) in &self.given {
            let found = absent.iter().find(|(absent, _)| absent == name);
            // What asks for nothing is none.
            if let Some((_, instead)) = found
                && value.as_boolean() != Some(false)
                && !value.is_null()
            {
                let callee = self.callee;
                return Err(JsNativeError::typ()
                    .with_message(format!("{callee} has no option {name}: {instead}"))
                    .into());
            }
        }
        Ok(())
    }

    /// An option by its names, with the one that was given.
    pub(super) fn take(&mut self, names: &[&'static str]) -> Option<(String, JsValue)> {
        self.known.extend(names);
        let at = self
            .given
            .iter()
            .position(|(name, _)| names.contains(&name.as_str()))?;
        let found = self.given.remove(at);
        self.taken.push(found.0.clone());
        Some(found)
    }

    /// Whether an option that has been taken was given, by one of its names.
    pub(super) fn was_given(&self, names: &[&str]) -> bool {
        self.taken
            .iter()
            .any(|taken| names.contains(&taken.as_str()))
    }

    /// The error of an option that is of another type.
    pub(super) fn wrong(&self, name: &str, wanted: &str, value: &JsValue) -> JsError {
        let callee = self.callee;
        let what = kind_of(value);
        JsNativeError::typ()
            .with_message(format!("{callee}: {name} must be {wanted}, not {what}"))
            .into()
    }

    /// A truth value.
    pub(super) fn bool(&mut self, names: &[&'static str]) -> JsResult<Option<bool>> {
        let Some((name, value)) = self.take(names) else {
            return Ok(None);
        };
        match value.as_boolean() {
            Some(given) => Ok(Some(given)),
            None => Err(self.wrong(&name, "true or false", &value)),
        }
    }

    /// Sets a truth value that was given.
    pub(super) fn set_bool(&mut self, names: &[&'static str], to: &mut bool) -> JsResult<()> {
        if let Some(given) = self.bool(names)? {
            *to = given;
        }
        Ok(())
    }

    /// A string.
    pub(super) fn text(&mut self, names: &[&'static str]) -> JsResult<Option<String>> {
        let Some((name, value)) = self.take(names) else {
            return Ok(None);
        };
        match value.as_string() {
            Some(given) => Ok(Some(given.to_std_string_lossy())),
            None => Err(self.wrong(&name, "a string", &value)),
        }
    }

    /// Sets a string that was given.
    pub(super) fn set_text(&mut self, names: &[&'static str], to: &mut String) -> JsResult<()> {
        if let Some(given) = self.text(names)? {
            *to = given;
        }
        Ok(())
    }

    /// A number.
    pub(super) fn number(&mut self, names: &[&'static str]) -> JsResult<Option<f64>> {
        let Some((name, value)) = self.take(names) else {
            return Ok(None);
        };
        match value.as_number() {
            Some(given) => Ok(Some(given)),
            None => Err(self.wrong(&name, "a number", &value)),
        }
    }

    /// Sets a whole number of a range that was given.
    pub(super) fn set_count(
        &mut self,
        names: &[&'static str],
        range: RangeInclusive<usize>,
        to: &mut usize,
    ) -> JsResult<()> {
        let Some(given) = self.number(names)? else {
            return Ok(());
        };
        let found = range
            .clone()
            .find(|count| u32::try_from(*count).is_ok_and(|count| f64::from(count) == given));
        let Some(count) = found else {
            return Err(JsNativeError::range()
                .with_message(format!(
                    "{}: {} must be a whole number from {} to {}, not {given}",
                    self.callee,
                    names[0],
                    range.start(),
                    range.end()
                ))
                .into());
        };
        *to = count;
        Ok(())
    }

    /// Refuses what nobody has asked for.
    pub(super) fn finish(&mut self) -> JsResult<()> {
        let Some((name, _)) = self.given.first() else {
            return Ok(());
        };
        let callee = self.callee;
        let known = match &self.known[..] {
            [] => "it takes none".to_owned(),
            names => format!("there are {}", names.join(", ")),
        };
        let similar = nearest(name, self.known.iter().copied())
            .map_or_else(String::new, |near| format!(" (similar: {near})"));
        Err(JsNativeError::typ()
            .with_message(format!("{callee} has no option {name}{similar}; {known}"))
            .into())
    }
}
