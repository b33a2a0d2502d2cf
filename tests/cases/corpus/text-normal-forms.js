//! # Normal forms of halves of surrogate pairs, and the words of errors of strings.
() => {
  const units = (text) => [...Array(text.length)].map((_, index) => text.charCodeAt(index).toString(16)).join(" ");
  const fails = (run) => { try { return run(); } catch (error) { return `${error.name}: ${error.message}`; } };
  const text = "\ud83de\u0301\ud83d\ude00\ude00\ufb01\ude00\u1100\u1161\u11a8\ud83d";
  return {
    forms: ["NFC", "NFD", "NFKC", "NFKD", undefined].map((form) => units(text.normalize(form))),
    repeat: [-1, Infinity, -Infinity, -1.5].map((count) => fails(() => "a".repeat(count))),
    codes: [-1, 0x110000, 1.5, NaN, Infinity, "x"].map((code) => fails(() => String.fromCodePoint(97, code))),
    form: fails(() => "a".normalize("NFX")),
  };
}
//= result: {
//=   forms: [
//=     "d83d e9 d83d de00 de00 fb01 de00 ac01 d83d",
//=     "d83d 65 301 d83d de00 de00 fb01 de00 1100 1161 11a8 d83d",
//=     "d83d e9 d83d de00 de00 66 69 de00 ac01 d83d",
//=     "d83d 65 301 d83d de00 de00 66 69 de00 1100 1161 11a8 d83d",
//=     "d83d e9 d83d de00 de00 fb01 de00 ac01 d83d",
//=   ],
//=   repeat: [
//=     "RangeError: Invalid count value: -1",
//=     "RangeError: Invalid count value: Infinity",
//=     "RangeError: Invalid count value: -Infinity",
//=     "RangeError: Invalid count value: -1.5",
//=   ],
//=   codes: [
//=     "RangeError: Invalid code point -1",
//=     "RangeError: Invalid code point 1114112",
//=     "RangeError: Invalid code point 1.5",
//=     "RangeError: Invalid code point NaN",
//=     "RangeError: Invalid code point Infinity",
//=     "RangeError: Invalid code point NaN",
//=   ],
//=   form: "RangeError: The normalization form should be one of NFC, NFD, NFKC, NFKD.",
//= }
