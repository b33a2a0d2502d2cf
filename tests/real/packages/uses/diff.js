import { applyPatch, applyPatches, convertChangesToXML, createPatch, createTwoFilesPatch, diffArrays, diffChars, diffCss, diffJson, diffLines, diffSentences, diffTrimmedLines, diffWords, diffWordsWithSpace, formatPatch, parsePatch, reversePatch, structuredPatch } from "diff";

export default () => {
  const before = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\n", after = "one\n2\nthree\nfour\nfive\nsix and a half\nseven\neight\nnine";
  const short = (changes) => changes.map(({ value, added, removed }) => [added ? "+" : removed ? "-" : "=", value]);
  const patch = createPatch("file.txt", before, after, "old", "new", { context: 1 });
  return {
    chars: short(diffChars("restaurant", "aura")),
    words: [short(diffWords("The quick, brown fox", "The slow brown  fox!")), short(diffWordsWithSpace("a  b", "a b")), short(diffWords("ABC x", "abc y", { ignoreCase: true }))],
    lines: [short(diffLines(before, after)), short(diffTrimmedLines(" a\nb", "a\n b\nc"))],
    more: [short(diffSentences("One. Two! Three?", "One. 2! Three?")), short(diffCss("a { b: c }", "a { b: d }")), short(diffJson({ b: 1, a: [1, 2] }, { a: [1, 3], b: 1 })), short(diffArrays([1, 2, 3], [1, 3, 4]))],
    patch,
    two: createTwoFilesPatch("a", "b", "x\n", "x"),
    parsed: parsePatch(patch),
    applied: [applyPatch(before, patch) === after, applyPatch("zero\n" + before, patch) === "zero\n" + after, applyPatch("other", patch)],
    reversed: applyPatch(after, reversePatch(parsePatch(patch)[0])) === before,
    formatted: formatPatch(structuredPatch("a", "b", "1\n2\n", "1\n3\n")),
    xml: convertChangesToXML(diffWords("a <b>", "a <c>")),
    many: (() => { const log = []; applyPatches(patch, { loadFile: (index, done) => done(null, before), patched: (index, text, done) => { log.push(text.length); done(); }, complete: (error) => log.push(error ?? "end") }); return log; })(),
    bounded: diffChars("a".repeat(30), "b".repeat(30), { maxEditLength: 5 }) ?? "too far",
  };
};
