async () => {
  const o = { a: {}, list: null };
  let missing;
  const text = (f) => { try { f(); return 'none'; } catch (error) { return `${error.name}: ${error.message}`; } };
  return [
    () => missing.x, () => { o.list.x = 1; }, () => missing[0], () => o.a.b.c, () => o.foo(), () => o.a.b(), () => missing(),
    () => new o.X(), () => { for (const x of o) ; }, () => { const [x] = missing; }, () => { const { x } = o.list; },
    () => [...missing], () => later, () => nowhere, () => { const c = 1; c = 2; }, () => Object.keys(null), () => 1n + 1,
    () => o.a.deep(1)(2), () => new (class { constructor() { this.x.y; } })(), () => [1].map((n) => n.a.b),
  ].map(text);
  let later = 1;
}

//= result: [
//=   "TypeError: Cannot read properties of undefined (reading 'x')",
//=   "TypeError: Cannot set properties of null (setting 'x')",
//=   "TypeError: Cannot read properties of undefined (reading '0')",
//=   "TypeError: Cannot read properties of undefined (reading 'c')",
//=   "TypeError: o.foo is not a function",
//=   "TypeError: o.a.b is not a function",
//=   "TypeError: missing is not a function",
//=   "TypeError: o.X is not a constructor",
//=   "TypeError: o is not iterable",
//=   "TypeError: missing is not iterable",
//=   "TypeError: Cannot destructure property 'x' of 'o.list' as it is null.",
//=   "TypeError: missing is not iterable",
//=   "ReferenceError: Cannot access 'later' before initialization",
//=   "ReferenceError: nowhere is not defined",
//=   "TypeError: Assignment to constant variable.",
//=   "TypeError: Cannot convert undefined or null to object",
//=   "TypeError: Cannot mix BigInt and other types, use explicit conversions",
//=   "TypeError: o.a.deep is not a function",
//=   "TypeError: Cannot read properties of undefined (reading 'y')",
//=   "TypeError: Cannot read properties of undefined (reading 'b')",
//= ]
