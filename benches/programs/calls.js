() => { const f = (a) => a; let s = 0; for (let i = 0; i < 3e6; i++) s += f(i); return s; }
