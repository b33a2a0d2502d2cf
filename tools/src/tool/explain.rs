//! `explain`: what a file consists of, for a model to explain it.

use isolate_ops::outline::of_file;
use isolate_text::VPath;
use isolate_text::outline::{Outline, Symbol};
use isolate_vfs::FileKind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Tool, typed};
use crate::cancel::SafePoints;
use crate::context::Context;
use crate::error::ToolError;
use crate::reply::{Answer, Body};
use crate::structure::Report;
use crate::text::line_count;

pub(crate) const TOOL: Tool = Tool::reads::<Args, Explained>(
    "explain",
    "Outlines a source file: language, size, imports, symbols with their lines, the files \
            that it imports, and its first lines. Use it before reading a large file.",
    |context, args| typed(context, args, explain),
);

/// Bytes of the beginning that are shown.
const WINDOW_BYTES: usize = 16 << 10;
const SYMBOLS_MAX: usize = 400;
const IMPORTS_MAX: usize = 200;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Args {
    /// Absolute path of the file.
    pub(crate) path: String,
    /// Show only symbols whose names contain this text.
    pub(crate) focus: Option<String>,
}

pub(crate) fn explain(context: &Context<'_>, args: Args) -> Result<Answer, ToolError> {
    let path = context.path(&args.path)?;
    let (_, etag) = context.file(&path)?;
    let outlined = context.operation(|access| of_file(access, &path))?;
    let (mut outline, text) = (outlined.outline, outlined.text);
    if let Some(focus) = &args.focus {
        outline
            .symbols
            .retain(|symbol| symbol.name.contains(focus.as_str()));
    }
    let related = related(context, &path, &outline)?;
    let first = args
        .focus
        .as_ref()
        .and_then(|_| outline.symbols.first())
        .map_or(1, |symbol| symbol.line);
    let window: String = text
        .split_inclusive('\n')
        .skip(first - 1)
        .scan(0, |bytes, line| {
            *bytes += line.len();
            (*bytes <= WINDOW_BYTES).then_some(line)
        })
        .collect();
    let body = render(&outline, &related, &window, first);
    let omitted_symbols = outline.symbols.len().saturating_sub(SYMBOLS_MAX);
    outline.symbols.truncate(SYMBOLS_MAX);
    outline.imports.truncate(IMPORTS_MAX);
    let report = Explained {
        path: path.as_str().to_owned(),
        language: outline.language,
        total_bytes: outlined.size,
        total_lines: line_count(&text),
        etag,
        omitted_symbols,
        imports: outline.imports,
        symbols: outline.symbols.into_iter().map(Row::from).collect(),
        related,
        window: Window {
            start_line: first,
            text: window,
        },
    };
    Ok(Answer::of(&report).body(Body::Text(body)))
}

/// The answer.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Explained {
    path: String,
    language: &'static str,
    total_bytes: u64,
    total_lines: usize,
    etag: String,
    omitted_symbols: usize,
    imports: Vec<String>,
    symbols: Vec<Row>,
    related: Vec<String>,
    window: Window,
}

impl Report for Explained {
    const TEXTS: &'static [&'static str] = &["imports", "symbols", "related", "window"];
}

#[derive(Serialize, JsonSchema)]
struct Row {
    kind: &'static str,
    name: String,
    line: usize,
    lines: usize,
    depth: usize,
}

impl From<Symbol> for Row {
    fn from(symbol: Symbol) -> Self {
        Self {
            kind: symbol.kind,
            name: symbol.name,
            line: symbol.line,
            lines: symbol.lines,
            depth: symbol.depth,
        }
    }
}

/// The first lines, or those of the first symbol that was asked for.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Window {
    start_line: usize,
    text: String,
}

fn render(outline: &Outline, related: &[String], window: &str, first: usize) -> String {
    let mut text = String::new();
    let mut section = |name: &str, rows: Vec<String>| {
        if !rows.is_empty() {
            text.push_str(&format!("{name}:\n"));
            for row in rows {
                text.push_str(&format!("  {row}\n"));
            }
        }
    };
    section(
        "imports",
        outline.imports.iter().take(IMPORTS_MAX).cloned().collect(),
    );
    section("related files", related.to_vec());
    section(
        "symbols",
        outline
            .symbols
            .iter()
            .take(SYMBOLS_MAX)
            .map(|symbol| {
                format!(
                    "{}{} {} (line {}, {} lines)",
                    "  ".repeat(symbol.depth),
                    symbol.kind,
                    symbol.name,
                    symbol.line,
                    symbol.lines
                )
            })
            .collect(),
    );
    text.push_str(&format!("text from line {first}:\n{window}"));
    text
}

/// Files of the workspace that relative imports lead to.
fn related(
    context: &Context<'_>,
    path: &VPath,
    outline: &Outline,
) -> Result<Vec<String>, ToolError> {
    const ENDINGS: [&str; 10] = [
        "",
        ".ts",
        ".tsx",
        ".js",
        ".jsx",
        ".mjs",
        ".py",
        "/index.ts",
        "/index.js",
        "/mod.rs",
    ];
    let mut found = Vec::new();
    let Some(folder) = path.parent() else {
        return Ok(found);
    };
    for import in outline.imports.iter().take(IMPORTS_MAX) {
        if !import.starts_with('.') && !import.starts_with('/') {
            continue;
        }
        for ending in ENDINGS {
            let Ok(candidate) = folder.join(&format!("{import}{ending}")) else {
                continue;
            };
            let is_file = context
                .tree
                .stat(&candidate)
                .ok()
                .flatten()
                .is_some_and(|stat| stat.kind == FileKind::File);
            if is_file {
                let text = candidate.as_str().to_owned();
                if !found.contains(&text) {
                    found.push(text);
                }
                break;
            }
        }
        context.cancel.check()?;
    }
    Ok(found)
}
