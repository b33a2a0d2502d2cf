//! Commands of a shell over files, as the committed guest has them.

use std::sync::LazyLock;

use isolate_host::{Sandbox, Workspace};

/// Loading the shell takes longer than most commands.
static SANDBOX: LazyLock<Sandbox> = LazyLock::new(|| Sandbox::new().unwrap());

/// A command in an empty workspace ends with this code and says this, on both outputs.
fn check(command: &str, code: i32, stdout: &str, stderr: &str) {
    let workspace = Workspace::memory().unwrap();
    let run = SANDBOX.shell(&workspace, command).blocking().unwrap();
    let text = |bytes| std::str::from_utf8(bytes).unwrap();
    assert_eq!(
        (run.exit_code, text(&run.stdout), text(&run.stderr)),
        (code, stdout, stderr),
        "{command}"
    );
}

#[test]
fn file_commands_are_those_of_gnu() {
    check(
        "mkdir -pv a/b && touch a/f && cp -rv a c && mv -n a/f c/f && rm -rv c && ls -R",
        0,
        "mkdir: created directory 'a'\nmkdir: created directory 'a/b'\n'a' -> 'c'\n'a/b' -> 'c/b'\n\
         'a/f' -> 'c/f'\nremoved directory 'c/b'\nremoved 'c/f'\nremoved directory 'c'\n.:\na\n\n./a:\nb\n\
         f\n\n./a/b:\n",
        "",
    );
    check(
        "echo hi > f; ln f g; ln -s f l; stat -c '%n %a %s %F' f l; realpath l; chmod -R 700 f; stat -c %a f",
        0,
        "f 644 3 regular file\nl 777 1 symbolic link\n/f\n700\n",
        "ln: hard links are not supported: use 'ln -s' for a symbolic link, or 'cp' for a copy\n",
    );
    check(
        "touch -d '2020-01-02 03:04:05' f; ls -l --time-style=full-iso f | cut -d' ' -f1,3-7; du -b f; tree",
        0,
        "-rw-r--r-- user user 0 2020-01-02 03:04:05.000000000\n0\tf\n.\n└── f\n\n1 directory, 1 file\n",
        "",
    );
    check(
        "rm; rm nothing; cmp a b; mktemp -u XX; ls --nope",
        2,
        "",
        "rm: missing operand\nTry 'rm --help' for more information.\n\
         rm: cannot remove 'nothing': No such file or directory\ncmp: a: No such file or directory\n\
         mktemp: too few X's in template 'XX'\n\
         ls: unrecognized option '--nope'\nTry 'ls --help' for more information.\n",
    );
}

#[test]
fn names_are_kept_as_they_are() {
    check(
        "touch -- $'a\\nb' '-n' $'t\\tx' 'é *'; ls | wc -l; ls -b; rm -- *; ls -A",
        0,
        "5\n-n\na\\nb\nt\\tx\né\\ *\n",
        "",
    );
}

#[test]
fn questions_wait_for_their_answers() {
    check(
        "touch a b c; printf 'n\\ny\\n' | rm -i a b c; ls; yes | rm -i a c; ls",
        0,
        "a\nc\n",
        "rm: remove regular empty file 'a'? rm: remove regular empty file 'b'? \
         rm: remove regular empty file 'c'? rm: remove regular empty file 'a'? \
         rm: remove regular empty file 'c'? ",
    );
    check(
        "seq 9999 > a; seq 9999 | cmp - a && echo same; cmp <(seq 3) <(seq 4); echo $?",
        0,
        "same\n1\n",
        "cmp: EOF on /dev/fd/63 after byte 6, line 3\n",
    );
}

#[test]
fn output_ends_with_its_reader() {
    check(
        "for i in 1 2 3 4 5 6 7 8 9; do mkdir -p d$i; touch d$i/f{1..400}; done; ls -R | head -1; \
         echo ${PIPESTATUS[0]}; du -a | head -1; echo ${PIPESTATUS[0]}; rm -rv d1 | head -1; ls d2 | wc -l",
        0,
        ".:\n141\n0\t./d1/f1\n141\nremoved 'd1/f1'\n400\n",
        "",
    );
}

#[test]
fn the_umask_is_applied() {
    check(
        "umask; umask -S; umask 077; mkdir d; touch f; echo > g; cp f h; install -m 640 f i; \
         stat -c '%a %n' *; mktemp -d t.XXXXXX > /dev/null; stat -c %a t.*",
        0,
        "0022\nu=rwx,g=rx,o=rx\n700 d\n600 f\n600 g\n600 h\n640 i\n700\n",
        "",
    );
    check(
        "(umask 027; mkdir a; touch b); mkdir c; touch e; umask; umask 8; umask g=w; umask; mkdir x; stat -c '%a %n' *",
        0,
        "0022\n0052\n750 a\n640 b\n755 c\n644 e\n725 x\n",
        "bash: line 1: umask: 8: octal number out of range\n",
    );
}

#[test]
fn differences_are_shown_and_applied() {
    check(
        "mkdir a b; seq 5 > a/f; sed s/3/three/ a/f > b/f; echo new > b/g; touch -d '2020-01-02' a/f b/f b/g; \
         diff -ruN a b > p; echo $?; cat p; cd a; patch -p1 < ../p; cd ..; diff -r a b; echo $?; \
         cd a; patch -p1 -N < ../p; echo $?; diff -y -W 20 f <(seq 4)",
        1,
        "1\ndiff -ruN a/f b/f\n--- a/f\t2020-01-02 00:00:00.000000000 +0000\n\
         +++ b/f\t2020-01-02 00:00:00.000000000 +0000\n@@ -1,5 +1,5 @@\n 1\n 2\n-3\n+three\n 4\n 5\n\
         diff -ruN a/g b/g\n--- a/g\t1970-01-01 00:00:00.000000000 +0000\n\
         +++ b/g\t2020-01-02 00:00:00.000000000 +0000\n@@ -0,0 +1 @@\n+new\n\
         patching file f\npatching file g\n0\npatching file f\n\
         Reversed (or previously applied) patch detected!  Skipping patch.\n\
         1 out of 1 hunk ignored -- saving rejects to file f.rej\n\
         The next patch would create the file g,\nwhich already exists!  Skipping patch.\n\
         1 out of 1 hunk ignored\n1\n1\t1\n2\t2\nthree |\t3\n4\t4\n5     <\n",
        "",
    );
}

#[test]
fn expressions_and_dates_are_those_of_gnu() {
    check(
        "expr 1 + 2 '*' 3; expr abc : 'a\\(.\\)'; expr 5 / 0; expr length é; \
         date -u -d '2024-01-31 +1 month' +%F; TZ=EST5EDT,M3.2.0,M11.1.0 date -d @1720000000 '+%F %T %Z'; \
         touch -d '2020-01-02 03:04:05' f; date -r f -Iseconds; date -d nothing",
        1,
        "7\nb\n1\n2024-03-02\n2024-07-03 05:46:40 EDT\n2020-01-02T03:04:05+00:00\n",
        "expr: division by zero\ndate: invalid date 'nothing'\n",
    );
}
