async () => {
  //+ value-or-code
  const r = await E(() => state.symlink("", "/l"));
  return [r, await E(() => state.readlink("/l"))];
}

//= result: ["E:EINVAL", "E:ENOENT"]
