//! about = "Numbers of fixed width, big ones, and typed arrays."

const fnv1a = (text) => { let h = 0x811c9dc5; for (const b of new TextEncoder().encode(text)) h = Math.imul(h ^ b, 0x01000193) >>> 0; return h.toString(16).padStart(8, "0"); };
const crc = (() => { const t = Uint32Array.from({ length: 256 }, (_, n) => { for (let k = 0; k < 8; k++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1; return n >>> 0; }); return (bytes) => { let c = ~0; for (const b of bytes) c = t[(c ^ b) & 255] ^ (c >>> 8); return (~c >>> 0).toString(16); }; })();
const factorial = (n) => (n < 2n ? 1n : n * factorial(n - 1n));
const view = new DataView(new ArrayBuffer(8));
view.setFloat32(0, Math.PI); view.setInt16(4, -2, true);
console.log(fnv1a("héllo"), crc(new TextEncoder().encode("123456789")), factorial(25n).toString());
console.log([...new Uint8Array(view.buffer)], view.getFloat32(0).toFixed(5), BigInt.asUintN(8, -1n), (255).toString(2), parseInt("zz", 36));
console.log(Float32Array.of(0.1)[0], 0.1 + 0.2, 1e21, -0, [NaN, Infinity].map(String), (1234.5678).toExponential(2), (0.000001234).toPrecision(2));
//= result: undefined
//= console.log: 4aa48540 cbf43926 15511210043330985984000000
//= console.log: "[\n   64,  73, 15, 219,\n  254, 255,  0,   0\n] 3.14159 255n 11111111 1295"
//= console.log: 0.10000000149011612 0.30000000000000004 1e+21 -0 [ 'NaN', 'Infinity' ] 1.23e+3 0.0000012
