import { z } from "zod";

export default async () => {
  const User = z.object({
    name: z.string().min(2).trim(),
    age: z.coerce.number().int().positive(),
    email: z.email(),
    tags: z.array(z.enum(["a", "b"])).default([]),
    role: z.union([z.literal("admin"), z.literal("user")]).optional(),
    address: z.object({ zip: z.string().regex(/^\d{5}$/) }).nullable(),
  }).strict();
  const said = (result) => (result.success ? result.data : result.error.issues.map((issue) => [issue.path.join("."), issue.code, issue.message]));
  const Shape = z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("circle"), r: z.number() }),
    z.object({ kind: z.literal("square"), side: z.number() }),
  ]);
  const Tree = z.object({ value: z.number(), get children() { return z.array(Tree); } });
  return {
    good: said(User.safeParse({ name: " Ann ", age: "31", email: "ann@example.com", address: { zip: "12345" } })),
    bad: said(User.safeParse({ name: "A", age: -1.5, email: "no", tags: ["c"], address: { zip: "1" }, more: 1 })),
    missing: said(User.safeParse({})),
    shape: [said(Shape.safeParse({ kind: "circle", r: 2 })), said(Shape.safeParse({ kind: "line" }))],
    tree: said(Tree.safeParse({ value: 1, children: [{ value: 2, children: [] }, { value: "x", children: [] }] })),
    transform: z.string().transform((text) => text.length).pipe(z.number().max(3)).safeParse("four").success,
    refined: said(z.object({ a: z.string(), b: z.string() }).refine((v) => v.a === v.b, { message: "must match", path: ["b"] }).safeParse({ a: "1", b: "2" })),
    record: said(z.record(z.string(), z.number()).safeParse({ a: 1, b: "2" })),
    tuple: said(z.tuple([z.string(), z.number()]).rest(z.boolean()).safeParse(["a", 1, true, 0])),
    async: said(await z.string().refine(async (text) => text === "yes", "not yes").safeParseAsync("no")),
    picked: said(User.pick({ name: true }).partial().safeParse({})),
    map: said(z.map(z.string(), z.set(z.number())).safeParse(new Map([["a", new Set([1, 2])]]))),
    date: said(z.coerce.date().safeParse("2024-02-30x")),
    caught: z.number().catch(42).parse("x"),
    json: z.toJSONSchema(z.object({ a: z.string().describe("first"), b: z.number().optional() })),
    pretty: z.prettifyError(User.safeParse({ name: 1 }).error),
    branded: z.templateLiteral(["v", z.number(), ".", z.number()]).safeParse("v1.2").success,
  };
};
