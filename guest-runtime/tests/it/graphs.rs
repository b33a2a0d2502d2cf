//! Random graphs of modules do here what they do in Node, which `ISOLATE_NODE` names.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::process::Command;

use crate::modules::run_files;

const GRAPHS: u64 = 150;

/// A generator of numbers that every platform has the same of.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, max: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % max
    }

    fn one_in(&mut self, count: u64) -> bool {
        self.below(count) == 0
    }
}

/// Module `index` of `count`. Modules wait or throw: where one throws beside one that waits, V8 rejects
/// an import later than the standard says.
fn module(index: u64, count: u64, waits: bool, numbers: &mut Numbers) -> String {
    let mut head = String::new();
    let mut body = format!("console.log('{index} starts');\n");
    for number in 0..numbers.below(4) {
        let other = numbers.below(count);
        let path = format!("'./m{other}.js'");
        let line = match numbers.below(8) {
            0 => format!("import {path};"),
            1 | 2 => {
                let _ = writeln!(
                    body,
                    "try {{ console.log('{index}', b{number}, j{number}(), b{number}); }} catch (error) {{ console.log('{index}', error.name); }}"
                );
                format!("import {{ v{other} as b{number}, i{other} as j{number} }} from {path};")
            }
            3 => {
                let _ = writeln!(
                    body,
                    "try {{ console.log('{index}', Object.keys(n{number}).join(), n{number}.v{other}); }} catch (error) {{ console.log('{index}', error.name); }}"
                );
                format!("import * as n{number} from {path};")
            }
            4 => {
                let _ = writeln!(
                    body,
                    "try {{ console.log('{index}', d{number}); }} catch (error) {{ console.log('{index}', error.name); }}"
                );
                format!("import d{number} from {path};")
            }
            5 => format!("export * from {path};"),
            6 => format!("export {{ v{other} as w{index}_{number} }} from {path};"),
            _ if numbers.one_in(6) => format!("import {{ shared as s{number} }} from {path};"),
            _ => format!("export * as all{index}_{number} from {path};"),
        };
        let _ = writeln!(head, "{line}");
    }
    if waits && numbers.one_in(3) {
        for turn in 0..=numbers.below(3) {
            let _ = writeln!(body, "await null; console.log('{index} after {turn}');");
        }
    }
    if !waits && numbers.one_in(12) {
        let _ = writeln!(body, "throw new Error('of {index}');");
    }
    let shared = if numbers.one_in(3) {
        "export const shared = 1;"
    } else {
        ""
    };
    format!(
        "{head}export let v{index} = {index};\nexport function i{index}() {{ return v{index} += 10; }}\nexport default 'default {index}';\n{shared}\n{body}console.log('{index} ends');\n"
    )
}

/// What both run: every module, one after the other.
fn main_of(count: u64, root: &str) -> String {
    format!(
        "for (let index = 0; index < {count}; index += 1) {{\n  try {{\n    const all = await import(`{root}/m${{index}}.js`);\n    console.log(Object.keys(all).join(), all[`v${{index}}`], all.default);\n  }} catch (error) {{\n    console.log(error.name, error.message.split(';')[0].split(' with the previous')[0]);\n  }}\n}}\n"
    )
}

#[test]
fn random_graphs_do_what_they_do_in_node() {
    let Some(node) = std::env::var_os("ISOLATE_NODE") else {
        eprintln!("skipped: ISOLATE_NODE names no Node");
        return;
    };
    let first = std::env::var("GRAPHS_SEED").map_or(1, |seed| seed.parse().unwrap());
    let folder = std::env::temp_dir().join(format!("isolate-graphs-{}", std::process::id()));
    for seed in first..first + GRAPHS {
        let mut numbers = Numbers(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        for _ in 0..8 {
            numbers.below(2);
        }
        let count = 1 + numbers.below(7);
        let files: BTreeMap<String, String> = (0..count)
            .map(|index| {
                (
                    format!("/m{index}.js"),
                    module(index, count, seed % 2 == 1, &mut numbers),
                )
            })
            .collect();
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        for (path, text) in &files {
            std::fs::write(folder.join(&path[1..]), text).unwrap();
        }
        std::fs::write(folder.join("package.json"), "{ \"type\": \"module\" }").unwrap();
        std::fs::write(folder.join("main.js"), main_of(count, ".")).unwrap();
        let output = Command::new(&node)
            .arg(folder.join("main.js"))
            .output()
            .unwrap();
        let theirs = String::from_utf8(output.stdout).unwrap();
        let ours = run_files(files.clone(), &main_of(count, ""));
        let ours = ours.strip_suffix("= Undefined").unwrap_or(&ours);
        assert_eq!(ours, theirs, "seed {seed}: {files:#?}");
    }
    let _ = std::fs::remove_dir_all(&folder);
}
