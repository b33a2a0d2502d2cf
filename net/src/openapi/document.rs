//! A document and the references in it.

use http::Method;
use percent_encoding::percent_decode_str;
use serde_json::{Map, Value as Json};

use super::{OpenApiError, cut};

/// The maximum length of a chain of references.
const REFERENCES_MAX: usize = 32;

/// Methods of operations, in the order in which they are listed.
const METHODS: [(&str, Method); 7] = [
    ("get", Method::GET),
    ("head", Method::HEAD),
    ("options", Method::OPTIONS),
    ("post", Method::POST),
    ("put", Method::PUT),
    ("patch", Method::PATCH),
    ("delete", Method::DELETE),
];

/// An OpenAPI 3 document.
pub(super) struct Document<'a> {
    pub(super) root: &'a Json,
    /// Whether schemas are those of OpenAPI 3.0, which differ from JSON Schema.
    pub(super) is_3_0: bool,
}

/// A part of a document and its place.
#[derive(Clone, Debug)]
pub(super) struct Place<'a> {
    pub(super) json: &'a Json,
    pub(super) at: String,
}

/// An operation in the document.
pub(super) struct Found<'a> {
    pub(super) method: Method,
    pub(super) path: String,
    pub(super) operation: Place<'a>,
    /// The path item, whose parameters apply to all its operations.
    pub(super) item: Place<'a>,
}

impl<'a> Place<'a> {
    /// A member, if present.
    pub(super) fn member(&self, name: &str) -> Option<Self> {
        Some(Self {
            json: self.json.get(name)?,
            at: format!("{}/{}", self.at, name.replace('~', "~0").replace('/', "~1")),
        })
    }

    pub(super) fn items(&self) -> impl Iterator<Item = Self> {
        let items = self.json.as_array().map(Vec::as_slice).unwrap_or_default();
        let at = self.at.clone();
        items.iter().enumerate().map(move |(index, json)| Self {
            json,
            at: format!("{at}/{index}"),
        })
    }

    pub(super) fn object(&self) -> Result<&'a Map<String, Json>, OpenApiError> {
        self.json
            .as_object()
            .ok_or_else(|| self.fault("it must be an object"))
    }

    /// The text of a member; empty if it is absent.
    pub(super) fn text(&self, name: &str) -> &'a str {
        self.json
            .get(name)
            .and_then(Json::as_str)
            .unwrap_or_default()
    }

    pub(super) fn flag(&self, name: &str) -> Option<bool> {
        self.json.get(name).and_then(Json::as_bool)
    }

    pub(super) fn fault(&self, message: impl Into<String>) -> OpenApiError {
        OpenApiError::new(self.at.clone(), message)
    }
}

impl<'a> Document<'a> {
    pub(super) fn new(root: &'a Json) -> Result<Self, OpenApiError> {
        match root.get("openapi").and_then(Json::as_str) {
            Some(version) if version.starts_with("3.") => Ok(Self {
                root,
                is_3_0: version.starts_with("3.0"),
            }),
            Some(version) => Err(OpenApiError::new(
                "#/openapi",
                format!("OpenAPI 3.0 or 3.1 is required, but this is {version:?}"),
            )),
            None if root.get("swagger").is_some() => Err(OpenApiError::new(
                "#/swagger",
                "this is Swagger 2, but OpenAPI 3 is required: npx swagger2openapi swagger.json -o openapi.json",
            )),
            None => Err(OpenApiError::new(
                "#",
                "this is not an OpenAPI document: it has no member `openapi`, such as \"3.1.0\"",
            )),
        }
    }

    /// The title of the service.
    pub(super) fn title(&self) -> String {
        let title = self.root.pointer("/info/title").and_then(Json::as_str);
        cut(title.unwrap_or("Operations of a service."), 200)
    }

    /// Follows references to their target.
    pub(super) fn resolve(&self, place: &Place<'a>) -> Result<Place<'a>, OpenApiError> {
        let mut found = place.clone();
        for _ in 0..REFERENCES_MAX {
            let Some(reference) = found.json.get("$ref").and_then(Json::as_str) else {
                return Ok(found);
            };
            found = self.target(reference, &found)?;
        }
        Err(place.fault("the reference refers to itself"))
    }

    /// The target of one reference.
    pub(super) fn target(
        &self,
        reference: &str,
        from: &Place<'a>,
    ) -> Result<Place<'a>, OpenApiError> {
        let Some(pointer) = reference.strip_prefix('#') else {
            return Err(from.fault(format!(
                "the reference {reference:?} points outside the document: bundle it into one file with npx @redocly/cli bundle"
            )));
        };
        let decoded = percent_decode_str(pointer).decode_utf8_lossy();
        let missing = || from.fault(format!("the reference {reference:?} has no target"));
        let json = self.root.pointer(&decoded).ok_or_else(missing)?;
        let at = format!("#{decoded}");
        Ok(Place { json, at })
    }

    /// All operations, in the order of the document.
    pub(super) fn operations(&self) -> Result<Vec<Found<'a>>, OpenApiError> {
        let Some(paths) = self.root.get("paths") else {
            return Err(OpenApiError::new("#", "the document has no `paths`"));
        };
        let paths = Place {
            json: paths,
            at: "#/paths".to_owned(),
        };
        let mut operations = Vec::new();
        for path in paths.object()?.keys() {
            let Some(item) = paths.member(path).filter(|_| !path.starts_with("x-")) else {
                continue;
            };
            if !path.starts_with('/') {
                return Err(item.fault("a path must begin with `/`"));
            }
            let item = self.resolve(&item)?;
            item.object()?;
            for (name, method) in METHODS {
                let Some(operation) = item.member(name) else {
                    continue;
                };
                operation.object()?;
                operations.push(Found {
                    method,
                    path: path.clone(),
                    operation,
                    item: item.clone(),
                });
            }
        }
        Ok(operations)
    }

    /// The URL of the first server, with the default values of its variables.
    pub(super) fn server(&self) -> Result<Option<String>, OpenApiError> {
        let root = Place {
            json: self.root,
            at: "#".to_owned(),
        };
        let server = root
            .member("servers")
            .and_then(|servers| servers.items().next());
        let Some(server) = server else {
            return Ok(None);
        };
        let mut url = server.text("url").to_owned();
        if let Some(variables) = server.member("variables") {
            for name in variables.object()?.keys() {
                let value = variables
                    .member(name)
                    .filter(|variable| variable.json.get("default").is_some());
                let Some(value) = value else {
                    return Err(variables.fault(format!("the variable {name:?} has no default")));
                };
                url = url.replace(&format!("{{{name}}}"), value.text("default"));
            }
        }
        if url.contains(['{', '}']) {
            return Err(server.fault(format!(
                "a variable of {url:?} is not among its `variables`"
            )));
        }
        Ok(Some(url))
    }
}
