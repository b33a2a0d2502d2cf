//! about = "Icons get the colour of their text and a common size; the order of shapes and texts stays."
//! [files]
//! "/icons/save.svg" = """
//! <svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" viewBox="0 0 24 24">
//!   <!-- the disk -->
//!   <path d="M5 3h11l3 3v15H5z" fill="#333"/>
//!   <g stroke="#333333" fill="none">
//!     <rect x="8" y="13" width="8" height="8"/>
//!   </g>
//!   <path d="M8 3v5h7V3" fill="white"/>
//! </svg>
//! """
//! "/icons/help.svg" = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 24 24\"><title>Help &amp; more</title><circle cx=\"12\" cy=\"12\" r=\"10\" fill=\"#333\"/><text x=\"9\" y=\"17\" fill=\"#FFF\">?</text></svg>\n"

async () => {
  let recoloured = 0;
  const visit = (parts) => {
    for (const part of parts) {
      const attributes = part[":@"] ?? {};
      for (const name of ["@_fill", "@_stroke"]) {
        if (/^#333(333)?$/.test(attributes[name])) {
          attributes[name] = "currentColor";
          recoloured++;
        }
      }
      if (part.svg) Object.assign(attributes, { "@_width": "1em", "@_height": "1em" });
      for (const children of Object.values(part)) if (Array.isArray(children)) visit(children);
    }
  };
  for (const file of await state.glob("/icons/*.svg")) {
    const tree = await state.readXml(file, { preserveOrder: true });
    visit(tree);
    await state.writeXml(file, tree, { preserveOrder: true, suppressEmptyNode: true });
  }
  return { recoloured, save: await state.readFile("/icons/save.svg"), help: await state.readFile("/icons/help.svg") };
}
//= result: {
//=   recoloured: 3,
//=   save: "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1em\" height=\"1em\" viewBox=\"0 0 24 24\">\n  <path d=\"M5 3h11l3 3v15H5z\" fill=\"currentColor\"/>\n  <g stroke=\"currentColor\" fill=\"none\">\n    <rect x=\"8\" y=\"13\" width=\"8\" height=\"8\"/>\n  </g>\n  <path d=\"M8 3v5h7V3\" fill=\"white\"/>\n</svg>\n",
//=   help: "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 24 24\" width=\"1em\" height=\"1em\">\n  <title>Help &amp; more</title>\n  <circle cx=\"12\" cy=\"12\" r=\"10\" fill=\"currentColor\"/>\n  <text x=\"9\" y=\"17\" fill=\"#FFF\">?</text>\n</svg>\n",
//= }
//= console.warn: note: comments of '/icons/save.svg' are gone: { preserveOrder: true, commentPropName: "#comment" } in state.readXml and state.writeXml keeps them
//= changed: /icons/help.svg (180 -> 223)
//= changed: /icons/save.svg (281 -> 276)
