import * as prettier from "prettier/standalone";
import * as babel from "prettier/plugins/babel";
import * as estree from "prettier/plugins/estree";
import * as markdown from "prettier/plugins/markdown";
import * as postcss from "prettier/plugins/postcss";

export default async () => {
  const format = async (text, parser, options) => { try { return await prettier.format(text, { parser, plugins: [babel, estree, markdown, postcss], ...options }); } catch (error) { return [error.name, error.message]; } };
  return {
    js: await format("const a={b:1,'c-d':[1,2,3],e(){return this}};async function* f({x,y=2},...z){for await(const q of z)yield q?.r??await x}\n// tail\nconst long = someFunction(argumentNumberOne, argumentNumberTwo).then((result) => result.data).catch(error => { throw error });if(a)b();else if(c)d()", "babel"),
    options: await format("const s = 'x'; let f = x => ({a: \"it's\"})", "babel", { semi: false, singleQuote: true, tabWidth: 4, arrowParens: "avoid" }),
    jsx: await format("const e=<div className='a' {...p}>{list.map(i=><Item key={i}/>)} text that is rather long and has to be broken somewhere</div>", "babel"),
    json: await format('{"b":[1,2,{"c":null}],\n"a":"x"}', "json"),
    markdown: await format("Title\n===\n* a\n* b\n    1. c\n\n|a|b|\n|-|:-:|\n|long cell|x|\n\n```js\nfoo( )\n```", "markdown"),
    css: await format("a{color:RED;background:URL(x.png)}@media (max-width:100px){.b>.c{margin:0 auto}}", "css"),
    error: await format("let = ;", "babel"),
    cursor: await prettier.formatWithCursor("foo ( a,b )", { cursorOffset: 6, parser: "babel", plugins: [babel, estree] }),
    check: await prettier.check("a;\n", { parser: "babel", plugins: [babel, estree] }),
  };
};
