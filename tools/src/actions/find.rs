//! The JSON of actions in what a model wrote.
//!
//! Only the answer counts: what the model has thought is left out, and so is an action that a
//! sentence quotes beside those in a fence or on lines of their own. Where it is not clear which
//! actions count, none is carried out.

mod place;
mod scan;
mod tag;
#[cfg(test)]
mod tests;

use isolate_host::{JsonFault, exact_json, without_half_surrogates};
use serde_json::{Map, Value as Json};

use crate::error::ToolError;
use place::Place;
use scan::{Content, Piece, Scan};

/// Bytes of a text: a few files at most are written by one.
const TEXT_BYTES_MAX: usize = 16 << 20;

/// How to write an action.
const EXAMPLE: &str =
    "write one JSON object such as {\"action\": \"read_file\", \"file\": \"/a.txt\"}";

/// The actions of a text.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) actions: Vec<Map<String, Json>>,
    /// What the model should know about actions that are not among them.
    pub(super) notice: Option<String>,
}

/// The actions of a text: one object, an array of them, or several of either, with words and
/// fences around them. The contents of JSON strings are never changed.
pub(super) fn actions(text: &str, actions_max: usize) -> Result<Found, ToolError> {
    if text.len() > TEXT_BYTES_MAX {
        return Err(ToolError::invalid(format!(
            "the text has {} bytes, at most {TEXT_BYTES_MAX} are allowed",
            text.len()
        )));
    }
    // JSON may have half of a surrogate pair, and no text of ours can. All positions are kept.
    let decoded = without_half_surrogates(text.as_bytes());
    let text = std::str::from_utf8(&decoded).unwrap_or(text);
    let scan = Scan::of(text)?;
    let found = answer(text, scan)?;
    if found.actions.len() > actions_max {
        return Err(ToolError::invalid(format!(
            "there are {} actions, at most {actions_max} are carried out at once",
            found.actions.len()
        ))
        .with_hint("send them in several parts"));
    }
    Ok(found)
}

/// The actions that are the answer, when that is clear.
fn answer(text: &str, scan: Scan) -> Result<Found, ToolError> {
    if let Some(thought) = &scan.open
        && (thought.holds_action || !scan.pieces.is_empty())
    {
        return Err(not_closed(thought.at, thought.tag));
    }
    let places = place::all(text, &scan);
    let Some(chosen) = chosen(&places)? else {
        return Err(match (scan.thought, scan.broken) {
            (Some(tag), _) => only_thought(tag),
            (None, Some((at, error))) => not_json(text, at, &error),
            (None, None) => {
                ToolError::invalid("there is no action in this text").with_hint(EXAMPLE)
            }
        });
    };
    let mut counted = scan
        .pieces
        .iter()
        .zip(&places)
        .filter(|(_, place)| **place == chosen);
    let thoughts = counted.next().map(|(piece, _)| piece.thoughts);
    if scan.is_torn || counted.any(|(piece, _)| Some(piece.thoughts) != thoughts) {
        return Err(torn());
    }
    let mut actions = Vec::new();
    let mut passed_over = 0;
    for (piece, place) in scan.pieces.into_iter().zip(places) {
        if place == chosen {
            take(text, piece, &mut actions)?;
        } else {
            passed_over += 1;
        }
    }
    if chosen == Place::Quoted {
        return Err(quoted());
    }
    let notice = (passed_over > 0).then(|| {
        format!(
            "what a sentence quotes is not carried out ({passed_over} here): only what is {} counts",
            chosen.described()
        )
    });
    Ok(Found { actions, notice })
}

/// The kind of position whose actions count. `None` where there are no actions.
fn chosen(places: &[Place]) -> Result<Option<Place>, ToolError> {
    let has = |place| places.contains(&place);
    let is_unclear = has(Place::Alone) && (has(Place::Fenced) || has(Place::Introduced))
        || has(Place::Introduced) && has(Place::Quoted) && !has(Place::Fenced);
    if is_unclear {
        return Err(ToolError::invalid(
            "there are actions in several places of the text, and it is not clear which of them to carry out",
        )
        .with_hint("write all actions that are to be carried out as one JSON array, in one fence, and no others"));
    }
    Ok([
        Place::Fenced,
        Place::Alone,
        Place::Introduced,
        Place::Quoted,
    ]
    .into_iter()
    .find(|place| has(*place)))
}

/// Adds the actions of a piece.
fn take(text: &str, piece: Piece, actions: &mut Vec<Map<String, Json>>) -> Result<(), ToolError> {
    match piece.content {
        Content::Actions(found) => {
            exact_json(&text.as_bytes()[piece.start..piece.end])
                .map_err(|fault| ToolError::invalid(fault.about("the action")))?;
            actions.extend(found);
        }
        Content::Broken(error) => return Err(not_json(text, piece.start, &error)),
        Content::Wrapped => {
            return Err(ToolError::invalid(format!(
                "the JSON at byte {} has an action among other values",
                piece.start
            ))
            .with("byte", piece.start)
            .with_hint(
                "write each action as an object of its own, or an array of nothing but actions",
            ));
        }
    }
    Ok(())
}

fn not_json(text: &str, at: usize, error: &serde_json::Error) -> ToolError {
    if let Err(fault @ JsonFault::Inexact(_)) = exact_json(&text.as_bytes()[at..]) {
        return ToolError::invalid(fault.about("the action"));
    }
    let position = at + scan::offset_of(&text[at..], error);
    ToolError::invalid(format!(
        "the JSON of the action does not parse at byte {position}: {error}"
    ))
    .with("byte", position)
    .with_hint("write one JSON object, with line breaks and quotes inside of texts escaped")
}

fn not_closed(at: usize, tag: &str) -> ToolError {
    ToolError::invalid(format!(
        "the thought that begins with <{tag}> at byte {at} does not end, so it is not clear which actions to carry out"
    ))
    .with("byte", at)
    .with_hint(format!("write </{tag}> behind the thought, and the actions behind that"))
}

fn torn() -> ToolError {
    ToolError::invalid(
        "there are actions before the end of a thought and behind it, so it is not clear which actions to carry out",
    )
    .with_hint("write the actions once, behind all thoughts")
}

fn only_thought(tag: &str) -> ToolError {
    ToolError::invalid("the actions of this text are only thoughts: none is in the answer")
        .with_hint(format!("behind </{tag}>, {EXAMPLE}"))
}

fn quoted() -> ToolError {
    ToolError::invalid(
        "the action of this text is part of a sentence, so it is not clear whether to carry it out",
    )
    .with_hint("write the action on lines of its own, or in a fence")
}
