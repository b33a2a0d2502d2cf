async () => {
  const units = (text) => Array.from({ length: text.length }, (_, i) => text.charCodeAt(i).toString(16)).join(" ");
  await state.writeJson("/j", { "k\ud800": "v\udfff", pair: "\ud83d\ude00" }, { spaces: 0 });
  const file = await state.readFile("/j");
  const read = await state.readJson("/j");
  const updated = await state.updateJson("/j", [{ op: "set", path: ".more", value: "\udead" }]);
  await state.writeFile("/t", "a\ud800b");
  await state.writeFile("/p\ud800", "x").catch((error) => console.log(error.code, error.message));
  return {
    file,
    key: units(Object.keys(read)[0]),
    value: units(Object.values(read)[0]),
    updated: units(updated.value.more),
    content: updated.content,
    text: units(await state.readFile("/t")),
    names: (await state.readdir("/")).map(units),
    result: "\ud800",
  };
}

//= result: {
//=   file: "{\"k\\ud800\":\"v\\udfff\",\"pair\":\"😀\"}\n",
//=   key: "6b d800",
//=   value: "76 dfff",
//=   updated: "dead",
//=   content: "{\"k\\ud800\":\"v\\udfff\",\"pair\":\"😀\",\"more\":\"\\udead\"}\n",
//=   text: "61 fffd 62",
//=   names: ["6a", "74"],
//=   result: "�" /* lone surrogate */,
//= }
//= console.log: EINVAL EINVAL: a path must be well-formed text, without half of a surrogate pair, writeFile '/p�'
//= created: /j (- -> 52)
//= created: /t (- -> 5)
