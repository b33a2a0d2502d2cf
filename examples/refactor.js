// Renames symbols across a project and moves a file with everything that imports it.
//
//   isolate-run examples/refactor.js --db state.sqlite
//   isolate-run examples/refactor.js --db state.sqlite --dry-run
//   isolate-run examples/refactor.js --db state.sqlite --input '{"root":"/app","rename":{"getUser":"fetchUser"}}'
//
// Without a project under `root` a small one is made first. Run it twice: the second run finds
// nothing left to do.
async ({
  root = "/project",
  rename = { getUser: "fetchUser", UserRec: "User", fmtDate: "formatDate" },
  move = { "src/util.js": "src/lib/format.js" },
} = {}) => {
  if (!(await state.exists(root))) {
    await seed();
    console.info(`made a small project under ${root}`);
  }
  const before = await state.summarizeTree(root);

  // 1. Rename: whole words only, so that `getUserName` and `forgetUser` stay as they are.
  const edited = {};
  const words = new RegExp(`(?<![\\w$])(${Object.keys(rename).map(literal).join("|")})(?![\\w$])`, "g");
  for (const { path } of await state.find(root, { type: "file" })) {
    // The changelog tells old names on purpose.
    if (!/\.(js|ts|md)$/.test(path) || path.endsWith("/CHANGELOG.md")) continue;
    const text = await state.readFile(path);
    let count = 0;
    const next = text.replace(words, (word) => {
      count += 1;
      return rename[word];
    });
    if (count > 0) {
      await state.writeFile(path, next);
      edited[path.slice(root.length + 1)] = count;
    }
  }

  // 2. Move files, and point every import at the new place.
  const moved = [];
  for (const [from, to] of Object.entries(move)) {
    const [source, target] = [`${root}/${from}`, `${root}/${to}`];
    if (!(await state.exists(source))) continue;
    await state.mv(source, target);
    for (const path of await state.glob(`${root}/**/*.js`)) {
      const text = await state.readFile(path);
      // The moved file itself still says what it said in its old place.
      const place = folder(path === target ? source : path);
      const next = text.replace(/(from\s+|import\s+)"(\.[^"]+)"/g, (whole, keyword, specifier) => {
        const meant = join(place, specifier);
        const now = meant === source ? target : meant;
        return meant === now && path !== target ? whole : `${keyword}"${relative(folder(path), now)}"`;
      });
      if (next !== text) {
        await state.writeFile(path, next);
        const name = path.slice(root.length + 1);
        edited[name] = (edited[name] ?? 0) + 1;
      }
    }
    moved.push(`${from} -> ${to}`);
  }

  // 3. Bookkeeping: the version, and a line in the changelog.
  const count = Object.keys(edited).length;
  if (count > 0 || moved.length > 0) {
    const manifest = `${root}/package.json`;
    if (await state.exists(manifest)) {
      const [major, minor] = (await state.queryJson(manifest, ".version")).split(".").map(Number);
      await state.updateJson(manifest, [{ op: "set", path: ".version", value: `${major}.${minor + 1}.0` }]);
    }
    const names = Object.entries(rename).map(([from, to]) => `${from} is ${to}`);
    await state.appendFile(`${root}/CHANGELOG.md`, `- ${names.join(", ")}\n`);
  }

  const after = await state.summarizeTree(root);
  console.log(count > 0 ? `edited ${count} files` : "nothing to do");
  return { edited, moved, files: after.files, bytes: after.totalBytes - before.totalBytes };

  function literal(text) {
    return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  }

  function folder(path) {
    return path.slice(0, path.lastIndexOf("/"));
  }

  function join(base, specifier) {
    const parts = base.split("/");
    for (const part of specifier.split("/")) {
      if (part === "..") parts.pop();
      else if (part !== ".") parts.push(part);
    }
    return parts.join("/");
  }

  function relative(base, path) {
    const [here, there] = [base.split("/"), path.split("/")];
    while (here.length > 0 && here[0] === there[0]) {
      here.shift();
      there.shift();
    }
    const up = here.map(() => "..");
    return (up.length > 0 ? [...up, ...there] : [".", ...there]).join("/");
  }

  async function seed() {
    const files = {
      "package.json": `${JSON.stringify({ name: "accounts", version: "1.4.2", type: "module" }, null, 2)}\n`,
      "README.md": "# accounts\n\nCall `getUser(id)` for a `UserRec`; `getUserName(id)` for its name alone.\n",
      "CHANGELOG.md": "# Changes\n\n",
      "src/index.js": 'import { getUser, getUserName } from "./users.js";\nimport { fmtDate } from "./util.js";\n\nexport async function card(id) {\n  const user = await getUser(id);\n  return `${user.name}, since ${fmtDate(user.since)}`;\n}\n\nexport { getUser, getUserName };\n',
      "src/users.js": 'import { Store } from "./store/store.js";\n\n/** @typedef {{ id: number, name: string, since: Date }} UserRec */\n\nconst store = new Store();\n\n/** @returns {Promise<UserRec>} */\nexport async function getUser(id) {\n  return store.get("users", id);\n}\n\nexport async function getUserName(id) {\n  return (await getUser(id)).name;\n}\n\nexport function forgetUser(id) {\n  store.delete("users", id);\n}\n',
      "src/util.js": 'import { zone } from "./config.js";\n\nexport function fmtDate(date) {\n  return date.toISOString().slice(0, 10) + zone;\n}\n',
      "src/config.js": 'export const zone = "Z";\n',
      "src/store/store.js": 'import { fmtDate } from "../util.js";\n\nexport class Store {\n  #rows = new Map();\n  get(table, id) {\n    return this.#rows.get(`${table}/${id}`) ?? { id, name: "?", since: new Date(0) };\n  }\n  delete(table, id) {\n    console.log(`deleted ${table}/${id} on ${fmtDate(new Date())}`);\n    this.#rows.delete(`${table}/${id}`);\n  }\n}\n',
      "test/users.test.js": 'import { getUser } from "../src/users.js";\nimport { fmtDate } from "../src/util.js";\n\nconst user = await getUser(1);\nif (fmtDate(user.since) !== "1970-01-01Z") throw new Error("getUser gave a wrong date");\n',
    };
    for (const [name, text] of Object.entries(files)) await state.writeFile(`${root}/${name}`, text);
  }
};
