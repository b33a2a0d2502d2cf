//! Documents that are refused, and those of every size and shape.

use isolate_host::Functions;
use isolate_net::{OpenApiOptions, add_openapi, parse_openapi};
use serde_json::{Value as Json, json};

#[test]
fn mistakes_of_documents_name_their_place() {
    let fault = |document: Json| {
        let mut functions = Functions::new();
        let fault =
            add_openapi(&mut functions, "api", &document, &OpenApiOptions::new()).unwrap_err();
        assert!(functions.is_empty());
        fault.to_string()
    };
    let with = |path: &str, operation: Json| {
        let mut document =
            json!({ "openapi": "3.1.0", "servers": [{ "url": "https://a.b" }], "paths": {} });
        document["paths"][path] = json!({ "get": operation });
        fault(document)
    };
    let parameter = |parameter: Json| with("/x", json!({ "parameters": [parameter] }));
    for (fault, told) in [
        (
            fault(json!([])),
            "#: this is not an OpenAPI document: it has no member `openapi`, such as \"3.1.0\"",
        ),
        (
            fault(json!({ "openapi": "4.0.0" })),
            "#/openapi: OpenAPI 3.0 or 3.1 is required, but this is \"4.0.0\"",
        ),
        (
            fault(json!({ "swagger": "2.0" })),
            "#/swagger: this is Swagger 2, but OpenAPI 3 is required: npx swagger2openapi swagger.json -o openapi.json",
        ),
        (
            fault(json!({ "openapi": "3.0.0", "paths": {} })),
            "#/servers: the document names no server: give the address of the service as its base URL, such as https://api.example.com/v1",
        ),
        (
            fault(json!({ "openapi": "3.0.0", "servers": [{ "url": "/v1" }] })),
            "#/servers/0/url: \"/v1\" is not the URL of a server: give the address of the service as its base URL, such as https://api.example.com/v1",
        ),
        (
            fault(json!({ "openapi": "3.0.0", "servers": [{ "url": "https://{x}.y" }] })),
            "#/servers/0: a variable of \"https://{x}.y\" is not among its `variables`",
        ),
        (
            fault(json!({ "openapi": "3.0.0", "servers": [{ "url": "file:///etc" }] })),
            "#/servers/0/url: \"file:///etc\" is not the URL of a server: give the address of the service as its base URL, such as https://api.example.com/v1",
        ),
        (
            fault(json!({ "openapi": "3.0.0", "servers": [{ "url": "https://a.b" }] })),
            "#: the document has no `paths`",
        ),
        (
            with("x", json!({})),
            "#/paths/x: a path must begin with `/`",
        ),
        (
            with("/a/{b}", json!({})),
            "#/paths/~1a~1{b}/get: the path contains {b}, but no parameter of that name is in `path`",
        ),
        (
            with("/x", json!([])),
            "#/paths/~1x/get: it must be an object",
        ),
        (
            parameter(json!({ "in": "query" })),
            "#/paths/~1x/get/parameters/0: a parameter must have a `name`",
        ),
        (
            parameter(json!({ "name": "a", "in": "body" })),
            "#/paths/~1x/get/parameters/0: the parameter \"a\" must be `in` path, query, header or cookie, and not \"body\"",
        ),
        (
            parameter(json!({ "name": "a", "in": "query", "style": "fancy" })),
            "#/paths/~1x/get/parameters/0: the parameter \"a\" has the unknown style \"fancy\"",
        ),
        (
            parameter(json!({ "$ref": "#/components/x" })),
            "#/paths/~1x/get/parameters/0: the reference \"#/components/x\" has no target",
        ),
        (
            parameter(json!({ "$ref": "other.json#/x" })),
            "#/paths/~1x/get/parameters/0: the reference \"other.json#/x\" points outside the document: bundle it into one file with npx @redocly/cli bundle",
        ),
        (
            parameter(json!({ "$ref": "#/paths/~1x/get/parameters/0" })),
            "#/paths/~1x/get/parameters/0: the reference refers to itself",
        ),
        (
            parameter(json!({ "name": "a", "in": "query", "schema": 5 })),
            "#/paths/~1x/get/parameters/0/schema: a schema must be an object",
        ),
    ] {
        assert_eq!(fault, told);
    }
    let bad_type = parameter(json!({ "name": "a", "in": "query", "schema": { "type": "int" } }));
    assert!(
        bad_type.starts_with("#/paths/~1x/get: a schema of this operation is not valid: "),
        "{bad_type}"
    );
    assert_eq!(
        parse_openapi("openapi: 3.0.0\ninfo:\n")
            .unwrap_err()
            .to_string(),
        "#: the document is YAML, but JSON is required: yq -o json openapi.yaml > openapi.json"
    );
    assert!(
        parse_openapi("{")
            .unwrap_err()
            .to_string()
            .starts_with("#: the document is not valid JSON: ")
    );
    for (text, told) in [
        (
            r#"{"paths":{"/x":{"maximum":99999999999999999999}}}"#,
            ".paths./x.maximum: the integer 99999999999999999999 is beyond 64 bits: write it as text",
        ),
        (
            r#"{"paths":{"/x":{},"/x":{}}}"#,
            ".paths./x: the member is given twice: give it once",
        ),
    ] {
        let error = parse_openapi(text).unwrap_err().to_string();
        assert_eq!(error, format!("#: the document: {told}"));
    }
}

#[test]
fn documents_of_any_size_and_shape_are_bounded() {
    // 300 operations, every tenth of a schema that refers to all others.
    let mut schemas = serde_json::Map::new();
    for at in 0..30 {
        let others: serde_json::Map<String, Json> = (0..30)
            .map(|other| {
                let reference = format!("#/components/schemas/S{other}");
                (format!("m{other}"), json!({ "$ref": reference }))
            })
            .collect();
        schemas.insert(
            format!("S{at}"),
            json!({ "type": "object", "properties": others }),
        );
    }
    let mut paths = serde_json::Map::new();
    for at in 0..300 {
        let schema = match at % 10 {
            0 => json!({ "$ref": format!("#/components/schemas/S{}", at / 10) }),
            _ => json!({ "type": "object", "properties": { "at": { "const": at } } }),
        };
        let content = json!({ "application/json": { "schema": schema } });
        let operation =
            json!({ "operationId": format!("thing.{at}"), "requestBody": { "content": content } });
        paths.insert(format!("/things/{at}"), json!({ "post": operation }));
    }
    let document = json!({
        "openapi": "3.1.0",
        "servers": [{ "url": "https://a.b" }],
        "paths": paths,
        "components": { "schemas": schemas },
    });
    let mut functions = Functions::new();
    let count = add_openapi(&mut functions, "things", &document, &OpenApiOptions::new());
    assert_eq!(count.unwrap(), 300);
    for info in functions.infos() {
        let bytes = info.input.as_ref().unwrap().to_string().len();
        assert!(bytes < 50_000, "{}: {bytes}", info.full_name());
    }
    // A pattern of another language is left out.
    let schema = json!({ "type": "string", "pattern": "(" });
    let parameter = json!({ "name": "a", "in": "query", "schema": schema });
    let document = json!({
        "openapi": "3.1.0",
        "servers": [{ "url": "https://a.b" }],
        "paths": { "/x": { "get": { "operationId": "x", "parameters": [parameter] } } },
    });
    add_openapi(
        &mut functions,
        "patterns",
        &document,
        &OpenApiOptions::new(),
    )
    .unwrap();
    let info = functions
        .infos()
        .find(|info| info.namespace == "patterns")
        .unwrap();
    assert_eq!(
        info.input.as_ref().unwrap()["properties"]["a"],
        json!({ "type": "string" })
    );
    // Schemas within schemas, deeper than any stack.
    let mut deep = json!({ "type": "string" });
    for _ in 0..500 {
        deep = json!({ "type": "array", "items": deep });
    }
    let document = json!({ "openapi": "3.1.0", "servers": [{ "url": "https://a.b" }], "paths": { "/x": { "get": { "parameters": [{ "name": "a", "in": "query", "schema": deep }] } } } });
    add_openapi(&mut functions, "deep", &document, &OpenApiOptions::new()).unwrap();
    functions.check().unwrap();
}
