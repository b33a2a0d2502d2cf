//! Describes an error of the arguments in one line, from the context of the `clap` error.

use std::error::Error as _;

use clap::error::{ContextKind as Context, ContextValue, Error, ErrorKind as Kind};

/// The error and suggestions, without the usage, which is printed to standard error.
pub(super) fn complaint(error: &Error) -> String {
    let argument = value(error, Context::InvalidArg);
    let given = value(error, Context::InvalidValue);
    let text = match error.kind() {
        Kind::MissingRequiredArgument => {
            format!("the following required arguments were not provided: {argument}")
        }
        Kind::ArgumentConflict => match value(error, Context::PriorArg) {
            prior if prior == argument => {
                format!("the argument '{argument}' cannot be used multiple times")
            }
            prior => format!("the argument '{argument}' cannot be used with '{prior}'"),
        },
        Kind::InvalidValue if given.is_empty() => {
            format!("a value is required for '{argument}' but none was supplied")
        }
        Kind::InvalidValue | Kind::ValueValidation => {
            format!("invalid value '{given}' for '{argument}'")
        }
        Kind::UnknownArgument => format!("unexpected argument '{argument}' found"),
        Kind::TooManyValues => format!("unexpected value '{given}' for '{argument}' found"),
        Kind::NoEquals => format!("equal sign is needed when assigning values to '{argument}'"),
        Kind::InvalidSubcommand => {
            let command = value(error, Context::InvalidSubcommand);
            format!("unrecognized subcommand '{command}'")
        }
        other => other.to_string(),
    };
    let cause = error.source().map(|cause| format!(": {cause}"));
    let possible = hint(error, Context::ValidValue, "possible values");
    let meant = [
        Context::SuggestedArg,
        Context::SuggestedValue,
        Context::SuggestedSubcommand,
    ];
    let meant = meant
        .into_iter()
        .find_map(|kind| hint(error, kind, "similar"));
    [Some(text), cause, possible, meant]
        .into_iter()
        .flatten()
        .collect()
}

/// A value of the context. Several values are joined.
fn value(error: &Error, kind: Context) -> String {
    match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        Some(ContextValue::Strings(texts)) => texts.join(", "),
        _ => String::new(),
    }
}

/// A list of values to use instead.
fn hint(error: &Error, kind: Context, name: &str) -> Option<String> {
    let values = value(error, kind);
    (!values.is_empty()).then(|| format!(" [{name}: {values}]"))
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::complaint;
    use crate::args::Args;

    #[test]
    fn complaints_are_one_line_with_a_suggestion() {
        for (arguments, expected) in [
            (
                &[][..],
                "the following required arguments were not provided: <SCRIPT>",
            ),
            (
                &["a.js", "--eval", "1"],
                "the argument '[SCRIPT]' cannot be used with '--eval <CODE>'",
            ),
            (
                &["a.js", "--json", "--json"],
                "the argument '--json' cannot be used multiple times",
            ),
            (
                &["a.js", "--jason"],
                "unexpected argument '--jason' found [similar: --json]",
            ),
            (
                &["a.js", "--memory", "4096"],
                "invalid value '4096' for '--memory <MIB>': 4096 is not in 1..=2048",
            ),
            (
                &["a.js", "--db"],
                "a value is required for '--db <FILE>' but none was supplied",
            ),
            (
                &["--completions", "zzsh"],
                "invalid value 'zzsh' for '--completions <SHELL>' [possible values: bash, elvish, fish, powershell, zsh] [similar: zsh]",
            ),
        ] {
            let all = ["isolate-run"].iter().chain(arguments);
            let error = Args::try_parse_from(all).expect_err("the arguments are wrong");
            assert_eq!(complaint(&error), expected);
        }
    }
}
