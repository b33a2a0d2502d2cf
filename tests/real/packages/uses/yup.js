import * as yup from "yup";

export default async () => {
  const schema = yup.object({
    name: yup.string().required().trim().min(2),
    age: yup.number().required().positive().integer(),
    email: yup.string().email(),
    created: yup.date().default(() => new Date(0)),
    tags: yup.array().of(yup.string().oneOf(["a", "b"])).max(3),
    nested: yup.object({ on: yup.boolean(), why: yup.string().when("on", { is: true, then: (s) => s.required("say why") }) }),
  });
  const said = async (value, options) => { try { return await schema.validate(value, options); } catch (error) { return [error.name, error.errors, error.inner.map((one) => one.path)]; } };
  return {
    good: await said({ name: " Ann ", age: "24", tags: ["a"], nested: { on: false } }),
    bad: await said({ name: "", age: -1.5, email: "no", tags: ["c", "a"], nested: { on: true } }, { abortEarly: false }),
    first: await said({ age: "x" }),
    cast: schema.cast({ name: 5, age: "7", created: "2020-01-02" }),
    valid: [schema.isValidSync({}), yup.string().nullable().isValidSync(null), yup.mixed().notOneOf([1]).isValidSync(1)],
    test: await yup.string().test("len", "${path} must be 3 long", (value) => value?.length === 3).validate("ab").catch((error) => error.message),
    lazy: yup.lazy((value) => (typeof value === "number" ? yup.number().min(5) : yup.string())).isValidSync(3),
    reach: yup.reach(schema, "nested.why").type,
    tuple: yup.tuple([yup.string(), yup.number()]).isValidSync(["a", "b"]),
    ref: yup.object({ a: yup.number(), b: yup.number().moreThan(yup.ref("a")) }).isValidSync({ a: 2, b: 1 }),
    described: Object.keys(schema.describe().fields),
    concat: yup.object({ a: yup.string() }).concat(yup.object({ b: yup.number().default(2) })).cast({ a: "1" }),
  };
};
