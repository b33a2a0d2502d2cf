//! # What calls leave behind: many registers, arguments and texts, deep scopes, results of all kinds.
() => {
  const out = [];
  const text = (i) => "text number " + i;

  // More texts than wait to be freed, as arguments, as locals, as results that nobody takes.
  const last = (...all) => all.length;
  const none = function () {
    return arguments.length;
  };
  const many = (n) => Array.from({ length: n }, (_, i) => text(i));
  for (const n of [0, 1, 63, 64, 65, 200]) {
    out.push(last(...many(n)), none(...many(n)), ((a, b) => a + "|" + b)(...many(n)));
  }
  const waste = (i) => {
    const a = text(i), b = text(i + 1), c = a + b;
    text(i);
    return c.length > 0 ? c : a;
  };
  let length = 0;
  for (let i = 0; i < 300; i++) {
    waste(i);
    length += waste(i).length;
  }
  out.push(length);

  // More registers than are filled without a call.
  const wide = (n) => {
    let v0 = n + 0, v1 = n + 1, v2 = n + 2, v3 = n + 3, v4 = n + 4, v5 = n + 5;
    let v6 = n + 6, v7 = n + 7, v8 = n + 8, v9 = n + 9, v10 = n + 10, v11 = n + 11;
    let v12 = n + 12, v13 = n + 13, v14 = n + 14, v15 = n + 15, v16 = n + 16, v17 = n + 17;
    let v18 = n + 18, v19 = n + 19, v20 = n + 20, v21 = n + 21, v22 = n + 22, v23 = n + 23;
    let v24 = n + 24, v25 = n + 25, v26 = n + 26, v27 = n + 27, v28 = n + 28, v29 = n + 29;
    let v30 = n + 30, v31 = n + 31, v32 = n + 32, v33 = n + 33, v34 = n + 34, v35 = n + 35;
    let v36 = n + 36, v37 = n + 37, v38 = n + 38, v39 = n + 39, v40 = n + 40, v41 = n + 41;
    let v42 = n + 42, v43 = n + 43, v44 = n + 44, v45 = n + 45, v46 = n + 46, v47 = n + 47;
    let v48 = n + 48, v49 = n + 49, v50 = n + 50, v51 = n + 51, v52 = n + 52, v53 = n + 53;
    let v54 = n + 54, v55 = n + 55, v56 = n + 56, v57 = n + 57, v58 = n + 58, v59 = n + 59;
    let v60 = n + 60, v61 = n + 61, v62 = n + 62, v63 = n + 63, v64 = n + 64, v65 = n + 65;
    let v66 = n + 66, v67 = n + 67, v68 = n + 68, v69 = n + 69, v70 = n + 70, v71 = n + 71;
    let v72 = n + 72, v73 = n + 73, v74 = n + 74, v75 = n + 75, v76 = n + 76, v77 = n + 77;
    let v78 = n + 78, v79 = n + 79, v80 = n + 80, v81 = n + 81, v82 = n + 82, v83 = n + 83;
    let v84 = n + 84, v85 = n + 85, v86 = n + 86, v87 = n + 87, v88 = n + 88, v89 = n + 89;
    return [v0, v45, v89].join();
  };
  out.push(wide(1), wide("x"));

  // Scopes further out than are looked at without a call.
  const counter = (() => {
    let total = 0, name = 'x';
    { let s0 = 0; const f0 = () => s0++;
    { let s1 = 1; const f1 = () => s1++;
    { let s2 = 2; const f2 = () => s2++;
    { let s3 = 3; const f3 = () => s3++;
    { let s4 = 4; const f4 = () => s4++;
    { let s5 = 5; const f5 = () => s5++;
    { let s6 = 6; const f6 = () => s6++;
    { let s7 = 7; const f7 = () => s7++;
    { let s8 = 8; const f8 = () => s8++;
    { let s9 = 9; const f9 = () => s9++;
    { let s10 = 10; const f10 = () => s10++;
    { let s11 = 11; const f11 = () => s11++;
    { let s12 = 12; const f12 = () => s12++;
    { let s13 = 13; const f13 = () => s13++;
    { let s14 = 14; const f14 = () => s14++;
    { let s15 = 15; const f15 = () => s15++;
    { let s16 = 16; const f16 = () => s16++;
    { let s17 = 17; const f17 = () => s17++;
    { let s18 = 18; const f18 = () => s18++;
    { let s19 = 19; const f19 = () => s19++;
    { let s20 = 20; const f20 = () => s20++;
    { let s21 = 21; const f21 = () => s21++;
    { let s22 = 22; const f22 = () => s22++;
    { let s23 = 23; const f23 = () => s23++;
    { let s24 = 24; const f24 = () => s24++;
    { let s25 = 25; const f25 = () => s25++;
    { let s26 = 26; const f26 = () => s26++;
    { let s27 = 27; const f27 = () => s27++;
    { let s28 = 28; const f28 = () => s28++;
    { let s29 = 29; const f29 = () => s29++;
    { let s30 = 30; const f30 = () => s30++;
    { let s31 = 31; const f31 = () => s31++;
    { let s32 = 32; const f32 = () => s32++;
    { let s33 = 33; const f33 = () => s33++;
    { let s34 = 34; const f34 = () => s34++;
    { let s35 = 35; const f35 = () => s35++;
    return () => {
      total += 1;
      name = name + 'y';
      return total + name + f0() + s35 + f17();
    };
    }}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}
  })();
  out.push(counter(), counter(), counter());

  // Values of every kind, put in the place of others.
  const kinds = [1, 1.5, -0, NaN, "a", text(1), true, null, undefined, 10n, 2n ** 70n, Symbol.iterator, [1], () => 1];
  let place = text(0);
  const seen = [];
  for (const a of kinds) {
    for (const b of kinds) {
      place = a;
      const kept = place;
      place = b;
      seen.push(typeof kept === typeof a, typeof place === typeof b);
    }
  }
  out.push(seen.every(Boolean));

  // Elements and properties.
  const list = [1, 2, 3];
  list[0] = 5;
  list[1] = 0.5;
  list[2] = text(2);
  list[2] = text(3);
  list[3] = "more";
  list[-1] = "minus";
  list["1"] = 7;
  const frozen = Object.freeze([1, text(1)]);
  try {
    (() => {
      "use strict";
      frozen[0] = 2;
    })();
  } catch (error) {
    out.push(error.name);
  }
  const record = { a: text(1), get b() { return this.a + "!"; }, set b(v) { this.a = v; } };
  for (let i = 0; i < 5; i++) {
    record.a = text(i);
    record.b = record.b + i;
    record["a"] = record["a"] + "?";
  }
  out.push(list, list[-1], list[9], frozen, record.a, "abc".length, "abc"[1], [].length);

  // Comparing and adding what looks alike.
  const long = "x".repeat(40);
  out.push(
    text(1) === text(1), text(1) === text(2), long + "a" === long + "a", long + "a" === long + "b",
    "é" === "\u00e9", "\u0101" === "a", "" === "", 1 === 1.0, NaN === NaN, 0 === -0, 10n === 10n, null === undefined,
    2147483647 + 1, -2147483648 - 1, 65536 * 65536, 0 * -1, -5 % 5, 5.5 % 2, 7 % 0, 1 << 33, -1 >>> 0, 5 / 2, 6 / 3,
    "a" < "b", "10" < 9, text(1) <= text(1), !"", !"0", !0n, !5n, !NaN, ![],
  );

  // Ways out of a call.
  const leave = (way) => {
    for (const item of [text(1), text(2)]) {
      try {
        if (way === "return") return item;
        if (way === "throw") throw new Error(item);
        if (way === "break") break;
      } finally {
        out.push(way);
      }
    }
    return way;
  };
  out.push(leave("return"), leave("break"));
  try {
    leave("throw");
  } catch (error) {
    out.push(error.message);
  }
  function sloppy() {
    return typeof this;
  }
  function strict() {
    "use strict";
    return typeof this;
  }
  function Made(value) {
    this.value = value;
    if (value > 1) return { other: value };
    return 5;
  }
  out.push(sloppy.call("s"), strict.call("s"), sloppy(), strict(), new Made(1), new Made(2), [3].map(strict));
  class Counted {
    #n = 0;
    add() {
      this.#n += 1;
      return this;
    }
    get n() {
      return this.#n;
    }
  }
  out.push(new Counted().add().add().n);
  const named = function factorial(n) {
    return n < 2 ? 1 : n * factorial(n - 1);
  };
  out.push(named(15));

  // The end of the stack, and what comes after it.
  let depth = 0;
  const fall = (t) => {
    depth += 1;
    return fall(t + "x") + t;
  };
  try {
    fall("");
  } catch (error) {
    out.push(error instanceof RangeError, depth > 100);
  }
  out.push(named(5), last(...many(100)));
  return out;
}
//= result: [
//=   0,
//=   0,
//=   "undefined|undefined",
//=   1,
//=   1,
//=   "text number 0|undefined",
//=   63,
//=   63,
//=   "text number 0|text number 1",
//=   64,
//=   64,
//=   "text number 0|text number 1",
//=   65,
//=   65,
//=   "text number 0|text number 1",
//=   200,
//=   200,
//=   "text number 0|text number 1",
//=   8782,
//=   "1,46,90",
//=   "x0,x45,x89",
//=   "1xy03517",
//=   "2xyy13518",
//=   "3xyyy23519",
//=   true,
//=   "TypeError",
//=   [5, 7, "text number 3", "more"],
//=   "minus",
//=   undefined,
//=   [1, "text number 1"],
//=   "text number 4!4?",
//=   3,
//=   "b",
//=   0,
//=   true,
//=   false,
//=   true,
//=   false,
//=   true,
//=   false,
//=   true,
//=   true,
//=   false,
//=   true,
//=   true,
//=   false,
//=   2147483648,
//=   -2147483649,
//=   4294967296,
//=   -0,
//=   -0,
//=   1.5,
//=   NaN,
//=   2,
//=   4294967295,
//=   2.5,
//=   2,
//=   true,
//=   false,
//=   true,
//=   true,
//=   false,
//=   true,
//=   false,
//=   true,
//=   false,
//=   "return",
//=   "break",
//=   "text number 1",
//=   "break",
//=   "throw",
//=   "text number 1",
//=   "object",
//=   "string",
//=   "object",
//=   "undefined",
//=   { value: 1 },
//=   { other: 2 },
//=   ["undefined"],
//=   2,
//=   1307674368000,
//=   true,
//=   true,
//=   120,
//=   100,
//= ]
