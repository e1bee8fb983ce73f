//! The page itself, embedded in the binary (read from disk in debug builds).

use axum::{
    body::Body,
    http::{HeaderMap, StatusCode, Uri, header},
    response::{IntoResponse, Response},
};
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../../web"]
#[include = "index.html"]
#[include = "icon.svg"]
#[include = "OFL.txt"]
#[include = "css/*.css"]
#[include = "js/*.js"]
#[include = "js/**/*.js"]
struct Web;

pub(crate) async fn serve(uri: Uri, headers: HeaderMap) -> Response {
    let path = match uri.path().trim_start_matches('/') {
        "" => "index.html",
        path => path,
    };
    let Some(file) = Web::get(path) else {
        return (StatusCode::NOT_FOUND, "there is no such page").into_response();
    };
    let etag = format!("\"{}\"", hex(&file.metadata.sha256_hash()[..12]));
    let is_known =
        headers.get(header::IF_NONE_MATCH).is_some_and(|it| it.as_bytes() == etag.as_bytes());
    let headers = [
        (header::CONTENT_TYPE, content_type(path)),
        (header::ETAG, etag),
        // Asked for anew each time, answered from memory: an update is never mixed with old files.
        (header::CACHE_CONTROL, "no-cache".into()),
    ];
    if is_known {
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    (headers, Body::from(file.data)).into_response()
}

fn content_type(path: &str) -> String {
    let text = match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "text/plain; charset=utf-8",
    };
    text.into()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|it| format!("{it:02x}")).collect()
}
