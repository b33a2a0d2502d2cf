//! Functions that are made of text: what the constructors of functions share.

use boa_ast::{
    Expression, LinearSpan, Position, Script, Span, Spanned, Statement, StatementListItem,
    function::{FormalParameterList, FunctionBody, FunctionExpression},
};
use boa_gc::Gc;
use boa_parser::{Parser, Source, source::text_of_utf16};

use crate::{
    Context, JsNativeError, JsObject, JsResult, JsString, SpannedSourceText,
    bytecompiler::FunctionCompiler,
    js_error, js_string,
    spanned_source_text::SourceText,
    vm::{CodeBlock, source_info::SourcePath},
};

/// What a function is written with in front of its name.
#[derive(Debug, Clone, Copy)]
pub(super) struct Kind {
    pub(super) is_async: bool,
    pub(super) is_generator: bool,
}

impl Kind {
    fn prefix(self) -> &'static str {
        match (self.is_async, self.is_generator) {
            (false, false) => "function",
            (false, true) => "function*",
            (true, false) => "async function",
            (true, true) => "async function*",
        }
    }
}

/// A function in a text of its own.
struct Parsed {
    parameters: FormalParameterList,
    body: FunctionBody,
    span: Span,
    linear_span: Option<LinearSpan>,
}

/// The function that a text is and nothing else, in brackets.
fn function_in(script: &Script) -> Option<Parsed> {
    let [StatementListItem::Statement(statement)] = script.statements().statements() else {
        return None;
    };
    let Statement::Expression(Expression::Parenthesized(inner)) = &**statement else {
        return None;
    };
    macro_rules! parts {
        ($function:expr) => {
            Some(Parsed {
                parameters: $function.parameters().clone(),
                body: $function.body().clone(),
                span: $function.span(),
                linear_span: $function.linear_span().into(),
            })
        };
    }
    match inner.expression() {
        Expression::FunctionExpression(function) => parts!(function),
        Expression::GeneratorExpression(function) => parts!(function),
        Expression::AsyncFunctionExpression(function) => parts!(function),
        Expression::AsyncGeneratorExpression(function) => parts!(function),
        _ => None,
    }
}

/// How many lines end in a text.
fn line_ends(text: &[u16]) -> u32 {
    let mut count = 0;
    for (at, &unit) in text.iter().enumerate() {
        let is_end = match unit {
            0x0A | 0x2028 | 0x2029 => true,
            0x0D => text.get(at + 1) != Some(&0x0A),
            _ => false,
        };
        count += u32::from(is_end);
    }
    count
}

/// What a function is compiled to whose parameters and body are these texts.
pub(super) fn code(
    parameters: &[JsString],
    body: &JsString,
    kind: Kind,
    context: &mut Context,
) -> JsResult<Gc<CodeBlock>> {
    let mut text: Vec<u16> = Vec::new();
    text.push(u16::from(b'('));
    text.extend(kind.prefix().encode_utf16());
    text.extend(" anonymous(".encode_utf16());
    for (at, parameter) in parameters.iter().enumerate() {
        if at > 0 {
            text.push(u16::from(b','));
        }
        text.extend(parameter.iter());
    }
    text.extend("\n) {".encode_utf16());
    // What the parameters and the body are is decided together. A comment or a literal that begins in
    // one and ends in the other moves the bracket between them, which is the third unit of its line.
    let bracket = Position::new(line_ends(&text) + 1, 3);
    text.push(u16::from(b'\n'));
    text.extend(body.iter());
    text.extend("\n})".encode_utf16());

    let text = text_of_utf16(&text);
    let mut parser = Parser::new(Source::from_bytes(&text));
    parser.set_identifier(context.next_parser_identifier());
    let parsed = parser.parse_eval(false, context.interner_mut());
    let (script, source) = match parsed {
        Ok(parsed) => parsed,
        Err(error) => {
            let hooks = context.host_hooks();
            let lines = bracket.line_number();
            return Err(hooks.syntax_error(error, body, lines, context).into());
        }
    };
    let Some(parsed) = function_in(&script) else {
        return Err(js_error!(SyntaxError: "Unexpected token '}'"));
    };
    if parsed.body.span().start() != bracket {
        return Err(js_error!(SyntaxError: "Arg string terminates parameters early"));
    }
    let mut function = FunctionExpression::new(
        None,
        parsed.parameters,
        parsed.body,
        parsed.linear_span,
        false,
        parsed.span,
    );
    let scope = context.realm().scope().clone();
    function
        .analyze_scope(false, &scope, context.interner())
        .map_err(|reason| JsNativeError::syntax().with_message(reason))?;
    let text = SpannedSourceText::new(SourceText::new(source), function.linear_span());
    Ok(FunctionCompiler::new(text)
        .name(js_string!("anonymous"))
        .generator(kind.is_generator)
        .r#async(kind.is_async)
        .force_function_scope(true)
        .source_path(SourcePath::Eval)
        .compile(
            function.parameters(),
            function.body(),
            scope.clone(),
            scope,
            function.scopes(),
            false,
            context.interner_mut(),
        ))
}

/// A function whose scope is the global one.
pub(super) fn in_global_scope(
    code: Gc<CodeBlock>,
    prototype: JsObject,
    context: &mut Context,
) -> JsObject {
    let saved = context.vm.frame_mut().environments.pop_to_global();
    let made = crate::vm::create_function_object(code, prototype, context);
    context
        .vm
        .frame_mut()
        .environments
        .restore_from_saved(saved);
    made
}
