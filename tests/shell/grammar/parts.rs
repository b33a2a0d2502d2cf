//! Commands of one part of the language each, with nothing around it that could hide a difference.

use super::Grammar;

/// Texts with blanks, separators and what patterns match.
const VALUES: &[&str] = &[
    "a b  c",
    "x:y::z:",
    ",1,2,",
    "path/to/file.tar.gz",
    "",
    "  lead",
    "a*b",
    "[x]",
    "-n",
    "caf\u{e9}",
    "A_b-C",
];

const FLAGS: &[&str] = &["e", "u", "eu", "eo pipefail", "o pipefail", "euo pipefail"];

impl Grammar<'_> {
    pub(super) fn part(&mut self) -> String {
        match self.choices.below(16) {
            0 => self.part_of_arrays(),
            1 => self.part_of_maps(),
            2 => self.part_of_expansions(),
            3 => self.part_of_case(),
            4 => self.part_of_here_documents(),
            5 => self.part_of_functions(),
            6 => self.part_of_traps(),
            7 => self.part_of_options(),
            8 => self.part_of_printf(),
            9 => self.part_of_arithmetic(),
            10 => self.part_of_read(),
            11 => self.part_of_getopts(),
            12 => self.part_of_splitting(),
            13 => self.part_of_globs(),
            14 => self.part_of_tests(),
            _ => self.part_of_filters(),
        }
    }

    fn value(&mut self) -> &'static str {
        self.choices.of(VALUES)
    }

    fn part_of_arrays(&mut self) -> String {
        let first = self.choices.of(&[
            "a=(x 'y z' '')",
            "a=([3]=c [1]=b)",
            "a=()",
            "a=(p q r s)",
            "a=(${x:2} ${a[@]:1} end)",
        ]);
        let change = self.choices.of(&[
            "a+=(n)",
            "unset 'a[1]'",
            "a[7]=far",
            "a=(\"${a[@]}\")",
            "a=(${a[@]})",
            "a[1]+=more",
            ":",
            "a=(\"${a[@]:1}\" z)",
        ]);
        let shown = self.choices.of(&[
            "\"${a[@]}\"",
            "${a[@]}",
            "\"${a[*]}\"",
            "\"${!a[@]}\"",
            "\"${#a[@]}\"",
            "\"${a[@]:1:2}\"",
            "\"${a[@]/#/-}\"",
            "\"${a[@]%?}\"",
            "\"${a[-1]}\"",
            "\"${a[@]^^}\"",
            "${a[@]:5}",
            "\"x${a[@]}y\"",
            "\"${a[@]@Q}\"",
        ]);
        format!("x='one two three'; {first}; {change}; printf '<%s>' {shown}; echo; declare -p a")
    }

    fn part_of_maps(&mut self) -> String {
        let key = self
            .choices
            .of(&["k", "'a b'", "$x", "\"$x\"", "'*'", "1+1"]);
        let value = self.value();
        let rest = self.choices.of(&[
            "echo \"${#m[@]}\"",
            "[[ -v m[k] ]] && echo set",
            "unset 'm[k]'; echo \"${#m[@]}\"",
            "((m[n]++)); echo \"${m[n]}\"",
            "echo \"${m[none]-unset}\"",
            "m[k]+=more; echo \"${m[k]}\"",
        ]);
        format!(
            "x=key; declare -A m=([k]=v); m[{key}]='{value}'; {rest}; for k in \"${{!m[@]}}\"; do echo \"$k=${{m[$k]}}\"; done | sort"
        )
    }

    fn part_of_expansions(&mut self) -> String {
        let value = self.value();
        let words = (0..3).map(|_| {
            self.choices.of(&[
                "${x//a/b}",
                "${x/#[a-z]/_}",
                "${x/%?/!}",
                "${x//[^a-z]/}",
                "${x#*[:/]}",
                "${x##*[:/.]}",
                "${x%[.:]*}",
                "${x%%[ :,]*}",
                "${x:1:3}",
                "${x: -2}",
                "${x:0:-1}",
                "${x^}",
                "${x^^}",
                "${x,,}",
                "${#x}",
                "${x:-d}",
                "${y-$x}",
                "${y:+no}",
                "${x@Q}",
                "${x//\\//-}",
                "${x//\\*/s}",
                "${x/b/[&]}",
                "${x//[[:space:]]/}",
                "${!v}",
            ])
        });
        let words: Vec<&str> = words.collect();
        let quote = self.choices.of(&["\"", ""]);
        format!(
            "x='{value}'; v=x; printf '<%s>' {quote}{}{quote}; echo",
            words.join(" ")
        )
    }

    fn part_of_case(&mut self) -> String {
        let value = self.value();
        let pattern = self.choices.of(&[
            "*[:/]*",
            "?*",
            "\"$x\"",
            "$x",
            "[[:alpha:]]*",
            "-*",
            "*' '*",
            "''",
            "a\\*b",
            "[![:lower:]]*",
        ]);
        let end = self.choices.of(&[";;", ";&", ";;&"]);
        format!(
            "x='{value}'; case $x in {pattern}) echo first{end} *a* | *1*) echo second;; *) echo other;; esac"
        )
    }

    fn part_of_here_documents(&mut self) -> String {
        let value = self.value();
        let line = self.choices.of(&[
            "$x",
            "${x^^}",
            "$(echo \"$x\")",
            "`echo $x`",
            "$((1 + 2))",
            "\\$x \\\\ \\n",
            "\"$x\" '$x'",
            "a\\\nb",
        ]);
        let (quote, filter) = (
            self.choices.of(&["", "'", "\""]),
            self.choices.of(&[
                "cat",
                "tr a-z A-Z",
                "while read -r l; do echo \"<$l>\"; done",
                "wc -l",
                "sed 's/^/> /'",
            ]),
        );
        let dash = self.choices.of(&["", "-"]);
        format!("x='{value}'\n{filter} <<{dash}{quote}END{quote}\n\t{line}\n  end\nEND\necho after")
    }

    fn part_of_functions(&mut self) -> String {
        let body = self.choices.of(&[
            "local x=in; g",
            "local x; x=in; echo \"$x\"",
            "local -a a=(\"$@\"); echo \"${#a[@]}\"",
            "x=changed",
            "local x=$(false); echo \"$?\"",
            "shift; echo \"$# $*\"",
            "set -- 1 2; echo \"$#\"",
            "echo \"$FUNCNAME\"; return 3",
            "local -n r=x; r=ref",
            "(x=sub; echo \"$x\" )",
            "local IFS=,; echo \"$*\"",
            "unset x; echo \"${x-unset}\"",
        ]);
        let call = self.choices.of(&[
            "f a 'b c'",
            "echo \"$(f a b)\"",
            "f a | cat",
            "f \"$@\"",
            "if f a; then echo yes; fi",
        ]);
        format!("x=out; g() {{ echo \"g sees $x\"; }}; f() {{ {body}; }}; {call}; echo \"$? $x\"")
    }

    fn part_of_traps(&mut self) -> String {
        let signal = self.choices.of(&["EXIT", "ERR", "RETURN", "DEBUG"]);
        let body = self.choices.of(&[
            "false; echo next",
            "f() { false; echo in; }; f",
            "(exit 3); echo $?",
            "(false; echo sub )",
            "x=$(false); echo \"x=$x\"",
            "true && false || echo or",
            "if false; then :; fi; echo end",
            "cat <(false; echo x)",
            "exit 4",
            "! true; echo not",
        ]);
        let option = self.choices.of(&["", "set -E; ", "set -e; ", "set -T; "]);
        format!("{option}trap 'echo \"{signal} $?\"' {signal}\n{body}")
    }

    fn part_of_options(&mut self) -> String {
        let flags = self.choices.of(FLAGS);
        let body = self.choices.of(&[
            "false; echo no",
            "f() { false; echo in; }; f && echo yes",
            "x=$(false); echo no",
            "local_() { local x=$(false); echo hid; }; local_",
            "false | true; echo pipe",
            "echo \"${none}\"; echo no",
            "a=(1); echo \"${a[1]}\"; echo no",
            "echo \"${none:-d}\"; echo \"$#\"",
            "a=(); echo \"${a[@]}\" ${#a[@]}",
            "for i in $none; do :; done; echo no",
            "[ -n '' ] && echo x; echo end",
            "! false; echo end",
            "cat missing | sort; echo \"${PIPESTATUS[@]}\"",
            "cat <<< \"$none\"; echo no",
            "(false; echo sub ); echo end",
            "while false; do :; done; if false; then :; fi; echo end",
            "declare -A m; echo \"${m[k]}\"; echo no",
            "i=3; a=(x); echo \"${a[$i]}\"; echo no",
        ]);
        format!("set -{flags}; {body}")
    }

    fn part_of_printf(&mut self) -> String {
        let format = self.choices.of(&[
            "%5s|%-5s|",
            "%05d|",
            "%x %X %o|",
            "%.2f|",
            "%s\\n",
            "%b|",
            "%q ",
            "%c|",
            "%3d%%|",
            "%+d|",
            "%.3s|",
            "%e|",
            "%*d|",
            "%i|",
        ]);
        let (one, two) = (self.value(), self.number());
        let values = self
            .choices
            .of(&["1 2", "0x1f 010", "-5 7", "3.14 2.5", "'a' 'b\\tc'"]);
        match self.choices.below(3) {
            0 => format!("printf -v out '{format}' {values}; echo \"$out\""),
            1 => format!("printf '{format}' '{one}' {two} 2>/dev/null; echo \" $?\""),
            _ => format!("printf '{format}' {values} 2>/dev/null; echo \" $?\""),
        }
    }

    fn part_of_arithmetic(&mut self) -> String {
        let expression = match self.choices.below(2) {
            0 => self.arithmetic(3),
            _ => self
                .choices
                .of(&[
                    "9223372036854775807 + 1",
                    "-9223372036854775808 / 2",
                    "1 << 62",
                    "1 << 63",
                    "16#ff + 2#101",
                    "36#zz",
                    "0777",
                    "x++ + ++x",
                    "x = 5, y = x * 2",
                    "x ? y : -1",
                    "7 / -2",
                    "-7 % 3",
                    "2 ** 10 ** 0",
                    "~x & 0xff",
                    "(x += 3) * 2",
                    "x == 0 || 1 / x",
                    "a[1] + a[0]",
                ])
                .to_owned(),
        };
        let form = self.choices.of(&[
            "echo $(({}))",
            "(({})); echo $?",
            "let 'r = {}'; echo $r",
            "x=$(({})); echo \"$x $((x))\"",
        ]);
        format!(
            "x=2 y=3; a=(4 5); {}; echo \"$x $y\"",
            form.replace("{}", &expression)
        )
    }

    fn part_of_read(&mut self) -> String {
        let value = self.value();
        let form = self.choices.of(&[
            "read -r x y",
            "read x",
            "read -ra a",
            "IFS=: read -r x y",
            "IFS=, read -ra a",
            "read -r -n 2 x",
            "read -r -d : x",
            "read -r",
            "IFS= read -r x",
            "read -rN 3 x",
            "read -r x y z",
        ]);
        format!(
            "{form} <<< '{value}'; echo \"$? [${{x-}}] [${{y-}}] [${{REPLY-}}] ${{#a[@]}}\"; printf '<%s>' \"${{a[@]}}\"; mapfile -t m < {}; echo \"${{#m[@]}} ${{m[0]-}}\"",
            self.file()
        )
    }

    fn part_of_getopts(&mut self) -> String {
        let options = self.choices.of(&["ab:", ":ab:", "a:b:c", ":"]);
        let given = self.choices.of(&[
            "-a -b x y",
            "-ab x",
            "-bx",
            "-b",
            "-z",
            "-a -- -b",
            "--",
            "-ca",
            "x -a",
        ]);
        format!(
            "f() {{ local OPTIND=1 o; while getopts '{options}' o \"$@\" 2>/dev/null; do echo \"$o=${{OPTARG-}}\"; done; shift $((OPTIND - 1)); echo \"rest $*\"; }}; f {given}"
        )
    }

    fn part_of_splitting(&mut self) -> String {
        let value = self.value();
        let separators = self
            .choices
            .of(&["' '", ":", ",", "$' \\t\\n'", "''", "': '", "$'\\n'"]);
        let use_of = self.choices.of(&[
            "for w in $x; do echo \"<$w>\"; done",
            "set -- $x; echo $#; echo \"$*\"",
            "a=($x); echo \"${#a[@]} ${a[*]}\"",
            "printf '<%s>' $x; echo",
            "printf '<%s>' pre${x}post; echo",
            "y=$x; echo \"$y\"",
            "set -- 'a b' c; printf '<%s>' $* \"$*\"; echo",
            "printf '<%s>' ${x//:/ }; echo",
            "printf '<%s>' $(printf '%s' \"$x\"); echo",
        ]);
        format!("set -f; x='{value}'; IFS={separators}; {use_of}")
    }

    fn part_of_globs(&mut self) -> String {
        let option = self.choices.of(&[
            "nullglob",
            "dotglob",
            "extglob",
            "globstar",
            "nocaseglob",
            "failglob",
        ]);
        let pattern = self.choices.of(&[
            "./*",
            "./*.txt",
            "./[a-c]*",
            "./.*",
            "./*/",
            "./**",
            "./**/",
            "./**/*.txt",
            "./none*",
            "./[!a]*",
            "./?.*",
            "./{a,b}*",
            "./[[:upper:]]*",
        ]);
        let group = self.choices.of(&[
            "./!(*.txt)",
            "./@(a|c)",
            "./+([a-z])",
            "./*.@(txt|md)",
            "./?(a|b).txt",
            "./*(a|c)",
        ]);
        match option {
            "extglob" => format!("shopt -s extglob\nprintf '%s\\n' {group}"),
            _ => format!("shopt -s {option}\nprintf '%s\\n' {pattern}; echo $?"),
        }
    }

    fn part_of_tests(&mut self) -> String {
        let value = self.value();
        let test = self.choices.of(&[
            "[[ $x == *[:/]* ]]",
            "[[ $x == \"a*b\" ]]",
            "[[ $x =~ ^([a-z]+)[^a-z] ]]",
            "[[ -z $x || -n $y ]]",
            "[[ $x < b ]]",
            "[ -n \"$x\" -a 1 -lt 2 ]",
            "[[ ! ( $x == a* ) ]]",
            "[ \"$x\" = 'a b  c' ]",
            "[[ $x == [[:upper:]]* ]]",
            "[[ -v x && ! -v none ]]",
            "[[ 010 -eq 8 ]]",
            "[[ -o pipefail ]]",
            "[[ $x =~ [.] ]]",
            "[[ $x != ?*:* ]]",
            "[ ! -e \"$x\" ]",
            "[[ $x == @(a|-)* ]]",
        ]);
        format!("x='{value}'; {test}; echo \"$? ${{BASH_REMATCH[*]-}}\"")
    }

    fn part_of_filters(&mut self) -> String {
        let file = self.file();
        let other = self.file();
        let filter = self.choices.of(&[
            "sed -n '1!G;h;$p'",
            "sed 'x;p;x'",
            "sed -n 'H;${x;s/\\n/,/g;p}'",
            "sed '$!N;P;D'",
            "sed -n '/a/{p;n;p}'",
            "sed 's/\\(.\\)\\(.*\\)/\\2\\1/'",
            "sed -E 's/([a-z])\\1/<&>/g'",
            "sed '1~2d'",
            "sed -e ':l' -e 's/^\\(.\\{1,5\\}\\)$/ \\1/;tl'",
            "awk '{a[NR]=$0} END {for (i=NR;i>0;i--) print a[i]}'",
            "awk 'length > n {n = length; l = $0} END {print n, l}'",
            "awk '{$2 = \"\"; print NF, $0}'",
            "awk 'BEGIN {FS = \"[,:]\"} {print $2}'",
            "awk '{n = split($0, p, /[aeiou]/); print n, p[1]}'",
            "awk 'NR == 1, /e/'",
            "awk '{sub(/[a-z]+/, \"<&>\"); print}'",
            "sort -k1,1r -s",
            "sort -t: -k2",
            "sort -u -k1,1",
            "sort -n -r",
            "cut -d' ' -f2- --output-delimiter=_",
            "cut -c1,3-4",
            "tr -s 'a-z'",
            "tr 'a-c' 'x'",
            "tr -cd 'a-z\\n'",
            "paste -sd,:",
            "paste - - -",
            "uniq -c -i",
            "fold -w 6 -s",
            "nl -ba -s:",
            "jq -R -c '[., length]'",
            "jq -Rn -c '[inputs]'",
            "grep -n -v a",
            "grep -o '[a-z]*'",
            "head -c 5",
        ]);
        match self.choices.below(4) {
            0 => format!(
                "join <(sort {file}) <(sort {other}) 2>/dev/null; comm <(sort {file}) <(sort {other}) 2>/dev/null"
            ),
            1 => format!("{{ cat {file} missing {other}; }} 2>&1 | {filter}"),
            _ => format!("{filter} {file} 2>/dev/null; echo $?"),
        }
    }
}
