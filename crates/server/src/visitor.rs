//! Visitors: browsers with a cookie.
//!
//! A browser keeps 128 random bits in a cookie. The server stores only a hash of them, so that a stolen database opens
//! no seat. The cookie comes with the page that offers a seat. If a later answer gets lost, the same visitor can ask
//! again.

use std::convert::Infallible;
use std::fmt;

use axum::extract::FromRequestParts;
use axum::http::header::{COOKIE, SET_COOKIE};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue};
use axum::response::{IntoResponseParts, ResponseParts};
use sha2::{Digest, Sha256};
use table::event::Holder;

use crate::address::Address;
use crate::app::App;
use crate::config::Config;

/// A visitor. `None` on a first visit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Visitor(Option<Holder>);

impl Visitor {
    /// A browser on its first visit.
    #[cfg(test)]
    pub(crate) const NEW: Visitor = Visitor(None);

    /// The visitor's id, if the browser has our cookie.
    pub(crate) fn holder(self) -> Option<Holder> {
        self.0
    }

    /// The visitor's id. A new browser gets a cookie with the answer.
    pub(crate) fn identify(self, app: &App) -> (Holder, Option<NewCookie>) {
        if let Some(holder) = self.0 {
            return (holder, None);
        }
        let secret = CookieSecret::new();
        (secret.holder(), Some(NewCookie(secret.cookie(app.config()))))
    }
}

/// A visitor of a table: the cookie's owner, if it has one, and the address.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Guest {
    pub(crate) holder: Option<Holder>,
    pub(crate) address: Address,
}

impl FromRequestParts<App> for Guest {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Guest, Infallible> {
        let Ok(visitor) = Visitor::from_request_parts(parts, app).await;
        let Ok(address) = Address::from_request_parts(parts, app).await;
        Ok(Guest { holder: visitor.holder(), address })
    }
}

impl FromRequestParts<App> for Visitor {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Visitor, Infallible> {
        let secret = CookieSecret::of(&parts.headers, cookie_name(app.config()));
        Ok(Visitor(secret.map(|secret| secret.holder())))
    }
}

/// A cookie for an answer. No other code can read it.
pub(crate) struct NewCookie(HeaderValue);

impl fmt::Debug for NewCookie {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("NewCookie(…)")
    }
}

impl IntoResponseParts for NewCookie {
    type Error = Infallible;

    fn into_response_parts(self, mut response: ResponseParts) -> Result<ResponseParts, Infallible> {
        response.headers_mut().append(SET_COOKIE, self.0);
        Ok(response)
    }
}

/// A visitor's secret. Only the cookie contains it as text.
struct CookieSecret([u8; 16]);

/// The longest time that browsers keep a cookie: 400 days.
pub(crate) const MAX_AGE: u32 = 400 * 24 * 60 * 60;

impl CookieSecret {
    fn new() -> CookieSecret {
        let mut bits = [0; 16];
        getrandom::fill(&mut bits).expect("the system has random bits");
        CookieSecret(bits)
    }

    fn holder(&self) -> Holder {
        let hash = Sha256::digest(self.0);
        Holder(std::array::from_fn(|place| hash[place]))
    }

    fn cookie(&self, config: &Config) -> HeaderValue {
        let value = format!("{:032x}", u128::from_be_bytes(self.0));
        cookie(cookie_name(config), &value, MAX_AGE, config)
    }

    fn of(headers: &HeaderMap, name: &str) -> Option<CookieSecret> {
        let value = value_of(headers, name)?;
        let hex = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        let fits = value.len() == 32 && value.bytes().all(hex);
        let bits = fits.then(|| u128::from_str_radix(value, 16).ok())??;
        Some(CookieSecret(bits.to_be_bytes()))
    }
}

/// A cookie for an answer. Its value must be plain text without a semicolon.
pub(crate) fn cookie(name: &str, value: &str, max_age: u32, config: &Config) -> HeaderValue {
    let secure = if config.is_https() { "; Secure" } else { "" };
    let text = format!("{name}={value}; HttpOnly; SameSite=Lax; Path=/; Max-Age={max_age}{secure}");
    let mut cookie = HeaderValue::try_from(text).expect("a cookie is plain text");
    cookie.set_sensitive(true);
    cookie
}

/// The value of the cookie with this name.
pub(crate) fn value_of<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    let pairs = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = pairs.flat_map(|pairs| pairs.split(';')).map(str::trim);
    pairs.find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='))
}

/// The prefix limits the cookie to this host and https. Browsers reject it without https.
fn cookie_name(config: &Config) -> &'static str {
    if config.is_https() { "__Host-nekoza" } else { "nekoza" }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(cookie: &str) -> HeaderMap {
        HeaderMap::from_iter([(COOKIE, HeaderValue::from_str(cookie).unwrap())])
    }

    #[test]
    fn a_token_is_found_among_other_cookies() {
        let secret = "00112233445566778899aabbccddeeff";
        let found =
            CookieSecret::of(&headers(&format!("a=b; nekoza={secret}; c")), "nekoza").unwrap();
        assert_eq!(found.0[..3], [0x00, 0x11, 0x22]);
        // The id is the start of the SHA-256 of the bits.
        assert_eq!(found.holder().0[..4], Sha256::digest(found.0)[..4]);
    }

    #[test]
    fn malformed_cookies_are_ignored() {
        for cookie in [
            "",
            "nekoza",
            "nekoza=",
            "nekoza=0011",
            "nekoza=+0112233445566778899aabbccddeeff",
            "nekoza=00112233445566778899AABBCCDDEEFF",
            "nekoza=00112233445566778899aabbccddeeff0",
            "xnekoza=00112233445566778899aabbccddeeff",
            "nekozax=00112233445566778899aabbccddeeff",
        ] {
            assert!(CookieSecret::of(&headers(cookie), "nekoza").is_none(), "{cookie}");
        }
    }

    #[test]
    fn cookies_are_protected_and_never_printed() {
        let mut config = Config::new("127.0.0.1:0".parse().unwrap());
        let secret = CookieSecret([0xab; 16]);
        let plain = secret.cookie(&config);
        let value = "ab".repeat(16);
        let attributes = "HttpOnly; SameSite=Lax; Path=/; Max-Age=34560000";
        assert_eq!(plain.to_str().unwrap(), format!("nekoza={value}; {attributes}"));
        assert!(plain.is_sensitive());
        config.public_url = Some("https://cats.example".parse().unwrap());
        let secure = secret.cookie(&config);
        assert_eq!(
            secure.to_str().unwrap(),
            format!("__Host-nekoza={value}; {attributes}; Secure")
        );
        // Debug output hides the cookie.
        assert_eq!(format!("{:?}", NewCookie(plain)), "NewCookie(…)");
    }

    #[test]
    fn tokens_differ() {
        assert_ne!(CookieSecret::new().holder(), CookieSecret::new().holder());
    }
}
