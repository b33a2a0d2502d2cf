//! about = "the paths of files in URLs are those of the standard"

const { fileURLToPath, pathToFileURL } = require("url");
const shown = (text, base) => {
  try {
    const url = new URL(text, base);
    return `${url.href} ${url.host}|${url.pathname}${url.search}${url.hash}`;
  } catch (error) { return error.code; }
};
const set = (text, part, value) => { const url = new URL(text); url[part] = value; return url.href; };
return {
  slashes: ["file:////a", "file://///", "file:a", "file:/a//b", "file:", "FILE:\\\\\\a\\b", "file:///a/..//b", "file:////..", "file:////../x"].map((text) => shown(text)),
  hosts: ["file://host/a", "file://LOCALHOST/a", "file://localhost//a", "file://a:80/x", "file://u@h/x", "file://h"].map((text) => shown(text)),
  drives: ["file:///C:/a/../..", "file:///c|/x", "file://C:/a", "file:C:/../x", "file:///a/../C|/../y", "file://host/C:/x", "file:///C:", "file:////C:/.."].map((text) => shown(text)),
  dots: ["file:///a/%2e%2E/b", "file:///a/./b/.", "file:///a/b/..", "file:///a/.%2e"].map((text) => shown(text)),
  rest: ["file:////a?b c#d e", "file:?q", "file:#h", " file:////a\tb ", "file:///a^b c"].map((text) => shown(text)),
  relative: [["b", "file:////x//y"], ["//h/b", "file:///a"], ["/b", "file://h/a"], ["/b", "file:///C:/a"], ["?q", "file:////a?b#c"], ["", "file:////a?b#c"], ["#h", "file:////a"], ["..", "file:////a/b"], ["C|/x", "file:///a"], ["file:b", "file:////a/c"]].map(([text, base]) => shown(text, base)),
  set: [set("file:////a", "search", "x"), set("file:///a", "pathname", "//b/../c"), set("file:////a", "host", "h:1"), set("file:////a", "host", "h"), set("file://h/a", "protocol", "http"), set("file:////a", "protocol", "http"), set("file:////a", "port", "1"), set("file:///a", "pathname", "C|?x")],
  paths: ["file:////a", "file:///a%20b//", "file://localhost//a"].map((url) => fileURLToPath(url)),
  urls: ["//a", "/a//b/", "/a b?c#d", "/a\\b"].map((path) => pathToFileURL(path).href),
};
//= result: {
//=   slashes: [
//=     "file:////a |//a",
//=     "file:///// |///",
//=     "file:///a |/a",
//=     "file:///a//b |/a//b",
//=     "file:/// |/",
//=     "file:///a/b |/a/b",
//=     "file:////b |//b",
//=     "file:/// |/",
//=     "file:///x |/x",
//=   ],
//=   hosts: [
//=     "file://host/a host|/a",
//=     "file:///a |/a",
//=     "file:////a |//a",
//=     "ERR_INVALID_URL",
//=     "ERR_INVALID_URL",
//=     "file://h/ h|/",
//=   ],
//=   drives: [
//=     "file:///C:/ |/C:/",
//=     "file:///c:/x |/c:/x",
//=     "file:///C:/a |/C:/a",
//=     "file:///C:/x |/C:/x",
//=     "file:///C:/y |/C:/y",
//=     "file://host/C:/x host|/C:/x",
//=     "file:///C: |/C:",
//=     "file://// |//",
//=   ],
//=   dots: ["file:///b |/b", "file:///a/b/ |/a/b/", "file:///a/ |/a/", "file:/// |/"],
//=   rest: [
//=     "file:////a?b%20c#d%20e |//a?b%20c#d%20e",
//=     "file:///?q |/?q",
//=     "file:///#h |/#h",
//=     "file:////ab |//ab",
//=     "file:///a%5Eb%20c |/a%5Eb%20c",
//=   ],
//=   relative: [
//=     "file:////x//b |//x//b",
//=     "file://h/b h|/b",
//=     "file://h/b h|/b",
//=     "file:///C:/b |/C:/b",
//=     "file:////a?q |//a?q",
//=     "file:////a?b |//a?b",
//=     "file:////a#h |//a#h",
//=     "file://// |//",
//=     "file:///C:/x |/C:/x",
//=     "file:////a/b |//a/b",
//=   ],
//=   set: [
//=     "file:////a?x",
//=     "file:////c",
//=     "file:////a",
//=     "file://h//a",
//=     "http://h/a",
//=     "file:////a",
//=     "file:////a",
//=     "file:///C|%3Fx",
//=   ],
//=   paths: ["//a", "/a b//", "//a"],
//=   urls: ["file:///a", "file:///a/b/", "file:///a%20b%3Fc%23d", "file:///a%5Cb"],
//= }
