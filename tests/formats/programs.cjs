// Writes programs that read a large text of a format, by what the sandbox has and by a package from npm in
// one file: node programs.cjs PACKAGES FOLDER
//
// A program is FORMAT-ours.js or FORMAT-package.js, and the same with `-text` makes the text alone: the
// difference is what reading takes.
"use strict";

const fs = require("node:fs");
const { createRequire } = require("node:module");
const path = require("node:path");

const [packages, folder] = process.argv.slice(2);
const root = createRequire(`${packages}/`);

// A package and what it requires, as one expression.
function bundled(name) {
  const files = new Map();
  const add = (file) => {
    if (files.has(file)) return;
    files.set(file, "");
    const near = createRequire(file);
    const text = fs.readFileSync(file, "utf8").replaceAll(/\brequire\((['"])(\.[^'"]*)\1\)/g, (_, quote, wanted) => {
      const found = near.resolve(wanted);
      add(found);
      return `require(${JSON.stringify(found)})`;
    });
    files.set(file, text);
  };
  const main = root.resolve(name);
  add(main);
  const functions = [...files].map(([file, text]) => `${JSON.stringify(file)}(require, module, exports) {\n${text}\n}`);
  return `((files) => {
    const loaded = {};
    const require = (name) => {
      if (!files[name]) return { env: {}, Buffer: undefined };
      if (!loaded[name]) {
        const module = loaded[name] = { exports: {} };
        files[name].call(module.exports, require, module, module.exports);
      }
      return loaded[name].exports;
    };
    return require(${JSON.stringify(main)});
  })({ ${functions.join(",\n")} })`;
}

const FORMATS = {
  csv: {
    name: "papaparse",
    text: `const lines = [];
      for (let row = 0, size = 0; size < 10e6; row++) {
        const cells = [];
        for (let column = 0; column < 10; column++) {
          cells.push((row + column) % 10 === 0 ? '"cell, ' + row + '"' : "cell " + (row * 10 + column));
        }
        const line = cells.join(",");
        lines.push(line);
        size += line.length + 1;
      }
      const text = lines.join("\\n");`,
    ours: "CSV.parse(text)",
    theirs: "formats.parse(text).data",
  },
  yaml: {
    name: "yaml",
    text: `const lines = [];
      for (let at = 0, size = 0; size < 1e6; at++) {
        const item = ["- id: " + at, "  name: service " + at, "  enabled: " + (at % 3 === 0), "  ratio: " + at / 7,
          "  tags: [one, two, 'three " + at + "']", "  nested:", "    path: /srv/" + at, '    text: "a\\\\tb ' + at + '"'].join("\\n");
        lines.push(item);
        size += item.length + 1;
      }
      const text = lines.join("\\n");`,
    ours: "YAML.parse(text)",
    theirs: "formats.parse(text)",
  },
  toml: {
    name: "smol-toml",
    text: `const lines = [];
      for (let at = 0, size = 0; size < 1e6; at++) {
        const item = ["[[item]]", "id = " + at, 'name = "service ' + at + '"', "enabled = " + (at % 3 === 0), "ratio = " + (at + 0.5),
          "tags = ['one', \\"two " + at + "\\"]", "[item.nested]", 'path = "/srv/' + at + '"'].join("\\n");
        lines.push(item);
        size += item.length + 1;
      }
      const text = lines.join("\\n");`,
    ours: "TOML.parse(text).item",
    theirs: "formats.parse(text).item",
  },
};

fs.mkdirSync(folder, { recursive: true });
for (const [format, { name, text, ours, theirs }] of Object.entries(FORMATS)) {
  const write = (kind, loads, answer) => {
    fs.writeFileSync(path.join(folder, `${format}-${kind}.js`), `() => {\n${loads}${text}\n${answer}\n}\n`);
  };
  // What was read is looked at, so that answers can be compared.
  const read = (call) => `const read = ${call};\nreturn read.length + JSON.stringify(read[read.length >> 1]);`;
  const loads = `const formats = ${bundled(name)};\n`;
  const alone = "return String(text.length);";
  write("ours-text", "", alone);
  write("ours", "", read(ours));
  write("package-text", loads, alone);
  write("package", loads, read(theirs));
}
