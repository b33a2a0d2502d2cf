//! `chmod` and `umask`.

use crate::bytes::cat;
use crate::files::Stat;
use crate::mode::{self, Change};
use crate::options::{Flag, Options, Table, Value, both, letter, long, same, short};
use crate::paths;
use crate::run::{Context, End, Run, Step};
use crate::walk::{At, Follow, Walk};

/// A letter of a mode that looks like an option, as in `chmod -x file`.
const fn of_mode(byte: u8) -> Flag {
    letter(byte, "mode", Value::Maybe)
}

static CHMOD: Table = Table {
    flags: &[
        both("c", "changes", Value::No),
        both("R", "recursive", Value::No),
        long("no-preserve-root", Value::No),
        long("preserve-root", Value::No),
        same("quiet", "f", Value::No),
        long("reference", Value::Needed),
        same("silent", "f", Value::No),
        both("v", "verbose", Value::No),
        short("f", Value::No),
        of_mode(b'r'),
        of_mode(b'w'),
        of_mode(b'x'),
        of_mode(b'X'),
        of_mode(b's'),
        of_mode(b't'),
        of_mode(b'u'),
        of_mode(b'g'),
        of_mode(b'o'),
        of_mode(b'a'),
        of_mode(b','),
        of_mode(b'+'),
        of_mode(b'='),
        of_mode(b'0'),
        of_mode(b'1'),
        of_mode(b'2'),
        of_mode(b'3'),
        of_mode(b'4'),
        of_mode(b'5'),
        of_mode(b'6'),
        of_mode(b'7'),
    ],
    help: "[OPTION]... MODE[,MODE]... FILE...
  or:  chmod [OPTION]... --reference=FILE FILE...
Changes permissions. A MODE is octal, or [ugoa]...[-+=][rwxXst]... or [ugoa]...[-+=][ugo].

  -R         also of all that is in directories
  -v, -c     says what is done, or what is changed
  -f         says less of errors
      --reference=FILE, --preserve-root, --no-preserve-root",
    misused: 1,
    permutes: true,
};

struct Settings {
    change: Change,
    verbose: bool,
    changes: bool,
    is_quiet: bool,
    recursive: bool,
    /// A mode that looked like an option: what the umask hides is told.
    is_surprising: bool,
}

pub(crate) async fn chmod(run: &mut Run<'_, '_>, arguments: Vec<Vec<u8>>) -> Step<()> {
    let (mut verbose, mut changes, mut is_quiet, mut recursive) = (false, false, false, false);
    let (mut preserves_root, mut reference) = (false, None);
    let mut mode: Option<Vec<u8>> = None;
    let mut options = Options::new(&CHMOD, arguments);
    while let Some((id, value)) = options.next(run)? {
        match id {
            "v" => (verbose, changes) = (true, false),
            "c" => (verbose, changes) = (false, true),
            "f" => is_quiet = true,
            "R" => recursive = true,
            "preserve-root" => preserves_root = true,
            "no-preserve-root" => preserves_root = false,
            "reference" => reference = value,
            _ => {
                let word = options.word();
                mode = Some(match mode {
                    Some(before) => cat![before, ",", word],
                    None => word.to_vec(),
                });
            }
        }
    }
    let mut operands = options.operands();
    let is_surprising = mode.is_some();
    if reference.is_some() && mode.is_some() {
        return run.misused(1, "cannot combine mode and --reference options");
    }
    if mode.is_none() && reference.is_none() && !operands.is_empty() {
        mode = Some(operands.remove(0));
    }
    if operands.is_empty() {
        let message = match &mode {
            Some(mode) if !is_surprising => {
                let shown = run.word(mode);
                cat!["missing operand after ", shown]
            }
            _ => b"missing operand".to_vec(),
        };
        return run.misused(1, message);
    }
    let change = match reference {
        Some(reference) => match run.stat(&reference) {
            Ok(stat) => Change::to(stat.mode),
            Err(errno) => {
                let shown = run.q(&reference);
                return run.die(1, cat!["failed to get attributes of ", shown, ": ", errno]);
            }
        },
        None => {
            let text = mode.unwrap_or_default();
            match Change::parse(&text) {
                Some(change) => change,
                None => {
                    let shown = run.word(&text);
                    return run.misused(1, cat!["invalid mode: ", shown]);
                }
            }
        }
    };
    let settings = Settings {
        change,
        verbose,
        changes,
        is_quiet,
        recursive,
        is_surprising,
    };
    for operand in &operands {
        change_tree(run, &settings, operand, preserves_root).await?;
    }
    Ok(())
}

async fn change_tree(
    run: &mut Run<'_, '_>,
    settings: &Settings,
    operand: &[u8],
    preserves_root: bool,
) -> Step<()> {
    let mut walk = Walk::new(paths::with_one_slash(operand), Follow::Roots);
    while let Some(at) = walk.next(run) {
        run.turn().await;
        let path = walk.path().to_vec();
        let shown = match at {
            At::Leaf(stat) if !stat.is_link() => Vec::new(),
            At::Leave(_) => Vec::new(),
            At::Enter(_) if walk.depth() > 0 => Vec::new(),
            _ => run.q(&path),
        };
        match at {
            At::Missing(errno) => {
                run.status = 1;
                if !settings.is_quiet {
                    run.fail(cat!["cannot access ", shown, ": ", errno])?;
                }
                if settings.verbose {
                    run.put(cat![shown, " could not be accessed\n"])?;
                }
            }
            At::Leaf(stat) if stat.is_link() && walk.depth() == 0 => {
                run.status = 1;
                if !settings.is_quiet {
                    run.fail(cat!["cannot operate on dangling symlink ", shown])?;
                }
                if settings.verbose {
                    run.put(cat![shown, " could not be accessed\n"])?;
                }
            }
            At::Leaf(stat) if stat.is_link() => {
                if settings.verbose {
                    let message = " nor referent has been changed\n";
                    run.put(cat!["neither symbolic link ", shown, message])?;
                }
            }
            At::Leaf(stat) => change_one(run, settings, &path, &stat)?,
            At::Enter(stat) => {
                let root = run.files().stat(b"/", true).ok().map(|root| root.number);
                if settings.recursive && preserves_root && root == Some(stat.number) {
                    let same = if path == b"/" { "" } else { " (same as '/')" };
                    run.fail(cat![
                        "it is dangerous to operate recursively on ",
                        shown,
                        same
                    ])?;
                    run.say("use --no-preserve-root to override this failsafe")?;
                    walk.skip();
                    continue;
                }
                change_one(run, settings, &path, &stat)?;
                if !settings.recursive {
                    walk.skip();
                }
            }
            At::Unlisted(_, errno) => {
                run.status = 1;
                if !settings.is_quiet {
                    run.fail(cat!["cannot read directory ", shown, ": ", errno])?;
                }
            }
            At::Leave(_) | At::Cycle(_) => {}
        }
    }
    Ok(())
}

fn change_one(run: &mut Run<'_, '_>, settings: &Settings, path: &[u8], stat: &Stat) -> Step<()> {
    let umask = run.ctx.umask;
    let (new, _) = settings.change.apply(stat.mode, stat.is_directory(), umask);
    let tells = settings.verbose || settings.changes || settings.is_surprising;
    let text = |mode: u32| format!("{mode:04o} ({})", mode::permissions(mode));
    let result = run.files().set_mode(&run.at(path), new);
    if result.is_ok() && !tells {
        return Ok(());
    }
    let shown = run.q(path);
    if let Err(errno) = result {
        run.status = 1;
        if !settings.is_quiet {
            run.fail(cat!["changing permissions of ", shown, ": ", errno])?;
        }
        if settings.verbose {
            let (from, to) = (text(stat.mode), text(new));
            let message = cat![
                "failed to change mode of ",
                shown,
                " from ",
                from,
                " to ",
                to,
                "\n"
            ];
            run.put(message)?;
        }
        return Ok(());
    }
    if new != stat.mode && (settings.verbose || settings.changes) {
        let (from, to) = (text(stat.mode), text(new));
        run.put(cat![
            "mode of ",
            shown,
            " changed from ",
            from,
            " to ",
            to,
            "\n"
        ])?;
    } else if settings.verbose {
        run.put(cat!["mode of ", shown, " retained as ", text(new), "\n"])?;
    }
    if settings.is_surprising {
        let (expected, _) = settings.change.apply(stat.mode, stat.is_directory(), 0);
        if new & !expected != 0 {
            let name = run.qf(path);
            let (is, not) = (mode::permissions(new), mode::permissions(expected));
            run.fail(cat![name, ": new permissions are ", is, ", not ", not])?;
        }
    }
    Ok(())
}

/// `umask`, as a builtin of the shell: prints the mask of the context, or sets it.
pub(crate) fn umask(run: &mut Run<'_, '_>, arguments: Vec<Vec<u8>>) -> Step<()> {
    let (mut as_command, mut with_letters) = (false, false);
    let mut words = arguments.into_iter().peekable();
    let is_option = |word: &Vec<u8>| word.len() > 1 && word[0] == b'-';
    while let Some(word) = words.next_if(is_option) {
        if word == b"--" {
            break;
        }
        for letter in &word[1..] {
            match letter {
                b'p' => as_command = true,
                b'S' => with_letters = true,
                other => {
                    run.say(cat!["-", [*other], ": invalid option"])?;
                    run.put_error("umask: usage: umask [-p] [-S] [mode]\n")?;
                    return Err(End(2));
                }
            }
        }
    }
    if let Some(text) = words.next() {
        let mask = if text.first().is_some_and(u8::is_ascii_digit) {
            let digits = std::str::from_utf8(&text).ok();
            let mask = digits.and_then(|digits| u32::from_str_radix(digits, 8).ok());
            match mask.filter(|mask| *mask <= mode::ALL) {
                Some(mask) => mask & 0o777,
                None => return run.die(1, cat![text, ": octal number out of range"]),
            }
        } else {
            match with_clauses(run.ctx.umask, &text) {
                Ok(mask) => mask,
                Err((at, what)) => {
                    let shown = text.get(at..).unwrap_or_default();
                    let shown = &shown[..shown.len().min(1)];
                    return run.die(1, cat!["`", shown, "': invalid symbolic mode ", what]);
                }
            }
        };
        run.ctx.umask = mask;
        if !with_letters {
            return Ok(());
        }
        as_command = false;
    }
    let start = match (as_command, with_letters) {
        (true, true) => "umask -S ",
        (true, false) => "umask ",
        _ => "",
    };
    let line = umask_line(run.ctx, with_letters);
    run.put(format!("{start}{line}\n"))
}

/// A mask with what clauses as `g-w,o=` say of what is allowed; or where one is wrong, and what should be
/// there. It is a smaller language than that of `chmod`.
fn with_clauses(mask: u32, text: &[u8]) -> Result<u32, (usize, &'static str)> {
    let mut allowed = !mask & 0o777;
    let mut at = 0;
    loop {
        let mut classes = 0;
        while let Some(letter) = text.get(at) {
            classes |= match letter {
                b'u' => 0o700,
                b'g' => 0o070,
                b'o' => 0o007,
                b'a' => 0o777,
                _ => break,
            };
            at += 1;
        }
        if classes == 0 {
            classes = 0o777;
        }
        let Some(operator @ (b'+' | b'-' | b'=')) = text.get(at) else {
            return Err((at, "operator"));
        };
        at += 1;
        let mut bits = 0;
        while let Some(letter) = text.get(at).filter(|letter| **letter != b',') {
            bits |= match letter {
                b'r' => 0o444,
                b'w' => 0o222,
                b'x' => 0o111,
                _ => return Err((at, "character")),
            };
            at += 1;
        }
        bits &= classes;
        match operator {
            b'+' => allowed |= bits,
            b'-' => allowed &= !bits,
            _ => allowed = allowed & !classes | bits,
        }
        if at == text.len() {
            return Ok(!allowed & 0o777);
        }
        at += 1;
    }
}

fn umask_line(context: &Context<'_>, with_letters: bool) -> String {
    let mask = context.umask;
    if !with_letters {
        return format!("{mask:04o}");
    }
    let class = |shift: u32| -> String {
        let bits = !mask >> shift;
        let letters = [(4, 'r'), (2, 'w'), (1, 'x')];
        letters
            .into_iter()
            .filter(|(bit, _)| bits & bit != 0)
            .map(|(_, letter)| letter)
            .collect()
    };
    format!("u={},g={},o={}", class(6), class(3), class(0))
}
