//! The search of one file, and what is printed of it.

use std::io;
use std::path::Path;

use grep_matcher::{LineTerminator, Matcher};
use grep_printer::{
    ColorSpecs, JSON, JSONBuilder, PathPrinterBuilder, Standard, StandardBuilder, Stats, Summary,
    SummaryBuilder, SummaryKind, UserColorSpec, default_color_specs,
};
use grep_searcher::{BinaryDetection, Searcher, SearcherBuilder};

use super::matcher::Pattern;
use super::options::{Binary, Coding, Kind, Options};
use super::out::Out;

/// What prints.
enum Printer {
    Standard(Box<Standard<Out>>),
    Summary(Box<Summary<Out>>),
    Json(Box<JSON<Out>>),
}

/// A search over files.
pub(super) struct Search {
    pub(super) kind: Kind,
    pub(super) pattern: Pattern,
    searcher: Searcher,
    printer: Printer,
    /// What becomes of zero bytes in files that arguments name, and in those that are found.
    named: BinaryDetection,
    found: BinaryDetection,
    paths: PathPrinterBuilder,
    pub(super) stats: Option<Stats>,
}

/// What a search of one file has come to.
pub(super) struct Searched {
    pub(super) has_match: bool,
    /// Lines that were reported.
    pub(super) lines: u64,
}

/// What the outputs depend on beside the options.
#[derive(Clone, Copy)]
pub(super) struct Shown {
    pub(super) with_filename: bool,
}

fn colors(options: &Options) -> ColorSpecs {
    let specs: Vec<UserColorSpec> = match options.color {
        true => default_color_specs()
            .into_iter()
            .chain(options.colors.iter().cloned())
            .collect(),
        // The style by which numbers of lines are known; no colour is written.
        false => vec!["line:fg:blue".parse().expect("a colour that there is")],
    };
    ColorSpecs::new(&specs)
}

/// Whether lines are numbered.
fn numbers_lines(options: &Options, kind: Kind) -> bool {
    options.line_number.unwrap_or_else(|| match kind {
        _ if options.quiet => false,
        Kind::Json => true,
        Kind::Standard => options.column.unwrap_or(options.vimgrep) || options.vimgrep,
        _ => false,
    })
}

fn standard(options: &Options, out: Out, colors: ColorSpecs, shown: Shown) -> Standard<Out> {
    let heading = options.heading == Some(true) && !options.vimgrep;
    let separator = match options.context() {
        _ if heading => Some(Vec::new()),
        (0, 0) => None,
        _ if options.passthru => None,
        _ => options.context_separator.clone(),
    };
    StandardBuilder::new()
        .byte_offset(options.byte_offset)
        .color_specs(colors)
        .column(options.column.unwrap_or(options.vimgrep))
        .heading(heading)
        .max_columns_preview(options.max_columns_preview)
        .max_columns(options.max_columns)
        .only_matching(options.only_matching)
        .path(shown.with_filename)
        .path_terminator(options.null.then_some(0))
        .per_match_one_line(true)
        .per_match(options.vimgrep)
        .replacement(options.replacement.clone().map(String::into_bytes))
        .separator_context(options.context_separator.clone())
        .separator_field_context(options.field_context_separator.clone())
        .separator_field_match(options.field_match_separator.clone())
        .separator_path(options.path_separator)
        .separator_search(separator)
        .stats(options.stats)
        .trim_ascii(options.trim)
        .build(out)
}

fn printer(options: &Options, kind: Kind, out: Out, colors: ColorSpecs, shown: Shown) -> Printer {
    let summary = match kind {
        Kind::FilesWithoutMatch if options.quiet => SummaryKind::QuietWithoutMatch,
        _ if options.quiet => SummaryKind::QuietWithMatch,
        Kind::FilesWithMatches => SummaryKind::PathWithMatch,
        Kind::FilesWithoutMatch => SummaryKind::PathWithoutMatch,
        Kind::Count => SummaryKind::Count,
        Kind::CountMatches => SummaryKind::CountMatches,
        Kind::Json => {
            let mut builder = JSONBuilder::new();
            builder.replacement(options.replacement.clone().map(String::into_bytes));
            return Printer::Json(Box::new(builder.build(out)));
        }
        Kind::Standard => {
            return Printer::Standard(Box::new(standard(options, out, colors, shown)));
        }
    };
    let mut builder = SummaryBuilder::new();
    builder
        .color_specs(colors)
        .exclude_zero(!options.include_zero)
        .kind(summary)
        .path(shown.with_filename)
        .path_terminator(options.null.then_some(0))
        .separator_field(b":".to_vec())
        .separator_path(options.path_separator)
        .stats(options.stats);
    Printer::Summary(Box::new(builder.build(out)))
}

/// A searcher that stops at so many lines.
fn searcher(options: &Options, kind: Kind, lines_max: Option<u64>) -> Searcher {
    let ends = match (options.crlf, options.null_data) {
        (true, _) => LineTerminator::crlf(),
        (_, true) => LineTerminator::byte(0),
        _ => LineTerminator::byte(b'\n'),
    };
    let mut builder = SearcherBuilder::new();
    builder
        .max_matches(lines_max)
        .line_terminator(ends)
        .invert_match(options.invert)
        .line_number(numbers_lines(options, kind))
        .multi_line(options.multiline)
        .stop_on_nonmatch(options.stop_on_nonmatch);
    if options.passthru {
        builder.passthru(true);
    } else {
        let (before, after) = options.context();
        builder.before_context(before).after_context(after);
    }
    match &options.encoding {
        Coding::Auto => {}
        Coding::Raw => drop(builder.bom_sniffing(false)),
        Coding::Of(encoding) => drop(builder.encoding(Some(encoding.clone()))),
    }
    builder.build()
}

impl Search {
    pub(super) fn new(options: &Options, kind: Kind, pattern: Pattern, shown: Shown) -> Self {
        let colors = colors(options);
        let out = Out::new(options.color, colors.line().clone());
        let is_text = options.binary == Binary::Text || options.null_data;
        let (named, found) = match options.binary {
            _ if is_text => (BinaryDetection::none(), BinaryDetection::none()),
            Binary::Searched => (BinaryDetection::convert(0), BinaryDetection::convert(0)),
            _ => (BinaryDetection::convert(0), BinaryDetection::quit(0)),
        };
        let mut paths = PathPrinterBuilder::new();
        paths
            .color_specs(colors.clone())
            .separator(options.path_separator)
            .terminator(if options.null { 0 } else { b'\n' });
        Self {
            kind,
            pattern,
            searcher: searcher(options, kind, options.max_count),
            printer: printer(options, kind, out, colors, shown),
            named,
            found,
            paths,
            stats: (options.stats || kind == Kind::Json).then(Stats::new),
        }
    }

    /// What becomes of zero bytes in a file.
    pub(super) fn binary(&self, is_named: bool) -> BinaryDetection {
        match is_named {
            true => self.named.clone(),
            false => self.found.clone(),
        }
    }

    /// Has a search stop at so many lines.
    pub(super) fn stop_at(&mut self, options: &Options, lines: u64) {
        self.searcher = searcher(options, self.kind, Some(lines));
    }

    /// Whether lines have numbers.
    pub(super) fn numbers_lines(&self) -> bool {
        self.searcher.line_number()
    }

    /// Where text is collected.
    pub(super) fn out(&mut self) -> &mut Out {
        match &mut self.printer {
            Printer::Standard(printer) => printer.get_mut(),
            Printer::Summary(printer) => printer.get_mut(),
            Printer::Json(printer) => printer.get_mut(),
        }
    }

    /// Prints the path of a file.
    pub(super) fn print_path(&mut self, shown: &str) -> io::Result<()> {
        let paths = self.paths.clone();
        paths.build(self.out()).write(Path::new(shown))
    }

    /// Searches a file that is there as a whole, in place or as if it were read in pieces.
    pub(super) fn whole(
        &mut self,
        shown: &str,
        binary: BinaryDetection,
        bytes: &[u8],
        in_place: bool,
    ) -> io::Result<Searched> {
        self.searcher.set_binary_detection(binary);
        let target = Target {
            path: Path::new(shown),
            bytes,
            in_place,
        };
        let (searcher, printer) = (&mut self.searcher, &mut self.printer);
        let (searched, stats) = match &self.pattern {
            Pattern::Plain(matcher) => target.search(&**matcher, searcher, printer)?,
            Pattern::Perl(matcher) => target.search(&**matcher, searcher, printer)?,
        };
        if let (Some(all), Some(stats)) = (&mut self.stats, stats) {
            *all += stats;
        }
        Ok(searched)
    }

    /// Runs a search for a sink of another kind.
    pub(super) fn counted(&mut self, bytes: &[u8], by_match: bool, stops: bool) -> io::Result<u64> {
        self.searcher.set_binary_detection(BinaryDetection::none());
        match &self.pattern {
            Pattern::Plain(matcher) => {
                count(&**matcher, &mut self.searcher, bytes, by_match, stops)
            }
            Pattern::Perl(matcher) => count(&**matcher, &mut self.searcher, bytes, by_match, stops),
        }
    }
}

/// A file that is searched.
struct Target<'t> {
    path: &'t Path,
    bytes: &'t [u8],
    in_place: bool,
}

macro_rules! search {
    ($target:expr, $matcher:expr, $searcher:expr, $sink:expr) => {
        match $target.in_place {
            true => $searcher.search_slice($matcher, $target.bytes, &mut $sink)?,
            false => $searcher.search_reader($matcher, $target.bytes, &mut $sink)?,
        }
    };
}

impl Target<'_> {
    fn search<M: Matcher>(
        &self,
        matcher: &M,
        searcher: &mut Searcher,
        printer: &mut Printer,
    ) -> io::Result<(Searched, Option<Stats>)> {
        Ok(match printer {
            Printer::Standard(printer) => {
                let mut sink = printer.sink_with_path(matcher, self.path);
                search!(self, matcher, searcher, sink);
                let searched = Searched {
                    has_match: sink.has_match(),
                    lines: sink.match_count(),
                };
                (searched, sink.stats().cloned())
            }
            Printer::Summary(printer) => {
                let mut sink = printer.sink_with_path(matcher, self.path);
                search!(self, matcher, searcher, sink);
                let searched = Searched {
                    has_match: sink.has_match(),
                    lines: 0,
                };
                (searched, sink.stats().cloned())
            }
            Printer::Json(printer) => {
                let mut sink = printer.sink_with_path(matcher, self.path);
                search!(self, matcher, searcher, sink);
                let searched = Searched {
                    has_match: sink.has_match(),
                    lines: sink.match_count(),
                };
                (searched, Some(sink.stats().clone()))
            }
        })
    }
}

/// Counts lines that match, or matches; at most one where the first is enough.
struct Counter<'m, M> {
    matcher: &'m M,
    by_match: bool,
    stops: bool,
    count: u64,
}

impl<M: Matcher> grep_searcher::Sink for Counter<'_, M> {
    type Error = io::Error;

    fn matched(&mut self, _: &Searcher, found: &grep_searcher::SinkMatch<'_>) -> io::Result<bool> {
        if self.by_match {
            let mut each = |_| {
                self.count += 1;
                true
            };
            let line = found.bytes();
            let line = line.strip_suffix(b"\n").unwrap_or(line);
            self.matcher
                .find_iter(line, &mut each)
                .map_err(|error| io::Error::other(error.to_string()))?;
        } else {
            self.count += 1;
        }
        Ok(!self.stops)
    }
}

fn count<M: Matcher>(
    matcher: &M,
    searcher: &mut Searcher,
    bytes: &[u8],
    by_match: bool,
    stops: bool,
) -> io::Result<u64> {
    let mut counter = Counter {
        matcher,
        by_match,
        stops,
        count: 0,
    };
    searcher.search_slice(matcher, bytes, &mut counter)?;
    Ok(counter.count)
}
