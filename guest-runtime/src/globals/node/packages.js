(function (native) {
  'use strict';
  // Packages of formats, which answer where nobody else has one of their name. Each gives the answers of
  // the package; what it has not says what to use.
  const { part, hide, wrongType, viewed } = native.node;

  const shownNames = (names) => [...names].sort().join(', ');
  // The options of a call over the usual ones. `refused` are options of the package that are not here,
  // each with what to do.
  const chosen = (callee, given, usual, refused = {}) => {
    if (given === undefined || given === null) return { ...usual };
    if (typeof given !== 'object') throw wrongType('options', 'of type object', given);
    const options = { ...usual };
    for (const name of Object.keys(given)) {
      if (given[name] === undefined) continue;
      if (Object.hasOwn(usual, name)) options[name] = given[name];
      else if (Object.hasOwn(refused, name)) {
        // What asks for nothing is nothing.
        if (given[name] !== false && given[name] !== null) throw new TypeError(`${callee} has the option ${name} not here: ${refused[name]}`);
      } else throw new TypeError(`${callee} has no option ${name}; there are ${shownNames(Object.keys(usual))}`);
    }
    return options;
  };
  // Something of a package that is not here.
  const absent = (name, instead) => {
    const refuse = () => { throw new TypeError(`${name} is not here: ${instead}`); };
    return Object.defineProperty(function () { refuse(); }, 'name', { value: name.split('.').at(-1), configurable: true });
  };
  const textOf = (value, name) => {
    if (typeof value === 'string') return value;
    if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return new TextDecoder('utf-8', { ignoreBOM: true }).decode(viewed(value));
    throw wrongType(name, 'of type string or an instance of Buffer', value);
  };
  // What an error of a format says in its first line without the place, and the lines that show it.
  const reasonOf = (error) => {
    const [first, ...shown] = error.message.replace(/^(CSV|TOML|XML|YAML): /, '').split('\n');
    return [first.replace(/ \(line \d+(, column \d+)?\)$/, ''), shown.join('\n')];
  };
  // Exports of a module that was one of ECMAScript, or an object that is the default export too.
  const withDefault = (exports) => {
    if (!Object.hasOwn(exports, 'default')) hide(exports, 'default', exports);
    return exports;
  };
  native.node.packages = { chosen, absent, textOf, reasonOf };

  const PACKAGES = {
    'csv-parse': () => part('packages/csv').packages.csvParse,
    'csv-parse/sync': () => part('packages/csv').packages.csvParseSync,
    'csv-stringify': () => part('packages/csv').packages.csvStringify,
    'csv-stringify/sync': () => part('packages/csv').packages.csvStringifySync,
    papaparse: () => part('packages/csv').packages.papaparse,
    'js-yaml': () => part('packages/yaml').packages.jsYaml,
    yaml: () => part('packages/yaml').packages.yaml,
    'smol-toml': () => part('packages/toml').packages.smolToml,
    '@iarna/toml': () => part('packages/toml').packages.iarnaToml,
    toml: () => part('packages/toml').packages.toml,
    'fast-xml-parser': () => part('packages/xml').packages.fastXml,
    xml2js: () => part('packages/xml').packages.xml2js,
    ini: () => part('packages/ini').packages.ini,
    dotenv: () => part('packages/ini').packages.dotenv,
    'dotenv/config': () => (part('packages/ini').packages.dotenv.config(), {}),
  };
  const loaded = {};
  native.node.packageOf = (name) => {
    if (!Object.hasOwn(loaded, name)) loaded[name] = withDefault(PACKAGES[name]());
    return loaded[name];
  };
})
