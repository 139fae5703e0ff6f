//! The name that a visitor used last, in a cookie of its own: forms offer it again.
//!
//! It is written by the browser, so it is read as if it had been typed.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::header::SET_COOKIE;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue};
use axum::response::{IntoResponseParts, ResponseParts};
use table::name;

use crate::app::App;
use crate::config::Config;
use crate::visitor::{self, MAX_AGE};

/// The name in the visitor's cookie, if it is one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct KnownName(pub(crate) Option<String>);

impl FromRequestParts<App> for KnownName {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<KnownName, Infallible> {
        Ok(KnownName(find(&parts.headers, app.config())))
    }
}

/// A change of the name in the visitor's cookie.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct NameCookie(HeaderValue);

impl NameCookie {
    /// Remembers the name that was typed.
    pub(crate) fn keep(typed: &str, config: &Config) -> Option<NameCookie> {
        let name = name::read(typed).ok()?;
        let value: String = form_urlencoded::byte_serialize(name.as_bytes()).collect();
        Some(NameCookie::new(&value, MAX_AGE, config))
    }

    /// Forgets the name.
    pub(crate) fn forget(config: &Config) -> NameCookie {
        NameCookie::new("", 0, config)
    }

    fn new(value: &str, max_age: u32, config: &Config) -> NameCookie {
        NameCookie(visitor::cookie(cookie_name(config), value, max_age, config))
    }
}

impl IntoResponseParts for NameCookie {
    type Error = Infallible;

    fn into_response_parts(self, mut response: ResponseParts) -> Result<ResponseParts, Infallible> {
        response.headers_mut().append(SET_COOKIE, self.0);
        Ok(response)
    }
}

fn find(headers: &HeaderMap, config: &Config) -> Option<String> {
    let value = visitor::value_of(headers, cookie_name(config))?;
    let (typed, _) = form_urlencoded::parse(value.as_bytes()).next()?;
    name::read(&typed).ok()
}

/// As for the visitor's other cookie, the prefix limits it to this host and https.
fn cookie_name(config: &Config) -> &'static str {
    if config.is_https() { "__Host-nekoza-name" } else { "nekoza-name" }
}

#[cfg(test)]
mod tests {
    use axum::http::header::COOKIE;

    use super::*;

    fn config() -> Config {
        Config::new("127.0.0.1:0".parse().unwrap())
    }

    fn found(cookie: &str) -> Option<String> {
        let headers = HeaderMap::from_iter([(COOKIE, HeaderValue::from_str(cookie).unwrap())]);
        find(&headers, &config())
    }

    #[test]
    fn a_name_comes_back_as_it_was_typed() {
        for name in ["Mia", "ミア", "a b", "Zoë & Co=; x", "🐈", "\"><script>"] {
            let NameCookie(cookie) = NameCookie::keep(&format!("  {name} "), &config()).unwrap();
            let pair = cookie.to_str().unwrap().split(';').next().unwrap();
            assert_eq!(found(&format!("nekoza=00; {pair}")).as_deref(), Some(name), "{pair}");
        }
    }

    #[test]
    fn what_is_no_name_is_not_kept_and_not_believed() {
        let too_long = "a".repeat(21);
        for bad in ["", "...", "\u{200b}", &too_long] {
            assert_eq!(NameCookie::keep(bad, &config()), None);
        }
        for bad in
            ["", "nekoza-name=", "nekoza-name=...", "nekoza-name=%E2%80%8B", "xnekoza-name=Mia"]
        {
            assert_eq!(found(bad), None, "{bad}");
        }
        assert_eq!(found(&format!("nekoza-name={too_long}")), None);
        // Invisible characters are left out, as in a form.
        assert_eq!(found("nekoza-name=M%E2%80%AEi%0Aa").as_deref(), Some("Mi a"));
    }

    #[test]
    fn the_cookie_is_protected() {
        let mut config = config();
        config.public_url = Some("https://cats.example".parse().unwrap());
        let NameCookie(cookie) = NameCookie::keep("Mia", &config).unwrap();
        let text =
            "__Host-nekoza-name=Mia; HttpOnly; SameSite=Lax; Path=/; Max-Age=34560000; Secure";
        assert_eq!(cookie.to_str().unwrap(), text);
        assert!(cookie.is_sensitive());
        let NameCookie(gone) = NameCookie::forget(&config);
        assert!(
            gone.to_str().unwrap().contains("-name=; HttpOnly; SameSite=Lax; Path=/; Max-Age=0")
        );
    }
}
