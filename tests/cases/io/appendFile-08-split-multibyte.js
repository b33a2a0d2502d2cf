async () => {
  await state.appendFile("/a", new Uint8Array([0xe4, 0xb8])); await state.appendFile("/a", new Uint8Array([0x96]));
  return state.readFile("/a");
}

//= result: "世"
//= created: /a (- -> 3)
