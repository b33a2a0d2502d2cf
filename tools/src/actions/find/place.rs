//! Where an action is in a text.

use super::scan::{Content, Piece, Scan};
use super::tag;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// In a fence, on lines of its own.
    Fenced,
    /// On lines of its own.
    Alone,
    /// At the end of a line, behind a colon.
    Introduced,
    /// Among words.
    Quoted,
}

impl Place {
    pub(super) const fn described(self) -> &'static str {
        match self {
            Self::Fenced => "in a fence",
            Self::Alone | Self::Introduced | Self::Quoted => "on lines of its own",
        }
    }
}

/// The position of each piece.
pub(super) fn all(text: &str, scan: &Scan) -> Vec<Place> {
    let pieces = &scan.pieces;
    let mut places: Vec<Place> = Vec::new();
    // The beginning of JSON that is broken, whose parts are no pieces of their own.
    let mut broken: Option<usize> = None;
    for (index, piece) in pieces.iter().enumerate() {
        let edges = scan.edges.partition_point(|edge| *edge <= piece.start);
        let edge = edges.checked_sub(1).map_or(0, |last| scan.edges[last]);
        let is_part =
            broken.is_some_and(|from| edge <= from && !text[from..piece.start].contains("\n\n"));
        if let (true, Some(place)) = (is_part, places.last()) {
            places.push(*place);
            continue;
        }
        // What is on one line without words between it has one position.
        let goes_on = |index: usize| index > 0 && are_beside(text, scan, index - 1);
        if let (true, Some(place)) = (goes_on(index), places.last()) {
            places.push(*place);
            broken = matches!(piece.content, Content::Broken(_)).then_some(piece.start);
            continue;
        }
        let mut last = index;
        while last + 1 < pieces.len() && goes_on(last + 1) {
            last += 1;
        }
        let previous = index.checked_sub(1).map_or(0, |index| pieces[index].end);
        let next = pieces.get(last + 1).map_or(text.len(), |next| next.start);
        let before = &text[previous.max(edge)..piece.start];
        let before = before.rsplit('\n').next().unwrap_or(before);
        places.push(of(before, &pieces[last], &text[pieces[last].end..next]));
        broken = matches!(piece.content, Content::Broken(_)).then_some(piece.start);
    }
    places
}

/// Whether a piece and the next one are on one line, with no more than blanks and commas between
/// them.
fn are_beside(text: &str, scan: &Scan, index: usize) -> bool {
    let (one, next) = (&scan.pieces[index], &scan.pieces[index + 1]);
    let between = &text[one.end.min(next.start)..next.start];
    let has_edge = scan
        .edges
        .iter()
        .any(|edge| (one.end..=next.start).contains(edge));
    !matches!(one.content, Content::Broken(_))
        && !has_edge
        && !between.contains('\n')
        && !has_words(between)
}

fn of(before: &str, piece: &Piece, behind: &str) -> Place {
    let is_followed = match piece.content {
        // Nobody knows where it ends.
        Content::Broken(_) => false,
        _ => has_words(behind.lines().next().unwrap_or("")),
    };
    match (has_words(before), is_followed, piece.in_fence) {
        (false, false, true) => Place::Fenced,
        (false, false, false) => Place::Alone,
        (true, false, false) if introduces(before) => Place::Introduced,
        _ => Place::Quoted,
    }
}

/// Whether the part of a line beside an action has more than what lists, emphasis and tags are
/// made of.
fn has_words(text: &str) -> bool {
    let bare = without_tags(text);
    let bare = bare.trim();
    let digits = bare.len() - bare.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let bare = match bare[digits..].strip_prefix(['.', ')']) {
        Some(rest) if digits > 0 => rest,
        _ => bare,
    };
    !bare.chars().all(|c| {
        c.is_whitespace()
            || matches!(
                c,
                ',' | ';' | '.' | '*' | '_' | '-' | '+' | '•' | '`' | '~' | '[' | ']' | '(' | ')'
            )
    })
}

/// `Here it is:`, and not `Thought:`.
fn introduces(text: &str) -> bool {
    let text = text.trim_end_matches(|c: char| c.is_whitespace() || matches!(c, '*' | '_' | '`'));
    text.strip_suffix(':').is_some_and(|words| {
        let last = words
            .split(|c: char| !c.is_alphanumeric())
            .rfind(|word| !word.is_empty());
        !last.is_some_and(tag::is_name)
    })
}

/// A text without what is between angle brackets.
fn without_tags(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        out.push_str(&rest[..at]);
        match rest[at..].find('>') {
            Some(end) => rest = &rest[at + end + 1..],
            None => {
                out.push_str(&rest[at..]);
                return out;
            }
        }
    }
    out.push_str(rest);
    out
}
