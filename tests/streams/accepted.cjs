// Differences that are known, each with its reason.
"use strict";

const KNOWN = [
  // An assertion of Node's own fails, and what follows is left undone.
  { theirs: /ERR_INTERNAL_ASSERTION/ },
];

function accepted(family, text, ours, theirs) {
  return KNOWN.some((known) => (known.family === undefined || known.family === family)
    && (known.has === undefined || known.has.test(text))
    && (known.ours === undefined || ours.some((line) => known.ours.test(line)))
    && (known.theirs === undefined || theirs.some((line) => known.theirs.test(line))));
}

module.exports = { accepted };
