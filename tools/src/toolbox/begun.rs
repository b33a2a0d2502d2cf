//! A call in two parts, for whoever has no thread to wait on for its program.

use std::time::Instant;

use futures_executor::block_on;
use isolate_host::CancelToken;
use isolate_vfs::RunId;
use serde_json::Value as Json;

use super::perform::{Call, Performed};
use super::{Toolbox, own_members};
use crate::approval;
use crate::arguments;
use crate::error::ToolError;
use crate::mirror::{Reach, Turn};
use crate::program::{EndedProgram, Program, Step};
use crate::reply::{Receipt, Reply};
use crate::tool::{self, Access, Tool};

/// A call that was begun by [`Toolbox::begin`].
pub struct BegunCall(State);

enum State {
    Replied(Box<Reply>),
    /// Its program goes on.
    Going(Box<(Box<Program>, Rest)>),
    Ended(Box<(EndedProgram, Rest)>),
}

/// What is needed for the reply.
struct Rest {
    toolbox: Toolbox,
    cancel: CancelToken,
    asked: Asked,
    performed: Performed,
    /// Of a store, until what its program has changed is written there.
    turn: Option<(Turn, RunId)>,
}

/// What was asked for.
struct Asked {
    tool: &'static Tool,
    id: String,
    /// The identifier of the caller, with the digest of the call.
    given: Option<(String, String)>,
    notices: Vec<String>,
    started: Instant,
}

impl std::fmt::Debug for BegunCall {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BegunCall").finish_non_exhaustive()
    }
}

impl BegunCall {
    fn replied(reply: Reply) -> Self {
        Self(State::Replied(Box::new(reply)))
    }

    /// Whether a program goes on that was not awaited yet.
    #[must_use]
    pub const fn is_going(&self) -> bool {
        matches!(self.0, State::Going(_))
    }

    /// Awaits the program of the call, if it runs one. The program is cancelled if the future is dropped.
    pub async fn ended(self) -> Self {
        match self.0 {
            State::Going(going) => {
                let (program, rest) = *going;
                Self(State::Ended(Box::new((program.ended().await, rest))))
            }
            _ => self,
        }
    }

    /// The reply. It may read and write the workspace, and waits for a program that was not awaited.
    #[must_use]
    pub fn reply(self) -> Reply {
        let (program, mut rest) = match self.0 {
            State::Replied(reply) => return *reply,
            State::Ended(ended) => *ended,
            State::Going(going) => {
                let (program, rest) = *going;
                (block_on(program.ended()), rest)
            }
        };
        let id = &rest.asked.id;
        rest.performed.result =
            rest.toolbox
                .in_context(&mut rest.performed, id, &rest.cancel, |context| {
                    program.answer(context)
                });
        if let Some(turn) = rest.turn {
            rest.toolbox
                .end_program(turn, &mut rest.performed, &rest.cancel);
        }
        rest.toolbox.replied(rest.asked, rest.performed)
    }
}

impl Toolbox {
    /// Writes what a program has changed to the store.
    fn end_program(
        &self,
        (turn, base): (Turn, RunId),
        performed: &mut Performed,
        cancel: &CancelToken,
    ) {
        // The history of the mirror ends with the call.
        performed.run_id = None;
        performed.rev_before = turn.newest_change();
        match turn.end_program(base, &self.settings().actor, cancel) {
            Ok((number, notices)) => {
                performed.run_id = number;
                performed.notices.extend(notices);
                self.services.session.remember_op(number);
            }
            Err(error) => performed.result = Err(error),
        }
        performed.notices.extend(turn.passed_over());
    }

    /// Calls a tool.
    ///
    /// Besides its own arguments, every tool takes `callId`, so that a repeated call is done once,
    /// and `label`, for the history of the workspace.
    #[must_use]
    pub fn call(&self, name: &str, args: Json, cancel: &CancelToken) -> Reply {
        self.begin(name, args, cancel).reply()
    }

    /// As [`Toolbox::call`], up to where a program of the call waits or computes: that is
    /// [awaited](BegunCall::ended) without a thread of the caller. This and [`BegunCall::reply`] read and write
    /// the workspace, and so block for as long as that takes.
    ///
    /// ```
    /// use isolate_host::{Sandbox, Workspace};
    /// use isolate_tools::{CancelToken, Settings, Toolbox};
    /// use serde_json::json;
    ///
    /// # futures_executor::block_on(async {
    /// let workspace = Workspace::memory()?;
    /// let tools = Toolbox::new(&workspace, &Settings::default())?.with_sandbox(Sandbox::new()?);
    /// let args = json!({ "code": "() => 1 + 1" });
    /// let call = tools.begin("run", args, &CancelToken::new()).ended().await;
    /// assert!(call.reply().is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// # })?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn begin(&self, name: &str, args: Json, cancel: &CancelToken) -> BegunCall {
        let started = Instant::now();
        let refused = |error, id| BegunCall::replied(self.refused(name, error, id));
        let (mut args, given_id, label) = match own_members(args) {
            Ok(split) => split,
            Err(error) => return refused(error, String::new()),
        };
        let members = args.as_object();
        let given = given_id.zip(members.map(|members| approval::digest(name, members)));
        if let Some((id, digest)) = &given
            && let Some(earlier) = self.services.session.earlier(id, digest)
        {
            return match earlier {
                Ok(reply) => BegunCall::replied(reply),
                Err(error) => refused(error, id.clone()),
            };
        }
        let id = match &given {
            Some((id, _)) => id.clone(),
            None => self.services.session.next_id(),
        };
        let Some(tool) = tool::offered(&self.services).find(|tool| tool.name == name) else {
            return refused(self.no_such_tool(name), id);
        };
        let mut notices = Vec::new();
        if let Some(prepare) = tool.prepare {
            prepare(&mut args);
        }
        let fitted = match arguments::repair(&(tool.input)(), args, &mut notices) {
            Ok(fitted) => fitted,
            Err(error) => return refused(error, id),
        };
        let asked = Asked {
            tool,
            id,
            given,
            notices,
            started,
        };
        if tool.access == Access::Run {
            return self.begin_program(asked, fitted.into(), cancel);
        }
        let performed = self.perform_approved(Call {
            tool,
            args: fitted,
            cancel,
            id: &asked.id,
            label: label.as_deref(),
        });
        BegunCall::replied(self.replied(asked, performed))
    }

    /// Begins a program. A call of one does not show what it will do, so no rule asks for an approval of it.
    fn begin_program(&self, asked: Asked, args: Json, cancel: &CancelToken) -> BegunCall {
        let is_dry_run = args.get("dryRun") == Some(&Json::Bool(true));
        let mut performed = Performed::nothing();
        let turn = match self.begin_turn(&asked, &args, cancel) {
            Ok(turn) => turn,
            Err(error) => {
                performed.result = Err(error);
                return BegunCall::replied(self.replied(asked, performed));
            }
        };
        let begun = self.with_tree(&mut performed, &asked.id, cancel, |context| {
            (asked.tool.call)(context, args)
        });
        performed.is_dry_run = is_dry_run;
        performed.result = match begun {
            Ok(Step::Program(program)) => {
                let rest = Rest {
                    toolbox: self.clone(),
                    cancel: cancel.clone(),
                    asked,
                    performed,
                    turn,
                };
                return BegunCall(State::Going(Box::new((program, rest))));
            }
            Ok(Step::Done(answer)) => Ok(answer),
            Err(error) => Err(error),
        };
        if let Some(turn) = turn {
            self.end_program(turn, &mut performed, cancel);
        }
        BegunCall::replied(self.replied(asked, performed))
    }

    /// Brings all files of a store up to date for a program.
    fn begin_turn(
        &self,
        asked: &Asked,
        args: &Json,
        cancel: &CancelToken,
    ) -> Result<Option<(Turn, RunId)>, ToolError> {
        let Some(mirror) = &self.services.mirror else {
            return Ok(None);
        };
        let empty = serde_json::Map::new();
        let args = args.as_object().unwrap_or(&empty);
        let turn = mirror.enter(cancel)?;
        turn.prepare(&Reach::of(asked.tool.name, args, self.settings()))?;
        let base = turn.begin_program()?;
        Ok(Some((turn, base)))
    }

    /// The reply to a call, which is remembered under its identifier.
    fn replied(&self, asked: Asked, performed: Performed) -> Reply {
        let tool = asked.tool;
        if cfg!(debug_assertions)
            && let Ok(answer) = &performed.result
        {
            (tool.output)().check(tool.name, &answer.data());
        }
        let mut notices = asked.notices;
        notices.extend(performed.notices);
        let interface = self.settings().interface;
        let reply = Reply {
            tool: tool.name.to_owned(),
            result: performed
                .result
                .map_err(|error| error.for_interface(interface)),
            notices,
            receipt: Receipt {
                call_id: asked.id,
                run_id: performed.run_id,
                effects: performed.effects,
                rev_before: performed.rev_before,
                rev_after: performed.run_id.map_or(performed.rev_before, i64::from),
                duration_ms: u64::try_from(asked.started.elapsed().as_millis()).unwrap_or(u64::MAX),
                is_dry_run: performed.is_dry_run,
            },
            planned: performed.planned,
        };
        let is_final = reply
            .error()
            .is_none_or(|error| error.code.retry() != crate::Retry::Later);
        if let (Some((id, digest)), true) = (asked.given, is_final) {
            self.services.session.keep(id, digest, &reply);
        }
        reply
    }
}
