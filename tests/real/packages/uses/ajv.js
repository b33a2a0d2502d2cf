import Ajv from "ajv";

// A schema is compiled into the text of a function.
export default () => {
  const ajv = new Ajv({ allErrors: true });
  const attempt = (f) => { try { return f(); } catch (error) { return error.message; } };
  return {
    schema: attempt(() => ajv.validateSchema({ type: "object", properties: { a: { type: "strin" } } })),
    compile: attempt(() => ajv.compile({ type: "object", properties: { a: { type: "integer", minimum: 2 } }, required: ["a"] })({ a: 1 })),
    errors: (() => {
      const validate = ajv.compile({
        $defs: { id: { type: "string", pattern: "^[a-z]+$" } },
        type: "object",
        properties: { id: { $ref: "#/$defs/id" }, n: { type: "integer", multipleOf: 3 }, list: { type: "array", uniqueItems: true, items: { enum: [1, 2] } } },
        required: ["id"],
        additionalProperties: false,
      });
      return [{ id: "a", n: 6, list: [1, 2] }, { id: "A", n: 7, list: [1, 1, 3], x: 1 }, {}].map((value) => [validate(value), (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`)]);
    })(),
    unknown: attempt(() => ajv.compile({ type: "nothing" })),
  };
};
