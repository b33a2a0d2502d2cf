//! about = "A configuration read, changed and written with js-yaml, in the style of the package."
//! [files]
//! "/ci.yaml" = "defaults: &d\n  retries: 3\n  on: push\njobs:\n  test:\n    <<: *d\n    since: 2024-05-06\n    steps: [lint, test]\n"

import yaml from "js-yaml";
import { readFile, writeFile } from "fs/promises";

const config = yaml.load(await readFile("/ci.yaml", "utf8"));
config.jobs.build = { needs: ["test"], when: "no", at: "12:30", note: `${"a long line that is folded ".repeat(5)}end`, script: "make\nmake install\n", shared: config.defaults };
await writeFile("/ci.yaml", yaml.dump(config, { sortKeys: false }));
console.log(await readFile("/ci.yaml", "utf8"));
for (const text of ["a: [1", "a: 1\n---\nb: 2", "a: 1\na: 2", "a: !env X"]) {
  try {
    console.log(yaml.load(text));
  } catch (error) {
    console.log(error instanceof yaml.YAMLException, error.mark?.line, error.message);
  }
}
try {
  yaml.load("a: 1", { schema: yaml.DEFAULT_SCHEMA.extend([]) });
} catch (error) {
  console.log(error.message);
}
console.log(yaml.loadAll("a: 1\n---\nb: 2"), yaml.load(""), yaml.load("d: 2024-05-06").d instanceof Date);
//= result: undefined
//= console.log: "defaults: &ref_0\n  retries: 3\n  'on': push\njobs:\n  test:\n    retries: 3\n    'on': push\n    since: 2024-05-06T00:00:00.000Z\n    steps:\n      - lint\n      - test\n  build:\n    needs:\n      - test\n    when: 'no'\n    at: '12:30'\n    note: >-\n      a long line that is folded a long line that is folded a long line that is\n      folded a long line that is folded a long line that is folded end\n    script: |\n      make\n      make install\n    shared: *ref_0\n"
//= console.log: "true 0 unclosed bracket '[' (1:4)\n\n 1 | a: [1\n-------^"
//= console.log: true undefined expected a single document in the stream, but found more
//= console.log: "true 1 the key \"a\" comes twice: rename or remove one (2:1)\n\n 1 | a: 1\n 2 | a: 2\n----^"
//= console.log: "true 0 the tag !env is not known: leave it out (1:9)\n\n 1 | a: !env X\n------------^"
//= console.log: js-yaml: schemas of one's own types are not here: load the text, and change the values
//= console.log: [ { a: 1 }, { b: 2 } ] undefined true
//= changed: /ci.yaml (108 -> 451)
