// Differences that are known, each with its reason.
"use strict";

const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);
const without = (lines, pattern) => lines.filter((line) => !pattern.test(line));

const KNOWN = [
  // An assertion of Node's own fails, and what follows is left undone.
  { theirs: /ERR_INTERNAL_ASSERTION/ },
  // A function that Node has forgotten already is called: a transform is cancelled that has been terminated.
  { theirs: /Algorithm is not a function/ },
  // Node makes the promise of `ready` when it is asked for, so that one of a closed stream forgets that it was about to fail.
  { pair: [/^(w\d+ )?ready failed/, /^(w\d+ )?ready ok undefined$/] },
  // So does that of `closed`: it fails at once where an abort is still under way.
  { has: /abort/, when: (ours, theirs) => isSame(without(ours, /^w\d* ?closed failed/), without(theirs, /^w\d* ?closed failed/)) && isSame([...ours].sort(), [...theirs].sort()) },
  // Two reads of one iterator that wait for the end: Node settles the first alone.
  { has: /\.values\(/, when: (ours, theirs) => ours.length > theirs.length && theirs.every((line) => ours.includes(line)) },
  // The source closes while half an element has been read, which the standard says cannot be in a tee: it throws from inside.
  { family: "byteTee", ours: /Partial read/, theirs: /Partial read/ },
  { family: "mixed", ours: /Partial read/, theirs: /Partial read/ },
  // Another decoder of Node's says it in other words.
  { family: "text", theirs: /of SharedArrayBuffer, ArrayBuffer/ },
  // A byte order mark is one at the start of a stream alone; Node also drops one that follows an incomplete character.
  { family: "text", has: /0xf0, 0x9f\](.|\n)*0xef, 0xbb, 0xbf/, pair: [/\ufeff/, /\ufffd/] },
];

const pairsMatch = ([our, their], ours, theirs) => ours.length === theirs.length
  && ours.every((line, at) => line === theirs[at] || (our.test(line) && their.test(theirs[at])));

function accepted(family, text, ours, theirs) {
  return KNOWN.some((known) => (known.family === undefined || known.family === family)
    && (known.has === undefined || known.has.test(text))
    && (known.ours === undefined || ours.some((line) => known.ours.test(line)))
    && (known.theirs === undefined || theirs.some((line) => known.theirs.test(line)))
    && (known.pair === undefined || pairsMatch(known.pair, ours, theirs))
    && (known.when === undefined || known.when(ours, theirs)));
}

module.exports = { accepted };
