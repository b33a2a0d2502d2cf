//! Makes a program of a test.
//!
//! The program is a function that contains the harness, in a function of its own, and in it the
//! test, once more in a function: `this` is the global object, the mode is the test's, and its
//! first statements are the first of the function, so that directives keep their meaning. What
//! differs from a script: declarations make no properties of the global object, `return` and
//! `new.target` are allowed, and `arguments` is there.
//!
//! It returns nothing where the test passes, or what went wrong, as text: so it means the same in
//! every engine. Only whether a test is refused has to be seen from outside.

use anyhow::{Context as _, Result};

use super::{FrontMatter, Mode, Phase, Suite};

/// Every test gets these.
const HARNESS: [&str; 2] = ["assert.js", "sta.js"];

/// Those with the flag `async` get this one too.
const ASYNC: &str = "doneprintHandle.js";

/// What goes around all: it takes what it needs before a test can change it. Promises have a
/// constructor of their own property, so that waiting for them calls nothing of the test's.
const HEAD: &str = r#"async () => {
  // A test may leave rejections behind that nobody handles.
  if (typeof process === "object") process.on("unhandledRejection", () => {});
  const $complete = "Test262:AsyncTestComplete", $delay = setTimeout;
  let $reports = 0, $report, $settle, $tick;
  const $own = (promise) => Object.defineProperty(promise, "constructor", { value: Promise });
  const $done = $own(new Promise((resolve) => { $settle = resolve; }));
  const $later = $own(new Promise((resolve) => { $tick = resolve; }));
  const $text = (error) => {
    try {
      if (typeof error !== "object" || error === null) return "threw " + String(error);
      return (error.name || error.constructor.name) + ": " + error.message;
    } catch { return "threw what is no text"; }
  };
  const $failure = (function () {
    function print(message) {
      if ($reports++ === 0 || message !== $complete) $report = message;
      $settle();
    }
    var $262 = {
      global: globalThis,
      detachArrayBuffer(buffer) {
        structuredClone(buffer, { transfer: [buffer] });
        try { new DataView(buffer); } catch { return; }
        throw new Error("a buffer cannot be detached");
      },
    };
"#;

/// Helpers of the harness look for what a script would have put there.
const DONE: &str = r#"Object.defineProperty(globalThis, "$DONE",
  { value: $DONE, writable: true, configurable: true });
"#;

/// What stands behind a test that only has to return.
const RETURNED: &str = r"
    } catch ($error) { return $text($error); }
  }).call(globalThis);
  return $failure;
}
";

/// What stands behind a test that reports. Jobs that are left get their turn, so that a second
/// report is seen.
const REPORTED: &str = r#"
    } catch ($error) { return $text($error); }
  }).call(globalThis);
  if ($failure !== undefined) return $failure;
  await $done;
  $delay($tick, 0);
  await $later;
  if ($report !== $complete) return "reported " + $report;
  if ($reports !== 1) return "reported " + $reports + " times";
}
"#;

/// Makes a program of a test, with what it needs of the harness.
///
/// # Errors
///
/// A file that the harness does not have.
pub fn program(suite: &Suite, test: &str, front: &FrontMatter, mode: Mode) -> Result<String> {
    let is_async = front.has_flag("async");
    let mut program = HEAD.to_owned();
    let asynchronous = is_async.then_some(ASYNC);
    let includes = front.includes.iter().map(String::as_str);
    for name in HARNESS.into_iter().chain(asynchronous).chain(includes) {
        let text = suite
            .harness(name)
            .with_context(|| format!("the harness has no {name}"))?;
        program.push_str(text);
        program.push('\n');
    }
    if is_async {
        program.push_str(DONE);
    }
    program.push_str(match mode {
        Mode::Sloppy => "try { (function () {\n",
        Mode::Strict => "try { (function () { \"use strict\";\n",
    });
    program.push_str(test);
    program.push_str("\n}).call(globalThis);");
    let runtime = front.negative.as_ref();
    match runtime.filter(|negative| negative.phase == Phase::Runtime) {
        Some(negative) => program.push_str(&thrown(&negative.constructor)),
        None if is_async => program.push_str(REPORTED),
        None => program.push_str(RETURNED),
    }
    Ok(program)
}

/// What stands behind a test that has to throw.
fn thrown(constructor: &str) -> String {
    format!(
        r#"
    }} catch ($error) {{
      return $error.constructor.name === "{constructor}" ? undefined : $text($error);
    }}
    return "threw no {constructor}";
  }}).call(globalThis);
  return $failure;
}}
"#
    )
}
