//! Reads pages that rustdoc has written.

/// The pages of all items, as the list of them names them.
pub(super) fn items(all: &str) -> Vec<String> {
    all.split("<li><a href=\"")
        .skip(1)
        .filter_map(|rest| Some(rest.split_once('"')?.0.to_owned()))
        // The sides of the page link to its own headings.
        .filter(|place| place.ends_with(".html"))
        .collect()
}

/// What kind of item a page is about, and the item's path: `struct` and `a::b::C` of
/// `b/struct.C.html`.
pub(super) fn kind_and_path(name: &str, place: &str) -> Option<(String, String)> {
    let (folder, file) = place.rsplit_once('/').unwrap_or(("", place));
    let (kind, item) = file.strip_suffix(".html")?.split_once('.')?;
    let mut path = vec![name];
    path.extend(folder.split('/').filter(|part| !part.is_empty()));
    path.push(item);
    Some((kind.to_owned(), path.join("::")))
}

/// What a crate passes on of others.
pub(super) fn exports(index: &str) -> Vec<String> {
    let mut found: Vec<String> = index
        .split("<code>pub use ")
        .skip(1)
        .filter_map(|rest| Some(format!("pub use {}", text(rest.split_once("</code>")?.0))))
        .collect();
    found.sort();
    found
}

/// The headings of the lists of what is implemented, which end the list before.
const LISTS: [&str; 3] = [
    "<h2 id=\"trait-implementations\"",
    "<h2 id=\"synthetic-implementations\"",
    "<h2 id=\"blanket-implementations\"",
];

/// The lines about an item: its declaration, then its own methods and its traits, sorted.
pub(super) fn lines(page: &str) -> Option<String> {
    let (_, rest) = page.split_once("<pre class=\"rust item-decl\"><code>")?;
    let (declaration, rest) = rest.split_once("</code></pre>")?;
    let mut lines = String::new();
    let declaration = text(declaration);
    // The value of a text is not part of the interface.
    let declaration = match declaration.split_once(": &str = ") {
        Some((name, _)) => format!("{name}: &str;"),
        None => declaration,
    };
    for line in declaration.lines() {
        lines.push_str(&format!("    {}\n", line.trim_end()));
    }
    let mut implemented = Vec::new();
    for (section, has_methods) in [
        ("<div id=\"implementations-list\">", true),
        ("<div id=\"trait-implementations-list\">", false),
    ] {
        let Some((_, list)) = rest.split_once(section) else {
            continue;
        };
        let end = LISTS.iter().filter_map(|id| list.find(id)).min();
        let list = &list[..end.unwrap_or(list.len())];
        let mut block = String::new();
        for header in list.split("<h").skip(1) {
            let level = header.as_bytes().first().copied();
            let is_code = header
                .get(1..)
                .is_some_and(|rest| rest.starts_with(" class=\"code-header\">"));
            let Some((_, code)) = header.split_once('>').filter(|_| is_code) else {
                continue;
            };
            let end = if level == Some(b'3') {
                "</h3>"
            } else {
                "</h4>"
            };
            let code = text(code.split_once(end)?.0);
            let code = code.split_whitespace().collect::<Vec<_>>().join(" ");
            match level {
                Some(b'3') if has_methods => block = code,
                // It says no more than `PartialEq`.
                Some(b'3') if code.starts_with("impl StructuralPartialEq ") => {}
                Some(b'3') => implemented.push(code),
                _ if has_methods => implemented.push(format!("{block} {{ {code} }}")),
                _ => {}
            }
        }
    }
    implemented.sort();
    implemented.dedup();
    for line in implemented {
        lines.push_str(&format!("    {line}\n"));
    }
    Some(lines)
}

/// The text of HTML: without tags, and without what a browser shows in place of folded lines.
fn text(html: &str) -> String {
    let mut plain = String::new();
    let mut rest = html;
    while let Some((before, after)) = rest.split_once('<') {
        plain.push_str(before);
        if after.starts_with("/div") {
            plain.push('\n');
        }
        let is_summary = after.starts_with("summary");
        let end = if is_summary { "</summary>" } else { ">" };
        rest = after.split_once(end).map_or("", |(_, rest)| rest);
    }
    plain.push_str(rest);
    for (entity, character) in [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&#39;", "'"),
        ("&nbsp;", " "),
        ("&amp;", "&"),
    ] {
        plain = plain.replace(entity, character);
    }
    plain.replace('\u{a0}', " ")
}

#[cfg(test)]
mod tests {
    use super::{exports, items, kind_and_path, lines};

    #[test]
    fn an_item_is_listed_as_it_is_declared() {
        let page = "<pre class=\"rust item-decl\"><code><div>#[non_exhaustive]</div>pub struct A&lt;T&gt; {\n    pub <a>b</a>: \
                    <span>T</span>,\n    <span>/* private fields */</span>\n}</code></pre>\
                    <h2 id=\"implementations\"></h2><div id=\"implementations-list\">\
                    <h3 class=\"code-header\">impl&lt;T&gt; <a>A</a>&lt;T&gt;</h3>\
                    <h4 class=\"code-header\">pub fn z(&amp;self)</h4>\
                    <h4 class=\"code-header\">pub fn c(\n    &amp;self,\n)</h4></div>\
                    <h2 id=\"trait-implementations\"></h2><div id=\"trait-implementations-list\">\
                    <h3 class=\"code-header\">impl Clone for A</h3>\
                    <h4 class=\"code-header\">fn clone(&amp;self) -&gt; A</h4></div>\
                    <h2 id=\"blanket-implementations\"></h2><div id=\"blanket-implementations-list\">\
                    <h3 class=\"code-header\">impl Any for A</h3></div>";
        assert_eq!(
            lines(page).unwrap(),
            "    #[non_exhaustive]\n    pub struct A<T> {\n        pub b: T,\n        /* private fields */\n    }\n    \
             impl Clone for A\n    impl<T> A<T> { pub fn c( &self, ) }\n    \
             impl<T> A<T> { pub fn z(&self) }\n"
        );
    }

    #[test]
    fn pages_and_exports_are_named() {
        let all =
            "<ul><li><a href=\"a/struct.B.html\">a::B</a></li><li><a href=\"fn.c.html\">c</a>";
        assert_eq!(items(all), ["a/struct.B.html", "fn.c.html"]);
        let named = kind_and_path("x", "a/struct.B.html").unwrap();
        assert_eq!(named, ("struct".to_owned(), "x::a::B".to_owned()));
        let index = "<code>pub use <a>y</a> as z;</code>";
        assert_eq!(exports(index), ["pub use y as z;"]);
    }
}
