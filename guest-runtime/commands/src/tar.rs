//! `tar`, as GNU tar 1.34 has it.
//!
//! Archives are read and written in pieces: memory is what one piece takes, and what the settings name.

mod create;
mod extract;
mod header;
mod names;
mod options;
mod read;
mod settings;
mod values;

use header::{Member, Type};
use settings::{Action, Settings};

use crate::bytes::cat;
use crate::codec::Format;
use crate::run::{End, Run, Step};
use crate::streams::Source;
use crate::times::{self, Moment};

pub(crate) async fn tar(run: &mut Run<'_, '_>, arguments: Vec<Vec<u8>>) -> Step<()> {
    run.try_words = Some("Try 'tar --help' or 'tar --usage' for more information.");
    let settings = settings::read(run, arguments).await?;
    match settings.action {
        Action::Create => create::create(run, settings).await?,
        Action::Append | Action::Update => create::append(run, settings).await?,
        Action::Extract | Action::List => extract::extract(run, settings).await?,
    }
    run.flush()?;
    if run.status != 0 {
        run.status = 2;
        run.say("Exiting with failure status due to previous errors")?;
    }
    Ok(())
}

/// Ends the command after an error that was said.
fn unrecoverable(run: &mut Run<'_, '_>) -> Step<()> {
    run.say("Error is not recoverable: exiting now")?;
    Err(End(2))
}

/// The archive that the settings name, from its beginning on.
async fn opened(run: &mut Run<'_, '_>, settings: &Settings) -> Step<read::Archive> {
    let is_input = settings.archive == b"-";
    let mut source = if is_input {
        Source::Input
    } else {
        Source::file(run.at(&settings.archive))
    };
    let start = match source.read(run).await {
        Ok(start) => start,
        Err(errno) => {
            let name = run.escaped(&settings.archive);
            let is_directory = errno == crate::Errno::IsDirectory;
            let what = if is_directory {
                ": Cannot read: "
            } else {
                ": Cannot open: "
            };
            run.say(cat![name, what, errno])?;
            unrecoverable(run)?;
            Vec::new()
        }
    };
    let format = match (settings.packing, Format::of_start(&start)) {
        (settings::Packing::Said(format), _) => Some(format),
        (_, Some(format)) if is_input => {
            let option = match format {
                Format::Gzip => "-z",
                Format::Bzip2 => "-j",
                Format::Xz => "-J",
            };
            run.say(format!("Archive is compressed. Use {option} option"))?;
            unrecoverable(run)?;
            None
        }
        (_, format) => format,
    };
    Ok(read::Archive::new(source, start, format))
}

/// Prints members: the name, or all that is known.
struct Listing {
    /// How wide owner and size were so far.
    width: usize,
    date_width: usize,
}

impl Listing {
    fn new() -> Self {
        Self {
            width: 19,
            date_width: 0,
        }
    }

    /// The line of a member, which is shown under a name.
    fn line(
        &mut self,
        run: &Run<'_, '_>,
        settings: &Settings,
        member: &Member,
        name: &[u8],
        is_long: bool,
    ) -> Vec<u8> {
        let shown = run.listed(name);
        if !is_long {
            return cat![shown, "\n"];
        }
        let owner = |name: &[u8], number: u64| {
            if name.is_empty() || settings.has_numbers {
                number.to_string().into_bytes()
            } else {
                name.to_vec()
            }
        };
        let owners = cat![
            owner(&member.user, member.user_number),
            "/",
            owner(&member.group, member.group_number)
        ];
        let size = match member.what {
            Type::CharacterDevice | Type::BlockDevice => {
                format!("{},{}", member.device.0, member.device.1)
            }
            Type::File => member.size.to_string(),
            _ => "0".to_owned(),
        };
        self.width = self.width.max(owners.len() + 1 + size.len());
        let room = self.width - owners.len();
        let moment = Moment::at(member.mtime_us);
        let format: &[u8] = if settings.full_time {
            b"%Y-%m-%d %H:%M:%S"
        } else {
            b"%Y-%m-%d %H:%M"
        };
        let mut date = times::format(&moment, format);
        let micros = member.mtime_us.rem_euclid(1_000_000);
        if settings.full_time && micros != 0 {
            date.extend(format!(".{micros:06}").trim_end_matches('0').bytes());
        }
        self.date_width = self.date_width.max(date.len());
        date.resize(self.date_width, b' ');
        let link = match member.what {
            Type::Link => cat![" -> ", run.listed(&member.link)],
            Type::HardLink => cat![" link to ", run.listed(&member.link)],
            _ => Vec::new(),
        };
        cat![
            member.what.letter().to_string(),
            crate::mode::permissions(member.mode),
            " ",
            owners,
            format!("{size:>room$} "),
            date,
            " ",
            shown,
            link,
            "\n"
        ]
    }
}

/// Says once for each beginning that it was removed from names.
#[derive(Default)]
struct Removed(Vec<(Vec<u8>, bool)>);

impl Removed {
    /// The name as it is safe to use.
    fn relative(&mut self, run: &mut Run<'_, '_>, name: &[u8], is_link: bool) -> Step<Vec<u8>> {
        let (rest, before) = names::relative(name);
        let rest = rest.to_vec();
        if !before.is_empty()
            && !self
                .0
                .iter()
                .any(|known| known.0 == before && known.1 == is_link)
        {
            run.flush()?;
            let of = if is_link {
                "hard link targets"
            } else {
                "member names"
            };
            run.say(cat!["Removing leading `", before, "' from ", of])?;
            self.0.push((before.to_vec(), is_link));
        }
        Ok(rest)
    }
}
