import * as csstree from "css-tree";

export default () => {
  const tree = csstree.parse(".a > b:not(.c)::after, d[e~='f' i] { width: calc(100% - 2 * var(--x, 3px)); color: RED!important; u: url(x) } @media (width >= 600px) and print { g { h: 1e3 U+26 } }", { positions: true });
  const names = [];
  csstree.walk(tree, { enter(node) { names.push(node.type); } });
  const classes = csstree.findAll(tree, (node) => node.type === "ClassSelector").map((node) => node.name);
  const match = (property, value) => { const found = csstree.lexer.matchProperty(property, value); return found.error ? found.error.message.split("\n")[0] : "matches"; };
  csstree.walk(tree, (node, item, list) => { if (node.type === "Declaration" && node.property === "u") list.remove(item); });
  return {
    names, classes,
    generated: csstree.generate(tree),
    plain: csstree.toPlainObject(csstree.parse("a{b:c}")),
    lexer: [match("color", "rgb(1, 2, 3)"), match("color", "nonsense()"), match("border", "1px solid red"), match("margin", "1px 2px 3px 4px 5px"), match("grid-template-areas", "'a b'"), match("transition", "all 1s ease-in 2s")],
    tokens: (() => { const list = []; csstree.tokenize("a{b:1px \"x\"/*c*/}", (type, start, end) => list.push([csstree.tokenNames[type], start, end])); return list; })(),
    errors: (() => { const list = []; csstree.parse("a{b:;c} }", { onParseError: (error) => list.push(error.message) }); return list; })(),
    value: csstree.generate(csstree.parse("1px + 2em", { context: "value" })),
    syntax: csstree.definitionSyntax.generate(csstree.definitionSyntax.parse("[ <length> | auto ]{1,4} && foo#?")),
    ident: [csstree.ident.encode("1a b"), csstree.string.decode("'a\\62 c'"), csstree.url.encode("x y")],
  };
};
