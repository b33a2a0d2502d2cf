import { Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";

export default () => {
  const User = Type.Object({ id: Type.Integer({ minimum: 1 }), name: Type.String({ minLength: 2, default: "nobody" }), tags: Type.Array(Type.Union([Type.Literal("a"), Type.Literal("b")]), { maxItems: 2 }), on: Type.Optional(Type.Boolean()) }, { additionalProperties: false });
  const Node = Type.Recursive((This) => Type.Object({ id: Type.String(), nodes: Type.Array(This) }));
  const bad = { id: 0, name: "x", tags: ["c", "a", "b"], more: 1 };
  return {
    schema: User,
    check: [Value.Check(User, { id: 1, name: "Ann", tags: [] }), Value.Check(User, bad)],
    errors: [...Value.Errors(User, bad)].map((error) => [error.path, error.message]),
    created: Value.Create(User),
    cast: Value.Cast(User, { id: "7", tags: ["a"] }),
    converted: Value.Convert(User, { id: "7", name: 12, tags: "a", on: "true" }),
    cleaned: Value.Clean(User, { id: 1, name: "x", tags: [], z: 1 }),
    recursive: [Value.Check(Node, { id: "a", nodes: [{ id: "b", nodes: [] }] }), Value.Check(Node, { id: "a", nodes: [{}] })],
    edits: Value.Diff({ a: [1, 2], b: 1 }, { a: [1, 3], c: 2 }),
    patched: Value.Patch({ a: 1 }, Value.Diff({ a: 1 }, { a: 2, b: [3] })),
    hash: String(Value.Hash({ a: [1, "x", true, null] })),
    equal: Value.Equal({ a: [new Date(1)] }, { a: [new Date(1)] }),
    composed: [Type.Partial(User), Type.Pick(User, ["id"]), Type.KeyOf(User), Type.Extends(Type.Literal(1), Type.Number(), Type.Literal("yes"), Type.Literal("no")), Type.TemplateLiteral("v${1|2}")],
    transform: Value.Decode(Type.Transform(Type.String()).Decode((text) => text.length).Encode(String), "four"),
  };
};
