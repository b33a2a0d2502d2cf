//! about = "Questions to a lock file: filters, slices, descendants, lengths."
//! [files]
//! "/package-lock.json" = "{\"name\":\"x\",\"packages\":{\"\":{\"version\":\"1.0.0\"},\"node_modules/a\":{\"version\":\"2.1.0\",\"dev\":true,\"license\":\"MIT\"},\"node_modules/b\":{\"version\":\"0.3.1\",\"license\":\"GPL-3.0\"},\"node_modules/c/node_modules/a\":{\"version\":\"1.9.0\",\"dev\":true}},\"list\":[5,3,8,1]}"

async () => {
  const ask = (query) => state.queryJson("/package-lock.json", query).catch((e) => `${e.code}: ${e.message}`);
  return {
    versions: await ask("$.packages[*].version"),
    dev: await ask("packages[?@.dev].version"),
    gpl: await ask("$.packages[?match(@.license, 'GPL.*')].version"),
    notMit: await ask("$.packages[?@.license && @.license != 'MIT'].license"),
    any: await ask("..license"),
    slice: await ask("list[1:3]"),
    last: await ask("list[-1]"),
    big: await ask("list[?@ > 4]"),
    length: await ask("list.length"),
    root: await ask('.packages[""].version'),
    pointer: await ask("/packages/node_modules~1b/version"),
    missing: await ask(".packages.nope.version"),
    scalar: await ask(".name.first"),
    dashed: await ask("packages.node_modules/a.version"),
  };
}
//= result: {
//=   versions: ["1.0.0", "2.1.0", "0.3.1", "1.9.0"],
//=   dev: ["2.1.0", "1.9.0"],
//=   gpl: ["0.3.1"],
//=   notMit: ["GPL-3.0"],
//=   any: ["MIT", "GPL-3.0"],
//=   slice: [3, 8],
//=   last: 1,
//=   big: [5, 8],
//=   length: 4,
//=   root: "1.0.0",
//=   pointer: "0.3.1",
//=   missing: undefined,
//=   scalar: "EINVAL: JSON query expected object access at \"first\": .name is a string, queryJson '/package-lock.json'",
//=   dashed: "2.1.0",
//= }
