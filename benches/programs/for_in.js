() => { const o = {}; for (let i = 0; i < 1e5; i++) o["k" + i] = i; let s = 0; for (const k in o) s += o[k]; return s; }
