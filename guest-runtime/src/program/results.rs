//! Says what a method of `state` gives, where a program has taken it for something else.

use isolate_protocol::{Called, Field, METHODS, Method, MethodId, Shape, Type, TypeDef, lookup};

/// Results of `state` methods that a program keeps.
struct Kept<'a> {
    method: &'static Method,
    /// The name, or the pattern in braces, that it is bound to.
    binding: &'a str,
}

/// What to add to the message of an error at `line`, whose program is `lines`.
pub(crate) fn hint_of_results(
    name: &str,
    message: &str,
    lines: &[String],
    line: Option<&str>,
) -> Option<String> {
    let line = line.unwrap_or_default();
    if name == "SyntaxError" {
        let is_parse = line.contains("JSON.parse(") && message.contains("JSON");
        let parsed = lines
            .iter()
            .any(|line| line.contains("state.readJson(") || line.contains("state.queryJson("));
        return (is_parse && parsed).then(|| {
            "state.readJson gives the parsed value: use it as it is, without JSON.parse".to_owned()
        });
    }
    if name != "TypeError" {
        return None;
    }
    if let Some(text) = nested(message, line) {
        return Some(text);
    }
    let kept: Vec<Kept<'_>> = lines.iter().flat_map(|line| kept_in(line)).collect();
    let member = member_of(message);
    if message.contains("of null")
        && let Some(member) = member
    {
        let found = kept.iter().find(|kept| {
            takes_null(&kept.method.returns) && has_member(&kept.method.returns, member)
        });
        let called = lines
            .iter()
            .any(|line| line.contains("state.stat(") || line.contains("state.lstat("));
        if found.is_some() || called {
            return Some("state.stat gives null where nothing is: check it first".to_owned());
        }
    }
    for kept in &kept {
        let method = kept.method;
        if let Some(pattern) = kept.binding.strip_prefix('{') {
            let mut names = pattern
                .trim_end_matches('}')
                .split(',')
                .map(|part| part.split([':', '=']).next().unwrap_or_default().trim());
            let strange = names.find(|name| {
                !name.is_empty() && !name.starts_with("...") && !has_member(&method.returns, name)
            });
            if let Some(strange) = strange
                && !matches!(method.returns, Type::Json | Type::Data | Type::Void)
            {
                return Some(format!("{}; {}", gives(method), lacks(method, strange)));
            }
            continue;
        }
        let used = line.match_indices(kept.binding).find_map(|(at, _)| {
            let before = line[..at].chars().next_back();
            let rest = line[at + kept.binding.len()..].strip_prefix('.')?;
            let end = rest
                .find(|c: char| !c.is_alphanumeric() && c != '_')
                .unwrap_or(rest.len());
            let is_whole =
                before.is_none_or(|c| !c.is_alphanumeric() && !matches!(c, '_' | '$' | '.'));
            is_whole.then_some(&rest[..end])
        });
        if let Some(member) = used
            && !has_member(&method.returns, member)
            && !matches!(
                method.returns,
                Type::Json | Type::Data | Type::Void | Type::Bytes
            )
        {
            return Some(gives(method));
        }
    }
    // The elements of a listing, taken for entries.
    let entries = [
        "name",
        "path",
        "type",
        "size",
        "isFile",
        "isDirectory",
        "isSymbolicLink",
        "mtime",
    ];
    let is_entry = entries
        .iter()
        .any(|name| line.contains(&format!(".{name}")));
    let names = lines
        .iter()
        .flat_map(|line| calls_in(line))
        .find(|(_, method)| matches!(method.returns, Type::Array(Type::String)));
    names.filter(|_| is_entry).map(|(_, method)| {
        let other = if method.id() == MethodId::Readdir {
            ": state.readdirWithFileTypes(path) gives { name, type }"
        } else {
            ": state.find(path) gives { path, name, type, size }"
        };
        format!("state.{} gives texts (string[]){other}", method.name)
    })
}

/// Says of `state.fs.readFile(…)` that the methods are on `state` itself.
fn nested(message: &str, line: &str) -> Option<String> {
    let member = member_of(message).filter(|_| message.contains("of undefined"))?;
    lookup(member)?;
    let at = line.find(&format!(".{member}"))?;
    let holder = line[..at]
        .rsplit(|c: char| !c.is_alphanumeric() && c != '.')
        .next()?;
    let inner = holder.strip_prefix("state.")?;
    (!inner.contains('.')).then(|| {
        format!("There is no state.{inner}: methods are on state itself, await state.{member}(…)")
    })
}

/// What a method gives, in words.
pub(super) fn gives(method: &Method) -> String {
    if matches!(method.returns, Type::Array(Type::Data)) {
        return format!("state.{} gives an array of rows", method.name);
    }
    format!("state.{} gives {}", method.name, shape(&method.returns))
}

/// That what a method gives has no such member.
pub(super) fn lacks(method: &Method, member: &str) -> String {
    match method.returns {
        Type::Array(Type::Data) => format!("the rows are the array itself, without {member}"),
        _ => format!("it has no {member}"),
    }
}

/// A type with the members of what it names.
fn shape(ty: &Type) -> String {
    match ty {
        Type::Array(item) => match shape(item) {
            item if item.contains(" | ") && !item.starts_with('{') => {
                format!("an array of ({item})")
            }
            item => format!("an array of {item}"),
        },
        Type::Named(TypeDef {
            shape: Shape::Object(fields) | Shape::Options(fields),
            ..
        }) => {
            let names: Vec<&str> = fields.iter().map(|Field { name, .. }| *name).collect();
            format!("{{ {} }}", names.join(", "))
        }
        Type::Union(members) => members.iter().map(shape).collect::<Vec<_>>().join(" | "),
        other => other.to_string(),
    }
}

fn takes_null(ty: &Type) -> bool {
    matches!(ty, Type::Union(members) if members.iter().any(|member| matches!(member, Type::Null)))
}

/// Whether values of a type have a member; what the language itself gives them is not listed.
pub(super) fn has_member(ty: &Type, name: &str) -> bool {
    const OF_ANY: &[&str] = &["toString", "valueOf", "hasOwnProperty", "constructor"];
    const OF_ARRAYS: &[&str] = &[
        "length",
        "map",
        "filter",
        "forEach",
        "find",
        "findIndex",
        "findLast",
        "some",
        "every",
        "reduce",
        "reduceRight",
        "slice",
        "splice",
        "concat",
        "join",
        "includes",
        "indexOf",
        "lastIndexOf",
        "push",
        "pop",
        "shift",
        "unshift",
        "sort",
        "reverse",
        "flat",
        "flatMap",
        "at",
        "entries",
        "keys",
        "values",
        "fill",
        "toSorted",
        "toReversed",
        "toSpliced",
        "with",
        "copyWithin",
        "toLocaleString",
        "findLastIndex",
    ];
    const OF_ENTRIES: &[&str] = &[
        "isFile",
        "isDirectory",
        "isSymbolicLink",
        "isBlockDevice",
        "isCharacterDevice",
        "isFIFO",
        "isSocket",
        "mtimeMs",
        "ctimeMs",
        "atimeMs",
        "birthtimeMs",
        "ctime",
        "atime",
        "birthtime",
    ];
    if OF_ANY.contains(&name) {
        return true;
    }
    match ty {
        Type::Array(_) => OF_ARRAYS.contains(&name),
        Type::Named(TypeDef {
            shape: Shape::Object(fields),
            ..
        }) => {
            fields.iter().any(|field| field.name == name)
                || (OF_ENTRIES.contains(&name) && fields.iter().any(|field| field.name == "type"))
        }
        Type::Union(members) => members.iter().any(|member| has_member(member, name)),
        Type::Null => false,
        Type::String => OF_TEXTS.contains(&name),
        _ => true,
    }
}

/// Members of texts.
const OF_TEXTS: &[&str] = &[
    "length",
    "at",
    "charAt",
    "charCodeAt",
    "codePointAt",
    "concat",
    "endsWith",
    "includes",
    "indexOf",
    "isWellFormed",
    "lastIndexOf",
    "localeCompare",
    "match",
    "matchAll",
    "normalize",
    "padEnd",
    "padStart",
    "repeat",
    "replace",
    "replaceAll",
    "search",
    "slice",
    "split",
    "startsWith",
    "substr",
    "substring",
    "toLocaleLowerCase",
    "toLocaleUpperCase",
    "toLowerCase",
    "toUpperCase",
    "toWellFormed",
    "trim",
    "trimEnd",
    "trimStart",
    "trimLeft",
    "trimRight",
    "anchor",
    "link",
];

/// The member that a message says cannot be read.
fn member_of(message: &str) -> Option<&str> {
    message.split_once("(reading '")?.1.strip_suffix("')")
}

/// Calls of `state` methods in a line, by where they start.
fn calls_in(line: &str) -> impl Iterator<Item = (usize, &'static Method)> {
    line.match_indices("state.").filter_map(|(at, _)| {
        let rest = &line[at + "state.".len()..];
        let end = rest.find('(')?;
        let name = rest[..end].trim();
        let method = METHODS
            .iter()
            .find(|method| method.name == name)
            .or_else(|| {
                lookup(name)
                    .and_then(|found| Called::from_wire(found.number))
                    .map(|called| called.method)
            })?;
        Some((at, method))
    })
}

/// Results that a line binds: `const name = await state.method(…)`.
fn kept_in(line: &str) -> impl Iterator<Item = Kept<'_>> {
    calls_in(line).filter_map(|(at, method)| {
        let before = line[..at].trim_end().trim_end_matches('(').trim_end();
        let before = before
            .strip_suffix("await")?
            .trim_end()
            .trim_end_matches('(')
            .trim_end();
        let before = before.strip_suffix('=')?.trim_end();
        let binding = if before.ends_with('}') {
            &before[before.rfind('{')?..]
        } else {
            let start = before
                .rfind(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '$'))
                .map_or(0, |at| at + 1);
            &before[start..]
        };
        (!binding.is_empty()).then_some(Kept { method, binding })
    })
}

#[cfg(test)]
mod tests {
    use super::hint_of_results;

    fn check(name: &str, message: &str, program: &str, expected: &str) {
        let lines: Vec<String> = program.lines().map(str::to_owned).collect();
        let last = lines.last().map(String::as_str);
        assert_eq!(
            hint_of_results(name, message, &lines, last).unwrap_or_default(),
            expected
        );
    }

    #[test]
    fn results_taken_for_something_else() {
        check(
            "TypeError",
            "Cannot read properties of undefined (reading 'length')",
            "const { matches } = await state.searchFiles('/**', 'x');\nreturn matches.length",
            "state.searchFiles gives an array of { path, matches }; it has no matches",
        );
        check(
            "TypeError",
            "Cannot read properties of undefined (reading 'endsWith')",
            "const all = await state.readdir('/');\nreturn all.filter((e) => e.name.endsWith('.ts'))",
            "state.readdir gives texts (string[]): state.readdirWithFileTypes(path) gives { name, type }",
        );
        check(
            "TypeError",
            "Cannot read properties of null (reading 'size')",
            "const s = await state.stat('/a');\nreturn s.size",
            "state.stat gives null where nothing is: check it first",
        );
        check(
            "SyntaxError",
            "\"[object Object]\" is not valid JSON",
            "return JSON.parse(await state.readJson('/a.json'))",
            "state.readJson gives the parsed value: use it as it is, without JSON.parse",
        );
        check(
            "TypeError",
            "r.matches.forEach is not a function",
            "const r = await state.replaceInFiles('/**', 'a', 'b');\nr.matches.forEach((m) => m)",
            "state.replaceInFiles gives { dryRun, files, totalFiles, totalReplacements }",
        );
        check("TypeError", "x is not a function", "const x = 1;\nx()", "");
    }
}
