//! Who is answered.

use serde_json::json;

use crate::engine::TestEngine;

#[test]
fn nothing_private_is_told_without_the_token() {
    let engine = TestEngine::start();
    let paths =
        ["/status", "/hello", "/events", "/config", "/keys", "/openapi.json", "/nowhere", "/stop"];
    for path in paths {
        for header in
            [None, Some("Bearer wrong"), Some("Bearer "), Some("Basic abc"), Some("Bearer")]
        {
            let headers: Vec<_> = header.into_iter().map(|it| ("Authorization", it)).collect();
            let reply = engine.with("GET", &format!("/api/v1{path}"), &headers, "");
            assert!([401, 429].contains(&reply.status), "{path} {header:?}: {}", reply.status);
            assert!(!reply.body.contains("Notes"), "{}", reply.body);
        }
    }
    let reply = engine.with("POST", "/api/v1/stop", &[], "");
    assert!([401, 429].contains(&reply.status));
    assert_eq!(engine.ask("GET", "/hello", "").status, 200, "whoever has the token is answered");
}

#[test]
fn guessing_is_slowed_down_and_the_right_token_is_not() {
    let engine = TestEngine::start();
    let guess = || engine.with("GET", "/api/v1/hello", &[("Authorization", "Bearer x")], "").status;
    let statuses: Vec<u16> = (0..60).map(|_| guess()).collect();
    assert_eq!((statuses[0], statuses[59]), (401, 429));
    assert_eq!(engine.ask("GET", "/hello", "").status, 200);
}

#[test]
fn other_hosts_and_other_origins_are_refused_even_with_the_token() {
    let engine = TestEngine::start();
    let bearer = format!("Bearer {}", engine.running.token);
    let own = format!("http://{}", engine.running.address);
    let with = |header: (&str, &str)| {
        engine.with("GET", "/api/v1/hello", &[("Authorization", &bearer), header], "")
    };
    for header in [
        ("Origin", "http://evil.example"),
        ("Origin", "null"),
        ("Origin", "http://127.0.0.1:1"),
        ("Host", "evil.example"),
        ("Host", "127.0.0.1"),
        ("Sec-Fetch-Site", "cross-site"),
    ] {
        let reply = with(header);
        assert_eq!(reply.status, 403, "{header:?}");
        assert!(!reply.head.contains("access-control"), "{}", reply.head);
    }
    assert_eq!(with(("Origin", &own)).status, 200);
    let files = engine.with("GET", "/", &[("Host", "evil.example")], "");
    assert_eq!(files.status, 403, "the page is served to nobody else either");
}

#[test]
fn what_cannot_be_meant_is_told_so() {
    let engine = TestEngine::start();
    let check = |method: &str, path: &str, body: &str, status: u16| {
        let reply = engine.ask(method, path, body);
        assert_eq!(reply.status, status, "{method} {path} {body}: {}", reply.body);
        assert!(reply.head.contains("application/problem+json"), "{}", reply.head);
        let problem = reply.json();
        assert_eq!(problem["status"], status);
        assert!(problem["detail"].as_str().is_some_and(|detail| !detail.is_empty()));
    };
    let vault = format!("/vaults/{}", engine.vault());
    check("GET", "/nowhere", "", 404);
    check("GET", "/vaults/../status", "", 400);
    check("GET", "/vaults/0000000000000000/status", "", 404);
    check("GET", "/vaults/%2e%2e%2f/status", "", 400);
    check("GET", "/stop", "", 405);
    check("POST", &format!("{vault}/search"), "{", 400);
    check("POST", &format!("{vault}/search"), "{\"querry\":\"tea\"}", 400);
    check("POST", &format!("{vault}/search"), "{\"query\":\"tea\",\"limit\":0}", 400);
    check("POST", &format!("{vault}/search"), "[]", 400);
    check("POST", &format!("{vault}/related"), "{\"note\":\"nowhere\"}", 404);
    check("GET", &format!("{vault}/note"), "", 400);
    check("GET", &format!("{vault}/note?note=nowhere"), "", 404);
    for path in
        ["../config.toml", "/etc/passwd", "tea/../../config.toml", "..%5Cconfig.toml", "%00"]
    {
        check("GET", &format!("{vault}/note?note={path}"), "", 400);
        check("GET", &format!("{vault}/explain?path={path}"), "", 400);
    }
    for path in ["/", "notes", ""] {
        check("POST", "/vaults", &json!({ "path": path }).to_string(), 400);
    }
    check(
        "POST",
        "/vaults",
        &json!({ "path": engine.folder.path().join("gone") }).to_string(),
        404,
    );
    check(
        "POST",
        "/vaults",
        &json!({ "path": engine.folder.path().join("data") }).to_string(),
        409,
    );
    let served = engine.ask("GET", "/status", "").json()["vaults"].as_array().unwrap().len();
    assert_eq!(served, 1, "nothing of them is remembered");
    check("PUT", "/config/nothing", "{\"value\":1}", 400);
    let gone = engine.folder.path().join("gone.pem");
    check("PUT", "/config/net.certificates", &json!({ "value": gone }).to_string(), 404);
    check("DELETE", &format!("{vault}/conversations/7"), "", 404);
    check("GET", &format!("{vault}/conversations/seven"), "", 400);
}

#[cfg(unix)]
#[test]
fn a_link_out_of_the_vault_leads_nowhere() {
    let engine = TestEngine::start();
    let vault = engine.folder.path().join("Notes");
    std::fs::write(engine.folder.path().join("outside.md"), "# Outside\n\nA quince.\n").unwrap();
    std::os::unix::fs::symlink(engine.folder.path(), vault.join("way out")).unwrap();
    let reply = engine.of_vault("POST", "index", "{\"action\":\"rescan\"}");
    assert_eq!(reply.status, 200, "{}", reply.body);
    for beyond in ["outside.md", "outside", "config.toml", "data/vaults.json"] {
        let note = format!("note?note=way%20out/{beyond}");
        assert_eq!(engine.of_vault("GET", &note, "").status, 404, "{beyond}");
    }
    let asked = "{\"query\":\"quince\",\"mode\":\"keyword\"}";
    let found = engine.of_vault("POST", "search", asked).json();
    assert_eq!(found["hits"], json!([]), "{found}");
    // The same note within the vault is found, so that the link is what keeps the other out.
    std::fs::copy(engine.folder.path().join("outside.md"), vault.join("inside.md")).unwrap();
    let found = engine.of_vault("POST", "search", asked).json();
    assert_eq!(found["hits"][0]["path"], "inside.md", "{found}");
}

#[test]
fn the_page_may_use_this_server_alone() {
    let engine = TestEngine::start();
    let page = engine.with("GET", "/", &[], "");
    assert!(page.status == 200 && page.head.contains("text/html"), "{}", page.head);
    assert!(page.head.contains("default-src 'none'; script-src 'self'"), "{}", page.head);
    assert!(page.head.contains("nosniff") && page.head.contains("no-referrer"), "{}", page.head);
    assert!(!page.body.contains("http://") && !page.body.contains("https://"), "{}", page.body);
    let tag = page.head.lines().find_map(|line| line.strip_prefix("etag: ")).unwrap().to_owned();
    assert_eq!(engine.with("GET", "/", &[("If-None-Match", &tag)], "").status, 304);
    let reply = engine.ask("GET", "/hello", "");
    assert!(reply.head.contains("cache-control: no-store"), "{}", reply.head);
}
