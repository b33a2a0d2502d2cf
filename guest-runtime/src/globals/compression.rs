//! What compresses and decompresses in the guest: gzip, zlib and raw deflate, a piece at a time, for
//! `node/zlib.js` and `streams/compression.js`.
//!
//! The memory and the fuel of the run bound it as anything else. What is decompressed is bounded by
//! the size of the largest file too, since a small input can become a thousand times as much.

mod frame;

use std::cell::RefCell;

use boa_engine::{
    Context, Finalize, JsArgs, JsData, JsError, JsNativeError, JsObject, JsResult, JsValue, Trace,
};
use crc32fast::Hasher;
use flate2::{Compress, Compression, Decompress, FlushCompress, FlushDecompress, Status};

use super::add;
use super::encoding::with_bytes;
use super::web::array;
use crate::shared::Shared;
use frame::{Frame, Framed, Kind, TRAILING};

/// Bytes by which the room of an output grows.
const STEP_BYTES: usize = 32 << 10;

/// Adds the helpers.
pub(super) fn install(helpers: &JsObject, context: &mut Context) {
    add(helpers, "deflater", 2, deflater, context);
    add(helpers, "inflater", 3, inflater, context);
    add(helpers, "push", 3, push, context);
    add(helpers, "crc32", 2, crc32, context);
}

/// What is done with the pieces.
#[derive(Trace, Finalize, JsData)]
#[boa_gc(unsafe_empty_trace)]
struct Coder {
    #[unsafe_ignore_trace]
    work: RefCell<Work>,
}

enum Work {
    Deflate(Box<Deflater>),
    Inflate(Box<Inflater>),
}

/// What stops a coder.
enum Fault {
    /// The input is not what it should be.
    Data(&'static str),
    /// The input ends too early.
    End,
    /// The output is larger than it may be, which is this many bytes.
    Size(u64),
}

impl Fault {
    /// The error, of which the scripts make the one of their interface: a code, and what it says.
    fn into_error(self) -> JsError {
        let message = match self {
            Self::Data(TRAILING) => format!("ERR_TRAILING_JUNK_AFTER_STREAM_END {TRAILING}"),
            Self::Data(text) => format!("Z_DATA_ERROR {text}"),
            Self::End => "Z_BUF_ERROR unexpected end of file".to_owned(),
            Self::Size(bytes) => format!("ERR_BUFFER_TOO_LARGE {bytes}"),
        };
        JsNativeError::error().with_message(message).into()
    }
}

struct Deflater {
    frame: Framed,
    compress: Compress,
    level: u32,
}

impl Deflater {
    fn new(kind: Kind, level: u32) -> Self {
        Self {
            frame: Framed::new(kind),
            compress: Compress::new(Compression::new(level), false),
            level,
        }
    }

    fn push(&mut self, mut input: &[u8], flush: FlushCompress, out: &mut Vec<u8>) {
        self.frame.update(input, self.level, out);
        loop {
            make_room(out);
            let (read, written) = (self.compress.total_in(), out.len());
            let status = self.compress.compress_vec(input, out, flush);
            let taken = self.compress.total_in() - read;
            input = input
                .get(usize::try_from(taken).unwrap_or(0)..)
                .unwrap_or_default();
            let is_full = out.len() == out.capacity();
            match status {
                Ok(Status::StreamEnd) | Err(_) => break,
                // A flush is over when there is room left.
                Ok(_) if input.is_empty() && !is_full && flush != FlushCompress::Finish => break,
                Ok(_) if taken == 0 && out.len() == written && !is_full => break,
                Ok(_) => {}
            }
        }
        if flush == FlushCompress::Finish {
            self.frame.end(out);
        }
    }
}

struct Inflater {
    frame: Frame,
    decompress: Decompress,
    /// Bytes that may still be written.
    room: u64,
    bytes_max: u64,
}

impl Inflater {
    fn new(kind: Option<Kind>, bytes_max: u64, is_strict: bool) -> Self {
        Self {
            frame: Frame::new(kind, is_strict),
            decompress: Decompress::new(false),
            room: bytes_max,
            bytes_max,
        }
    }

    fn push(&mut self, mut input: &[u8], out: &mut Vec<u8>) -> Result<(), Fault> {
        loop {
            input = self.frame.before_body(input).map_err(Fault::Data)?;
            if !self.frame.is_in_body() {
                return Ok(());
            }
            if self.frame.is_new() {
                self.decompress.reset(false);
            }
            let rest = self.body(input, out)?;
            if self.frame.is_in_body() {
                return Ok(());
            }
            input = rest;
        }
    }

    /// Decompresses as much as there is of a body, and gives what follows it.
    fn body<'i>(&mut self, mut input: &'i [u8], out: &mut Vec<u8>) -> Result<&'i [u8], Fault> {
        loop {
            make_room(out);
            let (read, written) = (self.decompress.total_in(), out.len());
            let status = self
                .decompress
                .decompress_vec(input, out, FlushDecompress::None)
                .map_err(|_| Fault::Data("invalid compressed data"))?;
            let taken = self.decompress.total_in() - read;
            input = input
                .get(usize::try_from(taken).unwrap_or(0)..)
                .unwrap_or_default();
            let new = out.get(written..).unwrap_or_default();
            self.frame.update(new);
            self.room = self
                .room
                .checked_sub(new.len() as u64)
                .ok_or(Fault::Size(self.bytes_max))?;
            match status {
                Status::StreamEnd => {
                    self.frame.end_body();
                    return Ok(input);
                }
                Status::Ok | Status::BufError => {
                    if out.len() < out.capacity() && (input.is_empty() || taken == 0) {
                        return Ok(input);
                    }
                }
            }
        }
    }
}

/// Makes room for more output. It grows by half, since it may take most of the memory of the run.
fn make_room(out: &mut Vec<u8>) {
    if out.capacity() - out.len() < STEP_BYTES {
        out.reserve_exact((out.len() / 2).max(STEP_BYTES));
    }
}

/// `deflater(kind, level)`: what compresses, of the kind `gzip`, `deflate` or `deflate-raw`.
fn deflater(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let kind = kind_of(args, context)?.unwrap_or(Kind::Gzip);
    let level = args.get_or_undefined(1).to_i32(context)?;
    // -1 is the usual level.
    let level = u32::try_from(level).map_or(6, |level| level.min(9));
    Ok(coder(
        Work::Deflate(Box::new(Deflater::new(kind, level))),
        context,
    ))
}

/// `inflater(kind, bytesMax, isStrict)`: what decompresses; the kind `unzip` is gzip or zlib. There is no more
/// output than the bytes, and than the largest file has. `isStrict` says whether nothing may follow the end.
fn inflater(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let kind = kind_of(args, context)?;
    let is_strict = args.get_or_undefined(2).to_boolean();
    let file_bytes_max = Shared::of(context).file_bytes_max.get();
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "it saturates"
    )]
    let bytes_max = match args.get_or_undefined(1).as_number() {
        Some(given) => (given as u64).min(file_bytes_max),
        None => file_bytes_max,
    };
    Ok(coder(
        Work::Inflate(Box::new(Inflater::new(kind, bytes_max, is_strict))),
        context,
    ))
}

fn kind_of(args: &[JsValue], context: &mut Context) -> JsResult<Option<Kind>> {
    let name = args
        .get_or_undefined(0)
        .to_string(context)?
        .to_std_string_lossy();
    Ok(Kind::named(&name))
}

fn coder(work: Work, context: &Context) -> JsValue {
    let coder = Coder {
        work: RefCell::new(work),
    };
    JsObject::from_proto_and_data(
        context.intrinsics().constructors().object().prototype(),
        coder,
    )
    .into()
}

/// `push(coder, bytes, flush)`: the output for a piece of the input. `flush` is 0, or 1 to write what is
/// there, or 2 after the last piece.
fn push(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let Some(object) = args.get_or_undefined(0).as_object() else {
        return Ok(JsValue::undefined());
    };
    let flush = args.get_or_undefined(2).to_i32(context)?;
    let mut out = Vec::new();
    let done = with_bytes(args.get_or_undefined(1), context, |input| {
        let Some(coder) = object.downcast_ref::<Coder>() else {
            return Ok(Ok(()));
        };
        let done = match &mut *coder.work.borrow_mut() {
            Work::Deflate(deflater) => {
                let flush = match flush {
                    0 => FlushCompress::None,
                    1 => FlushCompress::Sync,
                    _ => FlushCompress::Finish,
                };
                deflater.push(input, flush, &mut out);
                Ok(())
            }
            Work::Inflate(inflater) => {
                let pushed = inflater.push(input, &mut out);
                match flush {
                    2 if pushed.is_ok() && !inflater.frame.may_end() => Err(Fault::End),
                    _ => pushed,
                }
            }
        };
        Ok(done)
    })?;
    done.map_err(Fault::into_error)?;
    array(&out, context)
}

/// `crc32(bytes, start)`: the checksum of gzip and zip, which goes on from another.
fn crc32(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let start = args.get_or_undefined(1).to_u32(context)?;
    let sum = with_bytes(args.get_or_undefined(0), context, |bytes| {
        let mut hasher = Hasher::new_with_initial(start);
        hasher.update(bytes);
        Ok(hasher.finalize())
    })?;
    Ok(sum.into())
}
