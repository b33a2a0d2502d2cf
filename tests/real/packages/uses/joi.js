import Joi from "joi";

export default async () => {
  const schema = Joi.object({
    name: Joi.string().alphanum().min(3).max(30).required(),
    birth: Joi.number().integer().min(1900).max(2013),
    email: Joi.string().email({ tlds: { allow: false } }),
    password: Joi.string().pattern(/^[a-zA-Z0-9]{3,30}$/),
    repeat: Joi.ref("password"),
    kind: Joi.string().valid("a", "b").default("a"),
    when: Joi.when("kind", { is: "b", then: Joi.date().iso().required(), otherwise: Joi.forbidden() }),
    tags: Joi.array().items(Joi.string().lowercase()).unique().max(2),
  }).with("name", "birth").xor("password", "token");
  const said = (result) => (result.error ? result.error.details.map((detail) => [detail.type, detail.path.join("."), detail.message]) : result.value);
  return {
    good: said(schema.validate({ name: "abc", birth: "1994", password: "x1y", repeat: "x1y", tags: ["A", "b"] })),
    bad: said(schema.validate({ name: "a!", birth: 12.5, email: "x", repeat: 1, kind: "b", tags: ["a", "a", "c"], more: 1 }, { abortEarly: false })),
    async: await Joi.string().external(async (value) => value + "!").validateAsync("x"),
    custom: said(Joi.string().custom((value, helpers) => (value === "ok" ? value : helpers.error("any.invalid"))).validate("no")),
    attempt: (() => { try { return Joi.attempt("x", Joi.number()); } catch (error) { return error.message; } })(),
    alternatives: said(Joi.alternatives().try(Joi.number(), Joi.boolean()).validate("yes")),
    messages: said(Joi.number().messages({ "number.base": "{#label} is no number" }).label("Age").validate("x")),
    link: said(Joi.object({ v: Joi.number(), kids: Joi.array().items(Joi.link("#node")) }).id("node").validate({ v: 1, kids: [{ v: 2, kids: [{ v: "x" }] }] })),
    stripped: said(Joi.object({ a: Joi.any().strip(), b: Joi.number() }).validate({ a: 1, b: 2, c: 3 }, { stripUnknown: true })),
  };
};
