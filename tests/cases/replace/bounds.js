async () => {
  //+ fails
  await state.writeFile("/t", "a".repeat(300));
  const failed = await fails(() => state.replaceInFile("/t", "a", "x".repeat(1 << 20)));
  const all = await fails(() => state.replaceInFiles("/*", "a", "x".repeat(1 << 20)));
  return [failed, all, (await state.readFile("/t")).length];
}

//= result: [
//=   [
//=     "E2BIG",
//=     "E2BIG: the replacements of /a/ are longer than one call may write; narrow the pattern, or use a shorter replacement, replaceInFile '/t'",
//=   ],
//=   [
//=     "E2BIG",
//=     "E2BIG: the replacements of /a/ are longer than one call may write; narrow the pattern, or use a shorter replacement, replaceInFiles '/t' (at \"/t\"; nothing was written)",
//=   ],
//=   300,
//= ]
//= created: /t (- -> 300)
