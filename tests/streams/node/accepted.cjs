// Where an answer of the sandbox is another than Node's, and why that is right or known. Each entry says which
// programs it is about, and takes what differs out of both logs; with `isWhole`, the rest of them may differ too.
"use strict";

const without = (pattern, instead = "") => (line) => line.replace(pattern, instead);
const known = [
  {
    // The text of an error that the engine throws, for a generator that delegates to an iterator without `throw`.
    reason: "the engine's own words",
    families: ["readable", "pipeline", "operators", "pipe", "transform", "compose", "readline"],
    change: without(/(The iterator does not provide a 'throw' method\.?|(sync )?iterator does not have a throw method)/gu, "no throw"),
  },
  {
    // Node takes the callback of `fs.read` behind two or five arguments only; here it may come behind others too.
    reason: "a callback in another place is taken",
    families: ["descriptors"],
    isAbout: (program, ours, theirs) => theirs.some((line) => line.startsWith("read threw TypeError ERR_INVALID_ARG_TYPE The \"cb\" argument") || line.startsWith("read threw TypeError ERR_INVALID_ARG_TYPE The \"options\" argument")),
    change: (line) => (line.startsWith("read ") ? "read" : line),
  },
  {
    // `path.win32.join` of names of devices (`nul:`), which Node settles in some places and not in others.
    reason: "names of devices among the parts of a join",
    families: ["win32"],
    isAbout: (program) => /nul:|CON/u.test(program),
    change: (line) => (/^(join|normalize) /u.test(line) ? line.split(" ")[0] : line),
  },
  {
    reason: "the way from one share of a server to another",
    families: ["win32"],
    isAbout: (program) => /srv/u.test(program),
    change: (line) => (line.startsWith("relative ") ? "relative" : line),
  },
  {
    // A write stream that could not be opened and is not to be closed has no descriptor; Node then fails over it
    // inside of `end`.
    reason: "a stream without a file is ended",
    families: ["writeStream"],
    isAbout: (program, ours, theirs) => program.includes("autoClose: false") && theirs.some((line) => line.startsWith("rejected TypeError ERR_INVALID_ARG_TYPE The \"fd\"")),
    isWhole: true,
  },
  {
    // Node tells of a write that has failed only when the stream is closed.
    reason: "a failed write of a stream of the web is told at once",
    families: ["web"],
    isAbout: (program) => program.includes("Writable.toWeb") && /new Error\('w'\)/u.test(program),
    isWhole: true,
  },
  {
    // What a half of a pair that was destroyed with another error means for the pair.
    reason: "a pair of streams of which one could not be made",
    families: ["compose"],
    isAbout: (program) => program.includes("callback(new Error('no'))"),
    isWhole: true,
  },
  {
    // Buffers decode text in base64 that no digit is of, up to the first character of two units.
    reason: "Buffer.from of text that is no base64",
    families: ["writable", "finished", "transform"],
    isAbout: (program) => program.includes("\"base64\""),
    change: without(/Buffer<[0-9a-f]*>/gu, "Buffer"),
  },
  {
    // The library tells where data is damaged, and not how.
    reason: "the words for damaged data",
    families: ["zlib"],
    isAbout: (program, ours) => ours.some((line) => line.includes("invalid compressed data")),
    change: without(/Z_DATA_ERROR [a-z ]*/gu, "Z_DATA_ERROR"),
  },
  {
    // What the first bytes of compressed data hold depends on how it was compressed.
    reason: "what there is of cut data",
    families: ["zlib"],
    isAbout: (program) => program.includes("packed.subarray(0") && program.includes("finishFlush"),
    isWhole: true,
  },
  {
    // Node says of a chunk that fails how much was looked at.
    reason: "what is written of a damaged input",
    families: ["zlib"],
    isAbout: (program, ours) => ours.some((line) => line.includes(" error ")),
    isWhole: true,
  },
  {
    // Each library has its own words for damage.
    reason: "the words for damaged data of Brotli and Zstandard",
    families: ["decompressed"],
    isAbout: (program, ours, theirs) => [ours, theirs].every((lines) => lines.some((line) => /ZSTD_error|ERR__ERROR/u.test(line))),
    change: without(/(?:ZSTD_error|ERR__ERROR)_\w+[^|]*/gu, ""),
  },
  {
    // A value that is damaged and too large: which of the two comes first.
    reason: "one of two mistakes",
    families: ["decompressed"],
    isAbout: (program, ours, theirs) => program.includes("maxOutputLength") && [ours, theirs].every((lines) => lines.some((line) => /ERR_|Z_BUF_ERROR|ZSTD_error/u.test(line))),
    isWhole: true,
  },
  {
    // The library passes over bits that have no meaning yet; in pieces Node may pass over the checksum.
    reason: "damage of Zstandard that one of the two notices",
    families: ["decompressed"],
    isAbout: (program, ours, theirs) => /zstd/iu.test(program) && program.includes("packed.map(") && [...ours, ...theirs].some((line) => line.includes("ZSTD_error")),
    isWhole: true,
  },
  {
    // In Node it depends on the sizes of pieces whether it takes a second frame, passes over what follows the first,
    // or fails there. All frames are read here, and nothing else that follows.
    reason: "what follows the end of a frame of Zstandard",
    families: ["decompressed"],
    isAbout: (program) => /zstd/iu.test(program) && program.includes("Buffer.concat([packed"),
    isWhole: true,
  },
  {
    // Node takes what there is of a cut frame for the whole, without an error.
    reason: "Zstandard that is cut",
    families: ["decompressed"],
    isAbout: (program, ours) => /zstd/iu.test(program) && ours.some((line) => line.includes("unexpected end of file")),
    isWhole: true,
  },
  {
    // Node reads no larger windows than it was told, and forgets the first byte of what only begins as gzip.
    reason: "the window, and a byte of gzip alone",
    families: ["zlib"],
    isAbout: (program) => /windowBits|\\u001f/u.test(program),
    isWhole: true,
  },
  {
    // Which of a stage's read ahead and of the next one's end comes first. Node compresses in other threads.
    reason: "order within one turn of the loop",
    families: ["zlib", "operators", "pipeline", "readable", "readline", "readStream", "compose", "transform"],
    isAbout: (program, ours, theirs) => ours.length === theirs.length,
    change: (line) => line,
    isSorted: true,
  },
];

// The reason for which two logs count as the same, if there is one.
const accepted = (family, program, ours, theirs) => {
  let [one, other] = [ours, theirs];
  for (const { reason, families, isAbout = () => true, change, isSorted = false, isWhole = false } of known) {
    if (!families.includes(family) || !isAbout(program, ours, theirs)) continue;
    if (isWhole) return reason;
    [one, other] = [one.map(change), other.map(change)];
    const ordered = (lines) => (isSorted ? lines.toSorted() : lines);
    if (JSON.stringify(ordered(one)) === JSON.stringify(ordered(other))) return reason;
  }
  return undefined;
};
module.exports = { accepted };
