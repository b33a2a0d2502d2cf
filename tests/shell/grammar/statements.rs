//! Statements: pipelines, changes of files, loops, conditions, functions.

use super::Grammar;

/// Nothing lies deeper in loops and conditions.
const DEPTH_MAX: usize = 2;

impl Grammar<'_> {
    pub(super) fn script(&mut self) -> String {
        let mut lines = Vec::new();
        if self.choices.once_in(8) {
            let options = self.choices.of(&[
                "set -e",
                "set -u",
                "set -f",
                "shopt -s nullglob",
                "shopt -s globstar dotglob",
            ]);
            lines.push(options.to_owned());
        }
        if self.choices.once_in(12) {
            lines.push("trap 'echo bye $?' EXIT".to_owned());
        }
        let count = 1 + self.choices.below(4);
        for _ in 0..count {
            let statement = self.statement();
            lines.push(statement);
        }
        lines.join("\n")
    }

    fn statement(&mut self) -> String {
        let is_deep = self.depth >= DEPTH_MAX;
        match self.choices.below(if is_deep { 9 } else { 24 }) {
            0..=2 => self.pipeline(),
            3 => self.assignment(),
            4 => self.array(),
            5 | 6 => self.change(),
            7 => self.redirected(),
            8 => format!(
                "{} {} {}",
                self.simple(),
                self.choices.of(&["&&", "||", ";"]),
                self.simple()
            ),
            9 => self.for_loop(),
            10 => self.condition(),
            11 => self.case_of(),
            12 => self.function(),
            13 => format!("( {} )", self.block()),
            14 => format!("{{ {}; }}", self.block()),
            15 => self.counting_loop(),
            16 => self.reading_loop(),
            17 => self.pipe_status(),
            18 => format!("(cd {} && {{ {}; }} )", self.directory(), self.block()),
            19 => self.special(),
            _ => self.idiom(),
        }
    }

    /// Statements below another.
    fn block(&mut self) -> String {
        self.depth += 1;
        let count = 1 + self.choices.below(2);
        let statements: Vec<String> = (0..count).map(|_| self.statement()).collect();
        self.depth -= 1;
        let block = statements.join("; ");
        // The line of a delimiter has nothing behind it.
        block.replace("\nEND\n", "\nEND\n:")
    }

    pub(super) fn pipeline(&mut self) -> String {
        let mut text = self.source();
        let count = self.choices.below(4);
        for at in 0..count {
            let filter = if at + 1 == count && self.choices.once_in(4) && !text.contains("tee ") {
                self.last_filter()
            } else if lists(&text) {
                self.filter_without_files()
            } else {
                self.filter()
            };
            text = piped(&text, &filter);
        }
        text
    }

    /// A filter that neither makes a file nor reads one: what stands before it may do so at the same time.
    pub(super) fn filter_without_files(&mut self) -> String {
        let filter = self.filter();
        // Nor does it end early, so that all is done that stands before it.
        if ["tee ", "awk.out", "comm ", "head -c", "read -r first"]
            .iter()
            .any(|text| filter.contains(text))
        {
            return "cat".to_owned();
        }
        filter
    }

    /// A source with one filter at most.
    pub(super) fn simple(&mut self) -> String {
        let source = match self.choices.below(5) {
            0 => self
                .choices
                .of(&["true", "false", "(exit 3)", ":"])
                .to_owned(),
            1 => self.test(),
            _ => self.source(),
        };
        if source.contains('\n') {
            return "echo lines".to_owned();
        }
        source
    }

    fn assignment(&mut self) -> String {
        let name = self.choices.of(&["x", "y", "n"]);
        let value = match self.choices.below(6) {
            0 => self.word().to_owned(),
            1 => {
                let source = self.simple();
                format!("$({source})")
            }
            2 => format!("$(({}))", self.arithmetic(2)),
            3 => self
                .choices
                .of(&[
                    "'a b  c'",
                    "path.to.file.txt",
                    "$'l1\\nl2'",
                    "hello.World",
                    "''",
                    "'*'",
                    "a,b,c",
                ])
                .to_owned(),
            4 => self.parameter(),
            _ => format!("\"{}{}\"", self.parameter(), self.word()),
        };
        // An assignment of arithmetic evaluates what the variable holds.
        let value = if name == "n" {
            self.number().to_string()
        } else {
            value
        };
        if !self.variables.contains(&name) {
            self.variables.push(name);
        }
        let operator = self.choices.of(&["=", "=", "=", "+="]);
        let declared = self.choices.of(&["", "", "", "export ", "declare "]);
        if operator == "+=" {
            return format!("{name}+={value}");
        }
        format!("{declared}{name}={value}")
    }

    fn array(&mut self) -> String {
        let name = self.choices.of(&["arr", "list"]);
        if !self.arrays.contains(&name) {
            self.arrays.push(name);
        }
        match self.choices.below(6) {
            0 => format!("{name}=({})", self.expansions()),
            1 => format!("{name}+=({})", self.expansion()),
            2 => format!("mapfile -t {name} < {}", self.file()),
            3 => format!("{name}[2]={}", self.word()),
            4 => format!(
                "IFS=, read -ra {name} <<< {}",
                self.choices.of(&["'a,b,c'", "'one'", "',x'", "'1, 2'"])
            ),
            _ => format!("{name}=({}); unset '{name}[1]'", self.expansions()),
        }
    }

    /// Changes files.
    fn change(&mut self) -> String {
        match self.choices.below(24) {
            0 => format!("echo {} > {}", self.expansion(), self.new_name()),
            1 => format!("echo {} >> {}", self.word(), self.file()),
            2 => format!(
                "mkdir -p {}",
                self.choices.of(&["d/e", "new", "'a b'/c", "d"])
            ),
            3 => format!("cp {} {}", self.file(), self.new_name()),
            4 => format!("mv {} {}", self.file(), self.new_name()),
            5 => format!("rm {}", self.some_files()),
            6 => format!("rm -rf {}", self.directory()),
            7 => format!("touch {} {}", self.new_name(), self.file()),
            8 => format!("ln -s {} {}", self.file(), self.new_name()),
            9 => format!("sed -i {} {}", self.sed_script(), self.file()),
            10 => format!(
                "chmod {} {}",
                self.choices
                    .of(&["755", "+x", "u-x,go+w", "600", "a=r,u+w"]),
                self.file()
            ),
            11 => format!("cp -r {} {}", self.directory(), self.new_name()),
            12 => {
                let file = self.file();
                format!("sort {file} -o {file}")
            }
            13 => {
                let file = self.file();
                let filter = self.filter();
                format!("{filter} < {file} > tmp && mv tmp {file}")
            }
            14 => format!("cp {} {}", self.file(), self.directory()),
            15 => format!("mv {} {}", self.some_files(), self.directory()),
            16 => format!("rmdir {}", self.directory()),
            17 => format!("cat {} > {}", self.some_files(), self.new_name()),
            18 => format!(
                "find . -name '{}' -delete",
                self.choices.of(&["*.txt", "a*", "*.md"])
            ),
            19 => format!("truncate -s {} {}", self.number(), self.file()),
            20 => format!("mkdir {}", self.choices.of(&["new", "dir", "d"])),
            21 => "for f in ./*.txt; do mv \"$f\" \"${f%.txt}.bak\"; done".to_owned(),
            22 => format!(
                "printf '%s\\n' {} | tee {} > /dev/null",
                self.word(),
                self.new_name()
            ),
            _ => format!(
                "cp -p {} {}; stat -c %a {}",
                self.file(),
                self.new_name(),
                self.new_name()
            ),
        }
    }

    fn redirected(&mut self) -> String {
        let command = self.simple();
        let name = self.new_name();
        match self.choices.below(9) {
            0 => format!("{command} > {name}; cat {name}"),
            1 => format!("{{ {command}; }} >> {name} 2>/dev/null"),
            2 => format!("{{ {command}; }} 2>/dev/null"),
            3 => format!("{{ {command}; echo err >&2; }} 2>&1 > {name}"),
            4 => format!("{{ {command}; }} &> /dev/null; echo $?"),
            5 => format!("exec 3> {name}; echo fd >&3; exec 3>&-; cat {name}"),
            6 => format!("{{ echo o; echo e >&2; }} > {name} 2>&1; cat {name}"),
            7 => format!("cat < {} | wc -l", self.file()),
            _ => format!("{command} >| {name}; wc -c < {name}"),
        }
    }

    fn for_loop(&mut self) -> String {
        let words = match self.choices.below(4) {
            0 => self.expansions(),
            1 => self.choices.of(&["1 2 3", "a b", "x"]).to_owned(),
            2 => self.choices.of(&["./*", "./*.txt", "./*/"]).to_owned(),
            _ => self.braces().to_owned(),
        };
        self.variables.push("i");
        let body = match self.choices.below(4) {
            0 => "echo \"$i\"".to_owned(),
            1 => "echo \"<$i>\"; [ -f \"$i\" ] && cat \"$i\"".to_owned(),
            2 => self
                .choices
                .of(&[
                    "[[ $i == *a* ]] && continue; echo $i",
                    "echo $i; break",
                    "echo \"${i##*/}\"",
                ])
                .to_owned(),
            _ => self.block(),
        };
        self.variables.pop();
        let after = match self.choices.below(4) {
            0..=2 => String::new(),
            _ => format!(" | {}", self.filter_without_files()),
        };
        format!("for i in {words}; do {body}; done{after}")
    }

    fn counting_loop(&mut self) -> String {
        let body = match self.choices.below(2) {
            0 => "echo $i".to_owned(),
            _ => self.block(),
        };
        match self.choices.below(3) {
            0 => format!(
                "for ((i = 0; i < {}; i++)); do ({body}); done",
                self.number()
            ),
            // What the body does to the variable cannot make it endless.
            1 => format!("i=0; while [ $i -lt 3 ]; do i=$((i + 1)); ({body}); done"),
            _ => format!("i=0; until ((i++ >= 2)); do ({body}); done"),
        }
    }

    fn reading_loop(&mut self) -> String {
        let body = match self.choices.below(2) {
            0 => "echo \"[$line]\"".to_owned(),
            _ => self.block(),
        };
        let input = match self.choices.below(3) {
            0 => format!("< {}", self.file()),
            1 => "<<< $'a\\nb'".to_owned(),
            // It runs at the same time as the body, which may not change what it looks at.
            _ => {
                let source = self.simple();
                return format!("while IFS= read -r line; do echo \"[$line]\"; done < <({source})");
            }
        };
        format!("while IFS= read -r line; do {{ {body}; }} < /dev/null; done {input}")
    }

    fn condition(&mut self) -> String {
        let test = match self.choices.below(3) {
            0 | 1 => self.test(),
            _ => self.simple(),
        };
        let then = self.block();
        if self.choices.once_in(2) {
            return format!("if {test}; then {then}; else {}; fi", self.block());
        }
        format!("if {test}; then {then}; fi")
    }

    fn test(&mut self) -> String {
        match self.choices.below(12) {
            0 => format!("[ -f {} ]", self.file()),
            1 => format!("[ -d {} ]", self.directory()),
            2 => format!(
                "[[ {} == {} ]]",
                self.word(),
                self.choices
                    .of(&["a*", "one", "*e", "\"a*\"", "?", "[a-f]*"])
            ),
            3 => format!("[ {} -gt {} ]", self.number(), self.number()),
            4 => format!("(({}))", self.arithmetic(2)),
            5 => format!(
                "[[ {} =~ {} ]]",
                self.word(),
                self.choices
                    .of(&["^[a-z]+$", "[0-9]", "(.)(.)", "o+", "^$"])
            ),
            6 => format!("[ -z \"{}\" ]", self.parameter()),
            7 => format!("[[ -n {} && -e {} ]]", self.parameter(), self.file()),
            8 => format!("[[ -s {} || -L {} ]]", self.file(), self.file()),
            9 => format!("test -x {}", self.file()),
            10 => format!("[ \"{}\" = {} ]", self.parameter(), self.word()),
            _ => format!("! grep -q '{}' {}", self.expression(), self.file()),
        }
    }

    fn case_of(&mut self) -> String {
        let word = self.expansion();
        let first = self
            .choices
            .of(&["a*", "*.txt", "[0-9]*", "one | two", "?", "*e"]);
        let body = self.block();
        format!("case {word} in {first}) {body};; '') echo empty;; *) echo other;; esac")
    }

    fn function(&mut self) -> String {
        let name = self.choices.of(&["f", "g"]);
        if !self.functions.contains(&name) {
            self.functions.push(name);
        }
        let body = match self.choices.below(6) {
            0 => "echo \"$1:$#\"".to_owned(),
            1 => "local v=${1:-none}; echo \"v=$v\"; return 2".to_owned(),
            2 => "for a in \"$@\"; do echo \"<$a>\"; done".to_owned(),
            3 => "shift; echo \"$*\"".to_owned(),
            4 => "cat; echo \"end $1\"".to_owned(),
            _ => self.block(),
        };
        let call = match self.choices.below(4) {
            0 | 1 => format!("{name} {} < /dev/null", self.expansions()),
            2 => format!("echo in | {name} x | {}", self.filter_without_files()),
            _ => format!(
                "r=$({name} {} < /dev/null); echo \"$? $r\"",
                self.expansions()
            ),
        };
        format!("{name}() {{ {body}; }}; {call}")
    }

    fn pipe_status(&mut self) -> String {
        let source = self.simple();
        match self.choices.below(3) {
            0 => format!("{source} | cat; echo \"${{PIPESTATUS[@]}}\""),
            1 => format!(
                "set -o pipefail; {source} | {}; echo $?; set +o pipefail",
                self.filter_without_files()
            ),
            _ => format!("{source}; echo $?"),
        }
    }

    fn special(&mut self) -> String {
        match self.choices.below(14) {
            0 => format!("printf -v x '%03d' {}; echo $x", self.number()),
            1 => format!(
                "declare -A m=([a]=1 [\"b c\"]=2); m[{}]=3; for k in \"${{!m[@]}}\"; do echo \"$k=${{m[$k]}}\"; done | sort",
                self.word()
            ),
            2 => "set -- p 'q r' s; echo $# \"$2\"; shift; printf '<%s>' \"$@\"; echo \"$*\""
                .to_owned(),
            3 => format!("eval 'echo {}'", self.word()),
            4 => "while getopts 'ab:' o -a -b v; do echo \"$o ${OPTARG-}\"; done".to_owned(),
            5 => format!(
                "[[ 'k1=v2' =~ {} ]] && echo \"${{BASH_REMATCH[@]}}\"",
                self.choices.of(&["([a-z]+)([0-9])=(.*)", "=", "[0-9]+"])
            ),
            6 => format!("let 'n = {}'; echo $n", self.arithmetic(2)),
            7 => format!("n=5; ((n += {})); echo $n $((n++)) $n", self.number()),
            8 => "read -r p q < <(echo 'a b c'); echo \"$q\"".to_owned(),
            9 => format!("(exit {}); echo $?", self.number()),
            10 => "(echo bg > bg.out) & wait; cat bg.out".to_owned(),
            11 => format!(
                "echo $'{}' | {{ read a; echo \"$a\"; }}",
                self.choices.of(&["a\\\\b", "  x  ", "a\\\\\\nb"])
            ),
            12 => "shopt -s extglob; x=aab; echo ${x##+(a)} ${x/@(a|b)/_}".to_owned(),
            _ => "echo \"${x:-$(echo computed)}\" ${#x}".to_owned(),
        }
    }
}

/// Whether a command looks at which files there are.
fn lists(text: &str) -> bool {
    ["find ", "ls ", "grep -r", "*", "?", "["]
        .iter()
        .any(|listing| text.contains(listing))
}

/// A command whose output goes into a filter; that of a here-document is named before its lines.
fn piped(text: &str, filter: &str) -> String {
    match text.split_once('\n') {
        Some((first, rest)) if first.contains("<<") && !first.contains("<<<") => {
            format!("{first} | {filter}\n{rest}")
        }
        _ => format!("{text} | {filter}"),
    }
}
