//! Formats that have been made without options: a program that formats in a loop makes one.

use std::rc::Rc;

use boa_engine::{JsResult, JsString, JsValue};

/// Formats that are kept at most.
const KEPT_MAX: usize = 4;

/// Formats by their language, where one was named, and by what else they differ in.
pub(super) struct Kept<K, F>(Vec<(Option<JsString>, K, Rc<F>)>);

impl<K: PartialEq, F> Kept<K, F> {
    pub(super) const fn new() -> Self {
        Self(Vec::new())
    }

    /// The language of a format that can be kept: reading the arguments must call nothing.
    pub(super) fn language(locales: &JsValue, options: &JsValue) -> Option<Option<JsString>> {
        if !options.is_undefined() {
            return None;
        }
        if locales.is_undefined() {
            return Some(None);
        }
        locales.as_string().map(Some)
    }

    pub(super) fn find(&self, language: &Option<JsString>, key: &K) -> Option<Rc<F>> {
        let found = self
            .0
            .iter()
            .find(|(of, with, _)| of == language && with == key);
        found.map(|(_, _, form)| form.clone())
    }

    pub(super) fn keep(&mut self, language: Option<JsString>, key: K, form: Rc<F>) {
        if self.0.len() == KEPT_MAX {
            self.0.remove(0);
        }
        self.0.push((language, key, form));
    }
}

/// A format: one that is kept, or a new one.
pub(super) fn form<K: PartialEq, F>(
    kept: &'static std::thread::LocalKey<std::cell::RefCell<Kept<K, F>>>,
    (locales, options): (&JsValue, &JsValue),
    key: K,
    make: impl FnOnce() -> JsResult<F>,
) -> JsResult<Rc<F>> {
    // So that programs run with both and their answers can be compared.
    let language = if cfg!(feature = "without-shortcuts") {
        None
    } else {
        Kept::<K, F>::language(locales, options)
    };
    let Some(language) = language else {
        return make().map(Rc::new);
    };
    if let Some(form) = kept.with_borrow(|kept| kept.find(&language, &key)) {
        return Ok(form);
    }
    let form = Rc::new(make()?);
    kept.with_borrow_mut(|kept| kept.keep(language, key, form.clone()));
    Ok(form)
}
