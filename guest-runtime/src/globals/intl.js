(function (native) {
  'use strict';
  const hide = (holder, name, value) =>
    Object.defineProperty(holder, name, { value, writable: true, enumerable: false, configurable: true });
  const tag = (holder, value) => Object.defineProperty(holder, Symbol.toStringTag, { value, configurable: true });

  // The classes alone: what they do is native.
  const { construct } = Reflect, Intl = {};
  const { supportedLocalesOf } = {
    supportedLocalesOf(locales, options = undefined) { return native.supportedLocales(locales, options); },
  };
  // The older ones work without `new` too.
  const install = (Class, isOld) => {
    const { name } = Class;
    let made = Class;
    if (isOld) {
      made = { [name]: function (locales = undefined, options = undefined) { return construct(Class, [locales, options], new.target ?? made); } }[name];
      Object.defineProperty(made, 'prototype', { value: Class.prototype, writable: false });
      hide(Class.prototype, 'constructor', made);
    } else Object.defineProperty(made, 'length', { value: { Locale: 1, DisplayNames: 2 }[name] ?? 0, configurable: true });
    if (name !== 'Locale') hide(made, 'supportedLocalesOf', supportedLocalesOf);
    tag(Class.prototype, `Intl.${name}`);
    hide(Intl, name, made);
  };
  install(class NumberFormat {
    #form; #format;
    constructor(locales, options) { this.#form = native.numberFormat(locales, options); }
    get format() {
      const form = this.#form;
      return this.#format ??= (0, (value) => native.formatNumber(form, value));
    }
    formatToParts(value) { return native.numberParts(this.#form, value); }
    formatRange(start, end) { return native.formatNumbers(this.#form, start, end); }
    resolvedOptions() { return native.numberOptions(this.#form); }
  }, true);
  install(class DateTimeFormat {
    #form; #format;
    constructor(locales, options) { this.#form = native.dateFormat(locales, options); }
    get format() {
      const form = this.#form;
      return this.#format ??= (0, (date) => native.formatDate(form, date));
    }
    formatToParts(date) { return native.dateParts(this.#form, date); }
    formatRange(startDate, endDate) { return native.formatDates(this.#form, startDate, endDate); }
    formatRangeToParts(startDate, endDate) { return native.dateRangeParts(this.#form, startDate, endDate); }
    resolvedOptions() { return native.dateOptions(this.#form); }
  }, true);
  install(class Collator {
    #collator; #compare;
    constructor(locales, options) { this.#collator = native.collator(locales, options); }
    get compare() {
      const collator = this.#collator;
      return this.#compare ??= (0, (x, y) => native.compare(collator, x, y));
    }
    resolvedOptions() { return native.collatorOptions(this.#collator); }
  }, true);
  install(class PluralRules {
    #rules;
    constructor(locales = undefined, options = undefined) { this.#rules = native.pluralRules(locales, options); }
    select(value) { return native.selectPlural(this.#rules, value); }
    resolvedOptions() { return native.pluralOptions(this.#rules); }
  });
  const strings = (list) => {
    if (list === undefined) return [];
    const items = [];
    for (const item of list) {
      if (typeof item !== 'string') throw new TypeError(`Iterable yielded ${String(item)} which is not a string`);
      hide(items, items.length, item);
    }
    return items;
  };
  install(class ListFormat {
    #form;
    constructor(locales = undefined, options = undefined) { this.#form = native.listFormat(locales, options); }
    format(list) { return native.formatList(this.#form, strings(list)); }
    formatToParts(list) { return native.listParts(this.#form, strings(list)); }
    resolvedOptions() { return native.listOptions(this.#form); }
  });
  install(class RelativeTimeFormat {
    #form;
    constructor(locales = undefined, options = undefined) { this.#form = native.relativeFormat(locales, options); }
    format(value, unit) { return native.formatRelative(this.#form, value, unit); }
    formatToParts(value, unit) { return native.relativeParts(this.#form, value, unit); }
    resolvedOptions() { return native.relativeOptions(this.#form); }
  });
  install(class DisplayNames {
    #names;
    constructor(locales, options) { this.#names = native.displayNames(locales, options); }
    resolvedOptions() { return native.displayOptions(this.#names); }
    of(code) { return native.displayName(this.#names, code); }
  });

  // Segments are found at once, and made into objects as they are asked for.
  const segment = (text, ends, at, isWord) => {
    const start = at === 0 ? 0 : Math.abs(ends[at - 1]), end = Math.abs(ends[at]);
    const found = { segment: text.slice(start, end), index: start, input: text };
    if (isWord) found.isWordLike = ends[at] > 0;
    return found;
  };
  const iterators = Object.getPrototypeOf(Object.getPrototypeOf([].values()));
  class SegmentIterator {
    #segments; #at = 0;
    constructor(segments) { this.#segments = segments; }
    next() {
      const { text, ends, isWord } = this.#segments;
      if (this.#at >= ends.length) return { value: undefined, done: true };
      return { value: segment(text, ends, this.#at++, isWord), done: false };
    }
  }
  Object.setPrototypeOf(SegmentIterator.prototype, iterators);
  delete SegmentIterator.prototype.constructor;
  tag(SegmentIterator.prototype, 'Segmenter String Iterator');
  class Segments {
    #segments;
    constructor(segments) { this.#segments = segments; }
    containing(index = undefined) {
      const { text, ends, isWord } = this.#segments;
      const place = Math.trunc(Number(index)) || 0;
      if (place < 0 || place >= text.length) return undefined;
      let low = 0, high = ends.length - 1;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (Math.abs(ends[middle]) > place) high = middle;
        else low = middle + 1;
      }
      return segment(text, ends, low, isWord);
    }
    [Symbol.iterator]() { return new SegmentIterator(this.#segments); }
  }
  delete Segments.prototype.constructor;
  install(class Segmenter {
    #locale; #granularity;
    constructor(locales = undefined, options = undefined) {
      const found = native.segmenter(locales, options);
      this.#locale = found[0];
      this.#granularity = found[1];
    }
    segment(input) {
      const text = `${input}`, granularity = this.#granularity;
      return new Segments({ text, ends: native.segments(text, granularity), isWord: granularity === 'word' });
    }
    resolvedOptions() { return { locale: this.#locale, granularity: this.#granularity }; }
  });
  install(class Locale {
    constructor(tag, options = undefined) { return native.locale(new.target.prototype, tag, options); }
  });
  const fields = ['baseName', 'calendar', 'caseFirst', 'collation', 'firstDayOfWeek', 'hourCycle', 'language', 'numberingSystem', 'numeric', 'region', 'script', 'variants'];
  for (const name of fields) {
    const get = Object.getOwnPropertyDescriptor({ get [name]() { return native.localeField(this, name); } }, name).get;
    Object.defineProperty(Intl.Locale.prototype, name, { get, set: undefined, enumerable: false, configurable: true });
  }
  const { toString } = { toString() { return native.localeField(this, 'tag'); } };
  hide(Intl.Locale.prototype, 'toString', toString);

  const functions = {
    getCanonicalLocales(locales) { return native.canonicalLocales(locales); },
    supportedValuesOf(key) {
      const name = `${key}`;
      if (name === 'timeZone') return native.timeZones();
      if (name === 'calendar') return ['gregory'];
      if (name === 'numberingSystem') return ['latn'];
      if (name === 'collation') return [];
      if (name === 'currency') return native.currencies();
      if (name === 'unit') return native.units();
      throw new RangeError(`Invalid key : ${name}`);
    },
  };
  for (const name of ['getCanonicalLocales', 'supportedValuesOf']) hide(Intl, name, functions[name]);
  tag(Intl, 'Intl');
  hide(globalThis, 'Intl', Intl);
})
