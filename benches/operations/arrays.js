//# array: read by index
const a = Array.from({ length: 1000 }, (_, i) => i);
//:
let s = 0; for (let i = 0; i < a.length; i++) s += a[i]; result = s;
//# array: write by index
const a = new Array(1000).fill(0);
//:
for (let i = 0; i < 1000; i++) a[i] = i * 2; result = a[999];
//# array: read and write floats
const a = Array.from({ length: 500 }, (_, i) => i + 0.5);
//:
for (let i = 1; i < 500; i++) a[i] = a[i] * 0.5 + a[i - 1] * 0.5; result = typeof a[499];
//# array: push
const a = []; for (let i = 0; i < 1000; i++) a.push(i); result = a.length;
//# array: grow by index
const a = []; for (let i = 0; i < 1000; i++) a[i] = i; result = a.length;
//# array: a[a.length] = x
const a = []; for (let i = 0; i < 500; i++) a[a.length] = i; result = a.length;
//# array: push and pop
const a = []; for (let i = 0; i < 500; i++) a.push(i, i + 1); let s = 0; while (a.length) s += a.pop(); result = s;
//# array: queue with shift
const a = [1, 2, 3]; let s = 0; for (let i = 0; i < 500; i++) { a.push(i); s += a.shift(); } result = s;
//# array: long queue with shift
const a = Array.from({ length: 3000 }, (_, i) => i);
//:
let s = 0; for (let i = 0; i < 300; i++) { a.push(i); s += a.shift(); } result = s > 0;
//# array: unshift
const a = []; for (let i = 0; i < 200; i++) a.unshift(i); result = a[0];
//# array: length = 0
let n = 0; for (let i = 0; i < 200; i++) { const a = [1, 2, 3]; a.length = 0; n += a.length; } result = n;
//# array: literal
let n = 0; for (let i = 0; i < 500; i++) { const a = [i, i + 1, i + 2]; n += a[1]; } result = n;
//# array: nested literal
let n = 0; for (let i = 0; i < 300; i++) { const a = [[i, 1], [2, [3, 4]]]; n += a[1][1][0]; } result = n;
//# array: for of
const a = Array.from({ length: 1000 }, (_, i) => i);
//:
let s = 0; for (const x of a) s += x; result = s;
//# array: for of entries
const a = Array.from({ length: 300 }, (_, i) => i);
//:
let s = 0; for (const [i, x] of a.entries()) s += i * x; result = s;
//# array: for in
const a = Array.from({ length: 200 }, (_, i) => i);
//:
let s = 0; for (const i in a) s += a[i]; result = s;
//# array: forEach
const a = Array.from({ length: 1000 }, (_, i) => i);
//:
let s = 0; a.forEach((x, i) => { s += x - i; }); result = s;
//# array: map
const a = Array.from({ length: 1000 }, (_, i) => i);
//:
result = a.map((x) => x * 2)[999];
//# array: filter
const a = Array.from({ length: 1000 }, (_, i) => i);
//:
result = a.filter((x) => x & 1).length;
//# array: reduce
const a = Array.from({ length: 1000 }, (_, i) => i);
//:
result = a.reduce((sum, x) => sum + x, 0);
//# array: map, filter, reduce
const a = Array.from({ length: 300 }, (_, i) => ({ id: i, price: i * 1.5 }));
//:
result = a.filter((x) => x.id % 3 === 0).map((x) => x.price * 2).reduce((s, x) => s + x, 0);
//# array: some, every
const a = Array.from({ length: 500 }, (_, i) => i);
//:
result = a.some((x) => x > 490) && a.every((x) => x >= 0);
//# array: find, findIndex, findLast
const a = Array.from({ length: 300 }, (_, i) => ({ id: i }));
//:
result = a.find((x) => x.id === 250).id + a.findIndex((x) => x.id === 200) + a.findLast((x) => x.id === 50).id;
//# array: indexOf numbers
const a = Array.from({ length: 1000 }, (_, i) => i);
//:
let s = 0; for (let i = 0; i < 5; i++) s += a.indexOf(900 + i); result = s;
//# array: includes texts
const a = Array.from({ length: 200 }, (_, i) => "name" + i);
//:
let s = 0; for (let i = 0; i < 10; i++) if (a.includes("name19" + i)) s++; result = s;
//# array: lastIndexOf
const a = Array.from({ length: 1000 }, (_, i) => i);
//:
let s = 0; for (let i = 0; i < 5; i++) s += a.lastIndexOf(10 + i); result = s;
//# array: fill
const a = new Array(1000);
//:
for (let i = 0; i < 5; i++) a.fill(i); result = a[500];
//# array: reverse
const a = Array.from({ length: 1000 }, (_, i) => i);
//:
a.reverse(); a.reverse(); result = a[10];
//# array: slice
const a = Array.from({ length: 1000 }, (_, i) => i);
//:
let n = 0; for (let i = 0; i < 20; i++) n += a.slice(i, 200).length; result = n;
//# array: splice
const a = Array.from({ length: 200 }, (_, i) => i);
//:
for (let i = 0; i < 100; i++) { a.splice(50, 2); a.splice(70, 0, i, i); } result = a.length;
//# array: concat
const a = Array.from({ length: 200 }, (_, i) => i), b = [1, 2, 3];
//:
let n = 0; for (let i = 0; i < 10; i++) n += a.concat(b, i).length; result = n;
//# array: spread
const a = Array.from({ length: 200 }, (_, i) => i);
//:
let n = 0; for (let i = 0; i < 10; i++) n += [...a, i, ...a].length; result = n;
//# array: spread to append
let a = []; for (let i = 0; i < 60; i++) a = [...a, i]; result = a.length;
//# array: flat, flatMap
const a = Array.from({ length: 100 }, (_, i) => [i, [i]]);
//:
result = a.flat(2).length + a.flatMap((x) => x).length;
//# array: sort numbers
const a = Array.from({ length: 300 }, (_, i) => (i * 7919) % 1009);
//:
result = [...a].sort((x, y) => x - y)[5];
//# array: sort texts
const a = Array.from({ length: 200 }, (_, i) => "k" + (i * 7919) % 1009);
//:
result = [...a].sort()[5];
//# array: sort objects by key
const a = Array.from({ length: 200 }, (_, i) => ({ name: "k" + (i * 7919) % 1009, n: i }));
//:
result = [...a].sort((x, y) => (x.name < y.name ? -1 : x.name > y.name ? 1 : 0))[5].n;
//# array: toSorted, toReversed, with
const a = Array.from({ length: 100 }, (_, i) => (i * 7919) % 1009);
//:
result = a.toSorted((x, y) => x - y)[5] + a.toReversed()[3] + a.with(2, 9)[2];
//# array: Array.from with a function
result = Array.from({ length: 500 }, (_, i) => i * 2)[499];
//# array: Array.from of a Set
const set = new Set(Array.from({ length: 300 }, (_, i) => i));
//:
result = Array.from(set).length + [...set].length;
//# array: new Array(n).fill().map
result = new Array(300).fill(0).map((_, i) => i * i)[299];
//# array: Array.of, Array.isArray
let n = 0; for (let i = 0; i < 300; i++) if (Array.isArray(Array.of(i, 2))) n++; result = n;
//# array: [...Array(n).keys()]
result = [...Array(300).keys()].length;
//# array: holes
const a = [1, , 3, , 5];
//:
let n = 0; for (let i = 0; i < 100; i++) { a.forEach((x) => { n += x; }); if (1 in a) n++; } result = n;
//# array: two dimensions
const grid = Array.from({ length: 30 }, () => new Array(30).fill(1));
//:
let s = 0; for (let y = 0; y < 30; y++) for (let x = 0; x < 30; x++) { grid[y][x] += x ^ y; s += grid[y][x]; } result = s > 0;
//# array: game of life
const n = 16; let cells = Array.from({ length: n }, (_, y) => Array.from({ length: n }, (_, x) => (x * y + x) % 3 === 0 ? 1 : 0));
//:
const next = cells.map((row, y) => row.map((cell, x) => { let around = 0; for (let dy = -1; dy <= 1; dy++) for (let dx = -1; dx <= 1; dx++) if (dx || dy) around += cells[(y + dy + n) % n][(x + dx + n) % n]; return around === 3 || (cell && around === 2) ? 1 : 0; }));
result = next.flat().reduce((a, b) => a + b, 0);
//# array: destructuring
const pair = [1, 2];
//:
let s = 0; for (let i = 0; i < 500; i++) { const [a, b] = pair; s += a + b; } result = s;
//# array: destructuring with rest
const list = [1, 2, 3, 4];
//:
let s = 0; for (let i = 0; i < 300; i++) { const [first, ...rest] = list; s += first + rest.length; } result = s;
//# array: swap by destructuring
const a = [1, 2, 3, 4];
//:
for (let i = 0; i < 500; i++) [a[0], a[3]] = [a[3], a[0]]; result = a[0] + a[3];
//# array: index as text
const a = [1, 2, 3, 4, 5];
//:
let s = 0; for (let i = 0; i < 500; i++) s += a["2"] + a[String(i % 5)]; result = s;
//# array: index out of bounds and negative
const a = [1, 2, 3];
//:
let n = 0; for (let i = 0; i < 500; i++) { if (a[-1] === undefined) n++; if (a[i + 3] === undefined) n++; } result = n;
//# array: at, copyWithin
const a = [1, 2, 3, 4, 5];
//:
let s = 0; for (let i = 0; i < 300; i++) { s += a.at(-1); a.copyWithin(0, 1, 2); } result = s;
//# array: binary search
const a = Array.from({ length: 1000 }, (_, i) => i * 3);
//:
let found = 0; for (let k = 0; k < 100; k++) { let lo = 0, hi = a.length - 1; while (lo <= hi) { const mid = (lo + hi) >> 1; if (a[mid] === k * 3) { found++; break; } if (a[mid] < k * 3) lo = mid + 1; else hi = mid - 1; } } result = found;
//# array: quicksort by hand
const source = Array.from({ length: 200 }, (_, i) => (i * 7919) % 1009);
const quick = (a, lo, hi) => { if (lo >= hi) return; const pivot = a[(lo + hi) >> 1]; let i = lo, j = hi; while (i <= j) { while (a[i] < pivot) i++; while (a[j] > pivot) j--; if (i <= j) { const t = a[i]; a[i++] = a[j]; a[j--] = t; } } quick(a, lo, j); quick(a, i, hi); };
//:
const a = source.slice(); quick(a, 0, a.length - 1); result = a[7];
//# array: Object.groupBy
const a = Array.from({ length: 200 }, (_, i) => i);
//:
const groups = Object.groupBy(a, (x) => (x % 3 === 0 ? "fizz" : "no")); result = groups.fizz.length;
//# array: keys, values, entries
const a = [1, 2, 3, 4, 5];
//:
let s = 0; for (let i = 0; i < 50; i++) { for (const k of a.keys()) s += k; for (const v of a.values()) s += v; } result = s;
