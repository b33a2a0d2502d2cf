//! about = "Checksums of files in several algorithms and forms."
//! [files]
//! "/d/a.txt" = "hello"
//! "/d/b.txt" = "hello"
//! "/d/c.txt" = "h\u00e9llo"

const crypto = require("crypto");
const fs = require("fs");

const digest = (algorithm, file, form = "hex") => crypto.createHash(algorithm).update(fs.readFileSync(file)).digest(form);
const byHash = new Map();
for (const name of fs.readdirSync("/d")) {
  const hash = digest("sha1", "/d/" + name);
  if (!byHash.has(hash)) byHash.set(hash, []);
  byHash.get(hash).push(name);
}
console.log([...byHash.values()].filter((names) => names.length > 1));
console.log(digest("sha1", "/d/c.txt"), digest("sha256", "/d/c.txt", "base64"), digest("sha512", "/d/c.txt", "base64url").slice(0, 12));
const parts = crypto.createHash("sha256");
parts.update("hel").update(Buffer.from("lo"));
console.log(parts.copy().digest("hex") === digest("sha256", "/d/a.txt"), parts.digest().length);
try { parts.update("x"); } catch (error) { console.log(error.code); }
console.log(crypto.randomUUID().length, crypto.randomBytes(8).length, crypto.timingSafeEqual(Buffer.from("a"), Buffer.from("a")));
//= result: undefined
//= console.log: [ [ 'a.txt', 'b.txt' ] ]
//= console.log: 35b5ea45c5e41f78b46a937cc74d41dfea920890 PEhZHY0JikU49eAT389AbpSOrE0yd7EL9hTildYGgXk= pn6DEBGqQeuy
//= console.log: true 32
//= console.log: ERR_CRYPTO_HASH_FINALIZED
//= console.log: 36 8 true
