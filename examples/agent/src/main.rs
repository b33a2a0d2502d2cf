//! A code-mode agent in the terminal: `cargo run --release -p isolate-agent --example agent -- --db state.sqlite`.

use std::io::{BufRead as _, IsTerminal as _, Stdout, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result};
use clap::Parser;
use isolate_agent::{
    ATTEMPTS_MAX, Agent, Asking, Choice, CodeMode, Colours, Config, End, Folder, Kept, Model, Next,
    Session, Stop, Terminal,
};
use isolate_host::{Functions, PreludeFile, Sandbox, Workspace, user_prelude_cache};
use isolate_mcp::{Client, Connected, split_command};
use isolate_tools::{Caps, Freshness, Policy, Settings, Toolbox};
use tokio::sync::mpsc;

/// A model that works on durable files by writing programs.
///
/// Set ANTHROPIC_API_KEY or OPENAI_API_KEY; or, for another endpoint, AGENT_BASE_URL, AGENT_MODEL
/// and, where it wants one, AGENT_API_KEY. AGENT_API says what it speaks: openai or anthropic.
#[derive(Debug, Parser)]
#[command(name = "agent")]
struct Args {
    /// The workspace; without it, files live in memory.
    #[arg(long, value_name = "FILE")]
    db: Option<String>,
    /// Work on the files of this directory. What a turn has changed is shown, and written after a yes.
    #[arg(long, value_name = "DIR", conflicts_with = "db")]
    dir: Option<PathBuf>,
    /// With --dir: write what a turn has changed without a question.
    #[arg(long, requires = "dir")]
    yes: bool,
    /// With --prompt: let N agents try it at the same time, each on a branch of the files.
    #[arg(long, value_name = "N", requires = "prompt", value_parser = attempts)]
    attempts: Option<usize>,
    /// With --attempts: keep attempt K, or the first that ended with an answer, without a question.
    #[arg(long, value_name = "K|first", requires = "attempts")]
    keep: Option<Choice>,
    /// Do this and end, with exit code 0 when the model answered.
    #[arg(long, value_name = "TEXT")]
    prompt: Option<String>,
    /// Tokens of what the model reads of one program.
    #[arg(long, value_name = "N", default_value_t = 4_000)]
    tokens: usize,
    /// Requests, and programs, of one turn.
    #[arg(long, value_name = "N", default_value_t = 50)]
    steps: usize,
    /// Refuse every change of a file.
    #[arg(long)]
    read_only: bool,
    /// Load a library that every program finds under NAME [default: the name of the file].
    #[arg(long, value_name = "[NAME=]FILE")]
    prelude: Vec<String>,
    /// Make the tools of an MCP server the functions NAME.tool({ … }): a command, or https://…
    #[arg(long, value_name = "NAME=SERVER")]
    mcp: Vec<String>,
    /// Pass a variable of the environment on to the MCP server NAME.
    #[arg(long, value_name = "NAME=VAR")]
    mcp_env: Vec<String>,
}

/// How long a program waits while another one, of another attempt or process, changes files.
const BUSY_MAX: Duration = Duration::from_secs(60);

fn attempts(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(count @ 2..=ATTEMPTS_MAX) => Ok(count),
        _ => Err(format!("a number from 2 to {ATTEMPTS_MAX}")),
    }
}

/// The folder in which isolate keeps what belongs to the user: the journals of directories.
fn state_folder() -> Result<PathBuf> {
    let folder = |name: &str| {
        let path = PathBuf::from(std::env::var_os(name)?);
        path.is_absolute().then_some(path)
    };
    let state = folder("XDG_STATE_HOME").or_else(|| Some(folder("HOME")?.join(".local/state")));
    let state = state.context(
        "--dir keeps what it replaces in a folder of the user: set HOME or XDG_STATE_HOME",
    )?;
    Ok(state.join("isolate"))
}

/// A sandbox with the libraries that the arguments name.
fn sandbox(args: &Args) -> Result<Sandbox> {
    let mut options = Sandbox::builder();
    for given in &args.prelude {
        let file: PreludeFile = given.parse().context("--prelude")?;
        let source = std::fs::read_to_string(&file.path)
            .with_context(|| format!("--prelude: {}", file.path.display()))?;
        options = options.prelude(file.name, source);
    }
    if let Some(folder) = user_prelude_cache() {
        options = options.prelude_cache(folder);
    }
    Ok(options.build()?)
}

/// Exit codes.
mod exit {
    pub(super) const FAILED: u8 = 1;
    pub(super) const USAGE: u8 = 2;
    pub(super) const BOUNDED: u8 = 3;
    pub(super) const STOPPED: u8 = 130;
}

fn main() -> ExitCode {
    let args = Args::parse();
    match run(&args) {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            let text = isolate_agent::escaped(&format!("agent: {error:#}\n"));
            drop(std::io::stderr().write_all(text.as_bytes()));
            ExitCode::from(exit::USAGE)
        }
    }
}

fn run(args: &Args) -> Result<u8> {
    let config = Config::from_environment()?;
    let options = Workspace::builder()
        .busy_timeout(BUSY_MAX)
        .read_only(args.read_only);
    let folder = match &args.dir {
        Some(path) => Some(Folder::open(path, &state_folder()?, &options)?),
        None => None,
    };
    let workspace = match (&args.db, &folder) {
        (Some(path), _) => options.open(path)?,
        (None, Some(folder)) => folder.workspace()?,
        (None, None) => Workspace::builder().busy_timeout(BUSY_MAX).memory()?,
    };
    let mut policy = Policy::new();
    if args.read_only {
        policy = policy.read_only();
    }
    let settings = Settings::new()
        .actor("agent")
        .freshness(Freshness::Off)
        .policy(policy)
        .caps(Caps::new().output_tokens(args.tokens));
    let runtime = tokio::runtime::Runtime::new().context("no threads to run on")?;
    let servers = runtime.block_on(connected(args))?;
    let sandbox = sandbox(args)?;
    let libraries = sandbox.preludes().to_vec();
    let mut toolbox = Toolbox::new(&workspace, &settings)?.with_sandbox(sandbox);
    if !servers.is_empty() {
        let servers = servers.clone();
        toolbox = toolbox.with_functions_from(move || {
            let mut functions = Functions::new();
            servers
                .iter()
                .for_each(|server| server.add_to(&mut functions));
            functions
        });
    }
    let model = Model::new(config)?;
    let toolset = Arc::new(CodeMode::new(toolbox.clone()).with_libraries(libraries));
    let agent = Agent::new(model, toolset).with_steps_max(args.steps);
    let terminal = Terminal::new(std::io::stdout(), colours(), workspace);
    let place = match (&args.db, &folder) {
        (Some(db), _) => db.clone(),
        (None, Some(folder)) => folder.path().display().to_string(),
        (None, None) => "files in memory, which end with this".to_owned(),
    };
    let mut session = Session::new(agent, toolbox, terminal);
    if let Some(folder) = folder {
        session = session.with_folder(folder);
    }
    let code = match &args.prompt {
        Some(prompt) => runtime.block_on(once(session, prompt, args)),
        None => runtime.block_on(talk(session, &place, args)),
    };
    runtime.block_on(async {
        for server in &servers {
            server.close().await;
        }
    });
    // A thread may still wait for a line.
    runtime.shutdown_background();
    Ok(code)
}

/// The servers that the arguments name.
async fn connected(args: &Args) -> Result<Vec<Connected>> {
    let named = |given: &str| -> Result<(String, String)> {
        let parts = given
            .split_once('=')
            .filter(|(name, rest)| !name.is_empty() && !rest.is_empty());
        let (name, rest) = parts.with_context(|| format!("{given:?} is not of the form NAME=…"))?;
        Ok((name.to_owned(), rest.to_owned()))
    };
    let variables = args
        .mcp_env
        .iter()
        .map(|given| named(given))
        .collect::<Result<Vec<_>>>()?;
    let mut servers: Vec<Connected> = Vec::new();
    for given in &args.mcp {
        let (name, place) = named(given)?;
        let mut client = match place.starts_with("http://") || place.starts_with("https://") {
            true => Client::http(place),
            false => Client::command(split_command(&place)?),
        };
        for (_, variable) in variables.iter().filter(|(server, _)| *server == name) {
            let value = std::env::var(variable)
                .with_context(|| format!("--mcp-env {name}={variable}: it is not set"))?;
            client = client.env(variable, value);
        }
        servers.push(client.connect(name).await?);
    }
    if let Some((name, _)) = variables
        .iter()
        .find(|(name, _)| servers.iter().all(|server| server.name() != name))
    {
        anyhow::bail!("--mcp-env names {name}, and there is no --mcp {name}");
    }
    Ok(servers)
}

fn colours() -> Colours {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    match std::io::stdout().is_terminal() && !is_set("NO_COLOR") && !is_dumb {
        true => Colours::On,
        false => Colours::Off,
    }
}

/// Lines of a person, or of a file or a pipe.
struct Lines {
    receiver: mpsc::UnboundedReceiver<String>,
    is_person: bool,
    is_yes: bool,
}

impl Lines {
    fn new(args: &Args) -> Self {
        let is_person = std::io::stdin().is_terminal();
        let receiver = match is_person || args.prompt.is_none() {
            true => lines(),
            false => mpsc::unbounded_channel().1,
        };
        Self {
            receiver,
            is_person,
            is_yes: args.yes,
        }
    }

    /// Who says whether changes are written.
    fn writing(&mut self) -> Asking<'_> {
        match self.is_yes {
            true => Asking::Yes,
            false => self.choosing(),
        }
    }

    /// Who says which attempt is kept.
    fn choosing(&mut self) -> Asking<'_> {
        match self.is_person {
            true => Asking::Person(&mut self.receiver),
            false => Asking::Nobody,
        }
    }
}

/// One task.
async fn once(mut session: Session<Stdout>, prompt: &str, args: &Args) -> u8 {
    let mut lines = Lines::new(args);
    let Some(count) = args.attempts else {
        let (end, kept) = turn(&mut session, Some(prompt), &mut lines).await;
        return match end {
            End::Failed(_) => exit::FAILED,
            End::Bounded => exit::BOUNDED,
            End::Stopped => exit::STOPPED,
            End::Answered(_) if kept == Kept::NotWritten => exit::FAILED,
            End::Answered(_) => 0,
        };
    };
    let (stop, listening) = listening();
    let has_some = session.attempts(count, prompt, &stop).await;
    listening.abort();
    if !has_some || !session.choose(args.keep, &mut lines.choosing()).await {
        return match stop.is_stopped() {
            true => exit::STOPPED,
            false => exit::FAILED,
        };
    }
    match session.offer(&mut lines.writing()).await {
        Kept::NotWritten => exit::FAILED,
        Kept::Here | Kept::Written => 0,
    }
}

/// A signal that Ctrl-C sets. A second one ends the process.
fn listening() -> (Stop, tokio::task::JoinHandle<()>) {
    let stop = Stop::new();
    let listening = tokio::spawn({
        let stop = stop.clone();
        async move {
            while tokio::signal::ctrl_c().await.is_ok() {
                if stop.is_stopped() {
                    std::process::exit(i32::from(exit::STOPPED));
                }
                stop.stop();
            }
        }
    });
    (stop, listening)
}

/// A turn that Ctrl-C ends, and what became of its changes.
async fn turn(session: &mut Session<Stdout>, said: Option<&str>, lines: &mut Lines) -> (End, Kept) {
    let (stop, listening) = listening();
    let turn = session.turn(said, &stop).await;
    listening.abort();
    let kept = match turn.ops.is_empty() {
        true => Kept::Here,
        false => session.offer(&mut lines.writing()).await,
    };
    (turn.end, kept)
}

/// An interactive session.
async fn talk(mut session: Session<Stdout>, place: &str, args: &Args) -> u8 {
    let mut lines = Lines::new(args);
    let is_person = lines.is_person;
    let config = session.agent().model().config();
    let greeting = format!("{} · {place} · /help", config.model);
    if is_person {
        session.terminal().say(&greeting);
    }
    let mut text = String::new();
    loop {
        if is_person {
            session.terminal().prompt();
        }
        let line = tokio::select! {
            line = lines.receiver.recv() => line,
            _ = tokio::signal::ctrl_c() => {
                text.clear();
                session.terminal().line("");
                session.terminal().say("/quit or Ctrl-D ends");
                continue;
            }
        };
        let Some(line) = line else {
            if is_person {
                session.terminal().line("");
            }
            session.drop_attempts();
            return 0;
        };
        if let Some(begun) = line.strip_suffix('\\') {
            text.push_str(begun);
            text.push('\n');
            continue;
        }
        text.push_str(&line);
        let said = std::mem::take(&mut text);
        let said = said.trim();
        if said.is_empty() {
            continue;
        }
        let next = match said.starts_with('/') {
            true => session.command(said),
            false if session.has_attempts() => {
                session.say_keep_first();
                Next::Line
            }
            false => {
                turn(&mut session, Some(said), &mut lines).await;
                Next::Line
            }
        };
        match next {
            Next::Line => {}
            Next::Retry => drop(turn(&mut session, None, &mut lines).await),
            Next::Try(count, task) => {
                let (stop, listening) = listening();
                if session.attempts(count, &task, &stop).await {
                    session
                        .terminal()
                        .say("/keep K keeps one, /diff K shows it, /keep none drops all");
                }
                listening.abort();
            }
            Next::Offer => drop(session.offer(&mut lines.writing()).await),
            Next::Quit => {
                session.drop_attempts();
                return 0;
            }
        }
    }
}

/// Lines of standard input, read on a thread of their own: reading cannot be cancelled.
fn lines() -> mpsc::UnboundedReceiver<String> {
    let (sender, receiver) = mpsc::unbounded_channel();
    std::thread::spawn(move || {
        for line in std::io::stdin().lock().lines() {
            let Ok(line) = line else { return };
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    receiver
}
