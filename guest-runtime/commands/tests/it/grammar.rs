//! Random command lines.

use crate::outside::Case;
use crate::tree::{Random, Tree};

/// An option, or several forms of one.
pub(crate) type Words = &'static [&'static [&'static str]];

/// What a command's lines are made of.
pub(crate) struct Grammar {
    pub(crate) options: Words,
    /// How many options there are at most.
    pub(crate) options_max: usize,
    pub(crate) operands_min: usize,
    pub(crate) operands_max: usize,
    pub(crate) environment: &'static [(&'static str, &'static str)],
}

fn grammar(command: &str) -> Grammar {
    match command {
        "ls" => Grammar {
            options: &[
                &["-l"],
                &["-l"],
                &["-l"],
                &["-a"],
                &["-A"],
                &["-1"],
                &["-R"],
                &["-r"],
                &["-t"],
                &["-S"],
                &["-h"],
                &["-d"],
                &["-F"],
                &["-p"],
                &["-i"],
                &["-s"],
                &["-n"],
                &["-o"],
                &["-g"],
                &["-G"],
                &["-m"],
                &["-x"],
                &["-C"],
                &["-X"],
                &["-U"],
                &["-L"],
                &["-H"],
                &["-Q"],
                &["-b"],
                &["-q"],
                &["-k"],
                &["-B"],
                &["--group-directories-first"],
                &["--color=never"],
                &["--color=auto"],
                &["--color=always"],
                &["--color"],
                &["--full-time"],
                &["--time-style=long-iso"],
                &["--time-style=iso"],
                &["--time-style=+%d.%m.%y %H"],
                &["--si"],
                &["--author"],
                &["-w", "40"],
                &["-w20"],
                &["--width=0"],
                &["-T", "4"],
                &["-I", "a*"],
                &["--hide=*.txt"],
                &["--file-type"],
                &["--sort=size"],
                &["--sort=extension"],
                &["--sort=none"],
                &["-v"],
                &["--sort=width"],
                &["--format=commas"],
                &["--zero"],
                &["--block-size=K"],
                &["--block-size=1"],
                &["-la"],
                &["-lh"],
                &["-lR"],
                &["-alF"],
                &["--recurs"],
                &["--re"],
                &["--rev"],
                &["--quoting-style=shell"],
                &["--quoting-style=escape"],
                &["--quoting-style=shell-escape-always"],
                &["--all"],
                &["--nonsense"],
                &["-y"],
                &["--color=maybe"],
                &["--sort"],
                &["--all=x"],
                &["--almost-all"],
                &["--classify"],
                &["--indicator-style=slash"],
            ],
            options_max: 4,
            operands_min: 0,
            operands_max: 3,
            environment: &[("TERM", "xterm"), ("COLUMNS", "60")],
        },
        "cp" => Grammar {
            options: &[
                &["-r"],
                &["-r"],
                &["-R"],
                &["-a"],
                &["-p"],
                &["-f"],
                &["-n"],
                &["-u"],
                &["-v"],
                &["-v"],
                &["-T"],
                &["-b"],
                &["-L"],
                &["-P"],
                &["-d"],
                &["-H"],
                &["--parents"],
                &["-i"],
                &["-t", "a"],
                &["-t", "d"],
                &["--backup=numbered"],
                &["--backup=simple"],
                &["-S", ".bak"],
                &["-s"],
                &["-rv"],
                &["-av"],
                &["--preserve=mode"],
                &["--preserve=timestamps"],
                &["--no-preserve=mode"],
                &["--remove-destination"],
                &["--attributes-only"],
                &["--strip-trailing-slashes"],
                &["--recurs"],
                &["--pre"],
                &["--nonsense"],
                &["-x"],
                &["-rp"],
                &["--no-clobber"],
                &["--target-directory=b"],
                &["--archive"],
                &["--preserve=foo"],
                &["-Rf"],
            ],
            options_max: 4,
            operands_min: 2,
            operands_max: 3,
            environment: &[("VERSION_CONTROL", "existing")],
        },
        "mv" => Grammar {
            options: &[
                &["-n"],
                &["-f"],
                &["-u"],
                &["-v"],
                &["-v"],
                &["-t", "a"],
                &["-t", "d"],
                &["-T"],
                &["-b"],
                &["-i"],
                &["--backup=numbered"],
                &["--backup=t"],
                &["-S", ".o"],
                &["--strip-trailing-slashes"],
                &["--no-clobber"],
                &["--no"],
                &["--nonsense"],
                &["--target-directory", "b"],
            ],
            options_max: 3,
            operands_min: 2,
            operands_max: 3,
            environment: &[("VERSION_CONTROL", "numbered")],
        },
        "rm" => Grammar {
            options: &[
                &["-r"],
                &["-r"],
                &["-R"],
                &["-f"],
                &["-v"],
                &["-d"],
                &["-i"],
                &["-I"],
                &["-rf"],
                &["-rv"],
                &["-ri"],
                &["--interactive"],
                &["--interactive=once"],
                &["--interactive=never"],
                &["--preserve-root"],
                &["--one-file-system"],
                &["--recursive"],
                &["--dir"],
                &["--nonsense"],
                &["--interactive=x"],
                &["-x"],
            ],
            options_max: 3,
            operands_min: 1,
            operands_max: 4,
            environment: &[],
        },
        "mkdir" => Grammar {
            options: &[
                &["-p"],
                &["-p"],
                &["-v"],
                &["-m", "700"],
                &["-m", "u=rwx,go="],
                &["-m", "+t"],
                &["-m", "a-w"],
                &["-m755"],
                &["--mode=0"],
                &["--parents"],
                &["-m", "9"],
                &["--mode", "u+Q"],
                &["-pv"],
                &["--nonsense"],
                &["-m", "2775"],
                &["-m", "=rX"],
            ],
            options_max: 3,
            operands_min: 1,
            operands_max: 3,
            environment: &[],
        },
        "rmdir" => Grammar {
            options: &[
                &["-p"],
                &["-p"],
                &["-v"],
                &["--ignore-fail-on-non-empty"],
                &["--par"],
                &["--pa"],
                &["--verbose"],
                &["-x"],
            ],
            options_max: 3,
            operands_min: 1,
            operands_max: 3,
            environment: &[],
        },
        "chmod" => Grammar {
            options: &[
                &["-R"],
                &["-R"],
                &["-v"],
                &["-c"],
                &["-f"],
                &["-w"],
                &["-x"],
                &["-rwx"],
                &["--reference=a"],
                &["--changes"],
                &["--quiet"],
                &["--silent"],
                &["--preserve-root"],
                &["--re"],
                &["-Rv"],
                &["-Rc"],
                &["--nonsense"],
                &["-u+x"],
            ],
            options_max: 2,
            operands_min: 1,
            operands_max: 3,
            environment: &[],
        },
        "ln" => Grammar {
            options: &[
                &["-s"],
                &["-s"],
                &["-s"],
                &["-sf"],
                &["-f"],
                &["-n"],
                &["-v"],
                &["-t", "a"],
                &["-T"],
                &["-r"],
                &["-b"],
                &["-i"],
                &["--backup=numbered"],
                &["-S", "-"],
                &["-sfn"],
                &["-srv"],
                &["--symbolic"],
                &["--nonsense"],
                &["-st", "d"],
            ],
            options_max: 3,
            operands_min: 1,
            operands_max: 3,
            environment: &[],
        },
        "realpath" => Grammar {
            options: &[
                &["-e"],
                &["-m"],
                &["-s"],
                &["-z"],
                &["-q"],
                &["-L"],
                &["-P"],
                &["--relative-to=a"],
                &["--relative-to", "."],
                &["--relative-base=d"],
                &["--relative-base=."],
                &["--relative-to=d/b"],
                &["--strip"],
                &["--relative"],
                &["--relative-to=zz"],
                &["--canonicalize-e"],
            ],
            options_max: 3,
            operands_min: 1,
            operands_max: 3,
            environment: &[],
        },
        "readlink" => Grammar {
            options: &[
                &["-f"],
                &["-e"],
                &["-m"],
                &["-n"],
                &["-z"],
                &["-v"],
                &["-q"],
                &["-s"],
                &["--canonicalize"],
                &["--canon"],
                &["-x"],
            ],
            options_max: 3,
            operands_min: 1,
            operands_max: 3,
            environment: &[],
        },
        "basename" => Grammar {
            options: &[
                &["-a"],
                &["-s", ".txt"],
                &["-z"],
                &["-s", "a"],
                &["--suffix=c"],
                &["--multiple"],
                &["-x"],
            ],
            options_max: 2,
            operands_min: 1,
            operands_max: 3,
            environment: &[],
        },
        "dirname" => Grammar {
            options: &[&["-z"], &["--zero"], &["-x"]],
            options_max: 1,
            operands_min: 1,
            operands_max: 3,
            environment: &[],
        },
        "unlink" => Grammar {
            options: &[&["-x"], &["--nonsense"]],
            options_max: 1,
            operands_min: 1,
            operands_max: 1,
            environment: &[],
        },
        "touch" => Grammar {
            options: &[
                &["-c"],
                &["-m"],
                &["-h"],
                &["-d", "2024-01-02 03:04:05"],
                &["-d", "@1700000000"],
                &["-d", "2024-02-30"],
                &["-d", "10 Jan 2020 10:30 pm"],
                &["-d", "2020-05-06T07:08:09.25Z"],
                &["-d", "20200506 0708"],
                &["-d", "Jan 5, 2021"],
                &["-d", "2020-01-31 + 1 month"],
                &["-d", "2020-03-01 -1 day"],
                &["-d", "2020-03-01 12:00 +0200"],
                &["-d", "1/2/2023"],
                &["-d", "nonsense"],
                &["-d", "2021-01-01 3 days ago"],
                &["-d", "2021-01-01 next week"],
                &["-t", "202001020304"],
                &["-t", "202001020304.05"],
                &["-t", "2001020304"],
                &["-t", "9"],
                &["-r", "a"],
                &["-r", "d"],
                &["--date=@5.5"],
                &["--no-create"],
                &["--reference=zz"],
                &["--nonsense"],
                &["--time=mtime"],
                &["-am"],
                &["-d", "Mon, 5 Jan 2015 06:07:08 +0100"],
                &["-d", ""],
            ],
            options_max: 2,
            operands_min: 1,
            operands_max: 3,
            environment: &[],
        },
        "stat" => Grammar {
            options: &[
                &["-c", "%n %s %a %A %F"],
                &["-c", "%f %h %i"],
                &["-c", "%y|%Y"],
                &["-c", "%N"],
                &["-c", "%b %B %o"],
                &["-L"],
                &["-L"],
                &["--printf", "%n\\t%s\\n"],
                &["--printf=%a\\x41\\101\\q\\"],
                &["-c", "%10s|%-10s|%010s"],
                &["-c", "%#a %5a %05a"],
                &["-c", "%.3Y %.Y %.0Y"],
                &["-c", "%U:%G"],
                &["-c", "%10.3n|%-8F|"],
                &["-c", "%q %%"],
                &["-c", "%5%"],
                &["-c", "100%"],
                &["-c", "%m %t %T"],
                &["--nonsense"],
                &["--printf"],
                &["-c", "%#f %08f"],
            ],
            options_max: 2,
            operands_min: 1,
            operands_max: 3,
            environment: &[],
        },
        "mktemp" => Grammar {
            options: &[
                &["-d"],
                &["-u"],
                &["-q"],
                &["-p", "."],
                &["-p", "a"],
                &["--tmpdir=d"],
                &["--suffix=.txt"],
                &["--suffix", "a/b"],
                &["-t"],
                &["-p", "zz"],
                &["--nonsense"],
                &["--dry-run"],
            ],
            options_max: 3,
            operands_min: 1,
            operands_max: 1,
            environment: &[("TMPDIR", "b")],
        },
        "truncate" => Grammar {
            options: &[
                &["-s", "0"],
                &["-s", "5"],
                &["-s", "+3"],
                &["-s", "-2"],
                &["-s", "<4"],
                &["-s", ">9"],
                &["-s", "/4"],
                &["-s", "%4"],
                &["-s", "1K"],
                &["-s", "1KB"],
                &["-s", "x"],
                &["-s", "1Q"],
                &["-s", "+-1"],
                &["-s", "/0"],
                &["-c"],
                &["-r", "e.txt"],
                &["--size=10"],
                &["-o"],
                &["--nonsense"],
                &["-s", " 7"],
                &["-s", "K"],
                &["-s", "<+4"],
            ],
            options_max: 3,
            operands_min: 1,
            operands_max: 3,
            environment: &[],
        },
        "tree" => Grammar {
            options: &[
                &["-a"],
                &["-d"],
                &["-L", "1"],
                &["-L", "2"],
                &["-f"],
                &["-i"],
                &["-P", "a*"],
                &["-I", "d|e*"],
                &["-F"],
                &["-p"],
                &["-s"],
                &["-h"],
                &["--dirsfirst"],
                &["--noreport"],
                &["-J"],
                &["-ps"],
                &["-fi"],
                &["-r"],
                &["-t"],
                &["-L", "0"],
                &["--filesfirst"],
                &["-n"],
                &["-I", "*.txt"],
                &["-v"],
                &["-x"],
                &["--sort=version"],
                &["--sort", "size"],
                &["--sort=name"],
                &["-vr"],
            ],
            options_max: 3,
            operands_min: 0,
            operands_max: 2,
            environment: &[],
        },
        "file" => Grammar {
            options: &[
                &["-b"],
                &["-i"],
                &["--mime-type"],
                &["-L"],
                &["-h"],
                &["--mime-encoding"],
                &["-N"],
                &["--brief"],
                &["-bi"],
            ],
            options_max: 2,
            operands_min: 1,
            operands_max: 3,
            environment: &[],
        },
        "du" => Grammar {
            options: &[
                &["-s"],
                &["-h"],
                &["-a"],
                &["-a"],
                &["-b"],
                &["-d", "1"],
                &["-d", "0"],
                &["--max-depth=2"],
                &["-c"],
                &["-k"],
                &["-m"],
                &["-0"],
                &["-x"],
                &["--apparent-size"],
                &["--exclude=a*"],
                &["--exclude", "*.txt"],
                &["--exclude=d/b"],
                &["-S"],
                &["-t", "4K"],
                &["--threshold=-1"],
                &["-L"],
                &["-D"],
                &["-l"],
                &["-B", "1"],
                &["-B1K"],
                &["--block-size=K"],
                &["--si"],
                &["-sh"],
                &["--inodes"],
                &["-sc"],
            ],
            options_max: 3,
            operands_min: 0,
            operands_max: 3,
            environment: &[],
        },
        "cmp" => Grammar {
            options: &[
                &["-l"],
                &["-s"],
                &["-b"],
                &["-n", "3"],
                &["-i", "1"],
                &["-i", "1:2"],
                &["--bytes=6"],
                &["-bl"],
                &["-n", "x"],
                &["--nonsense"],
                &["--silent"],
                &["--quiet"],
                &["-i", "x"],
                &["--verbose"],
            ],
            options_max: 2,
            operands_min: 2,
            operands_max: 2,
            environment: &[],
        },
        "install" => Grammar {
            options: &[
                &["-d"],
                &["-m", "644"],
                &["-m", "u=rw,go="],
                &["-m755"],
                &["-D"],
                &["-v"],
                &["-t", "a"],
                &["-t", "new/t"],
                &["-T"],
                &["-b"],
                &["-p"],
                &["-m", "9"],
                &["-Dm600"],
                &["-dv"],
                &["--nonsense"],
                &["--backup=numbered"],
                &["-c"],
            ],
            options_max: 3,
            operands_min: 1,
            operands_max: 3,
            environment: &[],
        },
        _ => unreachable!("no grammar for {command}"),
    }
}

/// A random command line of a command, over a random tree.
pub(crate) fn case(random: &mut Random, command: &'static str) -> Case {
    if command == "bc" {
        return crate::bc::case(random);
    }
    if command == "tar" {
        return crate::archives::case(random);
    }
    if matches!(command, "zip" | "unzip" | "zipinfo") {
        return crate::zips::case(random, command);
    }
    let mut tree = Tree::random(random);
    if command == "rm" {
        // What lies behind a link with a slash is removed with the folder itself, in any order.
        for (_, what, ..) in &mut tree.0 {
            if let crate::tree::What::Link(target) = what
                && (target == b"." || target == b"..")
            {
                *target = b"nowhere".to_vec();
            }
        }
    }
    crate::packed::pack(random, command, &mut tree);
    let grammar = crate::packed::grammar(command).unwrap_or_else(|| grammar(command));
    let mut words: Vec<Vec<Vec<u8>>> = Vec::new();
    let options = random.below(grammar.options_max + 1);
    for _ in 0..options {
        let option = random.of(grammar.options);
        if command == "file" && words.iter().flatten().any(|word| word.contains(&b'b')) {
            // Given twice, it is off again.
            continue;
        }
        words.push(option.iter().map(|word| word.as_bytes().to_vec()).collect());
    }
    let operands =
        grammar.operands_min + random.below(grammar.operands_max - grammar.operands_min + 1);
    let operands = if random.once_in(25) {
        random.below(3)
    } else {
        operands
    };
    let mut names = Vec::new();
    for _ in 0..operands {
        names.push(operand(random, command, &tree));
    }
    if command == "chmod" && !random.once_in(8) {
        names.insert(0, crate::modes::mode(random));
    }
    if command == "ln" {
        words.push(vec![b"-s".to_vec()]);
    }
    if command == "mktemp" {
        let templates = [
            "aXXX",
            "XXXXXX",
            "fooXXXXX.c",
            "d/XXXX",
            "/XXXX",
            "aXX",
            "no",
            "zz/XXXX",
            "a b XXXX",
        ];
        names = if random.once_in(6) {
            Vec::new()
        } else {
            vec![random.of(&templates).as_bytes().to_vec()]
        };
        if names.is_empty() {
            // Never in the folder that all share.
            words.push(vec![b"-p".to_vec(), b".".to_vec()]);
        }
    }
    // Options also come between operands, or behind all with `--` before these.
    let arguments: Vec<Vec<u8>> = if random.once_in(4) && command != "file" {
        let mut all = words;
        for name in names {
            let at = random.below(all.len() + 1);
            all.insert(at, vec![name]);
        }
        all.concat()
    } else {
        let mut all = words.concat();
        let has_dash = names.iter().any(|name| name.starts_with(b"-"));
        if random.once_in(5) || has_dash || command == "file" {
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
        word.starts_with(b"--rec")
            || word.starts_with(b"--arch")
            || (word.starts_with(b"-")
                && !word.starts_with(b"--")
                && word.iter().any(|byte| b"rRaUf".contains(byte)))
    });
    let asks = command == "rm" && recursive;
    // In what order questions come depends on the order of a directory.
    let stdin = if asks {
        [b"y\n".repeat(60), b"n\n".repeat(60)][random.below(2)].clone()
    } else {
        stdin
    };
    let environment = grammar
        .environment
        .iter()
        .copied()
        .filter(|_| !random.once_in(4))
        .collect();
    let umask = if random.once_in(8) {
        *random.of(&[0o077, 0o002, 0o000, 0o027])
    } else {
        0o022
    };
    Case {
        any_order: match command {
            "ls" => arguments
                .iter()
                .any(|word| word == b"-U" || word == b"-f" || word == b"--sort=none"),
            "cp" | "rm" | "chmod" | "gzip" | "gunzip" | "zcat" => recursive,
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
        random
            .of(&[
                "new", "new/sub", "a/new", "", ".", "..", "zz", "./d", "e.txt/x",
            ])
            .as_bytes()
            .to_vec()
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
