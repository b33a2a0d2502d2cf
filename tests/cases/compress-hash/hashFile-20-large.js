async () => {
  await state.writeFile("/f", "0123456789abcdef".repeat(8192));
  return [await state.hashFile("/f"), await state.hashFile("/f", { algorithm: "md5" }), await state.hashFile("/f", { algorithm: "sha1" })];
}

//= result: [
//=   "a2706a20394e48179a86c71e82c360c2960d3652340f9b9fdb355a42e3ac7691",
//=   "ced877c812a6b561fa8c28b99fda69f2",
//=   "ff8f2a8cb49dcc4e9f60d1385b39a79a9339fb1b",
//= ]
//= created: /f (- -> 131072)
