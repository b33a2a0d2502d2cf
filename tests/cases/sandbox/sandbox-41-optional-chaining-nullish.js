async () => { const o = { a: { b: 0 } }; return [o?.a?.b ?? 5, o.x?.y.z ?? "d", o.a.f?.()]; }

//= result: [0, "d", undefined]
