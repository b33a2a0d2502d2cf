//! [files]
//! "/u" = "a\r\nb\r\n"

async () => {
  //+ everything
  const r = await state.planEdits([{"kind":"replace","path":"/u","search":"b","replacement":"c"}]);
  return { r, fs: await D() };
}

//= result: {
//=   r: {
//=     edits: [
//=       {
//=         instruction: { kind: "replace", path: "/u", search: "b", replacement: "c" },
//=         path: "/u",
//=         changed: true,
//=         content: "a\r\nc\r\n",
//=         diff: "--- /u\n+++ /u\n@@ -1,2 +1,2 @@\n a\r\n-b\r\n+c\r\n",
//=         base: "58055bdcc73787eb88c78d36f0b4939e9c5dc1c3ad17e25cc85a6833cf1a0cab",
//=       },
//=     ],
//=     totalChanged: 1,
//=     totalInstructions: 1,
//=   },
//=   fs: { "/": "<dir>", "/u": "a\r\nb\r\n" },
//= }
