import picomatch from "picomatch";

export default () => {
  const files = ["a.js", "a/b.js", "a/b/c.md", ".x/y.js", "foo.txt", "bar.txt", "f(o).txt", "z1.js", "z25.js", "é.js"];
  const patterns = ["*.js", "**/*.js", "a/**", "!*.js", "{foo,bar}.txt", "*(foo|bar).txt", "!(foo).txt", "z{1..9}.js", "z[0-9]*.js", "?.js", "[[:word:]].js", "**/[!.]*.md", "f\\(o\\).txt", "@(a|z)*/*"];
  return {
    matches: patterns.map((pattern) => files.filter(picomatch(pattern))),
    options: [picomatch("*.js", { dot: true })(".a.js"), picomatch("*.JS", { nocase: true })("a.js"), picomatch("b.js", { basename: true })("a/b.js"), picomatch("*", { ignore: ["a*"] })("ab"), picomatch(["a", "b"])("b")],
    regexp: patterns.map((pattern) => picomatch.makeRe(pattern).source),
    scanned: picomatch.scan("!./foo/*/{a,b}.js", { tokens: true }),
    parsed: picomatch.parse("a/*.{js,ts}").tokens.map((token) => [token.type, token.value]),
    hooks: (() => { const log = []; const isMatch = picomatch("a*", { onMatch: ({ input }) => log.push(input), onIgnore: ({ input }) => log.push("-" + input), ignore: "ab" }); ["aa", "ab", "b"].forEach(isMatch); return log; })(),
    capture: picomatch.makeRe("(a|b)/*.js", { capture: true }).exec("a/x.js"),
    error: (() => { try { return picomatch("")("x"); } catch (error) { return [error.name, error.message]; } })(),
  };
};
