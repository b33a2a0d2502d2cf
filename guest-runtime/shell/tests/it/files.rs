//! Commands over files beside bash, which has those of the machine.

use crate::disk::{check, check_with};

#[test]
fn commands_work_where_the_shell_is() {
    check(
        "mkdir -p a/b && cd a && echo hi > b/f && cp b/f . && ls && cat f && cd b && ls ../ && rm ../f && ls ..",
    );
    check("mkdir d; (cd d; touch x); ls d; cd d; mv x y; ls; cd ..; rm -r d; ls -a");
    check("x=$(mkdir -v q); echo \"$x\"; ls no such 2>&1 | cat; ls no; echo $?");
    check(
        "touch a b c; for f in *; do mv \"$f\" \"$f.txt\"; done; ls | sort -r; find . -name '*.txt' -exec rm {} \\; ; ls",
    );
    check(
        "touch a b c; ls | xargs rm -v; echo x > 'a b'; find . -type f -print0 | xargs -0 stat -c '%n %s %a'",
    );
    check("mkdir -p x/y; touch x/y/z; cp -rv x w; rm -rv x; du -a w >/dev/null; echo $?");
    check("touch -- -n; ls; rm -- -n; rm -n; echo $?");
    check("command ls /nonexistent; env ls -d /; timeout 5 ls -d /");
}

#[test]
fn the_environment_counts() {
    check("touch b a C; ls; LC_ALL=C ls; export COLUMNS=20; ls -C; COLUMNS=5 ls -C");
    check("touch -d '2020-01-02 03:04:05' f; TIME_STYLE=long-iso ls -l f | cut -d' ' -f6-");
}

#[test]
fn questions_are_answered_from_standard_input() {
    check_with("touch a b c; rm -i a b c; ls", b"y\nn\ny\n");
    check("touch a b c; yes | rm -i a b c; ls");
    check("touch a b c; printf 'n\\ny\\n' | rm -i a b c; ls");
    check("echo 1 > a; echo 2 > b; echo y | cp -i a b; cat b; echo n | mv -i b a; ls");
    check("echo 1 > a; printf '1\\n' | cmp a -; printf '2\\n' | cmp - a; cmp a < a; echo $?");
    check("seq 20000 > a; seq 20000 | cmp a - && echo same; seq 19999 | cmp a -");
}

#[test]
fn outputs_go_where_redirections_say() {
    check(
        "touch a; ls a b > out 2> err; cat out err; ls a b &> both; cat both; ls b 2>&1 | tr a-z A-Z",
    );
    check("touch a; ls a >&-; echo $?; ls b 2>/dev/null; ls a >> log; ls a >> log; cat log");
    check(
        "echo hi > f; cp f /dev/null; cat f; cp /dev/null f; ls -s f | wc -l; cmp f /dev/null && echo empty",
    );
    check(
        "echo a > x; echo a > y; cmp <(cat x) <(cat y) && echo same; cmp <(cat x) <(echo b); echo $?",
    );
}

#[test]
fn commands_end_with_their_readers() {
    check(
        "mkdir -p d/{a,b,c}/{1,2,3}; ls -R d | head -1; ls -R / 2>/dev/null | head -1 > /dev/null; echo ${PIPESTATUS[0]} | tr 0-9 x",
    );
    check(
        "mkdir d; cd d; touch $(seq 900); ls | head -2; ls -l | head -1 | cut -c1-5; ls -U | tail -1 | wc -l",
    );
    check("mkdir d; cd d; touch $(seq 900); stat * | head -1; du -a | wc -l; ls -lR .. | head -1");
}

#[test]
fn the_umask_is_that_of_the_shell() {
    check("umask; umask -S; umask -p; umask -p -S; umask 077; umask; umask -S");
    check(
        "umask u=rwx,g=,o=; umask; umask g+rx; umask; umask a-w; umask; umask o=u 2>/dev/null; umask; umask -S u+w",
    );
    check(
        "umask 027; mkdir d; touch f; cp f g; echo > h; echo >> i; ls -l >/dev/null; (umask 077; mkdir e; touch j); umask; touch k; mkdir -p l/m; cp -r l n; mktemp -d xXXX >/dev/null; rm -r x*",
    );
    check(
        "umask 0; touch a; mkdir b; mkdir -m 750 c; install -d e; install -m 640 a f; umask 777; touch g; chmod +r g; umask 22; chmod +w g",
    );
    check(
        "f() { umask 077; touch a; }; f; umask; x=$(umask 0; umask; touch b); echo $x; umask; touch c; umask 22 | cat; umask",
    );
    check(
        "for m in 8 08 1777 7777 10000 = u= u+ u=X g=s u=r, ,u=r '' u=r+w x u g=rw,o-r ug+w q=r a+rwx =r uu=r g=u -w; do umask 022; umask -- \"$m\" 2>&1 | sed 's/line 1: //' | tr -d '\\000'; umask -- \"$m\" 2>/dev/null; echo $? $(umask); done",
    );
    check("umask 077; echo secret > s; { umask 0; echo x > open; }; umask");
}
