//! about = "Two env files are merged; comments and unknown lines stay."
//! [files]
//! "/.env" = "# database\nDB_HOST=localhost\nDB_PORT=5432\n\nEMPTY=\nQUOTED=\"a b\"\n"
//! "/.env.local" = "DB_HOST=db.internal\nNEW_KEY='x=y'\nexport TOKEN=abc # secret\n"

const parse = (text) => {
  const out = {};
  for (const line of text.split(/\r?\n/)) {
    const m = /^\s*(?:export\s+)?([A-Z_][A-Z0-9_]*)\s*=\s*(.*?)\s*$/i.exec(line);
    if (!m) continue;
    let value = m[2];
    const quote = /^(['"])(.*)\1$/.exec(value);
    value = quote ? quote[2] : value.replace(/\s+#.*$/, "");
    out[m[1]] = value;
  }
  return out;
};

async function main() {
  const base = await state.readFile("/.env");
  const local = parse(await state.readFile("/.env.local"));
  const seen = new Set();
  const lines = base.trimEnd().split("\n").map((line) => {
    const key = line.split("=")[0];
    if (!(key in local)) return line;
    seen.add(key);
    return `${key}=${local[key]}`;
  });
  for (const [key, value] of Object.entries(local)) if (!seen.has(key)) lines.push(`${key}=${/[\s=]/.test(value) ? JSON.stringify(value) : value}`);
  await state.writeFile("/.env", lines.join("\n") + "\n");
  return { local, env: await state.readFile("/.env"), parsed: parse(await state.readFile("/.env")) };
}
await main();
//= result: {
//=   local: { DB_HOST: "db.internal", NEW_KEY: "x=y", TOKEN: "abc" },
//=   env: "# database\nDB_HOST=db.internal\nDB_PORT=5432\n\nEMPTY=\nQUOTED=\"a b\"\nNEW_KEY=\"x=y\"\nTOKEN=abc\n",
//=   parsed: {
//=     DB_HOST: "db.internal",
//=     DB_PORT: "5432",
//=     EMPTY: "",
//=     QUOTED: "a b",
//=     NEW_KEY: "x=y",
//=     TOKEN: "abc",
//=   },
//= }
//= changed: /.env (63 -> 89)
