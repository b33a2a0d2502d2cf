async () => {
  const caught = [];
  for (const task of [() => tools.fetchIssue({}), () => globalThis.tools.readFile("/a")]) {
    try {
      task();
    } catch (error) {
      caught.push([error.name, error.message]);
    }
  }
  return {
    typeof: [typeof tools.fetchIssue, typeof tools["fetch-issue"]],
    optional: [tools.fetchIssue?.({}), tools?.a?.b],
    in: "fetchIssue" in tools,
    or: tools.fetchIssue ?? "nothing",
    destructured: (({ fetchIssue = "nothing" }) => fetchIssue)(tools),
    keys: Object.keys(tools),
    caught,
  };
}
//= result: {
//=   typeof: ["undefined", "undefined"],
//=   optional: [undefined, undefined],
//=   in: false,
//=   or: "nothing",
//=   destructured: "nothing",
//=   keys: [],
//=   caught: [
//=     [
//=       "TypeError",
//=       "tools.fetchIssue is not a function. This run has no host functions; use state for files",
//=     ],
//=     [
//=       "TypeError",
//=       "globalThis.tools.readFile is not a function. This run has no host functions; use state for files",
//=     ],
//=   ],
//= }
