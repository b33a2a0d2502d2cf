import lunr from "lunr";

export default () => {
  const documents = [
    { id: "1", title: "Green plants", body: "Professor Plumb has a green plant in his study", boost: 1 },
    { id: "2", title: "The candlestick", body: "Miss Scarlett was waiting in the ballroom with candlesticks", boost: 2 },
    { id: "3", title: "Running", body: "He runs and was running while others ran to the green study", boost: 1 },
  ];
  const index = lunr(function () {
    this.ref("id");
    this.field("title", { boost: 10 });
    this.field("body");
    this.metadataWhitelist = ["position"];
    documents.forEach((document) => this.add(document, { boost: document.boost }));
  });
  const search = (text) => index.search(text).map((result) => [result.ref, result.score.toFixed(6), Object.keys(result.matchData.metadata)]);
  return {
    plain: search("green study"),
    stemmed: search("running candlestick"),
    wild: search("pl* *stick"),
    fielded: search("title:green body:green"),
    fuzzy: search("studi~1 scarlet~2"),
    required: search("+green -plumb"),
    boosted: search("green^10 waiting"),
    positions: index.search("plumb")[0].matchData.metadata,
    loaded: lunr.Index.load(JSON.parse(JSON.stringify(index))).search("study").length,
    stems: ["happiness", "relational", "conditional", "generalizations", "flies"].map((word) => lunr.stemmer(new lunr.Token(word)).toString()),
    tokens: lunr.tokenizer("Hello, big-wide  World").map(String),
    error: (() => { try { return index.search("nofield:x"); } catch (error) { return [error.name, error.message]; } })(),
  };
};
