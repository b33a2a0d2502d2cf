async () => {
  const table = Uint32Array.from({ length: 256 }, (_, n) => { for (let k = 0; k < 8; k++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1; return n >>> 0; });
  const crc32 = (text) => { let c = ~0; for (const b of new TextEncoder().encode(text)) c = table[(c ^ b) & 255] ^ (c >>> 8); return (~c >>> 0).toString(16).padStart(8, '0'); };
  const fnv = (text) => { let h = 0x811c9dc5; for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193) >>> 0; return h.toString(36); };
  const adler = (s) => { let a = 1, b = 0; for (const c of s) { a = (a + c.codePointAt(0)) % 65521; b = (b + a) % 65521; } return ((b << 16) | a) >>> 0; };
  return ['', 'a', '123456789', 'Wikipedia'].map((s) => [crc32(s), fnv(s), adler(s)]);
}

//= result: [
//=   ["00000000", "ztntfp", 1],
//=   ["e8b7be43", "1r9wi7g", 6422626],
//=   ["cbf43926", "1g159ng", 152961502],
//=   ["adaac02e", "18xp6a8", 300286872],
//= ]
