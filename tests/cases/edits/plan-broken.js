//! [files]
//! "/a" = "one\n"
//! "/b" = "two\n"
//! "/c" = "three\n"

async () => {
  //+ fails
  const apply = (plan) => fails(() => state.applyEditPlan(plan));
  return [
    await apply({}),
    await apply({ edits: [] }),
    await apply({ edits: {} }),
    await apply({ edits: [null] }),
    await apply({ edits: [{ path: "/a" }] }),
    await apply({ edits: [{ path: "/a", content: 5 }] }),
    await apply({ edits: [{ path: "", content: "x" }] }),
    await apply({ edits: [{ path: "/a/x", content: "x" }] }),
    await apply(null),
    await apply([]),
    await state.readFile("/a"),
  ];
}

//= result: [
//=   [
//=     "EINVAL",
//=     "state.applyEditPlan: \"plan.edits\" must be an array (StateAppliableEdit[]), but is undefined — expected state.applyEditPlan(plan, options?)",
//=   ],
//=   { dryRun: false, edits: [], totalChanged: 0 },
//=   [
//=     "EINVAL",
//=     "state.applyEditPlan: \"plan.edits[0].path\" must be a string, but is undefined — expected state.applyEditPlan(plan, options?)",
//=   ],
//=   [
//=     "EINVAL",
//=     "state.applyEditPlan: \"plan.edits[0]\" must be an object { path: string; content: string; base?: string }, but is null — expected state.applyEditPlan(plan, options?)",
//=   ],
//=   [
//=     "EINVAL",
//=     "state.applyEditPlan: \"plan.edits[0].content\" must be a string, but is undefined — expected state.applyEditPlan(plan, options?)",
//=   ],
//=   [
//=     "EINVAL",
//=     "state.applyEditPlan: \"plan.edits[0].content\" must be a string, but is the number 5 — expected state.applyEditPlan(plan, options?)",
//=   ],
//=   [
//=     "EINVAL",
//=     "state.applyEditPlan: \"path\" is empty; \"/\" is the root directory — expected state.applyEditPlan(plan, options?) (at edits[0]; nothing was written)",
//=   ],
//=   [
//=     "ENOTDIR",
//=     "ENOTDIR: not a directory, applyEditPlan '/a/x' (at edits[0]; nothing was written)",
//=   ],
//=   [
//=     "EINVAL",
//=     "state.applyEditPlan: \"plan\" must be an object { edits: StateAppliableEdit[] }, but is null — expected state.applyEditPlan(plan, options?)",
//=   ],
//=   [
//=     "EINVAL",
//=     "state.applyEditPlan: \"plan\" must be an object { edits: StateAppliableEdit[] }, but is an array of 0 — expected state.applyEditPlan(plan, options?)",
//=   ],
//=   "one\n",
//= ]
