//! Bags of options, read as ECMA-402 reads them, with V8's words for what is wrong.

use boa_engine::{Context, JsError, JsNativeError, JsObject, JsResult, JsString, JsValue};

/// The options of one call.
pub(super) struct Options {
    /// What they are for, such as `Intl.NumberFormat`.
    service: &'static str,
    bag: Option<JsObject>,
}

impl Options {
    /// Takes any value but null, as the older constructors do.
    pub(super) fn coerced(service: &'static str, value: &JsValue) -> JsResult<Self> {
        if value.is_null() {
            let error = JsNativeError::typ();
            return Err(error
                .with_message("Cannot convert undefined or null to object")
                .into());
        }
        let bag = value.as_object();
        Ok(Self { service, bag })
    }

    /// Takes an object or nothing, as the newer constructors do.
    pub(super) fn strict(service: &'static str, value: &JsValue) -> JsResult<Self> {
        if !value.is_undefined() && !value.is_object() {
            let error = JsNativeError::typ();
            return Err(error
                .with_message("Incorrect options information provided")
                .into());
        }
        let bag = value.as_object();
        Ok(Self { service, bag })
    }

    pub(super) fn value(&self, name: &str, context: &mut Context) -> JsResult<JsValue> {
        match &self.bag {
            Some(bag) => bag.get(JsString::from(name), context),
            None => Ok(JsValue::undefined()),
        }
    }

    pub(super) fn flag(&self, name: &str, context: &mut Context) -> JsResult<Option<bool>> {
        let value = self.value(name, context)?;
        Ok((!value.is_undefined()).then(|| value.to_boolean()))
    }

    pub(super) fn text(&self, name: &str, context: &mut Context) -> JsResult<Option<String>> {
        let value = self.value(name, context)?;
        if value.is_undefined() {
            return Ok(None);
        }
        Ok(Some(value.to_string(context)?.to_std_string_lossy()))
    }

    /// One of some words.
    pub(super) fn word(
        &self,
        name: &str,
        allowed: &[&'static str],
        context: &mut Context,
    ) -> JsResult<Option<&'static str>> {
        let Some(text) = self.text(name, context)? else {
            return Ok(None);
        };
        match allowed.iter().find(|word| **word == text) {
            Some(word) => Ok(Some(word)),
            None => Err(self.out_of_range(name, &text)),
        }
    }

    pub(super) fn out_of_range(&self, name: &str, value: &str) -> JsError {
        let service = self.service;
        JsNativeError::range()
            .with_message(format!(
                "Value {value} out of range for {service} options property {name}"
            ))
            .into()
    }

    /// A whole number within bounds.
    pub(super) fn number(
        &self,
        name: &str,
        least: u32,
        most: u32,
        context: &mut Context,
    ) -> JsResult<Option<u32>> {
        let value = self.value(name, context)?;
        bounded(&value, name, least, most, context)
    }
}

/// A value as a whole number within bounds, none where it is undefined.
pub(super) fn bounded(
    value: &JsValue,
    name: &str,
    least: u32,
    most: u32,
    context: &mut Context,
) -> JsResult<Option<u32>> {
    if value.is_undefined() {
        return Ok(None);
    }
    let number = value.to_number(context)?.floor();
    if !(f64::from(least)..=f64::from(most)).contains(&number) {
        return Err(JsNativeError::range()
            .with_message(format!("{name} value is out of range."))
            .into());
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "it is within bounds of its type"
    )]
    let whole = number as u32;
    Ok(Some(whole))
}
