//! Extractors for the fields of a form or an address.

use axum::extract::{FromRequest, FromRequestParts, Query, RawForm, RawPathParams, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use pages::fields::Fields;
use store::TableId;

use crate::app::App;
use crate::error::{PageError, Problem};

/// The table in the path of a request, `/t/{id}`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct AtTable(pub(crate) TableId);

/// The fields of a posted form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct FormFields(pub(crate) Fields);

/// The fields after the question mark of an address.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct QueryFields(pub(crate) Fields);

impl FromRequest<App> for FormFields {
    type Rejection = PageError;

    async fn from_request(request: Request, app: &App) -> Result<FormFields, PageError> {
        let read = RawForm::from_request(request, app);
        let slow = |_| PageError::from(Problem::BadRequest);
        let RawForm(form) = tokio::time::timeout(app.config().timeouts.form, read)
            .await
            .map_err(slow)?
            .map_err(|refused| {
                PageError::from(match refused.status() {
                    StatusCode::PAYLOAD_TOO_LARGE => Problem::TooLarge,
                    _ => Problem::BadRequest,
                })
            })?;
        Ok(FormFields(form_urlencoded::parse(&form).into_owned().collect()))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for AtTable {
    type Rejection = PageError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<AtTable, PageError> {
        let params = RawPathParams::from_request_parts(parts, state).await;
        let params = params.map_err(|_| PageError::from(Problem::NotFound))?;
        let id = params.iter().find(|(name, _)| *name == "id");
        // A malformed id belongs to no table.
        let id = id.and_then(|(_, id)| id.parse().ok());
        id.map(AtTable).ok_or_else(|| Problem::NotFound.into())
    }
}

impl<S: Send + Sync> FromRequestParts<S> for QueryFields {
    type Rejection = PageError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<QueryFields, PageError> {
        let read = Query::<Vec<(String, String)>>::from_request_parts(parts, state).await;
        let Query(fields) = read.map_err(|_| PageError::from(Problem::BadRequest))?;
        Ok(QueryFields(fields.into_iter().collect()))
    }
}
