//! [files]
//! "/t" = "héllo wörld"
//! "/e" = ""
//! "/b" = { bytes = [0, 1, 2, 253, 254, 255] }

async () => {
  const read = (options) => state.readFileBytes("/b", options);
  const pieces = [];
  for (let offset = 0; ; offset += 4) {
    const piece = await read({ offset, limit: 4 });
    if (piece.length === 0) break;
    pieces.push(piece);
  }
  return { pieces, last: await read({ offset: 5 }), first: await read({ limit: 1 }), past: await read({ offset: 6 }) };
}

//= result: {
//=   pieces: [bytes(00 01 02 fd), bytes(fe ff)],
//=   last: bytes(ff),
//=   first: bytes(00),
//=   past: bytes(),
//= }
//= console.warn: note: offset and limit of state.readFileBytes count bytes: write byteOffset and byteLength
