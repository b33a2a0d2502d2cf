//! [limits]
//! memory_bytes = 67_108_864
//! fuel = 60_000_000_000

// Bytes of buffers and of views on them.
() => {
  const results = {};
  let sum = 0;
  for (let i = 0; i < 6000; i++) sum += new Uint8Array(100_000).length;
  results.typedArrays = sum;
  sum = 0;
  for (let i = 0; i < 40; i++) sum += new Float64Array(250_000).fill(i).at(-1);
  results.large = sum;
  sum = 0;
  for (let i = 0; i < 2000; i++) {
    const buffer = new ArrayBuffer(200_000);
    const views = [new DataView(buffer), new Uint16Array(buffer, 2), new Uint8Array(buffer).subarray(10)];
    views[0].setUint16(2, i, true);
    sum += views[1][0];
  }
  results.views = sum;
  sum = 0;
  let kept = new Uint8Array(30_000);
  for (let i = 0; i < 60; i++) kept = kept.map((byte) => byte).slice();
  results.copies = kept.length;
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  const text = "some text, ".repeat(10_000);
  for (let i = 0; i < 200; i++) sum += decoder.decode(encoder.encode(text)).length;
  results.encoded = sum;
  return results;
}
//= result: { typedArrays: 600000000, large: 780, views: 1999000, copies: 30000, encoded: 22000000 }
