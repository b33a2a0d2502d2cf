async () => {
  const load = () => import("/late.js").then((m) => m.late, (error) => error.code);
  const first = await load();
  await state.writeFile("/late.js", "export const late = 1;");
  const second = await load();
  await state.writeFile("/late.js", "export const late = 2;");
  return [first, second, await load()];
}

//= result: ["MODULE_NOT_FOUND", 1, 1]
//= created: /late.js (- -> 22)
