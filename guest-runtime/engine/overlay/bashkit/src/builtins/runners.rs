//! `stdbuf`, `setsid` and `zgrep`: commands that run others.

use crate::interpreter::ExecResult;

/// What `--help` prints.
pub(super) fn usage(name: &str) -> &'static str {
    match name {
        "stdbuf" => {
            "Usage: stdbuf OPTION... COMMAND [ARG]...\nRuns a command. What it writes is passed on as it comes.\n\n  -i, -o, -e MODE  0, L or a number of bytes\n"
        }
        "setsid" => {
            "Usage: setsid [-cfw] COMMAND [ARG]...\nRuns a command: there are no sessions of processes.\n"
        }
        _ => {
            "Usage: zgrep [OPTION]... PATTERN [FILE]...\nSearches files, compressed with gzip or not, with the options of grep.\n"
        }
    }
}

/// What arguments ask for: a command with its arguments, or an end.
type Asked = std::result::Result<(String, Vec<String>), Box<ExecResult>>;

fn wrong<T>(
    name: &str,
    why: &str,
    code: i32,
    with_help: bool,
) -> std::result::Result<T, Box<ExecResult>> {
    let help = if with_help {
        format!("Try '{name} --help' for more information.\n")
    } else {
        String::new()
    };
    let end = ExecResult::err(format!("{name}: {why}\n{help}"), code);
    Err(Box::new(end))
}

fn command(args: &[String]) -> Option<(String, Vec<String>)> {
    let (command, rest) = args.split_first()?;
    Some((command.clone(), rest.to_vec()))
}

/// `stdbuf -oL COMMAND [ARG]...`: what a command writes is passed on as it comes, whatever is asked for.
pub(super) fn stdbuf(args: &[String]) -> Asked {
    const CODE: i32 = 125;
    let is_mode = |mode: &str| {
        let digits = mode.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
        mode == "L" || (!digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let (mut at, mut has_mode) = (0, false);
    while let Some(word) = args
        .get(at)
        .filter(|word| word.starts_with('-') && word.len() > 1)
    {
        at += 1;
        if word == "--" {
            break;
        }
        let long = ["--input", "--output", "--error"]
            .iter()
            .find(|name| word.starts_with(**name));
        let rest = match long {
            Some(name) => word[name.len()..].trim_start_matches('='),
            None if word.starts_with("--") => {
                return wrong(
                    "stdbuf",
                    &format!("unrecognized option '{word}'"),
                    CODE,
                    true,
                );
            }
            None if !word[1..].starts_with(['i', 'o', 'e']) => {
                let letter = word[1..].chars().next().unwrap_or('-');
                return wrong(
                    "stdbuf",
                    &format!("invalid option -- '{letter}'"),
                    CODE,
                    true,
                );
            }
            None => &word[2..],
        };
        let mode = if rest.is_empty() {
            at += 1;
            args.get(at - 1).map_or("", String::as_str)
        } else {
            rest
        };
        if mode == "L" && (word.starts_with("-i") || word.starts_with("--input")) {
            return wrong("stdbuf", "line buffering stdin is meaningless", CODE, true);
        }
        if !is_mode(mode) {
            return wrong("stdbuf", &format!("invalid mode '{mode}'"), CODE, false);
        }
        has_mode = true;
    }
    match command(&args[at.min(args.len())..]) {
        None => wrong("stdbuf", "missing operand", CODE, true),
        Some(_) if !has_mode => wrong(
            "stdbuf",
            "you must specify a buffering mode option",
            CODE,
            true,
        ),
        Some(asked) => Ok(asked),
    }
}

/// `setsid [-cfw] COMMAND [ARG]...`: there are no sessions of processes.
pub(super) fn setsid(args: &[String]) -> Asked {
    let mut at = 0;
    while let Some(word) = args
        .get(at)
        .filter(|word| word.starts_with('-') && word.len() > 1)
    {
        at += 1;
        match word.as_str() {
            "--" => break,
            "--ctty" | "--fork" | "--wait" => {}
            long if long.starts_with("--") => {
                return wrong("setsid", &format!("unrecognized option '{long}'"), 1, true);
            }
            letters => {
                if let Some(letter) = letters[1..].chars().find(|letter| !"cfw".contains(*letter)) {
                    let why = format!("invalid option -- '{letter}'");
                    return wrong("setsid", &why, 1, true);
                }
            }
        }
    }
    command(&args[at..]).map_or_else(|| wrong("setsid", "no command specified", 1, true), Ok)
}

/// Each file is decompressed for `grep`, which is told its name.
const ZGREP: &str = r#"
options=() files=() has_pattern= names= ended=
while (($#)); do
  word=$1
  shift
  if [[ $ended || $word != -?* ]]; then files+=("$word"); continue; fi
  case $word in
    --) ended=1 ;;
    --regexp=* | --file=*) has_pattern=1 options+=("$word") ;;
    --regexp | --file) has_pattern=1 options+=("$word" "$1"); shift ;;
    --*) options+=("$word") ;;
    -*[ABCDdmef]) [[ $word == -*[ef] ]] && has_pattern=1
      options+=("$word" "$1"); shift ;;
    -e* | -f*) has_pattern=1 options+=("$word") ;;
    *) [[ $word == -*[hH]* ]] && names=1
      options+=("$word") ;;
  esac
done
if [[ ! $has_pattern ]]; then
  if ((${#files[@]} == 0)); then
    echo 'usage: zgrep [OPTION]... PATTERN [FILE]...' >&2
    exit 2
  fi
  options+=(-e "${files[0]}")
  files=("${files[@]:1}")
fi
((${#files[@]})) || files=(-)
[[ ${#files[@]} -gt 1 && ! $names ]] && options=(-H "${options[@]}")
result=1
for file in "${files[@]}"; do
  if [[ $file != - && ! -e $file ]]; then
    echo "gzip: $file: No such file or directory" >&2
    result=2
    continue
  fi
  label=$file
  [[ $file == - ]] && label='(standard input)'
  gzip -cdfq -- "$file" | grep --label="$label" "${options[@]}"
  code=$?
  if ((code == 0 && result == 1)); then result=0; elif ((code > 1)); then result=$code; fi
done
exit $result
"#;

/// `zgrep [OPTION]... PATTERN [FILE]...`
pub(super) fn zgrep(args: &[String]) -> Asked {
    let mut words = vec!["-c".to_owned(), ZGREP.to_owned(), "zgrep".to_owned()];
    words.extend_from_slice(args);
    Ok(("bash".to_owned(), words))
}
