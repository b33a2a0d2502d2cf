//! Random programs of `bc`, and values of its library that were checked by hand.

use crate::outside::Case;
use crate::tree::{Random, Tree};

fn number(random: &mut Random) -> String {
    match random.below(6) {
        0 => random.below(21).to_string(),
        1 => format!("{}.{}", random.below(300), random.below(1_000_000)),
        2 => format!(".{:03}", random.below(1000)),
        3 => format!("{}{}", 1 + random.below(9), random.next()),
        4 => (*random.of(&["a", "b", "x", "y", "q[1]"])).to_owned(),
        _ => random.below(1000).to_string(),
    }
}

fn expression(random: &mut Random, depth: usize) -> String {
    if depth == 0 {
        return number(random);
    }
    let one = expression(random, depth - 1);
    match random.below(16) {
        0..=5 => {
            let sign = *random.of(&["+", "-", "*", "/", "%"]);
            one + sign + &expression(random, depth - 1)
        }
        6 | 7 => format!("({one})"),
        8 => format!("-{one}"),
        9 => format!(
            "{one}^{}",
            ["-2", "-1", "0", "1", "2", "3", "5", "1.5"][random.below(8)]
        ),
        10 => {
            let sign = *random.of(&["<", ">", "<=", ">=", "==", "!=", "&&", "||"]);
            one + sign + &expression(random, depth - 1)
        }
        11 => format!("!{one}"),
        12 => format!("{}({one})", random.of(&["length", "scale", "sqrt"])),
        13 => {
            let name = *random.of(&["a", "b", "x", "q[2]"]);
            format!("{name}{}{one}", random.of(&["=", "+=", "-=", "*=", "/="]))
        }
        14 => {
            (*random.of(&["a++", "++b", "x--", "--y", "q[1]++", "f(2)", "g(q[])", "."])).to_owned()
        }
        _ => one,
    }
}

fn statement(random: &mut Random) -> String {
    let depth = random.below(4);
    let one = expression(random, depth);
    match random.below(20) {
        0..=10 => one,
        11 => format!("scale={}", random.below(13)),
        12 => format!("obase={}", random.of(&["2", "8", "10", "16", "20", "100"])),
        13 => format!("ibase={}", random.of(&["A", "2", "8", "16"])),
        14 => format!("if ({one}) {}", expression(random, 1)),
        15 => format!(
            "if ({one}) {{{};1}} else {}",
            expression(random, 1),
            expression(random, 1)
        ),
        16 => format!("for (i=0;i<{};i++) {one}", random.below(5)),
        17 => format!("print \"a\\n\",{one},\" \\q\""),
        18 => format!("i=0;while (i<3) {{{one}; if (i==1) break; i+=1}}"),
        _ => (*random.of(&[
            "\"text\"",
            "1+",
            "2 3",
            "@",
            "/* c */ 4 # d",
            "return 1",
            "continue",
            "1/0",
            "2^200",
            "h(1)",
            "f()",
            "f(1,2)",
        ]))
        .to_owned(),
    }
}

pub(crate) fn case(random: &mut Random) -> Case {
    let mut program = String::from(
        "a=3;b=.5;x=12.75;y=-2\ndefine f(n) {\n  auto a, z[]\n  a=n; z[0]=a\n  if (n>20) return (a)\n  return f(n*2)+z[0]\n}\ndefine g(v[]) { v[1]=7; return v[1]+v[2] }\n",
    );
    for _ in 0..=random.below(6) {
        program += &statement(random);
        if random.once_in(4) {
            program += ";";
            program += &statement(random);
        }
        program += "\n";
    }
    Case {
        tree: Tree(Vec::new()),
        command: "bc",
        arguments: Vec::new(),
        stdin: program.into_bytes(),
        umask: 0o022,
        environment: Vec::new(),
        any_order: false,
    }
}

/// An error names the place in code that is the program's own.
pub(crate) fn without_addresses(text: Vec<u8>) -> Vec<u8> {
    let mut out = Vec::new();
    let mut rest = text.as_slice();
    while let Some(at) = rest.windows(6).position(|part| part == b", adr=") {
        out.extend_from_slice(&rest[..at]);
        rest = rest[at + 6..].trim_ascii_start();
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        rest = &rest[digits..];
    }
    out.extend_from_slice(rest);
    // How often a wrong line is complained of follows from how the program's parser goes on.
    let mut lines: Vec<&[u8]> = out.split_inclusive(|byte| *byte == b'\n').collect();
    lines.dedup_by(|a, b| a == b && a.ends_with(b"syntax error\n"));
    lines.concat()
}

/// What a program prints.
fn printed(arguments: &[&str], program: &str) -> String {
    let words = [&["bc"], arguments].concat();
    let (mut input, mut out) = (program.as_bytes(), Vec::new());
    let (_, errors) = crate::ours::ran(&crate::disk::Disk, b"/", &words, &mut input, &mut out);
    String::from_utf8(out).unwrap() + &errors
}

/// The digits are those of tables, cut off; where the program's last digit is another, these are right.
#[test]
fn the_library_of_bc_has_right_digits() {
    let value = |program: &str| printed(&["-l"], program);
    assert_eq!(
        value("scale=50;4*a(1)\n"),
        "3.14159265358979323846264338327950288419716939937508\n"
    );
    assert_eq!(
        value("e(1);l(2);s(1);c(1);j(0,1)\n"),
        "2.71828182845904523536\n.69314718055994530941\n.84147098480789650665\n.54030230586813971740\n.76519768655796655144\n"
    );
    assert_eq!(
        value("scale=5;c(-14);s(373);e(-3);l(.5);a(-2);s(0);e(0)\n"),
        ".13673\n.75096\n.04978\n-.69314\n-1.10714\n0\n1.00000\n"
    );
    assert_eq!(value("scale=3;l(0);l(-1)\n"), "-999.000\n-999.000\n");
}

#[test]
fn bc_reads_numbers_of_its_input() {
    assert_eq!(printed(&[], "x=read()\n12\nx*2\n"), "24\n");
    assert_eq!(printed(&[], "read() + read()\n1.5\n-2\n"), "-.5\n");
}

/// Calls nest on the heap, and expressions as deep as is said.
#[test]
fn bc_nests_without_the_stack() {
    let deep = "define f(n) { if (n == 0) return 0; return 1 + f(n - 1) }\nf(100000)\n";
    assert_eq!(printed(&[], deep), "100000\n");
    let brackets = format!("{}1{}\n2\n", "(".repeat(10_000), ")".repeat(10_000));
    assert_eq!(
        printed(&[], &brackets),
        "2\n(standard_in) 1: nests too deep\n"
    );
}
