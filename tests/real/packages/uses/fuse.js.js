import Fuse from "fuse.js";

export default () => {
  const books = [["Old Man's War", "John Scalzi"], ["The Lock Artist", "Steve Hamilton"], ["HTML5", "Remy Sharp"], ["Right Ho Jeeves", "P.D Woodhouse"], ["The Code of the Wooster", "P.D Woodhouse"], ["Thank You Jeeves", "P.D Woodhouse"]].map(([title, name]) => ({ title, author: { name, tags: [name[0]] } }));
  const fuse = new Fuse(books, { keys: ["title", { name: "author.name", weight: 2 }], includeScore: true, includeMatches: true });
  const short = (results) => results.map(({ item, score, refIndex }) => [item.title ?? item, score?.toFixed(6), refIndex]);
  return {
    woodhouse: short(fuse.search("woodhose")),
    matches: fuse.search("jeevs").map(({ matches }) => matches.map(({ key, indices }) => [key, indices])),
    limit: short(fuse.search("the", { limit: 2 })),
    extended: short(new Fuse(books, { keys: ["title"], useExtendedSearch: true, includeScore: true }).search("^The !Lock | 'html")),
    logical: short(new Fuse(books, { keys: ["title", "author.name"], includeScore: true }).search({ $and: [{ title: "jeeves" }, { "author.name": "wood" }] })),
    words: short(new Fuse(["apple", "orange", "grape", "pineapple"], { includeScore: true, threshold: 0.3 }).search("aple")),
    exact: new Fuse(["Äpfel", "apfel"], { isCaseSensitive: true, ignoreDiacritics: true }).search("apfel").length,
    changed: (() => { const list = new Fuse(["a", "b"]); list.add("ab"); list.remove((item) => item === "a"); return short(list.search("a")); })(),
    long: short(new Fuse(["x".repeat(40) + "needle" + "y".repeat(20)], { ignoreLocation: true, includeScore: true }).search("neadle")),
    index: Fuse.createIndex(["title"], books).toJSON().records.length,
  };
};
