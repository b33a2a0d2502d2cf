import MiniSearch from "minisearch";

export default () => {
  const search = new MiniSearch({ fields: ["title", "text"], storeFields: ["title"], searchOptions: { boost: { title: 2 } } });
  search.addAll([
    { id: 1, title: "Moby Dick", text: "Call me Ishmael. Some years ago..." },
    { id: 2, title: "Zen and the Art of Motorcycle Maintenance", text: "I can see by my watch..." },
    { id: 3, title: "Neuromancer", text: "The sky above the port was..." },
    { id: 4, title: "Zen and the Art of Archery", text: "At first sight it must seem..." },
  ]);
  const short = (results) => results.map((result) => [result.id, result.title, result.score.toFixed(6), result.terms]);
  const found = {
    plain: short(search.search("zen art motorcycle")),
    prefix: short(search.search("moto", { prefix: true })),
    fuzzy: short(search.search("ismael", { fuzzy: 0.2 })),
    and: short(search.search("zen archery", { combineWith: "AND" })),
    tree: short(search.search({ combineWith: "AND_NOT", queries: ["zen", "motorcycle"] })),
    filtered: short(search.search("the", { filter: (result) => result.id > 2 })),
    suggest: search.autoSuggest("zen ar").map(({ suggestion, score }) => [suggestion, score.toFixed(6)]),
    wild: search.search(MiniSearch.wildcard).length,
  };
  search.discard(2);
  search.replace({ id: 3, title: "Count Zero", text: "They set a slamhound" });
  search.vacuum?.();
  return { ...found, after: short(search.search("zen count")), counts: [search.documentCount, search.termCount, search.has(2)], loaded: MiniSearch.loadJSON(JSON.stringify(search), { fields: ["title", "text"], storeFields: ["title"] }).search("archery").length };
};
