async () => {
  const graph = { 1: [2], 2: [3], 3: [1, 4], 4: [5], 5: [6], 6: [4, 7], 7: [] };
  let index = 0;
  const indices = {}, low = {}, stack = [], onStack = new Set(), components = [];
  (function run() {
    const connect = (v) => {
      indices[v] = low[v] = index++;
      stack.push(v);
      onStack.add(v);
      for (const w of graph[v].map(String)) {
        if (!(w in indices)) { connect(w); low[v] = Math.min(low[v], low[w]); }
        else if (onStack.has(w)) low[v] = Math.min(low[v], indices[w]);
      }
      if (low[v] !== indices[v]) return;
      const component = [];
      let w;
      do { w = stack.pop(); onStack.delete(w); component.push(w); } while (w !== v);
      components.push(component.sort());
    };
    for (const v of Object.keys(graph)) if (!(v in indices)) connect(v);
  })();
  return components;
}

//= result: [["7"], ["4", "5", "6"], ["1", "2", "3"]]
