() => { const o = { a: 1, b: 2 }; for (let i = 0; i < 5e6; i++) o.a = o.b + i; return o.a; }
