//! Tables, in pieces of any size.

use isolate_formats::csv::{
    Cast, Columns, EmptyLines, Flaw, LineEnds, Options, Reader, Row, Rows, StrayQuotes, cast, parse,
};
use isolate_formats::{Error, Tree, Trees};
use proptest::prelude::*;

#[derive(Debug, Default, PartialEq)]
pub(crate) struct Table {
    columns: Vec<String>,
    pub(crate) rows: Vec<Vec<String>>,
}

impl Rows for Table {
    type Error = Error;

    fn columns(&mut self, names: &[String]) -> Result<(), Error> {
        self.columns = names.to_vec();
        Ok(())
    }

    fn row(&mut self, row: &Row<'_>) -> Result<(), Error> {
        self.rows.push(row.cells().map(str::to_owned).collect());
        Ok(())
    }
}

pub(crate) fn read(text: &[u8], size: usize, options: &Options) -> Result<Table, Error> {
    let mut table = Table::default();
    let mut reader = Reader::new(options.clone())?;
    for piece in text.chunks(size.max(1)) {
        reader.push(piece, &mut table)?;
    }
    reader.finish(&mut table)?;
    Ok(table)
}

fn options(change: impl FnOnce(&mut Options)) -> Options {
    let mut options = Options::default();
    change(&mut options);
    options
}

#[track_caller]
fn check(text: &str, options: &Options, expected: &[&[&str]]) {
    for size in 1..=text.len() {
        let table = read(text.as_bytes(), size, options).unwrap();
        assert_eq!(table.rows, expected, "pieces of {size}");
    }
}

#[track_caller]
fn check_error(text: &str, options: &Options, expected: &str) {
    for size in 1..=text.len() {
        let error = read(text.as_bytes(), size, options).unwrap_err();
        let line = error.place().map_or(0, |place| place.line);
        assert_eq!(format!("{line}: {}", error.message()), expected, "{size}");
    }
}

#[test]
fn cells_in_quotes_and_all_ends_of_lines() {
    check(
        "\u{feff}a,\"b\n\"\"c\"\"\"\r\nx,y\r1,ä",
        &Options::default(),
        &[&["a", "b\n\"c\""], &["x", "y"], &["1", "ä"]],
    );
    check("\"a\r\nb\"\n", &Options::default(), &[&["a\r\nb"]]);
}

#[test]
fn empty_lines_are_cells_in_a_table_of_one_column() {
    let default = Options::default();
    check("\na\n\nb\n", &default, &[&[""], &["a"], &[""], &["b"]]);
    check("\na,b\n\nc,d\n\n", &default, &[&["a", "b"], &["c", "d"]]);
    check(
        "a\n\nb",
        &options(|o| o.empty_lines = EmptyLines::Skip),
        &[&["a"], &["b"]],
    );
    check(
        "a\n\"\"\n",
        &options(|o| o.empty_lines = EmptyLines::Skip),
        &[&["a"], &[""]],
    );
}

#[test]
fn options_of_the_text() {
    check(
        "a||b||c",
        &options(|o| o.delimiter = "||".into()),
        &[&["a", "b", "c"]],
    );
    check(
        " a , \" b \" ,c \n",
        &options(|o| o.trim = true),
        &[&["a", " b ", "c"]],
    );
    check(
        "#x\na\n# \"\n#b",
        &options(|o| o.comment = Some("#".into())),
        &[&["a"]],
    );
    check(
        "'a,b','c\\'d'",
        &options(|o| {
            o.quote = Some(b'\'');
            o.escape = b'\\';
        }),
        &[&["a,b", "c'd"]],
    );
    check(
        "a\"b,c",
        &options(|o| o.stray_quotes = StrayQuotes::Text),
        &[&["a\"b", "c"]],
    );
    check(
        "a,b\nc\n",
        &options(|o| o.relax_column_count = true),
        &[&["a", "b"], &["c"]],
    );
}

#[test]
fn names_of_columns() {
    let first = options(|o| o.columns = Columns::First);
    let table = read(b"a,b\n1,2\n", 3, &first).unwrap();
    assert_eq!(table.columns, ["a", "b"]);
    assert_eq!(table.rows, [["1", "2"]]);
    check_error(
        "a,a\n",
        &first,
        "1: two columns are named \"a\": give names with columns: [\"…\"]",
    );
    let named = options(|o| o.columns = Columns::Named(vec!["x".into()]));
    assert_eq!(read(b"", 1, &named).unwrap().columns, ["x"]);
}

#[test]
fn what_is_wrong_has_its_line() {
    let default = Options::default();
    check_error(
        "a\n\"b\nc",
        &default,
        "2: cell 1: the quote \" that is opened here is not closed",
    );
    check_error(
        "a,b\n1\n",
        &default,
        "2: a row of 1 cell where there are 2 columns: correct it, or set relax_column_count: true",
    );
    check_error(
        "a\n\"b\"c\n",
        &default,
        "2: cell 1 goes on after the quote that ends it: double the quotes inside of it",
    );
    let error = read(b"a,\xff\n", 1, &default).unwrap_err();
    assert_eq!(error.message(), "the text is not UTF-8: name its encoding");
    let error = read(b"a\xd3,\xbab\n", 1, &default).unwrap_err();
    assert_eq!(error.message(), "the text is not UTF-8: name its encoding");
    let short = options(|o| o.row_bytes_max = 4);
    assert!(read(b"\"aaaa\"\n", 1, &short).is_ok());
    let error = read(b"\"aaaaa\"\n", 1, &short).unwrap_err();
    assert_eq!(
        error.message(),
        "a row of more than 4 bytes: is a quote not closed?"
    );
}

#[test]
fn a_whole_text_has_columns_of_errors_and_names() {
    let first = options(|o| o.columns = Columns::First);
    let error = |text| {
        parse(text, first.clone(), &mut Table::default())
            .unwrap_err()
            .to_string()
    };
    assert_eq!(
        error("name,price\nä,\"1\"2\n"),
        "the cell of \"price\" goes on after the quote that ends it: double the quotes inside of it (line 2, column 6)\n  ä,\"1\"2\n       ^"
    );
    assert_eq!(
        error("name,price\nx\n"),
        "a row of 1 cell where there are 2 columns (\"price\" is missing): correct it, or set relax_column_count: true (line 2, column 1)\n  x\n  ^"
    );
}

#[test]
fn cells_become_values() {
    let value = |text, how| cast(text, how, &mut Trees).unwrap();
    let string = |text: &str| Tree::String(text.to_owned());
    for (text, numbers, typed) in [
        ("1.5e3", Tree::Number(1500.0), Tree::Number(1500.0)),
        ("007", Tree::Number(7.0), Tree::Number(7.0)),
        ("+1", Tree::Number(1.0), string("+1")),
        ("", string(""), Tree::Null),
        ("true", string("true"), Tree::Bool(true)),
        ("inf", string("inf"), string("inf")),
        (
            "9007199254740992",
            Tree::Number(9_007_199_254_740_992.0),
            string("9007199254740992"),
        ),
        (
            "2024-01-02T03:04Z",
            string("2024-01-02T03:04Z"),
            Tree::Date("2024-01-02T03:04Z".to_owned()),
        ),
        ("2024-01-02", string("2024-01-02"), string("2024-01-02")),
    ] {
        assert_eq!(value(text, Cast::Numbers), numbers, "{text}");
        assert_eq!(value(text, Cast::Typed), typed, "{text}");
    }
}

#[test]
fn many_cells_are_bounded_too() {
    let most = options(|o| o.row_bytes_max = 3);
    assert!(read(b",,,\n", 1, &most).is_ok());
    let error = read(b",,,,\n", 1, &most).unwrap_err();
    assert_eq!(
        error.message(),
        "a row of more than 3 bytes: is a quote not closed?"
    );
}

#[test]
fn ends_of_lines_that_are_text() {
    let first = options(|o| o.line_ends = LineEnds::First);
    check("a\nb\rc\n", &first, &[&["a"], &["b\rc"]]);
    check("a\r\nb\nc\r\n", &first, &[&["a"], &["b\nc"]]);
    check(
        "a;b;",
        &options(|o| o.line_ends = LineEnds::Only(";".into())),
        &[&["a"], &["b"]],
    );
}

#[derive(Default)]
struct Flaws(Table, Vec<Flaw>);

impl Rows for Flaws {
    type Error = Error;

    fn columns(&mut self, names: &[String]) -> Result<(), Error> {
        self.0.columns(names)
    }

    fn row(&mut self, row: &Row<'_>) -> Result<(), Error> {
        self.0.row(row)
    }

    fn flaw(&mut self, flaw: Flaw) -> Result<(), Error> {
        self.1.push(flaw);
        Ok(())
    }
}

#[test]
fn stray_quotes_that_are_passed_over() {
    let text = options(|o| o.stray_quotes = StrayQuotes::Text);
    check("\"a\"b,c\n", &text, &[&["\"a\"b", "c"]]);
    let inside = options(|o| o.stray_quotes = StrayQuotes::Inside);
    check("\"a\" b\" ,c\n", &inside, &[&["a\" b", "c"]]);
    let mut flaws = Flaws::default();
    parse("x\n\"a\"b", inside, &mut flaws).unwrap();
    assert_eq!(flaws.0.rows, [["x"], ["a\"b"]]);
    let found: Vec<_> = flaws
        .1
        .iter()
        .map(|flaw| (flaw.is_unclosed, flaw.line, flaw.offset))
        .collect();
    assert_eq!(found, [(false, 2, 2), (true, 2, 2)]);
}

proptest! {
    #[test]
    fn what_is_written_is_read(
        rows in prop::collection::vec(prop::collection::vec("[a, \"\\n\r#ä]{0,5}", 3), 0..6),
        size in 1_usize..20,
    ) {
        let mut text = String::new();
        for row in &rows {
            let cells: Vec<_> = row.iter().map(|cell| format!("\"{}\"", cell.replace('"', "\"\""))).collect();
            text += &cells.join(",");
            text.push('\n');
        }
        let table = read(text.as_bytes(), size, &Options::default()).unwrap();
        prop_assert_eq!(table.rows, rows);
    }

    #[test]
    fn pieces_make_no_difference(text in "[a,\"\n\r #]{0,24}", size in 1_usize..8, trim: bool, relax: bool) {
        let options = options(|o| {
            o.trim = trim;
            o.stray_quotes = if relax { StrayQuotes::Text } else { StrayQuotes::Refuse };
            o.comment = Some("#".into());
        });
        let whole = read(text.as_bytes(), text.len(), &options);
        let pieces = read(text.as_bytes(), size, &options);
        prop_assert_eq!(whole.map_err(|e| e.message().to_owned()), pieces.map_err(|e| e.message().to_owned()));
    }
}

#[test]
fn what_parts_cells_is_seen() {
    use isolate_formats::csv::{Delimiter, delimiter_in, delimiter_of};
    for (text, expected) in [
        ("a,b\n1,2\n", Delimiter::One(',')),
        ("a;b\n\"1;2\";3,5\n", Delimiter::One(';')),
        ("a\tb\r\n\r\n1\t2\r\n", Delimiter::One('\t')),
        ("a|b", Delimiter::One('|')),
        ("a\n1\n", Delimiter::None),
        ("", Delimiter::None),
        ("a;b,c\n1;2,3\n", Delimiter::Unclear),
        ("a;b\n1\n", Delimiter::Unclear),
        ("a;5\"\n1;2\n", Delimiter::Unclear),
    ] {
        assert_eq!(delimiter_of(text, '"'), expected, "{text:?}");
    }
    assert_eq!(delimiter_in("a;b"), Some(';'));
    assert_eq!(delimiter_in("a b"), None);
}

#[test]
fn a_delimiter_is_not_found_out() {
    let mut options = Options::default();
    options.delimiter = "auto".to_owned();
    check_error(
        "a,b",
        &options,
        "0: delimiter: \"auto\" is not here: give the text between cells, such as \",\", \";\", \"\\t\" or \"|\"",
    );
}

#[test]
fn columns_without_names() {
    let mut options = Options::default();
    options.columns = Columns::First;
    check_error(
        "a,,\n1,2,3\n",
        &options,
        "1: two columns have no name: CSV.parse(text, { columns: (names) => names.map((name, at) => name || `column ${at + 1}`) }) names them",
    );
}
