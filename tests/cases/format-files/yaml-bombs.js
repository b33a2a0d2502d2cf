async () => {
  //+ fails
  const short = async (work) => (await fails(work)).map((part) => String(part).slice(0, 160));
  const laughs = ["a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol, lol]"];
  for (let i = 1; i < 10; i++) laughs.push(`a${i}: &a${i} [${Array(10).fill(`*a${i - 1}`).join(", ")}]`);
  await state.writeFile("/laughs.yaml", laughs.join("\n"));
  await state.writeFile("/deep.yaml", "[".repeat(400) + "]".repeat(400));
  await state.writeFile("/deep.xml", "<a>".repeat(400) + "</a>".repeat(400));
  await state.writeFile("/deep.toml", "a = " + "[".repeat(400) + "]".repeat(400));
  await state.writeFile("/laughs.xml", `<!DOCTYPE l [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;">]><l>&b;</l>`);
  await state.writeFile("/outside.xml", `<!DOCTYPE l [<!ENTITY a SYSTEM "file:///etc/passwd">]><l>&a;</l>`);
  await state.writeFile("/itself.yaml", "a: &a [*a]");
  const itself = {};
  itself.itself = itself;
  return {
    laughs: await short(() => state.readYaml("/laughs.yaml")),
    query: await short(() => state.queryJson("/laughs.yaml", ".a0")),
    update: await short(() => state.updateJson("/laughs.yaml", [{ op: "set", path: "x", value: 1 }])),
    deep: [await short(() => state.readYaml("/deep.yaml")), await short(() => state.readXml("/deep.xml")), await short(() => state.readToml("/deep.toml"))],
    entities: [await short(() => state.readXml("/laughs.xml")), await short(() => state.readXml("/outside.xml"))],
    itself: [await short(() => state.readYaml("/itself.yaml")), await short(() => state.writeYaml("/x.yaml", itself)), await short(() => state.writeToml("/x.toml", itself))],
    written: await state.glob("/x.*"),
  };
}
//= result: {
//=   laughs: [
//=     "EBADMSG",
//=     "Invalid YAML in /laughs.yaml: the aliases stand for more than 1000000 values together (line 6, column 45)\n  …&a5 [*a4, *a4, *a4, *a4, *a4, *a4, *a4, *a4, *a4, *",
//=   ],
//=   query: [
//=     "EBADMSG",
//=     "Invalid YAML in /laughs.yaml: the aliases stand for more than 1000000 values together (line 6, column 45)\n  …&a5 [*a4, *a4, *a4, *a4, *a4, *a4, *a4, *a4, *a4, *",
//=   ],
//=   update: [
//=     "EBADMSG",
//=     "Invalid YAML in /laughs.yaml: the aliases stand for more than 1000000 values together (line 6, column 45)\n  …&a5 [*a4, *a4, *a4, *a4, *a4, *a4, *a4, *a4, *a4, *",
//=   ],
//=   deep: [
//=     [
//=       "EBADMSG",
//=       "Invalid YAML in /deep.yaml: nested deeper than 256 levels (line 1, column 259)\n  …[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[",
//=     ],
//=     [
//=       "EBADMSG",
//=       "Invalid XML in /deep.xml: nested deeper than 256 levels (line 1, column 769)\n  …><a><a><a><a><a><a><a><a><a><a><a><a><a><a><a><a><a><a><a><a><a><a><a><a><a><a><",
//=     ],
//=     [
//=       "EBADMSG",
//=       "Invalid TOML in /deep.toml: nested deeper than 256 levels (line 1, column 261)\n  …[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[",
//=     ],
//=   ],
//=   entities: [
//=     [
//=       "EBADMSG",
//=       "Invalid XML in /laughs.xml: the entity &b; is not known: write the character itself (entities of a document type are not read) (line 1, column 62)\n  … a \"lol\"><",
//=     ],
//=     [
//=       "EBADMSG",
//=       "Invalid XML in /outside.xml: the entity &a; is not known: write the character itself (entities of a document type are not read) (line 1, column 58)\n  …TITY a SY",
//=     ],
//=   ],
//=   itself: [
//=     [
//=       "EBADMSG",
//=       "Invalid YAML in /itself.yaml: an alias inside of what it stands for: copy the value instead (line 1, column 8)\n  a: &a [*a]\n         ^",
//=     ],
//=     [
//=       "EINVAL",
//=       "state.writeYaml: \"value.itself\" must be a value without cycles, but is an object that contains itself — expected state.writeYaml(path, value, options?)",
//=     ],
//=     [
//=       "EINVAL",
//=       "state.writeToml: \"value.itself\" must be a value without cycles, but is an object that contains itself — expected state.writeToml(path, value, options?)",
//=     ],
//=   ],
//=   written: [],
//= }
//= created: /deep.toml (- -> 804)
//= created: /deep.xml (- -> 2800)
//= created: /deep.yaml (- -> 800)
//= created: /itself.yaml (- -> 10)
//= created: /laughs.xml (- -> 68)
//= created: /laughs.yaml (- -> 589)
//= created: /outside.xml (- -> 64)
