import * as escodegen from "escodegen";
import * as acorn from "acorn";

export default () => {
  const code = "function f(a, { b, c: [d = 1] } = {}, ...e) { /* lost */ if (a && (b || c)) { return (-(-d)) ** 2, new (g())(1) } else for (;;) break; }\nclass A extends (B, C) { static async *m() { yield* this.x?.y[`z${1}`] } }\nlet g = async (x) => ({ ...x, get y() { return 'a\\'b\\n' }, [1 + 1]: /x\\//g }); do x--; while (x > 0); switch (x) { case 1: default: throw x }";
  const tree = acorn.parse(code, { ecmaVersion: 2022 });
  return {
    plain: escodegen.generate(tree),
    compact: escodegen.generate(tree, { format: escodegen.FORMAT_MINIFY }),
    quotes: escodegen.generate(acorn.parse("x = \"it's\" + 'é\\u2028'", { ecmaVersion: 2020 }), { format: { quotes: "double", escapeless: false, indent: { style: "\t" } } }),
    numbers: escodegen.generate(acorn.parse("[1e21, 0.5, 1e-7, 0xff, 1000000, 1/3]", { ecmaVersion: 2020 }), { format: { renumber: true, hexadecimal: true } }),
    precedence: ["(a, b) => (c, d)", "(a = b).c", "((a ** b) ** c)", "!(a instanceof b)", "(function () {})()", "(async () => {})()", "({}).x", "new (a.b().c)", "a - (-b) - (+c)"].map((text) => escodegen.generate(acorn.parse(text, { ecmaVersion: 2022 }))),
    made: escodegen.generate({ type: "BinaryExpression", operator: "*", left: { type: "BinaryExpression", operator: "+", left: { type: "Literal", value: 1 }, right: { type: "Identifier", name: "x" } }, right: { type: "Literal", value: 2 } }),
    again: escodegen.generate(acorn.parse(escodegen.generate(tree), { ecmaVersion: 2022 })) === escodegen.generate(tree),
  };
};
