//! Whether a test passed.

use isolate_host::{Error, Outcome, Run, Value};

use super::{FrontMatter, Phase};

/// What went wrong in a run of a test; nothing where it passed.
#[must_use]
pub fn failure(front: &FrontMatter, ran: &Result<Run, Error>) -> Option<String> {
    let run = match ran {
        Ok(run) => run,
        Err(error) => return Some(format!("fault: {error}")),
    };
    let negative = front.negative.as_ref();
    let must_be_refused = negative.filter(|negative| negative.phase == Phase::Parse);
    match (&run.outcome, must_be_refused) {
        (Outcome::Unparsable(thrown), Some(negative)) if thrown.name == negative.constructor => {
            None
        }
        (Outcome::Returned(_), Some(_)) => Some("accepted: it does not parse elsewhere".to_owned()),
        (Outcome::Returned(Value::Undefined), None) => None,
        (Outcome::Returned(Value::String(text)), None) => Some(text.text.clone()),
        (Outcome::Returned(value), None) => Some(format!("returned {}", crate::rendered(value))),
        (Outcome::Threw(thrown), _) => {
            Some(format!("ended by {}: {}", thrown.name, thrown.message))
        }
        (Outcome::Unparsable(thrown), _) => Some(format!("refused: {}", thrown.message)),
        (Outcome::LimitExceeded(exceeded), _) => {
            Some(format!("limit: {}", exceeded.limit.as_str()))
        }
        (other, _) => Some(format!("{other:?}")),
    }
}
