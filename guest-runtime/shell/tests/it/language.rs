//! What bash answers to the same commands.
//!
//! The answers were recorded from bash, and are compared with it again where it is installed.

use std::process::{Command as Process, Stdio};

use isolate_protocol::wire::shell::Exit;

use crate::disk::{Folders, run};

/// Commands, their exit codes, and their outputs.
#[rustfmt::skip]
const ANSWERS: &[(&str, i32, &[u8])] = &[
    // Caps: what a command makes is not cut.
    (r"seq 1 200000 | tail -1", 0, b"200000\n"),
    (r"for i in {1..20000}; do :; done; echo $i", 0, b"20000\n"),
    (r"s=$(printf '%0.sab' {1..30000}); t=${s//a/xyz}; echo ${#t}", 0, b"120000\n"),
    (r"shopt -s extglob; s=$(printf '%0.sab' {1..300}); t=${s//+(a)/xyz}; echo ${#t}", 0, b"1200\n"),
    (r"printf '%01500d\n' 0 | sed ':a;s/0/1/;ta' | tr -d '1\n' | wc -c", 0, b"0\n"),
    (r#"awk 'BEGIN{for(i=0;i<1100000;i++) print "abcdefghi"}' | wc -c"#, 0, b"11000000\n"),
    (r"jq -n 'range(1200000)' | tail -1", 0, b"1199999\n"),
    (r"printf 'a\tb\n%.0s' {1..200000} | expand | wc -c", 0, b"2000000\n"),
    (r"echo {a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b} | wc -w", 0, b"256\n"),
    (r"echo $((1+((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((1))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))", 0, b"2\n"),
    (r"for a in 1; do for a in 1; do for a in 1; do for a in 1; do for a in 1; do for a in 1; do for a in 1; do for a in 1; do for a in 1; do for a in 1; do for a in 1; do echo deep; done; done; done; done; done; done; done; done; done; done; done", 0, b"deep\n"),
    (r"f() { if (($1 > 0)); then f $(($1 - 1)); else echo end; fi; }; f 30", 0, b"end\n"),
    // Bytes that are no UTF-8.
    (r#"printf 'a\xffb\n' > f; x=$(cat f); echo "$x"; echo ${#x}; read y < f; echo "$y"; echo "${x/b/Z}" "${x:1:1}""#, 0, b"a\xffb\n3\na\xffb\na\xffZ \xff\n"),
    (r#"printf 'a\xffb\n' > f; sed s/a/c/ f; sort f; cut -c2 f; awk '{print $0 "x"}' f; uniq f; nl f; tr a b < f; tac f; paste f f"#, 0, b"c\xffb\na\xffb\n\xff\na\xffbx\na\xffb\n     1\ta\xffb\nb\xffb\na\xffb\na\xffb\ta\xffb\n"),
    (r#"printf 'a\xffb\n' > f; while read l; do echo "$l"; done < f; mapfile -t m < f; echo "${m[0]}"; echo "$(< f)" | tee g; cat g"#, 0, b"a\xffb\na\xffb\na\xffb\na\xffb\n"),
    (r#"printf 'a\xffb\n' > f; sed -i s/b/d/ f; cat f; awk '{print > "g"}' f; cat g; printf '%s|\n' "$(cat f)"; echo $'\xfe'; printf -v q '\xff'; echo "$q""#, 0, b"a\xffd\na\xffd\na\xffd|\n\xfe\n\xff\n"),
    (r"printf 'a\x00b' > f; wc -c < f; printf 'a\0b' | od -c | head -1", 0, b"3\n0000000   a  \\0   b\n"),
    // Each element is a word.
    (r#"a=(one two nine); b=("${a[@]/n/N}"); echo ${#b[@]}; c=("${a[@]%e}"); echo ${#c[@]} ${c[0]}; d=("${a[@]^^}"); echo ${#d[@]} ${d[2]}"#, 0, b"3\n3 on\n3 NINE\n"),
    (r#"a=(one two nine); e=(x "${a[@]%e}" y); echo ${#e[@]}; f=(${a[@]/n/N}); echo ${#f[@]}; g=("p${a[@]/n/N}s"); echo ${#g[@]} "${g[0]}"; h=("${a[*]%e}"); echo ${#h[@]}"#, 0, b"5\n3\n3 poNe\n1\n"),
    // Names, exit codes, text of sed.
    (r#"n=$'a\tb\nc'; echo hi > "$n"; cat "$n""#, 0, b"hi\n"),
    (r"set -u; echo $nope; echo after", 127, b""),
    (r"set -u; (echo $nope); echo $?; x=$(echo $nope); echo $?", 0, b"1\n1\n"),
    (r"set -u; f() { echo $nope; }; f; echo after", 127, b""),
    (r"set -u; bash -c 'set -u; echo $nope'; echo $?", 0, b"127\n"),
    (r"echo one; if", 2, b""),
    (r"eval 'if'; echo $?", 0, b"2\n"),
    (r"set x y; : one two; echo $_", 0, b"two\n"),
    (r"printf 'x\n' > f; sed -i '1i // a\n// b' f; cat f; sed '1c a\tb\x41\nz' f; sed '1a\text' f", 0, b"// a\n// b\nx\na\tbA\nz\n// b\nx\n// a\ntext\n// b\nx\n"),
    (r"printf 'x\n' > f; [[ -L f ]]; echo $?; [[ -x f ]]; echo $?; [[ -s f ]]; echo $?", 0, b"1\n1\n0\n"),
    // A stage ends with its reader.
    (r"yes | sed 5q | tail -1", 0, b"y\n"),
    (r"yes | sed s/y/n/ | head -2", 0, b"n\nn\n"),
    (r"yes | awk '{print NR}' | head -3", 0, b"1\n2\n3\n"),
    (r"yes | awk -F'|' '{print $1}' | head -1", 0, b"y\n"),
    (r"yes | cut -c1 | nl | uniq | rev | cat -n | tee f | head -2", 0, b"     1\ty\t1     \n     2\ty\t2     \n"),
    (r"yes | tr y z | fold -w1 | expand | unexpand | head -2", 0, b"z\nz\n"),
    (r"env yes | head -2", 0, b"y\ny\n"),
    (r"command yes | head -2", 0, b"y\ny\n"),
    (r"timeout 5 yes | head -1", 0, b"y\n"),
    (r"f() { while :; do echo a; done; }; f | sed p | head -3", 0, b"a\na\na\n"),
    (r"bash -c yes | grep y | head -1", 0, b"y\n"),
    (r"while :; do echo a; done | while read x; do pwd > /dev/null; echo $x; break; done", 0, b"a\n"),
    (r"jq -n 'range(1000000000)' | head -2", 0, b"0\n1\n"),
    (r#"while :; do echo '{"a": [1]}'; done | jq -c .a | head -2"#, 0, b"[1]\n[1]\n"),
    (r"yes 1 | jq . | head -2", 0, b"1\n1\n"),
    (r"seq 3 | while read x; do sleep 0; pwd > /dev/null; echo $x; done", 0, b"1\n2\n3\n"),
    (r"seq 100000 | head -60000 | tail -1", 0, b"60000\n"),
    // What a stage keeps from piece to piece.
    (r"seq 10 | sed -n '$p;3,4p;N;P'", 0, b"1\n3\n3\n5\n7\n9\n"),
    (r"printf 'a\nb\nc' | sed '$!N;s/\n/-/'", 0, b"a-b\nc"),
    (r"seq 5 | sed '1!G;h;$!d'", 0, b"5\n4\n3\n2\n1\n"),
    (r"seq 2000 | sed -n '$='", 0, b"2000\n"),
    (r"seq 3000 | awk '{s+=$1} END{print s, NR}'", 0, b"4501500 3000\n"),
    (r#"printf 'a\n\nb\nc\n\n\nd' | awk 'BEGIN{RS=""}{print NR": "$0}'"#, 0, b"1: a\n2: b\nc\n3: d\n"),
    (r"seq 4 | awk '{getline x; print $0 x}'", 0, b"12\n34\n"),
    (r#"printf 'a1b22c' | awk 'BEGIN{RS="[0-9]+"}{print NR, $0}'"#, 0, b"1 a\n2 b\n3 c\n"),
    (r"printf 'a\na\nb\n' | uniq -c; printf 'a\na\nb\nb\nc\n' | uniq -D; printf 'a\na\nb\n' | uniq -u; printf 'a\na\nb\n' | uniq -d", 0, b"      2 a\n      1 b\na\na\nb\nb\nb\na\n"),
    (r"seq 3000 | uniq -c | tail -1", 0, b"      1 3000\n"),
    (r"seq 3000 | nl | tail -1", 0, b"  3000\t3000\n"),
    (r"seq 3000 | cat -n | tail -1", 0, b"  3000\t3000\n"),
    (r"printf 'a b\n\n\n\na\n' | cat -ns", 0, b"     1\ta b\n     2\t\n     3\ta\n"),
    (r"seq 3 | tee a b; cat a b; seq 2 | tee -a a | wc -l; cat a", 0, b"1\n2\n3\n1\n2\n3\n1\n2\n3\n2\n1\n2\n3\n1\n2\n"),
    (r"seq 3 | sed -n 'w out'; cat out", 0, b"1\n2\n3\n"),
    (r"printf 'a:b\nc\n' | cut -d: -f2; printf 'a:b\nc' | cut -d: -f1 -s; printf 'a b\0c d\0' | cut -z -d' ' -f2 | tr '\0' '\n'", 0, b"b\nc\na\nb\nd\n"),
    (r"yes abc | head -3000 | cut -c2 | sort | uniq -c", 0, b"   3000 b\n"),
    (r"printf '1 2\n[3,\n4]\n' | jq -c .", 0, b"1\n2\n[3,4]\n"),
    (r"seq 5 | jq -s add", 0, b"15\n"),
    (r"seq 5 | jq -n '[inputs] | length'", 0, b"5\n"),
    (r"seq 3000 | jq '.+1' | tail -1", 0, b"3001\n"),
    (r"seq 5 | jq -e '. > 4' | tail -1", 0, b"true\n"),
    // What reads from a process substitution runs beside it.
    (r"head -2 < <(yes); read x < <(yes); echo $x", 0, b"y\ny\ny\n"),
    (r"n=0; while read x; do n=$((n + x)); done < <(seq 4); echo $n", 0, b"10\n"),
    (r"mapfile -t a < <(seq 3); echo ${#a[@]}", 0, b"3\n"),
    (r"f() { while read x; do if [ $x = 2 ]; then return 7; fi; done < <(seq 5); }; f; echo $?", 0, b"7\n"),
    (r"for i in 1 2; do while read x; do [ $x = 2 ] && break 2; echo $i$x; done < <(seq 3); done; echo end", 0, b"11\nend\n"),
    (r"exec < <(seq 2); read x; read y; echo $x$y; set -e; grep -q x < <(echo y); echo no", 1, b"12\n"),
    (r#"while IFS=: read -r a b; do echo "$b$a"; done < <(printf '1:2\n3:4'); cat <(seq 2) < <(seq 3)"#, 0, b"21\n1\n2\n"),
    // Input that is left belongs to the next command.
    (r"seq 5 | { read x; sed s/^/s/; }; seq 3 | while read x; do sed s/^/rest/; done", 0, b"s2\ns3\ns4\ns5\nrest2\nrest3\n"),
    (r"seq 5 | (read x; awk '{print $1 * 2}'; cat); seq 3 | while read x; do echo $x | sed s/^/n/; done", 0, b"4\n6\n8\n10\nn1\nn2\nn3\n"),
    (r"yes | sed q | cat; echo ${PIPESTATUS[@]}", 0, b"y\n141 0 0\n"),
    (r"set -o pipefail; seq 3 | sed -n 2p | grep -q 2; echo $?; seq 4 | sed 2q5 > /dev/null; echo $?", 0, b"0\n5\n"),
    (r#"seq 3 | awk '{print | "sort -r"}'; echo hi | awk '{system("echo sys"); print}'; echo 5 | awk '{exit $1}'; echo $?"#, 0, b"3\n2\n1\nsys\nhi\n5\n"),
    (r"seq 20 | tail -n +3 | head -1; seq 20 | tail -3; printf 'a\nb' | tail -1; printf abc | tail -c 2; seq 90000 | tail -2", 0, b"3\n18\n19\n20\nbbc89999\n90000\n"),
    // Devices.
    (r"grep -n x /dev/null; echo $?; cat /dev/null; seq 3 | tee /dev/null | wc -l; seq 2 | sed -n 'w /dev/null'; echo x >> /dev/null", 0, b"1\n3\n"),
    (r"cat /dev/zero | head -c 10 | wc -c; head -c 5 /dev/zero | tr '\0' x; head -c 7 < /dev/zero | wc -c", 0, b"10\nxxxxx7\n"),
    (r"tr -dc a-z < /dev/urandom | head -c 8 | wc -c; head -c 16 /dev/urandom | wc -c; [ -e /dev/zero ] && echo yes", 0, b"8\n16\nyes\n"),
    (r"head -c 100 /dev/zero > f; wc -c < f; dd if=/dev/zero bs=1k count=3 2> /dev/null | wc -c", 0, b"100\n3072\n"),
];

/// Runs a command in an empty directory.
fn answer(source: &str) -> Exit {
    run(&Folders::new().empty(), &[], source, b"")
}

#[test]
fn commands_answer_what_bash_answers() {
    let mut wrong = Vec::new();
    for (command, code, stdout) in ANSWERS {
        let exit = answer(command);
        if (exit.code, &exit.stdout.bytes[..]) != (*code, *stdout) {
            wrong.push(format!(
                "{command}\n  {} {}\n  {}",
                exit.code,
                exit.stdout.bytes.escape_ascii(),
                exit.stderr.bytes.escape_ascii()
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The answers are those of the bash of this machine, where there is one, and the commands it runs.
#[test]
fn the_answers_are_those_of_bash() {
    let has = |name: &str| {
        let mut process = Process::new(name);
        process
            .arg("--version")
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        process.status().is_ok_and(|status| status.success())
    };
    if !has("bash") || !has("sed") {
        return;
    }
    let has_jq = has("jq");
    for (command, code, stdout) in ANSWERS {
        if command.contains("jq") && !has_jq {
            continue;
        }
        let folders = Folders::new();
        let mut bash = Process::new("bash");
        bash.args(["--norc", "-c", command])
            .current_dir(folders.empty());
        let output = bash
            .stdin(Stdio::null())
            .stderr(Stdio::null())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(*code), "{command}");
        assert_eq!(
            output.stdout.escape_ascii().to_string(),
            stdout.escape_ascii().to_string(),
            "{command}"
        );
    }
}

#[test]
fn input_that_never_ends_is_refused_by_what_reads_all_of_it() {
    let exit = answer("sort < /dev/zero");
    assert_eq!(exit.code, 1);
    assert_eq!(
        String::from_utf8(exit.stderr.bytes).unwrap(),
        "bash: line 1: sort: the input never ends: read a part of it, as with `head -c 100 /dev/zero`\n"
    );
}
