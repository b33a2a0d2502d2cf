//! Reads files, and JSON in them.

use std::rc::Rc;

use boa_engine::{Context, JsError, JsResult, JsString, JsValue, Module, js_string};
use isolate_protocol::ErrorCode;

use super::{Class, made};
use crate::loaded::File;
use crate::shared::Shared;
use crate::state;

/// Reads a file; none where there is none.
pub(super) fn text(path: &str, context: &mut Context) -> JsResult<Option<Rc<File>>> {
    let shared = Shared::of(context);
    if let Some(file) = shared.modules.read.borrow().get(path) {
        return Ok(Some(Rc::clone(file)));
    }
    let Some(real) = asked("realpath", path, context)? else {
        return Ok(None);
    };
    let real = text_of(&real).unwrap_or_else(|| path.to_owned());
    if let Some(file) = shared.modules.read.borrow().get(&real) {
        return Ok(Some(Rc::clone(file)));
    }
    let Some(text) = asked("readFile", &real, context)? else {
        return Ok(None);
    };
    let text = text_of(&text).unwrap_or_default();
    let text = match text.strip_prefix('\u{feff}') {
        Some(text) => text.to_owned(),
        None => text,
    };
    let file = Rc::new(File {
        path: real.clone(),
        text,
    });
    let mut read = shared.modules.read.borrow_mut();
    read.insert(real, Rc::clone(&file));
    Ok(Some(file))
}

/// Calls a method with a path; none where there is no such file.
pub(super) fn asked(method: &str, path: &str, context: &mut Context) -> JsResult<Option<JsValue>> {
    match state::answer_of(method, path, context)? {
        Ok(value) => Ok(Some(value)),
        Err((ErrorCode::NotFound | ErrorCode::NotDirectory | ErrorCode::IsDirectory, _)) => {
            Ok(None)
        }
        Err((_, error)) => Err(error),
    }
}

/// Parses JSON; an error names the file.
pub(super) fn json_of(path: &str, text: &str, context: &mut Context) -> JsResult<JsValue> {
    Module::json_value(JsString::from(text), context).map_err(|error| {
        let message = error.into_opaque(context).ok().and_then(|error| {
            let message = error
                .as_object()?
                .get(js_string!("message"), context)
                .ok()?;
            Some(message.as_string()?.to_std_string_lossy())
        });
        let message = format!("{path}: {}", message.unwrap_or_default());
        JsError::from_opaque(made(context, Class::Syntax, &message))
    })
}

/// A value that is text.
pub(super) fn text_of(value: &JsValue) -> Option<String> {
    value.as_string().map(|text| text.to_std_string_lossy())
}
