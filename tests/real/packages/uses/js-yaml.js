import * as yaml from "js-yaml";

const text = `
name: Test   # comment
version: 1.20
on: [push, "pull_request"]
env: {A: 'it''s', B: "tab\\t\\u00e9"}
jobs:
  build:
    steps: &steps
      - run: |
          echo one
          echo two
      - {uses: a/b@v1, with: {n: 0o17, f: -1.5e-3}}
  test:
    steps: *steps
when: 2024-02-29T13:14:15Z
empty:
folded: >
  a
  b
`;

export default () => ({
  loaded: yaml.load(text),
  dumped: yaml.dump({ b: [1, "two", { three: null }], a: "yes", long: "word ".repeat(30), multi: "x\ny\n", quote: "'\"", num: "12", date: new Date(0) }, { sortKeys: true, lineWidth: 60 }),
  flow: yaml.dump({ a: [1, 2, { b: 3 }], c: { d: "e" } }, { flowLevel: 1 }),
  all: yaml.loadAll("a: 1\n---\n- 2\n"),
  json: yaml.load("{a: 1, a2: [true, no, ~]}", { schema: yaml.JSON_SCHEMA }),
  error: (() => { try { return yaml.load("a: [1,\nb: 2"); } catch (error) { return [error.name, error.reason, error.mark && [error.mark.line, error.mark.column]]; } })(),
});
