//# switch: small integers
let s = 0; for (let i = 0; i < 1000; i++) switch (i & 7) { case 0: s += 1; break; case 1: s += 2; break; case 2: s += 3; break; case 3: s += 4; break; case 4: s += 5; break; default: s -= 1; } result = s;
//# switch: texts
const names = ["add", "sub", "mul", "div", "nop"];
//:
let s = 0; for (let i = 0; i < 500; i++) switch (names[i % 5]) { case "add": s += i; break; case "sub": s -= i; break; case "mul": s += 2; break; case "div": s += 3; break; default: s++; } result = s;
//# switch: fall through
let s = 0; for (let i = 0; i < 500; i++) switch (i % 3) { case 0: s++; case 1: s += 2; case 2: s += 3; } result = s;
//# switch (true)
let s = 0; for (let i = 0; i < 300; i++) switch (true) { case i < 50: s++; break; case i < 100: s += 2; break; case i < 200: s += 3; break; default: s += 4; } result = s;
//# switch: 20 cases, last one
let s = 0; for (let i = 0; i < 300; i++) switch (19) { case 0: case 1: case 2: case 3: case 4: case 5: case 6: case 7: case 8: case 9: case 10: case 11: case 12: case 13: case 14: case 15: case 16: case 17: case 18: s--; break; case 19: s += i; } result = s;
//# switch: bytecode machine
const code = [0, 5, 1, 3, 2, 4, 3, 0, 9, 1, 1, 1];
//:
let acc = 0; for (let k = 0; k < 50; k++) for (let pc = 0; pc < 12; pc += 2) { const arg = code[pc + 1]; switch (code[pc]) { case 0: acc += arg; break; case 1: acc -= arg; break; case 2: acc ^= arg; break; case 3: acc <<= arg; break; case 9: acc &= 0xffff; break; } } result = acc;
//# labelled continue and break
let n = 0; outer: for (let i = 0; i < 50; i++) { for (let j = 0; j < 50; j++) { if (j > i) continue outer; if (i > 40) break outer; n++; } } result = n;
//# if chains
let s = 0; for (let i = 0; i < 1000; i++) { const k = i % 5; if (k === 0) s += 1; else if (k === 1) s += 2; else if (k === 2) s += 3; else if (k === 3) s += 4; else s += 5; } result = s;
//# logical operators
let n = 0; for (let i = 0; i < 1000; i++) if ((i & 1 && i > 10) || !(i % 3) || (i > 900 && i < 950)) n++; result = n;
//# nullish and truthy
const values = [null, undefined, 0, "", "x", 5];
//:
let n = 0; for (let i = 0; i < 600; i++) { const v = values[i % 6]; n += (v ?? 1) ? 1 : 0; if (!v) n++; } result = n;
//# try without a throw
let s = 0; for (let i = 0; i < 500; i++) { try { s += i; } catch { s = 0; } } result = s;
//# try, finally
let s = 0; for (let i = 0; i < 500; i++) { try { s += i; } finally { s++; } } result = s;
//# throw a value and catch it
let n = 0; for (let i = 0; i < 300; i++) { try { throw i; } catch (e) { n += e; } } result = n;
//# throw an Error and catch it
let n = 0; for (let i = 0; i < 100; i++) { try { throw new Error("no " + i); } catch (e) { n += e.message.length; } } result = n;
//# throw through calls
const f = (n) => { if (n === 0) throw new TypeError("deep"); return f(n - 1) + 1; };
//:
let n = 0; for (let i = 0; i < 30; i++) { try { f(10); } catch (e) { if (e instanceof TypeError) n++; } } result = n;
//# errors of the engine, caught
const none = null;
//:
let n = 0; for (let i = 0; i < 50; i++) { try { none.x; } catch (e) { n += e instanceof TypeError ? 1 : 0; } } result = n;
//# finally with return
const f = (x) => { try { return x; } finally { x++; } };
//:
let s = 0; for (let i = 0; i < 500; i++) s += f(i); result = s;
//# nested loops
let n = 0; for (let i = 0; i < 10; i++) for (let j = 0; j < 10; j++) for (let k = 0; k < 10; k++) n += i ^ j ^ k; result = n;
//# while with break
let n = 0, i = 0; while (true) { if (i++ > 1000) break; if (i & 1) continue; n += i; } result = n;
//# comma, void, in-place updates
let s = 0, j = 0; for (let i = 0; i < 500; i++, j += 2) { s += (void 0, j); s = (s | 0) - 1; } result = s;
//# var in loops
var total = 0; for (var i = 0; i < 1000; i++) { var x = i & 3; total += x; } result = total; total = 0;
//# state machine of texts
let state = "idle", n = 0; for (let i = 0; i < 300; i++) { if (state === "idle") state = "run"; else if (state === "run") { n++; state = "stop"; } else state = "idle"; } result = n;
//# n queens
const solve = (n, row, cols, d1, d2) => { if (row === n) return 1; let count = 0; for (let c = 0; c < n; c++) { const bit = 1 << c, x = 1 << (row + c), y = 1 << (row - c + n); if (cols & bit || d1 & x || d2 & y) continue; count += solve(n, row + 1, cols | bit, d1 | x, d2 | y); } return count; };
//:
result = solve(5, 0, 0, 0, 0);
//# permutations
const permute = (list) => (list.length < 2 ? [list] : list.flatMap((x, i) => permute([...list.slice(0, i), ...list.slice(i + 1)]).map((rest) => [x, ...rest])));
//:
result = permute([1, 2, 3, 4]).length;
//# knapsack
const weights = [3, 4, 5, 9, 14], values = [3, 4, 4, 10, 15];
//:
const best = new Array(51).fill(0); for (let i = 0; i < 5; i++) for (let w = 50; w >= weights[i]; w--) best[w] = Math.max(best[w], best[w - weights[i]] + values[i]); result = best[50];
//# breadth-first search
const edges = Array.from({ length: 100 }, (_, i) => [(i * 7 + 1) % 100, (i * 3 + 2) % 100]);
//:
const seen = new Set([0]), queue = [0]; while (queue.length) { const at = queue.shift(); for (const next of edges[at]) if (!seen.has(next)) { seen.add(next); queue.push(next); } } result = seen.size;
