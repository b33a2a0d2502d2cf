//! about = "A component with its test, story and index, from templates."
//! [files]
//! "/templates/component.txt" = "import styles from \"./__NAME__.module.css\";\n\nexport function __NAME__({ __PROPS__ }) {\n  return `<div class=\"${styles.root}\">${title}</div>`;\n}\n"

async (input = { name: "user-card", props: ["title", "size"] }) => {
  const { name, props } = input;
  const pascal = name.split("-").map((w) => w[0].toUpperCase() + w.slice(1)).join("");
  const dir = `/src/components/${pascal}`;
  const template = await state.readFile("/templates/component.txt");
  const files = {
    [`${pascal}.jsx`]: template.replaceAll("__NAME__", pascal).replaceAll("__PROPS__", props.join(", ")),
    [`${pascal}.module.css`]: ".root {\n}\n",
    [`${pascal}.test.jsx`]: `import { ${pascal} } from "./${pascal}";\n\ntest("renders", () => {});\n`,
    "index.js": `export { ${pascal} } from "./${pascal}";\n`,
  };
  if (await state.exists(dir)) throw new Error(`${dir} exists`);
  for (const [file, content] of Object.entries(files)) await state.writeFile(`${dir}/${file}`, content);
  return { tree: (await state.walkTree(dir)), jsx: files[`${pascal}.jsx`] };
}
//= result: {
//=   tree: {
//=     path: "/src/components/UserCard",
//=     name: "UserCard",
//=     type: "directory",
//=     size: 0,
//=     children: [
//=       {
//=         path: "/src/components/UserCard/UserCard.jsx",
//=         name: "UserCard.jsx",
//=         type: "file",
//=         size: 146,
//=       },
//=       {
//=         path: "/src/components/UserCard/UserCard.module.css",
//=         name: "UserCard.module.css",
//=         type: "file",
//=         size: 10,
//=       },
//=       {
//=         path: "/src/components/UserCard/UserCard.test.jsx",
//=         name: "UserCard.test.jsx",
//=         type: "file",
//=         size: 67,
//=       },
//=       {
//=         path: "/src/components/UserCard/index.js",
//=         name: "index.js",
//=         type: "file",
//=         size: 39,
//=       },
//=     ],
//=   },
//=   jsx: "import styles from \"./UserCard.module.css\";\n\nexport function UserCard({ title, size }) {\n  return `<div class=\"${styles.root}\">${title}</div>`;\n}\n",
//= }
//= created: /src (- -> 0)
//= created: /src/components (- -> 0)
//= created: /src/components/UserCard (- -> 0)
//= created: /src/components/UserCard/UserCard.jsx (- -> 146)
//= created: /src/components/UserCard/UserCard.module.css (- -> 10)
//= created: /src/components/UserCard/UserCard.test.jsx (- -> 67)
//= created: /src/components/UserCard/index.js (- -> 39)
