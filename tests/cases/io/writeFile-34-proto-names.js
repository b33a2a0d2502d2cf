async () => {
  for (const n of ["__proto__", "constructor", "toString", "hasOwnProperty"]) await state.writeFile("/" + n, n);
  return [await state.readdir("/"), await state.readFile("/__proto__"), await state.readFile("/constructor")];
}

//= result: [["__proto__", "constructor", "hasOwnProperty", "toString"], "__proto__", "constructor"]
//= created: /__proto__ (- -> 9)
//= created: /constructor (- -> 11)
//= created: /hasOwnProperty (- -> 14)
//= created: /toString (- -> 8)
