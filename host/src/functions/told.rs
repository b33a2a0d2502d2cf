//! Functions in prompts, and the search for functions.

use isolate_prompt::{
    FunctionDoc, NamespaceDoc, declare_function, declare_functions, functions_prompt,
    search_functions,
};

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
        self.without_secrets(&declare_functions(&self.docs()))
    }

    /// The part of a prompt about the functions: their declarations up to about 2,000 tokens
    /// ([`isolate_prompt::DECLARATIONS_BYTES_MAX`]), and beyond that how a program searches them,
    /// at most about 600 tokens. Empty without functions.
    #[must_use]
    pub fn prompt(&self) -> String {
        let mut text = functions_prompt(&self.docs());
        for paragraph in &self.registered.told {
            if !text.is_empty() {
                text.push('\n');
            }
            text.push_str(paragraph);
            text.push('\n');
        }
        self.without_secrets(&text)
    }

    /// A server may have put a credential into a description.
    fn without_secrets(&self, text: &str) -> String {
        self.registered.secrets.hide_text(text)
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
                    self.without_secrets(function.description),
                    self.without_secrets(&declare_function(namespace.name, function)),
                )
            })
            .collect()
    }

    /// The declaration of one function, by its full name.
    pub(crate) fn declaration_of(&self, full_name: &str) -> Option<String> {
        let function = self.find(full_name.trim())?;
        let namespace = &function.info.namespace;
        let is_hidden = namespace.starts_with(super::HIDDEN);
        (!is_hidden).then(|| self.without_secrets(&declare_function(namespace, &doc(function))))
    }

    /// The full name that is most similar to another.
    pub(crate) fn nearest(&self, full_name: &str) -> Option<String> {
        let names: Vec<String> = self.infos().map(super::FunctionInfo::full_name).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        isolate_protocol::nearest_name(full_name, &names).map(str::to_owned)
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
