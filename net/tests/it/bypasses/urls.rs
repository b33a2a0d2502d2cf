//! Paths, hosts and schemes outside of the allow list.

use super::{World, of_urls};

#[test]
fn paths_stay_below_their_prefix() {
    let world = World::new();
    let paths = [
        "/",
        "/admin",
        "/reposx",
        "/repo",
        "//repos/../admin",
        "/repos/../admin",
        "/repos/%2e%2e/admin",
        "/repos/%2E%2E/admin",
        "/repos/.%2e/admin",
        "/repos/..%2fadmin",
        "/repos/..%5cadmin",
        "/repos/%2e%2e%2fadmin",
        "/repos/%252e%252e/admin",
        "/repos/%252e%252e%252fadmin",
        "/repos/%25252e%25252e%25252fadmin",
        "/repos\\..\\admin",
        "/repos/..\\admin",
        "/repos/..;/admin",
        "/repos/..;x=y/admin",
        "/repos/..%3b/admin",
        "/repos/a/..%2f..%2fadmin",
        "/repos/..%00/admin",
        "/repos/%00",
        "/repos/..%20/admin",
        "/repos/..%0d%0aadmin",
        "/repos/%c0%ae%c0%ae/admin",
        "/repos/%ef%bc%8e%ef%bc%8e/admin",
        "/repos/．．/admin",
        "/repos/..%ef%bc%8fadmin",
        "/repos/..%3fadmin",
        "/repos/..%23/admin",
        "/%72epos%2f..%2fadmin",
        "/REPOS/x",
        "/repos%2f..%2fadmin",
        "/repos%252f..%252fadmin",
        "/repos/../repos/../admin",
        "/./admin",
        "/repos/\t../admin",
        "/re\npos/../admin",
    ];
    let urls: Vec<String> = paths
        .iter()
        .map(|path| format!("http://api.test:PORT{path}"))
        .collect();
    let urls: Vec<&str> = urls.iter().map(String::as_str).collect();
    world.all_are_refused(&of_urls(&urls));
}

#[test]
fn hosts_that_resemble_the_allowed_one_are_refused() {
    let world = World::new();
    world.all_are_refused(&of_urls(&[
        "http://api.test:PORT@evil.test:OTHER/repos/x",
        "http://api.test:PORT@127.0.0.2:OTHER/repos/x",
        "http://evil.test:OTHER#@api.test:PORT/repos/x",
        "http://evil.test:OTHER?@api.test:PORT/repos/x",
        "http://evil.test:OTHER\\@api.test:PORT/repos/x",
        "http://user:pass@api.test:PORT/repos/x",
        "http://@api.test:OTHER@evil.test:OTHER/",
        "http://api.test.evil.test:PORT/repos/x",
        "http://sub.api.test:PORT/repos/x",
        "http://xapi.test:PORT/repos/x",
        "http://api.test.:PORT/repos/x",
        "http://\u{430}pi.test:PORT/repos/x",
        "http://api\u{2024}test.evil.test:PORT/repos/x",
        "http://api.test%00.evil.test:PORT/repos/x",
        "http://api.test%20:PORT/repos/x",
        "http://api.test/repos/x",
        "http://api.test:1/repos/x",
        "http://api.test:0/repos/x",
        "http://api.test:99999/repos/x",
        "https://api.test:PORT/repos/x",
        "ws://api.test:PORT/repos/x",
        "//api.test:PORT/repos/x",
        "/repos/x",
        "api.test/repos/x",
        "http:///repos/x",
        "",
    ]));
}

#[test]
fn other_schemes_read_nothing() {
    let world = World::new();
    world.all_are_refused(&of_urls(&[
        "file:///etc/passwd",
        "FILE:/etc/passwd",
        "data:text/plain,hello",
        "blob:http://api.test:PORT/repos/x",
        "ftp://api.test:PORT/repos/x",
        "gopher://api.test:PORT/_GET%20/repos",
        "javascript:1",
        "about:blank",
        "view-source:http://api.test:PORT/repos",
        "unix:/var/run/docker.sock",
        "http+unix://%2Fvar%2Frun%2Fdocker.sock/info",
        "jar:http://api.test:PORT/repos!/x",
    ]));
}
