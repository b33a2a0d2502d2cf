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
