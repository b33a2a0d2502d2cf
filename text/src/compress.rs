//! gzip, bounded.
//!
//! Knows nothing of files. The same bytes always compress to the same bytes.
//!
//! Invariant: decompressing allocates no more than the caller allows.

use std::error::Error;
use std::fmt;
use std::io::{self, Read, Write};

use flate2::bufread::GzDecoder;
use flate2::write::GzEncoder;
use flate2::{Compression, GzBuilder};

use crate::budget::charge;

use super::stop::{Stopped, is_due};

/// Below this size, in bytes, any ratio is allowed.
pub const RATIO_FREE_BYTES: usize = 64 * 1024 * 1024;

/// Most bytes that one compressed byte may become above [`RATIO_FREE_BYTES`]. Text gives 3
/// to 20, logs up to 100, and the format allows 1,032.
pub const RATIO_MAX: usize = 250;

/// Bytes decompressed between two checks of the limits.
const CHUNK_BYTES: usize = 64 * 1024;

/// The code for Unix in a header, which makes the output the same everywhere.
const OPERATING_SYSTEM: u8 = 3;

/// Compresses: one member, level 6, without name or time.
///
/// # Errors
/// The work had to [stop](super::stop).
pub fn gzip(data: &[u8]) -> Result<Vec<u8>, Stopped> {
    let mut encoder = encoder(Vec::new());
    let mut charged = 0;
    for chunk in data.chunks(CHUNK_BYTES) {
        // What a chunk may add at most; it is little more than the chunk.
        let most = encoder.get_ref().len() + 2 * CHUNK_BYTES;
        if most > charged {
            charge(most - charged)?;
            charged = most;
        }
        if is_due() {
            return Err(Stopped);
        }
        encoder
            .write_all(chunk)
            .expect("writing to memory cannot fail");
    }
    Ok(encoder.finish().expect("writing to memory cannot fail"))
}

/// Compresses as [`gzip`] does to where it is written.
pub(super) fn encoder<W: Write>(to: W) -> GzEncoder<W> {
    GzBuilder::new()
        .mtime(0)
        .operating_system(OPERATING_SYSTEM)
        .write(to, Compression::new(6))
}

/// Decompresses all members, to at most `bytes_max` bytes. Zeros after the last member are
/// padding, as for GNU gzip.
///
/// # Errors
/// The data is not gzip, is damaged or cut off, is followed by something else, or becomes too
/// large.
pub fn gunzip(data: &[u8], bytes_max: usize) -> Result<Vec<u8>, GunzipError> {
    gunzip_within(data, bytes_max, RATIO_FREE_BYTES)
}

fn gunzip_within(
    data: &[u8],
    bytes_max: usize,
    ratio_free_bytes: usize,
) -> Result<Vec<u8>, GunzipError> {
    if !is_gzip(data) {
        return Err(GunzipError(GunzipErrorKind::NotGzip, 0));
    }
    let ratio_max = data.len().saturating_mul(RATIO_MAX).max(ratio_free_bytes);
    let limit = bytes_max.min(ratio_max);
    let mut rest = data;
    let mut out = Vec::new();
    let mut chunk = vec![0; CHUNK_BYTES];
    while !rest.iter().all(|&byte| byte == 0) {
        if !is_gzip(rest) {
            return Err(GunzipError(GunzipErrorKind::Followed, rest.len()));
        }
        let mut member = GzDecoder::new(rest);
        loop {
            if is_due() {
                return Err(GunzipError(GunzipErrorKind::Stopped, 0));
            }
            match member.read(&mut chunk) {
                Ok(0) => break,
                Ok(len) if out.len() + len > limit => {
                    return Err(GunzipError(GunzipErrorKind::TooLarge, limit));
                }
                Ok(len) => {
                    charge(len).map_err(|_| GunzipError(GunzipErrorKind::Stopped, 0))?;
                    out.extend_from_slice(&chunk[..len]);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => return Err(GunzipError(GunzipErrorKind::Damaged, 0)),
            }
        }
        rest = member.into_inner();
    }
    Ok(out)
}

/// Whether data starts with the signature of gzip.
#[must_use]
pub fn is_gzip(data: &[u8]) -> bool {
    data.starts_with(&[0x1f, 0x8b])
}

/// The path without its suffix of compression: `.gz` is removed, `.tgz` becomes `.tar`,
/// in any case. `None` without such a suffix, or if nothing of the name would be left.
#[must_use]
pub fn decompressed_path(path: &str) -> Option<String> {
    let cut = |suffix: &str| {
        let (stem, end) = path.split_at_checked(path.len().checked_sub(suffix.len())?)?;
        let is_name = !stem.is_empty() && !stem.ends_with('/');
        (is_name && end.eq_ignore_ascii_case(suffix)).then_some(stem)
    };
    cut(".tgz")
        .map(|stem| format!("{stem}.tar"))
        .or_else(|| cut(".gz").map(str::to_owned))
}

/// Why data could not be decompressed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GunzipError(GunzipErrorKind, usize);

/// The kinds of [`GunzipError`].
///
/// The list is exhaustive on purpose: a formatter of errors has words for each kind, and does not
/// compile without those for a new one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GunzipErrorKind {
    /// The data does not start as gzip does.
    NotGzip,
    /// The data is cut off, or its checksum is wrong.
    Damaged,
    /// The last member is followed by other data.
    Followed,
    /// The result is larger than allowed.
    TooLarge,
    /// The work had to stop.
    Stopped,
}

impl GunzipError {
    /// The kind of the error.
    #[must_use]
    pub fn kind(&self) -> GunzipErrorKind {
        self.0
    }
}

impl fmt::Display for GunzipError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            GunzipErrorKind::NotGzip => {
                f.write_str("not gzip data: it does not start with the bytes 1f 8b")
            }
            GunzipErrorKind::Damaged => f.write_str("the gzip data is damaged or cut off"),
            GunzipErrorKind::Followed => write!(
                f,
                "the gzip data ends {} {} before the file does, and what follows is neither gzip data nor zeros",
                self.1,
                if self.1 == 1 { "byte" } else { "bytes" }
            ),
            GunzipErrorKind::Stopped => Stopped.fmt(f),
            GunzipErrorKind::TooLarge => write!(
                f,
                "the gzip data becomes larger than the {} bytes allowed",
                self.1
            ),
        }
    }
}

impl Error for GunzipError {}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const BYTES_MAX: usize = 1 << 20;

    fn pack(data: &[u8]) -> Vec<u8> {
        gzip(data).expect("nothing stops it")
    }

    fn kind(data: &[u8], bytes_max: usize) -> Option<GunzipErrorKind> {
        gunzip(data, bytes_max).err().map(|error| error.kind())
    }

    #[test]
    fn the_header_is_always_the_same() {
        assert_eq!(pack(b"x")[..10], [31, 139, 8, 0, 0, 0, 0, 0, 0, 3]);
        assert_eq!(pack(b"hello"), pack(b"hello"));
    }

    #[test]
    fn members_follow_each_other() {
        let two = [pack(b"one "), pack(b"two")].concat();
        assert_eq!(gunzip(&two, BYTES_MAX), Ok(b"one two".to_vec()));
        assert_eq!(gunzip(&pack(b""), BYTES_MAX), Ok(Vec::new()));
    }

    #[test]
    fn bad_data_is_refused() {
        let good = pack(b"hello world\n");
        assert_eq!(kind(b"", BYTES_MAX), Some(GunzipErrorKind::NotGzip));
        assert_eq!(
            kind(b"plain text", BYTES_MAX),
            Some(GunzipErrorKind::NotGzip)
        );
        for len in 2..good.len() {
            assert_eq!(
                kind(&good[..len], BYTES_MAX),
                Some(GunzipErrorKind::Damaged)
            );
        }
        let mut wrong = good.clone();
        let checksum = wrong.len() - 8;
        wrong[checksum] ^= 1;
        assert_eq!(kind(&wrong, BYTES_MAX), Some(GunzipErrorKind::Damaged));
        let followed = [good, b"more".to_vec()].concat();
        assert_eq!(kind(&followed, BYTES_MAX), Some(GunzipErrorKind::Followed));
    }

    #[test]
    fn padding_is_not_data() {
        let padded = [pack(b"one "), pack(b"two"), vec![0; 700]].concat();
        assert_eq!(gunzip(&padded, BYTES_MAX), Ok(b"one two".to_vec()));
        let between = [pack(b"one "), vec![0; 5], pack(b"two")].concat();
        assert_eq!(kind(&between, BYTES_MAX), Some(GunzipErrorKind::Followed));
    }

    #[test]
    fn the_ratio_is_limited() {
        // Padding counts as compressed data, so it sets any ratio.
        let of = |zeros: usize, compressed: usize| {
            let mut data = pack(&vec![0; zeros]);
            assert!(data.len() < compressed, "zeros compress better than that");
            data.resize(compressed, 0);
            gunzip_within(&data, usize::MAX, 1_000).map(|out| out.len())
        };
        let zeros = RATIO_MAX * 4_000;
        assert_eq!(of(zeros, 4_000), Ok(zeros));
        assert_eq!(
            of(zeros + 1, 4_000),
            Err(GunzipError(GunzipErrorKind::TooLarge, zeros))
        );
    }

    #[test]
    fn the_size_is_limited() {
        let zeros = pack(&vec![0; BYTES_MAX]);
        assert_eq!(kind(&zeros, BYTES_MAX), None);
        assert_eq!(kind(&zeros, BYTES_MAX - 1), Some(GunzipErrorKind::TooLarge));
        let bomb = pack(&vec![0; RATIO_FREE_BYTES + (1 << 20)]);
        assert_eq!(kind(&bomb, usize::MAX), Some(GunzipErrorKind::TooLarge));
    }

    #[test]
    fn suffixes() {
        let name = |path| decompressed_path(path).unwrap_or_default();
        assert_eq!(name("/f.gz.gz"), "/f.gz");
        assert_eq!(name("f.GZ"), "f");
        assert_eq!(name("/a.TGZ"), "/a.tar");
        for path in ["/packed", "/.gz", ".gz", "gz", "", "é"] {
            assert_eq!(decompressed_path(path), None);
        }
    }

    proptest! {
        #[test]
        fn compressed_data_is_restored(data in proptest::collection::vec(any::<u8>(), 0..500)) {
            prop_assert_eq!(gunzip(&pack(&data), BYTES_MAX), Ok(data));
        }

        #[test]
        fn any_data_is_read_or_refused(data in proptest::collection::vec(any::<u8>(), 0..200), flip in 0_usize..60) {
            let _: Result<_, GunzipError> = gunzip(&[&[0x1f, 0x8b, 8], &data[..]].concat(), BYTES_MAX);
            let mut good = pack(&data);
            let at = flip % good.len();
            good[at] ^= 0x55;
            let _: Result<_, GunzipError> = gunzip(&good, BYTES_MAX);
        }
    }
}
