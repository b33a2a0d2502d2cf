//! XML 1.0 with namespaces left in names, in the shape of the npm package `fast-xml-parser`.
//!
//! `quick-xml` parts a text into markup; what it accepts that is not well-formed is refused here. A
//! document type is passed over: its entities are not known, and nothing is fetched.

mod element;
mod markup;
mod number;
mod write;

use quick_xml::events::Event;
use quick_xml::{Error as Fault, Reader};

use crate::{Build, DEPTH_MAX, Error};
use element::Elements;
use markup::Markup;

pub use write::{Style, write};

/// How a text is read. The names are those of `fast-xml-parser`, in our spelling.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Options {
    /// Whether attributes are kept.
    pub attributes: bool,
    /// What the names of members begin with that are attributes.
    pub attribute_prefix: String,
    /// The member that has the attributes, unless they are beside the elements.
    pub attributes_group: Option<String>,
    /// The member that is the text of an element that has others.
    pub text_name: String,
    /// Whether white space around texts is dropped.
    pub trim: bool,
    /// Whether texts that are numbers or truth values become these.
    pub parse_texts: bool,
    /// The same for attributes.
    pub parse_attributes: bool,
    /// Whether an element is an array of its parts, so that their order is kept.
    pub preserve_order: bool,
    /// Whether an element without members is an object with its text all the same.
    pub always_text: bool,
    /// Whether names lose what precedes a colon.
    pub remove_prefix: bool,
    /// The member that is a CDATA section; without a name it is text as any other.
    pub cdata_name: Option<String>,
    /// The member that is a comment; without a name comments are dropped.
    pub comment_name: Option<String>,
    /// Elements that are arrays even where there is one: names, or paths such as `a.b.item`.
    pub lists: Vec<String>,
    /// Whether the declaration is kept, as an element `?xml`.
    pub declaration: bool,
    /// Whether processing instructions are kept, as elements whose name begins with `?`.
    pub instructions: bool,
    /// Whether `&#65;` is a character, or stays as written.
    pub numeric_references: bool,
    /// Whether `&name;` stays as written if it is not known, or is an error.
    pub keep_unknown: bool,
    /// How deep elements may be nested.
    pub depth_max: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            attributes: true,
            attribute_prefix: "@_".to_owned(),
            attributes_group: None,
            text_name: "#text".to_owned(),
            trim: true,
            parse_texts: false,
            parse_attributes: false,
            preserve_order: false,
            always_text: false,
            remove_prefix: false,
            cdata_name: None,
            comment_name: None,
            lists: Vec::new(),
            declaration: false,
            instructions: false,
            numeric_references: true,
            keep_unknown: false,
            depth_max: DEPTH_MAX,
        }
    }
}

/// Reads a text, which is one element.
///
/// # Errors
///
/// What is wrong with the text, and what `build` fails with.
pub fn parse<B: Build>(text: &str, options: &Options, build: &mut B) -> Result<B::Value, B::Error> {
    let skipped = if text.starts_with(crate::BYTE_ORDER_MARK) {
        crate::BYTE_ORDER_MARK.len()
    } else {
        0
    };
    let mut reader = Reader::from_str(&text[skipped..]);
    reader.config_mut().check_comments = true;
    let markup = Markup { text, options };
    let mut elements = Elements::new(markup, build)?;
    let mut state = State::Start;
    loop {
        let at = skipped + position(reader.buffer_position());
        let event = match reader.read_event() {
            Ok(event) => event,
            Err(fault) => {
                let at = skipped + position(reader.error_position());
                return Err(Error::at(text, at, explained(fault)).into());
            }
        };
        elements.hold(0)?;
        let is_outside = elements.depth() == 0;
        match event {
            Event::Start(start) => {
                state.root(is_outside, markup, at)?;
                elements.begin(start.name().into_inner(), start.attributes_raw(), at)?;
            }
            Event::Empty(start) => {
                state.root(is_outside, markup, at)?;
                elements.begin(start.name().into_inner(), start.attributes_raw(), at)?;
                elements.end()?;
            }
            Event::End(_) => elements.end()?,
            Event::Text(content) => {
                let content = content.into_inner();
                markup.check_text(&content, at)?;
                if is_outside {
                    markup.check_outside(&content, at)?;
                } else {
                    elements.text(&content);
                }
            }
            Event::GeneralRef(reference) => {
                let name = reference.into_inner();
                if is_outside {
                    return markup.fail(at, "a reference outside of the root element");
                }
                elements.reference(&name, at)?;
            }
            Event::CData(content) => {
                if is_outside {
                    return markup.fail(at, "CDATA outside of the root element");
                }
                let content = content.into_inner();
                markup.check_characters(&content, at)?;
                elements.cdata(&content)?;
            }
            Event::Comment(content) => {
                let content = content.into_inner();
                markup.check_characters(&content, at)?;
                elements.comment(&content)?;
            }
            Event::Decl(declaration) => {
                if at > skipped {
                    return markup.fail(
                        at,
                        "the declaration <?xml … ?> is not at the beginning: move it there",
                    );
                }
                markup.check_declaration(&declaration, at)?;
                if options.declaration {
                    elements.instruction(
                        "xml",
                        declaration.strip_prefix("xml").unwrap_or_default(),
                        at,
                    )?;
                }
            }
            Event::PI(instruction) => {
                let (target, content) = (instruction.target(), instruction.content());
                markup.check_characters(content, at)?;
                if !markup::is_name(target) || target.eq_ignore_ascii_case("xml") {
                    return markup.fail(
                        at,
                        format!("\"{target}\" cannot name a processing instruction"),
                    );
                }
                // It parts texts also where it is dropped, as `fast-xml-parser` has it.
                elements.flush()?;
                if options.instructions {
                    elements.instruction(target, content, at)?;
                }
            }
            Event::DocType(content) => {
                markup.check_document_type(&content, at)?;
                if state != State::Start {
                    return markup.fail(
                        at,
                        "a document type that is not in front of the root element, or a second one",
                    );
                }
                state = State::Typed;
            }
            Event::Eof => break,
        }
    }
    if elements.depth() > 0 {
        let (name, at) = elements.open();
        return markup.fail(
            at,
            format!("the element <{name}> is not closed: add </{name}>"),
        );
    }
    if state != State::Done {
        return markup.fail(text.len(), "there is no root element");
    }
    elements.finish()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Start,
    /// After a document type.
    Typed,
    /// In the root element, or after it.
    Done,
}

impl State {
    /// An element begins.
    fn root(&mut self, is_outside: bool, markup: Markup<'_>, at: usize) -> Result<(), Error> {
        if is_outside && *self == Self::Done {
            return markup.fail(at, "a second root element: enclose both in one");
        }
        *self = Self::Done;
        Ok(())
    }
}

fn position(offset: u64) -> usize {
    usize::try_from(offset).unwrap_or(usize::MAX)
}

/// What the reader says, in our words.
fn explained(fault: Fault) -> String {
    use quick_xml::errors::IllFormedError as Ill;
    match fault {
        Fault::Syntax(fault) => fault.to_string(),
        Fault::IllFormed(Ill::MismatchedEndTag { expected, found }) => {
            format!("</{found}> closes <{expected}>: close that first")
        }
        Fault::IllFormed(Ill::UnmatchedEndTag(found)) => format!("</{found}> closes nothing"),
        Fault::IllFormed(Ill::DoubleHyphenInComment) => "a comment has -- inside".to_owned(),
        Fault::IllFormed(Ill::UnclosedReference) => {
            "& begins no reference: write it as &amp;".to_owned()
        }
        other => other.to_string(),
    }
}
