//! Commands that write something without reading their input.

use super::Grammar;

impl Grammar<'_> {
    pub(super) fn source(&mut self) -> String {
        match self.choices.below(30) {
            0 => format!("echo {}", self.expansions()),
            1 | 2 => format!("cat {}", self.some_files()),
            3 => {
                let format = self.choices.of(&[
                    "%s\\n", "<%s>\\n", "%s-", "%5s|\\n", "%-4s|\\n", "%q\\n", "%s %s\\n",
                ]);
                format!("printf '{format}' {}", self.expansions())
            }
            4 => {
                let texts = [
                    "b\\na\\nc\\n",
                    "a b\\n",
                    "x",
                    "1\\n2\\n10\\n",
                    "k v\\nk w\\n",
                    "\\n\\n",
                    "a\\tb\\n",
                ];
                format!("printf '{}'", self.choices.of(&texts))
            }
            5 => {
                let form = self
                    .choices
                    .of(&["3", "2 5", "1 2 7", "3 -1 1", "-w 8 11", "-s, 4", "0"]);
                format!("seq {form}")
            }
            6 => format!("head -n {} {}", self.number(), self.file()),
            7 => format!("tail -n {} {}", self.number(), self.file()),
            8 => {
                let flags = self.choices.of(&[
                    "", "-n ", "-c ", "-v ", "-i ", "-o ", "-w ", "-l ", "-x ", "-nH ",
                ]);
                format!("grep {flags}'{}' {}", self.expression(), self.some_files())
            }
            9 => {
                let flags =
                    self.choices
                        .of(&["-r", "-rn", "-rl", "-rc", "-rh", "-rn --include='*.txt'"]);
                format!("grep {flags} '{}' . | sort", self.expression())
            }
            10 => format!("find {} | sort", self.find()),
            11 => {
                let script = self.sed_script();
                let flags = self.choices.of(&["", "-n ", "-E "]);
                format!("sed {flags}{script} {}", self.file())
            }
            12 => format!("awk {} {}", self.awk_program(), self.file()),
            13 => {
                let table = self.one_of(|grammar| &grammar.tables);
                format!("awk -F, {} {table}", self.awk_program())
            }
            14 => {
                let flags = self
                    .choices
                    .of(&["", "-r ", "-u ", "-n ", "-f ", "-k2 ", "-rn ", "-t, -k2 "]);
                format!("sort {flags}{}", self.some_files())
            }
            15 => {
                let form = self
                    .choices
                    .of(&["-l < ", "-l ", "-w ", "-c ", "", "-c < "]);
                let file = self.file();
                format!("wc {form}{file}")
            }
            16 => {
                let table = self.one_of(|grammar| &grammar.tables);
                let fields = self.choices.of(&["1", "2", "1,3", "2-", "-2"]);
                format!("cut -d, -f{fields} {table}")
            }
            17 => {
                let file = self.one_of(|grammar| &grammar.jsons);
                format!("jq {} {file}", self.jq_program())
            }
            18 => {
                let flags = self
                    .choices
                    .of(&["", "-1 ", "-a ", "-A ", "-d ", "-p ", "-r ", "-F "]);
                let what = match self.choices.below(3) {
                    0 => String::new(),
                    1 => self.directory(),
                    _ => self.some_files(),
                };
                format!("ls {flags}{what}")
            }
            19 => {
                let text = self.choices.of(&[
                    "a $((1 + 1))\nb",
                    "  x\n\ty",
                    "$unset|",
                    "`echo bt`",
                    "\\$x \\\\",
                ]);
                let quote = self.choices.of(&["", "'"]);
                // The command goes on behind the line of the delimiter.
                format!("cat <<{quote}END{quote}\n{text}\nEND\n")
            }
            20 => format!("cat <<< {}", self.expansion()),
            21 => {
                let format = self.choices.of(&["%a", "%n %a", "%A", "%F", "%n %F"]);
                format!("stat -c '{format}' {}", self.file())
            }
            22 => {
                let path = self
                    .choices
                    .of(&["a/b/c.txt", "x", "a/", "a/b/", "c.tar.gz", "a//b"]);
                let form = self
                    .choices
                    .of(&["basename", "dirname", "basename -s .txt"]);
                format!("{form} {path}")
            }
            23 => format!(
                "cat <({}) <({})",
                self.source_on_one_line(),
                self.source_on_one_line()
            ),
            24 => format!("nl {}", self.file()),
            25 => format!("tac {}", self.file()),
            26 => format!("paste {} {}", self.file(), self.file()),
            27 => {
                let flags = self.choices.of(&["", "-12 ", "-3 "]);
                format!(
                    "comm {flags}<(sort {}) <(sort {})",
                    self.file(),
                    self.file()
                )
            }
            28 => {
                let flags = self.choices.of(&["", "-u0 ", "-q ", "-u "]);
                let file = self.file();
                format!("diff {flags}{file} {} | tail -n +3", self.file())
            }
            _ => {
                let when = self
                    .choices
                    .of(&["2024-02-29", "'2024-01-31 12:34:56'", "@86400"]);
                let format = self.choices.of(&["%F", "%s", "%Y/%m/%d", "%H:%M", "%j %a"]);
                format!("date -u -d {when} '+{format}'")
            }
        }
    }

    /// A source without a here-document, whose text would need lines of its own.
    pub(super) fn source_on_one_line(&mut self) -> String {
        let source = self.source();
        if source.contains('\n') {
            "echo lines".to_owned()
        } else {
            source
        }
    }

    fn find(&mut self) -> String {
        let root = match self.choices.below(3) {
            0 | 1 => ".".to_owned(),
            _ => self.directory(),
        };
        let test = self.choices.of(&[
            "",
            "-type f",
            "-type d",
            "-name '*.txt'",
            "-name 'a*' -o -name '*.md'",
            "-maxdepth 1",
            "-empty",
            "-type f -size +0",
            "-type l",
            "! -name '*.*'",
            "-iname '*A*'",
            "-path '*/sub/*'",
            "-name .cfg -prune -o -type f -print",
            "-mindepth 1 -type f -exec basename {} \\;",
            "-type f -perm 644",
            "-type f -exec wc -l {} +",
            "-not -type d -newermt 2019-01-01",
        ]);
        format!("{root} {test}")
    }

    pub(super) fn jq_program(&mut self) -> &'static str {
        self.choices.of(&[
            ".",
            "-c .",
            "keys",
            "-r '.a // \"none\"'",
            "length",
            "-c '.[]'",
            "-c 'map(.)'",
            "-r .s",
            "type",
            "-S .",
            "-c 'to_entries'",
            "'.b | add'",
            "-e .a",
            "-c '[.[] | select(. != null)]'",
            "-c '[paths]'",
            "-c 'del(.a)'",
            "-s length",
            "-r '.[] | .n'",
            "-c '.x = 1'",
        ])
    }
}
