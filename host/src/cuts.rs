//! Parts that were left out of a result that is too large.

use std::fmt;

use isolate_protocol::Value;
use serde::{Deserialize, Serialize};

use crate::cast::to_integer;
use crate::charge::{Halted, made};
use crate::inexact::Step;

/// The member of a report with the cuts.
pub(crate) const RESULT_CUT: &str = "resultCut";

/// Places that are listed. Only a value that nests too deeply can have more.
const CUTS_MAX: usize = 100;

/// Where something was left out of the result of a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ResultCut {
    /// The place in the result, such as `rows[3].text`; empty for the whole result.
    pub path: String,
    /// How much was left out there.
    pub left_out: u64,
    /// Of what: `bytes`, `characters`, `items`, `members` or `levels`.
    pub what: String,
}

/// `1200 items of `rows` were left out`.
impl fmt::Display for ResultCut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            path,
            left_out,
            what,
        } = self;
        let (what, were) = match left_out {
            1 => (what.strip_suffix('s').unwrap_or(what), "was"),
            _ => (what.as_str(), "were"),
        };
        let path = match path.as_str() {
            "" => "the result".to_owned(),
            path => format!("`{path}`"),
        };
        match what {
            "level" => write!(
                f,
                "what {path} holds was left out, because it nests too deeply"
            ),
            what => write!(f, "{left_out} {what} of {path} {were} left out"),
        }
    }
}

/// The message for a result that was cut, with the remedy.
pub(crate) fn cut_message(cuts: &[ResultCut]) -> String {
    /// Places that a message lists.
    const NAMED_MAX: usize = 3;
    let mut places: Vec<String> = cuts
        .iter()
        .take(NAMED_MAX)
        .map(ToString::to_string)
        .collect();
    if cuts.len() > NAMED_MAX {
        places.push(format!("and more in {} places", cuts.len() - NAMED_MAX));
    }
    let way_out = match cuts.iter().all(|cut| cut.what == "levels") {
        true => "return a flatter value",
        false => "return less, write it to a file, or raise the limit of the result (result_bytes)",
    };
    format!("the result was cut: {}: {way_out}", places.join(", "))
}

/// What was left out of a result. `is_full` says whether it reached its limit, so that a text may have
/// been cut.
pub(crate) fn cuts_of(result: &Value, is_full: bool) -> Result<Vec<ResultCut>, Halted> {
    let mut finder = Finder {
        cuts: Vec::new(),
        is_full,
    };
    finder.find(result, &mut Vec::new())?;
    Ok(finder.cuts)
}

struct Finder {
    cuts: Vec<ResultCut>,
    is_full: bool,
}

impl Finder {
    fn find<'a>(&mut self, value: &'a Value, path: &mut Vec<Step<'a>>) -> Result<(), Halted> {
        made(0)?;
        match value {
            Value::Cut { left_out, what } => {
                // The mark follows the items that remain.
                let is_inside = matches!(what.as_str(), "items" | "members");
                let end = path.len() - usize::from(is_inside && !path.is_empty());
                self.add(&path[..end], *left_out, what);
            }
            Value::String(text) if self.is_full => {
                if let Some(left_out) = characters_left_out(&text.text) {
                    self.add(path, left_out, "characters");
                }
            }
            Value::Array(items) | Value::Set(items) => {
                for (at, item) in items.iter().enumerate() {
                    self.find_at(Step::Item(at), item, path)?;
                }
            }
            Value::Object(members) => {
                for (name, member) in members {
                    self.find_at(Step::Member(name), member, path)?;
                }
            }
            Value::Map(entries) => {
                for (at, (key, entry)) in entries.iter().enumerate() {
                    self.find_at(Step::Item(at), key, path)?;
                    self.find_at(Step::Item(at), entry, path)?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn find_at<'a>(
        &mut self,
        step: Step<'a>,
        value: &'a Value,
        path: &mut Vec<Step<'a>>,
    ) -> Result<(), Halted> {
        path.push(step);
        self.find(value, path)?;
        path.pop();
        Ok(())
    }

    fn add(&mut self, path: &[Step<'_>], left_out: f64, what: &str) {
        if self.cuts.len() == CUTS_MAX {
            return;
        }
        let path: String = path.iter().map(ToString::to_string).collect();
        self.cuts.push(ResultCut {
            path: path.strip_prefix('.').unwrap_or(&path).to_owned(),
            left_out: to_integer(left_out),
            what: what.to_owned(),
        });
    }
}

/// The count in the mark at the end of a text that was cut.
fn characters_left_out(text: &str) -> Option<f64> {
    let text = text.strip_suffix(" more characters cut]")?;
    let (_, count) = text.rsplit_once("... [")?;
    count.parse::<u32>().ok().map(f64::from)
}
