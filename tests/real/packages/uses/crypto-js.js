import CryptoJS from "crypto-js";

export default () => {
  const text = "The quick brown fox jümps";
  const key = CryptoJS.enc.Hex.parse("000102030405060708090a0b0c0d0e0f"), iv = CryptoJS.enc.Hex.parse("101112131415161718191a1b1c1d1e1f");
  const modes = ["CBC", "CFB", "CTR", "OFB", "ECB"];
  return {
    hashes: ["MD5", "SHA1", "SHA224", "SHA256", "SHA384", "SHA512", "SHA3", "RIPEMD160"].map((name) => CryptoJS[name](text).toString()),
    hmac: ["HmacMD5", "HmacSHA1", "HmacSHA256", "HmacSHA512"].map((name) => CryptoJS[name](text, "key").toString(CryptoJS.enc.Base64)),
    aes: modes.map((mode) => CryptoJS.AES.encrypt(text, key, { iv, mode: CryptoJS.mode[mode] }).toString()),
    back: modes.map((mode) => CryptoJS.AES.decrypt(CryptoJS.AES.encrypt(text, key, { iv, mode: CryptoJS.mode[mode] }), key, { iv, mode: CryptoJS.mode[mode] }).toString(CryptoJS.enc.Utf8) === text),
    others: [CryptoJS.TripleDES.encrypt(text, key, { iv }), CryptoJS.RC4.encrypt(text, key), CryptoJS.Rabbit.encrypt(text, key, { iv })].map(String),
    derived: [CryptoJS.PBKDF2("secret", "salt", { keySize: 8, iterations: 50 }), CryptoJS.EvpKDF("secret", "salt", { keySize: 4, iterations: 3 })].map(String),
    passphrase: CryptoJS.AES.decrypt(CryptoJS.AES.encrypt(text, "secret").toString(), "secret").toString(CryptoJS.enc.Utf8),
    encodings: [CryptoJS.enc.Utf8.parse(text).toString(), CryptoJS.enc.Base64.stringify(CryptoJS.enc.Latin1.parse("abc")), CryptoJS.enc.Base64url.stringify(key), CryptoJS.enc.Utf16.parse("aé").toString()],
    progressive: (() => { const sha = CryptoJS.algo.SHA256.create(); for (let i = 0; i < 50; i++) sha.update("part" + i); return sha.finalize().toString(); })(),
    random: CryptoJS.lib.WordArray.random(16).sigBytes,
  };
};
