//! The steps of CI: what each does, what it covers, and beside what it runs.
//!
//! The guest is a workspace of its own, which is built beside the other.

use std::process::Command;

use anyhow::{Context as _, Result};

use super::covers::Covers;
use crate::toolchain::{GUEST_TARGET, has_guest_target};
use crate::workspace::{TOGETHER, built, has_nextest, tests, with_oracles};
use crate::{
    deny, drill, engine, files, formats, guest, mcp, node, npm, page, programs, python, semver,
    service, shims, skipped, streams, test262, tsc,
};

/// Steps that run one after the other.
pub(super) type Lane = &'static [&'static Step];

/// Lanes that run beside each other.
pub(super) type Phase = &'static [Lane];

/// A step of CI.
pub(super) struct Step {
    pub(super) name: &'static str,
    /// What it looks at, if it may be skipped while that is the same.
    pub(super) covers: Option<Covers>,
    pub(super) work: fn() -> Result<()>,
}

/// In the order in which a mistake is cheapest to find. Tests have the machine for themselves, as
/// far as they use it.
pub(super) const PHASES: &[Phase] = &[
    &[
        &[&FORMAT, &LINTS, &BUILD],
        &[
            &GUEST_FORMAT,
            &LICENCES,
            &ENGINE_LINTS,
            &GUEST_LINTS,
            &GUEST_TESTS,
            &GUEST_DOCUMENTATION,
            &GUEST_REBUILD,
        ],
        &[&INSTALLATION, &PUBLICATION],
    ],
    &[&[&TESTS]],
    &[
        &[
            &DOCUMENTATION,
            &COMPATIBILITY,
            &EXAMPLES,
            &TEST262,
            &PROGRAMS,
            &FILES,
            &FORMATS,
            &SHIMS,
            &STREAMS,
            &MCP,
            &SERVICE,
            &PAGE,
            &PYTHON,
            &NODE,
            &OTLP,
        ],
        &[&DRILL, &FUZZ],
    ],
];

/// How long each fuzz target runs, in seconds. `cargo xtask nightly` gives each minutes.
const FUZZ_SECONDS: &str = "30";

/// Of the recorded programs, CI checks a half. `cargo xtask nightly` checks them all.
const PROGRAMS_EVERY: usize = 2;

const FORMAT: Step = Step {
    name: "format",
    covers: None,
    work: || cargo(&["fmt", "--all", "--check"]),
};

const LINTS: Step = Step {
    name: "lints",
    covers: None,
    work: || {
        let clippy = ["clippy", "--locked", "--all-targets"];
        cargo(&[&clippy, &TOGETHER[..], &["--", "-D", "warnings"]].concat())
    },
};

/// Everything that the tests and the steps after them run.
const BUILD: Step = Step {
    name: "build",
    covers: None,
    work: || {
        let build = [
            "build",
            "--locked",
            "--lib",
            "--bins",
            "--tests",
            "--examples",
        ];
        cargo(&[&build, &TOGETHER[..]].concat())
    },
};

const TESTS: Step = Step {
    name: "tests",
    covers: None,
    // The same cases each time: a change is judged by itself. By night they are others.
    work: || crate::run(tests().env("PROPTEST_RNG_SEED", "1")),
};

/// Examples in the documentation are tests.
const EXAMPLES: Step = Step {
    name: "examples",
    covers: None,
    work: || {
        let mut examples = Command::new("cargo");
        examples.args(["test", "--locked", "--doc"]).args(TOGETHER);
        with_oracles(&mut examples);
        crate::run(&mut examples)
    },
};

const DOCUMENTATION: Step = Step {
    name: "documentation",
    covers: None,
    work: || {
        let mut doc = Command::new("cargo");
        doc.args(["doc", "--no-deps", "--locked"])
            .args(TOGETHER)
            .env("RUSTDOCFLAGS", "-D warnings");
        crate::run(&mut doc)
    },
};

/// What is published breaks no program that the newest tag does not break, unless its version says so.
const COMPATIBILITY: Step = Step {
    name: "compatibility",
    covers: Some(Covers {
        packages: &["isolate-run"],
        paths: &["xtask/src/semver.rs"],
        beside: None,
    }),
    work: semver::check,
};

const LICENCES: Step = Step {
    name: "licences",
    covers: Some(Covers {
        packages: &[],
        paths: &[
            "deny.toml",
            "guest-runtime/Cargo.lock",
            "guest-runtime/Cargo.toml",
            "guest-runtime/engine/upstream.toml",
            "xtask/src/deny.rs",
            "xtask/src/metadata.rs",
        ],
        beside: None,
    }),
    work: deny::check,
};

/// What is published can be packaged. Nothing is compiled: the tests have done that.
const PUBLICATION: Step = Step {
    name: "publication",
    covers: Some(Covers {
        packages: &["isolate-run"],
        paths: &[],
        beside: None,
    }),
    work: || {
        cargo(&[
            "publish",
            "--workspace",
            "--dry-run",
            "--no-verify",
            "--locked",
            "--allow-dirty",
        ])
    },
};

/// What the guest is made from and tested with.
const GUEST: &[&str] = &[
    "clippy.toml",
    "guest-runtime",
    "rustfmt.toml",
    "tests/cases",
    "xtask/src/engine",
    "xtask/src/engine.rs",
    "xtask/src/guest.rs",
    "xtask/src/toolchain.rs",
];

const fn of_guest(name: &'static str, work: fn() -> Result<()>) -> Step {
    Step {
        name,
        covers: Some(Covers {
            packages: &[],
            paths: GUEST,
            beside: None,
        }),
        work,
    }
}

const GUEST_FORMAT: Step = of_guest("guest-format", guest::is_formatted);

const ENGINE_LINTS: Step = of_guest("engine-lints", || {
    without_target("lints of the engine in WebAssembly")?;
    engine::lint()
});

const GUEST_LINTS: Step = of_guest("guest-lints", || {
    let denied = ["--", "-D", "warnings"];
    let native = [&["--no-deps", "--all-targets"], &denied[..]].concat();
    guest::native("clippy", &native)?;
    if without_target("lints of the guest in WebAssembly")? {
        return Ok(());
    }
    let target = ["--no-deps", "--target", GUEST_TARGET];
    guest::native("clippy", &[&target, &denied[..]].concat())
});

const GUEST_TESTS: Step = of_guest("guest-tests", || guest::native("test", &[]));

const GUEST_DOCUMENTATION: Step = of_guest("guest-documentation", || {
    guest::native("doc", &["--no-deps"])
});

const GUEST_REBUILD: Step = Step {
    name: "guest-rebuild",
    covers: Some(Covers {
        packages: &[],
        paths: &[
            "guest-runtime/Cargo.lock",
            "guest-runtime/Cargo.toml",
            "guest-runtime/boundary",
            "guest-runtime/build.rs",
            "guest-runtime/commands",
            "guest-runtime/engine",
            "guest-runtime/formats",
            "guest-runtime/lines",
            "guest-runtime/protocol",
            "guest-runtime/shell",
            "guest-runtime/src",
            "host/guest",
            "xtask/src/bind.rs",
            "xtask/src/engine",
            "xtask/src/engine.rs",
            "xtask/src/guest.rs",
            "xtask/src/manifest.rs",
            "xtask/src/meter",
            "xtask/src/meter.rs",
            "xtask/src/toolchain.rs",
            "xtask/src/widen.rs",
        ],
        beside: None,
    }),
    work: || {
        if without_target("rebuilding the guest")? {
            return Ok(());
        }
        guest::run(&["--check"])
    },
};

/// What tests compare with comes from registries where it is missing: waiting for these needs no
/// processor.
const INSTALLATION: Step = Step {
    name: "installation",
    covers: None,
    work: || {
        let found = node::find().and_then(|node| {
            tsc::find(&node)?;
            Ok(())
        });
        if let Err(why) = found {
            println!("tests are skipped that need what is missing: {why:#}");
        }
        Ok(())
    },
};

/// What runs programs in the sandbox, and tells how they end.
const SANDBOX: &[&str] = &["isolate-host"];

const TEST262: Step = Step {
    name: "test262",
    covers: Some(Covers {
        packages: SANDBOX,
        paths: &[
            "tests/Cargo.toml",
            "tests/examples",
            "tests/src",
            "tests/test262",
            "xtask/src/test262.rs",
        ],
        beside: Some(test262::SAMPLE),
    }),
    work: test262::run_sample,
};

const PROGRAMS: Step = Step {
    name: "programs",
    covers: Some(Covers {
        packages: SANDBOX,
        paths: &[
            "tests/Cargo.toml",
            "tests/examples",
            "tests/programs",
            "tests/src",
            "xtask/src/programs.rs",
        ],
        beside: None,
    }),
    work: || programs::check(PROGRAMS_EVERY),
};

const FILES: Step = Step {
    name: "files",
    covers: Some(Covers {
        packages: SANDBOX,
        paths: &[
            "tests/Cargo.toml",
            "tests/examples",
            "tests/files",
            "tests/src",
            "xtask/src/files.rs",
        ],
        beside: None,
    }),
    work: files::check,
};

const FORMATS: Step = Step {
    name: "formats",
    covers: Some(Covers {
        packages: &["isolate-formats"],
        paths: &["tests/formats", "xtask/src/formats.rs", "xtask/src/node.rs"],
        beside: None,
    }),
    work: formats::check,
};

const SHIMS: Step = Step {
    name: "shims",
    covers: Some(Covers {
        packages: SANDBOX,
        paths: &["tests/formats", "xtask/src/node.rs", "xtask/src/shims.rs"],
        beside: None,
    }),
    work: shims::check,
};

const STREAMS: Step = Step {
    name: "streams",
    covers: Some(Covers {
        packages: SANDBOX,
        paths: &["tests/streams", "xtask/src/node.rs", "xtask/src/streams.rs"],
        beside: None,
    }),
    work: streams::check,
};

const MCP: Step = Step {
    name: "mcp",
    covers: Some(Covers {
        packages: &["isolate-run"],
        paths: &[
            "mcp",
            "tests/mcp",
            "xtask/src/mcp.rs",
            "xtask/src/node.rs",
            "xtask/src/serving.rs",
        ],
        beside: None,
    }),
    work: mcp::run,
};

const SERVICE: Step = Step {
    name: "service",
    covers: Some(Covers {
        packages: &["isolate-run"],
        paths: &[
            "docs/openapi.json",
            "service",
            "tests/service",
            "xtask/src/service.rs",
            "xtask/src/serving.rs",
        ],
        beside: None,
    }),
    work: service::run,
};

const PAGE: Step = Step {
    name: "page",
    covers: Some(Covers {
        packages: &[],
        paths: &[
            "service/src/page.html",
            "service/src/routes/meta.rs",
            "tests/page",
            "xtask/src/node.rs",
            "xtask/src/page.rs",
            "xtask/src/serving.rs",
        ],
        beside: None,
    }),
    work: page::check,
};

/// What both packages for other languages are made from beside their own crates.
const PACKAGED: &str = "packaging/installed";

/// What says where there is no wheel.
const SDIST: &str = "packaging/sdist";

const PYTHON: Step = Step {
    name: "python",
    covers: Some(Covers {
        packages: &["isolate-python"],
        paths: &["README.md", "docs", PACKAGED, SDIST, "xtask/src/python.rs"],
        beside: None,
    }),
    work: python::check,
};

const NODE: Step = Step {
    name: "node",
    covers: Some(Covers {
        packages: &["isolate-node"],
        paths: &[
            "README.md",
            "docs",
            PACKAGED,
            "xtask/src/node.rs",
            "xtask/src/npm.rs",
            "xtask/src/python.rs",
        ],
        beside: None,
    }),
    work: npm::check,
};

/// The feature of the command that is off otherwise. The selection is that of the tests, so that the features
/// of everything else are the same, and little more than the command is built again.
const OTLP: Step = Step {
    name: "otlp",
    covers: Some(Covers {
        packages: &["isolate-benches", "isolate-run"],
        paths: &[],
        beside: None,
    }),
    work: || {
        let features = "isolate-benches/otlp,isolate-run/otlp";
        let feature = ["--locked", "--features", features];
        let clippy = [&["clippy", "--all-targets"], &feature[..], &TOGETHER[..]].concat();
        cargo(&[&clippy[..], &["--", "-D", "warnings"]].concat())?;
        let runner = match has_nextest() {
            true => &["nextest", "run"][..],
            false => &["test"],
        };
        let tests = [runner, &feature[..], &TOGETHER[..]].concat();
        cargo(&[&tests[..], &["--test", "it", "otlp::"]].concat())
    },
};

const DRILL: Step = Step {
    name: "drill",
    covers: Some(Covers {
        packages: &["isolate-stores"],
        paths: &[
            "cli/src/store.rs",
            "host/src/sandbox/turns.rs",
            "replica",
            "vfs/src/txn",
            "xtask/src/drill",
            "xtask/src/drill.rs",
            "xtask/src/python.rs",
            "xtask/src/serving.rs",
        ],
        beside: None,
    }),
    work: drill::check,
};

const FUZZ: Step = Step {
    name: "fuzz",
    covers: Some(Covers {
        packages: &["isolate-fuzz"],
        paths: &[],
        beside: None,
    }),
    work: || {
        let mut fuzz = Command::new(built("isolate-fuzz")?);
        crate::run(fuzz.args(["all", FUZZ_SECONDS]))
            .context("a fuzz target found something: see above")
    },
};

/// Whether the guest cannot be compiled here, which is told then as a reason to skip something.
fn without_target(what: &str) -> Result<bool> {
    let is_missing = !has_guest_target()?;
    if is_missing {
        skipped::step(what, "wasm32-wasip1 is not installed");
    }
    Ok(is_missing)
}

/// Runs cargo.
fn cargo(arguments: &[&str]) -> Result<()> {
    crate::run(Command::new("cargo").args(arguments))
}
