//! [files]
//! "/a.xml" = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n<!-- about -->\n<a><b>1</b></a>\n"
//! "/latin.xml" = "<?xml version='1.0' encoding='UTF-8'?><a/>"
//! "/none.xml" = "<a>\n  <!-- c -->\n</a>\n"

async () => {
  const written = async (path, change, options) => {
    const value = await state.readXml(path, options);
    change(value);
    await state.writeXml(path, value, options);
    return state.readFile(path);
  };
  const kept = { preserveOrder: true, commentPropName: "#comment" };
  return [
    await written("/a.xml", (parts) => { parts[1].a.push({ c: [] }); }, kept),
    await written("/a.xml", (value) => { value.a.b = "2"; }),
    await written("/latin.xml", (value) => { value.a = "1"; }),
    await written("/none.xml", (value) => { value.a = "1"; }),
    await state.readXml("/a.xml", { isArray: ["a.b"] }),
    await written("/a.xml", (value) => { value["?xml"] = { "@_version": "1.0" }; }),
  ];
}
//= result: [
//=   "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n<!-- about -->\n<a>\n  <b>1</b>\n  <c></c>\n</a>\n",
//=   "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n<a>\n  <b>2</b>\n  <c></c>\n</a>\n",
//=   "<?xml version='1.0' encoding='UTF-8'?><a>1</a>\n",
//=   "<a>1</a>\n",
//=   { a: { b: ["2"], c: "" } },
//=   "<?xml version=\"1.0\"?>\n<a>\n  <b>2</b>\n  <c></c>\n</a>\n",
//= ]
//= console.warn: note: comments of '/a.xml' are gone: { preserveOrder: true, commentPropName: "#comment" } in state.readXml and state.writeXml keeps them
//= console.warn: note: comments of '/none.xml' are gone: { preserveOrder: true, commentPropName: "#comment" } in state.readXml and state.writeXml keeps them
//= changed: /a.xml (87 -> 52)
//= changed: /latin.xml (42 -> 47)
//= changed: /none.xml (22 -> 9)
