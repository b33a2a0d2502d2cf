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
