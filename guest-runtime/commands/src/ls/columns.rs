//! The short formats of `ls`: one a line, columns, rows and commas.

use super::colors::Painter;
use super::settings::{Format, Settings};
use super::{Item, mark_of};
use crate::bytes::{cat, right};
use crate::quote;
use crate::run::{Run, Step};
use crate::sizes;

/// Columns of a terminal that a column takes at least: one character and two blanks.
const COLUMN_MIN: usize = 3;

/// How wide the numbers before names are.
struct Widths {
    number: usize,
    blocks: usize,
}

pub(super) fn print(
    run: &mut Run<'_, '_>,
    settings: &Settings,
    painter: &mut Painter,
    items: &[Item],
    others: &[Item],
) -> Step<()> {
    if items.is_empty() {
        return Ok(());
    }
    let pads = settings.format != Format::Commas;
    let widest = |show: &dyn Fn(&Item) -> String| {
        let widths = items.iter().chain(others).map(|item| show(item).len());
        if pads { widths.max().unwrap_or(0) } else { 0 }
    };
    let widths = Widths {
        number: if settings.prints_numbers {
            widest(&number_of)
        } else {
            0
        },
        blocks: if settings.prints_blocks {
            widest(&|item| blocks_of(settings, item))
        } else {
            0
        },
    };
    let pads = painter.pads;
    let width_of = |item: &Item| {
        prefix(settings, item, &widths).len()
            + usize::from(pads && item.shown == item.name)
            + quote::width(&item.shown, settings.charset)
            + mark_of(item.kind, item.stat.as_ref(), settings.mark).len()
    };
    let mut put = |run: &mut Run<'_, '_>, item: &Item, column: usize| {
        let prefix = prefix(settings, item, &widths);
        run.put(&prefix)?;
        painter.name(run, item, column + prefix.len())?;
        run.put(mark_of(item.kind, item.stat.as_ref(), settings.mark))
    };
    match settings.format {
        Format::Commas => commas(run, settings, items, width_of, put),
        Format::Down | Format::Across if settings.width > 0 => {
            let all: Vec<usize> = items.iter().map(width_of).collect();
            let layout = Layout::of(&all, settings);
            layout.print(run, settings, items, &all, put)
        }
        // Without a bound all names are one line.
        Format::Down | Format::Across => {
            for (at, item) in items.iter().enumerate() {
                if at > 0 {
                    run.put("  ")?;
                }
                put(run, item, 0)?;
            }
            run.put(settings.line_end())
        }
        _ => {
            for item in items {
                put(run, item, 0)?;
                run.put(settings.line_end())?;
            }
            Ok(())
        }
    }
}

fn number_of(item: &Item) -> String {
    item.stat
        .map_or_else(|| "?".to_owned(), |stat| stat.number.to_string())
}

fn blocks_of(settings: &Settings, item: &Item) -> String {
    item.stat.map_or_else(
        || "?".to_owned(),
        |stat| settings.block_unit.show(sizes::allocated(&stat)),
    )
}

fn prefix(settings: &Settings, item: &Item, widths: &Widths) -> Vec<u8> {
    let mut text = Vec::new();
    if settings.prints_numbers {
        text.extend(cat![right(&number_of(item), widths.number), " "]);
    }
    if settings.prints_blocks {
        text.extend(cat![right(&blocks_of(settings, item), widths.blocks), " "]);
    }
    text
}

fn commas(
    run: &mut Run<'_, '_>,
    settings: &Settings,
    items: &[Item],
    width_of: impl Fn(&Item) -> usize,
    mut put: impl FnMut(&mut Run<'_, '_>, &Item, usize) -> Step<()>,
) -> Step<()> {
    let mut column = 0;
    for (at, item) in items.iter().enumerate() {
        let width = width_of(item);
        if at > 0 {
            let fits = settings.width == 0 || column + width + 2 < settings.width;
            if fits {
                run.put(", ")?;
                column += 2;
            } else {
                run.put(cat![",", settings.line_end()])?;
                column = 0;
            }
        }
        put(run, item, column)?;
        column += width;
    }
    run.put(settings.line_end())
}

/// How names are spread over a line.
struct Layout {
    rows: usize,
    /// The width of each column, with the blanks behind it.
    columns: Vec<usize>,
    goes_down: bool,
}

impl Layout {
    /// As many columns as fit on a line.
    fn of(widths: &[usize], settings: &Settings) -> Self {
        let goes_down = settings.format == Format::Down;
        let count = widths.len();
        let bound = settings.width;
        let most =
            (bound / COLUMN_MIN + usize::from(!bound.is_multiple_of(COLUMN_MIN))).clamp(1, count);
        for columns in (2..=most).rev() {
            let rows = count.div_ceil(columns);
            let mut wide = vec![COLUMN_MIN; columns];
            let mut total = columns * COLUMN_MIN;
            let mut fits = true;
            for (at, width) in widths.iter().enumerate() {
                let column = if goes_down { at / rows } else { at % columns };
                let is_last = column + 1 == columns;
                let needed = width + if is_last { 0 } else { 2 };
                if needed > wide[column] {
                    total += needed - wide[column];
                    wide[column] = needed;
                    if total >= bound {
                        fits = false;
                        break;
                    }
                }
            }
            // The widths that columns have at least are not counted by themselves.
            if fits {
                return Self {
                    rows,
                    columns: wide,
                    goes_down,
                };
            }
        }
        Self {
            rows: count,
            columns: vec![0],
            goes_down,
        }
    }

    fn print(
        &self,
        run: &mut Run<'_, '_>,
        settings: &Settings,
        items: &[Item],
        widths: &[usize],
        mut put: impl FnMut(&mut Run<'_, '_>, &Item, usize) -> Step<()>,
    ) -> Step<()> {
        let count = items.len();
        let across = self.columns.len();
        let rows = if self.goes_down {
            self.rows
        } else {
            count.div_ceil(across)
        };
        for row in 0..rows {
            let (mut column, mut end, mut position) = (0, 0, 0);
            loop {
                let at = if self.goes_down {
                    column * rows + row
                } else {
                    row * across + column
                };
                if at >= count || column >= across {
                    break;
                }
                if column > 0 {
                    run.put(blanks(end, position, settings.tab))?;
                }
                put(run, &items[at], position)?;
                end = position + widths[at];
                position += self.columns[column];
                column += 1;
            }
            run.put(settings.line_end())?;
        }
        Ok(())
    }
}

/// What leads from one column of the terminal to another: tabs as far as they lead.
fn blanks(from: usize, to: usize, tab: usize) -> String {
    let mut text = String::new();
    let mut at = from;
    while at < to {
        if tab != 0 && to / tab > (at + 1) / tab {
            text.push('\t');
            at += tab - at % tab;
        } else {
            text.push(' ');
            at += 1;
        }
    }
    text
}
