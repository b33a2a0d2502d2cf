//! Random command lines.

use crate::outside::Case;
use crate::tree::{Random, Tree};

/// An option, or several forms of one.
type Words = &'static [&'static [&'static str]];

/// What a command's lines are made of.
struct Grammar {
    options: Words,
    /// How many options there are at most.
    options_max: usize,
    operands_min: usize,
    operands_max: usize,
    environment: &'static [(&'static str, &'static str)],
}

fn grammar(command: &str) -> Grammar {
    match command {
        "ls" => Grammar {
            options: &[
                &["-l"], &["-l"], &["-l"], &["-a"], &["-A"], &["-1"], &["-R"], &["-r"], &["-t"], &["-S"], &["-h"], &["-d"],
                &["-F"], &["-p"], &["-i"], &["-s"], &["-n"], &["-o"], &["-g"], &["-G"], &["-m"],
                &["-x"], &["-C"], &["-X"], &["-U"], &["-L"], &["-H"], &["-Q"], &["-b"], &["-q"], &["-k"],
                &["-B"], &["--group-directories-first"], &["--color=never"], &["--color=auto"],
                &["--color=always"], &["--color"], &["--full-time"], &["--time-style=long-iso"],
                &["--time-style=iso"], &["--time-style=+%d.%m.%y %H"], &["--si"], &["--author"],
                &["-w", "40"], &["-w20"], &["--width=0"], &["-T", "4"], &["-I", "a*"], &["--hide=*.txt"],
                &["--file-type"], &["--sort=size"], &["--sort=extension"], &["--sort=none"], &["-v"],
                &["--sort=width"],
                &["--format=commas"], &["--zero"], &["--block-size=K"], &["--block-size=1"], &["-la"], &["-lh"], &["-lR"], &["-alF"],
                &["--recurs"], &["--re"], &["--rev"], &["--quoting-style=shell"], &["--quoting-style=escape"], &["--quoting-style=shell-escape-always"],
                &["--all"], &["--nonsense"], &["-y"], &["--color=maybe"], &["--sort"], &["--all=x"], &["--almost-all"], &["--classify"], &["--indicator-style=slash"],
            ],
            options_max: 4,
            operands_min: 0,
            operands_max: 3,
            environment: &[("TERM", "xterm"), ("COLUMNS", "60")],
        },
        _ => unreachable!("no grammar for {command}"),
    }
}

/// A random command line of a command, over a random tree.
pub(crate) fn case(random: &mut Random, command: &'static str) -> Case {
    let tree = Tree::random(random);
    let grammar = grammar(command);
    let mut words: Vec<Vec<Vec<u8>>> = Vec::new();
    let options = random.below(grammar.options_max + 1);
    for _ in 0..options {
        let option = random.of(grammar.options);
        words.push(option.iter().map(|word| word.as_bytes().to_vec()).collect());
    }
    let operands = grammar.operands_min + random.below(grammar.operands_max - grammar.operands_min + 1);
    let operands = if random.once_in(25) { random.below(3) } else { operands };
    let mut names = Vec::new();
    for _ in 0..operands {
        names.push(operand(random, command, &tree));
    }
    // Options also come between operands, or behind all with `--` before these.
    let arguments: Vec<Vec<u8>> = if random.once_in(4) {
        let mut all = words;
        for name in names {
            let at = random.below(all.len() + 1);
            all.insert(at, vec![name]);
        }
        all.concat()
    } else {
        let mut all = words.concat();
        let has_dash = names.iter().any(|name| name.starts_with(b"-"));
        if random.once_in(5) || has_dash {
            all.push(b"--".to_vec());
        }
        all.extend(names);
        all
    };
    let stdin: Vec<u8> = match random.below(4) {
        0 => b"".to_vec(),
        1 => b"y\n".repeat(20),
        2 => b"y\nn\ny\nyes\nno\nY\n\ny\n".to_vec(),
        _ => b"n\ny\n".repeat(4),
    };
    let recursive = arguments.iter().any(|word| {
        word.starts_with(b"--rec") || word.starts_with(b"--arch")
            || (word.starts_with(b"-") && !word.starts_with(b"--") && word.iter().any(|byte| b"rRaUf".contains(byte)))
    });
    let environment = grammar.environment.iter().copied().filter(|_| !random.once_in(4)).collect();
    let umask = if random.once_in(8) { *random.of(&[0o077, 0o002, 0o000, 0o027]) } else { 0o022 };
    Case {
        any_order: match command {
            "ls" => arguments.iter().any(|word| {
                word == b"-U" || word == b"-f" || word == b"--sort=none"
            }),
            "cp" | "rm" | "chmod" => recursive,
            _ => command == "du",
        },
        tree,
        command,
        arguments,
        stdin,
        umask,
        environment,
    }
}

fn operand(random: &mut Random, command: &str, tree: &Tree) -> Vec<u8> {
    let _ = command;
    let paths = tree.paths();
    let name = if paths.is_empty() || random.once_in(8) {
        random.of(&["new", "new/sub", "a/new", "", ".", "..", "zz", "./d", "e.txt/x"]).as_bytes().to_vec()
    } else {
        random.of(&paths).clone()
    };
    if name.is_empty() {
        return name;
    }
    match random.below(16) {
        0 => [name.as_slice(), b"/"].concat(),
        1 => [b"./", name.as_slice()].concat(),
        2 => [b"{here}/", name.as_slice()].concat(),
        3 if name.len() > 1 => [name.as_slice(), b"//"].concat(),
        4 => [name.as_slice(), b"/."].concat(),
        _ => name,
    }
}
