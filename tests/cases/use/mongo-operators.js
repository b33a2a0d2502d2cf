//! [files]
//! "/a.json" = "{\"n\":1}"

return state.updateJson("/a.json", { $inc: { n: 1 } });
//= throws: TypeError
//= message: state.updateJson: "$inc" is an operator of another library: write const value = await state.queryJson(path, "n"); await state.updateJson(path, [{ op: "set", path: "n", value: (value ?? 0) + 1 }]), or for a key of that name [{ op: "merge", path: "$", value: { "$inc": … } }]
//= code: EINVAL
//= at: 4:14
