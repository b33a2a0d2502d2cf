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

//= result: {
//=   hex: "4772c3bcc39f652c20e4b896e7958c2120f09f9880",
//=   base64: "R3LDvMOfZSwg5LiW55WMISDwn5iA",
//=   same: true,
//=   uri: ["a%20b%26%C3%BC%2F", "a%20b&%C3%BC/", "😀"],
//=   view: [63, 192, 0, 0, 254, 255, 0, 0],
//=   invalid: "a�b",
//= }
