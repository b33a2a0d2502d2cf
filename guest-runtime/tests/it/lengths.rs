//! How long messages of errors may be.

use crate::fake::{Run, one_file};
use crate::programs::shown;

/// Programs that give a built-in something of a million characters, `L`, which then is no text of
/// the program's own: the message of the error names it.
const TRIED: &str = r#"{
  nullGet: () => null[L],
  nullSet: () => { null[L] = 1; },
  circular: () => { const a = {}; a[L] = a; JSON.stringify(a); },
  bigInt: () => BigInt(L),
  bigIntOfObject: () => BigInt({ toString: () => L }),
  bigIntAs: () => BigInt.asIntN(64, L),
  numberStyle: () => new Intl.NumberFormat("en", { style: L }),
  currency: () => new Intl.NumberFormat("en", { style: "currency", currency: L }),
  unit: () => new Intl.NumberFormat("en", { style: "unit", unit: L }),
  timeZone: () => new Intl.DateTimeFormat("en", { timeZone: L }),
  dateStyle: () => new Intl.DateTimeFormat("en", { dateStyle: L }),
  usage: () => new Intl.Collator("en", { usage: L }),
  granularity: () => new Intl.Segmenter("en", { granularity: L }),
  displayNames: () => new Intl.DisplayNames("en", { type: L }),
  relativeUnit: () => new Intl.RelativeTimeFormat("en").format(1, L),
  supported: () => Intl.supportedValuesOf(L),
  frozen: () => { "use strict"; Object.freeze({ [L]: 1 })[L] = 2; },
  notExtensible: () => { "use strict"; Object.freeze({})[L] = 2; },
  deleted: () => { "use strict"; delete Object.freeze({ [L]: 1 })[L]; },
  defined: () => Object.defineProperty(Object.freeze({}), L, { value: 2 }),
  inText: () => L in "abc",
  inLongText: () => "abc" in L,
  onlyGetter: () => { "use strict"; ({ get [L]() { return 1; } })[L] = 2; },
  symbol: () => { "use strict"; Object.freeze({})[Symbol(L)] = 2; },
  groupName: () => new RegExp("(?<a>a)\\k<" + L + ">", "u"),
  decoder: () => new TextDecoder(L),
  encoding: () => Buffer.from("a", L),
  digest: () => require("crypto").createHash(L),
  strictEqual: () => require("assert").strictEqual(L, L + "a"),
  deepEqual: () => require("assert").deepStrictEqual({ [L]: 1 }, { [L]: 2 }),
  deepEqualSaid: () => require("assert").deepStrictEqual({ [L]: 1 }, { [L]: 2 }, "said"),
  throwsPattern: () => require("assert").throws(() => { throw new Error(L); }, /abc/),
  match: () => require("assert").match(L, /abc/),
  ifError: () => require("assert").ifError(L),
  emitted: () => new (require("events"))().emit("error", L),
  headers: () => new Headers({ [L + " "]: "1" }),
  request: () => new Request(L),
  method: () => new Request("http://a/", { method: L + " " }),
  redirect: () => Response.redirect("http://a/", L),
  measure: () => performance.measure("a", L),
}"#;

/// What a program says itself stays as it is, whoever passes it on.
const SAID: &str = r#"{
  error: () => { throw new Error(L); },
  called: () => { throw TypeError(L); },
  ofClass: () => { class Mine extends RangeError {} throw new Mine(L); },
  ofField: () => { class A { error = new Error(L); } throw new A().error; },
  ofStaticBlock: () => { let kept; class A { static { kept = new Error(L); } } throw kept; },
  mapped: () => { throw [L].map((text) => new Error(text))[0]; },
  byReflection: () => { throw Reflect.construct(Error, [L]); },
  byPromise: async () => { throw await Promise.resolve(L).then(Error); },
  aggregate: () => { throw new AggregateError([], L); },
  exception: () => { throw new DOMException(L); },
  assertion: () => require("assert").ok(false, L),
  rejected: () => Promise.reject(new Error(L)),
}"#;

const HEAD: &str = r#"
const L = "x".repeat(1e6);
const bytes = (text) => new TextEncoder().encode(text).length;
const told = async (task) => {
  try { await task(); } catch (error) { return error.message; }
};
"#;

#[test]
fn messages_of_built_ins_are_cut_in_the_middle_with_the_length_left_out() {
    let source = format!(
        r"{HEAD} const wrong = [];
         for (const [name, task] of Object.entries({TRIED})) {{
           const message = await told(task);
           if (message === undefined || bytes(message) > 4096 || !/… \(\d+ bytes left out\) …/.test(message)) {{
             wrong.push(`${{name}}: ${{message?.length}} ${{message?.slice(0, 60)}}`);
           }}
         }}
         return wrong.join('\n');"
    );
    assert_eq!(shown(&Run::new(one_file).start(&source)), "\"\"");
}

#[test]
fn what_a_cut_message_begins_and_ends_with_is_kept() {
    let source = format!(
        "{HEAD} const message = await told(() => {{ null[L]; }});
         return [message.slice(0, 50), message.slice(-40), bytes(message)];"
    );
    assert_eq!(
        shown(&Run::new(one_file).start(&source)),
        format!(
            r#"["Cannot read properties of null (reading '{}","{}')",4047]"#,
            "x".repeat(9),
            "x".repeat(38)
        )
    );
}

#[test]
fn messages_of_the_program_are_whole() {
    let source = format!(
        r"{HEAD} const wrong = [];
         for (const [name, task] of Object.entries({SAID})) {{
           if (await told(task) !== L) wrong.push(name);
         }}
         return wrong.join('\n');"
    );
    assert_eq!(shown(&Run::new(one_file).start(&source)), "\"\"");
}

#[test]
fn an_integer_has_no_marks_between_its_digits() {
    let texts = "['1_0', '1_', '0x1_0', '0b1_0', '0o1_0', '0x-1', '0x+1', '--1', '1n', '0x', '-']";
    let source = format!(
        "const told = (task) => {{ try {{ return task(); }} catch (error) {{ return String(error); }} }};
         return {texts}.every((text) => told(() => BigInt(text)) === `SyntaxError: Cannot convert ${{text}} to a BigInt`
             && !(text == 10n || text == 1n || text == 16n) && Number.isNaN(Number(text)))
           && BigInt(' \\ufeff-12 ') === -12n && BigInt('+3') === 3n && BigInt('') === 0n && BigInt('0XfF') === 255n;"
    );
    assert_eq!(shown(&Run::new(one_file).start(&source)), "true");
}
