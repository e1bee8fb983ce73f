//! The page itself, embedded in the binary (read from disk in debug builds).

use std::{borrow::Cow, collections::HashMap, io::Write, path::Path, sync::LazyLock};

use axum::{
    body::{Body, Bytes},
    http::{HeaderMap, Method, StatusCode, Uri, header},
    response::{IntoResponse, Response},
};
use flate2::{Compression, write::GzEncoder};
use sha2::{Digest, Sha256};

/// Name and content of every file of the page; `build.rs` makes the list.
const FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// A file of the page as it is sent: hashed and packed once for all visitors.
#[derive(Clone)]
struct Asset {
    content: Bytes,
    packed: Option<Bytes>,
    etag: String,
}

impl Asset {
    fn new(content: Bytes) -> Asset {
        let etag = format!("\"{}\"", hex(&Sha256::digest(&content)[..12]));
        Asset { packed: gzip(&content), etag, content }
    }
}

pub(crate) async fn serve(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if !matches!(method, Method::GET | Method::HEAD) {
        return (StatusCode::METHOD_NOT_ALLOWED, [(header::ALLOW, "GET, HEAD")]).into_response();
    }
    let name = match uri.path().trim_start_matches('/') {
        "" => "index.html",
        name => name,
    };
    let Some(asset) = asset(name) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let fixed = [
        (header::CONTENT_TYPE, content_type(name)),
        (header::ETAG, asset.etag.as_str()),
        // Asked for anew each time, answered from memory: an update is never mixed with old files.
        (header::CACHE_CONTROL, "no-cache"),
        (header::VARY, "accept-encoding"),
    ];
    let is_known = mentions(&headers, &header::IF_NONE_MATCH, &asset.etag);
    if is_known {
        return (StatusCode::NOT_MODIFIED, fixed).into_response();
    }
    let takes_gzip = mentions(&headers, &header::ACCEPT_ENCODING, "gzip");
    match asset.packed.clone().filter(|_| takes_gzip) {
        Some(packed) => {
            (fixed, [(header::CONTENT_ENCODING, "gzip")], Body::from(packed)).into_response()
        }
        None => (fixed, Body::from(asset.content.clone())).into_response(),
    }
}

/// Is a word in a header's list? What stands behind `;` is a detail of the word.
fn mentions(headers: &HeaderMap, name: &header::HeaderName, word: &str) -> bool {
    let values = headers.get_all(name).iter().filter_map(|it| it.to_str().ok());
    let mut words = values.flat_map(|it| it.split(','));
    words.any(|it| {
        let it = it.split(';').next().unwrap_or_default().trim();
        // A proxy may weaken a tag; the file is the same.
        it.strip_prefix("W/").unwrap_or(it) == word
    })
}

/// Only files of the list are served, whatever name is asked for.
fn asset(name: &str) -> Option<Cow<'static, Asset>> {
    static ASSETS: LazyLock<HashMap<&str, Asset>> = LazyLock::new(|| {
        FILES
            .iter()
            .map(|&(name, content)| (name, Asset::new(Bytes::from_static(content))))
            .collect()
    });
    let embedded = ASSETS.get(name)?;
    // A file that was changed on disk since this program was built is packed for every request.
    let newer = newest(name).filter(|it| *it != embedded.content);
    Some(newer.map_or(Cow::Borrowed(embedded), |it| Cow::Owned(Asset::new(it))))
}

/// In debug builds, the file as it is on disk.
fn newest(name: &str) -> Option<Bytes> {
    if !cfg!(debug_assertions) {
        return None;
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
    std::fs::read(folder.join(name)).ok().map(Bytes::from)
}

fn gzip(content: &[u8]) -> Option<Bytes> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::best());
    packer.write_all(content).ok()?;
    packer.finish().ok().map(Bytes::from)
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
        assert!(asset(name).is_some(), "{name}");
    }
    assert!(FILES.iter().all(|(name, _)| !name.contains("tests") && !name.ends_with(".d.ts")));
}

#[tokio::test]
async fn a_browser_gets_the_packed_file_and_others_the_plain_one() {
    let ask = |encoding: &'static str| {
        let headers = [(header::ACCEPT_ENCODING, encoding.parse().unwrap())];
        serve(Method::GET, Uri::from_static("/js/main.js"), HeaderMap::from_iter(headers))
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

#[tokio::test]
async fn a_browser_that_has_the_file_is_told_so() {
    let ask = |known: String| {
        let headers = [(header::IF_NONE_MATCH, known.parse().unwrap())];
        serve(Method::GET, Uri::from_static("/js/main.js"), HeaderMap::from_iter(headers))
    };
    let etag = asset("js/main.js").unwrap().etag.clone();
    for known in [etag.clone(), format!("W/{etag}"), format!("\"older\", {etag}")] {
        let answer = ask(known).await;
        assert_eq!(answer.status(), StatusCode::NOT_MODIFIED);
        assert_eq!(answer.headers()[header::ETAG], etag.as_str());
    }
    assert_eq!(ask("\"older\"".to_owned()).await.status(), StatusCode::OK);
}
