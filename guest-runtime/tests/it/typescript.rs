//! TypeScript: what is erased, what stays where it was, and what is refused.

use isolate_protocol::wire::message::Step;

use crate::fake::{Run, one_file};
use crate::programs::{check, shown};

#[test]
fn types_are_erased() {
    for (source, expected) in [
        ("const x: number = 1;\nx + 1", "2"),
        (
            "interface A { x: number }\nconst a: A = { x: 1 };\na.x",
            "1",
        ),
        (
            "function f(a: string): void;\nfunction f(a: any) { return a; }\nf(2)",
            "2",
        ),
        (
            "abstract class A { abstract m(): number; declare z: string; [k: string]: any; private readonly x = 1; get() { return this.x } }\nclass B extends A { override m(): number { return 2 } }\nnew B().get() + new B().m()",
            "3",
        ),
        (
            "class C { get: string\n foo() { return 1 } }\nnew C().foo()",
            "1",
        ),
        (
            "class C { a = 1\n public [Symbol.iterator]() {}\n private *g() {} }\nnew C().a",
            "1",
        ),
        (
            "const a = [3, 1] as number[]\n[0].length\nreturn a.length",
            "2",
        ),
        ("let v!: string;\nv = 'k';\nv!", "\"k\""),
        ("function g(this: Foo, a?: number) { return a }\ng(1)", "1"),
        ("const f = <T,>(x: T): T => x;\nf<string>('q')", "\"q\""),
        (
            "const f = <\nT\n>(x: T): {\na: T\n} => ({ a: x });\nf(3).a",
            "3",
        ),
        ("const o = <{ a: number }>{ a: 1 };\no.a", "1"),
        ("{ a: 1 as number }", "{a:1}"),
        ("async function (x: number) { return 6 }", "6"),
        (
            "import type { X } from 'x';\nexport type { X };\nexport default async (): Promise<number> => 9;",
            "9",
        ),
        ("if (1) type X = number\nelse console.log(1)\nreturn 2", "2"),
        (
            "const a = 1, b = 2, c = 3;\n[a < b, c > (2)]",
            "[true,true]",
        ),
    ] {
        check(source, expected);
    }
}

#[test]
fn what_has_a_meaning_is_written_as_javascript() {
    for (source, expected) in [
        ("enum A { B, C = 5, D }\n[A.B, A.D, A[5]]", "[0,6,\"C\"]"),
        (
            "enum A { B = 'b' }\nfunction main() { return A.B }",
            "\"b\"",
        ),
        ("namespace N { export const x = 1 }\nN.x", "1"),
        (
            "class P { constructor(private x: number) {} }\nnew P(2)",
            "{x:2}",
        ),
        ("const f = () => <any>{ a: 1 };\nf()", "{a:1}"),
        ("() => { enum A { B = 3 } return A.B }", "3"),
        ("async (x: number) => { enum A { B = 4 } return A.B }", "4"),
    ] {
        check(source, expected);
    }
}

#[test]
fn what_is_inserted_moves_no_place() {
    for (source, place) in [
        ("enum A { B, C = nope.x }", "@1:17"),
        ("enum A { B = 1 } enum C { D = A.B } nope.x", "@1:37"),
        ("namespace N { export const a = 1; nope.x }", "@1:35"),
        (
            "class P { constructor(public a: number) { nope.x } }\nnew P(1)",
            "@1:43",
        ),
        ("enum A { B } const x = 1; const x = 2;", "@1:33"),
        ("enum A { B } enum C { D = 'd', E }", "@1:32"),
        (
            "const x = <any>{ a: 1 }; const f = () => <any>{ a: nope.x }; f()",
            "@1:52",
        ),
    ] {
        let text = shown(&Run::new(one_file).start(source));
        assert!(text.contains(place), "{source}: {text}");
    }
}

#[test]
fn what_cannot_be_erased_is_refused() {
    for (source, place) in [
        ("@dec class D {}", "@1:1"),
        ("import fs = require('fs');", "@1:1"),
        ("export = 5", "@1:1"),
    ] {
        let step = Run::new(one_file).start(source);
        assert!(matches!(step, Step::Unparsable(_)), "{source}");
        let text = shown(&step);
        assert!(
            text.contains("not supported") && text.ends_with(place),
            "{text}"
        );
    }
}

#[test]
fn a_run_may_refuse_types() {
    let mut run = Run::new(one_file);
    run.start.is_javascript_only = true;
    assert_eq!(
        shown(&run.start("const x: number = 1;")),
        "SyntaxError: Expected initializer for const declaration. TypeScript is switched off \
         here: remove the types and write JavaScript @1:8"
    );
}

#[test]
fn types_that_nest_deeply_are_refused() {
    for (open, close) in [("A<", ">"), ("A<\n", ">"), ("A<{a: B<", ">}>")] {
        let source = format!("let x: {}C{} = 1;", open.repeat(5_000), close.repeat(5_000));
        let text = shown(&Run::new(one_file).start(&source));
        assert!(text.contains("nested deeper than"), "{text}");
    }
}
