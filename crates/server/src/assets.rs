//! The page itself, embedded in the binary (read from disk in debug builds).

use std::{collections::HashMap, io::Write, path::Path, sync::LazyLock};

use axum::{
    body::{Body, Bytes},
    http::{HeaderMap, StatusCode, Uri, header},
    response::{IntoResponse, Response},
};
use flate2::{Compression, write::GzEncoder};
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
    let accepted = headers.get(header::ACCEPT_ENCODING).cloned();
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
    let takes_gzip =
        accepted.is_some_and(|it| it.as_bytes().windows(4).any(|word| word == b"gzip"));
    match packed(name, &content).filter(|_| takes_gzip) {
        Some(packed) => {
            let encoding = [(header::CONTENT_ENCODING, "gzip"), (header::VARY, "accept-encoding")];
            (headers, encoding, Body::from(packed)).into_response()
        }
        None => (headers, Body::from(content)).into_response(),
    }
}

/// The file as it was packed once for all visitors; nothing for a file that changed on disk.
fn packed(name: &str, content: &Bytes) -> Option<Bytes> {
    static PACKED: LazyLock<HashMap<&str, Bytes>> = LazyLock::new(|| {
        FILES.iter().filter_map(|(name, content)| Some((*name, gzip(content)?))).collect()
    });
    let (_, embedded) = FILES.iter().find(|(known, _)| *known == name)?;
    (content == embedded).then(|| PACKED.get(name).cloned()).flatten()
}

fn gzip(content: &[u8]) -> Option<Bytes> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::best());
    packer.write_all(content).ok()?;
    packer.finish().ok().map(Bytes::from)
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

#[tokio::test]
async fn a_browser_gets_the_packed_file_and_others_the_plain_one() {
    let ask = |encoding: &'static str| {
        let headers = [(header::ACCEPT_ENCODING, encoding.parse().unwrap())];
        serve(Uri::from_static("/js/main.js"), HeaderMap::from_iter(headers))
    };
    let (packed, plain) = (ask("br, gzip").await, ask("identity").await);
    assert_eq!(packed.headers()[header::CONTENT_ENCODING], "gzip");
    assert!(!plain.headers().contains_key(header::CONTENT_ENCODING));
    let [packed, plain] = [packed, plain].map(|it| axum::body::to_bytes(it.into_body(), 1 << 20));
    let (packed, plain) = (packed.await.unwrap(), plain.await.unwrap());
    let mut unpacked = Vec::new();
    let mut reader = flate2::read::GzDecoder::new(&packed[..]);
    std::io::Read::read_to_end(&mut reader, &mut unpacked).unwrap();
    assert_eq!(unpacked, plain);
    assert!(packed.len() < plain.len());
}
