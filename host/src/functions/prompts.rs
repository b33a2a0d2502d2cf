//! Functions in prompts, and the search for functions.

use isolate_prompt::{
    FunctionDoc, NamespaceDoc, declare_function, declare_functions, functions_prompt,
    search_functions,
};
use isolate_text::lines::is_invisible;

use super::{Approval, Function, Functions};

impl Functions {
    /// TypeScript declarations of all namespaces that programs see.
    ///
    /// ```
    /// use isolate_host::Functions;
    ///
    /// let mut functions = Functions::new();
    /// functions.namespace("clock").add("now", |(): ()| async { Ok(5_u64) }).describe("The time.").reads();
    /// assert_eq!(
    ///     functions.declarations(),
    ///     "declare const clock: {\n  /** The time. */\n  now(): Promise<number | bigint>;\n};\n"
    /// );
    /// ```
    #[must_use]
    pub fn declarations(&self) -> String {
        self.for_models(&declare_functions(&self.docs()))
    }

    /// The part of a prompt about the functions: their declarations up to about 2,000 tokens
    /// ([`isolate_prompt::DECLARATIONS_BYTES_MAX`]), and beyond that how a program searches them,
    /// at most about 600 tokens. Empty without functions.
    #[must_use]
    pub fn prompt(&self) -> String {
        let mut text = functions_prompt(&self.docs());
        for paragraph in &self.registered.paragraphs {
            if !text.is_empty() {
                text.push('\n');
            }
            text.push_str(paragraph);
            text.push('\n');
        }
        self.for_models(&text)
    }

    /// Text that servers may have written: without credentials, and with nothing that cannot be seen
    /// or that turns the direction of what follows.
    fn for_models(&self, text: &str) -> String {
        visible(&self.registered.secrets.hide_text(text))
    }

    /// The functions that change nothing.
    #[must_use]
    pub fn only_reading(&self) -> Self {
        let mut reading = self.clone();
        for namespace in reading.change().namespaces.values_mut() {
            namespace
                .functions
                .retain(|_, function| function.info.is_read_only);
        }
        reading
    }

    /// The functions that match some words best: name, description and declaration of each.
    pub(crate) fn search(&self, words: &str, count_max: usize) -> Vec<(String, String, String)> {
        let docs = self.docs();
        search_functions(&docs, words, count_max)
            .into_iter()
            .map(|(namespace, function)| {
                let namespace = &docs[namespace];
                let function = &namespace.functions[function];
                (
                    format!("{}.{}", namespace.name, function.name),
                    self.for_models(function.description),
                    self.for_models(&declare_function(namespace.name, function)),
                )
            })
            .collect()
    }

    /// The declaration of one function, by its full name.
    pub(crate) fn declaration_of(&self, full_name: &str) -> Option<String> {
        let function = self.find(full_name.trim())?;
        let namespace = &function.info.namespace;
        let is_hidden = namespace.starts_with(super::HIDDEN);
        (!is_hidden).then(|| self.for_models(&declare_function(namespace, &doc(function))))
    }

    /// The full name that is most similar to another.
    pub(crate) fn nearest(&self, full_name: &str) -> Option<String> {
        let names: Vec<String> = self.infos().map(super::FunctionInfo::full_name).collect();
        isolate_intent::nearest(full_name, names.iter().map(String::as_str)).map(str::to_owned)
    }

    fn docs(&self) -> Vec<NamespaceDoc<'_>> {
        self.visible()
            .map(|(name, namespace)| {
                let functions = namespace.functions.values();
                NamespaceDoc::new(name)
                    .description(&namespace.description)
                    .functions(functions.map(|function| doc(function)).collect())
            })
            .collect()
    }
}

fn doc(function: &Function) -> FunctionDoc<'_> {
    let info = &function.info;
    let mut doc = FunctionDoc::new(&info.name).description(&info.description);
    doc.input = info.input.as_ref();
    doc.output = info.output.as_ref();
    doc.may_ask = !matches!(info.approval, Approval::Never);
    doc
}

/// A text with its invisible characters as escapes, but those that join pictures.
fn visible(text: &str) -> String {
    const JOINER: char = '\u{200d}';
    let mut out = String::with_capacity(text.len());
    let mut before = ' ';
    for c in text.chars() {
        if is_invisible(c) && (c != JOINER || before.is_ascii() || is_invisible(before)) {
            out.push_str(&format!("\\u{{{:x}}}", u32::from(c)));
        } else {
            out.push(c);
        }
        before = c;
    }
    out
}

#[cfg(test)]
mod tests {
    use serde_json::{Value as Json, json};

    use super::*;

    #[test]
    fn what_servers_say_is_visible() {
        let schema = json!({
            "type": "object",
            "properties": { "a\u{200b}b": { "enum": ["\u{2066}x"], "description": "\u{202d}y" } },
        });
        let mut functions = Functions::new();
        let mut namespace = functions.namespace("srv");
        namespace.describe("Of a \u{202e}server \u{1f468}\u{200d}\u{1f469}.");
        namespace
            .add_dynamic("f", |_: Json, _| async { Ok(Json::Null) })
            .describe("Deletes \u{202e}nothing\u{2069}, \u{e0041}never\u{feff}.")
            .input(schema);
        let found = functions.search("nothing", 5);
        let texts = [
            functions.declarations(),
            functions.prompt(),
            functions.declaration_of("srv.f").expect("it is there"),
            found[0].1.clone(),
            found[0].2.clone(),
        ];
        for text in texts {
            let hidden: Vec<char> = text.chars().filter(|c| is_invisible(*c)).collect();
            assert!(hidden.iter().all(|c| *c == '\u{200d}'), "{hidden:?} {text}");
            assert!(text.contains("Deletes \\u{202e}nothing\\u{2069}"), "{text}");
        }
        assert!(functions.prompt().contains("\u{1f468}\u{200d}\u{1f469}"));
    }
}
