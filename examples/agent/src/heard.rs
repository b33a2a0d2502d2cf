//! What comes in while an answer is made, without the key: an endpoint may repeat it.

use std::collections::BTreeMap;

use isolate_host::{SecretStream, Secrets};

use crate::partial::code_so_far;

/// What comes in while an answer is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece<'a> {
    /// Nothing yet.
    Waiting,
    /// More of what the model says.
    Text(&'a str),
    /// More of what it thinks.
    Thinking(&'a str),
    /// More of a program that it writes.
    Code(&'a str),
}

/// What an answer is made of, piece by piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Text,
    Thinking,
    /// The program of a call, by its place.
    Code(usize),
}

impl Kind {
    const fn piece(self, text: &str) -> Piece<'_> {
        match self {
            Self::Text => Piece::Text(text),
            Self::Thinking => Piece::Thinking(text),
            Self::Code(_) => Piece::Code(text),
        }
    }
}

/// The pieces of an answer as they come in, of which each is told without the key.
pub(crate) struct Heard<'a> {
    secrets: &'a Secrets,
    told: &'a mut dyn FnMut(Piece<'_>),
    text: SecretStream,
    thinking: SecretStream,
    /// Of each call the program, and how many bytes of it came in.
    programs: BTreeMap<usize, (SecretStream, usize)>,
    /// The kind of the last piece.
    last: Kind,
    /// The text that was told.
    said: String,
}

impl<'a> Heard<'a> {
    pub(crate) fn new(secrets: &'a Secrets, told: &'a mut dyn FnMut(Piece<'_>)) -> Self {
        Self {
            secrets,
            told,
            text: secrets.stream(),
            thinking: secrets.stream(),
            programs: BTreeMap::new(),
            last: Kind::Text,
            said: String::new(),
        }
    }

    pub(crate) fn nothing(&mut self) {
        (self.told)(Piece::Waiting);
    }

    pub(crate) fn text(&mut self, more: &str) {
        self.turn_to(Kind::Text);
        let more = self.text.push(more);
        self.tell(Kind::Text, &more);
    }

    pub(crate) fn thinking(&mut self, more: &str) {
        self.turn_to(Kind::Thinking);
        let more = self.thinking.push(more);
        self.tell(Kind::Thinking, &more);
    }

    /// The arguments of a call, as far as they are there.
    pub(crate) fn arguments(&mut self, index: usize, arguments: &str) {
        self.turn_to(Kind::Code(index));
        let code = code_so_far(arguments);
        let (stream, before) = self
            .programs
            .entry(index)
            .or_insert_with(|| (self.secrets.stream(), 0));
        let Some(more) = code.get(*before..) else {
            return;
        };
        *before = code.len();
        let more = stream.push(more);
        self.tell(Kind::Code(index), &more);
    }

    /// Tells what was held. Returns all of the text.
    pub(crate) fn finish(mut self) -> String {
        let thinking = self.thinking.finish();
        self.tell(Kind::Thinking, &thinking);
        let text = self.text.finish();
        self.tell(Kind::Text, &text);
        for (index, (mut stream, _)) in std::mem::take(&mut self.programs) {
            let code = stream.finish();
            self.tell(Kind::Code(index), &code);
        }
        self.said
    }

    /// Tells what is held of the last kind, before something else is told.
    fn turn_to(&mut self, kind: Kind) {
        let last = std::mem::replace(&mut self.last, kind);
        if last == kind {
            return;
        }
        let stream = match last {
            Kind::Text => Some(&mut self.text),
            Kind::Thinking => Some(&mut self.thinking),
            Kind::Code(index) => self.programs.get_mut(&index).map(|(stream, _)| stream),
        };
        let held = stream.map(SecretStream::release).unwrap_or_default();
        self.tell(last, &held);
    }

    fn tell(&mut self, kind: Kind, more: &str) {
        if more.is_empty() {
            return;
        }
        if kind == Kind::Text {
            self.said.push_str(more);
        }
        (self.told)(kind.piece(more));
    }
}
