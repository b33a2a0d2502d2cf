import dotenv from "dotenv";
import { Buffer } from "node:buffer";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const TEXT = "# comment\nPLAIN=value\nexport SPACED =  padded value  # note\nSINGLE='a # b \\n'\nDOUBLE=\"line\\nbreak \\\"q\\\"\"\nBACK=`it's \"both\"`\nEMPTY=\nMULTI=\"two\nlines\"\nURL=http://x/?a=1#part\nJSON={\"a\": \"b\"}\nno line\nDOT.TED-KEY=1\nPLAIN=again\nüml=no\nCOLON: yes\r\nLAST=grün";

export default () => {
  const folder = mkdtempSync(join(tmpdir(), "dotenv-"));
  const file = (name, text, encoding) => { const path = join(folder, name); writeFileSync(path, text, encoding); return path; };
  const attempt = (f) => { try { return f(); } catch (error) { return [error.name, error.code ?? null, error.message]; } };
  const base = file("base", TEXT), local = file("local", "PLAIN=local\nOWN=1\n"), latin = file("latin", "A=für\n", "latin1");
  const config = (options) => { const processEnv = { PLAIN: "set" }, { parsed, error } = dotenv.config({ quiet: true, processEnv, ...options }); return [parsed, processEnv, error && [error.code ?? null, error.message.replaceAll(folder, "")]]; };
  const target = { A: "kept" };
  dotenv.populate(target, { A: "new", B: "2" });
  const forced = { A: "kept" };
  dotenv.populate(forced, { A: "new" }, { override: true });
  process.env.DOTENV_TEST_KEPT = "before";
  dotenv.config({ quiet: true, path: file("env", "DOTENV_TEST_KEPT=after\nDOTENV_TEST_NEW=new") });
  const answer = {
    parsed: [dotenv.parse(TEXT), dotenv.parse(Buffer.from("A=1\rB=2\n")), dotenv.parse("")],
    config: [config({ path: base }), config({ path: base, override: true }), config({ path: [local, base] }), config({ path: [local, base], override: true }), config({ path: latin, encoding: "latin1" })],
    missing: [config({ path: join(folder, "nothing") }), config({ path: [join(folder, "nothing"), local] })],
    populated: [target, forced, attempt(() => dotenv.populate("text", {}))],
    env: [process.env.DOTENV_TEST_KEPT, process.env.DOTENV_TEST_NEW],
  };
  rmSync(folder, { recursive: true });
  return answer;
};
