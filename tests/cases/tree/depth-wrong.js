//! [files]
//! "/t/a/b" = "1"

async () => {
  const fails = async (call) => {
    try {
      return await call();
    } catch (error) {
      return [error.name, error.code, error.message];
    }
  };
  return [
    await fails(() => state.walkTree("/t", { maxDepth: 0.5 })),
    await fails(() => state.summarizeTree("/t", { maxDepth: NaN })),
    await fails(() => state.find("/t", { maxDepth: -1 })),
    await fails(() => state.find("/t", { minDepth: -1 })),
    await fails(async () => (await state.find("/t", { maxDepth: Infinity })).length),
  ];
}
//= result: [
//=   [
//=     "TypeError",
//=     "EINVAL",
//=     "state.walkTree: \"options.maxDepth\" must be a whole number from 0 on, but is 0.5 — expected state.walkTree(path, options?)",
//=   ],
//=   [
//=     "TypeError",
//=     "EINVAL",
//=     "state.summarizeTree: \"options.maxDepth\" must be a whole number from 0 on, but is NaN — expected state.summarizeTree(path, options?)",
//=   ],
//=   [
//=     "TypeError",
//=     "EINVAL",
//=     "state.find: \"options.maxDepth\" must be a whole number from 0 on, but is -1 — expected state.find(path, options?)",
//=   ],
//=   [
//=     "TypeError",
//=     "EINVAL",
//=     "state.find: \"options.minDepth\" must be a whole number from 0 on, but is -1 — expected state.find(path, options?)",
//=   ],
//=   3,
//= ]
