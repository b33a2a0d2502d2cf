import { Minimatch, braceExpand, escape, filter, minimatch, unescape } from "minimatch";

export default () => {
  const files = ["a.js", "b.ts", "src/a.js", "src/deep/x.test.js", ".hidden", "src/.git/x", "foo[1].txt", "A.JS", "ab", "abc", "b/c/d", "file10.txt", "ü.js"];
  const patterns = ["*.js", "**/*.js", "src/**", "{a,b}.{js,ts}", "!(a|b)*", "+(a|b|c)", "?(a)b*", "@(a|ab)c", "[!a-c]*", "*.{js,ts}", "file{1..12}.txt", "foo\\[1\\].txt", "**/.*", "[[:alpha:]].js", "!*.js", "b/*/d", "**", "src/**/x*"];
  return {
    matches: patterns.map((pattern) => files.filter((file) => minimatch(file, pattern))),
    options: [minimatch(".a", "*", { dot: true }), minimatch("A.JS", "*.js", { nocase: true }), minimatch("x/a.js", "*.js", { matchBase: true }), minimatch("#a", "#a", { nocomment: true }), minimatch("a/b", "a\\b", { windowsPathsNoEscape: true })],
    expanded: braceExpand("{a,b{1..3},c}d{e,f}"),
    sets: new Minimatch("a/{b,c}/*.js").set.map((set) => set.map(String)),
    filtered: files.filter(filter("*b*")),
    escape: [escape("a*[b]"), unescape("a[*]")],
    magic: ["abc", "a*", "{a,b}"].map((pattern) => new Minimatch(pattern).hasMagic()),
  };
};
