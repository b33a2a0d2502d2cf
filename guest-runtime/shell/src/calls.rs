//! One operation on files: a request to the host, and its reply.

use isolate_protocol::wire::message::{decode_error, reply, request};
use isolate_protocol::wire::{Decoder, Encoder};
use isolate_protocol::{ErrorCode, FIRST_OF_NODE, NODE, StateError, Value};

/// Answers requests.
pub trait Host: Send + Sync {
    /// Answers `request`, giving the reply's bytes to `read` exactly once.
    ///
    /// `read` never calls the host again, so the bytes may live in a reused buffer.
    fn call(&self, request: &[u8], read: &mut dyn FnMut(&[u8]));

    /// Begins a run with its own seed, and its own time in milliseconds since 1970.
    fn restart(&self, seed: u64, now_ms: f64);
}

macro_rules! operations {
    ($($operation:ident = $name:literal,)*) => {
        /// The operations that files are made of: rows of `isolate_protocol::NODE`.
        #[derive(Clone, Copy, Debug)]
        pub(crate) enum Operation {
            $($operation,)*
        }

        /// Their names, in the same order.
        const NAMES: &[&str] = &[$($name,)*];
    };
}

operations! {
    Access = "fs.access",
    Chmod = "fs.chmod",
    CopyFile = "fs.copyFile",
    List = "fs.list",
    Mkdir = "fs.mkdir",
    Open = "fs.open",
    Read = "fs.read",
    ReadPart = "fs.readPart",
    Readdir = "fs.readdir",
    Readlink = "fs.readlink",
    Realpath = "fs.realpath",
    Rename = "fs.rename",
    Rm = "fs.rm",
    Rmdir = "fs.rmdir",
    Search = "fs.search",
    Stat = "fs.stat",
    Symlink = "fs.symlink",
    Unlink = "fs.unlink",
    Utimes = "fs.utimes",
    Branches = "history.branches",
    Notes = "history.notes",
    Mark = "history.mark",
    Differences = "history.differences",
    ReadAtPoint = "history.read",
}

/// An argument of an operation.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Argument<'a> {
    Text(&'a str),
    Texts(&'a [&'a str]),
    Bytes(&'a [u8]),
    Number(f64),
    /// An argument that is left out.
    Nothing,
    Flag(bool),
}

/// The numbers that requests name operations by.
#[derive(Clone, Debug)]
pub(crate) struct Operations(Vec<u16>);

impl Operations {
    pub(crate) fn new() -> Self {
        let number = |name: &&str| {
            let row = NODE.iter().position(|row| row.name == *name);
            let row = row.expect("the table has the operations of a shell");
            u16::try_from(FIRST_OF_NODE + row).expect("the table is short")
        };
        Self(NAMES.iter().map(number).collect())
    }

    /// Asks the host for an operation.
    pub(crate) fn ask(
        &self,
        host: &dyn Host,
        operation: Operation,
        arguments: &[Argument<'_>],
    ) -> Result<Value, StateError> {
        let mut out = Encoder::new();
        out.u8(request::STATE);
        out.u16(self.0[operation as usize]);
        out.u8(u8::try_from(arguments.len()).expect("operations have few arguments"));
        for argument in arguments {
            match *argument {
                Argument::Text(text) => out.string(text),
                Argument::Texts(texts) => {
                    out.array(texts.len());
                    for text in texts {
                        out.string(text);
                    }
                }
                Argument::Bytes(bytes) => out.bytes(bytes),
                Argument::Number(number) => out.number(number),
                Argument::Nothing => out.undefined(),
                Argument::Flag(flag) => out.boolean(flag),
            }
        }
        answer(host, out.as_bytes())
    }
}

/// What the host answers to a request.
pub(crate) fn answer(host: &dyn Host, request: &[u8]) -> Result<Value, StateError> {
    let mut answer = None;
    host.call(request, &mut |reply| answer = Some(read(reply)));
    answer.unwrap_or_else(|| Err(malformed()))
}

fn read(reply: &[u8]) -> Result<Value, StateError> {
    let mut decoder = Decoder::new(reply);
    let read = match decoder.u8() {
        Ok(reply::VALUE) => decoder.value().map(Ok),
        Ok(reply::ERROR) => decode_error(&mut decoder).map(Err),
        _ => return Err(malformed()),
    };
    read.unwrap_or_else(|_| Err(malformed()))
}

/// The error for an answer that no operation has.
pub(crate) fn malformed() -> StateError {
    StateError {
        code: ErrorCode::Io,
        is_argument_error: false,
        message: "an answer that cannot be read".to_owned(),
        path: None,
    }
}
