// Whole reads of standard input and whole writes of standard output, for scripts that answer what comes
// through pipes.
"use strict";
const { readSync, writeSync } = require("node:fs");

// Fills the bytes; false where the input ends before.
const readAll = (bytes) => {
  for (let at = 0; at < bytes.length;) {
    let count;
    try {
      count = readSync(0, bytes, at, bytes.length - at, null);
    } catch (error) {
      if (error.code === "EAGAIN") continue;
      throw error;
    }
    if (count === 0) return false;
    at += count;
  }
  return true;
};

const writeAll = (bytes) => { for (let at = 0; at < bytes.length;) at += writeSync(1, bytes, at); };

module.exports = { readAll, writeAll };
