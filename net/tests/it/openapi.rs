//! Documents of OpenAPI as functions.

mod documents;

use isolate_host::Functions;
use isolate_net::{OpenApiOptions, add_openapi};
use serde_json::{Value as Json, json};

use crate::server::{Server, respond};
use crate::{notes, returned, run_with};

/// A service of pets: references, styles, bodies of several kinds.
fn pets() -> Json {
    json!({
        "openapi": "3.0.3",
        "info": { "title": "Pets", "version": "1" },
        "servers": [{ "url": "https://{region}.pets.example/v1", "variables": { "region": { "default": "eu" } } }],
        "paths": {
            "/pets": {
                "get": {
                    "operationId": "list-pets",
                    "summary": "Lists pets",
                    "parameters": [
                        { "$ref": "#/components/parameters/Limit" },
                        { "name": "tags", "in": "query", "schema": { "type": "array", "items": { "type": "string" } } },
                        { "name": "ids", "in": "query", "explode": false, "schema": { "type": "array", "items": { "type": "integer" } } },
                        { "name": "where", "in": "query", "style": "deepObject", "schema": { "type": "object" } },
                        { "name": "filter", "in": "query", "content": { "application/json": { "schema": { "type": "object" } } } },
                        { "name": "X-Trace", "in": "header", "schema": { "type": "string" } },
                        { "name": "session", "in": "cookie", "schema": { "type": "string" } },
                        { "name": "Authorization", "in": "header", "schema": { "type": "string" } }
                    ],
                    "responses": { "200": { "content": { "application/json": { "schema": { "type": "array", "items": { "$ref": "#/components/schemas/Pet" } } } } } }
                },
                "post": {
                    "operationId": "list-pets",
                    "requestBody": { "$ref": "#/components/requestBodies/Pet" },
                    "responses": { "201": { "$ref": "#/components/responses/Pet" } }
                }
            },
            "/pets/{petId}": {
                "parameters": [{ "name": "petId", "in": "path", "required": true, "schema": { "type": "string" }, "description": "Whose" }],
                "get": { "parameters": [{ "name": "petId", "in": "query", "schema": { "type": "string" } }], "responses": { "default": {} } },
                "delete": { "operationId": "removePet", "deprecated": true, "responses": { "204": {} } },
                "put": { "operationId": "replacePhoto", "requestBody": { "content": { "image/png": {} } }, "responses": {} }
            },
            "/form": { "post": { "operationId": "form", "requestBody": { "required": true, "content": { "application/x-www-form-urlencoded": { "schema": { "type": "object", "properties": { "a": { "type": "string" } } } } } } } },
            "/files": { "post": { "operationId": "upload", "requestBody": { "content": { "multipart/form-data": { "schema": { "type": "object" } } } } } },
            "/text": { "post": { "operationId": "note", "requestBody": { "content": { "text/plain": {} } } } }
        },
        "components": {
            "parameters": { "Limit": { "name": "limit", "in": "query", "schema": { "type": "integer", "minimum": 0, "exclusiveMinimum": true, "maximum": 100 } } },
            "requestBodies": { "Pet": { "required": true, "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Pet" } } } } },
            "responses": { "Pet": { "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Pet" } } } } },
            "schemas": {
                "Pet": {
                    "type": "object",
                    "required": ["id", "name"],
                    "properties": {
                        "id": { "type": "integer", "readOnly": true },
                        "name": { "type": "string" },
                        "owner": { "nullable": true, "allOf": [{ "$ref": "#/components/schemas/Owner" }] },
                        "parent": { "$ref": "#/components/schemas/Pet" },
                        "note": { "type": "string", "nullable": true }
                    }
                },
                "Owner": { "type": "object", "properties": { "pets": { "type": "array", "items": { "$ref": "#/components/schemas/Pet" } } } }
            }
        }
    })
}

fn echo() -> Server {
    Server::start([127, 0, 0, 1], |seen, stream| {
        let headers = [("content-type", "application/json")];
        match seen.path() {
            "/v1/pets/lost" => respond(
                stream,
                "404 Not Found",
                &headers,
                b"{\"error\":\"no such pet\"}",
            ),
            "/v1/pets/broken" => respond(stream, "200 OK", &headers, b"{\"error\":"),
            "/v1/pets/text" => respond(
                stream,
                "200 OK",
                &[("content-type", "text/plain")],
                b"hello",
            ),
            "/v1/pets/bytes" => respond(
                stream,
                "200 OK",
                &[("content-type", "image/png")],
                &[0x89, 0xff, 0],
            ),
            "/v1/pets/gone" => respond(stream, "200 OK", &[], b""),
            "/v1/pets/away" => respond(
                stream,
                "302 Found",
                &[("location", "http://127.0.0.2:1/x")],
                b"",
            ),
            "/v1/pets/up" => respond(stream, "302 Found", &[("location", "/admin")], b""),
            _ => {
                let body = String::from_utf8_lossy(&seen.body).into_owned();
                let body = json!({ "line": seen.line(), "type": seen.header("content-type"), "trace": seen.header("x-trace"), "cookie": seen.header("cookie"), "body": body });
                respond(stream, "200 OK", &headers, body.to_string().as_bytes())
            }
        }
    })
}

fn options_for(server: &Server) -> OpenApiOptions {
    OpenApiOptions::new().base_url(format!("http://127.0.0.1:{}/v1/", server.port))
}

#[test]
fn operations_become_functions() {
    let mut functions = Functions::new();
    let count = add_openapi(&mut functions, "pets", &pets(), &OpenApiOptions::new()).unwrap();
    assert_eq!(count, 8);
    functions.check().unwrap();
    let infos: Vec<Json> = functions
        .infos()
        .map(|info| {
            json!([
                info.full_name(),
                info.description,
                info.is_read_only,
                info.is_idempotent
            ])
        })
        .collect();
    assert_eq!(
        json!(infos),
        json!([
            ["pets.form", "POST /form", false, false],
            ["pets.getPetsPetId", "GET /pets/{petId}", true, true],
            ["pets.listPets", "Lists pets. GET /pets", true, true],
            ["pets.listPets_2", "POST /pets", false, false],
            ["pets.note", "POST /text", false, false],
            [
                "pets.removePet",
                "Deprecated. DELETE /pets/{petId}",
                false,
                true
            ],
            ["pets.replacePhoto", "PUT /pets/{petId}", false, true],
            ["pets.upload", "POST /files", false, false],
        ])
    );
    let input = |name: &str| {
        let info = functions.infos().find(|info| info.name == name).unwrap();
        info.input.clone().unwrap()
    };
    let list = input("listPets");
    assert_eq!(
        list["properties"]["limit"],
        json!({ "type": "integer", "maximum": 100, "exclusiveMinimum": 0 })
    );
    assert!(list["properties"].get("Authorization").is_none());
    assert!(list.get("required").is_none());
    let both = input("getPetsPetId");
    assert_eq!(
        both["properties"]["petId_path"],
        json!({ "type": "string", "description": "Whose" })
    );
    assert_eq!(both["required"], json!(["petId_path"]));
    let create = input("listPets_2");
    let pet = &create["properties"]["body"];
    assert_eq!(create["required"], json!(["body"]));
    assert_eq!(pet["required"], json!(["name"]));
    assert!(pet["properties"].get("id").is_none());
    assert_eq!(
        pet["properties"]["parent"],
        json!({ "description": "another Pet" })
    );
    assert_eq!(
        pet["properties"]["note"],
        json!({ "type": ["string", "null"] })
    );
    let owner = &pet["properties"]["owner"]["anyOf"];
    assert_eq!(owner[1], json!({ "type": "null" }));
    assert_eq!(
        owner[0]["allOf"][0]["properties"]["pets"]["items"],
        json!({ "description": "another Pet" })
    );
}

#[test]
fn calls_are_requests_as_the_document_says() {
    let server = echo();
    let mut functions = Functions::new();
    let origin = format!("http://127.0.0.1:{}", server.port);
    let mut policy = isolate_net::FetchPolicy::new();
    policy
        .inject(&origin, "Authorization", "Bearer abcdefghijkl")
        .unwrap();
    let options = options_for(&server).policy(policy);
    add_openapi(&mut functions, "pets", &pets(), &options).unwrap();
    let run = run_with(functions, "async () => [
        await pets.listPets(),
        await pets.listPets({ limit: 5, tags: ['a b', 'c&d'], ids: [1, 2], where: { a: { b: 1 } }, filter: { x: ['y'] }, 'X-Trace': 'caf\u{e9}', session: 'q;r' }),
        await pets.listPets_2({ body: { name: 'Rex', note: null } }),
        await pets.getPetsPetId({ petId_path: 'a/b?c#d e', petId: 'in query' }),
        await pets.form({ body: { a: 'b c', list: [1, 2] } }),
        await pets.note({ body: 'plain' }),
        await pets.replacePhoto({ petId: '1', body: new Uint8Array([65, 66]) }),
        await pets.upload({ body: { text: 'hello', file: new Uint8Array([67]) } }),
    ]");
    let answers = returned(&run);
    let lines: Vec<&Json> = answers
        .as_array()
        .unwrap()
        .iter()
        .map(|answer| &answer["line"])
        .collect();
    assert_eq!(
        json!(lines),
        json!([
            "GET /v1/pets",
            "GET /v1/pets?limit=5&tags=a%20b&tags=c%26d&ids=1,2&where%5Ba%5D%5Bb%5D=1&filter=%7B%22x%22%3A%5B%22y%22%5D%7D",
            "POST /v1/pets",
            "GET /v1/pets/a%2Fb%3Fc%23d%20e?petId=in%20query",
            "POST /v1/form",
            "POST /v1/text",
            "PUT /v1/pets/1",
            "POST /v1/files",
        ])
    );
    assert_eq!(answers[1]["cookie"], json!(["session=q%3Br"]));
    assert_eq!(answers[1]["trace"], json!(["caf\u{e9}"]));
    assert_eq!(answers[2]["type"], json!(["application/json"]));
    assert_eq!(answers[2]["body"], "{\"name\":\"Rex\",\"note\":null}");
    assert_eq!(answers[4]["body"], "a=b%20c&list=1&list=2");
    assert_eq!(answers[5]["body"], "plain");
    assert_eq!(answers[6]["body"], "AB");
    assert_eq!(
        answers[7]["body"],
        "--isolate-0000000000000000\r\nContent-Disposition: form-data; name=\"text\"\r\n\r\nhello\r\n\
         --isolate-0000000000000000\r\nContent-Disposition: form-data; name=\"file\"; filename=\"file\"\r\nContent-Type: application/octet-stream\r\n\r\nC\r\n\
         --isolate-0000000000000000--\r\n"
    );
    for seen in server.seen() {
        assert_eq!(seen.header("authorization"), ["Bearer abcdefghijkl"]);
    }
    assert!(
        notes(&run)[0].starts_with(&format!("GET {origin}/v1/pets 200, ")),
        "{:?}",
        notes(&run)
    );
}

#[test]
fn answers_and_failures_are_values() {
    let server = echo();
    let mut functions = Functions::new();
    add_openapi(&mut functions, "pets", &pets(), &options_for(&server)).unwrap();
    let run = run_with(functions, "async () => {
        const get = (id) => pets.getPetsPetId({ petId_path: id }).catch((e) => [e.name, e.code, e.message, e.data ?? null]);
        return [await get('text'), await get('bytes'), await get('gone'), await get('lost'), await get('broken'), await get('away'), await get('up'), await get(''), await get('..'), await get('a/../../admin'), await pets.listPets_2({ body: { nme: 'x' } }).catch((e) => [e.name, e.code]), await pets.form().catch((e) => [e.name, e.code]), await pets.listPets({ limt: 1 }).catch((e) => [e.name, e.message.includes('\"limit\"')])];
    }");
    let answers = returned(&run);
    assert_eq!(answers[0], "hello");
    assert_eq!(answers[1], json!({ "$bytes": "if8A" }));
    assert_eq!(answers[2], Json::Null);
    assert_eq!(
        answers[3],
        json!(["Error", "EHTTP", "GET /pets/{petId} answered 404 Not Found: {\"error\":\"no such pet\"}", { "status": 404, "body": { "error": "no such pet" } }])
    );
    assert_eq!(answers[4][1], "EBADMSG");
    assert_eq!(answers[5][1], "EACCES");
    assert_eq!(answers[6][1], "EACCES");
    assert_eq!(
        answers[7],
        json!([
            "TypeError",
            "EINVAL",
            "getPetsPetId: \"petId_path\" is part of the path /pets/{petId} and must not be empty, `.` or `..`",
            null
        ])
    );
    assert_eq!(answers[8][1], "EINVAL");
    assert_eq!(answers[9][1], "EACCES");
    assert_eq!(answers[10], json!(["TypeError", "EINVAL"]));
    assert_eq!(answers[11], json!(["TypeError", "EINVAL"]));
    assert_eq!(answers[12], json!(["TypeError", true]));
    assert_eq!(server.seen().len(), 7);
}

/// Who wrote the document does not choose what inside is reached.
#[test]
fn a_document_cannot_name_internal_addresses() {
    let server = echo();
    for url in [
        format!("http://127.0.0.1:{}/v1", server.port),
        format!("http://localhost:{}/v1", server.port),
        format!("http://2130706433:{}/v1", server.port),
    ] {
        let mut document = pets();
        document["servers"] = json!([{ "url": url }]);
        let mut functions = Functions::new();
        add_openapi(&mut functions, "pets", &document, &OpenApiOptions::new()).unwrap();
        let run = run_with(
            functions,
            "async () => pets.listPets().catch((e) => e.code)",
        );
        assert_eq!(returned(&run), "EACCES");
    }
    assert!(server.seen().is_empty());
}

#[test]
fn integers_of_64_bits_keep_their_digits() {
    let server = Server::start([127, 0, 0, 1], |seen, stream| {
        let headers = [("content-type", "application/json")];
        let body = match seen.path() {
            "/v1/orders/newest" => r#"{"id":9007199254740993,"total":1e300}"#,
            "/v1/orders/larger" => r#"{"id":99999999999999999999}"#,
            "/v1/orders/largest" => r#"{"id":[1e400]}"#,
            "/v1/orders/missing" => {
                let body = br#"{"id":99999999999999999999}"#;
                return respond(stream, "404 Not Found", &headers, body);
            }
            _ => r#"{"id":1,"total":9007199254740993}"#,
        };
        respond(stream, "200 OK", &headers, body.as_bytes())
    });
    let id = json!({ "type": "integer", "format": "int64" });
    let order =
        json!({ "type": "object", "properties": { "id": id, "total": { "type": "number" } } });
    let answer = json!({ "200": { "content": { "application/json": { "schema": order } } } });
    let document = json!({ "openapi": "3.0.3", "servers": [{ "url": "https://a.b" }], "paths": {
        "/orders/newest": { "get": { "operationId": "newest", "responses": answer } },
        "/orders/larger": { "get": { "operationId": "larger", "responses": answer } },
        "/orders/largest": { "get": { "operationId": "largest", "responses": answer } },
        "/orders/missing": { "get": { "operationId": "missing", "responses": answer } },
        "/orders/{id}": { "delete": {
            "operationId": "remove",
            "parameters": [{ "name": "id", "in": "path", "required": true, "schema": id }],
            "responses": answer,
        } },
    } });
    let options =
        || OpenApiOptions::new().base_url(format!("http://127.0.0.1:{}/v1/", server.port));
    for options in [options(), options().checks_answers()] {
        let mut functions = Functions::new();
        add_openapi(&mut functions, "shop", &document, &options).unwrap();
        let code = "async () => {
            const message = (error) => `${error.code}: ${error.message}`;
            const { id, total } = await shop.newest();
            return [
                String(id),
                total,
                await shop.larger().catch(message),
                await shop.largest().catch(message),
                await shop.missing().catch((error) => error.data.body),
                await shop.remove({ id }).catch(message),
                await shop.remove({ id: Number(id) }).catch((error) => error.code),
            ];
        }";
        let way_out = "declare it as an integer in the schema, or write it as text";
        assert_eq!(
            returned(&run_with(functions, code)),
            json!([
                "9007199254740993",
                1e300,
                "EBADMSG: GET /orders/larger answered .id: the integer 99999999999999999999 is beyond 64 bits: write it as text",
                "EBADMSG: GET /orders/largest answered .id[0]: the number 1e400 is larger than numbers are: write it as text",
                // As text, it has its digits.
                r#"{"id":99999999999999999999}"#,
                format!(
                    "EBADMSG: DELETE /orders/{{id}} answered .total: the integer 9007199254740993 is beyond 2^53 - 1, where numbers lose digits: {way_out}"
                ),
                "EINVAL",
            ])
        );
    }
    let lines: Vec<String> = server
        .seen()
        .iter()
        .map(|seen| seen.line().to_owned())
        .collect();
    assert_eq!(lines[4], "DELETE /v1/orders/9007199254740993");
    assert_eq!(lines.len(), 10);
}
