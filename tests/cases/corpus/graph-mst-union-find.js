async () => {
  class DisjointSet {
    #parent = new Map();
    find(x) {
      const parent = this.#parent.get(x) ?? x;
      if (parent === x) return x;
      const root = this.find(parent);
      this.#parent.set(x, root);
      return root;
    }
    union(a, b) {
      const [x, y] = [this.find(a), this.find(b)];
      if (x === y) return false;
      this.#parent.set(x, y);
      return true;
    }
  }
  const edges = [['A', 'B', 4], ['B', 'C', 8], ['C', 'D', 7], ['D', 'E', 9], ['E', 'F', 10], ['A', 'F', 2], ['B', 'F', 11], ['C', 'F', 4]];
  const sets = new DisjointSet();
  const tree = edges.toSorted((a, b) => a[2] - b[2]).filter(([a, b]) => sets.union(a, b));
  return { tree, weight: tree.reduce((sum, [, , w]) => sum + w, 0) };
}

//= result: {
//=   tree: [["A", "F", 2], ["A", "B", 4], ["C", "F", 4], ["C", "D", 7], ["D", "E", 9]],
//=   weight: 26,
//= }
