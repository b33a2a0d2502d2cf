async () => {
  //+ fails
  const nested = (levels) => "[".repeat(levels) + "]".repeat(levels);
  await state.writeFile("/at", nested(2000));
  await state.writeFile("/past", nested(2001));
  const read = await fails(() => state.queryJson("/at", "[0]".repeat(1999)));
  const past = await fails(() => state.queryJson("/past", "[0]".repeat(1999)));
  let levels = 0;
  for (let value = await state.readJson("/at"); value !== undefined; value = value[0]) levels++;
  return [read, past, levels];
}

//= result: [
//=   [],
//=   [
//=     "EBADMSG",
//=     "Invalid JSON in /past: arrays and objects nest more than 2000 deep (line 1, column 2001)",
//=   ],
//=   2000,
//= ]
//= created: /at (- -> 4000)
//= created: /past (- -> 4002)
