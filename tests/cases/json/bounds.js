async () => {
  //+ fails
  await state.writeFile("/j", "[]");
  const update = (path) => fails(async () => (await state.updateJson("/j", [{ op: "set", path, value: 1 }])).content.length);
  return [
    await update("[10000]"),
    await update("[30001]"),
    await fails(() => state.queryJson("/j", "x".repeat(65537))),
    await update("." + "x".repeat(65536)),
  ];
}

//= result: [
//=   50003,
//=   [
//=     "EINVAL",
//=     "operation 0 (set): [30001] is too far outside the document, which has 10001 elements, updateJson '/j'",
//=   ],
//=   [
//=     "EINVAL",
//=     "Invalid JSON path: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx… (it has more than 65536 bytes), queryJson '/j'",
//=   ],
//=   [
//=     "EINVAL",
//=     "operation 0 (set): Invalid JSON path: .xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx… (it has more than 65536 bytes), updateJson '/j'",
//=   ],
//= ]
//= created: /j (- -> 50003)
