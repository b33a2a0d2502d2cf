async () => {
  //+ fails
  await state.writeFile("/t", "a\n");
  const find = (query, options = { regex: true }) => fails(async () => (await state.searchText("/t", query, options)).length);
  const out = {
    "query at the bound": await find("x".repeat(65536), {}),
    "query too long": await find("x".repeat(65537), {}),
    "groups at the bound": await find("(".repeat(200) + "a" + ")".repeat(200)),
    "groups too deep": await find("(".repeat(201) + "a" + ")".repeat(201)),
    "too large": await find("(?:\\w{100}){1000}"),
    "too large, looking": await find("(?=(?:a{1000}){1000})"),
    "count too large": await find("a{99999999999}"),
  };
  await state.writeFile("/many", "a".repeat(100001));
  out["too many matches"] = await fails(() => state.searchText("/many", "a"));
  out["as many as wanted"] = (await state.searchText("/many", "a", { maxMatches: 2 })).length;
  await state.writeFile("/lines", ("x".repeat(100000) + "\n").repeat(20));
  out["too much context"] = await fails(() => state.searchText("/lines", "x", { maxMatches: 200, contextBefore: 9 }));
  return out;
}

//= result: {
//=   "query at the bound": 0,
//=   "query too long": [
//=     "EINVAL",
//=     "Invalid search pattern: /xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…/: it has more than 65536 bytes",
//=   ],
//=   "groups at the bound": 1,
//=   "groups too deep": [
//=     "EINVAL",
//=     "Invalid search pattern: /((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((…/: groups nest more than 200 deep at character 202",
//=   ],
//=   "too large": [
//=     "EINVAL",
//=     "Invalid search pattern: /(?:\\w{100}){1000}/: it is too large once compiled; repeat less, or split it",
//=   ],
//=   "too large, looking": [
//=     "EINVAL",
//=     "Invalid search pattern: /(?=(?:a{1000}){1000})/: it is too large once compiled; repeat less, or split it",
//=   ],
//=   "count too large": [
//=     "EINVAL",
//=     "Invalid search pattern: /a{99999999999}/: it is too large once compiled; repeat less, or split it",
//=   ],
//=   "too many matches": [
//=     "E2BIG",
//=     "E2BIG: the answer for /a/ is larger than one call may give; narrow the pattern or the files, or ask for less context, searchText '/many'",
//=   ],
//=   "as many as wanted": 2,
//=   "too much context": [
//=     "E2BIG",
//=     "E2BIG: the answer for /x/ is larger than one call may give; narrow the pattern or the files, or ask for less context, searchText '/lines'",
//=   ],
//= }
//= created: /lines (- -> 2000020)
//= created: /many (- -> 100001)
//= created: /t (- -> 2)
