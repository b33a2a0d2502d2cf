//! `du`.

use std::collections::BTreeSet;

use crate::bytes::{cat, number};
use crate::files::Stat;
use crate::glob::{self, Rules};
use crate::options::{Options, Table, Value, both, long, short};
use crate::paths;
use crate::run::{Run, Step};
use crate::sizes::{self, Unit};
use crate::walk::{At, Follow, Walk};

static TABLE: Table = Table {
    flags: &[
        both("a", "all", Value::No),
        long("apparent-size", Value::No),
        both("B", "block-size", Value::Needed),
        both("b", "bytes", Value::No),
        both("l", "count-links", Value::No),
        both("L", "dereference", Value::No),
        both("D", "dereference-args", Value::No),
        long("exclude", Value::Needed),
        both("X", "exclude-from", Value::Needed),
        long("files0-from", Value::Needed),
        both("h", "human-readable", Value::No),
        long("inodes", Value::No),
        long("si", Value::No),
        both("d", "max-depth", Value::Needed),
        both("0", "null", Value::No),
        both("P", "no-dereference", Value::No),
        both("x", "one-file-system", Value::No),
        both("S", "separate-dirs", Value::No),
        both("s", "summarize", Value::No),
        both("c", "total", Value::No),
        both("t", "threshold", Value::Needed),
        long("time", Value::Maybe),
        long("time-style", Value::Needed),
        short("H", Value::No),
        short("k", Value::No),
        short("m", Value::No),
    ],
    help: "[OPTION]... [FILE]...
Adds up what files take, directory by directory. A file takes whole blocks of 4096 bytes, a directory
one block, a link none.

  -a, -s, -d N       all files; each operand alone; N levels
  -c                 a total
  -b, --apparent-size
                     lengths instead of blocks; -b in bytes
  -h, --si, -k, -m, -B SIZE
                     sizes for people, or in units
  -D, -H, -L, -P     follows links of the command line (-D, -H), all, or none
  -S                 directories without those below
  -t SIZE            only what takes so much, or with -SIZE no more
  -0                 ends each line with NUL
      --exclude=PATTERN, --inodes, -x, -l",
    misused: 1,
    permutes: true,
};

struct Settings {
    all: bool,
    apparent: bool,
    separate: bool,
    counts: bool,
    depth_max: usize,
    unit: Unit,
    end: &'static str,
    exclude: Vec<Vec<u8>>,
    /// The least size that is printed; the largest if it is below zero.
    threshold: i128,
    follow: Follow,
    /// Whether what was counted once is left out.
    remembers: bool,
}

pub(crate) async fn du(run: &mut Run<'_, '_>, arguments: Vec<Vec<u8>>) -> Step<()> {
    let unit = sizes::default_unit(run, "DU_BLOCK_SIZE");
    let mut settings = Settings {
        all: false,
        apparent: false,
        separate: false,
        counts: false,
        depth_max: usize::MAX,
        unit,
        end: "\n",
        exclude: Vec::new(),
        threshold: 0,
        follow: Follow::Never,
        remembers: false,
    };
    let (mut summarizes, mut depth, mut has_total) = (false, None, false);
    let (mut is_wrong, mut counts_again) = (false, false);
    let mut options = Options::new(&TABLE, arguments).going_on();
    while let Some((id, value)) = options.next(run)? {
        let text = value.unwrap_or_default();
        match id {
            "a" => settings.all = true,
            "apparent-size" => settings.apparent = true,
            "b" => {
                settings.apparent = true;
                settings.unit = Unit::Bytes(1, "");
            }
            "B" => {
                let name = if options.was_short() {
                    "-B"
                } else {
                    "--block-size"
                };
                settings.unit = sizes::block_size(run, name, &text, 1)?;
            }
            "h" => settings.unit = Unit::Human(1024),
            "si" => settings.unit = Unit::Human(1000),
            "k" => settings.unit = Unit::Bytes(1024, ""),
            "m" => settings.unit = Unit::Bytes(1 << 20, ""),
            "c" => has_total = true,
            "d" => match number(&text) {
                Some(number) => depth = Some(number),
                None => {
                    let shown = run.word(&text);
                    run.say(cat!["invalid maximum depth ", shown])?;
                    is_wrong = true;
                }
            },
            "s" => summarizes = true,
            "S" => settings.separate = true,
            "0" => settings.end = "\0",
            "L" => settings.follow = Follow::Always,
            "D" | "H" => settings.follow = Follow::Roots,
            "P" => settings.follow = Follow::Never,
            "exclude" => settings.exclude.push(text),
            "t" => {
                let is_short = options.was_short();
                settings.threshold = threshold(run, is_short, &text)?;
            }
            "inodes" => settings.counts = true,
            "l" => counts_again = true,
            "x" => {}
            "?" => is_wrong = true,
            other => return run.die(1, format!("option '{other}' is not supported")),
        }
    }
    if is_wrong {
        return run.try_help(1);
    }
    if settings.all && summarizes {
        return run.misused(1, "cannot both summarize and show all entries");
    }
    if summarizes {
        match depth {
            Some(0) => run.say("warning: summarizing is the same as using --max-depth=0")?,
            Some(depth) => {
                let message = format!("warning: summarizing conflicts with --max-depth={depth}");
                return run.misused(1, message);
            }
            None => {}
        }
        depth = Some(0);
    }
    settings.depth_max = depth.unwrap_or(usize::MAX);
    if settings.counts {
        if settings.apparent {
            run.say("warning: options --apparent-size and -b are ineffective with --inodes")?;
        }
        settings.unit = match settings.unit {
            Unit::Human(base) => Unit::Human(base),
            Unit::Bytes(..) => Unit::Bytes(1, ""),
        };
    }
    let mut operands = options.operands();
    settings.remembers = !counts_again && (operands.len() > 1 || settings.follow != Follow::Never);
    if operands.is_empty() {
        operands.push(b".".to_vec());
    }
    let mut seen = BTreeSet::new();
    let mut total = 0;
    for operand in &operands {
        if operand.is_empty() {
            run.fail("invalid zero-length file name")?;
            continue;
        }
        total += add_up(run, &settings, operand, &mut seen).await?;
    }
    if has_total {
        line(run, &settings, total, b"total")?;
    }
    Ok(())
}

/// The value of `-t`.
fn threshold(run: &mut Run<'_, '_>, is_short: bool, text: &[u8]) -> Step<i128> {
    let option = if is_short { "-t" } else { "--threshold" };
    let (digits, is_most) = match text.strip_prefix(b"-") {
        Some(digits) => (digits, true),
        None => (text, false),
    };
    match sizes::size(digits, "kKmMGTPEZY0") {
        Ok(0) if is_most => run.die(1, cat!["invalid ", option, " argument '-0'"]),
        Ok(size) if is_most => Ok(-i128::from(size)),
        Ok(size) => Ok(i128::from(size)),
        Err(error) => sizes::refuse(run, option, text, error, 1),
    }
}

impl Settings {
    /// Whether a size is printed.
    fn shows(&self, size: u64) -> bool {
        let size = i128::from(size);
        if self.threshold < 0 {
            size <= -self.threshold
        } else {
            size >= self.threshold
        }
    }
}

fn line(run: &mut Run<'_, '_>, settings: &Settings, size: u64, name: &[u8]) -> Step<()> {
    run.put(cat![settings.unit.show(size), "\t", name, settings.end])
}

impl Settings {
    fn size_of(&self, stat: &Stat) -> u64 {
        if self.counts {
            1
        } else if self.apparent {
            stat.size
        } else {
            sizes::allocated(stat)
        }
    }

    /// Whether a pattern fits the path, or what is behind one of its slashes.
    fn excludes(&self, path: &[u8]) -> bool {
        let fits = |pattern: &Vec<u8>, name: &[u8]| glob::fits(pattern, name, Rules::default());
        self.exclude.iter().any(|pattern| {
            let starts = path.iter().enumerate().filter(|(_, byte)| **byte == b'/');
            fits(pattern, path)
                || starts
                    .into_iter()
                    .any(|(at, _)| fits(pattern, &path[at + 1..]))
        })
    }
}

/// Adds up one operand and prints its lines. Answers the sum.
async fn add_up(
    run: &mut Run<'_, '_>,
    settings: &Settings,
    operand: &[u8],
    seen: &mut BTreeSet<u64>,
) -> Step<u64> {
    // What the open directories hold: with those below them, and without.
    let mut sums: Vec<(u64, u64)> = Vec::new();
    let mut total = 0;
    let mut walk = Walk::new(paths::with_one_slash(operand), settings.follow);
    while let Some(at) = walk.next(run) {
        run.turn().await;
        let depth = walk.depth();
        let path = walk.path().to_vec();
        if matches!(at, At::Leaf(_) | At::Enter(_)) && settings.excludes(&path) {
            walk.skip();
            continue;
        }
        let mut finished = None;
        match at {
            At::Missing(errno) => {
                if !settings.excludes(&path) {
                    let shown = run.q(&path);
                    run.fail(cat!["cannot access ", shown, ": ", errno])?;
                }
            }
            At::Leaf(stat) => {
                let is_followed = match settings.follow {
                    Follow::Always => true,
                    Follow::Roots => depth == 0,
                    Follow::Never => false,
                };
                if is_followed && stat.is_link() {
                    let shown = run.q(&path);
                    // GNU does not say why.
                    run.fail(cat!["cannot access ", shown])?;
                    continue;
                }
                if settings.remembers && !seen.insert(stat.number) {
                    continue;
                }
                let size = settings.size_of(&stat);
                if let Some(sum) = sums.last_mut() {
                    sum.0 += size;
                    sum.1 += size;
                } else {
                    total += size;
                }
                let is_told = (settings.all && depth <= settings.depth_max) || depth == 0;
                if is_told && settings.shows(size) {
                    line(run, settings, size, &path)?;
                }
            }
            At::Enter(stat) => {
                if settings.remembers && !seen.insert(stat.number) {
                    walk.skip();
                    continue;
                }
                sums.push((0, 0));
            }
            At::Leave(stat) => finished = Some(stat),
            At::Unlisted(stat, errno) => {
                let shown = run.q(&path);
                run.fail(cat!["cannot read directory ", shown, ": ", errno])?;
                finished = Some(stat);
            }
            At::Cycle(_) => {}
        }
        let Some(stat) = finished else { continue };
        let own = settings.size_of(&stat);
        let (with, without) = sums.pop().unwrap_or((0, 0));
        let (with, without) = (with + own, without + own);
        match sums.last_mut() {
            Some(sum) => sum.0 += with,
            None if settings.separate => total += with,
            None => total += with,
        }
        let told = if settings.separate { without } else { with };
        if depth <= settings.depth_max && settings.shows(told) {
            line(run, settings, told, &path)?;
        }
    }
    Ok(total)
}
