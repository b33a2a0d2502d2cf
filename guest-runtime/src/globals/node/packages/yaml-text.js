(function (native) {
  'use strict';
  // YAML text for what writes it: by the specification 1.2.2, with what `js-yaml` and `yaml` do in their own way as
  // arguments.
  const { packages } = native.node;

  // Why a text without quotes would be read as something else.
  const REASONS = {
    // 5.3 and 7.3.3: the first character is an indicator.
    indicator: /^[,[\]{}#&*!|>'"%@`]/,
    loneIndicator: /^[-?:](?:[ \t]|$)/,
    // `js-yaml` has these in quotes even where they begin a word.
    anyIndicator: /^[-?:=]/,
    comment: /[ \t]#/,
    mapping: /:(?:[ \t]|$)/,
    blankEnd: /^[ \t]|[ \t]$/,
    flow: /[,[\]{}]/,
    // 9.1.2: where it begins a line.
    marker: /^(?:---|\.\.\.)(?:[ \t]|$)/,
    // 10.3.2: what the core schema resolves.
    nothing: /^(?:|~|null|Null|NULL)$/,
    truth: /^(?:true|True|TRUE|false|False|FALSE)$/,
    integer: /^0o[0-7]+$|^0x[\da-fA-F]+$/,
    number: /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/,
    noNumber: /^[-+]?\.(?:inf|Inf|INF)$|^\.(?:nan|NaN|NAN)$/,
    // What YAML 1.1 resolves besides.
    signedInteger: /^[-+]?0(?:b[01]+|o[0-7]+|x[\da-fA-F]+)$/,
    merge: /^<<$/,
    day: /^\d{4}-\d\d-\d\d$/,
    time: /^\d{4}-\d\d?-\d\d?(?:[Tt]|[ \t]+)\d\d?:\d\d:\d\d(?:\.\d*)?(?:[ \t]*(?:Z|[-+]\d\d?(?::\d\d)?))?$/,
    answer: /^(?:y|Y|yes|Yes|YES|n|N|no|No|NO|on|On|ON|off|Off|OFF)$/,
    base60: /^[-+]?\d[\d_]*(?::\d[\d_]*)+(?:\.[\d_]*)?$/,
  };
  const anyOf = (...names) => new RegExp(names.map((name) => REASONS[name].source).join('|'));
  const core = ['indicator', 'loneIndicator', 'comment', 'mapping', 'blankEnd', 'nothing', 'truth', 'integer', 'number', 'noNumber'];

  // 5.7: characters with an escape of one letter.
  const LETTERS = { 0: '0', 7: 'a', 8: 'b', 9: 't', 10: 'n', 11: 'v', 12: 'f', 13: 'r', 27: 'e', 34: '"', 92: '\\', 133: 'N', 160: '_', 8232: 'L', 8233: 'P' };
  const escaped = (text, characters) => text.replace(characters, (character) => {
    const code = character.codePointAt(0);
    if (LETTERS[code] !== undefined) return `\\${LETTERS[code]}`;
    const [mark, digits] = code <= 0xff ? ['x', 2] : code <= 0xffff ? ['u', 4] : ['U', 8];
    return `\\${mark}${code.toString(16).toUpperCase().padStart(digits, '0')}`;
  });

  // Where the text of double quotes is cut for a line: not within an escape, nor in front of a space, which would be
  // lost, or of a marker.
  const ESCAPE_MAX = 10;
  const cutOf = (text, most) => {
    let end = 0;
    for (const [one] of text.slice(0, most + ESCAPE_MAX).matchAll(/\\(?:x..|u.{4}|U.{8}|.)|./gsu)) {
      if (end + one.length > most) break;
      end += one.length;
    }
    while (/^(?: |(?:---|\.\.\.)(?: |$))/.test(text.slice(end, end + 4))) end++;
    return end;
  };
  // The words of a line: it may be parted at a space where `isGap(before, behind)` says so of what is there as far as the
  // next spaces.
  const wordsOf = (line, isGap) => {
    const words = [];
    let before;
    for (const piece of line.split(' ')) {
      if (before === undefined || isGap(before, piece)) words.push(piece);
      else words.push(`${words.pop()} ${piece}`);
      before = piece;
    }
    return words;
  };
  // The lines of a line, each filled with words up to a width. In double quotes a word that is too long is cut.
  const wrapped = (line, isGap, width, first = width, isDouble = false) => {
    const lines = [];
    let room = first;
    let filled;
    for (const word of wordsOf(line, isGap)) {
      if (filled !== undefined && filled.length + 1 + word.length <= room) {
        filled += ` ${word}`;
        continue;
      }
      if (filled !== undefined) {
        lines.push(filled);
        room = width;
      }
      filled = word;
      while (isDouble && filled.length > room) {
        const end = cutOf(filled, room - 1);
        if (end === 0 || end === filled.length) break;
        lines.push(`${filled.slice(0, end)}\\`);
        filled = filled.slice(end);
        room = width;
      }
    }
    return [...lines, filled];
  };

  // 8.1.3: a line end between two lines that begin with no blank is written as two; lines with a blank stay as they are.
  const isFoldable = (line) => /^[^ \t]/.test(line);
  const folded = (lines, wrap) => {
    const made = [];
    let isBehind = false;
    for (const line of lines) {
      const isText = isFoldable(line);
      if (isText && isBehind) made.push('');
      made.push(...(isText ? wrap(line) : [line]));
      if (line !== '') isBehind = isText;
    }
    return made;
  };
  // 8.1.1: the header of a block scalar says how far it is indented, where its first line begins with a space, and what
  // becomes of the line ends behind it.
  const beginsBlank = (text) => /^\n* /.test(text);
  const block = (text, columns, depth, wrap) => {
    const chomping = text === '\n' || text.endsWith('\n\n') ? '+' : text === '' || text.endsWith('\n') ? '' : '-';
    const lines = (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
    const body = (wrap ? folded(lines, wrap) : lines).map((line) => (line === '' ? line : ' '.repeat(columns) + line));
    return `${wrap ? '>' : '|'}${beginsBlank(text) ? depth : ''}${chomping}\n${body.join('\n')}`;
  };
  // Whether a block scalar can hold a text. A header has one digit for the indentation, and readers do not take it alike
  // where the text is the whole document.
  const isForBlock = (text, depth) => !beginsBlank(text) || (depth > 0 && depth < 10);

  // The objects that are there more than once, in the order in which they come again. `innerOf` gives what is in an
  // object, and nothing for other values.
  const repeated = (root, innerOf) => {
    const seen = new Set();
    const found = new Set();
    const visit = (value) => {
      const inner = innerOf(value);
      if (inner === undefined) return;
      if (seen.has(value)) found.add(value);
      else {
        seen.add(value);
        inner.forEach(visit);
      }
    };
    visit(root);
    return [...found];
  };

  // Longer keys are written with a question mark (7.4.2), and aliases, whose names may end in a colon (7.1).
  const KEY_MAX = 1024;
  // Lays out lists and objects. What extends it says by `shapeOf(value, place)` what a value is: its `text`, or its `items`
  // or `pairs` with the text of none, `empty`; and its `anchor`, where others refer to it. A place has the column `at` of
  // what is there, how many columns that is further in, `depth`, and the width of the key `before` it.
  class Layout {
    // `step` is by how many columns values are indented in objects, `itemStep` in lists, `outdent` by how many fewer a list
    // in an object; `isTight` says whether what is in a list begins in the line of its mark.
    constructor({ step, itemStep, outdent, isTight }) {
      this.step = step;
      this.itemStep = itemStep;
      this.outdent = outdent;
      this.isTight = isTight;
    }

    // A value behind its mark: `-`, `key:`, `?` or `:`.
    entry(mark, shape, at, isItem) {
      const front = shape.anchor ? `${mark} ${shape.anchor}` : mark;
      const column = this.inner(at, isItem).at - (shape.items && !isItem ? this.outdent : 0);
      const lines = shape.text === undefined ? this.collection(shape, column) : '';
      if (lines === '') {
        const text = shape.text ?? shape.empty;
        return `${front}${(text === '' && !isItem) || text.startsWith('\n') ? '' : ' '}${text}`;
      }
      const isTight = isItem && this.isTight && !shape.anchor;
      return isTight ? `${front} ${lines}` : `${front}\n${' '.repeat(column)}${lines}`;
    }

    inner(at, isItem) {
      const depth = isItem ? this.itemStep : this.step;
      return { at: at + depth, depth };
    }

    collection({ items = [], pairs = [] }, at) {
      const lines = [];
      for (const item of items) lines.push(this.entry('-', this.shapeOf(item, this.inner(at, true)), at, true));
      for (const [key, value] of pairs) {
        const name = this.shapeOf(key, { at, depth: this.step, isKey: true });
        const isShort = name.text?.length <= KEY_MAX && !name.text.startsWith('*');
        const mark = isShort ? `${name.text}:` : ':';
        if (!isShort) lines.push(this.entry('?', name, at, true));
        lines.push(this.entry(mark, this.shapeOf(value, { ...this.inner(at, !isShort), before: isShort ? mark.length + 1 : undefined }), at, !isShort));
      }
      return lines.join(`\n${' '.repeat(at)}`);
    }

    whole(value) {
      const shape = this.shapeOf(value, { at: 0, depth: 0 });
      const text = shape.text ?? (this.collection(shape, 0) || shape.empty);
      return `${shape.anchor ? `${shape.anchor}${shape.text ? ' ' : '\n'}` : ''}${text}\n`;
    }
  }
  packages.yamlText = { Layout, anyOf, block, core, escaped, isFoldable, isForBlock, repeated, wrapped };
})
