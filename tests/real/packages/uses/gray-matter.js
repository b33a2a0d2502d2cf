import matter from "gray-matter";
import { Buffer } from "node:buffer";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const TEXT = "---\ntitle: Grüße\ndate: 2021-05-06\ntags: [a, 'b c']\nnested:\n  on: yes\n  n: 0x1F\ntext: |\n  two\n  lines\n---\nAn excerpt 😀\n<!-- more -->\nThe body\n---\nnot a part\n";

export default () => {
  const plain = ({ data, content, excerpt, language, matter: head, isEmpty, empty }) => ({ data, content, excerpt, language, head, isEmpty, empty });
  const attempt = (f) => { try { return f(); } catch (error) { return [error.name, error.message.split("\n")[0]]; } };
  const folder = mkdtempSync(join(tmpdir(), "matter-"));
  writeFileSync(join(folder, "page.md"), TEXT);
  const file = matter.read(join(folder, "page.md"));
  rmSync(folder, { recursive: true });
  return {
    read: [plain(file), file.path.replace(folder, ""), Buffer.isBuffer(file.orig)],
    bytes: plain(matter(Buffer.from("\ufeff---\na: 1\n---\nb"))),
    excerpt: [plain(matter(TEXT, { excerpt: true })), matter(TEXT, { excerpt_separator: "<!-- more -->" }).excerpt, matter("---\na: 1\n---\none\ntwo", { excerpt: (file) => { file.excerpt = file.content.split("\n")[0]; } }).excerpt],
    json: [plain(matter('---json\n{"a": [1, null]}\n---\nbody')), plain(matter(';;;\n{"a": 2}\n;;;\nbody', { language: "json", delimiters: ";;;" }))],
    delimiters: plain(matter("~~~\na: 1\n~~~\nbody", { delimiters: "~~~" })),
    engine: matter("---csv\na,b\n---\nx", { engines: { csv: { parse: (text) => ({ fields: text.trim().split(",") }), stringify: (data) => data.fields.join(",") } } }).data,
    none: [plain(matter("no front matter")), plain(matter("---\n---\nempty")), plain(matter("")), plain(matter("----\nfour")), plain(matter("---\n# only a comment\n---\nx"))],
    test: [matter.test(TEXT), matter.test("text"), matter.language("---toml\nx"), matter.language("---\nx")],
    written: [matter.stringify("body", { a: 1, list: ["x", "y: z"], when: new Date(0), none: null }), matter.stringify(matter(TEXT), {}), matter(TEXT + "more\n").stringify({ title: "Other" }, { language: "json" })],
    errors: [attempt(() => matter("---\na: [1\n---\n")), attempt(() => matter("---coffee\na\n---\n")), attempt(() => matter(5)), attempt(() => matter('---json\n{a}\n---\n')[0])],
  };
};
