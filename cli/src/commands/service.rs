//! `serve --data` and `token`: many workspaces over HTTP, and the tokens of their users.

use std::io::{self, Write as _};
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use isolate_host::{Workspace, Workspaces};
use isolate_mcp::Stop;
use isolate_service::{
    FolderLock, NewToken, Permission, ServeOptions, Service, ServiceLimits, TokenFile, add_token,
};
use isolate_tools::ExitCode;

use super::models::sandbox;
use super::output::{Refusal, print_text};
use crate::args::{Bounds, one_of};
use crate::functions::Outside;
use crate::input::{self, Bound};
use crate::preludes::Preludes;
use crate::reason;
use crate::report;
use crate::signals::Interruption;
use crate::store::StoreArgs;
use crate::traces;

/// The names of permissions.
const PERMISSIONS: [(&str, Permission); 6] = [
    (Permission::Read.as_str(), Permission::Read),
    (Permission::Run.as_str(), Permission::Run),
    (Permission::Approve.as_str(), Permission::Approve),
    (Permission::Answer.as_str(), Permission::Answer),
    (Permission::Create.as_str(), Permission::Create),
    (Permission::Admin.as_str(), Permission::Admin),
];

/// Seconds that runs may have to end.
const DRAIN_SECONDS_MAX: u64 = 3_600;

/// The workspaces of a server, and who may use them.
#[derive(Debug, clap::Args)]
pub(super) struct Folder {
    /// Serve all workspaces of this directory, one file each, with the interface of docs/service.md; with --store,
    /// the directory for what this server keeps beside those of the store
    #[arg(long, value_name = "DIR", requires = "http", conflicts_with = "db")]
    pub(super) data: Option<PathBuf>,
    /// With --data: the number of workspaces that may be made [default: 10000]
    #[arg(long, value_name = "N", requires = "http")]
    workspaces_max: Option<usize>,
    /// With --data or --store: the file of tokens, which `isolate-run token` makes
    #[arg(long, value_name = "FILE", requires = "http", conflicts_with_all = ["token_env", "token_file"])]
    tokens: Option<PathBuf>,
    /// With --data or --store: seconds that runs have to end when the server is stopped [default: 30]
    #[arg(long, value_name = "SECONDS", requires = "http", value_parser = clap::value_parser!(u64).range(..=DRAIN_SECONDS_MAX))]
    drain: Option<u64>,
    /// With --data: do not go on with runs that commands have answered
    #[arg(long, requires = "http")]
    no_resume: bool,
}

impl Folder {
    /// Refuses what is for many workspaces.
    pub(super) fn refuse_for_one(&self) -> Result<(), Refusal> {
        let given = [
            (self.workspaces_max.is_some(), "--workspaces-max"),
            (self.tokens.is_some(), "--tokens"),
            (self.drain.is_some(), "--drain"),
            (self.no_resume, "--no-resume"),
        ];
        match given.into_iter().find(|(is_given, _)| *is_given) {
            None => Ok(()),
            Some((_, option)) => Err(Refusal::usage(format!(
                "{option} is for a server of many workspaces: give --data DIR, or --store URL without --workspace"
            ))),
        }
    }
}

/// What a server of many workspaces is made of.
pub(super) struct Parts<'a> {
    pub(super) folder: &'a Folder,
    pub(super) store: &'a StoreArgs,
    pub(super) address: SocketAddr,
    pub(super) hosts: Vec<String>,
    pub(super) origins: Vec<String>,
    pub(super) preludes: &'a Preludes,
    pub(super) outside: &'a Outside,
    pub(super) bounds: &'a Bounds,
}

impl Parts<'_> {
    /// The workspaces, and the folder that no other server has.
    fn workspaces(&self) -> Result<(FolderLock, Workspaces), Refusal> {
        let options = self.bounds.limits.files.set(Workspace::builder());
        let several = Workspaces::builder().workspace(options.clone());
        let taken = |folder: &Path| {
            FolderLock::take(folder).map_err(|why| Refusal::usage(format!("--data: {why}")))
        };
        self.store.refuse_for_all().map_err(Refusal::usage)?;
        let Some(store) = self.store.store(options)? else {
            let data = self.folder.data.as_deref();
            let data = data.ok_or_else(|| Refusal::usage("give --data DIR or --store URL"))?;
            return Ok((taken(data)?, several.open(data)?));
        };
        for (is_given, text) in [
            (
                self.folder.workspaces_max.is_some(),
                "--workspaces-max does not go with --store, which has as many as its operator allows: leave it out",
            ),
            (
                self.folder.no_resume,
                "--no-resume does not go with --store, whose servers never do: leave it out",
            ),
        ] {
            if is_given {
                return Err(Refusal::usage(text));
            }
        }
        let (lock, folder) = match &self.folder.data {
            Some(data) => (taken(data)?, data.clone()),
            None => own_folder(store.cache())?,
        };
        Ok((lock, several.over(Arc::new(store), folder)?))
    }

    /// Serves until a signal comes.
    pub(super) fn serve(self) -> Result<u8, Refusal> {
        let refused = |text: String| Refusal::usage(text);
        let (mut lock, workspaces) = self.workspaces()?;
        let mut limits = ServiceLimits::new().run_limits(self.bounds.limits.run);
        if let Some(most) = self.folder.workspaces_max {
            limits = limits.workspaces(most);
        }
        if self.folder.no_resume {
            limits = limits.answers_every(Duration::ZERO);
        }
        let reach = self.outside.open().map_err(Refusal::usage)?.map(Arc::new);
        let mut builder = Service::builder(workspaces, sandbox(self.preludes)?)
            .limits(limits)
            .trace_contents(traces::contents().unwrap_or_default());
        builder = match &self.folder.tokens {
            None => builder.open_to_everyone(),
            Some(path) => {
                let tokens = TokenFile::open(path).map_err(|why| {
                    refused(format!(
                        "--tokens: {why}; `isolate-run token NAME --file {}` makes one",
                        report::name(&path.to_string_lossy())
                    ))
                })?;
                builder.authority(tokens)
            }
        };
        if let Some(commands) = self.bounds.exec.commands() {
            builder = builder.program_commands(commands);
        }
        if let Some(reach) = reach.clone() {
            builder = builder.functions(move |_, _| reach.functions());
        }
        let service = builder
            .build()
            .map_err(|why| refused(format!("--data: {why}")))?;
        service
            .check_address(self.address)
            .map_err(|why| refused(format!("--http: {why}; --tokens FILE gives tokens")))?;
        let listener = listen(self.address)?;
        let mut options = ServeOptions::new().hosts(self.hosts).origins(self.origins);
        if let Some(seconds) = self.folder.drain {
            options = options.drain_time(Duration::from_secs(seconds));
        }
        let stop = Stop::new();
        let at_signal = stop.clone();
        let interruption = Interruption::listen_with(move || at_signal.stop());
        let served = service.run(listener, &options, &stop, |address| {
            // What it says is only for people.
            let _ = lock.say(&format!("http://{address}"));
            let _ = writeln!(io::stderr(), "listening at http://{address}");
        });
        if let Some(reach) = reach {
            reach.close();
        }
        drop(lock);
        let ended = interruption.exit_code().unwrap_or(ExitCode::Success.code());
        Ok(report::written(served, ended))
    }
}

/// Servers that use one folder for copies, at most.
const SERVERS_MAX: usize = 64;

/// The first folder in that for copies that no other server has.
fn own_folder(cache: &Path) -> Result<(FolderLock, PathBuf), Refusal> {
    let mut taken = None;
    for number in 1..=SERVERS_MAX {
        let folder = cache.join(format!("server-{number}"));
        match FolderLock::take(&folder) {
            Ok(lock) => return Ok((lock, folder)),
            Err(why) => taken = Some(why),
        }
    }
    let why = taken.map_or_else(String::new, |why| why.to_string());
    Err(Refusal::usage(format!(
        "--cache: {why}; give another folder"
    )))
}

/// Listens at an address.
pub(super) fn listen(address: SocketAddr) -> Result<TcpListener, Refusal> {
    TcpListener::bind(address).map_err(|cause| {
        Refusal::usage(format!(
            "--http: cannot listen at {address}: {}; give another port, or 0 for any that is free",
            reason::of(&cause)
        ))
    })
}

/// A token to be made.
#[derive(Debug, clap::Args)]
pub(crate) struct Token {
    /// Name of the token, which is the actor of its runs in the history
    name: String,
    /// File of tokens, which is made if it is missing
    #[arg(long, value_name = "FILE")]
    file: PathBuf,
    /// Workspace that the token is for, such as ann or 'team-*'; may be repeated
    #[arg(long, value_name = "NAME", required = true)]
    workspace: Vec<String>,
    /// What the token allows: read, run, approve, answer, create or admin; may be repeated [default: read and run]
    #[arg(long, value_name = "PERMISSION", value_delimiter = ',', value_parser = one_of(&PERMISSIONS))]
    allow: Vec<Permission>,
    /// Number of runs that it may start in a minute, in each workspace [default: any]
    #[arg(long, value_name = "N")]
    runs_per_minute: Option<u32>,
    /// Fuel that its runs may use in a minute, in each workspace [default: any]
    #[arg(long, value_name = "N")]
    fuel_per_minute: Option<u64>,
    /// Time from which on it is not accepted, such as 2027-01-01 [default: never]
    #[arg(long, value_name = "TIME")]
    expires: Option<String>,
    /// JSON file with rules about paths, sizes and extensions
    #[arg(long, value_name = "FILE")]
    policy: Option<PathBuf>,
}

impl Token {
    pub(crate) fn run(self) -> Result<u8, Refusal> {
        let mut token = NewToken::new(self.name).permissions(match self.allow.is_empty() {
            true => vec![Permission::Read, Permission::Run],
            false => self.allow,
        });
        for pattern in self.workspace {
            token = token.workspace(pattern);
        }
        if let Some(runs) = self.runs_per_minute {
            token = token.runs_per_minute(runs);
        }
        if let Some(fuel) = self.fuel_per_minute {
            token = token.fuel_per_minute(fuel);
        }
        if let Some(time) = self.expires {
            token = token.expires(time);
        }
        if let Some(path) = &self.policy {
            let wrong = |why: String| Refusal::usage(format!("--policy: {why}"));
            let text = input::file(path, Bound::POLICY).map_err(wrong)?;
            let policy = serde_json::from_str(&text).map_err(|cause| wrong(cause.to_string()))?;
            token = token.policy(policy);
        }
        let made = add_token(&self.file, &token).map_err(|why| Refusal::usage(why.to_string()))?;
        let note = "note: this is shown once; the file has its SHA-256 alone\n";
        let _ = io::stderr().write_all(note.as_bytes());
        Ok(print_text(&format!("{made}\n"), ExitCode::Success.code()))
    }
}
