//! about = "Replacements by functions, groups and literal dollars over many files."
//! [files]
//! "/p/price.html" = "<b>$10.00</b> and <b>$7.5</b>\n"
//! "/p/page.html" = "<img src=\"a.png\"><img alt='x' src='b.png'>\n"
//! "/p/css/site.css" = "a { margin: 10px 5px; color: #FFF }\n"

async () => {
  const results = [];
  for (const path of await state.glob("/p/*.html")) {
    const { replaced } = await state.replaceInFile(path, /\$(\d+(?:\.\d+)?)/g, (all, amount) => `€${(Number(amount) * 0.5).toFixed(2)}`);
    results.push([path, replaced]);
  }
  const literal = await state.replaceInFile("/p/price.html", "and", "$& costs $$ and $1");
  const swapped = await state.replaceInFile("/p/page.html", /<img(?<before>[^>]*?) ?src=(["'])(?<file>.*?)\2/g, "<img$<before> src=$2/static/$<file>$2 loading=\"lazy\"");
  const css = await state.replaceInFiles("/p/**/*.css", "(\\d+)px", "${$1}rem", { regex: true });
  const upper = await state.replaceInFiles("/p/**/*.css", /#([0-9a-f]{3})\b/i, "#$1$1");
  const limited = await state.replaceInFile("/p/page.html", "img", "IMG", { caseSensitive: false });
  const texts = {};
  for (const path of await state.glob("/p/**", { nodir: true })) texts[path] = await state.readFile(path);
  return { results, counts: [literal.replaced, swapped.replaced, css.totalReplacements, upper.totalReplacements, limited.replaced], texts };
}
//= result: {
//=   results: [["/p/page.html", 0], ["/p/price.html", 2]],
//=   counts: [1, 2, 2, 1, 2],
//=   texts: {
//=     "/p/css/site.css": "a { margin: ${10}rem ${5}rem; color: #FFFFFF }\n",
//=     "/p/page.html": "<IMG src=\"/static/a.png\" loading=\"lazy\"><IMG alt='x' src='/static/b.png' loading=\"lazy\">\n",
//=     "/p/price.html": "<b>€5.00</b> $& costs $$ and $1 <b>€3.75</b>\n",
//=   },
//= }
//= console.warn: note: $1 was taken literally: groups exist with { regex: true }
//= changed: /p/css/site.css (36 -> 47)
//= changed: /p/page.html (43 -> 89)
//= changed: /p/price.html (30 -> 49)
