//! The parameters of a request after the question mark.

use percent_encoding::percent_decode_str;

use crate::problem::Problem;

/// Parameters of one request.
const PARAMETERS_MAX: usize = 32;

/// What a parameter is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Text,
    /// A whole number from 0 on.
    Number,
    Flag,
}

/// A parameter that a route has.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parameter {
    pub(crate) name: &'static str,
    pub(crate) kind: Kind,
    pub(crate) what: &'static str,
}

/// The parameters that a request has.
#[derive(Debug, Default)]
pub(crate) struct Query {
    given: Vec<(String, String)>,
}

impl Query {
    /// Reads them; each is one that the route has, and is given once.
    pub(crate) fn read(text: Option<&str>, known: &[Parameter]) -> Result<Self, Problem> {
        let mut given: Vec<(String, String)> = Vec::new();
        for pair in text.unwrap_or_default().split('&') {
            if pair.is_empty() {
                continue;
            }
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            let (name, value) = (decoded(name)?, decoded(value)?);
            if given.len() == PARAMETERS_MAX {
                return Err(Problem::invalid(format!(
                    "there are more than {PARAMETERS_MAX} parameters"
                )));
            }
            if given.iter().any(|(other, _)| *other == name) {
                return Err(Problem::invalid(format!(
                    "the parameter {name} is given twice: give it once"
                )));
            }
            let Some(parameter) = known.iter().find(|parameter| parameter.name == name) else {
                return Err(unknown(&name, known));
            };
            check(parameter, &value)?;
            given.push((name, value));
        }
        Ok(Self { given })
    }

    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        let found = self.given.iter().find(|(given, _)| given == name);
        found.map(|(_, value)| value.as_str())
    }

    /// A number; all of them were checked.
    pub(crate) fn number(&self, name: &str) -> Option<u64> {
        self.text(name)?.parse().ok()
    }

    pub(crate) fn flag(&self, name: &str) -> bool {
        self.text(name).is_some_and(|value| value == "true")
    }

    /// The number of entries of a page.
    pub(crate) fn page(&self, default: usize, most: usize) -> Result<usize, Problem> {
        let Some(limit) = self.number("limit") else {
            return Ok(default);
        };
        match usize::try_from(limit) {
            Ok(limit) if (1..=most).contains(&limit) => Ok(limit),
            _ => Err(Problem::invalid(format!(
                "limit is {limit}: it is from 1 to {most}"
            ))),
        }
    }
}

fn decoded(text: &str) -> Result<String, Problem> {
    let text = text.replace('+', " ");
    let decoded = percent_decode_str(&text).decode_utf8();
    let decoded = decoded.map_err(|_| Problem::invalid("a parameter is not UTF-8"))?;
    Ok(decoded.into_owned())
}

fn unknown(name: &str, known: &[Parameter]) -> Problem {
    let shown: String = name.chars().take(100).collect();
    let names: Vec<&str> = known.iter().map(|parameter| parameter.name).collect();
    let there = match names.is_empty() {
        true => "there are none here".to_owned(),
        false => format!("there are {}", names.join(", ")),
    };
    Problem::invalid(format!("the parameter {shown:?} is unknown: {there}"))
}

fn check(parameter: &Parameter, value: &str) -> Result<(), Problem> {
    let name = parameter.name;
    let shown: String = value.chars().take(100).collect();
    match parameter.kind {
        Kind::Number if value.parse::<u64>().is_err() => Err(Problem::invalid(format!(
            "{name} is {shown:?}: it is a whole number from 0 on"
        ))),
        Kind::Flag if value != "true" && value != "false" => Err(Problem::invalid(format!(
            "{name} is {shown:?}: it is true or false"
        ))),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: [Parameter; 3] = [
        Parameter {
            name: "limit",
            kind: Kind::Number,
            what: "",
        },
        Parameter {
            name: "all",
            kind: Kind::Flag,
            what: "",
        },
        Parameter {
            name: "path",
            kind: Kind::Text,
            what: "",
        },
    ];

    #[test]
    fn parameters_are_decoded_and_checked() {
        let query = Query::read(Some("limit=7&all=true&path=/a%20b+c"), &KNOWN).unwrap();
        assert_eq!(query.number("limit"), Some(7));
        assert!(query.flag("all"));
        assert_eq!(query.text("path"), Some("/a b c"));
        for (text, expected) in [
            ("limit=x", "limit is \"x\": it is a whole number from 0 on"),
            ("all=1", "all is \"1\": it is true or false"),
            (
                "all=true&all=true",
                "the parameter all is given twice: give it once",
            ),
            (
                "force=true",
                "the parameter \"force\" is unknown: there are limit, all, path",
            ),
            ("path=%ff", "a parameter is not UTF-8"),
        ] {
            let refused = Query::read(Some(text), &KNOWN).unwrap_err();
            assert_eq!(refused.detail(), expected);
        }
    }
}
