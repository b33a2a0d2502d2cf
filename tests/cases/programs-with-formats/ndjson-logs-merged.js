//! about = "Logs of two machines are merged by time, without what is reported twice and without passwords."
//! [files]
//! "/logs/a.jsonl" = """
//! {"ts":1709632800,"host":"a","event":"login","user":"ann","password":"hunter2"}
//! {"ts":1709632805,"host":"a","event":"buy","items":[{"sku":"100","n":2}],"id":"e-2"}
//! {"ts":1709632811,"host":"a","event":"logout","id":"e-3"}
//! """
//! "/logs/b.jsonl" = """
//! {"ts":1709632802,"host":"b","event":"login","user":"bjørn","password":"x\\"y"}\r
//! {"ts":1709632805,"host":"b","event":"buy","items":[{"sku":"100","n":2}],"id":"e-2"}\r
//! {"ts":1709632809.5,"host":"b","event":"view","path":"/lamps/☀"}\r"""

async () => {
  const seen = new Set();
  const all = (await Promise.all((await state.glob("/logs/*.jsonl")).map((path) => state.readNdjson(path)))).flat();
  const merged = all
    .sort((x, y) => x.ts - y.ts)
    .filter(({ id }) => id === undefined || (!seen.has(id) && seen.add(id)))
    .map(({ password, ts, ...rest }) => ({ time: new Date(ts * 1000), ...rest }));
  await state.writeNdjson("/logs/merged.jsonl", merged);
  return (await state.readFile("/logs/merged.jsonl")).split("\n");
}
//= result: [
//=   "{\"time\":\"2024-03-05T10:00:00.000Z\",\"host\":\"a\",\"event\":\"login\",\"user\":\"ann\"}",
//=   "{\"time\":\"2024-03-05T10:00:02.000Z\",\"host\":\"b\",\"event\":\"login\",\"user\":\"bjørn\"}",
//=   "{\"time\":\"2024-03-05T10:00:05.000Z\",\"host\":\"a\",\"event\":\"buy\",\"items\":[{\"sku\":\"100\",\"n\":2}],\"id\":\"e-2\"}",
//=   "{\"time\":\"2024-03-05T10:00:09.500Z\",\"host\":\"b\",\"event\":\"view\",\"path\":\"/lamps/☀\"}",
//=   "{\"time\":\"2024-03-05T10:00:11.000Z\",\"host\":\"a\",\"event\":\"logout\",\"id\":\"e-3\"}",
//=   "",
//= ]
//= created: /logs/merged.jsonl (- -> 414)
