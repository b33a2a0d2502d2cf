//! Schemas of arguments and answers, and the messages for values that do not match.

use std::fmt;
use std::sync::{Arc, OnceLock};

use isolate_prompt::{schema_type, tidy_schema};
use jsonschema::error::ValidationErrorKind;
use jsonschema::{PatternOptions, ValidationError, Validator};
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde::Serialize;
use serde_json::{Value as Json, json};

use super::error::FunctionError;
use crate::calls::CallErrorKind;

/// Mistakes of one value that a message lists.
const MISTAKES_MAX: usize = 5;

/// Characters of one mistake in a message.
const MISTAKE_CHARS_MAX: usize = 300;

/// Characters of the expected type in a message.
const TYPE_CHARS_MAX: usize = 600;

/// Steps of one regular expression of a schema on one text.
const PATTERN_STEPS_MAX: usize = 100_000;

/// The JSON Schema of a Rust type, as an argument or as an answer.
pub(super) fn of<T: JsonSchema>(is_input: bool) -> Json {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
        if !is_input {
            settings.contract = schemars::generate::Contract::Serialize;
        }
    });
    let mut schema = settings
        .into_generator()
        .into_root_schema_for::<T>()
        .to_value();
    tidy_schema(&mut schema);
    schema
}

/// A schema that is compiled when it is first used.
#[derive(Clone)]
pub(super) struct Checked {
    schema: Option<Json>,
    is_checked: bool,
    validator: Arc<OnceLock<Result<Validator, String>>>,
}

impl Checked {
    pub(super) fn new(schema: Json) -> Self {
        Self {
            schema: Some(schema),
            is_checked: true,
            validator: Arc::default(),
        }
    }

    /// A schema that every value is known to match.
    pub(super) fn unchecked(schema: Json) -> Self {
        Self {
            is_checked: false,
            ..Self::new(schema)
        }
    }

    /// No schema: any value matches.
    pub(super) fn none() -> Self {
        Self {
            schema: None,
            is_checked: false,
            validator: Arc::default(),
        }
    }

    pub(super) const fn is_checked(&self) -> bool {
        self.is_checked
    }

    pub(super) const fn schema(&self) -> Option<&Json> {
        self.schema.as_ref()
    }

    /// Why the schema is invalid.
    pub(super) fn fault(&self) -> Option<&str> {
        let compiled = self.compiled()?.as_ref();
        compiled.err().map(String::as_str)
    }

    fn compiled(&self) -> Option<&Result<Validator, String>> {
        let schema = self.schema.as_ref().filter(|_| self.is_checked)?;
        Some(self.validator.get_or_init(|| {
            jsonschema::options()
                .with_pattern_options(
                    PatternOptions::fancy_regex().backtrack_limit(PATTERN_STEPS_MAX),
                )
                .build(schema)
                .map_err(|error| error.to_string())
        }))
    }

    /// The argument of a call without one: `{}`, or `null` if that matches and `{}` does not.
    pub(super) fn of_nothing(&self) -> Json {
        let fits = |value: &Json| match self.compiled() {
            Some(Ok(validator)) => validator.is_valid(value),
            _ => false,
        };
        match !fits(&json!({})) && fits(&Json::Null) {
            true => Json::Null,
            false => json!({}),
        }
    }

    pub(super) fn check_argument(&self, name: &str, value: &Json) -> Result<(), FunctionError> {
        let Some(mistakes) = self.mistakes(name, value)? else {
            return Ok(());
        };
        let takes = self.schema.as_ref().map_or_else(String::new, |schema| {
            format!(". It takes {}", cut(&schema_type(schema), TYPE_CHARS_MAX))
        });
        let text = format!(
            "{name}: the argument does not fit: {}{takes}",
            texts(&mistakes)
        );
        Err(FunctionError::argument(text).with_data(json!({ "mistakes": mistakes })))
    }

    pub(super) fn check_answer(&self, name: &str, value: &Json) -> Result<(), FunctionError> {
        let Some(mistakes) = self.mistakes(name, value)? else {
            return Ok(());
        };
        let text = format!(
            "{name} answered what does not fit its own schema: {}",
            texts(&mistakes)
        );
        Err(FunctionError::new(text)
            .with_code("EBADMSG")
            .of_kind(CallErrorKind::Defect)
            .with_data(json!({ "mistakes": mistakes })))
    }

    fn mistakes(&self, name: &str, value: &Json) -> Result<Option<Vec<Mistake>>, FunctionError> {
        let Some(compiled) = self.compiled() else {
            return Ok(None);
        };
        let validator = compiled.as_ref().map_err(|fault| {
            FunctionError::new(format!(
                "the schema of {name} is none, so it cannot be called: {fault}"
            ))
        })?;
        if validator.is_valid(value) {
            return Ok(None);
        }
        let mut mistakes: Vec<Mistake> = validator
            .iter_errors(value)
            .take(MISTAKES_MAX + 1)
            .map(|error| Mistake {
                at: place(&error),
                message: cut(&self.with_hint(&error), MISTAKE_CHARS_MAX),
            })
            .collect();
        if mistakes.len() > MISTAKES_MAX {
            mistakes.truncate(MISTAKES_MAX);
            mistakes.push(Mistake {
                at: String::new(),
                message: "there are more mistakes".to_owned(),
            });
        }
        Ok(Some(mistakes))
    }

    /// The text of a mistake, with the name of the member that was probably intended.
    fn with_hint(&self, error: &ValidationError<'_>) -> String {
        if let ValidationErrorKind::Type { .. } = error.kind()
            && let Some(Json::String(digits)) = error.instance().get("$bigint")
        {
            // A number beyond this would be another one.
            let is_exact = digits
                .parse::<i64>()
                .is_ok_and(|integer| integer.unsigned_abs() <= 1 << f64::MANTISSA_DIGITS);
            let way_out = if is_exact {
                format!("Number({digits}n), or as text String({digits}n)")
            } else {
                format!("it as text, String({digits}n), for no number has these digits")
            };
            return format!(
                "the BigInt {digits}n stands where no integer is declared: pass {way_out}"
            );
        }
        let ValidationErrorKind::AdditionalProperties { unexpected } = error.kind() else {
            return error.to_string();
        };
        let at = error.schema_path().to_string();
        let holder = at.rsplit_once('/').map_or("", |(holder, _)| holder);
        let known: Vec<&str> = self
            .schema
            .as_ref()
            .and_then(|schema| schema.pointer(holder)?.get("properties")?.as_object())
            .map(|members| members.keys().map(String::as_str).collect())
            .unwrap_or_default();
        let unknown = unexpected.iter().map(|name| {
            let meant = isolate_intent::nearest(name, known.iter().copied());
            let meant = meant.map(|meant| format!(" ({meant:?} may be meant)"));
            format!("there is no member {name:?}{}", meant.unwrap_or_default())
        });
        unknown.collect::<Vec<_>>().join(", ")
    }
}

/// Where a mistake is, as a program writes it: `.labels[0]`.
fn place(error: &ValidationError<'_>) -> String {
    let mut text = String::new();
    for part in error.instance_path().to_string().split('/').skip(1) {
        let part = part.replace("~1", "/").replace("~0", "~");
        match part.bytes().all(|byte| byte.is_ascii_digit()) {
            true => text.push_str(&format!("[{part}]")),
            false => text.push_str(&format!(".{part}")),
        }
    }
    text
}

/// A mistake of a value, as the program gets it.
#[derive(Serialize)]
struct Mistake {
    /// Where it is; empty for the whole value.
    at: String,
    message: String,
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.at.as_str() {
            "" => f.write_str(&self.message),
            at => write!(f, "{at}: {}", self.message),
        }
    }
}

fn texts(mistakes: &[Mistake]) -> String {
    let texts: Vec<String> = mistakes.iter().map(ToString::to_string).collect();
    texts.join("; ")
}

fn cut(text: &str, chars_max: usize) -> String {
    match text.char_indices().nth(chars_max) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}
