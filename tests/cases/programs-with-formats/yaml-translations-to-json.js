//! about = "Translations in YAML become flat JSON files, and keys that a language lacks are told."
//! [files]
//! "/locales/en.yml" = """
//! en:
//!   greeting: "Hello, %{name}!"
//!   cart:
//!     items:
//!       one: 1 item
//!       other: "%{count} items"
//!     empty: Your cart is empty
//!     checkout: >-
//!       Proceed to
//!       checkout
//!   answers:
//!     yes: "Yes"
//!     no: "No"
//!   legal: |
//!     First line.
//!     Second line: with a colon.
//! """
//! "/locales/nb.yml" = """
//! nb:
//!   greeting: 'Hei, %{name}! Det''s fint'
//!   cart:
//!     items:
//!       one: 1 vare
//!       other: "%{count} varer"
//!     empty: ~
//!   answers:
//!     yes: Ja
//!     no: Nei
//! """

type Tree = { [key: string]: Tree | string | null };

const flatten = (tree: Tree, prefix = ""): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    value === null ? [] : typeof value === "object" ? flatten(value, `${prefix}${key}.`) : [[prefix + key, String(value)] as [string, string]],
  );

export default async () => {
  const texts: Record<string, Record<string, string>> = {};
  for (const file of await state.glob("/locales/*.yml")) {
    const [[language, tree]] = Object.entries((await state.readYaml(file)) as Record<string, Tree>);
    texts[language] = Object.fromEntries(flatten(tree));
    await state.writeJson(`/public/i18n/${language}.json`, texts[language]);
  }
  const missing = Object.keys(texts.en).filter((key) => !(key in texts.nb));
  return { missing, nb: texts.nb, english: await state.readFile("/public/i18n/en.json") };
};
//= result: {
//=   missing: ["cart.empty", "cart.checkout", "legal"],
//=   nb: {
//=     greeting: "Hei, %{name}! Det's fint",
//=     "cart.items.one": "1 vare",
//=     "cart.items.other": "%{count} varer",
//=     "answers.yes": "Ja",
//=     "answers.no": "Nei",
//=   },
//=   english: "{\n  \"greeting\": \"Hello, %{name}!\",\n  \"cart.items.one\": \"1 item\",\n  \"cart.items.other\": \"%{count} items\",\n  \"cart.empty\": \"Your cart is empty\",\n  \"cart.checkout\": \"Proceed to checkout\",\n  \"answers.yes\": \"Yes\",\n  \"answers.no\": \"No\",\n  \"legal\": \"First line.\\nSecond line: with a colon.\\n\"\n}\n",
//= }
//= created: /public (- -> 0)
//= created: /public/i18n (- -> 0)
//= created: /public/i18n/en.json (- -> 288)
//= created: /public/i18n/nb.json (- -> 161)
