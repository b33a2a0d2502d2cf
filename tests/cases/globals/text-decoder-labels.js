//! about = "TextDecoder knows the labels of the Encoding Standard, in pieces too"

async () => {
  const bytes = (...list) => new Uint8Array(list);
  const why = (run) => { try { return run(); } catch (error) { return [error.name, error.code, error.message]; } };
  const pieces = new TextDecoder("gb18030");
  return {
    names: ["latin1", "ascii", "ISO-8859-2", "sjis", "x-sjis", "euc-jp", "big5", "euc-kr", "gbk", "koi8-r", "cp1251", " UTF8\n", "utf-16", "unicodefffe", "macintosh", "iso-2022-jp", "x-user-defined"].map((label) => new TextDecoder(label).encoding),
    japanese: new TextDecoder("shift_jis").decode(bytes(0x82, 0xa0, 0x83, 0x41)),
    chinese: new TextDecoder("big5").decode(bytes(0xa4, 0xa4)),
    russian: new TextDecoder("windows-1251").decode(bytes(0xcf, 0xf0, 0xe8)),
    escapes: new TextDecoder("iso-2022-jp").decode(bytes(0x1b, 0x24, 0x42, 0x24, 0x22, 0x1b, 0x28, 0x42, 0x61)),
    pieces: [pieces.decode(bytes(0x81, 0x36), { stream: true }), pieces.decode(bytes(0xa5, 0x31), { stream: true }), pieces.decode()],
    mark: [new TextDecoder("utf-16be").decode(bytes(0xfe, 0xff, 0, 0x61)), new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes(0xef, 0xbb, 0xbf, 0x61)).length],
    replaced: new TextDecoder("euc-kr").decode(bytes(0xff, 0x61)),
    fatal: why(() => new TextDecoder("shift_jis", { fatal: true }).decode(bytes(0x82))),
    unknown: why(() => new TextDecoder("nonsense")),
    none: why(() => new TextDecoder("replacement")),
  };
}
//= result: {
//=   names: [
//=     "windows-1252",
//=     "windows-1252",
//=     "iso-8859-2",
//=     "shift_jis",
//=     "shift_jis",
//=     "euc-jp",
//=     "big5",
//=     "euc-kr",
//=     "gbk",
//=     "koi8-r",
//=     "windows-1251",
//=     "utf-8",
//=     "utf-16le",
//=     "utf-16be",
//=     "macintosh",
//=     "iso-2022-jp",
//=     "x-user-defined",
//=   ],
//=   japanese: "あア",
//=   chinese: "中",
//=   russian: "При",
//=   escapes: "あa",
//=   pieces: ["", "\u200f", ""],
//=   mark: ["a", 2],
//=   replaced: "�a",
//=   fatal: [
//=     "TypeError",
//=     "ERR_ENCODING_INVALID_ENCODED_DATA",
//=     "The encoded data was not valid for encoding shift_jis",
//=   ],
//=   unknown: [
//=     "RangeError",
//=     "ERR_ENCODING_NOT_SUPPORTED",
//=     "The \"nonsense\" encoding is not supported",
//=   ],
//=   none: [
//=     "RangeError",
//=     "ERR_ENCODING_NOT_SUPPORTED",
//=     "The \"replacement\" encoding is not supported",
//=   ],
//= }
