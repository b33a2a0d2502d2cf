//! What must hold for any bytes.

mod bridge;
mod formats;
mod tables;
mod text;

use crate::Target;

/// Parts of one input are set apart by this byte.
const PART: u8 = 0x1f;

/// Every target.
pub const TARGETS: &[Target] = &[
    Target {
        name: "path",
        run: text::path,
        corpus: || texts(&["/a/b/../c", "a//./b/", "/", "../x", "/größe/名前"]),
        forget: || {},
    },
    Target {
        name: "glob",
        run: text::glob,
        corpus: || {
            texts(&[
                "/src/**/*.{ts,js}\x1f/src/a/b.ts",
                "/a/[!a-c]?\x1f/a/xy",
                "/{a,b{c,d}}*/**\x1f/bd/e",
                "**/x\x1f/x",
                "/a.b\x1f/a.b",
            ])
        },
        forget: || {},
    },
    Target {
        name: "json_path",
        run: formats::json_path,
        corpus: || {
            texts(&[
                "{\"a\":[1,{\"b\":null}]}\x1f.a[1].b",
                "[[1,2],[3]]\x1f[0][1]",
                "{\"a.b\":{\"__proto__\":1}}\x1f$[\"a.b\"]['__proto__']",
                "{}\x1f.new[3].x",
                "[1,2,3]\x1f[-1]",
            ])
        },
        forget: || {},
    },
    Target {
        name: "json",
        run: formats::json,
        corpus: || {
            texts(&[
                "{\"a\": [1, -0.5e-7, true, null, \"\\ud83d\\ude00\\n\"]}",
                "[\n\t1,\n\t{\"x\": {}}\n]\r\n",
                "{\"10\":1,\"9\":2,\"__proto__\":{\"y\":\"\\ud800\"}}",
                "1e308",
            ])
        },
        forget: || {},
    },
    Target {
        name: "archive",
        run: formats::archive,
        corpus: formats::archives,
        forget: || {},
    },
    Target {
        name: "diff",
        run: text::diff,
        corpus: || {
            texts(&[
                "a\nb\nc\nd\ne\nf\ng\nh\n\x1fa\nb\nc\nX\ne\nf\ng\nh\n",
                "a\nb\x1fa\nb\n",
                "\x1f--- a\n+++ b\n",
                "a\r\nb\r\n\x1fa\nb\n",
            ])
        },
        forget: || {},
    },
    Target {
        name: "edit_plan",
        run: text::edit_plan,
        corpus: || {
            texts(&[
                "a foo b foo\n\x1ffoo\x1fbar",
                "1key=value\n\x1f(?<k>\\w+)=(\\w+)\x1f$2=$1",
                "3ABC abc\x1f\\bab?c\\b\x1f",
                "7x\x1f(?<=a)b|c\\1\x1fy",
            ])
        },
        forget: || {},
    },
    Target {
        name: "search",
        run: text::search,
        corpus: || {
            texts(&[
                "line one\nline two\n\x1fline",
                "1a1b22\n\x1f(\\d)\\1|[^a-b]+?$",
                "3ABC Äpfel 𝒳\r\nabc\x1f(?=a)\\w{2,3}(?!d)",
                "5foo.bar\x1f\\bfoo\\.",
            ])
        },
        forget: || {},
    },
    Target {
        name: "wire_decode",
        run: formats::wire_decode,
        corpus: formats::messages,
        forget: || {},
    },
    Target {
        name: "csv",
        run: tables::csv,
        corpus: || {
            texts(&[
                "\0a,b\n1,\"x\ny\"\n",
                "\x07a,\"b\"c,\n#d\r\n\"e",
                "\x55a,b\n\n1,2\n",
                "\x3b a , \"b\" #c\n",
            ])
        },
        forget: || {},
    },
    Target {
        name: "yaml",
        run: tables::yaml,
        corpus: || {
            texts(&[
                "a: &x [1, 'b']\nc: *x # d\n\x1fa: [1, b]\nc: 2\n",
                "- |\n  x\n- >-\n  y\n- {a: .nan, <<: {b: 0o7}}\n\x1f- 1\n- y: null\n",
                "? a\n: !!binary aGk=\n\x1f{}",
                "a:\n  - b: 1 # c\n    d:\n\x1fa: [{b: 1, d: {e: f}}]",
            ])
        },
        forget: || {},
    },
    Target {
        name: "toml",
        run: tables::toml,
        corpus: || {
            texts(&[
                "a = 1 # x\n[b]\nc = [1, {d = 'e'}]\n[[f]]\ng.h = 1979-05-27\n\x1fa = 2\n[[f]]\n[[f]]\nx = 1",
                "a = \"\"\"\nb\\\n  c\"\"\"\nd = 0x1F\ne = 1e3\n\x1fd = []",
                "a.b.c = 07:32:00\n[a.d]\n\x1fa.b.c = true",
            ])
        },
        forget: || {},
    },
    Target {
        name: "xml",
        run: tables::xml,
        corpus: || {
            texts(&[
                "<?xml version=\"1.0\"?><a b='c'>d<e/>&lt;&#x41;<![CDATA[<]]></a>",
                "<!DOCTYPE a [<!ENTITY x 'y'>]><a><!-- c --><b>1</b><b>2</b><?p q?></a>",
            ])
        },
        forget: || {},
    },
    Target {
        name: "bridge",
        run: bridge::bridge,
        corpus: bridge::inputs,
        forget: bridge::forget,
    },
];

fn texts(texts: &[&str]) -> Vec<Vec<u8>> {
    texts.iter().map(|text| text.as_bytes().to_vec()).collect()
}

/// The parts of an input as text; missing ones are empty.
fn parts<const N: usize>(data: &[u8]) -> [String; N] {
    let mut parts = data.splitn(N, |byte| *byte == PART);
    std::array::from_fn(|_| String::from_utf8_lossy(parts.next().unwrap_or_default()).into_owned())
}
