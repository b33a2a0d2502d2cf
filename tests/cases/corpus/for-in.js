//! # `for…in`: order, prototypes, changes on the way, proxies, and places for the key.
async () => {
  const log = [];
  const keys = (object) => {
    const seen = [];
    for (const key in object) seen.push(key);
    return seen;
  };

  // Order, kinds of keys, what is left out.
  log.push(keys({ b: 1, 2: 1, a: 1, 1: 1, [Symbol("s")]: 1, "01": 1, "-1": 1, 4294967295: 1 }));
  log.push(keys([5, , 7]), keys("aé"), keys(null), keys(undefined), keys(3), keys(new Map([[1, 2]])));
  const list = [1, 2];
  list.name = "list";
  log.push(keys(list), keys(new Uint8Array(3)), keys(Object("xy")));
  log.push(keys(Object.freeze([1, 2])), keys(Object.freeze({ p: 1, q: 2 })));

  // Prototypes: once a name, and a hidden one hides those behind it.
  const base = { shared: 1, base: 2, hidden: 3, 0: 4 };
  const middle = Object.create(base, {
    hidden: { value: 1, enumerable: false },
    shared: { value: 2, enumerable: true, writable: true },
    middle: { value: 3, enumerable: true },
  });
  const top = Object.assign(Object.create(middle), { top: 1, shared: 3 });
  log.push(keys(top), keys(middle), keys(Object.create(null)));
  class Shape {
    constructor() {
      this.sides = 3;
    }
    area() {}
    get name() {
      return "shape";
    }
  }
  class Square extends Shape {
    colour = "red";
    area() {}
  }
  log.push(keys(new Square()), keys(Square.prototype), keys(Square));
  const many = Object.fromEntries(Array.from({ length: 50 }, (_, i) => ["k" + (i * 7) % 50, i]));
  const heir = Object.create(many);
  for (let i = 0; i < 50; i += 3) heir["k" + i] = 1;
  log.push(keys(heir).join());

  // Changes on the way.
  const changing = { a: 1, b: 2, c: 3, d: 4 };
  const passed = [];
  for (const key in changing) {
    passed.push(key);
    if (key === "a") {
      delete changing.b;
      changing.late = 5;
    }
    if (key === "c") {
      delete changing.d;
      changing.d = 6;
    }
  }
  log.push(passed);
  // What a proxy sees of it.
  const traps = [];
  const spy = new Proxy(
    { p: 1, q: 2 },
    {
      ownKeys(target) {
        traps.push("keys");
        return Reflect.ownKeys(target);
      },
      getOwnPropertyDescriptor(target, key) {
        traps.push("describe " + String(key));
        return Reflect.getOwnPropertyDescriptor(target, key);
      },
      getPrototypeOf(target) {
        traps.push("prototype");
        return Reflect.getPrototypeOf(target);
      },
    },
  );
  log.push(keys(Object.create(spy, { p: { value: 0, enumerable: true } })).sort());

  // Other ways out, other places for the key.
  const first = (object) => {
    for (const key in object) return key;
    return "none";
  };
  log.push(first({ z: 1, y: 2 }), first({}));
  const place = {};
  const places = [];
  for (place.key in { m: 1, n: 2 }) places.push(place.key);
  for (var { length } in { four: 1, sixsix: 2 }) places.push(length);
  outer: for (const a in { one: 1, two: 2 }) {
    for (const b in { x: 1, y: 2 }) {
      if (b === "y") continue outer;
      places.push(a + b);
    }
  }
  log.push(places);
  const inner = [];
  for (const a in { a: 1, b: 2 }) for (const b in { [a]: 1, c: 2 }) inner.push(a + b);
  log.push(inner);
  function* walk(object) {
    for (const key in object) yield key;
  }
  log.push([...walk({ g: 1, h: 2 })]);
  const awaited = [];
  for (const key in { i: 1, j: 2 }) awaited.push(await key);
  log.push(awaited);
  return log;
}
//= result: [
//=   ["1", "2", "b", "a", "01", "-1", "4294967295"],
//=   ["0", "2"],
//=   ["0", "1"],
//=   [],
//=   [],
//=   [],
//=   [],
//=   ["0", "1", "name"],
//=   ["0", "1", "2"],
//=   ["0", "1"],
//=   ["0", "1"],
//=   ["p", "q"],
//=   ["top", "shared", "middle", "0", "base"],
//=   ["shared", "middle", "0", "base"],
//=   [],
//=   ["sides", "colour"],
//=   [],
//=   [],
//=   "k0,k3,k6,k9,k12,k15,k18,k21,k24,k27,k30,k33,k36,k39,k42,k45,k48,k7,k14,k28,k35,k49,k13,k20,k34,k41,k5,k19,k26,k40,k47,k4,k11,k25,k32,k46,k10,k17,k31,k38,k2,k16,k23,k37,k44,k1,k8,k22,k29,k43",
//=   ["a", "c", "d"],
//=   ["p", "q"],
//=   "z",
//=   "none",
//=   ["m", "n", 4, 6, "onex", "twox"],
//=   ["aa", "ac", "bb", "bc"],
//=   ["g", "h"],
//=   ["i", "j"],
//= ]
