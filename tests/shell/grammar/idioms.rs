//! What scripts are made of beyond single commands: options that are read, lines that are counted, tables that
//! are joined. Each is one line.

use super::Grammar;

/// Texts that are taken apart.
const TEXTS: &[&str] = &[
    "path/to/file.tar.gz",
    "hello world",
    "a:b:c:d",
    "key=value=more",
    "CamelCase",
    "2024-02-29",
    "-x",
    "caf\u{e9}",
    "a b  c",
];

/// Words that are counted.
const WORDS: &[&str] = &["a b a", "one two one one", "x", "b-1 b-1 c.2", "k v k v k"];

impl Grammar<'_> {
    pub(super) fn idiom(&mut self) -> String {
        match self.choices.below(4) {
            0 => self.idiom_of_state(),
            1 => self.idiom_of_text(),
            2 => self.idiom_of_loops(),
            _ => self.idiom_of_files(),
        }
    }

    /// Options, traps, functions and variables.
    fn idiom_of_state(&mut self) -> String {
        match self.choices.below(16) {
            0 => {
                let given = self.choices.of(&[
                    "-a -b x y",
                    "-ab x",
                    "-bx -c z",
                    "-q",
                    "-b",
                    "-a -- -b",
                    "y -a",
                ]);
                let mode = self.choices.of(&["ab:c", ":ab:c"]);
                format!(
                    "opts() {{ local OPTIND=1 o; while getopts '{mode}' o \"$@\" 2>/dev/null; do case $o in a) echo A;; b) \
                     echo \"B=$OPTARG\";; *) echo \"$o:${{OPTARG-}}\";; esac; done; shift $((OPTIND - 1)); echo \"rest $*\"; \
                     }}; opts {given}"
                )
            }
            1 => format!(
                "(set -euo pipefail; {} | {}; echo reached ); echo $?",
                self.simple(),
                self.filter_without_files()
            ),
            2 => format!(
                "(trap 'echo \"err $?\"' ERR; {}; {}; echo after )",
                self.simple(),
                self.choices.of(&["false", "(exit 4)", "true", "[ a = b ]", "false || true"])
            ),
            3 => format!(
                "(trap 'echo \"bye $?\"' EXIT; {}; exit {} ); echo $?",
                self.simple(),
                self.number()
            ),
            4 => format!(
                "fun() {{ local -a v=(\"$@\"); v+=(z); echo \"${{#v[@]}} ${{v[*]: -2}}\"; return {}; }}; fun {}; echo $?",
                self.number(),
                self.expansions()
            ),
            5 => "a=([2]=x [5]=y); a+=(z); echo \"${!a[@]}\" \"${a[@]:1}\"; unset 'a[2]'; echo ${#a[@]}".to_owned(),
            6 => format!(
                "s='{}'; echo \"${{s%%[.:= ]*}}\" \"${{s##*[/=:]}}\" \"${{s:2:3}}\" \"${{s/[aeiou]/<&>}}\" \"${{s//[a-c]/&&}}\" \
                 \"${{s^^}}\" ${{#s}}",
                self.choices.of(TEXTS)
            ),
            7 => format!(
                "s='{}'; [[ $s =~ {} ]] && echo \"${{BASH_REMATCH[0]}}|${{BASH_REMATCH[1]-}}\" || echo no",
                self.choices.of(TEXTS),
                self.choices.of(&["([a-z]+)", "^(.)(.*)$", "([0-9]+)-([0-9]+)", "=(.*)$", "^-"])
            ),
            8 => format!(
                "s='{}'; r=; for ((i = 0; i < ${{#s}}; i++)); do r=\"${{s:i:1}}$r\"; done; echo \"$r\"",
                self.choices.of(TEXTS)
            ),
            9 => format!(
                "IFS=: read -ra p <<< '{}'; echo \"${{#p[@]}} ${{p[-1]}}\"; (IFS=-; echo \"${{p[*]}}\" )",
                self.choices.of(TEXTS)
            ),
            10 => format!(
                "printf -v t '%-6s|%05.1f|%x|%c' {} {} {} {}; echo \"$t\"",
                self.word(),
                self.number(),
                self.number(),
                self.word()
            ),
            11 => format!(
                "A={} B='x y' bash -c 'echo \"$A:$B\" \"$0\" $#' name p q",
                self.word()
            ),
            12 => format!(
                "outer() {{ local x={}; inner; echo \"$x\"; }}; inner() {{ x+=in; }}; outer; echo \"${{x-none}}\"",
                self.word()
            ),
            13 => "set -- -v --name=n file -- rest; while [ $# -gt 0 ]; do case $1 in --) shift; break;; --*=*) echo \
                   \"${1%%=*} is ${1#*=}\";; -*) echo \"flag $1\";; *) echo \"arg $1\";; esac; shift; done; echo \"$*\""
                .to_owned(),
            14 => format!(
                "declare -A c=(); for w in {}; do c[$w]=$((${{c[$w]:-0}} + 1)); done; for k in \"${{!c[@]}}\"; do echo \
                 \"$k ${{c[$k]}}\"; done | sort",
                self.choices.of(WORDS)
            ),
            _ => format!(
                "((x = {}, y = x ** 2)); echo $((x & y)) $((x > 3 ? y : -y)) $((y % 7)) $x $((x++ + ++x))",
                self.number()
            ),
        }
    }

    /// Filters with keys, classes and programs.
    fn idiom_of_text(&mut self) -> String {
        match self.choices.below(12) {
            0 => {
                let keys = self.choices.of(&[
                    "-k2,2n", "-k2,2nr -k1,1", "-k3", "-k1.2", "-u -k1,1", "-s -k2,2", "-rk3n", "-k2,2V",
                ]);
                format!("sort -t, {keys} {}", self.one_of(|grammar| &grammar.tables))
            }
            1 => {
                let flags = self.choices.of(&["", "-a1 ", "-v2 ", "-a1 -a2 -e- -o0,1.2,2.2 ", "-1 1 -2 1 "]);
                let (left, right) = (
                    self.one_of(|grammar| &grammar.tables),
                    self.one_of(|grammar| &grammar.tables),
                );
                format!("join -t, {flags}<(sort -t, -k1,1 {left}) <(sort -t, -k1,1 {right})")
            }
            2 => format!(
                "tr {} < {}",
                self.choices.of(&[
                    "-s '[:space:]' '\\n'",
                    "'[:lower:]' '[:upper:]'",
                    "-dc '[:digit:]\\n'",
                    "-d '[:punct:]'",
                    "-s '[:alpha:]'",
                    "'a-y' 'b-z'",
                    "'[:blank:]' _",
                    "-c '[:print:]\\n' '?'",
                ]),
                self.file()
            ),
            3 => format!(
                "sed {} {}",
                self.choices.of(&[
                    "-n '/a/,/e/p'",
                    "-e 1d -e '$d'",
                    "'s/[^,]*,//;s/$/!/'",
                    "-E 's/([a-z]+) ([a-z]+)/\\2 \\1/'",
                    "'/^$/d;s/^[ \\t]*//'",
                    "-n '2{p;q}'",
                    "-n '$='",
                    "'s/a/\\n/g'",
                    "-E 's/(.)/\\1\\1/2'",
                    "'/a/{s/a/A/;n;s/^/> /}'",
                ]),
                self.file()
            ),
            4 => format!(
                "awk -F, {} {}",
                self.choices.of(&[
                    "'NR > 1 {s[$1] += $NF} END {for (k in s) print k, s[k] | \"sort\"}'",
                    "'{$2 = $2 * 2} 1' OFS=,",
                    "'NF {n = NF > n ? NF : n} END {print n + 0}'",
                    "-v min=2 '$NF > min {print NR \": \" $1}'",
                    "'{line[NR] = $0} END {for (i = NR; i; i--) print line[i]}'",
                    "'match($0, /[0-9]+/) {print substr($0, RSTART, RLENGTH)}'",
                    "'{printf \"%-8s%4d\\n\", $1, length($2)}'",
                    "'BEGIN {while ((getline l < \"missing\") > 0) n++; print n + 0}'",
                    "'{print toupper(substr($1, 1, 1)) substr($1, 2)}'",
                ]),
                self.one_of(|grammar| &grammar.tables)
            ),
            5 => format!(
                "date -u -d '{} {}' '+{}'",
                self.choices.of(&["2024-02-28", "2023-12-31", "2024-03-31 10:00"]),
                self.choices.of(&["+1 day", "+2 weeks", "-1 month", "yesterday", "next month", ""]),
                self.choices.of(&["%F", "%F %T", "%a %d %b %Y", "%s", "%G-W%V-%u", "%y%j"])
            ),
            6 => format!(
                "jq -nc {}",
                self.choices.of(&[
                    "--arg k v '{($k): 1}'",
                    "'[range(5)] | map(select(. % 2 == 0)) | add'",
                    "'{a: [1, {b: 2}]} | .a[1].b'",
                    "'\"a,b\" | split(\",\") | join(\"-\")'",
                    "--argjson n 3 '[limit($n; range(10))]'",
                    "'[{g: 1, v: 2}, {g: 1, v: 3}] | group_by(.g) | map({g: .[0].g, s: (map(.v) | add)})'",
                    "'{b: 1, a: 2} | to_entries | sort_by(.key) | from_entries'",
                    "'\"x\" | test(\"X\"; \"i\")'",
                    "'[3, 1, 2] | sort | reverse | @csv'",
                ])
            ),
            7 => format!(
                "grep {} {}",
                self.choices.of(&[
                    "-oE '[0-9]+'",
                    "-A1 a",
                    "-B1 -n e",
                    "-v '^#'",
                    "-c ''",
                    "-e one -e apple",
                    "-F .",
                    "-iE '(a|o)[a-z]'",
                    "-ow '[a-z]*'",
                ]),
                self.file()
            ),
            8 => format!(
                "printf '%s\\n' {} | {} | {}",
                self.choices.of(&["{3..1}", "b a c a", "10 9 2", "x-1 x-10 x-2"]),
                self.choices.of(&["sort", "sort -n", "sort -u", "sort -V", "cat -n", "nl"]),
                self.choices.of(&["paste -sd+", "head -n 2", "uniq -c", "tr '\\n' ' '", "tac", "sed -n 2p"])
            ),
            9 => format!(
                "{} {} | {}",
                self.choices.of(&["cut -d, -f2", "cut -c2-4", "head -c 7", "tail -c 5", "tail -n +2", "head -n -1"]),
                self.file(),
                self.choices.of(&["cat -A", "wc -lc", "od -An -c", "rev"])
            ),
            10 => format!(
                "paste -d'{}' {} {}",
                self.choices.of(&[",", "\\t", ":;"]),
                self.file(),
                self.file()
            ),
            _ => format!(
                "{} {} | {}",
                self.choices.of(&["fold -w 4", "fmt -w 20", "expand -t 4", "unexpand -a", "cat -s"]),
                self.file(),
                self.choices.of(&["cat", "wc -l", "sort | uniq -c | sort -rn"])
            ),
        }
    }

    /// Loops over lines, words and numbers.
    fn idiom_of_loops(&mut self) -> String {
        match self.choices.below(10) {
            0 => format!(
                "mapfile -t rows < <({}); echo \"${{#rows[@]}}\"; printf '<%s>' \"${{rows[@]}}\"",
                self.source_on_one_line()
            ),
            1 => format!(
                "while IFS=, read -r a b rest; do printf '%s|%s|%s\\n' \"$a\" \"$b\" \"$rest\"; done < {}",
                self.one_of(|grammar| &grammar.tables)
            ),
            2 => format!(
                "n=0; while read -r _; do ((++n)); done < {}; echo $n",
                self.file()
            ),
            3 => format!(
                "{{ read -r h; while read -r l; do echo \"$h:$l\"; done; }} < {}",
                self.file()
            ),
            4 => "for i in 1 2 3; do for j in a b c; do [ $j = b ] && continue 2; echo $i$j; done; done".to_owned(),
            5 => "k=0; while :; do ((++k >= 3)) && break; done; echo $k".to_owned(),
            6 => format!(
                "exec 4< {}; read -r l <&4; echo \"[$l]\"; read -r l <&4; echo \"[$l]\"; exec 4<&-",
                self.file()
            ),
            7 => format!(
                "while read -r -u 5 l; do echo \"5:$l\"; done 5< {}",
                self.file()
            ),
            8 => format!(
                "for w in $(cat {}); do case $w in [0-9]*) echo \"number $w\";; *[aeiou]) echo \"vowel $w\";; esac; done",
                self.one_of(|grammar| &grammar.texts)
            ),
            _ => format!(
                "total=0; for n in {}; do total=$((total + n)); done; echo \"$total $((total / 3))\"",
                self.choices.of(&["1 2 3", "{1..10}", "$(seq 4)", "-5 5 0x10"])
            ),
        }
    }

    /// Files that are found, made and compared.
    fn idiom_of_files(&mut self) -> String {
        match self.choices.below(12) {
            0 => "find . -type f -exec sh -c 'echo \"$1: $(wc -c < \"$1\")\"' _ {} \\; | sort".to_owned(),
            1 => format!(
                "find . -name '*.txt' -print0 | sort -z | xargs -0 -r {}",
                self.choices.of(&["wc -l", "cat", "-n1 basename", "ls -1", "head -n 1", "grep -l a"])
            ),
            2 => "for f in ./*; do [ -f \"$f\" ] || continue; case \"${f##*.}\" in txt) echo \"text $f\";; *) echo \"${f%.*}\";; \
                  esac; done"
                .to_owned(),
            3 => {
                let file = self.file();
                format!(
                    "cp {file} copy && sed -i 's/{}/Z/' copy && {{ cmp -s {file} copy && echo same || echo differ; }}",
                    self.expression()
                )
            }
            4 => format!(
                "diff <(sort {}) <(sort {}) > /dev/null && echo same || echo differ",
                self.file(),
                self.file()
            ),
            5 => format!(
                "umask {}; touch made; mkdir made.d; (umask 077; echo x > kept ); echo y > shown; stat -c '%a %n' made made.d \
                 kept shown",
                self.choices.of(&["022", "077", "002", "027"])
            ),
            6 => format!(
                "mkdir -p p/q && (cd p/q && {} > here; ls ); ls p",
                self.simple()
            ),
            7 => format!(
                "{{ {}; echo told >&2; }} 2> err.log | cat; cat err.log | tail -n 1",
                self.simple()
            ),
            8 => format!(
                "{{ {{ echo out; echo err >&2; }} 3>&1 1>&2 2>&3 3>&- | sed 's/^/{}: /'; }} 2>/dev/null",
                self.word()
            ),
            9 => format!("echo \"$(< {})\" | tail -n 2", self.file()),
            10 => format!(
                "out=$({{ {}; }} 2>/dev/null); echo \"$? ${{#out}}\"",
                self.simple()
            ),
            _ => format!(
                "set -C; echo one > {0}; echo two > {0}; echo $?; echo three >| {0}; set +C; cat {0}",
                self.choices.of(&["guarded", "g2"])
            ),
        }
    }
}
