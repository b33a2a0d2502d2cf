import Ajv from "ajv";

// A schema is compiled into the text of a function, so this is what Ajv says before that.
export default () => {
  const ajv = new Ajv({ allErrors: true });
  const attempt = (f) => { try { return f(); } catch (error) { return error.message; } };
  return {
    schema: attempt(() => ajv.validateSchema({ type: "object", properties: { a: { type: "strin" } } })),
    compile: attempt(() => ajv.compile({ type: "object", properties: { a: { type: "integer", minimum: 2 } }, required: ["a"] })({ a: 1 })),
    unknown: attempt(() => ajv.compile({ type: "nothing" })),
  };
};
