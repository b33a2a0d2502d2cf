import { load } from "cheerio/slim";

const html = `<ul id="fruits"><li class="apple">Apple</li><li class="orange" data-n='{"a":1}'>Orange</li><li class="pear sweet">Pear</li></ul><p>Hi <b>there</b> &amp; you</p><form><input name="a" value="1"><select name="s"><option value="x" selected>X</select></form>`;

export default () => {
  const $ = load(html);
  const before = {
    text: [$(".apple").text(), $("ul > li").last().text(), $("p").html()],
    attributes: [$("ul").attr("id"), $(".orange").data("n"), $("input").val(), $("li").hasClass("sweet")],
    lists: [$("li").map((index, node) => $(node).attr("class")).get(), $("li").toArray().length, $("li:nth-child(2), li:not(.apple)").length],
    walk: [$(".orange").prev().text(), $(".orange").siblings().length, $("b").closest("p").length, $(".pear").index(), $("b").parents().length],
    form: $("form").serializeArray(),
    selectors: ["li[class^=o]", "li:contains('Pea')", "ul li:first-child", "p:has(b)", "li ~ .pear", "[data-n]", ":root"].map((selector) => $(selector).length),
  };
  $("ul").append('<li class="plum">Plum</li>').prepend($("<li>First</li>"));
  $(".apple").addClass("red").removeClass("apple").attr("title", "a \"b\"").css("color", "red");
  $(".orange").replaceWith("<i>gone</i>");
  $("b").wrap("<u></u>").text("<new>");
  $("li").filter((index) => index === 0).remove();
  return { ...before, after: $.html(), extracted: $.extract({ items: ["li"], first: { selector: "li", value: "class" } }) };
};
