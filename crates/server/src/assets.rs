//! The page itself, embedded in the binary (read from disk in debug builds).

use std::path::Path;

use axum::{
    body::{Body, Bytes},
    http::{HeaderMap, StatusCode, Uri, header},
    response::{IntoResponse, Response},
};
use sha2::{Digest, Sha256};

/// Name and content of every file of the page; `build.rs` makes the list.
const FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/assets.rs"));

pub(crate) async fn serve(uri: Uri, headers: HeaderMap) -> Response {
    let name = match uri.path().trim_start_matches('/') {
        "" => "index.html",
        name => name,
    };
    let Some(content) = content(name) else {
        return (StatusCode::NOT_FOUND, "there is no such page").into_response();
    };
    let etag = format!("\"{}\"", hex(&Sha256::digest(&content)[..12]));
    let is_known =
        headers.get(header::IF_NONE_MATCH).is_some_and(|it| it.as_bytes() == etag.as_bytes());
    let headers = [
        (header::CONTENT_TYPE, content_type(name).to_owned()),
        (header::ETAG, etag),
        // Asked for anew each time, answered from memory: an update is never mixed with old files.
        (header::CACHE_CONTROL, "no-cache".to_owned()),
    ];
    if is_known {
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    (headers, Body::from(content)).into_response()
}

/// Only files of the list are served, whatever name is asked for.
fn content(name: &str) -> Option<Bytes> {
    let (name, embedded) = FILES.iter().find(|(known, _)| *known == name)?;
    if cfg!(debug_assertions) {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
        if let Ok(newest) = std::fs::read(folder.join(name)) {
            return Some(newest.into());
        }
    }
    Some(Bytes::from_static(embedded))
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "text/plain; charset=utf-8",
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|it| format!("{it:02x}")).collect()
}

#[test]
fn the_page_has_its_files_and_not_its_tests() {
    for name in ["index.html", "icon.svg", "OFL.txt", "css/base.css", "js/board/board.js"] {
        assert!(content(name).is_some(), "{name}");
    }
    assert!(FILES.iter().all(|(name, _)| !name.contains("tests") && !name.ends_with(".d.ts")));
}
