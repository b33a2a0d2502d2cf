import classNames from "classnames";
import bind from "classnames/bind";
import dedupe from "classnames/dedupe";

export default () => ({
  plain: [classNames("a", { b: true, c: 0, d: "x" }, ["e", { f: 1 }, ["g"]], null, undefined, 0, 7, ""), classNames({ toString: () => "own" }), classNames()],
  bound: bind.bind({ a: "a-1", b: "b-2" })("a", { b: true, c: true }),
  deduped: dedupe("a", "b", "a", { b: false, c: true }, ["d", "d"]),
});
