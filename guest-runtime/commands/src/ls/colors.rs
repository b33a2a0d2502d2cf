//! The colours of `ls`.

use super::Item;
use super::settings::Settings;
use crate::files::{Kind, Stat};
use crate::glob::{self, Rules};
use crate::quote;
use crate::run::{Run, Step};

/// Prints names in colours, or as they are.
pub(super) struct Painter {
    is_on: bool,
    was_used: bool,
    /// Whether names without quotes have a blank before them, below those with quotes.
    pub(super) pads: bool,
    line_width: usize,
    /// What `LS_COLORS` says, the last of a name first.
    own: Vec<(String, String)>,
}

/// The colours that hold where `LS_COLORS` does not say otherwise.
const DEFAULTS: &[(&str, &str)] = &[
    ("di", "01;34"),
    ("ln", "01;36"),
    ("ex", "01;32"),
    ("su", "37;41"),
    ("sg", "30;43"),
    ("st", "37;44"),
    ("ow", "34;42"),
    ("tw", "30;42"),
];

/// Terminals that are known to have colours.
const TERMINALS: &[&str] = &[
    "Eterm",
    "ansi",
    "*color*",
    "con[0-9]*x[0-9]*",
    "cons25",
    "console",
    "cygwin",
    "*direct*",
    "dtterm",
    "gnome",
    "hurd",
    "jfbterm",
    "konsole",
    "kterm",
    "linux",
    "linux-c",
    "mlterm",
    "putty",
    "rxvt*",
    "screen*",
    "st",
    "terminator",
    "tmux*",
    "vt100",
    "xterm*",
];

impl Painter {
    pub(super) fn new(run: &Run<'_, '_>, settings: &Settings) -> Self {
        let own = run.variable("LS_COLORS");
        let knows = |pattern: &&str| {
            let terminal = run.variable("TERM").unwrap_or_default();
            glob::fits(pattern.as_bytes(), terminal, Rules::default())
        };
        let has_colors =
            own.is_some() || run.variable("COLORTERM").is_some() || TERMINALS.iter().any(knows);
        let text = String::from_utf8_lossy(own.unwrap_or_default()).into_owned();
        let own = text.split(':').filter_map(|pair| pair.split_once('='));
        let own = own
            .map(|(name, color)| (name.to_owned(), color.to_owned()))
            .rev();
        Self {
            is_on: settings.colors && has_colors,
            was_used: false,
            pads: false,
            line_width: settings.width,
            own: own.collect(),
        }
    }

    fn color(&self, name: &str) -> Option<&str> {
        let own = self
            .own
            .iter()
            .find(|(own, _)| own == name)
            .map(|(_, color)| color.as_str());
        let default = || {
            DEFAULTS
                .iter()
                .find(|(of, _)| *of == name)
                .map(|(_, color)| *color)
        };
        own.or_else(default)
            .filter(|color| !matches!(*color, "" | "0" | "00"))
    }

    /// The colour of an entry.
    fn of(
        &self,
        name: &[u8],
        kind: Kind,
        stat: Option<&Stat>,
        leads_nowhere: bool,
    ) -> Option<&str> {
        let mode = stat.map_or(0, |stat| stat.mode);
        match kind {
            Kind::Link => {
                let orphan = leads_nowhere.then(|| self.color("or")).flatten();
                orphan.or_else(|| self.color("ln"))
            }
            Kind::Directory => {
                let special = match (mode & 0o1000 != 0, mode & 0o002 != 0) {
                    (true, true) => self.color("tw"),
                    (false, true) => self.color("ow"),
                    (true, false) => self.color("st"),
                    (false, false) => None,
                };
                special.or_else(|| self.color("di"))
            }
            Kind::File => {
                let special = [("su", 0o4000), ("sg", 0o2000), ("ex", 0o111)];
                let special = special.into_iter().filter(|(_, bits)| mode & bits != 0);
                let special = special.filter_map(|(name, _)| self.color(name)).next();
                special
                    .or_else(|| self.by_end(name))
                    .or_else(|| self.color("fi"))
            }
        }
    }

    fn by_end(&self, name: &[u8]) -> Option<&str> {
        let ends = |pattern: &str| {
            let end = pattern.strip_prefix('*').unwrap_or_default().as_bytes();
            !end.is_empty()
                && name.len() >= end.len()
                && name[name.len() - end.len()..].eq_ignore_ascii_case(end)
        };
        let found = self.own.iter().find(|(pattern, _)| ends(pattern));
        found.map(|(_, color)| color.as_str())
    }

    /// Blanks before a name.
    pub(super) fn padding(&self, item: &Item) -> usize {
        usize::from(self.pads && item.shown == item.name)
    }

    /// Whether colours depend on what is at the end of a link.
    pub(super) fn tells_ends_of_links(&self, is_long: bool) -> bool {
        self.is_on && (self.color("or").is_some() || (is_long && self.color("mi").is_some()))
    }

    /// Prints the name of an entry; `column` is where it begins.
    pub(super) fn name(&mut self, run: &mut Run<'_, '_>, item: &Item, column: usize) -> Step<()> {
        let pads = self.padding(item) > 0;
        if pads {
            run.put(" ")?;
        }
        if !self.is_on {
            return run.put(&item.shown);
        }
        let column = column + usize::from(pads);
        let leads_nowhere = item.kind == Kind::Link && item.behind.is_none();
        let color = self.of(&item.name, item.kind, item.stat.as_ref(), leads_nowhere);
        let color = color.map(str::to_owned);
        self.painted(run, &item.shown, color, column)
    }

    /// Prints where a link leads.
    pub(super) fn target(
        &mut self,
        run: &mut Run<'_, '_>,
        item: &Item,
        shown: &[u8],
        column: usize,
    ) -> Step<()> {
        if !self.is_on {
            return run.put(shown);
        }
        let name = item.target.as_deref().unwrap_or_default();
        let color = match &item.behind {
            Some(stat) => self.of(name, stat.kind, Some(stat), false),
            None => self.color("mi").or_else(|| self.color("or")),
        };
        let color = color.map(str::to_owned);
        self.painted(run, shown, color, column)
    }

    /// Prints the name of a directory before its list.
    pub(super) fn directory(&mut self, run: &mut Run<'_, '_>, shown: &[u8]) -> Step<()> {
        run.put(shown)
    }

    fn painted(
        &mut self,
        run: &mut Run<'_, '_>,
        shown: &[u8],
        color: Option<String>,
        column: usize,
    ) -> Step<()> {
        let Some(color) = color else {
            return run.put(shown);
        };
        if !self.was_used {
            self.was_used = true;
            run.put("\x1b[0m")?;
        }
        run.put(format!("\x1b[{color}m"))?;
        run.put(shown)?;
        run.put("\x1b[0m")?;
        let width = quote::width(shown, run.charset);
        let wraps = self.line_width > 0
            && column / self.line_width != (column + width).saturating_sub(1) / self.line_width;
        if wraps { run.put("\x1b[K") } else { Ok(()) }
    }

    /// Nothing is left to be undone: every name ends its own colour.
    pub(super) fn end(&self, _run: &mut Run<'_, '_>) -> Step<()> {
        Ok(())
    }
}
