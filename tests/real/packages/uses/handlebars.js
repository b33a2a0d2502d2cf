import Handlebars from "handlebars/dist/cjs/handlebars.js";

// Compiling a template makes a function of text.
export default () => {
  const tree = Handlebars.parse("{{#each items as |item i|}}{{i}}: {{item.name}} {{{raw}}}{{else}}none{{/each}} {{> part a=1}} {{helper 'x' n=2}} {{~#if (eq a b)~}} y {{/if}}");
  const visitor = new Handlebars.Visitor();
  const seen = [];
  visitor.PathExpression = (node) => seen.push(node.original);
  visitor.accept(tree);
  return {
    seen,
    printed: Handlebars.print ? Handlebars.print(tree) : null,
    body: tree.body.map((node) => node.type),
    escaped: [Handlebars.escapeExpression("<a href='x'>&`=</a>"), Handlebars.escapeExpression(new Handlebars.SafeString("<b>"))],
    utils: [Handlebars.Utils.isEmpty([]), Handlebars.Utils.isArray([]), Handlebars.Utils.extend({ a: 1 }, { b: 2 })],
    precompiled: Handlebars.precompile("{{a}} {{#b}}{{c}}{{/b}}").slice(0, 40),
    rendered: (() => {
      const own = Handlebars.create();
      own.registerHelper("twice", (value, options) => value + value + (options.hash.end ?? ""));
      own.registerPartial("part", "[{{a}}{{@root.title}}]");
      return own.compile("{{title}} {{#each items as |item i|}}{{i}}: {{item.name}} {{{../raw}}}{{else}}none{{/each}} {{> part a=1}} {{twice 'x' end='!'}}{{#if none}}no{{else if title}}yes{{/if}}{{#with deep.er}}{{x}}{{/with}}")({ title: "<T>", raw: "<br>", items: [{ name: "a&b" }, { name: "c" }], deep: { er: { x: 7 } } });
    })(),
    error: (() => { try { return Handlebars.parse("{{#a}}x{{/b}}"); } catch (error) { return error.message; } })(),
  };
};
