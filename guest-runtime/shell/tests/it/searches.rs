//! Generated searches of random trees beside GNU grep and GNU find, whose files are searched by the rows of
//! the host.

use crate::disk::Outcome;
use crate::lines::{Random, check};

const NAMES: &[&str] = &[
    "a",
    "b.txt",
    "c.rs",
    "d/a",
    "d/b.txt",
    "d/e/c.rs",
    "d/e/f",
    "g/h/i/j.txt",
    ".k",
    ".l/m.rs",
    "n o",
];

const PIECES: &[&str] = &[
    "foo", "bar", "foobar", "Foo", "x", "", " ", "a_b", "12", "fo o", "abab", "aXb", "foo-bar",
    "(x)", "a.b", "a*b", "é", "\\\\", "\\t", "x\\r",
];

/// Commands that make a tree.
fn tree(random: &mut Random) -> String {
    let mut made = String::from("export LC_ALL=C.UTF-8; mkdir -p d/e g/h/i .l p; ");
    for name in NAMES {
        if random.below(5) == 0 {
            continue;
        }
        let mut content = String::new();
        for _ in 0..random.below(6) {
            for _ in 0..random.below(4) {
                content.push_str(random.of(PIECES));
            }
            content.push_str("\\n");
        }
        match random.below(12) {
            0 => content.push_str("foo end"),
            1 => content.push_str("foo\\0bar\\nfoo\\n"),
            2 => content.push_str("foo \\377 bar\\n"),
            3 => content.push_str(&"foo x\\nbar\\n".repeat(4)),
            _ => {}
        }
        let escaped = content.replace('\'', "");
        made.push_str(&format!("printf '%b' '{escaped}' > '{name}'; "));
        if random.below(4) == 0 {
            let days = 1 + random.below(20);
            made.push_str(&format!("touch -d '2024-01-{days:02}' '{name}'; "));
        }
        if random.below(6) == 0 {
            made.push_str(&format!(
                "chmod {} '{name}'; ",
                random.of(&["600", "755", "444"])
            ));
        }
    }
    for link in [
        "ln -s a q; ",
        "ln -s d r; ",
        "ln -s none s; ",
        "ln -s ../d g/t; ",
    ] {
        if random.below(3) == 0 {
            made.push_str(link);
        }
    }
    made
}

const BASIC: &[&str] = &[
    "foo",
    "fo*",
    "^foo",
    "bar$",
    "^$",
    "",
    ".",
    "x.*b",
    "[a-f]*b",
    "[^a-z]",
    "\\(ab\\)\\1",
    "fo\\{2\\}",
    "foo\\|bar",
    "\\bfoo\\b",
    "\\<x",
    "[[:digit:]]",
    "[[:upper:]]oo",
    "a\\.b",
    "é",
    "\\w\\W",
    "a*b",
    "o$",
    "^x*$",
    "\\(foo\\)*bar",
    "[[:space:]]",
];

const EXTENDED: &[&str] = &[
    "foo|bar",
    "(ab)+",
    "fo{1,2}",
    "^(foo|x)",
    "a?b",
    "(a)(b)\\2",
    "[0-9]+$",
    "()",
    "x|^$",
    "(^|b)a",
    "\\bx\\b",
    "f.o|é",
    "\\s",
    "[^[:alnum:]]",
];

const PERL: &[&str] = &[
    "foo(?=bar)",
    "(?<!x)b",
    "\\d+",
    "fo+?",
    "(a)\\1",
    "^\\s*$",
    "\\bfoo",
    "x|a",
    "(?i)FOO",
    "[^\\d]b",
];

const FIXED: &[&str] = &["foo", "a.b", "a*b", "(x)", "", "\\", "é", "fo o"];

fn grep(random: &mut Random) -> String {
    let (syntax, pattern) = match random.below(8) {
        0 | 1 => ("-E", random.of(EXTENDED)),
        2 => ("-F", random.of(FIXED)),
        3 => ("-P", random.of(PERL)),
        _ => ("", random.of(BASIC)),
    };
    let mut options = String::from(syntax);
    for _ in 0..random.below(4) {
        options.push(' ');
        options.push_str(random.of(&[
            "-w", "-x", "-i", "-v", "-c", "-l", "-L", "-n", "-o", "-q", "-s", "-h", "-H", "-A1",
            "-B1", "-C1", "-m1", "-m2", "-b", "-a", "-I", "-Z", "-z",
        ]));
    }
    let second = match random.below(6) {
        0 if syntax != "-P" => format!(" -e {}", quoted(random.of(&["foo", "a.b", "", "fo o"]))),
        _ => String::new(),
    };
    let files = match random.below(6) {
        0 => format!("{} {}", quoted(random.of(NAMES)), quoted(random.of(NAMES))),
        1 => String::from("a b.txt d/a missing d 'n o' q s"),
        2 => String::from("-r d g .l q r"),
        3 => String::from("-R ."),
        4 => format!(
            "-r {}",
            random.of(&[
                "--include='*.txt'",
                "--exclude='*.rs'",
                "--exclude-dir=e .",
                "--include='*.rs' --exclude=c.rs .",
                "--exclude-dir=d . g",
            ])
        ),
        _ => String::from("-r ."),
    };
    format!("grep {options} -e {}{second} {files}", quoted(pattern))
}

fn quoted(text: &str) -> String {
    format!("'{text}'")
}

/// A command over a random tree. GNU's walks are in no order.
fn searched(random: &mut Random) -> String {
    let (mut tree, command) = (tree(random), grep(random));
    if ["-A", "-B", "-C", "-I"]
        .iter()
        .any(|context| command.contains(context))
    {
        // What GNU's says and prints of a file before it finds that it is none of text is its own affair.
        tree = tree.replace("\\377", "o").replace("\\0", "o");
    }
    let command = match random.below(5) {
        0 => command
            .replace("-r ", "-h ")
            .replace("-R .", "-h a b.txt d/a"),
        _ => command,
    };
    format!("{tree}{{ {command}; echo \"code $?\"; }} 2>&1 | tr '\\0' '\\n' | sort")
}

fn found(random: &mut Random) -> String {
    let tree = tree(random);
    let roots = random.of(&[".", "d g", "d/", "./d", "missing .", "q r", ".", "a"]);
    let follow = random.of(&["", "", "", "-L ", "-H "]);
    let mut tests = String::new();
    for at in 0..random.below(4) {
        if at > 0 && random.below(4) == 0 {
            tests.push_str("-o ");
        }
        if random.below(5) == 0 {
            tests.push_str("! ");
        }
        tests.push_str(random.of(&[
            "-name '*.txt' ",
            "-name '[a-d]*' ",
            "-iname 'A*' ",
            "-type f ",
            "-type d ",
            "-type l ",
            "-size 0 ",
            "-size +0 ",
            "-size -100c ",
            "-size +100c ",
            "-mtime +100 ",
            "-mtime -1 ",
            "-newer b.txt ",
            "-perm 600 ",
            "-perm -u+x ",
            "-path '*/e/*' ",
            "-empty ",
            "-xtype f ",
            "-lname '*d' ",
            "-true ",
            "-regex '.*/[a-c]' ",
        ]));
    }
    let depth = random.of(&[
        "",
        "",
        "-maxdepth 1 ",
        "-mindepth 1 ",
        "-maxdepth 2 ",
        "-depth ",
    ]);
    let action = random.of(&[
        "",
        "",
        "-print",
        "-print0",
        "-printf '%p %y %s %m %d %f %h\\n'",
        "-exec echo {} ';'",
        "-exec echo {} +",
        "-prune",
        "-name e -prune -o -print",
    ]);
    format!(
        "{tree}export LC_ALL=C; {{ find {follow}{roots} {depth}{tests}{action}; echo \"code $?\"; }} 2>&1 | tr '\\0 ' '\\n\\n' | sort"
    )
}

fn passed_on(random: &mut Random) -> String {
    let tree = tree(random);
    let command = random.of(&[
        "find . -type f -print0 | xargs -0 grep -l foo",
        "find . -name '*.txt' | xargs grep -c foo",
        "find d g -type f | sort | xargs -n2 grep -H o",
        "find . -type f ! -name '* *' | xargs -I{} grep -n x {}",
        "grep -rl foo d g | sort | xargs cat",
        "grep -rl foo . | xargs -d '\\n' -n1 echo",
        "printf 'a b\\nc d\\n' | xargs -L1 echo",
        "printf 'a b\\nc \\\"d e\\\" f\\n' | xargs -n2 echo",
        "printf 'a\\n\\nb\\n' | xargs -I{} echo '<{}>'",
        "seq 30 | xargs -s 20 echo",
        "printf '' | xargs echo none",
        "printf '' | xargs -r echo none",
        "seq 5 | xargs -n2 false",
        "printf 'a b\\n' | xargs -n1 sh -c 'exit 255'",
        "printf 'a\\nSTOP\\nb\\n' | xargs -E STOP echo",
        "printf 'a\\\\ b c' | xargs -t -n1 echo",
    ]);
    format!("{tree}{{ {command}; echo \"code $?\"; }} 2>&1 | sort")
}

/// No file is changed.
fn without_files(outcome: &mut Outcome) {
    outcome.3.clear();
}

#[test]
fn grep_searches_as_grep() {
    check(&["bash", "grep"], searched, without_files);
}

#[test]
fn find_finds_as_find() {
    check(&["bash", "find"], found, without_files);
}

#[test]
fn what_is_found_is_passed_on() {
    check(&["bash", "find", "xargs"], passed_on, without_files);
}
