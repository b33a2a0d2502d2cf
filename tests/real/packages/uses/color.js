import Color from "color";

export default () => {
  const color = Color("#7743CE");
  return {
    spaces: ["rgb", "hsl", "hsv", "hwb", "cmyk", "lab", "lch", "xyz", "ansi256"].map((space) => color[space]().round().array()),
    changed: [color.alpha(0.5).lighten(0.5), color.darken(0.2), color.saturate(0.5), color.rotate(90), color.negate(), color.grayscale(), color.whiten(0.3), color.fade(0.4), color.mix(Color("yellow"), 0.3)].map((value) => value.string()),
    numbers: [color.luminosity(), color.contrast(Color("white")), color.isDark(), color.hue(), color.red(), color.rgbNumber(), color.level(Color("white"))],
    parsed: ["rgba(10, 20, 30, .4)", "hsl(360, 10%, 20%)", "hwb(60, 3%, 60%)", "transparent"].map((text) => Color(text).object()),
    text: [color.hex(), color.keyword(), color.percentString(1), color.hsl().string(0), JSON.stringify(color.unitObject())],
    set: color.red(0).green(100).hex(),
    error: (() => { try { return Color("nocolor"); } catch (error) { return error.message; } })(),
  };
};
