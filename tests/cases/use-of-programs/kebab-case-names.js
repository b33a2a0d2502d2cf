//! about = "Files get names of another form, and what imports them follows."
//! [files]
//! "/src/UserCard.js" = "import MyButton from './MyButton.js';\n"
//! "/src/MyButton.js" = "export default 1;\n"
//! "/src/index.js" = "export * from './UserCard.js';\n"

const kebab = (s) => s.replace(/([a-z0-9])([A-Z])/g, "$1-$2").toLowerCase();

async () => {
  const renames = new Map();
  for (const name of await state.readdir("/src")) {
    const next = kebab(name);
    if (next !== name) renames.set(name, next);
  }
  for (const [from, to] of renames) await state.mv(`/src/${from}`, `/src/${to}`);
  for (const file of await state.glob("/src/*.js")) {
    let text = await state.readFile(file);
    for (const [from, to] of renames) text = text.replaceAll(`./${from}`, `./${to}`);
    await state.writeFile(file, text);
  }
  return { renames: Object.fromEntries(renames), names: await state.readdir("/src"), card: await state.readFile("/src/user-card.js"), index: await state.readFile("/src/index.js") };
}
//= result: {
//=   renames: { "MyButton.js": "my-button.js", "UserCard.js": "user-card.js" },
//=   names: ["index.js", "my-button.js", "user-card.js"],
//=   card: "import MyButton from './my-button.js';\n",
//=   index: "export * from './user-card.js';\n",
//= }
//= created: /src/my-button.js (- -> 18)
//= created: /src/user-card.js (- -> 39)
//= changed: /src/index.js (31 -> 32)
//= deleted: /src/MyButton.js (18 -> -)
//= deleted: /src/UserCard.js (38 -> -)
