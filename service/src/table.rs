//! What a route is: the router, the document and the tests are made of the same rows.

use std::future::Future;
use std::pin::Pin;

use axum::response::Response;
use schemars::{JsonSchema, Schema, SchemaGenerator};

use crate::access::Permission;
use crate::call::Call;
use crate::problem::Problem;
use crate::query::Parameter;

/// What answers a request.
pub(crate) type Handler =
    fn(Call) -> Pin<Box<dyn Future<Output = Result<Response, Problem>> + Send>>;

/// The schema of a type, in a document.
pub(crate) type SchemaOf = fn(&mut SchemaGenerator) -> Schema;

/// The schema of a type, in a document.
pub(crate) fn schema<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
}

/// What a body is.
#[derive(Clone, Copy)]
pub(crate) enum Content {
    /// There is none.
    None,
    Json(SchemaOf),
    Text(&'static str),
    Bytes(&'static str),
}

/// An answer that a route may give, beside the problems that every route has.
#[derive(Clone, Copy)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) what: &'static str,
    pub(crate) content: &'static [Content],
}

/// A header of a request that a route reads.
#[derive(Clone, Copy)]
pub(crate) struct Header {
    pub(crate) name: &'static str,
    /// Whether its value is a whole number; otherwise it is any text.
    pub(crate) is_number: bool,
    pub(crate) what: &'static str,
}

/// One operation.
pub(crate) struct Route {
    pub(crate) method: &'static str,
    /// In the form of the router: `{*path}` is the rest of the path.
    pub(crate) path: &'static str,
    /// The name of the operation in the document, which generated clients use.
    pub(crate) id: &'static str,
    pub(crate) tag: &'static str,
    pub(crate) summary: &'static str,
    /// What its sender needs; none where nobody needs a token.
    pub(crate) permission: Option<Permission>,
    pub(crate) query: &'static [Parameter],
    pub(crate) headers: &'static [Header],
    pub(crate) body: Content,
    pub(crate) answers: &'static [Answer],
    /// Statuses of problems that it may answer, beside those of every route.
    pub(crate) problems: &'static [u16],
    pub(crate) handler: Handler,
}

/// A row of a table of routes without what most do not have.
pub(crate) const fn route(
    method: &'static str,
    path: &'static str,
    id: &'static str,
    summary: &'static str,
    handler: Handler,
) -> Route {
    Route {
        method,
        path,
        id,
        tag: "",
        summary,
        permission: Some(Permission::Read),
        query: &[],
        headers: &[],
        body: Content::None,
        answers: &[],
        problems: &[],
        handler,
    }
}

/// Makes a handler of a function that is asynchronous.
macro_rules! handler {
    ($function:path) => {
        |call| Box::pin($function(call))
    };
}

pub(crate) use handler;
