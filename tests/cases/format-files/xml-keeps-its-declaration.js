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
