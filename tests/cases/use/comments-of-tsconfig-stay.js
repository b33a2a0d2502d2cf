//! [files]
//! "/tsconfig.json" = "{\n  // strict\n  \"compilerOptions\": { \"strict\": false, },\n}\n"

async () => {
  await state.updateJson("/tsconfig.json", [{ op: "set", path: ".compilerOptions.strict", value: true }]);
  return state.readFile("/tsconfig.json");
}
//= result: "{\n  // strict\n  \"compilerOptions\": { \"strict\": true, },\n}\n"
//= changed: /tsconfig.json (59 -> 58)
