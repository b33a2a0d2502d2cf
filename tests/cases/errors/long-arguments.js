// A message has at most 4 KiB, whatever a program passes: a long argument is cut, with what was left out.

async () => {
  const long = "k".repeat(6_000);
  const methods = Object.keys(state);
  const lists = [
    [long], [long, long], ["/a", long], ["/a", { [long]: 1 }], ["/a", "b", { [long]: 1 }], [{ [long]: 1 }],
    ["/" + long], ["/a", [long]], ["/a", [{ op: long, path: "/x" }]], ["/a", "(" + long], ["**/" + long + "["],
    [BigInt("1".repeat(6_000))], [Symbol(long)],
  ];
  let longest = 0, told = 0;
  for (const name of methods) {
    for (const list of lists) {
      try {
        await state[name](...list);
      } catch (error) {
        longest = Math.max(longest, new TextEncoder().encode(error.message).length);
        told += error.message.includes("bytes left out");
      }
    }
  }
  let example = "";
  try { await state.rm("/a", { [long]: 1 }) } catch (error) { example = error.message.replace(/k{100,}/g, "k…") }
  return { methods: methods.length > 40, longest: longest <= 4096, cut: told > 100, example };
}
//= result: {
//=   methods: true,
//=   longest: true,
//=   cut: true,
//=   example: "state.rm: \"options.k…… (2089 bytes left out) …k…\" is no option; the options are recursive, force — expected state.rm(path, options?)",
//= }
//= console.warn: note: exclude leaves nothing out: "kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk"; a pattern with a leading slash is a path of the workspace, any other matches at any depth below the folder that is searched
//= created: /a (- -> 6012)
