//! XML: shapes, options and errors.

use isolate_formats::{Error, Tree, Trees, Walk, xml};

fn parse(text: &str, change: impl FnOnce(&mut xml::Options)) -> Result<Tree, Error> {
    let mut options = xml::Options::default();
    change(&mut options);
    xml::parse(text, &options, &mut Trees)
}

/// A tree as JSON, which is shorter.
fn json(tree: &Tree) -> serde_json::Value {
    match tree {
        Tree::Array(items) => items.iter().map(json).collect(),
        Tree::Object(members) => serde_json::Value::Object(
            members
                .iter()
                .map(|(key, value)| (key.clone(), json(value)))
                .collect(),
        ),
        Tree::String(text) => text.as_str().into(),
        Tree::Number(value) => (*value).into(),
        Tree::Bool(value) => (*value).into(),
        _ => serde_json::Value::Null,
    }
}

#[track_caller]
fn check(text: &str, expected: &str) {
    assert_eq!(json(&parse(text, |_| {}).unwrap()).to_string(), expected);
}

#[test]
fn the_shape_of_elements() {
    check("<a/>", r#"{"a":""}"#);
    check(
        "\u{feff}<?xml version='1.0'?>\n<!DOCTYPE a>\n<!-- c -->\n<a> x </a>\n",
        r#"{"a":"x"}"#,
    );
    check(
        "<a><b>1</b><c/><b>2</b></a>",
        r#"{"a":{"b":["1","2"],"c":""}}"#,
    );
    check(
        "<a x='1' y=\" 2 \">t</a>",
        r##"{"a":{"#text":"t","@_x":"1","@_y":"2"}}"##,
    );
    check(
        "<a>x<b/> y <![CDATA[ <z> ]]></a>",
        r##"{"a":{"b":"","#text":"xy <z> "}}"##,
    );
    check("<a>1 &lt; 2 &#65;&#x42;\r\nc</a>", r#"{"a":"1 < 2 AB\nc"}"#);
    check(
        "<a b='&quot;\n&amp;'>&#32;x</a>",
        r##"{"a":{"#text":" x","@_b":"\" &"}}"##,
    );
    check(
        "<n:a xmlns:n='u'><n:b/></n:a>",
        r#"{"n:a":{"n:b":"","@_xmlns:n":"u"}}"#,
    );
}

#[test]
fn options_change_the_shape() {
    let text = "<?xml version=\"1.0\"?><n:a x=\"1\"><b>01</b>t<!--c--><![CDATA[d]]></n:a>";
    let shape = |change: fn(&mut xml::Options)| json(&parse(text, change).unwrap()).to_string();
    assert_eq!(
        shape(|o| o.preserve_order = true),
        r##"[{"n:a":[{"b":[{"#text":"01"}]},{"#text":"t"},{"#text":"d"}],":@":{"@_x":"1"}}]"##
    );
    assert_eq!(
        shape(|o| {
            o.cdata_name = Some("cdata".into());
            o.comment_name = Some("comment".into());
            o.declaration = true;
        }),
        r##"{"?xml":{"@_version":"1.0"},"n:a":{"b":"01","comment":"c","cdata":"d","#text":"t","@_x":"1"}}"##
    );
    assert_eq!(
        shape(|o| {
            o.attributes = false;
            o.parse_texts = true;
            o.remove_prefix = true;
            o.always_text = true;
        }),
        r##"{"a":{"b":{"#text":1.0},"#text":"td"}}"##
    );
    assert_eq!(
        shape(|o| {
            o.attributes_group = Some("$".into());
            o.attribute_prefix = String::new();
        }),
        r##"{"n:a":{"b":"01","#text":"td","$":{"x":"1"}}}"##
    );
}

#[test]
fn what_is_not_well_formed_is_refused() {
    for (text, expected) in [
        ("", "there is no root element (line 1, column 1)"),
        (
            "<a>",
            "the element <a> is not closed: add </a> (line 1, column 1)\n  <a>\n  ^",
        ),
        (
            "<a><b></a>",
            "</a> closes <b>: close that first (line 1, column 7)\n  <a><b></a>\n        ^",
        ),
        (
            "<a/></b>",
            "</b> closes nothing (line 1, column 5)\n  <a/></b>\n      ^",
        ),
        (
            "<a/><b/>",
            "a second root element: enclose both in one (line 1, column 5)\n  <a/><b/>\n      ^",
        ),
        (
            "x<a/>",
            "text outside of the root element (line 1, column 1)\n  x<a/>\n  ^",
        ),
        (
            "<a>\n &x; </a>",
            "the entity &x; is not known: write the character itself (entities of a document type are not read) (line 2, column 2)\n   &x; </a>\n   ^",
        ),
        (
            "<a>&#0;</a>",
            "&#0; is no character of XML (line 1, column 4)\n  <a>&#0;</a>\n     ^",
        ),
        (
            "<a>]]></a>",
            "]]> in a text: write it as ]]&gt; (line 1, column 4)\n  <a>]]></a>\n     ^",
        ),
        (
            "<a b=\"1\"c=\"2\"/>",
            "white space is missing in front of an attribute (line 1, column 9)\n  <a b=\"1\"c=\"2\"/>\n          ^",
        ),
        (
            "<a b='1' b='2'/>",
            "the attribute \"b\" comes twice (line 1, column 10)\n  <a b='1' b='2'/>\n           ^",
        ),
        (
            "<a b/>",
            "the attribute \"b\" has no value in quotes: write b=\"…\" (line 1, column 4)\n  <a b/>\n     ^",
        ),
        (
            "<a b='<'/>",
            "< in an attribute: write it as &lt; (line 1, column 7)\n  <a b='<'/>\n        ^",
        ),
        (
            "<1/>",
            "\"1\" cannot name an element (line 1, column 1)\n  <1/>\n  ^",
        ),
        (
            "<a><!-- -- --></a>",
            "a comment has -- inside (line 1, column 9)\n  <a><!-- -- --></a>\n          ^",
        ),
        (
            " <?xml version='1.0'?><a/>",
            "the declaration <?xml … ?> is not at the beginning: move it there (line 1, column 2)\n   <?xml version='1.0'?><a/>\n   ^",
        ),
        (
            "<a>\u{1}</a>",
            "a character that XML cannot hold: remove it (line 1, column 4)\n  <a> </a>\n     ^",
        ),
    ] {
        assert_eq!(
            parse(text, |_| {}).unwrap_err().to_string(),
            expected,
            "{text}"
        );
    }
    for text in [
        "<a",
        "<a>&</a>",
        "<a>&amp</a>",
        "<?xml version='2.0'?><a/>",
        "<?xml encoding='x'?><a/>",
        "<a><![CDATA[x</a>",
        "<!DOCTYPE a><!DOCTYPE a><a/>",
        "<a/><!DOCTYPE a>",
        "<a><?xml version='1.0'?></a>",
        "< a/>",
        "<a></ a>",
    ] {
        assert!(parse(text, |_| {}).is_err(), "{text}");
    }
}

#[test]
fn named_elements_are_lists() {
    let text = "<a><item>1</item><b><item x='1'/></b></a>";
    let with = |lists: &[&str]| {
        let lists = lists.iter().map(|list| (*list).to_owned()).collect();
        json(&parse(text, |options| options.lists = lists).unwrap()).to_string()
    };
    assert_eq!(
        with(&["item"]),
        r##"{"a":{"item":["1"],"b":{"item":[{"@_x":"1"}]}}}"##
    );
    assert_eq!(
        with(&["a.b.item", "b.item", "a.item.x"]),
        r##"{"a":{"item":"1","b":{"item":[{"@_x":"1"}]}}}"##
    );
    assert_eq!(
        with(&["a", "a.b"]),
        r##"{"a":[{"item":"1","b":[{"item":{"@_x":"1"}}]}]}"##
    );
}

#[test]
fn comments_and_cdata_are_written_back() {
    let check = |text: &str, keeps_order: bool, indent: Option<&str>| {
        let value = parse(text, |options| {
            options.comment_name = Some("#comment".to_owned());
            options.cdata_name = Some("#cdata".to_owned());
            options.attributes_group = Some("$".to_owned()).filter(|_| !keeps_order);
            options.preserve_order = keeps_order;
        })
        .unwrap();
        let mut style = xml::Style::default();
        style.comment_name = Some("#comment".to_owned());
        style.cdata_name = Some("#cdata".to_owned());
        style.attributes_group = Some("$".to_owned()).filter(|_| !keeps_order);
        style.preserve_order = keeps_order;
        style.indent = indent.map(str::to_owned);
        xml::write(&mut Walk::default(), &&value, &style).unwrap()
    };
    let text = "<!-- top --><a x=\"1\"><!--one--><!-- <two> &amp; --><b><![CDATA[x < y]]></b></a>";
    assert_eq!(check(text, false, None), text);
    assert_eq!(check(text, true, None), text);
    let lines = "<!-- top -->\n<a x=\"1\">\n  <!--one-->\n  <!-- <two> &amp; -->\n  <b><![CDATA[x < y]]></b>\n</a>";
    assert_eq!(check(text, false, Some("  ")), lines);
    assert_eq!(check(text, true, Some("  ")), lines);
    let ordered = "<a>t<!--c-->u<![CDATA[]]]]><![CDATA[>]]><b></b></a>";
    assert_eq!(check(ordered, true, None), ordered);
    let refused = |name: &str, text: &str| {
        let inner = Tree::Object(vec![(name.to_owned(), Tree::String(text.to_owned()))]);
        let value = Tree::Object(vec![("a".to_owned(), inner)]);
        let mut style = xml::Style::default();
        style.comment_name = Some("#comment".to_owned());
        style.cdata_name = Some("#cdata".to_owned());
        xml::write(&mut Walk::default(), &&value, &style).map_err(|error| error.to_string())
    };
    assert_eq!(
        refused("#comment", "a--b").unwrap_err(),
        "\"#comment\": a comment of XML has no \"--\" and does not end in \"-\""
    );
    assert_eq!(
        refused("#cdata", "]]>").unwrap(),
        "<a><![CDATA[]]]]><![CDATA[>]]></a>"
    );
    assert!(refused("#cdata", "\u{1}").is_err());
}

#[test]
fn a_declaration_is_written_first_and_once() {
    let write = |value: &Tree, keeps_order: bool| {
        let mut style = xml::Style::default();
        style.preserve_order = keeps_order;
        xml::write(&mut Walk::default(), &value, &style).map_err(|error| error.to_string())
    };
    let object = |members: Vec<(&str, Tree)>| {
        let members = members.into_iter();
        Tree::Object(
            members
                .map(|(name, value)| (name.to_owned(), value))
                .collect(),
        )
    };
    let version = || object(vec![("@_version", Tree::String("1.0".to_owned()))]);
    let empty = || Tree::String(String::new());
    assert_eq!(
        write(&object(vec![("a", empty()), ("?xml", version())]), false).unwrap(),
        "<?xml version=\"1.0\"?><a></a>"
    );
    let part = |name: &str| object(vec![(name, Tree::Array(Vec::new()))]);
    assert_eq!(
        write(
            &Tree::Array(vec![part("?xml"), part("?p"), part("a")]),
            true
        )
        .unwrap(),
        "<?xml?><?p?><a></a>"
    );
    let refused = "\"?xml\" must be one, and the first part of the document";
    for value in [
        object(vec![("?xml", Tree::Array(vec![version(), version()]))]),
        object(vec![("a", object(vec![("?xml", version())]))]),
    ] {
        assert_eq!(write(&value, false).unwrap_err(), refused);
    }
    let parts = Tree::Array(vec![part("a"), part("?xml")]);
    assert_eq!(write(&parts, true).unwrap_err(), refused);
}

#[test]
fn nothing_explodes_and_nothing_is_fetched() {
    let bomb = "<!DOCTYPE a [<!ENTITY x \"ha\"><!ENTITY y \"&x;&x;\"><!ENTITY z SYSTEM \"file:///etc/passwd\">]>";
    assert!(parse(&format!("{bomb}<a>&y;</a>"), |_| {}).is_err());
    assert!(parse(&format!("{bomb}<a>&z;</a>"), |_| {}).is_err());
    let nested = |depth: usize| "<a>".repeat(depth) + &"</a>".repeat(depth);
    assert!(parse(&nested(256), |_| {}).is_ok());
    assert_eq!(
        parse(&nested(257), |_| {}).unwrap_err().message(),
        "nested deeper than 256 levels"
    );
    assert!(parse(&nested(100_000), |_| {}).is_err());
    let many: String = (0..100_000).map(|at| format!(" a{at}=''")).collect();
    assert!(parse(&format!("<a{many}/>"), |_| {}).is_ok());
}
