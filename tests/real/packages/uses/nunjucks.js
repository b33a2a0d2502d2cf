import nunjucks from "nunjucks/browser/nunjucks.js";

// A template is compiled into the text of a function.
export default () => {
  const attempt = (f) => { try { return f(); } catch (error) { return [error.name, error.message.split("\n")[0]]; } };
  const tree = nunjucks.parser.parse("{% for i in list | sort %}{{ i.a[0] + 2 ~ 'x' }}{% else %}no{% endfor %}{% if not a and b == 1 %}{{ f(1, k=2) | upper }}{% endif %}");
  const kinds = [];
  const walk = (node) => { if (!node) return; kinds.push(node.typename); node.iterFields?.((value) => { if (value?.typename) walk(value); }); node.children?.forEach(walk); };
  walk(tree);
  return {
    kinds,
    tokens: (() => { const list = []; const tokens = nunjucks.lexer.lex("a {{ b + 1.5 }} {# c #} {% set d = [1, 'e'] -%}  f"); for (let token; (token = tokens.nextToken());) list.push([token.type, token.value]); return list; })(),
    compiled: attempt(() => nunjucks.precompileString ? 1 : nunjucks.compiler.compile("Hi {{ name }}{% block x %}y{% endblock %}", [], [], "t", {}).length > 100),
    rendered: attempt(() => new nunjucks.Environment().renderString("Hi {{ name | title }}", { name: "ann b" })),
    loops: attempt(() => new nunjucks.Environment().renderString("{% macro m(x, y=2) %}{{ x }}-{{ y }}{% endmacro %}{% for k, v in o %}{{ loop.index }}{{ k }}={{ v | safe }}{% if not loop.last %},{% endif %}{% endfor %} {{ m(1) }} {% set z = [1, 2] | join('+') %}{{ z }}", { o: { a: "<i>", b: 2 } })),
    filters: [new nunjucks.Environment().getFilter("capitalize")("hELLO"), new nunjucks.Environment().getFilter("batch")([1, 2, 3], 2), nunjucks.lib.escape("<a>")],
    error: attempt(() => nunjucks.parser.parse("{% if %}")),
  };
};
