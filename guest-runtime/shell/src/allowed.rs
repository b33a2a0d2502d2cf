//! Which commands may be run, where not all may.
//!
//! A command that may not has a stand-in under its name, which says so and ends with 126. So it is found
//! wherever a command is looked up: by `bash -c`, `eval`, `xargs`, `find -exec`, `env`, an alias, a function,
//! a path, or the first line of a script.
//!
//! It is no boundary: files are protected by the rules about paths, which hold for every command.

use std::collections::BTreeMap;
use std::sync::Arc;

use bashkit::hooks::{HookAction, ToolEvent};
use bashkit::{BashBuilder, Command, CommandContext, CommandStatus, async_trait};

/// The exit code of a command that is there and may not be run.
const REFUSED: i32 = 126;

/// Commands that a message lists.
const NAMED_MAX: usize = 30;

/// Commands that are the language: they change the shell alone, write to its outputs, or run others, which
/// are looked up in turn.
const LANGUAGE: &[&str] = &[
    ".",
    ":",
    "[",
    "alias",
    "bash",
    "bg",
    "bind",
    "break",
    "builtin",
    "caller",
    "cd",
    "command",
    "compgen",
    "complete",
    "compopt",
    "continue",
    "declare",
    "dirs",
    "disown",
    "echo",
    "enable",
    "eval",
    "exec",
    "exit",
    "export",
    "false",
    "fc",
    "fg",
    "getopts",
    "hash",
    "help",
    "history",
    "jobs",
    "kill",
    "let",
    "local",
    "logout",
    "mapfile",
    "popd",
    "printf",
    "pushd",
    "pwd",
    "read",
    "readarray",
    "readonly",
    "return",
    "set",
    "sh",
    "shift",
    "shopt",
    "source",
    "suspend",
    "test",
    "times",
    "trap",
    "true",
    "type",
    "typeset",
    "ulimit",
    "umask",
    "unalias",
    "unset",
    "wait",
];

/// The commands that may be run.
#[derive(Debug)]
pub(crate) struct Allowed {
    /// By name, the arguments that each may begin with; a command that may have any is there without.
    commands: BTreeMap<String, Vec<Vec<String>>>,
    /// What a refusal says of them.
    listed: String,
}

impl Allowed {
    /// Of names, each with the arguments that it has to begin with, if any, behind spaces.
    pub(crate) fn new(list: &[String]) -> Self {
        let mut commands: BTreeMap<String, Vec<Vec<String>>> = BTreeMap::new();
        let mut whole = Vec::new();
        for entry in list {
            let mut words = entry.split_whitespace().map(str::to_owned);
            let Some(name) = words.next() else { continue };
            let arguments: Vec<String> = words.collect();
            if arguments.is_empty() {
                whole.push(name.clone());
            }
            commands.entry(name).or_default().push(arguments);
        }
        for name in whole {
            commands.insert(name, Vec::new());
        }
        let mut listed: Vec<&str> = list
            .iter()
            .take(NAMED_MAX)
            .map(|entry| entry.trim())
            .collect();
        if list.len() > NAMED_MAX {
            listed.push("…");
        }
        let listed = match listed[..] {
            [] => "only what is built into the language".to_owned(),
            _ => format!(
                "only {} and what is built into the language",
                listed.join(", ")
            ),
        };
        Self { commands, listed }
    }

    fn has(&self, name: &str) -> bool {
        LANGUAGE.contains(&name) || self.commands.contains_key(name)
    }

    /// Whether a command that is there may have these arguments.
    fn takes(&self, name: &str, arguments: &[String]) -> bool {
        match self.commands.get(name) {
            None => true,
            Some(beginnings) if beginnings.is_empty() => true,
            Some(beginnings) => beginnings
                .iter()
                .any(|beginning| arguments.starts_with(beginning)),
        }
    }

    fn refusal(&self, name: &str) -> String {
        format!(
            "bash: {name}: not allowed here: {}; do it with these, or ask whoever runs this to allow it\n",
            self.listed
        )
    }

    /// Gives a shell with these commands stand-ins for those that may not be run.
    pub(crate) fn restricted(self, mut builder: BashBuilder, names: &[String]) -> BashBuilder {
        let allowed = Arc::new(self);
        for name in names.iter().filter(|name| !allowed.has(name)) {
            builder = builder.command(name, Refused(Arc::clone(&allowed)));
        }
        if allowed.commands.values().all(Vec::is_empty) {
            return builder;
        }
        builder.before_tool(Box::new(move |event: ToolEvent| {
            match allowed.takes(&event.name, &event.args) {
                true => HookAction::Continue(event),
                false => HookAction::Cancel(allowed.refusal(&event.name)),
            }
        }))
    }
}

/// The stand-in for a command.
struct Refused(Arc<Allowed>);

#[async_trait]
impl Command for Refused {
    async fn execute(&self, context: CommandContext<'_>) -> bashkit::Result<CommandStatus> {
        let text = self.0.refusal(context.name);
        context.stderr.write_all(text.as_bytes()).await?;
        Ok(CommandStatus::with_code(REFUSED))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allowed(list: &[&str]) -> Allowed {
        let list: Vec<String> = list.iter().map(|entry| (*entry).to_owned()).collect();
        Allowed::new(&list)
    }

    fn takes(allowed: &Allowed, line: &str) -> bool {
        let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
        allowed.has(&words[0]) && allowed.takes(&words[0], &words[1..])
    }

    #[test]
    fn a_name_may_have_a_beginning_of_its_arguments() {
        let list = allowed(&["ls", "sed -n", "sed --quiet", "tar", "tar t"]);
        for (line, expected) in [
            ("ls -l", true),
            ("sed -n p", true),
            ("sed --quiet p", true),
            ("sed -i p", false),
            ("sed", false),
            ("tar x", true),
            ("rm x", false),
            ("cd /", true),
        ] {
            assert_eq!(takes(&list, line), expected, "{line}");
        }
    }

    #[test]
    fn a_refusal_lists_what_may_be_run() {
        assert_eq!(
            allowed(&["ls", "sed -n"]).refusal("rm"),
            "bash: rm: not allowed here: only ls, sed -n and what is built into the language; do it with these, \
             or ask whoever runs this to allow it\n"
        );
    }
}
