//! Methods, in languages where no word begins them.

/// The name of the method that a line inside of a class begins.
pub(super) fn method(language: &str, line: &str) -> Option<String> {
    match language {
        "JavaScript" | "TypeScript" => of_javascript(line),
        "Java" | "C#" => of_java(line),
        _ => None,
    }
}

/// Words that may precede the name of a method of JavaScript.
const MODIFIERS: &[&str] = &[
    "static",
    "async",
    "get",
    "set",
    "public",
    "private",
    "protected",
    "override",
    "readonly",
    "abstract",
    "declare",
    "accessor",
];

/// Words before brackets that are no names of methods.
const STATEMENTS: &[&str] = &[
    "if",
    "for",
    "while",
    "switch",
    "catch",
    "return",
    "new",
    "throw",
    "else",
    "super",
    "await",
    "function",
    "using",
    "lock",
    "foreach",
    "synchronized",
];

/// `name(…`, `static async *name(…`, `get name(…`, `#name(…`, and `name = (…) =>`.
fn of_javascript(line: &str) -> Option<String> {
    let mut rest = line;
    loop {
        let bare = rest.trim_start_matches(['*', ' ']);
        let end = bare
            .find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$' | '#')))
            .unwrap_or(bare.len());
        let (name, after) = bare.split_at(end);
        let behind = after.trim_start();
        if MODIFIERS.contains(&name) && !behind.starts_with(['(', '=', ':', ';', '<']) {
            rest = behind;
            continue;
        }
        let is_name = !name.is_empty()
            && !name.starts_with(|c: char| c.is_ascii_digit())
            && !STATEMENTS.contains(&name);
        let is_method = after.starts_with(['(', '<']) || holds_function(behind);
        return (is_name && is_method).then(|| name.to_owned());
    }
}

/// Whether what follows a name makes it a field that holds a function.
fn holds_function(text: &str) -> bool {
    let Some((_, value)) = text.split_once('=') else {
        return false;
    };
    let value = value.trim_start();
    let value = value.strip_prefix("async ").unwrap_or(value).trim_start();
    !text.starts_with("==")
        && (value.starts_with("function") || (value.starts_with('(') && value.contains("=>")))
}

/// `public int name(…`, and a constructor, `public Name(…`.
fn of_java(line: &str) -> Option<String> {
    let (before, _) = line.split_once('(')?;
    let is_call =
        before.contains(['=', '.', '"', '@', '(']) || line.ends_with(");") && !before.contains(' ');
    let name = before.rsplit([' ', '>', ']']).next()?;
    let words = before.split_whitespace().count();
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
    let first = before.split_whitespace().next().unwrap_or_default();
    let is_statement = STATEMENTS.contains(&first) || STATEMENTS.contains(&name);
    // A constructor may stand without a modifier.
    let is_declared = words > 1 || line.ends_with('{');
    (!is_call && is_name && is_declared && !is_statement).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::{of_java, of_javascript};

    #[test]
    fn methods_of_javascript_are_found() {
        for (line, name) in [
            ("constructor(a) {", "constructor"),
            ("static async *walk(root) {", "walk"),
            ("get size() {", "size"),
            ("get() {", "get"),
            ("#load<T>(path: string): T {", "#load"),
            ("private readonly run = async (x) => {", "run"),
            ("abstract area(): number;", "area"),
            ("static(x) {", "static"),
        ] {
            assert_eq!(of_javascript(line).as_deref(), Some(name), "{line}");
        }
        for line in [
            "count = 0;",
            "name: string;",
            "static size = add(1);",
            "if (x) {",
            "}",
            "// call(x)",
            "@decorated()",
            "['computed'](x) {",
            "static {",
        ] {
            assert_eq!(of_javascript(line), None, "{line}");
        }
    }

    #[test]
    fn methods_of_java_are_found() {
        for (line, name) in [
            ("public static void main(String[] args) {", "main"),
            ("Shape(int sides) {", "Shape"),
            ("List<String> names() {", "names"),
            ("double area();", "area"),
        ] {
            assert_eq!(of_java(line).as_deref(), Some(name), "{line}");
        }
        for line in [
            "int x = add(1);",
            "return add(1);",
            "run();",
            "@Test(x)",
            "if (a) {",
        ] {
            assert_eq!(of_java(line), None, "{line}");
        }
    }
}
