import { compile, match, parse, pathToRegexp, stringify } from "path-to-regexp";

const attempt = (f) => { try { return f(); } catch (error) { return [error.name, error.message.split("\n")[0]]; } };

export default () => ({
  matched: [["/user/:id", "/user/12"], ["/:a/:b", "/x/y%20z"], ["/files/*path", "/files/a/b/c.txt"], ["/users{/:id}/delete", "/users/delete"], ["/:lang{-:region}", "/en-US"], ["/a", "/A/"], ["/é", "/%C3%A9"]].map(([route, path]) => match(route)(path)),
  options: [match("/a", { sensitive: true })("/A"), match("/a/", { trailing: false })("/a"), match("/a", { end: false })("/a/b"), match("/:x", { decode: false })("/a%20b")],
  compiled: [compile("/user/:id")({ id: "a b/c" }), compile("/f/*p")({ p: ["x", "y z"] }), compile("/a{/:b}")({}), attempt(() => compile("/:id")({})), attempt(() => compile("/:id")({ id: 5 }))],
  regexp: (({ regexp, keys }) => [String(regexp), keys])(pathToRegexp("/:foo/:bar{.:ext}")),
  several: pathToRegexp(["/a/:x", "/b"]).regexp.test("/a/1"),
  tokens: parse("/a/:b{/*c}").tokens,
  text: stringify(parse('/:"with space"/{:x}')),
  errors: ["/:", "/a{", "/(x)", "/a*", "/+"].map((route) => attempt(() => parse(route).tokens.length)),
});
