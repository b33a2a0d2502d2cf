import FlexSearch from "flexsearch";

const { Charset, Document, Encoder, Index } = FlexSearch;

export default () => {
  const index = new Index({ tokenize: "forward" });
  ["cats and dogs", "a cat naps", "dogs bark at cats", "Öl für Käfer"].forEach((text, id) => index.add(id, text));
  const documents = new Document({ document: { id: "id", index: ["title", "body"], store: true } });
  documents.add({ id: 1, title: "first steps", body: "walk the dog" });
  documents.add({ id: 2, title: "second dog", body: "run" });
  const found = { cat: index.search("cat"), both: index.search("dogs cats"), umlaut: index.search("kafer"), limit: index.search("cat", 1), none: index.search("zebra") };
  index.update(1, "a bird naps").remove(2);
  return {
    ...found,
    after: index.search("cat"),
    suggest: index.search("cats zebra", { suggest: true }),
    documents: documents.search("dog", { enrich: true }),
    merged: documents.search("dog", { merge: true }),
    encoded: new Encoder(Charset?.LatinAdvanced ?? {}).encode("Björn-Phillipp Mayer").length > 0,
    full: (() => { const full = new Index({ tokenize: "full", resolution: 9 }); full.add(1, "undefinable"); return full.search("fin"); })(),
  };
};
