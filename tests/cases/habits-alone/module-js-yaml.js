//+ files-project

const yaml = require("js-yaml"); return yaml.load(await state.readFile("/data/config.yaml"))
//= throws: Error
//= message: Cannot find module 'js-yaml': await state.readYaml(path) and await state.writeYaml(path, value) read and write YAML, readToml and writeToml TOML, readXml and writeXml XML; await state.queryJson(path, ".a.b") and state.updateJson work on .yaml and .toml files too
//= code: MODULE_NOT_FOUND
//= at: 21:14
