//! What is between the items of a container: blanks, commas and comments, and whose they are.
//!
//! A comment belongs to an item if it is on the line on which the item ends, or directly above it, or
//! in front of it on its line. A comment with an empty line below it belongs to none, as does one on the
//! line of the opening bracket.

/// A part of the text between items.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) what: What,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum What {
    Blank,
    Comma,
    /// A comment up to the end of its line.
    Line,
    /// A comment in `/*` and `*/`.
    Block,
}

impl Piece {
    pub(super) fn is_comment(&self) -> bool {
        matches!(self.what, What::Line | What::Block)
    }
}

/// The parts of a text that holds no values, whose positions begin at `offset`.
pub(super) fn pieces(text: &str, offset: usize) -> Vec<Piece> {
    let bytes = text.as_bytes();
    let mut pieces = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let rest = &text[at..];
        let (what, len) = if rest.starts_with("//") {
            let line = &rest[..rest.find('\n').unwrap_or(rest.len())];
            (What::Line, line.strip_suffix('\r').unwrap_or(line).len())
        } else if let Some(inside) = rest.strip_prefix("/*") {
            let end = inside.find("*/").map_or(rest.len(), |end| end + 4);
            (What::Block, end)
        } else if rest.starts_with(',') {
            (What::Comma, 1)
        } else {
            let blank = rest.find(['/', ',']).unwrap_or(rest.len());
            // A slash that begins no comment is not in a text that was read.
            (What::Blank, blank.max(1))
        };
        pieces.push(Piece {
            start: offset + at,
            end: offset + at + len,
            what,
        });
        at += len;
    }
    pieces
}

/// What follows an item: its comma, and the end of what belongs to the item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Behind {
    pub(super) comma: Option<usize>,
    pub(super) end: usize,
    /// Whether a comment that ends with its line belongs to it.
    pub(super) has_line_comment: bool,
}

/// Where a value ends, and whether the container does, too.
#[derive(Debug, Clone, Copy)]
pub(super) struct End {
    pub(super) at: usize,
    pub(super) is_last: bool,
}

/// What belongs to the item in front of these pieces, or to the opening bracket, which has no comma.
pub(super) fn behind(text: &str, pieces: &[Piece], end: End, has_comma: bool) -> Behind {
    let mut found = Behind {
        comma: None,
        end: end.at,
        has_line_comment: false,
    };
    let (mut is_past_comma, mut is_on_line, mut is_clear) = (!has_comma, true, true);
    // The end of comments behind the comma, until it is known that nothing follows on their line.
    let mut pending = None;
    for piece in pieces {
        match piece.what {
            What::Blank if text[piece.start..piece.end].contains('\n') => {
                is_on_line = false;
                found.end = pending.take().unwrap_or(found.end);
            }
            What::Blank => {}
            What::Comma => {
                is_past_comma = true;
                found.comma = Some(piece.start);
                if is_clear {
                    found.end = piece.end;
                    is_on_line = true;
                }
            }
            _ if !is_on_line => is_clear = false,
            What::Line => {
                pending = None;
                found.end = piece.end;
                found.has_line_comment = true;
            }
            What::Block if is_past_comma => pending = Some(piece.end),
            What::Block => found.end = piece.end,
        }
    }
    if end.is_last {
        found.end = pending.unwrap_or(found.end);
    }
    found
}

/// Where what belongs to the item behind these pieces begins. `from` is where it can begin at the
/// earliest, `start` where the item itself does.
pub(super) fn lead(text: &str, pieces: &[Piece], from: usize, start: usize) -> usize {
    let mut lead = start;
    for piece in pieces.iter().rev() {
        if piece.start < from {
            break;
        }
        match piece.what {
            What::Blank => {
                let blank = &text[piece.start..piece.end];
                if blank.bytes().filter(|byte| *byte == b'\n').count() > 1 {
                    break;
                }
            }
            What::Comma => break,
            What::Line | What::Block => lead = piece.start,
        }
    }
    lead
}
