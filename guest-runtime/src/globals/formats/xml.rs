//! `XML`, in the shape of `fast-xml-parser`, by its options.

use boa_engine::object::builtins::{JsArray, JsFunction};
use boa_engine::{Context, JsArgs, JsObject, JsResult, JsString, JsValue, js_string};
use isolate_formats::xml::{self, Style};

use super::build::{Values, define};
use super::csv::texts;
use super::options::Options;
use super::source::Shown;
use super::{finished, text_of};
use crate::convert::{enumerable_keys, key_text};

const PARSE: &str = "XML.parse";
const STRINGIFY: &str = "XML.stringify";

pub(super) fn parse(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let text = text_of(args, PARSE, context)?;
    let mut given = Options::of_parse(args, PARSE, context)?;
    let mut options = xml::Options::default();
    if let Some(ignored) = given.bool(&["ignoreAttributes"])? {
        options.attributes = !ignored;
    }
    given.set_text(&["attributeNamePrefix"], &mut options.attribute_prefix)?;
    options.attributes_group = given.text(&["attributesGroupName"])?;
    given.set_text(&["textNodeName"], &mut options.text_name)?;
    given.set_bool(&["trimValues"], &mut options.trim)?;
    given.set_bool(&["parseTagValue"], &mut options.parse_texts)?;
    given.set_bool(&["parseAttributeValue"], &mut options.parse_attributes)?;
    given.set_bool(&["preserveOrder"], &mut options.preserve_order)?;
    given.set_bool(&["alwaysCreateTextNode"], &mut options.always_text)?;
    given.set_bool(&["removeNSPrefix"], &mut options.remove_prefix)?;
    options.cdata_name = given.text(&["cdataPropName"])?;
    options.comment_name = given.text(&["commentPropName"])?;
    let is_array = match given.take(&["isArray"]) {
        None => None,
        Some((name, value)) => match value.as_object().filter(JsObject::is_array) {
            Some(list) => {
                options.lists = texts(&list, context)?;
                None
            }
            None => match value.as_function() {
                Some(function) => Some(function),
                None => {
                    let wanted = "a function, or an array of names and paths such as \"a.b.item\"";
                    return Err(given.wrong(&name, wanted, &value));
                }
            },
        },
    };
    given.finish()?;
    let mut values = Values::new(context);
    let parsed = xml::parse(&text, &options, &mut values);
    let value = parsed.map_err(|fault| fault.thrown(PARSE, context))?;
    if let Some(function) = is_array
        && !options.preserve_order
        && let Some(root) = value.as_object()
    {
        let mut lists = Lists {
            function,
            options: &options,
            path: Vec::new(),
        };
        lists.wrap(&root, context)?;
    }
    Ok(value)
}

/// Makes arrays of the elements that a function names, as `isArray` of `fast-xml-parser`.
struct Lists<'o> {
    function: JsFunction,
    options: &'o xml::Options,
    path: Vec<String>,
}

impl Lists<'_> {
    /// No deeper than elements may be nested.
    fn wrap(&mut self, object: &JsObject, context: &mut Context) -> JsResult<()> {
        for key in enumerable_keys(object, context)? {
            let name = key_text(&key).to_std_string_lossy();
            let value = object.get(key.clone(), context)?;
            let is_attribute = self.options.attributes
                && !self.options.attribute_prefix.is_empty()
                && name.starts_with(&self.options.attribute_prefix);
            self.path.push(name.clone());
            let items = match value.as_object().filter(JsObject::is_array) {
                Some(list) => {
                    let length = list
                        .get(js_string!("length"), context)?
                        .to_length(context)?;
                    let mut items = Vec::new();
                    for index in 0..length {
                        items.push(list.get(index, context)?);
                    }
                    items
                }
                None => vec![value.clone()],
            };
            for item in &items {
                if let Some(inner) = item.as_object() {
                    self.wrap(&inner, context)?;
                }
            }
            if name != self.options.text_name
                && !value.as_object().is_some_and(|one| one.is_array())
            {
                let args = [
                    JsString::from(name).into(),
                    JsString::from(self.path.join(".")).into(),
                    (!value.is_object()).into(),
                    is_attribute.into(),
                ];
                let wanted = self.function.call(&JsValue::undefined(), &args, context)?;
                if wanted.to_boolean() {
                    define(object, key, JsArray::from_iter(items, context).into());
                }
            }
            self.path.pop();
        }
        Ok(())
    }
}

pub(super) fn stringify(_: &JsValue, args: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let mut given = Options::of_stringify(args, STRINGIFY, context)?;
    let mut style = Style::default();
    if let Some(ignored) = given.bool(&["ignoreAttributes"])? {
        style.attributes = !ignored;
    }
    given.set_text(&["attributeNamePrefix"], &mut style.attribute_prefix)?;
    given.set_text(&["textNodeName"], &mut style.text_name)?;
    style.attributes_group = given.text(&["attributesGroupName"])?;
    style.cdata_name = given.text(&["cdataPropName"])?;
    style.comment_name = given.text(&["commentPropName"])?;
    given.set_bool(&["suppressEmptyNode"], &mut style.short_empty)?;
    given.set_bool(&["preserveOrder"], &mut style.preserve_order)?;
    let mut spaces = 0;
    given.set_count(&["indent"], 0..=10, &mut spaces)?;
    let indent = given.text(&["indentBy"])?;
    let is_lined = given.bool(&["format"])?;
    let has_spaces = spaces > 0;
    if is_lined.unwrap_or(indent.is_some() || has_spaces) {
        let usual = if has_spaces { spaces } else { 2 };
        style.indent = Some(indent.unwrap_or_else(|| " ".repeat(usual)));
    }
    given.finish()?;
    let mut shown = Shown::new(false, context);
    let written = xml::write(&mut shown, args.get_or_undefined(0), &style);
    finished(written, STRINGIFY, context)
}
