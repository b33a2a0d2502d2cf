//+ files-project

const yaml = require("js-yaml"); return yaml.load(await state.readFile("/data/config.yaml"))
//= result: { name: "demo", port: 80 }
