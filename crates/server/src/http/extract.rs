//! What handlers take out of a request: the client's address, a JSON body.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use axum::{
    Json,
    extract::{
        ConnectInfo, FromRequest, FromRequestParts, Request,
        rejection::{BytesRejection, FailedToBufferBody, JsonRejection},
    },
    http::request::Parts,
};

use super::{refusal::Refusal, sentences::Sentence};
use crate::door::address::household;

/// The address of the one who asks, or its network; without a socket, as in tests, this machine.
pub(crate) struct Client(pub(crate) IpAddr);

impl<S: Send + Sync> FromRequestParts<S> for Client {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Client, Self::Rejection> {
        let connected = parts.extensions.get::<ConnectInfo<SocketAddr>>();
        let address = connected.map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |it| it.0.ip());
        Ok(Client(household(address)))
    }
}

/// A JSON body whose absence is told in our own words.
impl<S: Send + Sync, T: serde::de::DeserializeOwned> FromRequest<S> for JsonBody<T> {
    type Rejection = std::convert::Infallible;

    async fn from_request(request: Request, state: &S) -> Result<JsonBody<T>, Self::Rejection> {
        let body = Json::<T>::from_request(request, state).await;
        Ok(JsonBody(body.map(|it| it.0).map_err(|rejection| match rejection {
            JsonRejection::BytesRejection(BytesRejection::FailedToBufferBody(
                FailedToBufferBody::LengthLimitError(_),
            )) => Refusal::too_large(),
            JsonRejection::BytesRejection(_) => Refusal::incomplete(),
            other => Refusal::malformed(Sentence::new("请求格式有误", other.body_text())),
        })))
    }
}

pub(crate) struct JsonBody<T>(pub(crate) Result<T, Refusal>);
