//! What compresses and decompresses in the guest, a piece at a time, for `node/zlib.js` and
//! `streams/compression.js`: gzip, zlib and raw deflate; Brotli and Zstandard are decompressed alone.
//!
//! The memory and the fuel of the run bound it as anything else. What is decompressed is bounded by
//! the size of the largest file too, since a small input can become a thousand times as much.

mod brotli;
mod frame;
mod zstd;

use std::borrow::Cow;
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
use brotli::Brotli;
use frame::{Frame, Framed, Kind, TRAILING};
use zstd::Zstd;

/// Bytes by which the room of an output grows.
const STEP_BYTES: usize = 32 << 10;

/// Adds the helpers.
pub(super) fn install(helpers: &JsObject, context: &mut Context) {
    add(helpers, "deflater", 2, deflater, context);
    add(helpers, "inflater", 4, inflater, context);
    add(helpers, "push", 3, push, context);
    add(helpers, "passed", 1, passed, context);
    add(helpers, "setLevel", 2, set_level, context);
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
    Decompress(Decompressor, Room),
}

enum Decompressor {
    Inflate(Box<Inflater>),
    Brotli(Box<Brotli>),
    Zstd(Box<Zstd>),
}

impl Decompressor {
    fn push(&mut self, input: &[u8], out: &mut Output<'_>) -> Result<(), Fault> {
        match self {
            Self::Inflate(it) => it.push(input, out),
            Self::Brotli(it) => it.push(input, out),
            Self::Zstd(it) => it.push(input, out),
        }
    }

    fn may_end(&self) -> bool {
        match self {
            Self::Inflate(it) => it.frame.may_end(),
            Self::Brotli(it) => it.may_end(),
            Self::Zstd(it) => it.may_end(),
        }
    }

    /// Bytes behind the end, which were passed over.
    fn passed(&self) -> u64 {
        match self {
            Self::Inflate(it) => it.frame.passed(),
            Self::Brotli(it) => it.passed(),
            Self::Zstd(it) => it.passed(),
        }
    }
}

/// How much a decompressor may still write.
struct Room {
    left: u64,
    bytes_max: u64,
}

/// Where a decompressor writes.
struct Output<'o> {
    bytes: &'o mut Vec<u8>,
    room: &'o mut Room,
}

impl Output<'_> {
    fn make_room(&mut self) {
        make_room(self.bytes);
    }

    /// Counts bytes that are written, or are about to be.
    fn take(&mut self, count: usize) -> Result<(), Fault> {
        let left = self.room.left.checked_sub(count as u64);
        self.room.left = left.ok_or(Fault::Size(self.room.bytes_max))?;
        Ok(())
    }
}

/// What stops a coder.
enum Fault {
    /// The input is not what it should be.
    Data(&'static str),
    /// The same, with the code and the number that Node has for it.
    Coded(Cow<'static, str>, i32, &'static str),
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
            Self::Coded(code, number, text) => format!("{code}:{number} {text}"),
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
}

impl Inflater {
    fn new(kind: Option<Kind>, is_strict: bool) -> Self {
        Self {
            frame: Frame::new(kind, is_strict),
            decompress: Decompress::new(false),
        }
    }

    fn push(&mut self, mut input: &[u8], out: &mut Output<'_>) -> Result<(), Fault> {
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
    fn body<'i>(&mut self, mut input: &'i [u8], out: &mut Output<'_>) -> Result<&'i [u8], Fault> {
        loop {
            out.make_room();
            let (read, written) = (self.decompress.total_in(), out.bytes.len());
            let status = self
                .decompress
                .decompress_vec(input, out.bytes, FlushDecompress::None)
                .map_err(|_| Fault::Data("invalid compressed data"))?;
            let taken = self.decompress.total_in() - read;
            input = input
                .get(usize::try_from(taken).unwrap_or(0)..)
                .unwrap_or_default();
            let new = out.bytes.get(written..).unwrap_or_default();
            self.frame.update(new);
            let count = new.len();
            out.take(count)?;
            match status {
                Status::StreamEnd => {
                    self.frame.end_body();
                    return Ok(input);
                }
                Status::Ok | Status::BufError => {
                    // The decompressor holds output back, also when all input is taken.
                    if out.bytes.len() < out.bytes.capacity() && taken == 0 && count == 0 {
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
    let kind = Kind::named(&name_of(args, context)?).unwrap_or(Kind::Gzip);
    let level = level_of(args, context)?;
    Ok(coder(
        Work::Deflate(Box::new(Deflater::new(kind, level))),
        context,
    ))
}

fn level_of(args: &[JsValue], context: &mut Context) -> JsResult<u32> {
    let level = args.get_or_undefined(1).to_i32(context)?;
    // -1 is the usual level.
    Ok(u32::try_from(level).map_or(6, |level| level.min(9)))
}

/// `setLevel(coder, level)`: compresses what follows at another level. All that came before has been written.
fn set_level(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let level = level_of(args, context)?;
    if let Some(object) = args.get_or_undefined(0).as_object()
        && let Some(coder) = object.downcast_ref::<Coder>()
        && let Work::Deflate(deflater) = &mut *coder.work.borrow_mut()
    {
        // Behind a whole block nothing refers to what came before.
        deflater.compress = Compress::new(Compression::new(level), false);
        deflater.level = level;
    }
    Ok(JsValue::undefined())
}

/// `passed(coder)`: bytes of the input that came behind the end of the data.
fn passed(_: &JsValue, args: &[JsValue], _: &mut Context) -> JsResult<JsValue> {
    let object = args.get_or_undefined(0).as_object();
    let passed = object.and_then(|object| {
        let coder = object.downcast_ref::<Coder>()?;
        match &*coder.work.borrow() {
            Work::Deflate(_) => None,
            Work::Decompress(work, _) => Some(work.passed()),
        }
    });
    Ok(JsValue::from(passed.unwrap_or_default() as f64))
}

/// `inflater(kind, bytesMax, isStrict, isLarge)`: what decompresses; the kind `unzip` is gzip or zlib, and there
/// are `brotli` and `zstd`. There is no more output than the bytes, and than the largest file has. `isStrict`
/// says whether nothing may follow the end, and `isLarge` whether a window of Brotli may be larger than usual.
fn inflater(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let name = name_of(args, context)?;
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
    let work = match name.as_str() {
        "brotli" => {
            let is_large = args.get_or_undefined(3).to_boolean();
            Decompressor::Brotli(Box::new(Brotli::new(is_large)))
        }
        "zstd" => Decompressor::Zstd(Box::new(Zstd::new(bytes_max))),
        name => Decompressor::Inflate(Box::new(Inflater::new(Kind::named(name), is_strict))),
    };
    let room = Room {
        left: bytes_max,
        bytes_max,
    };
    Ok(coder(Work::Decompress(work, room), context))
}

fn name_of(args: &[JsValue], context: &mut Context) -> JsResult<String> {
    let name = args.get_or_undefined(0).to_string(context)?;
    Ok(name.to_std_string_lossy())
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
            Work::Decompress(work, room) => {
                let mut out = Output {
                    bytes: &mut out,
                    room,
                };
                let pushed = work.push(input, &mut out);
                match flush {
                    2 if pushed.is_ok() && !work.may_end() => Err(Fault::End),
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
