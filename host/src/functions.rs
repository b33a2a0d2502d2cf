//! Functions of the embedder that programs may call: `await github.createIssue({ … })`.
//!
//! A namespace is a global of the program, and a function is a member of it. Programs can reach
//! nothing but `state` and what is registered here.

mod adding;
mod answer;
mod approval;
mod blocking;
mod call;
mod convert;
mod error;
mod names;
mod parked;
mod prompts;
mod schema;
mod scope;
mod wait;

use std::collections::BTreeMap;
use std::fmt;
use std::future::{Future, ready};
use std::pin::Pin;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use isolate_protocol::wire::message;
use isolate_protocol::{APPROVE as APPROVE_NAME, STATE_APPROVE, Value};
use serde_json::Value as Json;

use crate::error::Error;
use crate::secrets::Secrets;

pub use adding::{FunctionMut, NamespaceMut};
pub use approval::{Approval, ApprovalRequest, Decision};
use error::ErrorMaps;
pub use error::FunctionError;
pub(crate) use error::fault_of;
pub use names::{Identifiers, identifier, is_namespace_name};

pub(crate) use answer::answer_weight;
pub(crate) use call::{Allowance, Called, Pending, Records, is_in_function, of_embedder};
pub(crate) use convert::Answered;
use convert::Argument;
pub use convert::Dynamic;
pub(crate) use parked::{EndedCall, ParkedCall, Resolved};
pub(crate) use scope::RunContext;
pub use scope::Scope;
pub(crate) use wait::{Answer, Completion, Patience, Waiting, first, is_parked, slow_since};

pub(crate) use approval::Approver;
use schema::Checked;

/// Bytes of one answer, as a program receives it. The default.
pub(crate) const ANSWER_BYTES_MAX: usize = 8 << 20;

/// The largest limit for an answer.
const ANSWER_BYTES_CEILING: usize = 64 << 20;

/// Bytes of an argument that is validated against a schema, as it comes from the program.
pub(crate) const ARGUMENT_BYTES_MAX: usize = 8 << 20;

/// Calls of one run that may be under way at the same time.
pub(crate) const PENDING_MAX: usize = 1_000;

/// How long a function may take that does not say so, where its run waits for it in memory.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Namespaces whose name begins with this are not globals: built-ins of the sandbox use them, such
/// as `fetch`.
pub(crate) const HIDDEN: char = '$';

/// `state.approve`, which every program may call: an approval is all that it does.
static APPROVE: LazyLock<Arc<Function>> = LazyLock::new(|| {
    Arc::new(Function {
        info: FunctionInfo {
            namespace: "state".to_owned(),
            name: APPROVE_NAME.to_owned(),
            description: "The program asks before it goes on.".to_owned(),
            input: None,
            output: None,
            is_read_only: true,
            is_idempotent: true,
            timeout: None,
            approval: Approval::Always,
            is_answered_later: false,
            waits_in_memory: true,
        },
        handler: Arc::new(|_, _| Box::pin(ready(Ok(Answered::Value(Value::Boolean(true)))))),
        input: Checked::none(),
        output: Checked::none(),
        answer_bytes_max: ANSWER_BYTES_MAX,
        recorded_as: None,
        is_unrecorded: false,
    })
});

pub(crate) type FunctionFuture =
    Pin<Box<dyn Future<Output = Result<Answered, FunctionError>> + Send>>;
type Handler = Arc<dyn Fn(Argument, Scope) -> FunctionFuture + Send + Sync>;

/// Asynchronous functions of the embedder, in namespaces.
///
/// A program that waits for them holds no thread, and several can run at the same time. Cheap to
/// clone.
///
/// ```
/// use isolate_host::{Functions, Outcome, RunOptions, Sandbox, Workspace, to_json};
/// use schemars::JsonSchema;
/// use serde::{Deserialize, Serialize};
///
/// #[derive(Deserialize, JsonSchema)]
/// struct NewIssue { title: String }
/// #[derive(Serialize, JsonSchema)]
/// struct Issue { number: u64 }
///
/// let mut functions = Functions::new();
/// functions
///     .namespace("github")
///     .add("createIssue", |issue: NewIssue| async move {
///         Ok(Issue { number: issue.title.len() as u64 })
///     })
///     .describe("Opens an issue.")
///     .writes();
///
/// let options = RunOptions::new().functions(functions);
/// let code = "async () => (await github.createIssue({ title: 'Crash' })).number";
/// let run = Sandbox::new()?.run(&Workspace::memory()?, code).options(&options).blocking()?;
/// let Outcome::Returned(value) = &run.outcome else { panic!("{:?}", run.outcome) };
/// assert_eq!(to_json(value), Some(5.into()));
/// assert_eq!(run.calls.entries[0].function, "github.createIssue");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Default)]
pub struct Functions {
    registered: Arc<Registered>,
}

/// Shared by clones; copy-on-write.
#[derive(Clone, Default)]
struct Registered {
    namespaces: BTreeMap<String, Namespace>,
    approver: Option<Approver>,
    /// What `state.approve` is in a replay.
    approve: Option<Arc<Function>>,
    /// Credentials, which no answer, error or note may contain.
    secrets: Secrets,
    errors: ErrorMaps,
    /// Paragraphs for models, beside the declarations.
    paragraphs: Vec<String>,
    /// The first mistake of a registration; runs are refused with it.
    fault: Option<String>,
}

#[derive(Clone, Default)]
struct Namespace {
    description: String,
    functions: BTreeMap<String, Arc<Function>>,
}

#[derive(Clone)]
pub(crate) struct Function {
    info: FunctionInfo,
    handler: Handler,
    input: Checked,
    output: Checked,
    answer_bytes_max: usize,
    /// Its name in the record of a run, where that is not its full name.
    recorded_as: Option<String>,
    /// Whether its arguments and answers are kept out of the record of a run.
    pub(crate) is_unrecorded: bool,
}

/// The properties of a function.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct FunctionInfo {
    /// The global that it is a member of.
    pub namespace: String,
    /// Its name there.
    pub name: String,
    /// What it does. Default: empty.
    pub description: String,
    /// The JSON Schema of its argument; `None` where any value is accepted.
    pub input: Option<Json>,
    /// The JSON Schema of its answer; `None` where any value may be returned.
    pub output: Option<Json>,
    /// Whether it changes nothing. Default: `false`, it may change something outside of the sandbox.
    pub is_read_only: bool,
    /// Whether a second call with the same argument changes nothing more. Default: `false`.
    pub is_idempotent: bool,
    /// How long it may take; after that the call fails with `ETIMEDOUT`, and its future is dropped.
    /// The time of an approval does not count. Default: as long as it needs in a run that is put away
    /// meanwhile ([`RunOptions::suspend_after`](fn@crate::RunOptions::suspend_after)), and 10 s in others.
    pub timeout: Option<Duration>,
    /// Whether an approval is needed before it is called. Default: never.
    pub approval: Approval,
    /// Whether its answer is given later, by [`Workspace::answer`](crate::Workspace::answer). Default:
    /// `false`, what it returns is its answer.
    pub is_answered_later: bool,
    /// Whether a run waits for it in memory, however long it takes. Default: `false`.
    pub waits_in_memory: bool,
}

/// A namespace that programs see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NamespaceInfo<'a> {
    /// The global of programs.
    pub name: &'a str,
    /// What it is for; may be empty.
    pub description: &'a str,
}

impl Function {
    /// The schema of its argument as text; none where any value is accepted.
    pub(crate) fn input_text(&self) -> Option<String> {
        self.input.schema().map(ToString::to_string)
    }
}

impl FunctionInfo {
    /// `NAMESPACE.NAME`, as a program writes it.
    #[must_use]
    pub fn full_name(&self) -> String {
        format!("{}.{}", self.namespace, self.name)
    }
}

impl Functions {
    /// No functions.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The namespace of this name, which is created if it does not exist. It is a global of
    /// programs.
    ///
    /// With a name that is not an identifier, or that means something else in programs, every run
    /// with these functions fails with [`Refused`](crate::ErrorKind::Refused). [`Functions::check`]
    /// reports it earlier, and [`identifier`] makes a valid name of any text.
    pub fn namespace(&mut self, name: impl Into<String>) -> NamespaceMut<'_> {
        let name = name.into();
        if !name.starts_with(HIDDEN)
            && let Some(reason) = names::namespace_fault(&name)
        {
            self.change()
                .fault
                .get_or_insert(format!("a namespace cannot be called {name:?}: {reason}"));
        }
        self.change().namespaces.entry(name.clone()).or_default();
        NamespaceMut {
            functions: self,
            name,
        }
    }

    /// Sets who is asked before a function that needs an approval is called. Without it, such calls
    /// are refused.
    ///
    /// ```
    /// use isolate_host::{Decision, Functions};
    ///
    /// let mut functions = Functions::new();
    /// functions.on_approval(|request| async move {
    ///     match request.function.as_str() {
    ///         "github.closeIssue" => Decision::Approve,
    ///         other => Decision::refuse(format!("{other} is not allowed today")),
    ///     }
    /// });
    /// ```
    pub fn on_approval<F, R>(&mut self, ask: F)
    where
        F: Fn(ApprovalRequest) -> R + Send + Sync + 'static,
        R: Future<Output = Decision> + Send + 'static,
    {
        self.change().approver = Some(Arc::new(move |request| Box::pin(ask(request))));
    }

    /// Says what errors of one type become for programs, where a function fails with one by `?`: the
    /// code, the message and the data.
    ///
    /// ```
    /// use isolate_host::{FunctionError, Functions, RunOptions, Sandbox, Workspace};
    ///
    /// #[derive(Debug)]
    /// struct NoSuchOrder(u32);
    ///
    /// impl std::fmt::Display for NoSuchOrder {
    ///     fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
    ///         write!(f, "there is no order {}", self.0)
    ///     }
    /// }
    /// impl std::error::Error for NoSuchOrder {}
    ///
    /// async fn cancel(order: u32) -> Result<(), FunctionError> {
    ///     Err(NoSuchOrder(order))?
    /// }
    ///
    /// let mut functions = Functions::new();
    /// functions.map_error(|error: &NoSuchOrder| {
    ///     FunctionError::new(format!("{error}: list them with orders.list()")).with_code("ENOENT")
    /// });
    /// functions.namespace("orders").add("cancel", cancel);
    /// let options = RunOptions::new().functions(functions);
    /// let code = "async () => { try { await orders.cancel(7) } catch (error) { return error.code } }";
    /// let run = Sandbox::new()?.run(&Workspace::memory()?, code).options(options).blocking()?;
    /// assert_eq!(run.result::<String>()?, "ENOENT");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn map_error<E: std::error::Error + 'static>(
        &mut self,
        map: impl Fn(&E) -> FunctionError + Send + Sync + 'static,
    ) {
        self.change().errors.add(map);
    }

    /// Adds a paragraph to [`Functions::prompt`], for what programs may use beside the declared
    /// functions.
    pub fn tell(&mut self, text: impl Into<String>) {
        let text = text.into();
        if !self.registered.paragraphs.contains(&text) {
            self.change().paragraphs.push(text);
        }
    }

    /// What is hidden from programs.
    pub(crate) fn secrets(&self) -> &Secrets {
        &self.registered.secrets
    }

    /// Adds credentials of functions: no answer, error, note or record of any call contains them, and
    /// neither do prompts.
    pub fn hide(&mut self, secrets: &Secrets) {
        if !secrets.is_empty() {
            self.change().secrets.extend(secrets);
        }
    }

    /// Whoever can be asked for an approval at once.
    pub(crate) fn approver(&self) -> Option<Approver> {
        self.registered.approver.clone()
    }

    /// Makes `state.approve` a function that answers without an approval.
    pub(crate) fn replace_approve(
        &mut self,
        timeout: Duration,
        answer: impl Fn() -> FunctionFuture + Send + Sync + 'static,
    ) {
        let mut function = (**APPROVE).clone();
        function.info.approval = Approval::Never;
        function.info.timeout = Some(timeout);
        function.handler = Arc::new(move |_, _| answer());
        self.change().approve = Some(Arc::new(function));
    }

    /// Whether somebody is asked for approvals: see [`Functions::on_approval`].
    #[must_use]
    pub fn has_approver(&self) -> bool {
        self.registered.approver.is_some()
    }

    /// Adds the namespaces of `others`; a function of theirs replaces one with the same name.
    pub fn extend(&mut self, others: &Self) {
        let others = &others.registered;
        for text in &others.paragraphs {
            self.tell(text);
        }
        self.hide(&others.secrets);
        self.change().errors.extend(&others.errors);
        let own = self.change();
        for (name, theirs) in &others.namespaces {
            let namespace = own.namespaces.entry(name.clone()).or_default();
            if !theirs.description.is_empty() {
                namespace.description.clone_from(&theirs.description);
            }
            namespace.functions.extend(theirs.functions.clone());
        }
        if own.approver.is_none() {
            own.approver.clone_from(&others.approver);
        }
        if own.fault.is_none() {
            own.fault.clone_from(&others.fault);
        }
    }

    /// Whether there are no functions.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.registered
            .namespaces
            .values()
            .all(|namespace| namespace.functions.is_empty())
    }

    /// Checks that all names and schemas are valid. Compiles the schemas.
    ///
    /// # Errors
    ///
    /// [`Refused`](crate::ErrorKind::Refused) with the first mistake: a name that is not an
    /// identifier or is reserved, or an invalid schema.
    pub fn check(&self) -> Result<(), Error> {
        self.check_names()?;
        for function in self
            .registered
            .namespaces
            .values()
            .flat_map(|namespace| namespace.functions.values())
        {
            for (what, schema) in [("argument", &function.input), ("answer", &function.output)] {
                if let Some(fault) = schema.fault() {
                    let name = function.info.full_name();
                    let text = format!("the schema of the {what} of {name} is none: {fault}");
                    return Err(Error::refused(text));
                }
            }
        }
        Ok(())
    }

    /// Checks that all names are valid.
    pub(crate) fn check_names(&self) -> Result<(), Error> {
        match &self.registered.fault {
            Some(fault) => Err(Error::refused(fault.clone())),
            None => Ok(()),
        }
    }

    /// The functions that programs may call, sorted by namespace and name.
    pub fn infos(&self) -> impl Iterator<Item = &FunctionInfo> {
        self.visible()
            .flat_map(|(_, namespace)| namespace.functions.values())
            .map(|function| &function.info)
    }

    /// The namespaces that programs see, sorted by name.
    pub fn namespaces(&self) -> impl Iterator<Item = NamespaceInfo<'_>> {
        self.visible().map(|(name, namespace)| NamespaceInfo {
            name,
            description: &namespace.description,
        })
    }

    fn visible(&self) -> impl Iterator<Item = (&String, &Namespace)> {
        let namespaces = self.registered.namespaces.iter();
        namespaces.filter(|(name, namespace)| {
            !name.starts_with(HIDDEN) && !namespace.functions.is_empty()
        })
    }

    /// Names for the guest: every namespace, including those that are not globals.
    pub(crate) fn names(&self) -> Vec<message::Namespace> {
        let namespaces = self.registered.namespaces.iter();
        namespaces
            .filter(|(_, namespace)| !namespace.functions.is_empty())
            .map(|(name, namespace)| message::Namespace {
                name: name.clone(),
                functions: namespace.functions.keys().cloned().collect(),
            })
            .collect()
    }

    pub(crate) fn find(&self, full_name: &str) -> Option<&Arc<Function>> {
        if full_name == STATE_APPROVE {
            return Some(self.registered.approve.as_ref().unwrap_or(&APPROVE));
        }
        let (namespace, name) = full_name.split_once('.')?;
        let namespace = self.registered.namespaces.get(namespace)?;
        namespace.functions.get(name)
    }

    /// The registered functions, copied if they are shared.
    fn change(&mut self) -> &mut Registered {
        Arc::make_mut(&mut self.registered)
    }
}

impl fmt::Debug for Functions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set()
            .entries(self.infos().map(FunctionInfo::full_name))
            .finish()
    }
}
