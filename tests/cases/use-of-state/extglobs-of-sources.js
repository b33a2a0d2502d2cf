//! about = "Patterns of bash: negation, alternatives, ranges and classes."
//! [files]
//! "/g/a1.js" = ""
//! "/g/a2.ts" = ""
//! "/g/a3.css" = ""
//! "/g/b10.js" = ""
//! "/g/b2.test.js" = ""
//! "/g/.dot.js" = ""
//! "/g/sub/c.js" = ""
//! "/g/empty" = { dir = true }

async () => {
  const patterns = ["/g/!(*.js)", "/g/!(*.test).js", "/g/@(a|b)[[:digit:]].?s", "/g/{a,b}{1..3}.*", "/g/+([a-z]|[0-9]).js", "/g/*([!.]).js", "/g/**/", "/g/?(b)*2*", "/g/{sub,none}/**", "/g/b{09..11}.js", "/g/[^a]*.js"];
  const found = {};
  for (const pattern of patterns) found[pattern] = (await state.glob(pattern)).map((p) => p.slice(3));
  return found;
}
//= result: {
//=   "/g/!(*.js)": ["a2.ts", "a3.css", "empty", "sub"],
//=   "/g/!(*.test).js": [".dot.js", "a1.js", "b10.js"],
//=   "/g/@(a|b)[[:digit:]].?s": ["a1.js", "a2.ts"],
//=   "/g/{a,b}{1..3}.*": ["a1.js", "a2.ts", "a3.css", "b2.test.js"],
//=   "/g/+([a-z]|[0-9]).js": ["a1.js", "b10.js"],
//=   "/g/*([!.]).js": ["a1.js", "b10.js"],
//=   "/g/**/": ["empty", "sub"],
//=   "/g/?(b)*2*": ["a2.ts", "b2.test.js"],
//=   "/g/{sub,none}/**": ["sub/c.js"],
//=   "/g/b{09..11}.js": ["b10.js"],
//=   "/g/[^a]*.js": [".dot.js", "b10.js", "b2.test.js"],
//= }
