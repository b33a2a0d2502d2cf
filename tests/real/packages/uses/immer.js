import { applyPatches, createDraft, current, enableMapSet, enablePatches, finishDraft, freeze, immerable, isDraft, original, produce, produceWithPatches, nothing, castDraft } from "immer";

enableMapSet();
enablePatches();

class Point {
  [immerable] = true;
  constructor(x) { this.x = x; }
  get double() { return this.x * 2; }
}

export default () => {
  const base = { list: [{ id: 1, done: false }, { id: 2, done: true }], map: new Map([["a", { n: 1 }]]), set: new Set([1, 2]), deep: { a: { b: { c: 1 } }, same: {} }, point: new Point(3) };
  const next = produce(base, (draft) => {
    draft.list[0].done = true;
    draft.list.push({ id: 3, done: false });
    draft.list.splice(1, 1);
    draft.map.get("a").n += 1;
    draft.map.set("b", { n: 5 });
    draft.set.add(3).delete(1);
    draft.deep.a.b.c++;
    draft.point.x = 10;
    delete draft.deep.missing;
  });
  const [patched, patches, inverse] = produceWithPatches(base, (draft) => { draft.list.reverse(); draft.deep.a = { z: 1 }; draft.map.delete("a"); });
  const draft = createDraft({ a: [1] });
  draft.a.push(2);
  return {
    next, base,
    shared: [next.deep.same === base.deep.same, next.list === base.list, produce(base, () => {}) === base],
    frozen: [Object.isFrozen(next), Object.isFrozen(next.list[0]), (() => { try { next.list.push(1); return "pushed"; } catch (error) { return error.name; } })()],
    point: [next.point instanceof Point, next.point.double],
    patches, inverse,
    undone: JSON.stringify(applyPatches(patched, inverse)) === JSON.stringify(base),
    curried: produce((state, by) => { state.n += by; })({ n: 1 }, 4),
    inner: produce({ a: { b: 1 } }, (state) => { state.seen = [isDraft(state.a), current(state.a), original(state.a)]; }),
    manual: finishDraft(draft),
    replaced: [produce({ a: 1 }, () => ({ b: 2 })), produce({ a: 1 }, () => nothing)],
    recursive: produce({ tree: { kids: [{ kids: [] }] } }, (state) => { const walk = (node) => { node.seen = true; node.kids.forEach(walk); }; walk(castDraft(state.tree)); }),
    keys: produce({ a: 1, b: 2 }, (state) => { delete state.a; state.keys = Object.keys(state).join() + ("a" in state); }),
    froze: Object.isFrozen(freeze({ x: { y: 1 } }, true).x),
  };
};
