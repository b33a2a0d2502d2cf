//! Words that are expanded: parameters, arithmetic, substitutions, braces, patterns.

use super::Grammar;

impl Grammar<'_> {
    /// A word that is expanded, quoted or not.
    pub(super) fn expansion(&mut self) -> String {
        match self.choices.below(9) {
            0 => self.word().to_owned(),
            1 => self.parameter(),
            2 => format!("\"{}\"", self.parameter()),
            3 => format!("$(({}))", self.arithmetic(2)),
            4 if self.depth < 3 => {
                self.depth += 1;
                let inner = self.pipeline();
                self.depth -= 1;
                format!("\"$({inner})\"")
            }
            5 => self.braces().to_owned(),
            6 => self.element(),
            7 => self
                .choices
                .of(&[
                    "'single $x'",
                    "\"double  space\"",
                    "$'tab\\tnl\\n'",
                    "a\\ b",
                    "\"q\\\"q\"",
                    "''",
                    "\"\"",
                    "'*'",
                    "\\*",
                    "\"it's\"",
                    "$'\\x41\\u00e9'",
                    "a\"b\"'c'",
                ])
                .to_owned(),
            _ => self
                .choices
                .of(&[
                    "./*", "./*.txt", "./?", "./[a-c]*", "./*/", "./*/*", "./.*d*", "./[!a]*",
                ])
                .to_owned(),
        }
    }

    pub(super) fn expansions(&mut self) -> String {
        let count = 1 + self.choices.below(3);
        let words: Vec<String> = (0..count).map(|_| self.expansion()).collect();
        words.join(" ")
    }

    fn variable(&mut self) -> &'static str {
        match self.variables.len() {
            0 => "unset",
            known => {
                let at = self.choices.below(known + 1);
                self.variables.get(at).copied().unwrap_or("unset")
            }
        }
    }

    pub(super) fn parameter(&mut self) -> String {
        let name = self.variable();
        let change = self.choices.below(24);
        let pattern = self.choices.of(&[
            "a", "?", "*", "[a-e]", "*.", "o*", "[0-9]", " ", "e", ".", "*[aeiou]",
        ]);
        match change {
            0 => format!("${name}"),
            1 => format!("${{#{name}}}"),
            2 => format!("${{{name}:-default}}"),
            3 => format!("${{{name}:+alt}}"),
            4 => format!("${{{name}-none}}"),
            5 => format!("${{{name}#{pattern}}}"),
            6 => format!("${{{name}##{pattern}}}"),
            7 => format!("${{{name}%{pattern}}}"),
            8 => format!("${{{name}%%{pattern}}}"),
            9 => format!("${{{name}/{pattern}/X}}"),
            10 => format!("${{{name}//{pattern}/-}}"),
            11 => format!("${{{name}/#{pattern}/S}}"),
            12 => format!("${{{name}/%{pattern}/E}}"),
            13 => format!("${{{name}^}}"),
            14 => format!("${{{name}^^}}"),
            15 => format!("${{{name},,}}"),
            16 => format!("${{{name}:1}}"),
            17 => format!("${{{name}:0:2}}"),
            18 => format!("${{{name}: -2}}"),
            19 => format!("${{{name}:1:-1}}"),
            20 => format!("${{{name}@Q}}"),
            21 => format!("${{{name}:=set}}"),
            22 => "$#".to_owned(),
            _ => "$?".to_owned(),
        }
    }

    /// Elements of an array.
    pub(super) fn element(&mut self) -> String {
        let name = match self.arrays.len() {
            0 => "none",
            known => {
                let at = self.choices.below(known);
                self.arrays[at]
            }
        };
        let change = self.choices.of(&[
            "[0]",
            "[1]",
            "[@]",
            "[*]",
            "#[@]",
            "![@]",
            "[@]:1",
            "[@]:0:2",
            "[@]/a/X",
            "[@]%e",
            "[@]^",
            "[-1]",
            "[@]#?",
            "[@]//[aeiou]/_",
            "[@]: -1",
        ]);
        let mut rest = change;
        let mut prefix = "";
        for mark in ["#", "!"] {
            if let Some(after) = change.strip_prefix(mark) {
                (prefix, rest) = (mark, after);
            }
        }
        if self.choices.once_in(4) {
            return format!("${{{prefix}{name}{rest}}}");
        }
        format!("\"${{{prefix}{name}{rest}}}\"")
    }

    pub(super) fn arithmetic(&mut self, depth: usize) -> String {
        if depth == 0 {
            return match self.choices.below(3) {
                0 | 1 => self.number().to_string(),
                _ => self
                    .choices
                    .of(&["n", "i", "7", "-3", "0x1f", "010", "2#101"])
                    .to_owned(),
            };
        }
        let left = self.arithmetic(depth - 1);
        let right = self.arithmetic(depth - 1);
        match self.choices.below(14) {
            0 => left,
            1 => format!("{left} + {right}"),
            2 => format!("{left} * {right}"),
            3 => format!("({left} - {right})"),
            4 => format!("({left}) / 3"),
            5 => format!("({left}) % 4"),
            6 => format!("({left} > {right})"),
            7 => format!("({left} == {right} ? 1 : 2)"),
            8 => format!("(({left}) & 6 | 1)"),
            9 => format!("(({left}) << 2)"),
            10 => format!("!({left})"),
            11 => format!("(({left}) ** 2)"),
            12 => format!("(({left}) && ({right}))"),
            _ => format!("-({left})"),
        }
    }

    pub(super) fn braces(&mut self) -> &'static str {
        self.choices.of(&[
            "{a,b}",
            "{1..4}",
            "x{a,b}y",
            "{a,b}{1,2}",
            "{3..1}",
            "{01..03}",
            "{a..d}",
            "{0..10..5}",
            "{a,}",
            "{a}",
            "{x,{y,z}}",
            "pre{-,_}post",
        ])
    }
}
