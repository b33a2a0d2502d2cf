import { html, parse, parseFragment, serialize } from "parse5";

export default () => {
  const errors = [];
  const document = parse("<!DOCTYPE html><title>T &amp; &notin; &#128;</title><table><tr><td>1<td>2<b>x</table><p>a<p>b<i>c<b>d</i>e</b><svg viewbox=1><path/></svg><script>a<b</script>", { onParseError: (error) => errors.push([error.code, error.startOffset]), sourceCodeLocationInfo: true });
  const fragment = parseFragment("<li>one<li class='x' class=y>two<template><td>z</template>");
  const names = [];
  const walk = (node) => { names.push(node.nodeName); (node.content ?? node).childNodes?.forEach(walk); };
  walk(document);
  return {
    html: serialize(document),
    fragment: serialize(fragment),
    names,
    errors,
    place: document.childNodes[1].sourceCodeLocation ?? null,
    mode: document.mode,
    attributes: fragment.childNodes[1].attrs,
    constants: [html.NS.SVG, html.TAG_NAMES.A],
    entities: serialize(parseFragment("&lt;&GT;&Aacute;&nbsp;&CounterClockwiseContourIntegral;&ampx &#x110000;")),
    formatting: serialize(parseFragment("<a href=x>1<a href=y>2</a><b><p>3</b>4</p>")),
  };
};
