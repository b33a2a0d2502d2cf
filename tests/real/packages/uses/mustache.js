import Mustache from "mustache";

export default () => ({
  basic: Mustache.render("{{title}} & {{{raw}}} {{&raw}} {{missing}}", { title: "<T>", raw: "<b>" }),
  sections: Mustache.render("{{#list}}<{{name}}{{^last}},{{/last}}>{{/list}}{{^none}}empty{{/none}}", { list: [{ name: "a" }, { name: "b", last: true }], none: [] }),
  dotted: Mustache.render("{{a.b.c}} {{#a}}{{b.c}}{{/a}} {{#words}}{{.}} {{/words}}", { a: { b: { c: 7 } }, words: ["x", "y"] }),
  lambda: Mustache.render("{{#bold}}Hi {{name}}.{{/bold}} {{upper}}", { name: "Tater", bold: () => (text, render) => "<b>" + render(text) + "</b>", upper() { return this.name.toUpperCase(); } }),
  partials: Mustache.render("{{#names}}\n  {{> user}}\n{{/names}}", { names: [{ n: 1 }, { n: 2 }] }, { user: "<{{n}}>\n" }),
  delimiters: Mustache.render("{{=<% %>=}}<% a %> {{a}}", { a: 1 }),
  tokens: Mustache.parse("a {{b}} {{#c}}d{{/c}}"),
  escape: Mustache.render("{{a}}", { a: "\"'/`=<>&" }),
  error: (() => { try { return Mustache.render("{{#a}}", {}); } catch (error) { return error.message; } })(),
});
