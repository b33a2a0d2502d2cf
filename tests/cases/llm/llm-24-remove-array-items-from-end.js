//! [files]
//! "/l.json" = "{\"items\":[\"keep\",\"drop\",\"keep2\",\"drop\"]}"

async () => {
  const items = await state.queryJson("/l.json", ".items");
  const ops = items.map((v, i) => [v, i]).filter(([v]) => v === "drop").reverse().map(([, i]) => ({ op: "delete", path: `.items[${i}]` }));
  return (await state.updateJson("/l.json", ops)).value;
}

//= result: { items: ["keep", "keep2"] }
//= changed: /l.json (40 -> 26)
