//! What a form or a link says: names and values, as they come.

use axum::extract::{FromRequest, FromRequestParts, Query, RawForm, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use std::time::Duration;

use rules::Seat;

use crate::error::{PageError, Problem};

/// The fields of a form, or of the part of an address behind the question mark.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Fields(Vec<(String, String)>);

#[cfg(test)]
impl FromIterator<(String, String)> for Fields {
    fn from_iter<I: IntoIterator<Item = (String, String)>>(fields: I) -> Fields {
        Fields(fields.into_iter().collect())
    }
}

impl Fields {
    /// The value of a field that is there once or more: the first.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// The same without blanks around it, if anything is left.
    pub(crate) fn filled(&self, name: &str) -> Option<&str> {
        self.get(name).map(str::trim).filter(|value| !value.is_empty())
    }

    /// The value of a field that holds the number of a seat.
    pub(crate) fn seat(&self, name: &str) -> Option<Seat> {
        let &[digit] = self.filled(name)?.as_bytes() else { return None };
        Seat::read(digit)
    }
}

/// Fields that were sent as a form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Sent(pub(crate) Fields);

/// Fields that stand in the address.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Asked(pub(crate) Fields);

/// How long anybody may take to send a form.
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
        Ok(Sent(Fields(form_urlencoded::parse(&form).into_owned().collect())))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Asked {
    type Rejection = PageError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Asked, PageError> {
        let read = Query::<Vec<(String, String)>>::from_request_parts(parts, state).await;
        let Query(fields) = read.map_err(|_| PageError::from(Problem::BadRequest))?;
        Ok(Asked(Fields(fields)))
    }
}
