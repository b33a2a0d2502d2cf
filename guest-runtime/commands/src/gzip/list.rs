//! What `gzip -l` prints.

use super::Settings;
use super::names::suffix_bytes;
use super::work::{ratio, say};
use crate::bytes::cat;
use crate::codec::{Broken, Fault, Gunzip, Unpacked};
use crate::files::Stat;
use crate::run::{Run, Step};
use crate::streams::Source;
use crate::times::{self, Moment};

/// The sums of all files that were listed.
#[derive(Debug, Default)]
pub(super) struct Totals {
    /// Names on the command line.
    names: usize,
    files: u64,
    packed: u64,
    plain: u64,
    /// Bytes of header and trailer of the last one.
    around: u64,
}

impl Totals {
    pub(super) fn of(names: usize) -> Self {
        Self {
            names,
            ..Self::default()
        }
    }

    /// The line of the sums, where there are several files.
    pub(super) fn finish(&self, run: &mut Run<'_, '_>, settings: &Settings) -> Step<()> {
        if self.names < 2 || self.packed == 0 || self.plain == 0 || !settings.lists {
            return Ok(());
        }
        let before = if settings.is_verbose {
            " ".repeat(28)
        } else {
            String::new()
        };
        let (packed, plain) = (self.packed, self.plain);
        let ratio = ratio(plain, packed.saturating_sub(self.around));
        let name = if settings.is_quiet { "" } else { " (totals)" };
        run.put(format!("{before}{packed:>19} {plain:>19} {ratio}{name}\n"))
    }
}

pub(super) async fn file(
    run: &mut Run<'_, '_>,
    settings: &Settings,
    name: &[u8],
    stat: Stat,
    source: Source,
    totals: &mut Totals,
) -> Step<()> {
    let length = suffix_bytes(name, settings).unwrap_or(0);
    let shown = name[..name.len() - length].to_vec();
    let is_tar = [".tgz", ".taz"]
        .iter()
        .any(|tar| name.to_ascii_lowercase().ends_with(tar.as_bytes()));
    let shown = cat![shown, if is_tar { ".tar" } else { "" }];
    listed(run, settings, name, shown, Some(stat), source, totals).await
}

pub(super) async fn input(
    run: &mut Run<'_, '_>,
    settings: &Settings,
    stat: Option<Stat>,
    totals: &mut Totals,
) -> Step<()> {
    listed(
        run,
        settings,
        b"stdin",
        b"stdout".to_vec(),
        stat,
        Source::Input,
        totals,
    )
    .await
}

async fn listed(
    run: &mut Run<'_, '_>,
    settings: &Settings,
    name: &[u8],
    shown: Vec<u8>,
    stat: Option<Stat>,
    source: Source,
    totals: &mut Totals,
) -> Step<()> {
    let mut unpacked = Unpacked::new(source, Vec::new(), Box::new(Gunzip::new()));
    let (mut out, mut plain) = (Vec::new(), 0_u64);
    let status = run.status;
    loop {
        out.clear();
        let next = unpacked.next(run, &mut out).await;
        plain += out.len() as u64;
        match next {
            Ok(()) if out.is_empty() => break,
            Ok(()) => {}
            Err(Broken::Data(Fault::Trailing)) => {
                if !settings.is_quiet {
                    say(run, name, &Broken::Data(Fault::Trailing))?;
                    run.status = status;
                }
                super::warn(run);
                return Ok(());
            }
            Err(broken) => return say(run, name, &broken),
        }
    }
    if settings.is_verbose {
        if let Some(bytes) = unpacked.decoder.header.extra {
            run.flush()?;
            run.say(cat![
                name,
                format!(": extra field of {bytes} bytes ignored")
            ])?;
        }
        if unpacked.decoder.is_padded() {
            run.flush()?;
            run.put_error("\n")?;
            run.say(cat![
                name,
                ": decompression OK, trailing zero bytes ignored"
            ])?;
            super::warn(run);
            return Ok(());
        }
    }
    let packed = stat.map_or(unpacked.taken, |stat| stat.size);
    totals.around = unpacked.decoder.around(true);
    if totals.files == 0 && !settings.is_quiet {
        if settings.is_verbose {
            run.put("method  crc     date  time  ")?;
        }
        run.put("         compressed        uncompressed  ratio uncompressed_name\n")?;
    }
    totals.files += 1;
    totals.packed += packed;
    totals.plain += plain;
    if settings.is_verbose {
        let time = stat.map_or(run.ctx.now_us, |stat| stat.mtime_us);
        let when = times::format(&Moment::at(time), b"%b %e %H:%M");
        run.put(cat![
            format!("defla {:08x} ", unpacked.decoder.sum),
            when,
            " "
        ])?;
    }
    let ratio = ratio(plain, packed.saturating_sub(totals.around));
    run.put(cat![
        format!("{packed:>19} {plain:>19} {ratio} "),
        shown,
        "\n"
    ])
}
