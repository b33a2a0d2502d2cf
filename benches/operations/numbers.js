//# int: sum
let s = 0; for (let i = 0; i < 1000; i++) s = (s + i) | 0; result = s;
//# int: sum that leaves 32 bits
let s = 0; for (let i = 0; i < 1000; i++) s += i * 1e6; result = s;
//# int: multiply and remainder
let s = 1; for (let i = 0; i < 1000; i++) s = (s * 31 + i) % 65521; result = s;
//# int: Math.imul hash
let h = 0x811c9dc5; for (let i = 0; i < 1000; i++) h = Math.imul(h ^ (i & 255), 0x01000193); result = h;
//# int: bitwise
let s = 0; for (let i = 0; i < 1000; i++) s ^= (i << 3) & 0xff | (i >> 2); result = s;
//# int: unsigned shift
let s = 1; for (let i = 0; i < 1000; i++) s = (s << 5 ^ s >>> 27) >>> 0; result = s;
//# int: xorshift
let x = 123456789; for (let i = 0; i < 1000; i++) { x ^= x << 13; x ^= x >>> 17; x ^= x << 5; } result = x;
//# int: negate and not
let s = 0; for (let i = 0; i < 1000; i++) s = -s + ~i; result = s;
//# int: compare
let s = 0; for (let i = 0; i < 1000; i++) { if (i > 500) s++; if (i <= 20) s += 2; if (i === 7) s += 3; if (i != 9) s += 4; } result = s;
//# int: conditional expression
let s = 0; for (let i = 0; i < 1000; i++) s += i & 1 ? i : -i; result = s;
//# int: popcount
let s = 0; for (let i = 0; i < 200; i++) { let n = i * 2654435761 | 0; while (n) { n &= n - 1; s++; } } result = s;
//# int: gcd
const gcd = (a, b) => { while (b) [a, b] = [b, a % b]; return a; };
//:
let s = 0; for (let i = 1; i < 100; i++) s += gcd(i * 12, 360); result = s;
//# int: sieve
const sieve = new Array(2000).fill(true);
//:
sieve.fill(true); let count = 0;
for (let i = 2; i < 2000; i++) { if (sieve[i]) { count++; for (let k = i * 2; k < 2000; k += i) sieve[k] = false; } }
result = count;
//# int: power
let s = 0; for (let i = 0; i < 500; i++) s += i ** 2; result = s;
//# int: isSafeInteger, isInteger
let s = 0; for (let i = 0; i < 500; i++) if (Number.isInteger(i / 2) && Number.isSafeInteger(i)) s++; result = s;
//# int: decrement loop
let s = 0, i = 1000; while (i--) s += i; result = s;
//# int: do while
let s = 0, i = 0; do { s += i; i += 3; } while (i < 3000); result = s;
//# int: compound assignments
let a = 1, b = 2, c = 3; for (let i = 0; i < 500; i++) { a += b; b -= c; c ^= a; a &= 0xffff; b |= 1; c <<= 1; c %= 1021; } result = a + b + c;
//# float: sum
let s = 0; for (let i = 0; i < 1000; i++) s += i * 0.5; result = s;
//# float: polynomial
let s = 0; for (let i = 0; i < 500; i++) { const x = i * 0.01; s += ((0.3 * x - 1.5) * x + 2.25) * x - 0.125; } result = s;
//# float: division
let s = 0; for (let i = 1; i < 1000; i++) s += 1 / i; result = s;
//# float: compare
let s = 0; for (let i = 0; i < 1000; i++) if (i * 0.1 < 33.3) s++; result = s;
//# float: remainder
let s = 0; for (let i = 0; i < 500; i++) s += (i * 1.7) % 3.1; result = s.toFixed(6);
//# float: to integer by | 0
let s = 0; for (let i = 0; i < 1000; i++) s += (i * 1.37) | 0; result = s;
//# float: to integer by ~~ and >>>
let s = 0; for (let i = 0; i < 500; i++) s += ~~(i * 1.37) + ((i * 2.5) >>> 1); result = s;
//# float: Math.floor, Math.round
let s = 0; for (let i = 0; i < 500; i++) s += Math.floor(i * 1.37) + Math.round(i * 0.77); result = s;
//# float: Math.sqrt, Math.abs
let s = 0; for (let i = 0; i < 500; i++) s += Math.sqrt(i) + Math.abs(-i); result = s.toFixed(6);
//# float: Math.sin, Math.cos
let s = 0; for (let i = 0; i < 300; i++) s += Math.sin(i) * Math.cos(i); result = s.toFixed(6);
//# float: Math.min, Math.max
let s = 0; for (let i = 0; i < 500; i++) s += Math.min(i, 100) + Math.max(i, 7, 300); result = s;
//# float: Math.max of a spread array
const values = Array.from({ length: 200 }, (_, i) => (i * 7919) % 1000);
//:
for (let i = 0; i < 20; i++) result = Math.max(...values);
//# float: Math.pow, Math.exp, Math.log
let s = 0; for (let i = 1; i < 200; i++) s += Math.pow(i, 0.5) + Math.exp(-i) + Math.log(i); result = s.toFixed(6);
//# float: Math.hypot, Math.atan2
let s = 0; for (let i = 1; i < 200; i++) s += Math.hypot(i, 3) + Math.atan2(i, 2); result = s.toFixed(6);
//# float: Math.trunc, Math.sign, Math.ceil
let s = 0; for (let i = 0; i < 300; i++) s += Math.trunc(i / 3) + Math.sign(i - 9) + Math.ceil(i / 7); result = s;
//# float: Math.random
let s = 0; for (let i = 0; i < 500; i++) if (Math.random() < 2) s++; result = s;
//# float: mandelbrot point
let n = 0; for (let k = 0; k < 10; k++) { let x = 0, y = 0; const a = -0.5 + k * 0.01, b = 0.5; for (let i = 0; i < 100 && x * x + y * y < 4; i++) { const t = x * x - y * y + a; y = 2 * x * y + b; x = t; n++; } } result = n;
//# float: n-body step
const bodies = Array.from({ length: 5 }, (_, i) => ({ x: i, y: i * 2.5, z: i * 0.7, vx: 0.1, vy: 0.2, vz: 0.3, m: 1 + i }));
//:
for (let k = 0; k < 10; k++) {
  for (let i = 0; i < 5; i++) { const a = bodies[i]; for (let j = i + 1; j < 5; j++) { const b = bodies[j]; const dx = a.x - b.x, dy = a.y - b.y, dz = a.z - b.z; const d = dx * dx + dy * dy + dz * dz + 0.01; const m = 0.001 / (d * Math.sqrt(d)); a.vx -= dx * b.m * m; a.vy -= dy * b.m * m; a.vz -= dz * b.m * m; b.vx += dx * a.m * m; b.vy += dy * a.m * m; b.vz += dz * a.m * m; } }
  for (const b of bodies) { b.x += 0.001 * b.vx; b.y += 0.001 * b.vy; b.z += 0.001 * b.vz; }
}
result = bodies[0].x.toFixed(9);
//# float: matrix multiplication
const n = 12, A = [], B = [];
for (let i = 0; i < n; i++) { A.push([]); B.push([]); for (let j = 0; j < n; j++) { A[i].push(i + j * 0.5); B[i].push(i * 0.25 - j); } }
//:
let trace = 0;
for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) { let s = 0; for (let k = 0; k < n; k++) s += A[i][k] * B[k][j]; if (i === j) trace += s; }
result = trace;
//# float: blur of an array
const line = Array.from({ length: 300 }, (_, i) => (i * 37) % 255 + 0.5), kernel = [0.1, 0.2, 0.4, 0.2, 0.1];
//:
let sum = 0;
for (let x = 0; x < 300; x++) { let r = 0; for (let j = -2; j <= 2; j++) { const at = x + j; if (at >= 0 && at < 300) r += line[at] * kernel[j + 2]; } sum += r; }
result = sum.toFixed(6);
//# float: Fourier butterfly
const re = Array.from({ length: 128 }, (_, i) => Math.sin(i)), im = new Array(128).fill(0.25);
//:
let sum = 0;
for (let half = 1; half < 128; half <<= 1) { const c = Math.cos(Math.PI / half), s = -Math.sin(Math.PI / half); let wr = 1, wi = 0; for (let f = 0; f < half; f++) { for (let i = f; i < 128; i += half << 1) { const o = i + half; const tr = wr * re[o] - wi * im[o], ti = wr * im[o] + wi * re[o]; sum += re[i] - tr + im[i] - ti; } const t = wr; wr = t * c - wi * s; wi = t * s + wi * c; } }
result = sum.toFixed(6);
//# number: toString
let s = 0; for (let i = 0; i < 500; i++) s += (i * 97).toString().length; result = s;
//# number: toString of floats
let s = 0; for (let i = 0; i < 300; i++) s += String(i * 0.37 + 0.1).length; result = s;
//# number: toString(16), toString(2)
let s = 0; for (let i = 0; i < 300; i++) s += (i * 97).toString(16).length + i.toString(2).length; result = s;
//# number: toFixed
let s = 0; for (let i = 0; i < 300; i++) s += (i * 1.337).toFixed(2).length; result = s;
//# number: toPrecision, toExponential
let s = 0; for (let i = 1; i < 200; i++) s += (i * 1.337).toPrecision(4).length + (i * 3.3).toExponential(3).length; result = s;
//# number: parseInt
let s = 0; for (let i = 0; i < 500; i++) s += parseInt("12345", 10) + parseInt("ff", 16); result = s;
//# number: parseFloat
let s = 0; for (let i = 0; i < 500; i++) s += parseFloat("3.25em") + parseFloat("-0.5"); result = s;
//# number: Number of texts
let s = 0; for (let i = 0; i < 500; i++) s += Number("42") + Number("1.5e3") + +"7"; result = s;
//# number: isNaN, isFinite
let s = 0; for (let i = 0; i < 500; i++) { if (!isNaN(i)) s++; if (Number.isFinite(i / 3)) s++; if (!Number.isNaN(i)) s++; } result = s;
//# number: toLocaleString
let s = 0; for (let i = 0; i < 20; i++) s += (i * 12345).toLocaleString().length; result = s > 0;
//# bigint: add and multiply small
let s = 0n; for (let i = 0n; i < 300n; i++) s += i * 3n; result = s;
//# bigint: compare
let s = 0; for (let i = 0n; i < 300n; i++) { if (i > 100n) s++; if (i === 5n) s += 2; if (i < 7) s += 3; } result = s;
//# bigint: factorial
let f = 1n; for (let i = 2n; i <= 60n; i++) f *= i; result = f;
//# bigint: fibonacci of 500
let a = 0n, b = 1n; for (let i = 0; i < 500; i++) [a, b] = [b, a + b]; result = a;
//# bigint: division and remainder
let s = 0n; const big = 123456789012345678901234567890n; for (let i = 1n; i < 100n; i++) s += big / i + big % i; result = s;
//# bigint: shifts and bits
let s = 1n; for (let i = 0; i < 200; i++) s = ((s << 5n) ^ (s >> 2n)) & 0xffffffffffffffffn; result = s;
//# bigint: power modulo
let r = 1n, b = 7n, e = 1234567n; const m = 1000000007n; while (e > 0n) { if (e & 1n) r = r * b % m; b = b * b % m; e >>= 1n; } result = r;
//# bigint: toString, BigInt of text
const big = 2n ** 300n;
//:
for (let i = 0; i < 20; i++) result = BigInt(big.toString()) === big;
//# bigint: asUintN, asIntN
let s = 0n; for (let i = 0; i < 200; i++) s = BigInt.asUintN(64, s * 6364136223846793005n + 1442695040888963407n); result = BigInt.asIntN(64, s);
//# bigint: BigInt of number and back
let s = 0; for (let i = 0; i < 300; i++) s += Number(BigInt(i) * 2n); result = s;
