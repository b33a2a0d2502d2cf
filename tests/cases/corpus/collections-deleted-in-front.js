//! # Maps and sets that are deleted from while they are iterated, and used as queues.
() => {
  const out = [];
  const log = (...items) => out.push(items.map(String).join(" "));
  // A cache that drops what it has not used for longest.
  const cache = new Map();
  let sum = 0;
  for (let i = 0; i < 3000; i++) {
    const key = (i * 7919) % 61;
    if (cache.has(key)) { const v = cache.get(key); cache.delete(key); cache.set(key, v + 1); }
    else cache.set(key, i);
    if (cache.size > 20) { const first = cache.keys().next().value; sum += cache.get(first); cache.delete(first); }
  }
  log(cache.size, sum, [...cache.keys()], [...cache.values()]);
  // Queues, whose front is taken while other iterators are alive.
  const queue = new Set([0]);
  const old = [];
  for (let i = 1; i < 500; i++) {
    queue.add(i);
    if (i % 50 === 0) old.push(queue.values());
    if (i % 3) { const [front] = queue; queue.delete(front); }
  }
  log(queue.size, old.map((it) => it.next().value), old.map((it) => [...it].length));
  log(old.map((it) => it.next().done));
  // An iterator in the middle, around which the places are put together again.
  for (const step of [1, 2, 3, 7]) {
    const map = new Map(Array.from({ length: 100 }, (_, i) => [i, i]));
    const a = map.entries(), b = map.keys();
    const seen = [];
    for (let i = 0; i < 40; i++) a.next();
    for (let i = 0; i < 10; i++) b.next();
    for (let i = 0; i < 90; i += step) map.delete(i);
    map.set("new", -1);
    for (const key of b) { seen.push(key); if (seen.length === 2) for (let i = 200; i < 260; i++) map.set(i, i); if (seen.length === 30) for (let i = 200; i < 255; i++) map.delete(i); }
    log(step, seen, [...a].map(([k]) => k), b.next().done);
    map.set("late", 1);
    log([...a].length, [...map.keys()]);
  }
  // Cleared, and filled again.
  {
    const set = new Set([1, 2, 3, 4, 5]);
    const it = set.values();
    it.next(); it.next(); it.next();
    set.clear();
    set.add(9).add(1);
    const other = set.values();
    other.next();
    set.clear(); set.clear();
    for (let i = 0; i < 50; i++) set.add(i);
    for (let i = 0; i < 45; i++) set.delete(i);
    log([...it], [...other], [...set]);
    const seen = [];
    set.forEach((v) => { seen.push(v); set.delete(v); if (seen.length < 40) set.add(v + 100); });
    log(seen, set.size);
  }
  // Deleted and added again while visited.
  {
    const map = new Map([["a", 1], ["b", 2], ["c", 3]]);
    const seen = [];
    for (const [k, v] of map) {
      seen.push(k + v);
      if (seen.length < 60) { map.delete(k); map.set(k, v + 1); }
    }
    log(seen, [...map]);
    map.forEach((v, k) => { map.delete("c"); map.delete("a"); seen.length = 0; seen.push(k); });
    log(seen, [...map]);
  }
  // Keys of every kind.
  {
    const s = Symbol("s"), o = {}, f = () => {};
    const keys = [0, -0, NaN, 0 / 0, 1, 1.5, 2 ** 31, -1, 2 ** 53, 1n, 10n ** 30n, 10n ** 30n, "", "1", "ab", "äé", "\u{1F600}", "x".repeat(100), s, Symbol.iterator, o, f, null, undefined, true, false, Infinity, -Infinity, 5e-324];
    const map = new Map();
    keys.forEach((key, i) => map.set(key, i));
    log(map.size, keys.map((key) => map.get(key)), map.get("x".repeat(50) + "x".repeat(50)), map.get("a" + "b"), map.get(10n ** 29n * 10n), map.get(0.5 * 3), map.get(4 / 4));
    log(keys.map((key) => map.delete(key)), map.size, Object.is([...new Set([-0])][0], 0));
  }
  // What the callbacks of set operations change.
  {
    const set = new Set([1, 2, 3, 4, 5, 6]);
    const like = (has) => ({ size: 10, has, keys: () => [][Symbol.iterator]() });
    const seen = [];
    log([...set.intersection(like((v) => { seen.push(v); set.delete(v); if (v < 4) set.add(v * 10); return v % 2; }))], seen, [...set]);
    log(set.isSubsetOf(like((v) => { set.delete(v); set.delete(40); return true; })), [...set]);
    const more = new Set(Array.from({ length: 40 }, (_, i) => i));
    log([...more.difference(like((v) => { more.clear(); return v % 3; }))], more.size);
    log([...new Set([1, 2, 3]).symmetricDifference(new Set([3, 4]))], new Set([1]).isDisjointFrom(new Set([2])), [...new Set([3, 1, 2]).union([2, 9].reduce((s, v) => s.add(v), new Set()))]);
  }
  log(Object.prototype.toString.call(new Map().entries()), [...Map.groupBy([1, 2, 3], (x) => x % 2)].join("|"));
  return out.join("\n");
}
//= result: "20 4438710 38,27,16,5,55,44,33,22,11,0,50,39,28,17,6,56,45,34,23,12 2980,2981,2982,2983,2984,2985,2986,2987,2988,2989,2990,2991,2992,2993,2994,2995,2996,2997,2998,2999\n167 333,333,333,333,333,333,333,333,333 166,166,166,166,166,166,166,166,166\ntrue,true,true,true,true,true,true,true,true\n1 90,91,92,93,94,95,96,97,98,99,new,200,201,202,203,204,205,206,207,208,209,210,211,212,213,214,215,216,217,218,255,256,257,258,259 90,91,92,93,94,95,96,97,98,99,new,255,256,257,258,259 true\n0 90,91,92,93,94,95,96,97,98,99,new,255,256,257,258,259,late\n2 11,13,15,17,19,21,23,25,27,29,31,33,35,37,39,41,43,45,47,49,51,53,55,57,59,61,63,65,67,69,71,73,75,77,79,81,83,85,87,89,90,91,92,93,94,95,96,97,98,99,new,255,256,257,258,259 41,43,45,47,49,51,53,55,57,59,61,63,65,67,69,71,73,75,77,79,81,83,85,87,89,90,91,92,93,94,95,96,97,98,99,new,255,256,257,258,259 true\n0 1,3,5,7,9,11,13,15,17,19,21,23,25,27,29,31,33,35,37,39,41,43,45,47,49,51,53,55,57,59,61,63,65,67,69,71,73,75,77,79,81,83,85,87,89,90,91,92,93,94,95,96,97,98,99,new,255,256,257,258,259,late\n3 10,11,13,14,16,17,19,20,22,23,25,26,28,29,31,32,34,35,37,38,40,41,43,44,46,47,49,50,52,53,55,56,58,59,61,62,64,65,67,68,70,71,73,74,76,77,79,80,82,83,85,86,88,89,90,91,92,93,94,95,96,97,98,99,new,255,256,257,258,259 40,41,43,44,46,47,49,50,52,53,55,56,58,59,61,62,64,65,67,68,70,71,73,74,76,77,79,80,82,83,85,86,88,89,90,91,92,93,94,95,96,97,98,99,new,255,256,257,258,259 true\n0 1,2,4,5,7,8,10,11,13,14,16,17,19,20,22,23,25,26,28,29,31,32,34,35,37,38,40,41,43,44,46,47,49,50,52,53,55,56,58,59,61,62,64,65,67,68,70,71,73,74,76,77,79,80,82,83,85,86,88,89,90,91,92,93,94,95,96,97,98,99,new,255,256,257,258,259,late\n7 10,11,12,13,15,16,17,18,19,20,22,23,24,25,26,27,29,30,31,32,33,34,36,37,38,39,40,41,43,44,45,46,47,48,50,51,52,53,54,55,57,58,59,60,61,62,64,65,66,67,68,69,71,72,73,74,75,76,78,79,80,81,82,83,85,86,87,88,89,90,91,92,93,94,95,96,97,98,99,new,255,256,257,258,259 40,41,43,44,45,46,47,48,50,51,52,53,54,55,57,58,59,60,61,62,64,65,66,67,68,69,71,72,73,74,75,76,78,79,80,81,82,83,85,86,87,88,89,90,91,92,93,94,95,96,97,98,99,new,255,256,257,258,259 true\n0 1,2,3,4,5,6,8,9,10,11,12,13,15,16,17,18,19,20,22,23,24,25,26,27,29,30,31,32,33,34,36,37,38,39,40,41,43,44,45,46,47,48,50,51,52,53,54,55,57,58,59,60,61,62,64,65,66,67,68,69,71,72,73,74,75,76,78,79,80,81,82,83,85,86,87,88,89,90,91,92,93,94,95,96,97,98,99,new,255,256,257,258,259,late\n45,46,47,48,49 45,46,47,48,49 45,46,47,48,49\n45,46,47,48,49,145,146,147,148,149,245,246,247,248,249,345,346,347,348,349,445,446,447,448,449,545,546,547,548,549,645,646,647,648,649,745,746,747,748,749,845,846,847,848 0\na1,b2,c3,a2,b3,c4,a3,b4,c5,a4,b5,c6,a5,b6,c7,a6,b7,c8,a7,b8,c9,a8,b9,c10,a9,b10,c11,a10,b11,c12,a11,b12,c13,a12,b13,c14,a13,b14,c15,a14,b15,c16,a15,b16,c17,a16,b17,c18,a17,b18,c19,a18,b19,c20,a19,b20,c21,a20,b21,c22,a21,b22 c,22,a,21,b,22\nb b,22\n26 1,1,3,3,4,5,6,7,8,9,11,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28 17 14 11 5 4\ntrue,false,true,false,true,true,true,true,true,true,true,false,true,true,true,true,true,true,true,true,true,true,true,true,true,true,true,true,true 0 true\n1,3,5 1,2,3,4,5,6,10,20,30 \ntrue \n0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39 40\n1,2,4 true 3,1,2,9\n[object Map Iterator] 1,1,3|0,2"
