// What methods of `state` are written in JavaScript, and what the descriptions of files inherit.
(function (state) {
  "use strict";
  const matches = state.matchesForReplacementSync;
  const apply = state.applyEditPlanSync;
  const { defineProperty, getOwnPropertyNames } = Object;
  const call = Reflect.apply;
  const slice = String.prototype.slice;
  const cut = (text, start, end) => call(slice, text, [start, end]);

  // `state.replaceInFile` with a function in place of the replacement: it is called as that of
  // `String.prototype.replace` is.
  function replaceInFile(path, search, replacement, options) {
    const { text, mark, base, names, found, dryRun } = matches(path, search, options);
    let content = mark;
    let at = 0;
    for (let nth = 0; nth < found.length; nth++) {
      const places = found[nth];
      const args = [];
      for (let group = 0; group < places.length; group += 2) {
        const start = places[group];
        args[group / 2] = start < 0 ? undefined : cut(text, start, places[group + 1]);
      }
      if (names.length > 0) {
        const groups = {};
        for (let name = 0; name < names.length; name++) {
          groups[names[name][0]] = args[names[name][1]];
        }
        args[args.length] = places[0];
        args[args.length] = text;
        args[args.length] = groups;
      } else {
        args[args.length] = places[0];
        args[args.length] = text;
      }
      const made = call(replacement, undefined, args);
      if (made !== null && typeof made === "object" && typeof made.then === "function") {
        throw new TypeError(
          "state.replaceInFile: the replacement gave a Promise; compute what it needs first, and give text",
        );
      }
      content += cut(text, at, places[0]) + String(made);
      at = places[1];
    }
    content += cut(text, at, text.length);
    if (!dryRun && content !== mark + text) {
      apply({ edits: [{ path, content, base }] });
    }
    return { replaced: found.length, content };
  }

  const milliseconds = (time) => (time === undefined ? undefined : time.getTime());
  class Entry {
    isFile() {
      return this.type === "file";
    }
    isDirectory() {
      return this.type === "directory";
    }
    isSymbolicLink() {
      return this.type === "symlink";
    }
    isBlockDevice() {
      return false;
    }
    isCharacterDevice() {
      return false;
    }
    isFIFO() {
      return false;
    }
    isSocket() {
      return false;
    }
    get mtimeMs() {
      return milliseconds(this.mtime);
    }
    get ctimeMs() {
      return milliseconds(this.mtime);
    }
    get atimeMs() {
      return milliseconds(this.mtime);
    }
    get birthtimeMs() {
      return milliseconds(this.mtime);
    }
    get ctime() {
      return this.mtime;
    }
    get atime() {
      return this.mtime;
    }
    get birthtime() {
      return this.mtime;
    }
  }
  const entry = Entry.prototype;
  delete entry.constructor;
  // What is inherited here may be a member of its own on any description.
  for (const name of getOwnPropertyNames(entry)) {
    const { get } = Object.getOwnPropertyDescriptor(entry, name);
    if (get === undefined) continue;
    defineProperty(entry, name, {
      get,
      set(value) {
        defineProperty(this, name, { value, writable: true, enumerable: true, configurable: true });
      },
      enumerable: false,
      configurable: true,
    });
  }
  return [replaceInFile, entry];
});
