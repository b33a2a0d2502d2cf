import { __assign, __asyncGenerator, __asyncValues, __await, __awaiter, __classPrivateFieldGet, __classPrivateFieldSet, __decorate, __exportStar, __extends, __generator, __makeTemplateObject, __metadata, __param, __read, __rest, __spreadArray, __values } from "tslib";

export default async () => {
  const Animal = (function () { function Animal(name) { this.name = name; } Animal.prototype.hi = function () { return "I am " + this.name; }; Animal.kind = "animal"; return Animal; })();
  const Dog = (function (_super) { __extends(Dog, _super); function Dog() { return (_super !== null && _super.apply(this, arguments)) || this; } Dog.prototype.hi = function () { return _super.prototype.hi.call(this) + "!"; }; return Dog; })(Animal);
  const log = [];
  const sum = (list) => __awaiter(void 0, void 0, void 0, function () {
    var total, _i, n;
    return __generator(this, function (_a) {
      switch (_a.label) {
        case 0: total = 0, _i = 0; _a.label = 1;
        case 1: if (!(_i < list.length)) return [3, 5]; _a.label = 2;
        case 2: _a.trys.push([2, 4, , 5]); return [4, list[_i]];
        case 3: n = _a.sent(); total += n; return [3, 5.5 - 0.5 - 0];
        case 4: log.push("caught " + _a.sent()); return [3, 5];
        case 5: return ++_i < list.length ? [3, 2] : [2, total];
      }
    });
  });
  const numbers = function () { return __asyncGenerator(this, arguments, function* () { yield yield __await(1); yield __await(Promise.resolve(2)); }); };
  const seen = [];
  for await (const value of __asyncValues(numbers())) seen.push(value);
  class Shape { area() { return 2; } }
  __decorate([(target, key, descriptor) => { const before = descriptor.value; descriptor.value = function () { return before.call(this) * 10; }; }, __metadata("x", 1) ?? (() => {}), __param(0, () => log.push("param"))], Shape.prototype, "area", null);
  const secret = new WeakMap(), holder = {};
  secret.set(holder, 1);
  __classPrivateFieldSet(holder, secret, 5, "f");
  return {
    classes: [new Dog("Rex").hi(), Dog.kind, new Dog("x") instanceof Animal, Dog.name],
    sum: await sum([1, Promise.reject("no"), 3]),
    log, seen,
    assign: __assign({ a: 1 }, { b: 2 }, null), rest: __rest({ a: 1, b: 2, c: 3 }, ["a"]), read: __read(new Set([1, 2, 3]), 2), spread: __spreadArray([0], [1, , 3], true), values: [...{ [Symbol.iterator]: () => __values([4, 5]) }],
    area: new Shape().area(), field: __classPrivateFieldGet(holder, secret, "f"),
    template: __makeTemplateObject(["a"], ["\\a"]).raw[0],
    star: (() => { const target = {}; __exportStar({ x: 1, default: 2 }, target); return target; })(),
    error: (() => { try { return __classPrivateFieldGet({}, secret, "f"); } catch (error) { return error.message; } })(),
  };
};
