import { NIL, parse, stringify, v1, v3, v4, v5, v6, v7, validate, version } from "uuid";

export default () => {
  const random = new Uint8Array(16).map((_, index) => index * 7);
  return {
    v1: v1({ node: [1, 2, 3, 4, 5, 6], clockseq: 0x1234, msecs: 1700000000000, nsecs: 5 }),
    v3: v3("hello.example.com", v3.DNS),
    v4: v4({ random }),
    v5: v5("https://example.com/ä", v5.URL),
    v6: v6({ node: [1, 2, 3, 4, 5, 6], clockseq: 0x1234, msecs: 1700000000000, nsecs: 5 }),
    v7: v7({ random, msecs: 1700000000000, seq: 7 }),
    fresh: [v4(), v7()].map((id) => [validate(id), version(id), id.length]),
    parse: [...parse("6ec0bd7f-11c0-43da-975e-2a8ad9ebae0b")],
    back: stringify(parse("6ec0bd7f-11c0-43da-975e-2a8ad9ebae0b")),
    validate: [NIL, "6ec0bd7f-11c0-43da-975e-2a8ad9ebae0", "x"].map(validate),
    error: (() => { try { return parse("nonsense"); } catch (error) { return [error.name, error.message]; } })(),
    distinct: new Set(Array.from({ length: 200 }, () => v4())).size,
  };
};
