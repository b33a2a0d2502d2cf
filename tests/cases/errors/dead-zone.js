//! about = "a name that is assigned to before its declaration"

() => {
  const tries = [
    () => { a = 1; let a = 2; return a; },
    () => { a = 1; const a = 2; return a; },
    () => { A = 1; class A {} return A; },
    () => { [a] = [1]; let a; return a; },
    () => { ({ a } = { a: 1 }); let a; return a; },
    () => { for (a of [1]); let a; return a; },
    () => { a++; let a; return a; },
    () => { a ??= 1; let a; return a; },
    () => { const f = () => { a = 1; }; f(); let a; return a; },
    () => { switch (1) { case 0: let a = 1; case 1: return a; } },
    () => { switch (1) { case 0: let a = 1; case 1: a = 2; return a; } },
    () => { switch (0) { case 0: let a = 1; case 1: a += 2; return a; default: return 0; } },
    () => { a = 1; var a; return a; },
    () => { f = 1; function f() {} return f; },
    () => { { g = 1; function g() {} return typeof g; } },
    () => { for (let i = 0; i < 2; i++) { let z; if (z) return 'kept'; z = i + 1; } return 'fresh'; },
  ];
  return tries.map((attempt) => { try { return attempt(); } catch (error) { return `${error.name}: ${error.message}`; } });
}
//= result: [
//=   "ReferenceError: Cannot access 'a' before initialization",
//=   "ReferenceError: Cannot access 'a' before initialization",
//=   "ReferenceError: Cannot access 'A' before initialization",
//=   "ReferenceError: Cannot access 'a' before initialization",
//=   "ReferenceError: Cannot access 'a' before initialization",
//=   "ReferenceError: Cannot access 'a' before initialization",
//=   "ReferenceError: Cannot access 'a' before initialization",
//=   "ReferenceError: Cannot access 'a' before initialization",
//=   "ReferenceError: Cannot access 'a' before initialization",
//=   "ReferenceError: Cannot access 'a' before initialization",
//=   "ReferenceError: Cannot access 'a' before initialization",
//=   3,
//=   1,
//=   1,
//=   "number",
//=   "fresh",
//= ]
