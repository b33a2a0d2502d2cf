//! Replacing text in files.

use isolate_text::search::{Budget, Matcher, Replacement};
use isolate_text::{VPath, budget, detect};

use crate::access::Access;
use crate::error::{OpError, Problem};
use crate::reading::{PassedOver, Read, ReadBounds};

/// Matches that one call may replace.
pub const PLACES_MAX: u64 = 10_000_000;
/// Bytes of the replacements of one call.
pub const REPLACEMENT_BYTES_MAX: u64 = 256 << 20;

/// How text is replaced, and how much.
#[derive(Debug, Clone)]
pub struct ReplaceOptions<'a> {
    /// What takes the place of each match.
    pub replacement: Replacement<'a>,
    /// Whether nothing is to be kept.
    pub is_dry_run: bool,
    /// What matching and replacing may cost.
    pub budget: Budget,
    /// Bytes that are read.
    pub bounds: ReadBounds,
    /// Matches that may be replaced.
    pub places_max: usize,
    /// Files that may change.
    pub files_max: usize,
}

impl<'a> ReplaceOptions<'a> {
    /// With the largest bounds.
    #[must_use]
    pub fn new(replacement: Replacement<'a>) -> Self {
        Self {
            replacement,
            is_dry_run: false,
            budget: largest_budget(),
            bounds: ReadBounds::default(),
            places_max: usize::MAX,
            files_max: usize::MAX,
        }
    }
}

/// What the replacements of one call may cost at most.
#[must_use]
pub fn largest_budget() -> Budget {
    Budget {
        matches: PLACES_MAX,
        result_bytes: REPLACEMENT_BYTES_MAX,
        ..Budget::default()
    }
}

/// A file in which matches were looked for.
#[derive(Debug)]
pub struct Replaced {
    /// The number of matches, also of those whose text stayed the same.
    pub count: usize,
    /// Its text before.
    pub before: String,
    /// Its text now; `None` without a match.
    pub after: Option<String>,
    is_changed: bool,
}

/// The result for one of many files.
#[derive(Debug)]
pub enum Visited {
    /// It was searched, and written if its text has changed.
    Looked(Replaced),
    /// It was skipped.
    PassedOver(PassedOver),
}

/// What a replacement in many files did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReplaceReport {
    /// Matches, also those whose text stayed the same.
    pub places: usize,
    /// Files whose text is another one.
    pub files: usize,
}

/// Replaces every match in a file. The matcher is one for texts as a whole.
///
/// # Errors
/// As reading and writing the file; [`Problem::WouldDamage`]; and what the bounds do not allow.
pub fn in_file(
    access: &Access<'_>,
    path: &VPath,
    matcher: &Matcher,
    mut options: ReplaceOptions<'_>,
) -> Result<Replaced, OpError> {
    access.atomically(options.is_dry_run, || {
        let text = text(access, path)?;
        let replaced = replaced(path, text, matcher, &mut options)?;
        write(access, path, &replaced)?;
        Ok(replaced)
    })
}

/// Replaces every match in files, in all of them or in none, and gives the sink each file when it is
/// written.
///
/// # Errors
/// As reading the files, unless that is a reason to pass one over; as writing them; those of the sink;
/// [`Problem::TooManyPlaces`] and [`Problem::TooManyBytes`]. The error in one file is an
/// [`OpError::InFile`].
pub fn in_files(
    access: &Access<'_>,
    files: &[VPath],
    matcher: &Matcher,
    mut options: ReplaceOptions<'_>,
    sink: &mut dyn FnMut(&VPath, Visited) -> Result<(), OpError>,
) -> Result<ReplaceReport, OpError> {
    let bytes_max = options.bounds.bytes_max;
    access.atomically(options.is_dry_run, || {
        let mut report = ReplaceReport {
            places: 0,
            files: 0,
        };
        for path in files {
            access.rules.check()?;
            let scratch = budget::scratch();
            let text = match options.bounds.read(access, path)? {
                Read::Bytes(bytes) => detect::into_text(path.as_str(), bytes),
                Read::PassedOver(reason) => {
                    sink(path, Visited::PassedOver(reason))?;
                    continue;
                }
                Read::Full => return Err(Problem::TooManyBytes(bytes_max).into()),
            };
            let text = match text {
                Ok(text) => text,
                Err(reason) => {
                    sink(path, Visited::PassedOver(PassedOver::NotText(reason)))?;
                    continue;
                }
            };
            let replaced =
                replaced(path, text, matcher, &mut options).map_err(|error| error.in_file(path))?;
            report.places += replaced.count;
            report.files += usize::from(replaced.is_changed);
            // Beyond the bounds, places are only counted for the error.
            if report.places > options.places_max || report.files > options.files_max {
                continue;
            }
            write(access, path, &replaced).map_err(|error| error.in_file(path))?;
            if replaced.count > 0 {
                scratch.keep();
            }
            sink(path, Visited::Looked(replaced))?;
        }
        match report.places > options.places_max || report.files > options.files_max {
            true => Err(Problem::TooManyPlaces {
                places: report.places,
                files: report.files,
                places_max: options.places_max,
                files_max: options.files_max,
            }
            .into()),
            false => Ok(report),
        }
    })
}

/// The text of a file in which something is to be replaced.
///
/// # Errors
/// As reading the file; [`Problem::WouldDamage`].
pub fn text(access: &Access<'_>, path: &VPath) -> Result<String, OpError> {
    detect::into_text(path.as_str(), access.read(path)?)
        .map_err(|_| Problem::WouldDamage(path.clone()).into())
}

impl Replaced {
    /// Whether the text is another one.
    #[must_use]
    pub const fn is_changed(&self) -> bool {
        self.is_changed
    }
}

fn replaced(
    path: &VPath,
    before: String,
    matcher: &Matcher,
    options: &mut ReplaceOptions<'_>,
) -> Result<Replaced, OpError> {
    let replaced = matcher
        .replace_all(&before, options.replacement, &mut options.budget)
        .map_err(|error| OpError::search(error, Some(path)))?;
    let (count, after) = match replaced.count {
        0 => (0, None),
        count => (count, Some(replaced.text.into_owned())),
    };
    Ok(Replaced {
        // Texts are compared once: they may be long, and equal up to their end.
        is_changed: after.as_ref().is_some_and(|after| *after != before),
        count,
        before,
        after,
    })
}

fn write(access: &Access<'_>, path: &VPath, replaced: &Replaced) -> Result<(), OpError> {
    match &replaced.after {
        Some(after) if replaced.is_changed => access.write(path, after.as_bytes()),
        _ => Ok(()),
    }
}
