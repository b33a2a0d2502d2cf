//! Texts that are no paths, for every parameter that is one.

use isolate_host::RunOptions;
use isolate_protocol::{METHODS, MORE, Param, Type};

use crate::habits::call_with;
use crate::{ending, run};

/// What an empty path is answered with, where that is no error that names the parameter.
const ANSWERED: &[(&str, &str)] = &[
    ("exists", "returned false"),
    ("stat", "returned null"),
    ("lstat", "returned null"),
    ("rm", "threw Error: EPERM"),
    ("readFile", "threw Error: EISDIR"),
];

/// Parameters that only look as if they were paths: where a link leads is kept as it is given, and a
/// text is joined to a path.
const OTHERS: &[(&str, &str)] = &[
    ("symlink", "target"),
    ("resolvePath", "path"),
    ("queryJson", "query"),
];

fn is_path(param: &Param) -> bool {
    let says_path = |name: &&str| name.to_ascii_lowercase().ends_with("path");
    let mut names = param.aliases.iter().copied().chain([param.name]);
    matches!(param.ty, Type::String) && !param.optional && names.any(|name| says_path(&name))
}

#[test]
fn an_empty_path_is_no_path() {
    let mut tried = 0;
    for method in METHODS.iter().chain(MORE) {
        for param in method.params.iter().filter(|param| is_path(param)) {
            if OTHERS.contains(&(method.name, param.name)) {
                continue;
            }
            let call = call_with(method, Some(param));
            let result = ending(&run(
                &format!("async () => await {call}"),
                RunOptions::default(),
            ));
            let answered = ANSWERED.iter().find(|(name, _)| *name == method.name);
            let expected = answered.map_or_else(
                || {
                    format!(
                        "threw TypeError: state.{}: {:?} is empty;",
                        method.name, param.name
                    )
                },
                |(_, expected)| (*expected).to_owned(),
            );
            assert!(
                result.starts_with(&expected),
                "{call} gives {result}, not {expected}"
            );
            tried += 1;
        }
    }
    assert!(tried > 40, "{tried}");
}
