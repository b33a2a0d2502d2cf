//! Programs that models ask for and that are not there, with what to use instead.
//!
//! Such a program is not found anywhere: `command -v`, `type` and `which` say so, and a script that looks for it
//! first takes its other way. Where it is called, the message of bash has one sentence more. A script of its
//! name in a directory of `PATH`, and a function, come first.

use std::sync::Arc;

use bashkit::{BashBuilder, Builtin, CommandResolver};

const NETWORK: &str = "there is no network here; what it would fetch has to be in the workspace already, and a \
    program in JavaScript can `fetch` from the hosts that are allowed, if there are any";
const MACHINES: &str = "there is no network here, and no other machine; copy files with cp, and run the command \
    itself";
const PYTHON: &str =
    "there is no Python here; use awk, sed and jq, or JavaScript: js FILE, js -e CODE";
const JAVASCRIPT: &str = "programs are run here with js, or node: js FILE, js -e CODE; types of TypeScript are \
    left out";
const PACKAGES: &str = "nothing can be installed here; the commands are those that `compgen -c` lists, and a \
    program in JavaScript imports the modules that are in the workspace";
const LANGUAGES: &str = "there are no programs of the machine here; use awk, sed and jq, or JavaScript: \
    js FILE, js -e CODE";
const COMPILERS: &str = "there are no compilers and no build tools here; files can be read and changed, and are \
    compiled and tested where the workspace is exported to";
const TESTS: &str = "there is no test runner here; tests in JavaScript are run by a program that imports them, \
    with js FILE, and others where the workspace is exported to";
const MACHINE: &str = "there are no containers, services and processes here, only files and the commands that \
    `compgen -c` lists";
const EDITORS: &str =
    "there is no terminal here; change files with sed -i, patch, or cat > FILE << 'EOF'";
const PAGERS: &str = "there is no terminal here; print the file with cat, or a part of it with head, tail, or \
    sed -n 1,100p";
const USERS: &str = "there is one user here, who may change every file that the rules about paths allow; leave \
    it out";
const DATABASES: &str = "there are no databases here; keep data in files of JSON or CSV, and query them with jq \
    and awk";

/// The programs, each with what its message says.
const MISSING: &[(&[&str], &str)] = &[
    (
        &[
            "curl", "wget", "http", "https", "ping", "nc", "ncat", "netcat", "telnet", "nslookup",
            "dig", "host", "ftp", "aria2c", "gh",
        ],
        NETWORK,
    ),
    (&["ssh", "scp", "sftp", "rsync", "ssh-keygen"], MACHINES),
    (
        &[
            "python", "python2", "python3", "ipython", "uv", "uvx", "poetry", "pipx",
        ],
        PYTHON,
    ),
    (&["nodejs", "deno", "bun", "tsx", "ts-node"], JAVASCRIPT),
    (
        &[
            "pip", "pip2", "pip3", "npm", "npx", "yarn", "pnpm", "corepack", "apt", "apt-get",
            "apk", "brew", "dnf", "yum", "pacman", "dpkg", "snap", "conda", "gem", "bundle",
            "composer", "nvm", "rustup",
        ],
        PACKAGES,
    ),
    (
        &[
            "perl", "ruby", "php", "lua", "R", "Rscript", "julia", "pwsh",
        ],
        LANGUAGES,
    ),
    (
        &[
            "cargo", "rustc", "rustfmt", "go", "gofmt", "gcc", "g++", "cc", "c++", "clang",
            "clang++", "ld", "cmake", "ninja", "meson", "bazel", "java", "javac", "mvn", "gradle",
            "kotlinc", "dotnet", "swift", "tsc", "webpack", "vite", "esbuild",
        ],
        COMPILERS,
    ),
    (
        &[
            "jest",
            "vitest",
            "mocha",
            "pytest",
            "tox",
            "rspec",
            "phpunit",
            "playwright",
        ],
        TESTS,
    ),
    (
        &[
            "docker",
            "docker-compose",
            "podman",
            "kubectl",
            "helm",
            "systemctl",
            "service",
            "journalctl",
            "crontab",
            "top",
            "htop",
            "lsof",
            "strace",
            "mount",
            "umount",
            "iptables",
            "screen",
            "tmux",
        ],
        MACHINE,
    ),
    (
        &["vim", "vi", "nvim", "nano", "emacs", "ed", "ex", "code"],
        EDITORS,
    ),
    (&["more", "most", "view"], PAGERS),
    (&["su", "doas", "useradd", "usermod", "passwd"], USERS),
    (
        &["sqlite3", "psql", "mysql", "redis-cli", "mongosh"],
        DATABASES,
    ),
];

/// Commands of bashkit that can do nothing without network.
const OF_BASHKIT: &[&str] = &["curl", "wget", "http"];

/// What is said of a program that is not there.
fn instead_of(name: &str) -> Option<&'static str> {
    let row = MISSING.iter().find(|(names, _)| names.contains(&name));
    row.map(|(_, instead)| *instead)
}

struct Missing;

impl CommandResolver for Missing {
    fn resolve(&self, _: &str) -> Option<Arc<dyn Builtin>> {
        None
    }

    fn hint(&self, name: &str) -> Option<String> {
        instead_of(name).map(str::to_owned)
    }
}

/// Gives a shell these messages, and takes the commands away that cannot work.
pub(crate) fn told_by(builder: BashBuilder) -> BashBuilder {
    builder
        .builtin_filter(|name| !OF_BASHKIT.contains(&name))
        .command_resolver(Arc::new(Missing))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn a_name_is_there_once_and_a_message_is_one_line() {
        let mut seen = BTreeSet::new();
        for (names, instead) in MISSING {
            assert!(
                !instead.contains('\n') && !instead.contains("  "),
                "{instead}"
            );
            for name in *names {
                assert!(seen.insert(*name), "{name} is there twice");
            }
        }
        assert!(OF_BASHKIT.iter().all(|name| seen.contains(name)));
    }

    #[test]
    fn no_command_that_is_there_is_called_missing() {
        let names = told_by(bashkit::Bash::builder()).build().builtin_names();
        let called: Vec<&String> = names
            .iter()
            .filter(|name| instead_of(name).is_some())
            .collect();
        assert!(called.is_empty(), "{called:?}");
    }
}
