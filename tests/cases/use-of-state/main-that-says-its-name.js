//! about = "A main function whose texts have its name, beside constants."
//! [files]
//! "/package.json" = "{\"main\":\"index.js\",\"scripts\":{\"main\":\"node .\"}}"

const FILE = "/package.json";

async function main() {
  console.log("main: reading", FILE);
  const { main: entry, scripts } = await state.readJson(FILE);
  return { entry, main: scripts.main };
}
//= result: { entry: "index.js", main: "node ." }
//= console.log: main: reading /package.json
