async () => { const u = Uint8Array.from([3, 1, 2]); return [Array.from(u.slice().sort()), u.indexOf(1), new DataView(u.buffer).getUint16(0)]; }

//= result: [[1, 2, 3], 1, 769]
