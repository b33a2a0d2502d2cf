async () => {
  const bytes = new TextEncoder().encode('Grüße, 世界! 😀');
  const hex = Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('');
  const back = new TextDecoder().decode(Uint8Array.from(hex.match(/../g), (h) => parseInt(h, 16)));
  const base64 = btoa(String.fromCharCode(...bytes));
  const again = new TextDecoder().decode(Uint8Array.from(atob(base64), (c) => c.charCodeAt(0)));
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat32(0, 1.5); view.setInt16(4, -2, true);
  return { hex, base64, same: back === again, uri: [encodeURIComponent('a b&ü/'), encodeURI('a b&ü/'), decodeURIComponent('%F0%9F%98%80')], view: [...new Uint8Array(view.buffer)], invalid: new TextDecoder().decode(new Uint8Array([0x61, 0xff, 0x62])) };
}

