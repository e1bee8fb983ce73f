//! How a friend finds the way: the addresses under which other machines reach this server, and a
//! picture of a link that a phone can read.

use std::net::{IpAddr, SocketAddr};

use axum::{Json, extract::State, http::header, response::IntoResponse};
use qrcode::{EcLevel, QrCode, render::svg};

use super::{app::App, extract::JsonBody, hosts::own_addresses, refusal::Refusal, wire};

/// A link with its invitation has about 100 letters.
const LONGEST_TEXT: usize = 500;
/// Pixels of the picture; the page scales it.
const SIZE: u32 = 200;

/// `GET /api/addresses`
pub(crate) async fn addresses(State(app): State<App>) -> Json<wire::Addresses> {
    let urls = reachable(app.address, own_addresses());
    Json(wire::Addresses { urls, port: app.address.port() })
}

/// Where others find a server that listens on `address`, on a machine with these addresses of its
/// own. Those of the fourth version first: they are the ones in use at home and at school.
fn reachable(address: SocketAddr, own: impl Iterator<Item = IpAddr>) -> Vec<String> {
    let mut found: Vec<IpAddr> = match address.ip() {
        it if it.is_loopback() => Vec::new(),
        it if it.is_unspecified() => own
            .filter(|own| !own.is_loopback() && !is_link_local(own))
            .filter(|own| own.is_ipv4() || address.is_ipv6())
            .collect(),
        it => vec![it],
    };
    found.sort_by_key(|it| (it.is_ipv6(), *it));
    found.iter().map(|it| format!("http://{}", SocketAddr::new(*it, address.port()))).collect()
}

/// Good for neighbors only, and in browsers not at all.
fn is_link_local(address: &IpAddr) -> bool {
    match address {
        IpAddr::V4(it) => it.is_link_local(),
        IpAddr::V6(it) => it.is_unicast_link_local(),
    }
}

/// `POST /api/qr`: a body, not an address, since the text may hold a secret.
pub(crate) async fn qr(
    JsonBody(body): JsonBody<wire::QrText>,
) -> Result<impl IntoResponse, Refusal> {
    let text = body?.text;
    if LONGEST_TEXT < text.len() {
        return Err(Refusal::too_large());
    }
    let code = QrCode::with_error_correction_level(text.as_bytes(), EcLevel::M)
        .map_err(|_| Refusal::too_large())?;
    let picture = code.render::<svg::Color<'_>>().min_dimensions(SIZE, SIZE).build();
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], picture))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn others_reach_what_is_not_only_ours() {
        let own = || {
            let all = ["127.0.0.1", "::1", "fd00::7", "fe80::1", "192.168.1.5", "169.254.3.3"];
            all.map(|it| it.parse().unwrap()).into_iter()
        };
        let found = |address: &str| reachable(address.parse().unwrap(), own());
        assert_eq!(found("127.0.0.1:8090"), Vec::<String>::new());
        assert_eq!(found("[::1]:8090"), Vec::<String>::new());
        assert_eq!(found("10.0.0.3:80"), ["http://10.0.0.3:80"]);
        assert_eq!(found("0.0.0.0:8090"), ["http://192.168.1.5:8090"]);
        assert_eq!(found("[::]:8090"), ["http://192.168.1.5:8090", "http://[fd00::7]:8090"]);
    }
}
