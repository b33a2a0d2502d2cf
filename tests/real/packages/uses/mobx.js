import { actionBound, autorun, computed, configure, flow, isObservable, makeAutoObservable, makeObservable, observable, observe, reaction, runInAction, toJS, untracked, when } from "mobx";

configure({ enforceActions: "never" });

class Todos {
  list = [];
  filter = "all";
  constructor() { makeAutoObservable(this); }
  get open() { return this.list.filter((todo) => !todo.done).length; }
  add(text) { this.list.push({ text, done: false }); }
  *load() { const text = yield Promise.resolve("loaded"); this.add(text); return this.list.length; }
}
class Box {
  width = 1;
  constructor() { makeObservable(this, { width: observable, area: computed, grow: actionBound }); }
  get area() { return this.width ** 2; }
  grow() { this.width += 2; }
}

export default async () => {
  const log = [];
  const todos = new Todos();
  const stop = autorun(() => log.push(`open ${todos.open}`));
  reaction(() => todos.list.length, (length, before) => log.push(`length ${before} ${length}`));
  todos.add("a");
  todos.add("b");
  todos.list[0].done = true;
  runInAction(() => { todos.list[1].done = true; todos.add("c"); });
  const loaded = await todos.load();
  stop();
  todos.add("unseen");
  const box = new Box();
  const { grow } = box;
  grow();
  const map = observable.map({ a: 1 });
  observe(map, (change) => log.push([change.type, change.name]));
  map.set("b", 2);
  map.delete("a");
  const state = observable({ n: 0, deep: { list: [1, 2] }, get twice() { return this.n * 2; } });
  const waited = when(() => state.n > 2).then(() => "reached " + state.n);
  for (let i = 0; i < 3; i++) state.n++;
  const set = observable.set([1, 2, 1]);
  const result = flow(function* (x) { try { yield Promise.reject(new Error("bad " + x)); } catch (error) { return error.message; } });
  return {
    log, loaded, plain: toJS(todos.list), area: box.area, twice: state.twice, waited: await waited, sorted: observable([3, 1, 2]).slice().sort(),
    observable: [isObservable(state), isObservable(state.deep.list), Array.isArray(state.deep.list)], untracked: untracked(() => state.n), flow: await result(1), set: [...set], json: JSON.stringify(state),
  };
};
