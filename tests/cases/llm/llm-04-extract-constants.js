//! [files]
//! "/a.js" = "fetch('https://api.example.com/v1/users');\n"
//! "/b.js" = "fetch('https://api.example.com/v1/posts');\nfetch('https://other.com');\n"

async () => {
  const base = "https://api.example.com/v1";
  await state.writeFile("/config.js", `export const API_BASE = "${base}";\n`);
  const files = await state.glob("/*.js");
  const edits = [];
  for (const path of files) {
    if (path === "/config.js") continue;
    const text = await state.readFile(path);
    const next = text.replace(/'https:\/\/api\.example\.com\/v1(\/[a-z]+)'/g, "`${API_BASE}$1`");
    if (next !== text) edits.push({ path, content: 'import { API_BASE } from "./config.js";\n' + next });
  }
  const r = await state.applyEdits(edits);
  return r.edits.map((e) => ({ path: e.path, changed: e.changed, diff: e.diff }));
}

//= result: [
//=   {
//=     path: "/a.js",
//=     changed: true,
//=     diff: "--- /a.js\n+++ /a.js\n@@ -1,1 +1,2 @@\n-fetch('https://api.example.com/v1/users');\n+import { API_BASE } from \"./config.js\";\n+fetch(`${API_BASE}/users`);\n",
//=   },
//=   {
//=     path: "/b.js",
//=     changed: true,
//=     diff: "--- /b.js\n+++ /b.js\n@@ -1,2 +1,3 @@\n-fetch('https://api.example.com/v1/posts');\n+import { API_BASE } from \"./config.js\";\n+fetch(`${API_BASE}/posts`);\n fetch('https://other.com');\n",
//=   },
//= ]
//= created: /config.js (- -> 54)
//= changed: /a.js (43 -> 68)
//= changed: /b.js (71 -> 96)
