//! [files]
//! "/many.yaml" = "a: 1\n---\nb: 2\n"
//! "/page.md" = "---\ntitle: T\n---\n# Head\n"

async () => {
  //+ fails
  const all = await state.readYaml("/many.yaml", { all: true });
  await state.writeFile("/new.yaml", YAML.stringifyAll([...all, "text", [], null]));
  return {
    all,
    text: await state.readFile("/new.yaml"),
    back: YAML.parseAll(await state.readFile("/new.yaml")),
    one: await fails(() => state.readYaml("/many.yaml")),
    update: await fails(() => state.updateJson("/many.yaml", [{ op: "set", path: "a", value: 2 }])),
    page: await fails(() => state.readYaml("/page.md")),
    wrong: await fails(() => YAML.stringifyAll({ a: 1 })),
  };
}
//= result: {
//=   all: [{ a: 1 }, { b: 2 }],
//=   text: "a: 1\n---\nb: 2\n---\ntext\n---\n[]\n---\nnull\n",
//=   back: [{ a: 1 }, { b: 2 }, "text", [], null],
//=   one: [
//=     "EBADMSG",
//=     "Invalid YAML in /many.yaml: the text has several documents: await state.readYaml(\"/many.yaml\", { all: true }) reads them all (line 2, column 1)\n  ---\n  ^",
//=   ],
//=   update: [
//=     "EBADMSG",
//=     "Invalid YAML in /many.yaml: the text has several documents: await state.readYaml(\"/many.yaml\", { all: true }) reads them all (line 2, column 1)\n  ---\n  ^",
//=   ],
//=   page: [
//=     "EBADMSG",
//=     "Invalid YAML in /page.md: the text is not all YAML: const [, head, body] = /^---\\r?\\n([^]*?)^---[ \\t]*(?:\\r?\\n|$)([^]*)/m.exec(await state.readFile(\"/page.md\")); const data = YAML.parse(head) reads front matter, and body is the text below",
//=   ],
//=   wrong: [undefined, "YAML.stringifyAll takes an array of documents, not an object"],
//= }
//= created: /new.yaml (- -> 39)
