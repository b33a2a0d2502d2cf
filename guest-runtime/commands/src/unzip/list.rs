//! What `unzip -l` and `unzip -v` print.

use super::settings::{Action, Settings};
use super::{NOT_FOUND, damaged, ratio, shown};
use crate::bytes::cat;
use crate::run::{Run, Step};
use crate::times::{self, Moment};
use crate::zip::archive::Archive;
use crate::zip::member::{DEFLATED, Member};

/// A ratio as a column of whole percents.
fn percent(size: u64, packed: u64) -> String {
    let tenths = ratio(size, packed);
    let sign = if tenths < 0 { "-" } else { "" };
    format!("{:>4}", format!("{sign}{}%", (tenths.abs() + 5) / 10))
}

/// A method in the column of `unzip -v`.
fn method(member: &Member) -> String {
    const NAMES: [&str; 20] = [
        "Stored", "Shrunk", "Reduce1", "Reduce2", "Reduce3", "Reduce4", "Implode", "Token", "Defl",
        "Def64", "ImplDCL", "PKresvd", "BZip2", "PKresvd", "LZMA", "PKresvd", "PKresvd", "PKresvd",
        "Terse", "IBMLZ77",
    ];
    let number = member.method;
    let name = match number {
        97 => "WavPack",
        98 => "PPMd",
        _ => NAMES.get(usize::from(number)).copied().unwrap_or(""),
    };
    match name {
        "" => format!("Unk:{number:03}"),
        "Defl" | "Def64" => {
            let letter = ['N', 'X', 'F', 'S'][usize::from(member.flags >> 1 & 3)];
            if number == DEFLATED {
                format!("Defl:{letter}")
            } else {
                format!("Def64{letter}")
            }
        }
        name => name.to_owned(),
    }
}

pub(super) async fn list(
    run: &mut Run<'_, '_>,
    settings: &mut Settings,
    name: &[u8],
    archive: &Archive,
) -> Step<()> {
    let is_verbose = settings.action == Action::Verbose;
    if settings.quiet < 2 {
        run.put(if is_verbose {
            " Length   Method    Size  Cmpr    Date    Time   CRC-32   Name
--------  ------  ------- ---- ---------- ----- --------  ----\n"
        } else {
            "  Length      Date    Time    Name
---------  ---------- -----   ----\n"
        })?;
    }
    let (mut size, mut packed, mut count) = (0_u64, 0_u64, 0_u64);
    let mut directory = archive.directory();
    loop {
        let member = match directory.next(run) {
            Ok(Some(member)) => member,
            Ok(None) => break,
            Err(bad) => {
                damaged(run, settings, name, &bad)?;
                break;
            }
        };
        let real = member.real_name();
        if !settings.wants(&real) {
            continue;
        }
        count += 1;
        size = size.saturating_add(member.size);
        let bytes = if member.is_encrypted() {
            member.packed.saturating_sub(12)
        } else {
            member.packed
        };
        packed = packed.saturating_add(bytes);
        let when = times::format(&Moment::at(member.mtime_us()), b"%Y-%m-%d %H:%M");
        let line = if is_verbose {
            cat![
                format!(
                    "{:>8}  {:<7}{:>8} {} ",
                    member.size,
                    method(&member),
                    member.packed,
                    percent(member.size, bytes)
                ),
                when,
                format!(" {:08x}  ", member.checksum),
                shown(&real),
                "\n"
            ]
        } else {
            cat![
                format!("{:>9}  ", member.size),
                when,
                "   ",
                shown(&real),
                "\n"
            ]
        };
        run.put(line)?;
        if !member.comment.is_empty() && settings.quiet < 1 {
            run.put(cat![shown(&member.comment), "\n"])?;
        }
        run.turn().await;
    }
    if settings.quiet < 2 {
        let files = if count == 1 { "file" } else { "files" };
        run.put(if is_verbose {
            format!(
                "--------          -------  ---                            -------
{size:>8}         {packed:>8} {}                            {count} {files}\n",
                percent(size, packed)
            )
        } else {
            format!(
                "---------                     -------
{size:>9}                     {count} {files}\n"
            )
        })?;
    }
    if count == 0 && run.status == 0 {
        run.status = NOT_FOUND;
    }
    Ok(())
}
