import postcss from "postcss";

const css = `@charset "utf-8";
:root { --main: #06c; }
/* note */
a, .b > c::before { color: var(--main) !important; content: "\\201C;}"; background: url(data:image/png;base64,AA==) }
@media screen and (min-width: 100px) { .d { margin: 0 auto; &:hover { top: calc(1px + 2%) } } }
@font-face { font-family: "X" }
`;

export default async () => {
  const doubled = { postcssPlugin: "double", Once(root) { root.walkDecls((decl) => { decl.value = decl.value.replace(/(\d+)px/g, (all, n) => `${n * 2}px`); }); }, Declaration: { color(decl) { if (decl.prop === "color") decl.cloneBefore({ prop: "fill" }); } }, RuleExit(rule, { result }) { if (rule.nodes.length > 2) result.warn("many", { node: rule }); } };
  const result = await postcss([doubled]).process(css, { from: undefined });
  const root = postcss.parse(css);
  const kinds = [];
  root.walk((node) => { kinds.push([node.type, node.selector ?? node.prop ?? node.name ?? node.text, node.source.start.line, node.source.end.column]); });
  root.first.remove();
  root.append(postcss.rule({ selector: ".new" }).append({ prop: "width", value: "1px" }));
  const wrong = (text) => { try { postcss.parse(text); return "fine"; } catch (error) { return [error.name, error.reason, error.line, error.column]; } };
  return {
    css: result.css, warnings: result.warnings().map(String), kinds, changed: root.toString(),
    errors: ["a {", "a { b }", "a { content: 'x }", "}", "/* x"].map(wrong),
    json: postcss.fromJSON(JSON.parse(JSON.stringify(postcss.parse("a{b:c}").toJSON()))).toString(),
    lists: [postcss.list.comma("a(1, 2), b"), postcss.list.space("1px 'x y' z")],
    raws: postcss.parse("a  {\tcolor : red ;; }").first.raws,
  };
};
