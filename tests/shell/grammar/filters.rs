//! Commands that read their input.

use super::Grammar;

impl Grammar<'_> {
    /// A filter that reads all of its input.
    pub(super) fn filter(&mut self) -> String {
        match self.choices.below(30) {
            0 => "cat".to_owned(),
            1 => {
                let flags = self.choices.of(&[
                    "",
                    " -r",
                    " -u",
                    " -n",
                    " -rn",
                    " -f",
                    " -k2",
                    " -t, -k2,2",
                    " -V",
                    " -s -k1,1",
                ]);
                format!("sort{flags}")
            }
            2 => {
                let flags = self.choices.of(&["", " -c", " -d", " -u", " -i"]);
                format!("uniq{flags}")
            }
            3 => {
                let flags = self
                    .choices
                    .of(&["", "-v ", "-c ", "-n ", "-i ", "-o ", "-E ", "-w "]);
                format!("grep {flags}'{}'", self.expression())
            }
            4 => format!("sed {}", self.sed_script()),
            5 => format!("sed -E {}", self.sed_script()),
            6 => format!("awk {}", self.awk_program()),
            7 => {
                let sets = self.choices.of(&[
                    "a-z A-Z",
                    "-d aeiou",
                    "-s ' '",
                    "'\\n' ' '",
                    "-d '\\n'",
                    "-cd '[:alnum:]\\n'",
                    "abc x",
                    "' ' '\\n'",
                    "-d '\\r'",
                    "'[:upper:]' '[:lower:]'",
                    "-c 'a-z\\n' _",
                ]);
                format!("tr {sets}")
            }
            8 => {
                let form = self.choices.of(&[
                    "-c1-3",
                    "-d' ' -f1",
                    "-d' ' -f2-",
                    "-c2-",
                    "-d, -f2",
                    "-d: -f1,3",
                    "-f1",
                    "-b1",
                ]);
                format!("cut {form}")
            }
            9 => {
                let flags = self.choices.of(&["", " -l", " -w", " -c", " -L", " -m"]);
                format!("wc{flags}")
            }
            10 => format!("tail -n {}", self.choices.of(&["1", "2", "+2", "+1", "0"])),
            11 => "rev".to_owned(),
            12 => "tac".to_owned(),
            13 => format!("nl{}", self.choices.of(&["", " -ba", " -w2 -s:"])),
            14 => format!(
                "paste {}",
                self.choices.of(&["-sd,", "- -", "-s", "-d: - -"])
            ),
            15 => format!("fold -w {}", self.choices.of(&["5", "3", "20"])),
            16 => format!(
                "cat {}",
                self.choices.of(&["-n", "-A", "-b", "-s", "-E", "-"])
            ),
            17 => {
                let form = self.choices.of(&[
                    "echo",
                    "-n1 echo",
                    "-n2 echo got",
                    "-I{} echo '<{}>'",
                    "-r echo",
                    "-d '\\n' printf '[%s]'",
                ]);
                format!("xargs {form}")
            }
            18 => {
                let body = self.choices.of(&[
                    "echo \"<$line>\"",
                    "echo $line",
                    "echo \"${#line}\"",
                    "printf '%s;' \"$line\"",
                    "[[ $line == *a* ]] && echo \"$line\"",
                    "echo \"${line^^}\"",
                    "set -- $line; echo $#",
                ]);
                let read = self
                    .choices
                    .of(&["IFS= read -r line", "read -r line", "read line"]);
                format!("while {read}; do {body}; done")
            }
            19 => {
                let body = self
                    .choices
                    .of(&["echo \"$b|$a\"", "echo $a", "echo \"[$a][$b]\""]);
                let read =
                    self.choices
                        .of(&["read -r a b", "IFS=, read -r a b", "IFS=: read -r a b"]);
                format!("while {read}; do {body}; done")
            }
            20 => format!("tee {}", self.new_name()),
            21 => self
                .choices
                .of(&["md5sum", "sha256sum", "cksum", "sha1sum"])
                .to_owned(),
            22 => format!("base64{}", self.choices.of(&["", " -w0", " -w 10"])),
            23 => self
                .choices
                .of(&["od -An -c", "od -An -tx1", "od -c", "xxd", "xxd -p"])
                .to_owned(),
            24 => format!("head -c {}", self.choices.of(&["100", "3", "0"])),
            25 => format!(
                "{{ read -r first; echo \"$first\"; {}; }}",
                self.choices.of(&["cat", "sort", "wc -l"])
            ),
            26 => format!("column -t{}", self.choices.of(&["", " -s,"])),
            27 => format!(
                "jq -R {}",
                self.choices
                    .of(&[".", "-c 'split(\" \")'", "-r length", "-s ."])
            ),
            28 => format!("expand{}", self.choices.of(&["", " -t4"])),
            _ => {
                let flags = self.choices.of(&["", "-12 ", "-3 "]);
                format!("sort | comm {flags}- <(sort {})", self.file())
            }
        }
    }

    /// A filter that may end before its input does.
    pub(super) fn last_filter(&mut self) -> String {
        match self.choices.below(6) {
            0 => format!("head -n {}", self.number()),
            1 => "sed 2q".to_owned(),
            2 => format!("grep -m1 '{}'", self.expression()),
            3 => format!("grep -q '{}'", self.expression()),
            4 => "{ read -r x; echo \"got $x\"; }".to_owned(),
            _ => "head -c 4".to_owned(),
        }
    }

    pub(super) fn sed_script(&mut self) -> String {
        let expression = self.expression();
        let script = match self.choices.below(22) {
            0 => "p".to_owned(),
            1 => format!("s/{expression}/X/"),
            2 => format!("s/{expression}/<&>/g"),
            3 => format!("/{expression}/d"),
            4 => format!("/{expression}/!d"),
            5 => "1d".to_owned(),
            6 => "$d".to_owned(),
            7 => "2,3d".to_owned(),
            8 => format!("s/{expression}//2"),
            9 => "2q".to_owned(),
            10 => "1!G;h;$!d".to_owned(),
            11 => "N;s/\\n/ /".to_owned(),
            12 => "y/abc/xyz/".to_owned(),
            13 => format!("/{expression}/s/^/# /"),
            14 => "1i\\top".to_owned(),
            15 => "$a\\end".to_owned(),
            16 => format!("/{expression}/c\\changed"),
            17 => "=".to_owned(),
            18 => format!("/{expression}/,+1d"),
            19 => ":a;N;$!ba;s/\\n/,/g".to_owned(),
            20 => "s/\\(.\\)\\(.\\)/\\2\\1/".to_owned(),
            _ => format!("s/{expression}/\\U&/"),
        };
        format!("'{script}'")
    }

    pub(super) fn awk_program(&mut self) -> String {
        let expression = self.expression();
        let program = match self.choices.below(22) {
            0 => "{print $1}".to_owned(),
            1 => "{print NR, $0}".to_owned(),
            2 => "{print NF}".to_owned(),
            3 => "{s += $1} END {print s}".to_owned(),
            4 => format!("/{expression}/"),
            5 => "NR > 1 {print $2}".to_owned(),
            6 => "!seen[$0]++".to_owned(),
            7 => format!("{{gsub(/{expression}/, \"-\"); print}}"),
            8 => "{print (NF > 1)}".to_owned(),
            9 => "{print tolower(\"ABC\") $1}".to_owned(),
            10 => "{$1 = \"X\"; print}".to_owned(),
            11 => "{for (i = NF; i > 0; i--) printf \"%s \", $i; print \"\"}".to_owned(),
            12 => "BEGIN {OFS = \"|\"} {$1 = $1; print}".to_owned(),
            13 => "{n[$1]++} END {for (k in n) print k, n[k] | \"sort\"}".to_owned(),
            14 => "END {print NR, $0}".to_owned(),
            15 => "{print substr(\"hello\", NR, 3)}".to_owned(),
            16 => "{printf \"%s|%03d\\n\", $1, NR}".to_owned(),
            17 => format!("$1~/{expression}/ {{print $NF}}"),
            18 => "NR % 2".to_owned(),
            19 => "{print $1 > \"awk.out\"}".to_owned(),
            20 => "{print index(\"banana\", $1), split($0, p, \" \")}".to_owned(),
            _ => "NR == 2 {exit 3} {print}".to_owned(),
        };
        format!("'{program}'")
    }
}
