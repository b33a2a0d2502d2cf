import semver from "semver";

export default () => {
  const list = ["1.2.3", "1.10.0", "1.2.3-beta.2", "1.2.3-beta.11", "v2.0.0+build.5", "0.0.1"];
  return {
    sorted: semver.sort([...list]),
    reverse: semver.rsort([...list]).map(String),
    valid: ["1.2", "=v1.2.3", "1.2.3.4", "01.2.3", "1.2.3-α"].map((text) => semver.valid(text)),
    coerce: ["v2", "42.6.7.9.3-alpha", "version 3.4 of it"].map((text) => String(semver.coerce(text))),
    inc: ["major", "minor", "patch", "premajor", "prerelease"].map((part) => semver.inc("1.2.3-beta.2", part, "beta")),
    satisfies: [["1.2.3", "^1.0"], ["1.2.3", "~1.3"], ["2.0.0-rc.1", ">=1.0.0"], ["1.5.0", "1.x || >=2.5.0 || 5.0.0 - 7.2.3"], ["0.2.5", "^0.2.3"]].map(([version, range]) => semver.satisfies(version, range)),
    range: ["^1.2.3", "~1.2", "1.x", "*", ">1 <=2.3", "1.2.3 - 2.3"].map((range) => semver.validRange(range)),
    best: [semver.maxSatisfying(list, "1.x"), semver.minSatisfying(list, ">0.0.1"), String(semver.minVersion(">1.2"))],
    diff: [semver.diff("1.2.3", "1.3.0"), semver.diff("1.2.3", "1.2.3-pre")],
    parts: (({ major, minor, patch, prerelease, build }) => ({ major, minor, patch, prerelease, build }))(semver.parse("3.4.5-rc.1+exp.sha")),
    outside: [semver.gtr("9.0.0", "^1.2"), semver.ltr("0.1.0", "^1.2"), semver.outside("1.5.0", "^1.2", ">")],
    intersects: [semver.intersects("^1.2", ">=1.9"), semver.subset("~1.2.3", "^1.2"), semver.simplifyRange(list, "1.2.3 || 1.10.0")],
    error: (() => { try { return new semver.SemVer("bad"); } catch (error) { return [error.name, error.message]; } })(),
  };
};
