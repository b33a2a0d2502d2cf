//! Internal addresses, and names that resolve to them.

use serde_json::json;

use super::{World, of_urls};
use crate::fetched;

#[test]
fn spellings_of_addresses_reach_nothing() {
    let world = World::new();
    let mut urls = Vec::new();
    for host in [
        "127.0.0.2",
        "2130706434",
        "0x7f000002",
        "0x7F.0.0.2",
        "0177.0.0.2",
        "017700000002",
        "127.2",
        "127.0.2",
        "0x7f.2",
        "127.0.0.2.",
        "%31%32%37.0.0.2",
        "127%2e0%2e0%2e2",
        "１２７.0.0.2",
        "①②⑦.⓪.⓪.②",
        "127。0。0。2",
        "127.0.0.0002",
        "[::ffff:127.0.0.2]",
        "[::FFFF:7f00:2]",
        "[0:0:0:0:0:ffff:7f00:0002]",
        "[::127.0.0.2]",
        "[::7f00:2]",
        "[64:ff9b::7f00:2]",
        "[64:ff9b::127.0.0.2]",
        "[64:ff9b:1::7f00:2]",
        "[2002:7f00:2::]",
        "[::ffff:0:127.0.0.2]",
        "[::1]",
        "[0000::0001]",
        "[::]",
        "[fe80::1%25lo]",
        "[fe80::1%lo]",
        "[fd00:ec2::254]",
        "[2001:0:7f00:2::]",
        "0",
        "0.0.0.0",
        "0x0",
        "127.1:OTHER@127.0.0.2",
        "169.254.169.254",
        "0xa9fea9fe",
        "2852039166",
        "[::ffff:a9fe:a9fe]",
        "192.168.0.1",
        "10.1",
        "172.16.0.1",
        "100.64.0.1",
        "198.18.0.1",
        "224.0.0.1",
        "255.255.255.255",
        "168.63.129.16",
        "192.0.0.192",
        "203.0.113.1",
    ] {
        urls.push(format!("http://{host}:OTHER/"));
    }
    let urls: Vec<&str> = urls.iter().map(String::as_str).collect();
    world.all_are_refused(&of_urls(&urls));
}

#[test]
fn names_that_lead_inside_reach_nothing() {
    let world = World::new();
    let mut urls = Vec::new();
    for host in [
        "evil.test",
        "EVIL.test",
        "mapped.test",
        "compatible.test",
        "nat64.test",
        "6to4.test",
        "ula.test",
        "link.test",
        "metadata.test",
        "private.test",
        "unspecified.test",
        "broadcast.test",
        "loopback6.test",
        "localhost",
        "LOCALHOST",
        "localhost.",
        "foo.localhost",
        "unknown.test",
        "api.test.evil.test",
    ] {
        urls.push(format!("http://{host}:OTHER/"));
    }
    let urls: Vec<&str> = urls.iter().map(String::as_str).collect();
    let calls = of_urls(&urls);
    world.all_are_refused(&calls);
    // What a program learns of a name inside is that it may not be reached, and no address.
    for answer in world.tried(&calls) {
        let message = answer[2].as_str().unwrap().to_owned();
        assert!(
            !message.contains("127.0.0.2") && !message.contains("10.0.0.1"),
            "{message}"
        );
    }
}

#[test]
fn a_name_whose_address_changes_reaches_the_checked_address() {
    let world = World::new();
    let mut policy = world.policy.clone();
    policy
        .allow(&format!("http://flip.test:{}/repos/**", world.allowed.port))
        .unwrap();
    let code = format!(
        "async () => {{
            const first = await fetch('http://flip.test:{port}/repos/1').then((r) => r.status, (e) => e.code);
            const all = [first];
            for (let i = 0; i < 5; i++) all.push(await fetch('http://flip.test:{other}/').then((r) => r.status, (e) => e.code));
            return all;
        }}",
        port = world.allowed.port,
        other = world.forbidden.port
    );
    let answers = fetched(&policy, &code);
    assert_eq!(
        answers,
        json!([200, "EACCES", "EACCES", "EACCES", "EACCES", "EACCES"])
    );
    world.nothing_forbidden_was_seen();
}
