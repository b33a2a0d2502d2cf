import * as v from "valibot";

export default async () => {
  const Login = v.object({ email: v.pipe(v.string(), v.trim(), v.email("bad mail")), password: v.pipe(v.string(), v.minLength(8)), age: v.optional(v.pipe(v.unknown(), v.transform(Number), v.number(), v.integer())) });
  const said = (result) => (result.success ? result.output : v.flatten(result.issues));
  const List = v.object({ value: v.number(), next: v.nullable(v.lazy(() => List)) });
  return {
    good: said(v.safeParse(Login, { email: " a@b.de ", password: "12345678", age: "7" })),
    bad: said(v.safeParse(Login, { email: "x", password: "1", age: "1.5" })),
    missing: said(v.safeParse(Login, {})),
    variant: said(v.safeParse(v.variant("type", [v.object({ type: v.literal("a"), n: v.number() }), v.object({ type: v.literal("b"), s: v.string() })]), { type: "b", s: 1 })),
    recursive: said(v.safeParse(List, { value: 1, next: { value: 2, next: { value: "3", next: null } } })),
    strict: said(v.safeParse(v.strictObject({ a: v.number() }), { a: 1, b: 2 })),
    checks: said(v.safeParse(v.pipe(v.array(v.number()), v.minLength(2), v.check((list) => list[0] < list[1], "not rising")), [3, 1])),
    forwarded: said(v.safeParse(v.pipe(v.object({ a: v.string(), b: v.string() }), v.forward(v.partialCheck([["a"], ["b"]], (x) => x.a === x.b, "differ"), ["b"])), { a: "1", b: "2" })),
    formats: [["ipv4", "1.2.3.400"], ["isoDate", "2024-02-31"], ["uuid", "6ec0bd7f-11c0-43da-975e-2a8ad9ebae0b"], ["hexColor", "#ffg"], ["emoji", "😀"]].map(([name, text]) => v.is(v.pipe(v.string(), v[name]()), text)),
    async: said(await v.safeParseAsync(v.pipeAsync(v.string(), v.checkAsync(async (text) => text.length > 2, "short")), "ab")),
    fallback: v.parse(v.fallback(v.number(), 4), "x"),
    map: v.parse(v.map(v.string(), v.set(v.number())), new Map([["a", new Set([1])]])),
    picklist: said(v.safeParse(v.picklist(["x", "y"]), "z")),
    thrown: (() => { try { return v.parse(v.bigint(), 1); } catch (error) { return [error.name, error.message]; } })(),
    keys: v.keyof(v.object({ a: v.any(), b: v.any() })).options,
  };
};
