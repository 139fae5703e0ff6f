//! Reading the fields of a form or an address from a request.

use axum::extract::{FromRequest, FromRequestParts, Query, RawForm, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use pages::fields::Fields;
use std::time::Duration;

use crate::error::{PageError, Problem};

/// Fields that were sent as a form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Sent(pub(crate) Fields);

/// Fields behind the question mark of an address.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Asked(pub(crate) Fields);

/// The time in which a client has to send a form.
const SENDING: Duration = Duration::from_secs(10);

impl<S: Send + Sync> FromRequest<S> for Sent {
    type Rejection = PageError;

    async fn from_request(request: Request, state: &S) -> Result<Sent, PageError> {
        let read = RawForm::from_request(request, state);
        let slow = |_| PageError::from(Problem::BadRequest);
        let RawForm(form) =
            tokio::time::timeout(SENDING, read).await.map_err(slow)?.map_err(|refused| {
                PageError::from(match refused.status() {
                    StatusCode::PAYLOAD_TOO_LARGE => Problem::TooLarge,
                    _ => Problem::BadRequest,
                })
            })?;
        Ok(Sent(form_urlencoded::parse(&form).into_owned().collect()))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Asked {
    type Rejection = PageError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Asked, PageError> {
        let read = Query::<Vec<(String, String)>>::from_request_parts(parts, state).await;
        let Query(fields) = read.map_err(|_| PageError::from(Problem::BadRequest))?;
        Ok(Asked(fields.into_iter().collect()))
    }
}
