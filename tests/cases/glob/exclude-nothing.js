//! [files]
//! "/a" = "1"

async () => {
  const fails = async (call) => {
    try {
      return await call();
    } catch (error) {
      return [error.name, error.code, error.message];
    }
  };
  return [
    await fails(() => state.glob("/**", { exclude: [""] })),
    await fails(() => state.find("/", { exclude: "" })),
    await fails(() => state.searchFiles("/**", "1", { exclude: ["a", "/"] })),
    await fails(() => state.glob("/**", { exclude: [] })),
  ];
}
//= result: [
//=   [
//=     "Error",
//=     "EINVAL",
//=     "EINVAL: the pattern \"\" to exclude names nothing; leave it out, or name what to leave out, as in \"node_modules\", glob",
//=   ],
//=   [
//=     "Error",
//=     "EINVAL",
//=     "EINVAL: the pattern \"\" to exclude names nothing; leave it out, or name what to leave out, as in \"node_modules\", find",
//=   ],
//=   [
//=     "Error",
//=     "EINVAL",
//=     "EINVAL: the pattern \"/\" to exclude names nothing; leave it out, or name what to leave out, as in \"node_modules\", searchFiles",
//=   ],
//=   ["/a"],
//= ]
