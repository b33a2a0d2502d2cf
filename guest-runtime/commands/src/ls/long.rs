//! The long format of `ls`.

use super::colors::Painter;
use super::settings::{Mark, Settings};
use super::{Item, mark_of, show};
use crate::bytes::{cat, right};
use crate::mode;
use crate::run::{OWNER, OWNER_NUMBER, Run, Step};
use crate::sizes;
use crate::times::{self, Moment};

/// Half of an average year, in microseconds.
const HALF_YEAR_US: i64 = 31_556_952 / 2 * times::MICROS;

/// How wide the columns of numbers are.
struct Widths {
    number: usize,
    blocks: usize,
    links: usize,
    size: usize,
    has_owner: bool,
}

fn widest(texts: impl Iterator<Item = String>) -> usize {
    texts.map(|text| text.len()).max().unwrap_or(0)
}

pub(super) fn print(
    run: &mut Run<'_, '_>,
    settings: &Settings,
    painter: &mut Painter,
    items: &[Item],
    others: &[Item],
) -> Step<()> {
    let stats = || items.iter().chain(others).filter_map(|item| item.stat);
    let widths = Widths {
        number: widest(stats().map(|stat| stat.number.to_string())),
        blocks: widest(stats().map(|stat| settings.block_unit.show(sizes::allocated(&stat)))),
        links: widest(stats().map(|stat| stat.links.to_string())),
        size: widest(stats().map(|stat| settings.size_unit.show(stat.size))),
        has_owner: stats().next().is_some(),
    };
    for item in items {
        line(run, settings, painter, item, &widths)?;
        run.put(settings.line_end())?;
    }
    Ok(())
}

fn line(
    run: &mut Run<'_, '_>,
    settings: &Settings,
    painter: &mut Painter,
    item: &Item,
    widths: &Widths,
) -> Step<()> {
    let mut text = Vec::new();
    let owner = if settings.ids_as_numbers {
        OWNER_NUMBER.to_string()
    } else {
        OWNER.to_owned()
    };
    let unknown = || "?".to_owned();
    let column = |value: Option<String>, width: usize| right(&value.unwrap_or_else(unknown), width);
    let stat = item.stat;
    if settings.prints_numbers {
        let number = stat.map(|stat| stat.number.to_string());
        text.extend(cat![column(number, widths.number), " "]);
    }
    if settings.prints_blocks {
        let blocks = stat.map(|stat| settings.block_unit.show(sizes::allocated(&stat)));
        text.extend(cat![column(blocks, widths.blocks), " "]);
    }
    let letters = match &stat {
        Some(stat) => mode::letters(stat),
        None => match item.kind {
            crate::files::Kind::File => "-?????????".to_owned(),
            crate::files::Kind::Directory => "d?????????".to_owned(),
            crate::files::Kind::Link => "l?????????".to_owned(),
        },
    };
    let links = stat.map(|stat| stat.links.to_string());
    text.extend(cat![letters, " ", column(links, widths.links), " "]);
    let owner = match stat {
        Some(_) => owner,
        None => format!(
            "{:<1$}",
            "?",
            if widths.has_owner { owner.len() } else { 1 }
        ),
    };
    let columns = [
        settings.prints_owner,
        settings.prints_group,
        settings.prints_author,
    ];
    // GNU counts the columns of a name from behind the owners on.
    let mut uncounted = 0;
    for _ in columns.into_iter().filter(|is_printed| *is_printed) {
        text.extend(cat![owner, " "]);
        uncounted = text.len();
    }
    let size = stat.map(|stat| settings.size_unit.show(stat.size));
    text.extend(cat![column(size, widths.size), " "]);
    match stat {
        Some(stat) => {
            let now = run.ctx.now_us;
            let is_recent = stat.mtime_us > now - HALF_YEAR_US && stat.mtime_us <= now;
            let format = if is_recent {
                &settings.times.recent
            } else {
                &settings.times.other
            };
            text.extend(times::format(&Moment::at(stat.mtime_us), format));
        }
        None => {
            let like = times::format(&Moment::at(0), &settings.times.other);
            text.extend(right("?", like.len()).bytes());
        }
    }
    text.push(b' ');
    run.put(&text)?;
    let column = text.len() - uncounted;
    painter.name(run, item, column)?;
    match &item.target {
        Some(target) => {
            run.put(" -> ")?;
            let shown = show(run, settings, target);
            let padding = painter.padding(item);
            painter.target(run, item, &shown, column + padding + item.shown.len() + 4)?;
            if settings.mark != Mark::None
                && let Some(behind) = &item.behind
            {
                run.put(mark_of(behind.kind, Some(behind), settings.mark))?;
            }
            Ok(())
        }
        None => run.put(mark_of(item.kind, stat.as_ref(), settings.mark)),
    }
}
