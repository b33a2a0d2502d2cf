//! The lines that are generated from the table.

use isolate_intent::{Also, also, fields, other_names, presets};
use isolate_protocol::{Effect, Field, METHODS, MORE, Method, Param, Type, TypeDef};

use super::calls::{argument, field, given, key, options_of, spellings, value};

/// A line of the program.
pub(super) enum Line {
    /// Two calls that answer the same.
    Same {
        other: String,
        declared: String,
        writes: bool,
    },
    /// A call that is refused by a message with these words.
    Refused { call: String, keys: Vec<String> },
}

/// A method and the lines that are made of it.
struct Maker {
    method: &'static Method,
    writes: bool,
    required: Vec<String>,
    lines: Vec<Line>,
}

/// Methods that change what other calls have done.
const OF_HISTORY: &[&str] = &["undo", "history", "checkpoint", "restore"];

/// All lines.
pub(super) fn lines() -> Vec<Line> {
    METHODS
        .iter()
        .chain(MORE)
        // It is part of how a function replaces, and no call of programs.
        .filter(|method| method.name != "matchesForReplacement")
        // What is about operations would take back what the program itself needs.
        .filter(|method| !OF_HISTORY.contains(&method.name))
        .flat_map(|method| {
            let required = method.params.iter().filter(|param| !param.optional);
            let mut maker = Maker {
                method,
                writes: method.effect == Effect::Write,
                required: required.map(|param| argument(method, param)).collect(),
                lines: Vec::new(),
            };
            maker.names();
            maker.parameters();
            if let Some((at, def)) = options_of(method) {
                maker.options(at, def);
                maker.shorthands(at, def);
                maker.refusals(at, def);
            }
            maker.data();
            maker.lines
        })
        .collect()
}

impl Maker {
    fn call(&self, name: &str, args: &[String]) -> String {
        let holder = if name.contains('-') {
            format!("state[{name:?}]")
        } else {
            format!("state.{name}")
        };
        format!("{holder}({})", args.join(", "))
    }

    fn declared(&self, args: &[String]) -> String {
        self.call(self.method.name, args)
    }

    fn same(&mut self, other: String, declared: String) {
        if other != declared {
            let writes = self.writes;
            self.lines.push(Line::Same {
                other,
                declared,
                writes,
            });
        }
    }

    fn refused(&mut self, call: String, keys: &[&str]) {
        let keys = keys.iter().map(|key| (*key).to_owned()).collect();
        self.lines.push(Line::Refused { call, keys });
    }

    /// The required arguments, and options at their place.
    fn with_options(&self, at: usize, options: &str) -> Vec<String> {
        let mut args = self.required.clone();
        args.resize(at, "undefined".to_owned());
        if !options.is_empty() {
            args.push(options.to_owned());
        }
        args
    }

    /// Every other name of the method.
    fn names(&mut self) {
        let own = spellings(self.method.name);
        for name in own {
            self.same(
                self.call(&name, &self.required),
                self.declared(&self.required),
            );
        }
        for name in self.method.aliases {
            let presets = presets(self.method, Some(name));
            let declared = if presets.is_empty() {
                self.required.clone()
            } else {
                let members: Vec<String> = presets
                    .iter()
                    .map(|(name, value)| format!("{name}: {}", given(*value)))
                    .collect();
                let (at, _) = options_of(self.method).expect("presets are options");
                self.with_options(at, &format!("{{ {} }}", members.join(", ")))
            };
            for name in spellings(name) {
                self.same(self.call(&name, &self.required), self.declared(&declared));
                let waiting = format!("{name}Async");
                self.same(
                    self.call(&waiting, &self.required),
                    self.declared(&declared),
                );
                let immediate = format!("{name}Sync");
                self.same(
                    self.call(&immediate, &self.required),
                    self.declared(&declared),
                );
            }
        }
    }

    /// Every other key of an object with all parameters.
    fn parameters(&mut self) {
        let params: Vec<&Param> = self
            .method
            .params
            .iter()
            .filter(|param| !param.optional)
            .collect();
        let required = self.required.clone();
        let object = |at: usize, name: &str| {
            let members: Vec<String> = params
                .iter()
                .zip(&required)
                .enumerate()
                .map(|(index, (param, value))| {
                    let name = if index == at { name } else { param.name };
                    format!("{}: {value}", key(name))
                })
                .collect();
            format!("{{ {} }}", members.join(", "))
        };
        let mut made = Vec::new();
        for (at, param) in params.iter().enumerate() {
            let others = other_names(self.method, param).filter(|alias| {
                // A name of two parameters is the first one's, unless that is given, too.
                !params[..at].iter().any(|before| {
                    before.name == *alias
                        || other_names(self.method, before).any(|name| name == *alias)
                })
            });
            for name in std::iter::once(param.name).chain(others) {
                made.extend(spellings(name).into_iter().map(|name| object(at, &name)));
            }
        }
        for object in made {
            self.same(self.declared(&[object]), self.declared(&self.required));
        }
        let Some(first) = params.first() else { return };
        let mut both = object(0, first.name);
        both.truncate(both.len() - 2);
        let call = self.declared(&[format!("{both}, zzzStrange: 1 }}")]);
        self.refused(call, &["zzzStrange"]);
    }

    /// Every other spelling of every option.
    fn options(&mut self, at: usize, def: &'static TypeDef) {
        for Field { name, ty, .. } in fields(def) {
            let value = value(ty, name);
            let declared = self.declared(&self.with_options(at, &format!("{{ {name}: {value} }}")));
            for other in spellings(name) {
                let options = format!("{{ {}: {value} }}", key(&other));
                self.same(
                    self.declared(&self.with_options(at, &options)),
                    declared.clone(),
                );
            }
        }
        for also in also(def) {
            let (names, pairs): (&str, Vec<(String, String)>) = match also {
                Also::Names(target, names) => {
                    let value = field(def, target)
                        .map_or_else(|| "1".to_owned(), |field| value(&field.ty, target));
                    (
                        names,
                        vec![(value.clone(), format!("{{ {target}: {value} }}"))],
                    )
                }
                Also::Not(target, names) => {
                    let pair =
                        |value: bool| (value.to_string(), format!("{{ {target}: {} }}", !value));
                    (names, vec![pair(true), pair(false)])
                }
                Also::Both([one, other], names) => (
                    names,
                    vec![("1".to_owned(), format!("{{ {one}: 1, {other}: 1 }}"))],
                ),
                Also::Says(names, values, target) => {
                    let declared = match target {
                        None => "{}".to_owned(),
                        Some((target, value)) => format!("{{ {target}: {} }}", given(*value)),
                    };
                    let pair = |said: &str| match said {
                        "true" | "false" | "null" => (said.to_owned(), declared.clone()),
                        said => (format!("{said:?}"), declared.clone()),
                    };
                    (names, values.split(' ').map(pair).collect())
                }
                Also::Passed(names) => (names, vec![("1".to_owned(), "{}".to_owned())]),
                _ => continue,
            };
            for name in names.split(' ').flat_map(spellings) {
                for (value, declared) in &pairs {
                    let other = self.with_options(at, &format!("{{ {}: {value} }}", key(&name)));
                    let declared = self.with_options(at, declared);
                    self.same(self.declared(&other), self.declared(&declared));
                }
            }
            if let Also::Names(target, names) | Also::Not(target, names) = also
                && let Some(Field {
                    ty: Type::Boolean, ..
                }) = field(def, target)
            {
                let is_not = matches!(also, Also::Not(..));
                for name in names.split(' ') {
                    let options = format!("{{ {}: true, {target}: {is_not} }}", key(name));
                    let call = self.declared(&self.with_options(at, &options));
                    self.refused(call, &[name, target]);
                }
            }
        }
    }

    /// Every value that stands in place of the options.
    fn shorthands(&mut self, at: usize, def: &'static TypeDef) {
        for also in also(def) {
            let (target, value) = match also {
                Also::Text(target) => (target, value(&Type::String, target)),
                Also::Count(target) => (target, "1".to_owned()),
                Also::Switch(target) => (target, "true".to_owned()),
                Also::List(target) => (target, "[\"b.txt\"]".to_owned()),
                _ => continue,
            };
            let other = self.declared(&self.with_options(at, &value));
            let options = format!("{{ {target}: {value} }}");
            let declared = self.declared(&self.with_options(at, &options));
            self.same(other, declared);
        }
    }

    /// Every option that is refused: strangers, and those that are known and not there.
    fn refusals(&mut self, at: usize, def: &'static TypeDef) {
        let first = def.fields().first().map_or("path", |field| field.name);
        for stranger in ["zzzStrange", "colour", &format!("{first}{first}X")] {
            let options = format!("{{ {stranger}: true }}");
            let call = self.declared(&self.with_options(at, &options));
            self.refused(call, &[stranger]);
        }
        for also_refused in also(def) {
            let Also::Refuse(refused, _) = also_refused else {
                continue;
            };
            for name in refused.split(' ') {
                let is = |names: &str| {
                    names
                        .split(' ')
                        .any(|other| other.eq_ignore_ascii_case(name))
                };
                let is_known = field(def, name).is_some()
                    || also(def).any(|also| match also {
                        Also::Names(_, names)
                        | Also::Not(_, names)
                        | Also::Both(_, names)
                        | Also::Passed(names) => is(names),
                        _ => false,
                    });
                if is_known {
                    continue;
                }
                for value in ["true", "false", "3", "\"x\""] {
                    let is_said = also(def).any(|also| {
                        matches!(also, Also::Says(names, said, _) if is(names) && said.split(' ').any(|said| said == value.trim_matches('"')))
                    });
                    if !is_said {
                        let options = format!("{{ {}: {value} }}", key(name));
                        let call = self.declared(&self.with_options(at, &options));
                        self.refused(call, &[name]);
                    }
                }
            }
        }
    }

    /// Every other name and word of data: operations of JSON, instructions of edits.
    fn data(&mut self) {
        for (at, param) in self.method.params.iter().enumerate() {
            let Type::Array(Type::Named(def)) = param.ty else {
                continue;
            };
            let bases: &[&[(&str, &str)]] = match self.method.name {
                "updateJson" => &[&[("op", "\"set\""), ("path", "\"a.c\""), ("value", "1")]],
                "planEdits" => &[
                    &[
                        ("kind", "\"write\""),
                        ("path", "\"/w/a.txt\""),
                        ("content", "\"x\""),
                    ],
                    &[
                        ("kind", "\"replace\""),
                        ("path", "\"/w/a.txt\""),
                        ("search", "\"one\""),
                        ("replacement", "\"x\""),
                    ],
                    &[
                        ("kind", "\"writeJson\""),
                        ("path", "\"/w/j.json\""),
                        ("value", "[1]"),
                    ],
                ],
                _ => &[&[("path", "\"/w/a.txt\""), ("content", "\"x\"")]],
            };
            let tag = bases[0][0].0;
            let object = |members: &[(&str, &str)]| {
                let members: Vec<String> = members
                    .iter()
                    .map(|(name, value)| format!("{}: {value}", key(name)))
                    .collect();
                format!("[{{ {} }}]", members.join(", "))
            };
            let mut made = Vec::new();
            for also in also(def) {
                match also {
                    Also::Names(target, names) => {
                        for base in bases {
                            if !base.iter().any(|(member, _)| member == target) {
                                continue;
                            }
                            for name in names.split(' ').flat_map(spellings) {
                                let renamed: Vec<(&str, &str)> = base
                                    .iter()
                                    .map(|(member, value)| {
                                        (
                                            if member == target {
                                                name.as_str()
                                            } else {
                                                *member
                                            },
                                            *value,
                                        )
                                    })
                                    .collect();
                                made.push((object(&renamed), object(base)));
                            }
                        }
                    }
                    Also::Words(literal, words) => {
                        let literal = format!("{literal:?}");
                        let base = bases.iter().find(|base| base[0].1 == literal);
                        let Some(base) = base else { continue };
                        for word in words.split(' ') {
                            let quoted = format!("{word:?}");
                            let mut other = base.to_vec();
                            other[0].1 = &quoted;
                            made.push((object(&other), object(base)));
                        }
                    }
                    _ => {}
                }
            }
            if tag == "kind" {
                for base in bases {
                    made.push((object(&base[1..]), object(base)));
                }
            }
            for (other, declared) in made {
                let mut args = self.required.clone();
                let mut plain = self.required.clone();
                args[at] = other;
                plain[at] = declared;
                self.same(self.declared(&args), self.declared(&plain));
            }
            let mut strange = bases[0].to_vec();
            strange.push(("zzzStrange", "1"));
            let mut args = self.required.clone();
            args[at] = object(&strange);
            self.refused(self.declared(&args), &["zzzStrange"]);
        }
    }
}
