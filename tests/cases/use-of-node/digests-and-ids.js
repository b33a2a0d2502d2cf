//! about = "Names of files by their content, short ids, and a comparison of bytes."
//! [files]
//! "/assets/app.js" = "console.log(1);"
//! "/assets/style.css" = "a{}"
//! "/assets/copy.js" = "console.log(1);"
//! "/index.html" = "<script src=\"/assets/app.js\"></script><link href='/assets/style.css'>"

const { createHash, randomUUID, randomBytes, createHmac } = require("node:crypto");
const fs = require("node:fs");
const path = require("node:path");

const manifest = {};
for (const name of fs.readdirSync("/assets").sort()) {
  const content = fs.readFileSync(path.join("/assets", name));
  const hash = createHash("sha256").update(content).digest("hex").slice(0, 8);
  const { name: stem, ext } = path.parse(name);
  const hashed = `${stem}.${hash}${ext}`;
  fs.renameSync(path.join("/assets", name), path.join("/assets", hashed));
  manifest[`/assets/${name}`] = `/assets/${hashed}`;
}
let html = fs.readFileSync("/index.html", "utf8");
for (const [from, to] of Object.entries(manifest)) html = html.replaceAll(from, to);
fs.writeFileSync("/index.html", html);
fs.writeFileSync("/manifest.json", JSON.stringify(manifest, Object.keys(manifest).sort(), 2));
console.log(html, manifest);
const sri = (algorithm, text) => `${algorithm}-${createHash(algorithm).update(text, "utf8").digest("base64")}`;
console.log(sri("sha384", "alert(1)"), createHash("SHA1").update("").digest("hex"), createHash("sha512").update("ü", "latin1").digest("base64url").length);
console.log(/^[0-9a-f-]{36}$/.test(randomUUID()), randomBytes(4).toString("hex").length, new Set(Array.from({ length: 50 }, () => randomUUID())).size);
//= result: undefined
//= console.log: "<script src=\"/assets/app.35c146f7.js\"></script><link href='/assets/style.5f546eb4.css'> {\n  '/assets/app.js': '/assets/app.35c146f7.js',\n  '/assets/copy.js': '/assets/copy.35c146f7.js',\n  '/assets/style.css': '/assets/style.5f546eb4.css'\n}"
//= console.log: sha384-HT2E9NfWiuQ/w1PRai+hTyqW16NIoCGA/m8VQDUopfAtcz6YQjtsMmQd5uRbVDpW da39a3ee5e6b4b0d3255bfef95601890afd80709 86
//= console.log: true 8 50
//= created: /assets/app.35c146f7.js (- -> 15)
//= created: /assets/copy.35c146f7.js (- -> 15)
//= created: /assets/style.5f546eb4.css (- -> 3)
//= created: /manifest.json (- -> 151)
//= changed: /index.html (69 -> 87)
//= deleted: /assets/app.js (15 -> -)
//= deleted: /assets/copy.js (15 -> -)
//= deleted: /assets/style.css (3 -> -)
