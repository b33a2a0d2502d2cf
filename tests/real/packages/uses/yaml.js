import YAML from "yaml";

const text = `# shop
name: &n "Ann's"
list:
  - 1
  - 0x1F
  - 1.5e3
  - ~
  - yes
  - 2001-12-14
  - !!str 12
nested: {a: [1, 2, {b: c}], d: null}
folded: >-
  one
  two

  three
literal: |
  first
    second
alias: *n
merge:
  <<: {x: 1}
  y: .inf
? complex key
: value
`;

export default () => {
  const document = YAML.parseDocument(text);
  document.setIn(["nested", "e"], ["new", { deep: true }]);
  document.deleteIn(["list", 0]);
  const wrong = YAML.parseDocument("a: [1, 2\nb: }");
  return {
    parsed: YAML.parse(text, { merge: true }),
    changed: document.toString(),
    made: YAML.stringify({ text: "multi\nline", quote: "yes", empty: {}, list: [[], [1, [2]]], date: new Date(0), number: -0, unicode: "ü😀", key: { "a: b": " lead" } }),
    all: YAML.parseAllDocuments("a: 1\n---\n- b\n...\n---\nnull\n").map((part) => part.toJS()),
    errors: wrong.errors.map((error) => [error.code, error.linePos?.[0]]),
    comment: document.commentBefore,
    reviver: YAML.parse("a: 1\nb: {c: 2}", (key, value) => (typeof value === "number" ? value * 10 : value)),
    throws: (() => { try { return YAML.parse("a: b: c"); } catch (error) { return [error.name, error.message]; } })(),
  };
};
