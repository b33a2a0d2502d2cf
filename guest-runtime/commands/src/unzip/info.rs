//! What `zipinfo` and `unzip -Z` print.

use super::settings::Settings;
use super::{WARNING, damaged, ratio, shown};
use crate::bytes::cat;
use crate::mode;
use crate::run::{Run, Step};
use crate::times::{self, Moment};
use crate::zip::archive::Archive;
use crate::zip::member::{HAS_DESCRIPTOR, IS_TEXT, Member};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    /// Names and nothing else.
    Names,
    /// Names, and what is asked for.
    NamesAndMore,
    Short,
    Medium,
    Long,
}

/// What is listed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Info {
    pub(super) format: Option<Format>,
    pub(super) header: bool,
    pub(super) totals: bool,
    pub(super) has_seconds: bool,
    pub(super) has_comment: bool,
}

impl Info {
    /// Whether there is more than names.
    pub(super) fn is_listing(self) -> bool {
        !matches!(self.format, Some(Format::Names | Format::NamesAndMore))
    }

    fn has_lines(self, wants_all: bool) -> bool {
        self.format.is_some() || !(self.header || self.totals) || !wants_all
    }

    fn is_long(self, wants_all: bool) -> bool {
        self.has_lines(wants_all) && self.is_listing()
    }

    pub(super) fn has_header(self, wants_all: bool) -> bool {
        self.format != Some(Format::Names)
            && (self.header || self.is_long(wants_all) && wants_all && !self.totals)
    }

    fn has_totals(self, wants_all: bool) -> bool {
        self.format != Some(Format::Names)
            && (self.totals || self.is_long(wants_all) && wants_all && !self.header)
    }
}

pub(super) async fn info(
    run: &mut Run<'_, '_>,
    settings: &mut Settings,
    info: Info,
    name: &[u8],
    archive: &Archive,
) -> Step<()> {
    let wants_all = settings.wants_all();
    if info.has_header(wants_all) {
        run.put(format!(
            "Zip file size: {} bytes, number of entries: {}\n",
            archive.bytes, archive.count
        ))?;
    }
    if archive.count == 0 {
        if info.is_long(wants_all) {
            run.put("Empty zipfile.\n")?;
        }
        run.status = WARNING;
        return Ok(());
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
        packed = packed.saturating_add(packed_bytes(&member));
        if info.has_lines(wants_all) {
            let line = if info.is_long(wants_all) {
                line(&member, info)
            } else {
                Vec::new()
            };
            run.put(cat![line, shown(&real), "\n"])?;
        }
        run.turn().await;
    }
    if info.has_totals(wants_all) {
        let tenths = ratio(size, packed);
        let sign = if tenths < 0 { "-" } else { "" };
        let files = if count == 1 { "file" } else { "files" };
        let (whole, tenth) = (tenths.abs() / 10, tenths.abs() % 10);
        run.put(format!(
            "{count} {files}, {size} bytes uncompressed, {packed} bytes compressed:  {sign}{whole}.{tenth}%\n"
        ))?;
    }
    let before = run.status;
    settings.say_missing(run, false)?;
    if count > 0 {
        run.status = before;
    }
    Ok(())
}

/// The length of the content, without what encryption adds.
fn packed_bytes(member: &Member) -> u64 {
    if member.is_encrypted() {
        member.packed.saturating_sub(12)
    } else {
        member.packed
    }
}

/// A line before its name.
fn line(member: &Member, info: Info) -> Vec<u8> {
    const SYSTEMS: [&str; 20] = [
        "fat", "ami", "vms", "unx", "vmc", "ata", "hpf", "mac", "zzz", "cpm", "t20", "ntf", "qds",
        "aco", "vft", "mvs", "be ", "nsk", "ths", "osx",
    ];
    const METHODS: [&str; 13] = [
        "stor", "shrk", "re:1", "re:2", "re:3", "re:4", "i#:#", "tokn", "def", "d64", "dcli",
        "10??", "bzp2",
    ];
    let system = SYSTEMS
        .get(usize::from(member.system))
        .copied()
        .unwrap_or("???");
    let level = ['N', 'X', 'F', 'S'][usize::from(member.flags >> 1 & 3)];
    let method = match member.method {
        8 => format!("def{level}"),
        9 => format!("d64{level}"),
        14 => "lzma".to_owned(),
        97 => "wavp".to_owned(),
        98 => "ppmd".to_owned(),
        number => match METHODS.get(usize::from(number)) {
            Some(name) => (*name).to_owned(),
            None => format!("u{number:03}"),
        },
    };
    let kind = match (member.internal & IS_TEXT != 0, member.is_encrypted()) {
        (true, true) => 'T',
        (true, false) => 't',
        (false, true) => 'B',
        (false, false) => 'b',
    };
    let parts = match (member.flags & HAS_DESCRIPTOR != 0, !member.extra.is_empty()) {
        (true, true) => 'X',
        (true, false) => 'l',
        (false, true) => 'x',
        (false, false) => '-',
    };
    let packed = packed_bytes(member);
    let packed = match info.format {
        Some(Format::Long) => format!("{packed:>9}"),
        Some(Format::Medium) => {
            let tenths = ratio(member.size, packed);
            format!("{:>4}", format!("{}%", (tenths + 5) / 10))
        }
        _ => String::new(),
    };
    let format: &[u8] = if info.has_seconds {
        b"%Y%m%d.%H%M%S"
    } else {
        b"%y-%b-%d %H:%M"
    };
    let when = times::format(&Moment::at(member.mtime_us()), format);
    let version = format!("{}.{}", member.version / 10, member.version % 10);
    cat![
        format!(
            "{:<11} {version} {system} {:>8} {kind}{parts}{packed} {method} ",
            letters(member),
            member.size
        ),
        when,
        " "
    ]
}

/// Kind and permissions, in the letters of the system that made the member.
fn letters(member: &Member) -> String {
    let mode = member.external >> 16;
    if let Some(mode) = member.unix_mode() {
        let kind = match mode & 0o170_000 {
            0o040_000 => 'd',
            0o100_000 => '-',
            0o120_000 => 'l',
            0o060_000 => 'b',
            0o020_000 => 'c',
            0o010_000 => 'p',
            0o140_000 => 's',
            _ => '?',
        };
        return format!("{kind}{}", mode::permissions(mode & 0o7777));
    }
    if member.is_dos() && mode & 0o700 != 0 && mode & 0o170_000 == 0 {
        return format!("?{}", mode::permissions(mode & 0o7777));
    }
    let bits = member.external;
    let letter = |bit: u32, letter: char| if bits & bit != 0 { letter } else { '-' };
    let is_directory = bits & 0x10 != 0;
    format!(
        "{}r{}{}{}{}{}",
        if is_directory { 'd' } else { '-' },
        if bits & 1 != 0 { '-' } else { 'w' },
        if is_directory { 'x' } else { '-' },
        letter(0x20, 'a'),
        letter(2, 'h'),
        letter(4, 's')
    )
}
