import Chance from "chance";

export default () => {
  const chance = new Chance(12345);
  return {
    numbers: [chance.integer({ min: -20, max: 20 }), chance.floating({ fixed: 4, min: 0, max: 9 }), chance.natural(), chance.prime({ min: 2, max: 50 }), chance.d20(), chance.rpg("3d6")],
    text: [chance.string({ length: 8, pool: "abcdef" }), chance.word({ syllables: 3 }), chance.sentence({ words: 5 }), chance.letter({ casing: "upper" })],
    person: [chance.name({ middle: true, prefix: true }), chance.age(), chance.gender(), chance.ssn(), chance.phone()],
    web: [chance.email(), chance.ip(), chance.ipv6(), chance.url({ extensions: ["gif"] }), chance.color({ format: "hex" }), chance.guid(), chance.hash({ length: 12 })],
    place: [chance.address(), chance.city(), chance.zip(), chance.coordinates(), chance.country({ full: true })],
    lists: [chance.shuffle([1, 2, 3, 4, 5]), chance.pickset(["a", "b", "c", "d"], 2), chance.weighted(["x", "y"], [1, 9]), chance.unique(chance.state, 4), chance.n(chance.bool, 5)],
    time: [chance.date({ year: 1999 }).toISOString(), chance.month(), chance.hour(), chance.millisecond()],
    money: [chance.cc({ type: "Visa" }), chance.dollar({ max: 20 }), chance.currency().code],
    normal: chance.normal({ mean: 10, dev: 2 }),
    mixed: (() => { chance.mixin({ pet: () => chance.pickone(["cat", "dog"]) + chance.digit?.() }); return typeof chance.pet; })(),
    seeded: new Chance("a", 7).integer(),
  };
};
