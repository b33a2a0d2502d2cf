//! What is compared: a package with options, and ours with options that do the same.

use isolate_formats::csv::{self, Cast, Columns, EmptyLines, LineEnds, StrayQuotes};
use isolate_formats::{Error, Tree, Trees, Walk, toml, xml, yaml};
use serde_json::Value;

use crate::documents::{self, Chance, Document};
use crate::ours::{Table, encode, table};

/// One comparison.
pub(crate) struct Subject {
    pub(crate) name: &'static str,
    pub(crate) package: &'static str,
    /// The package's options, as JSON.
    pub(crate) options: &'static str,
    pub(crate) generate: fn(&mut Chance) -> Document,
    pub(crate) ours: fn(&str) -> Result<Value, String>,
}

pub(crate) const SUBJECTS: &[Subject] = &[
    Subject {
        name: "csv-parse",
        package: "csv-parse",
        options: r#"{"bom":true}"#,
        generate: documents::csv,
        ours: |text| table(text, csv_parse()),
    },
    Subject {
        name: "csv-parse, columns",
        package: "csv-parse",
        options: r#"{"bom":true,"columns":true,"skip_empty_lines":true}"#,
        generate: documents::csv,
        ours: |text| {
            let mut options = csv_parse();
            options.columns = Columns::First;
            options.duplicate_columns = true;
            options.empty_lines = EmptyLines::Skip;
            table(text, options)
        },
    },
    Subject {
        name: "csv-parse, columns relaxed",
        package: "csv-parse",
        options: r#"{"bom":true,"columns":true,"skip_empty_lines":true,"relax_column_count":true}"#,
        generate: documents::csv,
        ours: |text| {
            let mut options = csv_parse();
            options.columns = Columns::First;
            options.duplicate_columns = true;
            options.empty_lines = EmptyLines::Skip;
            options.relax_column_count = true;
            table(text, options)
        },
    },
    Subject {
        name: "csv-parse, cast",
        package: "csv-parse",
        options: r#"{"cast":true,"relax_column_count":true}"#,
        generate: documents::cells,
        ours: |text| casted(text, Cast::Numbers),
    },
    Subject {
        name: "papaparse, typed",
        package: "papaparse",
        options: r#"{"dynamicTyping":true,"skipEmptyLines":true}"#,
        generate: documents::cells,
        ours: |text| casted(text, Cast::Typed),
    },
    Subject {
        name: "csv-parse, relaxed",
        package: "csv-parse",
        options: r#"{"bom":true,"relax_quotes":true,"relax_column_count":true}"#,
        generate: documents::csv,
        ours: |text| {
            let mut options = csv_parse();
            options.stray_quotes = StrayQuotes::Text;
            options.relax_column_count = true;
            table(text, options)
        },
    },
    Subject {
        name: "csv-parse, trimmed",
        package: "csv-parse",
        options: r##"{"bom":true,"trim":true,"comment":"#"}"##,
        generate: documents::csv,
        ours: |text| {
            let mut options = csv_parse();
            options.trim = true;
            options.comment = Some("#".to_owned());
            options.comment_anywhere = true;
            table(text, options)
        },
    },
    Subject {
        name: "papaparse",
        package: "papaparse",
        options: "{}",
        generate: documents::csv,
        ours: papaparse,
    },
    Subject {
        name: "js-yaml",
        package: "js-yaml",
        options: "{}",
        generate: documents::yaml,
        ours: js_yaml,
    },
    Subject {
        name: "yaml",
        package: "yaml",
        options: "{}",
        generate: documents::yaml,
        ours: yaml_2,
    },
    Subject {
        name: "yaml, merge",
        package: "yaml",
        options: r#"{"merge":true}"#,
        generate: documents::yaml,
        ours: |text| {
            let mut options = yaml::Options::default();
            options.ignore_tags = true;
            options.empty_null_key = true;
            read(yaml::parse(text, &options, &mut Trees)).map(rounded)
        },
    },
    Subject {
        name: "smol-toml",
        package: "smol-toml",
        options: "{}",
        generate: documents::toml,
        ours: smol_toml,
    },
    Subject {
        name: "fast-xml-parser",
        package: "fast-xml-parser",
        options: "{}",
        generate: documents::xml,
        ours: fast_xml,
    },
    Subject {
        name: "fast-xml-parser, attributes",
        package: "fast-xml-parser",
        options: r#"{"ignoreAttributes":false,"parseTagValue":false,"ignoreDeclaration":true,"ignorePiTags":true,"htmlEntities":true}"#,
        generate: documents::xml,
        ours: |text| read(xml::parse(text, &xml::Options::default(), &mut Trees)),
    },
    Subject {
        name: "fast-xml-parser, order",
        package: "fast-xml-parser",
        options: r##"{"ignoreAttributes":false,"parseTagValue":false,"ignoreDeclaration":true,"ignorePiTags":true,"htmlEntities":true,"preserveOrder":true,"cdataPropName":"#cdata","commentPropName":"#comment"}"##,
        generate: documents::xml,
        ours: |text| {
            let mut options = xml::Options::default();
            options.preserve_order = true;
            options.cdata_name = Some("#cdata".to_owned());
            options.comment_name = Some("#comment".to_owned());
            read(xml::parse(text, &options, &mut Trees))
        },
    },
    Subject {
        name: "written for js-yaml",
        package: "js-yaml",
        options: "{}",
        generate: |chance| {
            let tree = documents::tree(chance, true);
            written(yaml::write(
                &mut Walk::default(),
                &&tree,
                &yaml::Style::default(),
            ))
        },
        ours: js_yaml,
    },
    Subject {
        name: "written for yaml",
        package: "yaml",
        options: "{}",
        generate: |chance| {
            let tree = documents::tree(chance, true);
            written(yaml::write(
                &mut Walk::default(),
                &&tree,
                &yaml::Style::default(),
            ))
        },
        ours: yaml_2,
    },
    Subject {
        name: "written for smol-toml",
        package: "smol-toml",
        options: "{}",
        generate: |chance| {
            let tree = Tree::Object(vec![
                ("a".to_owned(), documents::tree(chance, false)),
                ("b".to_owned(), documents::tree(chance, false)),
            ]);
            written(toml::write(
                &mut Walk::default(),
                &&tree,
                &toml::Style::default(),
            ))
        },
        ours: smol_toml,
    },
    Subject {
        name: "written for csv-parse",
        package: "csv-parse",
        options: "{}",
        generate: |chance| {
            let rows = documents::rows(chance);
            written(csv::write(
                &mut Walk::default(),
                &&rows,
                &csv::Style::default(),
            ))
        },
        ours: |text| table(text, csv_parse()),
    },
    Subject {
        name: "csv-stringify",
        package: "csv-stringify",
        options: "{}",
        generate: |chance| json(&documents::rows(chance)),
        ours: |text| csv_written(text, |style| style.quote_lone_empty = false),
    },
    Subject {
        name: "csv-stringify, header",
        package: "csv-stringify",
        options: r#"{"header":true}"#,
        generate: |chance| json(&documents::objects(chance)),
        ours: |text| {
            csv_written(text, |style| {
                style.quote_lone_empty = false;
                style.bools = [String::new(), "1".to_owned()];
            })
        },
    },
    Subject {
        name: "papaparse, written",
        package: "unparse",
        options: "{}",
        generate: |chance| json(&documents::rows(chance)),
        ours: |text| csv_written(text, papaparse_style),
    },
    Subject {
        name: "papaparse, written from objects",
        package: "unparse",
        options: "{}",
        generate: |chance| json(&documents::objects(chance)),
        ours: |text| csv_written(text, papaparse_style),
    },
    Subject {
        name: "smol-toml, written",
        package: "smol-toml stringify",
        options: "{}",
        generate: |chance| {
            json(&Tree::Object(vec![
                ("a".to_owned(), documents::tree(chance, false)),
                ("b".to_owned(), documents::tree(chance, false)),
            ]))
        },
        ours: |text| {
            let mut style = toml::Style::default();
            style.spaced_arrays = true;
            let tree = from_json(text);
            string(toml::write(&mut Walk::default(), &&tree, &style))
        },
    },
    Subject {
        name: "fast-xml-parser, written",
        package: "XMLBuilder",
        options: r#"{"ignoreAttributes":false,"suppressBooleanAttributes":false}"#,
        generate: |chance| {
            json(&Tree::Object(vec![(
                "r".to_owned(),
                documents::element(chance),
            )]))
        },
        ours: |text| {
            let tree = from_json(text);
            string(xml::write(
                &mut Walk::default(),
                &&tree,
                &xml::Style::default(),
            ))
        },
    },
    Subject {
        name: "fast-xml-parser, written in lines",
        package: "XMLBuilder",
        options: r#"{"ignoreAttributes":false,"suppressBooleanAttributes":false,"format":true}"#,
        generate: |chance| {
            json(&Tree::Object(vec![(
                "r".to_owned(),
                documents::element(chance),
            )]))
        },
        ours: |text| {
            let tree = from_json(text);
            let mut style = xml::Style::default();
            style.indent = Some("  ".to_owned());
            // It ends the last line too.
            string(xml::write(&mut Walk::default(), &&tree, &style).map(|text| text + "\n"))
        },
    },
];

fn json(tree: &Tree) -> Document {
    Document::whole(encode(tree).to_string())
}

fn from_json(text: &str) -> Tree {
    tree_of(serde_json::from_str(text).unwrap_or_default())
}

fn tree_of(value: Value) -> Tree {
    match value {
        Value::Null => Tree::Null,
        Value::Bool(value) => Tree::Bool(value),
        Value::Number(number) => Tree::Number(number.as_f64().unwrap_or_default()),
        Value::String(text) => Tree::String(text),
        Value::Array(items) => Tree::Array(items.into_iter().map(tree_of).collect()),
        Value::Object(members) => Tree::Object(
            members
                .into_iter()
                .map(|(key, value)| (key, tree_of(value)))
                .collect(),
        ),
    }
}

fn string(text: Result<String, Error>) -> Result<Value, String> {
    text.map(Value::String)
        .map_err(|error| error.message().to_owned())
}

fn csv_written(text: &str, change: fn(&mut csv::Style)) -> Result<Value, String> {
    let tree = from_json(text);
    let mut style = csv::Style::default();
    change(&mut style);
    string(csv::write(&mut Walk::default(), &&tree, &style))
}

fn papaparse_style(style: &mut csv::Style) {
    style.quote_lone_empty = false;
    style.quote_spaces = true;
    style.newline = "\r\n".to_owned();
    style.last_newline = false;
}

fn read(value: Result<Tree, Error>) -> Result<Value, String> {
    value
        .map(|tree| encode(&tree))
        .map_err(|error| error.message().to_owned())
}

/// What cannot be written is no document.
fn written(text: Result<String, Error>) -> Document {
    Document::whole(text.unwrap_or_default())
}

fn csv_parse() -> csv::Options {
    let mut options = csv::Options::default();
    options.empty_lines = EmptyLines::Keep;
    options.line_ends = LineEnds::First;
    options
}

/// A table whose cells are values.
fn casted(text: &str, how: Cast) -> Result<Value, String> {
    let rows = table(text, csv_parse())?;
    let cell = |cell: &Value| {
        let text = cell.as_str().unwrap_or_default();
        csv::cast(text, how, &mut Trees).map_or(Value::Null, |tree| encode(&tree))
    };
    let row = |row: &Value| -> Value { row.as_array().into_iter().flatten().map(cell).collect() };
    Ok(rows.as_array().into_iter().flatten().map(row).collect())
}

fn papaparse(text: &str) -> Result<Value, String> {
    let newline = newline_of_papaparse(text);
    let mut options = csv::Options::default();
    options.empty_lines = EmptyLines::Keep;
    options.stray_quotes = StrayQuotes::Inside;
    options.relax_column_count = true;
    options.line_ends = LineEnds::Only(newline.to_owned());
    let whole = text;
    let mut table = Table::default();
    csv::parse(text, options, &mut table).map_err(|error| error.message().to_owned())?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let unclosed = table.unclosed.map(|at| at + 1);
    let mut rows = table.finish();
    if let Value::Array(rows) = &mut rows {
        if let Some(at) = unclosed {
            // What is not closed is as it was written.
            if let Some(Value::Array(cells)) = rows.last_mut() {
                cells.pop();
                cells.push(Value::from(&whole[at..]));
            }
        } else if text.ends_with(newline) {
            // An end of a line has a row after it.
            rows.push(serde_json::json!([""]));
        }
    }
    Ok(rows)
}

/// How `papaparse` guesses what ends lines.
fn newline_of_papaparse(text: &str) -> &'static str {
    let mut bare = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('"') {
        let Some((_, after)) = after.split_once('"') else {
            break;
        };
        bare += before;
        rest = after;
    }
    bare += rest;
    let returns: Vec<&str> = bare.split('\r').collect();
    let lines: Vec<&str> = bare.split('\n').collect();
    if returns.len() == 1 || (lines.len() > 1 && lines[0].len() < returns[0].len()) {
        return "\n";
    }
    let both = returns.iter().filter(|part| part.starts_with('\n')).count();
    if 2 * both >= returns.len() {
        "\r\n"
    } else {
        "\r"
    }
}

fn js_yaml(text: &str) -> Result<Value, String> {
    let mut options = yaml::Options::default();
    options.dates = true;
    options.js_yaml_numbers = true;
    let value = yaml::parse(text, &options, &mut Trees);
    read(value).map(rounded)
}

fn yaml_2(text: &str) -> Result<Value, String> {
    let mut options = yaml::Options::default();
    options.merge = false;
    options.ignore_tags = true;
    options.empty_null_key = true;
    read(yaml::parse(text, &options, &mut Trees)).map(rounded)
}

/// Integers beyond 2^53 as the numbers that the packages make of them.
fn rounded(value: Value) -> Value {
    match value {
        Value::Object(members) if members.len() == 1 && members.contains_key("$integer") => {
            let digits = members["$integer"].as_str().unwrap_or_default();
            crate::ours::number(digits.parse().unwrap_or(f64::NAN))
        }
        Value::Object(members) => Value::Object(
            members
                .into_iter()
                .map(|(key, value)| (key, rounded(value)))
                .collect(),
        ),
        Value::Array(items) => items.into_iter().map(rounded).collect(),
        other => other,
    }
}

fn smol_toml(text: &str) -> Result<Value, String> {
    let mut options = toml::Options::default();
    options.local_dates = true;
    read(toml::parse(text, &options, &mut Trees))
}

fn fast_xml(text: &str) -> Result<Value, String> {
    let mut options = xml::Options::default();
    options.attributes = false;
    options.parse_texts = true;
    options.declaration = true;
    options.instructions = true;
    options.numeric_references = false;
    options.keep_unknown = true;
    read(xml::parse(text, &options, &mut Trees))
}
