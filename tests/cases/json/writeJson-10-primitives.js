async () => {
  const o = []; for (const v of ["s", 0, -1.5, true, null]) { await state.writeJson("/a.json", v); o.push(await state.readFile("/a.json")); } return o;
}

//= result: ["\"s\"\n", "0\n", "-1.5\n", "true\n", "null\n"]
//= created: /a.json (- -> 5)
