//! Files over HTTP.

use serde_json::json;

use crate::start;

const FILES: &str = "/v1/workspaces/a/files";

#[tokio::test]
async fn a_file_is_written_read_and_removed() {
    let running = start().await;
    let place = format!("{FILES}/docs/a%20b.txt");
    let written = running.put(&place, "hello").await;
    assert_eq!(written.status, 201, "{written:?}");
    let told = written.json();
    assert_eq!(
        (&told["path"], &told["size"]),
        (&json!("/docs/a b.txt"), &json!(5))
    );
    assert_eq!(
        told["effects"]["created"],
        json!(["/docs", "/docs/a b.txt"])
    );
    let tag = written.header("etag").unwrap();
    assert_eq!(
        tag,
        "\"2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824\""
    );
    let read = running.get(&place).await;
    assert_eq!((read.status, read.text().as_str()), (200, "hello"));
    assert_eq!(read.header("etag"), Some(tag));
    // Nothing in it is shown as a page.
    assert_eq!(
        read.header("content-type"),
        Some("application/octet-stream")
    );
    assert_eq!(read.header("x-content-type-options"), Some("nosniff"));
    assert_eq!(read.header("content-disposition"), Some("attachment"));
    assert_eq!(
        read.header("content-security-policy"),
        Some("default-src 'none'; sandbox")
    );
    let head = running.request("HEAD", &place).send().await;
    assert_eq!(head.header("content-length"), Some("5"));
    assert_eq!(head.header("etag"), Some(tag));
    // A slash may be encoded, as generated clients do.
    let encoded = running.get(&format!("{FILES}/docs%2Fa%20b.txt")).await;
    assert_eq!(encoded.text(), "hello");
    assert_eq!(running.put(&place, "again").await.status, 200);
    assert_eq!(running.delete(&place).await.status, 200);
    running
        .get(&place)
        .await
        .is_problem(404, "ENOENT", "/docs/a b.txt");
    // Each of these is a run of its own.
    let log = running.get("/v1/workspaces/a/runs").await.json();
    let labels: Vec<_> = log["runs"]
        .as_array()
        .unwrap()
        .iter()
        .map(|run| run["label"].as_str().unwrap())
        .collect();
    assert_eq!(
        labels,
        [
            "remove /docs/a b.txt",
            "write /docs/a b.txt",
            "write /docs/a b.txt"
        ]
    );
    running.end().await;
}

#[tokio::test]
async fn conditions_keep_others_from_being_overwritten() {
    let running = start().await;
    let place = format!("{FILES}/a.txt");
    let put = async |header: (&str, &str), body: &str| {
        running
            .request("PUT", &place)
            .header(header.0, header.1)
            .bytes(body)
            .send()
            .await
    };
    let first = put(("If-None-Match", "*"), "one").await;
    assert_eq!(first.status, 201);
    let tag = first.header("etag").unwrap().to_owned();
    put(("If-None-Match", "*"), "two")
        .await
        .is_problem(412, "ESTALE", "/a.txt is there");
    let second = put(("If-Match", &tag), "two").await;
    assert_eq!(second.status, 200);
    let late = put(("If-Match", &tag), "three").await;
    late.is_problem(412, "ESTALE", "/a.txt is not what If-Match names");
    assert_eq!(late.header("etag"), second.header("etag"));
    assert_eq!(running.get(&place).await.text(), "two");
    // The same content has the same tag, whoever wrote it.
    running.run("() => state.writeFile('/a.txt', 'one')").await;
    assert_eq!(put(("If-Match", &tag), "four").await.status, 200);
    let removed = running.request("DELETE", &place).header("If-Match", &tag);
    removed.send().await.is_problem(412, "ESTALE", "If-Match");
    let missing = running
        .request("PUT", &format!("{FILES}/none"))
        .header("If-Match", "*")
        .bytes("x");
    missing
        .send()
        .await
        .is_problem(412, "ESTALE", "there is no such file");
    let now = running.get(&place).await.header("etag").unwrap().to_owned();
    let known = running.request("GET", &place).header("If-None-Match", &now);
    let known = known.send().await;
    assert_eq!((known.status, known.body.len()), (304, 0));
    running.end().await;
}

#[tokio::test]
async fn large_files_and_ranges_are_exact() {
    let running = start().await;
    let content: Vec<u8> = (0..5_000_000_u32).map(|n| (n % 251) as u8).collect();
    let place = format!("{FILES}/large.bin");
    let written = running.request("PUT", &place).bytes(&content).send().await;
    assert_eq!(written.status, 201);
    let read = running.get(&place).await;
    assert!(read.body == content, "{} bytes", read.body.len());
    for (range, expected, place_of) in [
        ("bytes=0-9", &content[..10], "bytes 0-9/5000000"),
        (
            "bytes=4999990-",
            &content[4_999_990..],
            "bytes 4999990-4999999/5000000",
        ),
        (
            "bytes=-5",
            &content[4_999_995..],
            "bytes 4999995-4999999/5000000",
        ),
        (
            "bytes=1000000-3500000",
            &content[1_000_000..=3_500_000],
            "bytes 1000000-3500000/5000000",
        ),
    ] {
        let part = running.request("GET", &place).header("Range", range);
        let part = part.send().await;
        assert_eq!(part.status, 206, "{range}");
        assert!(part.body == expected, "{range}");
        assert_eq!(part.header("content-range"), Some(place_of));
    }
    let beyond = running
        .request("GET", &place)
        .header("Range", "bytes=5000000-");
    let beyond = beyond.send().await;
    beyond.is_problem(416, "EINVAL", "the file has 5000000");
    assert_eq!(beyond.header("content-range"), Some("bytes */5000000"));
    running.end().await;
}

#[tokio::test]
async fn a_directory_is_listed_in_pages() {
    let running = start().await;
    let code = "async () => { for (let i = 0; i < 25; i++) await state.writeFile(`/d/${i}`, 'x'.repeat(i)); }";
    running.run(code).await;
    let mut names = Vec::new();
    let mut cursor = String::new();
    loop {
        let page = running
            .get(&format!("{FILES}/d?limit=10{cursor}"))
            .await
            .json();
        for entry in page["entries"].as_array().unwrap() {
            assert_eq!(entry["kind"], "file");
            names.push(entry["name"].as_str().unwrap().to_owned());
        }
        match page["next"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => break,
        }
    }
    let mut expected: Vec<String> = (0..25).map(|i: i32| i.to_string()).collect();
    expected.sort();
    assert_eq!(names, expected);
    let root = running.get(FILES).await.json();
    assert_eq!(root["entries"][0]["name"], "d");
    assert_eq!(root["entries"][0]["kind"], "directory");
    running
        .get(&format!("{FILES}/d?cursor=7"))
        .await
        .is_problem(400, "EINVAL", "the cursor \"7\" is none of this list");
    running
        .get(&format!("{FILES}/d?limit=1001"))
        .await
        .is_problem(400, "EINVAL", "limit is 1001: it is from 1 to 1000");
    running.end().await;
}

#[tokio::test]
async fn what_the_files_refuse_is_a_problem_with_their_code() {
    let running = start().await;
    assert_eq!(running.put(&format!("{FILES}/d/a"), "x").await.status, 201);
    running
        .delete(&format!("{FILES}/d"))
        .await
        .is_problem(409, "ENOTEMPTY", "directory not empty");
    running
        .put(&format!("{FILES}/d"), "x")
        .await
        .is_problem(409, "EISDIR", "directory");
    running
        .put(&format!("{FILES}/d/a/b"), "x")
        .await
        .is_problem(409, "EEXIST", "/d/a");
    let long = "n".repeat(300);
    running
        .put(&format!("{FILES}/{long}"), "x")
        .await
        .is_problem(400, "ENAMETOOLONG", "name");
    running
        .get(&format!("{FILES}/a%00b"))
        .await
        .is_problem(400, "EINVAL", "null");
    let removed = running.delete(&format!("{FILES}/d?recursive=true")).await;
    assert_eq!(removed.json()["effects"]["deleted"], json!(["/d", "/d/a"]));
    // Names cannot leave the workspace.
    assert_eq!(
        running
            .put(&format!("{FILES}/x/..%2F..%2Fy"), "x")
            .await
            .status,
        201
    );
    assert_eq!(running.get(&format!("{FILES}/y")).await.text(), "x");
    running.end().await;
}
