import { sha224, sha256 } from "js-sha256";

export default () => {
  const long = "0123456789abcdef".repeat(1000);
  const hash = sha256.create();
  for (const part of ["a", new Uint8Array([1, 2, 3]), [4, 5], "ünï😀"]) hash.update(part);
  return {
    text: ["", "abc", "The quick brown fox", "中文", "😀", long].map((text) => [sha256(text), sha224(text)]),
    bytes: [sha256.array([1, 2]).length, sha256(new Uint8Array(64)), sha256(new ArrayBuffer(3)), sha256.hex(new DataView(new ArrayBuffer(2)).buffer)],
    hmac: [sha256.hmac("key", "message"), sha224.hmac(new Uint8Array([1, 2, 3]), long), sha256.hmac("k".repeat(200), "m")],
    stepwise: hash.hex(),
    cloned: sha256.update("x").update("y").toString(),
    error: [null, 5, {}].map((value) => { try { return sha256(value); } catch (error) { return error.message; } }),
  };
};
