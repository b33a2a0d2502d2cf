import chroma from "chroma-js";

export default () => ({
  parsed: ["hotpink", "#f0c", "rgb(10 20 30 / 50%)", "hsl(120,50%,50%)", "lab(50% 40 20)", 0x336699].map((color) => chroma(color).hex()),
  spaces: ["rgb", "hsl", "hsv", "lab", "lch", "oklab", "oklch", "cmyk", "gl", "hcg"].map((space) => chroma("teal")[space]().map((value) => +value.toFixed(8))),
  changed: [chroma("red").darken(2), chroma("red").brighten(), chroma("pink").saturate(2), chroma("#abc").set("hsl.h", 90), chroma("#abc").alpha(0.3), chroma("orange").set("lab.l", "*0.5")].map(String),
  mixed: [chroma.mix("red", "blue", 0.3, "lab"), chroma.average(["red", "#0f0", "blue"]), chroma.blend("4CBBFC", "EEEE22", "multiply")].map((color) => color.hex()),
  scale: [chroma.scale(["yellow", "navy"]).mode("lch").colors(5), chroma.scale("RdBu").domain([0, 10]).classes(4)(3).hex(), chroma.scale(["red", "white", "blue"]).gamma(0.5).colors(4)],
  contrast: [chroma.contrast("pink", "hotpink"), chroma.deltaE("red", "orange"), chroma.distance("#fff", "#ff0", "rgb"), chroma("teal").luminance()],
  limits: chroma.limits([1, 2, 3, 10, 11, 12, 50], "k", 3),
  css: [chroma("teal").css("hsl"), chroma("teal").css("lab"), chroma("#ff000080").css()],
  named: [chroma("#ff0000").name(), chroma.valid("nocolor"), chroma.temperature(3500).hex(), chroma("red").num()],
  cubehelix: chroma.cubehelix().start(200).rotations(-0.5).scale().colors(4),
  error: (() => { try { return chroma("nocolor").hex(); } catch (error) { return error.message; } })(),
});
