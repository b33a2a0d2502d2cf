import { array, assert, boolean, coerce, create, defaulted, define, enums, integer, is, lazy, literal, map, mask, max, min, nullable, number, object, omit, optional, partial, pattern, record, refine, size, string, trimmed, tuple, type, union, validate } from "superstruct";

export default () => {
  const User = object({ id: min(integer(), 1), name: size(string(), 2, 10), tags: defaulted(array(string()), () => ["new"]), role: enums(["a", "b"]), note: optional(nullable(string())) });
  const Tree = object({ value: number(), kids: array(lazy(() => Tree)) });
  const Even = define("Even", (value) => typeof value === "number" && value % 2 === 0);
  const said = (struct, value, options) => { const [error, result] = validate(value, struct, options); return error ? [error.message, error.key, error.path, error.failures().length] : result; };
  return {
    made: create({ id: 1, name: "Ann", role: "a" }, User),
    errors: [said(User, { id: 0, name: "A", role: "c" }), said(User, { id: 1.5, name: "Ann", role: "a", tags: [1] }), said(User, null), said(User, { id: 2, name: "Bob", role: "b", tags: [], extra: 1 })],
    tree: [is({ value: 1, kids: [{ value: 2, kids: [] }] }, Tree), said(Tree, { value: 1, kids: [{ value: "x", kids: [] }] })],
    custom: [is(4, Even), said(Even, 3)],
    coerced: said(coerce(number(), string(), (text) => parseFloat(text)), "3.5", { coerce: true }),
    trim: create("  x ", trimmed(string())),
    masked: mask({ a: 1, b: 2 }, object({ a: number() })),
    union: said(union([string(), literal(5)]), 6),
    tuple: said(tuple([string(), boolean()]), ["a", 1]),
    record: said(record(string(), max(number(), 3)), { a: 1, b: 4 }),
    map: is(new Map([["a", 1]]), map(string(), number())),
    pattern: said(pattern(string(), /^\d+$/), "12a"),
    refined: said(refine(array(number()), "sum", (list) => list.reduce((a, b) => a + b, 0) < 5 || "too much"), [3, 4]),
    derived: [said(partial(User), {}), said(omit(User, ["id"]), { name: "Cy", role: "a", tags: [] }), said(type({ a: number() }), { a: 1, b: 2 })],
    thrown: (() => { try { assert(1, string()); return "fine"; } catch (error) { return [error.name, error.message]; } })(),
  };
};
