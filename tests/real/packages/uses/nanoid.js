import { customAlphabet, customRandom, nanoid, urlAlphabet } from "nanoid";

export default () => {
  let state = 7;
  const random = (size) => Uint8Array.from({ length: size }, () => (state = (state * 75 + 74) % 65537) & 255);
  const seeded = customRandom(urlAlphabet, 12, random);
  return {
    seeded: [seeded(), seeded(), seeded()],
    shape: [nanoid(), nanoid(5), customAlphabet("abc", 40)()].map((id) => [id.length, /^[\w-]+$/.test(id)]),
    letters: /^[abc]+$/.test(customAlphabet("abc", 40)()),
    distinct: new Set(Array.from({ length: 500 }, () => nanoid())).size,
  };
};
