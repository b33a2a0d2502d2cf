//! [files]
//! "/a" = "one\n"
//! "/b" = "two\n"
//! "/c" = "three\n"

async () => {
  //+ fails
  const with_ = async (base) => {
    const plan = await state.planEdits([{ kind: "write", path: "/a", content: "new" }]);
    plan.edits[0].base = base;
    return (await fails(() => state.applyEditPlan(plan)))[0] ?? (await state.readFile("/a"));
  };
  return [await with_("absent"), await with_(""), await with_("x".repeat(10000)), await with_(5), await with_(null), await with_(undefined)];
}

//= result: ["ESTALE", "ESTALE", "ESTALE", "EINVAL", "new", "new"]
//= changed: /a (4 -> 3)
