//! [files]
//! "/packages/a/tsconfig.json" = "{\"extends\":\"../../tsconfig.json\",\"compilerOptions\":{\"strict\":false}}"
//! "/packages/b/tsconfig.json" = "{}"
//! "/tsconfig.json" = "{\"compilerOptions\":{\"target\":\"es2019\"}}"

async () => {
  const out = [];
  for (const path of await state.glob("/**/tsconfig.json")) {
    const before = await state.queryJson(path, ".compilerOptions.strict").catch(() => "no compilerOptions");
    await state.updateJson(path, [{ op: "set", path: ".compilerOptions.strict", value: true }]);
    out.push({ path, before: before ?? null, after: await state.readJson(path) });
  }
  return out;
}

//= result: [
//=   {
//=     path: "/packages/a/tsconfig.json",
//=     before: false,
//=     after: { extends: "../../tsconfig.json", compilerOptions: { strict: true } },
//=   },
//=   {
//=     path: "/packages/b/tsconfig.json",
//=     before: null,
//=     after: { compilerOptions: { strict: true } },
//=   },
//=   {
//=     path: "/tsconfig.json",
//=     before: null,
//=     after: { compilerOptions: { target: "es2019", strict: true } },
//=   },
//= ]
//= changed: /packages/a/tsconfig.json (68 -> 67)
//= changed: /packages/b/tsconfig.json (2 -> 35)
//= changed: /tsconfig.json (39 -> 53)
