// Differences that are known, each with its reason. Those that are `broken` are of texts with a mistake alone.
"use strict";

const KNOWN = [
  // The package reads no further than the first letter that belongs to no decimal number: 0x1f is 0, 0b1 too.
  { subject: "csv-parse strict", has: /\b0[xob]/ },
  // Of two mistakes the one in the form of the text is found first.
  { subject: "csv-parse strict", theirs: /INCONSISTENT/, isBroken: true },
  // It also takes the no-break space and the byte order mark for white space around cells, and text between a quote and
  // the delimiter for an error where quotes are relaxed.
  { subject: "csv-parse cast", has: /[\u00a0\ufeff]/ },
  { subject: "csv-parse cast", theirs: /NON_TRIMABLE/ },
  // Malformed quotes at the end of a text are one mistake here, and several there; other white space than spaces ends a
  // cell in quotes there.
  { subject: "papaparse", has: /"/ },
  // An empty item at the end of an inner list is joined with what follows by the package.
  { subject: "js-yaml", has: /-\s*\n/ },
  // Empty keys are null here.
  { subject: "js-yaml", has: /^\s*(- )*\s*:/m },
  // What is merged has to be an object.
  { subject: "js-yaml", ours: /<< takes/ },
  // A text without quotes goes on in a line that is less indented, as the specification has it; the mark of a document
  // needs white space behind it; a lone mark of a tag makes a text of what follows.
  { subject: "js-yaml", theirs: /end of the stream|bad indentation|expected/, isBroken: true },
  { subject: "js-yaml", has: /---\S|!|\t/, isBroken: true },
  // A carriage return ends a line, as the specification has it.
  { subject: "yaml", has: /[\r\t]/, isBroken: true },
  // Values in braces need white space in front of them.
  { subject: "yaml", ours: /may not precede|did not find expected/, isBroken: true },
  { subject: "yaml", theirs: /./, isBroken: true },
  // What the packages write of these reads back as something else, or as nothing: they are in quotes here. Whole documents
  // that are a text which begins with a blank, has empty lines alone, or would end the document; texts of blanks alone.
  { subject: "js-yaml dump", has: /^(?:\n* |\n+$|\.\.\.)/ },
  { subject: "yaml stringify", has: /^(?:\n* |\ufeff)|" \\n"/ },
  // The package loses a section whose dots have backslashes where one with the same dots is there.
  { subject: "ini parse", has: /\[q\.r\][^]*\[q\\\.r\]/, isBroken: true },
  // The package takes no time in front of the end of a line, and dates that are cut off.
  { subject: "@iarna/toml", theirs: /^(Unexpected character|Incomplete datetime)/ },
  { subject: "@iarna/toml", ours: /carriage return|no such date/, isBroken: true },
  { subject: "smol-toml", ours: /no such date/, isBroken: true },
  { subject: "toml", ours: /no such date/, isBroken: true },
  // It writes 1e-7 as 1e-7.undefined, and nothing of what follows an object in a list and is none.
  { subject: "@iarna/toml stringify", has: /e-7/ },
  { subject: "@iarna/toml stringify", has: /\[.*\{/ },
  // A text that is not well-formed is an error.
  { subject: "fast-xml-parser", ours: /./, isBroken: true },
  { subject: "XMLValidator", has: /./, isBroken: true },
  { subject: "xml2js", ours: /./, isBroken: true },
  // Line ends and white space in attributes are normalised, as the specification has it; forbidden characters stay as
  // they are written.
  { subject: "fast-xml-parser", has: /[\t\r]|="[^"]*\n|='[^']*\n|&#/, isBroken: true },
  { subject: "xml2js", has: /[\t\r]|="[^"]*\n|='[^']*\n/, isBroken: true },
  // Attributes without a value are none.
  { subject: "fast-xml-parser", has: /<\?/, isBroken: true },
  // Texts that are parted by elements become numbers part by part, and are joined again.
  { subject: "fast-xml-parser processors", has: /<.*<.*</s },
];

function accepted(subject, { document, isBroken }, ours, theirs) {
  const text = typeof document === "string" ? document : JSON.stringify(document);
  return KNOWN.some((known) => (subject === known.subject || subject.startsWith(`${known.subject} `))
    && (!known.isBroken || isBroken)
    && (known.has === undefined || known.has.test(text))
    && (known.ours === undefined || known.ours.test(ours.error ?? ""))
    && (known.theirs === undefined || known.theirs.test(theirs.error ?? "")));
}

module.exports = { accepted };
