import slugify from "slugify";

export default () => {
  const texts = ["some string", "Ünïcödé Tëxt", "a & b < c > $ 5 % €10", "Москва и Київ", "  --multi   space-- ", "100% I'd*like", "東京 x", "ß ø æ Å đ ł ©™", "foo_bar.baz~qux"];
  const plain = texts.map((text) => slugify(text));
  slugify.extend({ "☢": "radioactive" });
  return {
    plain,
    options: [slugify("A B.c", { lower: true, remove: /[.]/g }), slugify("a b c", "_"), slugify("Ü ö", { locale: "de" }), slugify("x!y@z", { strict: true }), slugify(" a ", { trim: false })],
    extended: slugify("unicode ♥ is ☢"),
    error: (() => { try { return slugify(5); } catch (error) { return error.message; } })(),
  };
};
