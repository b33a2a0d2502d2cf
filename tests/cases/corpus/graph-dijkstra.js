async () => {
  const edges = [['a', 'b', 7], ['a', 'c', 9], ['a', 'f', 14], ['b', 'c', 10], ['b', 'd', 15], ['c', 'd', 11], ['c', 'f', 2], ['d', 'e', 6], ['e', 'f', 9]];
  const graph = {};
  for (const [u, v, w] of edges) { (graph[u] ??= []).push([v, w]); (graph[v] ??= []).push([u, w]); }
  const distance = Object.fromEntries(Object.keys(graph).map((k) => [k, Infinity]));
  const previous = {};
  distance.a = 0;
  const queue = new Set(Object.keys(graph));
  while (queue.size) {
    const u = [...queue].reduce((best, k) => (distance[k] < distance[best] ? k : best));
    queue.delete(u);
    for (const [v, w] of graph[u]) {
      const next = distance[u] + w;
      if (next < distance[v]) { distance[v] = next; previous[v] = u; }
    }
  }
  const path = [];
  for (let at = 'e'; at; at = previous[at]) path.unshift(at);
  return { distance, path };
}

//= result: { distance: { a: 0, b: 7, c: 9, f: 11, d: 20, e: 20 }, path: ["a", "c", "f", "e"] }
