async () => {
  class Heap {
    #items = [];
    constructor(compare) { this.compare = compare; }
    get size() { return this.#items.length; }
    push(item) { const a = this.#items; let i = a.push(item) - 1; while (i > 0) { const p = (i - 1) >> 1; if (this.compare(a[p], a[i]) <= 0) break; [a[p], a[i]] = [a[i], a[p]]; i = p; } }
    pop() { const a = this.#items; const top = a[0]; const last = a.pop(); if (a.length) { a[0] = last; let i = 0; for (;;) { let m = i; for (const c of [2 * i + 1, 2 * i + 2]) if (c < a.length && this.compare(a[c], a[m]) < 0) m = c; if (m === i) break; [a[m], a[i]] = [a[i], a[m]]; i = m; } } return top; }
  }
  const heap = new Heap((a, b) => a.due - b.due || a.name.localeCompare(b.name));
  for (let i = 0; i < 20; i++) heap.push({ due: (i * 7) % 10, name: `t${i}` });
  const out = [];
  while (heap.size > 15) out.push(heap.pop());
  return out.map((t) => `${t.due}:${t.name}`);
}

//= result: ["0:t0", "0:t10", "1:t13", "1:t3", "2:t16"]
