//# typed: Uint8Array write and read
const a = new Uint8Array(1000);
//:
for (let i = 0; i < 1000; i++) a[i] = i; let s = 0; for (let i = 0; i < 1000; i++) s += a[i]; result = s;
//# typed: Int32Array a[i]++
const a = new Int32Array(256);
//:
for (let i = 0; i < 1000; i++) a[i & 255]++; result = a.length;
//# typed: Float64Array sum
const a = new Float64Array(1000).map((_, i) => i * 0.5);
//:
let s = 0; for (let i = 0; i < a.length; i++) s += a[i]; result = s;
//# typed: Float32Array write
const a = new Float32Array(500);
//:
for (let i = 0; i < 500; i++) a[i] = i * 0.25; result = a[499];
//# typed: Uint8ClampedArray
const a = new Uint8ClampedArray(500);
//:
for (let i = 0; i < 500; i++) a[i] = i - 100.5; result = a[499];
//# typed: Uint16Array, Int8Array
const a = new Uint16Array(300), b = new Int8Array(300);
//:
for (let i = 0; i < 300; i++) { a[i] = i * 300; b[i] = a[i]; } result = a[299] + b[299];
//# typed: BigInt64Array
const a = new BigInt64Array(100);
//:
for (let i = 0; i < 100; i++) a[i] = BigInt(i); result = a[99];
//# typed: new of length
let n = 0; for (let i = 0; i < 100; i++) n += new Uint8Array(64).length; result = n;
//# typed: from an array
const source = Array.from({ length: 300 }, (_, i) => i);
//:
result = new Uint8Array(source).length + Float64Array.from(source).length;
//# typed: fill
const a = new Uint8Array(400), b = new Float64Array(200);
//:
for (let i = 0; i < 20; i++) { a.fill(i); b.fill(1.5); } result = a[5] + b[5];
//# typed: set, subarray, slice
const a = new Uint8Array(1000), b = new Uint8Array(500);
//:
let n = 0; for (let i = 0; i < 50; i++) { a.set(b, 100); n += a.subarray(10, 20).length + a.slice(0, 300).length; } result = n;
//# typed: reverse, indexOf
const a = new Uint8Array(200).map((_, i) => i & 127);
//:
for (let i = 0; i < 10; i++) { a.reverse(); a.reverse(); } result = a.indexOf(127) + a.lastIndexOf(3);
//# typed: includes, join
const a = new Uint8Array(200).map((_, i) => i);
//:
result = a.includes(199) + a.join().length;
//# typed: map, filter, reduce
const a = new Float64Array(300).map((_, i) => i);
//:
result = a.map((x) => x * 2).filter((x) => x > 100).reduce((s, x) => s + x, 0);
//# typed: forEach, some, find
const a = new Int32Array(300).map((_, i) => i);
//:
let s = 0; a.forEach((x) => { s += x; }); result = s + a.find((x) => x > 200) + a.some((x) => x > 290);
//# typed: sort
const source = new Float64Array(300).map((_, i) => (i * 7919) % 1009);
//:
result = source.slice().sort()[10];
//# typed: sort with a function
const source = new Int32Array(200).map((_, i) => (i * 7919) % 1009);
//:
result = source.slice().sort((x, y) => y - x)[10];
//# typed: for of
const a = new Uint8Array(500).map((_, i) => i);
//:
let s = 0; for (const x of a) s += x; result = s;
//# typed: spread
const a = new Uint8Array(300).map((_, i) => i);
//:
result = [...a].length;
//# typed: DataView
const view = new DataView(new ArrayBuffer(64));
//:
let s = 0; for (let i = 0; i < 300; i++) { view.setInt32(8, i, true); view.setFloat64(16, i * 0.5); s += view.getInt32(8, true) + view.getFloat64(16) + view.getUint8(3); } result = s;
//# typed: ArrayBuffer slice
const buffer = new ArrayBuffer(1024);
//:
let n = 0; for (let i = 0; i < 100; i++) n += buffer.slice(100, 200).byteLength; result = n;
//# typed: two views of one buffer
const buffer = new ArrayBuffer(64), floats = new Float32Array(buffer), bits = new Uint32Array(buffer);
//:
let s = 0; for (let i = 0; i < 500; i++) { floats[0] = i; s ^= bits[0]; } result = s;
//# typed: TextEncoder, TextDecoder
const text = "größe über straße ".repeat(10);
//:
let n = 0; for (let i = 0; i < 10; i++) n += new TextDecoder().decode(new TextEncoder().encode(text)).length; result = n;
//# typed: CRC table
const table = new Uint32Array(256); for (let i = 0; i < 256; i++) { let c = i; for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1; table[i] = c >>> 0; }
const bytes = new Uint8Array(500).map((_, i) => i);
//:
let crc = 0xffffffff; for (let i = 0; i < bytes.length; i++) crc = table[(crc ^ bytes[i]) & 255] ^ (crc >>> 8); result = (crc ^ -1) >>> 0;
//# typed: grey of an image
const pixels = new Uint8ClampedArray(1200).map((_, i) => i);
//:
for (let i = 0; i < 1200; i += 4) { const y = pixels[i] * 0.299 + pixels[i + 1] * 0.587 + pixels[i + 2] * 0.114; pixels[i] = pixels[i + 1] = pixels[i + 2] = y; } result = pixels.length;
