//! [files]
//! "/flags.json" = "{\"flags\":[{\"name\":\"a\",\"on\":true},{\"name\":\"b\",\"on\":false},{\"name\":\"c\",\"on\":false}]}"

async () => {
  const { flags } = await state.readJson("/flags.json");
  const ops = flags.map((f, i) => (f.on ? null : { op: "set", path: `.flags[${i}].on`, value: true })).filter(Boolean);
  const r = await state.updateJson("/flags.json", ops);
  return { applied: r.operationsApplied, all: r.value.flags.every((f) => f.on), third: await state.queryJson("/flags.json", ".flags[2]") };
}

//= result: { applied: 2, all: true, third: { name: "c", on: true } }
//= changed: /flags.json (82 -> 80)
