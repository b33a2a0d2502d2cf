//! [files]
//! "/c.yaml" = "# settings\nserver:\n  port: 80 # default\n  hosts:\n    - a\n    - b\nwhen: 2024-01-02\n"
//! "/c.toml" = "# settings\nwhen = 2024-01-02T03:04:05Z\n[server]\nport = 80 # default\nhosts = [\"a\", \"b\"]\n"
//! "/crlf.yml" = "a: 1\r\nb: # note\r\n  - x\r\n"
//! "/json.yaml" = "{\n  \"a\": 1\n}\n"
//! "/anchors.yaml" = "base: &b # the base\n  x: 1\nuse: *b\n"
//! "/flow.yaml" = "a: {x: 1, y: 2} # flow\nb: 2\n"
//! "/special.yaml" = "inf: .inf\nbig: 12345678901234567890\nf: 1.0\n"
//! "/nan.yaml" = "n: .nan\na: 1\n"
//! "/bytes.yaml" = "n: !!binary aGk=\na: 1\n"
//! "/many.yaml" = "a: 1\n---\nb: 2\n"
//! "/bad.toml" = "a = \n"
//! "/x.json" = "a: 1\n"

async () => {
  //+ fails
  const update = (path, operations, options) => fails(async () => (await state.updateJson(path, operations, options)).content);
  const set = (path, value) => [{ op: "set", path, value }];
  return {
    query: [await state.queryJson("/c.yaml", ".server.hosts[1]"), await state.queryJson("/c.toml", ".server.port"), await state.queryJson("/c.toml", ".when"), await state.queryJson("/c.yaml", ".nope"), await state.queryJson("/json.yaml", ".a")],
    yaml: await update("/c.yaml", [...set("server.port", 8080), { op: "append", path: "server.hosts", value: "c" }, ...set("server.tls.on", true)]),
    toml: await update("/c.toml", [...set("server.port", 8080), { op: "append", path: "server.hosts", value: "c" }, ...set("server.tls.on", true), { op: "delete", path: "nope" }]),
    result: await state.updateJson("/c.toml", { title: "x" }),
    removed: await update("/c.yaml", [{ op: "delete", path: "server.hosts[0]" }, { op: "delete", path: "when" }]),
    tested: [await update("/c.yaml", [{ op: "test", path: "server.port", value: 1 }, ...set("x", 1)]), await update("/c.toml", [{ op: "test", path: "server.port", value: 8080 }, { op: "move", from: "/title", path: "/name" }])],
    crlf: await update("/crlf.yml", [{ op: "append", path: "b", value: "y" }]),
    json: await update("/json.yaml", set("b", 2)),
    same: await update("/anchors.yaml", set("base.x", 1)),
    refused: await update("/anchors.yaml", set("base", 5)),
    lossy: await update("/anchors.yaml", set("base", 5), { lossy: true }),
    flow: [await update("/flow.yaml", set("a.x", 5)), await update("/flow.yaml", set("a.z", 5)), await update("/flow.yaml", set("a.z", 5), { lossy: true, dryRun: true })],
    special: [await state.queryJson("/special.yaml", ".inf"), await update("/special.yaml", set("x", 1)), await state.queryJson("/nan.yaml", ".n"), await update("/nan.yaml", set("a", 2)), await state.queryJson("/bytes.yaml", ".n"), await update("/bytes.yaml", set("a", 2))],
    many: [await fails(() => state.queryJson("/many.yaml", ".a")), await update("/many.yaml", set("a", 2))],
    bad: [await fails(() => state.queryJson("/bad.toml", ".a")), await update("/c.toml", set("x", null)), await update("/c.yaml", set("server.port.x", 1)), await fails(() => state.queryJson("/x.json", ".a"))],
    dry: [await update("/c.toml", set("dry", 1), { dryRun: true }), (await state.readFile("/c.toml")).includes("dry")],
    files: [await state.readFile("/c.yaml"), await state.readFile("/c.toml"), await state.readFile("/flow.yaml")],
  };
}
//= result: {
//=   query: ["b", 80, "2024-01-02T03:04:05Z", undefined, 1],
//=   yaml: "# settings\nserver:\n  port: 8080 # default\n  hosts:\n    - a\n    - b\n    - c\n  tls:\n    \"on\": true\nwhen: 2024-01-02\n",
//=   toml: "# settings\nwhen = 2024-01-02T03:04:05Z\n[server]\nport = 8080 # default\nhosts = [\"a\", \"b\", \"c\"]\n\n[server.tls]\non = true\n",
//=   result: {
//=     value: {
//=       when: "2024-01-02T03:04:05Z",
//=       title: "x",
//=       server: { port: 8080, hosts: ["a", "b", "c"], tls: { on: true } },
//=     },
//=     content: "# settings\nwhen = 2024-01-02T03:04:05Z\ntitle = \"x\"\n[server]\nport = 8080 # default\nhosts = [\"a\", \"b\", \"c\"]\n\n[server.tls]\non = true\n",
//=     diff: "--- /c.toml\n+++ /c.toml\n@@ -1,5 +1,6 @@\n # settings\n when = 2024-01-02T03:04:05Z\n+title = \"x\"\n [server]\n port = 8080 # default\n hosts = [\"a\", \"b\", \"c\"]\n",
//=     operationsApplied: 1,
//=   },
//=   removed: "# settings\nserver:\n  port: 8080 # default\n  hosts:\n    - b\n    - c\n  tls:\n    \"on\": true\n",
//=   tested: [
//=     [
//=       "ESTALE",
//=       "operation 0 (test): .server.port is a number with another value, updateJson '/c.yaml'",
//=     ],
//=     "# settings\nwhen = 2024-01-02T03:04:05Z\nname = \"x\"\n[server]\nport = 8080 # default\nhosts = [\"a\", \"b\", \"c\"]\n\n[server.tls]\non = true\n",
//=   ],
//=   crlf: "a: 1\r\nb: # note\r\n  - x\r\n  - \"y\"\r\n",
//=   json: "{\n  \"a\": 1,\n  \"b\": 2\n}\n",
//=   same: "base: &b # the base\n  x: 1\nuse: *b\n",
//=   refused: [
//=     "EINVAL",
//=     "Cannot update /anchors.yaml as YAML: the change would lose comments, anchors or aliases of line 1: { lossy: true } gives it up (line 1, column 7)\n  base: &b # the base\n        ^",
//=   ],
//=   lossy: "base: 5\nuse:\n  x: 1\n",
//=   flow: [
//=     "a: {x: 5, y: 2} # flow\nb: 2\n",
//=     "a: {x: 5, y: 2, z: 5} # flow\nb: 2\n",
//=     "a: {x: 5, y: 2, z: 5} # flow\nb: 2\n",
//=   ],
//=   special: [
//=     Infinity,
//=     "inf: .inf\nbig: 12345678901234567890\nf: 1.0\nx: 1\n",
//=     NaN,
//=     [
//=       "EBADMSG",
//=       "Invalid YAML in /nan.yaml: it has a NaN, which cannot be kept here: change the text with state.replaceInFile",
//=     ],
//=     "aGk=",
//=     [
//=       "EBADMSG",
//=       "Invalid YAML in /bytes.yaml: it has !!binary, which cannot be kept here: change the text with state.replaceInFile",
//=     ],
//=   ],
//=   many: [
//=     [
//=       "EBADMSG",
//=       "Invalid YAML in /many.yaml: the text has several documents: await state.readYaml(\"/many.yaml\", { all: true }) reads them all (line 2, column 1)\n  ---\n  ^",
//=     ],
//=     [
//=       "EBADMSG",
//=       "Invalid YAML in /many.yaml: the text has several documents: await state.readYaml(\"/many.yaml\", { all: true }) reads them all (line 2, column 1)\n  ---\n  ^",
//=     ],
//=   ],
//=   bad: [
//=     [
//=       "EBADMSG",
//=       "Invalid TOML in /bad.toml: string values must be quoted: expected literal string (line 1, column 5)\n  a = \n      ^",
//=     ],
//=     ["EINVAL", "Cannot update /c.toml as TOML: TOML has no null: leave the member out"],
//=     [
//=       "EINVAL",
//=       "operation 0 (set): JSON update expected object at \"x\": .server.port is a number, updateJson '/c.yaml'",
//=     ],
//=     [
//=       "EBADMSG",
//=       "Invalid JSON in /x.json: unexpected token 'a' where a value should start (line 1, column 1)",
//=     ],
//=   ],
//=   dry: [
//=     "# settings\nwhen = 2024-01-02T03:04:05Z\nname = \"x\"\ndry = 1\n[server]\nport = 8080 # default\nhosts = [\"a\", \"b\", \"c\"]\n\n[server.tls]\non = true\n",
//=     false,
//=   ],
//=   files: [
//=     "# settings\nserver:\n  port: 8080 # default\n  hosts:\n    - b\n    - c\n  tls:\n    \"on\": true\n",
//=     "# settings\nwhen = 2024-01-02T03:04:05Z\nname = \"x\"\n[server]\nport = 8080 # default\nhosts = [\"a\", \"b\", \"c\"]\n\n[server.tls]\non = true\n",
//=     "a: {x: 5, y: 2, z: 5} # flow\nb: 2\n",
//=   ],
//= }
//= changed: /anchors.yaml (35 -> 20)
//= changed: /c.toml (87 -> 129)
//= changed: /c.yaml (82 -> 89)
//= changed: /crlf.yml (24 -> 33)
//= changed: /flow.yaml (28 -> 34)
//= changed: /json.yaml (13 -> 23)
//= changed: /special.yaml (43 -> 48)
