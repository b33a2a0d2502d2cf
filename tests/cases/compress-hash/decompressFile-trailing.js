//! [files]
//! "/t" = "hello"

async () => {
  await state.compressFile("/t");
  const packed = await state.readFileBytes("/t.gz");
  const inflate = async (...tail) => {
    await state.writeFileBytes("/x.gz", Uint8Array.from([...packed, ...tail]));
    try {
      await state.decompressFile("/x.gz");
      return await state.readFile("/x");
    } catch (error) {
      return [error.code, error.message];
    }
  };
  const zeros = Array(600).fill(0);
  return [await inflate(), await inflate(...zeros), await inflate(...packed), await inflate(33), await inflate(0, 33)];
}
//= result: [
//=   "hello",
//=   "hello",
//=   "hellohello",
//=   [
//=     "EBADMSG",
//=     "cannot decompress '/x.gz': the gzip data ends 1 byte before the file does, and what follows is neither gzip data nor zeros",
//=   ],
//=   [
//=     "EBADMSG",
//=     "cannot decompress '/x.gz': the gzip data ends 2 bytes before the file does, and what follows is neither gzip data nor zeros",
//=   ],
//= ]
//= created: /t.gz (- -> 25)
//= created: /x (- -> 10)
//= created: /x.gz (- -> 27)
