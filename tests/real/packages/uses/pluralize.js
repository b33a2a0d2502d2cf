import pluralize from "pluralize";

export default () => {
  const words = "cat bus wolf woman child foot analysis index matrix quiz ox hero photo piano sheep deer fish person Thesis DATUM alumnus cactus criterion appendix toy city leaf knife mouse tooth goose dice axis octopus schema potato echo series species news USA iPhone".split(" ");
  const many = words.map((word) => pluralize(word));
  pluralize.addIrregularRule("regex", "regexii");
  pluralize.addUncountableRule("paper");
  pluralize.addPluralRule(/gex$/i, "gexes");
  pluralize.addSingularRule(/singles$/i, "singular");
  return {
    many,
    one: many.map((word) => pluralize.singular(word)),
    counted: [pluralize("test", 1, true), pluralize("test", 5, true), pluralize("蘋果", 2, true), pluralize("tests", 1)],
    is: words.slice(0, 12).map((word) => [pluralize.isPlural(word), pluralize.isSingular(word)]),
    rules: [pluralize("regex"), pluralize("paper"), pluralize.singular("singles")],
  };
};
