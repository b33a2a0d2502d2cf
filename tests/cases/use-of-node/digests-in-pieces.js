//! about = "Digests that go on, bytes that are filled anew, and callbacks of crypto."
//! [files]
//! "/big.bin" = "0123456789abcdefghijklmnopqrstuvwxyz"

const crypto = require("crypto");
const fs = require("fs");

const bytes = fs.readFileSync("/big.bin");
const buffer = Buffer.alloc(8);
const hash = crypto.createHash("sha256");
for (let at = 0; at < bytes.length; at += buffer.length) {
  const length = bytes.copy(buffer, 0, at);
  hash.update(buffer.subarray(0, length));
}
const early = hash.copy().digest("hex");
hash.update("more");
const late = hash.digest("hex");
console.log(early === crypto.createHash("sha256").update(bytes).digest("hex"), late === crypto.createHash("SHA256").update("0123456789abcdefghijklmnopqrstuvwxyzmore").digest("hex"));
for (const again of [() => hash.update("x"), () => hash.digest(), () => hash.copy()]) {
  try { again(); } catch (e) { console.log(e.code); }
}
try { crypto.createHash("sha1").update(5); } catch (e) { console.log(e.code, e.message); }
console.log(crypto.timingSafeEqual(Buffer.from("abc"), Buffer.from("abc")), crypto.timingSafeEqual(Buffer.from("abc"), Buffer.from("abd")));
try { crypto.timingSafeEqual(Buffer.from("a"), Buffer.from("ab")); } catch (e) { console.log(e.code, e.message); }
const numbers = Array.from({ length: 200 }, () => crypto.randomInt(3, 6));
console.log(new Set(numbers).size, Math.min(...numbers), Math.max(...numbers), crypto.randomInt(1), (() => { try { crypto.randomInt(5, 5); } catch (e) { return e.code; } })());
crypto.randomBytes(4, (error, made) => {
  console.log(error, made.length, Buffer.isBuffer(made));
  crypto.randomInt(9, (e, n) => console.log(e, n >= 0 && n < 9));
});
console.log(crypto.createHash("sha1").digest("buffer").length, crypto.getHashes().includes("sha256"));
//= result: undefined
//= console.log: true true
//= console.log: ERR_CRYPTO_HASH_FINALIZED
//= console.log: ERR_CRYPTO_HASH_FINALIZED
//= console.log: ERR_CRYPTO_HASH_FINALIZED
//= console.log: ERR_INVALID_ARG_TYPE The "data" argument must be of type string or an instance of Buffer, TypedArray, or DataView. Received type number (5)
//= console.log: true false
//= console.log: ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH Input buffers must have the same byte length
//= console.log: 3 3 5 0 ERR_OUT_OF_RANGE
//= console.log: 20 true
//= console.log: null 4 true
//= console.log: undefined true
